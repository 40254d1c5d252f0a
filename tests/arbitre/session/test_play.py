"""A match in the terminal, typed line by line: secrets, commands, mistakes, and nothing lost."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arbitre.cli.main import cli
from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.errors import RulebookError
from arbitre.opening.sides import seats_from, take_back
from arbitre.session.play import Table
from arbitre.story.story import percent, ranges
from arbitre.story.watch import watched

DEMO = str(Path(__file__).parents[1] / "demo.rules")
BOTH = ("--side", "red=human", "--side", "blue=human")


def run(*args: str, stdin: str = "") -> Result:
    result = CliRunner().invoke(cli, list(args), input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def machine() -> Machine:
    return machine_of(compile_rules(load(DEMO)).program)


# ---------------------------------------------------------------- what is shown


def test_watching_tells_a_whole_match() -> None:
    text = run("play", DEMO, "--watch", "--seed", "9").output
    assert "── Turn 1 ──" in text and re.search(r"(Nobody|red|blue) wins\.$", text.rstrip())
    assert re.search(r"strikes Piece \d, 2d6: \d \+ \d = \d", text)
    assert "’s plan: lunge" in text


def test_watching_with_the_eyes_of_a_side() -> None:
    text = run("play", DEMO, "--watch", "--seed", "7", "--as", "red").output
    assert "Red’s plan: " in text and "Blue’s plan: " not in text
    text = run("play", DEMO, "--watch", "--seed", "7", "--as", "spectator").output
    assert "chooses" not in text and "strikes" in text


@pytest.mark.parametrize(("lang", "turn"), [("en", "── Turn"), ("fr", "── Tour")])
def test_the_board_stands_before_every_turn_that_is_watched(lang: str, turn: str) -> None:
    _, *turns = run("play", "tictactoe", "--watch", "--seed", "3", "--lang", lang).output.split(turn)
    for number, text in enumerate(turns, 1):
        board, told = text.find("┌───┬───┬───┐"), re.search(r"^ +\d+  \w", text, re.M)
        assert told is not None and 0 < board < told.start(), text
        assert len(re.findall(r"[XO](?= )(?=.*│)", text[: told.start()])) == number - 1, text


def test_the_other_side_does_not_see_a_secret_answer() -> None:
    text = run("play", DEMO, "--seed", "3", *BOTH, stdin="lunge\n\nguard\n\n").output
    theirs = text[text.index("blue: press Enter") :]
    theirs = theirs[: theirs.index("red: press Enter")] if "red: press Enter" in theirs else theirs
    assert "red chooses" not in theirs and "Intent lunge" not in theirs
    assert "the others do not see this answer" in text


def test_each_person_of_a_hot_seat_is_told_everything_once() -> None:
    answers = "lunge\n\nguard\n\nguard\n\nlunge\n\nguard\n"
    text = run("play", DEMO, "--seed", "3", *BOTH, stdin=answers).output
    assert text.count("── Turn 1 ──") == 2  # once for red, once for blue


def test_french() -> None:
    text = run("play", DEMO, "--seed", "4", "--lang", "fr", stdin="?\n1\nquit\n").output
    assert "Tapez votre réponse" in text and "Tour 1" in text and "Partie quittée" in text and "frappe" in text


def test_the_board_is_not_drawn_again_while_nothing_moves() -> None:
    text = run("play", DEMO, "--seed", "4", stdin="1\n1\n1\nquit\n").output
    assert text.count("┌") == 1
    assert run("play", DEMO, "--seed", "4", stdin="board\nquit\n").output.count("┌") == 2


# ---------------------------------------------------------------- what is typed


def test_answers_are_understood_by_number_name_and_beginning() -> None:
    for said in ("1", "lunge", "LUNGE", "lu"):
        text = run("play", DEMO, "--seed", "4", stdin=f"{said}\nquit\n").output
        assert "Red’s plan: lunge" in text, said


def test_commands() -> None:
    text = run("play", DEMO, "--seed", "4", stdin="?\n? 1\nlook\nwhy 0\nwhy 999\n3\nfly\nundo\nquit\n").output
    for said in ("take answers back", "Reading the rulebook", "Piece 1", "There is no event 999", "‘3’ is not among",
                 "‘fly’ is not among", "nothing to take back", "It is not kept"):  # fmt: skip
        assert said in text, said


def test_undo_asks_the_same_person_again() -> None:
    text = run("play", DEMO, "--seed", "4", stdin="lunge\nundo\nguard\nquit\n").output
    assert "Taken back: ‘lunge’." in text
    assert "Red’s plan: guard" in text


def test_save_inside_play_and_resume(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    run("play", DEMO, "--seed", "4", stdin=f"lunge\nsave {file}\nquit\n")
    assert len(json.loads(file.read_text(encoding="utf-8"))["answers"]) >= 2
    text = run("play", DEMO, "--save", str(file), stdin="quit\n").output
    assert "── Turn 2 ──" in text and "── Turn 1 ──" not in text


def test_a_match_is_kept_after_every_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "kept.json"
    sizes = []
    write = Table.write

    def noted(self: Table) -> None:
        write(self)
        sizes.append(len(json.loads(file.read_text(encoding="utf-8"))["answers"]))

    monkeypatch.setattr(Table, "write", noted)
    run("play", DEMO, "--seed", "4", "--save", str(file), stdin="1\n2\n1\nquit\n")
    assert sizes[0] == 0 and sizes[-1] >= 6


def test_typing_anything_at_all_ends_well(tmp_path: Path) -> None:
    words = ["", "0", "-1", "99", "9" * 40, "why", "why x", "why -1", "save", f"save {tmp_path}", "undo", "?", "? 99", "look", "board",
             "é" * 300, "\x00", "l", "1 2", "[bold]", "[/x]", "lunge", "guard", "2"]  # fmt: skip
    for seed in range(12):
        rng = random.Random(seed)
        typed = "\n".join(rng.choice(words) for _ in range(30)) + "\n"
        assert run("play", DEMO, "--seed", str(seed), "--lang", rng.choice(["en", "fr"]), stdin=typed).exit_code == 0
        assert run("play", DEMO, "--seed", str(seed), *BOTH, stdin=typed).exit_code == 0


# ---------------------------------------------------------------- nothing is lost


@pytest.mark.parametrize("fault", [KeyboardInterrupt(), RulebookError("this rule is broken")])
def test_what_was_answered_is_kept_when_a_rule_stops_half_way(
    fault: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    file = tmp_path / "kept.json"
    match = watched(machine(), 4)
    table = Table(match, seats_from(match, ("red=human",)), "en", 4, file)
    answers = iter(["lunge", "guard", "lunge"])
    monkeypatch.setattr(table, "read", lambda prompt, offers=None: next(answers))
    count = iter(range(100))
    answer = match.answer

    def broken(*args: object) -> None:
        if next(count) == 4:
            match.state.cells[0] += 1  # half way through
            raise fault
        answer(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(match, "answer", broken)
    if isinstance(fault, RulebookError):
        with pytest.raises(RulebookError):
            table.run()
    else:
        table.run()
    assert run("replay", str(file), "--game", DEMO).exit_code == 0
    assert len(json.loads(file.read_text(encoding="utf-8"))["answers"]) == 4


def test_a_damaged_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    run("play", DEMO, "--seed", "4", "--save", str(file), stdin="1\n2\nquit\n")
    whole = file.read_bytes()
    for length in range(0, len(whole) - 1, 37):
        file.write_bytes(whole[:length])
        result = run("play", DEMO, "--save", str(file))
        assert result.exit_code == 1 and "Error: " in result.output
        assert file.read_bytes() == whole[:length]


def test_a_place_that_cannot_be_written_is_said_before_the_match(tmp_path: Path) -> None:
    result = run("play", DEMO, "--save", str(tmp_path / "nowhere" / "kept.json"), stdin="1\n")
    assert result.exit_code == 1 and "cannot be saved" in result.output and "intent" not in result.output


def test_a_match_is_resumed_with_what_it_was_played_with(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    run("play", DEMO, "--seed", "4", "-o", "hearts=5", "--save", str(file), stdin="1\nquit\n")
    assert run("play", DEMO, "--save", str(file), "-o", "hearts=5", stdin="quit\n").exit_code == 0
    result = run("play", DEMO, "--save", str(file), "-o", "hearts=6")
    assert result.exit_code == 1 and "hearts=5" in result.output


def test_a_match_with_an_extension_is_found_again_from_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "demo.rules").write_text(Path(DEMO).read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "harder.rules").write_text("extends demo\nadjust bonus(attacker): +1 when attacker.life is 1\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for number, args in enumerate([("harder.rules",), ("demo.rules", "-e", "harder.rules")]):
        assert run("play", *args, "--seed", "1", "--save", f"{number}.json", stdin="1\nquit\n").exit_code == 0
    monkeypatch.chdir("/")
    for file in ("0.json", "1.json"):
        result = run("replay", str(tmp_path / file), "--game", str(tmp_path / "demo.rules"))
        assert result.exit_code == 0 and "Red’s plan: lunge" in result.output, result.output


def test_odds_of_a_test_come_before_scenarios_that_speak_of_it(tmp_path: Path) -> None:
    file = tmp_path / "demo.rules"
    file.write_text(Path(DEMO).read_text(encoding="utf-8").replace('"How often"', '"How often nerve"'), encoding="utf-8")
    outcomes = json.loads(run("odds", str(file), "nerve", "--json").output)["outcomes"]
    assert {o["result"] for o in outcomes} == {"success", "failure"}


def test_simulate_takes_sides_that_exist_only() -> None:
    assert run("simulate", DEMO, "--matches", "2", "--cores", "1", "--side", "red=greedy").exit_code == 0
    assert run("simulate", DEMO, "--matches", "2", "--cores", "1", "--side", "green=greedy").exit_code == 1


def test_fmt_leaves_a_faulty_file_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "faulty.rules"
    file.write_text("game faulty\n  this is nothing\n", encoding="utf-8")
    result = run("fmt", str(file))
    assert result.exit_code == 1 and "left as it is" in result.output
    assert file.read_text(encoding="utf-8") == "game faulty\n  this is nothing\n"


# ---------------------------------------------------------------- replay, and parts


def test_replay_as_a_side_and_until(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    run("play", DEMO, "--watch", "--seed", "2", "--save", str(file))
    mine = run("replay", str(file), "--game", DEMO, "--as", "red").output
    assert "Red’s plan: " in mine and "Blue’s plan: " not in mine
    both = run("replay", str(file), "--game", DEMO, "--referee").output
    assert "Blue’s plan: " in both and re.search(r"(Nobody|red|blue) wins\.$", both.rstrip())
    part = run("replay", str(file), "--game", DEMO, "--until", "12").output
    assert " wins." not in part and both.startswith(part.rstrip())
    assert run("replay", str(file)).exit_code == 0  # it knows where its rules lie


def test_why_gives_rule_clause_ruling_and_causes(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    run("play", DEMO, "--watch", "--seed", "7", "--save", str(file))
    events = json.loads(run("replay", str(file), "--game", DEMO, "--json").output)
    hit = next(e for e in events if e["kind"] == "change" and e["name"] == "life" and "→" in e["text"])
    text = run("why", str(file), str(hit["index"]), "--game", DEMO, "--rules").output
    for said in ("demo.rules:", "defender loses 1 life", "DM-a-01", "A blow of 8 hits.", "ruling: With the bonus.", "because of ["):
        assert said in text, said
    assert "décision : Avec le bonus." in run("why", str(file), str(hit["index"]), "--game", DEMO, "--lang", "fr").output


def test_undo_of_two_people_takes_back_one_answer() -> None:
    match: Match = watched(machine(), 4)
    both = dict.fromkeys(match.seats(), "human")
    first = match.requests[0]
    match.answer(first.id, 0)
    assert take_back(match, both) == {first.seat}
    assert len(match.requests) == 2 and not take_back(match, both)


def test_numbers_in_words() -> None:
    assert ranges((2, 5, 6, 7)) == "2, 5-7"
    assert [percent(x) for x in (0, 0.001, 0.5, 0.999, 1)] == ["0", "< 1", "50", "> 99", "100"]


CELLS = """\
game cells:
    title en "Cells" fr "Cases"
    play turn up to 1 times
kind player, seats: red, blue
    cell: cell
        title en "Place" fr "Place"
kind ground: stone
kind cell, floors(hall)
    ground: ground
map hall:
    floor 0 \"\"\"
        .A.
        \"\"\"
    mark "." stone
    mark "A" stone as altar title en "Altar" fr "Autel"
agenda turn:
    going:
        red chooses red.cell from cells where x is 2 or more
"""


def test_a_cell_with_a_title_is_told_by_it_and_by_its_place(tmp_path: Path) -> None:
    path = tmp_path / "cells.rules"
    path.write_text(CELLS, encoding="utf-8")
    for typed in ("1", "altar", "Altar", "2 1", "(2, 1, 0)"):
        text = run("play", str(path), "--side", "red=human", "--verbose", stdin=f"{typed}\n").output
        assert "1  Altar (2, 1)" in text and "2  (3, 1)\n" in text, text
        assert "Red: Place (1, 1) → Altar" in text, text
    french = run("play", str(path), "--side", "red=human", "--verbose", "--lang", "fr", stdin="autel\n").output
    assert "1  Autel (2, 1)" in french and "→ Autel" in french


def test_a_hint_says_what_a_bot_would_answer_and_changes_nothing() -> None:
    pytest.importorskip("wasmtime")
    plain = run("play", DEMO, "--seed", "3", *BOTH, stdin="lunge\n\nguard\n\n").output
    asked = run("play", DEMO, "--seed", "3", "--think", "0.5", *BOTH, stdin="hint\nlunge\n\nconseil\nguard\n\n").output
    assert len(re.findall(r"A bot that looks ahead would answer: (lunge|guard|Lunge|Guard)[.;]", asked)) == 2
    assert re.search(r"better off than now in \d+% of \d+ tries", asked)
    assert re.search(r"It may go on so: (red|blue): \w+", asked)
    kept = [
        line
        for line in asked.splitlines()
        if "It may go on so" not in line
        and "looks ahead" not in line
        and "better off" not in line
        and "of all these tries" not in line
        and line not in ("> hint", "> conseil")
    ]
    assert kept == plain.splitlines()
    french = run("play", DEMO, "--seed", "3", "--think", "0.05", "--lang", "fr", *BOTH, stdin="conseil\nlunge\n").output
    assert "Un bot qui voit plus loin répondrait" in french
