"""What a person is shown: harmless signs, names, numbers that tell nothing of what is hidden, faults with their line."""

from __future__ import annotations

import json
import re
from pathlib import Path

from click.testing import CliRunner, Result

from arbitre import api
from arbitre.cli.main import cli
from arbitre.words.terminal import escaped, plain

DEMO = str(Path(__file__).parents[1] / "demo.rules")
SIGNS = "\x1b[31m\u202e\u200f\x9b"


def run(*args: str, stdin: str = "") -> Result:
    result = CliRunner().invoke(cli, list(args), input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def changed(tmp_path: Path, *pairs: tuple[str, str]) -> str:
    text = Path(DEMO).read_text(encoding="utf-8")
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    file = tmp_path / "demo.rules"
    file.write_text(text, encoding="utf-8")
    return str(file)


# ---------------------------------------------------------------- signs that a terminal obeys


def test_signs_that_a_terminal_obeys_are_shown_not_sent(tmp_path: Path) -> None:
    rules = changed(tmp_path, ('"Piece"', f'"Pie{SIGNS}ce"'), ('"Demo"', f'"De{SIGNS}mo"'), ("strikes", f"str{SIGNS}ikes"))
    save, broken = str(tmp_path / "kept.json"), tmp_path / "broken.rules"
    broken.write_text(f'game broken:\n    title en "{SIGNS}"\n    nothing {SIGNS}\n', encoding="utf-8")
    for args in (
        ("play", rules, "--watch", "--seed", "4", "--save", save), ("replay", save, "--game", rules), ("why", save, "20", "--game", rules),
        ("replay", save, "--game", rules, "--json"), ("show", rules), ("show", rules, "--json"), ("check", str(broken)),
        ("check", str(broken), "--json"), ("play", str(broken)), ("check", f"/no/such{SIGNS}"), ("explain", SIGNS),
    ):  # fmt: skip
        output = run(*args).output
        assert output and not set(SIGNS) - set("[31m") & set(output), args
    text = run("play", rules, "--seed", "4", stdin=f"look\n{SIGNS}\nquit\n").output
    assert "Pie\ufffd[31m" in text and not {"\x1b", "\u202e"} & set(text)


def test_harmless_signs_are_left_alone_and_json_loses_nothing() -> None:
    text = "Élan « 1 », ‘x’ — ÷\n\tœ 漢字"
    assert plain(text) == text and plain("a\x07b") == "a\ufffdb"
    assert json.loads(escaped(json.dumps(SIGNS, ensure_ascii=False))) == SIGNS


# ---------------------------------------------------------------- numbers of events


def test_a_side_counts_what_it_sees_and_asks_why_by_that(tmp_path: Path) -> None:
    save = str(tmp_path / "kept.json")
    run("play", DEMO, "--watch", "--seed", "7", "--save", save)
    everything = json.loads(run("replay", save, "--game", DEMO, "--json").output)
    assert len({e["index"] for e in everything}) == len(everything)
    public = json.loads(run("replay", save, "--game", DEMO, "--json", "--as", "spectator").output)
    assert [e["index"] for e in public] == [str(n) for n in range(1, len(public) + 1)]
    for side in ("red", "spectator"):
        seen = json.loads(run("replay", save, "--game", DEMO, "--json", "--as", side).output)
        assert 0 < len(seen) < len(everything)
        for others in (everything, public):  # what everybody sees has the same number for all
            texts = {e["index"]: e["text"] for e in others if "." not in e["index"]}
            assert texts == {e["index"]: e["text"] for e in seen if "." not in e["index"]}
        story = run("replay", save, "--game", DEMO, "--as", side).output
        watched = run("play", DEMO, "--watch", "--seed", "7", "--as", side).output
        lines = re.findall(r"^ {0,4}([\d.]+)  +(\S.*)$", story, re.MULTILINE)
        assert lines and set(lines[:-1]) <= set(re.findall(r"^ {0,4}([\d.]+)  +(\S.*)$", watched, re.MULTILINE))
        assert lines[-1][1] in watched.splitlines()  # how it ended, which has a number afterwards
        for number, line in lines[:: max(1, len(lines) // 5)]:
            told = run("why", save, number, "--game", DEMO, "--as", side).output
            if not line.startswith("·"):
                assert told.startswith(f"[{number}] ") and line.split(",")[0].split("  ")[0] in told, (line, told)
        part = json.loads(run("replay", save, "--game", DEMO, "--json", "--as", side, "--until", "5").output)
        assert part and part == seen[: len(part)] and part[-1]["index"] == "5"
        assert run("why", save, str(len(public) + 1), "--game", DEMO, "--as", side).exit_code == 1
    assert run("why", save, "0", "--game", DEMO, "--as", "green").exit_code == 1


def test_hidden_answers_leave_no_gap() -> None:
    """Whatever the other side does unseen, the numbers are the same."""
    rules, numbers = api.load(DEMO), []
    for sides in ({"red": "random"}, {}):
        game = api.start(rules, seed=4, sides=sides)
        from arbitre.interpreter.state.trace import Numbers

        log = game.match.run.log or []
        numbers.append([Numbers(log, 1).of(r) for r in game.match.log(1)])
    assert numbers[0] == numbers[1]


def test_why_of_no_event_is_an_error(tmp_path: Path) -> None:
    save = str(tmp_path / "kept.json")
    run("play", DEMO, "--seed", "7", "--save", save, stdin="quit\n")
    for lang, said in (("en", "There is no event 99999"), ("fr", "Il n’y a pas d’événement 99999")):
        result = run("why", save, "99999", "--game", DEMO, "--lang", lang)
        assert result.exit_code == 1 and said in result.output
    assert run("why", save, "--game", DEMO, "--", "-1").exit_code == 1


def test_why_in_play_takes_the_numbers_that_are_shown() -> None:
    text = run("play", DEMO, "--seed", "4", "--side", "red=human", "--side", "blue=random", stdin="lunge\nlook\nquit\n").output
    number, line = next((n, x) for n, x in re.findall(r"^ {0,4}([\d.]+)  +(\S.*)$", text, re.MULTILINE) if "strikes" in x)
    text = run("play", DEMO, "--seed", "4", "--side", "red=human", "--side", "blue=random", stdin=f"lunge\nwhy {number}\nquit\n").output
    assert f"[{number}] {line.partition(',')[0]}" in text


# ---------------------------------------------------------------- words


def told_orders(how: str, file: Path) -> str:
    file.write_text(
        "game turns:\n    play turn up to 6 times\nkind crew, seats: red, blue\n    points: 0 to 99\n"
        f"agenda turn:\n    go: for each crew in crews {how}: crew gains 1 points\n",
        encoding="utf-8",
    )  # fmt: skip
    return run("play", str(file), "--watch", "--seed", "3").output


def test_an_order_that_is_drawn_names_who_comes_when(tmp_path: Path) -> None:
    text = told_orders("by draw", tmp_path / "turns.rules")
    first = re.findall(r"order of play: (red|blue), (?:red|blue) \(\d\)\.\n +\d+ +(red|blue): points", text.lower())
    assert len(first) == 6 and all(a == b for a, b in first), text
    assert {a for a, _ in first} == {"red", "blue"}


def test_an_order_that_is_thrown_for_names_who_threw_what(tmp_path: Path) -> None:
    text = told_orders("by lowest d6", tmp_path / "turns.rules")
    thrown = re.findall(r"order of play: red, (\d); blue, (\d)\.\n +\d+ +(red|blue): points", text.lower())
    assert len(thrown) >= 5, text
    assert all(first == ("red" if int(red) < int(blue) else "blue") for red, blue, first in thrown if red != blue)


def test_one_file_is_one_file(tmp_path: Path) -> None:
    file = tmp_path / "x.rules"
    file.write_text(Path(DEMO).read_text(encoding="utf-8"), encoding="utf-8")
    run("fmt", str(file))
    assert "1 file, 0 changed" in run("fmt", str(file)).output
    (tmp_path / "y.rules").write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    assert "2 files, 0 changed" in run("fmt", str(tmp_path)).output


# ---------------------------------------------------------------- declarations and faults


def test_show_gives_each_declaration_whole_and_nothing_of_the_next(tmp_path: Path) -> None:
    (tmp_path / "demo.rules").write_text(Path(DEMO).read_text(encoding="utf-8"), encoding="utf-8")
    more = tmp_path / "more.rules"
    more.write_text(
        "extends demo\n# A third plan.\nplan feint:\n    title en \"Feint\" fr \"Feinte\"\n# What it does.\nadjust bonus(attacker):\n"
        "    +1 when attacker.intent is feint\nlet deceit(attacker) = 1\n# The end.\n",
        encoding="utf-8",
    )  # fmt: skip
    rows = json.loads(run("show", str(tmp_path / "demo.rules"), "-e", str(more), "--json").output)
    lines = {"demo.rules": Path(DEMO).read_text(encoding="utf-8").split("\n"), "more.rules": more.read_text(encoding="utf-8").split("\n")}
    for row in rows:
        source = row["source"].split("\n")
        assert source == lines[Path(row["file"]).name][row["line"] - 1 :][: len(source)]
        assert all(not line or line[0].isspace() for line in source[1:]), row
    found = {row["source"].split("\n")[0]: row["source"] for row in rows}
    assert found["let deceit(attacker) = 1"] == "let deceit(attacker) = 1"
    assert found["plan feint:"].endswith('fr "Feinte"')
    assert found["event setup:"].count("\n") == 1


def test_a_fault_in_play_shows_its_line_a_caret_and_how_to_mend_it(tmp_path: Path) -> None:
    rules = changed(
        tmp_path,
        ("    roll 2d6 as blow\n", "    let gone = first(pieces where life is 9)\n    gone.life becomes 3\n    roll 2d6 as blow\n"),
    )
    result = run("play", rules, "--watch", "--seed", "1")
    assert result.exit_code == 1
    at = next(i for i, line in enumerate(result.output.split("\n")) if "of none cannot be changed" in line)
    excerpt, caret, hint = result.output.split("\n")[at + 1 : at + 4]
    assert excerpt.endswith("|     gone.life becomes 3") and caret.endswith("|     ^^^^^^^^^^^^^^^^^^^") and hint.startswith("    = ")
