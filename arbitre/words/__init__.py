"""What the terminal says."""

LANGUAGE = "arbitre.language"  # in what click knows of a command: the language it speaks
