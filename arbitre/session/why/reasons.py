"""Why something happened: its dice and what they needed, the lines that added to them, the conditions that held, what kept it from
happening, and what led to it.

:class:`Why` gives it as data (``account``) and in lines (``lines``), for one viewer, who is told what he may know and nothing else.
The shape of the data is that of ``arbitre why --json``::

    {"event": "119", "text": "...", "kind": "call", "clauses": [{"name", "text", "ruling"?, "reason"?}],
     "rule"?: {"file", "line", "source"},
     "throws": [{"event", "test", "title", "faces", "sizes", "total", "again", "result"?, "needed"?, "chances"?, "added": [line], "who"?,
                 "held_against": [{"result", "of", "sign", "value", "title", "parts": [line]}]}],
     "since": [fact], "failed"?: [fact], "order"?: "done" | "failed" | "cancelled", "told"?: "...", "as_known"?: bool,
     "prevented_by"?: {"text", "clauses", "rule"?, "since"}, "instead"?: {...}, "because": [the same, without "because"]}

A ``line`` is ``{"amount", "title", "form", "times", "clauses", "file"?, "line"?}``, a ``fact`` ``{"text", "holds", "value"?, "since"?}`` or
``{"hidden": true}``.  Files, lines and sources are for the referee.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from arbitre.documents.model.book import Book
from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.core import NONE
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.interpreter.explain.sources import Sources
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.moments import Moment, moments
from arbitre.interpreter.reference.actions import actions
from arbitre.interpreter.state.trace import Number, Numbers, Record, clauses_for
from arbitre.interpreter.state.visibility import REFEREE, may_see
from arbitre.opening.books import bind_book, refused
from arbitre.session.why.accounts import lines
from arbitre.session.why.asked import Asked, types_of
from arbitre.session.why.causes import calls_of, ends, number_of
from arbitre.session.why.dice import Account, Dice
from arbitre.session.why.facts import Fact
from arbitre.session.why.history import History
from arbitre.session.why.numbered import place_of
from arbitre.session.why.origins import Origin, orders_to, origins
from arbitre.story.narrator import Narrator

HOOKS = 300  # rules that joined in, whose conditions are looked at
STATES = ("waiting", "done", "failed", "cancelled")


def book_of(match: Match, rulebook: Rulebook | None) -> Book | None:
    """The rulebook with what its sentences became, so that its conditions can be said; None where it is not at hand."""
    if rulebook is None:
        return None
    options = {name: str(value) for name, value in match.program.options.items()}
    return Book(rulebook, bind_book(rulebook, options), match.machine, rulebook.name)


class Why(History):
    """Accounts for events of one match, as far as one viewer may know."""

    def __init__(
        self, match: Match, lang: str, viewer: int | str = REFEREE, rulebook: Rulebook | None = None, book: Book | None = None
    ) -> None:
        super().__init__(match, lang, viewer, book if book is not None else book_of(match, rulebook))
        self.narrator = Narrator(match, lang, viewer, story=self.story)
        self.dice = Dice(self)
        self.clauses = {str(d.name): d for d in self.decls if isinstance(d, t.Clause)}

    # ------------------------------------------------------------------------------------ data

    def account(self, number: object) -> Account:
        """What accounts for the event that the viewer knows by that number; :class:`Refused` if he knows none."""
        with self.match.at_question():
            self.log = list(self.match.run.log or [])
            self.wording.cells = self.match.state.cells
            return self.accounted(number)

    def last(self) -> Number:
        """The number of how the match ended; :class:`Refused` if it has not, or only because its turns were up."""
        numbers = Numbers(self.match.run.log or [], self.viewer)
        end = next((r for r in reversed(self.match.run.log or []) if r.kind == "end"), None)
        if end is None:
            raise refused("why.unfinished", ending=self.story.ending()) if self.match.unfinished else refused("why.not_over")
        return numbers.of(end)

    def accounted(self, number: object) -> Account:
        numbers = Numbers(self.log, self.viewer)
        record = self.log[place_of(numbers, number)]
        chain = [record, *self.above(record)]
        root, self.chain = chain[-1].index, {r.index for r in chain}
        inside = [r for r in self.log[root:] if r.kind == "hook" and any(a.index == root for a in self.above(r))][:HOOKS]
        found = list(origins(self.match, self.log, chain[-1]))
        whole = [r for origin in found for r in (origin.call, *self.above(origin.call))] if self.viewer == REFEREE else []
        self.moments = self.seen({r.index for r in (*chain, *inside, *whole)})
        out = self.one(record, numbers)
        out["because"] = [self.one(r, numbers) for r in chain[1:] if may_see(r.audience, self.viewer) and not self.inward(r, record)]
        for origin in found:
            out["because"] += self.origin(origin, numbers, chain[-1].index)
        return out

    def origin(self, origin: Origin, numbers: Numbers, before: int) -> Iterator[Account]:
        """The rule that left what another one looked for, as far as the viewer may know of it."""
        seen = origin.seen(self.match, self.viewer)
        if seen:
            said = [self.stored(change) for change in seen if not self.match.program.fields[change.data["field"]].is_flag]
            row = self.story.row(self.match.program.fields[seen[0].data["field"]].domain, seen[0].data["row"])
            names = dict.fromkeys([*origin.call.clauses, *self.noted(origin.call.place)])
            text = ", ".join([f"{self.story.title(origin.call.name)} ({row})", *said])
            told: Account = {
                "event": None,
                "text": text,
                "kind": "call",
                "_told": True,
                "throws": [],
                "numbers": [],
                "since": [],
                "_since": [],
            }
            yield {**told, "clauses": [self.clause(name) for name in names]}
        if self.viewer == REFEREE:
            yield from (self.one(r, numbers) for r in self.above(origin.call))
        orders = orders_to(self.match, self.log, seen, before, self.viewer)
        yield from (self.one(order, numbers) | {"text": self.ordered(order)} for order in orders)

    def stored(self, change: Record) -> str:
        """A field and what it holds since."""
        column = self.match.program.fields[change.data["field"]]
        name = self.story.of(column.title, column.name.replace("_", " "))
        return f"{name}{self.story.say('colon')}{self.story.value(column, change.data['new'])}"

    def seen(self, wanted: set[int]) -> dict[int, Moment]:
        """How things stood at these records."""
        return moments(self.match, wanted, self.log)

    def one(self, record: Record, numbers: Numbers) -> Account:
        out: Account = {"event": str(numbers.of(record)), "text": self.words(record), "kind": record.kind}
        out["_told"] = bool(self.narrator.words(record)) if record.index < len(self.match.run.log or []) else False
        clauses = list(clauses_for(record, self.viewer))
        if record.kind == "roll" and record.cause >= 0 and self.log[record.cause].name == record.name:
            clauses += self.log[record.cause].clauses
        out["clauses"] = [self.clause(name) for name in dict.fromkeys([*clauses, *self.beside(record), *self.of_telling(record)])]
        self.placed(out, record.place)
        throws = [record] if record.kind == "roll" else self.rolls_in(record)
        out["throws"] = [told for r in throws if (told := self.dice.thrown(r, numbers)) is not None]
        facts = self.held(record)
        self.wording.cells = self.match.state.cells
        out["since"], out["_since"] = [fact.data() for fact in facts], [fact.words(self.lang) for fact in facts]
        out["numbers"] = self.numbers(record)
        if record.kind == "outcome":
            self.order(out, record)
        if record.kind == "prevented":
            out["prevented_by"] = self.by(record)
        for hook in self.hooks_of(record):
            found = self.joined(hook) if hook.index not in self.chain else None
            if found is not None and found.position == "instead":
                out["instead"] = self.by(hook)
        return out

    def numbers(self, record: Record) -> list[Account]:
        """The numbers a rule computes when it begins, with the lines that held, and those that decided about these."""
        procedure = next(iter(calls_of(self.match.program, record)), None) if record.kind == "call" else None
        moment = self.moments.get(record.index)
        frame = moment.frame(procedure.index) if procedure is not None and moment is not None else None
        if procedure is None or moment is None or frame is None:
            return []
        run, cells = moment.run(self.viewer)
        frame = Sources(run, cells, self.log, record.index, self.viewer).slots(procedure, frame)
        wanted = [s.value for s in procedure.body if isinstance(s, core.Let) and isinstance(s.value, core.Apply)]
        found = [n for e in wanted if (n := number_of(run, cells, e, frame, self.viewer)) is not None]
        out = []
        for number in [*found, *(inner for n in found for inner in n.inner)]:
            parts = [self.dice.line(p) for p in number.parts if p.seen_by(self.viewer)]
            told: Account = {"title": self.story.of(number.title), "value": number.value, "parts": parts}
            params = number.function.params
            asked = Asked(run, cells, list(number.frame), types_of(params), {p.name: p.slot for p in params})
            tests = [test for p in number.parts if (test := number.test_of(p)) is not None]
            facts = [f for test in tests for f in self.wording.facts(test, asked) if not f.hidden]
            told["since"], told["_since"] = [f.data() for f in facts], [f.words(self.lang) for f in facts]
            out.append(told)
        return out

    def placed(self, out: Account, place: Place) -> None:
        """For the referee: the line of the rule."""
        if self.viewer == REFEREE and place.line > 0:
            source = self.match.program.sources.get(place.file, "").split("\n")
            line = source[place.line - 1].strip() if place.line <= len(source) else ""
            out["rule"] = {"file": place.file, "line": place.line, "source": line}

    def clause(self, name: str) -> dict[str, str]:
        out = {"name": name, "text": self.story.of(self.match.program.clauses.get(name))}
        decl = self.clauses.get(name)
        if decl is not None and decl.ruling is not None:
            out["ruling"] = decl.ruling.within(self.lang)
            if decl.because is not None:
                out["reason"] = decl.because.within(self.lang)
        return out

    # ------------------------------------------------------------------------------------ what happened

    def words(self, record: Record) -> str:
        """What the narrator says of it, or what it is where he is silent."""
        told = self.narrator.words(record) if record.index < len(self.match.run.log or []) else ""
        if told:
            return told
        title = self.story.title(record.name)
        if record.kind == "call":
            procedure = next((p for p in self.match.program.procedures if p.name == record.name and p.kind == record.data["rule"]), None)
            who = self.people(procedure, record) if procedure is not None else []
            return f"{title} ({', '.join(who)})" if who else title
        if record.kind == "roll":
            faces = " + ".join(map(str, record.data["faces"]))
            if record.name not in self.story.titles:
                title = self.word("dice" if len(record.data["faces"]) > 1 else "die")
            return f"{title}{self.story.say('colon')}{faces}"
        if record.kind == "create":
            return f"{self.story.subject(record.data['domain'], record.data['row'])} {self.word('created')}"
        if record.kind == "prevented":
            return f"{title} {self.word('prevented')}"
        if record.kind == "end":
            return self.story.ending()
        if record.kind == "hook":
            return self.rule_name(record)
        return f"{self.story.choice(record)}." if record.kind == "choice" else title

    def ordered(self, record: Record) -> str:
        """An order by its action, with who carries it out."""
        action = next((one for one in self.match.machine.actions if one.action.name == record.name), None)
        title = self.story.title(record.name)
        return f"{title} ({self.story.row(action.actors, record.data['actor'])})" if action is not None else title

    def by(self, record: Record) -> Account:
        """The rule that kept something from happening, or stands in its place."""
        hook = record if record.kind == "hook" else next(
            (r for r in reversed(self.log[: record.index]) if r.kind == "hook" and r.place == record.place), record
        )  # fmt: skip
        facts = self.of_hook(hook)
        names = dict.fromkeys([*record.clauses, *self.noted(record.place)])
        out: Account = {"text": self.rule_name(hook), "clauses": [self.clause(name) for name in names]}
        out["since"], out["_since"] = [f.data() for f in facts], [f.words(self.lang) for f in facts if not f.hidden]
        rolls = (r for r in self.log[hook.index + 1 :] if r.kind == "roll" and any(a.index == hook.index for a in self.above(r)))
        numbers = Numbers(self.log, self.viewer)
        seen = [r for r in rolls if may_see(r.audience, self.viewer)] if record.kind == "prevented" else []
        out["throws"] = [told for r in seen[:4] if (told := self.dice.thrown(r, numbers)) is not None]
        self.placed(out, record.place)
        return out

    def order(self, out: Account, record: Record) -> None:
        """How an order came out; of one that failed, which condition did."""
        out["order"] = STATES[record.data["state"]]
        if record.data.get("reason"):
            out["told"] = self.story.of(record.data["reason"])
        if out["order"] == "done":
            return
        given = next((r for r in self.above(record) if r.kind == "order"), None)
        barred = next((r for r in self.log if r.kind == "prevented" and given in self.above(r)), None) if given is not None else None
        if barred is not None and not may_see(barred.audience, self.viewer):
            barred = None  # so that nothing tells it from any other failure
        if barred is not None:
            out["prevented_by"] = self.by(barred)
        moment = self.moments.get(record.index)
        table, base = self.match.program.orders, self.match.machine.layout.base
        if table is None or moment is None or given is None or barred is not None:
            return
        if self.viewer != REFEREE and out["order"] == "cancelled":  # that is done by a rule it may not see, never by what it needs
            return
        out["as_known"] = self.viewer != REFEREE and self.match.machine.publishes
        row = given.data["order"]
        ready = self.match.machine.action_of[moment.state.cells[base[table.action] + row]]
        procedure = ready.procedure
        slots = procedure.init[:] or [0] * procedure.slots
        for param, column in zip(procedure.params, ready.action.order_fields, strict=True):
            slots[param.slot] = moment.state.cells[base[column] + row]
        args = actions.computed_values(moment.run()[0], ready, [slots[p.slot] for p in procedure.params])
        for param, value in zip(procedure.params, args, strict=True):
            slots[param.slot] = value
        if any(args[way.given] != NONE and args[way.instead] == NONE for way, _ in ready.ways):
            out["failed"], out["_failed"] = [{"text": self.word("nowhere"), "holds": False}], [self.word("nowhere")]
            return
        asked = self.asked(record, procedure, slots)
        facts: list[Fact] = []
        for test, _ in ready.action.needs if asked is not None else ():
            if asked is not None and not facts:
                facts = self.wording.facts(test, asked, True)
        if not facts:
            facts = self.in_vain(record, procedure, slots, True) or self.within(record)
        instead = self.replaced(record) if not facts else None
        if instead is not None:
            out["instead"] = self.by(instead)
        out["failed"] = [f.data() for f in facts if not f.hidden]
        out["_failed"] = [f.words(self.lang) for f in facts if not f.hidden]

    def replaced(self, outcome: Record) -> Record | None:
        """The rule that last stood in the place of something the order did."""
        hooks = (r for r in reversed(self.log[: outcome.index]) if r.kind == "hook" and may_see(r.audience, self.viewer))
        inside = (r for r in hooks if any(a.index == outcome.cause for a in self.above(r)))
        return next((r for r in inside if (found := self.joined(r)) is not None and found.position == "instead"), None)

    def in_vain(self, record: Record, procedure: core.Procedure, slots: list[int], failing: bool) -> list[Fact]:
        """The conditions under which a rule has an order fail, or comes to nothing, as they held."""
        for site in ends(self.match.program, procedure, failing):
            facts: list[Fact] = []
            for around in site:
                asked = self.asked(record, procedure, slots)
                if asked is None or self.wording.held(around.test, asked) is not around.held:
                    break
                facts += self.wording.facts(around.test, asked)
            else:
                if facts:
                    return facts
        return []

    def within(self, outcome: Record) -> list[Fact]:
        """Of an order that failed on its way: why the last thing it did came to nothing."""
        calls = [r for r in self.log[: outcome.index] if r.kind == "call" and any(a.index == outcome.cause for a in self.above(r))]
        for call in reversed(calls[1:]):
            procedure = next(iter(calls_of(self.match.program, call)), None)
            if procedure is None or not may_see(call.audience, self.viewer):
                return []
            slots = [*procedure.init, *[0] * 8]
            for param in procedure.params:
                slots[param.slot] = call.data["args"][param.name]
            facts = self.in_vain(outcome, procedure, slots, False)
            if facts:
                return facts
        return []

    # ------------------------------------------------------------------------------------ lines

    def lines(self, number: object, rules: bool = False) -> Iterator[str]:
        """The account in words; with ``rules``, for the referee, the file and line of each rule as well."""
        return lines(self.account(number), self.lang, rules and self.viewer == REFEREE)


def public(account: Any) -> Any:
    """The data without what is only there to be said."""
    if isinstance(account, dict):
        return {key: public(value) for key, value in account.items() if not key.startswith("_")}
    return [public(item) for item in account] if isinstance(account, list) else account


def explain(
    match: Match, number: object, lang: str, viewer: int | str = REFEREE, rulebook: Rulebook | None = None, rules: bool = False
) -> list[str]:
    """Lines that account for event ``number``, as far as the viewer may know, and by the viewer's own numbers.

    Raises:
        Refused: the viewer knows no event of that number.
    """
    return list(Why(match, lang, viewer, rulebook).lines(number, rules))
