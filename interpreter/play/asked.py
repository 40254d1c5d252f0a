"""What a position asks, in the words of a rulebook: names of answers, no titles."""

from __future__ import annotations

from dataclasses import dataclass
from struct import unpack

from arbitre.dsl.core import NONE
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.wasm.run.runtime import Runner

Noted = tuple[int, tuple[int, ...], bytes]  # the number of a question, whose part it is of what is done together, the options as numbers


@dataclass(frozen=True, slots=True)
class Asked:
    """The question of a position.

    Attributes:
        decision: What is decided, as the rulebook calls it; nothing where nobody is asked any more.
        keys: What its answers are called, in their order.
        action: The action whose parameter it asks for; nothing if it asks for none.
        parts: Where it is asked within ``for each ... together``, whose part it is: the number of that row, of each such loop around it,
            the outermost first.
    """

    decision: str = ""
    keys: tuple[str, ...] = ()
    action: str = ""
    parts: tuple[int, ...] = ()


def noted(runner: Runner, options: int) -> Noted | None:
    """What a module noted of the question at which its match waits; None where it has no names for the options."""
    number = runner.number("QUESTION")
    if number == NONE:
        return None
    at = runner.at["KEYS"]
    return number, runner.numbers(runner.at["PART_ROWS"], runner.number("QUESTION_DEEP")), bytes(runner.view[at : at + 8 * options])


def named(machine: Machine, runner: Runner, found: Noted) -> Asked:
    """The same in words."""
    question, parts = runner.shape.questions[found[0]], found[1]
    options = unpack(f"<{len(found[2]) // 8}q", found[2])
    keys = tuple(question.silent if option == NONE else _key(machine, question.kind, question.names, option) for option in options)
    return Asked(question.decision, keys, question.action, parts)


def _key(machine: Machine, kind: int, names: tuple[str, ...], option: int) -> str:
    if names:
        return names[option]
    return machine.row_key(kind, option) if kind != NONE else str(option)


def first_of(match: Match) -> Asked:
    """The first question of a match."""
    if not match.requests:
        return Asked()
    request = match.requests[0]
    keys, action = tuple(option.key for option in request.options), dict(request.about).get("action", "")
    return Asked(request.decision, keys, action, request.path[1::2])
