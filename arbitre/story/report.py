"""A turn as it is sent to a forum, to a team or to the referee: what the counts are, what happened, how the table stands, what is asked.

:func:`report` gathers it as plain data; :mod:`arbitre.story.formats` writes it as text, Markdown, BBCode or HTML.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from arbitre.dsl.core import NONE, Field
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.views import Eyes, seen_state
from arbitre.interpreter.state.visibility import REFEREE, SPECTATOR
from arbitre.opening.sides import camps
from arbitre.story.boards.boards import picture
from arbitre.story.boards.marks import side_kind
from arbitre.story.boards.pieces import Standing, in_order, name_of
from arbitre.story.boards.screen import Screen
from arbitre.story.boards.tables import in_words, is_something
from arbitre.story.film import Turn
from arbitre.story.hands import values_of
from arbitre.story.narrator import Narrator
from arbitre.story.story import Story
from arbitre.words.phrases import of

WIDTH = 100  # of a board in characters
EITHER, LETTERS, PICTURES = "either", "letters", "pictures"  # how boards are drawn


@dataclass(frozen=True, slots=True)
class Part:
    """A phase of the turn: its heading if it has one, and its sentences with how deep each stands."""

    heading: str
    sentences: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Report:
    """One turn, for one reader."""

    lang: str
    title: str
    reader: str
    counts: tuple[tuple[str, str], ...]
    happened: tuple[Part, ...]
    ending: str
    board: tuple[str, ...]
    pictures: tuple[str, ...]
    pieces: tuple[tuple[str, str], ...]
    asked: tuple[str, ...]


def report(
    match: Match, turn: Turn, viewer: int | str, lang: str, rules: bool = False, numbered: bool = False, boards: str = EITHER
) -> Report:  # fmt: skip
    """What a viewer is told of a turn of a match; of the last one, what is asked of him now as well, with all that happened before that
    question.  ``numbered``: each sentence with the number by which he can ask why; ``boards``: whether they are drawn in letters or as
    pictures."""
    if turn.match is not match:
        return _report(match, turn, viewer, lang, rules, numbered, boards)
    with match.at_question():
        whole = replace(turn, last=len(match.run.log or ()))
        return _report(match, whole, viewer, lang, rules, numbered, boards)


def _report(match: Match, turn: Turn, viewer: int | str, lang: str, rules: bool, numbered: bool, boards: str) -> Report:
    then = turn.match
    story, now = Story(then, lang), Story(match, lang)
    say = of(lang).say
    last = turn.match is match
    screen = Screen(then, lang, WIDTH, colours=False) if boards != PICTURES else None
    drawn = [d for d in match.program.domains if d.board is not None and boards != LETTERS]
    there = {d.index: in_order(then, d.index, viewer, lang) for d in match.program.domains if d.board is not None}
    return Report(
        lang=lang,
        title=title(match, turn, now),
        reader=reader(now, viewer),
        counts=tuple(counts(then, viewer, story)),
        happened=tuple(happened(match, turn, viewer, lang, rules, numbered)),
        ending=now.ending() if last and turn.over else "",
        board=tuple(line.plain for line in screen.lines(viewer, whole=True, key=True)) if screen is not None else (),
        pictures=tuple(picture(then, d, viewer, say("report.board"), lang, stacked=True, there=there[d.index]) for d in drawn),
        pieces=tuple(pieces(then, viewer, story, there)),
        asked=tuple(now.question(r) for r in match.requests if last and (viewer == REFEREE or r.seat == viewer)),
    )


def title(match: Match, turn: Turn, story: Story) -> str:
    game = story.of(match.program.title, match.program.name)
    if turn.number == 0:
        return f"{game} – {of(story.lang).say('report.before')}"
    return f"{game} – {story.title(match.program.procedures[match.program.main].name)} {turn.number}"


def reader(story: Story, viewer: int | str) -> str:
    """Whom the report is for; nothing for one that everybody may read."""
    if viewer == SPECTATOR:
        return ""
    return of(story.lang).say("report.referee") if viewer == REFEREE else of(story.lang).say("report.side", side=story.seat(int(viewer)))


# ------------------------------------------------------------------------------------------------ counts


def reported(match: Match, domain: int, eyes: Eyes, cells: list[int], story: Story, always: bool) -> Iterator[tuple[int, str]]:
    """Of each row of a kind, the counts that the rulebook wants told and the viewer may see; with ``always`` those at 0, or none, too.

    The referee is also told what of a side is not for everybody to see: its role.
    """
    base = match.machine.layout.base
    columns: list[Field] = [c for c in match.program.fields if c.domain == domain and c.values is None and (c.reported or secret(match, c))]
    columns = [c for c in columns if c.reported or eyes.viewer == REFEREE]
    kind = match.program.domains[domain]
    for row in range(kind.size):
        if kind.dynamic and not cells[base[kind.alive] + row]:
            continue
        said = []
        for column in columns:
            value = cells[base[column.index] + row]
            lost = column.is_flag and not value and bool(column.start and column.start[row])  # it held at first: somebody is dead
            plain = value == column.default and not lost and (column.is_flag or not (always or is_something(column, value)))
            if not eyes.sees_field(column, row) or plain or (value < 0 and not column.reported):
                continue
            opposite = column.title.of(story.lang).opposite if lost else ""
            told = story.value(column, value) if column.is_flag else in_words(column, value, eyes, story)
            name = story.field(column, row, opposite)
            said.append(name if opposite or (column.is_flag and value) else f"{name}{story.say('colon')}{told}")
        if said:
            yield row, ", ".join(said)


def secret(match: Match, column: Field) -> bool:
    """Is it one thing of a side that others may not know?"""
    hidden = bool(match.machine.field_seen[column.index])
    return hidden and column.domain == match.program.seats and column.target != NONE and not column.is_set


def counts(match: Match, viewer: int | str, story: Story) -> Iterator[tuple[str, str]]:
    """The counts of the sides, then those of the match."""
    state = seen_state(match, viewer)
    eyes = Eyes(match.machine, state, viewer)
    seats = set(match.seats())
    playing = sides_with_pieces(match)
    for domain in (match.program.seats, *(kind for kind, _ in camps(match.program)), 0):
        told = dict(reported(match, domain, eyes, state.cells, story, always=domain != 0))
        held = values_of(match, domain, state, viewer, story)
        for row in sorted(told.keys() | held.keys()):
            said = story.say("semicolon").join([*([told[row]] if row in told else []), *held.get(row, [])])
            if (domain == match.program.seats and row not in seats) or (domain == side_kind(match.program) and row not in playing):
                continue
            yield ("" if domain == 0 else story.row(domain, row)), said


def sides_with_pieces(match: Match) -> set[int]:
    """The sides that anything on a board can belong to, or all where no pieces stand on one: a seat that only directs has nothing to
    count."""
    program, layout, sides = match.program, match.machine.layout, side_kind(match.program)
    boards = {d.index for d in program.domains if d.board is not None}
    kinds = {c.domain for c in program.fields if c.target in boards and c.values is None and not c.is_set} - boards
    pieces = {kind for kind in kinds if program.domains[kind].name not in ("order", "match") and not program.domains[kind].seat}
    if not pieces or any(c.domain == sides and c.target in boards and not c.is_set for c in program.fields):  # they stand there themselves
        return set(range(program.domains[sides].size))
    out: set[int] = set()
    for kind in pieces:
        for column in (c for c in program.fields if c.domain == kind and c.target == sides and not c.is_set):
            fixed, base = layout.constant[column.index], layout.base[column.index]
            out |= {fixed[row] if fixed is not None else match.state.cells[base + row] for row in range(program.domains[kind].size)}
        if program.domains[kind].owned_by != NONE:  # whose they are is asked anew all the time
            out |= set(range(program.domains[sides].size))
    return out


# ------------------------------------------------------------------------------------------------ what happened


def happened(match: Match, turn: Turn, viewer: int | str, lang: str, rules: bool, numbered: bool = False) -> Iterator[Part]:
    """The sentences of the turn, phase by phase; a phase that begins again, as for each of several in turn, goes on."""
    heading, said = "", list[tuple[int, str]]()
    for sentence in Narrator(match, lang, viewer).sentences(turn.records(match.run.log or [])):
        if sentence.kind in ("turn", "step"):
            if sentence.text == heading:
                continue
            if said:
                yield Part(heading, tuple(said))
            heading, said = ("" if sentence.kind == "turn" else sentence.text), []
            continue
        text = sentence.with_rules() if rules else sentence.text
        said.append((min(2, sentence.depth), f"{sentence.number} · {text}" if numbered else text))
    if said:
        yield Part(heading, tuple(said))


def pieces(
    match: Match, viewer: int | str, story: Story, standing: Mapping[int, list[Standing]] | None = None
) -> Iterator[tuple[str, str]]:
    """Who stands where, board by board, with the counts the rulebook wants told: marks and words.  ``standing``: what the viewer sees on
    each board, if it is known."""
    state = seen_state(match, viewer)
    eyes = Eyes(match.machine, state, viewer)
    for domain in match.program.domains:
        if domain.board is None:
            continue
        there = standing[domain.index] if standing is not None else in_order(match, domain.index, viewer, story.lang)
        told = {kind: dict(reported(match, kind, eyes, state.cells, story, always=False)) for kind in {p.domain for p in there}}
        for piece in there:
            if piece.bearer is not None:  # it is told of whoever carries it
                continue
            about = [story.row(p.domain, p.row) for p in there if p.bearer == (piece.domain, piece.row)]
            about += [said for said in [told[piece.domain].get(piece.row, "")] if said]
            where = f"{name_of(story, piece, viewer)}, {story.row(domain.index, piece.cell)}"
            yield piece.token.letters, where + (f" ({', '.join(about)})" if about else "")
