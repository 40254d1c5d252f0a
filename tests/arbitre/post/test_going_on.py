"""A turn is resolved by going on from where the match stands: what comes of it is what the record gives when all of it is played."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from arbitre.api.post import begin, restore
from arbitre.story.film import turn_numbered, turns

GAMES = ("coliseum", "kollaball", "tsewnart", "diplomacy")
BEGIN = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_gone_on_with_is_the_match_of_its_record(game: str) -> None:
    sheet = {"game": game, "deadlines": {"first": "2026-12-01T20:00+00:00", "every": "1 day", "missed": "bot"}}
    match, now = begin(sheet, BEGIN, seed=bytes(range(32))), BEGIN
    for day in range(1, 6):
        now = BEGIN + timedelta(days=day, hours=9)
        done = match.resolve_if_due(now)
        assert done is not None
        match, again = done.match, restore(done.match.record)
        assert [str(one) for one in match.match.run.log or ()] == [str(one) for one in again.match.run.log or ()]
        assert match.match.digest() == again.match.digest() and match.duties() == again.duties()
        for viewer in ("referee", "spectator"):
            for form in ("html", "text"):
                assert match.report(viewer, form=form) == again.report(viewer, form=form)
        for one, other in zip(turns(match.match), (turn_numbered(match.match, n) for n in range(match.turn + 1)), strict=True):
            assert other is not None and (one.number, one.first, one.last, one.over) == (other.number, other.first, other.last, other.over)
    assert match.turn
    assert match.match.dice.dice.thrown == again.match.dice.dice.thrown  # type: ignore[attr-defined]
