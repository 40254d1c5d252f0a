"""Why something happened: dice, rule, clause, ruling, and what led to it."""

from __future__ import annotations

from pathlib import Path

from dsl import tree as t
from dsl.modules import Rulebook
from interpreter.match import Match
from interpreter.trace import REFEREE, Record, visible


def explain(match: Match, number: int, lang: str, viewer: int | str = REFEREE, rulebook: Rulebook | None = None) -> list[str]:
    """Lines that account for record ``number``, as far as the viewer may know."""
    log = match.run.log or []
    if not 0 <= number < len(log) or not visible(log[number], viewer):
        return [f"there is no event {number}" if lang == "en" else f"il n'y a pas d'événement {number}"]
    out: list[str] = []
    record: Record | None = log[number]
    while record is not None:
        if visible(record, viewer):
            out += told(match, record, lang, rulebook, first=not out)
        record = log[record.cause] if record.cause >= 0 else None
    inside = [r for r in log if r.cause == number and r.kind == "roll" and visible(r, viewer)]
    for roll in inside:
        out.append(f"  dice: {roll.name}: {' '.join(map(str, roll.data['faces']))} = {roll.data['total']}")
    return out


def told(match: Match, record: Record, lang: str, rulebook: Rulebook | None, first: bool) -> list[str]:
    from rich.console import Console

    from arbitre.story import Story

    words = Story(match, lang, Console()).line(record).strip() or f"{record.kind} {record.name}"
    lead = "" if first else ("because of: " if lang == "en" else "à cause de : ")
    out = [f"{lead}{words}", f"  {record.place}"]
    source = match.program.sources.get(record.place.file, "").split("\n")
    if 1 <= record.place.line <= len(source):
        out.append(f"    {source[record.place.line - 1].strip()}")
    if record.kind == "roll":
        out.append(f"  dice: {' '.join(map(str, record.data['faces']))} = {record.data['total']}")
    for clause in record.clauses:
        out += clause_lines(match, clause, lang, rulebook)
    return out


def clause_lines(match: Match, clause: str, lang: str, rulebook: Rulebook | None) -> list[str]:
    text = match.program.clauses.get(clause)
    out = [f"  {clause}: {getattr(text, lang) if text else ''}"]
    for decl in rulebook.decls if rulebook else ():
        if isinstance(decl, t.Clause) and str(decl.name) == clause and decl.ruling is not None:
            out.append(f"    {'ruling' if lang == 'en' else 'décision'}: {getattr(decl.ruling, lang)}")
            if decl.because is not None:
                out.append(f"    {'because' if lang == 'en' else 'parce que'}: {getattr(decl.because, lang)}")
    return out


__all__ = ["Path", "explain"]
