"""The order of chapters: that of the files, unless one says after which, or in which, it comes."""

from __future__ import annotations

from collections.abc import Iterable

from arbitre.dsl import tree as t


def in_order(found: Iterable[t.Chapter]) -> list[t.Chapter]:
    """Chapters and their sections, each section behind its chapter; those that follow one chapter come in the order of their files."""
    chapters = list(found)
    out: list[t.Chapter] = []

    def add(chapter: t.Chapter) -> None:
        if any(known is chapter for known in out):
            return
        out.append(chapter)
        for placed in ("in", "after"):
            for other in chapters:
                if other.placed == placed and str(other.where) == str(chapter.name):
                    add(other)

    names = {str(c.name) for c in chapters}
    for chapter in chapters:
        if not chapter.placed or str(chapter.where) not in names:
            add(chapter)
    return out


def sections_of(chapters: Iterable[t.Chapter], name: str) -> list[t.Chapter]:
    """What is taught within a chapter, in the order of the files."""
    return [c for c in chapters if c.placed == "in" and str(c.where) == name]
