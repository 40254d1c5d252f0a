"""Translations: files with nothing but texts, put with the texts of the declarations that they speak of.

A block names declarations, as ``replace`` does; a line says what stands there, in a language the rulebook has, and what it is in the
language of the file.  A line belongs to the texts of that block, and of its sort (a title or another text), that say the same: one
whose text was changed belongs to nothing any more, which is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

from arbitre.dsl import tree as t
from arbitre.dsl.core.languages import SHORT, is_language, likely
from arbitre.dsl.core.texts import PLAIN, Traits
from arbitre.dsl.diagnostics.message import Messages, folded
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import joined, phrase
from arbitre.dsl.diagnostics.suggest import did_you_mean
from arbitre.dsl.modules.edits import key_of
from arbitre.dsl.modules.names import Names

_NO_BLOCK = "Remove the block, or run ‘arbitre translate’: it keeps the old texts."
_LEFT_OVER = "Remove the line, or run ‘arbitre translate’: it keeps it as a comment."
_SHOWN = 3  # texts that lack in a translation, as they are told


@dataclass(slots=True)
class Said:
    """A text of a declaration: the block it is translated in (``key``, ``quoted`` for a scenario), whether it is a title."""

    key: str
    quoted: bool
    title: bool
    text: t.Text
    line: t.Line | None = None  # of a sheet, whose cells the text is made of
    table: t.DataTable | None = None

    def take(self, language: str, text: str, traits: Traits, place: Place) -> None:
        """Puts the text in a language beside the others."""
        self.text.said = (*self.text.said, (language, text))
        if traits != PLAIN:
            self.text.traits = (*self.text.traits, (language, traits))
        self.text.written = (*self.text.written, t.Word(language, place))
        if self.table is not None and self.line is not None:
            heads = [str(cell.word) if isinstance(cell, t.Name) else "" for cell in self.table.lines[0].cells]
            if language not in heads:
                for number, line in enumerate(self.table.lines):
                    line.cells.append(t.Name(place, t.Word(language, place)) if number == 0 else None)
                heads.append(language)
            self.line.cells[heads.index(language)] = t.String(place, text, traits)


def name_as_title(scenario: t.Scenario, promised: Sequence[str]) -> None:
    """The name of a scenario is its title in the first language of the game in which no other is written."""
    title = scenario.title or t.Text(scenario.place)
    language = next((code for code in promised if code not in title.languages), "")
    if language:
        scenario.title = t.Text(title.place, ((language, scenario.name), *title.said), title.traits, title.written)


def texts_of(decls: Iterable[t.Decl], promised: Sequence[str]) -> Iterator[Said]:
    """Every text of the declarations of files, those of a sheet row by row; ``promised``: the languages of the game."""
    for decl in decls:
        inner = decl.decl if isinstance(decl, t.Replace) else decl
        key, quoted = block_of(decl)
        if isinstance(inner, t.Translation) or not key:
            continue
        if isinstance(inner, t.DataTable):
            yield from _of_rows(inner, key)
        if isinstance(inner, t.Scenario):
            name_as_title(inner, promised)
        yield from (Said(key, quoted, title, text) for title, text in _within(inner, False) if text.said)


def block_of(decl: t.Decl) -> tuple[str, bool]:
    """What the block of a declaration is called in a translation, and whether that is the name of a scenario."""
    match decl:
        case t.Replace():
            return block_of(decl.decl)
        case t.Scenario():
            return decl.name, True
        case t.DataTable():
            return str(decl.kind), False
        case t.Remove() | t.Gone() | t.ReplaceRow() | t.Insert():
            return decl.path, False
        case t.Chapter() | t.Sheet() | t.Adjust() | t.Game() | t.Setting():
            return str(decl.name), False
        case _:
            return key_of(decl), False


def _of_rows(table: t.DataTable, key: str) -> Iterator[Said]:
    heads = [str(cell.word) if isinstance(cell, t.Name) else "" for cell in table.lines[0].cells] if table.lines else []
    for line in table.lines[1:]:
        cells = [(head, cell) for head, cell in zip(heads, line.cells, strict=False) if is_language(head) and isinstance(cell, t.String)]
        said = tuple((head, cell.text) for head, cell in cells if cell.text)
        if said:
            traits = tuple((head, cell.traits) for head, cell in cells if cell.traits != PLAIN)
            yield Said(key, False, True, t.Text(line.place, said, traits), line, table)


def _within(node: Any, title: bool) -> Iterator[tuple[bool, t.Text]]:
    """The texts of a node in their order; those of parts called ``title`` are titles."""
    if isinstance(node, t.Text):
        yield title, node
    elif isinstance(node, (list, tuple)):
        for one in node:
            yield from _within(one, title)
    elif isinstance(node, dict):
        for one in node.values():
            yield from _within(one, False)
    elif is_dataclass(node) and not isinstance(node, (Place, t.DataTable)):
        sort: Any = type(node)
        for part in _parts(sort):
            yield from _within(getattr(node, part), part == "title")


@cache
def _parts(sort: Any) -> tuple[str, ...]:
    names = [part.name for part in fields(sort) if part.name not in ("place", "rules")]
    return tuple(sorted(names, key=lambda name: name not in ("title", "text")))  # what comes first in a file


class Translations:
    """The translations among the files of a rulebook.

    ``whole``: the game that was read as it is, scenarios and all, so that its translations can be told what they lack; "" where a variant
    or an extension changes what it says.
    """

    def __init__(
        self, files: list[t.File], decls: list[t.Decl], names: Names, messages: Messages, whole: str, promised: Sequence[str]
    ) -> None:
        self.messages, self.names, self.whole = messages, names, whole
        self.found = [(file, decl) for file in files for decl in file.decls if isinstance(decl, t.Translation)]
        self.files = files
        self.texts: dict[tuple[str, bool], list[Said]] = {}
        for said in texts_of(decls, promised) if self.found else ():
            self.texts.setdefault((said.key, said.quoted), []).append(said)

    def carried_out(self) -> tuple[str, ...]:
        """Puts the texts in place; the languages of the translations."""
        languages: dict[str, None] = {}
        for file, decl in self.found:
            language = str(decl.language)
            check_languages([decl.language], self.messages)
            if not is_language(language):
                continue
            languages[language] = None
            stale = Messages()
            for part in decl.parts:
                self.translated(part, language, stale)
            if self.whole == str(decl.name):
                self.messages.take(folded(stale.items, {"T15": 8}))
                self.gaps(file, decl, language)
        return tuple(languages)

    def block(self, part: t.Translated) -> list[Said]:
        """The texts that a block may speak of; it may call a declaration by a former name."""
        found = self.texts.get((str(part.key), part.quoted))
        if found is None and not part.quoted:
            owner, _, last = str(part.key).rpartition(".")
            for (_, old), renames in self.names.former.items():
                if old == last:
                    found = found or self.texts.get((f"{owner}.{renames[0].new}" if owner else renames[0].new, False))
        return found or []

    def translated(self, part: t.Translated, language: str, stale: Messages) -> None:
        held = self.block(part)
        if not held:
            known = [key for key, quoted in self.texts if quoted == part.quoted]
            stale.add("T15", part.key.place, phrase("there is no ‘{0}’ to translate", part.key),
                      did_you_mean(part.key, known) or _NO_BLOCK)  # fmt: skip
            return
        for title, texts in ((True, part.titles), (False, part.texts)):
            for text in texts:
                self.line(part, text, title, language, held, stale)

    def line(self, part: t.Translated, text: t.Text, title: bool, language: str, held: list[Said], stale: Messages) -> None:
        source = [(code, said) for code, said in text.said if code != language]
        if language not in text.written:
            stale.add("T15", text.place, phrase("this line says nothing in ‘{0}’, the language of the file", language),
                      phrase('Write it after the text of the rulebook: en "..." {0} "...".', language))  # fmt: skip
            return
        alike = [one for one in held if one.title == title]
        if not source:
            if text.own(language):
                stale.add("T15", text.place, "this line does not say what it translates",
                          phrase('Put the text of the rulebook in front of it: en "..." {0} "...".', language))  # fmt: skip
            return
        meant = [one for one in alike if all(one.text.own(code) == said for code, said in source)]
        own = text.own(language)
        if not meant:
            code, said = source[0]
            near = get_close_matches(said, [one.text.own(code) for one in alike], 1, 0.4)
            hint = phrase("It now says: “{0}”.", near[0]) if near else _LEFT_OVER
            stale.add("T15", text.place, phrase("‘{0}’ does not say “{1}”", part.key, said), hint)
        for one in meant:
            before = one.text.own(language)
            if own and not before:
                one.take(language, own, text.of(language), text.place)
            elif own and before != own:
                stale.add("T15", text.place, phrase("“{0}” is already translated, as “{1}”", source[0][1], before),
                          "Remove one of the two.", [(one.text.place, "the text")])  # fmt: skip

    def gaps(self, file: t.File, decl: t.Translation, language: str) -> None:
        """Tells how much of what the file could say it does not say."""
        covered = {other.path for other in self.files if _same_home(file, other)}
        if all(other.path not in covered or isinstance(other.decls[0], t.Translation) for other in self.files if other.decls):
            covered = {other.path for other in self.files}  # a file by itself: it speaks of all that it is read with
        missing = [one for held in self.texts.values() for one in held
                   if one.text.place.file in covered and not one.text.own(language)]  # fmt: skip
        if missing:
            texts = joined(", ", [phrase("“{0}”", _short(one.text.said[0][1])) for one in missing[:_SHOWN]])
            more = phrase("not translated: {0}", texts)
            if len(missing) > _SHOWN:
                more = phrase("{0} texts are not translated: {1} …", len(missing), texts)
            self.messages.add(
                "T16", decl.place, more, phrase("‘arbitre translate {0} --to {1}’ writes them into the file.", decl.name, language)
            )


def _same_home(translation: t.File, other: t.File) -> bool:
    """Do both files belong to the same game or package?"""
    home = Path(translation.path).parent
    home = home.parent if home.name == "translations" else home
    if home not in Path(other.path).parents:
        return False
    below = Path(other.path).relative_to(home).parts
    return "extensions" not in below[:-1]


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"


def check_languages(codes: Iterable[t.Word], messages: Messages) -> None:
    """Tells of words that are no codes of languages."""
    for code in codes:
        if not is_language(code):
            meant = likely(code)
            hint = phrase("Did you mean ‘{0}’?", meant) if meant else did_you_mean(str(code), SHORT)
            messages.add("T14", code.place, phrase("‘{0}’ is not a language", code),
                         phrase("{0} Languages are written as ISO 639 codes: en, fr, de.", hint).strip())  # fmt: skip
