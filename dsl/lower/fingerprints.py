"""Fingerprints of rules: whoever opens a match that was begun by earlier ones is told which have changed.

Texts, titles, comments and margin notes are no rules, and neither are scenarios, chapters and what else decides nothing.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.modules.edits import key_of
from arbitre.dsl.resolve.symbols import text_of
from arbitre.dsl.source.clause_numbers import NOTE
from arbitre.dsl.source.quotes import TEXT

NO_RULES = (t.Extends, t.Translation, t.Scenario, t.Setting, t.Clause, t.Chapter, t.Sheet, t.Look, t.Always, t.Gone)
_WORDS = re.compile(rf"{TEXT}|#[^\n]*|{NOTE}")


def fingerprints(files: Iterable[t.File]) -> tuple[core.RuleMark, ...]:
    """One for each rule, by its name; several declarations of one name are one rule."""
    texts: dict[str, list[str]] = {}
    titles: dict[str, core.Text] = {}
    joined: dict[str, str] = {}  # what a rule without a title of its own joins
    for file in files:
        lines = file.text.split("\n")
        starts = sorted({decl.place.line for decl in file.decls})
        ends = dict(zip(starts, [*starts[1:], len(lines) + 1], strict=False))  # the line after each
        for decl in file.decls:
            inner = decl.decl if isinstance(decl, t.Replace) else decl
            if isinstance(inner, NO_RULES):
                continue
            first = decl.place.line
            subject = str(getattr(inner, "name", "") or getattr(inner, "path", "") or getattr(inner, "kind", "")).partition(".")[0]
            name = f"{type(decl).__name__.lower()} {key_of(inner) or subject}".strip()
            texts.setdefault(name, []).append(" ".join(_WORDS.sub(" ", "\n".join(lines[first - 1 : ends[first] - 1])).split()))
            joined[name] = subject
            title = text_of(getattr(inner, "title", None))
            if title:
                titles.setdefault(name, title)
                titles.setdefault(subject, title)
    return tuple(
        core.RuleMark(name, _digest(found), titles.get(name) or titles.get(joined[name], core.Text())) for name, found in texts.items()
    )


def _digest(texts: list[str]) -> str:
    return hashlib.sha256("\n".join(sorted(texts)).encode("utf-8", "surrogatepass")).hexdigest()[:6]
