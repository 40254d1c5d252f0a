"""A board drawn with characters, for terminals.

A drawing is a list of lines, a line a list of spans, a span ``(text, side)``: the side whose colour the text has, None
for the board itself. :func:`plain` makes plain lines of it; with Rich, ``Text.append(text, style=...)`` per span does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

from graphs.board import Board
from graphs.draw.dense import dense
from graphs.draw.tokens import NOTED, Pieces, Span, Token, angle, short_note

"""A piece of a line, and the side whose colour it has; :data:`graphs.tokens.NOTED` for a note."""

_ARROWS = "→↘↓↙←↖↑↗"
_UP, _RIGHT, _DOWN, _LEFT = 1, 2, 4, 8
_BOXES = {
    _UP | _DOWN: "│", _LEFT | _RIGHT: "─", _RIGHT | _DOWN: "┌", _LEFT | _DOWN: "┐", _UP | _RIGHT: "└", _UP | _LEFT: "┘",
    _UP | _DOWN | _RIGHT: "├", _UP | _DOWN | _LEFT: "┤", _LEFT | _RIGHT | _DOWN: "┬", _LEFT | _RIGHT | _UP: "┴",
    _UP | _RIGHT | _DOWN | _LEFT: "┼",
}  # fmt: skip


def text(board: Board, pieces: Pieces | None = None, width: int | None = None, notes: Mapping[int, str] | None = None) -> list[list[Span]]:
    """The lines of a drawing: squares as boxes, hexagons as hexagons, floors side by side.

    A cell has three characters. One token: its first two letters and an arrow for its facing (three letters without);
    a ghost's letter is in brackets; several tokens: the first one's letter and how many more. An empty cell shows its
    note (what may be done there) or, if it is not common ground, its character on the map. Before each row of hexagons stand
    the coordinates of its first cell. Lines have no spaces at their end. Squares that would be wider than ``width``
    characters are drawn as :func:`graphs.dense.dense` does.
    """
    if width is not None and not board.is_hex and _breadth(board) > width:
        return dense(board, pieces or {}, width, notes or {})
    canvas = _Canvas()
    if board.is_hex:
        _draw_hexes(board, pieces or {}, notes or {}, canvas)
    else:
        _draw_squares(board, pieces or {}, notes or {}, canvas)
    return canvas.lines()


@lru_cache(maxsize=64)
def ground(board: Board) -> frozenset[str]:
    """The marks that cover a good part of a board: its ground, which needs no character."""
    counts = Counter(mark for mark in board.marks if mark)
    return frozenset(mark for mark, count in counts.items() if count * 4 > board.size)


def _breadth(board: Board) -> int:
    """Columns of a drawing with boxes."""
    columns = (max(board.coordinates[c][0] for c in range(board.size) if board.floor(c) == n) for n in board.floors)
    return sum(4 * wide + 8 for wide in columns)


def plain(lines: Sequence[Sequence[Span]]) -> list[str]:
    """The lines without their colours."""
    return ["".join(part for part, _ in line) for line in lines]


class _Canvas:
    """Characters with the side each belongs to, by line and column."""

    def __init__(self) -> None:
        self.marks: dict[int, dict[int, tuple[str, int | None]]] = {}

    def write(self, line: int, column: int, shown: str, side: int | None = None) -> None:
        row = self.marks.setdefault(line, {})
        for at, character in enumerate(shown, column):
            row[at] = character, side

    def lines(self) -> list[list[Span]]:
        out = []
        for line in range(max(self.marks) + 1):
            row = self.marks.get(line, {})
            spans: list[Span] = []
            ends = max((c for c, (shown, _) in row.items() if shown != " "), default=-1)
            for column in range(ends + 1):
                shown, side = row.get(column, (" ", None))
                if spans and spans[-1][1] == side:
                    spans[-1] = spans[-1][0] + shown, side
                else:
                    spans.append((shown, side))
            out.append(spans)
        return out


def _cell(board: Board, cell: int, pieces: Pieces, notes: Mapping[int, str]) -> Span:
    """The three characters of a cell."""
    tokens = pieces.get(cell, ())
    if not tokens and cell in notes:
        return short_note(notes[cell], 3), NOTED
    if not tokens:
        mark = board.characters[cell] or board.marks[cell][:1]
        return ("" if board.marks[cell] in ground(board) or not mark.isprintable() else mark).center(3), None
    first = tokens[0]
    letters = "".join(c for c in first.letters if c.isprintable())
    if len(tokens) > 1:
        return f"{letters[:1] or '?'}+{min(9, len(tokens) - 1)}", first.side
    if first.ghost:
        return f"({letters[:1] or '?'})", first.side
    return _alone(board, first, letters).center(3), first.side


def _alone(board: Board, token: Token, letters: str) -> str:
    if token.facing is None:
        return letters[:3]
    return letters[:2] + _ARROWS[_arrow(board, token.facing, token.vertex)]


def _arrow(board: Board, facing: int, vertex: bool) -> int:
    """The arrow nearest to a facing; of a hexagon two vertices lie straight up and down, two directions straight aside."""
    turn = int(angle(board.is_hex, board.directions, facing, vertex)) % 360
    near = {30: 1, 90: 2, 150: 3, 210: 5, 270: 6, 330: 7, 0: 0, 60: 1, 120: 3, 180: 4, 240: 5, 300: 7}
    return near[turn] if board.is_hex else turn // 45 % 8


def _draw_squares(board: Board, pieces: Pieces, notes: Mapping[int, str], canvas: _Canvas) -> None:
    left = 0
    for number in board.floors:
        cells = [c for c in range(board.size) if board.floor(c) == number]
        columns = max(board.coordinates[c][0] for c in cells)
        rows = max(board.coordinates[c][1] for c in cells)
        margin = len(str(rows)) + 1
        if len(board.floors) > 1:
            canvas.write(0, left + margin, f"[{number}]")
        head = 1 if len(board.floors) > 1 else 0
        for x in range(1, columns + 1):
            canvas.write(head, left + margin + 4 * x - 3, str(x).center(3))
        for y in range(1, rows + 1):
            canvas.write(head + 2 * y, left, str(y).rjust(margin - 1))
        _draw_boxes(board, cells, canvas, left + margin, head + 1)
        for cell in cells:
            x, y = board.coordinates[cell][:2]
            canvas.write(head + 2 * y, left + margin + 4 * x - 3, *_cell(board, cell, pieces, notes))
        left += margin + 4 * columns + 4


def _draw_boxes(board: Board, cells: list[int], canvas: _Canvas, left: int, top: int) -> None:
    """The outlines of cells: lines of boxes 4 wide and 2 high, corners wherever lines meet."""
    joints: dict[tuple[int, int], int] = {}
    for cell in cells:
        x, y = board.coordinates[cell][0] - 1, board.coordinates[cell][1] - 1
        for corner, arms in (
            ((x, y), _RIGHT | _DOWN),
            ((x + 1, y), _LEFT | _DOWN),
            ((x, y + 1), _RIGHT | _UP),
            ((x + 1, y + 1), _LEFT | _UP),
        ):
            joints[corner] = joints.get(corner, 0) | arms
    for (x, y), arms in joints.items():
        canvas.write(top + 2 * y, left + 4 * x, _BOXES[arms])
        if arms & _RIGHT:
            canvas.write(top + 2 * y, left + 4 * x + 1, "───")
        if arms & _DOWN:
            canvas.write(top + 2 * y + 1, left + 4 * x, "│")


def _draw_hexes(board: Board, pieces: Pieces, notes: Mapping[int, str], canvas: _Canvas) -> None:
    rows: dict[int, list[int]] = {}
    for cell, (_, r) in enumerate(board.coordinates):
        rows.setdefault(r, []).append(cell)
    labels = {r: board.label(min(cells, key=lambda c: board.coordinates[c][0])) for r, cells in rows.items()}
    margin = max(map(len, labels.values())) + 1
    start = min(4 * q + 2 * r for q, r in board.coordinates)
    first = min(rows)
    for r, cells in rows.items():
        line = 2 * (r - first) + 1
        canvas.write(line, margin - 1 - len(labels[r]), labels[r])
        for cell in cells:
            column = margin + 4 * board.coordinates[cell][0] + 2 * r - start
            canvas.write(line - 1, column + 1, "/")
            canvas.write(line - 1, column + 3, "\\")
            canvas.write(line, column, "|")
            canvas.write(line, column + 1, *_cell(board, cell, pieces, notes))
            canvas.write(line, column + 4, "|")
            canvas.write(line + 1, column + 1, "\\")
            canvas.write(line + 1, column + 3, "/")
