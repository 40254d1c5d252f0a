"""The module that all matches of a machine share."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.wasm.run.loader import runner_of, wanted
from arbitre.interpreter.wasm.run.runtime import Runner

WORTH = 3  # answers for each procedure of a rulebook: from so many on it pays to make a module, for the next time too

_runners: WeakKeyDictionary[Machine, Runner | None] = WeakKeyDictionary()


def runner_for(machine: Machine, executor: str = "", answers: int | None = None) -> Runner | None:
    """The module of a machine; None where there can be none.

    ``answers``: so many is all that it is wanted for; it is not made for less than it costs, only read from the disk.
    """
    if not wanted(executor):
        return None
    if machine not in _runners:
        made = answers is None or answers >= WORTH * len(machine.program.procedures)
        found = runner_of(machine.program, made=made)
        if found is None and not made:
            return None
        _runners[machine] = found
    return _runners[machine]
