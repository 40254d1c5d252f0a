"""What the things of a match are called in one language: rows, values, changes, questions, how it ended."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from weakref import WeakKeyDictionary

from arbitre.dsl.core import NONE, Action, Field, Procedure, Program, Text
from arbitre.dsl.core.languages import inside
from arbitre.dsl.core.texts import agreeing, are_several
from arbitre.dsl.diagnostics.said import led
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.masks import rows_of
from arbitre.interpreter.state.requests import Request
from arbitre.interpreter.state.trace import Record
from arbitre.interpreter.state.visibility import PUBLIC, Viewer, may_see
from arbitre.story.turns import in_order, kind_of, told_by
from arbitre.words.fr import PLURAL_ARTICLE
from arbitre.words.numbers import whole
from arbitre.words.phrases import TABLES, Words, of
from arbitre.words.typed import plain

PREPOSITIONS = ("against", "at", "for", "from", "into", "on", "through", "to", "under", "with")
ASKING = " ?\u202f\u00a0"  # what ends a question


class Story:
    """Words for one match in one language."""

    def __init__(self, match: Match, lang: str) -> None:
        self.match, self.lang = match, lang
        self.titles = titles(match.machine)
        known = told_by(match.machine)
        self.loops, self.about = known.loops, known.about

    @property
    def words(self) -> Words:
        return of(self.lang)

    def say(self, key: str) -> str:
        return self.words.say(key)

    def of(self, text: Text | None, otherwise: str = "") -> str:
        return (text.within(self.lang) or otherwise) if text is not None else otherwise

    def row(self, domain: int, row: int) -> str:
        return self.of(self.match.machine.row_title(domain, row, self.match.state.cells))

    def subject(self, domain: int, row: int) -> str:
        """A row whose change one may see: whoever sees that has recognised it, so it has its number."""
        kind = self.match.program.domains[domain]
        if row < 0:  # one that the record does not tell from the others
            return self.of(kind.title, kind.name)
        said = self.row(domain, row)
        return f"{said} {row + 1}" if kind.dynamic and kind.seen and not said.rstrip(")")[-1:].isdigit() else said

    def seat(self, seat: int) -> str:
        return self.row(self.match.program.seats, seat)

    def title(self, name: str) -> str:
        """The title of a rule, a step, a decision, or its name in plain words."""
        return self.of(self.titles.get(name), name.replace("_", " "))

    def called(self, key: str) -> str:
        """What a row is called whose key is given: its title, or the key in plain words."""
        kind, _, number = key.rpartition("_")
        for domain in self.match.program.domains:
            if domain.dynamic and domain.name == kind and number.isdecimal() and 0 < whole(number) <= domain.size:
                return self.subject(domain.index, whole(number) - 1)
            if not domain.dynamic and key in domain.rows:
                return self.row(domain.index, domain.rows.index(key))
        return key.replace("_", " ")

    # ------------------------------------------------------------------------------------ events

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

    def several(self, group: list[Record], viewer: Viewer) -> str:
        """Changes of one row, on one line; the match itself is not named: ``To move: White → Black``"""
        domain, colon = self.match.program.fields[group[0].data["field"]].domain, self.say("colon")
        own = self.match.program.domains[domain].name == "match"
        changes = [(colon if own else " ").join(said) for record in group if (said := self.changed(record, viewer))]
        who = "" if own else f"{self.subject(domain, group[0].data['row'])}{colon}"
        return f"{who}{', '.join(changes)}" if changes else ""

    def choice(self, record: Record) -> str:
        """``Red’s call: heads``; by the question where that names somebody, or nothing has a title: ``Red: Ann: which attack? Guard``"""
        who, what = self.seat(record.data["seat"]), self.of(record.data["title"], record.data["key"])
        title, put = self.of(self.titles.get(record.name)).rstrip(ASKING), self.of(record.data["asks"])
        if record.data["key"] == "yes":
            return f"{who}{self.say('colon')}{put.rstrip(ASKING) or title}"
        asked = record.name in self.about or self.of_kind(record, title) or self.of_match(record)
        if title and "{" not in title and not (put and asked):
            return self.words.say("story.chosen", who=who, title=title if self.lang == "fr" else inside(title, self.lang), what=what)
        return f"{who}{self.say('colon')}{put} {what}" if put else f"{who} {self.say('story.chooses')} {what}"

    def of_kind(self, record: Record, title: str) -> bool:
        """Has a decision no title but that of the kind of its answers?  It does not say what was asked."""
        domain = record.data["domain"]
        return domain != NONE and title.casefold() == self.of(self.match.program.domains[domain].title).casefold()

    def of_match(self, record: Record) -> bool:
        """Does somebody choose a field of the match?  It is not his."""
        program = self.match.program
        homes = {program.domains[field.domain].name for field in program.fields if field.name == record.name}
        return homes == {"match"}

    def told_to(self, audience: int, said: str) -> str:
        """What only some are told, with whom: ``To Ann: ...``"""
        names = [self.seat(seat) for seat in self.match.seats() if audience >> seat & 1]
        return self.words.say("story.told_to", who=", ".join(names), text=said) if names else said

    def order_given(self, record: Record) -> str:
        """An order as it was given: ``Red’s order: Knight, move to (3, 1)``"""
        about = dict(record.data["about"])
        last = self.of(record.data["title"], record.data["key"])
        action = self.ordered(about.get("action", ""))
        name = self.match.machine.row_title(self.match.program.seats, record.data["seat"], self.match.state.cells)
        gives = "story.give" if several(name, self.lang) else "story.gives"
        lead = self.say(gives).format(who=self.seat(record.data["seat"])) + self.say("colon")
        if action is None:
            called = [self.title(key) if name == "action" else self.called(key) for name, key in about.items()]
            return lead + ", ".join([*called, last])
        given = {name: self.called(key) for name, key in about.items() if name != "action"}
        given.setdefault(record.name, last)
        params = self.match.program.procedures[action.procedure].params
        tied = {p.name: p.preposition for p in params}
        headed = {p.name for p in params if p.domain >= 0 and self.match.program.domains[p.domain].name == "direction"}
        actor = [said for name, said in given.items() if tied.get(name) == "by"]
        title = self.title(action.name)
        open_ended = title.rpartition(" ")[2] in {self.say(f"story.prep.{p}") for p in PREPOSITIONS}
        others = []
        for name, said in given.items():
            prep = tied.get(name, "")
            if name in headed:
                others.append(self.towards(about.get(name, record.data["key"]), said))
            elif prep != "by":
                others.append(f"{self.say(f'story.prep.{prep}')} {said}" if prep in PREPOSITIONS and not open_ended else said)
        return lead + ", ".join([*actor, " ".join([inside(title, self.lang) if actor else title, *others])])

    def ordered(self, name: str) -> Action | None:
        """The action that an order names, itself or by another way to give it."""
        for action in self.match.program.actions:
            params = self.match.program.procedures[action.procedure].params
            if name in (action.name, *(f"{action.name}_{params[way.given].name}" for way in action.ways)):
                return action
        return None

    def towards(self, key: str, said: str) -> str:
        """``right``, ``vers la droite``: a direction, as the language says where one goes."""
        if key in ("left", "right"):
            form = "story.towards.side"
        elif key.partition("_")[0] in ("east", "west"):
            form = "story.towards.side_of_the_sky"
        else:
            form = "story.towards"
        return self.say(form).format(where=inside(said, self.lang))

    def outcome(self, record: Record) -> str:
        """How an order came out."""
        state = ("done", "done", "failed", "cancelled")[record.data["state"]]
        reason = record.data.get("reason")
        action, given = self.ordered(record.name), self.match.run.log[record.cause] if self.match.run.log and record.cause >= 0 else record
        order = self.title(record.name)
        if action is not None and given.kind == "order":
            params = self.match.program.procedures[action.procedure].params
            order = f"{self.subject(params[action.actor].domain, given.data['actor'])}, {inside(order, self.lang)}"
        said = self.say(f"story.order_{state}").format(order=order)
        return said + (f" ({self.of(reason)})" if reason else "")

    def field(self, column: Field, row: int, said: str = "") -> str:
        """What a field is called, or its opposite (``said``), said of one row: ``Est éliminé(e)`` agrees with it."""
        said = said or self.of(column.title, column.name.replace("_", " "))
        machine, kind = self.match.machine, self.match.program.domains[column.domain]
        title = machine.row_title(column.domain, row, self.match.state.cells) if row >= 0 else kind.title
        traits = title.of(self.lang)
        return agreeing(said, self.lang, traits if traits.gender else replace(traits, gender=kind.title.of(self.lang).gender))

    def fact(self, record: Record) -> str:
        """What a side knows from now on."""
        column = self.match.program.fields[record.data["field"]]
        kind = self.match.program.domains[column.domain]
        who = self.of(kind.title) if record.data["row"] < 0 else self.row(column.domain, record.data["row"])
        value = self.value(column, record.data["value"])
        field, who = self.of(column.title, column.name.replace("_", " ")), who or kind.name
        who = who if kind.seat and record.data["row"] >= 0 else inside(who, self.lang)  # a side keeps its name
        return self.say("story.fact").format(value=value, who=who, field=inside(field, self.lang))

    def prevented(self, record: Record) -> str:
        return f"{self.title(record.name)} {self.say('why.prevented')}"

    def changed(self, record: Record, viewer: Viewer) -> tuple[str, str] | None:
        """A field, and what became of its value: what was there before, unless nothing was."""
        data = record.data
        column = self.match.program.fields[data["field"]]
        if column.name.startswith("_") or self.match.program.domains[column.domain].name == "order":
            return None
        name = self.field(column, data["row"])
        if column.is_set:
            more = [f"+{self.told_row(column.target, r, data, viewer)}" for r in rows_of(data["new"] & ~data["old"])]
            less = [f"-{self.told_row(column.target, r, data, viewer)}" for r in rows_of(data["old"] & ~data["new"])]
            return name, " ".join(more + less)
        if "known" in data:
            before, after = (self.told_row(column.target, data[key], data, viewer) for key in ("old", "new"))
        else:
            before, after = (self.value(column, data[key]) for key in ("old", "new"))
        return name, after if column.target != NONE and data["old"] < 0 else f"{before} → {after}"

    def told_row(self, domain: int, row: int, data: dict[str, Any], viewer: Viewer) -> str:
        """A row that a field holds, by its name for those who could tell it from others then."""
        if row < 0:
            return "–"
        kind = self.match.program.domains[domain]
        known = may_see(data.get("known", {}).get(row, PUBLIC), viewer)
        return self.row(domain, row) if known else self.of(kind.title, kind.name.replace("_", " "))

    def value(self, column: Any, value: int) -> str:
        if column.is_flag:
            return self.say("yes" if value else "no")
        if column.is_set:
            return ", ".join(self.row(column.target, r) for r in rows_of(value)) or "–"
        if column.target != NONE:
            return self.row(column.target, value) if value >= 0 else "–"
        return str(value)

    # ------------------------------------------------------------------------------------ dice

    def order_of_play(self, group: list[Record]) -> str:
        """Who comes when, with the dice that say so."""
        faces = " ".join(str(r.data["total"]) for r in group)
        loop = self.loops.get(group[0].place)
        kind = kind_of(self.match.program, loop)
        if kind is not None and all("row" in r.data for r in group):
            throws = self.say("semicolon").join(f"{self.row(kind, r.data['row'])}, {r.data['total']}" for r in group)
            what = "story.ties" if loop is not None and loop.keys else "story.turns"
            return f"{self.say(what)}{self.say('colon')}{throws}"
        known = in_order(self.match.program, loop, group)
        who = f"{', '.join(self.row(known[0], row) for row in known[1])} ({faces})" if known is not None else faces
        return f"{self.say('story.turns')}{self.say('colon')}{who}"

    # ------------------------------------------------------------------------------------ questions and endings

    def question(self, request: Request) -> str:
        said = ", ".join(self.title(v) if n == "action" else f"{self.title(n)} {self.called(v)}" for n, v in request.about)
        what = self.asked(request)
        end = "" if what.endswith("?") else self.say("story.asks")
        return f"{self.seat(request.seat)}{self.say('colon')}{what}" + (f" ({said})" if said else "") + end

    def asked(self, request: Request) -> str:
        """What is asked, in words: as the rulebook puts it, else by its title; what may be done in a step without one, by its actions."""
        said = self.of(request.asks) or self.of(request.title)
        within = next((d.within for d in self.match.program.decisions if d.name == request.decision), None)
        if not said and within and request.acts and not request.about and self.titles.get(request.decision) == within:
            said = ", ".join(self.of(one.title, one.key) for one in request.options if one.key != "done") + self.say("story.asks")
        if not said and request.about and not self.of(self.titles.get(request.decision)):
            return of(self.lang).say("ask.choose", name=self.title(request.decision))
        return said or self.title(request.decision)

    def ending(self) -> str:
        if self.match.unfinished:
            return self.say("story.unfinished")
        if self.match.lost:
            sides = self.match.seats()
            return f"{self.seat(sides[0])} {self.say('story.loses')}." if len(sides) == 1 else self.say("lost")
        won = self.match.winner_titles()
        seats = self.match.state.winner_domain == self.match.program.seats
        names = [subject(title, self.lang, seats) for title in won]
        if not names:
            return self.say("draw")
        listed = f" {self.say('and')} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
        return f"{listed} {self.say('story.win' if len(names) > 1 or several(won[0], self.lang) else 'story.wins')}."


# ------------------------------------------------------------------------------------------------ helpers


def several(name: Text, lang: str) -> bool:
    """Is who goes by that name several, “les Rouges”?  A proper name is the same in all languages."""
    said = name.within(lang)
    if name.of(lang).number or (lang == "fr" and said.lower().startswith(PLURAL_ARTICLE)) or any(t.number for _, t in name.traits):
        return are_several(name, lang) or False
    return said.endswith("s") and not said.endswith("ss") and len(set(map(plain, name.every))) > 1  # but for accents


def subject(name: Text, lang: str, seat: bool = False) -> str:
    """Who goes by that name, at the beginning of a sentence.  In French a camp whose gender is given has its article (*La Meute*), and so
    has whoever is several by one word (*Les Rouges*); a side is a person, and names have none."""
    said, traits = name.within(lang), name.of(lang)
    if lang != "fr" or traits.proper or " " in said or said.startswith(("L’", "L'")):
        return said
    if several(name, lang):
        return f"Les {said}"
    return led(said, traits.gender) if traits.gender and not seat else said


_TITLES: WeakKeyDictionary[Machine, dict[str, Text]] = WeakKeyDictionary()


def titles(machine: Machine) -> dict[str, Text]:
    """Titles by name, put together once for all the matches of a machine."""
    if machine not in _TITLES:
        _TITLES[machine] = titled(machine.program)
    return _TITLES[machine]


def titled(program: Program) -> dict[str, Text]:
    """Titles by name: fields first, then kinds, steps, rules and decisions, the later ones before the earlier."""
    out: dict[str, Text] = {}

    def small(text: Text) -> Text:
        return Text(tuple((code, inside(said, code)) for code, said in text.said), text.traits)

    out["orders"] = both_of("story.orders")  # what the referee asks for himself
    out["order"] = both_of("story.order")
    for column in program.fields:
        if column.title:
            out.setdefault(column.name, small(column.title))
    for domain in program.domains:
        if domain.title:
            out[domain.name] = small(domain.title)
    named: list[Procedure] = list(program.procedures)
    for procedure in named:
        for step in procedure.steps:
            if step.title:
                out.setdefault(step.name, small(step.title))
    for procedure in named:
        if procedure.title:
            out[procedure.name] = procedure.title
    for action in program.actions:
        if action.title:
            out[action.name] = action.title
        params = program.procedures[action.procedure].params
        for way in action.ways:  # given another way it goes by that one's title
            said = way.title if way.title else action.title
            if said:
                out[f"{action.name}_{params[way.given].name}"] = said
    for decision in program.decisions:
        if decision.title:
            out[decision.name] = decision.title
    for decision in program.decisions:
        if decision.within:
            out.setdefault(decision.name, decision.within)
    for procedure in named:  # a parameter without a title of its own goes by that of its kind
        for param in procedure.params:
            if param.domain >= 0 and program.domains[param.domain].title:
                out.setdefault(param.name, small(program.domains[param.domain].title))
    return out


def both_of(key: str) -> Text:
    """A phrase as a rulebook would say it."""
    return Text.saying({lang: of(lang).say(key) for lang in TABLES})


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
