"""What stands in one cell of a board drawn with characters: pieces, a note, a name, or the sign of its ground."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from string import ascii_letters

from arbitre.graphs.board import Board
from arbitre.graphs.draw.tokens import NOTED, Pieces, Span, Token, angle, borne, short_note, sided

_ARROWS = "→↘↓↙←↖↑↗"
ACTIVE, OFFERED = ">", "*"  # before whoever acts, and before what may be chosen or in its place
_STRESSED = {"": "", "active": ACTIVE, "offered": OFFERED}
_SPARE = "~=%^\"';,!?&$@"  # for grounds whose own signs are taken
SHADE = "░"
SHORT = 3  # signs in a mark


@dataclass(frozen=True, slots=True)
class Look:
    """What a drawing shows besides the board, and how.

    Args:
        pieces: cell -> tokens, the first on top.
        notes: cell -> what may be done there; shown where it is empty, :data:`OFFERED` before its name if it has one.
        labels: cell -> its name, written faintly where there is room.
        shaded: cells whose ground is shaded: zones that matter.
        floors: the floors to draw; None for all.
        focus: cells that must be in sight where not everything fits.
        colours: can stress be told by colours? Otherwise whoever acts has ``>``, what may be chosen ``*`` before it.
        whole: where it is too wide, the rest below instead of left out.
        rows: floor -> the first and last row that are drawn of it; all by default.
        floor: what stands above a floor, with ``{}`` for its number; only where there are several.
        badges: sign of a badge -> what it stands for, values in braces.
        grounds: mark -> the sign of its ground, where it has one of its own.
        rim: hexagons have their columns and rows along the edges, and nothing in them.
    """

    pieces: Pieces = field(default_factory=dict)
    notes: Mapping[int, str] = field(default_factory=dict)
    labels: Mapping[int, str] = field(default_factory=dict)
    shaded: Collection[int] = ()
    floors: Sequence[int] | None = None
    focus: Collection[int] = ()
    colours: bool = True
    whole: bool = False
    rows: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    floor: str = "[{}]"
    badges: Mapping[str, str] = field(default_factory=dict)
    grounds: Mapping[str, str] = field(default_factory=dict)
    rim: bool = False

    def numbers(self, board: Board) -> tuple[int, ...]:
        """The floors that are drawn."""
        return tuple(n for n in board.floors if self.floors is None or n in self.floors)


@lru_cache(maxsize=64)
def ground(board: Board) -> str:
    """The commonest mark, which needs no sign."""
    counts = Counter(mark for mark in board.marks if mark)
    return counts.most_common(1)[0][0] if counts else ""


@lru_cache(maxsize=64)
def signs(board: Board) -> dict[str, str]:
    """A sign for every mark but the commonest: its character on the map, another one where that is taken."""
    out: dict[str, str] = {}
    for mark, character in dict.fromkeys(zip(board.marks, board.characters, strict=True)):
        if not mark or mark == ground(board) or mark in out:
            continue
        known = {"·", *out.values()}
        wanted = [c for c in (character, *mark, *mark.upper(), *_SPARE) if len(c) == 1 and c.isprintable() and c not in (" ", "_")]
        out[mark] = next((c for c in wanted if c not in known), "?")
    return out


def ground_signs(board: Board, look: Look) -> dict[str, str]:
    """The sign of every ground that has one: its own, else one that tells it from the commonest and is nobody's own."""
    own = {mark: sign for mark, sign in look.grounds.items() if mark in board.marks}
    if not own:
        return signs(board)
    out: dict[str, str] = {}
    for mark, sign in signs(board).items():
        if mark not in own:
            taken = {*own.values(), *out.values()}
            out[mark] = sign if sign not in taken else next((c for c in _SPARE if c not in taken), "?")
    return {**out, **own}


def cell_spans(board: Board, cell: int, look: Look, width: int, middle: bool) -> list[Span]:
    """The content of a cell in exactly so many characters, in the middle or at the left."""
    tokens = look.pieces.get(cell, ())
    label = look.labels.get(cell, "")
    label = label if len(label) <= width else ""
    if tokens:
        label = "" if width <= SHORT and label.isdigit() else label  # beside a mark it would be read as a number of it
        spans = _tokens(board, tokens, width, look.colours)
    elif cell in look.notes:
        spans = [(short_note(look.notes[cell], width).strip() if middle else short_note(look.notes[cell], width), NOTED, "")]
    else:
        sign = ground_signs(board, look).get(board.marks[cell], "")
        if cell in look.shaded and not sign:
            return [(SHADE * width, None, "")]
        if label:
            return [(label.center(width) if middle else label.ljust(width), None, "")]
        return [(sign.center(width) if middle else (sign or "·").ljust(width), None, "")]
    used = sum(len(text) for text, _, _ in spans)
    if label and not tokens and spans[0][0].strip() == OFFERED and len(label) + 1 == width:  # they stand close together
        return [(OFFERED + label, NOTED, "")]
    if label and used + len(label) < width:
        left = width - used - len(label)
        return [(label + " " * left, None, ""), *spans]
    before = (width - used + 1) // 2 if middle else 0
    return [(" " * before, None, ""), *spans, (" " * (width - used - before), None, "")]


def longest_mark(look: Look) -> int:
    """Characters of the longest mark: pieces have up to three, what fields of cells hold may have more."""
    return max((_needed(token, look.colours) for there in look.pieces.values() for token in there), default=0)


def _needed(token: Token, colours: bool) -> int:
    """Characters without which a mark loses what it is told apart by: its letters, where no colour says whose it is, before a badge too."""
    said = written(token, colours)
    if colours or token.side < 0 or not said[:1].isalpha() or not said[-1:].isdigit():
        return len(said)
    return len(_STRESSED[token.stress]) + len(said) + len(_worn(token))


def _tokens(board: Board, tokens: Sequence[Token], width: int, colours: bool) -> list[Span]:
    """As many of the tokens of a cell as there is room for, and how many more there are."""
    standing = borne(tokens)
    first, *rest = [piece for piece, _ in standing]
    held = [_worn(piece) + "".join(t.letters[:1] for t in carried) for piece, carried in standing]
    whole = [_shown(board, piece, colours, "") + signs_ for piece, signs_ in zip((first, *rest), held, strict=True)]
    if sum(map(len, whole)) + len(rest) <= width:
        out: list[Span] = []
        for text, piece in zip(whole, (first, *rest), strict=True):
            out += [(" ", None, "")] if out else []
            out.append((text, piece.side, piece.stress))
        return out
    mine = held[0]
    more = "+" if len(rest) == 1 else f"+{min(9, len(rest))}" if rest else ""
    for tail in dict.fromkeys((mine + more, mine + more[:1], mine[:1].strip("·"), more[:1], "")):
        said = written(first, colours)
        less = said.strip(ascii_letters) if len(said) <= SHORT else f"{said[: width - len(tail) - 1]}…"  # its number, or how it begins
        for letters in dict.fromkeys((said, less)):
            text = _shown(board, first, colours, letters) + tail if letters else ""
            if text and len(text) <= width:
                return [(text, first.side, first.stress)]
    return [
        (
            _shown(board, first, True, written(first, colours)[: width - (first.facing is not None) - 2 * first.ghost])[:width],
            first.side,
            first.stress,
        )
    ]


def _worn(token: Token) -> str:
    """The badges of a piece behind its mark; a number apart, or it would be read as the piece's own."""
    return "".join(f"·{badge}" if badge[:1].isdigit() else badge for badge in token.badges)


def written(token: Token, colours: bool) -> str:
    """What is written for a piece: what its look says, where there is room for that and nothing it is typed or told apart by is lost."""
    face = sided(token.face or "", token.side)
    number = "".join(c for c in token.letters if c.isdigit())
    told_apart = colours or token.side < 0 or face.upper() != face.lower()
    return face if face and len(face) <= SHORT and face.endswith(number) and told_apart else token.letters


def _shown(board: Board, token: Token, colours: bool, letters: str) -> str:
    said = "".join(c for c in letters or written(token, colours) if c.isprintable()) or "?"
    said = f"({said})" if token.ghost else said
    arrow = "" if token.facing is None else _ARROWS[_arrow(board, token.facing, token.vertex)]
    return ("" if colours else _STRESSED[token.stress]) + said + arrow


def arrow(board: Board, facing: int, vertex: bool) -> str:
    """The arrow that a facing is drawn as."""
    return _ARROWS[_arrow(board, facing, vertex)]


def _arrow(board: Board, facing: int, vertex: bool) -> int:
    """The arrow nearest to a facing; of a hexagon two vertices lie straight up and down, two directions straight aside."""
    turn = int(angle(board.is_hex, board.directions, facing, vertex)) % 360
    near = {30: 1, 90: 2, 150: 3, 210: 5, 270: 6, 330: 7, 0: 0, 60: 1, 120: 3, 180: 4, 240: 5, 300: 7}
    return near[turn] if board.is_hex else turn // 45 % 8


def joined(line: Sequence[Span]) -> list[Span]:
    """The line with spans of one look made one, and no spaces at its end."""
    out: list[Span] = []
    for text, side, stress in line:
        if out and text and out[-1][1:] == (side, stress):
            out[-1] = out[-1][0] + text, side, stress
        elif text:
            out.append((text, side, stress))
    while out and out[-1][0].endswith(" "):
        text, side, stress = out.pop()
        if text.rstrip():
            out.append((text.rstrip(), side, stress))
    return out
