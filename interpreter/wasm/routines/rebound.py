"""Routines at work on other things than memory.

Their code finds areas, constants and functions by name; here it finds those it is given.  So what a routine decides is written once, for
modules and for Python, where a match is no bytes; nothing is translated or compiled for that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any


class Counted(dict[int, int]):
    """Numbers in place of a list in memory (``Words`` of :mod:`records`): its ``count`` says how many of them count."""

    __slots__ = ("count",)

    def __init__(self) -> None:
        self.count = 0

    @property
    def numbers(self) -> list[int]:
        """Those that count, in order."""
        return [self[at] for at in range(self.count)]


def rebound(modules: Sequence[ModuleType], given: Mapping[str, Any]) -> SimpleNamespace:
    """The routines of some files, each as a function.

    ``given``: what their names stand for, but for the routines themselves and for numbers; they find nothing that is not among these.
    """
    names: dict[str, Any] = {"__builtins__": {}}
    for module in modules:
        for name, held in vars(module).items():
            if isinstance(held, FunctionType) and held.__module__ == module.__name__:
                names[name] = FunctionType(held.__code__, names, name)
            elif isinstance(held, int):
                names[name] = held
    routines = {name: held for name, held in names.items() if isinstance(held, FunctionType)}
    names.update(given)
    return SimpleNamespace(**routines)
