"""Every code of a message: what it is called, how grave it is, since when there is it."""

from __future__ import annotations

from dataclasses import dataclass

ERROR, WARNING = "error", "warning"


@dataclass(frozen=True, slots=True)
class Code:
    """One thing that can be wrong with a rulebook.  ``explain/en/CODE.md`` says at length what it means and how to mend it."""

    title: str
    french: str
    severity: str
    since: str  # the version that first told it

    def called(self, lang: str) -> str:
        """Its title in a language."""
        return self.french if lang == "fr" else self.title


CODES: dict[str, Code] = {
    "A01": Code("action nobody can do", "action que personne ne peut faire", ERROR, "0.1.0"),
    "A02": Code("order nothing performs", "ordre que rien n’exécute", ERROR, "0.1.0"),
    "B01": Code("board", "plateau", ERROR, "0.1.0"),
    "B02": Code("no such cell", "case inconnue", ERROR, "0.1.0"),
    "B03": Code("cells out of reach", "cases hors d’atteinte", WARNING, "0.1.0"),
    "B04": Code("one-way trap", "piège à sens unique", WARNING, "0.1.0"),
    "B05": Code("board", "plateau", ERROR, "0.1.0"),
    "B06": Code("part not there", "morceau de plan manquant", WARNING, "0.1.0"),
    "B07": Code("part without a place", "morceau de plan sans place", WARNING, "0.1.0"),
    "B08": Code("cell of another map", "case d’un autre plan", WARNING, "0.1.0"),
    "C01": Code("unknown clause", "clause inconnue", ERROR, "0.1.0"),
    "C02": Code("clause without a rule", "clause sans règle", WARNING, "0.1.0"),
    "C03": Code("clause without a scenario", "clause sans scénario", WARNING, "0.1.0"),
    "C04": Code("waived and carried", "écartée et portée", WARNING, "0.1.0"),
    "C05": Code("dice and odds", "dés et probabilités", ERROR, "0.1.0"),
    "C06": Code("ruling without a rule", "décision sans règle", WARNING, "0.1.0"),
    "C07": Code("rule without a scenario", "règle sans scénario", WARNING, "0.1.0"),
    "C08": Code("settings", "mises en place", ERROR, "0.1.0"),
    "C10": Code("never told in any case", "jamais dit de toute façon", WARNING, "0.1.0"),
    "C09": Code("asked by scenarios only", "demandé aux seuls scénarios", ERROR, "0.1.0"),
    "D01": Code("a reach written twice", "portée écrite deux fois", WARNING, "0.1.0"),
    "F01": Code("former name", "ancien nom", WARNING, "0.1.0"),
    "F02": Code("former name in use", "ancien nom repris", ERROR, "0.1.0"),
    "F03": Code("name that is gone", "nom disparu", ERROR, "0.1.0"),
    "H01": Code("rule that never applies", "règle qui ne s’applique jamais", WARNING, "0.1.0"),
    "H02": Code("no such rule beside it", "aucune règle de ce nom à côté", WARNING, "0.1.0"),
    "H03": Code("two rules instead", "deux règles à la place", WARNING, "0.1.0"),
    "H04": Code("two files decide a value", "deux fichiers décident d’une valeur", WARNING, "0.1.0"),
    "H05": Code("names changed round", "noms échangés", WARNING, "0.1.0"),
    "K01": Code("kept and never taken back", "gardé et jamais retiré", WARNING, "0.1.0"),
    "L01": Code("chapter that shows what is not there", "chapitre qui montre ce qui n’existe pas", ERROR, "0.1.0"),
    "L02": Code("clause nobody is taught", "clause que nul n’enseigne", WARNING, "0.1.0"),
    "L03": Code("what players ask first", "ce que les joueurs demandent d’abord", WARNING, "0.1.0"),
    "L04": Code("chapter without a title", "chapitre sans titre", WARNING, "0.1.0"),
    "L05": Code("no line at the table", "rien à la table", WARNING, "0.1.0"),
    "L06": Code("line too long for the table", "ligne trop longue pour la table", WARNING, "0.1.0"),
    "L07": Code("example without a caption", "exemple sans légende", WARNING, "0.1.0"),
    "M01": Code("told after the end", "dit après la fin", WARNING, "0.1.0"),
    "M02": Code("somebody else’s act", "l’acte d’un autre", WARNING, "0.1.0"),
    "M03": Code("asked again after a change", "redemandé après un changement", WARNING, "0.1.0"),
    "M04": Code("one and then the other", "l’un puis l’autre", WARNING, "0.1.0"),
    "M05": Code("out of reach by then", "hors de portée entre-temps", WARNING, "0.1.0"),
    "M06": Code("some forms and not the others", "certaines formes et pas les autres", WARNING, "0.1.0"),
    "M07": Code("one of several wins", "un seul de plusieurs gagne", WARNING, "0.1.0"),
    "N01": Code("unknown name", "nom inconnu", ERROR, "0.1.0"),
    "N02": Code("declared twice", "déclaré deux fois", ERROR, "0.1.0"),
    "N03": Code("two meanings", "deux sens", ERROR, "0.1.0"),
    "N04": Code("base game missing", "jeu de base manquant", ERROR, "0.1.0"),
    "N06": Code("conflict", "conflit", ERROR, "0.1.0"),
    "N07": Code("nothing to change", "rien à changer", ERROR, "0.1.0"),
    "N08": Code("where inside where", "where dans un where", ERROR, "0.1.0"),
    "N09": Code("order not said", "ordre non précisé", ERROR, "0.1.0"),
    "N10": Code("nothing where something is wanted", "rien là où il faut quelque chose", WARNING, "0.1.0"),
    "N11": Code("order of two rules not said", "ordre de deux règles non précisé", WARNING, "0.1.0"),
    "O01": Code("orders put off and lost", "ordres remis et perdus", WARNING, "0.1.0"),
    "O02": Code("limit passed by", "limite contournée", WARNING, "0.1.0"),
    "P01": Code("out of place", "hors de sa place", ERROR, "0.1.0"),
    "P02": Code("no result", "sans résultat", ERROR, "0.1.0"),
    "P03": Code("dice in a secret choice", "dés dans un choix secret", ERROR, "0.1.0"),
    "P04": Code("agenda in an event", "agenda lancé par un événement", ERROR, "0.1.0"),
    "P05": Code("nothing to play", "rien à jouer", ERROR, "0.1.0"),
    "P06": Code("change without effect", "changement sans effet", ERROR, "0.1.0"),
    "Q01": Code("the first of several", "le premier de plusieurs", WARNING, "0.1.0"),
    "Q02": Code("asked twice on the same dice", "demandé deux fois sur les mêmes dés", WARNING, "0.1.0"),
    "R01": Code("gap", "trou", ERROR, "0.1.0"),
    "R02": Code("overlap", "chevauchement", ERROR, "0.1.0"),
    "R03": Code("row never met", "ligne jamais atteinte", WARNING, "0.1.0"),
    "R04": Code("so many or at least so many", "tant ou au moins tant", WARNING, "0.1.0"),
    "R05": Code("one statement or two", "une affirmation ou deux", WARNING, "0.1.0"),
    "R06": Code("never true", "jamais vrai", WARNING, "0.1.0"),
    "S01": Code("unreadable file", "fichier illisible", ERROR, "0.1.0"),
    "S02": Code("tab", "tabulation", ERROR, "0.1.0"),
    "S03": Code("unexpected word", "mot inattendu", ERROR, "0.1.0"),
    "S04": Code("indentation", "retrait", ERROR, "0.1.0"),
    "S05": Code("too long or too deep", "trop long ou trop profond", ERROR, "0.1.0"),
    "S06": Code("text never closed", "texte jamais fermé", ERROR, "0.1.0"),
    "S07": Code("no game", "pas de jeu", ERROR, "0.1.0"),
    "S08": Code("later edition", "édition plus récente", ERROR, "0.1.0"),
    "S09": Code("files not read", "fichiers non lus", ERROR, "0.1.0"),
    "T01": Code("wrong type", "mauvais type", ERROR, "0.1.0"),
    "T02": Code("out of range", "hors des bornes", ERROR, "0.1.0"),
    "T03": Code("nothing fits", "rien ne convient", ERROR, "0.1.0"),
    "T04": Code("cannot change", "ne peut pas changer", ERROR, "0.1.0"),
    "T05": Code("nobody to ask or tell", "personne à qui demander ou dire", ERROR, "0.1.0"),
    "T06": Code("wrong form", "mauvaise forme", ERROR, "0.1.0"),
    "T07": Code("dice out of place", "dés hors de leur place", ERROR, "0.1.0"),
    "T08": Code("not known yet", "pas encore connu", ERROR, "0.1.0"),
    "T09": Code("who plays", "qui joue", ERROR, "0.1.0"),
    "T11": Code("title that is no predicate", "titre qui ne dit rien de son sujet", WARNING, "0.1.0"),
    "T10": Code("title missing", "titre manquant", WARNING, "0.1.0"),
    "T13": Code("text missing in a promised language", "texte qui manque dans une langue promise", WARNING, "0.1.0"),
    "T15": Code("translation of nothing", "traduction sans objet", WARNING, "0.1.0"),
    "T16": Code("translation with gaps", "traduction incomplète", WARNING, "0.1.0"),
    "T14": Code("no such language", "langue inconnue", ERROR, "0.1.0"),
    "T12": Code("happens in silence", "arrive en silence", WARNING, "0.1.0"),
    "U01": Code("option without effect", "option sans effet", WARNING, "0.1.0"),
    "U02": Code("field nobody reads", "champ que personne ne lit", WARNING, "0.1.0"),
    "V01": Code("secret told by dice", "secret trahi par les dés", WARNING, "0.1.0"),
    "V02": Code("secret that shows", "secret qui transparaît", WARNING, "0.1.0"),
    "V03": Code("revealed for nothing", "révélé pour rien", WARNING, "0.1.0"),
    "V04": Code("an order that tells", "ordre qui trahit", WARNING, "0.1.0"),
    "V05": Code("being asked tells", "question qui trahit", WARNING, "0.1.0"),
    "X01": Code("circle of events", "événements en boucle", WARNING, "0.1.0"),
    "X02": Code("value that asks back", "valeur qui se redemande", WARNING, "0.1.0"),
}
