"""Two referees at one folder, a stop at any byte, a full disk: nothing that was sealed is lost, and the file stays whole."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.arbitre.post.table import BEFORE, RED, Desk

HOLDS = """
import sys
from pathlib import Path
from arbitre.opening.locks import hold
hold(Path(sys.argv[1]))
print("held", flush=True)
input()
"""


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    out = Desk(tmp_path)
    out.deliver("red", RED)
    return out


def left_over(desk: Desk) -> list[str]:
    """Files that writing has left behind."""
    return [path.name for path in desk.folder.iterdir() if path.name.startswith(f".{desk.file.name}")]


def test_two_referees_at_one_folder(desk: Desk) -> None:
    before = desk.file.read_bytes()
    other = subprocess.Popen([sys.executable, "-c", HOLDS, str(desk.file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert other.stdout is not None and other.stdout.readline() == "held\n"
    try:
        for said in (desk.deliver("blue", "b1 sleeps", fails=True), desk.resolve("--early", fails=True)):
            assert said.startswith("Error: ") and str(desk.file) in said
        assert desk.file.read_bytes() == before and "Blue (Ben): owes" in desk.run("status", at=BEFORE)
    finally:
        other.communicate("\n", timeout=20)
    desk.deliver("blue", "b1 sleeps")


@pytest.mark.parametrize("share", [0.0, 0.01, 0.3, 0.5, 0.9, 0.999, 1.0])
def test_a_stop_at_any_byte(desk: Desk, share: float, monkeypatch: pytest.MonkeyPatch) -> None:
    before, opened = desk.file.read_bytes(), os.fdopen

    class Stopped:
        """A file on which writing comes to a sudden end."""

        def __init__(self, handle: int, mode: str) -> None:
            self.made = opened(handle, mode)

        def __enter__(self) -> Stopped:
            return self

        def __exit__(self, *error: Any) -> None:
            self.made.close()

        def write(self, data: bytes) -> None:
            self.made.write(data[: round(share * len(data))])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(os, "fdopen", lambda handle, mode="r", **more: (Stopped if mode == "wb" else opened)(handle, mode, **more))
        for said in (desk.deliver("red", "r1 sleeps\nr2 sleeps", fails=True), desk.resolve("--early", fails=True)):
            assert "Error: " in said
    assert desk.file.read_bytes() == before and not left_over(desk)
    assert "Walk: Red 1, B1" in desk.run("orders", "--as", "red")


def test_a_file_that_was_cut_short(desk: Desk) -> None:
    whole = desk.file.read_bytes()
    for at in (*range(0, 40, 7), *range(40, len(whole), len(whole) // 12), len(whole) - 1):
        desk.file.write_bytes(whole[:at])
        for lang, error in (("en", "Error: "), ("fr", "Erreur")):
            assert desk.run("status", lang=lang, fails=True).startswith(error)
        assert desk.file.read_bytes() == whole[:at]
    desk.file.write_bytes(whole)
    assert "Walk: Red 1, B1" in desk.run("orders", "--as", "red")
