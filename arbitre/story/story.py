"""A match told to a person: what happened, in one language, for one viewer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rich.console import Console
from rich.text import Text as Rich

from arbitre.story.turns import in_order, kind_of, loops
from arbitre.story.watch import Note, note_of
from arbitre.words.phrases import of
from dsl.core import NONE, Procedure, Text
from interpreter.match.match import Match
from interpreter.state.masks import rows_of
from interpreter.state.requests import Request
from interpreter.state.trace import Numbers, Record
from interpreter.state.visibility import REFEREE, may_see

STYLES = ("bold red", "bold blue", "bold green", "bold magenta", "bold yellow", "bold cyan", "bold white", "bold bright_black")
RESULTS = frozenset({"success", "failure", "higher", "lower", "tie"})  # of tests and contests: the rulebook gives them no title


class Story:
    """Words for one match in one language."""

    def __init__(self, match: Match, lang: str, console: Console) -> None:
        self.match, self.lang, self.console = match, lang, console
        self.told: dict[int | str, int] = {}  # for each viewer, the records told so far
        self.shown: set[int] = set()  # records that had words: what they caused is indented
        self.titles = titles(match)
        self.loops = loops(match.program)

    def say(self, key: str) -> str:
        return of(self.lang).say(key)

    def of(self, text: Text | None, otherwise: str = "") -> str:
        return (getattr(text, self.lang) or text.en or otherwise) if text is not None else otherwise

    def row(self, domain: int, row: int) -> str:
        return self.of(self.match.machine.row_title(domain, row, self.match.state.cells))

    def subject(self, domain: int, row: int) -> str:
        """A row whose change one may see: whoever sees that has recognised it, so it has its number."""
        kind = self.match.program.domains[domain]
        if row < 0:  # one that the record does not tell from the others
            return self.of(kind.title, kind.name)
        return f"{self.row(domain, row)} {row + 1}" if kind.dynamic and kind.seen else self.row(domain, row)

    def seat(self, seat: int) -> str:
        return self.row(self.match.program.seats, seat)

    def title(self, name: str) -> str:
        """The title of a rule, a step, a decision, or its name in plain words."""
        return self.of(self.titles.get(name), name.replace("_", " "))

    def called(self, key: str) -> str:
        """What a row is called whose key is given: its title, or the key in plain words."""
        kind, _, number = key.rpartition("_")
        for domain in self.match.program.domains:
            if domain.dynamic and domain.name == kind and number.isdecimal() and 0 < int(number) <= domain.size:
                return self.subject(domain.index, int(number) - 1)
            if not domain.dynamic and domain.board is None and key in domain.rows:
                return self.row(domain.index, domain.rows.index(key))
        return key.replace("_", " ")

    # ------------------------------------------------------------------------------------ events

    def news(self, viewer: int | str) -> None:
        """Tells what has happened since this viewer was last told."""
        log = self.match.run.log or []
        since = min(self.told.get(viewer, 0), len(log))
        for index, line in self.entries([r for r in log[since:] if may_see(r.audience, viewer)], viewer):
            self.console.print(numbered(index, line), soft_wrap=True)
        self.told[viewer] = len(log)

    def forget(self) -> None:
        """After an undo: what was taken back may be told again."""
        length = len(self.match.run.log or [])
        self.told = {viewer: min(told, length) for viewer, told in self.told.items()}
        self.shown = {index for index in self.shown if index < length}

    def lines(self, records: Iterable[Record], viewer: int | str = REFEREE) -> Iterator[str]:
        """The records in words."""
        for _, line in self.entries(records, viewer):
            yield line

    def entries(self, records: Iterable[Record], viewer: int | str = REFEREE) -> Iterator[tuple[int, str]]:
        """The records in words, changes of one thing on one line, throws for one thing on one line; each with the number by which
        the viewer knows the first of them."""
        numbers = Numbers(self.match.run.log or [], viewer)
        for group in self.grouped(records):
            line = self.line(group[0], viewer) if len(group) == 1 else self.several(group)
            if line and not (group[0].kind == "choice" and group[0].data["key"] == "done"):
                self.shown.update(r.index for r in group)
                yield numbers.of(group[0]), line

    def grouped(self, records: Iterable[Record]) -> Iterator[list[Record]]:
        """Changes of one row that follow each other, and throws for one order, together."""
        group: list[Record] = []
        for record in records:
            if group and self.alike(group[-1], record):
                group.append(record)
                continue
            if group:
                yield group
            group = [record]
        if group:
            yield group

    def alike(self, one: Record, two: Record) -> bool:
        if one.kind != two.kind or one.cause != two.cause:
            return False
        if one.kind == "roll":
            return one.name == two.name == "order" and one.place == two.place
        fields = self.match.program.fields
        return (
            one.kind == "change"
            and one.data["row"] == two.data["row"]
            and fields[one.data["field"]].domain == fields[two.data["field"]].domain
        )

    def line(self, record: Record, viewer: int | str = REFEREE) -> str:
        """One line for a record; empty for what needs no word."""
        data = record.data
        pad = "  " * min(4, self.depth(record))
        match record.kind:
            case "agenda":
                main = self.match.program.procedures[self.match.program.main].name
                title = self.title(record.name)
                return f"\n── {title} {data['number']} ──" if record.name == main else f"{pad}· {title} ·"
            case "call":
                said = data.get("says")
                return f"{pad}{self.of(said)}" if said is not None else ""
            case "roll":
                return f"{pad}{self.rolled(record, viewer)}"
            case "choice":
                what = self.of(data["title"], data["key"])
                return f"{pad}{self.seat(data['seat'])} {self.say('story.chooses')} {self.title(record.name)}{self.say('colon')}{what}"
            case "change":
                return self.several([record])
            case "tell":
                return f"{pad}» {self.of(data['says'])}"
            case "outcome":
                state = ("", self.say("story.done"), self.say("story.failed"), self.say("story.cancelled"))[data["state"]]
                reason = data.get("reason")
                said = f"{self.say('story.order')} {self.title(record.name)}{self.say('colon')}{state}"
                return f"{pad}{said}" + (f" ({self.of(reason)})" if reason else "")
            case "fact":
                column = self.match.program.fields[data["field"]]
                who = self.of(self.match.program.domains[column.domain].title) if data["row"] < 0 else self.row(column.domain, data["row"])
                what = f"{who or self.match.program.domains[column.domain].name}{self.say('colon')}{self.of(column.title, column.name)}"
                return f"{pad}» {what} = {self.value(column, data['value'])}"
        return ""

    def several(self, group: list[Record]) -> str:
        first = group[0]
        pad = "  " * min(4, self.depth(first))
        if first.kind == "roll":
            return f"{pad}{self.order_of_play(group)}"
        changes = [said for said in map(self.changed, group) if said]
        column = self.match.program.fields[first.data["field"]]
        return f"{pad}{self.subject(column.domain, first.data['row'])}{self.say('colon')}{', '.join(changes)}" if changes else ""

    def depth(self, record: Record) -> int:
        """How many of the things that led to it were told."""
        depth, log = 0, self.match.run.log or []
        while record.cause >= 0:
            record = log[record.cause]
            depth += record.index in self.shown and record.kind != "agenda"
        return depth

    def changed(self, record: Record) -> str:
        data = record.data
        column = self.match.program.fields[data["field"]]
        if column.name.startswith("_") or self.match.program.domains[column.domain].name == "order":
            return ""
        name = self.of(column.title, column.name.replace("_", " "))
        if column.is_set:
            more = [f"+{self.row(column.target, r)}" for r in rows_of(data["new"] & ~data["old"])]
            less = [f"-{self.row(column.target, r)}" for r in rows_of(data["old"] & ~data["new"])]
            return f"{name} {' '.join(more + less)}"
        return f"{name} {self.value(column, data['old'])} → {self.value(column, data['new'])}"

    def value(self, column: Any, value: int) -> str:
        if column.is_flag:
            return self.say("yes" if value else "no")
        if column.is_set:
            return ", ".join(self.row(column.target, r) for r in rows_of(value)) or "–"
        if column.target != NONE:
            return self.row(column.target, value) if value >= 0 else "–"
        return str(value)

    # ------------------------------------------------------------------------------------ dice

    def rolled(self, record: Record, viewer: int | str) -> str:
        """``Attack roll (Ann, Ben): 3 + 6 = 9, + 2 = 11, hit  (hit on 8-11: 39 %)``"""
        faces, total = record.data["faces"], record.data["total"]
        if record.name == "order":
            return self.order_of_play([record])
        note = note_of(self.match, record.index)
        seen = note if note is not None and note.seen_by(viewer) else None
        said = " + ".join(str(f) for f in faces) + (f" = {total}" if len(faces) > 1 else "")
        who, other = self.thrower(record)
        needs = ""
        if seen is not None:
            if seen.totals and seen.totals.get(total, total) != total:
                bonus = seen.totals[total] - total
                said += f", {'+' if bonus > 0 else '-'} {abs(bonus)} = {seen.totals[total]}"
            if total in seen.results:
                said += f", {self.result(seen.results[total])}"
            needs = self.needs(seen, other)
        name = self.title(record.name)
        return f"{name}{f' ({who})' if who else ''}{self.say('colon')}{said}{needs}"

    def order_of_play(self, group: list[Record]) -> str:
        """Who comes when, with the dice that say so."""
        faces = " ".join(str(r.data["total"]) for r in group)
        loop = self.loops.get(group[0].place)
        kind = kind_of(self.match.program, loop)
        if kind is not None and all("row" in r.data for r in group):
            throws = ", ".join(f"{self.row(kind, r.data['row'])} {r.data['total']}" for r in group)
            return f"{self.say('story.turns')}{self.say('colon')}{throws}"
        known = in_order(self.match.program, loop, group)
        who = f"{', '.join(self.row(known[0], row) for row in known[1])} ({faces})" if known is not None else faces
        return f"{self.say('story.turns')}{self.say('colon')}{who}"

    def thrower(self, record: Record) -> tuple[str, tuple[str, ...]]:
        """Who throws, in words, and everybody it is about."""
        log = self.match.run.log or []
        if record.cause < 0 or log[record.cause].kind != "call" or log[record.cause].name != record.name:
            return "", ()
        call = log[record.cause]
        procedure = next(p for p in self.match.program.procedures if p.name == call.name and p.kind == call.data["rule"])
        people = tuple(
            self.row(p.domain, call.data["args"][p.name]) for p in procedure.params if p.domain != NONE and call.data["args"][p.name] >= 0
        )
        if procedure.kind == "contest" and len(people) == 2:
            earlier = sum(1 for r in log[record.cause + 1 : record.index] if r.kind == "roll" and r.cause == record.cause)
            return people[earlier % 2], people
        return ", ".join(people), people

    def needs(self, note: Note, people: tuple[str, ...]) -> str:
        """What the throw needed, and the chances: of every result but the one that is left when no other comes."""
        parts = []
        for name, chance in note.chances.items():
            if name in ("failure", "tie") or (name == "lower" and "higher" in note.chances):
                continue
            said = people[0] if name == "higher" and people else self.result(name)
            if note.needs.get(name):
                said += f" {self.say('story.on')} {ranges(note.needs[name])}"
            parts.append(f"{said}{self.say('colon')}{percent(float(chance))}{self.say('percent')}")
        return f"  ({'; '.join(parts)})" if parts else ""

    def result(self, name: str) -> str:
        return self.say(name) if name in RESULTS else name.replace("_", " ")

    # ------------------------------------------------------------------------------------ questions and endings

    def question(self, request: Request) -> str:
        said = ", ".join(self.title(v) if n == "action" else f"{self.title(n)} {self.called(v)}" for n, v in request.about)
        what = self.of(request.title) or self.title(request.decision)
        return f"{self.seat(request.seat)}{self.say('colon')}{what}" + (f" ({said})" if said else "") + self.say("story.asks")

    def ending(self) -> str:
        if self.match.unfinished:
            return self.say("story.unfinished")
        won = self.match.winner_titles()
        names = [self.of(title) for title in won]
        if not names:
            return self.say("draw")
        # one winner may be several by his name: “les Rouges gagnent”; a proper name is the same in both languages
        several = len(names) > 1 or (names[0].endswith("s") and won[0].en != won[0].fr)
        listed = f" {self.say('and')} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
        return f"{listed} {self.say('story.win' if several else 'story.wins')}."


# ------------------------------------------------------------------------------------------------ helpers


def titles(match: Match) -> dict[str, Text]:
    """Titles by name: fields first, then kinds, steps, rules and decisions, the later ones before the earlier."""
    program = match.program
    out: dict[str, Text] = {}

    def small(text: Text) -> Text:
        return Text(text.en[:1].lower() + text.en[1:], text.fr[:1].lower() + text.fr[1:])

    out["orders"] = both_of("story.orders")  # what the referee asks for himself
    out["order"] = both_of("story.order")
    for column in program.fields:
        if column.title.en:
            out.setdefault(column.name, small(column.title))
    for domain in program.domains:
        if domain.title.en:
            out[domain.name] = small(domain.title)
    named: list[Procedure] = list(program.procedures)
    for procedure in named:
        for step in procedure.steps:
            if step.title.en:
                out.setdefault(step.name, small(step.title))
    for procedure in named:
        if procedure.title.en:
            out[procedure.name] = procedure.title
    for action in program.actions:
        if action.title.en:
            out[action.name] = action.title
    for decision in program.decisions:
        if decision.title.en:
            out[decision.name] = decision.title
    for decision in program.decisions:
        if decision.within.en:
            out.setdefault(decision.name, decision.within)
    for procedure in named:  # a parameter without a title of its own goes by that of its kind
        for param in procedure.params:
            if param.domain >= 0 and program.domains[param.domain].title.en:
                out.setdefault(param.name, small(program.domains[param.domain].title))
    return out


def both_of(key: str) -> Text:
    """A phrase as a rulebook would say it."""
    return Text(of("en").say(key), of("fr").say(key))


def ranges(numbers: tuple[int, ...]) -> str:
    """``(2, 5, 6, 7)`` -> ``2, 5-7``"""
    out: list[list[int]] = []
    for n in numbers:
        if out and n == out[-1][1] + 1:
            out[-1][1] = n
        else:
            out.append([n, n])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in out)


def percent(chance: float) -> str:
    shown = chance * 100
    return "100" if shown == 100 else "< 1" if 0 < shown < 1 else "> 99" if shown > 99 else f"{shown:.0f}"


def numbered(index: int, line: str) -> Rich:
    """A line with the number of its event, by which one can ask why."""
    if line.startswith("\n"):
        return Rich(line, "bold")
    shown = Rich(f"{index:5}  ", "dim")
    return shown.append(line, "none")
