"""What each viewer of a match has come to know, noted while it goes on: what he saw, what he was told, what he was asked and answered.

It only grows, and whoever is asked or sees nothing new has nothing added, so that what others do in secret leaves no gap.  How a match
looks is decided where it always is: :mod:`arbitre.interpreter.match.views`, and the words of :mod:`arbitre.story.narrator`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b

from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.views import view
from arbitre.interpreter.state.requests import Request
from arbitre.interpreter.state.visibility import SPECTATOR, Viewer, may_see
from arbitre.story.narrator import Narrator

Line = tuple["Line | None", str]  # those before, and the last
LANGUAGE = "en"


@dataclass(frozen=True, slots=True)
class Known:
    """Of one viewer: the lines so far, how the match looked to him last, and the place in the log up to which he was told."""

    lines: Line | None = None
    seen: dict[str, str] = field(default_factory=dict)
    told: int = 0
    asked: tuple[str, ...] = ()

    def adding(self, said: Sequence[str]) -> Line | None:
        """The lines, and these after them."""
        lines = self.lines
        for one in said:
            lines = (lines, one)
        return lines


@dataclass(frozen=True, slots=True)
class Memory:
    """Of all viewers.  It is not changed: a copy of a match goes on with the one it has."""

    of: dict[Viewer, Known] = field(default_factory=dict)

    def lines(self, viewer: Viewer) -> list[str]:
        """All that a viewer knows, in the order in which he came to know it."""
        out: list[str] = []
        left = self.of[viewer].lines if viewer in self.of else None
        while left is not None:
            left, line = left
            out.append(line)
        return out[::-1]

    def noted(self, match: Match, hides: bool) -> Memory:
        """What viewers learn by looking at the match as it stands: what changed, what happened, what they are asked.

        ``hides``: may a side know what others do not?  Where none does, all learn the same.
        """
        out = dict(self.of)
        viewers: list[Viewer] = [SPECTATOR, *match.seats()]
        with match.at_question():
            for viewer in viewers:
                known = self.of.get(viewer, Known())
                if hides or viewer == SPECTATOR:
                    seen, said = learned(match, viewer, known)
                out[viewer] = asked_of(match, viewer, replace(known, seen=seen), said)
        return Memory(out)

    def answered(self, taken: Sequence[tuple[Request, int]]) -> Memory:
        """What sides know of their own answers."""
        out = dict(self.of)
        for request, choice in taken:
            known = out.get(request.seat, Known())
            said = f"answer {request.decision}: {request.options[choice].key}"
            out[request.seat] = replace(known, lines=known.adding([said]), asked=())
        return Memory(out)


def learned(match: Match, viewer: Viewer, known: Known) -> tuple[dict[str, str], list[str]]:
    """How the match looks to a viewer, and what there is in it that he did not know: what happened, and what is otherwise than it was."""
    log = match.run.log or []
    new = [record for record in log[known.told :] if may_see(record.audience, viewer)]
    narrator = Narrator(match, LANGUAGE, viewer)
    said = [words for record in new if record.kind != "change" and (words := narrator.words(record))]
    seen = dict(looked_at(match, viewer))
    said += [f"{key} = {value}" for key, value in seen.items() if known.seen.get(key) != value]
    said += [f"{key} is gone" for key in known.seen if key not in seen]
    return seen, said


def asked_of(match: Match, viewer: Viewer, known: Known, said: Sequence[str]) -> Known:
    """What a viewer knows after he was told that, and what he is asked."""
    asked = tuple(asking(request) for request in match.requests if viewer == request.seat)
    new = [f"asked {question}" for question in asked if question not in known.asked]
    return Known(known.adding([*said, *new]), known.seen, len(match.run.log or []), asked)


def looks(match: Match, viewer: Viewer) -> list[str]:
    """How the match looks to a viewer now, and what he is asked, in lines."""
    seen = [f"{key} = {value}" for key, value in looked_at(match, viewer)]
    return seen + [f"asked {asking(request)}" for request in match.requests if viewer == request.seat]


def asking(request: Request) -> str:
    """A question in a line: what it is about, and a fingerprint of what is offered."""
    about = "".join(f" {name} {value}" for name, value in request.about)
    keys = "\n".join(option.key for option in request.options)
    return f"{request.decision}{about}: {len(request.options)} options {blake2b(keys.encode(), digest_size=6).hexdigest()}"


def looked_at(match: Match, viewer: Viewer) -> Iterator[tuple[str, str]]:
    """Everything that a viewer sees, each with its place: ``kind name.field``, and its value."""
    found = view(match, viewer)
    yield "turn", str(found["turn"])
    if found["over"]:
        yield "winners", ", ".join(found["winners"]) or ("nobody, all have lost" if found["lost"] else "nobody")
    for kind, rows in found["kinds"].items():
        for at, row in enumerate(rows):
            name = row.get("name") or row.get("row", f"?{at}")
            yield f"{kind} {name}", "there"
            for field_name, value in row.items():
                if field_name not in ("row", "name"):
                    yield f"{kind} {name}.{field_name.removeprefix('.')}", spelled(value)
    for fact in found["known"]:
        yield f"told {fact['kind']} {fact.get('row', '?')}.{fact['field']}", spelled(fact["value"])


def spelled(value: object) -> str:
    """A value as it stands in a line."""
    return "[" + " ".join(map(str, value)) + "]" if isinstance(value, list) else str(value)
