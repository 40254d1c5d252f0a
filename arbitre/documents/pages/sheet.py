"""The quick reference: one sheet for the table, made from the turn, the actions, the throws and the tables."""

from __future__ import annotations

import re

from arbitre.documents.language.base import capital
from arbitre.documents.pages.chances import Dice, plain
from arbitre.documents.pages.declarations import Declarations
from arbitre.documents.pages.handbook import Handbook, words
from arbitre.documents.pages.turn import Turns
from arbitre.documents.prose.conditions import Conditions, flat
from arbitre.documents.prose.lists import Lines
from arbitre.documents.prose.statements import Statements
from arbitre.documents.prose.things import Things
from arbitre.documents.prose.writer import Pen, Writer
from arbitre.dsl import tree as t

SHORT, LONG = 550, 1_100  # words of a sheet
LONGEST = 130  # characters of what is said of one action: more of it stands in the reference


class Sheet(Writer):
    """Writes the quick reference."""

    def __init__(
        self,
        pen: Pen,
        nouns: Things,
        conditions: Conditions,
        statements: Statements,
        declarations: Declarations,
        dice: Dice,
        turns: Turns,
        handbook: Handbook,
    ) -> None:
        super().__init__(pen)
        self.nouns, self.conditions, self.statements = nouns, conditions, statements
        self.declarations, self.dice, self.turns, self.handbook = declarations, dice, turns, handbook

    def sheet(self) -> Lines:
        game = self.book.rulebook.game
        out: Lines = []
        for key, pair in (("goal", game.goal), ("players", game.players), ("lasts", game.lasts)):
            if pair is not None:
                out += [f"**{self.l(f'handbook.{key}')}**{self.say('colon')}{self.handbook.prose(pair)}", ""]
        out += [*self.turn(), *self.actions(), *self.throws(), *self.tables()]
        size = "short" if words(out) <= SHORT else "long" if words(out) > LONG else "middling"  # of its letters on paper
        head = [
            f"# {self.titles.of(game)}{self.say('colon')}{self.l('page.sheet').lower()}",
            "",
            f'<div class="sheet {size}" markdown>',
            "",
        ]
        return [*head, *out, "</div>", ""]

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
            if decl.lines.appeal is not None and self.for_the_desk(decl):
                continue
            rows.append(f"| **{plain(self.titles.of(decl))}** | {self.summary(decl)} |")
        if not rows:
            return []
        head = f"| {self.l('sheet.action')} | {self.l('sheet.when')} |"
        return [f"## {self.l('page.actions')} {{ #sheet-actions }}", "", head, "|---|---|", *rows, ""]

    @staticmethod
    def for_the_desk(decl: t.Action) -> bool:
        """What bots never do is for a referee's desk."""
        liked = decl.lines.appeal
        return isinstance(liked, t.Unary) and liked.op == "-"

    def summary(self, decl: t.Action) -> str:
        """What the clauses at its head say of it, else its conditions, as far as a line holds them."""
        known = {str(c.name): c.sentence for c in self.book.of(t.Clause)}
        said = [self.titles.pair(pair) for c in decl.clauses if (pair := known.get(c)) is not None]
        if not said:
            scope = self.scopes.of_params(decl.params)
            said = [line[2:] for line in self.declarations.action(decl) if line.startswith("- ")][: len(decl.lines.limits)]
            said += [capital(self.conditions.clause(test, scope)) + "." for need in decl.lines.whens for test in flat(need.test, "and")]
        text = ""
        for one in map(plain, said):
            longer = f"{text} {one}".strip()
            if text and len(longer) > LONGEST:
                break
            text = longer
        return text or "–"

    def throws(self) -> Lines:
        out: Lines = []
        for decl in self.book.of(t.Test, t.Contest):
            scope = self.scopes.of_params(decl.params)
            if isinstance(decl, t.Contest):
                said = f"{plain(self.nouns.thing(decl.left, scope))} / {plain(self.nouns.thing(decl.right, scope))}"
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
            out += [f"### {plain(self.titles.of(decl))} ({plain(self.nouns.thing(decl.key, scope))}) {{ #sheet-{decl.name} }}", ""]
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
