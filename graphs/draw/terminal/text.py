"""A board drawn with characters, for terminals.

A drawing is a list of lines, a line a list of spans, a span ``(text, side, stress)``: the side whose colour the text has, None
for the board itself; and whether it is about who acts or what may be chosen. :func:`plain` makes plain lines of it; with Rich,
``Text.append(text, style=...)`` per span does.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from arbitre.graphs.board import Board
from arbitre.graphs.draw.terminal.cells import SHORT, Look, cell_spans, joined, longest_mark
from arbitre.graphs.draw.terminal.dense_grid import dense
from arbitre.graphs.draw.tokens import Pieces, Span, Stress

_UP, _RIGHT, _DOWN, _LEFT = 1, 2, 4, 8
_BOXES = {
    _UP | _DOWN: "│", _LEFT | _RIGHT: "─", _RIGHT | _DOWN: "┌", _LEFT | _DOWN: "┐", _UP | _RIGHT: "└", _UP | _LEFT: "┘",
    _UP | _DOWN | _RIGHT: "├", _UP | _DOWN | _LEFT: "┤", _LEFT | _RIGHT | _DOWN: "┬", _LEFT | _RIGHT | _UP: "┴",
    _UP | _RIGHT | _DOWN | _LEFT: "┼",
}  # fmt: skip
_TALL = 12  # rows of boxes that a screen holds
_WIDEST = 7  # characters in a hexagon, its name and a piece, or in a box


def text(
    board: Board, pieces: Pieces | None = None, width: int | None = None, notes: Mapping[int, str] | None = None, look: Look | None = None
) -> list[list[Span]]:
    """The lines of a drawing: squares as boxes, hexagons as hexagons, floors side by side or below each other.

    A token is its letters and an arrow for its facing; a ghost is in brackets; what is carried follows who carries it; of
    several tokens as many as there is room for, then ``+``. Letters give way to the number where both do not fit. An empty cell
    shows its note (what may be done there), its name or, if it is not common ground, its sign. Before each row of hexagons
    stand the coordinates of its first cell, unless all names fit into their cells. Squares that would be wider than ``width``
    characters or would fill more than a screen are drawn as :func:`dense` does, hexagons as wide as there is room for. A ``look``
    says everything that is shown, in place of ``pieces`` and ``notes``.
    """
    look = look or Look(pieces or {}, notes or {})
    if not board.is_hex:
        if width is not None and (_breadth(board, look) > width or max(p[1] for p in board.coordinates) > _TALL):
            return dense(board, look, width)
        canvas = _Canvas()
        _draw_squares(board, look, canvas, _square_room(board, look, width))
        head = 1 if len(board.floors) > 1 else 0
        return canvas.lines(_chosen(look, head, head + 1 - 2))
    canvas = _Canvas()
    _draw_hexes(board, look, canvas, width)
    return canvas.lines(_chosen(look, -1, -2 * min(r for _, r in board.coordinates)))


def _chosen(look: Look, head: int, shift: int) -> set[int] | None:
    """The lines of the rows that are drawn, with those round them and the head; None for all."""
    if not look.rows:
        return None
    low, high = min(r for r, _ in look.rows.values()), max(r for _, r in look.rows.values())
    return {*range(head + 1), *range(2 * low + shift, 2 * high + shift + 3)}


def _breadth(board: Board, look: Look, room: int = SHORT) -> int:
    """Columns of a drawing with boxes of so many characters."""
    columns = (max(board.coordinates[c][0] for c in range(board.size) if board.floor(c) == n) for n in look.numbers(board))
    return sum((room + 1) * wide + 8 for wide in columns)


def _square_room(board: Board, look: Look, width: int | None) -> int:
    """Characters in a box: three, or as many as its longest mark needs where there is room for them."""
    wanted = min(_WIDEST, max(SHORT, longest_mark(look)))
    return next((room for room in range(wanted, SHORT, -1) if width is None or _breadth(board, look, room) <= width), SHORT)


def plain(lines: Sequence[Sequence[Span]]) -> list[str]:
    """The lines without their colours."""
    return ["".join(part for part, _, _ in line) for line in lines]


class _Canvas:
    """Characters with the side each belongs to, by line and column."""

    def __init__(self) -> None:
        self.marks: dict[int, dict[int, Span]] = {}

    def write(self, line: int, column: int, shown: str, side: int | None = None, stress: Stress = "") -> None:
        row = self.marks.setdefault(line, {})
        for at, character in enumerate(shown, column):
            row[at] = character, side, stress

    def put(self, line: int, column: int, spans: Sequence[Span]) -> None:
        for shown, side, stress in spans:
            self.write(line, column, shown, side, stress)
            column += len(shown)

    def lines(self, only: Collection[int] | None = None) -> list[list[Span]]:
        out = []
        for line in range(max(self.marks, default=-1) + 1):
            if only is not None and line not in only:
                continue
            row = self.marks.get(line, {})
            out.append(joined([row.get(column, (" ", None, "")) for column in range(max(row, default=-1) + 1)]))
        return out


def _draw_squares(board: Board, look: Look, canvas: _Canvas, room: int) -> None:
    left, step = 0, room + 1
    for number in look.numbers(board):
        cells = [c for c in range(board.size) if board.floor(c) == number]
        columns = max(board.coordinates[c][0] for c in cells)
        rows = max(board.coordinates[c][1] for c in cells)
        margin = len(str(rows)) + 1
        if len(board.floors) > 1:
            canvas.write(0, left + margin, look.floor.format(number))
        head = 1 if len(board.floors) > 1 else 0
        for x in range(1, columns + 1):
            canvas.write(head, left + margin + step * x - room, str(x).center(room))
        for y in range(1, rows + 1):
            canvas.write(head + 2 * y, left, str(y).rjust(margin - 1))
        _draw_boxes(board, cells, canvas, left + margin, head + 1, room)
        for cell in cells:
            x, y = board.coordinates[cell][:2]
            canvas.put(head + 2 * y, left + margin + step * x - room, cell_spans(board, cell, look, room, middle=True))
        left += margin + step * columns + 4


def _draw_boxes(board: Board, cells: list[int], canvas: _Canvas, left: int, top: int, room: int) -> None:
    """The outlines of cells: lines of boxes with ``room`` inside and 2 high, corners wherever lines meet."""
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
        at = left + (room + 1) * x
        canvas.write(top + 2 * y, at, _BOXES[arms])
        if arms & _RIGHT:
            canvas.write(top + 2 * y, at + 1, "─" * room)
        if arms & _DOWN:
            canvas.write(top + 2 * y + 1, at, "│")


def _draw_hexes(board: Board, look: Look, canvas: _Canvas, width: int | None) -> None:
    rows: dict[int, list[int]] = {}
    for cell, (_, r) in enumerate(board.coordinates):
        rows.setdefault(r, []).append(cell)
    wide = _hex_room(board, look, width)
    labels = {r: board.label(min(cells, key=lambda c: board.coordinates[c][0])) for r, cells in rows.items()}
    half = (wide + 1) // 2
    if look.rim:
        labels = {r: str(r) for r in rows}
    elif look.labels:
        beside = _steps(board) * half + 2 + max(map(len, labels.values()))
        if all(len(name) <= wide for name in look.labels.values()) or (width is not None and beside > width):
            labels = dict.fromkeys(rows, "")
    margin = max(map(len, labels.values())) + (1 if any(labels.values()) else 0)
    upward, downward = (half + 1) // 2, half // 2  # where the slopes of a row are those of the next one too
    start = min(2 * half * q + half * r for q, r in board.coordinates)
    first = min(rows)
    for r, cells in rows.items():
        line = 2 * (r - first) + 1 + look.rim
        canvas.write(line, margin - 1 - len(labels[r]), labels[r])
        for cell in cells:
            column = margin + 2 * half * board.coordinates[cell][0] + half * r - start
            if look.rim and r == first:
                canvas.write(0, column + 1, str(board.coordinates[cell][0]).center(wide))
            canvas.write(line - 1, column + upward, "/")
            canvas.write(line - 1, column + half + downward, "\\")
            canvas.write(line + 1, column + downward, "\\")
            canvas.write(line + 1, column + half + upward, "/")
            canvas.write(line, column, "|")
            canvas.put(line, column + 1, cell_spans(board, cell, look, wide, middle=True))
            canvas.write(line, column + wide + 1, "|")


def _steps(board: Board) -> int:
    """Half hexagons across the board."""
    across = [2 * q + r for q, r in board.coordinates]
    return max(across) - min(across) + 2


def _hex_room(board: Board, look: Look, width: int | None) -> int:
    """Characters in a hexagon: three, or as many as its name and a piece need where there is room for them."""
    mark = longest_mark(look)
    if width is None or not (look.labels or mark > SHORT):
        return SHORT
    steps = _steps(board)
    longest = max(map(len, look.labels.values())) if look.labels else mark
    wanted = [w for w in range(SHORT, _WIDEST + 1, 2) if w >= longest and steps * (w + 1) // 2 + 1 <= width]
    return max(wanted, default=SHORT)
