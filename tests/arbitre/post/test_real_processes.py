"""Real processes at one folder: killed at any moment, two at a time, on a disk that is full.  What was sealed is never lost."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.arbitre.post.table import BEFORE, Desk

pytestmark = pytest.mark.more
WORKS = """
import sys
from click.testing import CliRunner
from arbitre.cli.main import cli
file, side, mails, times = sys.argv[1], sys.argv[2], sys.argv[3].split("|"), int(sys.argv[4])
print("ready", flush=True)
done = 0
while done < times:
    command = ["post", "deliver", file, "--as", side, "--at", "2026-12-01T12:00", "--lang", "en"]
    said = CliRunner().invoke(cli, command, input=mails[done % len(mails)])
    if said.exit_code == 0:
        done += 1
    elif "in use" not in said.output and "another" not in said.output:
        sys.exit(said.output)
"""
MAILS = ("r1 runs B1\nr2 sleeps", "r1 sleeps\nr2 runs B3")
KILLS = 12


def working(desk: Desk, side: str, mails: tuple[str, ...], times: int) -> subprocess.Popen[str]:
    """A process that delivers again and again."""
    out = subprocess.Popen(
        [sys.executable, "-c", WORKS, str(desk.file), side, "|".join(mails), str(times)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert out.stdout is not None and out.stdout.readline() == "ready\n"
    return out


def test_a_kill_at_any_moment(tmp_path: Path) -> None:
    desk, rng = Desk(tmp_path), random.Random(7)
    desk.deliver("blue", "b1 sleeps\nb2 sleeps")
    desk.deliver("red", MAILS[0])
    for _ in range(KILLS):
        process = working(desk, "red", MAILS, 10_000)
        time.sleep(0.4 + rng.random() * 0.6)
        os.kill(process.pid, signal.SIGKILL)
        process.communicate(timeout=20)
        red, blue = desk.run("orders", "--as", "red"), desk.run("orders", "--as", "blue")
        assert ("Walk: Red 1, B1" in red) != ("Walk: Red 2, B3" in red) and "Rest: Blue 1" in blue
    desk.resolve(at=BEFORE)
    assert "turn 2" in desk.run("status", at=BEFORE)


def test_two_referees_at_once_lose_nothing(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    both = [working(desk, "red", MAILS, 6), working(desk, "blue", ("b1 sleeps\nb2 sleeps",), 6)]
    for process in both:
        _, error = process.communicate(timeout=60)
        assert process.returncode == 0, error
    assert set(desk.record["drafts"]) == {"red", "blue"} and len(desk.record["journal"]) == 13
    assert [path.name for path in desk.folder.glob("*.post")] == ["winter.post"]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own, of few bytes."""
    place = tmp_path / "disk"
    place.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=160k", "tmpfs", str(place)], capture_output=True, check=False)
    if made.returncode:
        pytest.skip("no disk can be mounted here")
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)


def test_a_disk_that_is_full(small_disk: Path) -> None:
    desk = Desk(small_disk)
    desk.deliver("red", MAILS[0])
    before = desk.file.read_bytes()
    (small_disk / "ballast").write_bytes(b"x" * (os.statvfs(small_disk).f_bavail * os.statvfs(small_disk).f_frsize))
    for said in (desk.deliver("red", MAILS[1], fails=True), desk.resolve("--early", fails=True), desk.run("report", "--all", fails=True)):
        assert said.startswith("Error: ") or "\nError: " in said
    assert desk.file.read_bytes() == before
    (small_disk / "ballast").unlink()
    assert "Walk: Red 1, B1" in desk.run("orders", "--as", "red")
    desk.resolve("--early")
    assert "turn 2" in desk.run("status", at=BEFORE)
