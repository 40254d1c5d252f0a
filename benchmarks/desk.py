"""How long an editor waits: from a letter that is typed to what is wrong with it, on every rulebook, and for the server to begin.

``python -m benchmarks.desk [GAME ...]``.  In each rulebook's longest file a wrong letter is typed into words all through it and taken
out again.  Times are of the processor, so that what else runs on the machine does not count; ``ratio`` is to a whole check of the same
rulebook, which follows when nobody types.
"""

from __future__ import annotations

import asyncio
import re
import resource
import sys
import time
from pathlib import Path
from statistics import median

from arbitre.desk import protocol
from arbitre.desk.desk import Desk
from arbitre.desk.texts import Text
from arbitre.dsl.modules.library import folder_of, names

TRIED = 24  # places in which a letter is typed
STARTS = 5
WORD = re.compile(r"^ +(?!title|text|says|#)[^\"\[#]*?\b([a-z]\w{3,})", re.M)


def places(text: str) -> list[int]:
    """Where letters are typed: inside words of rules, spread evenly over a file."""
    found = [match.start(1) + 2 for match in WORD.finditer(text)]
    return found[:: max(1, len(found) // TRIED)][:TRIED]


def typed(game: str) -> tuple[int, list[float], float, int]:
    """The lines of the rulebook, the time of every letter, that of a whole check, and how many letters were told wrong."""
    files = [path for path in folder_of(game).rglob("*.rules") if path.parent == folder_of(game)]
    path = max(files, key=lambda file: file.read_bytes().count(b"\n"))
    text = path.read_text(encoding="utf-8")
    desk = Desk("en")
    desk.put(path, text)
    start = time.process_time()
    found = desk.read(path)
    assert found is not None
    desk.look_through(found)
    whole = time.process_time() - start
    taken, wrong = [], 0
    for place in places(text):
        for edited in (text[:place] + "q" + text[place:], text):
            start = time.process_time()
            desk.put(path, edited)
            told = desk.at_once(path) or []
            shown = [protocol.diagnostic(message, Text(edited), "en") for message in told]
            taken.append(time.process_time() - start)
            wrong += bool(shown) and edited is not text
    return sum(len(held.split("\n")) for held in found.texts.values()), taken, whole, wrong


async def begun() -> tuple[float, float]:
    """How long a server takes to answer for the first time: on the clock, and of the processor."""
    from lsprotocol import types as lsp
    from pygls.lsp.client import LanguageClient

    client = LanguageClient("benchmark", "1")
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    await client.start_io(sys.executable, "-m", "arbitre", "lsp")
    await client.initialize_async(lsp.InitializeParams(capabilities=lsp.ClientCapabilities()))
    taken = time.perf_counter() - start
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return taken, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(games: list[str]) -> None:
    starts = [asyncio.run(begun()) for _ in range(STARTS)]
    wall, cpu = (median(one) for one in zip(*starts, strict=True))
    print(f"first answer of the server: {wall:.2f} s on the clock, {cpu:.2f} s of the processor")
    print()
    print("rulebook         lines   letter (median)   (worst)   whole check   ratio")
    for game in games:
        lines, taken, whole, wrong = typed(game)
        middle = median(taken)
        print(f"{game:15} {lines:6} {1000 * middle:12.1f} ms {1000 * max(taken):8.1f} ms {whole:9.2f} s {whole / middle:8.0f}"
              + ("" if wrong else "   (none told wrong)"))  # fmt: skip


if __name__ == "__main__":
    main([game for game in sys.argv[1:] if not Path(game).suffix] or names())
