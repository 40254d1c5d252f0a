"""A hunt in one process: whole matches and trials from scenarios by turns, until time is up; whatever is found is shrunk at once."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from arbitre.dsl.budget import afresh
from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.analysis.usable import Name, catalogue
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.hunt.faults import INVARIANT, MUTATED, Fault, Key
from arbitre.interpreter.hunt.matches import Course, Matches, Told
from arbitre.interpreter.hunt.moments import Mark, Script, marks_of
from arbitre.interpreter.hunt.rollouts import Found, Rollouts
from arbitre.interpreter.hunt.shrinker import SECONDS, shrunk
from arbitre.interpreter.hunt.starts import Start, by_the_rules, mutated, starts_of
from arbitre.interpreter.hunt.trial import FILE, Again, Follow, Likely, Lot, Near, Thrown, Trial, Workshop
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.play.bots.determinisation import secretive
from arbitre.interpreter.play.usage import Watcher, watch_tables
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.wasm.run.loader import runner_of, wanted

LOT = 0.25  # seconds of whole matches in a row
GREEDY = 8  # in one of so many turns sides are greedy
WORLDS = 2  # one in so many turns asks questions in two worlds, where anything is hidden
COMPARED = 40  # one in so many turns compares both executors, and a match with its replay
ROLLOUTS = 0.5  # seconds of rollouts in a row
LIKE = 50  # rollouts between two looks at the clock
TRIALS = 1.0  # seconds of trials from scenarios in a row
READING = 2.0  # while there are scenarios that were not played yet,
UNPLAYED = 0.7  # and how often one of them comes next then
FREE = 60  # trials by lot from where an agenda began, before it is given up to tell a match as a scenario
LIKE_IT = 0.6  # how often a trial from a scenario is answered much as that scenario is
BARE = 0.25  # how often pieces are put elsewhere before an event that is carried out by itself
ASTRAY = (0.05, 0.15, 0.4)  # and how often otherwise then
MOST_STARTS = 2000  # scenarios, and what trials have led to
OFTEN, SELDOM = 4.0, 0.2  # how often a start is taken that brings something new, and one that does not


@dataclass(frozen=True, slots=True)
class Quarry:
    """What is hunted in: a game with its extensions and options."""

    game: str
    extensions: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    by_lot: tuple[tuple[str, str], ...] = ()  # options that were drawn: scenarios of what is found name them
    displaced: bool = True  # are pieces put where play has not brought them, too?

    @property
    def chosen(self) -> dict[str, str]:
        """All options."""
        return {**dict(self.options), **dict(self.by_lot)}


@dataclass(slots=True)
class Round:
    """What came of some seconds: matches and trials played, what of the rules was reached, and what was found."""

    matches: int = 0
    answers: int = 0
    trials: int = 0
    rollouts: int = 0
    seconds: float = 0.0
    by_lot: int = 0  # of the matches those by lot in the compiled executor
    playing: float = 0.0  # the seconds spent on those
    reached: set[Name] = field(default_factory=set)
    faults: list[Fault] = field(default_factory=list)

    def add(self, other: Round) -> None:
        """Another round too."""
        self.matches += other.matches
        self.answers += other.answers
        self.trials += other.trials
        self.rollouts += other.rollouts
        self.seconds += other.seconds
        self.by_lot += other.by_lot
        self.playing += other.playing
        self.reached |= other.reached


class Hunter:
    """One process of a hunt."""

    def __init__(self, quarry: Quarry, seed: int) -> None:
        self.quarry, self.workshop = quarry, Workshop(quarry.game, quarry.extensions, quarry.options)
        program = program_of(quarry.game, quarry.chosen, quarry.extensions)
        self.machine = machine_of(program)
        self.listed = catalogue(program)
        self.hides = secretive(self.machine)
        runner = runner_of(program, counts=True) if wanted() else None
        self.matches = Matches(self.machine, runner, self.workshop.laws, quarry.chosen)
        self.rollouts = Rollouts(self.matches, random.Random(seed + 1))
        if not quarry.displaced:
            self.rollouts.columns = []
        self.starts = starts_of(self.workshop.rulebook)
        self.weights = [1.0] * len(self.starts)
        self.scripts: dict[int, Script | None] = {}  # None: its scenario does not hold with the options that are chosen
        self.marks: set[Mark] = set()
        self.rng = random.Random(seed)
        self.seed = self.rng.randrange(1 << 40)
        usual = [self.workshop.as_usual(start.scenario, quarry.chosen) for start in self.starts]
        self.fresh = self.rng.sample(range(len(self.starts)), len(self.starts))  # starts that were not played yet
        self.fresh.sort(key=lambda n: usual[n])  # the last ones first: for other options the rulebook has to be prepared again
        self.used: Counter[tuple[str, str]] = Counter()
        self.watchers: dict[int, Watcher] = {}
        self.size = 1
        self.turns = 0
        self.known: set[Key] = set()
        self.reached: set[Name] = set()

    def hunt(self, seconds: float, known: Iterable[Key] = (), shrinking: float = SECONDS) -> Round:
        """Plays for so long; faults that are known are not told again."""
        self.known |= set(known)
        self.out, began = Round(), time.monotonic()
        until = began + seconds
        while time.monotonic() < until:
            afresh()
            self.turns += 1
            self.play(shrinking)
            self.rollout(min(until, time.monotonic() + ROLLOUTS), shrinking)
            turn = min(until, time.monotonic() + (READING if self.fresh else TRIALS))
            while self.starts and time.monotonic() < turn:
                self.try_start(shrinking)
        for fault in self.out.faults:
            fault.extensions = self.quarry.extensions
        self.out.seconds = time.monotonic() - began
        self.reached |= self.out.reached
        return self.out

    # ------------------------------------------------------------------------------------ whole matches

    def play(self, shrinking: float) -> None:
        """Some matches from the setup, by lot or greedy; now and then one in both executors."""
        if self.matches.runner is None or self.turns % COMPARED == 0:
            self.seed += 1
            self.note(*self.matches.compared(self.seed), shrinking)
            self.out.matches += 1
        if self.hides and self.turns % WORLDS == 0:
            self.seed += 1
            fault, answers = self.matches.two_worlds(self.seed)
            self.note(fault, Course(), shrinking)
            self.out.answers += answers
        if self.matches.runner is not None:
            greedy = self.rng.getrandbits(8) if self.turns % GREEDY == 0 else 0
            self.play_quickly(greedy, shrinking)

    def play_quickly(self, greedy: int, shrinking: float) -> None:
        """As many as go into a short time."""
        count, began = 1 if greedy else self.size, time.monotonic()
        done, lost = self.matches.some(self.seed, count, greedy)
        if not greedy:
            self.out.playing += time.monotonic() - began
            self.out.by_lot += len(done)
        self.seed += count
        self.out.matches += len(done)
        for match in done:
            self.out.answers += match.answers
            self.out.reached.update(match.used or ())
        if not greedy:
            self.size = min(4096, self.size * 2) if time.monotonic() - began < LOT / 2 else max(1, self.size // 2)
        if lost is not None:
            self.note(*self.matches.doubted(lost, greedy), shrinking)

    def rollout(self, until: float, shrinking: float) -> None:
        """Matches under way, and moments of scenarios, with pieces put elsewhere, some statements each."""
        while self.rollouts.columns and time.monotonic() < until:
            before = self.rollouts.done
            for found in self.rollouts.some(LIKE):
                if found.fault.key not in self.known:
                    told = self.told_of(found, shrinking)
                    # What no scenario shows, or one in which nothing is played as yet, may be owed to where pieces were put.
                    if told.scenario and not (told.unplayed and (told.place.file, told.place.line) in self.workshop.looked_before):
                        self.known.add(told.key)
                        self.out.faults.append(told)
            self.out.rollouts += self.rollouts.done - before
            afresh()

    def told_of(self, found: Found, shrinking: float) -> Fault:
        """What a rollout has found, as a scenario."""
        if found.course is not None:
            return self.told(found.fault, self.matches.cases(found.course), shrinking)
        assert found.case is not None
        trial = self.workshop.tried(found.case, Again(found.seed, list(found.choices)), Thrown(found.seed))
        if trial is None or trial.fault is None or trial.fault.kind != INVARIANT or trial.fault.key in self.known:
            return found.fault
        trial.fault.seed, trial.fault.start = found.fault.seed, found.fault.start
        return shrunk(self.workshop, trial.fault, found.case, trial, shrinking)

    def told(self, fault: Fault, cases: Iterable[Told], shrinking: float) -> Fault:
        """A fault of a match as a scenario, from where one of its agendas began; as it is where that cannot be."""
        for case, asked, faces in cases:
            for seed in range(FREE):
                lot: Lot = Follow(seed, asked) if seed < 2 else Lot(seed)
                trial = self.workshop.tried(case, lot, Thrown(seed, faces if seed < 2 else ()))
                if trial is None:
                    break
                if trial.fault is not None and trial.fault.key == fault.key:
                    found = shrunk(self.workshop, fault, case, trial, shrinking)
                    if found.scenario:
                        return found
                    break
        return fault

    def note(self, fault: Fault | None, course: Course, shrinking: float) -> None:
        """A fault of a whole match, told as a scenario where its course is known."""
        if fault is None or fault.key in self.known:
            return
        self.known.add(fault.key)
        self.out.faults.append(self.told(fault, self.matches.cases(course), shrinking))

    # ------------------------------------------------------------------------------------ from scenarios

    def try_start(self, shrinking: float) -> None:
        """A scenario's start, as it stands or mutated, played by lot or contrary; each once first as its scenario is answered."""
        first = bool(self.fresh) and self.rng.random() < UNPLAYED
        at = self.fresh.pop() if first else self.rng.choices(range(len(self.starts)), self.weights)[0]
        known = self.script_of(at)
        if known is None:
            self.weights[at] = 0.0
            if not any(self.weights):
                self.starts = []
            return
        if first and not known.broken:
            self.marks |= known.marks
            return
        start, seed = self.starts[at], self.rng.randrange(1 << 40)
        script = known if first or self.rng.random() < LIKE_IT else None
        whole = script is not None and by_the_rules(start.whole, self.machine)
        case, how = (start.whole if whole else start.case).chosen(self.quarry.by_lot), ""
        ruled = by_the_rules(case, self.machine)
        if not first and self.quarry.displaced and self.rng.random() < (0.5 if ruled else BARE):
            case, how = mutated(case, self.machine, self.rng), MUTATED
        lot: Lot
        if script is None:
            lot, dice = Lot(seed, self.used if self.rng.random() < 0.5 else None), Thrown(seed)
        else:
            astray = 0.0 if first else self.rng.choice(ASTRAY)
            lot, dice = Near(seed, script.answers, astray), Likely(seed, script.dice, astray=astray)
        trial = self.workshop.tried(case, lot, dice)
        if trial is None:
            self.weights[at] = max(SELDOM / 4, self.weights[at] / 2) if not how else self.weights[at]
            return
        self.out.trials += 1
        self.out.answers += len(trial.taken)
        new = self.reach(trial)
        self.weights[at] = OFTEN if new else max(SELDOM, self.weights[at] * 0.9)
        fault = trial.fault
        if new and fault is None and len(self.starts) < MOST_STARTS:  # what led to something new leads on from there
            self.scripts[len(self.starts)] = Script(trial.keys(), tuple(dice.told(1 << 40)))
            self.starts.append(Start(start.name, case, case, start.scenario))
            self.weights.append(OFTEN)
        if (how or self.quarry.by_lot) and fault is not None and not trial.taken and not trial.thrown.dice:
            return  # nothing has been played yet: it is the start that no rules, or none of these options, would lead to
        if not first and not ruled and fault is not None and fault.kind != INVARIANT:
            return  # an event that is carried out by itself may expect what leads up to it
        if fault is not None and fault.key not in self.known:
            self.known.add(fault.key)
            fault.seed, fault.start = seed, start.name + how
            self.out.faults.append(shrunk(self.workshop, fault, case, trial, shrinking))

    def script_of(self, at: int) -> Script | None:
        """How the scenario of a start is answered; it is found out once, and rollouts begin at its moments from then on."""
        if at not in self.scripts:
            scenario = self.starts[at].scenario
            script = self.scripts[at] = self.workshop.script(scenario, self.quarry.chosen.items())
            if script is not None and self.workshop.as_usual(scenario, self.quarry.chosen):
                self.rollouts.moments += script.moments
        return self.scripts[at]

    def reach(self, trial: Trial) -> bool:
        """Notes what of the rules a trial used; was some of it new?"""
        watcher = self.watcher(trial.machine)
        watcher.begin()
        used = set(watcher.counted(trial.match)) & self.listed.keys()
        marks = marks_of(trial.match.run.log or [])
        new = bool(used - self.reached - self.out.reached) or not marks <= self.marks
        self.out.reached |= used
        self.marks |= marks
        return new

    def watcher(self, machine: Machine) -> Watcher:
        """What counts the use of a machine's rules; its tables tell their rows from then on."""
        if id(machine) not in self.watchers:
            watch_tables(machine)
            self.watchers[id(machine)] = Watcher(machine)
        return self.watchers[id(machine)]

    # ------------------------------------------------------------------------------------ kept cases

    def kept(self, text: str) -> Fault | None:
        """What a scenario that was found before comes to now."""
        staged = self.workshop.staged(text)
        if staged is None:
            return None
        afresh()
        staged.scripted, staged.laws = True, self.workshop.laws
        try:
            staged.play()
        except RulebookError:
            return None
        fault = staged.fault
        if fault is None or fault.key in self.known:
            return None
        self.known.add(fault.key)
        fault.scenario, fault.start = text, FILE
        return fault
