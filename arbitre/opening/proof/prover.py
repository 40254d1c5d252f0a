"""Do scenarios prove what they say?  Expectations turned round must fail, and so must scenarios when a line they prove is taken out."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from arbitre.dsl import tree as t
from arbitre.dsl.lint.own import located
from arbitre.dsl.modules.library import shown_path
from arbitre.dsl.modules.loader import load
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.interpreter.analysis.footprints import Footprints
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.scenarios import run_alone
from arbitre.interpreter.play.scenario.stage import Outcome
from arbitre.opening.proof.removals import Noted, Removals, Unit, every_line, noted_lines

CARRIED_OUT = (t.Stmt, t.Modifier, t.Hook)  # what does nothing where nobody comes by
LONGEST = 30  # seconds for one scenario without a line
PROVED, BY_OTHERS, UNPROVED, FIXED, UNREAD = "proved", "proved by other scenarios", "not proved", "cannot be taken out", "not found"


@dataclass(slots=True)
class Verdict:
    """What came of taking one line out.  ``by``: the scenario that failed."""

    file: str
    line: int
    clauses: tuple[str, ...]
    source: str
    status: str
    by: str = ""


@dataclass(slots=True)
class Report:
    """What ``prove`` found in one game."""

    game: str
    expectations: int = 0
    idle: list[tuple[str, int, str]] = field(default_factory=list)  # expectations that hold turned round as well: file, line, scenario
    failed: list[str] = field(default_factory=list)  # scenarios that fail as they stand: they prove nothing
    lines: list[Verdict] = field(default_factory=list)
    own: str = ""  # the one file that is proved, an extension of the game: every line of it, by its own scenarios
    broken: list[str] = field(default_factory=list)  # of the failed those that hold without the extensions
    noted: int = 0  # lines with a margin note, of which ``lines`` may be a sample

    def count(self, status: str) -> int:
        return sum(1 for verdict in self.lines if verdict.status == status)

    @property
    def ok(self) -> bool:
        return not self.idle and not self.failed and not self.count(UNPROVED)

    def data(self) -> dict[str, Any]:
        return {**asdict(self), "ok": self.ok}


@dataclass(frozen=True, slots=True)
class Trail:
    """One scenario as it stands, its expectations also turned round.  ``passed``: the lines to prove that it comes by, as a mask."""

    claims: int
    idle: list[tuple[str, int, str]]
    failed: bool
    passed: int
    seconds: float


class Proofs:
    """The scenarios of a rulebook and the lines they prove.  ``trails``: what is known of the scenarios, in their order."""

    def __init__(self, rulebook: Rulebook, own: str = "") -> None:
        self.rulebook = rulebook
        self.removals = Removals(rulebook)
        self.scenarios = rulebook.scenarios
        self.lines = lines_of(rulebook, own)
        self.numbers = {noted: number for number, noted in enumerate(self.lines)}
        self.around = [self.removals.around(noted) for noted in self.lines]
        self.footprints = Footprints()
        self.books = Books(rulebook, self.footprints)
        self.trails: list[Trail] = []
        self.claims: dict[str, list[t.Scenario]] = {}
        for scenario in self.scenarios:
            for clause in dict.fromkeys([*scenario.clauses, *(c for s in scenario.scenes for c in s.clauses)]):
                self.claims.setdefault(clause, []).append(scenario)

    def trail(self, number: int) -> Trail:
        """Carries out one scenario as it stands, each of its expectations also turned round."""
        scenario = self.scenarios[number]
        self.footprints.passed.clear()
        began = time.perf_counter()
        outcome = run_alone(self.books, scenario, contrary=True)
        seconds = time.perf_counter() - began
        rows: dict[str, set[int]] = {}
        for file, line in self.footprints.taken():
            rows.setdefault(file, set()).add(line)
        passed = sum(1 << n for n, around in enumerate(self.around) if not rows.get(around.file, set()).isdisjoint(around.rows))
        idle = [(place.file, place.line, scenario.name) for place in outcome.idle]
        return Trail(outcome.claims, idle, bool(outcome.failures), passed, seconds)

    def expectations(self, report: Report, trails: Iterable[Trail] | None = None) -> None:
        """Every scenario as it stands, each of its expectations also turned round."""
        self.trails = list(trails if trails is not None else map(self.trail, range(len(self.scenarios))))
        for scenario, trail in zip(self.scenarios, self.trails, strict=True):
            report.expectations += trail.claims
            report.idle += trail.idle
            if trail.failed:
                report.failed.append(scenario.name)

    def verdict(self, noted: Noted) -> Verdict:
        """What the scenarios say without one line; where the rulebook cannot be without it, without what it does."""
        units = self.removals.of(noted)
        found = self.missed(noted, units) if units else self.undone(noted)
        if found[0] == FIXED and (inner := self.removals.bodies(units)):
            found = self.missed(noted, inner)
        return Verdict(noted.file, noted.line, noted.clauses, noted.source, *found)

    def missed(self, noted: Noted, units: list[Unit]) -> tuple[str, str]:
        """Which scenario fails without these, if the rulebook can be read at all."""
        with self.removals.without(units):
            return self.tried(self.rulebook, noted, units)

    def undone(self, noted: Noted) -> tuple[str, str]:
        """The same for a line that changes what other files say: ``remove setup``, ``replace ...``.  The rulebook is put together again."""
        if not any(file.path == noted.file and any(d.place.line == noted.line for d in file.decls) for file in self.rulebook.files):
            return UNREAD, ""
        added = [located(path) for path in sorted(self.rulebook.added)]
        left = load(located(self.rulebook.game.place.file), added, True, noted.place)
        return (FIXED, "") if left.messages.errors else self.tried(left, noted, [])

    def tried(self, rulebook: Rulebook, noted: Noted, units: list[Unit]) -> tuple[str, str]:
        """Which scenario fails in a rulebook with a hole, if it can be read."""
        books = Books(rulebook)
        try:
            bound, _ = books.get({})
        except Exception:  # whatever the binder makes of it
            return FIXED, ""
        if bound.messages.errors or books.faults:
            return FIXED, ""
        claiming = list({id(s): s for clause in noted.clauses for s in self.claims.get(clause, ())}.values())
        rest = [s for s in self.scenarios if not any(s is other for other in claiming)]
        for status, scenarios in ((PROVED, claiming), (BY_OTHERS, rest)):
            for scenario in self.worth_trying(noted, units, scenarios):
                if self.fails(books, scenario):
                    return status, scenario.name
        return UNPROVED, ""

    def worth_trying(self, noted: Noted, units: list[Unit], scenarios: list[t.Scenario]) -> list[t.Scenario]:
        """Those that come by the rule the line stands in first, the quickest of them before all.

        What no scenario comes by, and what is not carried out but says how things are, may be missed by any of them.
        """
        if not self.trails:
            return scenarios
        trails = dict(zip(map(id, self.scenarios), self.trails, strict=True))
        scenarios = [s for s in scenarios if not trails[id(s)].failed]  # what fails as it stands proves nothing
        bit = 1 << self.numbers[noted]
        passing = [s for s in scenarios if trails[id(s)].passed & bit]
        passing.sort(key=lambda s: trails[id(s)].seconds)
        if units and any(trail.passed & bit for trail in self.trails) and all(isinstance(unit.part, CARRIED_OUT) for unit in units):
            return passing
        return passing + [s for s in scenarios if not trails[id(s)].passed & bit]

    @staticmethod
    def fails(books: Books, scenario: t.Scenario) -> bool:
        try:
            with limited(LONGEST):
                outcome: Outcome = run_alone(books, scenario)
        except Exception:  # rules with a hole may do anything
            return True
        return bool(outcome.failures)


@contextmanager
def limited(seconds: int) -> Iterator[None]:
    """Stops what takes too long, where the system can."""

    def stop(*_: Any) -> None:
        raise TimeoutError

    if not hasattr(signal, "SIGALRM"):
        yield
        return
    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


# ------------------------------------------------------------------------------------------------ all of it

_PROOFS: list[Proofs] = []  # of a process at work


def _begin(name: str, extensions: tuple[str, ...], trails: list[Trail]) -> None:
    from arbitre.opening.books import open_book

    rulebook = open_book(name, extensions, scenarios=True, quiet=True)
    _PROOFS[:] = [Proofs(rulebook, own_file(name, rulebook))]
    _PROOFS[0].trails = trails


def _trail(number: int) -> Trail:
    return _PROOFS[0].trail(number)


def _verdict(noted: Noted) -> Verdict:
    return _PROOFS[0].verdict(noted)


def lines_of(rulebook: Rulebook, own: str = "") -> list[Noted]:
    """The lines to prove: those with a margin note, or all of one file."""
    return every_line(rulebook, own) if own else noted_lines(rulebook)


def sampled(rulebook: Rulebook, sample: int | None, seed: int, own: str = "") -> list[Noted]:
    """The lines to take out: all of them, or some by lot."""
    lines = lines_of(rulebook, own)
    if sample is None or sample >= len(lines):
        return lines
    picked = set(random.Random(seed).sample(range(len(lines)), sample))
    return [line for position, line in enumerate(lines) if position in picked]


def own_file(name: str, rulebook: Rulebook) -> str:
    """The file that was named, if it is an extension of a game and no game."""
    shown = shown_path(Path(name)) if Path(name).is_file() else ""
    return shown if shown in rulebook.added else ""


def broken_by(names: list[str], game: str) -> list[str]:
    """Of scenarios that fail beside extensions those that hold in the game alone."""
    alone = load(game, scenarios=True)
    books = Books(alone)
    return [scenario.name for scenario in alone.scenarios if scenario.name in names and not run_alone(books, scenario).failures]


def prove(
    name: str, extensions: tuple[str, ...] = (), sample: int | None = None, seed: int = 0, processes: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> Report:  # fmt: skip
    """Turns every expectation round, and takes every noted line out (or a sample of them); of an extension every line of its file."""
    _begin(name, extensions, [])
    proofs = _PROOFS[0]
    own = own_file(name, proofs.rulebook)
    report = Report(proofs.rulebook.name, noted=len(proofs.lines), own=own)
    count = len(proofs.scenarios)
    with _at_work(name, extensions, [], processes if count >= 8 else 1) as work:
        proofs.expectations(report, work(_trail, range(count), max(1, count // (8 * processes))))
    if report.failed and extensions and not own:
        report.broken = broken_by(report.failed, name)
    lines = sampled(proofs.rulebook, sample, seed, own)
    with _at_work(name, extensions, proofs.trails, processes if len(lines) >= 8 else 1) as work:
        _gather(report, work(_verdict, lines, 1), len(lines), progress)
    return report


@contextmanager
def _at_work(name: str, extensions: tuple[str, ...], trails: list[Trail], processes: int) -> Iterator[Callable[..., Iterator[Any]]]:
    """Does something for each of many things, in this process or in several."""
    if processes < 2:
        yield lambda do, things, _: map(do, things)
        return
    with ProcessPoolExecutor(processes, initializer=_begin, initargs=(name, extensions, trails)) as pool:
        yield lambda do, things, together: pool.map(do, things, chunksize=together)


def _gather(report: Report, found: Iterator[Verdict], count: int, progress: Callable[[int, int], None] | None) -> None:
    for verdict in found:
        report.lines.append(verdict)
        if progress is not None:
            progress(len(report.lines), count)
