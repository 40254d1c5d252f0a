"""Verifiable dice: a seed that is committed to before anybody orders anything, and dice that anybody can derive from it once it is known.

A die is known by its turn, by what it is thrown for, and by its number among those thrown for the same in that turn.  It shows
``HMAC-SHA-256(seed, "TURN/WHAT/NUMBER/ATTEMPT")``: the first eight bytes are an unsigned number, highest byte first; from the greatest
multiple of the faces on, the next ATTEMPT (0, 1, ...) is made; the face is the remainder of a division by the faces, plus one.

WHAT is the chain of rules at work with whom each is about, and the name of the throw: ``charge(r2, A3) > resist(b1) > force``.  So
whatever else happens in the turn has no part in a die: orders that are corrected change no throw but those of what they order.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from arbitre.dsl.diagnostics.position import Place
from arbitre.interpreter.code.machine import Run
from arbitre.interpreter.state.keyed import UNKEYED, DieKey
from arbitre.interpreter.state.trace import Record

BYTES = 32  # of a seed
ALGORITHM = "HMAC-SHA-256 TURN/WHAT/NUMBER/ATTEMPT"
Key = tuple[int, str, int]
IN = " > "  # between a rule and what it calls


def new_seed() -> bytes:
    """A seed of 256 bits from the system."""
    return secrets.token_bytes(BYTES)


def commitment(seed: bytes) -> str:
    """What is published of a seed before it is used: its SHA-256, as 64 hexadecimal digits."""
    return hashlib.sha256(seed).hexdigest()


def face(seed: bytes, turn: int, what: str, nth: int, faces: int) -> int:
    """The face from 1 to ``faces`` that a die shows: number ``nth``, from 1 on, of those thrown for ``what`` in that turn."""
    limit, attempt = 2**64 - 2**64 % faces, 0
    while True:
        said = f"{turn}/{what}/{nth}/{attempt}".encode()
        number = int.from_bytes(hmac.digest(seed, said, "sha256")[:8], "big")
        if number < limit:
            return number % faces + 1
        attempt += 1


@dataclass(frozen=True, slots=True)
class Throw:
    """A die that was thrown.  ``what``: what for (see the head of this module); ``ruled``: a ruling says what it shows."""

    turn: int
    what: str
    nth: int
    faces: int
    face: int
    ruled: bool = False

    @property
    def key(self) -> Key:
        return self.turn, self.what, self.nth

    @property
    def label(self) -> str:
        """The name of the throw alone."""
        return self.what.rpartition(IN)[2]


def wrong(seed: bytes, throws: Sequence[Throw]) -> list[Throw]:
    """The dice that do not show what the seed gives, those of rulings aside."""
    return [one for one in throws if not one.ruled and face(seed, one.turn, one.what, one.nth, one.faces) != one.face]


@dataclass
class FairDice:
    """The dice of a match.  ``ruled``: faces that rulings say.

    While the match is ``live`` every die is noted under its number in the match; afterwards those are shown again, and whatever is only
    tried gets dice that are none of the seed's.
    """

    seed: bytes
    ruled: Mapping[Key, int] = field(default_factory=dict)
    run: Run | None = None
    live: bool = True
    thrown: list[Throw] = field(default_factory=list)
    events: list[int] = field(default_factory=list)  # of each of them the place in the log of what it was thrown for

    def throw(self, size: int, number: int, label: str, place: Place, key: DieKey = UNKEYED) -> int:
        """A number from 0 to ``size - 1``."""
        turn = self.turn
        if not self.live:
            if number < len(self.thrown) and (self.thrown[number].label, self.thrown[number].faces) == (label, size):
                return self.thrown[number].face - 1
            return face(commitment(self.seed).encode(), turn, f"tried {label}", number + 1, size) - 1
        what, at = self.what(label), len(self.run.log or ()) if self.run is not None else 0
        if number < len(self.thrown):  # a statement that waited for answers is carried out again
            one = self.thrown[number]
            if (one.turn, one.what, one.faces) == (turn, what, size):
                self.events[number] = at
                return one.face - 1
        del self.thrown[number:], self.events[number:]
        nth = 1 + sum(one.turn == turn and one.what == what for one in self.thrown)
        said = self.ruled.get((turn, what, nth))
        known = said is not None and 1 <= said <= size
        shown = said if known and said is not None else face(self.seed, turn, what, nth, size)
        self.thrown.append(Throw(turn, what, nth, size, shown, known))
        self.events.append(at)
        return shown - 1

    def what(self, label: str) -> str:
        """What a die is thrown for now: the rules at work, outermost first, and the name of the throw."""
        run, out = self.run, [label]
        at = run.cause if run is not None and run.log is not None else -1
        while run is not None and run.log is not None and at >= 0:
            record = run.log[at]
            if record.kind == "call":
                out.append(called(run, record))
            at = record.cause
        return IN.join(reversed(out))

    @property
    def turn(self) -> int:
        """The turn that is being played; 0 in what comes before the first."""
        if self.run is None or self.run.machine.program.main < 0:
            return 0
        return int(self.run.state.runs[self.run.machine.program.main])


def called(run: Run, record: Record) -> str:
    """A call as the key of a die has it: its name, and what it is called with."""
    procedure = next((p for p in run.program.procedures if p.place == record.place and p.name == record.name), None)
    args = record.data.get("args", {})
    if procedure is None or not args:
        return record.name
    said = [
        run.machine.row_key(param.domain, args[param.name]) if param.domain >= 0 and not param.is_set else str(args[param.name])
        for param in procedure.params
    ]
    return f"{record.name}({', '.join(said)})"
