"""A translation written, or written again: what is translated stays, what lacks stands with an empty text, what is stale as a comment."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path

from arbitre.dsl import tree as t
from arbitre.dsl.core.texts import PLAIN, Traits
from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.lint.own import is_own_file, located
from arbitre.dsl.modules.library import LIBRARY
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.dsl.modules.translations import texts_of
from arbitre.dsl.parse.parser import parse_text
from arbitre.dsl.source.quotes import quoted
from arbitre.opening.books import open_book, refused

WIDTH = 118  # of a line; what is longer goes on in the next
_LONGEST = 3_000  # signs of a text on one line
_FROM = "# --- "  # above the blocks of a file: written anew each time
_STALE = "# stale: "
_GENDERS = {"m": "masculine", "f": "feminine", "n": "neuter"}
Key = tuple[str, bool]  # of a block: what it is called, and whether that is the name of a scenario


@dataclass(slots=True)
class Entry:
    """A text and what it is in the other language: ``text`` is empty where it is not translated.  ``code``: the language of ``source``."""

    key: Key
    title: bool
    code: str
    source: str
    place: Place
    text: str = ""
    traits: Traits = PLAIN
    others: tuple[tuple[str, str], ...] = ()  # the same text in the rulebook's other languages
    comments: list[str] = field(default_factory=list)

    @property
    def known_by(self) -> tuple[Key, bool, str, str]:
        return self.key, self.title, self.code, self.source

    def written(self, language: str) -> str:
        """The line as it stands in a file."""
        head = f"{'title' if self.title else 'text'} {self.code} {_text(self.source)}"
        said = f"{language} {_text(self.text)}{''.join(f' {word}' for word in words_of(self.traits))}"
        indent = " " * (8 + len("title " if self.title else "text "))
        return f"{head} {said}" if len(head) + len(said) < WIDTH - 8 else f"{head}\n{indent}{said}"


@dataclass(slots=True)
class Translation:
    """The texts of a rulebook in a language.  ``stale``: lines of the file whose text is no longer there."""

    game: str
    language: str
    path: Path
    entries: list[Entry]
    stale: list[Entry] = field(default_factory=list)
    heads: list[str] = field(default_factory=list)  # comments at the top of the file
    feet: list[str] = field(default_factory=list)  # and at its end

    @property
    def missing(self) -> list[Entry]:
        return [one for one in self.entries if not one.text]

    def file(self) -> str:
        """The file, in the one form of rulebooks."""
        loose = self.placed()
        blocks: dict[Key, list[Entry]] = {}
        for one in self.entries:
            blocks.setdefault(one.key, []).append(one)
        out = [*self.heads, f"translation {self.language} of {self.game}:"]
        home = ""
        for key, entries in blocks.items():
            if Path(entries[0].place.file).name != home:
                if home:
                    out += ["", f"    {_FROM}{Path(entries[0].place.file).name}"]
                home = Path(entries[0].place.file).name
            above = "    " if len(out) > len(self.heads) + 1 else ""  # where the formatter has comments that stand above a block
            out += [f"{above}{said}" for said in entries[0].comments]
            out.append(f"    {_text(key[0]) if key[1] else key[0]}:")
            for one in entries:
                first, *more = one.written(self.language).split("\n")
                out += [f"        {said}" for said in [*(one.comments if one is not entries[0] else []), first]] + more
            out += [f"        {said}" for said in loose.pop(key, [])]
        feet = [*self.feet, *(said for held in loose.values() for said in held)]
        return "\n".join([*out, *(["", *feet] if feet else [])]) + "\n"

    def placed(self) -> dict[Key, list[str]]:
        """Stale lines become comments: of the text that took the place, where one is near; else of the block."""
        loose: dict[Key, list[str]] = {}
        for old in self.stale:
            near = [one for one in self.missing if (one.key, one.title, one.code) == (old.key, old.title, old.code)]
            found = get_close_matches(old.source, [one.source for one in near], 1, 0.5)
            comment = _STALE + " ".join(old.written(self.language).split())
            if found:
                next(one for one in near if one.source == found[0]).comments.append(comment)
            else:
                loose.setdefault(old.key, []).append(comment)
        return loose


def words_of(traits: Traits) -> Iterator[str]:
    """What is said of a title, as it is written behind it."""
    if traits.gender:
        yield _GENDERS[traits.gender]
    if traits.number:
        yield traits.number
    if traits.proper:
        yield "proper"
    if traits.opposite:
        yield f"not {quoted(traits.opposite)}"
    if traits.many:
        yield f"plural {quoted(traits.many)}"


def translation_of(name: str, language: str, out: Path | None = None) -> Translation:
    """The translation of a game, or of an extension by its path, as far as there is one.  ``out``: where it is to be written.

    Raises:
        Refused: there is no such game, its files have syntax errors, or it says everything in that language itself.
    """
    rulebook = open_book(name, scenarios=True)
    faults = [message for message in rulebook.messages.errors if message.code.startswith("S")]
    if faults:
        raise refused("translate.faulty", place=faults[0].place, text=faults[0].text)
    files = [file for file in rulebook.files if is_own_file(file.path, rulebook)]
    fresh = [parse_text(file.text, file.path, Messages()) for file in files]  # the trees of the rulebook hold the translation already
    held = [(file, head) for file in fresh for head in file.decls[:1] if isinstance(head, t.Translation) and head.language == language]
    said = [file for file in fresh if not any(isinstance(d, t.Translation) for d in file.decls)]
    entries = list(_entries(said, language, rulebook.promised))
    if not entries:
        raise refused("translate.nothing", game=rulebook.name, language=language)
    path = out or (located(held[0][0].path) if held and not _of_library(held[0][0].path) else _place(rulebook, language))
    if out is not None and out.is_file() and out.resolve() not in {located(file.path) for file, _ in held}:
        held = [*held, *_standing(out, language)]
    made = Translation(rulebook.name, language, path, entries)
    known: dict[tuple[Key, bool, str, str], Entry] = {}
    for one in entries:
        for code, source in ((one.code, one.source), *one.others):  # a line may give the text in any language
            known.setdefault((one.key, one.title, code, source), one)
    for file, head in held:
        _take(made, known, file, head)
    return made


def _of_library(shown: str) -> bool:
    return LIBRARY in located(shown).parents


def _place(rulebook: Rulebook, language: str) -> Path:
    """Where a new translation is written: beside the game, but not into the library."""
    main = located(sorted(rulebook.added)[0] if rulebook.added else rulebook.game.place.file)
    if LIBRARY in main.parents:
        return Path(f"{main.stem}.{language}.rules")
    return main.parent / "translations" / f"{language}.rules" if not rulebook.added else main.parent / f"{main.stem}.{language}.rules"


def _standing(out: Path, language: str) -> list[tuple[t.File, t.Translation]]:
    """What stands in the file that is to be written, where the game does not read it; nothing is written over anything else."""
    from arbitre.dsl.parse.parser import parse_file

    messages = Messages()
    file = parse_file(out, messages)
    head = file.decls[0] if file is not None and file.decls else None
    if file is None or messages.errors or not isinstance(head, t.Translation) or head.language != language:
        raise refused("translate.other_file", path=out, language=language)
    return [(file, head)]


def _entries(files: Iterable[t.File], language: str, promised: Sequence[str]) -> Iterator[Entry]:
    seen = set()
    for file in files:
        for said in texts_of((inner for decl in file.decls for inner in (decl, *_rules(decl))), promised):
            own = [(code, text) for code, text in said.text.said if code != language]
            if said.text.own(language) or not own:
                continue
            one = Entry((said.key, said.quoted), said.title, own[0][0], own[0][1], said.text.place, others=tuple(own[1:]))
            if one.known_by not in seen:
                seen.add(one.known_by)
                yield one


def _rules(decl: t.Decl) -> list[t.Decl]:
    inner = decl.decl if isinstance(decl, t.Replace) else decl
    return inner.rules if isinstance(inner, t.Member) else []


def _take(made: Translation, known: dict[tuple[Key, bool, str, str], Entry], file: t.File, head: t.Translation) -> None:
    """What a file says, with its comments."""
    lines = file.text.split("\n")
    comments = _Comments(lines)
    made.heads += comments.above(head.place.line)
    for part in head.parts:
        above = comments.above(part.place.line)
        for title, texts in ((True, part.titles), (False, part.texts)):
            for text in texts:
                code, source = next(((code, said) for code, said in text.said if code != made.language), ("", ""))
                said, traits = text.own(made.language), text.of(made.language)
                one = known.get(((str(part.key), part.quoted), title, code, source))
                own = [*above, *comments.above(text.place.line)]
                above = []
                if one is not None:
                    one.comments += own
                    if not one.text:
                        one.text, one.traits = said, traits
                elif said and source:
                    made.stale.append(Entry((str(part.key), part.quoted), title, code, source, text.place, said, traits, comments=own))
    made.feet += comments.left()


class _Comments:
    """The comments of a file, each with the line below it."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.taken: set[int] = set()

    def above(self, line: int) -> list[str]:
        """The comments right above a line, from the top; ``line`` counts from 1."""
        out: list[str] = []
        at = line - 2
        while at >= 0 and (not self.lines[at].strip() or self.lines[at].lstrip().startswith("#")):
            if self.lines[at].strip() and at not in self.taken:
                out.insert(0, self.lines[at].strip())
            self.taken.add(at)
            at -= 1
        return [said for said in out if not said.startswith(_FROM)]

    def left(self) -> list[str]:
        """Comments that stand above nothing."""
        found = [(number, line.strip()) for number, line in enumerate(self.lines) if line.lstrip().startswith("#")]
        return [said for number, said in found if number not in self.taken and not said.startswith(_FROM)]


def _text(text: str) -> str:
    """A text between its quotes, on several lines where it is very long."""
    return quoted(re.sub(rf"(.{{{_LONGEST - 200},{_LONGEST}}}?) ", r"\1\n", text))
