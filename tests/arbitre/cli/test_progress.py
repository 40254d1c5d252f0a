"""Whoever waits at a terminal sees what is being done, on one line that is gone in the end; nobody else sees anything of it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
pty = pytest.importorskip("pty")


RULES = """\
game demo:
    title en "Demo" fr "Démo"
kind side, seats: red, blue
    gold: 0 to 9 = 3
agenda turn:
    go: red loses 1 gold
"""
SCENARIO = """\
scenario "{name}":
    title fr "{name}"
    expect red.gold is 3
"""


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game in it, and room for what is kept of it."""
    folder = tmp_path_factory.mktemp("desk")
    (folder / "demo" / "scenarios").mkdir(parents=True)
    (folder / "demo" / "demo.rules").write_text(RULES, encoding="utf-8")
    told = "extends demo\n" + SCENARIO.format(name="Before") + SCENARIO.format(name="Again")
    (folder / "demo" / "scenarios" / "gold.rules").write_text(told, encoding="utf-8")
    return folder


def ran(folder: Path, *args: str, terminal: bool) -> tuple[str, str]:
    """What a command prints, and what it says to whoever waits."""
    main, other = pty.openpty()
    env = {**os.environ, "ARBITRE_CACHE": str(folder / "kept"), "COLUMNS": "80", "PYTHONPATH": str(ROOT)}
    with subprocess.Popen([sys.executable, "-m", "arbitre", *args], cwd=folder, env=env, text=True, stdout=subprocess.PIPE,
                          stderr=other if terminal else subprocess.PIPE) as command:  # fmt: skip
        os.close(other)
        said = b""
        try:
            while terminal and (more := os.read(main, 65_536)):
                said += more
        except OSError:  # whoever spoke is gone
            pass
        os.close(main)
        shown, errors = command.communicate()
    assert command.returncode == 0
    return shown, said.decode("utf-8") if terminal else errors


@pytest.mark.parametrize(
    ("lang", "reading", "testing"),
    [("en", "Reading demo/demo.rules …", "demo: scenario 2 of 2 …"), ("fr", "Lecture de demo/demo.rules…", "demo : scénario 2 sur 2…")],
)
def test_at_a_terminal(demo: Path, lang: str, reading: str, testing: str) -> None:
    shutil.rmtree(demo / "kept", ignore_errors=True)
    shown, said = ran(demo, "test", "demo", "--lang", lang, terminal=True)
    assert reading in said and testing in said
    assert "\n" not in said and said.endswith("\r\x1b[K")
    assert shown.count("\n") == 1


def test_elsewhere_nothing_is_said(demo: Path) -> None:
    assert ran(demo, "check", "demo", terminal=False)[1] == ""


def test_what_is_remembered_is_not_read(demo: Path) -> None:
    first = ran(demo, "board", "coliseum", "--json", terminal=True)
    again = ran(demo, "board", "coliseum", "--json", terminal=True)
    assert "Reading" in first[1] and again[1].replace("\r\x1b[K", "") == "" and again[0] == first[0]


def test_whoever_plays_what_is_remembered_waits_for_no_parser(demo: Path) -> None:
    """What reads and binds is a third of the time to the first screen: it is not even imported."""
    ask = "import sys; import arbitre.opening.books, arbitre.session.play; "
    ask += "print('lark' in sys.modules, 'arbitre.dsl.lower.program' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", ask], cwd=ROOT, text=True, capture_output=True, check=True)
    assert done.stdout.split() == ["False", "False"]
