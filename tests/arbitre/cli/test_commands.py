"""Every command, on a small rulebook; bad input ends in a sentence, never in a traceback."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arbitre.cli.main import cli
from arbitre.dsl.modules.library import LIBRARY

DEMO = str(Path(__file__).parents[1] / "demo.rules")


def run(*args: str, stdin: str = "") -> Result:
    result = CliRunner().invoke(cli, list(args), input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_help_lists_the_commands() -> None:
    text = run("--help").output
    for command in ("play", "replay", "why", "simulate", "odds", "board", "clauses", "show", "explain", "check", "fmt", "test", "list"):
        assert command in text


def test_check_and_test() -> None:
    assert "0 errors" in run("check", DEMO).output
    assert json.loads(run("check", DEMO, "--json").output) == []
    assert "2 passed, 0 failed" in run("test", DEMO).output


def test_check_gives_place_and_hint(tmp_path: Path) -> None:
    file = tmp_path / "bad.rules"
    file.write_text(Path(DEMO).read_text().replace("blow + attacker.bonus", "blow + attacker.bonsu"))
    result = run("check", str(file), "--json")
    assert result.exit_code == 1
    (found,) = json.loads(result.output)
    assert found["code"] == "N01" and found["line"] == 34 and "bonus" in found["hint"]


def test_odds() -> None:
    data = json.loads(run("odds", DEMO, "How often", "--json").output)
    assert {o["life"]: o["probability"] for o in data["outcomes"]} == {2: "5/12", 3: "7/12"}
    data = json.loads(run("odds", DEMO, "nerve", "--json").output)
    assert {o["result"]: o["probability"] for o in data["outcomes"]} == {"success": "1/3", "failure": "2/3"}


def test_odds_of_an_ambiguous_name(tmp_path: Path) -> None:
    file = tmp_path / "more.rules"
    more = Path(DEMO).read_text(encoding="utf-8").split('scenario "How often":')[1].split("\n", 2)[2]
    file.write_text(
        'extends demo\nlet edge(attacker, place) = 1\nlet edge(attacker) = 2\nscenario "How often again":\n    title fr "Encore"\n' + more,
        encoding="utf-8",
    )
    (tmp_path / "demo.rules").write_text(Path(DEMO).read_text(encoding="utf-8"), encoding="utf-8")
    demo = str(tmp_path / "demo.rules")
    text = run("odds", demo, "often", "-e", str(file)).output
    assert "How often\n" in text and "How often again\n" in text
    assert "5/12" in run("odds", demo, "How often", "-e", str(file)).output  # the very name
    text = run("odds", demo, "edge", "-e", str(file)).output
    assert "edge(attacker, place)" in text and "edge(attacker)" in text
    assert "  2   100.00%  1/1" in run("odds", demo, "edge", "-e", str(file), "--set", "attacker.life=1").output


def test_odds_are_told_to_a_person() -> None:
    """Every measured value on its own, with names, the chance of so much or more, and what comes on average."""
    text = run("odds", "coliseum", "A samnite on guard").output
    assert "Sam’s life points  (on average 4.65)\n" in text
    assert "  2   < 0.01%      7/279936\n" in text and "4 or more:   99.30%" in text and "3 or more: > 99.99%" in text
    assert "--joint" in text and "All together" not in text
    text = run("odds", "coliseum", "fumble", "--lang", "fr").output
    assert text.startswith("Maladresse\n\nRésultat\n") and "S'entaille" in text and "16,67 %  1/6" in text
    text = run("odds", DEMO, "nerve", "--lang", "fr").output
    assert "  échec       66,67 %  2/3\n" in text and "  réussite    33,33 %  1/3\n" in text


SHOWN = """\
agenda turn:
    title en "Turn" fr "Tour"
    plans: for each piece in pieces together: piece.owner chooses piece.intent from plans in secret
    # {more}:3
    wind:
        title en "Wind" fr "Vent"
        end
    # {more}:6
    blows: end
"""


def test_show_puts_everything_where_it_stands(tmp_path: Path) -> None:
    more = tmp_path / "more.rules"
    more.write_text(
        'extends demo\ninsert after turn.plans:\n    wind:\n        title en "Wind" fr "Vent"\n        end\n'
        'replace turn.blows: end\nremove turn.ending because en "x" fr "x"\n',
        encoding="utf-8",
    )
    (tmp_path / "demo.rules").write_text(Path(DEMO).read_text(encoding="utf-8"), encoding="utf-8")
    text = run("show", str(more)).output
    assert SHOWN.format(more=more) in text
    assert "losers" not in text


def test_show_has_the_rules_of_members_and_replaced_kinds() -> None:
    text = run("show", "tsewnart").output
    archer = text.index("role archer:")
    assert archer < text.index("    action aim by archer at place:") < text.index("role brute:")
    text = run("show", "tsewnart", "-e", "rulebooks/tsewnart/extensions/assassin/assassin.rules").output
    assert "role assassin:" in text


def test_clauses() -> None:
    data = json.loads(run("clauses", DEMO, "--json").output)
    assert [c["status"] for c in data] == ["executed", "waived"]
    assert data[0]["rules"] and data[0]["scenarios"] == ["A hit"] and data[0]["rulings"]


def test_simulate_does_not_depend_on_cores() -> None:
    one = json.loads(run("simulate", DEMO, "--matches", "6", "--cores", "1", "--json").output)
    two = json.loads(run("simulate", DEMO, "--matches", "6", "--cores", "2", "--json").output)
    assert one["wins"] == two["wins"] and one["decisions"] == two["decisions"] and not one["errors"]


def test_simulate_tells_what_was_used() -> None:
    text = run("simulate", DEMO, "--matches", "6", "--cores", "1").output
    assert "red wins" in text and "(95% confidence interval)" in text
    assert "intent: lunge" in text.split("Choices made")[1]
    french = run("simulate", DEMO, "--matches", "2", "--seed", "4", "--cores", "1", "--lang", "fr").output
    assert "red gagne" in french and "Choix faits" in french
    data = json.loads(run("simulate", DEMO, "--matches", "2", "--cores", "1", "--from", "How often", "--json").output)
    assert {one["name"] for one in data["used"] if one["sort"] == "choice"} == {"lunge", "guard"}
    assert "no scenario ‘nothing’" in run("simulate", DEMO, "--from", "nothing").output


def test_board_and_show(tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    assert run("board", DEMO, "--svg", str(picture), "--seed", "1").exit_code == 0
    assert "<svg" in picture.read_text()
    assert "event strike" in run("show", DEMO).output


def test_play_save_resume_replay_why(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    result = run("play", DEMO, "--seed", "4", "--save", str(file), stdin="1\nbogus\n2\nundo\nquit\n")
    assert "lunge" in result.output and file.exists()
    again = run("play", DEMO, "--save", str(file), "--side", "red=greedy", stdin="")
    assert again.exit_code == 0
    told = run("replay", str(file), "--game", DEMO)
    assert "strikes" in told.output
    french = run("replay", str(file), "--game", DEMO, "--lang", "fr")
    assert "frappe" in french.output
    events = json.loads(run("replay", str(file), "--game", DEMO, "--json").output)
    rolls = [e for e in events if e["kind"] == "roll"]
    assert all(e["file"].endswith("demo.rules") and e["line"] for e in rolls)
    seen = json.loads(run("replay", str(file), "--game", DEMO, "--json", "--as", "red").output)
    assert seen and not any("line" in e or "file" in e for e in seen)  # which branch was taken is not for a side
    reason = run("why", str(file), str(rolls[0]["index"]), "--game", DEMO, "--rules")
    assert "demo.rules:" in reason.output and "blow" in reason.output


def test_without_a_number_why_tells_how_the_match_ended(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    assert (
        "not over" in run("play", DEMO, "--seed", "4", "--save", str(file), stdin="").output + run("why", str(file), "--game", DEMO).output
    )
    assert run("why", str(file), "--game", DEMO).exit_code == 1
    run("play", DEMO, "--save", str(file), "--side", "everyone=random")
    told = run("why", str(file), "--game", DEMO).output.splitlines()
    number = re.search(r"^ *(\d+)  (.* wins\.)$", run("replay", str(file), "--game", DEMO).output, re.MULTILINE)
    assert number is not None and told[0] == f"[{number[1]}] {number[2]}" and len(told) > 1
    french = run("why", str(file), "--game", DEMO, "--lang", "fr").output.splitlines()
    assert french[0].startswith(f"[{number[1]}] ") and french[0].endswith(" gagne.")
    for more in ((), ("--as", "red")):
        refusal = run("why", str(file), "strike", "--game", DEMO, *more)
        assert refusal.exit_code == 1 and "the match is over: nothing is asked any more" in refusal.output


def test_a_closed_input_keeps_the_match(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    assert run("play", DEMO, "--seed", "4", "--save", str(file), stdin="").exit_code == 0
    assert json.loads(file.read_text())["game"] == "demo"


VARIANT = """\
game short_swords extends coliseum:
    title en "Short swords" fr "Épées courtes"
remove flurry because en "too long a game" fr "des parties trop longues"
"""


@pytest.mark.parametrize("path", ["short_swords.rules", "short_swords/short_swords.rules"])
def test_a_variant_is_not_warned_of_files_that_are_not_its_own(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Clauses that lose their rule by it are those of its game, whose author can do nothing about it."""
    monkeypatch.chdir(tmp_path)
    Path(path).parent.mkdir(exist_ok=True)
    Path(path).write_text(VARIANT, encoding="utf-8")
    assert run("check", path).output == "0 errors, 0 warnings.\n"
    assert run("clauses", path).output.endswith("0 clauses: 0 executed, 0 waived; 0 lack a rule or a scenario.\n")


def test_a_warning_that_a_variant_causes_in_other_files_is_told(tmp_path: Path) -> None:
    """The only value that reads the option ‘quick’ is written anew without it."""
    file = tmp_path / "tough.rules"
    file.write_text(f"{VARIANT}replace let vigour(gladiator) = 5\n", encoding="utf-8")
    (found,) = json.loads(run("check", str(file), "--json").output)
    assert found["code"] == "U01" and found["file"] == "rulebooks/coliseum/options.rules"


def folder_of_games(tmp_path: Path) -> Path:
    folder = tmp_path / "pack"
    for name in ("one", "two"):
        (folder / name / "extensions").mkdir(parents=True)
        text = Path(DEMO).read_text(encoding="utf-8").replace("game demo:", f"game {name}:")
        (folder / name / f"{name}.rules").write_text(text, encoding="utf-8")
    return folder


def test_every_file_of_a_folder_is_checked(tmp_path: Path) -> None:
    folder = folder_of_games(tmp_path)
    result = run("check", str(folder))
    assert result.exit_code == 0
    assert result.output.split("\n") == ["one: 0 errors, 0 warnings.", "two: 0 errors, 0 warnings.", "0 errors, 0 warnings.", ""]
    (folder / "two" / "extensions" / "more.rules").write_text("extends two\nalways sound: no piece in picees\n", encoding="utf-8")
    result = run("check", str(folder))
    assert result.exit_code == 1 and "more.rules:2" in result.output and result.output.endswith("1 error, 0 warnings.\n")
    assert [m["file"].endswith("more.rules") for m in json.loads(run("check", str(folder), "--json").output)] == [True]
    assert run("check", str(folder / "one")).exit_code == 0


def test_every_file_of_a_folder_is_tested(tmp_path: Path) -> None:
    folder = folder_of_games(tmp_path)
    result = run("test", str(folder))
    assert (result.exit_code, result.output.split("\n")[-2]) == (0, "4 passed, 0 failed")
    more = folder / "two" / "extensions" / "more.rules"
    more.write_text('extends two\nscenario "Nobody has five":\n    expect any piece in pieces where life is 5\n', encoding="utf-8")
    result = run("test", str(folder))
    assert (result.exit_code, result.output.split("\n")[-2]) == (1, "4 passed, 1 failed")
    assert [o["ok"] for o in json.loads(run("test", str(folder), "--json").output)].count(False) == 1
    more.write_text("extends two\nalways sound: no piece in picees\n", encoding="utf-8")
    result = run("test", str(folder))
    assert result.exit_code == 1 and "more.rules:2" in result.output


def test_an_extension_needs_one_game_of_a_folder(tmp_path: Path) -> None:
    folder = folder_of_games(tmp_path)
    more = folder / "two" / "extensions" / "more.rules"
    more.write_text("extends two\n", encoding="utf-8")
    assert run("check", str(folder / "two"), "-e", str(more)).exit_code == 0
    assert "several games" in run("check", str(folder), "-e", str(more)).output


def test_a_side_has_one_player_whatever_the_order() -> None:
    for sides in (("ana=human", "red=greedy"), ("red=greedy", "ana=human")):
        result = run("play", "tsewnart", "--seed", "1", *(word for side in sides for word in ("--side", side)), stdin="quit\n")
        assert "Ana: Which role do you take?" in result.output
    for sides in (("ana=human", "ana=random"), ("red=human", "red=greedy")):
        result = run("play", "tsewnart", *(word for side in sides for word in ("--side", side)))
        assert result.exit_code == 1 and "who has one player" in result.output


def test_list() -> None:
    mains = [f for f in LIBRARY.rglob("*.rules") if f.stem == f.parent.name]
    games = sorted(f.stem for f in mains if "\ngame " in "\n" + f.read_text(encoding="utf-8"))
    lines = run("list").output.split("\n")
    assert [line.split()[0] for line in lines[: len(games)]] == games and len(lines) == len(games) + 2
    shown = run("list", "coliseum").output
    assert "velox.rules  Velox" in shown and "radius = 6  (4 to 10)  Radius of the arena" in shown
    assert "radius = 6  (4 à 10)  Rayon de l'arène" in run("list", "coliseum", "--lang", "fr").output
    data = json.loads(run("list", DEMO, "--json").output)
    assert data["sides"] == ["red", "blue"] and data["scenarios"] == 2 and data["options"][0]["name"] == "hearts"
    # A camp is what several belong to, but not all: no army of one, no edge of the field.
    assert "sides: red, blue\n" in run("list", "confrontation").output
    assert "sides: ana, ben, cid, dee, eli, fay, red, blue\n" in run("list", "tsewnart").output
    assert [row["name"] for row in json.loads(run("list", "--json").output)] == games


@pytest.mark.parametrize(
    "args",
    [
        ("play", "no_such_game"), ("play", DEMO, "-o", "hearts=99"), ("play", DEMO, "-o", "nothing=1"), ("play", DEMO, "-o", "x"),
        ("play", DEMO, "--side", "green=human"), ("play", DEMO, "--side", "red=wizard"), ("odds", DEMO, "nothing"),
        ("explain", "Z99"), ("simulate", DEMO, "--side", "red=wizard"), ("replay", DEMO), ("why", DEMO, "3"),
        ("check", "/no/such/file.rules"), ("fmt", "/no/such/file.rules"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_said_in_a_sentence(args: tuple[str, ...]) -> None:
    result = run(*args)
    assert result.exit_code in (1, 2)
    assert "Error: " in result.output
    assert "Traceback" not in result.output


def test_explain() -> None:
    assert "How to mend it" in run("explain", "R01").output


@pytest.mark.parametrize(("lang", "told"), [("en", "docs/design/language.md"), ("fr", "docs/fr/design/language.md")])
def test_explain_says_where_words_are_explained(lang: str, told: str) -> None:
    assert f"{told}#kinds-and-fields" in run("explain", "grid", "--lang", lang).output
    assert f"{told}," in run("explain", "nothing_of_the_kind", "--lang", lang).output


def test_fmt(tmp_path: Path) -> None:
    file = tmp_path / "x.rules"
    file.write_text(Path(DEMO).read_text().replace("    roll 2d6 as blow", "    roll   2d6 as  blow"))
    assert run("fmt", "--check", str(file)).exit_code == 1
    run("fmt", str(file))
    assert "roll 2d6 as blow" in file.read_text()
    assert run("fmt", "--check", str(file)).exit_code == 0


def test_broken_pipe_is_quiet() -> None:
    line = f"{sys.executable} -m arbitre.cli show coliseum | head -1"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=60)
    assert "Traceback" not in done.stderr


def test_debug_prints_instructions_beside_their_source() -> None:
    listed = run("debug", "instructions", "tictactoe").output
    assert "give_up: instructions:" in listed
    text = run("debug", "instructions", "tictactoe", "floor_div").output
    assert "def floor_div(one: int, by: int) -> int:" in text and "i64.div_s" in text
    missing = run("debug", "instructions", "tictactoe", "nothing_of_the_kind")
    assert missing.exit_code == 1 and "nothing_of_the_kind" in missing.output


def test_debug_prints_nodes_plans_and_effects_beside_their_source() -> None:
    nodes = run("debug", "core", "breakthrough", "step").output
    assert "action step: nodes:" in nodes and "action step by man to square:" in nodes and "Store field=man.square" in nodes
    plan = run("debug", "plan", "breakthrough", "steps").output
    assert "value steps: nodes:" in plan and "let steps(man)" in plan
    done = run("debug", "effects", "breakthrough", "step").output
    assert "writes: " in done and "man.square" in done and "ends: yes" in done
    assert "asks: yes" in run("debug", "effects", "breakthrough", "turn").output
    listed = run("debug", "core", "tictactoe", "--lang", "fr").output
    assert " : nœuds : " in listed and "Store" not in listed
    missing = run("debug", "plan", "tictactoe", "nothing_of_the_kind")
    assert missing.exit_code == 1 and "nothing_of_the_kind" in missing.output


CUPS = """game cups:
    title en "Cups" fr "Gobelets"
    play turn up to 3 times
kind side, seats: red, blue
    title en "Side" fr "Camp"
kind cup: small, large, sealed
    title en "Cup" fr "Gobelet"
    stones: 0 to 9 = 1
agenda turn:
    taking: red chooses cup from cups where it is not sealed
scenario "Any cup but the sealed one":
    refused red chooses sealed
    red chooses small
    play turn
    expect small.stones is 1
"""


def test_what_tells_nothing_says_so(tmp_path: Path) -> None:
    """Nothing to prove is no proof, and what rules never allow does not come up."""
    file = tmp_path / "cups.rules"
    file.write_text(CUPS, encoding="utf-8")
    proved = run("prove", str(file), "--lang", "en").output
    assert "nothing more to prove: no line of the rules has a margin note" in proved and "not proved" not in proved
    assert "aucune ligne des règles n’a de note en marge" in run("prove", str(file), "--lang", "fr").output
    played = run("simulate", str(file), "--matches", "20", "--lang", "en").output
    assert "never chosen, by chance or since the rules never allow it: cup: sealed" in played
    assert "jamais choisi, par hasard ou parce que les règles" in run("simulate", str(file), "--matches", "20", "--lang", "fr").output
    hunted = run("hunt", str(file), "--seconds", "0.5", "--jobs", "1", "--lang", "en", "--keep", str(tmp_path / "kept")).output
    assert "1 were never reached, by chance or since the rules never lead there: sealed" in hunted
