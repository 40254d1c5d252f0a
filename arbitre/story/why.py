"""Why something happened: dice, rule, clause, ruling, and what led to it."""

from __future__ import annotations

from collections.abc import Iterator

from arbitre.opening.books import refused
from arbitre.opening.coverage import notes
from arbitre.story.narrator import Narrator
from arbitre.story.story import Story
from arbitre.words.phrases import of
from dsl import tree as t
from dsl.core import NONE
from dsl.modules.rulebook import Rulebook
from interpreter.match.match import Match
from interpreter.state.trace import Numbers, Record
from interpreter.state.visibility import REFEREE, may_see


class Why:
    """Accounts for events of one match, as far as one viewer may know."""

    def __init__(self, match: Match, lang: str, viewer: int | str = REFEREE, rulebook: Rulebook | None = None) -> None:
        self.match, self.viewer, self.lang = match, viewer, lang
        self.story = Story(match, lang)
        self.narrator = Narrator(match, lang, viewer, story=self.story)
        self.clauses = {str(d.name): d for d in rulebook.decls if isinstance(d, t.Clause)} if rulebook is not None else {}
        self.margin: dict[tuple[str, int], list[str]] = {}
        for decl in rulebook.decls if rulebook is not None else ():
            if not isinstance(decl, t.Clause):
                for clause, place in notes(decl):
                    self.margin.setdefault((place.file, place.line), []).append(clause)
        self.told: set[str] = set()

    def word(self, key: str) -> str:
        return of(self.lang).say(f"why.{key}")

    def lines(self, number: int) -> Iterator[str]:
        """What accounts for the event that the viewer knows by that number; :class:`Refused` if he knows none."""
        log = self.match.run.log or []
        numbers = Numbers(log, self.viewer)
        if not 0 <= number < len(numbers):
            raise refused("why.none", n=number, last=len(numbers) - 1) if len(numbers) else refused("why.nothing")
        record = log[numbers.index(number)]
        yield f"[{number}] {self.words(record)}"
        yield from self.rule(record)
        if record.kind == "roll":
            dice = " ".join(f"d{size}={face}" for size, face in zip(record.data["sizes"], record.data["faces"], strict=True))
            yield f"  {self.word('dice')}{self.story.say('colon')}{dice}"
        inside = [r for r in log[record.index + 1 :] if r.cause == record.index and r.kind == "roll" and may_see(r.audience, self.viewer)]
        for roll in inside:
            yield f"  {self.word('thrown')}{self.story.say('colon')}[{numbers.of(roll)}] {self.words(roll)}"
        while record.cause >= 0:
            record = log[record.cause]
            if may_see(record.audience, self.viewer):
                yield f"{self.word('because')} [{numbers.of(record)}] {self.words(record)}"
                yield from self.rule(record)

    def words(self, record: Record) -> str:
        """What the story says of it, or what it is where the story is silent."""
        said = self.narrator.words(record)
        if said:
            return said
        title = self.story.title(record.name)
        if record.kind == "call":
            procedure = next((p for p in self.match.program.procedures if p.name == record.name and p.kind == record.data["rule"]), None)
            args = record.data["args"]
            who = (
                [self.story.row(p.domain, args[p.name]) for p in procedure.params if p.domain != NONE and not p.is_set] if procedure else []
            )
            return f"{title} ({', '.join(who)})" if who else title
        if record.kind == "create":
            return f"{self.story.subject(record.data['domain'], record.data['row'])} {self.word('created')}"
        if record.kind == "prevented":
            return f"{title} {self.word('prevented')}"
        if record.kind == "end":
            return self.story.ending()
        return f"{self.word('rule')} {title}" if record.kind == "hook" else title

    def rule(self, record: Record) -> Iterator[str]:
        """The rule with its line, and the clauses that stand in its margin."""
        place = record.place
        if place.line > 0:
            yield f"  {place.file}:{place.line}"
            source = self.match.program.sources.get(place.file, "").split("\n")
            if place.line <= len(source):
                yield f"    {source[place.line - 1].strip()}"
        for clause in dict.fromkeys([*record.clauses, *self.margin.get((place.file, place.line), ())]):
            if clause not in self.told:
                self.told.add(clause)
                yield from self.clause(clause)

    def clause(self, name: str) -> Iterator[str]:
        yield f"  {name}{self.story.say('colon')}{self.story.of(self.match.program.clauses.get(name))}"
        decl = self.clauses.get(name)
        if decl is not None and decl.ruling is not None:
            yield f"    {self.word('ruling')}{self.story.say('colon')}{getattr(decl.ruling, self.lang)}"
            if decl.because is not None:
                yield f"    {self.word('reason')}{self.story.say('colon')}{getattr(decl.because, self.lang)}"


def explain(match: Match, number: int, lang: str, viewer: int | str = REFEREE, rulebook: Rulebook | None = None) -> list[str]:
    """Lines that account for event ``number``, as far as the viewer may know, and by the viewer's own numbers.

    Raises:
        Refused: the viewer knows no event of that number.
    """
    return list(Why(match, lang, viewer, rulebook).lines(number))
