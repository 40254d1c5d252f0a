"""A ruling made a precedent: a clause with its reason, and a scenario that plays the turn as it was ruled, as a file for a variant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.hunt.case import Case, in_languages
from arbitre.interpreter.hunt.snapshot import case_of_state, open_, worded
from arbitre.interpreter.hunt.trial import Lot, Thrown, Workshop
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.scenario.scenarios import run
from arbitre.interpreter.state.requests import Request
from arbitre.interpreter.state.state import State
from arbitre.opening.books import refused
from arbitre.post.folder import opened_again
from arbitre.post.replay import Played, Record, played
from arbitre.post.reports import put_down_in
from arbitre.post.rulings.results import cell_of, found
from arbitre.post.rulings.rulings import UNDONE, ruled_upon
from arbitre.story.film import turns
from arbitre.words.phrases import of

MOST = 8  # things that a scenario expects
Asked = tuple[int, str, str]  # seat, question, option


@dataclass(frozen=True, slots=True)
class Precedent:
    """A ruling as text: the head of a file of its own, and the clause with its scenario.  ``holds``: do the rules do so already?"""

    clause: str
    head: str
    text: str
    holds: bool


class Again(Lot):
    """Each side answers what it has answered, whoever is asked first."""

    def __init__(self, before: list[Asked]) -> None:
        super().__init__(0)
        self.left: dict[int, list[tuple[str, str]]] = {}
        for seat, decision, key in before:
            self.left.setdefault(seat, []).append((decision, key))

    def pick(self, request: Request) -> int:
        own = self.left.get(request.seat, [])
        for number, (decision, key) in enumerate(own):
            at = request.find(key) if decision == request.decision else None
            if at is not None:
                del own[: number + 1]
                return at
        silent = request.find("done")
        return silent if silent is not None else super().pick(request)


def precedent(record: Record, machine: Machine, number: int, paths: tuple[str, tuple[str, ...]]) -> Precedent:
    """A ruling by its number, as a clause and a scenario.  ``paths``: where the rules of the match lie, and their extensions.

    Raises:
        Refused: there is no such ruling, or nothing that could be shown of it.
    """
    one = next((one for one in record["rulings"] if one["number"] == number), None)
    if one is None:
        raise refused("post.no_ruling", number=number, known=", ".join(str(r["number"]) for r in record["rulings"]) or "–")
    here = opened_again(record, machine)
    turn = next((t for t in turns(here.match) if t.number == one["turn"] and t.over), None)
    start = beginning(record, machine, one["turn"])
    if one["sort"] == UNDONE or one.get("undone") or turn is None or start is None:
        raise refused("post.no_precedent", number=number)
    workshop = Workshop(paths[0], paths[1], tuple(sorted(record["rules"]["options"].items())))
    usual = {info.name: info.default for info in workshop.option_infos()}
    chosen = {name: value for name, value in record["rules"]["options"].items() if usual.get(name) != value}
    case, asked, dice = told(here, machine, start, one["turn"], chosen)
    trial = workshop.tried(case, Again(asked), Thrown(0, dice))
    if trial is not None:
        said = trial.told()
        case = replace(case, answers=tuple(said.answers), dice=tuple(said.dice))
    expected = [*dict.fromkeys(expectations(record, machine, here, turn.match.state, one))][:MOST]
    clause = f"RULING-{number:02}"
    why = quoted(one["why"])
    titles = {lang: of(lang).say("post.precedent_title", number=number, why=why) for lang in ("en", "fr")}
    promised = workshop.rulebook.promised
    body = case.written(*in_languages(titles, promised))
    body = body.replace(":\n", f":    [{clause}]\n", 1) + "".join(f"    expect {line}\n" for line in expected)
    scenario = workshop.read(body.replace(f"    [{clause}]", "", 1))
    holds = scenario is not None and not run(workshop.books, scenario).failures
    remark = f"# Ruling {number} of “{record['name'] or record['rules']['game']}”, turn {one['turn']}" + (
        f", by {one['who']}" if one["who"] else ""
    )
    reasons = " ".join(f'{code} "{why}"' for code in promised)
    text = f"{remark}.\n{rule_hint(record, here, one)}clause {clause}:\n    text {reasons}\n\n{body}"
    return Precedent(clause, f"extends {record['rules']['game']}\n", text, holds)


def quoted(text: str) -> str:
    """A reason as a rulebook may hold it between quotation marks."""
    return re.sub(r"[\"\\{}\n\r]+", " ", text).strip()


def rule_hint(record: Record, here: Played, one: dict[str, object]) -> str:
    """Where the rule stands that was ruled upon: what a line of the variant would have to replace."""
    log, at = here.match.run.log or [], ruled_upon(here.match, one)
    if at is None:
        return ""
    while at >= 0 and log[at].kind != "call":
        at = log[at].cause
    if at < 0:
        return ""
    file = log[at].place.file
    for home in put_down_in(record, here.match):
        file = file.removeprefix(home)
    return f"# It is about ‘{log[at].name}’ ({file}:{log[at].place.line}).\n"


# ------------------------------------------------------------------------------------------------ the turn


@dataclass(slots=True)
class Beginning:
    """How a match stood when a turn began, and how many answers and dice there had been."""

    state: State
    answers: int
    rolls: int


def beginning(record: Record, machine: Machine, turn: int) -> Beginning | None:
    """The beginning of a turn; None if it has not begun."""
    seen: list[Beginning] = []

    def watch(match: Match) -> None:
        if not seen and match.turn == turn:
            seen.append(Beginning(match.state.copy(), len(match.tape.answers), match.state.rolls))

    played(record, machine, watch=watch)
    return seen[0] if seen else None


def told(
    here: Played, machine: Machine, start: Beginning, turn: int, options: dict[str, str]
) -> tuple[Case, list[Asked], tuple[tuple[str, int], ...]]:
    """The turn as a case: how things stand, what was answered and thrown in it."""
    case = case_of_state(machine, start.state, machine.program.main, [], options)
    until = next(
        (given for state, given, _ in here.match.checkpoints if state.runs[machine.program.main] > turn), len(here.match.tape.answers)
    )
    asked = [(one.seat, one.decision, one.key) for one in here.match.tape.answers[start.answers : until]]
    dice = tuple((one.label, one.face) for one in here.dice.thrown if one.turn == turn)
    return case, asked, dice


# ------------------------------------------------------------------------------------------------ what is expected


def expectations(record: Record, machine: Machine, here: Played, after: State, one: dict[str, object]) -> Iterator[str]:
    """What the scenario expects: what was ruled, or what the ruling changed, or what the event that stands has brought about."""
    result = one.get("result")
    if isinstance(result, dict):
        column = found(here.match, result)
        if column is not None:
            yield claim(machine, column.index, result["row"], result["value"])
        return
    before = without(record, machine, one)
    if before is not None:
        yield from (
            claim(machine, field, row, after.cells[at])
            for field, row, at in cells(machine, here.match)
            if after.cells[at] != before.cells[at]
        )
    event = ruled_upon(here.match, one)
    if event is not None:
        yield from (claim(machine, field, row, after.cells[at]) for field, row, at in changed_by(machine, here, event))
    yield from ()


def without(record: Record, machine: Machine, one: dict[str, object]) -> State | None:
    """How the turn had ended before the ruling; None if it changed nothing."""
    if one["sort"] == "die":
        earlier = {**record, "rulings": [other for other in record["rulings"] if other is not one]}
    elif one["sort"] == "orders":
        rounds = [dict(other) for other in record["rounds"]]
        number, side = int(str(one["round"])), one["side"]
        was = [[side, one["before"]]] if one["before"] else []
        rounds[number]["given"] = [entry for entry in rounds[number]["given"] if entry[0] != side] + was
        earlier = {**record, "rounds": rounds}
    else:
        return None
    match = played(earlier, machine).match
    turn = next((t for t in turns(match) if t.number == one["turn"] and t.over), None)
    return turn.match.state if turn is not None else None


def cells(machine: Machine, match: Match) -> Iterator[tuple[int, int, int]]:
    """Every field and row that a scenario can speak of, with where its value lies."""
    for column in machine.program.fields:
        domain = machine.program.domains[column.domain]
        if not open_(column) or domain.dynamic or column.is_set:
            continue
        for row in range(domain.size):
            if machine.row_key(domain.index, row).isidentifier():
                yield column.index, row, cell_of(match, column, row)


def changed_by(machine: Machine, here: Played, at: int) -> Iterator[tuple[int, int, int]]:
    """The fields that an event and what it led to have changed."""
    known, led = {(field, row): cell for field, row, cell in cells(machine, here.match)}, {at}
    log = here.match.run.log or []
    if log[at].kind != "call" and log[at].cause >= 0:
        led.add(log[at].cause)
    for record in log[min(led) + 1 :]:
        if record.cause in led:
            led.add(record.index)
            key = (record.data.get("field", -1), record.data.get("row", -1))
            if record.kind == "change" and key in known:
                yield (*key, known[key])


def claim(machine: Machine, field: int, row: int, value: int) -> str:
    """That a field holds a value, as a scenario says it."""
    column = machine.program.fields[field]
    name = f"{machine.row_key(column.domain, row)}.{column.name}"
    if column.is_flag:
        return name if value else f"not {name}"
    return f"{name} is {worded(machine, column, value)}"


def appended(text: str, made: Precedent) -> str:
    """The text of a file with a precedent added to it."""
    return f"{text.rstrip()}\n\n{made.text}" if text.strip() else f"{made.head}\n{made.text}"


def names_it(text: str, made: Precedent) -> bool:
    """Does the text of a file have that clause already?"""
    return re.search(rf"^clause {made.clause}:", text, re.M) is not None
