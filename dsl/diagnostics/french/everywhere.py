"""What is said everywhere."""

from __future__ import annotations

PHRASES: dict[str, str] = {
    "something unknown": "quelque chose d’inconnu",
    "{0} The same holds in {1} places.": "{0} Il en va de même à {1} endroits.",
    "(built in)": "(fourni)",
    "A number is written with its bounds: 0 to 9.": "Un nombre s’écrit avec ses bornes : 0 to 9.",
    "What is true or false is a ‘flag’.": "Ce qui est vrai ou faux est un « flag ».",
    "hex_rectangle(COLUMNS, ROWS)": "hex_rectangle(COLONNES, LIGNES)",
    "hex_rhombus(COLUMNS, ROWS)": "hex_rhombus(COLONNES, LIGNES)",
    "grid(COLUMNS, ROWS, closed), or buoy, or torus": "grid(COLONNES, LIGNES, closed), ou buoy, ou torus",
    "king_grid(COLUMNS, ROWS, closed), or buoy, or torus": "king_grid(COLONNES, LIGNES, closed), ou buoy, ou torus",
    "floors(MAP), or floors(MAP, corners)": "floors(PLAN), ou floors(PLAN, corners)",
    "No field holds a text; write a kind whose members have titles.": (
        "Aucun champ ne contient de texte ; écrivez une sorte dont les membres ont des titres."
    ),
    "An event stops with ‘end’, and answers with ‘give x’.": "Un event s’arrête avec « end », et répond avec « give x ».",
    "An event stops with ‘end’; a loop says ‘while C, up to 20 times:’.": (
        "Un event s’arrête avec « end » ; une boucle dit « while C, up to 20 times: »."
    ),
    'Words are said with ‘tell everyone en "..." fr "..."’.': 'On fait dire des mots avec « tell everyone en "..." fr "..." ».',
    "A change is written ‘x becomes 3’.": "Un changement s’écrit « x becomes 3 ».",
    "A change is written ‘x gains 1 FIELD’.": "Un changement s’écrit « x gains 1 FIELD ».",
    "A change is written ‘x loses 1 FIELD’; a row is taken away with ‘discard x’.": (
        "Un changement s’écrit « x loses 1 FIELD » ; une ligne se retire avec « discard x »."
    ),
    "A row is taken away with ‘discard x’.": "Une ligne se retire avec « discard x ».",
    "An event is called by its name alone.": "Un event s’appelle par son seul nom.",
    "An event stops with ‘end’.": "Un event s’arrête avec « end ».",
    "One of two values is written ‘(a if C otherwise b)’.": "Une valeur parmi deux s’écrit « (a if C otherwise b) ».",
    "It has": "Il y a",
    "There is": "Il y a",
    "It is written {0}.": "Cela s’écrit {0}.",
    "an {0}": "« {0} »",
    "a {0}": "« {0} »",
    "Did you mean ‘{0}’?": "Vouliez-vous dire « {0} » ?",
    "Dice have a name: ‘roll 2d6 as blow’, then blow.{0}(1); in the lines of a test and in hooks of its roll they need none.": (
        "Des dés ont un nom : « roll 2d6 as blow », puis blow.{0}(1) ; dans les lignes d’un test et dans les "
        "crochets de son jet, ils n’en ont pas besoin."
    ),
    " and others": " et d’autres",
    "A board is {0}.": "Un plateau est {0}.",
    "Declare it with ‘{0}’": "Déclarez-le avec « {0} »",
    "{0}, or use what there is: {1}.": "{0}, ou servez-vous de ce qu’il y a : {1}.",
    "Declare it with ‘event {0} ...:’.": "Déclarez-le avec « event {0} ...: ».",
    "‘{0}’ is {1}": "« {0} » est d’un autre alphabet ({1})",
    "In ‘{0}’ the letter {1}, though it may look the same: type that name anew.": (
        "Dans « {0} », {1}, même si rien ne le montre : retapez ce nom."
    ),
}
