"""The index of a bound rulebook: what each word stands for, where each thing is spoken of and where it is declared."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arbitre.dsl import tree as t
from arbitre.dsl.lower.program import Bound, bind
from arbitre.dsl.lower.uses import Index, Symbol, index_of
from arbitre.dsl.modules.loader import load

GAME = """\
game demo:
    title en "Demo" fr "Démo"
option pace: 1 to 4 = 2
kind side, seats: red, blue
    gold: 0 to 99
kind mark: tired, glad
kind piece (mover), up to 4:
    owner: side
    life: 0 to 9 = 5
    marks: any mark
let reach(piece) = pace + piece.life
piece is weary when piece has tired
event tire mover:
    mover gains tired
    mover loses 1 life
    tell mover.owner en "{mover.life} left" fr "plus que {mover.life}"
event rest mover:
    if mover is weary and reach(mover) is 3 or more:
        mover.life becomes 9
        tire mover
after tire mover:
    mover.owner gains 1 gold
adjust reach(piece): +1 when piece has glad
agenda turn:
    go: end
"""


@pytest.fixture
def bound(tmp_path: Path) -> Bound:
    path = tmp_path / "demo.rules"
    path.write_text(GAME, encoding="utf-8")
    found = bind(load(path))
    assert not found.messages.errors, found.messages.errors[0]
    return found


@pytest.fixture
def index(bound: Bound) -> Index:
    return index_of(bound)


def lines(index: Index, sort: str, name: str) -> list[int]:
    return [place.line for symbol, places in index.uses.items() if (symbol.sort, symbol.name) == (sort, name) for place in places]


def line(text: str) -> int:
    return next(number for number, said in enumerate(GAME.split("\n"), 1) if text in said)


@pytest.mark.parametrize(
    ("sort", "name", "told", "spoken"),
    [
        ("option", "pace", "option pace", ["let reach"]),
        ("field", "life", "    life:", ["let reach", "loses 1 life", "tell mover", "tell mover", "life becomes"]),
        ("field", "gold", "    gold:", ["gains 1 gold"]),
        ("field", "owner", "    owner:", ["tell mover", "mover.owner gains"]),
        ("member", "tired", "kind mark", ["is weary when", "gains tired"]),
        ("member", "glad", "kind mark", ["adjust reach"]),
        ("value", "reach", "let reach", ["reach(mover) is 3", "adjust reach"]),
        ("condition", "weary", "is weary when", ["if mover is weary"]),
        ("event", "tire", "event tire", ["        tire mover", "after tire"]),
        ("kind", "mark", "kind mark", ["marks: any mark"]),
        ("kind", "side", "kind side", ["owner: side"]),
    ],
)
def test_every_use_is_known(index: Index, sort: str, name: str, told: str, spoken: list[str]) -> None:
    declared = [place for symbol, place in index.declared.items() if (symbol.sort, symbol.name) == (sort, name)]
    assert [place.line for place in declared] == [line(told)]
    assert lines(index, sort, name) == [line(said) for said in spoken]


def test_a_place_leads_to_its_thing(index: Index) -> None:
    place = next(place for place in index.names if place.line == line("life becomes"))
    assert index.names[place].name == "life"
    assert (place.column, place.end_column) == (15, 19)


def test_names_of_one_rule_are_not_listed(index: Index) -> None:
    assert not [symbol for symbol in index.uses if symbol.name == "mover" and symbol.sort != "kind"]
    assert {symbol.name for symbol in index.uses if symbol.sort == "kind"} == {"side", "mark", "piece"}


def test_types_are_kept(bound: Bound) -> None:
    rest = next(decl for decl in bound.symbols.decls if isinstance(decl, t.Event) and decl.name == "rest")
    asked = rest.body[0]
    assert isinstance(asked, t.If)
    type_ = bound.context.resolution.type_of(asked.arms[0][0])
    assert type_ is not None and type_.kind == "flag"
    assert bound.context.resolution.type_of(t.Nothing(asked.place)) is None


@pytest.mark.parametrize(
    ("rule", "expr", "kind", "name"),
    [
        ("tire", lambda body: body[0].amount, "row", "mark"),
        ("rest", lambda body: body[0].arms[0][1][0].target, "number", ""),
        ("weary", lambda test: test.right, "row", "mark"),
    ],
    ids=["what is gained", "what changes", "what is held"],
)
def test_types_of_what_is_never_read_are_kept(bound: Bound, rule: str, expr: Callable[[Any], t.Expr], kind: str, name: str) -> None:
    decl = next(decl for decl in bound.symbols.decls if isinstance(decl, (t.Event, t.Condition)) and decl.name == rule)
    type_ = bound.context.resolution.type_of(expr(decl.body if isinstance(decl, t.Event) else decl.when))
    assert type_ is not None and type_.kind == kind
    assert not name or bound.symbols.domains[type_.domain].name == name


def test_values_in_texts_are_kept(bound: Bound) -> None:
    tire = next(decl for decl in bound.symbols.decls if isinstance(decl, t.Event) and decl.name == "tire")
    told = tire.body[2]
    assert isinstance(told, t.TellText)
    for language in ("en", "fr"):
        (value,) = bound.context.resolution.values_in(told.text, language)
        type_ = bound.context.resolution.type_of(value)
        assert type_ is not None and type_.kind == "number"


@pytest.mark.parametrize("game", ["coliseum", "tsewnart"])
def test_things_of_the_library_are_declared_somewhere(game: str) -> None:
    """What is spoken of and declared nowhere is built in."""
    bound = bind(load(game))
    index = index_of(bound)
    assert len(index.uses) > 100
    files = {file.path for file in bound.symbols.rulebook.files}
    built_in = {domain.index for domain in bound.symbols.domains if domain.place is None or domain.board is not None}
    for symbol in index.uses.keys() - index.declared.keys():
        assert symbol.owner in built_in or (symbol.sort == "kind" and bound.symbols.domain_by_name[symbol.name] in built_in), symbol
    assert {place.file for places in index.uses.values() for place in places} <= files


def test_symbols_are_told_apart_by_their_kind() -> None:
    assert Symbol("field", "life", 1) != Symbol("field", "life", 2)
