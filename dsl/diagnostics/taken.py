"""Words that begin a line somewhere and so are no names there, and free names near to them."""

from __future__ import annotations

# What no event that is called, no step and no field can be called; a test holds this to the grammar.
TAKEN = frozenset([
    "action", "adjust", "after", "also", "any", "appeal", "asks", "at", "because", "before", "cards", "contest", "create", "dice",
    "discard", "do", "draw", "due", "during", "edition", "end", "event", "events", "example", "except", "expect", "fail", "fixed",
    "formerly", "give", "given", "gives", "goal", "hint", "if", "insert", "is", "keeps", "languages", "lasts", "let", "measure", "needs",
    "no", "none", "not", "odds", "of", "once", "option", "or", "otherwise", "perform", "picture", "play", "players", "prevent", "proceed",
    "publish", "refused", "repeat", "reported", "reroll", "reschedule", "reveals", "rights", "roll", "rules", "ruling", "says", "seen",
    "several", "sheet", "shortcut", "showing", "sign", "spends", "start", "table", "tell", "test", "text", "the", "those", "tip", "title",
    "together", "turn", "up", "waived", "when", "while", "written",
])  # fmt: skip
_NEAR = {
    "action": "deed", "adjust": "tune", "after": "afterwards", "appeal": "plea", "at": "place", "because": "reason", "before": "earlier",
    "cards": "hand", "contest": "duel", "create": "make", "dice": "pool", "discard": "put_away", "do": "act", "draw": "pick", "due": "owed",
    "edition": "version", "end": "finish", "event": "incident", "events": "incidents", "example": "model", "expect": "await",
    "fail": "miss",
    "fixed": "set_fast", "give": "hand_over", "given": "handed", "gives": "handed", "goal": "aim", "hint": "clue", "if": "condition",
    "insert": "put_in", "keeps": "holds", "languages": "tongues", "lasts": "length", "let": "allow", "measure": "gauge", "needs": "wants",
    "odds": "chances", "option": "choice", "perform": "carry_out", "picture": "image", "play": "playing", "players": "sides",
    "prevent": "stop", "proceed": "go_on", "publish": "make_known", "refused": "denied", "repeat": "again", "reported": "noted",
    "reroll": "throw_again", "reschedule": "put_off", "reveals": "shows", "rights": "claims", "roll": "throw", "rules": "laws",
    "ruling": "verdict", "says": "speech", "seen": "sighted", "several": "many", "sheet": "page", "shortcut": "short_way",
    "showing": "visible", "sign": "mark", "spends": "pays", "start": "opening", "table": "chart", "tell": "inform", "test": "trial",
    "text": "wording", "tip": "advice", "title": "heading", "together": "jointly", "turn": "round", "up": "upwards", "waived": "dropped",
    "when": "moment", "while": "meanwhile", "written": "noted_down",
}  # fmt: skip
WORD_TAKEN = "‘{0}’ is a word of the language and cannot be a name here; ‘{1}’ is free."


def free_name(word: str) -> str:
    """A name near to a word that is taken."""
    return _NEAR.get(word, f"{word}_one")
