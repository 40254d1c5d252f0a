"""Help in a match gives examples of the open question, each of which is understood; of no other game."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from arbitre.cli.main import cli
from arbitre.interpreter.play.bots.kinds import choose
from arbitre.interpreter.state.lots import Lots
from arbitre.opening.books import prepared
from arbitre.session.dialogue.reader import meaning
from arbitre.session.dialogue.samples import samples
from arbitre.story.story import Story
from arbitre.story.watch import watched


def help_of(game: str, side: str, lang: str = "en") -> str:
    done = CliRunner().invoke(cli, ["play", game, "--seed", "1", "--side", f"{side}=human", "--lang", lang], input="?\nquit\n")
    assert done.exit_code == 0, done.output
    return done.output.replace("\u00a0", " ")


@pytest.mark.parametrize(("game", "side"), [("tictactoe", "cross"), ("hex", "red"), ("coliseum", "red"), ("confrontation", "red")])
def test_every_example_answers_the_open_question(game: str, side: str) -> None:
    match, rng = watched(prepared(game)[1], 3), Lots(3)
    for _ in range(4):
        request = match.requests[0]
        for lang in ("en", "fr"):
            found = samples(match, request, Story(match, lang))
            assert found or len(request.options) == 1
            for line in found:
                meant = meaning(match, request, line.split())
                assert (meant.best.used, meant.unsure) == (len(line.split()), []), line
        match.answer(request.id, choose(match, request, "random", rng))


def test_help_speaks_of_this_game() -> None:
    assert "For example: 1,1" in help_of("tictactoe", "cross") and "? 1,1: what that is" in help_of("tictactoe", "cross")
    assert "Par exemple : 1,1" in help_of("tictactoe", "cross", "fr")
    whole = help_of("bloodbowl", "red")
    assert "For example: move human lineman 1" in whole and "? move: what that is" in whole
