"""`python -m benchmarks.lab`: how fast the lab is: a million matches with their results written, two processes beside one, memory.

`--cluster ADDRESS` plays the same on the workers of a Dask scheduler.  ``between chunks``: the share of the workers' time, while
matches were played, in which they played none: what the distribution itself costs, with the start of the workers' processes.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import tempfile
import time
from pathlib import Path

from arbitre.lab.experiment import read
from arbitre.lab.run import Progress, run
from arbitre.lab.workers import workers_of

MILLION = 'game = "{game}"\nmatches = {matches}\nbots = "{bots}"\n'


def timed(folder: Path, name: str, text: str, workers: int, address: str = "") -> dict[str, float]:
    """Seconds of a whole run, of it those that matches were played, and the share of these that workers played none."""
    file = folder / f"{name}.toml"
    file.write_text(text, encoding="utf-8")
    began, told = time.perf_counter(), Progress()
    seen: list[tuple[float, int, float]] = []

    def tell(progress: Progress) -> None:
        nonlocal told
        told = progress
        seen.append((time.monotonic(), progress.done, progress.playing))

    run(read(file), folder / name, workers, address, tell=tell)
    whole, playing = time.perf_counter() - began, time.monotonic() - told.began
    middle = [one for one in seen if 0.3 * told.whole <= one[1] <= 0.9 * told.whole]
    steady = {}
    if len(middle) > 1:  # while all workers play: without their start, and without the end, where some have nothing left to do
        (first, some, busy), (last, more, busier) = middle[0], middle[-1]
        steady = {
            "matches a second, in the middle": round((more - some) / (last - first)),
            "between chunks, in the middle": round(1 - (busier - busy) / (workers * (last - first)), 3),
        }
    return {
        **steady,
        "seconds": round(whole, 1),
        "of which playing": round(playing, 1),
        "between chunks": round(1 - told.playing / (workers * playing), 3),
    }


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.lab", description="How fast the lab is.")
    parser.add_argument("--game", default="connect_four")
    parser.add_argument("--bots", default="random")
    parser.add_argument("--matches", type=int, default=1_000_000)
    parser.add_argument("--workers", default="1,2", help="numbers of processes, with commas")
    parser.add_argument("--cluster", default="", help="address of a scheduler whose workers play the same beside them")
    given = parser.parse_args(arguments)
    text = MILLION.format(game=given.game, matches=given.matches, bots=given.bots)
    found: dict[str, object] = {"game": given.game, "bots": given.bots, "matches": given.matches}
    with tempfile.TemporaryDirectory() as name:
        for workers in map(int, given.workers.split(",")):
            found[f"workers {workers}"] = timed(Path(name), f"run-{workers}", text, workers)
        if given.cluster:
            with workers_of(1, given.cluster) as crew:
                many = crew.count
            found[f"cluster of {many}"] = timed(Path(name), "cluster", text, many, given.cluster)
        sizes = {path.name: path.stat().st_size for path in Path(name).glob("run-1/*.parquet")}
    most = [resource.getrusage(who).ru_maxrss / 1024 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    found |= {"bytes": sizes, "MB of the first process": round(most[0]), "MB of the largest other": round(most[1])}
    sys.stdout.write(json.dumps(found, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
