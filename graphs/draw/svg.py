"""A board as a standalone SVG picture, for pages, screen readers and printers."""

from __future__ import annotations

import math
import zlib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from arbitre.graphs.board import Board
from arbitre.graphs.draw import shapes
from arbitre.graphs.draw.areas import area_shapes, shut_shapes
from arbitre.graphs.draw.labels import Labels
from arbitre.graphs.draw.moves import way_shapes
from arbitre.graphs.draw.tokens import COLOURS, Pieces, Token

TERRAIN = ("#ffffff", "#dfe8d8", "#d8e2ec", "#ecdcd8", "#e6dcec", "#ece8c8", "#dadada", "#c8dcdc")
_DASHES = ("none", "7 4", "2 4", "10 3 2 3")


def centre(board: Board, cell: int, size: float) -> tuple[float, float]:
    """Where a cell's middle is drawn, in pixels, floors side by side; ``size`` as in :func:`svg`."""
    return _middle(board, cell, size, _floor_shifts(board))


def centres(board: Board, cells: Iterable[int], size: float) -> dict[int, tuple[float, float]]:
    """The same of several cells."""
    shifts = _floor_shifts(board)
    return {cell: _middle(board, cell, size, shifts) for cell in cells}


def _middle(board: Board, cell: int, size: float, shifts: Mapping[int, tuple[int, int]]) -> tuple[float, float]:
    x, y, *floor = board.coordinates[cell]
    if board.is_hex:
        return size * math.sqrt(3) * (x + y / 2), size * 1.5 * y
    right, down = shifts[floor[0] if floor else 0]
    return 2 * size * (x + right), 2 * size * (y + down)


def _floor_shifts(board: Board, stacked: bool = False) -> dict[int, tuple[int, int]]:
    """By how many cells each floor is shifted to the right, or downwards."""
    lengths = dict.fromkeys(board.floors, 0)
    for cell, place in enumerate(board.coordinates):
        lengths[board.floor(cell)] = max(lengths[board.floor(cell)], place[1 if stacked else 0])
    shifts, at = {}, 0
    for number, length in lengths.items():
        shifts[number] = (0, at) if stacked else (at, 0)
        at += length + (3 if stacked else 2)
    return shifts


def svg(
    board: Board,
    pieces: Pieces | None = None,
    title: str = "",
    description: str = "",
    notes: Sequence[str] = (),
    size: float = 22,
    *,
    colours: Sequence[str] = COLOURS,
    terrain: Mapping[str, str] | None = None,
    legend: Mapping[str, str] | None = None,
    sides: Sequence[str] = (),
    floor_title: str = "{}",
    areas: Mapping[str, Collection[int]] | None = None,
    ways: Mapping[str, str] | None = None,
    names: Mapping[int, str] | None = None,
    stacked: bool = False,
    only: Collection[int] | None = None,
    shut: Collection[tuple[int, int]] = (),
    went: Collection[Sequence[int]] = (),
) -> str:
    """A standalone picture with a title and a description for screen readers.

    Args:
        board: what to draw. Squares have their coordinates along the edges, hexagons in each cell, and the r of each
            row; a joined edge is dashed; links are arcs with their name or kind.
        pieces: cell -> tokens; one is large, up to four stand together, of more the first three and a count.
        title: shown above the picture too; the board's name for screen readers if empty.
        description: for screen readers; by default the size of the board and who stands where.
        notes: lines of text below the picture.
        size: half a square's side, or a hexagon's radius, in pixels.
        colours: of the sides, in turn.
        terrain: mark -> colour; by default pale colours. Marks but the commonest are hatched too, for black and white.
        legend: mark -> what to call it under the picture; a mark given as "" is left out. By default all, by name.
        sides: the names of the sides 0, 1... for the legend.
        floor_title: what stands above a floor, ``{}`` for its number; only where there are several.
        areas: name -> cells: named parts of a board of squares, each with a line round it and its name inside.
        ways: kind of link -> what to call it.
        names: cell -> what to call it; by default the board's own names.
        stacked: floors one below the other, for narrow pages; by default side by side.
        only: cells of one floor: what else there is, is left out; by default the whole board.
        shut: pairs of squares side by side with something shut between them: a thick line.
        went: the cells that pieces went through, each way in its order: arrows.

    Returns:
        XML text without an XML declaration; its ids depend on the board and title only, so pictures of different
        boards can share a page.
    """
    drawing = _Picture(board, pieces or {}, size, colours, terrain or {}, title, stacked, only)
    drawing.areas, drawing.ways = areas or {}, ways or {}
    drawing.called, drawing.shut, drawing.went = names or {}, shut, went
    return drawing.draw(description, notes, legend or {}, sides, floor_title)


class _Picture:
    """One drawing under way."""

    areas: Mapping[str, Collection[int]]
    ways: Mapping[str, str]
    called: Mapping[int, str]
    shut: Collection[tuple[int, int]]
    went: Collection[Sequence[int]]

    def __init__(
        self, board: Board, pieces: Pieces, size: float, colours: Sequence[str], terrain: Mapping[str, str], title: str, stacked: bool,
        only: Collection[int] | None = None,
    ) -> None:  # fmt: skip
        self.board, self.pieces, self.size, self.title = board, pieces, size, title
        self.part = only is not None  # a part of the board: its coordinates stand along its own edges
        self.shown = sorted(only) if only else list(range(board.size))
        self.colours = colours or COLOURS
        self.shifts = _floor_shifts(board, stacked)
        self.middles = [_middle(board, c, size, self.shifts) for c in range(board.size)]
        counts = Counter(m for m in (board.marks[c] for c in self.shown) if m)
        self.marks = sorted(counts, key=lambda m: (-counts[m], m))
        self.fills = {m: terrain.get(m, TERRAIN[i % len(TERRAIN)]) for i, m in enumerate(self.marks)}
        drawn = (board.name, board.marks, title) if only is None else (board.name, board.marks, title, self.shown)
        self.id = f"b{zlib.crc32(repr(drawn).encode('utf-8', 'replace')):08x}"
        spots = [self.middles[c] for c in self.shown]
        self.left, self.top = min(x for x, _ in spots) - size * 2.4, min(y for _, y in spots) - size * 2.4
        self.right, self.bottom = max(x for x, _ in spots) + size * 1.6, max(y for _, y in spots) + size * 1.6
        self.font = max(11.0, size * 0.5)
        self.labels = Labels()
        for cell, tokens in pieces.items():
            if tokens and 0 <= cell < board.size:
                self.labels.take(self.middles[cell][0], self.middles[cell][1] - self.lift(), size * 0.6, size * 0.6)

    def draw(self, description: str, notes: Sequence[str], legend: Mapping[str, str], sides: Sequence[str], floor_title: str) -> str:
        body = [*self.backs(floor_title), *self.cells(), *self.edges(), *self.names()]
        if not self.board.is_hex and not self.part:
            body += shut_shapes(self.board, self.middles, self.size, self.shut)
            body += area_shapes(self.board, self.middles, self.size, self.areas, max(10.0, self.size * 0.62), self.labels)
        body += self.links()
        shown = set(self.shown)
        for way in self.went:
            if shown.issuperset(way):
                lifted = [(x, y - self.lift()) for x, y in (self.middles[c] for c in way)]
                body += way_shapes(lifted, self.size, f"{self.id}-a")
        for cell, tokens in self.pieces.items():
            if tokens and cell in shown:
                x, y = self.middles[cell]
                body += shapes.piece_shapes(tokens, x, y - self.lift(), self.size, self.colours, self.board.is_hex, self.board.directions)
        body += self.legend(legend, sides)
        for note in notes:
            self.bottom += self.font * 1.5
            body.append(shapes.label(self.left + self.size * 0.6, self.bottom - self.font * 0.6, self.font, note, anchor="start"))
            self.right = max(self.right, self.left + self.size * 1.2 + 0.58 * self.font * len(note))
        if self.title:
            self.top -= self.font * 2
            self.right = max(self.right, self.left + self.size * 1.2 + 0.72 * self.font * 1.2 * len(self.title))
            place = (self.left + self.size * 0.6, self.top + self.font * 1.3)
            body.append(shapes.label(*place, self.font * 1.2, self.title, anchor="start", extra=' font-weight="bold"'))
        width, height = self.right - self.left, self.bottom - self.top
        view = f"{self.left:.1f} {self.top:.1f} {width:.1f} {height:.1f}"
        head = [
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="{self.id}-t {self.id}-d" viewBox="{view}" '
                f'width="{width:.0f}" height="{height:.0f}" font-family="DejaVu Sans, Verdana, Arial, Helvetica, sans-serif">'
            ),
            f'<title id="{self.id}-t">{shapes.words(self.title or self.board.name)}</title>',
            f'<desc id="{self.id}-d">{shapes.words(description or self.described())}</desc>',
            "<defs>",
            *(shapes.hatching(i, f"{self.id}-h{i}") for i in range(len(self.marks) - 1)),
            f'<marker id="{self.id}-a" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto-start-reverse">',
            '<path d="M0,0 L8,4 L0,8 z" fill="#222222"/></marker>',
            "</defs>",
            f'<rect x="{self.left:.1f}" y="{self.top:.1f}" width="{width:.1f}" height="{height:.1f}" fill="#ffffff"/>',
        ]
        return "\n".join([*head, *body, "</svg>"]) + "\n"

    def described(self) -> str:
        placed = [
            f"{self.board.label(cell)}: {', '.join(t.letters for t in tokens)}"
            for cell, tokens in sorted(self.pieces.items())
            if tokens and 0 <= cell < self.board.size
        ]
        return ". ".join([f"{self.board.name}, {self.board.size} cells", *placed]) + "."

    def lift(self) -> float:
        """How much higher than the middle tokens stand, to leave a hexagon's coordinates readable."""
        return self.size * 0.2 if self.board.is_hex else 0.0

    def floor_boxes(self) -> list[tuple[int, int, int, float, float]]:
        """Per floor: number, columns, rows, and the x and y of its top left corner; none for hexagons."""
        if self.board.is_hex or self.part:
            return []
        boxes = []
        for number in self.board.floors:
            places = [p for c, p in enumerate(self.board.coordinates) if self.board.floor(c) == number]
            x, y = ((2 * shift + 1) * self.size for shift in self.shifts[number])
            walled = int(min(p[0] for p in places) > 1 or min(p[1] for p in places) > 1)  # a wall on one side is drawn on all
            boxes.append((number, max(p[0] for p in places) + walled, max(p[1] for p in places) + walled, x, y))
        return boxes

    def backs(self, floor_title: str) -> list[str]:
        """What lies behind the cells of each floor, and its title."""
        out = []
        if self.part and not self.board.is_hex:  # what is no cell is wall
            spots = [self.middles[c] for c in self.shown]
            x, y = min(x for x, _ in spots) - self.size, min(y for _, y in spots) - self.size
            w, h = max(x for x, _ in spots) + self.size - x, max(y for _, y in spots) + self.size - y
            out.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" fill="#cfcfcf"/>')
        boxes = self.floor_boxes()
        for number, columns, rows, x, y in boxes:
            self.left, self.top = min(self.left, x - 1.4 * self.size), min(self.top, y - 1.4 * self.size)
            w, h = 2 * columns * self.size, 2 * rows * self.size
            self.right, self.bottom = max(self.right, x + w + 0.6 * self.size), max(self.bottom, y + h + 0.6 * self.size)
            out.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" fill="#cfcfcf"/>')
            if len(boxes) > 1:
                head = floor_title.replace("{}", str(number))
                place = (x + w / 2, y - 1.7 * self.size)
                self.labels.place(head, self.font * 1.1, [place])
                out.append(shapes.label(*place, self.font * 1.1, head, extra=' font-weight="bold"'))
                self.top = min(self.top, y - 2.4 * self.size)
        return out

    def cells(self) -> list[str]:
        out = []
        for cell in self.shown:
            x, y = self.middles[cell]
            mark = self.board.marks[cell]
            points = shapes.outline(self.board.is_hex, x, y, self.size)
            out.append(f'<polygon points="{points}" fill="{shapes.words(self.fills.get(mark, "#ffffff"))}" stroke="#777777"/>')
            if mark and (rank := self.marks.index(mark)):
                out.append(f'<polygon points="{points}" fill="url(#{self.id}-h{rank - 1})"/>')
        return out

    def edges(self) -> list[str]:
        """Coordinates along the edges, and dashes where edges are joined."""
        out = []
        size, small = self.size, max(8.0, self.size * 0.45)
        if self.board.is_hex:
            rows: dict[int, float] = {}
            for cell in self.shown:
                (_, r), (x, _y) = self.board.coordinates[cell], self.middles[cell]
                rows[r] = min(x, rows.get(r, x))
            if all(self.called.get(c) or name for c, name in enumerate(self.board.names)):
                return []  # names say where a cell is
            return [shapes.label(x - size * 1.35, 1.5 * size * r, small, str(r), shapes.FAINT, "end") for r, x in rows.items()]
        if self.part:
            columns_at = {self.board.coordinates[c][0]: self.middles[c][0] for c in self.shown}
            lines_at = {self.board.coordinates[c][1]: self.middles[c][1] for c in self.shown}
            out += [shapes.label(x, self.top + size * 0.9, small, str(n), shapes.FAINT) for n, x in sorted(columns_at.items())]
            out += [shapes.label(self.left + size * 0.9, y, small, str(n), shapes.FAINT, "end") for n, y in sorted(lines_at.items())]
        for _, columns, lines, x, y in self.floor_boxes():
            right, low = x + 2 * columns * size, y + 2 * lines * size
            out += [shapes.label(x + (2 * c - 1) * size, y - size * 0.5, small, str(c), shapes.FAINT) for c in range(1, columns + 1)]
            out += [shapes.label(x - size * 0.35, y + (2 * n - 1) * size, small, str(n), shapes.FAINT, "end") for n in range(1, lines + 1)]
            joined = [(x, y, x, low), (right, y, right, low)] if self.board.wrap[0] else []
            joined += [(x, y, right, y), (x, low, right, low)] if self.board.wrap[1] else []
            for a, b, c, d in joined:
                line = f'x1="{a:.1f}" y1="{b:.1f}" x2="{c:.1f}" y2="{d:.1f}"'
                out.append(f'<line {line} stroke="#ffffff" stroke-width="4"/>')
                out.append(f'<line {line} stroke="#000000" stroke-width="2.5" stroke-dasharray="6 5"/>')
        return out

    def names(self) -> list[str]:
        """The names of cells and, on hexagons, their coordinates."""
        out = []
        for cell in self.shown:
            x, y = self.middles[cell]
            text = self.called.get(cell) or self.board.names[cell]
            if self.board.is_hex and not text:
                text = ",".join(map(str, self.board.coordinates[cell]))
            if text:
                font = min(self.size * 0.32, (2.1 if self.board.is_hex else 2.9) * self.size / len(text))
                out.append(shapes.label(x, y + self.size * (0.54 if self.board.is_hex else 0.8), font, text, shapes.FAINT))
        return out

    def links(self) -> list[str]:
        links = [k for k in self.board.links if not self.part or {k.origin, k.target} <= set(self.shown)]
        kinds = self.board.relations[1:]
        back = {(k.kind, k.target, k.origin): n for n, k in enumerate(links)}
        halos, arcs, texts = [], [], []
        for number, link in enumerate(links):
            returns = back.get((link.kind, link.origin, link.target))
            if link.origin == link.target or (returns is not None and returns < number):
                continue
            both = f' marker-start="url(#{self.id}-a)"' if returns is not None else ""
            (x1, y1), (x2, y2) = self.middles[link.origin], self.middles[link.target]
            bend = max(self.size, 0.16 * math.hypot(x2 - x1, y2 - y1)) * (1 if x2 >= x1 else -1)
            path, spots = shapes.curve(x1, y1, x2, y2, self.size * 0.45, bend)
            said, font = self.ways.get(link.kind) or link.name or link.kind, max(9.0, self.size * 0.58)
            x, y = self.labels.place(said, font, spots)
            dash = _DASHES[kinds.index(link.kind) % len(_DASHES)]
            halos.append(f'<path d="{path}" fill="none" stroke="#ffffff" stroke-width="4.5" stroke-opacity="0.8"/>')
            arcs.append(
                f'<path d="{path}" fill="none" stroke="#222222" stroke-width="1.8" stroke-dasharray="{dash}" '
                f'marker-end="url(#{self.id}-a)"{both}/>'
            )
            halo = ' stroke="#ffffff" stroke-width="3" stroke-linejoin="round" paint-order="stroke"'
            texts.append(shapes.label(x, y, font, said, extra=halo))
            self.top = min(self.top, y - self.font * 1.5)
            wide = 0.31 * font * len(said)  # an arc bulges, and its name stands beside it: neither is cut
            self.left = min([self.left, x - wide, *(sx - self.size * 0.4 for sx, _ in spots)])
            self.right = max([self.right, x + wide, *(sx + self.size * 0.4 for sx, _ in spots)])
        return halos + arcs + texts

    def legend(self, called: Mapping[str, str], sides: Sequence[str]) -> list[str]:
        """Swatches of the marks and tokens of the sides, in lines as wide as the picture."""
        entries: list[tuple[str, int | str]] = [(called.get(m, m), m) for m in self.marks if called.get(m, m)]
        entries += [(name, side) for side, name in enumerate(sides)]
        if not entries:
            return []
        out = []
        start = self.left + self.size * 0.6
        box = self.font
        x, y = start, self.bottom + self.font
        for text, what in entries:
            width = 2.7 * box + 0.62 * self.font * len(text)
            if x > start and x + width > self.right:
                x, y = start, y + 1.6 * self.font
            if isinstance(what, int):
                out += shapes.token(Token("", what), x + box / 2, y, box * 0.6, self.colours[what % len(self.colours)], None)
            else:
                square = f'<rect x="{x:.1f}" y="{y - box / 2:.1f}" width="{box:.1f}" height="{box:.1f}"'
                out.append(f'{square} fill="{shapes.words(self.fills[what])}" stroke="#777777"/>')
                if rank := self.marks.index(what):
                    out.append(f'{square} fill="url(#{self.id}-h{rank - 1})"/>')
            out.append(shapes.label(x + 1.5 * box, y, self.font, text, anchor="start"))
            x += width
            self.right = max(self.right, x)
        self.bottom = y + self.font * 1.4
        return out
