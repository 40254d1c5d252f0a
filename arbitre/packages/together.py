"""Proof before installing: what a package and those that are installed say together, and what only goes wrong together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from arbitre.dsl.diagnostics.codes import ERROR
from arbitre.dsl.diagnostics.message import Message
from arbitre.dsl.diagnostics.said import Said
from arbitre.dsl.lint.own import located
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.scenarios import run_alone
from arbitre.interpreter.play.scenario.stage import Outcome
from arbitre.opening.books import all_findings, open_book

ORDER = "N09"  # several files insert at one step, and none says who comes first
SECRETS = "V"  # codes of what tells a secret


@dataclass(slots=True)
class Together:
    """What went wrong together.

    ``faults``: errors, and leaks, that none has by itself; ``failed``: scenarios that hold without the others; ``order``: lines that settle
    who comes first, where that is all that is missing.  ``changed``: scenarios of the game that one of them changes by itself, as it may.
    """

    game: str
    faults: list[Message] = field(default_factory=list)
    failed: list[Outcome] = field(default_factory=list)
    changed: list[Outcome] = field(default_factory=list)
    order: list[str] = field(default_factory=list)
    scenarios: int = 0
    sources: dict[str, str] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        return not self.faults and not self.failed


def together(
    game: str, parts: Sequence[Sequence[Path]], more: Sequence[Path] = (), progress: Callable[[int, int], None] | None = None,
) -> Together:  # fmt: skip
    """A game with several extensions at once, against each of them alone.

    ``parts``: the files of each extension, its scenarios too; ``more``: files that settle an order between them.  ``progress``: told which
    scenario comes next, and how many there are.

    Raises:
        Refused: the game is not there.
    """
    every = [str(file) for part in parts for file in part] + [str(file) for file in more]
    rulebook = open_book(game, tuple(every), scenarios=True, quiet=True)
    out = Together(rulebook.name, sources=rulebook.sources)
    alone: set[tuple[str, int, int, str, str]] = set()
    for part in parts:
        single = open_book(game, tuple(map(str, part)), scenarios=True, quiet=True)
        alone |= {message.key() for message in all_findings(single)}
        out.sources |= single.sources
    for message in all_findings(rulebook):
        if message.key() not in alone and (message.severity == ERROR or message.code.startswith(SECRETS)):
            out.faults.append(message)
    out.order = [line for message in out.faults if message.code == ORDER and (line := settling(message))]
    if any(message.severity == ERROR for message in out.faults):
        return out
    books = Books(rulebook)
    singles: dict[int, Books] = {}
    wanted = [scenario for scenario in rulebook.scenarios if not any(scene.form == "measure" for scene in scenario.scenes)]
    for number, scenario in enumerate(wanted, 1):
        if progress is not None:
            progress(number, len(wanted))
        outcome = run_alone(books, scenario)
        if not outcome.ok:
            alone_too = holds_alone(game, parts, scenario.place.file, scenario.name, singles)
            (out.failed if alone_too else out.changed).append(outcome)
    out.scenarios = len(wanted)
    return out


def holds_alone(game: str, parts: Sequence[Sequence[Path]], file: str, name: str, known: dict[int, Books]) -> bool:
    """Does a scenario hold with the extension it belongs to alone; one of the game, with each of them alone?"""
    own = [n for n, part in enumerate(parts) if any(located(file) == path.resolve() for path in part)]
    for n in own or range(len(parts)):
        if n not in known:
            known[n] = Books(open_book(game, tuple(map(str, parts[n])), scenarios=True, quiet=True))
        found = next((one for one in known[n].rulebook.scenarios if one.name == name), None)
        if found is None or not run_alone(known[n], found).ok:
            return False
    return True


def settling(message: Message) -> str:
    """A line for a file of its own that says who comes first: as the files happen to stand; a person may turn it round."""
    parts = message.hint.parts if isinstance(message.hint, Said) else {}
    return f"reschedule {parts['2']} before {parts['1']}" if {"1", "2"} <= parts.keys() else ""
