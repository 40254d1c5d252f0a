"""Translations as catalogues of gettext (``.po``), for the tools that translators use, and back."""

from __future__ import annotations

import re
from pathlib import Path

import polib

from arbitre.dsl import tree as t
from arbitre.dsl.core.texts import PLAIN, Traits
from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.parse.parser import parse_text
from arbitre.dsl.source.quotes import quoted
from arbitre.opening.books import refused
from arbitre.translation.writing import Entry, Translation, words_of

MAX_BYTES = 20_000_000
_SAID_OF = "title: "  # a comment of the translator that says more of a title: its gender, its number


def catalogue(translation: Translation) -> str:
    """All entries as a catalogue; texts in other languages and where they stand are comments."""
    out = polib.POFile(wrapwidth=100)
    out.metadata = {
        "Project-Id-Version": translation.game,
        "Language": translation.language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Transfer-Encoding": "8bit",
        "X-Generator": "arbitre",
    }
    for one in translation.entries:
        said = " ".join(words_of(one.traits))
        out.append(polib.POEntry(
            msgctxt=context_of(one), msgid=one.source, msgstr=one.text, occurrences=[(one.place.file, str(one.place.line))],
            comment="\n".join(f"{code}: {text}" for code, text in one.others), tcomment=_SAID_OF + said if said else "",
        ))  # fmt: skip
    for one in translation.stale:
        out.append(polib.POEntry(msgctxt=context_of(one), msgid=one.source, msgstr=one.text, obsolete=True))
    return str(out) + "\n"


def context_of(one: Entry) -> str:
    """What tells a text from the same words elsewhere."""
    name, scenario = one.key
    return f"{'title' if one.title else 'text'} {quoted(name) if scenario else name} {one.code}"


def take_catalogue(translation: Translation, path: Path) -> int:
    """Takes the texts of a catalogue into a translation; the number of those that were taken.

    What the catalogue marks as fuzzy, or says nothing of, is left as it is.

    Raises:
        Refused: the file is no catalogue, or one of another language.
    """
    from arbitre.dsl.cache.careful import content_of

    data = content_of(path, MAX_BYTES)
    try:
        found = polib.pofile((data or b"").decode("utf-8-sig"))
    except (OSError, UnicodeDecodeError, ValueError, IndexError) as error:
        raise refused("translate.no_catalogue", path=path, error=str(error).split("\n")[0][:200]) from None
    if data is None or (data.strip() and not len(found) and not found.metadata):
        raise refused("translate.no_catalogue", path=path, error="")
    language = re.split(r"[_.@-]", found.metadata.get("Language", "") or translation.language)[0]
    if language != translation.language:
        raise refused("translate.other_language", path=path, held=language, language=translation.language)
    known = {(context_of(one), one.source): one for one in translation.entries}
    taken = 0
    for said in found:
        one = known.get((said.msgctxt or "", said.msgid))
        if one is None or said.obsolete or said.fuzzy or not said.msgstr:
            continue
        text = " ".join(said.msgstr.split())
        traits = traits_in(said.tcomment or "")
        if (text, traits or one.traits) != (one.text, one.traits):
            one.text, one.traits = text, traits if traits is not None else one.traits
            taken += 1
    return taken


def traits_in(comment: str) -> Traits | None:
    """What a comment says of a title; None where it says nothing that is understood."""
    said = next((line.removeprefix(_SAID_OF) for line in comment.split("\n") if line.startswith(_SAID_OF)), None)
    if said is None:
        return None
    file = parse_text(f'translation de of it:\n    it:\n        title en "x" de "x" {said}\n', "", messages := Messages())
    head = file.decls[0] if file.decls else None
    if messages.errors or not isinstance(head, t.Translation) or not head.parts[0].titles:
        return None
    found = head.parts[0].titles[0].of("de")
    return found if found != PLAIN else None
