"""Move generation for whole sets of rows: the candidates for a parameter of an action are computed as one bit mask.

Take an action from ``origin`` to ``target``.  ``when origin.man is player`` would be evaluated for each of 64 squares;
:func:`with_candidates` makes it a search that yields the squares with a man of the player as one word.  :class:`Complete` goes one step
further: the origins for which there is a target at all are a word too, so that no targets are enumerated to find out which origins have a
legal move.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import free_slots, speaks_of
from arbitre.interpreter.analysis.slots import ranks_of, tests_by_rank
from arbitre.interpreter.plan.bits import is_of_pieces, is_one_word
from arbitre.interpreter.plan.rewrite import Rewriter, Slots, Values, all_of, conjuncts_of

MOST = 400  # steps that the mask of completable rows may cost; enumerating is cheaper than more, since it ends at the first legal move


class Apart(Protocol):
    """A search as a call of a vectorized function; None if it cannot be vectorized, or costs more than ``most`` steps."""

    def __call__(self, e: core.Query, slots: Slots, most: int = ...) -> core.Expr | None: ...


@dataclass(slots=True)
class Completable(core.Action):
    """An action for which it can be tested, before later parameters are chosen, whether there is a legal choice for them.

    ``complete``: pairs of the position of a parameter and a condition on it and on the parameters chosen before it.  The condition holds if
    there are legal values for all parameters after it.  It is evaluated after the tests of that parameter.
    """

    complete: tuple[tuple[int, core.Expr], ...] = ()


def with_candidates(r: Rewriter, action: core.Action, apart: Apart) -> core.Action:
    """The action with vectorized searches as the sources of its parameters, and without the conditions that these searches include."""
    p = r.program.procedures[action.procedure]
    values, when, known = list(action.values), list(action.when), [p.params[action.actor]]
    for position, param in enumerate(p.params):
        if position == action.actor:
            continue
        source, before = values[position], _rows(known)
        known.append(param)
        slots = {one.slot: Values(one.domain) for one in before}
        if source is None or param.domain == NONE or r.kind_of(source) != param.domain or not free_slots(source) <= set(slots):
            continue
        usable = [test for test, _ in when if free_slots(test) <= {*slots, param.slot} and speaks_of(test, param.slot)]
        asked = [item for test in usable for item in conjuncts_of(test)]
        if not isinstance(source, core.Rows) and [type(item) for item in asked] == [core.In]:
            continue  # to ask it of the few there are is as quick
        found = apart(core.Query(p.place, "set", source, param.slot, all_of(asked)), slots)
        if found is not None:
            values[position] = found
            when = [(test, at) for test, at in when if not any(test is item for item in usable)]
    return replace(action, values=values, when=when)


class Complete:
    """Makes the actions of one program :class:`Completable`.

    ``apart``: vectorizes a search whose result is a set of rows.
    ``given``: vectorizes a condition on a given row; None if that is not possible.
    ``asked``: a condition in a form that an action may have, which has no slots for searches.
    """

    def __init__(
        self,
        r: Rewriter,
        apart: Apart,
        given: Callable[[core.Query, Slots], core.Expr | None],
        asked: Callable[[core.Expr, Slots], core.Expr],
    ) -> None:
        self.r, self.apart, self.given, self.asked = r, apart, given, asked

    def action(self, action: core.Action, made: core.Action) -> core.Action:
        """``made``, which is ``action`` after :func:`with_candidates`, as a :class:`Completable` if anything can be vectorized."""
        p = self.r.program.procedures[action.procedure]
        rank = ranks_of(action, len(p.params))
        tests = tests_by_rank(action, rank, len(p.params))
        values, when, found = list(made.values), list(made.when), dict[int, core.Expr]()
        rest: core.Expr | None = None  # there are legal values for all parameters after the rank
        for at in range(len(rank) - 2, -1, -1):
            param, after = p.params[rank[at]], p.params[rank[at + 1]]
            source = action.values[rank[at + 1]]
            if after.domain == NONE or source is None:
                break
            asked = core.Query(p.place, "any", source, after.slot, all_of([*tests[at + 1], *([] if rest is None else [rest])]))
            rest = asked
            slots = {one.slot: Values(one.domain) for one in _rows([p.params[n] for n in rank[: at + 1]])}
            if not free_slots(rest) <= set(slots):
                break
            if at:
                whole = self.whole(values[rank[at]], action.values[rank[at]], param, [*tests[at], rest], slots)
                if whole is not None:
                    values[rank[at]], found[rank[at]] = whole, core.Const(p.place, 1)
                    when = [(test, n) for test, n in when if not any(test is item for item in tests[at])]
                    rest = core.Query(p.place, "any", whole, param.slot, None)
                    continue
            known = self.condition(rest, param, slots)
            if known is not None:
                found[rank[at]] = known
        if not found:
            return made
        parts = {name: getattr(made, name) for name in core.Action.__dataclass_fields__}
        return Completable(**{**parts, "values": values, "when": when}, complete=tuple(found.items()))

    def whole(
        self, found: core.Expr | None, source: core.Expr | None, param: core.Param, tests: list[core.Expr], slots: Slots
    ) -> core.Expr | None:
        """The values of a parameter that satisfy its tests and leave legal values for the later ones, as one vectorized search.

        None if the parameter is no cell of a small board, if the search depends on something else, or if it costs too much.
        """
        if found is None or source is None or not self.is_of_cells(param.domain):
            return None
        before = {slot: values for slot, values in slots.items() if slot != param.slot}
        asked = core.Query(found.place, "set", source, param.slot, all_of([item for test in tests for item in conjuncts_of(test)]))
        return self.apart(asked, before, MOST) if free_slots(asked) <= set(before) else None

    def condition(self, rest: core.Query, param: core.Param, slots: Slots) -> core.Expr | None:
        """The condition on a parameter that there are legal values for the later ones, vectorized; None if that is not possible.

        ``rest``: the search for such values.
        """
        if param.domain == NONE or param.is_set:
            return None
        here = core.Local(rest.place, param.slot)
        if self.is_of_cells(param.domain):
            rows = self.whole(rest, core.Rows(rest.place, param.domain), param, [rest], slots)
            return None if rows is None else core.In(rest.place, here, rows)
        if rest.where is None and isinstance(rest.source, core.Apply):
            return self.asked(rest, slots)
        return self.given(rest, slots) if is_of_pieces(self.r.program.domains[param.domain]) else None

    def is_of_cells(self, kind: int) -> bool:
        """Is it a kind of cells of a board of at most 64, so that a set of them is one word?"""
        return kind != NONE and is_one_word(self.r.program.domains[kind])


def _rows(params: list[core.Param]) -> list[core.Param]:
    """The parameters whose value is a row."""
    return [one for one in params if one.domain != NONE and not one.is_set]


__all__ = ["Completable", "Complete", "with_candidates"]
