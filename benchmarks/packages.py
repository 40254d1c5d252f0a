"""``python -m benchmarks.packages``: how long it takes to choose versions, to add a package, and to check many extensions together."""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from pathlib import Path

from packaging.specifiers import SpecifierSet

from arbitre.opening.books import all_findings, open_book
from arbitre.packages.changes import add
from arbitre.packages.manifest import from_toml
from arbitre.packages.resolution import Wanted, resolve
from arbitre.packages.shelf import Entry, Shelf, index_of


def entries(packages: int, versions: int, seed: int) -> list[Entry]:
    """Packages that each require two of those before them, in ranges that go together."""
    rng = random.Random(seed)
    out = []
    for n in range(packages):
        for version in range(1, versions + 1):
            requires = {f"jo/p{m}": f">={rng.randint(1, max(1, version - 1))}" for m in rng.sample(range(n), min(n, 2))}
            head = {"name": f"jo/p{n}", "version": f"{version}.0.0", "title": {"en": f"P{n}"}, "licence": "MIT", "game": "coliseum"}
            manifest = from_toml({"package": head, "requires": requires}, "x")
            out.append(Entry(manifest, f"{manifest.stem}.zip", "0" * 64, 1))
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--packages", type=int, default=2000)
    parser.add_argument("--wanted", type=int, default=200)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "index.json").write_bytes(index_of(entries(options.packages, 3, 7)))
        began = time.perf_counter()
        shelf = Shelf(folder)
        shelf.entries()
        read = time.perf_counter() - began
        names = random.Random(3).sample(range(options.packages), options.wanted)
        began = time.perf_counter()
        found = resolve([Wanted(f"jo/p{n}", SpecifierSet()) for n in names], [shelf])
        took = time.perf_counter() - began
        print(f"index of {options.packages} packages, three versions each: read in {read:.2f} s")
        print(f"{options.wanted} wanted, {len(found)} chosen: {took:.2f} s")
    root = Path(__file__).resolve().parent.parent
    velox = root / "rulebooks" / "coliseum" / "extensions" / "velox"
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        add(Path(folder), [str(velox)], proving=False)
        print(f"a local package added without its proof: {time.perf_counter() - began:.2f} s")
    with tempfile.TemporaryDirectory() as folder:
        texts = []
        for n in range(20):
            path = Path(folder) / f"e{n}.rules"
            path.write_text(f"extends dungeonbowl\n\nlet house_rule_{n} = {n}\n", encoding="utf-8")
            texts.append(str(path))
        open_book("dungeonbowl", quiet=True)
        began = time.perf_counter()
        all_findings(open_book("dungeonbowl", tuple(texts), quiet=True))
        print(f"check of Dungeonbowl with twenty extensions: {time.perf_counter() - began:.2f} s")


if __name__ == "__main__":
    main()
