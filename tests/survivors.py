"""Mutation testing of the Python itself: ``python -m tests.survivors``, and ``--minutes 5`` for less than its quarter of an hour.

mutmut changes one thing at a time in the packages below, in a copy of what git holds, and runs the tests that come through that function.
What no test notices is written, as differences, to ``build/survivors.diff``; a fifth of the time is for that, and the rest are named.
Whoever reads it writes a test, or leaves a change that means nothing.  What lasts shortest is tried first; what is left when the time is
over counts as not tried.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BESIDE = ("dsl", "graphs", "interpreter", "rulebooks", "web")  # folders that links in `arbitre` lead to
MUTATED = ("arbitre/graphs/*", "arbitre/interpreter/state/*", "arbitre/interpreter/match/*")
# Pictures are held by what is drawn in a few of them: a colour or a margin of one that changes is seen, not tested.
APART = ("arbitre/graphs/draw/*",)
TESTS = ("tests/graphs", "tests/interpreter/match", "tests/interpreter/agendas", "tests/interpreter/reference")
MINUTES, FOR_TRYING = 15, 0.8
STATUS = {0: "survived", 1: "found", 3: "found", 33: "not tested", 34: "skipped", None: "not tried"}


def copied(folder: Path) -> Path:
    """What git holds, with folders where the checkout has links: mutants are named as what they are imported by."""
    packed = folder / "sources.tar"
    held = subprocess.run(["git", "write-tree"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()
    subprocess.run(["git", "archive", "--output", str(packed), held], cwd=ROOT, check=True)
    tree = folder / "tree"
    with tarfile.open(packed) as archive:
        archive.extractall(tree, filter="tar")
    for name in BESIDE:
        (tree / "arbitre" / name).unlink()
        shutil.move(tree / name, tree / "arbitre" / name)
    # pytest's handler of signals, set anew for each run in one process, would take those that traps of compiled modules are.
    plain = ("-p", "no:cacheprovider", "-p", "no:faulthandler")
    lines = {
        "source_paths": ("arbitre",),
        "only_mutate": MUTATED,
        "do_not_mutate": APART,
        "pytest_add_cli_args": plain,
        "pytest_add_cli_args_test_selection": TESTS,
    }
    said = "".join(f"{key} =\n" + "".join(f"    {one}\n" for one in several) for key, several in lines.items())
    (tree / "setup.cfg").write_text(f"[mutmut]\n{said}", encoding="utf-8")
    return tree


def run(tree: Path, seconds: float) -> None:
    """mutmut, interrupted as by a person when the time is over: it keeps what it has found."""
    env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.Popen([sys.executable, "-m", "mutmut", "run"], cwd=tree, env=env, start_new_session=True)
    try:
        done.wait(seconds)
    except subprocess.TimeoutExpired:
        done.send_signal(signal.SIGINT)
        try:
            done.wait(60)
        except subprocess.TimeoutExpired:
            os.killpg(done.pid, signal.SIGKILL)
            done.wait()


def outcomes(tree: Path) -> dict[str, str]:
    """What became of each mutant."""
    found: dict[str, str] = {}
    for meta in sorted((tree / "mutants").rglob("*.meta")):
        for name, code in json.loads(meta.read_text(encoding="utf-8"))["exit_code_by_key"].items():
            found[name] = STATUS.get(code, "found" if code and code > 0 else "took too long")
    return found


def difference(tree: Path, name: str) -> str:
    """What a mutant changes."""
    return subprocess.run([sys.executable, "-m", "mutmut", "show", name], cwd=tree, capture_output=True, text=True).stdout


def main() -> None:
    """Tries what there is time for; exit status 1 if nothing could be tried."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=MINUTES)
    asked = parser.parse_args()
    until = time.monotonic() + 60 * asked.minutes
    with tempfile.TemporaryDirectory() as folder:
        tree = copied(Path(folder))
        run(tree, (until - time.monotonic()) * FOR_TRYING)
        found = outcomes(tree)
        survived = sorted(name for name, status in found.items() if status == "survived")
        shown = [difference(tree, name) if time.monotonic() < until else f"# {name}: not shown, the time was over\n" for name in survived]
    counted = Counter(found.values())
    written = ROOT / "build" / "survivors.diff"
    written.parent.mkdir(exist_ok=True)
    written.write_text("\n".join(shown), encoding="utf-8")
    said = ", ".join(f"{status}: {n}" for status, n in sorted(counted.items()))
    sys.stdout.write(f"{len(found)} mutants; {said}; survivors in {written.relative_to(ROOT)}\n")
    sys.exit(not counted["found"])


if __name__ == "__main__":
    main()
