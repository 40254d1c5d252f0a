"""What is found out about the values of a program, kept once it is known."""

from __future__ import annotations

from dataclasses import dataclass, field

from arbitre.dsl.core import Program
from arbitre.dsl.core.effects import EffectTable
from arbitre.interpreter.state.layout import Layout


@dataclass(slots=True)
class Facts:
    """Of one program; each entry by the index of a function."""

    program: Program
    layout: Layout
    fixed: dict[int, bool] = field(default_factory=dict)  # its value is decided by its arguments alone
    recursive: dict[int, bool] = field(default_factory=dict)  # it can ask for itself
    searching: dict[int, bool] = field(default_factory=dict)  # it looks through rows
    asked: dict[int, tuple[frozenset[int], bool]] = field(default_factory=dict)  # the functions its body asks; does it look through rows
    effects: EffectTable = field(init=False)  # what its parts read, change, throw, ask

    def __post_init__(self) -> None:
        self.effects = EffectTable(self.program)
