"""What a program was compiled to, for whoever runs it: nothing here needs the compiler."""

from __future__ import annotations

from dataclasses import dataclass, field

from arbitre.dsl.core import Program
from arbitre.dsl.diagnostics.position import Place
from arbitre.interpreter.wasm.layout.counts import Counts
from arbitre.interpreter.wasm.layout.memory import Shape

TEMP_KEPT = 8192  # bytes where slots that an event or an agenda begins with are put down
EDGES = ("start", "end")  # of a run, as what is put off until then has them


@dataclass(slots=True)
class Compiled:
    """A module as bytes, with what its runner must know.

    ``missing``: what is not compiled yet, each with a place where it stands; the module gives up when it comes there.  Without bytes
    there is no module at all.
    """

    program: Program
    missing: dict[str, Place]
    raw: bytes = b""
    shape: Shape | None = None
    names: dict[str, int] = field(default_factory=dict)
    places: list[Place] = field(default_factory=list)
    counts: Counts | None = None  # where it counts what of the rules is used, if it does
