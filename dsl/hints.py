"""How to mend what names resolve to: the hints of messages that are found while names are bound."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from dsl import tree as t
from dsl.messages import did_you_mean
from dsl.parts import dotted_name
from dsl.types import Ty

_SHOWN = 8
_DECLARED = {
    "agenda": "agenda {}:",
    "action": "action {} by WHO:",
    "relation": "x is {} y when ...",
    "condition": "x is {} when ...",
    "kind": "kind {}: ...",
    "value": "let {}(...) = ...",
    "ranking": "ranking {} of KIND:",
    "test": "test {} by WHO: 2d6",
    "map": "map {}:",
}
SHAPES = {
    "hexagon": "hexagon(RADIUS)",
    "hex_rectangle": "hex_rectangle(COLUMNS, ROWS)",
    "grid": "grid(COLUMNS, ROWS, closed), or buoy, or torus",
    "king_grid": "king_grid(COLUMNS, ROWS, closed), or buoy, or torus",
    "floors": "floors(MAP), or floors(MAP, corners)",
}
_BUILT_IN = {"match", "order", "order_state", "direction", "vertex", "step", "action"}
_NUMBER = "A number is written with its bounds: 0 to 9."
_YES_OR_NO = "What is true or false is a ‘flag’."
_TYPES = {
    "number": _NUMBER, "numbers": _NUMBER, "int": _NUMBER, "integer": _NUMBER, "bool": _YES_OR_NO, "boolean": _YES_OR_NO,
    "yes": _YES_OR_NO, "text": "No field holds a text; write a kind whose members have titles.",
    "string": "No field holds a text; write a kind whose members have titles.",
}  # fmt: skip
# Words other languages begin a statement with.
_FOREIGN = {
    "return": "An event stops with ‘end’, and answers with ‘give x’.",
    "break": "An event stops with ‘end’; a loop says ‘while C, up to 20 times:’.",
    "print": 'Words are said with ‘tell everyone en "..." fr "..."’.',
    "say": 'Words are said with ‘tell everyone en "..." fr "..."’.',
    "set": "A change is written ‘x becomes 3’.",
    "add": "A change is written ‘x gains 1 FIELD’.",
    "remove": "A change is written ‘x loses 1 FIELD’; a row is taken away with ‘discard x’.",
    "delete": "A row is taken away with ‘discard x’.",
    "call": "An event is called by its name alone.",
    "do": "An event is called by its name alone.",
    "stop": "An event stops with ‘end’.",
    "exit": "An event stops with ‘end’.",
}


def unknown(word: str, what: str, known: Iterable[str]) -> str:
    """The nearest name; else how such a thing is declared, and what there is."""
    if what == "value" and word == "either":
        return "One of two values is written ‘(a if C otherwise b)’."
    if what == "value" and word in ("die", "showing"):
        return f"Dice have a name: ‘roll 2d6 as blow’, then blow.{word}(1); in the lines of a test and in hooks of its roll they need none."
    known = list(known)
    near = did_you_mean(word, known)
    if near:
        return near
    if what == "kind" and word in _TYPES:
        return _TYPES[word]
    names = sorted({name for name in known if name and not name.startswith("_")} - (_BUILT_IN if what == "kind" else set()))
    shown = ", ".join(names[:_SHOWN]) + (" and others" if len(names) > _SHOWN else "")
    if what == "shape":
        return f"A board is {', '.join(SHAPES[name].split(', or')[0] for name in names)}."
    form = f"Declare it with ‘{_DECLARED[what].format(word)}’" if what in _DECLARED else ""
    if form and names:
        return f"{form}, or use what there is: {shown}."
    there = "It has" if what == "field" else "There is"
    return f"{form}." if form else f"{there}: {shown}." if names else ""


def statement(word: str, known: Iterable[str]) -> str:
    """Of a line whose first word is no event."""
    return _FOREIGN.get(word) or did_you_mean(word, known) or f"Declare it with ‘event {word} ...:’."


def shape(word: str) -> str:
    return f"It is written {SHAPES[word]}."


def no_cell(board: Any, place: list[int]) -> str:
    """Why a place is none of a board, and how far the board goes."""
    cells = board.coordinates
    if len(cells[0]) != len(place):
        return f"Cells of this board have {len(cells[0])} numbers, like {board.label(0)}."
    axes = list(zip(*cells, strict=True))
    words = ("columns", "rows", "floors") if min(axes[0]) >= 1 and min(axes[1]) >= 1 else ("first numbers", "second numbers", "floors")
    if all(min(axis) <= at <= max(axis) for axis, at in zip(axes, place, strict=True)):
        return "That place is void: the board has no cell there."
    ranges = [f"{word} from {min(axis)} to {max(axis)}" for word, axis in zip(words, axes, strict=False)]
    return f"The board has {', '.join(ranges[:-1])} and {ranges[-1]}."


def unlike(binder: Any, left: t.Expr, a: Ty, right: t.Expr, b: Ty, op: str) -> str:
    """``thief is sleepy`` where sleepy is a member of what one of the thief's fields holds."""
    if not (a.is_row and b.is_row):
        return ""
    owner, member = dotted_name(left) or "it", dotted_name(right)
    if not member:
        return ""
    no = "not " if op == "!=" else ""
    for name, index in binder.fields_of[a.domain].items():
        held = binder.field_types[index]
        if held.domain == b.domain and not name.startswith("_"):
            if held.is_set:
                return f"Write ‘{no}{owner} has {member}’: ‘{name}’ is a set."
            if held.is_row:
                return f"Write ‘{owner}.{name} is {no}{member}’, or ‘{no}{owner} has {member}’."
    return ""


def hook(binder: Any, decl: t.Hook, steps: list[str]) -> str:
    """Of a hook on a name that nothing bears: the word of its sort may stand before it."""
    params = [str(p.name) for p in decl.params]
    if str(decl.name) in ("test", "contest", "table", "event", "action", "agenda", "step") and params:
        signature = binder.signatures.get(params[0])
        form = binder.written(signature) if signature is not None else " ".join(params)
        if signature is not None and signature.kind == "test" and decl.position == "after":
            form = f"roll of {form}"
        return f"Leave ‘{decl.name}’ out: ‘{written(decl)} {form}’."
    found = did_you_mean(decl.name, binder.signatures) or did_you_mean(decl.name, [s.split(".")[1] for s in steps])
    there = [s for s in steps if s.split(".")[1] == str(decl.name)]
    if there:
        return f"A step is hooked as AGENDA.STEP: ‘{written(decl)} {there[0]}’."
    return found or "Events, actions, tests, tables and agendas are hooked by their name, a step as AGENDA.STEP."


def written(decl: t.Hook) -> str:
    return "instead of" if decl.position == "instead" else decl.position
