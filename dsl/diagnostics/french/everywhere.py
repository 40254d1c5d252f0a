"""What is said everywhere."""

from __future__ import annotations

PHRASES: dict[str, str] = {
    "something unknown": "quelque chose d’inconnu",
    "{0} The same applies in {1} places.": "{0} Il en va de même à {1} endroits.",
    "(built in)": "(fourni)",
    "A number is written with its bounds: 0 to 9.": "Un nombre s’écrit avec ses bornes : 0 to 9.",
    "For true or false, use ‘flag’.": "Ce qui est vrai ou faux est un « flag ».",
    "hex_rectangle(COLUMNS, ROWS)": "hex_rectangle(COLONNES, LIGNES)",
    "hex_rhombus(COLUMNS, ROWS)": "hex_rhombus(COLONNES, LIGNES)",
    "grid(COLUMNS, ROWS, closed), or buoy, or torus; where one also goes diagonally, king_grid": (
        "grid(COLONNES, LIGNES, closed), ou buoy, ou torus ; où l’on va aussi en diagonale, king_grid"
    ),
    "king_grid(COLUMNS, ROWS, closed), or buoy, or torus": "king_grid(COLONNES, LIGNES, closed), ou buoy, ou torus",
    "floors(MAP), or floors(MAP, corners)": "floors(PLAN), ou floors(PLAN, corners)",
    "A field cannot hold text; use a kind whose members have titles.": (
        "Aucun champ ne contient de texte ; écrivez une sorte dont les membres ont des titres."
    ),
    "Use ‘end’ to stop an event, and ‘give x’ to return a result.": "Un événement s’arrête avec « end », et répond avec « give x ».",
    "Use ‘end’ to stop an event; a loop stops by its condition: ‘while C, up to 20 times:’.": (
        "Un événement s’arrête avec « end » ; une boucle dit « while C, up to 20 times: »."
    ),
    'To say something, write ‘says en "..." fr "..."’.': 'Pour dire quelque chose, écrivez « says en "..." fr "..." ».',
    "To change something, write ‘x becomes 3’.": "Un changement s’écrit « x becomes 3 ».",
    "To change something, write ‘x gains 1 FIELD’.": "Un changement s’écrit « x gains 1 FIELD ».",
    "To change something, write ‘x loses 1 FIELD’; to remove a row, ‘discard x’.": (
        "Un changement s’écrit « x loses 1 FIELD » ; une ligne se retire avec « discard x »."
    ),
    "To remove a row, write ‘discard x’.": "Une ligne se retire avec « discard x ».",
    "Call an event by its name alone.": "Un événement s’appelle par son seul nom.",
    "Use ‘end’ to stop an event.": "Un événement s’arrête avec « end ».",
    "To choose between two values, write ‘(a if C otherwise b)’.": "Une valeur parmi deux s’écrit « (a if C otherwise b) ».",
    "an {0}": "« {0} »",
    "a {0}": "« {0} »",
    "Did you mean ‘{0}’?": "Vouliez-vous dire « {0} » ?",
    "Name the dice first: ‘roll 2d6 as blow’, then blow.{0}(1); the lines of a test and the hooks on its roll need no name.": (
        "Des dés ont un nom : « roll 2d6 as blow », puis blow.{0}(1) ; dans les lignes d’un test et dans les "
        "crochets de son jet, ils n’en ont pas besoin."
    ),
    "A board is one of {0}.": "Un plateau est {0}.",
    "Declare it with ‘{0}’": "Déclarez-le avec « {0} »",
    "{0}, or use what there is: {1}.": "{0}, ou servez-vous de ce qu’il y a : {1}.",
    "Declare it with ‘event {0} ...:’.": "Déclarez-le avec « event {0} ...: ».",
    "‘{0}’ is {1}": "« {0} » est d’un autre alphabet ({1})",
    "‘{0}’ is {1}, not {2}": "« {0} » est {1}, et non {2}",
    "In ‘{0}’ the letter {1}, although it may look the same: retype the name.": (
        "Dans « {0} », {1}, même si rien ne le montre : retapez ce nom."
    ),
}
