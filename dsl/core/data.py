"""Data of a program: texts, domains, columns, and who sees them."""

from __future__ import annotations

from dataclasses import dataclass, field

from arbitre.dsl.core.expressions import Expr
from arbitre.dsl.core.texts import Text as Text
from arbitre.dsl.diagnostics.position import Place
from arbitre.graphs.board import Board

NONE = -1
NARROWS = "_with_"  # begins the names of columns that hold what a step is acted in ``with``


@dataclass(slots=True)
class Domain:
    """A finite type: the rows of a kind.  ``dynamic`` rows exist only once created (see :class:`Create`)."""

    index: int
    name: str
    size: int
    rows: list[str]  # row names, "" when a row has none (then shown as "piece 3")
    titles: list[Text]  # one a row; for dynamic kinds one shared title may be repeated
    dynamic: bool = False
    board: Board | None = None  # when the rows are cells
    joined: int = NONE  # of cells: the value that says to which a step leads as things stand; NONE: the board stands still
    open_when: int = NONE  # of links: the condition under which one can be taken
    priced: int = NONE  # of cells: the value that says what a step into one costs, or a step from one to the next
    owned_by: int = NONE  # the value that says whose a row is, as things stand; NONE: the first field that holds a side
    title: Text = field(default_factory=Text)
    seat: bool = False  # rows of this kind answer requests (exactly one domain of a game)
    alive: int = NONE  # for dynamic kinds: the flag field that says which rows exist
    label: int = NONE  # field index whose value names the row best (a role, a profile), or NONE
    place: Place | None = None
    seen: list[Seen] = field(default_factory=list)  # who sees *which* row it is; others see it without its number
    kept: bool = False  # its rows pass from match to match
    sign: str = ""  # what its rows are drawn as on boards, with their number
    signs: list[str] = field(default_factory=list)  # and rows that have a sign of their own; "" for the others

    @property
    def cells(self) -> Board:
        """The board, of a kind whose rows are cells."""
        assert self.board is not None, self.name
        return self.board


@dataclass(slots=True)
class Field:
    """A column: one integer per row of ``domain``.  ``constant`` columns never change and stand outside the state."""

    index: int
    domain: int
    name: str
    low: int
    high: int  # for sets: low = 0, high = 2**size - 1
    default: int
    is_set: bool = False
    target: int = NONE  # domain of the rows it refers to (or holds, for a set); NONE for numbers
    is_flag: bool = False
    values: list[int] | None = None  # constant columns: the data
    start: list[int] | None = None  # mutable columns whose rows begin with different values
    seen: list[Seen] = field(default_factory=list)  # who sees it; empty means everyone
    kept: bool = False  # carried from match to match
    reported: bool = False  # a count that reports of a match begin with
    title: Text = field(default_factory=Text)
    place: Place | None = None

    @property
    def given(self) -> list[int] | None:
        """What each row has as a match begins, whether or not a rule changes it; None where all begin alike."""
        return self.values if self.values is not None else self.start


@dataclass(slots=True)
class Seen:
    """One ``seen by`` line.  ``audience`` and ``when`` are evaluated with the row in slot 0: a mask of seats, a flag."""

    audience: Expr
    when: Expr | None
    slots: int  # size of the frame the two expressions need
