"""Declarations read in spite of their faults: faulty lines are left out, so that the others stay known and are checked too."""

from __future__ import annotations

import re
from collections.abc import Callable

from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.cascades import Gaps
from arbitre.dsl.diagnostics.message import Message, Messages
from arbitre.dsl.source.chunks import Chunk, cut

TOLD = 3  # faults told of one declaration
_TRIES = 12
_MOST_LINES = 1_500  # of a declaration that is read again
_MOST_TEXTS = 20_000  # and of a translation, which is plain and long
_HEAD = re.compile(r"(?:replace +)?([^\W\d]\w*)(?: +(of))? +([^\W\d]\w*)")
# Heads that hold on their own: the name, and a block if there is one.
_BARE = {"kind", "agenda", "map", "part", "game"}
_STANDS_IN = {"scenario": "expect true", "look": "label name", "": 'text en "" fr ""'}  # for the only line of a block
_CLOSERS = ("S04", "S06")  # what follows such a fault is read wrongly: it is not told
_UNSURE = ("bracket", "indented", "ends too early")
_SMALLEST = {
    "hexagon": "hexagon(1)", "hex_rectangle": "hex_rectangle(1, 1)", "hex_rhombus": "hex_rhombus(1, 1)",
    "grid": "grid(1, 1, closed)", "king_grid": "king_grid(1, 1, closed)",
}  # fmt: skip
Parse = Callable[[Chunk, str, Messages], "t.Decl | None"]


def recovered(chunk: Chunk, shown: str, messages: Messages, parse: Parse, lost: Gaps) -> list[t.Decl]:
    """What can be read of a declaration whose first fault was told; what cannot goes to ``lost``.  Adds further faults."""
    fault = messages.items[0]
    lines = chunk.text.rstrip("\n").split("\n")
    written = lines[0]
    head = _HEAD.match(lines[0])
    sort, name = ("data table" if head.group(2) else head.group(1), head.group(3)) if head else ("", "")
    lost.sorts.add(sort.split(" ")[-1])
    lost.words |= {name} if sort not in ("clause", "scenario") else set()
    lost.blocks.append((shown, chunk.line, chunk.line + len(lines) - 1))
    if len(lines) > (_MOST_LINES if sort != "translation" else _MOST_TEXTS):
        lost.lose(chunk.text)
        return []
    rows, quiet = {fault.place.line}, _unsure(fault)
    for _ in range(_TRIES):
        row = fault.place.line - chunk.line
        if not 0 <= row < len(lines) or (row <= 1 and sort == "data table"):
            break
        if "‘[’ has no meaning" in fault.text:  # a margin note that is not one
            lines[row] = lines[row][: fault.place.column - 1]
        elif row == 0 and fault.code != "S06":
            bare = _shorter(lines[0], fault.place.column) or _bare(sort, name, lines)
            if bare is None or bare == lines[0]:
                break
            lost.lose(lines[0])
            lines[0] = _with_shape(bare, written, lost)
        else:
            if lines[row].strip() in _STANDS_IN.values():
                break
            _leave_out(lines, row, lost, sort, name)
            if not lines[0].strip() or any(line and not line[0].isspace() for line in lines[1:]):
                return _cut_again(lines, chunk, shown, parse, lost)
        more = Messages()
        decl = parse(Chunk("\n".join(lines) + "\n", chunk.line), shown, more)
        if decl is not None:
            return [decl]
        fault = more.items[0]
        if not quiet and len(rows) < TOLD and fault.place.line not in rows and 0 <= fault.place.line - chunk.line < len(lines):
            if lines[fault.place.line - chunk.line].strip() not in _STANDS_IN.values():
                messages.take(more.items)
        rows.add(fault.place.line)
        quiet = quiet or _unsure(fault)
    lost.lose("\n".join(lines))
    return []


def _unsure(fault: Message) -> bool:
    return fault.code in _CLOSERS or any(said in fault.text for said in _UNSURE)


def cut_short(fault: Message, chunk: Chunk, text: str) -> bool:
    """Does a fault in the last declaration of a file say that the file itself ends too early?  Editors end the last line."""
    last = chunk.line + chunk.text.rstrip("\n").count("\n")
    return not text.endswith("\n") and (fault.code == "S06" or "never closed" in fault.text or fault.place.line == last)


def _shorter(head: str, column: int) -> str:
    """The head of a kind without the part, between two commas, in which the fault stands."""
    if not head.startswith("kind ") or "#" in head:
        return ""
    parts = [m.span() for m in re.finditer(r"(?:\([^()]*\)|[^,(:])+|[,(:]", head)]
    start = max((a for a, b in parts if head[a:b] == "," and a < column), default=0)
    end = min((a for a, b in parts if head[a:b] in ",:" and a >= column - 1 and a > start), default=len(head))
    return head[:start] + head[end:] if start else ""


def _with_shape(head: str, written: str, lost: Gaps) -> str:
    """A board whose shape has a fault stays a board: one cell, of which nothing is said."""
    said = re.match(r"kind .*?\b(hexagon|hex_rectangle|hex_rhombus|king_grid|grid|floors|closed|buoy|torus)\b", written)
    if not said or re.search(r"\b(?:hexagon|hex_rectangle|hex_rhombus|king_grid|grid|floors)\(", head):
        return head
    lost.sorts.add("board")
    before, colon, after = head.partition(":")
    return f"{before}, {_SMALLEST.get(said.group(1), _SMALLEST['grid'])}{colon}{after}"


def _bare(sort: str, name: str, lines: list[str]) -> str | None:
    block = any(line.strip() and not line.lstrip().startswith("#") for line in lines[1:])
    if sort in _BARE:
        return f"{sort} {name}:" if block else f"{sort} {name}" if sort == "kind" else None
    return None


def _leave_out(lines: list[str], row: int, lost: Gaps, sort: str, name: str) -> None:
    """Blanks a line with what belongs to it: the lines further in, its ``otherwise``, the rest of a text over several lines."""
    depth = _depth(lines[row])
    last = row
    while last + 1 < len(lines):
        following = lines[last + 1]
        if following.strip() and _depth(following) <= depth:
            goes_on = re.match(r"\s*(otherwise\b|(?!not )[a-z]{2,3} +\"|showing |of |\)|\"\"\")", following)
            if row == 0 or not goes_on or _depth(following) < depth:
                break
        last += 1
    lost.lose("\n".join(lines[row : last + 1]), name)
    empty = row > 0 and _alone(lines, row, last)
    lines[row : last + 1] = [""] * (last + 1 - row)
    if empty:
        lines[row] = " " * depth + _STANDS_IN.get(sort, _STANDS_IN[""])


def _alone(lines: list[str], first: int, last: int) -> bool:
    """Are these the only lines of their block?"""
    depth = _depth(lines[first])
    code = [line for line in lines[:first] if line.strip() and not line.lstrip().startswith("#")]
    after = next((line for line in lines[last + 1 :] if line.strip() and not line.lstrip().startswith("#")), "")
    return bool(code) and _depth(code[-1]) < depth and (not after or _depth(after) < depth)


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _cut_again(lines: list[str], chunk: Chunk, shown: str, parse: Parse, lost: Gaps) -> list[t.Decl]:
    """A text that was never closed had swallowed other declarations: they are cut apart without it."""
    out = []
    unsaid = Messages()
    for part in cut("\n".join(lines), shown, unsaid):
        decl = parse(Chunk(part.text, part.line + chunk.line - 1), shown, unsaid)
        if decl is None:
            lost.lose(part.text)
        else:
            out.append(decl)
    return out
