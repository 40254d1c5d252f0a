"""A match that was begun by an earlier version of its rules: played again by those of now as far as its answers fit.

What is saved holds, beside the tape, the version of the game and a short fingerprint of every rule.  So whoever opens it later is told
which rules have changed since; texts, titles and comments are no rules.
"""

from __future__ import annotations

import base64
import hashlib
import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from arbitre.dsl.core import Program
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.source.quotes import TEXT, said
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.errors import AnswerError, RulebookError, SaveError

MOST = 2_000_000  # bytes of fingerprints that anybody would believe
_NOTHING = re.compile(r"(?:extends|translation|scenario|setting|clause|chapter|look|always|gone)\b")
_NAMED = re.compile(r"(?:replace +)?(event|action|agenda|test|contest|table of|table|kind|let|option|ranking|map|part) +([^\W\d]\w*)")
_HOOK = re.compile(r"(?:before|after|instead of|adjust|insert after|insert before|remove|replace|reschedule) +([\w.]+)")
_CONDITION = re.compile(r"[^\W\d]\w* is ([^\W\d]\w*)")
_MEMBER = re.compile(r"[^\W\d]\w* +([^\W\d]\w*)")
_PLAIN = re.compile(rf"{TEXT}|#[^\n]*|\[[A-Z][A-Z0-9]*-[^\]]*\]")
_SAID = re.compile(rf"\b([a-z]{{2,3}}) +({TEXT})")


@dataclass(frozen=True, slots=True)
class Since:
    """What is different from when a match was begun.

    ``before``, ``now``: versions of the game; ``changed``, ``fresh``, ``gone``: names of rules, with their titles by language where
    they have some; ``same``: the match stands as it stood; ``orders``: secret ones have to be given again.
    """

    game: str
    before: str
    now: str
    changed: tuple[tuple[str, Mapping[str, str]], ...] = ()
    fresh: tuple[tuple[str, Mapping[str, str]], ...] = ()
    gone: tuple[str, ...] = ()
    same: bool = True
    orders: bool = False


@dataclass(slots=True)
class _Rule:
    text: list[str] = field(default_factory=list)
    titles: dict[str, str] = field(default_factory=dict)


def kept(program: Program) -> dict[str, Any]:
    """What a saved match says of its rules."""
    return {"release": program.release, "rules": _packed(tuple(sorted(program.sources.items())))}


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
                "this match was begun with {0} {1}, and here is {0} {2}: they part at answer {3}, in turn {4}, where {5} answered ‘{6}’. "
                "To go on with it, play it with {0} {1}{7}",
                program.name, before, now, number, match.turn, shown, str(key).replace("_", " "), where_from(program, before),
            )) from None  # fmt: skip
    rules = _rules(program)
    marks = _marks_of(rules)
    names = {name: rule.titles for name, rule in rules.items()}
    changed = tuple((name, _titles(name, names)) for name in marks if name in then and then[name] != marks[name])
    fresh = tuple((name, _titles(name, names)) for name in marks if name not in then)
    gone = tuple(name for name in then if name not in marks)
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


def _titles(name: str, known: Mapping[str, Mapping[str, str]]) -> Mapping[str, str]:
    """What a rule is called: by itself, or after what it joins."""
    last = name.rpartition(" ")[2].partition(".")[0]
    return known.get(name) or next((titles for other, titles in known.items() if titles and other.rpartition(" ")[2] == last), {})


def _unpacked(text: str) -> dict[str, str]:
    try:
        held = zlib.decompressobj().decompress(base64.b85decode(text), MOST).decode()
    except (ValueError, zlib.error):
        return {}
    return dict(line.rsplit("=", 1) for line in held.split("\n") if "=" in line)


@lru_cache(maxsize=4)
def _packed(sources: tuple[tuple[str, str], ...]) -> str:
    marks = "\n".join(f"{name}={mark}" for name, mark in sorted(_marks_of(_read(sources)).items()))
    return base64.b85encode(zlib.compress(marks.encode(), 9)).decode()


def _marks_of(rules: Mapping[str, _Rule]) -> dict[str, str]:
    """A fingerprint of each."""
    return {name: hashlib.sha256("\n".join(sorted(rule.text)).encode("utf-8", "surrogatepass")).hexdigest()[:6]
            for name, rule in rules.items()}  # fmt: skip


def _rules(program: Program) -> dict[str, _Rule]:
    return _read(tuple(sorted(program.sources.items())))


@lru_cache(maxsize=4)
def _read(sources: tuple[tuple[str, str], ...]) -> dict[str, _Rule]:
    """Every rule of some files, by its name: its text without words and comments, and its title."""
    out: dict[str, _Rule] = {}
    for _, text in sources:
        for block in _blocks(text):
            name = _name(block)
            if not name:
                continue
            rule = out.setdefault(name, _Rule())
            rule.text.append(" ".join(_PLAIN.sub(" ", block).split()))
            titled = next((line for line in block.split("\n")[1:3] if line.strip().startswith("title ")), "")
            for language, words in _SAID.findall(titled):
                rule.titles.setdefault(language, said(words))
    return out


def _blocks(text: str) -> Iterator[str]:
    """The declarations of a file: what begins at the margin, with all that is indented below it."""
    held: list[str] = []
    for line in text.split("\n"):
        if line[:1].strip() and line[0] != "#":
            yield "\n".join(held)
            held = [line]
        elif held:
            held.append(line)
    yield "\n".join(held)


def _name(block: str) -> str:
    head = block.split("\n", 1)[0]
    if not head or _NOTHING.match(head):
        return ""
    if head.startswith("game "):
        return "game"
    found = _NAMED.match(head)
    if found:
        return f"{found[1]} {found[2]}"
    for pattern in (_HOOK, _CONDITION, _MEMBER):
        if found := pattern.match(head):
            return f"{head.split()[0]} {found[1]}"
    return ""
