"""The tables of phrases, one a language, and how they are used.

What is printed at once is said in the language of whoever reads it: ``of(lang).say("key", part=...)``.  What is raised, and told by
somebody else who knows the language, is said later: ``later("key", part=...)`` is its English text, and remembers the French one.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from arbitre.dsl.diagnostics.message import Message
from arbitre.dsl.diagnostics.render import render
from arbitre.dsl.diagnostics.said import Said, contracted, elided, phrase_in, tell
from arbitre.words import de, en, fr
from arbitre.words.topics import asking, desk, lab, notebooks, packages, table, translation, web
from arbitre.words.topics import comparison as comparing
from arbitre.words.topics import new_files as making
from arbitre.words.topics import post as posting

_BESIDE = (asking, desk, comparing, lab, making, notebooks, packages, posting, table, translation, web)  # tables of one business each
TABLES: dict[str, Mapping[str, str]] = {
    "en": {**en.PHRASES, **{key: said for table in _BESIDE for key, said in table.ENGLISH.items()}},
    "fr": {**fr.PHRASES, **{key: said for table in _BESIDE for key, said in table.FRENCH.items()}},
}
LANGUAGES = tuple(TABLES)  # what the program is spoken in; people choose among these
_PARTLY: dict[str, Mapping[str, str]] = {"de": {**de.PHRASES, **asking.GERMAN}}  # what is not said in these is said in English
TABLES |= {lang: {**TABLES["en"], **said} for lang, said in _PARTLY.items()}
_REASONS = {
    errno.ENOENT: "command.no_file", errno.EISDIR: "command.is_folder", errno.EACCES: "command.not_allowed",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Words:
    """What is said in one language."""

    lang: str

    def say(self, key: str, /, **parts: Any) -> str:
        """A phrase; one that counts by ``n`` has its singular beside it where the plural would be wrong."""
        told = {name: tell(part, self.lang) if isinstance(part, Said) else part for name, part in parts.items()}
        if str(told.get("n")) == "1" and f"{key}.one" in TABLES[self.lang]:
            key += ".one"
        template = TABLES[self.lang][key]
        if not told:
            return template
        return contracted((elided(template, told) if self.lang == "fr" else template).format(**told), self.lang)

    def count(self, key: str, n: int) -> str:
        """So many of something: French counts none in the singular, English in the plural."""
        one = n == 1 or (self.lang == "fr" and n == 0)
        return self.say(f"{key}.{'one' if one else 'many'}", n=n)

    def has(self, key: str) -> bool:
        return key in TABLES[self.lang]

    def tell(self, text: str) -> str:
        """A sentence that was said elsewhere."""
        return tell(text, self.lang)


_WORDS = {lang: Words(lang) for lang in TABLES}


def of(lang: str) -> Words:
    """The words of a language; English ones where the program does not speak it."""
    return _WORDS.get(lang) or _WORDS["en"]


def later(key: str, /, **parts: Any) -> Said:
    """A phrase that is told when it is known to whom."""
    return phrase_in(TABLES["en"][key], {lang: table[key] for lang, table in TABLES.items() if lang != "en"}, **parts)


def rendered(messages: Iterable[Message], sources: dict[str, str]) -> Said:
    """Messages about rulebooks, one below the other, to be told later."""
    found = list(messages)

    def all_of(lang: str) -> str:
        return "\n\n".join(render(message, sources, lang) for message in found)

    return phrase_in("{text}", {lang: all_of(lang).replace("{", "{{").replace("}", "}}") for lang in LANGUAGES if lang != "en"},
                   text=all_of("en"))  # fmt: skip


def reason(error: OSError) -> str:
    """Why the system would not do something."""
    key = _REASONS.get(error.errno or 0)
    return later(key) if key is not None else error.strerror or str(error)


def language(chosen: str | None = None) -> str:
    """The language to speak: what was asked for, else ARBITRE_LANG, else the locale, else English."""
    wishes = (chosen, *(os.environ.get(name) for name in ("ARBITRE_LANG", "LC_ALL", "LC_MESSAGES", "LANG")))
    wish = next((wish for wish in wishes if wish), "")
    return wish[:2].lower() if wish[:2].lower() in LANGUAGES else "en"
