"""Functions that runtime routines call and whose code comes from elsewhere.

The rules provide some; of others the runtime has variants, of which :mod:`arbitre.interpreter.wasm.runtime.assembly` chooses one for each
module that is built.
"""

from __future__ import annotations

from arbitre.interpreter.wasm.routines.machine import provided

# ------------------------------------------------------------------------------------ variants


@provided
def give_up(code: int, where: int) -> None:
    """Stops the module, or in a trial of a bot only what is tried.  ``code``: a :class:`StopReason`; ``where``: the place in the rules."""


@provided
def decide(seat: int, count: int) -> int:
    """The answer of a seat to a question with so many options."""
    raise NotImplementedError


@provided
def decide_plainly(seat: int, count: int, plain: int, kept: int) -> int:
    """The same where bots take only some: ``plain`` of the options, whose positions stand at ``kept``."""
    raise NotImplementedError


@provided
def wants_heuristics(seat: int) -> int:
    """Are heuristics wanted of the options of the question that comes now?"""
    raise NotImplementedError


@provided
def begin_heuristics(count: int, rated: int) -> None:
    """Begins to note heuristics of so many options; ``rated``: does the rulebook state appeals of them?"""


@provided
def next_face(size: int, label: int, occasion: int) -> int:
    """One die of so many faces, from 0 on, thrown for something: the number of its name, and its occasion."""
    raise NotImplementedError


@provided
def random_faces(size: int, occasion: int) -> int:
    """The same by chance."""
    raise NotImplementedError


@provided
def set_up() -> None:
    """The setup of a match."""


@provided
def play(most: int) -> int:
    """Goes on for so many statements at most; 1 if there is more to do."""
    raise NotImplementedError


# ------------------------------------------------------------------------------------ provided by the rules


@provided
def check_laws() -> None:
    """Looks again at the invariants whose columns have changed."""


@provided
def begin_main() -> None:
    """Begins the next round."""


@provided
def do_setup() -> None:
    """Carries out a setup that is an event."""


@provided
def close_match() -> None:
    """Carries out the close of a match."""


@provided
def straight_main() -> None:
    """A round without a stop."""


@provided
def note_cell(field: int, row: int) -> None:
    """A cell has changed, where it is counted who bears what."""


@provided
def call_due(procedure: int, given: int) -> None:
    """Carries out a rule that was put off."""


@provided
def worth_of(seat: int) -> int:
    """How a seat stands, by the value ``worth`` of the rulebook."""
    raise NotImplementedError


@provided
def find_unseen_cells(seat: int) -> None:
    """Notes the cells that a seat does not see."""


@provided
def check_sampled() -> int:
    """Marks sampled cells that break an invariant; are there any?"""
    raise NotImplementedError


@provided
def siphash(key: int, other_half: int, one: int, two: int) -> int:
    """SipHash-2-4 of two words, under a key of two words."""
    raise NotImplementedError


@provided
def begin_digest() -> None:
    """The state that a BLAKE2b digest begins with."""


@provided
def compress(length: int, last: int) -> None:
    """One block of a BLAKE2b digest; ``last`` is -1 for the last."""


# of a search over a board


@provided
def leads_of(cell: int) -> int:
    """The cells that steps lead to as things stand, as a set."""
    raise NotImplementedError


@provided
def entered_by(cell: int, other: int) -> int:
    """What the board asks for a step as things stand; 0 where none leads."""
    raise NotImplementedError


@provided
def price_of(given: int, cell: int, other: int) -> int:
    """What a step costs."""
    raise NotImplementedError


@provided
def walk_of(start: int, budget: int, avoided: int, given: int, goal: int, found: int) -> None:
    """The search that ``walk_unevenly`` was written as."""
