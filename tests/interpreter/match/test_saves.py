"""Saved matches: read back as they were, or refused with a reason; never half a match."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from programs import PROGRAM

from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.save import FORMAT, is_record, read, resume, save, seal, to_data
from arbitre.interpreter.state.dice import BLOCKS, SINGLE
from arbitre.interpreter.state.errors import SaveError

HERE = Path(__file__).resolve().parent


def match_at(answers: int, seed: int = 7) -> Match:
    match = Match(PROGRAM, seed)
    for k in range(answers):
        match.answer(match.pending()[-1].id, k % 2)
    return match


@pytest.mark.parametrize("answers", range(7))
def test_read_back(tmp_path: Path, answers: int) -> None:
    """Also in the middle of what is asked together: one of two secret answers given."""
    match, path = match_at(answers), tmp_path / "match.json"
    save(match, path)
    again = resume(read(path), PROGRAM)
    assert again.digest() == match.digest()
    assert [r.id for r in again.pending()] == [r.id for r in match.pending()]
    for one in (match, again):
        while one.pending():
            one.answer(one.pending()[0].id, 0)
    assert again.digest() == match.digest() and again.tape == match.tape


def test_cut_short_at_every_byte(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    save(match_at(3), path)
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        with pytest.raises(SaveError) as error:
            read(path)
        assert error.value.code in ("damaged", "unreadable")


def test_any_byte_changed(tmp_path: Path) -> None:
    """Refused, or the very same match: never another one, never another error."""
    path = tmp_path / "match.json"
    match = match_at(3)
    save(match, path)
    whole, other = path.read_bytes(), []
    for at in range(len(whole)):
        for byte in (b"9", b"0", b'"', b"\xff", b"["):
            path.write_bytes(whole[:at] + byte + whole[at + 1 :])
            try:
                again = resume(read(path), PROGRAM)
            except SaveError:
                continue
            if (again.digest(), again.tape, again.answers.given) != (match.digest(), match.tape, match.answers.given):
                other.append((at, byte, whole[at - 12 : at + 6]))
    assert other == []


def broken(key: str, value: Any) -> dict[str, Any]:
    data = copy.deepcopy(to_data(match_at(3)))
    data[key] = value
    return data


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("format", 1),
        ("format", 3),
        ("dice", 1),
        ("dice", 2),
        ("dice", 4),
        ("format", None),
        ("game", "other"),
        ("version", "ffff"),
        ("seed", "7"),
        ("seed", 8),
        ("seed", True),
        ("answers", None),
        ("answers", [[0]]),
        ("answers", [[0, "pick", 99, "1"]]),
        ("answers", []),
        ("open", [[0, 1]]),
        ("open", [[["x"], [1]]]),
        ("open", [[[0, 0], [99]]]),
        ("digest", "0"),
        ("record", {"game": "other"}),
        ("record", [1]),
        ("record", "x"),
        ("game", "\ud800"),
        ("extensions", ["\udfff"]),
    ],
)
def test_edited(tmp_path: Path, key: str, value: Any) -> None:
    path = tmp_path / "match.json"
    path.write_text(json.dumps(broken(key, value)))
    with pytest.raises(SaveError):
        resume(read(path), PROGRAM)


def test_an_open_answer_is_part_of_the_match(tmp_path: Path) -> None:
    """A secret answer already given cannot be changed in the file."""
    data = to_data(match_at(1))
    assert data["open"] and len(data["open"][0][1]) == 1
    data["open"][0][1][0] ^= 1
    path = tmp_path / "match.json"
    path.write_text(json.dumps(data))
    with pytest.raises(SaveError):
        resume(read(path), PROGRAM)


def test_another_version_names_both(tmp_path: Path) -> None:
    with pytest.raises(SaveError) as error:
        data = broken("version", "abcdef")
        del data["rules"]  # as matches of before had none
        resume(data, PROGRAM)
    assert error.value.code == "version"
    assert "abcdef" in str(error.value) and PROGRAM.version in str(error.value)


def test_a_match_of_before_goes_on_with_the_dice_of_before(tmp_path: Path) -> None:
    """Its dice came one by one from the seed; saved again it still says so."""
    match, path = resume(read(HERE / "format_1.json"), PROGRAM), tmp_path / "match.json"
    assert match.tape.stream == SINGLE and match.state.rolls == 5 and match.pending()
    save(match, path)
    again = resume(read(path), PROGRAM)
    assert read(path)["format"] == FORMAT and again.tape == match.tape
    for one in (match, again, newer := match_at(5)):
        while one.pending():
            one.answer(one.pending()[0].id, 0)
    assert match.digest() == again.digest() != newer.digest()


def test_a_match_whose_dice_went_by_number_goes_on_so(tmp_path: Path) -> None:
    """In both executors, and saved again it still says so; how it ended when dice had no keys yet is known."""
    for executor in ("", "interpreted"):
        match, path = resume(read(HERE / "dice_2.json"), PROGRAM, executor=executor), tmp_path / "match.json"
        assert match.tape.stream == BLOCKS and match.tape.seed == 2**100 + 7 and match.pending()
        save(match, path)
        again = resume(read(path), PROGRAM, executor=executor)
        for one in (match, again, keyed := Match(PROGRAM, match.tape.seed)):
            while one.pending():
                one.answer(one.pending()[0].id, 0)
        assert match.digest() == again.digest() == "00fa8382d78c70880b5d9f5293a470d1a17431686f83d314c9ee7beb732e2367" != keyed.digest()


@pytest.mark.parametrize("seed", [2**31 - 1, 2**127 + 2**64 + 9, 2**128 - 1, -(2**90), 10**300])
def test_a_match_of_any_seed_goes_on_with_its_dice(seed: int, tmp_path: Path) -> None:
    match, path = Match(PROGRAM, seed), tmp_path / "match.json"
    for _ in range(6):
        match.answer(match.pending()[0].id, 0)
    save(match, path)
    kept = read(path)
    assert kept["seed"] == seed
    for executor in ("", "interpreted"):
        again = resume(kept, PROGRAM, executor=executor)
        other = match.clone()
        for one in (again, other):
            while one.pending():
                one.answer(one.pending()[0].id, 0)
        assert again.digest() == other.digest()


@pytest.mark.parametrize(("change", "held"), [({"format": 3}, "3"), ({"dice": 4}, "2.4"), ({"dice": True}, "2.True")])
def test_a_match_of_a_later_version_says_what_to_do(tmp_path: Path, change: dict[str, Any], held: str) -> None:
    data = {**to_data(match_at(3)), **change}
    path = tmp_path / "match.json"
    path.write_text(json.dumps({**data, "seal": seal(data)}))
    with pytest.raises(SaveError) as error:
        read(path)
    assert error.value.code == "format" and f"format {held}," in str(error.value) and "newer version" in str(error.value)


@pytest.mark.parametrize("text", ["", "[]", "null", "{}", "[" * 100_000, "\ud800".encode("utf-8", "surrogatepass").decode("latin-1")])
def test_not_a_save(tmp_path: Path, text: str) -> None:
    path = tmp_path / "match.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SaveError):
        read(path)


def test_no_file_and_a_folder(tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path):
        with pytest.raises(SaveError) as error:
            read(path)
        assert error.value.code == "unreadable"


def test_saving_leaves_no_other_file_and_keeps_the_old_one_on_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "match.json"
    save(match_at(1), path)
    before = path.read_bytes()

    def fails(*args: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("os.replace", fails)
    with pytest.raises(OSError, match="full"):
        save(match_at(3), path)
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("game", "\ud800"),
        ("extensions", ["\ud800"]),
        ("extensions", [3]),
        ("options", {"size": 3}),
        ("record", {"game": "x", "kinds": []}),
        ("record", {"game": "x", "kinds": {"piece": 3}}),
        ("record", {"game": "x", "kinds": {"piece": [3]}}),
        ("record", {"game": "x", "kinds": {"piece": [{}]}}),
        ("record", {"game": "x", "kinds": {"piece": [{"row": 0}, {"row": 0}]}}),
        ("record", {"game": "x", "kinds": {"piece": [{"row": 0, "life": "x"}]}}),
    ],
)
@pytest.mark.parametrize("sealed", [False, True])
def test_of_another_form(tmp_path: Path, key: str, value: Any, sealed: bool) -> None:
    """Also where the checksum is right: what is inside is looked at all the same."""
    data = broken(key, value)
    if sealed:
        data["seal"] = seal(data)
    path = tmp_path / "match.json"
    path.write_text(json.dumps(data))
    with pytest.raises(SaveError) as error:
        read(path)
    assert error.value.code == "damaged"
    str(error.value).encode()


@pytest.mark.parametrize("record", [{}, {"kinds": {}}, {"kinds": {"hero": []}}, {"kinds": {"hero": [{"row": 0, "gold": 3}, {"row": 1}]}}])
def test_what_passes_from_match_to_match_is_known_by_its_form(record: object) -> None:
    assert is_record(record)


@pytest.mark.parametrize(
    "rows",
    [3, {"row": 0}, [3], [{}], [{"ROW": 0}], [{"row": "0"}], [{"row": True}], [{"row": 0}, {"row": 0}], [{"row": 0, "gold": "3"}]],
)
def test_what_has_another_form_is_none(rows: object) -> None:
    assert not is_record({"kinds": {"hero": [{"row": 1}], "other": rows}})
    assert not any(map(is_record, (None, 3, [], {"kinds": None}, {"kinds": [rows]})))
