"""Choices, branches, actions asked in stages, orders given and performed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from kit import HERE, NONE, Game, arith, call, cmp, each, gain, hook, iff, local, mask, n, query, read, rows, step, store

from arbitre.dsl import core as c
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.errors import AnswerError, RulebookError

WAITING, DONE, FAILED, CANCELLED = range(4)


def keys(match: Match) -> list[str]:
    return [o.key for o in match.pending()[0].options]


class TestChoose:
    @pytest.fixture
    def game(self) -> Game:
        return Game()

    def play(self, game: Game, choice: c.Choose, *answers: str) -> tuple[Match, int]:
        out = game.number(0, "out", -9, 999, 5)
        game.main = game.agenda("turn", (choice, store(out, local(0)), c.Finish(HERE, n(0), game.seat)))
        return game.play(*answers), out

    def test_options_in_row_order(self, game: Game) -> None:
        match, out = self.play(game, game.choose(0, 1, rows(game.seat)))
        assert keys(match) == ["red", "blue"] and match.pending()[0].seat == 1
        match.answer(match.pending()[0].id, "blue")
        assert game.value(match, out) == 1

    def test_none_comes_last(self, game: Game) -> None:
        match, out = self.play(game, game.choose(0, 0, mask(1), decline=True))
        assert keys(match) == ["blue", "none"]
        match.answer(match.pending()[0].id, "none")
        assert game.value(match, out) == NONE

    def test_no_option_is_not_asked(self, game: Game) -> None:
        match, out = self.play(game, game.choose(0, 0, mask()))
        assert match.over and game.value(match, out) == NONE

    def test_no_option_is_not_asked_even_with_none(self, game: Game) -> None:
        match, out = self.play(game, game.choose(0, 0, mask(), decline=True))
        assert match.over and game.value(match, out) == NONE

    def test_one_option_is_taken(self, game: Game) -> None:
        match, out = self.play(game, game.choose(0, 0, mask(1)))
        assert match.over and game.value(match, out) == 1

    def test_numbers(self, game: Game) -> None:
        match, out = self.play(game, game.choose(0, 0, low=2, high=4), "3")
        assert game.value(match, out) == 3

    def test_every_number_can_be_chosen(self, game: Game) -> None:
        match, out = self.play(game, game.choose(0, 0, low=0, high=500), "500")
        assert game.value(match, out) == 500

    def test_what_silence_means(self, game: Game) -> None:
        match, _ = self.play(game, game.choose(0, 0, low=2, high=4, default=n(3)))
        request = match.pending()[0]
        assert request.options[match.silent(request)].key == "3"
        other = Game()
        match, _ = self.play(other, other.choose(0, 0, low=2, high=4))
        request = match.pending()[0]
        assert match.silent(request) == 2
        assert match.silent(replace(request, default=None)) == 2 and match.silent(replace(request, default=0)) == 0

    def test_nobody_to_answer(self, game: Game) -> None:
        with pytest.raises(RulebookError, match="pick"):
            self.play(game, game.choose(0, NONE, rows(game.seat)))

    @pytest.mark.parametrize(("answer", "code"), [("green", "illegal"), (2, "illegal"), (-1, "illegal"), ("", "illegal")])
    def test_illegal_answers_leave_the_match_alone(self, game: Game, answer: str | int, code: str) -> None:
        match, _ = self.play(game, game.choose(0, 1, rows(game.seat)))
        before, request = match.digest(), match.pending()[0]
        with pytest.raises(AnswerError) as error:
            match.answer(request.id, answer)
        assert error.value.code == code and match.digest() == before and match.pending() == [request]

    def test_foreign_unknown_and_second_answers(self, game: Game) -> None:
        game.main = game.agenda("turn", (game.choose(0, 1, rows(game.seat)), game.choose(0, 0, rows(game.seat))))
        match = game.play()
        request = match.pending()[0]
        for args, code in (((request.id, "red", 0), "foreign"), (("77", "red"), "unknown"), (("", "red"), "unknown")):
            with pytest.raises(AnswerError) as error:
                match.answer(*args)  # type: ignore[arg-type]
            assert error.value.code == code
        match.answer(request.id, "red", 1)
        with pytest.raises(AnswerError) as error:
            match.answer(request.id, "red", 1)
        assert error.value.code == "unknown"

    def test_answers_after_the_end(self, game: Game) -> None:
        match, _ = self.play(game, game.choose(0, 0, rows(game.seat)), "red")
        with pytest.raises(AnswerError) as error:
            match.answer("0.0", "red")
        assert error.value.code == "over"


class TestBranches:
    def test_the_body_of_the_branch_runs(self) -> None:
        game = Game()
        a = game.number(0, "a")
        branch = game.branch(0, bold=(gain(a, 1),), careful=(gain(a, 5),))
        game.main = game.agenda("turn", (branch, c.Finish(HERE, n(0), game.seat)))
        match = game.play()
        assert keys(match) == ["bold", "careful"]
        match.answer(match.pending()[0].id, "careful")
        assert game.value(match, a) == 5

    def test_closed_branches_are_not_offered(self) -> None:
        game = Game()
        a = game.number(0, "a")
        made = tuple(c.Branch(k, c.Text(), n(test), (gain(a, 1),)) for k, test in (("x", 0), ("y", 1), ("z", 1)))
        game.main = game.agenda("turn", (c.ChooseBranch(HERE, n(0), game.decision("d"), made), c.Finish(HERE, n(0), game.seat)))
        assert keys(game.play()) == ["y", "z"]


class Board(Game):
    """Pieces 0 and 1 are red's, 2 is blue's; ``place`` from 0 to 9; ``log`` notes what was done as piece * 10 + place."""

    def __init__(self) -> None:
        super().__init__()
        self.piece = self.kind("piece", ["ann", "bob", "cyd"])
        self.owner = self.row(self.piece, "owner", self.seat, start=[0, 0, 1])
        self.at = self.number(self.piece, "at", 0, 9)
        self.log = self.number(0, "log", 0, 10**12)
        self.who = c.Param("piece", 0, self.piece, preposition="by")
        self.to = c.Param("place", 1, NONE, 0, 9, "to")

    def note(self) -> c.Store:
        said = arith("+", arith("*", local(0), 10), local(1))
        return store(self.log, arith("+", arith("*", read(self.log), 100), said))


class TestActs:
    def play(
        self,
        board: Board,
        *answers: str,
        budget: int = 2,
        actor: int | None = None,
        test: c.Expr | None = None,
        must: bool = False,
        nested: bool = False,
    ) -> Match:
        who, kind = (None, NONE) if actor is None else (n(actor), board.piece)
        act = c.Act(HERE, n(0), "moves", who, n(budget), test, board.decision("move"), must, kind=kind)
        end = c.Finish(HERE, n(0), board.seat)
        if nested:
            board.main = board.agenda("turn", (call(board.event("turn_of_red", act)), end))
        else:
            board.main = board.agenda("turn", (act, end))
        return board.play(*answers)

    def board(self, **more: object) -> Board:
        board = Board()
        near = cmp(local(1), "<=", arith("+", read(board.at, local(0)), 1))
        board.action(
            "move",
            (board.who, board.to),
            board.note(),
            store(board.at, local(1), local(0)),
            owner=board.owner,
            offer="moves",
            when=((near, 1),),
            **more,
        )
        return board

    @pytest.mark.parametrize("nested", [False, True])
    def test_in_stages_again_and_again(self, nested: bool) -> None:
        board = self.board()
        match = self.play(board, nested=nested)
        asked = []
        for answer in ("move", "ann", "1", "move", "ann", "2"):
            asked.append(keys(match))
            match.answer(match.pending()[0].id, answer)
        assert asked == [["move", "done"], ["ann", "bob"], ["0", "1"], ["move", "done"], ["ann", "bob"], ["0", "1", "2"]]
        assert match.over and board.value(match, board.log) == 102

    def test_done_ends(self) -> None:
        board = self.board()
        match = self.play(board, "move", "bob", "1", "done")
        assert match.over and board.value(match, board.log) == 11

    def test_of_one_actor(self) -> None:
        board = self.board()
        match = self.play(board, "move", actor=1)
        assert keys(match) == ["0", "1"] and match.pending()[0].about[:2] == (("action", "move"), ("piece", "bob"))

    def test_while(self) -> None:
        board = self.board()
        match = self.play(board, "move", "ann", "1", budget=9, test=cmp(read(board.log), "==", 0))
        assert match.over

    def test_must(self) -> None:
        board = self.board()
        match = self.play(board, must=True)
        assert "done" not in keys(match)

    def test_only_what_can_be_completed_is_offered(self) -> None:
        board = Board()
        board.action("move", (board.who, board.to), board.note(), owner=board.owner, offer="moves", when=((cmp(local(1), ">", 9), 1),))
        only_bob = c.Or(HERE, (cmp(local(0), "==", 1), cmp(local(1), ">", 9)))
        board.action("jump", (board.who, board.to), board.note(), owner=board.owner, offer="moves", when=((only_bob, 1),))
        match = self.play(board)
        assert keys(match) == ["jump", "done"]
        match.answer(match.pending()[0].id, "jump")
        assert match.pending()[0].about[1] == ("piece", "bob")

    def test_nothing_possible_is_not_asked(self) -> None:
        board = Board()
        board.action("move", (board.who, board.to), board.note(), owner=board.owner, offer="moves", when=((n(0), 0),))
        assert self.play(board).over

    def test_actions_of_another_step_are_not_offered(self) -> None:
        board = self.board()
        board.action("rest", (board.who,), owner=board.owner, offer="evening")
        assert keys(self.play(board)) == ["move", "done"]

    def test_candidates_may_speak_of_the_actor(self) -> None:
        board = Board()
        target = c.Param("target", 1, board.piece, preposition="at")
        board.action("hit", (board.who, target), owner=board.owner, offer="moves", values=(rows(board.piece), mask(2)))
        match = self.play(board, "hit")
        assert keys(match) == ["ann", "bob"]  # the single target is not asked

    def test_limits_count_what_was_done(self) -> None:
        board = Board()
        used = board.number(board.piece, "used")
        board.action("move", (board.who, board.to), board.note(), owner=board.owner, offer="moves", limits=(c.Limit(n(1), NONE, used),))
        match = self.play(board, "move", "ann", "3", "move", budget=9)
        assert match.pending()[0].about[1] == ("piece", "bob")
        match.answer(match.pending()[0].id, "4")
        assert match.over and board.value(match, board.log) == 314

    @pytest.mark.parametrize(("spends", "left"), [(False, 0), (True, 1)])
    def test_a_failed_action_spends_only_if_it_says_so(self, spends: bool, left: int) -> None:
        board = Board()
        used = board.number(board.piece, "used")
        board.action(
            "try", (board.who,), c.Fail(HERE), owner=board.owner, offer="moves", limits=(c.Limit(n(1), NONE, used),), spends=spends
        )
        match = self.play(board, "try", "ann", budget=1)
        assert match.over and board.value(match, used, 0) == left

    def test_a_fail_that_spends_says_so_itself(self) -> None:
        board = Board()
        used = board.number(board.piece, "used")
        board.action("try", (board.who,), c.Fail(HERE, None, True), owner=board.owner, offer="moves", limits=(c.Limit(n(1), NONE, used),))
        match = self.play(board, "try", "ann", budget=1)
        assert board.value(match, used, 0) == 1


class TestOrders:
    def board(self, *body: c.Stmt, more: tuple[c.Stmt, ...] = (), **of_move: object) -> Board:
        """Seats order moves in secret together; then those of ``where`` are performed."""
        board = Board()
        table = board.orders(board.piece)
        place = board.number(table.domain, "place")
        board.action(
            "move",
            (board.who, board.to),
            *(body or (board.note(),)),
            owner=board.owner,
            order_fields=(table.actors[board.piece], place),
            **of_move,
        )
        give = c.GiveOrders(HERE, local(3), "orders", board.decision("orders"), True)
        board.main = board.agenda(
            "turn",
            step("orders", each(3, rows(board.seat), give, together=True)),
            step("between", *more),
            step("move", c.Perform(HERE, 0, 5, None)),
            step("end", c.Finish(HERE, n(0), board.seat)),
        )
        return board

    def give(self, match: Match, seat: int, *answers: str) -> None:
        for answer in answers:
            match.answer(match.pending(seat)[0].id, answer, seat)

    def states(self, board: Board, match: Match) -> list[int]:
        assert board.table is not None
        alive = board.domains[board.table.domain].alive
        return [board.value(match, board.table.state, r) for r in range(16) if board.value(match, alive, r)]

    def test_given_in_any_order_done_in_the_order_of_the_actors(self) -> None:
        board = self.board()
        match = board.play()
        self.give(match, 1, "move", "7")
        self.give(match, 0, "move", "bob", "5", "move", "3")
        assert match.over  # nobody is left to order: nobody is asked
        assert board.value(match, board.log) == 31527
        assert self.states(board, match) == [DONE] * 3

    def test_one_order_an_actor(self) -> None:
        board = self.board()
        match = board.play()
        self.give(match, 0, "move", "ann", "5", "move")
        assert match.pending(0)[0].about[1] == ("piece", "bob")

    def test_several_orders_an_actor(self) -> None:
        board = self.board(several=True)
        match = board.play()
        self.give(match, 0, "move", "ann", "5", "move")
        assert [o.key for o in match.pending(0)[0].options] == ["ann", "bob"]

    def test_one_of_those_that_exclude_each_other(self) -> None:
        board = self.board()
        assert board.table is not None
        for name in ("aim", "hide"):
            board.action(name, (board.who,), owner=board.owner, excludes=(0,), order_fields=(board.table.actors[board.piece],))
        match = board.play()
        assert [o.key for o in match.pending(1)[0].options] == ["move", "aim", "hide", "done"]
        self.give(match, 1, "aim")
        assert not match.pending(1)

    def test_another_order_besides(self) -> None:
        board = self.board()
        assert board.table is not None
        board.action("shout", (board.who,), owner=board.owner, order_fields=(board.table.actors[board.piece],))
        match = board.play()
        self.give(match, 1, "move", "7")
        assert [o.key for o in match.pending(1)[0].options] == ["shout", "done"]

    def test_limits_count_the_orders_that_wait(self) -> None:
        board = self.board(several=True, limits=())
        used = board.number(board.piece, "used")
        board.actions[0].limits.append(c.Limit(n(2), NONE, used))
        match = board.play()
        self.give(match, 1, "move", "1", "move", "2")
        assert not match.pending(1)

    def test_the_limit_of_a_period_begins_anew_with_it(self) -> None:
        board = self.board()
        used = board.number(board.piece, "used")
        board.actions[0].limits.append(c.Limit(n(1), board.main, used))
        board.procedures[board.main].steps[-1] = step(
            "end", iff(cmp(c.Built(HERE, "turn", (n(board.main),)), "==", 2), c.Finish(HERE, n(0), board.seat))
        )
        match = board.play()
        for _ in range(2):
            self.give(match, 1, "move", "7")
            self.give(match, 0, "done")
        assert match.over and board.value(match, board.log) == 2727

    def test_needs_are_asked_when_it_is_performed(self) -> None:
        board = self.board(needs=((cmp(local(1), "<", 5), c.Text.saying(en="too far", fr="trop loin")),))
        match = board.play()
        self.give(match, 1, "move", "7")
        self.give(match, 0, "move", "ann", "2", "done")
        assert board.value(match, board.log) == 2
        assert self.states(board, match) == [DONE, FAILED]
        told = [r.data["reason"] for r in match.log(1) if r.kind == "outcome" and r.data["reason"]]
        assert told == [c.Text.saying(en="too far", fr="trop loin")]
        assert not [r for r in match.log(0) if r.data.get("reason")]

    def test_failed_in_its_body(self) -> None:
        board = self.board(c.Fail(HERE, c.Text.saying(en="no", fr="non")))
        match = board.play()
        self.give(match, 0, "done")
        self.give(match, 1, "move", "7")
        assert self.states(board, match) == [FAILED]

    def test_failed_in_an_event_of_its_body(self) -> None:
        board = self.board()
        board.procedures[0].body = (call(board.event("stumble", c.Fail(HERE))), board.note())
        match = board.play()
        self.give(match, 0, "done")
        self.give(match, 1, "move", "7")
        assert self.states(board, match) == [FAILED] and board.value(match, board.log) == 0

    def test_prevented(self) -> None:
        board = self.board()
        board.procedures[0].before.append(hook("frozen", c.Prevent(HERE), when=cmp(local(2), "==", 2), params=((0, 2),)))
        match = board.play()
        self.give(match, 1, "move", "7")
        self.give(match, 0, "move", "ann", "2", "done")
        assert sorted(self.states(board, match)) in ([DONE, FAILED], [DONE, CANCELLED])
        assert board.value(match, board.log) == 2

    def test_cancelled(self) -> None:
        board = Board()
        table = board.orders(board.piece)
        first = query("first", rows(table.domain), 6)
        board = self.board(more=(c.Cancel(HERE, first, n(CANCELLED)),))
        match = board.play()
        self.give(match, 0, "done")
        self.give(match, 1, "move", "7")
        assert self.states(board, match) == [CANCELLED] and board.value(match, board.log) == 0

    def test_performed_for_some_actors_only(self) -> None:
        board = self.board()
        board.procedures[board.main].steps[2] = step("move", c.Perform(HERE, 0, 5, cmp(local(5), "==", 1)))
        match = board.play()
        self.give(match, 1, "move", "7")
        self.give(match, 0, "move", "bob", "5", "move", "3")
        assert board.value(match, board.log) == 15
        assert sorted(self.states(board, match)) == [WAITING, WAITING, DONE]

    def test_every_order_finds_a_row(self) -> None:
        """Two seats share 16 rows; one of them gives ten orders."""
        board = self.board(several=True)
        board.procedures[0].body = (gain(board.log, 1),)
        match = board.play()
        self.give(match, 0, "done")
        for count in range(10):
            self.give(match, 1, "move", str(count % 10))
        self.give(match, 1, "done")
        assert len(self.states(board, match)) == 10

    def test_more_orders_than_there_is_room_for(self) -> None:
        board = self.board(several=True)
        board.procedures[0].body = (gain(board.log, 1),)
        match = board.play()
        self.give(match, 0, "done")
        for count in range(16):
            self.give(match, 1, "move", str(count % 10))
        self.give(match, 1, "move")
        before = match.pending(1)
        with pytest.raises(RulebookError, match="room for 16 orders"):
            match.answer(before[0].id, "5", 1)
        assert match.pending(1) == before

    def test_limits_count_each_order_once(self) -> None:
        """One that waits, then one that is done: never both."""
        board = self.board(several=True)
        used = board.number(board.piece, "used")
        board.actions[0].limits.append(c.Limit(n(3), NONE, used))
        board.procedures[board.main].steps[-1] = step(
            "end", iff(cmp(c.Built(HERE, "turn", (n(board.main),)), "==", 2), c.Finish(HERE, n(0), board.seat))
        )
        match = board.play()
        self.give(match, 0, "done")
        self.give(match, 1, "move", "1", "move", "2", "done")
        self.give(match, 0, "done")
        self.give(match, 1, "move", "3")
        assert match.over and board.value(match, used, 2) == 3

    def test_nobody_sees_what_others_ordered(self) -> None:
        match = self.board().play()
        self.give(match, 1, "move", "7")
        assert not [r for r in match.log(0) if r.kind == "choice"] and not [r for r in match.log("spectator") if r.kind == "choice"]


class TestDiscarded:
    """Rows that are discarded take with them what was to happen to them."""

    def test_lasting_changes_do_not_touch_the_next_row_there(self) -> None:
        game = Game()
        piece = game.kind("piece", 1, dynamic=True)
        life = game.number(piece, "life", 0, 9, 5)
        make = c.Create(HERE, 0, piece, ())
        game.main = game.agenda("turn", (make, gain(life, 3, 0, c.Period(0, "now", n(1))), c.Discard(HERE, piece, n(0)), make))
        game.max_rounds = 1
        match = game.play()
        assert game.value(match, life) == 5

    def test_orders_of_the_discarded_are_not_performed(self) -> None:
        game = Game()
        piece = game.kind("piece", 2, dynamic=True)
        owner, count = game.row(piece, "owner", game.seat, 0), game.number(0, "count")
        table = game.orders(piece)
        game.action("act", (c.Param("piece", 0, piece),), gain(count, 1), owner=owner, order_fields=(table.actors[piece],))
        give = c.GiveOrders(HERE, n(0), "orders", game.decision("orders"), False)
        game.main = game.agenda(
            "turn",
            (
                c.Create(HERE, 0, piece, ()),
                give,
                c.Discard(HERE, piece, n(0)),
                c.Perform(HERE, 0, 5, None),
                c.Finish(HERE, n(0), game.seat),
            ),
        )
        match = game.play("act")
        assert match.over and game.value(match, count) == 0
