"""What of a mail is orders: quotes, greetings, signatures and markup are told apart from it, line by line.

Nothing here knows a game.  Whether a word means something in a match is asked of whoever reads the mail.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from arbitre.session.dialogue.labels import FILLERS, plain, typed
from arbitre.words.phrases import TABLES

ORDER, QUOTED, GREETING, SIGNATURE, HEADER = "order", "quoted", "greeting", "signature", "header"
SLIPS = 5  # letters of a word that may be a misspelt answer
IDLE = 5  # words beside an answer that may say nothing
MOST_WORDS = 6  # of a line that is passed over since it says nothing: a longer one is asked back

_BREAKS = re.compile(r"<\s*(?:br|/p|/div|/li|/tr)\s*/?\s*>", re.I)
_NAMES = "a|b|i|u|s|p|br|em|strong|span|div|font|li|ul|ol|tt|code|pre|table|tr|td|tbody|html|body|head|meta|hr|h[1-6]"
_TAGS = re.compile(rf"</?(?:{_NAMES})\b[^<>]*>", re.I)
_MARKS = re.compile(r"\[/?(?:b|i|u|s|list|\*|color|size|font|center|left|right|code|spoiler|url|img|hr|h[1-6])(?:=[^\[\]]*)?\]", re.I)
_OPENS = re.compile(r"\[quote(?:=[^\[\]]*)?\]|<\s*blockquote\b[^<>]*>", re.I)
_ENDS = re.compile(r"\[/quote\]|<\s*/\s*blockquote\s*>", re.I)
_QUOTE = re.compile(r"\s*(?:>|\|(?!\s*\S+\s*\|))")


def _said(key: str) -> str:
    """What mail programs write of their own accord, in every language at once, as a part of a pattern."""
    return "|".join(re.escape(plain(said)) for table in TABLES.values() for said in table[key].split("|"))


COURTESIES = frozenset(plain(said) for table in TABLES.values() for said in table["mail.courtesy"].split("|"))
_WROTE = re.compile(rf"\b(?:{_said('mail.wrote')})\s*:?\s*$")
_ORIGINAL = re.compile(rf"(?:{_said('mail.original')})\b")
_HEADER = re.compile(rf"(?:{_said('mail.header')})\s?:\s")
_SENT_FROM = re.compile(rf"(?:{_said('mail.sent')})\b")
_LINE = re.compile(r"\s*(?:--|__+|—|\*\*\*+)\s*$")
_BULLET = re.compile(r"^\s*(?:[-*•·–—]|\d{1,2}\s?[.)](?=\s))\s+")


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a mail: its number, as it was written, what it is, and what of it is to be read."""

    number: int
    written: str
    what: str
    text: str = ""


def entries(mail: str, means: Callable[[str], bool]) -> list[Entry]:
    """The lines of a mail that hold something.  ``means``: does this line name anything of the match?"""
    return list(_signed(list(_unquoted(_lines(mail))), means))


def _lines(mail: str) -> list[str]:
    text = _BREAKS.sub("\n", mail) if _TAGS.search(mail) else mail
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


_MYSELF = re.compile(rf"(?i)\b(?:{'|'.join(re.escape(said) for table in TABLES.values() for said in table['mail.myself'].split('|'))})\b")


def with_name(text: str, name: str) -> str:
    """A text with the name of whoever writes in place of ‘myself’."""
    return _MYSELF.sub(name.replace("\\", r"\\"), text)


def bare(line: str) -> str:
    """A line without the markup of forums, pages and mails."""
    return html.unescape(_MARKS.sub(" ", _TAGS.sub(" ", line))).replace("**", " ").replace("`", " ").replace("\ufeff", "").strip()


def _unquoted(lines: list[str]) -> Iterator[Entry]:
    """Each line with what it says, or marked as somebody else's."""
    depth, rest = 0, False
    for number, written in enumerate(lines, 1):
        opened, closed = len(_OPENS.findall(written)), len(_ENDS.findall(written))
        inside, depth = depth > 0 or opened > 0, max(0, depth + opened - closed)
        text = bare(_OPENS.sub(" ", _ENDS.sub(" ", written)))
        after = bare(_ENDS.split(written)[-1]) if inside and not depth and closed else ""
        if not text:
            continue
        if inside:
            yield Entry(number, text, QUOTED)
            if after:
                yield Entry(number, after, ORDER, after)
            continue
        said = plain(text)
        rest = rest or bool(_ORIGINAL.match(plain(text.strip("-_* "))))
        if rest or _QUOTE.match(text):
            yield Entry(number, text, QUOTED)
        elif _WROTE.search(said):
            yield Entry(number, text, QUOTED)
            rest = not any(_QUOTE.match(bare(line)) for line in lines[number : number + 3])
        else:
            yield Entry(number, text, ORDER, text)


def _signed(found: list[Entry], means: Callable[[str], bool]) -> Iterator[Entry]:
    """The same with headers, greetings and signatures marked."""
    closed = signed = begun = False
    last = foot(found, means)
    for entry in found:
        if entry.what != ORDER:
            yield entry
            continue
        text = entry.text
        signed = signed or bool(_LINE.match(text)) or bool(_SENT_FROM.match(plain(text)))
        if signed:
            yield Entry(entry.number, entry.written, SIGNATURE)
            continue
        header = None if begun else _HEADER.match(plain(text))
        if header and (len(header[0].split(":")[0].strip()) > 2 or not means(text)):  # “A: B4” may be an order
            yield Entry(entry.number, entry.written, HEADER)
            continue
        text, polite = without_greeting(_BULLET.sub("", text, count=1), means)
        if not text and polite:
            closed = closed or polite == "closing"
            yield Entry(entry.number, entry.written, GREETING)
        elif (begun and entry.number >= last) or (closed and is_name(text) and not means(text)):
            yield Entry(entry.number, entry.written, SIGNATURE)
        else:
            begun = True
            yield Entry(entry.number, entry.written, ORDER, text)


def foot(found: list[Entry], means: Callable[[str], bool]) -> int:
    """The number of the line from which on a mail only says who has written it: a name, and before it a closing word of his own
    (‘Sportivement,’), each of few words, none of which means anything in the match."""
    last = 1 + max((entry.number for entry in found), default=0)
    for entry in reversed([entry for entry in found if entry.what == ORDER]):
        text = entry.text
        if means(text) or any(c.isdigit() for c in text) or not (is_name(text) or is_closing(text)):
            break
        last = entry.number
    return last


def is_closing(text: str) -> bool:
    """May this be a word or two before a name?"""
    return text.endswith(",") and len(text.split()) <= MOST_WORDS // 2


def without_greeting(text: str, means: Callable[[str], bool]) -> tuple[str, str]:
    """What is left of a line without the greeting before it, and which it was: ``greeting``, ``closing`` or nothing."""
    said = plain(re.sub(r"[^\w\s'’-]", " ", text))
    if said in COURTESIES:
        return "", "closing"
    words = [word for word in said.split() if word not in FILLERS]
    kind = next((kind for kind in ("greeting", "closing") if words and words[0] in typed(kind)), "")
    if not kind:
        return text, ""
    if not means(text) and len(words) <= 3 * MOST_WORDS and not any(c.isdigit() for c in text):
        return "", kind
    parts = re.split(r"\s*[,;:!.](?:\s+|$)", text, maxsplit=1)
    short = len(parts) == 2 and len(parts[0].split()) <= MOST_WORDS // 2 and not any(c.isdigit() for c in parts[0])
    return (parts[1].strip(), kind) if short else (text, "")  # “Dear referee,”, whatever a referee is in the rules


def is_name(text: str) -> bool:
    """May this be somebody's name, below what he has written?"""
    words = re.findall(r"[^\W\d_]+", text)
    return 0 < len(words) <= 3 and not any(c.isdigit() for c in text) and all(word[0].isupper() for word in words)


def idle(words: Sequence[str], meaning: set[str]) -> bool:
    """Do these words say nothing of their own?  A misspelt answer does."""
    denials = (*typed("not"), *typed("no"), *typed("none"))
    said = any(word in meaning or word in denials or any(c.isdigit() for c in word) or misspelt(word, meaning) for word in words)
    return not said and len(words) <= IDLE


def misspelt(word: str, meaning: set[str]) -> bool:
    """Is this most likely a slip for a longer word of an answer?"""
    return bool(nearest(word, meaning))


def nearest(word: str, known: Iterable[str]) -> str:
    """The longer word that this is most likely a slip for; empty if for none."""
    found = get_close_matches(word, [one for one in known if len(one) >= SLIPS], n=1, cutoff=0.85) if len(word) >= SLIPS else []
    return found[0] if found else ""
