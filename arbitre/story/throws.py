"""A throw in words: what it needed, what fell, what was added under which name, what it came to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from arbitre.story.story import RESULTS, Story, ranges
from arbitre.story.watch import Note, note_of
from dsl.core import NONE
from interpreter.state.trace import Record
from interpreter.state.visibility import REFEREE


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
        for number, roll in enumerate(self.rolls):
            said_before = [text for after, text in self.between if after == number]
            if number == 0:
                out += self.story.say("colon")
            elif said_before:
                out += "".join(f", {text}" for text in said_before) + self.story.say("colon")
            else:
                out += f", {self.story.say('story.again')}{self.story.say('colon')}"
            out += self.fallen(roll, need, number == last)
        for text in (text for after, text in self.between if after > last):
            out += text if text[:1] in ",;:" else f", {text}"
        return out + self.outcome(need)

    def name(self) -> str:
        said = self.call.data.get("says")
        name = self.story.of(said) if said is not None else small(self.story.title(self.call.name))
        name = name.rstrip(".")
        who = self.people()
        if not self.alone or not who or any(name.startswith(person) for person in who):
            return name
        return f"{who[0]}{', ' if said is not None else self.story.say('colon')}{name}"

    def people(self) -> list[str]:
        """Who throws, and everybody it is about."""
        program = self.story.match.program
        procedure = next((p for p in program.procedures if p.name == self.call.name and p.kind == self.call.data["rule"]), None)
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
        """``3+``: what a single die had to show for the best that could come of it; empty where that is no plain range."""
        if note is None or len(self.rolls[0].data["faces"]) != 1 or not note.needs:
            return ""
        if set(note.chances) - {"success", "failure"}:
            return ""
        wanted = note.needs.get("success", ())
        highest = max((n for found in note.needs.values() for n in found), default=0)
        if not wanted:
            return ""
        if wanted == tuple(range(wanted[0], highest + 1)):
            return f"{wanted[0]}+" if len(wanted) > 1 else str(wanted[0])
        return ranges(wanted)

    def fallen(self, roll: Record, need: str, last: bool) -> str:
        """``3 + 4 = 7, +2 = 9``"""
        faces, total = roll.data["faces"], roll.data["total"]
        said = " + ".join(str(f) for f in faces) + (f" = {total}" if len(faces) > 1 else "")
        note = note_of(self.story.match, roll.index)
        if not last or need or note is None or not note.seen_by(self.viewer):
            return said
        bonus = note.totals.get(total, total) - total
        return f"{said}, {signed(bonus)} = {total + bonus}" if bonus else said

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
            text = self.story.of(said).rstrip(".")
            return text if text[:1] in ",;:" else f", {text}"
        result = self.call.data.get("result")
        return f", {self.story.say(result)}" if result in ("success", "failure") and result in RESULTS and not need else ""

    def contest(self) -> str:
        """``Ann 3 + 4 = 7; Ben 5``; tied throws are thrown again."""
        people = self.people()
        said = []
        for number, roll in enumerate(self.rolls[-2:]):
            faces, total = roll.data["faces"], roll.data["total"]
            thrown = " + ".join(str(f) for f in faces) + (f" = {total}" if len(faces) > 1 else "")
            sums = self.call.data.get("totals")
            if sums is not None and self.open() and sums[number] != total:
                thrown += f", {signed(sums[number] - total)} = {sums[number]}"
            said.append(f"{people[number]} {thrown}" if number < len(people) else thrown)
        text = self.call.data.get("says")
        name = self.story.of(text).rstrip(".") if text is not None else small(self.story.title(self.call.name))
        said_after = self.call.data.get("outcome")
        after = f", {self.story.of(said_after).rstrip('.')}" if said_after is not None and self.open() else ""
        return f"{name}{self.story.say('colon')}{self.story.say('semicolon').join(said)}{after}"


def signed(number: int) -> str:
    return f"{'+' if number > 0 else '−'}{abs(number)}"


def small(text: str) -> str:
    """A title inside a sentence; one all in capitals stays as it is."""
    return text if text[:2].isupper() else text[:1].lower() + text[1:]


def plainly(story: Story, rolls: Sequence[Record], title: str) -> str:
    """Dice that no test throws: what they are for if that has a title, else which dice they are."""
    sizes = rolls[0].data["sizes"]
    name = title or (f"{len(sizes) if len(sizes) > 1 else ''}d{sizes[0]}")
    faces, total = rolls[0].data["faces"], rolls[0].data["total"]
    said = " + ".join(str(f) for f in faces) + (f" = {total}" if len(faces) > 1 else "")
    return f"{name}{story.say('colon')}{said}"
