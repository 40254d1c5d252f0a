"""Throws as data: what fell, what was added under which name, what was needed, and how likely that was."""

from __future__ import annotations

from typing import Any

from arbitre.dsl import core
from arbitre.interpreter.code.value_text import said as in_words
from arbitre.interpreter.explain.numbers import Modifier
from arbitre.interpreter.state.trace import Numbers, Record
from arbitre.interpreter.state.visibility import REFEREE, may_see
from arbitre.session.dialogue.foreseen import ranged, result_word
from arbitre.session.why.history import History
from arbitre.story.watch import Note, note_of

Account = dict[str, Any]


class Dice:
    """The throws of one match for one viewer."""

    def __init__(self, history: History) -> None:
        self.history, self.match, self.story, self.viewer = history, history.match, history.story, history.viewer

    def alike(self, roll: Record) -> list[Record]:
        """All the dice of the test that these were thrown for."""
        root = self.history.root(roll)
        rolls = (r for r in self.history.log if r.kind == "roll" and r.name == roll.name)
        return [r for r in rolls if self.history.root(r) == root] if root >= 0 else [roll]

    def thrown(self, roll: Record, numbers: Numbers) -> Account | None:
        """A throw with what it needed and what was added to it, as far as the viewer may know."""
        data = roll.data
        out: Account = {
            "event": str(numbers.of(roll)), "test": roll.name, "title": self.title_of(roll), "faces": list(data["faces"]),
            "sizes": list(data["sizes"]), "total": data["total"],
            "again": self.alike(roll)[0].index < roll.index,
        }  # fmt: skip
        if out["again"]:
            out["again_by"] = self.thanks_to(roll)
        note = note_of(self.match, roll.index)
        contest = next((p for p in self.match.program.procedures if p.name == roll.name and p.kind == "contest"), None)
        if contest is not None:
            self.of_contest(out, contest, roll)
        if note is None:
            return out
        if contest is None:
            out["added"] = [self.line(part) for part in note.added(self.viewer)]
        out["held_against"] = [
            {"result": w.result, "of": w.of, "sign": w.sign, "value": w.value, "title": self.story.of(w.title),
             "parts": [self.line(p) for p in w.parts], "clauses": list(w.clauses)}
            for w in note.wanted(self.viewer)
        ]  # fmt: skip
        if note.seen_by(self.viewer):
            self.needed(out, note, roll)
        return out

    def title_of(self, roll: Record) -> str:
        """What dice are thrown for, or which dice they are where the rulebook has no word for it."""
        if roll.name in self.story.titles:
            return self.story.title(roll.name)
        sizes = roll.data["sizes"]
        return f"{len(sizes) if len(sizes) > 1 else ''}d{sizes[0]}"

    def of_contest(self, out: Account, contest: core.Procedure, roll: Record) -> None:
        """Whose throw of a contest it is, and what is added to that one alone; tied throws are made again by both."""
        earlier = sum(1 for r in self.alike(roll) if r.index < roll.index)
        people = self.history.people(contest, self.history.log[self.history.root(roll)]) if self.history.root(roll) >= 0 else []
        if len(people) == 2:
            out["who"] = people[earlier % 2]
        out["again"] = earlier > 1
        first = note_of(self.match, roll.index - earlier % 2)
        if first is not None:
            out["added"] = [self.line(part) for part in (first.against if earlier % 2 else first.added)(self.viewer)]

    def thanks_to(self, roll: Record) -> str:
        """What had the dice thrown again: what somebody chose to use for it, else the rule that did."""
        test = self.history.root(roll)
        for record in reversed(self.history.log[test + 1 : roll.index]):
            if record.kind == "roll" and record.name == roll.name:
                break
            if record.kind == "choice" and record.data["key"] == "yes" and may_see(record.audience, self.viewer):
                return self.story.title(record.name).rstrip(" ?\u202f\u00a0")
        hook = next((r for r in self.history.above(roll) if r.kind == "hook"), None)
        return self.history.rule_name(hook) if hook is not None and may_see(hook.audience, self.viewer) else ""

    def needed(self, out: Account, note: Note, roll: Record) -> None:
        """What each result needed and how likely it was, and what it came to."""
        procedure = next((p for p in self.match.program.procedures if p.name == roll.name and p.results), None)
        if procedure is None:
            return
        total, test = roll.data["total"], self.history.root(roll)
        last = self.alike(roll)[-1].index == roll.index
        came = self.history.log[test].data.get("result") if test >= 0 and last and procedure.kind == "test" else None
        if came is not None or total in note.results:
            out["result"] = came or note.results[total]
        if total in note.totals:
            out["with_added"] = note.totals[total]
        lang = self.history.lang
        words = {name: result_word(self.match.program, procedure, name, lang) for name in procedure.results}
        out["needed"] = {words[n]: ranged(note.needs, n, lang) for n in note.single if note.needs.get(n) and n != "failure"}
        out["chances"] = {words[n]: str(p) for n, p in note.single.items()}
        if note.chances != note.single:
            out["chances_in_all"] = {words[n]: str(p) for n, p in note.chances.items()}
        out["_chances"] = {words[n]: in_words(p, lang) for n, p in note.single.items()}
        if "result" in out:
            out["result_word"] = words[out["result"]]

    def line(self, part: Modifier) -> Account:
        """A part of a number."""
        out: Account = {"amount": part.amount, "title": self.story.of(part.title), "form": part.form}
        if part.times != 1:
            out["times"] = part.times
        out["clauses"] = list(dict.fromkeys([*part.clauses, *self.history.noted(part.place)]))
        if self.viewer == REFEREE and part.place.line:
            out["file"], out["line"] = part.place.file, part.place.line
        return out
