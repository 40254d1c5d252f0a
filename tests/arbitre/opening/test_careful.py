"""Files of people one does not know: what is no file is not read, nothing is lost that was there, and each fault is a sentence."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from arbitre.cli.main import cli
from arbitre.dsl.cache.careful import beginning, content_of, replace_whole
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.save import read, save
from arbitre.interpreter.state.errors import SaveError
from arbitre.opening import locks as held
from arbitre.opening.books import Refused
from arbitre.session.records import RecordFile

RULES = """\
game ladder:
    title en "Ladder" fr "Échelle"
kind side (s), seats: red, blue
    title en "Side" fr "Camp"
    gold: 0 to 9999, kept
        title en "Gold" fr "Or"
kind cell (c), grid(3, 3, closed)
    title en "Cell" fr "Case"
agenda turn:
    go:
        red chooses n from 1 to 3
        red gains n gold
"""


def rules(folder: Path) -> Path:
    path = folder / "ladder.rules"
    path.write_text(RULES, encoding="utf-8")
    return path


def arbitre(*args: object, typed: str = "", **more: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "arbitre", *map(str, args), "--lang", "en"]
    root = Path(__file__).parents[3]
    return subprocess.run(command, input=typed, capture_output=True, text=True, timeout=60, cwd=root, check=False, **more)  # type: ignore[call-overload,no-any-return]


def told(*args: object, typed: str = "") -> str:
    result = CliRunner().invoke(cli, [*map(str, args), "--lang", "en"], input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return " ".join(result.output.split())


def test_only_regular_files_are_read_and_not_beyond_the_limit(tmp_path: Path) -> None:
    pipe, endless = tmp_path / "pipe.rules", tmp_path / "endless.rules"
    os.mkfifo(pipe)
    endless.symlink_to("/dev/zero")
    for path in (pipe, endless):
        with pytest.raises(OSError, match="not a regular file"):
            content_of(path)
        with pytest.raises(SaveError, match="not a regular file"):
            read(path)
        assert "not a regular file" in told("check", path) or "there is no file" in told("check", path)
        told("replay", path), told("play", path), told("fmt", path), told("play", rules(tmp_path), "--record", path)
    long = tmp_path / "long"
    long.write_bytes(b"x" * 1000)
    assert content_of(long, 999) is None and content_of(long, 1000) == b"x" * 1000 and beginning(long, 3) == b"xxx"


def test_a_save_is_played_in_one_terminal_only(tmp_path: Path) -> None:
    file, book = tmp_path / "match.json", rules(tmp_path)
    command = [sys.executable, "-m", "arbitre", "play", str(book), "--save", str(file), "--lang", "en"]
    first = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[3])
    assert first.stdin is not None and first.stdout is not None
    shown = ""
    while "\n> " not in shown and first.poll() is None:
        shown += first.stdout.read(1)
    second = arbitre("play", book, "--save", file, typed="1\n")
    assert second.returncode == 1 and "being played elsewhere" in second.stderr
    first.communicate("2\nquit\n", timeout=60)
    assert [answer[2] for answer in read(file)["answers"]] == [1]
    assert not list(tmp_path.glob(".*.lock"))
    assert "being played" not in arbitre("play", book, "--save", file, typed="1\nquit\n").stderr
    assert [answer[2] for answer in read(file)["answers"]] == [1, 0]


def test_what_another_wrote_meanwhile_is_left_and_nothing_is_lost(tmp_path: Path) -> None:
    from arbitre.dsl.lower.program import compile_rules
    from arbitre.dsl.modules.loader import load

    match = Match(compile_rules(load(rules(tmp_path))).program, 1)
    file = tmp_path / "match.json"
    try:
        assert held.keep(match, file) == file
        file.write_text("somebody else", encoding="utf-8")
        beside = held.keep(match, file)
        assert beside == tmp_path / "match-2.json" and file.read_text(encoding="utf-8") == "somebody else"
        assert read(beside)["digest"] == match.digest()
        assert beside.stat().st_mode & 0o077 == 0  # it holds every secret: nobody else reads it
    finally:
        held.release()


def test_records_are_sealed_and_strict(tmp_path: Path) -> None:
    book, file = rules(tmp_path), tmp_path / "campaign.json"
    from arbitre.dsl.lower.program import compile_rules
    from arbitre.dsl.modules.loader import load
    from arbitre.interpreter.match.assembly import machine_of

    machine = machine_of(compile_rules(load(book)).program)
    match = Match(machine, 1)
    match.answer(match.requests[0].id, "3")
    assert RecordFile(file).write(match) == file
    data = json.loads(file.read_text(encoding="utf-8"))
    assert RecordFile(file).record(machine) == match.record()
    for change, said in (
        ({"kinds": {"side": [{"row": "red", "gold": 99}]}}, "changed since it was written"),
        ({"format": 2}, "has format 2"),
        ({"seal": ""}, "changed since it was written"),
    ):
        file.write_text(json.dumps({**data, **change}), encoding="utf-8")
        with pytest.raises(Refused, match=said):
            RecordFile(file).record(machine)
    for wrong, said in (
        ({"game": "ladder", "kind": data["kinds"]}, "not the record of a match"),
        ({"game": "ladder", "kinds": {}, "knids": {}}, "knids"),
    ):
        file.write_text(json.dumps(wrong), encoding="utf-8")
        with pytest.raises(Refused, match=said):
            RecordFile(file).record(machine)


def test_a_full_disk_leaves_what_was_there(tmp_path: Path) -> None:
    book, picture, graph = rules(tmp_path), tmp_path / "board.svg", tmp_path / "board.graphml"
    assert arbitre("board", book, "--svg", picture, "--graphml", graph).returncode == 0
    before = picture.read_bytes(), graph.read_bytes()
    untidy = tmp_path / "untidy.rules"
    untidy.write_text(RULES.replace("    go:", "    go:   ") + "\n" * 40, encoding="utf-8")

    def full() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (60, 60))

    for args in (("board", book, "--svg", picture), ("board", book, "--graphml", graph), ("fmt", untidy)):
        env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}  # Python itself leaves files that are cut off
        done = arbitre(*args, preexec_fn=full, env=env)
        assert done.returncode == 1 and "Traceback" not in done.stderr and "changed" not in done.stdout, (args, done)
    assert (picture.read_bytes(), graph.read_bytes()) == before
    assert untidy.read_text(encoding="utf-8").endswith("\n" * 41) and not list(tmp_path.glob(".*"))


def test_names_that_can_be_none_are_told(tmp_path: Path) -> None:
    book, loop = rules(tmp_path), tmp_path / "loop"
    loop.symlink_to(loop)
    for args in (
        ("play", book, "--save", loop), ("play", book, "--record", loop), ("board", book, "--svg", loop), ("check", book, "-e", loop),
        ("check", loop), ("replay", loop), ("docs", book, "--out", loop), ("fmt", loop),
    ):  # fmt: skip
        assert "Error" in told(*args, typed="1\nquit\n"), args
    assert "cannot contain a null character" in told("check", book, "-e", "a\0b")
    digits = "9" * 5000
    assert "Error" in told("board", book, "--from", digits, "--to", "(1, 1)")
    assert "Traceback" not in told("play", book, "--save", tmp_path / "m.json", typed=f"{digits}\n? {digits}\nwhy {digits}\nquit\n")
    assert "Error" in told("why", tmp_path / "m.json", digits, "--game", book)


def test_closed_standard_input_is_told(tmp_path: Path) -> None:
    command = f"exec {sys.executable} -m arbitre play {rules(tmp_path)} --lang en <&-"
    root = Path(__file__).parents[3]
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60, cwd=root, check=False)
    assert "Traceback" not in done.stderr and "itself has failed" not in done.stderr
    assert "nobody to ask" in done.stderr or done.returncode == 0


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "file"
    replace_whole(path, b"one")
    path.chmod(0o640)
    replace_whole(path, b"two")
    assert path.read_bytes() == b"two" and path.stat().st_mode & 0o777 == 0o640
    with pytest.raises(OSError, match="not a regular file"):
        replace_whole(Path("/dev/null"), b"")
    assert save is not None
