"""Every code of a message: what it is called, how grave it is, since when there is it."""

from __future__ import annotations

from dataclasses import dataclass

ERROR, WARNING = "error", "warning"


@dataclass(frozen=True, slots=True)
class Code:
    """One thing that can be wrong with a rulebook.  ``explain/CODE.md`` says at length what it means and how to mend it."""

    title: str
    severity: str
    since: str  # the version that first told it


CODES: dict[str, Code] = {
    "A01": Code("action nobody can do", ERROR, "0.1.0"),
    "A02": Code("order nothing performs", ERROR, "0.1.0"),
    "B01": Code("board", ERROR, "0.1.0"),
    "B02": Code("no such cell", ERROR, "0.1.0"),
    "B03": Code("cells out of reach", WARNING, "0.1.0"),
    "B04": Code("one-way trap", WARNING, "0.1.0"),
    "B05": Code("board", ERROR, "0.1.0"),
    "B06": Code("part not there", WARNING, "0.1.0"),
    "B07": Code("part without a place", WARNING, "0.1.0"),
    "B08": Code("cell of another map", WARNING, "0.1.0"),
    "C01": Code("unknown clause", ERROR, "0.1.0"),
    "C02": Code("clause without a rule", WARNING, "0.1.0"),
    "C03": Code("clause without a scenario", WARNING, "0.1.0"),
    "C04": Code("waived and carried", WARNING, "0.1.0"),
    "C05": Code("dice and odds", ERROR, "0.1.0"),
    "C06": Code("ruling without a rule", WARNING, "0.1.0"),
    "C07": Code("rule without a scenario", WARNING, "0.1.0"),
    "C08": Code("settings", ERROR, "0.1.0"),
    "C09": Code("asked by scenarios only", ERROR, "0.1.0"),
    "H01": Code("rule that never applies", WARNING, "0.1.0"),
    "H02": Code("over nothing", WARNING, "0.1.0"),
    "H03": Code("two rules instead", WARNING, "0.1.0"),
    "H04": Code("two files decide a value", WARNING, "0.1.0"),
    "H05": Code("names changed round", WARNING, "0.1.0"),
    "N01": Code("unknown name", ERROR, "0.1.0"),
    "N02": Code("declared twice", ERROR, "0.1.0"),
    "N03": Code("two meanings", ERROR, "0.1.0"),
    "N04": Code("base game missing", ERROR, "0.1.0"),
    "N06": Code("conflict", ERROR, "0.1.0"),
    "N07": Code("nothing to change", ERROR, "0.1.0"),
    "N08": Code("where inside where", ERROR, "0.1.0"),
    "P01": Code("out of place", ERROR, "0.1.0"),
    "P02": Code("no result", ERROR, "0.1.0"),
    "P03": Code("dice in a secret choice", ERROR, "0.1.0"),
    "P04": Code("agenda in an event", ERROR, "0.1.0"),
    "P05": Code("nothing to play", ERROR, "0.1.0"),
    "P06": Code("change without effect", ERROR, "0.1.0"),
    "R01": Code("gap", ERROR, "0.1.0"),
    "R02": Code("overlap", ERROR, "0.1.0"),
    "R03": Code("row never met", WARNING, "0.1.0"),
    "S01": Code("unreadable file", ERROR, "0.1.0"),
    "S02": Code("tab", ERROR, "0.1.0"),
    "S03": Code("unexpected word", ERROR, "0.1.0"),
    "S04": Code("indentation", ERROR, "0.1.0"),
    "S05": Code("too long or too deep", ERROR, "0.1.0"),
    "S06": Code("text never closed", ERROR, "0.1.0"),
    "S07": Code("no game", ERROR, "0.1.0"),
    "T01": Code("wrong type", ERROR, "0.1.0"),
    "T02": Code("out of range", ERROR, "0.1.0"),
    "T03": Code("nothing fits", ERROR, "0.1.0"),
    "T04": Code("cannot change", ERROR, "0.1.0"),
    "T05": Code("nobody to ask or tell", ERROR, "0.1.0"),
    "T06": Code("wrong form", ERROR, "0.1.0"),
    "T07": Code("dice out of place", ERROR, "0.1.0"),
    "T08": Code("not known yet", ERROR, "0.1.0"),
    "T09": Code("who plays", ERROR, "0.1.0"),
    "T10": Code("title missing", WARNING, "0.1.0"),
    "U01": Code("option without effect", WARNING, "0.1.0"),
    "U02": Code("field nobody reads", WARNING, "0.1.0"),
    "V01": Code("secret told by dice", WARNING, "0.1.0"),
    "X01": Code("circle of events", WARNING, "0.1.0"),
}
