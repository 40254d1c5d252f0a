"""What is said of tests and contests that other files adjust."""

from __future__ import annotations

PHRASES: dict[str, str] = {
    "there is no {0} ‘{1}’ to adjust": "il n’y a pas de {0} « {1} » à ajuster",
    "‘{0}’ is a {1}: write adjust {1} {0} ...": "« {0} » est un {1} : écrivez adjust {1} {0} ...",
    "a contest takes only lines that add to a throw": "un duel n’a que des lignes qui ajoutent à un jet",
    "Write for whom: +1 for NAME when ...": "Dites pour qui : +1 for NOM when ...",
    "‘{0}’ does not name the two that throw": "« {0} » ne nomme pas les deux qui lancent les dés",
    "Name both: contest {0} by NAME against NAME: ...": "Nommez-les : contest {0} by NOM against NOM: ...",
    "this line does not say to whose throw it is added": "cette ligne ne dit pas à quel jet elle s’ajoute",
    "Write +1 for {0} when ..., or for {1}.": "Écrivez +1 for {0} when ..., ou for {1}.",
    "‘{0}’ is neither side of ‘{1}’": "« {0} » n’est aucun des deux côtés de « {1} »",
    "Write for {0}, or for {1}.": "Écrivez for {0}, ou for {1}.",
    "‘for {0}’ belongs to a line of a contest": "« for {0} » se met dans une ligne d’un duel",
    "Leave it out.": "Enlevez-le.",
}
