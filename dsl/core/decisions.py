"""Statements of the core that ask a seat."""

from __future__ import annotations

from dataclasses import dataclass

from arbitre.dsl.core.data import NONE
from arbitre.dsl.core.expressions import Expr
from arbitre.dsl.core.statements import Piece, Stmt
from arbitre.dsl.core.texts import Text

MOST_NUMBERS = 2_000  # offered in one list


@dataclass(frozen=True, slots=True)
class Choose(Stmt):
    """``chooser`` (a seat) picks one of ``options``: a mask of rows, or the numbers ``low`` to ``high`` by ``step``.

    ``decline``: "none" is offered last, as the value -1.  ``default``: the value taken when the seat stays silent (a forfeit
    or time-out given by the referee), else the last option.  No options: ``slot`` becomes none, nobody is asked.  One
    option and no ``decline``: taken without asking.  ``decision`` indexes Program.decisions.
    """

    slot: int
    chooser: Expr
    decision: int
    options: Expr | None
    low: Expr | None = None
    high: Expr | None = None
    decline: bool = False
    default: Expr | None = None
    secret: bool = False
    appeal: Expr | None = None  # how much a bot likes a candidate, which ``slot`` holds
    domain: int = NONE  # what the options are rows of
    asks: tuple[Piece, ...] = ()  # the question as it is put
    step: int = 1


@dataclass(frozen=True, slots=True)
class Branch:
    """One of the named answers of a :class:`ChooseBranch`: offered where its test holds, its body run when it is taken."""

    name: str
    title: Text
    test: Expr | None
    body: tuple[Stmt, ...]
    appeal: Expr | None = None  # how much a bot likes it; 0 where the rulebook does not say


@dataclass(frozen=True, slots=True)
class ChooseBranch(Stmt):
    """``chooser`` picks one of the named branches whose test holds, and its body runs.  ``may x:`` is yes / no."""

    chooser: Expr
    decision: int
    branches: tuple[Branch, ...]
    secret: bool = False
    asks: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class Act(Stmt):
    """``chooser`` takes actions offered in step ``offer``, done at once, again and again until "done" is chosen.

    At most ``budget`` times, ``until`` the test is false.  ``actor``: only actions of that row, which is of ``kind``; else of any row the
    seat commands.  Asked in stages: action with actor, then each parameter; only completable options are offered.
    ``must``: "done" is not offered while an action is possible.
    """

    chooser: Expr
    offer: str
    actor: Expr | None
    budget: Expr
    test: Expr | None
    decision: int
    must: bool = False
    asks: tuple[Piece, ...] = ()
    kind: int = NONE


@dataclass(frozen=True, slots=True)
class GiveOrders(Stmt):
    """``chooser`` gives orders among the actions offered in ``offer`` until "done": stored as rows of Program.orders.

    Actions whose ``at_once`` is true are executed at once instead of being stored.
    """

    chooser: Expr
    offer: str
    decision: int
    secret: bool
    asks: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class Perform(Stmt):
    """Executes the pending orders of ``action`` whose actor (in ``slot``) passes ``where``, in row order of the actors."""

    action: int
    slot: int
    where: Expr | None
