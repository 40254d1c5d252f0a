"""A throw in words: what it needed, what fell, what was added under which name, what it came to."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass, field

from arbitre.dsl.core import NONE, Procedure
from arbitre.dsl.core.languages import inside
from arbitre.interpreter.explain.numbers import Modifier
from arbitre.interpreter.state.trace import Record
from arbitre.interpreter.state.visibility import REFEREE
from arbitre.story.drafts import bare
from arbitre.story.story import Story, ranges
from arbitre.story.watch import Note, note_of

COMPARED = {
    ">": (operator.gt, "story.more", "story.most"), ">=": (operator.ge, "story.least", "story.less"),
    "<": (operator.lt, "story.less", "story.least"), "<=": (operator.le, "story.most", "story.more"),
}  # fmt: skip
"""How a sum was held against a number: whether it holds, and what is said where it does and where it does not."""


@dataclass(slots=True)
class Throw:
    """The dice of one test, contest or table, those thrown again too.

    ``between``: what was said after so many throws (a re-roll, the row of a table).
    """

    story: Story
    viewer: int | str
    call: Record
    rolls: list[Record] = field(default_factory=list)
    between: list[tuple[int, str]] = field(default_factory=list)
    alone: bool = False

    def words(self) -> str:
        """``a climb on 3+: 2, thrown again: 5``"""
        if self.call.data["rule"] == "contest":
            return self.contest()
        said = self.name()
        note = self.note(0)
        need = self.need(note)
        if need:
            said = f"{said} {self.story.say('story.on')} {need}"
        out, last = said, len(self.rolls) - 1
        colon = self.story.say("colon")
        for number, roll in enumerate(self.rolls):
            said_before = [text for after, text in self.between if after == number]
            if number == 0:
                out += colon
            elif said_before and not any(colon in text for text in said_before):
                out += "".join(f", {text}" for text in said_before) + colon
            else:
                out += "".join(f", {text}" for text in said_before) + f", {self.story.say('story.again')}{colon}"
            out += self.fallen(roll, need, number == last)
        for text in (text for after, text in self.between if after > last):
            out += text if text[:1] in ",;:" else f", {text}"
        return out + self.outcome(need)

    def name(self) -> str:
        said = self.call.data.get("says")
        title = self.story.title(self.call.name)
        name = self.story.of(said) if said is not None else title if self.alone else small(title, self.story.lang)
        name = bare(name)
        who = self.people()
        if not self.alone or not who or any(name.startswith(person) for person in who):
            return name
        return f"{who[0]}{', ' if said is not None else self.story.say('colon')}{name}"

    def procedure(self) -> Procedure | None:
        found = self.story.match.program.procedures
        return next((p for p in found if p.name == self.call.name and p.kind == self.call.data["rule"]), None)

    def people(self) -> list[str]:
        """Who throws, and everybody it is about."""
        program, procedure = self.story.match.program, self.procedure()
        if procedure is None:
            return []
        args = self.call.data["args"]
        found = [
            p for p in procedure.params
            if p.domain != NONE and not p.is_set and program.domains[p.domain].board is None and args[p.name] >= 0
        ]  # fmt: skip
        return [self.story.row(p.domain, args[p.name]) for p in found]

    def note(self, number: int) -> Note | None:
        """What was known of a throw as it was made, if the viewer may know it."""
        note = note_of(self.story.match, self.rolls[number].index)
        return note if note is not None and note.seen_by(self.viewer) else None

    def need(self, note: Note | None) -> str:
        """``3+``: what the dice had to show for the better of two results; empty where there are more."""
        best = [name for name in note.needs if name != "failure"] if note is not None else []
        best = ["success"] if "success" in best else best
        if note is None or len(best) != 1 or not note.needs[best[0]]:
            return ""
        wanted = note.needs[best[0]]
        sums = sorted(n for found in note.needs.values() for n in found)
        need = ranges(wanted)
        if len(wanted) > 1 and wanted == tuple(range(wanted[0], sums[-1] + 1)):
            need = f"{wanted[0]}+"
        elif len(wanted) > 1 and wanted == tuple(range(sums[0], wanted[-1] + 1)):
            need = self.story.words.say("story.or_less", n=wanted[-1])
        added = [named(self.story, line) for line in note.added(self.viewer) if line.amount and line.form not in ("base", "term")]
        return f"{need} ({', '.join(added)})" if added else need

    def fallen(self, roll: Record, need: str, last: bool) -> str:
        """``3 + 4 = 7, +2 courage = 9, more than 8``; of a throw that counts no more its dice alone."""
        return faces_of(roll) + (self.sum(roll, need) if last else "")

    def sum(self, roll: Record, need: str) -> str:
        """What was added to the dice, and what that was held against."""
        note = note_of(self.story.match, roll.index)
        if note is None or need or not note.seen_by(self.viewer):
            return ""
        total, titled = roll.data["total"], self.call.data["rule"] == "table" or bool(self.title_of(self.call.data.get("result")))
        return held(self.story, note, self.viewer, total, note.totals.get(total), self.call.data.get("result"), titled)

    def open(self) -> bool:
        """May the viewer know what it came to?"""
        if self.viewer == REFEREE:
            return True
        note = note_of(self.story.match, self.rolls[0].index)
        return note.seen_by(self.viewer) if note is not None else not any(f.seen for f in self.story.match.program.fields)

    def outcome(self, need: str) -> str:
        """What the rulebook says of the result; success and failure where the dice alone do not tell."""
        if not self.open():
            return ""
        said = self.call.data.get("outcome")
        if said is not None:
            text = bare(self.story.of(said))
            return text if text[:1] in ",;:" else f", {text}"
        result = self.call.data.get("result")
        title = self.title_of(result)
        if title:
            return f", {small(title, self.story.lang)}"
        if result not in ("success", "failure") or need:
            return ""
        return f"{self.story.say('colon') if self.weighed() else ', '}{self.story.say(result)}"

    def title_of(self, result: str | None) -> str:
        """What the rulebook calls a result."""
        procedure = self.procedure()
        if procedure is None or result is None or not procedure.result_titles:
            return ""
        return self.story.of(procedure.result_titles[procedure.results.index(result)])

    def weighed(self) -> bool:
        """Was it said what the sum was held against?"""
        note = self.note(len(self.rolls) - 1)
        return note is not None and any(w.of == "total" for w in note.wanted(self.viewer))

    def contest(self) -> str:
        """``reflexes: Ann throws 3 + 4 = 7, +2 courage = 9; Bob throws 5``; tied throws are thrown again."""
        people, sums = self.people(), self.call.data.get("totals")
        said = []
        for number, roll in enumerate(self.rolls[-2:]):
            thrown = faces_of(roll)
            note = note_of(self.story.match, self.rolls[-2:][0].index)
            if sums is not None and self.open() and sums[number] != roll.data["total"]:
                lines = (note.added(self.viewer) if number == 0 else note.against(self.viewer)) if note is not None else ()
                total = roll.data["total"]
                thrown += added(self.story, [line for line in lines if line.amount], sums[number] - total) + f" = {sums[number]}"
            said.append(self.story.words.say("story.throws", who=people[number], dice=thrown) if number < len(people) else thrown)
        text = self.call.data.get("says")
        name = bare(self.story.of(text)) if text is not None else small(self.story.title(self.call.name), self.story.lang)
        after = self.call.data.get("outcome")
        won = f", {bare(self.story.of(after))}" if after is not None and self.open() else ""
        return f"{name}{self.story.say('colon')}{self.story.say('semicolon').join(said)}{won}"


def faces_of(roll: Record) -> str:
    faces = roll.data["faces"]
    return " + ".join(str(f) for f in faces) + (f" = {roll.data['total']}" if len(faces) > 1 else "")


def named(story: Story, line: Modifier) -> str:
    """``+4 charge``"""
    title = story.of(line.title)
    return f"{signed(line.amount)} {small(title, story.lang)}" if title else signed(line.amount)


def added(story: Story, lines: Sequence[Modifier], bonus: int) -> str:
    """What was added, by name where the names make up all of it."""
    if sum(line.amount for line in lines) == bonus and lines:
        return "".join(f", {named(story, line)}" for line in lines)
    return f", {signed(bonus)}"


def held(
    story: Story, note: Note, viewer: int | str, natural: int, total: int | None, result: str | None, titled: bool = False
) -> str:  # fmt: skip
    """``, +4 charge = 9, more than 8``"""
    lines = [line for line in note.added(viewer) if line.amount]
    if total is None:  # no test: what was added is all that is known
        total = natural + sum(line.amount for line in note.thrown.added)
    out = f"{added(story, lines, total - natural)} = {total}" if total != natural else ""
    wanted = [w for w in note.wanted(viewer) if w.of == "total"]
    best = next((w for w in wanted if w.result in (result, "success")), wanted[0] if wanted else None)
    if best is None or best.sign not in COMPARED or titled:  # a result with a name says enough
        return out
    holds, kept, lost = COMPARED[best.sign]
    key = kept if holds(total, best.value) else lost
    return f"{out}, {story.words.say(key, n=best.value)}"


def signed(number: int) -> str:
    return f"{'+' if number > 0 else '−'}{abs(number)}"


def small(text: str, language: str) -> str:
    """A title inside a sentence; one all in capitals stays as it is."""
    kept = text[1:2] == "." or (text[:2].isalpha() and text[:2].isupper())
    return text if kept else inside(text, language)


def plainly(story: Story, roll: Record, title: str, viewer: int | str) -> str:
    """Dice that no test throws: what they are for if that has a title, else which dice they are."""
    sizes = roll.data["sizes"]
    name = title or (f"{len(sizes) if len(sizes) > 1 else ''}d{sizes[0]}")
    note = note_of(story.match, roll.index)
    known = held(story, note, viewer, roll.data["total"], None, None) if note is not None and note.seen_by(viewer) else ""
    return f"{name}{story.say('colon')}{faces_of(roll)}{known}"
