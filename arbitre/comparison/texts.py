"""Which declarations, clauses and numbers differ between two rulebooks, in players' words."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import asdict, dataclass, field
from difflib import SequenceMatcher
from typing import Any

from arbitre.dsl import tree as t
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.modules.edits import key_of
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.session.dialogue.reference import RULES, Reference, text_of

Key = tuple[str, str, str, int]
MOST_LINES = 14  # of a declaration that is new
_SHARE = re.compile(r"[<>]?\s*[\d.,]+\s*%")
_LISTED = re.compile(r"^(\s*)(?:\d+\.|[-*]) ")
_SORTS = {"define": "value", "datatable": "figures", "member": "member", "hook": "rule", "adjust": "adjustment"}


@dataclass(slots=True)
class Difference:
    """``what``: added, removed or changed; ``sort`` and ``name`` as files have them; ``title`` in the language asked;
    ``was`` and ``now``: the lines that differ, as players read them."""

    what: str
    sort: str
    name: str
    title: str
    place: str
    was: list[str] = field(default_factory=list)
    now: list[str] = field(default_factory=list)

    def data(self) -> dict[str, Any]:
        """For programs."""
        return asdict(self)


def differences(one: tuple[Rulebook, Bound], two: tuple[Rulebook, Bound], lang: str) -> list[Difference]:
    """Everything that two rulebooks say differently, in the order of the second; what the second lacks comes last."""
    before, after = keyed(one[0]), keyed(two[0])
    words = (Reference(*one, lang), Reference(*two, lang))
    out = []
    new = {str(decl.name) for key, decl in after.items() if isinstance(decl, t.Member) and key not in before}
    gone = {str(decl.name) for key, decl in before.items() if isinstance(decl, t.Member) and key not in after}
    for key, decl in after.items():
        old = before.get(key)
        if old is None:
            if decl.owner not in new:  # the rules of a new member are told with it
                out.append(made("added", decl, words[1], now=lines_of(decl, words[1])[:MOST_LINES]))
        elif not same(old, decl):
            was, now = unlike(lines_of(old, words[0]), lines_of(decl, words[1]))
            if not was and not now:  # what players read is the same: what the file says is not
                was, now = unlike(source(old, one[0]), source(decl, two[0]))
            if was or now:
                out.append(made("changed", decl, words[1], was, now))
    for key, decl in before.items():
        if key not in after and decl.owner not in gone:
            out.append(made("removed", decl, words[0], was=lines_of(decl, words[0])[:MOST_LINES]))
    return out


def keyed(rulebook: Rulebook) -> dict[Key, t.Decl]:
    """Declarations by what they are: their sort, their owner and name, and which of several alike."""
    out: dict[Key, t.Decl] = {}
    count: Counter[tuple[str, str, str]] = Counter()
    for decl in rulebook.decls:
        if isinstance(decl, (t.Game, t.Extends, t.Chapter)):
            continue
        name = key_of(decl) if not isinstance(decl, (t.Adjust, t.Hook)) else str(decl.name)
        key = (type(decl).__name__.lower(), decl.owner, name)
        out[(*key, count[key])] = decl
        count[key] += 1
    return out


def same(one: t.Decl, two: t.Decl) -> bool:
    """Do two declarations say the same?  Titles and margins count, places and the rules inside a member do not: they stand alone."""
    if isinstance(one, t.Member) and isinstance(two, t.Member):
        return (one.title, one.text, one.properties, one.amount) == (two.title, two.text, two.properties, two.amount)
    return one == two


def made(what: str, decl: t.Decl, words: Reference, was: list[str] | None = None, now: list[str] | None = None) -> Difference:
    sort = type(decl).__name__.lower()
    name = str(getattr(decl, "name", "") or getattr(decl, "kind", ""))
    named = decl.owner + "." + name if decl.owner else name
    title = words.pair(decl.title) or (words.plain_title(decl) if isinstance(decl, RULES) else "")
    if isinstance(decl, (t.Hook, t.Adjust)):
        title = text_of(words.writer.language.finish(words.writer.entries.hook_name(decl)))
    return Difference(what, _SORTS.get(sort, sort), named, title, str(decl.place), was or [], now or [])


def lines_of(decl: t.Decl, words: Reference) -> list[str]:
    """A declaration as players read it, line by line as it is read aloud."""
    return [line for raw in as_told(decl, words) if (line := spoken(raw))]


def as_told(decl: t.Decl, words: Reference) -> list[str]:
    """The same as a page has it; as its file has it where players are told nothing of its sort."""
    if isinstance(decl, t.Clause):
        return [said for said in (words.pair(decl.sentence), words.pair(decl.ruling), words.pair(decl.waived)) if said]
    if isinstance(decl, t.Member):
        told = list(words.shown(words.writer.cards.card(str(decl.kind), str(decl.name))))
        return told or source(decl, words.rulebook)
    if isinstance(decl, t.Agenda):
        return [words.pair(step.title) or str(step.name).replace("_", " ") for step in decl.steps]
    if isinstance(decl, RULES) and str(decl.name) not in words.book.advice:
        told = list(words.shown(words.writer.rules.rule(decl, 3)))
        if len(told) > 1:
            return told[1:]  # the first is its title
    if isinstance(decl, (t.Hook, t.Adjust)):
        return list(words.shown(words.writer.rules.rule(decl, 3))) or source(decl, words.rulebook)
    return source(decl, words.rulebook)


def source(decl: t.Decl, rulebook: Rulebook) -> list[str]:
    """The lines of a file, without margin notes."""
    lines = rulebook.sources.get(decl.place.file, "").split("\n")
    first = decl.place.line - 1
    if not 0 <= first < len(lines):
        return []
    deep = len(lines[first]) - len(lines[first].lstrip())
    out = [lines[first]]
    for line in lines[first + 1 :]:
        if not line.strip() or len(line) - len(line.lstrip()) <= deep:
            break
        out.append(line)
    out[0] = out[0].replace("replace ", "", 1) if out[0].lstrip().startswith("replace ") else out[0]  # both say the whole
    return [line[deep:].split("   [")[0].rstrip() for line in out]


def spoken(line: str) -> str:
    """A line of a page as it is read aloud: without the bars of a table, its shares, which are told as odds, or the number of a list."""
    if line.startswith("|"):
        cells = [cell.strip() for cell in line.strip("| ").split("|")]
        kept = [cell for cell in cells if cell and not _SHARE.fullmatch(cell)]
        return " · ".join(kept) if len(kept) > 1 or len(kept) == len(cells) else ""
    return _LISTED.sub("", line)


def unlike(one: list[str], two: list[str]) -> tuple[list[str], list[str]]:
    """The lines in which two texts differ."""
    was: list[str] = []
    now: list[str] = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, one, two, autojunk=False).get_opcodes():
        if tag != "equal":
            was += one[i1:i2]
            now += two[j1:j2]
    return was, now
