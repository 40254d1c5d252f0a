"""What is kept on disk gives what the files give: it is never damaged, foreign or old, and it can do nothing."""

from __future__ import annotations

import gc
import os
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arbitre.dsl import core
from arbitre.dsl.budget import Overspent
from arbitre.dsl.cache import folder, looks, remembered
from arbitre.dsl.cache import frozen as freezing
from arbitre.dsl.cache.frozen import Foreign, frozen, thawed
from arbitre.dsl.diagnostics.cascades import Gaps
from arbitre.dsl.diagnostics.errors import BadOption, RulesError
from arbitre.dsl.diagnostics.position import NOWHERE
from arbitre.dsl.lower.compiled import compiled, program_of
from arbitre.dsl.lower.program import bind
from arbitre.dsl.modules import reader as reading
from arbitre.dsl.modules.library import names
from arbitre.dsl.modules.loader import load

GAME = """\
game demo:
    title en "Demo" fr "Démo"
option hearts: 1 to 9 = 3
    title en "Hearts" fr "Cœurs"
kind side, seats: red, blue
    life: 0 to 9 = hearts
agenda turn:
    go: red loses 1 life
"""


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to keep things in, in which everything is worth being kept."""
    place = tmp_path / "kept"
    monkeypatch.setenv(folder.VARIABLE, str(place))
    monkeypatch.setattr(remembered, "WORTH", 0.0)
    monkeypatch.setattr(reading, "WORTH", 0.0)
    return place


@pytest.fixture
def demo(tmp_path: Path) -> Path:
    path = tmp_path / "demo" / "demo.rules"
    path.parent.mkdir()
    path.write_text(GAME, encoding="utf-8")
    return path


class Maker:
    """Something that takes long to make: how often it was made."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self.make, self.times = make, 0

    def __call__(self) -> Any:
        self.times += 1
        return self.make()


def plain(thing: object) -> str:
    """What a thing holds, without where it lies in the memory."""
    return re.sub(r" at 0x[0-9a-f]+", "", repr(thing))


@pytest.mark.parametrize("name", names())
def test_programs_of_the_library_come_back_the_same(name: str) -> None:
    rulebook = load(name)
    made = bind(rulebook).program
    assert plain(thawed(frozen(made))) == plain(made)
    assert plain(thawed(frozen(rulebook.decls))) == plain(rulebook.decls)


@pytest.mark.parametrize("thing", [NOWHERE, Gaps(), core.Const(NOWHERE, 3), core.SetOf(NOWHERE, ()), core.Path(NOWHERE, 6, (2, 1))])
def test_things_of_any_number_of_fields_come_back_the_same(thing: object) -> None:
    again = thawed(frozen([thing, thing]))
    assert type(again[0]) is type(thing)
    assert again[0] is again[1]
    assert repr(again[0]) == repr(thing)


def test_nothing_is_looked_for_to_throw_away_while_things_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    states: list[bool] = []
    writes = freezing._Writer.reducer_override

    def noted(self: Any, thing: Any) -> Any:
        states.append(gc.isenabled())
        return writes(self, thing)

    monkeypatch.setattr(freezing._Writer, "reducer_override", noted)
    was = gc.isenabled()
    gc.enable()
    try:
        frozen([core.Const(NOWHERE, 3)])
        after = gc.isenabled()
    finally:
        if not was:
            gc.disable()
    assert states
    assert not any(states)
    assert after


def test_the_second_time_nothing_is_made(kept: Path, demo: Path) -> None:
    make = Maker(lambda: looks.content(demo))
    first = remembered.remembered("test", "demo", make)
    assert remembered.remembered("test", "demo", make) == first and make.times == 1
    remembered.remembered("test", "another", make)
    assert make.times == 2


def test_an_edited_file_is_read_again(kept: Path, demo: Path) -> None:
    make = Maker(lambda: looks.content(demo))
    remembered.remembered("test", "demo", make)
    demo.write_text(GAME.replace("= 3", "= 4"), encoding="utf-8")
    assert b"= 4" in remembered.remembered("test", "demo", make) and make.times == 2


@pytest.mark.parametrize("where", [remembered, reading], ids=["what was made", "trees"])
def test_a_budget_that_is_spent_while_something_is_read_back_ends_the_command(
    kept: Path, demo: Path, monkeypatch: pytest.MonkeyPatch, where: Any
) -> None:
    make = Maker(lambda: plain(load(demo)))
    remembered.remembered("test", "demo", make)

    def spent(data: bytes) -> Any:
        raise Overspent("this takes too long", NOWHERE, [], "")

    monkeypatch.setattr(where, "thawed", spent)
    with pytest.raises(Overspent):
        remembered.remembered("test", "demo" if where is remembered else "once more", make)


@pytest.mark.parametrize("change", ["another file", "a file less", "unreadable"])
def test_another_answer_of_the_disk_makes_anew(kept: Path, demo: Path, change: str) -> None:
    more = demo.with_name("more.rules")
    more.write_text("extends demo\n", encoding="utf-8")
    make = Maker(lambda: [looks.content(path) for path in looks.rules_below(demo.parent)])
    remembered.remembered("test", "demo", make)
    if change == "another file":
        demo.with_name("even_more.rules").write_text("extends demo\n", encoding="utf-8")
    else:
        more.unlink()
        if change == "unreadable":
            more.symlink_to(demo.with_name("nowhere"))
            with pytest.raises(OSError):
                remembered.remembered("test", "demo", make)
            return
    remembered.remembered("test", "demo", make)
    assert make.times == 2


def test_a_file_that_was_missing_and_comes_is_seen(kept: Path, demo: Path) -> None:
    later = demo.with_name("later.rules")
    make = Maker(lambda: looks.is_file(later))
    assert not remembered.remembered("test", "demo", make)
    later.write_text("", encoding="utf-8")
    assert remembered.remembered("test", "demo", make)


def test_what_is_remembered_inside_counts_for_what_is_outside(kept: Path, demo: Path) -> None:
    inner = Maker(lambda: looks.content(demo))
    remembered.remembered("inner", "demo", inner)
    outer = Maker(lambda: remembered.remembered("inner", "demo", inner))
    remembered.remembered("outer", "demo", outer)
    assert inner.times == 1
    demo.write_text(GAME.replace("= 3", "= 4"), encoding="utf-8")
    assert b"= 4" in remembered.remembered("outer", "demo", outer)


def test_another_version_of_the_program_makes_anew(kept: Path, demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make = Maker(lambda: looks.content(demo))
    remembered.remembered("test", "demo", make)
    monkeypatch.setattr(remembered, "this_program", lambda: "another")
    remembered.remembered("test", "demo", make)
    assert make.times == 2


def test_of_what_else_it_is_made_only_the_last_is_kept(kept: Path) -> None:
    assert remembered.remembered("test", "it", lambda: 1, of="one") == 1
    assert remembered.remembered("test", "it", lambda: 2, of="one") == 1
    assert remembered.remembered("test", "it", lambda: 2, of="two") == 2
    assert remembered.remembered("test", "it", lambda: 3, of="one") == 3 and len(list(kept.iterdir())) == 1


def test_every_damage_is_noticed(kept: Path, demo: Path) -> None:
    make = Maker(lambda: looks.content(demo))
    first = remembered.remembered("test", "demo", make)
    (file,) = kept.glob("test-*")
    whole = file.read_bytes()
    damaged = [b"", whole[:-1], whole[: len(whole) // 2], whole + b"x", b"x" * len(whole), b"arbitre cache 0\n" + whole[16:]]
    damaged += [whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :] for at in range(0, len(whole), 7)]
    for number, data in enumerate(damaged, 2):
        file.write_bytes(data)
        assert remembered.remembered("test", "demo", make) == first and make.times == number
        assert file.read_bytes() == whole  # put right


def test_a_file_can_call_nothing(kept: Path, demo: Path, tmp_path: Path) -> None:
    make = Maker(lambda: looks.content(demo))
    first = remembered.remembered("test", "demo", make)
    (file,) = kept.glob("test-*")
    planted = tmp_path / "planted"

    class Evil:
        def __reduce__(self) -> Any:
            return os.mkdir, (str(planted),)

    folder.write(file.name, pickle.dumps(([remembered.this_program(), ""], [], pickle.dumps(Evil()))))
    assert remembered.remembered("test", "demo", make) == first and make.times == 2
    folder.write(file.name, pickle.dumps(Evil()))
    assert remembered.remembered("test", "demo", make) == first and make.times == 3
    assert not planted.exists()


@pytest.mark.parametrize(
    "said",
    [b"cos\nsystem\n.", b"cbuiltins\neval\n.", b"cdsl.cache.folder\nwrite\n.", b"cdsl.core\nos\n.", b"cdsl.diagnostics.said\nphrase\n."],
)
def test_only_names_of_data_are_known(said: bytes) -> None:
    with pytest.raises(Foreign):
        thawed(said)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="rights are told otherwise here")
def test_where_others_may_write_nothing_is_kept_or_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "open"
    place.mkdir()
    place.chmod(0o777)
    monkeypatch.setenv(folder.VARIABLE, str(place))
    assert folder.folder() is None
    mine = tmp_path / "mine"
    monkeypatch.setenv(folder.VARIABLE, str(mine))
    folder.write("thing", b"body")
    assert folder.read("thing") == b"body" and mine.stat().st_mode & 0o777 == 0o700 and (mine / "thing").stat().st_mode & 0o077 == 0
    (mine / "thing").chmod(0o666)
    assert folder.read("thing") is None
    (tmp_path / "elsewhere").symlink_to(mine)
    monkeypatch.setenv(folder.VARIABLE, str(tmp_path / "elsewhere"))
    assert folder.folder() is None


def test_off_keeps_nothing(demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(folder.VARIABLE, "off")
    make = Maker(lambda: looks.content(demo))
    remembered.remembered("test", "demo", make)
    remembered.remembered("test", "demo", make)
    assert make.times == 2


def test_what_was_not_asked_for_longest_is_thrown_away(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "_MOST_FILES", 3)
    for number in range(5):
        folder.write(f"thing-{number}", b"body")
        os.utime(kept / f"thing-{number}", (number, number))
    assert {path.name for path in kept.iterdir()} == {"thing-2", "thing-3", "thing-4"}


def test_programs_are_remembered_with_their_options_and_faults(kept: Path, demo: Path) -> None:
    first = compiled(demo)
    again = compiled(demo)
    assert plain(again) == plain(first) and again.program is not first.program
    assert compiled(demo, {"hearts": "5"}).program.options == {"hearts": "5"}
    assert compiled(demo).program.options == {"hearts": "3"}
    for _ in range(2):
        with pytest.raises(BadOption):
            compiled(demo, {"hearts": "50"})
    demo.write_text(GAME.replace("loses 1 life", "loses 1 lief"), encoding="utf-8")
    for _ in range(2):
        with pytest.raises(RulesError) as raised:
            program_of(demo)
        assert "lief" in str(raised.value)


def test_a_file_that_was_edited_is_parsed_alone(kept: Path, demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    more = demo.with_name("more.rules")
    more.write_text("extends demo\nlet doubled = 2 * hearts\n", encoding="utf-8")
    first = load(demo)
    read: list[str] = []
    parse = reading.parsed
    monkeypatch.setattr(reading, "parsed", lambda text, shown, before: (read.append(Path(shown).name), parse(text, shown, before))[1])
    assert plain(load(demo)) == plain(first) and not read
    more.write_text("extends demo\nlet doubled = 3 * hearts\n", encoding="utf-8")
    changed = load(demo)
    assert read == ["more.rules"] and plain(changed.decls) != plain(first.decls)
    assert plain(load(demo).decls) == plain(changed.decls) and read == ["more.rules"]


def test_faults_of_a_file_are_told_every_time(kept: Path, demo: Path) -> None:
    demo.write_text(GAME + "let = 3\n", encoding="utf-8")
    found = [plain(load(demo).messages.items) for _ in range(3)]
    assert found[0] == found[1] == found[2] and "S0" in found[0]


def test_a_thing_too_deep_to_be_written_is_not_kept(kept: Path) -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    assert remembered.remembered("test", "deep", lambda: deep) is deep and not list(kept.glob("test-*"))


def test_messages_know_their_other_language_when_they_come_back(kept: Path, demo: Path) -> None:
    demo.write_text(GAME.replace("loses 1 life", "loses 1 lief"), encoding="utf-8")
    from arbitre.dsl.diagnostics.said import tell

    told = [[tell(message.text, "fr") for message in compiled(demo).errors] for _ in range(2)]
    assert told[0] == told[1] and told[0] != [str(message.text) for message in compiled(demo).errors]


def test_what_holds_something_else_than_data_is_not_kept(kept: Path) -> None:
    with pytest.raises(Foreign):
        frozen([folder.write, Maker(list)])
    made = [Maker(list)]
    assert remembered.remembered("test", "code", lambda: made) is made and not list(kept.glob("test-*"))
