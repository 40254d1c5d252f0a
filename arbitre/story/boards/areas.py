"""What a board is made of, in words: its zones, terrains, links, arrows and the marks of its sides."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby

from rich.text import Text as Rich

from arbitre import graphs
from arbitre.dsl.core import NONE, Domain, Program
from arbitre.graphs.draw.style import worn_badges
from arbitre.graphs.draw.terminal.cells import ACTIVE, OFFERED, SHADE, arrow, ground_signs
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.match import Match
from arbitre.story.boards.fields import KEY, signs_of
from arbitre.story.boards.marks import Palette, side_kind
from arbitre.words.phrases import of

SPARSE = 0.2  # zones that cover no more of a board than this stand out on it
NOTE_STYLE = "bold black on bright_white"
NAME = 7  # characters of a cell's name that find a place on the board


def called(machine: Machine, domain: int, row: int, lang: str) -> str:
    """What a row that is always there is called."""
    title = machine.row_title(domain, row)
    return title.within(lang)


def areas_of(machine: Machine, index: int, lang: str = "en") -> dict[str, dict[str, list[int]]]:
    """By the title of a field of cells, the zones it makes: each with its name and cells."""
    program = machine.program
    out: dict[str, dict[str, list[int]]] = {}
    for column in program.fields:
        if column.domain != index or column.given is None or column.target == NONE or column.low != NONE or column.is_set:
            continue
        if program.domains[column.target].board is not None:
            continue
        zones: dict[str, list[int]] = {}
        for cell, row in enumerate(column.given):
            if row >= 0:
                zones.setdefault(called(machine, column.target, row, lang), []).append(cell)
        if zones:
            out[column.title.within(lang) or column.name.replace("_", " ")] = zones
    return out


@lru_cache(maxsize=32)
def _shaded(machine: Machine, index: int) -> frozenset[int]:
    board = machine.program.domains[index].cells
    zones = ({cell for zone in zones.values() for cell in zone} for zones in areas_of(machine, index).values())
    return frozenset(next((cells for cells in zones if len(cells) <= SPARSE * board.size), ()))


def shaded_of(machine: Machine, index: int) -> frozenset[int]:
    """Cells in the zones that the rulebook speaks of first, where they are few: what lies wall to wall does not stand out."""
    return frozenset() if machine.program.domains[index].cells.is_hex else _shaded(machine, index)


def labels_of(domain: Domain) -> dict[int, str]:
    """What is written in empty cells: their names, on hexagons without names their coordinates."""
    board = domain.cells
    named = {cell: row for cell, row in enumerate(domain.rows) if row and not row.startswith("(") and len(row) <= NAME}
    if board.is_hex and len(named) < board.size:
        return {cell: named.get(cell, ",".join(map(str, place))) for cell, place in enumerate(board.coordinates)}
    return named if board.is_hex or len(named) == board.size else {}


def said_in(style: graphs.Style) -> dict[int, str]:
    """What a look writes in cells, as far as there is room for it; what is to have no label keeps the name it is typed by."""
    return {cell: one.label for cell, one in style.cells.items() if one.label and len(one.label) <= NAME}


def grounds_of(program: Program, domain: Domain) -> dict[str, str]:
    """The signs that the rulebook gives to the grounds of a board, by the marks of its map."""
    kinds = [d for d in program.domains if not d.dynamic and d.board is None]
    own = {row: sign for d in kinds for row, sign in zip(d.rows, d.signs, strict=False)}
    return {mark: own[mark][:1] for mark in dict.fromkeys(domain.cells.marks) if own.get(mark)}


def label(domain: Domain, cell: int, lang: str = "en") -> str:
    """How people call a cell: by its name, else by its coordinates, the floor only where there are several."""
    row = domain.rows[cell]
    if not row.startswith("("):
        return domain.titles[cell].within(lang) or row.replace("_", " ")
    return str(domain.cells.spot(cell))


# ------------------------------------------------------------------------------------------------ the key


def key_lines(
    match: Match, domain: Domain, floors: Sequence[int], fresh: Sequence[int], look: graphs.Look, colours: Palette, lang: str, width: int,
    told: set[str],
) -> list[Rich]:  # fmt: skip
    """What the signs on those floors mean: sides, stress, terrains, zones, links, arrows.

    ``fresh``: the floors whose zones and links are told; ``told``: what was explained before, which is left out, and what now is.
    """
    say = of(lang).say
    board = domain.cells
    here, new = ({c for c in range(board.size) if board.floor(c) in some} for some in (floors, fresh))
    held, flags = signs_of(match, domain.index, lang)
    program = match.program
    names = {
        row: called(match.machine, d.index, n, lang)
        for d in program.domains
        if not d.dynamic and d.board is None
        for n, row in enumerate(d.rows)
    }

    def untold(said: Iterable[tuple[str, Rich]]) -> Rich:
        left = [(key, part) for key, part in said if key not in told]
        told.update(key for key, _ in left)
        return Rich("   ").join(part for _, part in left)

    parts = untold(_sides(match, look, here, colours, lang, held) + _stressed(look, here, lang))
    out = [Rich("  ") + parts] if parts.plain else []
    shown = {board.marks[c] for c in here if not _covered(board, c, look)}
    terrains = [f"{sign} {names.get(mark, mark)}" for mark, sign in ground_signs(board, look).items() if mark in shown]
    worn = _badges(look, here)
    lines = [untold((said, Rich(said)) for said in some).plain for some in (terrains, _held(match, look, here, held, flags, lang), worn)]
    lines += [*_zones(match.machine, domain, new, lang, say), *_links(domain, new, names, lang)] if new else []
    lines += [untold((said, Rich(said)) for said in _arrows(match, domain, look, here, lang)).plain]
    for line in lines:
        out += [Rich(part, "dim") for part in textwrap.wrap(line, max(40, width - 2), initial_indent="  ", subsequent_indent="    ")]
    return [line for line in out if line.plain.strip()]


def _covered(board: graphs.Board, cell: int, look: graphs.Look) -> bool:
    """Is the sign of its ground hidden by what stands there, by what may be done there, or by its name?"""
    return bool(look.pieces.get(cell)) or cell in look.notes or (not board.is_hex and len(look.labels.get(cell, "")) in range(1, 4))


def _held(
    match: Match, look: graphs.Look, here: Iterable[int], held: Mapping[tuple[int, int], str], flags: Mapping[str, str], lang: str
) -> list[str]:  # fmt: skip
    """What the signs mean that cells show of what they hold, sides apart, where they can be seen."""
    every = "|".join(re.escape(sign) for sign in sorted({*held.values(), *flags}, key=len, reverse=True) if sign)
    seen = {sign for cell in here for token in look.pieces.get(cell, ()) for sign in re.findall(every, token.letters)}
    sides = side_kind(match.program)
    said = [f"{sign} {called(match.machine, *what, lang)}" for what, sign in held.items() if what[0] != sides and sign in seen]
    said += [f"{sign} {title}" for sign, title in flags.items() if sign in seen]
    return said if len(said) <= KEY else []


def _badges(look: graphs.Look, here: Iterable[int]) -> list[str]:
    """What the badges mean that are worn here."""
    worn = {sign for cell in here for token in look.pieces.get(cell, ()) for sign in token.badges}
    return [f"{sign} {title}" for title, sign in worn_badges(look.badges, worn).items()]


def _sides(
    match: Match, look: graphs.Look, here: Iterable[int], colours: Palette, lang: str, held: Mapping[tuple[int, int], str]
) -> list[tuple[str, Rich]]:  # fmt: skip
    """One mark of each side as an example."""
    say = of(lang).say
    kind = side_kind(match.program)
    out = []
    seen: dict[int, str] = {}
    for token in (token for cell in here for token in look.pieces.get(cell, ()) if token.side >= 0):
        seen.setdefault(token.side, token.letters)
    numbered = any(letters.strip("0123456789") != letters for letters in seen.values())
    for side in sorted(seen):
        signs = match.program.domains[kind].signs  # of a side that has one, cells that are his bear it
        mark = signs[side] if side < len(signs) and seen[side].startswith(signs[side] or " ") else held.get((kind, side), "")
        example = graphs.sided("A7" if numbered else "AB", side)
        if not mark and seen[side].upper() == seen[side].lower():  # a sign that has no capital form
            mark = seen[side].strip("0123456789") or seen[side]
        elif not mark and max(seen) < 2:
            example = say("board.small" if side else "board.capitals")
        out.append((f"side {side}", Rich.assemble((f"{mark or example} ", colours.style(side)), called(match.machine, kind, side, lang))))
    return out


def _stressed(look: graphs.Look, here: Iterable[int], lang: str) -> list[tuple[str, Rich]]:
    """What is about the question: who acts, and what can be chosen, pieces and bare cells."""
    say = of(lang).say
    here = set(here)
    stressed = {token.stress for cell in here for token in look.pieces.get(cell, ())}
    bare = any(note == OFFERED and not look.pieces.get(cell) for cell, note in look.notes.items() if cell in here)
    out = []
    if "active" in stressed:
        out.append(("acts", Rich(say("board.acts"), "reverse") if look.colours else Rich(say("board.acting", sign=ACTIVE), "dim")))
    if bare or "offered" in stressed:
        said = Rich(say("board.offered"), "underline" if look.colours and "offered" in stressed else "dim")
        sign = [Rich(OFFERED, NOTE_STYLE if look.colours else "dim"), Rich(" ")] if bare or not look.colours else []
        out.append((f"offered {bare and look.colours}", Rich.assemble(*sign, said)))
    return out


def _zones(machine: Machine, domain: Domain, here: set[int], lang: str, say: Callable[..., str]) -> list[str]:
    """The zones that lie on these floors, with their corners where they are rectangles."""
    out = []
    shaded = shaded_of(machine, domain.index)
    for title, zones in areas_of(machine, domain.index, lang).items():
        parts = []
        stands_out = False
        for name, cells in zones.items():
            mine = [c for c in cells if c in here]
            if mine:
                stands_out |= set(mine) <= shaded
                parts.append(f"{name} {_extent(domain, mine, lang)}".rstrip())
        if parts:
            colon = of(lang).say("colon")
            out.append(f"{SHADE + ' ' if stands_out else ''}{title}{colon}{', '.join(parts)}")
    return out


def _extent(domain: Domain, cells: list[int], lang: str) -> str:
    """Where a zone lies: its only cell, or its corners."""
    places = [domain.cells.coordinates[c] for c in cells]
    if len(cells) == 1:
        return label(domain, cells[0], lang)
    if domain.cells.is_hex:
        return ", ".join(label(domain, c, lang) for c in cells[:6]) + (" …" if len(cells) > 6 else "")
    low = min(p[0] for p in places), min(p[1] for p in places)
    high = max(p[0] for p in places), max(p[1] for p in places)
    return f"({low[0]}, {low[1]})–({high[0]}, {high[1]})"


def _links(domain: Domain, here: set[int], names: dict[str, str], lang: str) -> list[str]:
    """The links that begin or end on these floors, a line a kind; both ways are one."""
    board = domain.cells
    back = {(link.kind, link.target, link.origin) for link in board.links}
    found = []
    for link in board.links:
        if link.origin not in here and link.target not in here:
            continue
        both = (link.kind, link.origin, link.target) in back
        if both and link.origin > link.target:
            continue
        origin, target = (label(domain, cell, lang) for cell in (link.origin, link.target))
        found.append((names.get(link.kind, link.kind), f"{origin} {'↔' if both else '→'} {target}"))
    return [
        f"{kind}{of(lang).say('colon')}" + ", ".join(way for _, way in ways) for kind, ways in groupby(sorted(found), key=lambda w: w[0])
    ]


def _arrows(match: Match, domain: Domain, look: graphs.Look, here: set[int], lang: str) -> list[str]:
    """The arrows of facings with the words of their directions."""
    turned = [t for c in here for t in look.pieces.get(c, ()) if t.facing is not None]
    if not turned:
        return []
    out = []
    for name in ("direction", "vertex"):
        kind = next((d for d in match.program.domains if d.name == name), None)
        if kind is not None and any(t.vertex == (name == "vertex") for t in turned):
            out.append("   ".join(
                f"{arrow(domain.cells, n, name == 'vertex')} {called(match.machine, kind.index, n, lang)}" for n in range(kind.size)
            ))  # fmt: skip
    return out
