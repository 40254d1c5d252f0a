"""`python -m benchmarks [--seconds S] [--only NAME]... [--json]`: a table of every benchmark of this folder.

A benchmark is a module with `playouts(seconds) -> per second` and, if it likes, a `TITLE`.
"""

from __future__ import annotations

import argparse
import importlib
import json
import pkgutil
import platform
import sys

import benchmarks


def measure(name: str, seconds: float) -> dict[str, object] | None:
    """One row; None for a module that is a helper and not a benchmark."""
    try:
        module = importlib.import_module(f"benchmarks.{name}")
        if not hasattr(module, "playouts"):
            return None
        title = getattr(module, "TITLE", name)
        return {"name": name, "title": title, "playouts_per_second": module.playouts(seconds), "error": None}
    except Exception as error:  # one broken benchmark must not hide the others
        return {"name": name, "title": name, "playouts_per_second": None, "error": f"{type(error).__name__}: {error}"}


def more(name: str, seconds: float) -> list[dict[str, object]]:
    """Further figures of a module: ``figures(seconds) -> [(title, value, unit)]``."""
    module = importlib.import_module(f"benchmarks.{name}")
    if not hasattr(module, "figures"):
        return []
    return [{"name": name, "title": title, "value": value, "unit": unit} for title, value, unit in module.figures(seconds)]


def listed(figures: list[dict[str, object]]) -> str:
    width = max((len(str(f["title"])) for f in figures), default=0)
    return "\n".join(f"{f['title']!s:<{width}}  {f['value']:>12,.4g} {f['unit']}" for f in figures)


def table(rows: list[dict[str, object]]) -> str:
    cells = [("benchmark", "what", "playouts/s")]
    for row in rows:
        rate = row["playouts_per_second"]
        cells.append((str(row["name"]), str(row["title"]), f"{rate:,.0f}" if isinstance(rate, float) else str(row["error"])))
    first, second = (max(len(line[column]) for line in cells) for column in (0, 1))
    lines = [f"{a:<{first}}  {b:<{second}}  {c:>12}".rstrip() for a, b, c in cells]
    return "\n".join([lines[0], "-" * max(map(len, lines)), *lines[1:]])


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Playouts per second.")
    parser.add_argument("--seconds", type=float, default=1.0, help="time given to each benchmark")
    parser.add_argument("--only", action="append", metavar="NAME", help="run this benchmark only; may be repeated")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args(arguments)

    known = sorted(found.name for found in pkgutil.iter_modules(benchmarks.__path__) if not found.name.startswith("_"))
    unknown = sorted(set(options.only or ()) - set(known))
    if unknown:
        parser.error(f"no benchmark named {', '.join(unknown)}; there are: {', '.join(known)}")
    rows = [row for name in (options.only or known) if (row := measure(name, options.seconds))]
    figures = [figure for name in (options.only or known) for figure in more(name, options.seconds)]
    if options.json:
        python = f"{platform.python_implementation()} {platform.python_version()}"
        print(json.dumps({"python": python, "seconds": options.seconds, "benchmarks": rows, "figures": figures}, indent=2))
    else:
        print(table(rows))
        print(listed(figures))
    return 1 if any(row["error"] for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
