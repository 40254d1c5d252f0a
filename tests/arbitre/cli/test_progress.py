"""Whoever waits at a terminal sees what is being done, on one line that is gone in the end; nobody else sees anything of it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
pty = pytest.importorskip("pty")


def ran(folder: Path, *args: str, terminal: bool) -> tuple[str, str]:
    """What a command prints, and what it says to whoever waits."""
    main, other = pty.openpty()
    env = {**os.environ, "ARBITRE_CACHE": str(folder / "kept"), "COLUMNS": "80"}
    with subprocess.Popen([sys.executable, "-m", "arbitre", *args], cwd=ROOT, env=env, text=True, stdout=subprocess.PIPE,
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
    [("en", "Reading coliseum …", "coliseum: scenario 2 of "), ("fr", "Lecture de coliseum…", "coliseum : scénario 2 sur ")],
)
def test_at_a_terminal(tmp_path: Path, lang: str, reading: str, testing: str) -> None:
    shown, said = ran(tmp_path, "test", "coliseum", "--lang", lang, terminal=True)
    assert reading in said and testing in said
    assert "\n" not in said and said.endswith("\r\x1b[K")
    assert shown.count("\n") == 1


def test_elsewhere_nothing_is_said(tmp_path: Path) -> None:
    assert ran(tmp_path, "check", "coliseum", terminal=False)[1] == ""


def test_what_is_remembered_is_not_read(tmp_path: Path) -> None:
    first = ran(tmp_path, "board", "coliseum", "--json", terminal=True)
    again = ran(tmp_path, "board", "coliseum", "--json", terminal=True)
    assert "Reading" in first[1] and again[1].replace("\r\x1b[K", "") == "" and again[0] == first[0]
