"""Plants known faults of rulebooks again, one at a time, and hunts for them: ``python -m tests.planted [--seconds 300] [NAME ...]``.

What is planted stands in ``tests/planted.toml``: each fault was found by hand once, and an invariant should find it now.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
import tomllib
from pathlib import Path
from typing import Any

from arbitre.dsl.modules.library import LIBRARY
from arbitre.interpreter.hunt.faults import Fault
from arbitre.interpreter.hunt.hunter import Quarry
from arbitre.interpreter.hunt.variants import Hunters

FAULTS = Path(__file__).with_suffix(".toml")


def planted(fault: dict[str, Any], folder: Path) -> Path:
    """A copy of the library with the fault in it; ValueError if its place is no longer there.  Gives the path of the game."""
    copied = folder / "rulebooks"
    shutil.copytree(LIBRARY, copied)
    file = copied / fault["file"]
    text = file.read_text(encoding="utf-8")
    if fault["out"] not in text:
        raise ValueError(f"{fault['file']} has nothing like {fault['out']!r}")
    file.write_text(text.replace(fault["out"], fault.get("in", ""), 1), encoding="utf-8")
    return copied / str(fault["game"])


def found(fault: dict[str, Any], seconds: float, seed: int = 0) -> tuple[Fault | None, float]:
    """The first invariant that a hunt finds broken in a game with the fault, shrunk, and after how many seconds of the processor."""
    with tempfile.TemporaryDirectory() as name:
        game = planted(fault, Path(name))
        quarry = Quarry(str(game), (), tuple(sorted(fault.get("options", {}).items())))
        began = time.process_time()
        hunters = Hunters(quarry, seed)
        while time.process_time() - began < seconds:
            for one in hunters.hunt(min(3.0, seconds)).faults:
                if one.kind == "invariant" and one.scenario:
                    return one, time.process_time() - began
    return None, seconds


def main() -> int:
    """Prints a line for each fault; the exit status is 1 if one was not found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    faults = tomllib.loads(FAULTS.read_text(encoding="utf-8"))["fault"]
    missed = 0
    for fault in faults:
        if args.names and fault["name"] not in args.names:
            continue
        one, after = found(fault, args.seconds, args.seed)
        missed += one is None
        told = "not found" if one is None else f"{one.place.file.rpartition('rulebooks/')[2]} {one.place.line}, {one.lines} lines"
        print(f"{fault['name']}: {told} ({after:.0f} s)", flush=True)
        if one is not None:
            print("    " + one.scenario.replace("\n", "\n    "), flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
