"""A fault made small: its scenario with less and less given, answered and thrown, as long as it shows the same."""

from __future__ import annotations

import time
from dataclasses import replace

from arbitre.interpreter.hunt.case import Case, in_languages
from arbitre.interpreter.hunt.faults import INVARIANT, Fault
from arbitre.interpreter.hunt.trial import Follow, Lot, Thrown, Trial, Workshop

SECONDS = 25.0  # for one fault
TRIES = 3  # of a candidate, by lot
READABLE = 12  # lines of a scenario that one takes in at a glance


class Shrinking:
    """One fault, and the smallest case that shows it so far.  ``keys``: what was answered in it."""

    def __init__(self, workshop: Workshop, fault: Fault, case: Case, trial: Trial, seconds: float = SECONDS) -> None:
        self.workshop, self.fault = workshop, fault
        self.best = noted(case, trial)
        self.keys = trial.keys()
        self.held = workshop.held(trial)
        self.until = time.monotonic() + seconds
        self.tried = 0

    def shrink(self) -> Case:
        """The smallest case that is found in the time there is."""
        while self.less_given() or self.less_answered():
            pass
        # What holds a place may go too then, as it stands when nothing is given; a rule that stops might do so for want of it.
        if self.fault.kind == INVARIANT and self.best.below > READABLE and self.held:
            self.held = set()
            while self.less_given() or self.less_answered():
                pass
        return self.best

    def less_given(self) -> bool:
        """Leaves out lines, then values; did that help?"""
        before = self.best.size
        number = 0
        while number < len(parts := list(self.best.parts(self.held))) and time.monotonic() < self.until:
            self.less_of(number, len(parts[number].items))
            number += 1
        return self.best.size < before

    def less_of(self, number: int, size: int) -> None:
        """Leaves out items of one part, many at once first, then fewer (delta debugging); what is left is gone through once a size."""
        while size >= 1:
            first = 0
            while time.monotonic() < self.until:
                parts = list(self.best.parts(self.held))
                out = parts[number].items[first : first + size] if number < len(parts) else []
                if not out:
                    break
                if not self.attempt(self.best.without(parts[number], out), self.keys):
                    first += size
            size //= 2

    def less_answered(self) -> bool:
        """Leaves out answers: silence, or whatever comes by lot, may do as well."""
        size, before = len(self.keys), self.best.size
        while size >= 1:
            first = 0
            while first < len(self.keys):
                if time.monotonic() > self.until:
                    return False
                keys = [*self.keys[:first], *self.keys[first + size :]]
                if not self.attempt(self.best, keys):
                    first += size
            size //= 2
        return self.best.size < before

    def attempt(self, case: Case, keys: list[tuple[int, str, str]]) -> bool:
        """Does a candidate show the same, and is it smaller?  Then it is the best from now on."""
        plain = replace(case, answers=(), dice=())
        for seed in range(TRIES):
            self.tried += 1
            lot: Lot = Follow(seed, keys)
            trial = self.workshop.tried(plain, lot, Thrown(seed, self.best.dice))
            if trial is None:
                return False
            if trial.fault is None or trial.fault.key != self.fault.key:
                if not trial.taken and not trial.thrown.dice:
                    return False
                continue
            found = noted(plain, trial)
            if found.size < self.best.size and self.workshop.shows(found.written("trial"), self.fault):
                self.best, self.keys = found, trial.keys()
                return True
        return False


def noted(case: Case, trial: Trial) -> Case:
    """A case with what was answered and thrown when it was played."""
    told = trial.told()
    return replace(case, answers=tuple(told.answers), dice=tuple(told.dice))


def shrunk(workshop: Workshop, fault: Fault, case: Case, trial: Trial, seconds: float = SECONDS) -> Fault:
    """The fault with its scenario, if it can be told as one that shows it when it is read."""
    work = Shrinking(workshop, fault, case, trial, seconds)
    smallest = work.shrink()
    text = smallest.written(*in_languages(names_of(fault), workshop.rulebook.promised))
    shown = workshop.shows(text, fault)
    unplayed = not smallest.answers and not smallest.dice
    return replace(fault, scenario=text if shown else "", tried=work.tried, unplayed=unplayed)


def names_of(fault: Fault) -> dict[str, str]:
    """What the scenario of a fault is called, by language."""
    where = f"{fault.place.file.rpartition('/')[2]} {fault.place.line}"
    return {"en": f"Found by the hunt: {where}", "fr": f"Trouvé par la chasse : {where}"}
