"""Packages added, taken out, upgraded, locked and verified: all of it happens, or nothing, and only what goes together."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arbitre.cli.main import cli
from arbitre.opening.books import Refused
from arbitre.packages import project
from arbitre.packages.builder import build
from arbitre.packages.changes import add, lock, remove, upgrade
from arbitre.packages.pack import pack
from arbitre.packages.pages import write_pages
from arbitre.packages.project import read_project
from tests.arbitre.packages.lists import (
    HARDER,
    HARDER_SHOWN,
    MILDER,
    MILDER_SHOWN,
    PRAYERS,
    PRAYERS_SHOWN,
    SONGS,
    SONGS_SHOWN,
    game,
    package,
)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder beside the game, with a shelf of three packages."""
    game(tmp_path)
    made = [
        package(tmp_path / "made", "jo/harder", HARDER, scenario=HARDER_SHOWN),
        package(tmp_path / "made", "jo/milder", MILDER, scenario=MILDER_SHOWN),
        package(tmp_path / "made", "jo/songs", SONGS, scenario=SONGS_SHOWN),
        package(tmp_path / "made", "al/prayers", PRAYERS, scenario=PRAYERS_SHOWN, more='[recommends]\n"jo/songs" = "*"\n'),
    ]
    build(made, tmp_path / "shelf", "Test")
    root = tmp_path / "league"
    root.mkdir()
    (root / "arbitre.toml").write_text('# ours\n[shelves]\nmain = "../shelf"\n', encoding="utf-8")
    monkeypatch.chdir(root)
    return root


def run(*words: str, fails: bool = False) -> Result:
    result = CliRunner().invoke(cli, [*words, "--lang", "en"])
    assert (result.exit_code != 0) == fails, result.output
    return result


def state(root: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file() and ".lock." not in path.name
    }


def test_added_played_with_and_taken_out(home: Path) -> None:
    found = add(home, ["jo/harder"], proving=False)
    assert found.done and [one.name for one in found.chosen] == ["jo/harder"]
    (path,) = read_project(home).rules_of(["jo/harder"])
    assert path.read_text(encoding="utf-8").startswith("extends lists")
    assert "# ours" in (home / "arbitre.toml").read_text(encoding="utf-8")
    said = run("test", "../lists/lists.rules", "-e", "jo/harder", fails=True).output
    assert "A blow" in said  # the game’s own scenario no longer holds, as it must
    assert "jo/harder 1.0.0  for lists" in run("list").output
    assert run("verify").output.startswith("jo/harder 1.0.0: as it was locked")
    gone = remove(home, ["jo/harder"])
    assert gone.done and gone.gone and not list((home / "packages").glob("*/*/*"))
    with pytest.raises(Refused, match="not installed"):
        remove(home, ["jo/harder"])


def test_what_is_changed_is_told_and_put_back(home: Path) -> None:
    add(home, ["jo/songs"], proving=False)
    (path,) = read_project(home).rules_of(["jo/songs"])
    path.write_text("extends lists\n", encoding="utf-8")
    with pytest.raises(Refused, match="not as it was locked"):
        read_project(home).rules_of(["jo/songs"])
    data = json.loads(run("verify", "--json", fails=True).output)
    assert data["packages"][0]["changed"] == ["songs.rules"]
    assert lock(home).done and read_project(home).rules_of(["jo/songs"])
    stray = home / "packages" / "jo" / "harder" / "9.9.9-0"
    stray.mkdir(parents=True)
    assert "not locked" in run("verify", fails=True).output


def test_nothing_is_installed_that_does_not_hold(home: Path) -> None:
    """Each holds by itself; together a scenario of one fails: it is named, and the folder is as it was."""
    said = run("add", "jo/harder").output
    assert "Scenarios of the game that it changes: 1 (“A blow”)" in said
    before = state(home)
    said = run("add", "jo/milder", fails=True).output
    assert "Nothing was installed" in said and "A hard blow" in said and "A mild blow" in said
    assert {name: data for name, data in state(home).items() if "milder" not in name} == before
    assert [one.name for one in read_project(home).locked] == ["jo/harder"]


def test_two_that_insert_at_one_step_wait_for_an_order(home: Path) -> None:
    assert add(home, ["jo/songs"]).done
    said = run("add", "al/prayers", fails=True).output
    assert "N09" in said and "reschedule round." in said and "order" in said
    assert [one.name for one in read_project(home).locked] == ["jo/songs"]
    told = run("add", "al/prayers", "--order").output
    assert "Written:" in told and (home / "order" / "lists.rules").read_text(encoding="utf-8").startswith("extends lists\nreschedule ")
    assert [one.name for one in read_project(home).locked] == ["al/prayers", "jo/songs"]
    files = read_project(home).rules_of(["al/prayers", "jo/songs"])
    assert files[-1] == home / "order" / "lists.rules"
    assert files[-1] not in read_project(home).rules_of(["jo/songs"])


def test_upgraded_unless_something_speaks_against_it(home: Path) -> None:
    add(home, ["jo/songs"], proving=False)
    newer = package(home.parent / "newer", "jo/songs", SONGS, "1.1.0", scenario=SONGS_SHOWN)
    build([newer], home.parent / "shelf")
    assert str(lock(home).chosen[0].version) == "1.0.0"  # what is locked stays
    assert str(upgrade(home, ["jo/songs"], proving=False).chosen[0].version) == "1.1.0"
    add(home, ["jo/songs<1.1"], proving=False)
    assert str(upgrade(home, proving=False).chosen[0].version) == "1.0.0"
    with pytest.raises(Refused, match="already exists with different contents"):
        build([package(home.parent / "other", "jo/songs", HARDER, "1.1.0")], home.parent / "shelf")


def test_from_a_folder_an_archive_and_a_web_server(home: Path) -> None:
    made = home.parent / "made" / "songs"
    assert add(home, [str(made)], proving=False).done
    assert "songs" in (home / "arbitre.toml").read_text(encoding="utf-8") and read_project(home).direct
    (made / "songs.rules").write_text((made / "songs.rules").read_text(encoding="utf-8") + "\n# more\n", encoding="utf-8")
    assert lock(home).done and "# more" in read_project(home).rules_of(["jo/songs"])[0].read_text(encoding="utf-8")
    server = subprocess.Popen(
        [sys.executable, "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(home.parent / "shelf")],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    try:
        assert server.stdout is not None
        port = server.stdout.readline().split(" port ")[1].split(" ")[0]
        run("shelf", "use", "web", f"http://127.0.0.1:{port}", "--first")
        assert "al/prayers 1.0.0" in run("search", "prayer").output
        assert "jo/songs" in run("info", "al/prayers").output
        remove(home, ["jo/songs"])
        assert add(home, ["jo/songs"], proving=False).done and read_project(home).locked[0].source == "web"
        assert "Shelves: main" in run("shelf", "forget", "web").output
    finally:
        server.kill()
        server.wait()


def test_a_shelf_is_cut_off_in_the_middle(home: Path) -> None:
    archive = home.parent / "shelf" / "jo.songs-1.0.0.zip"
    archive.write_bytes(archive.read_bytes()[:-30])
    before = state(home)
    with pytest.raises(Refused, match="cut off or changed"):
        add(home, ["jo/songs"], proving=False)
    assert state(home) == before


def test_a_full_disk_leaves_the_folder_as_it_was(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add(home, ["jo/songs"], proving=False)
    before = state(home)

    def full(path: Path, data: bytes, private: bool = False) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(project, "replace_whole", full)
    with pytest.raises(OSError, match="No space"):
        add(home, ["al/prayers"], proving=False)
    after = {name: data for name, data in state(home).items() if "prayers" not in name}
    assert after == before and [one.name for one in read_project(home).locked] == ["jo/songs"]


def test_two_processes_that_add_at_once(home: Path) -> None:
    code = (
        "import time; from pathlib import Path; from arbitre.packages.project import keeping\n"
        "with keeping(Path('.')): print('kept', flush=True); time.sleep(30)"
    )
    other = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, cwd=home)
    try:
        assert other.stdout is not None and other.stdout.readline() == "kept\n"
        with pytest.raises(Refused):
            add(home, ["jo/songs"], proving=False)
    finally:
        other.kill()
        other.wait()
    assert add(home, ["jo/songs"], proving=False).done


def test_killed_while_it_adds(home: Path) -> None:
    """Whenever that is, what is locked is there and whole, and adding goes on afterwards."""
    code = "from pathlib import Path; from arbitre.packages.changes import add; add(Path('.'), ['jo/songs', 'al/prayers'], proving=False)"
    for wait in (0.3, 0.5, 0.7, 0.9):
        process = subprocess.Popen([sys.executable, "-c", code], cwd=home, stderr=subprocess.DEVNULL)
        time.sleep(wait)
        process.send_signal(signal.SIGKILL)
        process.wait()
        held = read_project(home)
        assert all(not list(held.faults_of(one)) for one in held.locked)
    assert add(home, ["jo/songs", "al/prayers"], proving=False).done


def test_packed_only_if_it_holds(tmp_path: Path) -> None:
    game(tmp_path)
    folder = tmp_path
    good = pack(package(folder, "jo/songs", SONGS, scenario=SONGS_SHOWN))
    assert good.ok and good.scenarios == 1
    assert not pack(package(folder, "jo/mute", SONGS)).ok  # no scenario
    assert pack(package(folder, "jo/wrong", "event broken: nothing_there")).faults
    failing = SONGS_SHOWN.replace("is 2", "is 9").replace("A song", "A wrong song")
    assert pack(package(folder, "jo/failing", SONGS.replace("songs:", "hymns:"), scenario=failing)).failed
    unproved = HARDER + "\nafter strike defender by attacker when defender.stamina is 8: defender gains 1 stamina\n"
    assert pack(package(folder, "jo/idle", unproved, scenario=HARDER_SHOWN)).unproved
    (folder / "songs" / "LICENSE.md").unlink()
    with pytest.raises(Refused, match="licence"):
        pack(folder / "songs")


def test_the_version_that_the_differences_ask_for(tmp_path: Path) -> None:
    game(tmp_path)
    folder = tmp_path
    before = package(folder / "before", "jo/songs", SONGS + "\nlet pitch = 2\n", scenario=SONGS_SHOWN + "    expect pitch is 2\n")
    same = pack(
        package(folder, "jo/songs", SONGS + "\nlet pitch = 2\n", scenario=SONGS_SHOWN + "    expect pitch is 2\n"), before, proving=False
    )
    assert same.ok and not same.asked
    fewer = pack(package(folder, "jo/songs", SONGS, "1.0.1", scenario=SONGS_SHOWN), before, proving=False)
    assert fewer.early and fewer.asked == "2.0.0" and [one.name for one in fewer.changes] == ["pitch"]
    more = pack(
        package(folder, "jo/songs", SONGS + "\nlet pitch = 2\nlet tone = 1\n", "1.1.0", scenario=SONGS_SHOWN), before, proving=False
    )
    assert more.ok and more.asked == "1.1.0"


def test_pages_of_a_shelf_hold_markup_as_text(tmp_path: Path) -> None:
    folder = package(tmp_path, "jo/songs", SONGS, scenario=SONGS_SHOWN)
    text = (folder / "package.toml").read_text(encoding="utf-8").replace('en = "Songs"', 'en = "<script>x</script>"')
    (folder / "package.toml").write_text(text, encoding="utf-8")
    pages = write_pages(build([folder], tmp_path / "shelf"))
    said = "".join(page.read_text(encoding="utf-8") for page in pages)
    assert "<script>" not in said and "&lt;script&gt;" in said and 'lang="fr"' in said
