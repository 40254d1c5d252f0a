"""Rulebooks prepared for their scenarios, once for each choice of options."""

from __future__ import annotations

from dataclasses import replace

from arbitre.dsl.diagnostics.message import Message, Messages
from arbitre.dsl.lower.program import Bound, bind
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.interpreter.analysis.footprints import Footprints
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.play.scenario.unreadable import Faulty


class Books:
    """A rulebook bound and prepared once for each choice of options its scenarios make.

    An error in a scenario is that scenario's alone, another one in a file of scenarios is that file's.
    ``footprints``: where the lines are noted that scenarios come by.
    """

    def __init__(self, rulebook: Rulebook, footprints: Footprints | None = None) -> None:
        self.rulebook, self.footprints = rulebook, footprints
        self.ready: dict[tuple[tuple[str, str], ...], tuple[Bound, Machine | None]] = {}
        self.faults: dict[str, Message] = {}  # the first error of each file of scenarios that has one, outside of its scenarios
        self.faulty = Faulty(rulebook)
        self.leave_out(rulebook.messages.errors)

    def leave_out(self, errors: list[Message]) -> bool:
        """Goes on without the files of scenarios that these errors are in; are there any?"""
        found = [error for error in errors if error.place.file in self.rulebook.proving]
        for error in found:
            if not self.faulty.takes(error):
                self.faults.setdefault(error.place.file, error)
        if found:
            messages = Messages()
            messages.items = [m for m in self.rulebook.messages.items if m.place.file not in self.faults and m not in found]
            decls = [d for d in self.rulebook.decls if d.place.file not in self.faults]
            self.rulebook = replace(self.rulebook, messages=messages, decls=decls)
        return bool(found)

    def get(self, options: dict[str, str]) -> tuple[Bound, Machine | None]:
        key = tuple(sorted(options.items()))
        if key not in self.ready:
            bound = bind(self.rulebook, options)
            while bound.messages.errors and self.leave_out(bound.messages.errors):
                bound = bind(self.rulebook, options)
            machine = None if bound.messages.errors else machine_of(bound.program, self.footprints)
            self.ready[key] = (bound, machine)
        return self.ready[key]
