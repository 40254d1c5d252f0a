"""The pages of actions, events, dice and values."""

from __future__ import annotations

from arbitre.documents.language.base import capital
from arbitre.documents.model.book import slug
from arbitre.documents.model.scope import Scope
from arbitre.documents.pages.reference.chances import Dice
from arbitre.documents.pages.reference.declarations import Declarations
from arbitre.documents.pages.reference.entries import Entries
from arbitre.documents.prose.conditions import Conditions
from arbitre.documents.prose.lists import Lines
from arbitre.documents.prose.things import Things
from arbitre.documents.prose.writer import Pen, Writer
from arbitre.dsl import tree as t


class Rules(Writer):
    """Writes the pages of rules."""

    def __init__(
        self,
        pen: Pen,
        nouns: Things,
        conditions: Conditions,
        entries: Entries,
        declarations: Declarations,
        dice: Dice,
    ) -> None:
        super().__init__(pen)
        self.nouns = nouns
        self.conditions = conditions
        self.entries = entries
        self.declarations = declarations
        self.dice = dice

    def rule(self, decl: t.Decl, level: int = 4) -> Lines:
        """Any rule of a member, on its card."""
        match decl:
            case t.Action():
                return self.declarations.action(decl, level)
            case t.Event():
                return self.declarations.event(decl, level)
            case t.Hook():
                return self.declarations.hook(decl)
            case t.Adjust():
                return self.declarations.adjust(decl)
            case t.Define():
                return [self.entries.heading(level, decl), *self.declarations.define(decl)[1:]]
            case t.Condition():
                return [self.entries.heading(level, decl), *self.declarations.condition(decl)[1:]]
            case t.Test() | t.Contest() | t.Table():
                return self.dice.dice(decl, level)
        return []

    # ------------------------------------------------------------------------------------ actions, events

    def actions(self) -> Lines:
        out = [f"# {self.l('page.actions')}", ""]
        found = self.book.of(t.Action)
        if not found:
            return [*out, self.l("actions.none"), ""]
        ordered = any(str(decl.lines.during or "orders") == "orders" for decl in found)
        out += [self.l("actions.intro.orders" if ordered else "actions.intro"), ""]
        groups: dict[str, list[t.Action]] = {}
        for decl in found:
            step = str(decl.lines.during or "")
            groups.setdefault("" if step == "orders" else step, []).append(decl)  # orders are offered in one place, said or unsaid
        for step, actions in groups.items():
            title = self.l("actions.at", step=self.language.quote(self.nouns.steps.named(step))) if step else self.l("actions.orders")
            out += [f"## {title} {{ #offered-{slug(step or 'orders')} }}", ""]
            for decl in actions:
                if self.book.page_of(decl) == "actions":
                    out += self.declarations.action(decl)
                else:
                    kind = self.book.kind_of_owner(decl.owner) or ""
                    out += [f"- {self.link(self.titles.of(decl), decl)} ({self.titles.member(kind, decl.owner)})"]
            out.append("")
        general = [h for h in self.book.of(t.Hook) if h.name == "any_order" and not self.book.page_of(h).startswith("cards-")]
        if general:
            out += [f"## {self.l('more.hooks')} {{ #more-hooks }}", ""]
            for hook in general:
                out += self.declarations.hook(hook)
        return out

    def events(self) -> Lines:
        out = [f"# {self.l('page.events')}", "", self.l("events.intro"), ""]
        for decl in self.book.of(t.Event):
            if self.book.page_of(decl) == "events":
                out += self.declarations.event(decl, 2)
        return out

    def dice_page(self) -> Lines:
        found = [d for d in self.book.of(t.Test, t.Contest, t.Table) if self.book.page_of(d) == "dice"]
        out = [f"# {self.l('page.dice')}", "", self.l("dice.intro"), ""]
        carded = [self.link(self.titles.of(d), d) for d in self.book.of(t.Test, t.Contest, t.Table) if d not in found]
        out += [f"{self.l('dice.carded')}{self.say('colon')}{', '.join(carded)}.", ""] if carded else []
        for decl in found:
            out += self.dice.dice(decl, 2)
        return out

    # ------------------------------------------------------------------------------------ values

    def values(self) -> Lines:
        out = [f"# {self.l('page.values')}", "", self.l("values.intro"), ""]
        defines = [d for d in self.book.of(t.Define) if self.book.page_of(d) == "values"]
        conditions = [d for d in self.book.of(t.Condition) if self.book.page_of(d) == "values"]
        advice = self.book.advice
        if defines:
            out += [f"## {self.l('values.numbers')} {{ #numbers }}", ""]
            for decl in defines:
                out += self.declarations.define(decl) if str(decl.name) not in advice else []
        if conditions:
            out += [f"## {self.l('values.conditions')} {{ #conditions }}", ""]
            for decl in conditions:
                out += self.declarations.condition(decl) if str(decl.name) not in advice else []
        grids = self.book.of(t.Grid)
        if grids:
            out += [f"## {self.l('values.charts')} {{ #charts }}", ""]
            for decl in grids:
                out += self.grid(decl)
        laws = self.book.of(t.Always)
        if laws:
            out += [f"## {self.l('values.laws')} {{ #laws }}", ""]
            for decl in laws:
                out += [
                    *self.declarations.law(decl),
                    "",
                    *self.entries.meta(decl, used=False),
                ]
        return out

    def grid(self, decl: t.Grid) -> Lines:
        scope = Scope()
        named = [self.titles.noun(str(word), None) for word in (decl.row, decl.column)]
        row, column = (self.language.the(said, gender, "p" in gender) for said, gender in named)
        out = [
            self.entries.heading(3, decl),
            "",
            *self.entries.text(decl),
            self.say("Grid", row=row, column=column) + self.say("colon").rstrip(),
            "",
            '<div class="wide" tabindex="0" markdown>',
            "",
        ]
        for position, line in enumerate(decl.lines):
            cells = [self.cell(c, scope) for c in line.cells]
            if not position:
                cells[0] = capital(named[0][0])
            out.append("| " + " | ".join(cells) + " |")
            if not position:
                out.append("|" + "---|" * len(cells))
        return [*out, "", "</div>", "", *self.entries.meta(decl)]

    def cell(self, cell: object, scope: Scope) -> str:
        if cell is None:
            return "–"
        if isinstance(cell, t.Span):
            return self.dice.span(cell)
        if isinstance(cell, t.String):
            return cell.text
        if isinstance(cell, t.Nothing):
            return "–"
        said = self.nouns.thing(cell, scope)
        return said if not isinstance(cell, t.Name) or self.book.members(str(cell.word)) else self.titles.plain(str(cell.word))
