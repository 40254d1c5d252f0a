"""Saved matches: seed and answers, checked when they are read."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from arbitre.dsl.cache.careful import content_of, replace_whole
from arbitre.dsl.core import Program
from arbitre.dsl.diagnostics.position import NOWHERE
from arbitre.dsl.diagnostics.said import phrase
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match import older
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.fast_forward import stand
from arbitre.interpreter.match.match import Given, Match
from arbitre.interpreter.match.past import CHANGED, Mark, is_mark, mark, place
from arbitre.interpreter.match.start import start_of
from arbitre.interpreter.state.dice import KEYED, SINGLE, STREAMS
from arbitre.interpreter.state.errors import AnswerError, RulebookError, SaveError

FORMAT = 2  # 1: without ‘dice’, which came one by one from the seed
BY_POST = "match by post"  # the kind of the files that hold one
MAX_BYTES = 20_000_000


def to_data(match: Match) -> dict[str, Any]:
    """A match as plain data: what it takes to play it again, and the digest it must then have."""
    data = {
        "format": FORMAT,
        "game": match.program.name,
        "version": match.program.version,
        "options": match.program.options,
        "extensions": match.extensions,
        "seed": match.tape.seed,
        "dice": match.tape.stream,
        "record": match.kept,
        "answers": [[a.seat, a.decision, a.choice, a.key] for a in match.tape.answers],
        "open": [[list(path), given] for path, given in sorted(match.answers.given.items())],
        "digest": match.digest(),
    }
    if match.source:
        data["from"] = match.source
    if match.sides:
        data["sides"] = match.sides
    if (start := start_of(match.machine)) is not None:
        data["start"] = start.name
    if (told := mark(match)) is not None:
        data["told"] = told
    data |= older.kept(match.program)
    return {**data, "seal": seal(data)}


def seal(data: dict[str, Any]) -> str:
    """A checksum of everything else: an edited file is told from a whole one, open answers included."""
    body = {key: value for key, value in data.items() if key != "seal"}
    text = json.dumps(body, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()  # half a sign can be read from JSON, if not written


def as_text(match: Match) -> str:
    """A match as its file holds it."""
    return json.dumps(to_data(match), ensure_ascii=False, indent=1)


def save(match: Match, path: Path) -> None:
    """Writes a match so that a crash leaves either the old file or the new one, whole."""
    replace_whole(path, as_text(match).encode("utf-8"), private=True)


def read(path: Path) -> dict[str, Any]:
    """The data of a saved match, checked for form; :class:`SaveError` says what is wrong."""
    try:
        held = content_of(path, MAX_BYTES)
        if held is None:
            raise SaveError("unreadable", phrase("‘{0}’ is too large to be a saved match", path))
        data = json.loads(held.decode("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise SaveError("unreadable", phrase("‘{0}’ cannot be read: {1}", path, why(error))) from None
    except (ValueError, RecursionError):
        raise SaveError("damaged", phrase("‘{0}’ is not a saved match, or it is cut short", path)) from None
    return checked(data, str(path))


def why(error: OSError | UnicodeDecodeError) -> str:
    """What the system says of a file, in words that can be told in another language."""
    if isinstance(error, FileNotFoundError):
        return phrase("there is no such file")
    if isinstance(error, IsADirectoryError):
        return phrase("it is a folder")
    return phrase("its owner does not allow it") if isinstance(error, PermissionError) else str(error)


def checked(data: object, name: str) -> dict[str, Any]:
    """The data of a saved match, checked for form; ``name``: of its file.  :class:`SaveError` says what is wrong."""
    if not isinstance(data, dict) or "format" not in data:
        raise SaveError("damaged", phrase("‘{0}’ is not a saved match", name))
    if data.get("kind") == BY_POST:
        raise SaveError("post", phrase("‘{0}’ is a match by post: use ‘arbitre post’, as in ‘arbitre post report {0}’", name))
    if data["format"] not in (1, FORMAT) or type(stream_of(data)) is not int or stream_of(data) not in STREAMS:
        held = data["format"] if data["format"] != FORMAT else f"{FORMAT}.{data['dice']}"
        raise SaveError(
            "format",
            phrase(
                "‘{0}’ has format {1}, and this version of Arbitre reads formats 1 to {2}: open it with a newer version", name, held, FORMAT
            ),
        )
    kinds = {
        "game": str, "version": str, "options": dict, "extensions": list, "seed": int, "answers": list, "open": list, "digest": str,
    }  # fmt: skip
    for key, kind in kinds.items():
        if not isinstance(data.get(key), kind) or isinstance(data.get(key), bool):
            raise SaveError("damaged", phrase("‘{0}’ is damaged: its ‘{1}’ is missing or wrong", name, key))
    if data.get("seal") != seal(data):
        raise SaveError("damaged", phrase("‘{0}’ has been changed since it was saved", name))
    if holds_half_signs(data):
        raise SaveError("damaged", phrase("‘{0}’ is damaged: it contains characters that are not text", name))
    record = data.get("record")
    if record is not None and not is_record(record):
        raise SaveError("damaged", phrase("‘{0}’ is damaged: its ‘record’ is wrong", name))
    sides = data.get("sides", {})
    if not isinstance(sides, dict) or not all(isinstance(kind, str) for kind in sides.values()):
        raise SaveError("damaged", phrase("‘{0}’ is damaged: its ‘{1}’ are wrong", name, "sides"))
    if not older.is_kept(data):
        raise SaveError("damaged", phrase("‘{0}’ is damaged: its ‘{1}’ are wrong", name, "rules"))
    for key in ("start", "from"):
        if not isinstance(data.get(key, ""), str):
            raise SaveError("damaged", phrase("‘{0}’ is damaged: its ‘{1}’ is missing or wrong", name, key))
    for key in ("options", "extensions"):
        said = list(data[key].values()) if key == "options" else data[key]
        if not all(isinstance(value, str) for value in said):
            raise SaveError("damaged", phrase("‘{0}’ is damaged: its ‘{1}’ are wrong", name, key))
    for answer in data["answers"]:
        if not (isinstance(answer, list) and len(answer) == 4 and all(isinstance(answer[i], int) for i in (0, 2))):
            raise SaveError("damaged", phrase("‘{0}’ is damaged: an answer is not valid", name))
    if "told" in data and not is_mark(data["told"], len(data["answers"])):
        raise SaveError("damaged", phrase("‘{0}’ is damaged: its ‘{1}’ are wrong", name, "told"))
    for item in data["open"]:
        if not (isinstance(item, list) and len(item) == 2 and all(isinstance(part, list) for part in item)):
            raise SaveError("damaged", phrase("‘{0}’ is damaged: an open answer is not valid", name))
        if not all(isinstance(n, int) for part in item for n in part):
            raise SaveError("damaged", phrase("‘{0}’ is damaged: an open answer is not valid", name))
    return data


def stream_of(data: dict[str, Any]) -> Any:
    """In which way dice come from the seed of a saved match."""
    return data.get("dice", SINGLE) if data["format"] == FORMAT else SINGLE


def holds_half_signs(data: object) -> bool:
    """Is half of a two-part sign somewhere in it?  It cannot be written or shown."""
    return any("\ud800" <= sign <= "\udfff" for sign in json.dumps(data, ensure_ascii=False))


def is_record(record: object) -> bool:
    """Has it the form of what passes from match to match: for each kind its rows, each once, and what each has?"""
    kinds = record.get("kinds", {}) if isinstance(record, dict) else None
    if not isinstance(kinds, dict):
        return False
    for rows in kinds.values():
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            return False
        numbers = [row.get("row") for row in rows]
        if not all(type(number) is int for number in numbers) or len(set(numbers)) != len(numbers):
            return False
        if not all(isinstance(value, int) for row in rows for value in row.values()):
            return False
    return True


def resume(
    data: dict[str, Any], program: Program | Machine, trace: bool = True, executor: str = "", watch: Callable[[Match], object] | None = None
) -> Match:
    """A saved match where it stood, checked to be the same; one that was begun by earlier rules is played again, and says ``since``.

    The compiled executor plays it as far as nobody is told of it: to its end without ``trace``, else to its
    :func:`~arbitre.interpreter.match.past.mark`; what
    came before is told when somebody asks.  Without compiled code the interpreter plays all of it.  ``watch``: sees the match before it
    begins.
    """
    machine = program if isinstance(program, Machine) else machine_of(program)
    known = machine.program
    if data["game"] != known.name:
        raise SaveError("game", phrase("this is a match of ‘{0}’, not of ‘{1}’", data["game"], known.name))
    start = start_of(machine)
    if data.get("start", "") != (start.name if start is not None else ""):
        raise SaveError("start", phrase("this match does not begin with ‘{0}’, as it did when it was saved", data.get("start", "")))
    saved = _Saved(data, machine, trace, watch)
    if data["version"] != known.version:
        other = saved.begun()
        other.since = older.again(data, other)
        return with_parts(other, data)
    try:
        match = saved.at_mark(executor)
        if match is None or not saved.is_that(match):
            match = saved.from_start(len(data["answers"]))
            saved.answer_open(match)
    except (RulebookError, AnswerError) as error:
        raise SaveError("damaged", phrase("this match cannot be played again: {0}", error)) from None
    if not saved.is_that(match):
        raise SaveError("damaged", CHANGED)
    return with_parts(match, data)


def with_parts(match: Match, data: dict[str, Any]) -> Match:
    """The match with what its file says besides: its extensions, who plays, where its rulebook lies."""
    match.extensions, match.sides, match.source = list(data["extensions"]), dict(data.get("sides", {})), data.get("from", "")
    return match


def as_of(match: Match, answers: int, watch: Callable[[Match], object] | None = None) -> Match:
    """A match as it was after so many answers, made again of its tape.

    Raises:
        RulebookError: that cannot be.
    """
    given = [[a.seat, a.decision, a.choice, a.key] for a in match.tape.answers[:answers]]
    data: dict[str, Any] = {
        "format": FORMAT,
        "seed": match.tape.seed,
        "dice": match.tape.stream,
        "record": match.kept,
        "answers": given,
        "open": [],
    }
    if (told := mark(match)) is not None and told["answers"] <= answers:
        data["told"] = told
    saved = _Saved(data, match.machine, match.run.log is not None, watch)
    return saved.at_mark("") or saved.from_start(answers)


class _Saved:
    """The data of a match, and how it is played again."""

    def __init__(self, data: dict[str, Any], machine: Machine, trace: bool, watch: Callable[[Match], object] | None) -> None:
        self.data, self.machine, self.trace, self.watch = data, machine, trace, watch
        self.choices = [answer[2] for answer in data["answers"]]

    def begun(self) -> Match:
        """The match before its first statement."""
        data = self.data
        match = Match(self.machine, data["seed"], data.get("record"), trace=self.trace, start=False, stream=stream_of(data))
        if self.watch is not None:
            self.watch(match)
        return match

    def from_start(self, answers: int) -> Match:
        """Played by the interpreter as far as so many answers go."""
        match = self.begun()
        match.answers.script = self.choices[:answers]
        match.begin()
        if len(match.tape.answers) != answers:
            raise RulebookError("the answers do not fit the questions of this match", NOWHERE)
        return match

    def at_mark(self, executor: str) -> Match | None:
        """Put where it stood by the compiled executor, and played from there; None where that cannot be."""
        data = self.data
        told: Mark = data.get("told", {"answers": 0, "told": []}) if self.trace else {"answers": len(self.choices), "told": []}
        count = told["answers"] if stream_of(data) == KEYED else 0
        if not count:
            return None
        match = self.begun()
        found = stand(self.machine, match.state, data["seed"], self.choices[:count], executor)
        given = [Given(*answer) for answer in data["answers"][:count]]
        if found is None or found.seats != tuple(one.seat for one in given) or not all(isinstance(one.key, str) for one in given):
            return None
        place(match, found, given, {audience: records for audience, records in told["told"]}, lambda: self.from_start(count))
        match.answers.script = self.choices[count:]
        try:
            match.go_on()
            self.answer_open(match)
        except (RulebookError, AnswerError):  # the interpreter says what is wrong
            return None
        return match if len(match.tape.answers) == len(self.choices) else None

    def answer_open(self, match: Match) -> None:
        """Gives the answers of the statement that waits for others."""
        for path, given in self.data["open"]:
            match.answers.given[tuple(path)] = list(given)
        if self.data["open"]:
            match.requests = []
            match.go_on()

    def is_that(self, match: Match) -> bool:
        """Is it as it was when it was saved?"""
        return match.digest() == self.data["digest"] and [a.key for a in match.tape.answers] == [a[3] for a in self.data["answers"]]
