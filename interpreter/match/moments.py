"""A match as it was when something happened: played again from its tape, as far as that, and looked at then.

Play itself keeps nothing for this.  Whoever asks why something happened has the statement done again from the answer before it, with the
same dice and answers, and is shown the state and the slots of all rules at work at the very records he asks about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from arbitre.interpreter.code.machine import BUDGET, Run
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.start import sets_up, start_of
from arbitre.interpreter.reference.sentences import audience_of
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.read_recorder import Looking
from arbitre.interpreter.state.requests import Answers
from arbitre.interpreter.state.state import State
from arbitre.interpreter.state.trace import Record
from arbitre.interpreter.state.visibility import REFEREE, may_see


@dataclass(slots=True)
class Moment:
    """How things stood when something happened.  ``frames``: the slots of each rule at work, the innermost call last."""

    machine_run: Run
    state: State
    frames: dict[int, list[list[int]]]
    order: int

    def frame(self, procedure: int) -> list[int] | None:
        """The slots of the innermost call of a rule that was at work."""
        found = self.frames.get(procedure)
        return found[-1][:] if found else None

    def run(self, viewer: int | str = REFEREE) -> tuple[Run, Looking]:
        """A run to ask things in, as the viewer knows the state: what was published last, where sides see only that."""
        state = self.state.copy()
        if viewer != REFEREE and self.machine_run.machine.publishes and state.published is not None:
            state.cells = list(state.published)
        state.cells = cells = Looking(state.cells)
        out = Run(self.machine_run.machine, state, self.machine_run.dice, Answers(), trace=False)
        out.budget, out.order = BUDGET // 10, self.order
        out.running = {i: [f[:] for f in frames] for i, frames in self.frames.items()}
        return out, cells


class Enough(Exception):
    """All that was asked about has been seen."""


class Recording(list[Record]):
    """A log that looks at the match whenever one of the wanted records is written; without ``wanted``, at all of them."""

    def __init__(self, run: Run, log: list[Record], known: list[Record], wanted: set[int] | None) -> None:
        super().__init__(log)
        self.run, self.known, self.wanted = run, known, wanted
        self.moments: dict[int, Moment] = {}

    def append(self, record: Record) -> None:
        index = len(self)
        if index < len(self.known) and (self.known[index].kind, self.known[index].name) != (record.kind, record.name):
            raise Enough  # it does not go as it went: the match was not played from its tape
        super().append(record)
        if self.wanted is None or index in self.wanted:
            run = self.run
            frames = {i: [f[:] for f in found] for i, found in run.running.items() if found}
            self.moments[index] = Moment(run, run.state.copy(), frames, run.order)
        if self.wanted is not None and index >= max(self.wanted):
            raise Enough


def moments(match: Match, wanted: Iterable[int], known: list[Record]) -> dict[int, Moment]:
    """How things stood at these records of the log, or of what the statement that waits has done; without those that cannot be found.

    ``known``: all that has happened, that of the statement that waits included.
    """
    asked = set(wanted)
    if not asked or match.run.log is None:
        return {}
    start = max((n for n, (_, _, records) in enumerate(match.checkpoints) if records <= min(asked)), default=None)
    dice = getattr(match.dice, "dice", match.dice)
    again = Match(match.machine, match.tape.seed, match.kept, dice, trace=True, start=False, stream=match.tape.stream)
    again.check_always = False
    given, records = 0, 0
    if start is not None:
        state, given, records = match.checkpoints[start]
        again.state = state.copy()
        again.run.use(again.state)
    again.tape.answers = list(match.tape.answers[:given])
    again.answers = Answers(Counter(answer.seat for answer in again.tape.answers), again.answers.key)
    again.answers.script = [answer.choice for answer in match.tape.answers[given:]]
    again.run.answers = again.answers
    recording = Recording(again.run, known[:records], known, asked)
    again.run.log = recording
    try:
        if start is None and (laid := start_of(match.machine)) is not None:
            laid.lay(again)
        if sets_up(match.machine) and not again.state.stack and not again.state.runs[match.program.main]:
            again.do(again.set_up, first=True)
        again.go_on()
        for path, choices in match.answers.given.items():
            again.answers.given[path] = list(choices)
        again.requests = []
        again.go_on()
    except (Enough, RulebookError):
        pass
    return recording.moments


def known_to(run: Run, cells: Looking, viewer: int | str) -> bool:
    """May the viewer know everything that was looked at?"""
    return may_see(audience_of(run, set(cells.looked)), viewer)


def recognised(run: Run, domain: int, rows: Iterable[int], viewer: int | str) -> bool:
    """May the viewer know which rows these are, of a kind of which not everybody tells them apart?"""
    lines = run.machine.kind_seen[domain]
    return viewer == REFEREE or not lines or all(may_see(run.machine.mask(run, lines, row), viewer) for row in rows)
