"""What a statement has told before it asks several at once: told with the question, and nothing of what the others have answered."""

from __future__ import annotations

from pathlib import Path

from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.views import view
from arbitre.opening.books import ready
from arbitre.story.film import turn_numbered
from arbitre.story.report import report
from tests.arbitre.post.test_one_after_another import GAME


def begun(folder: Path) -> Match:
    file = folder / "council.rules"
    file.write_text(GAME.format(steps="lots: selling"), encoding="utf-8")
    return Match(ready(str(file), {}, ())[2], 4, trace=True)


def told(match: Match, viewer: int | str) -> list[str]:
    turn = turn_numbered(match, 1)
    assert turn is not None
    return [text for part in report(match, turn, viewer, "en").happened for _, text in part.sentences]


def test_what_comes_before_is_told_to_whoever_may_read_it(tmp_path: Path) -> None:
    match = begun(tmp_path)
    assert told(match, 0)[-1].startswith("Lot ") and told(match, 1)[-1] == "Ben knows a secret."
    assert not any("secret" in text for text in told(match, "spectator"))
    before, after = match.digest(), told(match, "spectator")
    with match.at_question():
        assert match.run.log is not None and match.run.log[-1].kind == "tell"
    assert match.digest() == before and told(match, "spectator") == after


def test_two_worlds_that_differ_in_what_one_has_answered(tmp_path: Path) -> None:
    seen = []
    for answer in ("0", "3"):
        match = begun(tmp_path)
        match.answer(next(r.id for r in match.requests if r.seat == 0), answer)
        assert [r.seat for r in match.requests] == [1, 2]
        with match.at_question():
            seen.append([[told(match, viewer), view(match, viewer)] for viewer in (1, 2, "spectator")])
        assert "Ben knows a secret." in told(match, 1) and told(match, 2)[-1].startswith("Lot ")
    assert seen[0] == seen[1]
