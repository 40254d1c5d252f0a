"""Boards of squares without boxes: a few characters a cell, walls filled in, one floor below the other.

Where a board is too wide for its room, only the columns round what matters are drawn, or all of them in several strips.
"""

from __future__ import annotations

from arbitre.graphs.board import Board
from arbitre.graphs.draw.terminal.cells import Look, cell_spans, joined
from arbitre.graphs.draw.tokens import Span

WALL = "▒"
CELL = 3  # a mark of a piece: a letter and a number of two digits


def dense(board: Board, look: Look, width: int | None = None) -> list[list[Span]]:
    """The lines of a drawing, no wider than ``width`` characters if there is a width."""
    out: list[list[Span]] = []
    for number in look.numbers(board):
        out += [joined(line) for line in _floor(board, number, look, width)]
    return out


def _floor(board: Board, number: int, look: Look, width: int | None) -> list[list[Span]]:
    cells = {board.coordinates[c][:2]: c for c in range(board.size) if board.floor(c) == number}
    columns, rows = max(x for x, _ in cells), max(y for _, y in cells)
    low, high = look.rows.get(number, (1, rows))
    margin = len(str(rows))
    room = columns if width is None else max(1, (width - margin - 1) // CELL)
    if width is not None and columns * CELL + margin - 1 <= width:
        room = columns
    strips = [(1, columns)] if room >= columns else _strips(board, look, number, columns, room)
    out: list[list[Span]] = []
    for first, last in strips:
        head = "".join(str(x).ljust(CELL) for x in range(first, last + 1))
        title = look.floor.format(number) if len(board.floors) > 1 else ""
        if title:
            out.append([(title, None, "")])
        out.append([(" " * margin + " " + head, None, "")])
        for y in range(low, high + 1):
            line: list[Span] = [(f"{y:>{margin}} ", None, "")]
            for x in range(first, last + 1):
                if (x, y) in cells:
                    line += cell_spans(board, cells[x, y], look, CELL, middle=False)
                else:
                    line.append((WALL * CELL, None, ""))
            out.append(line)
        if (first, last) != (1, columns):
            left = "◀ " if first > 1 else "  "
            out.append([(f"{left}{first}–{last} / {columns}{' ▶' if last < columns else ''}", None, "")])
    return out


def _strips(board: Board, look: Look, number: int, columns: int, room: int) -> list[tuple[int, int]]:
    """The columns that are drawn: those round what matters, or all of them a strip at a time."""
    if look.whole:
        return [(first, min(first + room - 1, columns)) for first in range(1, columns + 1, room)]
    wanted = look.focus or [c for c, tokens in look.pieces.items() if tokens]
    across = sorted(board.coordinates[c][0] for c in wanted if board.floor(c) == number)
    middle = (across[0] + across[-1]) // 2 if across and across[-1] - across[0] < room else across[len(across) // 2] if across else 1
    first = max(1, min(middle - room // 2, columns - room + 1))
    return [(first, first + room - 1)]
