"""A match written down as a scenario: its last turn, with what was answered and thrown, trimmed to what matters.

What is given is what the turn began with, what is expected is what it changed; whatever can be left out without the scenario failing is.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from arbitre.dsl.core import NONE, Procedure
from arbitre.dsl.diagnostics.position import Place
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.hunt.case import Case, in_languages
from arbitre.interpreter.hunt.matches import Noting
from arbitre.interpreter.hunt.shrinker import noted
from arbitre.interpreter.hunt.snapshot import case_of_state, done, open_, worded
from arbitre.interpreter.hunt.trial import Follow, Thrown, Workshop
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.scenario.scenarios import run_alone
from arbitre.interpreter.state.dice import Generator
from arbitre.interpreter.state.keyed import UNKEYED, DieKey
from arbitre.interpreter.state.state import State, start_state
from arbitre.opening.books import refused
from arbitre.story.film import picture

SECONDS = 6.0  # for trimming
CLAIMS = 8  # expectations that are written


@dataclass(slots=True)
class Real(Thrown):
    """The dice of a match as they fell, from one of them on.  ``fell``: by their numbers."""

    fell: Mapping[int, tuple[str, int]] = field(default_factory=dict)
    offset: int = 0

    def throw(self, size: int, number: int, label: str, place: Place, key: DieKey = UNKEYED) -> int:
        """A number from 0 to ``size - 1``."""
        known = self.fell.get(self.offset + number, ("", 0))
        face = known[1] - 1 if known[0] == label and 1 <= known[1] <= size else Generator(self.seed).below(size, number)
        self.dice[number] = (label, face + 1)
        return face


def fallen(match: Match) -> dict[int, tuple[str, int]]:
    """What every die of a match was for and how it fell, by its number; the match is played again for that."""
    noting = Noting(getattr(match.dice, "dice", match.dice))
    again = Match(match.machine, match.tape.seed, match.kept, noting, trace=False, start=False, stream=match.tape.stream)
    again.answers.script = [given.choice for given in match.tape.answers]
    again.begin()
    return noting.faces


def recorded(match: Match, game: str, name: str) -> str:
    """The text of a scenario, which is called so in every language of the game.

    Raises:
        Refused: no turn is over as yet, or the turn cannot be told in the lines of a scenario.
    """
    turn = match.turn - (0 if match.over or match.unfinished else 1)
    before = picture(match, turn - 1) if turn > 0 else None
    if before is None:
        raise refused("web.no_turn")
    state = before[1]
    options = {key: str(value) for key, value in match.program.options.items()}
    workshop = Workshop(game, tuple(match.extensions), tuple(options.items()))
    usual = workshop.books.get({})[0].program.options
    chosen = {key: value for key, value in options.items() if str(usual.get(key)) != value}
    asked, args = answered_since(match, state), args_of(match, state)
    main = match.program.procedures[match.program.main]
    case = case_of_state(match.machine, state, match.program.main, [], chosen)
    begins = done(match.machine, main.index, args) if not args else f"do {main.name} {words_of(match.machine, main, args)}"
    case = replace(case, lines=(*case.lines[:-1], *cells(match.machine, state), begins))
    head, main_name = case.head, match.program.procedures[match.program.main].name
    first = ("do setup",) if match.program.setup != NONE else ()
    every = [(one.seat, one.decision, one.key) for one in match.tape.answers]
    whole = Case(head, (*first, f"play {main_name} {turn} times" if turn > 1 else f"play {main_name}"))
    beginning = start_state(match.machine.layout)
    set_up = picture(match, 0)
    at_first = set_up[1] if set_up is not None else beginning
    ways = ((case, asked, state, state), (whole, every, beginning, at_first))  # where a turn cannot stand alone, all of the match
    for wanted, keys, begun, since in ways:
        text = _told(match, workshop, wanted, keys, (begun, since), name)
        if text is not None:
            return text
    raise refused("web.not_told")


def _told(
    match: Match, workshop: Workshop, case: Case, keys: list[tuple[int, str, str]], states: tuple[State, State], name: str
) -> str | None:
    """A case with its answers, dice and expectations, trimmed; None where it does not hold.  ``states``: where it begins, and since when
    what has changed is expected."""
    before, since = states
    trial = workshop.tried(case, Follow(0, keys), Real(0, fell=fallen(match), offset=before.rolls))
    if trial is None or trial.fault is not None:
        return None
    claims = changed(match.machine, since, trial.match.state)
    if trial.match.over:
        ends = ["expect everyone loses"] if trial.match.lost else [f"expect {one} wins" for one in trial.match.winners or ["nobody"]]
        claims = ends + claims[: CLAIMS // 2]
    return Trimming(workshop, noted(case, trial), tuple(claims[:CLAIMS]), name).least()


def answered_since(match: Match, state: State) -> list[tuple[int, str, str]]:
    """What was answered after a state of the match: seat, question, key."""
    runs, main = state.runs, match.program.main
    later = [answers for held, answers, _ in match.checkpoints if held.runs[main] > runs[main] or held.stack]
    after = [answers for held, answers, _ in match.checkpoints if held.runs[main] > runs[main] and held.rolls >= state.rolls]
    begin = min(after or later or [0])
    return [(one.seat, one.decision, one.key) for one in match.tape.answers[begin:]]


def args_of(match: Match, state: State) -> list[int]:
    """What the agenda of the game was given in the turn after a state."""
    main = match.program.main
    wanted = state.runs[main] + 1
    for held, _, _ in match.checkpoints:
        for entry in held.stack:
            if entry[0] == "A" and entry[1] == main and held.runs[main] == wanted:
                return list(entry[2][: len(match.program.procedures[main].params)])
    return []


def words_of(machine: Machine, procedure: Procedure, args: list[int]) -> str:
    """What an agenda is given, as a scenario writes it."""
    parts = (f"{p.preposition} {worded(machine, p, value)}".strip() for p, value in zip(procedure.params, args, strict=True))
    return " ".join(parts)


def cells(machine: Machine, state: State) -> list[str]:
    """What fields of cells hold besides what they hold at the start."""
    out = []
    for column in machine.program.fields:
        domain, base = machine.program.domains[column.domain], machine.layout.base
        if domain.board is None or not open_(column):
            continue
        for row in range(domain.size):
            at, key = base[column.index] + row, machine.row_key(domain.index, row)
            if state.cells[at] != machine.layout.start[at] and not key.isidentifier():
                out.append(f"given {key}.{column.name} = {worded(machine, column, state.cells[at])}")
    return out


def changed(machine: Machine, before: State, after: State) -> list[str]:
    """What differs after a turn, as expectations; places first."""
    program, layout = machine.program, machine.layout
    boards = {d.index for d in program.domains if d.board is not None}
    found: list[tuple[int, str]] = []
    for column in program.fields:
        domain = program.domains[column.domain]
        if not open_(column) or (program.orders is not None and domain.index == program.orders.domain):
            continue
        for row in range(domain.size):
            at, key = layout.base[column.index] + row, machine.row_key(domain.index, row)
            value = after.cells[at]
            alive = not domain.dynamic or after.cells[layout.base[domain.alive] + row]
            if before.cells[at] == value or not alive:
                continue
            said = worded(machine, column, value)
            if column.target != NONE and value < 0:
                said = "none"
            found.append((0 if column.target in boards else 1, f"expect {key}.{column.name} is {said}"))
    return [line for _, line in sorted(found, key=lambda one: one[0])]


class Trimming:
    """A scenario made shorter as long as it holds."""

    def __init__(self, workshop: Workshop, case: Case, claims: tuple[str, ...], name: str) -> None:
        self.workshop, self.case, self.claims = workshop, case, claims
        self.titles = in_languages({"en": name}, workshop.rulebook.promised)
        self.until = time.monotonic() + SECONDS

    def text(self, case: Case, claims: tuple[str, ...]) -> str:
        """The scenario as it is written."""
        return case.written(*self.titles) + "".join(f"    {line}\n" for line in claims)

    def holds(self, case: Case, claims: tuple[str, ...]) -> bool:
        """Does it hold as it is written?"""
        scenario = self.workshop.read(self.text(case, claims))
        return scenario is not None and run_alone(self.workshop.books, scenario).ok

    def least(self) -> str | None:
        """The shortest that is found in the time there is; None where not even the first holds."""
        claims = tuple(claim for claim in self.claims if self.holds(self.case, (claim,)))
        if not claims or not self.holds(self.case, claims):
            return None
        case, number = self.case, 0
        while number < len(parts := list(case.parts())) and time.monotonic() < self.until:
            size = len(parts[number].items)
            while size >= 1 and time.monotonic() < self.until:
                first = 0
                while time.monotonic() < self.until:
                    now = list(case.parts())
                    out = now[number].items[first : first + size] if number < len(now) else []
                    if not out:
                        break
                    shorter = case.without(now[number], out)
                    if self.holds(shorter, claims):
                        case = shorter
                    else:
                        first += size
                size //= 2
            number += 1
        return self.text(case, claims)
