"""A rulebook opened for the documentation: what is where, what it is called, and what uses what."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from arbitre.documents.model.nodes import given_in, spoken, walk
from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.lower.uses import index_of
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.dsl.resolve.symbols import Symbols
from arbitre.interpreter.code.machine import Machine

BUILT_IN = ("match", "order", "order_state", "direction", "vertex", "step", "action")

# The page each declaration stands on; what belongs to a member stands on the page of its cards.
PAGES: dict[type[Any], str] = {
    t.Kind: "things",
    t.Agenda: "turn",
    t.Action: "actions",
    t.Event: "events",
    t.Hook: "events",
    t.Test: "dice",
    t.Contest: "dice",
    t.Table: "dice",
    t.Define: "values",
    t.Condition: "values",
    t.Grid: "values",
    t.Adjust: "values",
    t.Ranking: "end",
    t.Always: "values",
    t.Option: "options",
    t.Clause: "clauses",
    t.Map: "board",
    t.Part: "board",
    t.Chapter: "learn",
}

KEYS: dict[type[Any], str] = {
    t.Kind: "kind",
    t.Agenda: "agenda",
    t.Action: "action",
    t.Event: "event",
    t.Test: "test",
    t.Contest: "contest",
    t.Table: "table",
    t.Define: "value",
    t.Condition: "condition",
    t.Grid: "chart",
    t.Ranking: "ranking",
    t.Always: "law",
    t.Option: "option",
    t.Clause: "clause",
    t.Map: "map",
    t.Part: "part",
    t.Adjust: "change",
    t.Hook: "hook",
    t.Chapter: "chapter",
    t.DataTable: "rows",
}


def slug(name: str) -> str:
    """A name as a part of an address: ``author/name:thing`` and what holds spaces too."""
    return re.sub(r"[^\w.-]", "-", name)


@dataclass(slots=True)
class Book:
    """Everything the pages are made from.  ``base``: the same without its extensions or its own changes, if there is one."""

    rulebook: Rulebook
    bound: Bound
    machine: Machine
    slug: str
    base: Rulebook | None = None
    own_files: frozenset[str] = frozenset()
    scenes: tuple[Bound, ...] = ()  # the same rulebook with the options of its scenarios, which were bound with it
    extensions: tuple[Path, ...] = ()
    options: dict[str, str] = field(default_factory=dict)  # what a table chose; the others are as in the standard game
    _cache: dict[str, Any] = field(default_factory=dict)

    @property
    def program(self) -> core.Program:
        return self.bound.program

    @property
    def symbols(self) -> Symbols:
        return self.bound.symbols

    @property
    def bounds(self) -> tuple[Bound, ...]:
        """Where it is known what a node of the tree became."""
        return (self.bound, *self.scenes)

    def values_in(self, text: t.Text, language: str) -> list[t.Expr]:
        """What stands in the braces of a text, in the language it is said in: that, or the first where it has none."""
        wanted = language if text.own(language).strip() or not text else text.languages[0]
        return next((found for bound in self.bounds if (found := bound.context.resolution.values_in(text, wanted))), [])

    @property
    def decls(self) -> list[t.Decl]:
        return self.rulebook.decls

    # ------------------------------------------------------------------------------------ what is there

    def of(self, *kinds: type[Any]) -> list[Any]:
        """Declarations of these forms, in the order of the files."""
        known = self._cache.setdefault("of", {})
        if kinds not in known:
            known[kinds] = [d for d in self.decls if isinstance(d, kinds)]
        return list(known[kinds])

    @property
    def named(self) -> dict[str, list[Any]]:
        """Declarations by their name."""
        if "named" not in self._cache:
            out: dict[str, list[Any]] = {}
            for decl in self.decls:
                if not isinstance(decl, (t.Hook, t.Adjust, t.Extends, t.Clause, t.Chapter, t.Game, t.DataTable)):
                    out.setdefault(str(getattr(decl, "name", "")), []).append(decl)
            self._cache["named"] = out
        found: dict[str, list[Any]] = self._cache["named"]
        return found

    @property
    def clauses(self) -> set[str]:
        """The numbers of the sentences of the paper rules."""
        if "clauses" not in self._cache:
            self._cache["clauses"] = {str(c.name) for c in self.of(t.Clause)}
        found: set[str] = self._cache["clauses"]
        return found

    def find(self, name: str, *kinds: type[Any]) -> Any:
        """The first declaration of that name and of one of these forms, or None."""
        return next((d for d in self.named.get(name, ()) if isinstance(d, kinds)), None)

    @property
    def kinds(self) -> dict[str, list[t.Kind]]:
        """The declarations of each kind, the first one first."""
        if "kinds" not in self._cache:
            out: dict[str, list[t.Kind]] = {}
            for decl in self.of(t.Kind):
                out.setdefault(str(decl.name), []).append(decl)
            self._cache["kinds"] = out
        found: dict[str, list[t.Kind]] = self._cache["kinds"]
        return found

    def fields_of(self, kind: str) -> list[t.Field]:
        return [f for decl in self.kinds.get(kind, ()) for f in decl.fields]

    def field(self, kind: str | None, name: str) -> t.Field | None:
        if kind is not None:
            found = next((f for f in self.fields_of(kind) if str(f.name) == name), None)
            if found is not None:
                return found
            return None
        return next((f for k in self.kinds for f in self.fields_of(k) if str(f.name) == name), None)

    def domain(self, kind: str) -> core.Domain | None:
        index = self.symbols.domain_by_name.get(kind)
        return self.program.domains[index] if index is not None else None

    def members(self, name: str) -> list[tuple[core.Domain, int]]:
        """The rows of that name, with their domains."""
        return [(self.program.domains[d], row) for d, row in self.symbols.members.get(name, [])]

    def decl_of_member(self, kind: str, name: str) -> t.Member | None:
        return next((d for d in self.of(t.Member) if str(d.kind) == kind and str(d.name) == name), None)

    def carded(self, kind: str) -> bool:
        """Do the members of this kind have cards: figures, texts or rules of their own?"""
        known = self._cache.setdefault("carded", {})
        if kind not in known:
            known[kind] = self._carded(kind)
        return bool(known[kind])

    def _carded(self, kind: str) -> bool:
        domain = self.domain(kind)
        if domain is None or domain.dynamic or domain.board is not None or domain.seat or kind in BUILT_IN or domain.size == 0:
            return False
        if any(isinstance(d, t.Member) and str(d.kind) == kind and (d.rules or d.text or d.properties) for d in self.decls):
            return True
        return len([f for f in self.fields_of(kind)]) >= 2 and domain.size >= 3

    # ------------------------------------------------------------------------------------ where it stands

    def page_of(self, decl: t.Decl) -> str:
        if isinstance(decl, t.Member):
            return f"cards-{slug(str(decl.kind))}"
        if decl.owner:
            kind = self.kind_of_owner(decl.owner)
            if kind is not None and self.carded(kind):
                return f"cards-{slug(kind)}"
        if isinstance(decl, (t.Define, t.Condition)) and str(decl.name) in self.advice:
            return "designers"
        if isinstance(decl, t.Adjust):
            target = self.adjusted(decl)
            return self.page_of(target) if target is not None else "values"
        if isinstance(decl, t.Hook):
            if decl.name == "any_order":
                return "actions"
            target = self.find(str(decl.name), t.Event, t.Action, t.Test, t.Contest, t.Agenda) if not decl.dotted else None
            return self.page_of(target) if target is not None else "turn"
        return PAGES.get(type(decl), "index")

    def kind_of_owner(self, owner: str) -> str | None:
        return next((str(d.kind) for d in self.of(t.Member) if str(d.name) == owner), None)

    def anchor(self, decl: t.Decl) -> str:
        """Stable: made of names, never of positions, except for rules that have no name."""
        if isinstance(decl, t.Member):
            return self.member_anchor(str(decl.kind), str(decl.name))
        key = KEYS.get(type(decl), type(decl).__name__.lower())
        if isinstance(decl, t.Hook):
            stem = decl.owner or Path(decl.place.file).stem
            dotted = "-".join([*map(str, decl.dotted), str(decl.name)])
            name = f"{stem}-{decl.position}-{dotted}"
        elif isinstance(decl, t.Adjust):
            name = f"{decl.owner or Path(decl.place.file).stem}-{decl.name}"
        elif isinstance(decl, t.DataTable):
            name = str(decl.kind)
        else:
            own = str(getattr(decl, "name", ""))
            name = f"{decl.owner}-{own}" if decl.owner else own
        base = slug(f"{key}-{name}")
        if not isinstance(decl, (t.Hook, t.Adjust)):
            return base
        known = self._cache.setdefault("anchors", {})
        if id(decl) not in known:
            taken = set(known.values())
            number, wanted = 2, base
            while wanted in taken:
                wanted, number = f"{base}-{number}", number + 1
            known[id(decl)] = wanted
        return str(known[id(decl)])

    def target(self, decl: t.Decl) -> str:
        if isinstance(decl, t.Member):
            return self.member_target(str(decl.kind), str(decl.name))
        return f"{self.page_of(decl)}.md#{self.anchor(decl)}"

    def member_target(self, kind: str, name: str) -> str:
        domain = self.domain(kind)
        if self.carded(kind) and domain is not None and name in domain.rows:  # those of another map, which an option chooses, have no card
            return f"cards-{slug(kind)}.md#{self.member_anchor(kind, name)}"
        return f"things.md#kind-{slug(kind)}"

    def kind_target(self, kind: str) -> str:
        return f"cards-{slug(kind)}.md" if self.carded(kind) else f"things.md#kind-{slug(kind)}"

    @staticmethod
    def member_anchor(kind: str, name: str) -> str:
        """Links without a name of their own are numbered."""
        return slug(f"{kind}-{name}")

    @staticmethod
    def field_anchor(kind: str, name: str) -> str:
        return slug(f"field-{kind}-{name}")

    @staticmethod
    def clause_anchor(clause: str) -> str:
        return slug(f"clause-{clause}")

    def clause_link(self, clause: str) -> str:
        """The number of a clause, which leads to its sentence."""
        return f"[{clause}](clauses.md#{self.clause_anchor(clause)})"

    def source_of(self, place: Place) -> str:
        """The address of a line in the highlighted sources, seen from a page of the game."""
        name = self.source_name(place.file)
        return f"../../source/{name}.html#L{place.line}"

    @staticmethod
    def source_name(file: str) -> str:
        parts = Path(file).with_suffix("").parts
        if "rulebooks" in parts:
            parts = parts[parts.index("rulebooks") + 1 :]
        return "-".join(p for p in parts if p not in ("/", "..", "."))

    # ------------------------------------------------------------------------------------ what uses what

    @property
    def gifts(self) -> dict[str, list[tuple[t.Decl, t.Gains]]]:
        """For each member the statements by which somebody gets it."""
        if "gifts" not in self._cache:
            out: dict[str, list[tuple[t.Decl, t.Gains]]] = {}
            for decl in self.decls:
                for node in walk(decl) if not isinstance(decl, (t.Clause, t.Scenario)) else ():
                    if isinstance(node, t.Gains) and node.gain and node.what is None and isinstance(node.amount, t.Name):
                        out.setdefault(str(node.amount.word), []).append((decl, node))
            self._cache["gifts"] = out
        found: dict[str, list[tuple[t.Decl, t.Gains]]] = self._cache["gifts"]
        return found

    def said(self, decl: object) -> Iterator[str]:
        """Every name said below a declaration or a part of one, but for names that it gives itself: they hide what else is called so."""
        own = self._own_words
        return (str(word) for word in spoken(decl) if word.place not in own)

    @property
    def _own_words(self) -> set[Place]:
        """Where a word is one that a rule has given, with ``let`` or as a parameter, and no noun."""
        if "own" not in self._cache:
            meant = index_of(self.bound).names
            out: set[Place] = set()
            for decl in self.decls:
                given = {str(word) for word in given_in(decl)} - self.symbols.nouns.keys()
                out |= {word.place for word in spoken(decl) if str(word) in given and word.place not in meant} if given else set()
            self._cache["own"] = out
        found: set[Place] = self._cache["own"]
        return found

    @property
    def users(self) -> dict[str, list[t.Decl]]:
        """For each word the declarations that say it (their own name left out)."""
        if "users" not in self._cache:
            out: dict[str, list[t.Decl]] = {}
            for decl in self.decls:
                if isinstance(decl, (t.Clause, t.Chapter, t.Extends, t.Game)):
                    continue
                own = {str(getattr(decl, "name", ""))}
                for word in dict.fromkeys(self.said(decl)):
                    if word not in own:
                        out.setdefault(word, []).append(decl)
            self._cache["users"] = out
        found: dict[str, list[t.Decl]] = self._cache["users"]
        return found

    @property
    def advice(self) -> set[str]:
        """Values that only tell bots what to like (``appeal``, ``preferring``, ``worth``): they decide nothing."""
        if "advice" not in self._cache:
            values = {str(d.name) for d in self.of(t.Define, t.Condition)}
            ruling: dict[str, set[str]] = {}  # value -> the declarations whose rules speak of it
            liked: set[str] = {"worth"} & values
            for decl in self.decls:
                if isinstance(decl, (t.Clause, t.Chapter, t.Extends, t.Game, t.Scenario)):
                    continue
                own = str(getattr(decl, "name", ""))
                of_bots = [n.appeal for n in walk(decl) if isinstance(n, t.RuleLines)]
                of_bots += [n.preferring for n in walk(decl) if isinstance(n, (t.Chooses, t.May, t.Branch))]
                hoped = Counter(w for e in of_bots if e is not None for w in self.said(e))
                liked |= hoped.keys() & values
                for word in (Counter(self.said(decl)) - hoped).keys() & values - {own}:
                    ruling.setdefault(word, set()).add(own)
            found, more = set(liked), set(liked)
            while more:  # what only serves such values is one of them
                more = {w for w in values - found if ruling.get(w) and ruling[w] <= found}
                found |= more
            shrunk = True
            while shrunk:  # and what a rule speaks of as well is none
                kept = {w for w in found if ruling.get(w, set()) <= found}
                shrunk, found = kept != found, kept
            self._cache["advice"] = found
        known: set[str] = self._cache["advice"]
        return known

    def hooks_on(self, name: str, step: str = "") -> list[t.Hook]:
        """Rules before, instead of or after an event, or a step of an agenda."""
        if step:
            return [h for h in self.of(t.Hook) if str(h.name) == step and [str(w) for w in h.dotted] == [name]]
        return [h for h in self.of(t.Hook) if str(h.name) == name and not h.dotted]

    def adjusted(self, decl: t.Adjust) -> t.Decl | None:
        """What an ``adjust`` adds its lines to: a value and a test may bear the same name."""
        meant: dict[str, tuple[type[t.Decl], ...]] = {"test": (t.Test,), "contest": (t.Contest,)}
        found: t.Decl | None = self.find(str(decl.name), *meant.get(decl.what, (t.Define, t.Condition)))
        return found

    def adjusts_of(self, name: str, what: str = "") -> list[t.Adjust]:
        return [a for a in self.of(t.Adjust) if str(a.name) == name and (not what or a.what == what)]
