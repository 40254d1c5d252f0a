"""Tests, contests and tables with their exact chances beside them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from arbitre.documents.language.base import capital
from arbitre.documents.model import odds
from arbitre.documents.model.nodes import walk
from arbitre.documents.pages.handbook import figures
from arbitre.documents.pages.reference import odds_forms as asking
from arbitre.documents.pages.reference.declarations import Declarations, always
from arbitre.documents.pages.reference.entries import Entries
from arbitre.documents.prose.conditions import Conditions
from arbitre.documents.prose.lists import Lines
from arbitre.documents.prose.statements import Statements
from arbitre.documents.prose.things import Things
from arbitre.documents.prose.writer import Pen, Writer
from arbitre.dsl import tree as t

MOST_GIVEN = 6  # members whose numbers are said in a sentence
MOST_ROWS = 9  # of a table of chances that is shown at once


class Dice(Writer):
    """Writes tests, contests and tables."""

    def __init__(
        self,
        pen: Pen,
        nouns: Things,
        conditions: Conditions,
        statements: Statements,
        entries: Entries,
        declarations: Declarations,
    ) -> None:
        super().__init__(pen)
        self.nouns = nouns
        self.conditions = conditions
        self.statements = statements
        self.entries = entries
        self.declarations = declarations

    def dice(self, decl: Any, level: int = 3) -> Lines:
        if isinstance(decl, t.Test):
            return self.test(decl, level)
        return self.contest(decl, level) if isinstance(decl, t.Contest) else self.table(decl, level)

    def share(self, chance: Fraction) -> str:
        return self.language.percent(float(chance)).replace("<", "&lt;")

    # ------------------------------------------------------------------------------------ tests

    def test(self, decl: t.Test, level: int = 3) -> Lines:
        scope = self.scopes.of_params(decl.params)
        out = [self.entries.heading(level, decl), "", *self.entries.text(decl)]
        if decl.params:
            out += [self.entries.about(decl.params, scope), ""]
        bonuses = [m for m in decl.modifiers if m.form != "result"]
        adjusts = self.declarations.adjusts(str(decl.name), "test")
        more = "" if not (bonuses or adjusts) else ".total"
        if isinstance(decl.dice, t.Binary) and decl.dice.op == "+" and isinstance(decl.dice.left, t.DiceValue):
            parts = {"dice": self.nouns.thing(decl.dice.left, scope), "more": self.added(decl.dice.right, scope)}
            out += [self.say(f"Test.sum{more}", **parts), ""]
        else:
            out += [self.say(f"Test{more}", dice=self.nouns.thing(decl.dice, scope)), ""]
        out += self.declarations.modifiers(bonuses, scope) + adjusts
        results = [m for m in decl.modifiers if m.form == "result"]
        if results:
            out += ["", self.say("Test.results"), "", *[f"1. {line[2:]}" for line in self.declarations.modifiers(results, scope)]]
            if not any(always(m) for m in results):
                out.append(f"1. {self.say('Test.otherwise', name=self.result_of(decl, 'failure'))}.")
        out += ["", *self.test_odds(decl, scope)]
        return [*out, *self.declarations.rest(decl), *self.entries.meta(decl)]

    def added(self, more: t.Expr, scope: Any) -> str:
        """What is added to dice; where a short table gives it, what it gives to whom."""
        said = self.nouns.thing(more, scope)
        kind = self.scopes.of(more.owner, scope).kind if isinstance(more, t.Dot) else None
        domain = self.book.domain(kind) if kind is not None else None
        if domain is None or not isinstance(more, t.Dot) or domain.size > MOST_GIVEN:
            return said
        found = next((f for f in self.book.program.fields if f.domain == domain.index and f.name == str(more.word)), None)
        if found is None or found.values is None:
            return said
        given = [f"{self.titles.member(domain.name, row)} {value}" for row, value in zip(domain.rows, found.values, strict=True)]
        return f"{said} ({', '.join(given)})"

    def result_of(self, decl: t.Test, name: str) -> str:
        said = self.conditions.result(name, decl)
        return said if said.startswith("<") else capital(said)

    def test_odds(self, decl: t.Test, scope: Any) -> Lines:
        signature = self.book.symbols.signatures.get(str(decl.name))
        found = odds.of_test(decl, list(signature.results) if signature is not None else ["failure"], self.known_number)
        if found is None:
            return [self.l("odds.skip"), ""]
        names = {r: self.result_of(decl, r) for r in found.results}
        out = [f"**{self.l('odds.of')}**", ""]
        if found.unknown is None:
            out += [f"| {self.l('odds.row')} | {self.l('odds.share')} |", "|---|---|"]
            chances = found.rows[0][1]
            out += [f"| {names[r]} | {figures.bar(float(chances[r]))} {self.share(chances[r])} |" for r in found.results]
            return [*out, "", *self.odds_note(decl)]
        if found.unknown == "modifier":
            axis = self.l("odds.modifiers")
        else:
            axis = self.language.bare_of(plain(self.nouns.thing(found.unknown, scope)))
            if found.modified:
                axis += f" ({self.l('odds.less')})"
        points = [v for v, _ in found.rows if v is not None]
        long = len(found.rows) > MOST_ROWS
        out += self.unfolding(long)
        out += ['<div class="odds" markdown>', "", '<div class="wide" tabindex="0" markdown>', ""]
        out += [f"| {capital(axis)} | " + " | ".join(names[r] for r in found.results) + " |", "|--:|" + "--:|" * len(found.results)]
        for value, chances in found.rows:
            out.append(f"| {str(value).replace('-', '−')} | " + " | ".join(self.share(chances[r]) for r in found.results) + " |")
        out += ["", "</div>", ""]
        series = [(plain(names[r]), [float(c[r]) for _, c in found.rows]) for r in found.results]
        alt = self.l("odds.alt", result=", ".join(plain(n) for n in names.values()), value=axis)
        percent = self.language.percent(1).removeprefix("100")
        out += [
            f'<figure class="odds">{figures.chart(alt, points, series, capital(axis), percent)}</figure>',
            "",
            "</div>",
            "",
            *(["</details>", ""] if long else []),
        ]
        return [*out, *self.asked_test(decl, found, [plain(names[r]) for r in found.results], axis, points), *self.odds_note(decl)]

    def unfolding(self, long: bool) -> Lines:
        """What opens a long table of chances: few read it line by line."""
        return ["<details markdown>", f"<summary>{self.l('odds.table')}</summary>", ""] if long else []

    def asked_test(self, decl: t.Test, found: odds.TestOdds, names: list[str], axis: str, points: list[int]) -> Lines:
        """The same odds for any value and any sum of what is added, thrown again if a rule knows that."""
        added = asking.Axis(self.l("odds.modifiers"), asking.ADDED)
        values = [0] if found.unknown == "modifier" else points
        number = asking.Axis(self.language.bare_of(plain(axis)).replace(f" ({self.l('odds.less')})", ""), values, values[len(values) // 2])
        axes = [added] if found.unknown == "modifier" else [number, added] if found.modified else [number]
        sums = asking.ADDED if added in axes else [0]
        chances = [[found.at(v, m)[r] for r in found.results] for v in values for m in sums]
        again = "failure" in found.results and any(holds_again(h) for h in self.book.hooks_on(str(decl.name)) if h.roll)
        failed = names[found.results.index("failure")] if again else ""
        return asking.form(self.language, plain(self.titles.of(decl)), axes, names, chances, failed)

    def known_number(self, e: object) -> int | None:
        """A number of the rulebook that nothing changes, where it is written by its name."""
        word = str(getattr(e, "word", ""))
        decl = self.book.find(word, t.Define) if word and not getattr(e, "args", None) and not isinstance(e, t.Dot) else None
        return self.nouns.constant(decl) if decl is not None else None

    def odds_note(self, decl: t.Test) -> Lines:
        return [f"*{self.l('odds.hooks')}*", ""] if any(h.roll for h in self.book.hooks_on(str(decl.name))) else []

    # ------------------------------------------------------------------------------------ contests

    def contest(self, decl: t.Contest, level: int = 3) -> Lines:
        scope = self.scopes.of_params(decl.params)
        out = [self.entries.heading(level, decl), "", *self.entries.text(decl)]
        people = sorted(decl.params, key=lambda p: p.preposition == "against")
        one = self.nouns.known(scope.names[str(people[0].name)]) if people else self.say("element")
        two = self.nouns.known(scope.names[str(people[-1].name)]) if people else self.say("element")
        said = self.say("Contest", one=one, two=two, left=self.nouns.thing(decl.left, scope), right=self.nouns.thing(decl.right, scope))
        out += [capital(said) + (" " + self.say("Contest.again") if decl.again else ""), ""]
        changes = self.declarations.modifiers(decl.modifiers, scope) + self.declarations.adjusts(str(decl.name), "contest")
        out += [*changes, ""] if changes else []
        rows = odds.of_contest(decl, changed=bool(changes))
        if rows is None:
            return [*out, self.l("odds.skip"), "", *self.declarations.rest(decl), *self.entries.meta(decl)]
        ties = any(tie for _, _, _, tie in rows)
        axis = self.l("odds.lead", one=one, two=two)
        out += [f"**{self.l('odds.of')}**", "", '<div class="odds" markdown>', "", '<div class="wide" tabindex="0" markdown>', ""]
        heads = [axis, self.say("Branch.wins", who=one), self.say("Branch.wins", who=two), *([self.l("odds.tie")] if ties else [])]
        out += ["| " + " | ".join(capital(h) for h in heads) + " |", "|" + "--:|" * len(heads)]
        for lead, *shares in rows:
            out.append(f"| {lead:+d} | ".replace("-", "−") + " | ".join(self.share(s) for s in shares[: len(heads) - 1]) + " |")
        out += ["", "</div>", ""]
        series = [
            (plain(self.say("Branch.wins", who=one)), [float(w) for _, w, _, _ in rows]),
            (plain(self.say("Branch.wins", who=two)), [float(x) for _, _, x, _ in rows]),
        ]
        alt = self.l("odds.alt", result=plain(self.titles.of(decl)), value=axis)
        percent = self.language.percent(1).removeprefix("100")
        picture = figures.chart(alt, [lead for lead, *_ in rows], series, capital(axis), percent)
        out += [f'<figure class="odds">{picture}</figure>', ""] if picture else []
        out += ["</div>", ""]
        every = odds.of_contest(decl, 12, bool(changes)) or []
        axes = [asking.Axis(axis, [lead for lead, *_ in every])]
        chances = [shares[: len(heads) - 1] for _, *shares in every]
        out += asking.form(self.language, plain(self.titles.of(decl)), axes, [plain(capital(h)) for h in heads[1:]], chances)
        return [*out, *self.declarations.rest(decl), *self.entries.meta(decl)]

    # ------------------------------------------------------------------------------------ tables

    def span(self, span: t.Span) -> str:
        low, high = (None if x is None else self.number(x) for x in (span.low, span.high))
        if low is None:
            return self.say("Span.down", high=high)
        if high is None:
            return self.say("Span.up", low=low)
        return str(low) if low == high else self.say("Span", low=low, high=high)

    def number(self, value: object) -> int | str:
        text = str(value)
        if text.lstrip("-").isdigit():
            return int(text)
        found = self.book.symbols.option_values.get(text)
        return int(found) if found is not None and str(found).lstrip("-").isdigit() else text

    def shifts(self, key: object) -> tuple[list[int], str]:
        """What may be added to the dice of a table: every value a constant column has, or nothing."""
        start = odds.thrown(key)
        if start is None or not start.more:
            return [0], ""
        if len(start.more) == 1:
            sign, value = start.more[0]
            word = str(getattr(value, "word", ""))
            for field in self.book.program.fields:
                if field.name == word and field.values is not None and len(set(field.values)) <= 8:
                    return [sign * v for v in sorted(set(field.values))], word
        return [-2, -1, 0, 1, 2], "?"

    def table(self, decl: t.Table, level: int = 3) -> Lines:
        scope = self.scopes.of_params(decl.params)
        out = [self.entries.heading(level, decl), "", *self.entries.text(decl)]
        if decl.params:
            out += [self.entries.about(decl.params, scope), ""]
        if isinstance(decl.key, t.Binary) and decl.key.op == "+" and isinstance(decl.key.left, t.DiceValue):
            dice, more = self.nouns.thing(decl.key.left, scope), self.added(decl.key.right, scope)
            out += [self.say("Test.sum", dice=dice, more=more), ""]
        else:
            out += [self.say("Table", dice=self.nouns.thing(decl.key, scope)), ""]
        spans = [
            (self.number(r.span.low) if r.span.low is not None else None, self.number(r.span.high) if r.span.high is not None else None)
            for r in decl.rows
        ]
        shifts, _ = self.shifts(decl.key)
        whole = all(x is None or isinstance(x, int) for pair in spans for x in pair)
        shares = odds.of_table(decl.key, spans, shifts) if whole else None  # type: ignore[arg-type]
        many = shares is not None and len(shifts) > 1
        head = [self.l("table.row"), self.l("table.what")]
        if shares is not None:
            head += [f"{s:+d}".replace("-", "−") for s in shifts] if many else [self.l("odds.share")]
        out += ['<div class="wide" tabindex="0" markdown>', "", "| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
        said: list[str] = []
        for position, row in enumerate(decl.rows):
            title = (
                self.titles.pair(row.title) if row.title is not None else capital(self.conditions.result(str(row.name))) if row.name else ""
            )
            kept = self.kept(row.body)
            does = self.flat_steps(row.body, scope.child()) if not kept else ""
            what = (
                f"**{title}**{self.say('colon')}{self.language.small(kept)}."
                if kept and title
                else f"**{title}**. {does}"
                if title
                else kept or does
            )
            said.append(f"{self.span(row.span)}: {title}" if title else str(self.span(row.span)))
            cells = [self.span(row.span), f'<a id="table-{decl.name}-{row.name}"></a>{what}' if row.name else what]
            if shares is not None:
                cells += (
                    [self.share(x) for x in shares[position]]
                    if many
                    else [f"{figures.bar(float(shares[position][0]))} {self.share(shares[position][0])}"]
                )
            out.append("| " + " | ".join(c.replace("|", "\\|") for c in cells) + " |")
        out += ["", "</div>", ""]
        if many:
            out += [f"*{self.l('odds.columns')}*", ""]
            rows = odds.of_table(decl.key, spans, list(asking.ADDED)) or []  # type: ignore[arg-type]
            names = [plain(x) for x in said]
            chances = [[row[n] for row in rows] for n in range(len(asking.ADDED))]
            added = asking.Axis(self.l("odds.modifiers"), asking.ADDED)
            out += asking.form(self.language, plain(self.titles.of(decl)), [added], names, chances)
        return [*out, *self.declarations.rest(decl), *self.entries.meta(decl)]

    def kept(self, body: list[t.Stmt]) -> str:
        """What a row that only notes a result for later notes: ``RULE.field becomes MEMBER`` is told as that member."""
        match body:
            case [t.Becomes(target=t.Dot(owner=t.Name(word=rule)), value=t.Name(word=value))]:
                found = self.book.members(str(value))
                if found and self.book.find(str(rule), t.Event, t.Agenda) is not None:
                    return self.titles.member(found[0][0].name, str(value))
        return ""

    def flat_steps(self, body: list[t.Stmt], scope: Any) -> str:
        """Statements in one cell of a table."""
        lines = [line.strip().removeprefix("- ").lstrip("\0") for line in self.statements.block(body, scope)]
        return " ".join(lines) if lines else ""


def holds_again(hook: t.Hook) -> bool:
    """Does a rule throw the dice again?"""
    return any(isinstance(node, t.Simple) and node.word == "reroll" for node in walk(hook.body))


def plain(text: str) -> str:
    """Without links and marks, for pictures."""
    import re

    return re.sub(r"<[^>]*>|[*_]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text))
