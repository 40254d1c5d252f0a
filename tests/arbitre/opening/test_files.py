"""Nothing is written over what is of another sort: pictures, saved matches, records."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arbitre import api
from arbitre.cli.main import cli
from arbitre.opening.books import Refused
from arbitre.opening.files import check_picture, write_whole

DEMO = str(Path(__file__).parents[1] / "demo.rules")


def run(*args: str, stdin: str = "") -> Result:
    result = CliRunner().invoke(cli, list(args), input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.mark.parametrize("sort", ["svg", "png", "graphml"])
def test_a_picture_is_written_over_a_picture_of_its_sort_only(sort: str, tmp_path: Path) -> None:
    rules = tmp_path / "some.rules"
    rules.write_text("game some:\n", encoding="utf-8")
    result = run("board", DEMO, f"--{sort}", str(rules))
    assert result.exit_code == 1 and "left as it is" in result.output
    assert rules.read_text(encoding="utf-8") == "game some:\n"
    picture = tmp_path / "board"
    for _ in range(2):  # a new file, then the same again
        assert run("board", DEMO, f"--{sort}", str(picture)).exit_code == 0
    before = picture.read_bytes()
    for other in {"svg", "png", "graphml"} - {sort}:
        assert run("board", DEMO, f"--{other}", str(picture)).exit_code == 1
    assert picture.read_bytes() == before
    assert run("board", DEMO, f"--{sort}", str(tmp_path)).exit_code == 1


def test_a_page_that_shows_a_picture_is_no_picture(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<html><svg></svg></html>", encoding="utf-8")
    with pytest.raises(Refused):
        check_picture(page, "svg")


def test_every_picture_needs_a_file_of_its_own_and_none_is_written_if_one_cannot_be(tmp_path: Path) -> None:
    same = str(tmp_path / "board")
    assert run("board", DEMO, "--svg", same, "--graphml", same).exit_code == 1
    rules = tmp_path / "some.rules"
    rules.write_text("game some:\n", encoding="utf-8")
    assert run("board", DEMO, "--svg", same, "--graphml", str(rules)).exit_code == 1
    assert list(tmp_path.iterdir()) == [rules]


def test_save_in_play_leaves_alone_what_is_not_this_match(tmp_path: Path) -> None:
    rules, other, bad = tmp_path / "some.rules", tmp_path / "other.json", tmp_path / "cut.json"
    rules.write_text("game some:\n", encoding="utf-8")
    run("play", DEMO, "--seed", "9", "--save", str(other), stdin="1\nquit\n")
    bad.write_text(other.read_text(encoding="utf-8")[:200], encoding="utf-8")
    before = [path.read_bytes() for path in (rules, other, bad)]
    mine = tmp_path / "mine.json"
    typed = f"save {rules}\nsave {other}\nsave {bad}\nsave {tmp_path}\nlunge\nquit\n"
    text = run("play", DEMO, "--seed", "4", "--save", str(mine), stdin=typed).output
    assert [path.read_bytes() for path in (rules, other, bad)] == before
    assert text.count("left as it is") == 3 and "is a folder" in text
    assert f"The match is kept in {mine}." in text.replace("\n", "") and len(json.loads(mine.read_text())["answers"]) >= 2


def test_save_in_play_says_which_file_is_kept_from_now_on(tmp_path: Path) -> None:
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    typed = f"lunge\nsave {second}\nguard\nsave {first}\nquit\n"
    text = run("play", DEMO, "--seed", "4", "--save", str(first), stdin=typed).output
    assert f"From now on the match is kept in {second}." in text and f"{first} stays as it is." in text
    assert f"From now on the match is kept in {first}." in text  # an earlier stand of this very match
    answers = [len(json.loads(path.read_text(encoding="utf-8"))["answers"]) for path in (first, second)]
    assert answers[0] == answers[1] > 2


def test_another_course_of_the_same_match_is_another_match(tmp_path: Path) -> None:
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    run("play", DEMO, "--seed", "4", "--save", str(first), stdin="lunge\nquit\n")
    before = first.read_bytes()
    text = run("play", DEMO, "--seed", "4", "--save", str(second), stdin=f"guard\nsave {first}\nquit\n").output
    assert "holds another match" in text and first.read_bytes() == before


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "some.txt"
    write_whole(file, "old")

    def fails(*args: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("os.replace", fails)
    with pytest.raises(OSError, match="full"):
        write_whole(file, "new")
    assert file.read_text() == "old" and list(tmp_path.iterdir()) == [file]


def test_pages_are_written_over_pages_only(tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    for _ in range(2):
        assert run("docs", DEMO, "--out", str(folder)).exit_code == 0
    page = next(folder.rglob("index.md"))
    assert page.read_text(encoding="utf-8").startswith("# ")
    page.write_text("edited", encoding="utf-8")  # a page made by the command, made again
    assert run("docs", DEMO, "--out", str(folder)).exit_code == 0 and page.read_text(encoding="utf-8") != "edited"
    other = tmp_path / "other" / page.relative_to(folder)
    other.parent.mkdir(parents=True)
    other.write_text("written by hand", encoding="utf-8")
    result = run("docs", DEMO, "--out", str(tmp_path / "other"))
    assert result.exit_code == 1 and "nothing is written" in result.output
    assert [p for p in (tmp_path / "other").rglob("*") if p.is_file()] == [other] and other.read_text(encoding="utf-8") == "written by hand"
    assert run("docs", DEMO, "--out", str(other)).exit_code == 1


def test_what_is_no_regular_file_is_not_replaced_by_one(tmp_path: Path) -> None:
    """A pipe here; a device would be lost to every other program."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    text = run("play", DEMO, "--seed", "4", stdin=f"save {pipe}\nquit\n").output
    assert "not a regular file" in text and "It is not kept" in text
    assert "not a regular file" in run("play", DEMO, "--watch", "--record", str(pipe)).output
    game = api.start(api.load(DEMO))
    with pytest.raises(api.SaveError):
        api.save(game, pipe)
    assert pipe.is_fifo()


def test_a_save_behind_a_link_is_written_where_it_is(tmp_path: Path) -> None:
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    link.symlink_to(real)
    run("play", DEMO, "--seed", "4", "--save", str(link), stdin="1\nquit\n")
    assert link.is_symlink() and json.loads(real.read_text(encoding="utf-8"))["game"] == "demo"
