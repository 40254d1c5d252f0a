"""Saved games of orders, replayed phase by phase on the compiled executor and compared: who stands where before each phase, and who owns
what.

A rulebook says in ``notation.toml`` how such games are written (``form = "orders"``): what an order looks like, and which actions it may
mean.  A saved game is JSON with a list ``phases``; each has a ``name`` that ends in the letter of its sort, ``orders`` by side, and a
``state`` with the ``units`` of each side, and its ``centers`` if these are to be compared.  An order that our rules do not offer is not
given: what becomes of the unit is compared all the same.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from arbitre.api import Position, Rules
from arbitre.peers.notation import NotationError

BySide = dict[str, set[str]]  # units or places by side, in the words of the notation


@dataclass(frozen=True, slots=True)
class Orders:
    """How orders of a rulebook are written down.

    Args:
        board: The kind whose rows are places.
        held: The field of a place that says whose unit stands there.
        owner: The field of a place that says whose it is.
        letters: The field that says what sort of unit it is.
        phase: The field of the match that says which sort of phase it is.
        pieces: The sorts of units, and their letters.
        sides: The sides, and what the notation calls each.
        phases: The letter that ends the name of a phase, and what the rulebook calls that sort, in their order within a turn.
        orders: Pairs of a pattern and the actions that an order of that pattern may mean; no action: an answer to a question.
    """

    board: str
    held: str
    owner: str
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
        missing: Units that stand there in the record before the phase, and not with us, as ``SIDE A xyz``; places owned there, and not
            with us, as ``SIDE xyz``.
        more: Units and places that are there with us alone.
        left_out: Orders of the record that our rules did not offer.
    """

    name: str
    missing: list[str] = field(default_factory=list)
    more: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    @property
    def agrees(self) -> bool:
        """True if the same units stand in the same places, and each is owned by the same side."""
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
    return Orders(
        said["board"], said["held"], said["owner"], said["letters"], said["phase"], said["pieces"], said["sides"], said["phases"], patterns
    )


def called(place: str) -> str:
    """A place of the notation, as rulebooks write names: ``XYZ/NC`` is ``xyz_nc``."""
    return place.lower().replace("/", "_")


# ------------------------------------------------------------------------------------------------ how a match stands


def units_of(position: Position, orders: Orders) -> BySide:
    """The units of each side, as the notation writes them, places in our names."""
    out, letters = {name: set[str]() for name in orders.sides.values()}, position.values(orders.board, orders.letters)
    for place, side in position.values(orders.board, orders.held).items():
        if side is not None:
            out[orders.sides[str(side)]].add(f"{orders.pieces[str(letters[place])]} {place}")
    return out


def places_of(position: Position, orders: Orders) -> BySide:
    """The places that each side owns, in our names."""
    owners = position.values(orders.board, orders.owner)
    return {name: {place for place, owner in owners.items() if owner == side} for side, name in orders.sides.items()}


def when(position: Position, orders: Orders) -> tuple[int, str]:
    """The turn, and which sort of phase it is."""
    (sort,) = position.values("match", orders.phase).values()
    return position.turn, str(sort)


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


def _answer(position: Position, key: str) -> bool:
    """Answers the question; False if that is not offered."""
    keys = position.question.keys
    if key not in keys:
        return False
    position.answer(keys.index(key))
    return True


def give(position: Position, written: Sequence[str], orders: Orders) -> tuple[Position, list[str]]:
    """Gives the orders of the side that is asked; gives the position after them, and what was not offered."""
    side, now, waiting, left_out = position.side, when(position, orders), list(written), list[str]()
    places = list(position.values(orders.board, orders.held))
    while position.side == side and when(position, orders) == now:
        question = position.question
        if not question.action and "done" in question.keys:
            if not waiting:
                _answer(position, "done")
                break
            order = waiting.pop(0)
            meant = meanings(order, orders)
            after = next((done for action, given in meant if (done := _ordered(position, action, given)) is not None), None)
            if after is not None:
                position = after
            elif all(action for action, _ in meant):
                left_out.append(order)
        else:  # a question about one place: the order that speaks of it answers
            asked_at = {places[part] for part in question.parts if part < len(places)}
            answers = [given for order in waiting for action, given in meanings(order, orders) if not action and question.decision in given]
            found = next((given for given in answers if asked_at & {given[name] for name in given if name != question.decision}), None)
            if not _answer(position, found[question.decision] if found else "none") and not _answer(position, "none"):
                position.answer(0)
    return position, left_out


def _ordered(position: Position, action: str, given: Mapping[str, str]) -> Position | None:
    """The position with that order, given stage by stage; None if it is not offered."""
    if action not in position.question.keys:
        return None
    trial = position.clone()
    _answer(trial, action)
    while trial.side == position.side and (question := trial.question).action:
        if not _answer(trial, given.get(question.decision, "")):
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
    orders, position = orders_of(rules), Position(rules)
    for phase in _phases(text, orders):
        out, sort = Compared(phase.name), orders.phases[phase.name[-1]]
        position = _caught_up(position, sort, orders)
        standing, owned = units_of(position, orders), places_of(position, orders) if phase.places else {}
        for side in standing:
            theirs = phase.units.get(side, set()) | phase.places.get(side, set())
            ours = standing[side] | owned.get(side, set())
            out.missing += [f"{side} {one}" for one in sorted(theirs - ours)]
            out.more += [f"{side} {one}" for one in sorted(ours - theirs)]
        now = when(position, orders)
        while not position.ended and when(position, orders) == now and now[1] == sort:
            side = orders.sides[position.side]
            position, left_out = give(position, phase.orders.get(side, ()), orders)
            out.left_out += [f"{side} {one}" for one in left_out]
        yield out


@dataclass(frozen=True, slots=True)
class _Phase:
    """A phase of a record: its name, the units before it and the places that sides own (none, if it does not say), and the orders."""

    name: str
    units: BySide
    places: BySide
    orders: dict[str, list[str]]


def _phases(text: str, orders: Orders) -> Iterator[_Phase]:
    """The phases of a record."""
    try:
        phases: list[dict[str, Any]] = json.loads(text)["phases"]
        found = [_phase(one) for one in phases]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise NotationError(f"this is no saved game: {error!r}") from error
    sides = set(orders.sides.values())
    for phase in found:
        if not isinstance(phase.name, str) or phase.name[-1:] not in orders.phases:
            raise NotationError(f"phase {phase.name!r}: its name ends in none of {', '.join(orders.phases)}")
        if strange := sorted({*phase.units, *phase.places, *phase.orders} - sides):
            raise NotationError(f"phase {phase.name}: no side is called {strange[0]!r}; there are {', '.join(sorted(sides))}")
        yield phase


def _phase(one: dict[str, Any]) -> _Phase:
    units = {side: {_written(unit) for unit in held if not unit.startswith("*")} for side, held in one["state"]["units"].items()}
    places = {side: {called(place) for place in owned} for side, owned in one["state"].get("centers", {}).items()}
    return _Phase(one["name"], units, places, {side: list(said or ()) for side, said in one["orders"].items()})


def _caught_up(position: Position, sort: str, orders: Orders) -> Position:
    """The match at the phase of the record: one that we have and the record has not is passed over without orders."""
    ranks = {name: rank for rank, name in enumerate(orders.phases.values())}
    while not position.ended and (rank := ranks[when(position, orders)[1]]) and (rank < ranks[sort] or not ranks[sort]):
        position, _ = give(position, (), orders)
    return position


def _written(unit: str) -> str:
    letter, _, place = unit.partition(" ")
    return f"{letter} {called(place)}"
