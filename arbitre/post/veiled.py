"""Whose name is not told as long as a match waits for him: where whom a question is asked of may tell a secret, others are told that
orders are waited for, and no more.

Which questions these are is what ‘check’ finds out when it warns of them (V05); a line ``reveals`` beside a question says that it is none.
"""

from __future__ import annotations

import hashlib

from arbitre.dsl.core import Program
from arbitre.dsl.diagnostics.position import Place
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.requests import Request
from arbitre.interpreter.state.visibility import REFEREE

_FOUND: dict[int, tuple[Program, frozenset[Place]]] = {}  # by the identity of the program, which is kept so that no other has the same
MOST = 8  # programs kept


def is_veiled(match: Match, request: Request) -> bool:
    """May it tell a secret that this side is asked?"""
    return request.unseen and request.place in _telling(match.program)


def veiled_sides(match: Match) -> set[str]:
    """The sides of which nobody else may know that the match waits for them."""
    return {match.seat_name(request.seat) for request in match.requests if is_veiled(match, request)}


def named(sides: list[str], veiled: set[str], viewer: str | None) -> list[str]:
    """Those of some sides whose names a reader may learn: a side, nobody in particular (an empty name), or the referee (None)."""
    return [side for side in sides if viewer is None or side == viewer or side not in veiled]


def reader_of(match: Match, viewer: int | str) -> str | None:
    """A viewer as ``named`` has it."""
    return match.seat_name(viewer) if isinstance(viewer, int) else None if viewer == REFEREE else ""


def _telling(program: Program) -> frozenset[Place]:
    from arbitre.dsl.cache.remembered import remembered
    from arbitre.dsl.lint.flow.awaited import telling_questions

    known = _FOUND.get(id(program))
    if known is None or known[0] is not program:
        said = repr((sorted(program.sources.items()), sorted(program.options.items())))
        asked = hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()
        while len(_FOUND) >= MOST:
            del _FOUND[next(iter(_FOUND))]
        known = _FOUND[id(program)] = program, remembered("awaited", asked, lambda: telling_questions(program))
    return known[1]
