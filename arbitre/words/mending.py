"""Why some faults cannot be mended without their author: for every code that has no fix, in English and in French."""

from __future__ import annotations

_CHOICE = ("Only you know which of the two you mean.", "Vous seul savez lequel des deux vous voulez.")
_RULE = ("What the rule should do instead is yours to say.", "C’est à vous de dire ce que la règle doit faire.")
_DRAWING = (
    "The drawing shows what is meant; only you can redraw it.",
    "Le plan montre ce que vous voulez ; vous seul pouvez le redessiner.",
)
_WORDS = ("A better wording is yours to find.", "C’est à vous de trouver de meilleurs mots.")

REASONS: dict[str, tuple[str, str]] = {
    "A01": ("Who may do it, and when, is yours to say.", "C’est à vous de dire qui peut le faire, et quand."),
    "A02": ("Which step performs the order is yours to say.", "C’est à vous de dire quelle étape exécute cet ordre."),
    "B01": _DRAWING, "B02": _DRAWING, "B03": _DRAWING, "B04": _DRAWING, "B05": _DRAWING,
    "B07": ("Where the part lies is yours to say.", "C’est à vous de dire où se trouve ce morceau."),
    "B08": ("Which place of the other map you mean is yours to say.", "C’est à vous de dire quelle case de l’autre plan vous voulez."),
    "C02": ("Which rule carries the clause is yours to say.", "C’est à vous de dire quelle règle porte la clause."),
    "C05": _RULE,
    "C06": ("Which line carries out the ruling is yours to say.", "C’est à vous de dire quelle ligne applique la décision."),
    "C08": ("One of the settings must begin from nothing: which is yours to say.",
            "L’une des mises en place doit partir de rien : c’est à vous de dire laquelle."),
    "C09": ("It belongs in a scenario: which is yours to say.", "Cela se demande dans un scénario : c’est à vous de dire lequel."),
    "C10": ("Which text of today the scenario means is yours to say.", "C’est à vous de dire quel texte le scénario vise à présent."),
    "F02": ("Which of the two takes another name is yours to say.", "C’est à vous de dire lequel des deux change de nom."),
    "F03": ("What your file wanted of it is yours to say.", "C’est à vous de dire ce que votre fichier en attendait."),
    "H01": _RULE,
    "H04": _CHOICE, "H05": _CHOICE,
    "L02": ("Which chapter teaches it is yours to say.", "C’est à vous de dire quel chapitre l’enseigne."),
    "L05": ("What players must know of it is yours to say.", "C’est à vous de dire ce que les joueurs doivent en savoir."),
    "L07": ("Why an example matters is yours to say.", "C’est à vous de dire pourquoi un exemple compte."),
    "L06": ("What can be left out is yours to say.", "C’est à vous de dire ce qui peut être omis."),
    "N02": ("Whether it is another thing, or the same changed, is yours to say.",
            "C’est à vous de dire si c’est une autre chose, ou la même changée."),
    "N03": _CHOICE, "N08": ("Its element needs a name of your choice.", "L’élément attend un nom de votre choix."),
    "N10": ("What happens where there is none is yours to say.", "C’est à vous de dire ce qui se passe quand il n’y en a pas."),
    "P01": _RULE, "P02": _RULE, "P03": _RULE, "P04": _RULE, "P06": _RULE,
    "P05": ("Which agenda is played is yours to say.", "C’est à vous de dire quel agenda est joué."),
    "R02": ("Which of the two rows keeps the number is yours to say.",
            "C’est à vous de dire laquelle des deux lignes garde ce nombre."),
    "S01": ("Until the file can be read, nothing in it can be changed here.",
            "Tant que le fichier est illisible, rien ne peut y être changé ici."),
    "S08": ("A newer version of the program has to be installed, or the file written for this edition.",
            "Il faut installer une version plus récente du programme, ou écrire le fichier pour cette édition."),
    "S05": ("How to cut it into parts is yours to say.", "C’est à vous de dire comment le couper."),
    "T01": _RULE, "T03": _RULE, "T04": _RULE, "T06": _RULE, "T07": _RULE, "T08": _RULE,
    "T05": ("Whose decision it is, is yours to say.", "C’est à vous de dire à qui revient la décision."),
    "T09": ("Which kind answers for the sides is yours to say.", "C’est à vous de dire quelle sorte répond pour les camps."),
    "T11": _WORDS,
    "V04": (
        "By what the order goes, or whether by lot, is yours to say.",
        "C’est à vous de dire ce qui fixe l’ordre, ou si le sort en décide.",
    ),
    "V01": ("Who may see it is yours to say.", "C’est à vous de dire qui peut le voir."),
    "M01": (
        'Whether it is told before the end, or not at all, is yours to say.',
        'C’est à vous de dire si on l’annonce avant la fin, ou pas du tout.',
    ),
    "Q01": (
        "Whether all are asked or one, and in which order, is yours to say.",
        "C’est à vous de dire si on les interroge tous ou un seul, et dans quel ordre.",
    ),
    "Q02": (
        "What tells a new throw from the old one is yours to note.",
        "C’est à vous de noter ce qui distingue un nouveau jet de l’ancien.",
    ),
    "O01": (
        "Whether they are performed after all, and in which order, is yours to say.",
        "C’est à vous de dire s’ils sont finalement exécutés, et dans quel ordre.",
    ),
    "M02": (
        "What is to happen during somebody else’s act is yours to say.",
        "C’est à vous de dire ce qui se passe pendant l’acte d’un autre.",
    ),
    "O02": (
        "How often each may be done is yours to say.",
        "C’est à vous de dire combien de fois chacune est permise.",
    ),
    "D01": (
        "Which of the two reaches is meant there is yours to say.",
        "C’est à vous de dire laquelle des deux portées est voulue là.",
    ),
    "M03": (
        "Whether those who were so are meant, or who still are, is yours to say.",
        "C’est à vous de dire s’il s’agit de ceux dont c’était vrai, ou dont ce l’est encore.",
    ),
    "M04": (
        "Whether both are meant at once, or in which order, is yours to say.",
        "C’est à vous de dire si c’est à la fois, ou dans quel ordre.",
    ),
    "M05": (
        "What becomes of it when they have parted is yours to say.",
        "C’est à vous de dire ce qui se passe s’ils se sont éloignés.",
    ),
    "M06": (
        "Whether the form that is left out is meant too is yours to say.",
        "C’est à vous de dire si la forme qui manque est voulue aussi.",
    ),
    "T15": (
        "What the text means now is yours to say in the other language; ‘arbitre translate’ keeps what was said.",
        "C’est à vous de dire dans l’autre langue ce que le texte veut dire à présent ; « arbitre translate » garde ce qui était dit.",
    ),
    "T16": ("How it is said in the other language is yours to say.", "C’est à vous de le dire dans l’autre langue."),
}  # fmt: skip
