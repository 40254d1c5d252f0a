"""Saved games of orders, replayed phase by phase and compared: who stands where before each phase, and who owns what.

A rulebook says in ``notation.toml`` how such games are written (``form = "orders"``): what an order looks like, and which actions it may
mean.  A saved game is JSON with a list ``phases``; each has a ``name`` that ends in the letter of its sort, ``orders`` by side, and a
``state`` with the ``units`` of each side.  An order that our rules do not offer is not given: what becomes of the unit is compared all the
same.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from arbitre.api import Node, Rules
from arbitre.peers.notation import NotationError

Units = dict[str, set[str]]  # by side, in the words of the notation


@dataclass(frozen=True, slots=True)
class Orders:
    """How orders of a rulebook are written down.

    Args:
        board: The kind whose rows are places.
        held: The field of a place that says whose unit stands there.
        letters: The field that says what sort of unit it is.
        phase: The field of the match that says which sort of phase it is.
        pieces: The sorts of units, and their letters.
        sides: The sides, and what the notation calls each.
        phases: The letter that ends the name of a phase, and what the rulebook calls that sort, in their order within a turn.
        orders: Pairs of a pattern and the actions that an order of that pattern may mean; no action: an answer to a question.
    """

    board: str
    held: str
    letters: str
    phase: str
    pieces: dict[str, str]
    sides: dict[str, str]
    phases: dict[str, str]
    orders: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]


@dataclass(slots=True)
class Compared:
    """A phase of a saved game beside ours.

    Attributes:
        name: What the record calls the phase.
        missing: Units that stand there in the record before the phase, and not with us, as ``SIDE A XYZ``.
        more: Units that stand there with us alone.
        left_out: Orders of the record that our rules did not offer.
    """

    name: str
    missing: list[str] = field(default_factory=list)
    more: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    @property
    def agrees(self) -> bool:
        """True if the same units stand in the same places."""
        return not self.missing and not self.more


def orders_of(rules: Rules) -> Orders:
    """What a rulebook says of how its orders are written.

    Raises:
        NotationError: It says nothing of them.
    """
    file = Path(rules.rulebook.folder) / "notation.toml"
    said = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    if said.get("form") != "orders":
        raise NotationError(f"{rules.name}: no notation.toml beside its files says how orders are written")
    patterns = tuple((re.compile(one["written"]), tuple(one["means"])) for one in said["orders"])
    return Orders(said["board"], said["held"], said["letters"], said["phase"], said["pieces"], said["sides"], said["phases"], patterns)


def called(place: str) -> str:
    """A place of the notation, as rulebooks write names: ``XYZ/NC`` is ``xyz_nc``."""
    return place.lower().replace("/", "_")


# ------------------------------------------------------------------------------------------------ how a match stands


class Standing:
    """Reads who stands where from the cells of a match."""

    def __init__(self, node: Node, orders: Orders) -> None:
        program, base = node.match.program, node.match.machine.layout.base
        self.orders = orders
        self.board = next(domain for domain in program.domains if domain.name == orders.board)
        columns = {(one.domain, one.name): one for one in program.fields}
        held, letters = columns[self.board.index, orders.held], columns[self.board.index, orders.letters]
        self.sides, self.sorts = program.domains[held.target].rows, program.domains[letters.target].rows
        self.held, self.letters = base[held.index], base[letters.index]
        match = next(domain for domain in program.domains if domain.name == "match")
        phase = columns[match.index, orders.phase]
        self.phase, self.phases = base[phase.index], program.domains[phase.target].rows

    def units(self, node: Node) -> Units:
        """The units of each side, as the notation writes them, places in our names."""
        cells, out = node.match.state.cells, {name: set[str]() for name in self.orders.sides.values()}
        for row, place in enumerate(self.board.rows):
            side = cells[self.held + row]
            if side >= 0:
                letter = self.orders.pieces[self.sorts[cells[self.letters + row]]]
                out[self.orders.sides[self.sides[side]]].add(f"{letter} {place}")
        return out

    def when(self, node: Node) -> tuple[int, str]:
        """The turn, and which sort of phase it is."""
        return node.turn, self.phases[node.match.state.cells[self.phase]]


# ------------------------------------------------------------------------------------------------ giving orders


def meanings(written: str, orders: Orders) -> list[tuple[str, dict[str, str]]]:
    """The actions that a written order may mean, each with what it is given; an action without a name answers a question."""
    out: list[tuple[str, dict[str, str]]] = []
    for pattern, actions in orders.orders:
        found = pattern.fullmatch(written)
        if found is not None:
            given = {name: called(value) for name, value in found.groupdict().items()}
            out += [(action, given) for action in actions or ("",)]
    return out


def _answer(node: Node, key: str) -> bool:
    """Answers the first question; False if that is not offered."""
    keys = node.questions[0].keys
    if key not in keys:
        return False
    node.answer(keys.index(key))
    return True


def give(node: Node, side: str, written: Sequence[str], orders: Orders, standing: Standing) -> tuple[Node, list[str]]:
    """Gives the orders of the side that is asked first; gives the match after them, and what was not offered."""
    now, waiting, left_out = standing.when(node), list(written), list[str]()
    while node.questions and node.questions[0].side == side and standing.when(node) == now:
        question = node.questions[0]
        if not question.about and "done" in question.keys:
            if not waiting:
                _answer(node, "done")
                break
            order = waiting.pop(0)
            after = next((done for action, given in meanings(order, orders) if (done := _ordered(node, side, action, given))), None)
            if after is not None:
                node = after
            elif all(action for action, _ in meanings(order, orders)):
                left_out.append(order)
        else:  # a question about one place: the order that speaks of it answers
            asked_at = {standing.board.rows[n] for n in node.match.requests[0].spot if n < len(standing.board.rows)}
            answers = [given for order in waiting for action, given in meanings(order, orders) if not action and question.decision in given]
            found = next((given for given in answers if asked_at & {given[name] for name in given if name != question.decision}), None)
            if not _answer(node, found[question.decision] if found else "none") and not _answer(node, "none"):
                node.answer(0)
    return node, left_out


def _ordered(node: Node, side: str, action: str, given: Mapping[str, str]) -> Node | None:
    """A copy of the match in which that order is given, stage by stage; None if it is not offered."""
    trial = node.clone()
    if not _answer(trial, action):
        return None
    while trial.questions and trial.questions[0].side == side and trial.questions[0].about:
        if not _answer(trial, given.get(trial.questions[0].decision, "")):
            return None
    return trial


# ------------------------------------------------------------------------------------------------ whole games


def replay(rules: Rules, text: str) -> Iterator[Compared]:
    """The phases of a saved game beside ours, each compared before its orders are given.

    Args:
        rules: The rulebook; its ``notation.toml`` says how orders are written.
        text: The saved game, as JSON.

    Raises:
        NotationError: The record cannot be read.
    """
    orders, node = orders_of(rules), Node(rules)
    standing = Standing(node, orders)
    for name, theirs, written in _phases(text, orders):
        out, sort = Compared(name), orders.phases[name[-1]]
        node = _caught_up(node, sort, orders, standing)
        ours = standing.units(node)
        for side in ours:
            out.missing += [f"{side} {unit}" for unit in sorted(theirs.get(side, set()) - ours[side])]
            out.more += [f"{side} {unit}" for unit in sorted(ours[side] - theirs.get(side, set()))]
        now = standing.when(node)
        while node.questions and standing.when(node) == now and now[1] == sort:
            side = node.questions[0].side
            node, left_out = give(node, side, written.get(orders.sides[side], ()), orders, standing)
            out.left_out += [f"{orders.sides[side]} {one}" for one in left_out]
        yield out


def _phases(text: str, orders: Orders) -> Iterator[tuple[str, Units, dict[str, list[str]]]]:
    """The name of each phase, the units before it and the orders, by side."""
    try:
        phases: list[dict[str, Any]] = json.loads(text)["phases"]
        found = [(one["name"], one["state"]["units"], {side: list(said or ()) for side, said in one["orders"].items()}) for one in phases]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise NotationError(f"this is no saved game: {error!r}") from error
    sides = set(orders.sides.values())
    for name, units, written in found:
        if not isinstance(name, str) or name[-1:] not in orders.phases:
            raise NotationError(f"phase {name!r}: its name ends in none of {', '.join(orders.phases)}")
        if strange := sorted({*units, *written} - sides):
            raise NotationError(f"phase {name}: no side is called {strange[0]!r}; there are {', '.join(sorted(sides))}")
        yield name, {side: {_written(unit) for unit in held if not unit.startswith("*")} for side, held in units.items()}, written


def _caught_up(node: Node, sort: str, orders: Orders, standing: Standing) -> Node:
    """The match at the phase of the record: one that we have and the record has not is passed over without orders."""
    ranks = {name: rank for rank, name in enumerate(orders.phases.values())}
    while node.questions and (rank := ranks[standing.when(node)[1]]) and (rank < ranks[sort] or not ranks[sort]):
        node, _ = give(node, node.questions[0].side, (), orders, standing)
    return node


def _written(unit: str) -> str:
    letter, _, place = unit.partition(" ")
    return f"{letter} {called(place)}"
