"""A match as one piece of a page: how it stands or ended, its boards, and its story turn by turn."""

from __future__ import annotations

from itertools import groupby

from arbitre.graphs.draw.svg.themes import inlined
from arbitre.interpreter.match.match import Match
from arbitre.story.boards.boards import picture
from arbitre.story.narrator import Narrator, Sentence
from arbitre.story.report import counts, reader
from arbitre.story.story import Story
from arbitre.words.fragments import Raw, element, indented, listed, safe
from arbitre.words.phrases import of

OPEN = 1  # how many of the last turns are open to begin with


def pictures(match: Match, viewer: int | str, lang: str) -> list[tuple[str, str]]:
    """Every board as a viewer sees it: its name and the picture, which says what it shows."""
    title = Story(match, lang).of(match.program.title, match.program.name)
    if match.turn:
        title += f", {of(lang).say('board.turn', number=match.turn)}"
    return [(domain.name, picture(match, domain, viewer, title, lang)) for domain in match.program.domains if domain.board is not None]


def shown(match: Match, viewer: int | str, lang: str) -> Raw:
    """The match for a viewer: only what he may know is in it, folded away or not."""
    story, say = Story(match, lang), of(lang).say
    out = [f'<article lang="{lang}">', element("h3", story.of(match.program.title, match.program.name))]
    out += [element("p", element("em", reader(story, viewer)))] if reader(story, viewer) else []
    going = say("shown.under_way", number=match.turn) if match.turn else say("shown.not_begun")
    said = story.ending() if match.over or match.unfinished else going
    out.append(element("p", element("strong", said[:1].upper() + said[1:])))
    colon = say("colon")
    told = [Raw((element("strong", who) + colon if who else "") + safe(what)) for who, what in counts(match, viewer, story)]
    out += [listed(told)] if told else []
    out += [Raw(f'<figure style="margin:0;overflow-x:auto">\n{inlined(svg)}</figure>') for _, svg in pictures(match, viewer, lang)]
    turns = by_turn(list(Narrator(match, lang, viewer).sentences(match.log(viewer))))
    for number, (heading, sentences) in enumerate(turns, 1):
        opened = " open" if number > len(turns) - OPEN else ""
        summary = element("summary", heading or say("report.before"))
        out.append(Raw(f"<details{opened}>{summary}{indented(sentences)}</details>"))
    asked = [story.question(r) for r in match.requests if viewer in ("referee", r.seat)]
    out += [element("p", say("report.asked")), listed(asked)] if asked else []
    return Raw("\n".join([*out, "</article>"]))


def by_turn(sentences: list[Sentence]) -> list[tuple[str, list[tuple[int, str]]]]:
    """The sentences of each turn with its heading; "" before the first.  Turns in which nothing is told are left out."""
    out: list[tuple[str, list[tuple[int, str]]]] = []
    heading = ""
    for is_head, group in groupby(sentences, key=lambda sentence: sentence.kind == "turn"):
        if is_head:
            heading = list(group)[-1].text
        else:
            told = list(group)
            under = any(s.kind == "step" for s in told)  # sentences stand below the phase they belong to
            out.append((heading, [(s.depth + under if s.kind != "step" else 0, s.text) for s in told]))
    return out
