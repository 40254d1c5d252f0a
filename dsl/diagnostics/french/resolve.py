"""What is said of names, kinds, fields and boards."""

from __future__ import annotations

PHRASES: dict[str, str] = {
    "a topology is closed, buoy or torus": "une topologie est closed, buoy ou torus",
    "{0} value{1}": "{0} valeur{1}",
    "Closed ends at its edges, buoy wraps around sideways, torus on all sides; diagonal steps are those of a king_grid.": (
        "closed s’arrête aux bords, buoy continue sur les côtés, torus partout ; les pas en diagonale sont ceux d’un king_grid."
    ),
    "‘{0}’ takes {1}, not {2}": "« {0} » prend {1}, pas {2}",
    "‘{0}’ is not a topology: a board is closed, buoy or torus": ("« {0} » n’est pas une topologie : un plateau est closed, buoy ou torus"),
    "there is no map ‘{0}’": "il n’y a pas de plan « {0} »",
    "this board cannot be made: {0}": "ce plateau ne peut pas être construit : {0}",
    "Use ‘replace’, or another name.": "Servez-vous de « replace », ou d’un autre nom.",
    "Choose another name.": "Choisissez un autre nom.",
    "Use another name, or ‘replace’.": "Prenez un autre nom, ou « replace ».",
    "‘{0}’ would be a form of itself": "« {0} » serait une forme de lui-même",
    "One action of a family must not be a form of another.": "Une action de la famille n’est la forme d’aucune autre.",
    "number of rows": "nombre de lignes",
    "‘{0}’ is the plural of ‘{1}’": "« {0} » est le pluriel de « {1} »",
    "Remove one of them.": "Retirez l’un des deux.",
    "Give this one another name.": "Donnez un autre nom à celui-ci.",
    "Remove one of them, or use another name.": "Retirez l’un des deux, ou prenez un autre nom.",
    "two files give the {0} of ‘{1} {2}’": "deux fichiers disent, de « {1} {2} » : {0}",
    "two scenarios are called ‘{0}’": "deux scénarios s’appellent « {0} »",
    "‘{0}’ has two rows in this table": "« {0} » a deux lignes dans cette table",
    "a mark is one character, and this has {0}": "un signe est un seul caractère, celui-ci en a {0}",
    "the mark ‘{0}’ is explained twice": "le signe « {0} » est expliqué deux fois",
    "there are two parts ‘{0}’": "il y a deux morceaux « {0} »",
    "‘{0}’ is listed twice": "« {0} » est énuméré deux fois",
    "Use another name; to change it, ‘replace kind’.": "Prenez un autre nom ; pour la changer, « replace kind ».",
    "Use another name.": "Prenez un autre nom.",
    "‘{0}’ is not among the members that ‘kind {1}’ lists": "« {0} » n’est pas parmi les membres qu’énumère « kind {1} »",
    "two files give the {0} of the kind ‘{1}’": "deux fichiers disent, de la sorte « {1} » : {0}",
    "the {0} ‘{1}’ is declared twice": "déclaré deux fois : {0} « {1} »",
    "They are: {0}.": "Ce sont : {0}.",
    "{0} has a field ‘{1}’ of the language’s own": "{0} a un champ « {1} » qui est du langage lui-même",
    "Give yours another name.": "Donnez un autre nom au vôtre.",
    "It says which of a kind with ‘up to’ exist: those that were created and not discarded. Give yours another name.": (
        "Il dit lesquels, d’une sorte avec « up to », existent : ceux qui ont été créés et non retirés. Donnez un autre nom au vôtre."
    ),
    "{0} already has a field ‘{1}’": "{0} a déjà un champ « {1} »",
    "Give one with ‘, many WORD’.": "Donnez-en un avec « , many MOT ».",
    "A noun has one type in the whole game.": "Un nom n’a qu’un type dans tout le jeu.",
    "Choose another name for your kind.": "Choisissez un autre nom pour votre sorte.",
    "Choose another name for your value.": "Choisissez un autre nom pour votre valeur.",
    "‘{0}’ cannot be used as a sign on a board": "« {0} » n’est pas un signe pour un plateau",
    "A sign is one or two letters or symbols; a number may follow.": (
        "Un signe, c’est une ou deux lettres ou symboles : un nombre peut suivre."
    ),
    "with these options ‘{0}’ takes no part, but {1} still has it as its ‘{2}’": (
        "« {0} » ne participe pas avec ces options, et {1} l’a encore pour « {2} »"
    ),
    "Limit ‘{0}’ in the same way (‘kind {0}, up to ...’), or write ‘{1} or none’.": (
        "Ne faites pas participer plus de « {0} » non plus (« kind {0}, up to ... »), ou écrivez « {1} or none »."
    ),
    "the plural ‘{0}’ is taken": "le pluriel « {0} » est pris",
    "the noun ‘{0}’ is taken": "le nom « {0} » est pris",
    "‘{0}’ is a board, and ‘{0}(...)’ one of its cells": "« {0} » est un plateau, et « {0}(...) » l’une de ses cases",
    "‘{0}’ is built in": "« {0} » est fourni",
    "two kinds are marked ‘seats’": "deux sortes sont marquées « seats »",
    "Only one kind answers for the sides.": "Une seule sorte répond pour les camps.",
    "a kind has 1 to {0} rows, not {1}": "une sorte a de 1 à {0} lignes, pas {1}",
    "A mark that names its cell can be drawn only once.": "Un signe qui nomme sa case se dessine une seule fois.",
    "no board of this game is drawn as a map": "aucun plateau de ce jeu n’est dessiné comme un plan",
    "Links belong in a map.": "Des liens appartiennent à un plan.",
    "two cells are called ‘{0}’": "deux cases s’appellent « {0} »",
    "two cells are called ‘{0}’: the mark ‘{1}’ is drawn twice": (
        "deux cases s’appellent « {0} » : le signe « {1} » est dessiné deux fois"
    ),
    "Choose another name for the path.": "Choisissez un autre nom pour le chemin.",
    "Draw the cell, place the part that draws it, or move the link to that part.": (
        "Dessinez la case, placez le morceau qui la dessine, ou mettez le lien dans ce morceau."
    ),
    "the map ‘{0}’ cannot be read: {1}": "le plan « {0} » ne peut pas être lu : {1}",
    "two paths are called ‘{0}’": "deux chemins s’appellent « {0} »",
    "‘{0}’ is the name of something else": "« {0} » est le nom d’autre chose",
    "two links are called ‘{0}’": "deux liens s’appellent « {0} »",
    "one end of this ‘{0}’ has no place on the map": "un bout de ce « {0} » n’a pas de place sur le plan",
    "there is no kind ‘{0}’ to add a member to": "il n’y a pas de sorte « {0} » à laquelle ajouter un membre",
    "there are two ‘{0} {1}’": "il y a deux « {0} {1} »",
    "the first cell of a row is its name": "la première case d’une ligne est son nom",
    "this row has {0} cells, the table has {1} columns": "cette ligne a {0} cases, la table a {1} colonnes",
    "there is no number option ‘{0}’": "il n’y a pas d’option numérique « {0} »",
    "there is no noun ‘{0}’": "aucune sorte ne s’appelle « {0} »",
    "Write the smaller number first.": "Écrivez d’abord le plus petit nombre.",
    "Use larger units.": "Comptez en unités plus grandes.",
    "the range {0} to {1} is empty": "de {0} à {1}, il n’y a rien",
    "numbers go from -{0} to {1}": "les nombres vont de -{0} à {1}",
    "yes": "oui",
    "no": "non",
    "It is one of: {0}.": "C’est l’un de : {0}.",
    "the option ‘{0}’ cannot be ‘{1}’. {2}": "l’option « {0} » ne peut pas être « {1} ». {2}",
    "the option ‘{0}’ goes from {1} to {2}, not {3}": "l’option « {0} » va de {1} à {2}, pas {3}",
    "the option ‘{0}’ goes from {1} to {2} in steps of {3}: {4} is not among them": (
        "l’option « {0} » va de {1} à {2}, de {3} en {3} : {4} n’en fait pas partie"
    ),
    "only what a player chooses goes in steps: an option, what an action is given, a number after ‘chooses’": (
        "seul ce qu’un joueur choisit va de tant en tant : une option, ce qu’une action reçoit, un nombre après « chooses »"
    ),
    "Leave out ‘by {0}’.": "Retirez « by {0} ».",
    "a step is 1 or more, not {0}": "un pas vaut au moins 1, pas {0}",
    "Leave out ‘by {0}’, or write a larger number.": "Retirez « by {0} », ou écrivez un nombre plus grand.",
    "counting from {0} by {1} does not come to {2}": "compter de {0} en avançant de {1} ne mène pas à {2}",
    "Write {0} to {1} by {2}, or {0} to {3} by {2}.": "Écrivez {0} to {1} by {2}, ou {0} to {3} by {2}.",
    "the option ‘{0}’ is a number, not ‘{1}’": "l’option « {0} » est un nombre, pas « {1} »",
    "there is no option ‘{0}’. {1}": "il n’y a pas d’option « {0} ». {1}",
    'Lay the second drawing over the first: ‘floor 0 at (10, 5) """...’.': (
        'Posez le second dessin sur le premier : « floor 0 at (10, 5) """... ».'
    ),
    "floor {0} is drawn twice": "l’étage {0} est dessiné deux fois",
    "All lines of a floor must have the same length.": "Toutes les lignes d’un étage ont la même longueur.",
    "line {0} of floor {1} has {2} characters, the first has {3}": ("la ligne {0} de l’étage {1} a {2} caractères, la première en a {3}"),
    "Move one of the two drawings, or leave the place blank.": "Déplacez l’un des deux dessins, ou laissez l’endroit blanc.",
    "twice as ‘{0}’": "deux fois sous le nom « {0} »",
    "the part ‘{0}’ is placed {1}, and its cells have names": "le morceau « {0} » est placé {1}, et ses cases ont des noms",
    "Give the second one its own names: ‘place {0} at ... as NAME’.": ("Donnez au second des noms à lui : « place {0} at ... as NOM »."),
    "‘{0}’ on floor {1} has no mark": "« {0} », à l’étage {1}, n’a pas de « mark »",
    'Say what it stands for: ‘mark "{0}" MEMBER’.': 'Dites ce qu’il représente : « mark "{0}" MEMBER ».',
    "{0} is drawn here and elsewhere": "{0} est dessiné ici et ailleurs",
    "the other drawing": "l’autre dessin",
    "there is no {0} ‘{1}’": "nom inconnu ({0}) : « {1} »",
    "a flag": "un oui ou non",
    "a chance": "une chance",
    "a thing of one of several kinds": "une chose d’une parmi plusieurs sortes",
    "an empty set": "un ensemble vide",
    "a set of {0}": "un ensemble de « {0} »",
    " or none": " ou none",
    "the kind ‘{0}’ has more than {1} rows": "la sorte « {0} » a plus de {1} lignes",
    "‘{0}’ is written in two alphabets": "« {0} » est écrit en deux alphabets",
    "Use a different one: to, from, with, for, at, on, against, into, through, under.": (
        "Chacune se reconnaît à la sienne : to, from, with, for, at, on, against, into, through, under."
    ),
    "‘{0}’ is not a number written out, where a range begins": "« {0} » n’est pas un nombre écrit, et un intervalle commence là",
    "two things have {0}": "deux choses ont {0}",
    "‘{0}’ is a relation of {1} things": "« {0} » est une relation entre {1} choses",
    "Write: {0}.": "Écrivez : {0}.",
}
