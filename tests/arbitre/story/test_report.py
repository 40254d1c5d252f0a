"""Reports of turns: what they hold for whom, in each format, and that nothing hidden changes a letter of them."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from click.testing import CliRunner

from arbitre.cli.main import cli
from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.save import as_of, resume, save, to_data
from arbitre.interpreter.state.visibility import REFEREE, SPECTATOR
from arbitre.interpreter.wasm.run.shared import runner_for
from arbitre.story.film import last_over, turns
from arbitre.story.formats import FORMATS
from arbitre.story.report import report

HUNT = """\
game hunt:
    title en "The hunt" fr "La chasse"
    play turn up to 3 times
    events seen by everyone
kind side, seats: red, blue
    caught: 0 to 9, reported
        title en "Foxes caught" fr "Renards pris"
    hurry: 0 to 9
        title en "Hurry" fr "Hâte"
table of side:
    name | en     | fr
    red  | "Red"  | "Rouge"
    blue | "Blue" | "Bleu"
kind cell (place), grid(4, 4, closed)
    trap: flag, seen by blue
kind hound: h1, h2
    side: side
    cell: cell
    breath: 0 to 9 = 9, reported
        title en "Breath" fr "Souffle"
table of hound:
    name | side | cell         | en              | fr
    h1   | red  | cell(1, 1)   | "Rex *<b>[b]"   | "Rex *<b>[b]"
    h2   | blue | cell(4, 4)   | "Fang `x`"      | "Croc `x`"
event setup:
    says nothing
    cell(HIDDEN).trap becomes true
agenda turn:
    title en "Hour" fr "Heure"
    running:
        title en "Running" fr "Course"
        for each hound in hounds: run hound
event run hound:
    title en "A hound runs" fr "Un chien court"
    says en "{hound} runs." fr "{hound} court."
    hound.breath becomes hound.breath - 1
    hound.side gains 1 caught
    hound.side chooses hound.cell from cells where distance(it, hound.cell) is 1
"""
FORMS = sorted(FORMATS)


@pytest.fixture
def match(tmp_path: Path) -> Match:
    return played(tmp_path, "2, 2")


def played(folder: Path, hidden: str) -> Match:
    path = folder / f"hunt{hidden[:1]}" / "hunt.rules"
    path.parent.mkdir(exist_ok=True)
    path.write_text(HUNT.replace("HIDDEN", hidden), encoding="utf-8")
    match = Match(machine_of(compile_rules(load(str(path))).program), 1)
    for key in ("(2, 1)", "(4, 3)"):
        match.answer(match.requests[0].id, key)
    return match


def written(match: Match, form: str, viewer: int | str, lang: str = "en", turn: int = 1) -> str:
    return FORMATS[form](report(match, turns(match)[turn], viewer, lang))


def test_a_report_tells_counts_events_the_board_and_who_stands_where(match: Match) -> None:
    text = written(match, "text", SPECTATOR)
    assert text.startswith("The hunt – Hour 1\n=================\n")
    assert "Red: Foxes caught: 1" in text and "Hurry" not in text
    assert "\n- Rex *<b>[b] runs." in text and "(2, 1) (Breath: 8)" in text
    assert "Asked now" not in text
    french = written(match, "text", SPECTATOR, "fr")
    assert "La chasse – Heure 1" in french and "Ce qui s’est passé" in french and "Rouge\u00a0: Renards pris\u00a0: 1" in french
    assert "Rex *<b>[b] court." in french


def test_what_is_asked_is_told_to_whoever_is_asked_and_to_the_referee(match: Match) -> None:
    now = [written(match, "text", viewer, turn=2) for viewer in (0, 1, SPECTATOR, REFEREE)]
    assert ["Asked now" in text for text in now] == [True, False, False, True]
    assert "For Red" in now[0] and "For the referee" in now[3]


@pytest.mark.parametrize("form", FORMS)
def test_nothing_hidden_changes_a_report(form: str, tmp_path: Path) -> None:
    one, two = played(tmp_path, "2, 2"), played(tmp_path, "3, 3")
    for viewer in (0, SPECTATOR):
        for turn in (0, 1, 2):
            assert written(one, form, viewer, turn=turn) == written(two, form, viewer, turn=turn)


def test_names_are_no_signs_of_the_format(match: Match) -> None:
    text = written(match, "markdown", SPECTATOR)
    assert "- Rex \\*\\<b\\>\\[b\\] runs." in text and "Fang \\`x\\`" in text
    assert text.count("```") == 2
    code = written(match, "bbcode", SPECTATOR)
    assert "[b]" not in re.findall(r"\[\*\](.*)", code)[0] and code.count("[code]") == code.count("[/code]") == 1
    assert code.count("[list]") == code.count("[/list]") and code.count("[b]") == code.count("[/b]")
    root = ET.fromstring(written(match, "html", SPECTATOR))
    assert root.tag == "article" and "Rex *<b>[b] runs." in "".join(root.itertext())
    assert len(root.findall(".//{http://www.w3.org/2000/svg}svg")) == 1 and not root.findall(".//b/b")


def test_the_command_writes_the_turn_asked_for(match: Match, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    save(match, file)
    game = ("--game", str(tmp_path / "hunt2" / "hunt.rules"))

    def run(*args: str) -> str:
        result = CliRunner().invoke(cli, ["report", str(file), *game, *args])
        return result.output

    assert run("--lang", "en").startswith("The hunt – Hour 1")  # the last that is over
    assert run("--lang", "en", "--turn", "2").startswith("The hunt – Hour 2")
    every = run("--lang", "en", "--turn", "all", "--format", "markdown")
    assert every.count("# The hunt") == 3 and "before the first turn" in every
    assert "there is no turn 9" in run("--lang", "en", "--turn", "9")
    assert "For Red" in run("--lang", "en", "--as", "red")
    assert "no side" in run("--lang", "en", "--as", "nobody") or "nobody" in run("--lang", "en", "--as", "nobody")
    assert "[" in run("--lang", "en", "--as", "referee", "--rules")


@pytest.mark.parametrize("hours", [0, 1, 2, 3])
def test_the_last_turn_of_a_saved_match_needs_nothing_told_before_it(match: Match, hours: int) -> None:
    """Three hours: how things stood after each is found again from the answer before."""
    pytest.importorskip("wasmtime")
    assert runner_for(match.machine) is not None
    while match.requests and match.turn <= hours:
        match.answer(match.requests[0].id, 0)
    again = resume(to_data(match), match.machine)
    ended = match.turn if match.unfinished else match.turn - 1
    assert (again.past is not None) == (match.turn > 2)
    last = last_over(again)
    assert last.number == ended and (again.past is not None) == (match.turn > 2)
    film, whole = turns(again), turns(match)
    assert [(t.number, t.first, t.last, t.over, t.match.digest()) for t in film] == [
        (t.number, t.first, t.last, t.over, t.match.digest()) for t in whole
    ]
    assert [t.number for t in whole] == list(range(match.turn + 1)) and again.past is None
    begun = [next(r.data["number"] for r in t.records(match.run.log or []) if r.kind == "agenda") for t in whole[1:]]
    assert begun == list(range(1, match.turn + 1))


def test_a_match_is_made_again_as_it_was_some_answers_ago(match: Match) -> None:
    """Whoever leaves in the midst of a rule keeps the match as it was before."""
    pytest.importorskip("wasmtime")
    assert runner_for(match.machine) is not None
    while match.requests:
        match.answer(match.requests[0].id, 0)
    digests = {answers: state.digest() for state, answers, _ in match.checkpoints}
    for answers, digest in digests.items():
        again = as_of(match, answers)
        assert again.digest() == digest and len(again.tape.answers) == answers
        assert [(r.kind, r.name, r.data) for r in again.log()] == [
            (r.kind, r.name, r.data) for r in match.log()[: len(again.run.log or [])]
        ]
