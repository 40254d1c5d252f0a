"""What is kept while options are listed, and for how long it may be kept."""

from __future__ import annotations

import pytest
from kit import HERE, NONE, Game, arith, call, cmp, each, gain, local, mask, n, query, read, rows, run, store

from arbitre.dsl import core as c
from arbitre.dsl.core.walk import free_slots
from arbitre.interpreter.analysis.recursion import put_in
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.reference.values import queries
from arbitre.interpreter.state.errors import RulebookError


class Pieces(Game):
    """Three pieces of red's; one may act as long as the rule ``free`` lets it."""

    def __init__(self) -> None:
        super().__init__()
        self.piece = self.kind("piece", ["ann", "bob", "cyd"])
        self.owner = self.row(self.piece, "owner", self.seat, start=[0, 0, 0])
        self.used = self.number(self.piece, "used", 0, 9)
        others = query("count", rows(self.piece), 5, c.And(HERE, (cmp(local(5), "!=", local(0)), cmp(read(self.used, local(5)), ">", 0))))
        self.others = self.function("others", others, params=1, slots=8)
        self.who = c.Param("piece", 0, self.piece)
        self.act = c.Act(HERE, n(0), "moves", None, n(9), None, self.decision("move"), True)

    def action_when(self, *tests: c.Expr, **more: object) -> None:
        self.action(
            "move", (self.who,), gain(self.used, 1, local(0)), owner=self.owner, offer="moves", when=[(t, 0) for t in tests], **more
        )


def test_one_pick_does_not_know_what_held_at_the_last() -> None:
    """Nobody is asked: the only piece that can act does, again and again; then another step asks anew."""
    game = Pieces()
    game.action_when(cmp(read(game.used, local(0)), "<", 2), cmp(local(0), "==", 1))
    reset = store(game.used, 0, 1)
    total = game.number(0, "total")
    game.main = game.agenda("turn", (game.act, gain(total, read(game.used, 1)), reset, game.act, gain(total, read(game.used, 1))))
    game.max_rounds = 1
    assert game.value(game.play(), total) == 4


@pytest.mark.parametrize("inside", [False, True])
def test_what_changes_between_two_picks(inside: bool) -> None:
    """A function that looks through rows is asked anew once a piece has acted, in an agenda and inside one event."""
    game = Pieces()
    game.action_when(cmp(c.Apply(HERE, game.others, (local(0),)), "<", 1), cmp(read(game.used, local(0)), "<", 2))
    body: tuple[c.Stmt, ...] = (game.act,)
    game.main = game.agenda("turn", (call(game.event("acts", game.act)),) if inside else body, (c.Finish(HERE, n(0), game.seat),))
    match = game.play()
    assert [o.key for o in match.pending()[0].options] == ["ann", "bob", "cyd"]
    match.answer(match.pending()[0].id, "bob")
    assert match.over  # from then on bob alone may act: nobody is asked
    assert [game.value(match, game.used, row) for row in range(3)] == [0, 2, 0]


def test_an_answer_taken_back_is_forgotten() -> None:
    """After a fault, and after an undo, another answer finds what holds after it, not after the first."""
    game = Game()
    piece = game.kind("piece", ["ann", "bob", "cyd"])
    owner, mark = game.row(piece, "owner", game.seat, start=[0, 0, 0]), game.number(piece, "mark", 0, 9)
    who = c.Param("piece", 0, piece)
    game.action("move", (who,), store(mark, arith("/", 4, read(mark, local(0))), local(0)), owner=owner, offer="moves",
                when=[(cmp(read(mark, local(0)), "<", 2), 0)])  # fmt: skip
    act = c.Act(HERE, n(0), "moves", None, n(1), None, game.decision("move"), True)
    set_one = store(mark, 1, local(4))
    game.main = game.agenda("turn", (call(game.event("e", game.choose(4, 0, rows(piece)), set_one, act)), c.Finish(HERE, n(0), game.seat)))
    match = game.play("ann")
    before, asked = match.digest(), match.pending()
    with pytest.raises(RulebookError, match="division"):
        match.answer(asked[0].id, "bob")
    assert match.digest() == before and match.pending() == asked
    match.answer(asked[0].id, "ann")
    assert match.over and [game.value(match, mark, row) for row in range(3)] == [4, 0, 0]
    assert match.undo()
    for key in ("cyd", "cyd"):
        match.answer(match.pending()[0].id, key)
    assert [game.value(match, mark, row) for row in range(3)] == [0, 0, 4]


def test_a_clone_with_other_answers() -> None:
    game = Pieces()
    game.action_when(cmp(read(game.used, local(0)), "<", 1))
    extra = c.Param("target", 1, game.piece)
    game.actions.clear()
    near = cmp(arith("+", local(0), local(1)), "==", 2)
    game.action("hit", (game.who, extra), gain(game.used, 1, local(1)), owner=game.owner, offer="moves", when=[(near, 1)])
    game.main = game.agenda("turn", (c.Act(HERE, n(0), "moves", None, n(1), None, 0, True), c.Finish(HERE, n(0), game.seat)))
    match = game.play()
    twin = match.clone()
    twin.answer(twin.pending()[0].id, "ann")
    match.answer(match.pending()[0].id, "bob")
    assert [game.value(twin, game.used, row) for row in range(3)] == [0, 0, 1]
    assert [game.value(match, game.used, row) for row in range(3)] == [0, 1, 0]


def test_questions_asked_together_of_which_one_creates_loops() -> None:
    """One seat is asked before it loops, the other at once: the answers of both find their questions again."""
    game = Game()
    a = game.number(game.seat, "a", 0, 999)
    note = lambda slot: store(a, arith("+", arith("*", read(a, local(3)), 10), local(slot)), local(3))  # noqa: E731
    first = c.If(HERE, cmp(local(3), "==", 0), (game.choose(4, local(3), low=1, high=3, secret=True), note(4)))
    inner = each(5, mask(0), game.choose(6, local(3), low=1, high=3, secret=True), note(6), together=True)
    game.main = game.agenda("turn", (each(3, rows(game.seat), first, inner, together=True), c.Finish(HERE, n(0), game.seat)))
    match = game.play()
    match.answer(match.pending(1)[0].id, "3", 1)
    match.answer(match.pending(0)[0].id, "2", 0)
    assert not match.pending(1)
    match.answer(match.pending(0)[0].id, "1", 0)
    assert match.over and [game.value(match, a, row) for row in (0, 1)] == [21, 3]


def test_facts_told_in_one_part_are_not_known_in_another() -> None:
    game = Game()
    a = game.number(game.seat, "a", 0, 9)
    told = c.Built(HERE, "told", (mask(0, 1), n(a), n(0)))
    body = (store(a, c.Choice(HERE, told, n(5), n(1)), local(3)), c.TellFact(HERE, mask(0, 1), True, a, n(0)))
    match = game.once(each(3, rows(game.seat), *body, together=True), store(a, c.Choice(HERE, told, n(7), n(0)), 0))
    assert [game.value(match, a, row) for row in (0, 1)] == [7, 1]


class TestFunctions:
    def test_written_out_where_they_are_asked(self) -> None:
        less = c.Apply(HERE, 0, (local(3),))
        body = arith("-", local(0), arith("*", local(1), 2))
        assert put_in(body, {0: local(7), 1: n(4)}) == arith("-", local(7), arith("*", 4, 2))
        assert put_in(less, {3: n(1)}) == c.Apply(HERE, 0, (n(1),))

    def test_slots_of_a_search_are_its_own(self) -> None:
        inner = query("count", mask(1), 5, cmp(local(5), "==", local(2)))
        assert free_slots(inner) == {2}
        assert free_slots(query("any", mask(1), 2, cmp(inner, ">", local(0)))) == {0}

    def test_none_is_passed_on(self) -> None:
        game = Game()
        a = game.number(0, "a", -9, 9)
        friend = game.row(game.seat, "friend", game.seat)
        game.function("twice", arith("*", local(0), 2), params=1)
        game.function("of_friend", c.Apply(HERE, 0, (local(0),)), params=1)
        match = game.once(c.Let(HERE, 4, read(friend, 0)), store(a, c.Apply(HERE, 1, (local(4),))))
        assert game.value(match, a) == 2 * NONE

    def test_an_argument_that_cannot_be_asked_is_an_error_even_where_it_is_not_used(self) -> None:
        game = Game()
        friend, b = game.row(game.seat, "friend", game.seat), game.number(game.seat, "b")
        game.function("either", c.Choice(HERE, n(1), n(3), local(0)), params=1)
        with pytest.raises(RulebookError, match="of none"):
            game.once(c.Let(HERE, 4, c.Apply(HERE, 0, (read(b, read(friend, 0)),))))


def test_what_must_hold_is_asked_again_once_it_may_have_changed() -> None:
    """Read through a function, of rows that come and go."""
    game = Game()
    piece = game.kind("piece", 3, dynamic=True)
    game.function("many", query("count", rows(piece), 1), params=0)
    game.always.append(c.Always("few", cmp(c.Apply(HERE, 0, ()), "<", 2), 4, HERE))
    create = c.Create(HERE, 0, piece, ())
    inner = game.agenda("inner", (create,))
    game.main = game.agenda("turn", (create, game.choose(0, 0, low=1, high=2), run(inner)))
    match = game.play()
    assert not machine_of(game.program()).always.others
    with pytest.raises(RulebookError, match="few"):
        match.answer(match.pending()[0].id, "1")
    assert isinstance(match, Match)


@pytest.mark.parametrize("few", [0, queries.FEW])
def test_a_column_that_is_scanned_says_what_each_row_says(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a column that changes, searched or looked at row by row, and of one that is fixed; of no rows the value is not asked."""
    monkeypatch.setattr(queries, "FEW", few)
    game = Game()
    piece = game.kind("piece", 9)
    kin, used = game.row(piece, "kin", piece, values=[1, 1, NONE, 0, 1, 8, 8, NONE, 2]), game.number(piece, "used", 0, 9)
    game.main = game.agenda("turn", (game.choose(0, 0, low=1, high=2),))
    match = game.play()
    few = c.SetOp(HERE, "-", rows(piece), mask(1))
    first, column = match.machine.layout.base[used], [0] * 9
    for op in ("==", "!="):
        live, fixed = (match.machine.expr(query("set", few, 0, cmp(read(field, local(0)), op, local(1)))) for field in (used, kin))
        for row, value in [(2, 1), (8, 1), (2, 0), (2, 1), (0, 3), (8, 0), (0, 1)]:
            column[row] = value
            match.state.cells[first : first + 9] = column
            for wanted in range(-1, 4):
                for found, held in ((live, column), (fixed, [1, 1, NONE, 0, 1, 8, 8, NONE, 2])):
                    fits = [(held[n] == wanted) == (op == "==") and n != 1 for n in range(9)]
                    assert found(match.run, [0, wanted]) == sum(1 << n for n in range(9) if fits[n])
    nothing = match.machine.expr(query("set", mask(), 0, cmp(read(used, local(0)), "==", read(used, n(NONE)))))
    assert nothing(match.run, [0]) == 0


@pytest.mark.parametrize("few", [0, queries.FEW])
def test_the_head_of_a_condition_is_evaluated_once_and_fails_where_it_would_row_by_row(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each form of head: behind a condition that always holds but needs its row, the same conditions are evaluated row by row."""
    monkeypatch.setattr(queries, "FEW", few)
    game = Game()
    piece = game.kind("piece", 4)
    used, friend = game.number(piece, "used", 0, 9, start=[0, 1, 0, 2]), game.row(piece, "friend", piece, start=[1, NONE, NONE, NONE])
    game.main = game.agenda("turn", (game.choose(0, 0, low=1, high=2),))
    match = game.play()
    of_friend = read(used, read(friend, local(1)))  # fails where the row in slot 1 has no friend
    heads = [
        cmp(of_friend, ">", 0),
        c.In(HERE, local(0), c.Choice(HERE, cmp(of_friend, ">", 0), mask(1, 3), mask())),
        cmp(read(used, local(0)), "==", of_friend),
        cmp(of_friend, "!=", read(used, local(0))),
    ]
    each_row = cmp(arith("*", read(used, local(0)), 1), ">=", 0)

    def found(sink: str, source: c.Expr, *where: c.Expr, given: int) -> int | str:
        try:
            return match.machine.expr(query(sink, source, 0, c.And(HERE, where)))(match.run, [0, given])
        except RulebookError as error:
            return str(error)

    for sink in ("set", "any", "count"):
        for head in heads:
            for source in (rows(piece), mask(), mask(1, 2)):
                for given in (0, 1):
                    at_head, by_row = found(sink, source, head, each_row, given=given), found(sink, source, each_row, head, given=given)
                    assert at_head == by_row
                    assert isinstance(at_head, str) == (given == 1 and source != mask())
    none_left = (cmp(read(used, local(0)), "==", 7), heads[0])
    assert found("set", rows(piece), *none_left, given=1) == 0


def test_only_what_reads_a_changed_column_is_asked_again() -> None:
    """Each alone, those of one column together, in their order, whatever changed before; what depends on more than columns always."""
    game = Game()
    a, b, idle = (game.number(0, name) for name in ("a", "b", "idle"))
    tests = [(read(a), 3), (read(b), 3), (arith("+", read(a), read(b)), 4), (c.Built(HERE, "turn", (n(0),)), 9)]
    for number, (value, bound) in enumerate(tests):
        game.always.append(c.Always(f"law{number}", cmp(value, "<", bound), 0, HERE))
    game.main = game.agenda("turn", (store(a, n(0)),))
    machine = machine_of(game.program())
    before = list(machine.layout.start)

    def affected(*columns: int) -> list[str]:
        after = before[:]
        for column in columns:
            after[machine.layout.base[column]] += 1
        return [rule.name for rule, _ in machine.always.among(machine.always.affected(before, after))]

    assert [affected(*some) for some in [(), (idle,), (a,), (b,), (b, a)]] == [
        ["law3"], ["law3"], ["law0", "law2", "law3"], ["law1", "law2", "law3"], ["law0", "law1", "law2", "law3"],
    ]  # fmt: skip


def test_what_a_search_leaves_in_its_slot_is_no_part_of_the_state() -> None:
    """However the search is done, the state is the same; a slot that is read elsewhere is kept."""
    game = Game()
    a = game.number(game.seat, "a", start=[0, 7])
    found = query("first", rows(game.seat), 5, cmp(read(a, local(5)), ">", 3))
    again = query("count", rows(game.seat), 6, cmp(read(a, local(6)), ">", 3))
    body = (c.Let(HERE, 4, found), c.Let(HERE, 6, again), game.choose(7, 0, low=1, high=2), gain(a, local(6), local(4)))
    game.main = game.agenda("turn", body, (c.Finish(HERE, n(0), game.seat),))
    match = game.play()
    slots = match.state.stack[0][2]
    assert (slots[4], slots[5], slots[6]) == (1, 0, 1)
    match.answer(match.pending()[0].id, "2")
    assert game.value(match, a, 1) == 8
