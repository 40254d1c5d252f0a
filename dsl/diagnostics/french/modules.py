"""What is said of files and how they are put together."""

from __future__ import annotations

PHRASES: dict[str, str] = {
    "files beside this one extend ‘{0}’ but are not read, ‘{1}’ for instance": (
        "des fichiers voisins prolongent « {0} » et ne sont pas lus, « {1} » par exemple"
    ),
    "Rename the folder to ‘{0}’, the name of the game: then all files in it are read.": (
        "Renommez le dossier en « {0} », le nom du jeu : tous ses fichiers seront lus."
    ),
    "‘{0}’ is shown in reports beside each side, so it must take one {1}, or nothing": (
        "« {0} » est donné dans les comptes rendus à côté de chaque camp : il se demande d’un seul {1}, ou de rien"
    ),
    "Write: let {0}({1}) = ...": "Écrivez : let {0}({1}) = ...",
    "there is no ‘{0}’ to translate": "il n’y a pas de « {0} » dont traduire les textes",
    "Remove the block, or run ‘arbitre translate’: it keeps the old texts.": (
        "Retirez le bloc, ou lancez « arbitre translate » : ce qui était traduit est gardé."
    ),
    "this line does not say what it translates": "cette ligne ne dit pas ce qu’elle traduit",
    'Put the text of the rulebook in front of it: en "..." {0} "...".': 'Mettez devant le texte du livre de règles : en "..." {0} "...".',
    "this line says nothing in ‘{0}’, the language of the file": "cette ligne ne dit rien en « {0} », la langue du fichier",
    'Write it after the text of the rulebook: en "..." {0} "...".': 'Écrivez-le après le texte du livre de règles : en "..." {0} "...".',
    "‘{0}’ does not say “{1}”": "« {0} » ne dit pas « {1} »",
    "It now says: “{0}”.": "On y lit désormais : « {0} ».",
    "Remove the line, or run ‘arbitre translate’: it keeps it as a comment.": (
        "Retirez la ligne, ou lancez « arbitre translate », qui la garde en commentaire."
    ),
    "“{0}”": "« {0} »",
    "“{0}” is already translated, as “{1}”": "« {0} » est déjà traduit, par « {1} »",
    "Remove one of the two.": "L’un des deux est de trop.",
    "the text": "le texte",
    "{0} texts are not translated: {1} …": "textes sans traduction : {0} ({1} …)",
    "not translated: {0}": "sans traduction : {0}",
    "‘arbitre translate {0} --to {1}’ writes them into the file.": "« arbitre translate {0} --to {1} » les écrit dans le fichier.",
    "‘{0}’ is in two packages, {1} and {2}": "« {0} » est de deux paquets, {1} et {2}",
    "Write ‘{0}:{1}’ or ‘{2}:{1}’.": "Écrivez « {0}:{1} » ou « {2}:{1} ».",
    "no package ‘{0}’ is read here": "aucun paquet « {0} » n’est lu ici",
    "Its name is in its ‘package.toml’; its file is read with ‘-e’.": (
        "Son nom est dans son « package.toml » ; son fichier se lit avec « -e »."
    ),
    "a translation can contain only texts": "une traduction ne contient que des textes",
    "Put rules in a separate file whose first line is ‘extends GAME’.": (
        "Les règles vont dans un fichier à elles, dont la première ligne est « extends JEU »."
    ),
    "this game is written for edition {0} of the language": "ce jeu est écrit pour l’édition {0} du langage",
    "This version of Arbitre reads edition {0}: install a newer one.": (
        "Cette version d’Arbitre lit l’édition {0} : installez-en une plus récente."
    ),
    "the chapter ‘{0}’ has no ‘sheet’ line to replace": "le chapitre « {0} » n’a pas de ligne « sheet » à remplacer",
    "the chapter ‘{0}’ has no ‘turn’ line to replace": "le chapitre « {0} » n’a pas de ligne « turn » à remplacer",
    "A chapter of your own can have some.": "Un chapitre à vous peut en avoir.",
    "the chapter": "le chapitre",
    "there is no ‘{0}’ to change": "il n’y a pas de « {0} » à changer",
    "‘{0}’ is a line of a table: write ‘replace table of {1}:’ with all its lines.": (
        "« {0} » est une ligne d’une table : écrivez « replace table of {1}: » avec toutes ses lignes."
    ),
    "Use its name, or OWNER.NAME for a part of something.": ("Cela s’appelle par son nom, ou OWNER.NAME pour une partie de quelque chose."),
    "table of {0}": "table de {0}",
    "Two files cannot replace or remove the same thing.": "Deux fichiers ne peuvent pas remplacer ou retirer la même chose.",
    "‘{0}’ has: {1}.": "De « {0} » il y a : {1}.",
    "‘{0}’ is changed here and elsewhere": "« {0} » est changé ici et ailleurs",
    "the other change": "l’autre changement",
    "Give the new step another name.": "Donnez un autre nom à la nouvelle étape.",
    "the agenda ‘{0}’ already has a step ‘{1}’": "l’agenda « {0} » a déjà une étape « {1} »",
    "‘{0}’ cannot come before ‘{1}’: other lines say the opposite": (
        "« {0} » ne peut pas précéder « {1} » : d’autres lignes disent l’inverse"
    ),
    "Remove the line that is wrong.": "Retirez la ligne fautive.",
    "‘{0}’ is here": "« {0} » se trouve ici",
    "other files also insert at ‘{0}’, and nothing says which comes first": (
        "d’autres fichiers insèrent aussi en « {0} », et rien ne dit qui vient d’abord"
    ),
    "Say which: ‘{0}, before {1}:’ or ‘{0}, after {1}:’; in another file ‘reschedule {2} before {1}’.": (
        "Dites-le : « {0}, before {1}: » ou « {0}, after {1}: » ; dans un autre fichier « reschedule {2} before {1} »."
    ),
    "the folder ‘{0}’ contains no .rules file": "le dossier « {0} » ne contient pas de fichier .rules",
    "this file does not declare a game": "ce fichier ne déclare pas de jeu",
    "Its first line is ‘game NAME:’, or ‘extends NAME’ for an extension.": (
        "Sa première ligne est « game NOM: », ou « extends NOM » pour une extension."
    ),
    "A game cannot extend itself.": "Un jeu ne peut pas s’étendre lui-même.",
    "Put this file in the folder of ‘{0}’, or name both: ‘arbitre check PATH/{1} -e {2}’.": (
        "Mettez ce fichier sous le dossier de « {0} », ou nommez les deux : « arbitre check CHEMIN/{1} -e {2} »."
    ),
    "there is no game ‘{0}’ to extend": "il n’y a pas de jeu « {0} » à étendre",
    "One of them must not extend another.": "L’un de ces fichiers ne doit pas étendre l’autre.",
    "extensions extend each other in a cycle: {0}": "des extensions s’étendent les unes les autres en rond : {0}",
    "games extend each other in a cycle: {0}": "des jeux s’étendent les uns les autres en rond : {0}",
    "this file does not say what it extends": "ce fichier ne dit pas ce qu’il étend",
    "a file has only one header, its first line": "un fichier a une seule tête, sa première ligne",
    "Put the other game or extension in a separate file.": "Donnez à l’autre jeu ou à l’autre extension un fichier à lui.",
    "there is no file ‘{0}’": "il n’y a pas de fichier « {0} »",
    "and here": "et ici",
    "‘{0}’ is a separate game, not an extension of ‘{1}’": "« {0} » est un jeu à part entière, pas une extension de « {1} »",
    "The first line of an extension is ‘extends {0}’.": "La première ligne d’une extension est « extends {0} ».",
    "Its first line is ‘extends {0}’.": "Sa première ligne est « extends {0} ».",
    "there is no rulebook ‘{0}’. {1}": "il n’y a pas de livre de règles « {0} ». {1}",
    "this file extends ‘{0}’, not ‘{1}’": "ce fichier étend « {0} », pas « {1} »",
    "One of them must not start from another.": "L’une d’elles ne part d’aucune autre.",
    "Give each its own name.": "Donnez à chacune un nom à elle.",
    "What stands under ‘scenarios/’ of the game is not read with an extension: declare it in the extension, or beside the rules.": (
        "Ce qui est sous « scenarios/ » du jeu n’est pas lu avec une extension : déclarez la mise en place dans l’extension, ou à côté des "
        "règles."
    ),
    "Declare a setting with ‘setting NAME:’ and lines of a scenario below it.": (
        "Une mise en place se déclare avec « setting NOM: », et des lignes de scénario en dessous."
    ),
    "settings start from each other in a cycle: {0}": "des mises en place partent les unes des autres en rond : {0}",
    "two settings are called ‘{0}’": "deux mises en place s’appellent « {0} »",
    "‘start from’ must be the first line": "« start from » est la première ligne",
    "Put it right below the name or the title.": "Mettez-la juste sous le nom ou le titre.",
    "there is no setting ‘{0}’": "il n’y a pas de mise en place « {0} »",
    "this folder takes precedence over the library's game ‘{0}’": "ce dossier passe devant le jeu « {0} » de la bibliothèque",
    "‘{0}’ is now called ‘{1}’": "« {0} » s’appelle maintenant « {1} »",
    "renamed here": "renommé ici",
    "‘{0}’ is now the name of something else": "« {0} » est maintenant le nom d’autre chose",
    "Older files would be taken to mean that one: give the other a different name.": (
        "Les fichiers d’avant seraient lus comme s’ils en parlaient : donnez à l’autre un nom à elle."
    ),
    "‘{0}’ no longer exists": "« {0} » n’existe plus",
    "said here": "dit ici",
}
