"""What happened, and the conditions on the way to it, as they stood then and as far as one viewer may know them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any

from arbitre.documents.model.book import Book
from arbitre.documents.model.nodes import walk
from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import bodies_of, free_slots, nodes, statements_of
from arbitre.dsl.diagnostics.position import Place
from arbitre.interpreter.explain.conditions import ExprType
from arbitre.interpreter.explain.sources import Sources, filled_again, stands_for
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.moments import Moment, recognised
from arbitre.interpreter.state.trace import Record
from arbitre.interpreter.state.visibility import REFEREE, may_see
from arbitre.opening.proof.coverage import notes
from arbitre.session.why.asked import Asked, types_of
from arbitre.session.why.causes import Around, Joined, around_line, calls_of, hook_at, sites
from arbitre.session.why.conditions import IT, Wording
from arbitre.session.why.facts import Fact
from arbitre.story.story import Story
from arbitre.words.phrases import of

OWN_HEAD = ("call", "hook", "agenda", "prevented")  # their place is the head of a rule, not a line of one
JOINS = {"before": "hook.before", "instead": "hook.instead", "after": "hook.after", "roll": "hook.roll"}
ENOUGH = 3  # of conditions that held, only what they asked themselves is told


class History:
    """The records of one match for one viewer, with the moments that were asked for."""

    def __init__(self, match: Match, lang: str, viewer: int | str = REFEREE, book: Book | None = None) -> None:
        self.match, self.viewer, self.lang, self.book = match, viewer, lang, book
        self.story = Story(match, lang)
        self.wording = Wording(match.machine, book, lang, viewer)
        self.wording.cells = match.state.cells
        self.decls = book.decls if book is not None else []
        self.margin: dict[tuple[str, int], list[str]] = {}
        for decl in self.decls:
            if not isinstance(decl, t.Clause):
                for clause, place in notes(decl):
                    self.margin.setdefault((place.file, place.line), []).append(clause)
        self.log: list[Record] = []
        self.chain: set[int] = set()  # what is asked about, and what led to it
        self.moments: dict[int, Moment] = {}

    def above(self, record: Record) -> list[Record]:
        out = []
        while record.cause >= 0:
            record = self.log[record.cause]
            out.append(record)
        return out

    def inward(self, cause: Record, record: Record) -> bool:
        """Is it but the throw of a test, or the carrying out of an order, that the event asked about is already?"""
        return record.kind == "roll" and cause.kind == "call" and cause.name == record.name and cause.index == record.cause

    def noted(self, place: Place) -> list[str]:
        return self.margin.get((place.file, place.line), [])

    def beside(self, record: Record) -> list[str]:
        """The clauses noted beside the line that did what happened, for whoever may know that it was this line: one in a branch tells that
        the branch was taken, as far as another one could have done just the same."""
        found, cause = self.noted(record.place), self.log[record.cause] if record.cause >= 0 else None
        if not found or self.viewer == REFEREE or record.kind in OWN_HEAD:
            return found
        said = self.tellings.get(record.place) if record.kind == "tell" else None
        if said is not None and all(self.noted(place) == found for place, other in self.tellings.items() if other == said):
            return found
        moment = self.moments.get(record.index)
        if moment is None or (cause is not None and not may_see(cause.audience, self.viewer)):
            return []
        ways = around_line(self.match.program, record, cause, moment)
        return found if ways and all(self.known(record, around) for way in ways for around in way) else []

    def of_telling(self, record: Record) -> list[str]:
        """The clauses of the rule in which a sentence is told: everybody may read it there, unless another rule says just the same."""
        if record.kind != "tell" or record.place not in self.tellings or self.noted(record.place):
            return []
        if list(self.tellings.values()).count(self.tellings[record.place]) > 1:
            return []
        above = [d for d in self.decls if d.place.file == record.place.file and d.place.line <= record.place.line]
        rule = max(above, key=lambda d: d.place.line, default=None)
        return [str(clause) for clause in rule.clauses] if rule is not None else []

    @cached_property
    def tellings(self) -> dict[Place, tuple[str, ...]]:
        """What every line that tells something says, but for what is filled in."""
        first = next(iter(self.match.program.languages))
        told = (s for p in self.match.program.procedures for body in bodies_of(p) for s in statements_of(body) if isinstance(s, core.Tell))
        return {s.place: tuple(part.text.own(first) if part.text is not None else "" for part in s.parts) for s in told}

    def people(self, procedure: core.Procedure, record: Record) -> list[str]:
        args = record.data["args"]
        given = [(p.domain, args[p.name]) for p in procedure.params if p.domain != NONE and not p.is_set and args[p.name] >= 0]
        return [self.wording.row(domain, row) for domain, row in given if self.recognised(record, domain, row)]

    def recognised(self, record: Record, domain: int, row: int) -> bool:
        """Could the viewer tell which row it is when that happened?"""
        moment, kind = self.moments.get(record.index), self.match.program.domains[domain]
        if self.viewer == REFEREE or not kind.seen or kind.dynamic:
            return True
        return moment is not None and recognised(moment.run(self.viewer)[0], domain, [row], self.viewer)

    def joined(self, record: Record) -> Joined | None:
        """The hook that a record speaks of, as it joins what was at work."""
        return hook_at(self.match.program, record, self.log[record.cause].name if record.cause >= 0 else "")

    def decl_at(self, place: Place) -> t.Hook | None:
        return next((d for d in self.decls if isinstance(d, t.Hook) and d.place == place), None)

    def hooks_of(self, record: Record) -> list[Record]:
        """The rules that joined in something that happened."""
        return [
            r for r in self.log[record.index + 1 :] if r.kind == "hook" and r.cause == record.index and may_see(r.audience, self.viewer)
        ]

    def rolls_in(self, record: Record) -> list[Record]:
        """The dice thrown for a rule itself, those thrown again by rules that join it among them."""
        if record.kind != "call":
            return []
        near = {record.index, *(r.index for r in self.log[record.index + 1 :] if r.kind == "hook" and r.cause == record.index)}
        out = []
        for roll in self.log[record.index + 1 :]:
            same = roll.kind == "roll" and (roll.cause == record.index or (roll.cause in near and roll.name == record.name))
            if (same or (roll.kind == "roll" and roll.name == record.name and self.root(roll) == record.index)) and may_see(
                roll.audience, self.viewer
            ):
                out.append(roll)
        return out

    def root(self, roll: Record) -> int:
        """The call of a test for which dice were thrown again, however deep the rule that has them thrown."""
        return next((r.index for r in self.above(roll) if r.kind == "call" and r.name == roll.name), -1)

    def asked(self, record: Record, procedure: core.Procedure, slots: list[int] | None = None, depth: int = 0) -> Asked | None:
        """What a condition of a rule is asked over, as things stood at a record; ``depth``: how far it is gone into already."""
        moment = self.moments.get(record.index)
        frame = slots if slots is not None else moment.frame(procedure.index) if moment is not None else None
        if moment is None or frame is None:
            return None
        run, cells = moment.run(self.viewer)
        held = Sources(run, cells, self.log, record.index, self.viewer).slots(procedure, [*frame, *[0] * 8])
        asked = Asked(run, cells, held, types_of(procedure.params), {p.name: p.slot for p in procedure.params}, depth)
        if procedure.each is not None and slots is None:  # what an agenda goes through
            decl = next((d for d in self.decls if d.place == procedure.place), None)
            asked.types[procedure.each.slot] = self.wording.type_of(procedure.each.source, asked)
            asked.types[procedure.each.slot] = replace(asked.types[procedure.each.slot], is_set=False)
            if isinstance(decl, t.Agenda) and decl.each is not None:
                asked.names[str(decl.each)] = procedure.each.slot
        self.add_locals(asked, procedure, slots is not None)
        return asked

    def asked_around(self, record: Record, around: Around, depth: int = 0) -> Asked | None:
        """What the condition of a branch is asked over; that of a loop, of the one it has come to."""
        asked = self.asked(record, around.procedure, around.slots, depth)
        if asked is None or around.element is None:
            return asked
        own, loop = around.element
        if loop not in asked.types:
            return None
        asked.slots += [0] * (own + 1 - len(asked.slots))
        stands_for(asked.slots, own, loop)
        asked.types = {**asked.types, own: asked.types[loop]}
        asked.names = {**asked.names, IT: own}
        return asked

    def add_locals(self, asked: Asked, procedure: core.Procedure, compute: bool) -> None:
        """What a rule calls things for itself: ``let occupant = place.occupant``; with ``compute`` these are asked again.

        What a loop has come to is known only where the slots are those of the rule at work, and only to who may know what it goes through.
        """
        decl = next((d for d in self.decls if d.place == procedure.place), None)
        said = {node.place: str(node.name) for node in walk(decl) if isinstance(node, (t.Let, t.ForEach))} if decl is not None else {}
        account = Wording(self.match.machine, None, self.lang)
        for stmt in (stmt for body in (procedure.body, *(step.body for step in procedure.steps)) for stmt in statements_of(body)):
            if isinstance(stmt, core.ForEach) and not compute and stmt.place in said and free_slots(stmt.source) <= set(asked.types):
                domain = account.type_of(stmt.source, asked).domain
                if domain != NONE and self.wording.known(stmt.source, asked):
                    asked.types = {**asked.types, stmt.slot: ExprType(domain)}
                    asked.names[said[stmt.place]] = stmt.slot
            if not isinstance(stmt, core.Let) or stmt.place not in said or not free_slots(stmt.value) <= set(asked.types):
                continue
            asked.types = {**asked.types, stmt.slot: account.type_of(stmt.value, asked)}
            asked.names[said[stmt.place]] = stmt.slot
            if compute:
                filled_again(asked.slots, stmt.slot, account.number(stmt.value, asked))

    def held(self, record: Record) -> list[Fact]:
        """The conditions on the way to something that happened, all of which held."""
        out: list[Fact] = []
        if record.kind == "hook":
            out += self.of_hook(record)
        for around in self.around(record, self.log[record.cause] if record.cause >= 0 else None):
            asked = self.asked_around(record, around, ENOUGH)
            if asked is not None:
                out += self.agreeing(around.test, asked, around.held)
        out += self.looked_up(record)
        if record.kind == "call":
            procedure = next((p for p in calls_of(self.match.program, record)), None)
            asked = self.asked(record, procedure, None, ENOUGH) if procedure is not None else None
            if procedure is not None and asked is not None and procedure.when is not None:
                out += self.agreeing(procedure.when, asked, True)
        return list(dict.fromkeys(f for f in out if not f.hidden))

    def looked_up(self, record: Record) -> Iterator[Fact]:
        """The charts that a line reads and those it takes as the best, and the same behind what it names: ``let found = chart(x, y)``, and
        then ``pay player found``."""
        cause, moment = self.log[record.cause] if record.cause >= 0 else None, self.moments.get(record.index)
        if cause is None or cause.kind != "call" or moment is None:
            return
        if self.viewer != REFEREE:  # which line it was tells which branch was taken
            ways = around_line(self.match.program, record, cause, moment) if may_see(cause.audience, self.viewer) else []
            if not ways or not all(self.known(record, around) for way in ways for around in way):
                return
        for procedure in calls_of(self.match.program, cause):
            body = list(statements_of(procedure.body))
            calls = (stmt for stmt in body if isinstance(stmt, core.Invoke))
            lines = [stmt for stmt in body if stmt.place == record.place] if record.kind != "call" else [
                stmt for stmt in calls if self.match.program.procedures[stmt.procedure].name == record.name
            ]  # fmt: skip
            if len(lines) != 1 or (asked := self.asked(record, procedure)) is None:
                continue
            used = {node.slot for node in nodes(lines[0]) if isinstance(node, core.Local)}
            roots: list[core.Stmt] = [
                stmt for stmt in body if isinstance(stmt, core.Let) and stmt.slot in used
                and self.wording.number(stmt.value, asked) == asked.slots[stmt.slot]
            ]  # fmt: skip
            if isinstance(lines[0], (core.Store, core.Change, core.Join, core.Invoke, core.Finish)):
                roots.append(lines[0])
            known = set(asked.types)
            found = [(root.place, node) for root in roots for node in nodes(root) if isinstance(node, (core.Apply, core.Query))
                     and free_slots(node) <= known and unchanged(node, record)]  # fmt: skip
            for place, read in found:
                if isinstance(read, core.Query):
                    by, who = self.wording.extreme(read, asked) if read.sink in ("best", "worst") else ("", "")
                    if by:
                        yield Fact(by, who, True, place)
                elif isinstance(read, core.Apply) and (where := self.wording.chart(read, asked)):
                    function = self.match.program.functions[read.function]
                    name = self.story.of(function.title, function.name.replace("_", " "))
                    yield Fact(f"{name}, {where}", self.wording.value(read, asked), True, place)

    def agreeing(self, test: core.Expr, asked: Asked, held: bool) -> list[Fact]:
        """A condition that came out so, unless what has happened since has changed it."""
        return self.wording.facts(test, asked) if self.wording.held(test, asked) is held else []

    def around(self, record: Record, cause: Record | None) -> list[Around]:
        """The branches in which what happened stands in its rule."""
        moment = self.moments.get(record.index)
        found = sites(self.match.program, record, cause, moment) if moment is not None else []
        if len(found) > 1:  # several places it may have come from: that whose conditions hold, if the viewer may know them all
            told = self.viewer == REFEREE or all(self.known(record, around) for site in found for around in site)
            found = [site for site in found if told and all(self.came(record, around) for around in site)]
        return found[0] if len(found) == 1 else []

    def known(self, record: Record, around: Around) -> bool:
        """May the viewer know whether a branch was taken?"""
        asked = self.asked_around(record, around)
        return asked is not None and self.wording.held(around.test, asked) is not None

    def came(self, record: Record, around: Around) -> bool:
        asked = self.asked_around(record, around)
        return asked is not None and Wording(self.match.machine, None, self.lang).held(around.test, asked) is around.held

    def of_hook(self, record: Record) -> list[Fact]:
        found = self.joined(record)
        moment = self.moments.get(record.index)
        if found is None or found.hook.when is None or moment is None:
            return []
        event = moment.frame(found.index)
        if event is None:
            return []
        slots = [0] * (found.hook.slots + 8)
        for source, target in found.hook.params:
            slots[target] = event[source]
        run, cells = moment.run(self.viewer)
        sources = Sources(run, cells, self.log, record.index, self.viewer)
        held = sources.hooked(found.hook, self.match.program.procedures[found.index], event, slots)
        asked = Asked(run, cells, held, found.types(self.match.program), found.names(self.match.program, self.decl_at(record.place)))
        return self.agreeing(found.hook.when, asked, True)

    def word(self, key: str, **parts: Any) -> str:
        return of(self.lang).say(f"why.{key}", **parts)

    def rule_name(self, record: Record) -> str:
        """A rule that joins another: by the member in whose file it stands, else by what it joins."""
        found = self.joined(record)
        decl = self.decl_at(record.place)
        owner = decl.owner if decl is not None else ""
        name = ""
        for domain in self.match.program.domains if owner else ():
            if not domain.dynamic and domain.board is None and owner in domain.rows:
                name = self.wording.row(domain.index, domain.rows.index(owner))
                break
        what = self.story.title(found.procedure) if found is not None else self.story.title(record.name)
        if not name and decl is not None and decl.title is not None:
            name = decl.title.within(self.lang)
        position = found.position if found is not None else "after"
        joined = self.word(JOINS[position], what=what)
        return self.word("rule_of", name=name, joined=joined) if name else joined

    # ------------------------------------------------------------------------------------ orders


def unchanged(read: core.Expr, record: Record) -> bool:
    """Does what a statement reads depend on nothing that it changes itself?"""
    return record.kind != "change" or not any(isinstance(node, core.Read) and node.field == record.data["field"] for node in nodes(read))
