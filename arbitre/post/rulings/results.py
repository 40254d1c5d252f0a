"""Results that a ruling replaces: a field of something, as it stands once a turn is resolved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from arbitre.dsl.core import NONE, Field
from arbitre.dsl.diagnostics.suggest import did_you_mean
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.visibility import may_see
from arbitre.opening.books import refused
from arbitre.session.dialogue.labels import plain, typed
from arbitre.story.story import Story

Result = dict[str, Any]  # "kind", "row", "field": names; "value" and "before": numbers as a match holds them


def read_result(match: Match, said: str) -> Result:
    """What ``ROW.FIELD = VALUE`` means, by the names of the rules or the titles of either language: ``r2.cell = A3``.

    Raises:
        Refused: there is no such row, field or value; what there is instead.
    """
    left, equals, right = said.partition("=")
    row_said, dot, field_said = left.strip().rpartition(".")
    if not equals or not dot:
        raise refused("post.result_form", said=said)
    domain, row = row_called(match, row_said)
    column = field_called(match, domain, field_said.strip())
    value = value_called(match, column, right.strip())
    kind = match.program.domains[domain]
    return {
        "kind": kind.name, "row": row, "field": column.name, "value": value, "before": match.state.cells[cell_of(match, column, row)],
    }  # fmt: skip


def cell_of(match: Match, column: Field, row: int) -> int:
    """Where the state of a match holds a field of a row."""
    return match.machine.layout.base[column.index] + row


def settable(match: Match, domain: int) -> list[Field]:
    """The fields of a kind that hold something which changes in a match."""
    layout = match.machine.layout
    return [
        column for column in match.program.fields
        if column.domain == domain and column.values is None and column.name.isidentifier() and not column.name.startswith("_")
        and layout.constant[column.index] is None and match.program.domains[domain].alive != column.index
    ]  # fmt: skip


def row_called(match: Match, said: str) -> tuple[int, int]:
    """A row of something that has fields which change."""
    names: list[str] = []
    for domain in match.program.domains:
        if not settable(match, domain.index):
            continue
        for row in range(domain.size):
            if domain.dynamic and not match.state.cells[match.machine.layout.base[domain.alive] + row]:
                continue
            title = match.machine.row_title(domain.index, row, match.state.cells)
            called = (match.machine.row_key(domain.index, row), *title.every, domain.name if domain.size == 1 else "")
            if plain(said) in {plain(name) for name in called if name}:
                return domain.index, row
            names.append(called[0])
    raise refused("post.no_row", said=said, hint=did_you_mean(said, names))


def field_called(match: Match, domain: int, said: str) -> Field:
    known = settable(match, domain)
    for column in known:
        if plain(said) in {plain(name) for name in (column.name, *column.title.every) if name}:
            return column
    names = [column.name for column in known]
    raise refused("post.no_field", said=said, known=", ".join(names), hint=did_you_mean(said, names))


def value_called(match: Match, column: Field, said: str) -> int:
    """A value as a match holds it."""
    if column.is_flag:
        for words, value in ((("true", *typed("yes")), 1), (("false", *typed("no")), 0)):
            if plain(said) in words:
                return value
        raise refused("post.no_value", said=said, known="true, false")
    if column.target == NONE:
        if said.lstrip("-").isdecimal() and len(said) < 12 and column.low <= int(said) <= column.high:
            return int(said)
        raise refused("post.no_value", said=said, known=f"{column.low} … {column.high}")
    names = [part.strip() for part in said.strip("()").split(",")] if column.is_set else [said]
    rows = [row_of(match, column.target, name) for name in names if name and plain(name) not in typed("none")]
    if column.is_set:
        return sum(1 << row for row in rows)
    if not rows and column.low >= 0:
        raise refused("post.no_value", said=said, known=", ".join(rows_known(match, column.target)))
    return rows[0] if rows else NONE


def row_of(match: Match, domain: int, said: str) -> int:
    for row in range(match.program.domains[domain].size):
        title = match.machine.row_title(domain, row, match.state.cells)
        if plain(said) in {plain(name) for name in (match.machine.row_key(domain, row), *title.every) if name}:
            return row
    raise refused("post.no_value", said=said, known=", ".join(rows_known(match, domain)))


def rows_known(match: Match, domain: int) -> list[str]:
    return [match.machine.row_key(domain, row) for row in range(match.program.domains[domain].size)][:60]


# ------------------------------------------------------------------------------------------------ applied and told


def found(match: Match, result: Result) -> Field | None:
    """The field that a result speaks of; None where the rules have none of that name any more."""
    kind = next((d for d in match.program.domains if d.name == result["kind"]), None)
    if kind is None or not 0 <= result["row"] < kind.size:
        return None
    return next((f for f in match.program.fields if f.domain == kind.index and f.name == result["field"]), None)


def put(match: Match, result: Result, ask: bool = True) -> None:
    """Has it stand so, between two statements; what is asked then is asked anew, unless ``ask`` is off."""
    column = found(match, result)
    if column is None:
        return
    match.state.cells[cell_of(match, column, result["row"])] = result["value"]
    if ask and not match.over:
        match.answers.forget()
        match.requests = []
        match.go_on()


def reopen(match: Match) -> None:
    """Has a match that was over go on from where it ended, as if nobody had won."""
    match.reopen()
    match.answers.forget()
    match.requests = []
    match.go_on()


def told(match: Match, result: Result, viewer: int | str, lang: str) -> Iterator[str]:
    """The result in words, with what stood there before, for those who may know of that field."""
    column = found(match, result)
    if column is None or not may_see(match.machine.audience_of(match.run, column.index, result["row"]), viewer):
        return
    story = Story(match, lang)
    name = story.of(column.title, column.name.replace("_", " "))
    colon = story.say("colon")
    values = (story.value(column, result["value"]), story.value(column, result["before"]))
    yield story.words.say("post.result", row=story.row(column.domain, result["row"]), field=name, colon=colon, value=values[0],
                          before=values[1])  # fmt: skip
