"""Reports written down: as text, as Markdown, as BBCode for forums, as HTML. Nothing in them is taken for a sign of the format."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable

from arbitre.story.drafts import ENDS
from arbitre.story.report import LETTERS, PICTURES, Report
from arbitre.words.fragments import indented
from arbitre.words.phrases import of

_MARKS = re.compile(r"([\\`*_{}\[\]<>#|~])")
_LINE = re.compile(r"^(\s*)([-+=]|\d+[.)])", re.MULTILINE)
_JOINER = "\u2060"  # seen by nobody: it keeps a bracket from opening a tag


def text(report: Report) -> str:
    """Plain text."""
    say = of(report.lang).say
    out = [report.title, "=" * len(report.title)]
    out += [report.reader] if report.reader else []
    out += ["", *(_counted(who, what, say("colon")) for who, what in report.counts)] if report.counts else []
    out += _heading(say("report.happened"))
    for part in report.happened:
        out += [part.heading if part.heading.endswith(tuple(ENDS)) else f"{part.heading}{say('colon')}".rstrip()] if part.heading else []
        out += [f"{'  ' * depth}- {said}" for depth, said in part.sentences]
    out += [say("report.nothing")] if not report.happened else []
    out += ["", report.ending] if report.ending else []
    if report.board:
        out += [*_heading(say("report.board")), *report.board]
    if report.pieces:
        out += [*_heading(say("report.pieces")), *(f"{mark:3} {said}" for mark, said in report.pieces)]
    if report.asked:
        out += [*_heading(say("report.asked")), *(f"- {said}" for said in report.asked)]
    return "\n".join(line.rstrip() for line in out) + "\n"


def _heading(said: str) -> list[str]:
    return ["", said, "-" * len(said)]


def _counted(who: str, what: str, colon: str) -> str:
    return f"{who}{colon}{what}" if who else what


def markdown(report: Report) -> str:
    """Markdown, as GitHub and most forums of programs read it."""
    say, safe = of(report.lang).say, _escaped
    out = [f"# {safe(report.title)}", ""]
    out += [f"*{safe(report.reader)}*", ""] if report.reader else []
    out += [f"- {f'**{safe(who)}**' + say('colon') if who else ''}{safe(what)}" for who, what in report.counts]
    out += ["", f"## {say('report.happened')}", ""]
    for part in report.happened:
        out += [f"### {safe(part.heading)}", ""] if part.heading else []
        out += [*(f"{'  ' * depth}- {safe(said)}" for depth, said in _stepwise(part.sentences)), ""]
    out += [say("report.nothing"), ""] if not report.happened else []
    out += [f"**{safe(report.ending)}**", ""] if report.ending else []
    if report.board:
        fence = "`" * max(3, 1 + max((len(run) for line in report.board for run in re.findall("`+", line)), default=0))
        out += [f"## {say('report.board')}", "", fence, *report.board, fence, ""]
    if report.pieces:
        out += [f"## {say('report.pieces')}", "", *(f"- {safe(mark)} {safe(said)}" for mark, said in report.pieces), ""]
    if report.asked:
        out += [f"## {say('report.asked')}", "", *(f"- {safe(said)}" for said in report.asked), ""]
    return "\n".join(out).rstrip() + "\n"


def _escaped(said: str) -> str:
    said = _MARKS.sub(r"\\\1", said).replace("\n", " ").replace("&", "&amp;")
    return _LINE.sub(r"\1\\\2", said)


def _stepwise(sentences: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
    """No sentence stands more than one step deeper than the one before: lists know no other."""
    out, before = [], -1
    for depth, said in sentences:
        before = min(depth, before + 1)
        out.append((before, said))
    return out


def bbcode(report: Report) -> str:
    """BBCode, as forums read it."""
    say, safe = of(report.lang).say, _untagged
    out = [f"[b][size=150]{safe(report.title)}[/size][/b]"]
    out += [f"[i]{safe(report.reader)}[/i]"] if report.reader else []
    out += ["", *(f"[b]{safe(who)}[/b]{say('colon')}{safe(what)}" if who else safe(what) for who, what in report.counts)]
    out += ["", f"[b]{say('report.happened')}[/b]"]
    for part in report.happened:
        out += [f"[u]{safe(part.heading)}[/u]"] if part.heading else []
        out += ["[list]", *(f"[*]{'– ' * depth}{safe(said)}" for depth, said in part.sentences), "[/list]"]
    out += [say("report.nothing")] if not report.happened else []
    out += [f"[b]{safe(report.ending)}[/b]"] if report.ending else []
    if report.board:
        out += ["", f"[b]{say('report.board')}[/b]", "[code]", *map(safe, report.board), "[/code]"]
    if report.pieces:
        out += [
            "",
            f"[b]{say('report.pieces')}[/b]",
            "[list]",
            *(f"[*]{safe(mark)} {safe(said)}" for mark, said in report.pieces),
            "[/list]",
        ]
    if report.asked:
        out += ["", f"[b]{say('report.asked')}[/b]", "[list]", *(f"[*]{safe(said)}" for said in report.asked), "[/list]"]
    return "\n".join(out) + "\n"


def _untagged(said: str) -> str:
    return said.replace("[", "[" + _JOINER)


def page(report: Report) -> str:
    """HTML that can stand in a page: the boards are pictures."""
    say, safe = of(report.lang).say, html.escape

    def listed(lines: Iterable[str]) -> list[str]:
        return ["<ul>", *(f"<li>{line}</li>" for line in lines), "</ul>"]

    out = [f'<article lang="{report.lang}">', f"<h1>{safe(report.title)}</h1>"]
    out += [f"<p><em>{safe(report.reader)}</em></p>"] if report.reader else []
    if report.counts:
        out += listed((f"<strong>{safe(who)}</strong>{say('colon')}" if who else "") + safe(what) for who, what in report.counts)
    out.append(f"<h2>{safe(say('report.happened'))}</h2>")
    for part in report.happened:
        out += [f"<h3>{safe(part.heading)}</h3>"] if part.heading else []
        out.append(indented(part.sentences))
    out += [f"<p>{safe(say('report.nothing'))}</p>"] if not report.happened else []
    out += [f"<p><strong>{safe(report.ending)}</strong></p>"] if report.ending else []
    if report.pictures:
        out += [f"<h2>{safe(say('report.board'))}</h2>", *(f"<figure>\n{picture}</figure>" for picture in report.pictures)]
    if report.pieces:
        out += [f"<h2>{safe(say('report.pieces'))}</h2>", *listed(f"<b>{safe(mark)}</b> {safe(said)}" for mark, said in report.pieces)]
    if report.asked:
        out += [f"<h2>{safe(say('report.asked'))}</h2>", *listed(map(safe, report.asked))]
    return "\n".join([*out, "</article>"]) + "\n"


FORMATS: dict[str, Callable[[Report], str]] = {"text": text, "markdown": markdown, "bbcode": bbcode, "html": page}
BOARDS = {"text": LETTERS, "markdown": LETTERS, "bbcode": LETTERS, "html": PICTURES}  # how each shows boards
