"""Two worlds that differ only in what a side may not know give it the same reports, answers to its deliveries, the same waiting list."""

from __future__ import annotations

import pytest

from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.determinisation import knowledge
from arbitre.interpreter.play.bots.kinds import choose
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.visibility import SPECTATOR
from arbitre.post.mail.deliveries import delivered, may_deliver
from arbitre.session.why.order_refusals import asked_for_orders
from arbitre.story.boards.pieces import standing
from arbitre.story.boards.screen import Screen
from arbitre.story.film import Turn
from arbitre.story.formats import FORMATS
from arbitre.story.report import report
from arbitre.story.story import Story
from tests.rulebooks.secrets.test_two_worlds import elsewhere, machine, opening
from tests.rulebooks.secrets.test_two_worlds_why import worlds

HIDING = ("tsewnart", "kollaball", "dungeonbowl", "confrontation")
SEALED = {"coliseum": "attack", "kollaball": "orders", "tsewnart": "orders", "confrontation": "top"}  # what is decided in secret
SEALED_LOOKS = 2  # questions that are compared
ORDERING = {  # what a line may ask for besides a piece and a cell: words of actions that exist, and one that does not
    "tsewnart": ("moves", "aims", "dashes", "gloops"),
    "kollaball": ("charges", "receives", "throws", "gloops"),
}


@pytest.mark.parametrize("game", HIDING)
def test_a_report_is_the_same_in_two_worlds(game: str) -> None:
    """In every form, of the turn as it stands, for the side that is asked and for whoever only watches."""
    differing = 0
    for seed in (1, 2):
        one, two, seat = worlds(game, seed)
        differing += one.state.cells != two.state.cells
        for viewer in (seat, SPECTATOR):
            reports = [
                report(match, Turn(match.turn, 0, len(match.run.log or []), match, over=False), viewer, "fr") for match in (one, two)
            ]
            for form in FORMATS.values():
                assert form(reports[0]) == form(reports[1])
    assert differing


@pytest.mark.parametrize("game", HIDING)
def test_who_is_asked_is_the_same_in_two_worlds(game: str) -> None:
    """Whom the match waits for, and for what, is seen by everybody at the table."""
    for seed in (1, 2):
        one, two, _ = worlds(game, seed)
        waiting = [[(r.seat, r.decision) for r in match.requests] for match in (one, two)]
        assert waiting[0] == waiting[1]


@pytest.mark.parametrize("game", ORDERING)
def test_a_delivery_is_answered_alike_in_two_worlds(game: str) -> None:
    """What is read of each line, and what is said to be wrong with it: of one's own pieces and of those of others, near and far."""
    refused = differing = 0
    for seed in (1, 2):
        one = next(m for n in range(3, 40) if asked_for_orders(m := opening(game, seed, n), m.requests[0].seat) is not None)
        seat = one.requests[0].seat
        two = elsewhere(one, sorted(knowledge(one, one.requests[0]).hidden), Lots(seed))
        differing += one.state.cells != two.state.cells
        text = "\n".join(lines_for(one, seat, game))
        answers = [[(line.orders, line.faults) for line in delivered(match, seat, text, "en").lines] for match in (one, two)]
        assert answers[0] == answers[1]
        refused += sum(bool(faults) for _, faults in answers[0])
    assert differing and refused


def lines_for(match: Match, seat: int, game: str) -> list[str]:
    """Orders as somebody might write them who tries what he is told."""
    story = Story(match, "en")
    domain = next(d for d in match.program.domains if d.board is not None)
    board = domain.board
    assert board is not None
    cells = [str(board.label(cell)) for cell in range(0, board.size, max(1, board.size // 4))]
    names = [story.row(piece.domain, piece.row) for piece in list(standing(match, domain.index, seat))[:12:3]]
    return [f"{name} {verb} {cell}" for name in names for verb in ORDERING[game] for cell in cells]


@pytest.mark.parametrize("game", SEALED)
def test_what_others_have_sealed_shows_nowhere(game: str) -> None:
    """Somebody answers one thing or another in secret: to a side that knows the same in both, and to whoever only watches, whom the match
    waits for, the board, the report, its own questions and what is said of its orders are the same."""
    match, rng, compared = Match(machine(game), 1, trace=True), Lots(1), 0
    while match.requests and compared < SEALED_LOOKS:
        asked = match.requests[0]
        if asked.secret and asked.decision == SEALED[game] and len(asked.options) > 1:
            both = [sealed(match, choice) for choice in (0, len(asked.options) - 1)]
            waited = [sorted({r.seat for r in world.requests}) for world in both]
            others = [seat for seat in waited[0] if seat != asked.seat]
            nothing_yet = all(world.state.cells == match.state.cells for world in both)
            other = others[-1] if others else (asked.seat + 1) % len(match.seats()) if nothing_yet else None
            if other is not None and waited[0] == waited[1] and (nothing_yet or known(both[0], other) == known(both[1], other)):
                for viewer in (other, SPECTATOR):
                    assert table_of(both[0], viewer) == table_of(both[1], viewer)
                compared += 1
        match.answer(asked.id, choose(match, asked, "random", rng))
    assert compared


def known(match: Match, seat: int) -> list[int]:
    """What a side that is asked may know of the match as it stands."""
    m, all_ = match.machine, knowledge(match, next(r for r in match.requests if r.seat == seat))
    cells = [-1 if cell in all_.hidden else value for cell, value in enumerate(all_.cells)]
    for column in m.program.fields:
        domain = m.program.domains[column.domain]
        for row in range(domain.size if domain.dynamic and column.values is None and column.index != domain.alive else 0):
            if not cells[m.layout.base[domain.alive] + row]:
                cells[m.layout.base[column.index] + row] = -1  # what is left of a row that is gone, or that the side does not see
    return cells


def sealed(match: Match, choice: int) -> Match:
    """The match after an answer in secret."""
    world = match.clone(trace=True)
    world.answer(world.requests[0].id, choice)
    return world


def table_of(match: Match, viewer: int | str) -> list[object]:
    """What is shown to somebody, asked of him and told him of the orders he hands in."""
    own = [(r.decision, [o.key for o in r.options]) for r in match.requests if r.seat == viewer]
    told: list[object] = [own, [line.plain for line in Screen(match, "en", 100, colours=False).lines(viewer, whole=True, key=True)]]
    page = report(match, Turn(match.turn, 0, len(match.run.log or []), match, over=False), viewer, "fr")
    told += [form(page) for form in FORMATS.values()]
    if isinstance(viewer, int) and may_deliver(match, viewer):
        text = "\n".join(lines_for(match, viewer, "tsewnart"))
        told += [(line.orders, line.faults) for line in delivered(match, viewer, text, "en").lines]
    return told
