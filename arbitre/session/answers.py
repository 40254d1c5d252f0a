"""Exact chances told to a person: each measured value on its own, with names and percents; the joint table on request."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from arbitre.documents.language.base import capital
from arbitre.documents.model.book import Book
from arbitre.documents.pages.reference.chances import plain
from arbitre.documents.site.generate import writer_of
from arbitre.dsl import tree as t
from arbitre.dsl.resolve.types import Ty
from arbitre.interpreter.state.masks import rows_of
from arbitre.opening.odds.chances import Asked, row_of
from arbitre.opening.odds.throws import called, result_called
from arbitre.words.fragments import BLUE, Raw, bars, element, table
from arbitre.words.numbers import decimal
from arbitre.words.phrases import of

SMALLEST = Fraction(1, 20_000)
LONGEST = 25  # signs of a fraction that somebody still reads
Marginal = dict[Any, Fraction]


class Answer:
    """One question answered, in one language."""

    def __init__(self, asked: Asked, lang: str) -> None:
        self.asked, self.lang = asked, lang
        bound, machine = asked.books.get(asked.options)
        assert machine is not None
        self.machine = machine
        self.writer = writer_of(Book(asked.rulebook, bound, machine, asked.rulebook.name), lang)

    def word(self, key: str) -> str:
        return of(self.lang).say(key)

    def lines(self, joint: bool) -> Iterable[str]:
        yield self.title()
        for head, totals in self.marginals():
            yield ""
            yield from self.marginal(head, totals)
        if len(self.heads()) > 1 and joint:
            yield ""
            yield from self.together()
        elif len(self.heads()) > 1:
            yield ""
            yield self.word("odds.more")

    def marginals(self) -> Iterator[tuple[str, Marginal]]:
        """Each measured value on its own: what it is, and the chance of everything it may be."""
        for position, head in enumerate(self.heads()):
            totals: Marginal = {}
            for values, chance in self.asked.outcome.measures:
                shown = self.shown(values[position], position)
                totals[shown] = totals.get(shown, Fraction(0)) + chance
            yield head, totals

    def title(self) -> str:
        if self.asked.question is None:
            scenario = self.asked.scenario
            return (scenario.title.within(self.lang) if scenario.title is not None else "") or scenario.name
        decl = self.asked.symbols.rule_decls.get(self.asked.name)
        pair = getattr(decl, "title", None)
        return (pair.within(self.lang) if pair is not None else "") or self.asked.name.replace("_", " ").capitalize()

    def heads(self) -> list[str]:
        if self.asked.question is not None:
            return [self.word("odds.value" if self.asked.outcome.names == ["value"] else "odds.result")]
        scope = self.writer.scenes.scene_scope(self.asked.scenario)
        values = [scene.parts["value"] for scene in self.asked.scenario.scenes if scene.form == "measure"]
        return [capital(plain(self.writer.language.bare_of(self.writer.nouns.thing(value, scope)))) for value in values]

    def shown(self, value: Any, position: int) -> Any:
        """A measured value in words; a number stays one."""
        type_ = self.asked.known.types[position]
        table = self.asked.symbols.rule_decls.get(self.asked.name) if self.asked.question is not None else None
        if isinstance(table, t.Table):
            return self.row(table, int(value))
        if self.asked.known.results[position]:
            throw = self.asked.symbols.rule_decls.get(self.asked.known.throws[position])
            return result_called(throw, self.asked.known.results[position][value], self.lang)
        return self.value(type_, value)

    def row(self, table: t.Table, total: int) -> str:
        return called(table, row_of(self.asked.symbols, table, total), self.lang)

    def value(self, type_: Ty, value: Any) -> Any:
        if type_.kind == "flag":
            return self.word("yes" if value else "no")
        if type_.is_row:
            return self.title_of(type_.domain, value)
        if type_.is_set:
            return ", ".join(self.title_of(type_.domain, row) for row in rows_of(value)) or self.word("odds.empty")
        return value

    def title_of(self, domain: int, row: int) -> str:
        if row < 0:
            return self.word("none")
        kind = self.machine.program.domains[domain]
        if kind.board is not None:
            return str(kind.board.label(row))
        return self.machine.row_title(domain, row).within(self.lang)

    # ------------------------------------------------------------------------------------ tables

    def percent(self, chance: Fraction) -> str:
        said = f"{float(chance * 100):.2f} %"
        if 0 < chance < SMALLEST or 0 < 1 - chance < SMALLEST:  # rare, and not impossible
            said = "< 0.01 %" if chance < SMALLEST else "> 99.99 %"
        return decimal(said, self.lang)

    @property
    def broad(self) -> int:
        """How many signs the longest percentage has."""
        return len(decimal("> 99.99 %", self.lang))

    @staticmethod
    def fraction(chance: Fraction) -> str:
        said = f"{chance.numerator}/{chance.denominator}"
        return said if len(said) <= LONGEST else ""

    def fragment(self) -> Raw:
        """A small table of each value, with bars, for a notebook or a page."""
        out = [f'<article lang="{self.lang}">', element("h4", self.title())]
        for head, totals in self.marginals():
            values, counted = ordered(totals)
            caption = capital(f"{self.word('odds.mean')} {self.decimal(mean(totals))}") if counted else ""
            heads = [head, *(self.word(f"shown.{key}") for key in ("chance", "exactly", *(["at_least"] if counted else []))), ""]
            rows, left = [], Fraction(1)
            for value in values:
                chance = totals[value]
                more = [self.percent(left)] if counted else []
                rows.append([value, self.percent(chance), self.fraction(chance), *more, bars((float(chance), BLUE))])
                left -= chance
            out.append(table(caption, heads, rows, [1, 2, 3] if counted else [1, 2]))
        return Raw("\n".join([*out, "</article>"]))

    def marginal(self, head: str, totals: Marginal) -> Iterable[str]:
        """The chances of one value; of numbers also that of so much or more, and what comes on average."""
        values, counted = ordered(totals)
        numbers = are_numbers(totals)
        wide = max(len(str(value)) for value in values)
        long = max(len(self.fraction(totals[value])) for value in values)
        yield head + (f"  ({self.word('odds.mean')} {self.decimal(mean(totals))})" if counted else "")
        left = Fraction(1)
        for value in values:
            name = f"{value:>{wide}}" if numbers else f"{value:<{wide}}"
            line = f"  {name}  {self.percent(totals[value]):>{self.broad}}  {self.fraction(totals[value]):>{long}}"
            if counted and value != values[0]:
                line += f"   {value} {self.word('odds.or_more')} {self.percent(left):>{self.broad}}"
            left -= totals[value]
            yield line.rstrip()

    def decimal(self, value: Fraction) -> str:
        return decimal(f"{float(value):.2f}", self.lang)

    def together(self) -> Iterable[str]:
        """The joint table, the likeliest first."""
        heads = self.heads()
        rows = [([str(self.shown(v, n)) for n, v in enumerate(values)], chance) for values, chance in self.asked.outcome.measures]
        rows.sort(key=lambda row: -row[1])
        wide = [max(len(head), *(len(row[n]) for row, _ in rows)) for n, head in enumerate(heads)]
        yield self.word("odds.together")
        yield "  " + "  ".join(f"{head:<{w}}" for head, w in zip(heads, wide, strict=True)).rstrip()
        for row, chance in rows:
            said = "  ".join(f"{value:<{w}}" for value, w in zip(row, wide, strict=True))
            yield f"  {said}  {self.percent(chance):>{self.broad}}  {self.fraction(chance)}".rstrip()


def are_numbers(totals: Marginal) -> bool:
    """Is everything that a value may be a number?"""
    return all(isinstance(value, int) and not isinstance(value, bool) for value in totals)


def ordered(totals: Marginal) -> tuple[list[Any], bool]:
    """Numbers from the smallest on, all else the likeliest first; and are there several numbers, so that “or more” says something?"""
    if are_numbers(totals):
        return sorted(totals), len(totals) > 1
    return sorted(totals, key=lambda value: -totals[value]), False


def mean(totals: Marginal) -> Fraction:
    return sum((value * chance for value, chance in totals.items()), Fraction(0))
