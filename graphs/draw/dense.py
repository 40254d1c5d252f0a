"""Boards of squares too wide for boxes: two characters a cell, walls filled in, floors side by side or below each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from graphs.board import Board
from graphs.draw.tokens import NOTED, Pieces, short_note

if TYPE_CHECKING:
    from graphs.draw.tokens import Span


WALL, GROUND = "▒▒", "· "


def dense(board: Board, pieces: Pieces, width: int | None = None, notes: Mapping[int, str] | None = None) -> list[list[Span]]:
    """The lines of a drawing; as many floors side by side as ``width`` characters hold, all of them for None.

    A token shows its first two letters, several tokens the first one's letter and a plus sign. The commonest ground is a
    dot, other ground its character on the map, a note its first two characters, places without a cell are filled.
    """
    counts = Counter(m for m in board.marks if m)
    common = counts.most_common(1)[0][0] if counts else ""
    blocks = [_floor(board, number, pieces, common, notes or {}) for number in board.floors]
    wide = [max(sum(len(part) for part, _ in line) for line in block) for block in blocks]
    out: list[list[Span]] = []
    at = 0
    while at < len(blocks):
        end, total = at + 1, wide[at]
        while end < len(blocks) and (width is None or total + 3 + wide[end] <= width):
            total += 3 + wide[end]
            end += 1
        for row in range(max(len(block) for block in blocks[at:end])):
            line: list[Span] = []
            for n in range(at, end):
                part = blocks[n][row] if row < len(blocks[n]) else []
                line += part
                if n + 1 < end:
                    line.append((" " * (wide[n] - sum(len(text) for text, _ in part) + 3), None))
            out.append(line)
        at = end
    return out


def _floor(board: Board, number: int, pieces: Pieces, common: str, notes: Mapping[int, str]) -> list[list[Span]]:
    cells = {board.coordinates[c][:2]: c for c in range(board.size) if board.floor(c) == number}
    columns, rows = max(x for x, _ in cells), max(y for _, y in cells)
    head = "".join(f"{x:<2}" if x % 5 == 0 or x == 1 else "  " for x in range(1, columns + 1))
    title = f"[{number}]" if len(board.floors) > 1 else ""
    lines: list[list[Span]] = [[(title.ljust(3) + head, None)]]
    for y in range(1, rows + 1):
        line: list[Span] = [(f"{y:>2} ", None)]
        for x in range(1, columns + 1):
            text, side = WALL, None
            if (x, y) in cells:
                text, side = _cell(board, cells[x, y], pieces, common, notes)
            if line[-1][1] == side:
                line[-1] = line[-1][0] + text, side
            else:
                line.append((text, side))
        lines.append(line)
    return lines


def _cell(board: Board, cell: int, pieces: Pieces, common: str, notes: Mapping[int, str]) -> Span:
    tokens = pieces.get(cell, ())
    if not tokens and cell in notes:
        return short_note(notes[cell], 2), NOTED
    if not tokens:
        mark = board.characters[cell] or board.marks[cell][:1]
        return (GROUND if board.marks[cell] == common or not mark.isprintable() else mark + " "), None
    letters = "".join(c for c in tokens[0].letters if c.isprintable()) or "?"
    shown = letters[:1] + "+" if len(tokens) > 1 else f"({letters[:1]}"[:2] if tokens[0].ghost else letters[:2].ljust(2)
    return shown, tokens[0].side
