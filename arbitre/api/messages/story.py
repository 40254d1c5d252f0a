"""What a viewer is told of a match, turn by turn, as data, and the board after any sentence.

A sentence has the numbers of the events it tells of, in order, as the viewer knows them (``"37"``, or ``"37.2"`` of what not everybody
sees): by the last of them he asks how things stood then, by ``number``, the one that is shown, why.  ``moves`` are the pieces that went
somewhere meanwhile, as far as he may know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from arbitre.api.messages.scene import Seen, Stage
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.moments import moments
from arbitre.interpreter.state.trace import Numbers, Record
from arbitre.interpreter.state.visibility import may_see
from arbitre.opening.books import refused
from arbitre.session.why.numbered import place_of
from arbitre.story.film import standing
from arbitre.story.narrator import Narrator

Data = dict[str, Any]


@dataclass(slots=True)
class Told:
    """The sentences of a turn that is over, kept: they do not change any more.  ``mark``: the last record they tell of."""

    last: int
    mark: Record | None
    data: Data

    def holds(self, log: Sequence[Record]) -> bool:
        """Was nothing of it taken back?"""
        return self.last <= len(log) and (not self.last or log[self.last - 1] is self.mark)


@dataclass(slots=True)
class Telling:
    """The story of one match for one viewer."""

    stage: Stage
    viewer: int | str
    over: list[Told] = field(default_factory=list)

    def turns(self, match: Match, since: int = 0) -> Data:
        """``{"from": n, "turns": [...]}``: the turns from that one on, each with its heading and sentences."""
        log: Sequence[Record] = match.run.log or []
        while self.over and not self.over[-1].holds(log):
            self.over.pop()
        begun = self.over[-1].last if self.over else 0
        main = match.program.procedures[match.program.main].name
        starts = [begun, *(r.index for r in log[begun:] if r.kind == "agenda" and r.name == main and r.index > begun), len(log)]
        narrator = Narrator(match, self.stage.lang, self.viewer)
        now: Data = {}
        for number, (first, last) in enumerate(pairwise(starts), len(self.over)):
            now = self.turn(match, narrator, number, log, first, last)
            if last != len(log):
                self.over.append(Told(last, log[last - 1] if last else None, now))
        every = [*(told.data for told in self.over), now]
        since = max(0, min(since, len(every) - 1))
        return {"from": since, "turns": every[since:]}

    def turn(self, match: Match, narrator: Narrator, number: int, log: Sequence[Record], first: int, last: int) -> Data:
        """One turn: its heading, and what is told of it."""
        told = narrator.sentences(log[first:last])
        numbers = narrator.numbers(log)
        heading = next((s.text for s in told if s.kind == "turn"), "")
        sentences = [s for s in told if s.kind != "turn"]
        ends = [numbers.index(s.numbers[-1]) if s.numbers else first for s in sentences]
        out = []
        for n, (sentence, end) in enumerate(zip(sentences, ends, strict=True)):
            events = [str(number) for number in sentence.numbers]
            data: Data = {"text": sentence.text, "kind": sentence.kind, "depth": sentence.depth, "events": events}
            if sentence.numbers:
                data["number"] = str(sentence.number)
            since = ends[n - 1] + 1 if n else first
            until = last if n + 1 == len(sentences) else end + 1
            if moved := self.moves(match, log[since:until]):
                data["moves"] = moved
            if sentence.clauses:
                data["clauses"] = list(sentence.clauses)
            out.append(data)
        return {"turn": number, "heading": heading, "sentences": out}

    def moves(self, match: Match, records: Sequence[Record]) -> list[Data]:
        """The pieces that went from cell to cell, as far as the viewer was shown it."""
        spots = spots_of(match)
        out: list[Data] = []
        for record in records:
            board = spots.get(record.data["field"]) if record.kind == "change" else None
            if board is None or not may_see(record.audience, self.viewer) or record.data["row"] < 0:
                continue
            kind = match.program.domains[match.program.fields[record.data["field"]].domain]
            if record.data["new"] >= 0:  # where it was is for those to know who saw it there
                out.append({"piece": f"{kind.name}:{record.data['row']}", "board": board, "to": record.data["new"]})
        return out


def spots_of(match: Match) -> dict[int, str]:
    """The fields that say on which cell something stands, each with the name of the board."""
    boards = {d.index: d.name for d in match.program.domains if d.board is not None}
    return {c.index: boards[c.target] for c in match.program.fields if c.target in boards and not c.is_set and c.values is None}


def then(match: Match, event: object, stage: Stage, viewer: int | str) -> Seen:
    """The boards as the viewer saw them when he had been told of an event and of nothing after it.

    Raises:
        Refused: he knows no event of that number.
    """
    with match.at_question():
        log = list(match.run.log or [])
        numbers = Numbers(log, viewer)
        following = numbers.next(place_of(numbers, event))
        if following is None:
            return stage.seen(match, viewer)
        found = moments(match, [following], log).get(following)
        if found is None:
            raise refused("why.nothing")
        out = stage.seen(standing(match, found.state), viewer)
        out.data |= {"over": False, "turn": found.state.runs[match.program.main]}
        return out
