"""Why some faults cannot be mended without their author: for every code that has no fix, in English and in French."""

from __future__ import annotations

_CHOICE = ("Only you know which of the two you mean.", "Vous seul savez lequel des deux vous voulez.")
_RULE = ("Only you can say what the rule should do instead.", "C’est à vous de dire ce que la règle doit faire.")
_DRAWING = (
    "The drawing shows what is meant; only you can redraw it.",
    "Le plan montre ce que vous voulez ; vous seul pouvez le redessiner.",
)
_WORDS = ("Only you can find a better wording.", "C’est à vous de trouver de meilleurs mots.")

REASONS: dict[str, tuple[str, str]] = {
    "A01": ("Only you can say who may do it, and when.", "C’est à vous de dire qui peut le faire, et quand."),
    "A02": ("Only you can say which step performs the order.", "C’est à vous de dire quelle étape exécute cet ordre."),
    "B01": _DRAWING, "B02": _DRAWING, "B03": _DRAWING, "B04": _DRAWING, "B05": _DRAWING,
    "B07": ("Only you can say where the part goes.", "C’est à vous de dire où se trouve ce morceau."),
    "B09": ("Only you can say how near by links is meant.", "C’est à vous de dire quelle proximité par les liens vous voulez."),
    "B08": ("Only you can say which place of the other map you mean.", "C’est à vous de dire quelle case de l’autre plan vous voulez."),
    "C02": ("Only you can say which rule carries the clause.", "C’est à vous de dire quelle règle porte la clause."),
    "C05": _RULE,
    "C06": ("Only you can say which line carries out the ruling.", "C’est à vous de dire quelle ligne applique la décision."),
    "C08": ("One of the settings must start from nothing: only you can say which.",
            "L’une des mises en place doit partir de rien : c’est à vous de dire laquelle."),
    "C09": ("It belongs in a scenario: only you can say which.", "Cela se demande dans un scénario : c’est à vous de dire lequel."),
    "C10": ("Only you can say which current text the scenario means.", "C’est à vous de dire quel texte le scénario vise à présent."),
    "F02": ("Only you can say which of the two gets another name.", "C’est à vous de dire lequel des deux change de nom."),
    "F03": ("Only you can say what your file used it for.", "C’est à vous de dire ce que votre fichier en attendait."),
    "H01": _RULE,
    "H04": _CHOICE, "H05": _CHOICE,
    "L02": ("Only you can say which chapter teaches it.", "C’est à vous de dire quel chapitre l’enseigne."),
    "L05": ("Only you can say what players must know about it.", "C’est à vous de dire ce que les joueurs doivent en savoir."),
    "L07": ("Only you can say why an example matters.", "C’est à vous de dire pourquoi un exemple compte."),
    "L06": ("Only you can say what can be left out.", "C’est à vous de dire ce qui peut être omis."),
    "N02": ("Only you can say whether it is a different thing, or the same one changed.",
            "C’est à vous de dire si c’est une autre chose, ou la même changée."),
    "N03": _CHOICE, "N08": ("Its element needs a name of your choice.", "L’élément attend un nom de votre choix."),
    "N10": ("Only you can say what happens where there is none.", "C’est à vous de dire ce qui se passe quand il n’y en a pas."),
    "N12": ("Only you can say which of the two is meant.", "C’est à vous de dire lequel des deux est visé."),
    "P01": _RULE, "P02": _RULE, "P03": _RULE, "P04": _RULE, "P06": _RULE,
    "P05": ("Only you can say which agenda is played.", "C’est à vous de dire quel agenda est joué."),
    "R02": ("Only you can say which of the two rows keeps the number.",
            "C’est à vous de dire laquelle des deux lignes garde ce nombre."),
    "S01": ("Until the file can be read, nothing in it can be changed here.",
            "Tant que le fichier est illisible, rien ne peut y être changé ici."),
    "S08": ("A newer version of the program has to be installed, or the file written for this edition.",
            "Il faut installer une version plus récente du programme, ou écrire le fichier pour cette édition."),
    "S09": ("The folder has to be renamed to the name of the game, outside the editor.",
            "Le dossier doit prendre le nom du jeu, ce qui se fait hors de l’éditeur."),
    "S05": ("Only you can say how to cut it into parts.", "C’est à vous de dire comment le couper."),
    "T01": _RULE, "T03": _RULE, "T04": _RULE, "T06": _RULE, "T07": _RULE, "T08": _RULE, "U03": _RULE, "U04": _RULE,
    "T05": ("Only you can say whose decision it is.", "C’est à vous de dire à qui revient la décision."),
    "T09": ("Only you can say which kind answers for the sides.", "C’est à vous de dire quelle sorte répond pour les camps."),
    "T11": _WORDS,
    "V04": (
        "Only you can say what decides the order, or whether it is drawn by lot.",
        "C’est à vous de dire ce qui fixe l’ordre, ou si le sort en décide.",
    ),
    "V01": ("Only you can say who may see it.", "C’est à vous de dire qui peut le voir."),
    "M01": (
        'Only you can say whether it is told before the end, or not at all.',
        'C’est à vous de dire si on l’annonce avant la fin, ou pas du tout.',
    ),
    "M07": (
        "Only you can say whether a tie is shared, or what decides it.",
        "C’est à vous de dire si une égalité est partagée, ou ce qui départage.",
    ),
    "M08": (
        "Only you can say whether the nearest cell comes first.",
        "C’est à vous de dire si la case la plus proche vient en premier.",
    ),
    "M10": (
        "Only you can say what is to happen to the others.",
        "C’est à vous de dire ce qui doit arriver aux autres.",
    ),
    "M09": (
        "Only you can say which order is meant.",
        "C’est à vous de dire quel ordre vous voulez.",
    ),
    "R06": (
        "Only you can say which number is meant, or how far it may go.",
        "C’est à vous de dire quel nombre vous voulez, ou jusqu’où il peut aller.",
    ),
    "R10": (
        "Only you can say whether one of them or all are meant.",
        "C’est à vous de dire s’il s’agit d’un seul ou de tous.",
    ),
    "R11": (
        "Only you can say what is to be measured of each of them.",
        "C’est à vous de dire ce qu’il faut mesurer de chacun.",
    ),
    "R07": (
        "Only you can say whether the range is too narrow, or the number wrong.",
        "C’est à vous de dire si l’étendue est trop courte, ou le nombre faux.",
    ),
    "X02": (
        "Only you can say what ends the search, or which cells it may not cross.",
        "C’est à vous de dire où s’arrête la recherche, ou quelles cases elle ne traverse pas.",
    ),
    "Q01": (
        "Only you can say whether all are asked or one, and in which order.",
        "C’est à vous de dire si on les interroge tous ou un seul, et dans quel ordre.",
    ),
    "Q02": (
        "Only you can say what tells a new throw from the old one.",
        "C’est à vous de noter ce qui distingue un nouveau jet de l’ancien.",
    ),
    "O01": (
        "Only you can say whether they are performed after all, and in which order.",
        "C’est à vous de dire s’ils sont finalement exécutés, et dans quel ordre.",
    ),
    "M02": (
        "Only you can say what is to happen during somebody else’s act.",
        "C’est à vous de dire ce qui se passe pendant l’acte d’un autre.",
    ),
    "O02": (
        "Only you can say how often each may be done.",
        "C’est à vous de dire combien de fois chacune est permise.",
    ),
    "D01": (
        "Only you can say which of the two reaches is meant there.",
        "C’est à vous de dire laquelle des deux portées est voulue là.",
    ),
    "M03": (
        "Only you can say whether you mean those for whom it was true, or those for whom it still is.",
        "C’est à vous de dire s’il s’agit de ceux dont c’était vrai, ou dont ce l’est encore.",
    ),
    "M04": (
        "Only you can say whether both happen at once, or in which order.",
        "C’est à vous de dire si c’est à la fois, ou dans quel ordre.",
    ),
    "M05": (
        "Only you can say what happens if they have moved apart.",
        "C’est à vous de dire ce qui se passe s’ils se sont éloignés.",
    ),
    "M06": (
        "Only you can say whether the form that is left out is meant too.",
        "C’est à vous de dire si la forme qui manque est voulue aussi.",
    ),
    "T15": (
        "Only you can say what the text means now in the other language; ‘arbitre translate’ keeps the old translation.",
        "C’est à vous de dire dans l’autre langue ce que le texte veut dire à présent ; « arbitre translate » garde ce qui était dit.",
    ),
    "T17": ("Only you know how it is to be asked.", "Vous seul savez comment la poser."),
    "T18": ("Only you know which it is.", "Vous seul savez lequel des deux."),
    "T16": ("Only you can say it in the other language.", "C’est à vous de le dire dans l’autre langue."),
}  # fmt: skip
