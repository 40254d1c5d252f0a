"""A board as a standalone SVG picture, for pages, screen readers and printers."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from arbitre.graphs.board import Board
from arbitre.graphs.draw.grounds import GROUNDS, NONE_FILL
from arbitre.graphs.draw.style import PLAIN, Ruler, Style
from arbitre.graphs.draw.svg import shapes, styled_shapes, themes
from arbitre.graphs.draw.svg.areas import area_shapes, shut_shapes
from arbitre.graphs.draw.svg.labels import Labels
from arbitre.graphs.draw.svg.legend import Room, entries
from arbitre.graphs.draw.svg.links import arcs, arrow_head, link_signs, signed, straight
from arbitre.graphs.draw.svg.overlay import NOTHING, Overlay, arrow_shapes, cross_out, faded, zone_shapes
from arbitre.graphs.draw.svg.positions import floor_shifts, middle_of, part_shifts
from arbitre.graphs.draw.tokens import COLOURS, Pieces, Token, readable_ink

PAGE = 640.0  # how wide a picture is shown at least, in pixels: on a phone one scrolls
LEAST = 9.0  # of letters, at the width they are shown


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
    overlay: Overlay = NOTHING,
    style: Style = PLAIN,
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
        only: cells: what else there is, is left out; by default the whole board.
        shut: pairs of squares side by side with something shut between them: a thick line.
        overlay: what explains it: zones, arrows, where pieces stood, dice.
        style: how cells, edges and labels look where that is not as usual.

    Returns:
        XML text without an XML declaration; its ids depend on the board and title only, so pictures of different
        boards can share a page.
    """
    drawing = Picture(board, pieces or {}, size, colours, terrain or {}, title, stacked, only, style)
    drawing.areas, drawing.ways = areas or {}, ways or {}
    drawing.called, drawing.shut, drawing.overlay = names or {}, shut, overlay
    return drawing.draw(description, notes, legend or {}, sides, floor_title)


class Picture:
    """One drawing under way."""

    areas: Mapping[str, Collection[int]]
    ways: Mapping[str, str]
    called: Mapping[int, str]
    shut: Collection[tuple[int, int]]
    overlay: Overlay

    def __init__(
        self, board: Board, pieces: Pieces, size: float, colours: Sequence[str], terrain: Mapping[str, str], title: str, stacked: bool,
        only: Collection[int] | None = None, style: Style = PLAIN,
    ) -> None:  # fmt: skip
        self.board, self.pieces, self.size, self.title, self.style = board, pieces, size, title, style
        self.part = only is not None  # a part of the board: its coordinates stand along its own edges
        self.shown = sorted(only) if only else list(range(board.size))
        self.colours = colours or COLOURS
        self.shifts = floor_shifts(board, stacked) if not self.part or board.is_hex else part_shifts(board, self.shown)
        self.middles = [self.moved(c, middle_of(board, c, size, self.shifts)) for c in range(board.size)]
        counts = Counter(m for m in board.marks if m)  # of the whole board: a ground has one colour in all its pictures
        ranked = sorted(counts, key=lambda m: (-counts[m], m))
        here = {board.marks[c] for c in self.shown}
        self.fills = {m: terrain.get(m, themes.paint(f"terrain{i % len(themes.TERRAIN)}")) for i, m in enumerate(ranked)}
        self.hatches = {m: i - 1 for i, m in enumerate(ranked) if i}
        looks = Counter((board.marks[c], style.cell(c).fill) for c in range(board.size))
        for (mark, said), _ in sorted(looks.items(), key=lambda found: found[1]):  # the commonest is the legend
            if mark and said in GROUNDS:
                self.fills[mark] = themes.ground(said)
                self.hatches[mark] = GROUNDS[said].hatch
        self.marks = [m for m in ranked if m in here]
        grounds = Counter(style.cell(c).fill or board.marks[c] for c in range(board.size))
        self.plain = max(grounds, key=lambda g: grounds[g], default="")  # the commonest ground is not hatched
        drawn = (board.name, board.marks, title) if only is None else (board.name, board.marks, title, self.shown)
        self.id = f"b{zlib.crc32(repr(drawn).encode('utf-8', 'replace')):08x}"
        spots = [self.middles[c] for c in self.shown]
        self.left, self.top = min(x for x, _ in spots) - size * 2.4, min(y for _, y in spots) - size * 2.4
        self.right, self.bottom = max(x for x, _ in spots) + size * 1.6, max(y for _, y in spots) + size * 1.6
        self.halfway = (min(y for _, y in spots) + max(y for _, y in spots)) / 2
        self.least = LEAST * max(1.0, (self.right - self.left) / PAGE)  # of letters, so that they are legible at the width shown
        self.font = max(11.0, self.least * 1.1, size * 0.5)
        self.rock = themes.behind(style.ground) if style.ground in GROUNDS else themes.paint("rock")  # what is no cell
        self.used: set[int] = set()  # hatchings
        self.labels = Labels()
        for cell, tokens in pieces.items():
            if tokens and 0 <= cell < board.size:
                self.labels.take(self.middles[cell][0], self.middles[cell][1] - self.lift(), size * 0.6, size * 0.6)

    def moved(self, cell: int, usual: tuple[float, float]) -> tuple[float, float]:
        """Where a cell is drawn that the rulebook puts elsewhere."""
        at = self.style.cell(cell).at
        return usual if at is None else (2 * self.size * at[0], 2 * self.size * at[1])

    def draw(self, description: str, notes: Sequence[str], legend: Mapping[str, str], sides: Sequence[str], floor_title: str) -> str:
        body = self.ground(floor_title)
        shown, lift = set(self.shown), self.lift()
        body += zone_shapes(self.overlay.zones, self.board, self.middles, shown, self.size)
        before = {cell: tokens for cell, tokens in self.overlay.before.items() if tokens and cell in shown}
        body += faded(before, (shape for cell, tokens in before.items() for _, part in self.standing(cell, tokens) for shape in part))
        for cell, tokens in self.pieces.items():
            if tokens and cell in shown:
                body += [shape for _, part in self.standing(cell, tokens) for shape in part]
        for cell in sorted(shown.intersection(self.overlay.gone)):
            body += cross_out((self.middles[cell][0], self.middles[cell][1] - lift), self.size)
        arrows = [arrow for arrow in self.overlay.arrows if shown.issuperset(arrow.cells)]
        lifted = [(x, y - lift) for x, y in self.middles]
        body += arrow_shapes(arrows, lifted, self.size, self.colours, {*self.pieces, *before})
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
            *self.definitions(),
            f'<rect x="{self.left:.1f}" y="{self.top:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{themes.paint("paper")}"/>',
        ]
        drawn = themes.themed([*head[3:], *body])
        return "\n".join([*head[:3], f"<style>{themes.rules(drawn)}</style>", *drawn, "</svg>"]) + "\n"

    def ground(self, floor_title: str) -> list[str]:
        """All that lies below what stands on the board."""
        seen = set(self.shown)
        lines = straight(self.board.links, self.style, self.middles, self.size, seen)
        body = [*self.backs(floor_title), *self.cells(), *self.edges(), *lines, *self.names(), *self.strokes()]
        if not self.board.is_hex:
            shut = [edge for edge in self.shut if seen.issuperset(edge)]
            body += shut_shapes(self.board, self.middles, self.size, shut)
        areas = {name: sorted(seen.intersection(cells)) for name, cells in self.areas.items() if seen.intersection(cells)}
        edges = (self.left + self.size, self.right - self.size)
        body += area_shapes(self.board, self.middles, self.size, areas, max(10.0, self.least, self.size * 0.55), self.labels, edges)
        return body + self.links()

    def definitions(self) -> list[str]:
        """What the shapes drawn so far refer to."""
        hatchings = (shapes.hatching(i, f"{self.id}-h{i}") for i in sorted(self.used))
        return ["<defs>", *hatchings, *arrow_head(f"{self.id}-a"), "</defs>"]

    def described(self) -> str:
        placed = [
            f"{self.board.label(cell)}: {', '.join(t.letters for t in tokens)}"
            for cell, tokens in sorted(self.pieces.items())
            if tokens and 0 <= cell < self.board.size
        ]
        return ". ".join([f"{self.board.name}, {self.board.size} cells", *placed]) + "."

    def lift(self) -> float:
        """How much higher than the middle tokens stand, to leave a hexagon's coordinates readable."""
        return self.size * 0.2 if self.board.is_hex and not (self.style.rim or self.style.bare) else 0.0

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
        floors = sorted({self.board.floor(c) for c in self.shown})
        for number in floors if self.part and not self.board.is_hex else []:  # what is no cell is wall
            spots = [self.middles[c] for c in self.shown if self.board.floor(c) == number]
            x, y = min(x for x, _ in spots) - self.size, min(y for _, y in spots) - self.size
            w, h = max(x for x, _ in spots) + self.size - x, max(y for _, y in spots) + self.size - y
            out.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" fill="{self.rock}"/>')
            if len(self.board.floors) > 1:
                head, place = floor_title.replace("{}", str(number)), (x + w / 2, y - 1.6 * self.size - self.font * 0.5)
                out.append(shapes.label(*place, self.font * 1.1, head, extra=' font-weight="bold"'))
                self.top = min(self.top, y - 2.2 * self.size - self.font)
        boxes = self.floor_boxes()
        for number, columns, rows, x, y in boxes:
            self.left, self.top = min(self.left, x - 1.4 * self.size), min(self.top, y - 1.4 * self.size)
            w, h = 2 * columns * self.size, 2 * rows * self.size
            self.right, self.bottom = max(self.right, x + w + 0.6 * self.size), max(self.bottom, y + h + 0.6 * self.size)
            out.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" fill="{self.rock}"/>')
            if len(boxes) > 1:
                head = floor_title.replace("{}", str(number))
                place = (x + w / 2, y - 2 * self.size)  # above the numbers of columns, which are part of the floor
                self.labels.place(head, self.font * 1.1, [place])
                out.append(shapes.label(*place, self.font * 1.1, head, extra=' font-weight="bold"'))
                self.top = min(self.top, y - 2.7 * self.size)
        return out

    def cells(self) -> list[str]:
        single = not self.part and len(self.board.floors) == 1
        out = styled_shapes.ground_behind(self.style, self.middles, self.shown, self.size) if single else []
        framed = self.style.ruler is None and not any(stroke.colour == NONE_FILL for stroke in self.style.borders.values())
        for cell in self.shown:
            said, mark = self.style.cell(cell), self.board.marks[cell]
            start = styled_shapes.shape_of(said, self.board.is_hex, self.middles[cell], self.size, self.upper(cell))
            if not start:
                continue
            fill = themes.ground(said.fill) if said.fill in GROUNDS else self.fills.get(mark, themes.paint("terrain0"))
            if said.fill == NONE_FILL:
                fill = "none"
            hatch = GROUNDS[said.fill].hatch if said.fill in GROUNDS else self.hatches.get(mark, -1)
            out.append(f'{start} fill="{shapes.words(fill)}" stroke="{themes.paint("grid") if framed else "none"}"/>')
            if hatch >= 0 and (said.fill or mark) != self.plain:
                self.used.add(hatch)
                out.append(f'{start} fill="url(#{self.id}-h{hatch})"/>')
        return out

    def upper(self, cell: int) -> bool:
        """Does a cell lie in the upper half of the picture?  Its triangle and its stack point down then."""
        return self.middles[cell][1] < self.halfway

    def strokes(self) -> list[str]:
        """Lines along the sides of the board, round cells and between them."""
        return styled_shapes.strokes(self.style, self.shown, self.board, self.middles, self.size)

    def standing(self, cell: int, tokens: Sequence[Token]) -> list[shapes.Part]:
        """What stands on a cell, token by token; a pile where its look says so."""
        x, y = self.middles[cell]
        y -= self.lift()
        most, board = self.style.cell(cell).stack, self.board
        pile = [n for n, t in enumerate(tokens) if not t.carried for _ in range(t.count)]
        if not most or (len(pile) < 2 and tokens[pile[0]].count < 2 and not board.is_hex and self.style.cell(cell).shape != "triangle"):
            face, shape = tokens[0].face, tokens[0].shape
            stone = shape in ("disc", "hexagon") and face is not None and (face in ("", "•") or face.isdigit()) and tokens[0].facing is None
            full = 1.75 if shape == "hexagon" and board.is_hex else 1.45
            wide = self.size * (full if self.style.cell(cell).shape == "disc" or stone else 1.0)
            return shapes.piece_parts(tokens, x, y, wide if len(tokens) == 1 else self.size, self.colours, board.is_hex, board.directions)
        out: list[shapes.Part] = []
        spots = styled_shapes.stacked(len(pile), most, (x, y), self.size, self.upper(cell))
        for n, (at_x, at_y) in zip(pile, spots, strict=False):
            plain = replace(tokens[n], letters="", face="", count=1)
            out.append((n, shapes.token(plain, at_x, at_y, self.size * 0.5, shapes.colour_of(plain, self.colours), None)))
        if len(pile) > most:
            (at_x, at_y), ink = spots[-1], readable_ink(shapes.colour_of(tokens[pile[0]], self.colours))
            out.append((-1, [shapes.label(at_x, at_y, self.size * 0.5, f"×{len(pile)}", ink)]))
        return out

    def edges(self) -> list[str]:
        """Coordinates along the edges, and dashes where edges are joined."""
        out = self.coordinates()
        size = self.size
        for _, columns, lines, x, y in self.floor_boxes():
            right, low = x + 2 * columns * size, y + 2 * lines * size
            joined = [(x, y, x, low), (right, y, right, low)] if self.board.wrap[0] else []
            joined += [(x, y, right, y), (x, low, right, low)] if self.board.wrap[1] else []
            for a, b, c, d in joined:
                line = f'x1="{a:.1f}" y1="{b:.1f}" x2="{c:.1f}" y2="{d:.1f}"'
                out.append(f'<line {line} stroke="{themes.paint("halo")}" stroke-width="4"/>')
                out.append(f'<line {line} stroke="{themes.paint("rim")}" stroke-width="2.5" stroke-dasharray="6 5"/>')
        return out

    def coordinates(self) -> list[str]:
        """What stands along the edges: numbers, or the letters and numbers that the names of the cells are made of."""
        size, small, board = self.size, max(self.least, self.size * 0.45), self.board
        if self.style.ruler is not None and not board.is_hex:
            return self.ruler(self.style.ruler)
        if self.style.bare or any(self.style.cell(c).at for c in self.shown):
            return []
        rim = styled_shapes.rim_of(board, self.shown, self.called) if self.style.rim else None
        if rim is not None:
            self.right = max(self.right, max(self.middles[c][0] for c in self.shown) + size * 2.4)
            return [
                shapes.label(*spot, small, text, shapes.FAINT)
                for text, spot in styled_shapes.placed_rim(rim, board, self.middles, size, self.shown)
            ]
        if board.is_hex:
            rows: dict[int, float] = {}
            for cell in self.shown:
                (_, r), (x, _y) = board.coordinates[cell], self.middles[cell]
                rows[r] = min(x, rows.get(r, x))
            if all(self.called.get(c) or name for c, name in enumerate(board.names)):
                return []  # names say where a cell is
            return [shapes.label(x - size * 1.35, 1.5 * size * r, small, str(r), shapes.FAINT, "end") for r, x in rows.items()]
        out = []
        for number in sorted({board.floor(c) for c in self.shown}) if self.part else []:
            here = [c for c in self.shown if board.floor(c) == number]
            columns_at = {board.coordinates[c][0]: self.middles[c][0] for c in here}
            lines_at = {board.coordinates[c][1]: self.middles[c][1] for c in here}
            over, before = min(lines_at.values()) - size * 1.45, min(columns_at.values()) - size * 1.35
            out += [shapes.label(x, over, small, str(n), shapes.FAINT) for n, x in sorted(columns_at.items())]
            out += [shapes.label(before, y, small, str(n), shapes.FAINT, "end") for n, y in sorted(lines_at.items())]
        for _, columns, lines, x, y in self.floor_boxes():
            out += [shapes.label(x + (2 * c - 1) * size, y - size * 0.5, small, str(c), shapes.FAINT) for c in range(1, columns + 1)]
            out += [shapes.label(x - size * 0.35, y + (2 * n - 1) * size, small, str(n), shapes.FAINT, "end") for n in range(1, lines + 1)]
        return out

    def ruler(self, ruler: Ruler) -> list[str]:
        """The measure along the edges of what is shown."""
        size = self.size
        xs, ys = [self.middles[c][0] for c in self.shown], [self.middles[c][1] for c in self.shown]
        left, top = min(xs) - size, min(ys) - size
        across, down = round((max(xs) + size - left) / (2 * size)), round((max(ys) + size - top) / (2 * size))
        self.left = min(self.left, left - size - (0 if self.part else self.font * 3))
        self.right = max(self.right, left + 2 * size * across + self.font * 2)
        self.bottom = max(self.bottom, top + 2 * size * down + self.font * 2.4)
        return styled_shapes.ruled(ruler, left, top, across, down, size, self.font * 0.9, self.part)

    def names(self) -> list[str]:
        """The names of cells and, on hexagons, their coordinates."""
        out = []
        for cell in self.shown:
            (x, y), styled_as = self.middles[cell], self.style.cell(cell)
            text = self.style.label(cell, self.called.get(cell) or self.board.names[cell], self.board)
            if not text:
                continue
            inside = (2.8 if self.board.is_hex else 2.9) * self.size / len(text)
            font = min(max(self.least, self.size * 0.32), inside)
            low = self.size * (0.54 if self.board.is_hex else 0.8)
            if styled_as.shape == "triangle":  # at the wide end, outside
                font, low = max(self.least, self.size * 0.45), self.size * (-1.55 if self.upper(cell) else 1.55)
                self.bottom = max(self.bottom, y + low + font)
            elif font < self.least * 0.98:
                continue  # nobody could read it
            ground = self.fills.get(self.board.marks[cell], themes.paint("terrain0"))
            ground = themes.ground(styled_as.fill) if styled_as.fill in GROUNDS else ground
            ink = shapes.FAINT if styled_as.shape == "triangle" else themes.written(ground)
            out.append(shapes.label(x, y + low, font, text, ink))
        return out

    def links(self) -> list[str]:
        seen = set(self.shown)
        out, rest = link_signs(self.board.links, self.style, self.middles, self.size, seen, self.least)
        floor = self.board.floor
        rest = [k for k in rest if {k.origin, k.target} <= seen and (not self.part or floor(k.origin) == floor(k.target))]
        drawn, spots = arcs(rest, self.board.relations[1:], self.ways, self.middles, self.size, self.labels, f"{self.id}-a", self.least)
        for x, y in spots:
            self.left, self.right, self.top = min(self.left, x), max(self.right, x), min(self.top, y)
        return out + drawn

    def legend(self, called: Mapping[str, str], sides: Sequence[str]) -> list[str]:
        """What was thrown; swatches of the marks, tokens of the sides, badges, zones and arrows, in lines as wide as the picture."""
        bare = [self.style.cell(cell).fill == NONE_FILL for cell in self.shown]
        held = {self.board.marks[cell] for cell, without in zip(self.shown, bare, strict=True) if not without}
        unfilled = {self.board.marks[cell] for cell, without in zip(self.shown, bare, strict=True) if without} - held
        marks = [
            (called.get(m, m), self.fills[m], f"{self.id}-h{h}" if (h := self.hatches.get(m, -1)) in self.used else "")
            for m in self.marks if called.get(m, m) and m not in unfilled
        ]  # fmt: skip
        room = Room(self.left + self.size * 0.6, self.right, self.bottom, self.font)
        out = room.throws(self.overlay.throws, self.colours)
        signs = signed(self.board.links, self.style, self.ways, self.shown)
        out += room.lines(entries(marks, sides, self.pieces, self.style, self.overlay, self.colours, signs))
        self.right, self.bottom = room.right, room.bottom
        return out
