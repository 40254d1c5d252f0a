"""The small game of the guide's page on forums, and matches of it and of others that wait for orders."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.match import Match
from arbitre.opening.books import ready

GUIDE = Path(__file__).parents[3] / "docs" / "en" / "guide" / "by-forum.md"


def written(folder: Path) -> Path:
    """The game as the guide has it, in a folder."""
    found = re.search(r'```rules title="heath/heath\.rules"\n(.*?)```', GUIDE.read_text(encoding="utf-8"), re.S)
    assert found is not None
    out = folder / "heath"
    out.mkdir(exist_ok=True)
    (out / "heath.rules").write_text(found[1], encoding="utf-8")
    return out


@lru_cache(maxsize=4)
def machine_for(game: str) -> Machine:
    return ready(game, {}, ())[2]


def begun(game: str, seed: int = 3, **taken: str) -> Match:
    """A match at its first question for orders; ``taken``: what is answered where it can be, whatever is asked."""
    match = Match(machine_for(game), seed)
    while not all(r.decision == "orders" for r in match.requests):
        request = match.requests[0]
        key = taken.get(request.decision)
        match.answer(request.id, key if key is not None and request.find(key) is not None else match.silent(request))
    return match


def put(match: Match, kind: str, row: str, field: str, value: str) -> None:
    """Changes how a match stands before the statement that waits."""
    program, layout = match.program, match.machine.layout
    domain = next(d for d in program.domains if d.name == kind)
    column = next(f for f in program.fields if f.domain == domain.index and f.name == field)
    target = program.domains[column.target].rows.index(value) if column.target >= 0 else int(value)
    match.state.cells[layout.base[column.index] + domain.rows.index(row)] = target
    match.answers.forget()
    match.requests = []
    match.go_on()
