"""Who sees what: fields, kinds, facts, orders, requests, what was published; no number tells hidden rows apart."""

from __future__ import annotations

from typing import Any

import pytest
from kit import HERE, Game, cmp, local, mask, n, read, rows, store

from arbitre.dsl import core as c
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.views import view, viewer_of


class Hidden(Game):
    """Red's piece 2 and blue's pieces 0 and 1: others see where they stand, not which they are, nor their trap."""

    def __init__(self) -> None:
        super().__init__()
        self.piece = self.kind("piece", 3, dynamic=True)
        self.owner = self.row(self.piece, "owner", self.seat, 0)
        self.at = self.number(self.piece, "at", 0, 99)
        self.trap = self.number(self.piece, "trap", 0, 9, is_flag=True)
        own = [c.Seen(c.SetOf(HERE, (read(self.owner, local(0)),)), None, 1)]
        self.domains[self.piece].seen = own
        self.fields[self.trap].seen = own
        self.fields[self.owner].seen = []
        self.mark = self.row(0, "mark", self.piece)
        self.make = [
            c.Create(HERE, 10, self.piece, ((self.owner, n(owner)), (self.at, n(at)), (self.trap, n(trap))))
            for owner, at, trap in ((1, 50, 1), (1, 20, 0), (0, 30, 1))
        ]

    def start(self, *stmts: c.Stmt) -> Match:
        ask = self.choose(11, 0, low=1, high=2, name="wait")
        self.main = self.agenda("turn", (*self.make, *stmts, ask))
        return self.play()


def pieces(match: Match, viewer: int | str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = view(match, viewer)["kinds"].get("piece", [])
    return found


def test_the_referee_sees_everything() -> None:
    assert [(p["row"], p["at"], p["trap"]) for p in pieces(Hidden().start(), "referee")] == [(0, 50, True), (1, 20, False), (2, 30, True)]


def test_a_seat_sees_its_own_and_the_others_without_number_or_order() -> None:
    match = Hidden().start()
    assert pieces(match, 0) == [
        {"row": 2, "owner": "red", "at": 30, "trap": True},
        {"owner": "blue", "at": 20},
        {"owner": "blue", "at": 50},
    ]
    assert [p.get("row") for p in pieces(match, 1)] == [0, 1, None]


def test_spectators_see_no_number_at_all() -> None:
    assert all("row" not in p and "trap" not in p for p in pieces(Hidden().start(), "spectator"))


def test_the_order_of_hidden_rows_does_not_tell_them_apart() -> None:
    game = Hidden()
    swapped = Hidden()
    swapped.make[0], swapped.make[1] = swapped.make[1], swapped.make[0]
    assert pieces(game.start(), 0)[1:] == pieces(swapped.start(), 0)[1:]


def test_another_field_does_not_name_a_hidden_row() -> None:
    game = Hidden()
    match = game.start(store(game.mark, 1))
    assert "piece_2" not in str(view(match, 0)) and "piece 2" not in str(view(match, 0))


def test_options_do_not_name_hidden_rows() -> None:
    game = Hidden()
    blues = c.Query(HERE, "set", rows(game.piece), 9, cmp(read(game.owner, local(9)), "==", 1))
    game.main = game.agenda("turn", (*game.make, game.choose(11, 0, blues, "target")))
    match = game.play()
    keys = view(match, 0)["requests"][0]["options"]
    assert not any(key in ("piece_1", "piece_2", "piece 1", "piece 2") for key in keys)


def test_the_log_does_not_name_hidden_rows() -> None:
    game = Hidden()
    game.public = True
    match = game.start(store(game.at, 60, 1))
    rows_told = [r.data.get("row") for r in match.log(0) if r.kind in ("change", "create") and r.name in ("at", "piece")]
    assert all(row in (None, 2) for row in rows_told)


def test_seen_while() -> None:
    game = Game()
    card = game.number(game.seat, "card", start=[4, 8])
    shown = game.number(game.seat, "shown", 0, 1, start=[0, 1])
    game.fields[card].seen = [c.Seen(c.SetOf(HERE, (local(0),)), None, 1), c.Seen(rows(game.seat), read(shown, local(0)), 1)]
    game.main = game.agenda("turn", (game.choose(0, 0, low=1, high=2),))
    match = game.play()
    cards = {viewer: [p.get("card") for p in view(match, viewer)["kinds"]["player"]] for viewer in (0, 1, "spectator", "referee")}
    assert cards == {0: [4, 8], 1: [None, 8], "spectator": [None, 8], "referee": [4, 8]}


def test_told_facts_are_of_those_who_were_told() -> None:
    game = Hidden()
    match = game.start(c.TellFact(HERE, mask(0), False, game.trap, n(0)), store(game.trap, 0, 0))
    known = {viewer: [(f["field"], f["value"]) for f in view(match, viewer)["known"]] for viewer in (0, 1, "spectator")}
    assert known == {0: [("trap", True)], 1: [], "spectator": []}
    assert "row" not in view(match, 0)["known"][0]


def test_who_takes_no_part_sees_nothing() -> None:
    """Of a kind of seats whose rows come into play, only those that did are sides of the match."""
    game = Game()
    game.domains[game.seat].dynamic = True
    game.domains[game.seat].alive = game.number(game.seat, "alive", 0, 1, start=[1, 0])
    game.main = game.agenda("turn", (game.choose(0, 0, low=1, high=2),))
    match = game.play()
    assert viewer_of(match, "red") == 0 and viewer_of(match, "spectator") == "spectator"
    with pytest.raises(KeyError, match="‘blue’ takes no part in this match; there are: red, spectator, referee"):
        viewer_of(match, "blue")
    with pytest.raises(KeyError, match="‘green’ is no side of this game"):
        viewer_of(match, "green")


def test_requests_are_of_their_seat() -> None:
    match = Hidden().start()
    assert [len(view(match, viewer)["requests"]) for viewer in (0, 1, "spectator", "referee")] == [1, 0, 0, 1]


class TestPublished:
    def start(self) -> tuple[Game, Match, int]:
        game = Game()
        a = game.number(0, "a")
        ask = game.choose(0, 0, low=1, high=2)
        game.main = game.agenda("turn", (store(a, 1), c.Publish(HERE), store(a, 2), ask, c.Publish(HERE), ask))
        return game, game.play(), a

    def test_sides_see_what_was_published(self) -> None:
        _, match, _ = self.start()
        seen = {viewer: view(match, viewer)["kinds"]["match"][0]["a"] for viewer in (0, "spectator", "referee")}
        assert seen == {0: 1, "spectator": 1, "referee": 2}
        match.answer(match.pending()[0].id, "1")
        assert view(match, 0)["kinds"]["match"][0]["a"] == 2

    def test_own_orders_are_seen_at_once(self) -> None:
        game = Game()
        piece = game.kind("piece", ["ann", "bob"])
        owner = game.row(piece, "owner", game.seat, start=[0, 1])
        table = game.orders(piece)
        game.domains[table.domain].seen = [c.Seen(c.SetOf(HERE, (read(table.giver, local(0)),)), None, 1)]
        game.action("act", (c.Param("piece", 0, piece),), owner=owner, order_fields=(table.actors[piece],))
        give = c.GiveOrders(HERE, n(0), "orders", game.decision("orders"), True)
        game.main = game.agenda("turn", (c.Publish(HERE), give, game.choose(0, 0, low=1, high=2)))
        match = game.play("act")
        assert [len(view(match, viewer)["kinds"].get("order", [])) for viewer in (0, 1, "spectator", "referee")] == [1, 0, 0, 1]


@pytest.mark.parametrize("viewer", [0, 1, "spectator", "referee"])
def test_views_change_nothing(viewer: int | str) -> None:
    match = Hidden().start()
    before = match.digest()
    view(match, viewer)
    assert match.digest() == before and match.pending()
