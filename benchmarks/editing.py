"""``python -m benchmarks.editing [GAME]...``: from an edit to the first hundred matches.

A copy of each game is played, so that all of it is known; then one of its rules is edited, and ``arbitre simulate`` plays a hundred
matches of the copy.  Seconds of the clock from the start of the command to its end, and of the processor, which count for more where
others are at work: with nothing remembered, after the edit, and once more without one.  ``ARGUMENTS`` are those of the command,
``--side everyone=random`` by default.
"""

from __future__ import annotations

import itertools
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from arbitre.dsl.modules.library import folder_of, names

ARGUMENTS = os.environ.get("ARGUMENTS", "--side everyone=random").split()
_RULES = [
    re.compile(rf"^{sort} [^\n]*:[^\n]*\n(?:    [^\n]*\n)*    (?!end\b|title |says |text )[a-z][^\n]*\n(?=\n)", re.M)
    for sort in ("event", "action")  # an action where a game has no event
]
EDITS = 3


def edited(folder: Path, times: int) -> str:
    """Edits a rule, another way each time; gives its first line."""
    paths = [path for path in sorted(folder.rglob("*.rules")) if not {"extensions", "scenarios"} & {*path.parts}]
    for rule, path in itertools.product(_RULES, paths):
        text = re.sub(r"    let edited_now = .*\n", "", path.read_text(encoding="utf-8"))
        found = rule.search(text)
        if found is not None:
            path.write_text(f"{text[: found.end()]}    let edited_now = {times}\n{text[found.end() :]}", encoding="utf-8")
            return found.group().split("\n")[0]
    raise SystemExit(f"no rule to edit in {folder}")


def played(path: Path, cache: Path) -> tuple[float, float]:
    """Seconds of one command: of the clock and of the processor."""
    command = (sys.executable, "-m", "arbitre", "simulate", str(path), "--matches", "100", *ARGUMENTS)
    begun, spent = time.perf_counter(), os.times().children_user
    told = subprocess.run(command, env={**os.environ, "ARBITRE_CACHE": str(cache)}, capture_output=True)
    if told.returncode:
        raise SystemExit(told.stdout.decode() + told.stderr.decode())
    return time.perf_counter() - begun, os.times().children_user - spent


def row(game: str) -> list[str]:
    """A row of the table."""
    with tempfile.TemporaryDirectory() as there:
        copy, cache = Path(there) / game, Path(there) / "cache"
        shutil.copytree(folder_of(game), copy)
        edited(copy, 0)
        cold = played(copy, cache)
        after, again = [], []
        for times in range(1, EDITS + 1):
            edited(copy, times)
            after.append(played(copy, cache))
            again.append(played(copy, cache))
        return [game, *(f"{min(found):.2f}" for some in ([cold], after, again) for found in zip(*some, strict=True))]


HEAD = ("game", "the first time", "processor", "after an edit", "processor", "again", "processor")

if __name__ == "__main__":
    print(f"| {' | '.join(HEAD)} |\n{'|---' * len(HEAD)}|")
    for name in sys.argv[1:] or names():
        print(f"| {' | '.join(row(name))} |", flush=True)
