"""The quick reference: one sheet for the table, made from the turn, the actions, the throws and the tables."""

from __future__ import annotations

import re

from arbitre.documents.language.base import capital
from arbitre.documents.model.book import slug
from arbitre.documents.pages.handbook.glance import Glance
from arbitre.documents.pages.handbook.handbook import words
from arbitre.documents.pages.handbook.turn import Turns
from arbitre.documents.pages.reference.chances import Dice, plain
from arbitre.documents.pages.reference.declarations import Declarations
from arbitre.documents.prose.conditions import Conditions
from arbitre.documents.prose.lists import Lines
from arbitre.documents.prose.operands import flat
from arbitre.documents.prose.statements import Statements
from arbitre.documents.prose.things import Things
from arbitre.documents.prose.writer import Pen, Writer
from arbitre.dsl import tree as t
from arbitre.dsl.lint.sheets import bots_leave

SHORT, LONG = 550, 1_100  # words of a sheet
LONGEST = 130  # characters of what a row of a table comes to
WHOLE = 300  # characters of what is said of one action: of a longer one the reference says more


class Sheet(Writer):
    """Writes the quick reference."""

    def __init__(
        self,
        pen: Pen,
        glance: Glance,
        nouns: Things,
        conditions: Conditions,
        statements: Statements,
        declarations: Declarations,
        dice: Dice,
        turns: Turns,
    ) -> None:
        super().__init__(pen)
        self.nouns, self.conditions, self.statements = nouns, conditions, statements
        self.glance, self.declarations, self.dice, self.turns = glance, declarations, dice, turns

    def sheet(self) -> Lines:
        """What the author wrote for the table; of a game without such lines, what can be told of its rules."""
        game = self.book.rulebook.game
        out: Lines = [*self.glance.choice(), *self.glance.table()]
        for key, pair in (("goal", game.goal), ("players", game.players), ("lasts", game.lasts)):
            if pair is not None:
                out += [f"**{self.l(f'handbook.{key}')}**{self.say('colon')}{self.glance.prose(pair)}", ""]
        phases, lines = self.glance.phases(), self.glance.lines()
        if phases:
            out += [f"## {self.l('page.turn')} {{ #sheet-turn }}", "", *phases, ""]
        if lines:
            out += [f"## {self.l('page.actions')} {{ #sheet-actions }}", "", *lines]
        else:
            out += [*([] if phases else self.turn()), *self.actions(), *self.throws(), *self.tables()]
        return self.paper(self.l("page.sheet"), out)

    def summary(self) -> Lines:
        """Every step, action, throw and table of the rules in a line each."""
        return self.paper(self.l("page.summary"), self.listed())

    def listed(self) -> Lines:
        return [*self.turn(), *self.actions(), *self.throws(), *self.tables()]

    def paper(self, title: str, out: Lines) -> Lines:
        """A sheet, its letters as large as paper allows."""
        size = "short" if words(out) <= SHORT else "long" if words(out) > LONG else "middling"
        said = f"# {self.titles.of(self.book.rulebook.game)}{self.say('colon')}{title.lower()}"
        return [said, "", f'<div class="sheet {size}" markdown>', "", *out, "</div>", ""]

    def turn(self) -> Lines:
        agendas = self.turns.agendas()
        if not agendas:
            return []
        return [f"## {self.l('page.turn')} {{ #sheet-turn }}", "", *self.steps(agendas[0], set(), 0), ""]

    def steps(self, agenda: t.Agenda, seen: set[str], depth: int) -> Lines:
        out: Lines = []
        for step in agenda.steps:
            out.append(f"{'    ' * depth}1. {plain(self.nouns.steps.titled(step))}")
            for word in self.turns.runs(step):
                inner = self.book.find(word, t.Agenda)
                if inner is not None and word not in seen and depth < 2:
                    out += self.steps(inner, {*seen, str(agenda.name), word}, depth + 1)
        return out

    def actions(self) -> Lines:
        rows = []
        for decl in self.book.of(t.Action):
            if bots_leave(decl):
                continue
            rows.append(f"| **{plain(self.titles.of(decl))}** | {self.summed_up(decl)} |")
        if not rows:
            return []
        head = f"| {self.l('sheet.action')} | {self.l('sheet.when')} |"
        return [f"## {self.l('page.actions')} {{ #sheet-actions }}", "", head, "|---|---|", *rows, ""]

    def summed_up(self, decl: t.Action) -> str:
        """What its author says of it for the table, else how often and when it may be done: whole, or with a word that there is more."""
        written = self.glance.said_of(str(decl.name))
        said = [written or self.titles.pair(decl.text)] if written or decl.text is not None else []
        if not said:
            scope = self.scopes.of_params(decl.params)
            said = [line[2:] for line in self.declarations.action(decl) if line.startswith("- ")][: len(decl.lines.limits)]
            said += [capital(self.conditions.clause(test, scope)) + "." for need in decl.lines.whens for test in flat(need.test, "and")]
        text = ""
        for one in map(plain, said):
            longer = f"{text} {one}".strip()
            if text and len(longer) > WHOLE:
                return f"{text} {self.l('sheet.more')}"
            text = longer
        return text or "–"

    def throws(self) -> Lines:
        """Every throw with what is added to it, by the titles of those lines that have one."""
        self.declarations.brief = True
        out = self.thrown()
        self.declarations.brief = False
        return out

    def thrown(self) -> Lines:
        out: Lines = []
        for decl in self.book.of(t.Test, t.Contest):
            scope = self.scopes.of_params(decl.params)
            if isinstance(decl, t.Contest):
                dice = f"{plain(self.nouns.thing(decl.left, scope))} / {plain(self.nouns.thing(decl.right, scope))}"
                bonuses = [plain(x[2:].rstrip(".")) for x in self.declarations.modifiers(decl.modifiers, scope)]
                said = self.language.semicolons([dice, *bonuses])
                out.append(f"- **{plain(self.titles.of(decl))}**{self.say('colon')}{said}")
                continue
            results = [x[2:].rstrip(".") for x in self.declarations.modifiers([m for m in decl.modifiers if m.form == "result"], scope)]
            bonuses = [x[2:].rstrip(".") for x in self.declarations.modifiers([m for m in decl.modifiers if m.form != "result"], scope)]
            dice = plain(self.nouns.thing(decl.dice, scope))
            said = self.language.semicolons([plain(x) for x in [dice, *bonuses, *results]])
            out.append(f"- **{plain(self.titles.of(decl))}**{self.say('colon')}{said}")
        return [f"## {self.l('sheet.throws')} {{ #sheet-throws }}", "", *out, ""] if out else []

    def tables(self) -> Lines:
        out: Lines = []
        for decl in self.book.of(t.Table):
            scope = self.scopes.of_params(decl.params)
            out += [
                f"### {plain(self.titles.of(decl))} ({plain(self.nouns.thing(decl.key, scope))}) {{ #sheet-{slug(str(decl.name))} }}",
                "",
            ]
            out += [f"| {self.l('table.row')} | {self.l('table.what')} |", "|---|---|"]
            for row in decl.rows:
                title = self.titles.pair(row.title) if row.title is not None else ""
                if not title and row.name:
                    title = capital(self.conditions.result(str(row.name)))
                if not title or title.startswith("<"):
                    title = re.sub(r"\s+", " ", plain(self.dice.flat_steps(row.body, scope.child())))[:LONGEST]
                out.append(f"| {self.dice.span(row.span)} | {title} |")
            out.append("")
        return out
