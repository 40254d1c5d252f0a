"""Which rules and scenarios carry each clause of the paper rules."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.lint.own import is_of_game
from arbitre.dsl.modules.edits import flat
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.dsl.parse.parser import parse_file


@dataclass(slots=True)
class Carried:
    """A clause: ``executed`` if a rule carries it and a scenario proves it, ``waived`` if it says why none can."""

    id: str
    text: t.Text | None
    waived: t.Text | None
    ruling: t.Text | None
    because: t.Text | None
    place: Place
    rules: list[str] = field(default_factory=list)
    scenarios: list[str] = field(default_factory=list)

    @property
    def status(self) -> str:
        return "waived" if self.waived is not None else "executed" if self.rules and self.scenarios else "missing"

    @property
    def proved(self) -> bool:
        """Is nothing missing: a reason if waived, else a rule and a scenario?"""
        return self.waived is not None or bool(self.rules and self.scenarios)

    def data(self, lang: str = "en") -> dict[str, Any]:
        def said(pair: t.Text | None) -> str:
            return pair.within(lang) if pair is not None else ""

        rulings = [{"ruling": said(self.ruling), "because": said(self.because)}] if self.ruling is not None else []
        return {
            "id": self.id, "text": said(self.text), "status": self.status, "reason": said(self.waived),
            "rules": self.rules, "scenarios": self.scenarios, "rulings": rulings,
        }  # fmt: skip


def coverage(rulebook: Rulebook, inherited: bool = False) -> list[Carried]:
    """Every clause of a rulebook loaded with its scenarios, in the order they are written.

    Those of a game that it extends are proved there: they are left out, or, if ``inherited``, they alone are given.
    """

    def is_own(clause: t.Clause) -> bool:
        return clause.place.file in rulebook.added or is_of_game(clause.place.file, rulebook)

    out = {
        str(d.name): Carried(str(d.name), d.sentence, d.waived, d.ruling, d.because, d.place)
        for d in rulebook.decls
        if isinstance(d, t.Clause) and is_own(d) is not inherited
    }
    for decl in rulebook.decls:
        if isinstance(decl, t.Clause):
            continue
        for clause, place in notes(decl):
            if clause in out:
                where = f"{title_of(decl)} ({place.file}:{place.line})"
                if where not in out[clause].rules:
                    out[clause].rules.append(where)
    aside = extensions(rulebook)
    for decl in (d for d in aside if not isinstance(d, t.Scenario)):
        for clause, place in notes(decl):
            if clause in out:
                where = f"{title_of(decl)} ({place.file}:{place.line})"
                if where not in out[clause].rules:
                    out[clause].rules.append(where)
    for scenario in [*rulebook.scenarios, *(d for d in aside if isinstance(d, t.Scenario))]:
        for clause in dict.fromkeys([*scenario.clauses, *(c for s in scenario.scenes for c in s.clauses)]):
            if clause in out:
                out[clause].scenarios.append(scenario.name)
    return list(out.values())


def extensions(rulebook: Rulebook) -> list[t.Decl]:
    """What the extension files of a game declare: they run when asked for, and may carry clauses too."""
    messages = Messages()
    files = sorted((rulebook.folder / "extensions").rglob("*.rules"))
    parsed = [parse_file(f, messages, str(f.relative_to(rulebook.folder.parent.parent))) for f in files]
    return flat([f for f in parsed if f is not None])


def title_of(decl: t.Decl) -> str:
    """A declaration as ``clauses`` names it: ``event strike``."""
    kind = type(decl).__name__.lower()
    name = str(getattr(decl, "name", "") or getattr(decl, "kind", ""))
    return f"{kind} {decl.owner + '.' if decl.owner else ''}{name}".strip()


def notes(node: Any, place: Place | None = None) -> list[tuple[str, Place]]:
    """Every margin note below a node, with the place of the line it stands on."""
    out: list[tuple[str, Place]] = []
    if isinstance(node, (list, tuple)):
        for item in node:
            out += notes(item, place)
        return out
    if not is_dataclass(node) or isinstance(node, (Place, t.Text)):
        return out
    here = getattr(node, "place", None) or place
    for clause in getattr(node, "clauses", None) or ():
        out.append((clause, here or Place("", 0, 0)))
    for part in fields(node):
        if part.name not in ("place", "clauses", "rules") and not isinstance(node, t.Expr):
            out += notes(getattr(node, part.name, None), here)
    return out
