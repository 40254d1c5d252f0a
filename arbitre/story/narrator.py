"""A match told as somebody at the table would tell it: for what happened, one sentence.

``Narrator(match, lang, viewer).sentences(records)`` gives :class:`Sentence` after sentence, plain data: what is shown of them, and how,
is for whoever asks.  ``records`` are those of ``match.run.log``, or of ``match.abandoned`` (with ``log=``, the log as it was then); what
the viewer may not see is left out.  Terminals ask a :class:`arbitre.story.terminal.Teller`, who remembers how far each viewer was told.

Sentences come from the rulebook: the ``says`` of events, actions, tests and their results, steps, titles.  A text that begins in small
letters (or with a point, a colon, a bracket) goes on with the sentence of the rule it stands in.  Throws join the sentence of the rule
that throws.  What one does several times in a row is one sentence with its end; what the same one does next is joined by ‘then’.
Bare changes of state are told where ``verbose`` asks for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from arbitre.dsl.core import NONE, Procedure
from arbitre.dsl.diagnostics.position import Place
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.trace import Number, Numbers, Record, clauses_for
from arbitre.interpreter.state.visibility import PUBLIC, REFEREE, may_see
from arbitre.story.boards.owners import Owners, apart
from arbitre.story.drafts import GOES_ON, LONGEST, Draft, goes_on, led_to, of_one_rule
from arbitre.story.story import Story
from arbitre.story.subjects import Subjects
from arbitre.story.throws import Throw, plainly
from arbitre.story.turns import told_by
from arbitre.story.watch import note_of

HEADINGS = ("turn", "step")
THROWING = ("test", "contest", "table")


@dataclass(frozen=True, slots=True)
class Sentence:
    """``kind``: turn, step, event, roll, choice, told, order, change.

    ``numbers``: by which the viewer knows the records it tells of.  ``depth``: how many told things led to it.  ``plain``: a bare change
    of state.  ``clauses`` and ``places`` are for the referee: the rules that it tells of.
    """

    kind: str
    text: str
    depth: int = 0
    numbers: tuple[Number, ...] = ()
    clauses: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()
    plain: bool = False

    @property
    def number(self) -> Number:
        """The number that is shown: the first by which everybody knows it, if there is one."""
        return next((number for number in self.numbers if not number.own), self.numbers[0])

    def with_rules(self) -> str:
        """The sentence as a referee is told it, with the clauses it carries out, or the line of the rule."""
        if self.kind in HEADINGS:
            return self.text
        rules = ", ".join(self.clauses) or next((f"{place.file}:{place.line}" for place in self.places if place.line > 0), "")
        return f"{self.text} [{rules}]" if rules else self.text


class Narrator:
    """Tells one viewer of one match, in one language."""

    def __init__(self, match: Match, lang: str, viewer: int | str = REFEREE, verbose: bool = False, story: Story | None = None) -> None:
        self.match, self.lang, self.viewer, self.verbose = match, lang, viewer, verbose
        self.story = story or Story(match, lang)
        self.procedures: dict[tuple[str | None, str], Procedure] = {(p.kind, p.name): p for p in match.program.procedures}
        self.ordered = {a.offer for a in match.program.actions if not a.at_once}
        self.draws = told_by(match.machine).draws
        self.counted = Numbers([], viewer)
        # Where a rulebook says nothing at all, what changes is the story.
        told = any(p.says or p.quiet for p in match.program.procedures) or told_by(match.machine).speaks
        self.bare = not told
        ordered = [a for a in match.program.actions if not a.at_once]
        params = {a.index: match.program.procedures[a.procedure].params for a in ordered}
        self.orders = {name for a in ordered for name in (a.name, *(f"{a.name}_{params[a.index][w.given].name}" for w in a.ways))}
        self.subjects = Subjects(self.story, self.procedures)
        self.owners = Owners(self.story, viewer)
        self.acted = {a.offer for a in match.program.actions}

    def sentences(self, records: Iterable[Record], log: Sequence[Record] | None = None) -> list[Sentence]:
        """What these records come to, in order."""
        known = self.match.run.log or [] if log is None else log
        numbers = self.numbers(known)
        drafts = _Telling(self, known).told([r for r in records if may_see(r.audience, self.viewer)])
        out, names = [], self.owners.alike()
        for draft in self.kept(drafts):
            own = sorted({r.index: r for r in draft.records}.values(), key=lambda r: r.index)
            clauses = tuple(dict.fromkeys(c for r in own for c in self.carried(r)))
            places = tuple(dict.fromkeys(r.place for r in own))
            said, numbered = apart(self.text(draft), names), tuple(numbers.of(r) for r in own)
            out.append(Sentence(draft.kind, said, draft.depth, numbered, clauses, places, draft.plain))
        return out

    def carried(self, record: Record) -> tuple[str, ...]:
        """The clauses that a record carries out, those of the lines that counted in a throw too."""
        note = note_of(self.match, record.index) if record.kind == "roll" else None
        if note is None:
            return clauses_for(record, self.viewer)
        lines = [line.clauses for line in note.added(self.viewer)] + [line.clauses for line in note.wanted(self.viewer)]
        return record.clauses + tuple(clause for clauses in lines for clause in clauses)

    def numbers(self, log: Sequence[Record]) -> Numbers:
        """By which numbers the viewer knows the records."""
        self.counted = self.counted.grown(log)
        return self.counted

    def kept(self, drafts: list[Draft]) -> list[Draft]:
        """Without headings under which nothing is told, the last ones aside: what follows may be still to come."""
        shown = [d for d in drafts if self.verbose or not d.plain]
        pairs = zip(shown, [*shown[1:], None][: len(shown)], strict=True)
        return [d for d, after in pairs if d.kind != "step" or after is None or after.kind not in HEADINGS or after.level > d.level]

    def words(self, record: Record) -> str:
        """One record by itself, in words; empty where nothing is said of it."""
        drafts = _Telling(self, self.match.run.log or [], single=True).told([record])
        return apart(self.text(drafts[0]), self.owners.alike()) if drafts else ""

    def text(self, draft: Draft) -> str:
        return draft.heads[0][0] if draft.kind in HEADINGS else draft.text(self.story.say("story.then"))


class _Telling:
    """One passage through records: the sentences begun so far."""

    def __init__(self, narrator: Narrator, log: Sequence[Record], single: bool = False) -> None:
        self.single = single  # one record by itself
        self.narrator, self.story, self.log = narrator, narrator.story, log
        self.program = narrator.match.program
        self.drafts: list[Draft] = []
        self.heads: dict[int, Draft] = {}  # by the record of the rule whose sentence it is
        self.throws: dict[int, tuple[Throw, Draft]] = {}
        self.calls: dict[int, Throw] = {}
        self.waiting: list[Record] = []  # choices of one rule, of which nothing was told yet
        self.order: Record | None = None  # the last choice of an order that is being given

    def told(self, records: Sequence[Record]) -> list[Draft]:
        group: list[Record] = []
        for record in records:
            if group and not (record.kind == "change" and self.story.alike(group[-1], record)):
                self.changes(group)
                group = []
            if record.kind == "change":
                group.append(record)
                continue
            if self.order is not None and not (record.kind == "choice" and dict(record.data["about"]).get("action")):
                self.ordering(self.order)
            handler = getattr(self, f"on_{record.kind}", None)
            if handler is not None:
                handler(record)
        if group:
            self.changes(group)
        if self.order is not None and self.order.data["about"]:  # else what it is about may be still to come
            self.ordering(self.order)
        self.chosen()
        return self.drafts

    # ------------------------------------------------------------------------------------ drafts

    def begin(self, draft: Draft) -> Draft:
        if not draft.plain:
            self.waiting = [] if draft.kind not in HEADINGS else self.waiting
        self.drafts.append(draft)
        return draft

    def last(self) -> Draft | None:
        """The sentence before, bare changes left out; none across a heading."""
        found = next((d for d in reversed(self.drafts) if not d.plain), None)
        return None if found is None or found.kind in HEADINGS else found

    def above(self, record: Record) -> list[Record]:
        """What led to a record, the nearest first."""
        out = []
        while record.cause >= 0:
            record = self.log[record.cause]
            out.append(record)
        return out

    def is_head(self, record: Record) -> bool:
        said = record.data.get("says")
        return (
            record.kind == "call" and said is not None and may_see(record.audience, self.narrator.viewer)
            and record.data.get("rule") not in THROWING and not goes_on(self.story.of(said))
        )  # fmt: skip

    def depth(self, record: Record) -> int:
        return sum(1 for r in led_to(record, self.above(record)) if self.is_head(r))

    def home(self, record: Record) -> Draft | None:
        """The sentence of the rule that a record belongs to, if nothing else was told since."""
        last = self.last()
        for above in self.above(record):
            if above.index in self.heads:
                return last if self.heads[above.index] is last else None
            if self.is_head(above):
                return None if self.single else self.resumed(above)
        return None

    def resumed(self, head: Record) -> Draft:
        """The rest of a sentence whose beginning was told before."""
        draft = self.begin(Draft("event", self.depth(head), [(GOES_ON, [])], []))
        self.heads[head.index] = draft
        return draft

    def add(self, record: Record, part: str, kind: str = "event") -> None:
        """Goes on with the sentence of the rule, or makes one of its own."""
        home = self.home(record)
        if home is None:
            self.begin(Draft(kind, self.depth(record), [(part.lstrip(",;: "), [])], [record]))
            return
        self.waiting = []
        home.add(part)
        home.records.append(record)

    # ------------------------------------------------------------------------------------ records

    def on_agenda(self, record: Record) -> None:
        procedure = self.narrator.procedures["agenda", record.name]
        if procedure.quiet:
            return
        self.chosen()
        said = record.data.get("says")
        main = procedure.index == self.program.main
        if said is not None:
            text = self.story.of(said)
        elif main:
            text = f"{self.story.title(record.name)} {record.data['number']}"
        elif procedure.title:
            text = self.story.title(record.name)
        else:
            return
        self.begin(Draft("turn" if main else "step", 0, [(text, [])], [record], level=0 if main else 1))

    def on_call(self, record: Record) -> None:
        if record.data.get("rule") in THROWING:
            self.calls[record.index] = Throw(self.story, self.narrator.viewer, record)
            return
        said = record.data.get("says")
        if said is None:
            return
        text = self.story.of(said).strip() if not goes_on(self.story.of(said)) else self.story.of(said)
        if goes_on(text):
            self.phrase(record, text)
        elif text:
            self.head(record, text)

    def head(self, record: Record, text: str) -> None:
        """A sentence begins, unless it goes on telling of the same one."""
        subject = self.narrator.subjects.of(record, text)
        call = self.narrator.subjects.key(record)
        last = self.last()
        depth = self.depth(record)
        if last is not None and subject and last.subject == subject and not last.ended and last.kind == "event":
            if call is not None and last.call == call and depth == last.depth:
                last.heads[-1] = (text, last.heads[-1][1])
                self.join(last, record)
                return
            if len(last.text("")) + len(text) < LONGEST and depth >= last.depth:
                last.heads.append((text, []))
                last.call = call
                self.join(last, record)
                return
        draft = self.begin(Draft("event", depth, [(text, [])], [record], subject, call))
        self.heads[record.index] = draft

    def join(self, draft: Draft, record: Record) -> None:
        draft.records.append(record)
        self.heads[record.index] = draft
        self.waiting = []

    def on_say(self, record: Record) -> None:
        text = self.story.of(record.data["says"])
        if record.name == "row":
            self.phrase(record, text[:1].lower() + text[1:])
        elif goes_on(text):
            self.phrase(record, text)
        else:
            self.begin(Draft("event", self.depth(record), [(text, [])], [record]))
            for above in self.above(record):
                if above.kind == "call":
                    self.heads[above.index] = self.drafts[-1]
                    break

    def phrase(self, record: Record, text: str) -> None:
        """Part of a sentence: within a throw behind its dice, else behind what was said last of the rule."""
        for above in [record, *self.above(record)]:
            if above.index in self.calls and above.index in self.throws:
                throw, draft = self.throws[above.index]
                if draft is self.last():
                    throw.between.append((len(throw.rolls), text))
                    draft.records.append(record)
                    self.waiting = []
                    return
        self.add(record, text)

    def on_roll(self, record: Record) -> None:
        if record.name == "order":
            self.on_order_roll(record)
            return
        for above in self.above(record):
            if above.kind == "call" and above.data["rule"] in THROWING and above.name == record.name:
                self.calls.setdefault(above.index, Throw(self.story, self.narrator.viewer, above))
                self.thrown(above, record)
                return
        cause = self.log[record.cause] if record.cause >= 0 else record
        called = self.narrator.procedures.get((cause.data.get("rule"), cause.name))
        if record.place in self.narrator.draws or (called is not None and called.quiet):
            return  # what came of it is said, or it does not matter
        title = self.story.titles.get(record.name)
        text = plainly(self.story, record, self.story.of(title) if title is not None else "", self.narrator.viewer)
        self.phrase(record, text[:1].lower() + text[1:] if self.home(record) is not None else text)

    def on_order_roll(self, record: Record) -> None:
        """Throws for one order stand on one line."""
        last = self.drafts[-1] if self.drafts else None
        if last is not None and last.kind == "roll" and last.records[-1].name == "order" and last.records[-1].place == record.place:
            last.records.append(record)
            last.heads = [(self.story.order_of_play(last.records), [])]
            return
        self.begin(Draft("roll", self.depth(record), [(self.story.order_of_play([record]), [])], [record]))

    def thrown(self, call: Record, roll: Record) -> None:
        known = self.throws.get(call.index)
        if known is not None and (known[1] is self.last()):
            known[0].rolls.append(roll)
            known[1].records.append(roll)
            return
        throw = self.calls[call.index] if known is None else Throw(self.story, self.narrator.viewer, call)
        throw.rolls.append(roll)
        home = self.home(call)
        if home is None:
            throw.alone = True
            home = self.begin(Draft("roll", self.depth(call), [("", [])], [call, roll]))
        else:
            home.records += [call, roll]
            self.waiting = []
        home.add(throw.words)
        self.throws[call.index] = (throw, home)

    def on_tell(self, record: Record) -> None:
        said = self.story.of(record.data["says"])
        if self.narrator.viewer == REFEREE and record.audience != PUBLIC:  # whoever is told it himself knows that it is he
            said = self.story.told_to(record.audience, said)
        self.begin(Draft("told", self.depth(record), [(said, [])], [record]))

    def on_fact(self, record: Record) -> None:
        self.begin(Draft("told", self.depth(record), [(self.story.fact(record), [])], [record]))

    def on_outcome(self, record: Record) -> None:
        """An order that was not carried out; one that was and of which nothing was told."""
        last = self.last()
        told = last is not None and any(r.index > record.cause for r in last.records)
        if record.data["state"] != 1 or not told:
            self.begin(Draft("order", self.depth(record), [(self.story.outcome(record), [])], [record]))

    def on_prevented(self, record: Record) -> None:
        text = self.story.prevented(record)
        self.begin(Draft("change", self.depth(record), [(text, [])], [record], plain=True))

    def changes(self, group: list[Record]) -> None:
        text = self.story.several(group, self.narrator.viewer)
        if text:
            self.begin(Draft("change", self.depth(group[0]), [(text, [])], group, plain=not self.narrator.bare))

    # ------------------------------------------------------------------------------------ choices

    def on_choice(self, record: Record) -> None:
        about = dict(record.data["about"])
        if about.get("action") in self.narrator.orders:
            self.chosen()
            self.order = record
            return
        if "action" in about or record.data["key"] in ("done", "none", "no"):
            return
        if record.name in self.narrator.ordered:
            self.chosen()
            self.order = record
        elif record.name in self.narrator.acted:
            self.chosen()
        elif record.audience != PUBLIC:  # what came of it will not tell what it was
            self.chosen()
            self.drafts.append(Draft("choice", self.depth(record), [(self.story.choice(record), [])], [record]))
        elif record.data["domain"] == NONE or self.program.domains[record.data["domain"]].board is None:
            if not self.waiting or not of_one_rule(self.waiting, record):
                self.chosen()
            self.waiting.append(record)  # of a rule that goes on asking, what it tells in the end tells of all

    def chosen(self) -> None:
        """Choices that nothing came of that was told."""
        waiting, self.waiting = self.waiting, []
        for record in waiting:
            self.drafts.append(Draft("choice", self.depth(record), [(self.story.choice(record), [])], [record]))

    def ordering(self, record: Record) -> None:
        """An order given: what is to be done, and with what."""
        self.order = None
        self.begin(Draft("order", self.depth(record), [(self.story.order_given(record), [])], [record]))
