"""What can be asked of ``arbitre odds``: tests, contests, tables, values and scenarios that measure something."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from arbitre.dsl import tree as t
from arbitre.dsl.core import Text
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.dsl.resolve.symbols import text_of

if TYPE_CHECKING:
    from arbitre.dsl.lower.program import Bound

ROLLED = ("test", "contest", "table")
SORTS = (*ROLLED, "value", "scenario")


@dataclass(frozen=True, slots=True)
class Askable:
    """One thing that has chances.

    ``sort`` is one of :data:`SORTS`; ``name`` is what ``odds`` is asked for; ``written`` is the name with what it depends on,
    as rules write it; ``title`` is what players call it, if it has a title.
    """

    sort: str
    name: str
    written: str
    title: Text = field(default_factory=Text)

    def said(self, lang: str) -> str:
        """Its title, "" if it has none of its own."""
        return self.title.within(lang)


def askable(rulebook: Rulebook, bound: Bound) -> list[Askable]:
    """All of it, sort by sort, each in the order of the files. ``rulebook`` was read with its scenarios."""
    symbols, found = bound.symbols, []
    for name, signature in symbols.signatures.items():
        if signature.kind in ROLLED and not name.startswith("_"):
            params = [f" {p.preposition} ".replace("  ", " ") + p.name for p in signature.params]
            found.append(Askable(signature.kind, name, name + "".join(params), titled(symbols.rule_decls.get(name))))
    for table in (symbols.entries, symbols.conditions):
        for name, entries in table.items():
            for entry in entries:
                counts = entry.function is not None and entry.type.kind in ("number", "chance", "flag")
                if counts and not name.startswith("_") and not isinstance(entry.decl, t.Ranking):
                    given = f"({', '.join(entry.names)})" if entry.names else ""
                    found.append(Askable("value", name, name + given, titled(entry.decl)))
    found += [
        Askable("scenario", scenario.name, scenario.name)
        for scenario in rulebook.scenarios
        if any(x.form == "measure" for x in scenario.scenes)
    ]
    return sorted(found, key=lambda one: SORTS.index(one.sort))


def titled(decl: Any) -> Text:
    """The title of a declaration, empty if it has none."""
    return text_of(getattr(decl, "title", None))
