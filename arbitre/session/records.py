"""What passes from one match of a campaign to the next, kept by names: it outlives a member that is added before others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypedDict

from arbitre.dsl.cache.careful import content_of
from arbitre.dsl.core import NONE, Domain, Field
from arbitre.dsl.diagnostics.suggest import did_you_mean
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.campaigns import Kept, kept_key
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.save import seal
from arbitre.interpreter.state.masks import rows_of
from arbitre.opening.books import Refused, refused
from arbitre.opening.files import may_write, write_whole
from arbitre.words.phrases import reason

MAX_BYTES = 20_000_000
FORMAT = 1

Value = bool | int | str | list[str | int] | None  # yes or no, a number, the name of a row (or its number), several, none
Row = dict[str, Value]  # ``row``: its name, or its number where it has none; and its kept fields


class CampaignRecord(TypedDict):
    """What a match of a campaign leaves for the next one.

    Attributes:
        game: The name of the rulebook.
        kinds: For each kind that keeps something, its rows with the fields marked ``kept``, by name.
    """

    game: str
    kinds: dict[str, list[Row]]


def record_of(match: Match) -> CampaignRecord:
    """The record of a match, by names.  Rows that are created in play have none: they keep their numbers."""
    program, found = match.program, match.record()["kinds"]
    kinds: dict[str, list[Row]] = {}
    for domain in program.domains:
        rows = found.get(domain.name)
        if rows is not None:
            kinds[domain.name] = [
                {key: called(domain, value) if key == "row" else said(match.machine, column(program.fields, domain, key), value)
                 for key, value in row.items()}
                for row in rows
            ]  # fmt: skip
    return {"game": program.name, "kinds": kinds}


def column(fields: list[Field], domain: Domain, name: object) -> Field:
    """A kept field of a kind by its name; KeyError if it has none such."""
    for one in fields:
        if one.domain == domain.index and one.kept and one.values is None and kept_key(one.name) == name:
            return one
    raise KeyError(name)


def called(domain: Domain, row: int) -> str | int:
    return domain.rows[row] or row if not domain.dynamic and 0 <= row < len(domain.rows) else row


def said(machine: Machine, field: Field, value: int) -> Value:
    """A value of a field as the record has it."""
    if field.is_flag:
        return bool(value)
    if field.target == NONE:
        return value
    domain = machine.program.domains[field.target]
    if field.is_set:
        return [called(domain, row) for row in rows_of(value)]
    return None if value < 0 else called(domain, value)


# ------------------------------------------------------------------------------------------------ read


def fitted(machine: Machine, record: object) -> Kept:
    """A record as a match takes it, by numbers.  Numbers are understood where names are expected: older records have them.

    Raises:
        Refused: it is no record, or none of this game as it is now.
    """
    program = machine.program
    if not isinstance(record, dict) or not isinstance(record.get("kinds"), dict):
        raise refused("record.none")
    foreign = next((str(name) for name in record if name not in ("game", "kinds")), None)
    if foreign is not None:
        raise refused("record.key", name=foreign, hint=did_you_mean(foreign, ["game", "kinds"]))
    if record.get("game") != program.name:
        raise refused("record.game", held=record.get("game"), game=program.name)
    known = {d.name: d for d in program.domains if any(c.domain == d.index and c.kept and c.values is None for c in program.fields)}
    kinds: dict[str, list[dict[str, int]]] = {}
    for name, rows in record.get("kinds", {}).items():
        if name not in known:
            raise refused("record.kind", name=name, hint=did_you_mean(str(name), known))
        if not isinstance(rows, list):
            raise refused("record.rows", name=name)
        domain = known[name]
        made: list[dict[str, int]] = []
        for values in rows:
            if not isinstance(values, dict) or "row" not in values:
                raise refused("record.no_row", name=name, value=shown(values))
            row = position(domain, values["row"], f"‘{name}’")
            if any(other["row"] == row for other in made):
                raise refused("record.twice", row=called(domain, row), name=name)
            made.append({"row": row} | {key: read(machine, domain, key, v) for key, v in values.items() if key != "row"})
        kinds[name] = made
    return {"game": program.name, "kinds": kinds}


def read(machine: Machine, domain: Domain, key: object, value: object) -> int:
    """The number a match has for a value of the record."""
    fields = machine.program.fields
    where = f"‘{domain.name}.{key}’"
    try:
        field = column(fields, domain, key)
    except KeyError:
        kept = [kept_key(c.name) for c in fields if c.domain == domain.index and c.kept]
        raise refused("record.field", where=where, hint=did_you_mean(str(key), kept)) from None
    if isinstance(value, bool):
        found = int(value) if field.is_flag else None
    elif isinstance(value, int):
        found = value
    elif field.target == NONE:
        found = None
    elif field.is_set and isinstance(value, list):
        found = sum(1 << row for row in {position(machine.program.domains[field.target], one, where) for one in value})
    elif value is None or isinstance(value, str):
        found = NONE if value is None else position(machine.program.domains[field.target], value, where)
    else:
        found = None
    if found is None or not field.low <= found <= field.high:
        raise refused("record.value", where=where, value=shown(value))
    return found


def position(domain: Domain, value: object, where: str) -> int:
    """A row by its name, or by its number."""
    if isinstance(value, str) and value and not domain.dynamic and value in domain.rows:
        return domain.rows.index(value)
    if type(value) is int and 0 <= value < domain.size:
        return value
    hint = did_you_mean(value, [r for r in domain.rows if r]) if isinstance(value, str) else ""
    raise refused("record.member", where=where, kind=domain.name, value=shown(value), hint=hint)


def shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "..."


# ------------------------------------------------------------------------------------------------ files


def unsealed(data: object) -> object:
    """What a file of a record holds, once its seal is looked at; older files have none, and neither have those written by hand."""
    if not isinstance(data, dict) or not {"format", "seal"} & set(data):
        return data
    if data.get("format") != FORMAT:
        raise refused("record.format", held=data.get("format"), known=FORMAT)
    if data.get("seal") != seal(data):
        raise refused("record.changed")
    return {name: value for name, value in data.items() if name not in ("format", "seal")}


class RecordFile:
    """The file of a campaign: read before a match, written when it is over, and never over what another match has left."""

    def __init__(self, path: Path) -> None:
        self.path = path
        if not path.resolve().parent.is_dir():
            raise refused("record.folder", path=path)
        self.text = None if may_write(path, replaced=True) else self.now()

    def now(self) -> str:
        try:
            held = content_of(self.path, MAX_BYTES)
            if held is None:
                raise refused("record.large", path=self.path)
            return held.decode("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise refused("cannot.read", name=self.path, error=error) from None

    def record(self, machine: Machine) -> Kept | None:
        """What the file holds, for a match of this game; None if there is no file yet."""
        if not any(field.kept for field in machine.program.fields):
            raise refused("record.keeps_nothing", game=machine.program.name)
        if self.text is None:
            return None
        try:
            data = json.loads(self.text)
        except (ValueError, RecursionError):
            raise refused("record.cut", path=self.path) from None
        try:
            return fitted(machine, unsealed(data))
        except Refused as error:
            raise refused("record.of", path=self.path, error=error.args[0]) from None

    def resumed(self, match: Match) -> None:
        """For a match that goes on: the file must hold what that match began with, or what it left if it is over."""
        found = self.record(match.machine)
        if found is None or found == match.kept or (ended(match) and found == match.record()):
            return
        raise refused("record.other", path=self.path)

    def write(self, match: Match) -> Path:
        """Writes what the match leaves; beside the file if it has changed meanwhile.  Where it is."""
        data = {"format": FORMAT, **record_of(match)}
        text = json.dumps({**data, "seal": seal(data)}, ensure_ascii=False, indent=1) + "\n"
        target = self.path
        if not may_write(target, replaced=True) and self.now() not in (self.text, text):
            number = 2
            while target.exists():
                target = self.path.with_name(f"{self.path.stem}-{number}{self.path.suffix}")
                number += 1
        try:
            write_whole(target, text)
        except OSError as error:
            raise refused("record.write", path=target, error=reason(error)) from None
        self.text = text if target == self.path else self.text
        return target


def ended(match: Match) -> bool:
    """Will nothing more happen: was it won, drawn, or stopped at its last turn?"""
    return match.over or match.unfinished
