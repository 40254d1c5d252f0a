"""Recorded games in the notations of others: read and replayed move for move, and written.

A rulebook says in ``notation.toml`` beside its files which notation its games are written in (``pgn``, ``pdn`` or ``sgf``), which library
reads it, and what its cells and pieces are called there.  A move of a record is a line of cells; of the ways our questions can be answered
that one is taken which goes by these cells and ends as the move does.

* ``pgn``: Portable Game Notation and Forsyth-Edwards Notation, read and written by the library that the rulebook names.
* ``pdn``: moves between numbered squares, ``11-15`` and ``22x15x8`` with as many of the squares between as the writer gave.
* ``sgf``: Smart Game Format, cells by letter and number.
"""

from __future__ import annotations

import io
import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

from arbitre.api import Node, Rules

DEEPEST = 40  # questions in one turn
MOVE = re.compile(r"(?<![\w-])(\d+(?:[-x]\d+)+)(?![\w-])")
LETTERED = re.compile(r"([a-z])(\d+)")


@dataclass(frozen=True, slots=True)
class Notation:
    """How games of a rulebook are written down.

    Args:
        form: ``pgn``, ``pdn`` or ``sgf``.
        library: The Python package that reads and writes it, where there is one.
        board: The kind whose rows are cells.
        held: The field of a cell that says what stands there.
        width: How many cells a row of the board has.
        cell: What the rulebook calls a cell: ``{name}`` is what the notation calls it, ``{column}`` and ``{row}`` count from 1.
        pieces: What stands on a cell, and its letter in the notation.
        sides: The sides, in the order in which they begin, and what the notation calls each.
    """

    form: str
    board: str
    held: str
    width: int
    library: str = ""
    cell: str = "{name}"
    pieces: dict[str, str] = field(default_factory=dict)
    sides: dict[str, str] = field(default_factory=dict)

    def called(self, name: str) -> str:
        """A cell of the notation, as the rulebook calls it."""
        lettered = LETTERED.fullmatch(name)
        column, row = (ord(lettered[1]) - 96, int(lettered[2])) if lettered else (0, 0)
        return self.cell.format(name=name, column=column, row=row)

    def spelled(self, name: str) -> str:
        """A cell of the rulebook, as the notation calls it."""
        numbers = [int(number) for number in re.findall(r"\d+", name)]
        if "{column}" in self.cell:
            return f"{chr(96 + numbers[0])}{numbers[1]}"
        before, _, after = self.cell.partition("{name}")
        return name.removeprefix(before).removesuffix(after)


@dataclass(frozen=True, slots=True)
class Move:
    """A move of a record: the cells it goes by, and how the board stands after it, where the notation says so."""

    cells: tuple[str, ...]
    said: str
    fen: str = ""


class NotationError(ValueError):
    """A record cannot be read, or one of its moves is none by the rules."""


def notation_of(rules: Rules) -> Notation:
    """What a rulebook says of the notation of its games.

    Raises:
        NotationError: It says nothing of one.
    """
    file = Path(rules.rulebook.folder) / "notation.toml"
    if not file.is_file():
        raise NotationError(f"{rules.name}: no notation.toml stands beside its files")
    return Notation(**tomllib.loads(file.read_text(encoding="utf-8")))


# ------------------------------------------------------------------------------------------------ how a board stands


def standing(node: Node, notation: Notation) -> dict[str, Any]:
    """What stands on each cell."""
    return {row["name"]: row[notation.held] for row in node.view()["kinds"][notation.board]}  # type: ignore[misc]


def standing_in_fen(node: Node, notation: Notation) -> str:
    """The board as the first part of a record in Forsyth-Edwards Notation."""
    return _lines(standing(node, notation).values(), notation)


def _lines(held: Iterable[Any], notation: Notation) -> str:
    letters = [notation.pieces.get(str(one), "1") for one in held]
    lines = ["".join(letters[at : at + notation.width]) for at in range(0, len(letters), notation.width)]
    return "/".join(re.sub("1+", lambda found: str(len(found[0])), line) for line in lines)


# ------------------------------------------------------------------------------------------------ reading


def moves(text: str, notation: Notation) -> Iterator[Move]:
    """The moves of a record.

    Raises:
        NotationError: It cannot be read.
    """
    if notation.form == "pgn":
        yield from _moves_of_pgn(text, notation)
    elif notation.form == "pdn":
        body = re.sub(r"\{[^}]*\}|\[[^\]]*\]", " ", text)
        for said in MOVE.findall(body):
            yield Move(tuple(notation.called(name) for name in re.split("[-x]", said)), said)
    else:
        yield from _moves_of_sgf(text, notation)


def _moves_of_pgn(text: str, notation: Notation) -> Iterator[Move]:
    game = import_module(f"{notation.library}.pgn").read_game(io.StringIO(text))
    if game is None:
        raise NotationError("there is no game in this record")
    if game.errors:
        raise NotationError(str(game.errors[0]))
    board = game.board()
    for move in game.mainline_moves():
        said, code = board.san(move), move.uci()
        board.push(move)
        yield Move((notation.called(code[:2]), notation.called(code[2:4])), said, board.board_fen())


def _moves_of_sgf(text: str, notation: Notation) -> Iterator[Move]:
    grammar = import_module(f"{notation.library}.sgf_grammar")
    try:
        tree = grammar.parse_sgf_game(text.encode())
    except ValueError as error:
        raise NotationError(str(error)) from error
    names = set(notation.sides.values())
    for properties in grammar.main_sequence_iter(tree):
        for name, values in properties.items():
            if name in names:
                said = values[0].decode()
                if LETTERED.fullmatch(said) is None:
                    raise NotationError(f"‘{said}’ is no cell")
                yield Move((notation.called(said),), said)


def replay(rules: Rules, text: str) -> Node:
    """The match of a record, played by the rules move for move.

    Raises:
        NotationError: The record cannot be read, or a move of it is none by the rules.
    """
    notation, node, at = notation_of(rules), Node(rules, remembers=True), 0
    found = list(moves(text, notation))
    while at < len(found):
        said = f"move {at + 1}, {found[at].said}"
        if node.ended:
            raise NotationError(f"{said}: the match is over")
        after = next(_ways(node, node.turn, found[at:], 0, notation, 0), None)
        if after is None:
            raise NotationError(f"{said}: not by the rules")
        at += _done(after, node.turn)
        node = after
    return node


def _done(node: Node, turn: int) -> int:
    """How many turns are over since one began: what is forced is done without a question."""
    return node.turn - turn + node.over


def _ways(node: Node, turn: int, coming: Sequence[Move], taken: int, notation: Notation, depth: int) -> Iterator[Node]:
    """The ways of a turn that go by the cells of the next move and end as it does, or as those do that are forced behind it."""
    move = coming[0]
    if node.ended or node.turn != turn:
        held = list(_boards(node, notation))[turn - 1 :]
        if all(_is_so(before, after, one, notation) for (before, after), one in zip(pairwise(held), coming, strict=False)):
            yield node
        return
    if depth > DEEPEST or not node.questions:
        return
    keys = node.questions[0].keys
    wanted = move.cells[taken] if taken < len(move.cells) else ""
    positions = [keys.index(wanted)] if wanted in keys else range(len(keys))
    for position in positions:
        after = node.clone()
        after.answer(position)
        yield from _ways(after, turn, coming, taken + (keys[position] == wanted), notation, depth + 1)


def _is_so(before: dict[str, Any], after: dict[str, Any], move: Move, notation: Notation) -> bool:
    """Is that how a move changes the board?"""
    if move.fen:
        return _lines(after.values(), notation) == move.fen
    first, last = move.cells[0], move.cells[-1]
    if first not in after or last not in after:
        return False
    came = after[last] is not None and (before[last] is None or first == last)
    return came and (len(move.cells) == 1 or first == last or (before[first] is not None and after[first] is None))


# ------------------------------------------------------------------------------------------------ writing


def written(rules: Rules, answers: Sequence[int]) -> str:
    """A match, given by the answers to its questions, as a record."""
    notation, node = notation_of(rules), Node(rules, remembers=True)
    for position in answers:
        node.answer(position)
    held = list(_boards(node, notation))
    if notation.form == "pgn":
        return _written_as_pgn([_lines(board.values(), notation) for board in held[1:]], notation)
    said = [_difference(before, after, notation) for before, after in pairwise(held)]
    if notation.form == "pdn":
        lines = [f"{1 + at // 2}. {' '.join(said[at : at + 2])}" for at in range(0, len(said), 2)]
        return " ".join(lines) + "\n"
    names = list(notation.sides.values())
    return f"(;FF[4]GM[11]SZ[{notation.width}]" + "".join(f";{names[at % len(names)]}[{one}]" for at, one in enumerate(said)) + ")\n"


def _boards(node: Node, notation: Notation) -> Iterator[dict[str, Any]]:
    """What stood on each cell before the first turn, and after each turn that is over, as the log tells it."""
    program = node.match.program
    board = next(domain for domain in program.domains if domain.name == notation.board)
    column = next(one for one in program.fields if one.domain == board.index and one.name == notation.held)
    names = program.domains[column.target].rows
    held: dict[str, Any] = dict.fromkeys(board.rows)
    for record in node.match.run.log or ():
        if record.kind == "change" and record.data.get("field") == column.index:
            new = record.data["new"]
            held[board.rows[record.data["row"]]] = names[new] if new >= 0 else None
        elif record.kind == "agenda" and record.name == program.procedures[program.main].name:
            yield dict(held)
    if node.over:
        yield dict(held)


def _difference(before: dict[str, Any], after: dict[str, Any], notation: Notation) -> str:
    """A move, told from how the board stood before and after it."""
    left = [cell for cell, held in before.items() if held is not None and after[cell] is None]
    came = [cell for cell, held in after.items() if held is not None and before[cell] is None]
    if not left:
        return notation.spelled(came[0])
    mover = str(after[came[0]]).partition("_")[0]
    origin = next(cell for cell in left if str(before[cell]).startswith(mover))
    return f"{notation.spelled(origin)}{'x' if len(left) > 1 else '-'}{notation.spelled(came[0])}"


def _written_as_pgn(boards: Sequence[str], notation: Notation) -> str:
    library, record = import_module(notation.library), import_module(f"{notation.library}.pgn")
    board, game = library.Board(), record.Game()
    at = game
    for wanted in boards:
        move = next((one for one in board.legal_moves if _after(board, one) == wanted), None)
        if move is None:
            raise NotationError(f"no move leads to {wanted}")
        at = at.add_variation(move)
        board.push(move)
    game.headers["Result"] = board.result()
    return f"{game}\n"


def _after(board: Any, move: Any) -> str:
    board.push(move)
    try:
        return str(board.board_fen())
    finally:
        board.pop()


def setting(rules: Rules, name: str, text: str) -> str:
    """A position in Forsyth-Edwards Notation as a setting of scenarios: only who stands where."""
    notation = notation_of(rules)
    letters = {letter: piece for piece, letter in notation.pieces.items()}
    squares = "".join("1" * int(one) if one.isdigit() else one for one in text.split(" ")[0] if one != "/")
    cells = list(standing(Node(rules), notation))
    lines = [f"setting {name}:", f'    title en "{name}" fr "{name}"']
    lines += [f"    given {cell}.{notation.held} = {letters[one]}" for cell, one in zip(cells, squares, strict=True) if one != "1"]
    return "\n".join(lines) + "\n"
