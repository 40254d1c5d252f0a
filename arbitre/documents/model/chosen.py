"""The game as one table plays it: which options were chosen, and which rules no match with these ever comes to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from arbitre.documents.model.book import Book
from arbitre.documents.model.nodes import walk
from arbitre.dsl import tree as t
from arbitre.dsl.lint.sheets import never
from arbitre.dsl.lower.scenario.scenarios import options_of
from arbitre.opening.proof.coverage import notes


class Chosen:
    """Answers for one book with its choice of options.  An option is named where a rule waits for another value of it."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.options = {str(o.name): o for o in book.of(t.Option)}
        self.standard = {name: written(o.default) for name, o in self.options.items()}
        self.values = {name: str(book.symbols.option_values.get(name, self.standard[name])) for name in self.options}
        self._reached: dict[int, str] = {}
        self._clauses: dict[str, str] | None = None

    def other(self) -> dict[str, str]:
        """The options that this table plays otherwise than the standard game."""
        return {name: value for name, value in self.values.items() if value != self.standard[name]}

    def wanting(self, test: t.Expr | None) -> str:
        """The option because of which a condition never holds; empty where it may."""
        if test is None or not (named := [word for word in self.book.said(test) if word in self.options]):
            return ""
        return named[0] if never(self.book.bound, test) else ""

    # ------------------------------------------------------------------------------------ rules

    def of_rule(self, decl: Any) -> str:
        """The option that a rule waits for; empty for a rule of the game as it is played."""
        if isinstance(decl, t.Option):
            return str(decl.name) if self.values[str(decl.name)] == "false" else ""
        tests: list[t.Expr | None] = [getattr(decl, "when", None)] if isinstance(decl, t.Hook) else []
        lines = getattr(decl, "lines", None)
        tests += [need.test for need in lines.whens] if isinstance(lines, t.RuleLines) else []
        tests += [decl.guard] if isinstance(decl, t.Agenda) else []
        found = next(filter(None, map(self.wanting, tests)), "")
        return found or self.of_body(getattr(decl, "body", None)) or self.unreached(decl)

    def unreached(self, decl: Any) -> str:
        """The option that all that leads to a rule waits for; empty where something of the game as it is played does."""
        known = self._reached
        if id(decl) in known:
            return known[id(decl)]
        known[id(decl)] = ""  # a rule that only leads to itself is not looked into
        if isinstance(decl, t.Hook) and not decl.dotted and decl.name != "any_order":
            target = self.book.find(str(decl.name), t.Event, t.Action, t.Test, t.Contest, t.Table)
            waits = [self.of_rule(target)] if target is not None else []
        elif isinstance(decl, (t.Event, t.Test, t.Contest, t.Table, t.Define, t.Condition, t.Grid)):
            name = str(decl.name)
            callers = [u for u in self.book.users.get(name, []) if not isinstance(u, (t.Chapter, t.Scenario, t.Always, t.Clause, t.Look))]
            waits = [self.way_to(name, u) for u in callers if not (isinstance(u, (t.Hook, t.Adjust)) and str(u.name) == name)]
        else:
            waits = []
        known[id(decl)] = waits[0] if waits and all(waits) else ""
        return known[id(decl)]

    def way_to(self, name: str, caller: Any) -> str:
        """The option that a rule waits for where it speaks of another: as a whole, in a step, in what stands below a condition."""
        found = self.of_rule(caller)
        if found:
            return found
        if isinstance(caller, t.Agenda):
            waits = [self.of_step(s) or self.below(name, s) for s in caller.steps if name in (str(s.name), *self.book.said(s))]
            return waits[0] if waits and all(waits) else ""
        return self.below(name, caller)

    def below(self, name: str, node: Any) -> str:
        """The option that every condition waits for below which a name is said."""
        counted, option = 0, ""
        for part in walk(node):
            if isinstance(part, t.If):
                for test, body in part.arms:
                    if waits := self.wanting(test):
                        counted, option = counted + sum(word == name for word in (*self.book.said(body), *self.book.said(test))), waits
            elif isinstance(part, (t.Modifier, t.Needs)) and (
                waits := self.wanting(getattr(part, "test", None) or getattr(part, "when", None))
            ):
                counted, option = counted + sum(word == name for word in self.book.said(part)), waits
        return option if counted and counted >= sum(word == name for word in self.book.said(node)) else ""

    def of_body(self, body: list[t.Stmt] | None) -> str:
        """The same of statements all of which wait for an option."""
        if not body:
            return ""
        waits = [self.of_statement(s) for s in body]
        return waits[0] if all(waits) else ""

    def of_statement(self, s: t.Stmt) -> str:
        if isinstance(s, t.If) and not s.otherwise and all(self.wanting(test) for test, _ in s.arms):
            return self.wanting(s.arms[0][0])
        if isinstance(s, t.Call) and not s.how:
            found = self.book.find(str(s.word), t.Event)
            waits = [self.wanting(need.test) for need in found.lines.whens] if found is not None else []
            return next(filter(None, waits), "")
        return ""

    def of_step(self, step: t.Step) -> str:
        """The option that a step of an agenda waits for."""
        if step.body is not None:
            return self.of_body(step.body)
        found = self.book.find(str(step.name), t.Event, t.Agenda)
        return self.of_rule(found) if found is not None else ""

    # ------------------------------------------------------------------------------------ clauses, chapters

    @property
    def clauses(self) -> dict[str, str]:
        """Clauses that are carried out only with an option that was not chosen, each with that option."""
        if self._clauses is None:
            found: dict[str, set[str]] = {}
            for decl in self.book.decls:
                if isinstance(decl, (t.Clause, t.Extends, t.Chapter, t.Scenario, t.Always)):
                    continue
                for clause, option in self.carried(decl, self.of_rule(decl)):
                    found.setdefault(clause, set()).add(option)
            own = {c: str(o.name) for o in self.options.values() if self.of_rule(o) for c in o.clauses}  # the very option
            self._clauses = {clause: sorted(options)[0] for clause, options in found.items() if "" not in options} | own
        return self._clauses

    def carried(self, node: Any, option: str) -> Iterator[tuple[str, str]]:
        """Every clause in the margins of a rule, with the option that its line waits for."""
        inner = {
            id(line): self.wanting(part.test if isinstance(part, t.Needs) else getattr(part, "when", None))
            for part in walk(node)
            if isinstance(part, (t.Modifier, t.Needs))
            for line in [part]
        }
        aside: dict[tuple[str, int], str] = {}
        for part in walk(node):
            if isinstance(part, t.If):
                for test, body in part.arms:
                    if waits := self.wanting(test):
                        aside |= {(c, place.line): waits for c, place in notes(body)}
            elif waits := inner.get(id(part), ""):
                aside |= {(c, place.line): waits for c, place in notes(part)}
        for clause, place in notes(node):
            yield clause, option or aside.get((clause, place.line), "")

    def of_part(self, part: t.ChapterPart) -> str:
        """The option that a line of a chapter is about; empty for one of the game as it is played."""
        if part.form == "example" and part.scenario:
            return self.of_scenario(part.scenario)
        if part.told:
            found = [self.of_told(str(name)) for name in part.told]
            return found[0] if found and all(found) else ""
        if part.taught:
            waits = [self.clauses.get(clause, "") for clause in part.taught]
            return waits[0] if all(waits) else ""
        if part.word is not None:
            decl = self.book.find(str(part.word), t.Test, t.Contest, t.Table)
            users = self.book.users.get(str(part.word), []) if decl is not None else []
            waits = [self.of_rule(u) for u in users if not isinstance(u, (t.Chapter, t.Scenario))]
            return waits[0] if waits and all(waits) else ""
        return ""

    def of_told(self, name: str) -> str:
        decl = self.book.find(name, t.Action, t.Agenda, t.Event)
        if decl is not None:
            return self.of_rule(decl)
        steps = [s for a in self.book.of(t.Agenda) for s in a.steps if str(s.name) == name]
        return self.of_step(steps[0]) if steps else ""

    def of_scenario(self, name: str) -> str:
        """The option by which a scenario plays otherwise than this table."""
        found = next((s for s in self.book.rulebook.scenarios if s.name == name), None)
        said = options_of(found) if found is not None else {}
        if found is not None and any(scene.form == "picture" for scene in found.scenes):  # a turn told in pictures may leave a rule out
            said = {option: value for option, value in said.items() if value != "false"}
        return next((o for o, value in said.items() if o in self.values and value != self.values[o] and self.is_flag(o)), "")

    def is_flag(self, option: str) -> bool:
        type_ = self.options[option].type
        return isinstance(type_, t.OfKind) and str(type_.kind) == "flag"

    def folding(self) -> set[str]:
        """The options that something waits for which a chapter teaches."""
        chapters = self.book.of(t.Chapter)
        parts = [p for chapter in chapters for p in chapter.parts]
        found = {self.clauses.get(clause, "") for p in parts for clause in p.taught} | {self.of_part(p) for p in parts}
        return {option for option in found | {self.of_chapter(c) for c in chapters} if option}

    def of_chapter(self, chapter: t.Chapter) -> str:
        """The option that a whole chapter is about."""
        parts = [p for p in chapter.parts if p.taught or p.told]
        waits = [self.of_part(p) for p in parts]
        if waits and all(waits):
            return waits[0]
        first = parts[0].taught[:1] if parts else []  # a chapter that begins with what makes it a rule of the game at all
        return next((str(o.name) for o in self.options.values() if self.of_rule(o) and set(o.clauses) & set(first)), "")


def written(value: t.Expr) -> str:
    """The value of an option as it is written: a number, a word."""
    return str(value.word) if isinstance(value, t.Name) else str(getattr(value, "value", value))
