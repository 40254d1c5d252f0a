"""A match that was begun by an earlier version of its rules: played again by those of now as far as its answers fit.

What is saved holds, beside the tape, the version of the game and a short fingerprint of every rule.  So whoever opens it later is told
which rules have changed since; texts, titles and comments are no rules.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from arbitre.dsl.core import Program, RuleMark
from arbitre.dsl.diagnostics.said import phrase
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.errors import AnswerError, RulebookError, SaveError

MOST = 2_000_000  # bytes of fingerprints that anybody would believe


@dataclass(frozen=True, slots=True)
class Since:
    """What is different from when a match was begun.

    ``before``, ``now``: versions of the game; ``changed``, ``fresh``: rules of now; ``gone``: names of rules of then; ``same``: the match
    stands as it stood; ``orders``: secret ones have to be given again.
    """

    game: str
    before: str
    now: str
    changed: tuple[RuleMark, ...] = ()
    fresh: tuple[RuleMark, ...] = ()
    gone: tuple[str, ...] = ()
    same: bool = True
    orders: bool = False


def kept(program: Program) -> dict[str, Any]:
    """What a saved match says of its rules."""
    return {"release": program.release, "rules": _packed(program.rules)}


def is_kept(data: Mapping[str, Any]) -> bool:
    """Has what is saved of the rules its form?  Matches of before have none."""
    return isinstance(data.get("release", ""), str) and isinstance(data.get("rules", ""), str)


def again(data: Mapping[str, Any], match: Match) -> Since:
    """Plays the answers of a match again, by the rules of the one that has just begun.

    Raises:
        SaveError: an answer does not fit, or nothing is known of the rules of then.
    """
    program = match.program
    then = _unpacked(str(data.get("rules", "")))
    if not then:
        raise SaveError(
            "version",
            phrase(
                "this match was played with version {0} of ‘{1}’, and the rulebook is now version "
                "{2}; play it with the rulebook it was made with",
                data["version"], program.name, program.version,
            ),
        )  # fmt: skip
    before, now = str(data.get("release") or data["version"]), program.release or program.version
    match.begin()
    for number, (seat, decision, _, key) in enumerate(data["answers"], 1):
        try:
            _answer(match, seat, decision, key)
        except (LookupError, RulebookError, AnswerError):
            shown = match.seat_name(seat) if isinstance(seat, int) and 0 <= seat < len(program.domains[program.seats].rows) else str(seat)
            raise SaveError("version", phrase(
                "this match was begun with {0} {1}, and this is {0} {2}, by whose rules answer {3} cannot be given: in turn "
                "{4}, {5} answered ‘{6}’. To go on with it, play it with {0} {1}{7}",
                program.name, before, now, number, match.turn, shown, str(key).replace("_", " "), where_from(program, before),
            )) from None  # fmt: skip
    changed = tuple(rule for rule in program.rules if then.get(rule.name, rule.mark) != rule.mark)
    fresh = tuple(rule for rule in program.rules if rule.name not in then)
    gone = tuple(sorted(then.keys() - {rule.name for rule in program.rules}))
    return Since(program.name, before, now, changed, fresh, gone, match.digest() == data["digest"] and not data["open"], bool(data["open"]))


def where_from(program: Program, before: str) -> str:
    """How somebody gets an earlier version of a game: a part of a sentence, or nothing where nobody can tell."""
    package = program.package
    if not package or not before[:1].isdigit():
        return ""
    if package.startswith("arbitre/"):
        return phrase(", in the Arbitre that it came with")
    return phrase(": ‘arbitre add {0}=={1}’", package, before)


def _answer(match: Match, seat: int, decision: str, key: str) -> None:
    """Gives an answer by what it says, not by its number among those that were offered.

    Raises:
        LookupError: nobody asks that, or it is not offered.
    """
    request = next((one for one in match.requests if one.seat == seat and one.decision == decision), None)
    if request is None:
        raise LookupError(decision)
    choice = next((number for number, option in enumerate(request.options) if option.key == key), None)
    if choice is None:
        raise LookupError(key)
    match.answer_all([(request, choice)])


def _unpacked(text: str) -> dict[str, str]:
    try:
        held = zlib.decompressobj().decompress(base64.b85decode(text), MOST).decode()
    except (ValueError, zlib.error):
        return {}
    return dict(line.rsplit("=", 1) for line in held.split("\n") if "=" in line)


@lru_cache(maxsize=4)
def _packed(rules: tuple[RuleMark, ...]) -> str:
    marks = "\n".join(f"{rule.name}={rule.mark}" for rule in sorted(rules, key=lambda rule: rule.name))
    return base64.b85encode(zlib.compress(marks.encode(), 9)).decode()
