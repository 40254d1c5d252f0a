"""Preview while one writes (``mkdocs serve``, ``arbitre serve``): pages made after an edit, those first that are asked for."""
