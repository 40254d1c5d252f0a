"""Hover: what a word stands for; its title, form, bounds, sentences of the paper rules, who changes it, who may see it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from arbitre.desk.analysis import Analysis
from arbitre.desk.lookup import RULES, Sight, clause_of, declaration_of, every_declaration
from arbitre.desk.texts import Span, Spot
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import tell
from arbitre.dsl.lower.uses import Symbol
from arbitre.dsl.resolve.scope import form_of
from arbitre.dsl.resolve.symbols import describe
from arbitre.opening.proof.coverage import Carried, coverage, notes
from arbitre.words.numbers import decimal
from arbitre.words.phrases import of

if TYPE_CHECKING:
    from arbitre.opening.odds.throws import Throws

MOST_LINES = 12  # of a declaration that is shown
MOST_CLAUSES = 4


def hover(sight: Sight, spot: Spot, lang: str) -> tuple[str, Span] | None:
    """What is told of the word at a position, in Markdown, and the word itself; None where nothing is known of it."""
    clause = sight.clause_at(spot)
    if clause is not None:
        lines = list(of_clause(sight, clause[0], lang))
        return ("\n\n".join(lines), clause[1]) if lines else None
    found = sight.symbol_at(spot)
    if found is None:
        return None
    lines = list(Told(sight, found[0], lang).lines())
    return ("\n\n".join(lines), found[1]) if lines else None


def said(pair: t.Text | None, lang: str) -> str:
    """A text in a language, on one line, as text: an editor reads Markdown."""
    text = " ".join((pair.within(lang)).split()) if pair is not None else ""
    return plain(text)


def plain(text: str) -> str:
    """Text that means nothing in Markdown but itself."""
    return "".join(f"\\{sign}" if sign in "\\`*_{}[]()<>#+-!|~&" else sign for sign in text)


def of_clause(sight: Sight, name: str, lang: str) -> Iterator[str]:
    """The sentence of a clause, how it is ruled and why, who carries and who proves it."""
    clause = clause_of(sight.found, name)
    if clause is None:
        return
    say = of(lang).say
    yield f"**{plain(name)}** {said(clause.sentence, lang)}"
    if clause.ruling is not None:
        yield f"{say('desk.ruling')}{say('colon')}{said(clause.ruling, lang)}"
        if clause.because is not None:
            yield f"{say('desk.because')}{say('colon')}{said(clause.because, lang)}"
    if clause.waived is not None:
        yield f"{say('desk.waived')}{say('colon')}{said(clause.waived, lang)}"
        return
    carried = proofs_of(sight.found).get(name)
    if carried is not None:
        words = of(lang)
        yield f"{words.count('desk.rules', len(carried.rules))}, {words.count('desk.scenarios', len(carried.scenarios))}"


class Told:
    """One thing, in a language."""

    def __init__(self, sight: Sight, symbol: Symbol, lang: str) -> None:
        self.sight, self.symbol, self.lang = sight, symbol, lang
        self.found, self.symbols = sight.found, sight.found.bound.symbols
        self.decl = declaration_of(sight.found, symbol)
        self.words = of(lang)

    def lines(self) -> Iterator[str]:
        yield self.head()
        if isinstance(self.decl, t.Decl) and self.decl.text is not None:
            yield said(self.decl.text, self.lang)
        if self.symbol.sort == "field":
            yield from self.of_field()
        elif self.symbol.sort == "option":
            yield from self.of_option()
        elif self.decl is not None:
            yield f"```rules\n{self.source(self.decl.place)}\n```"
        yield from self.clauses()
        yield from self.changes()
        if self.symbol.sort in ("test", "table", "contest"):
            yield from self.odds()
        place = self.found.index.declared.get(self.symbol)
        if place is not None:
            yield f"*{plain(str(place))}*"

    def head(self) -> str:
        """What it is, how it is called by rules, and its title."""
        name, sort = self.symbol.name, self.words.say(f"desk.sort.{self.symbol.sort}")
        signature = self.symbols.signatures.get(name) if self.symbol.sort in RULES else None
        form = form_of(signature) if signature is not None else name
        title = said(getattr(self.decl, "title", None), self.lang)
        return f"{sort} **{plain(form)}**" + (f" · {title}" if title else "")

    def of_field(self) -> Iterator[str]:
        """Its type and bounds, where it begins, and who may see it."""
        column = self.symbols.fields_of[self.symbol.owner].get(self.symbol.name)
        if column is None:
            return
        made, kind = self.symbols.fields[column], self.symbols.domains[self.symbol.owner]
        type_ = self.symbols.field_types[column]
        bounds = self.words.say("desk.bounds", low=made.low, high=made.high) if type_.kind == "number" else ""
        yield self.words.say("desk.field", kind=plain(kind.name), type=plain(tell(describe(self.symbols, type_), self.lang)), bounds=bounds)
        decl = self.symbols.field_decls.get(column)
        seen = decl.seen if isinstance(decl, t.Field) else []
        yield (
            self.words.say("desk.seen.all")
            if not seen and not made.seen
            else self.words.say("desk.seen.some", line=self.source(decl.place, 1).strip() if decl is not None else "")
        )

    def of_option(self) -> Iterator[str]:
        info = next((info for info in self.symbols.option_infos if info.name == self.symbol.name), None)
        if info is not None:
            values = info.listed if info.is_number else ", ".join(info.choices)
            yield self.words.say("desk.option", values=plain(values), default=plain(str(info.default)))

    def source(self, place: Place, most: int = MOST_LINES) -> str:
        """The lines of a declaration as its author wrote them."""
        whole = self.sight.span(place)
        if whole is None:
            return ""
        path, span = whole
        lines = self.sight.text.raw if path == self.sight.path.resolve() else self.found.texts[path].split("\n")
        first = span.start.line
        deep = len(lines[first]) - len(lines[first].lstrip())
        out = [lines[first]]
        for line in lines[first + 1 :]:
            if line.strip() and len(line) - len(line.lstrip()) <= deep:
                break
            out.append(line)
        while out and not out[-1].strip():
            out.pop()
        cut = [line[deep:] for line in out[:most]]
        return "\n".join([*cut, "    …"] if len(out) > most > 1 else cut)

    def clauses(self) -> Iterator[str]:
        """The sentences of the paper rules that stand in its margin."""
        numbers = list(dict.fromkeys(number for number, _ in notes(self.decl)))
        for number in numbers[:MOST_CLAUSES]:
            clause = clause_of(self.found, number)
            if clause is not None and clause.sentence is not None:
                yield f"{plain(number)}{self.words.say('colon')}{said(clause.sentence, self.lang)}"
        if len(numbers) > MOST_CLAUSES:
            yield self.words.say("desk.more", n=len(numbers) - MOST_CLAUSES)

    def changes(self) -> Iterator[str]:
        """Every line of another place that adjusts it or stands beside it."""
        adjusting, hooking = beside(self.sight, self.symbol)
        for key, decls in (("desk.adjusted", adjusting), ("desk.hooked", hooking)):
            if decls:
                shown = "".join(f"\n- `{self.source(decl.place, 1).strip()}` ({plain(str(decl.place))})" for decl in decls[:8])
                yield self.words.say(key) + self.words.say("colon") + shown + ("\n- …" if len(decls) > 8 else "")

    def odds(self) -> Iterator[str]:
        found = odds_of(self.found, self.symbol.name, self.lang)
        if found:
            yield (
                self.words.say("desk.odds")
                + self.words.say("colon")
                + ", ".join(f"{plain(name)} {percent}" for name, percent in found[:12])
            )


def beside(sight: Sight, symbol: Symbol) -> tuple[list[t.Decl], list[t.Decl]]:
    """Declarations that adjust a thing, and those that hook it."""
    adjusting: list[t.Decl] = []
    hooking: list[t.Decl] = []
    names = sight.found.index.names
    for decl in every_declaration(sight.found):
        if isinstance(decl, t.Adjust) and names.get(decl.name.place) == symbol:
            adjusting.append(decl)
        elif isinstance(decl, t.Hook) and names.get(decl.name.place) == symbol:
            hooking.append(decl)
    return adjusting, hooking


def odds_of(found: Analysis, name: str, lang: str) -> list[tuple[str, str]]:
    """The exact chances of a throw that needs nothing but dice: outcomes in players' words with their shares; none if it asks for more."""
    throws = throws_of(found)
    shares = throws.of(name, lang) if throws is not None else {}
    return [(label, decimal(f"{float(100 * chance):.1f} %", lang)) for label, chance in shares.items()]


def proofs_of(found: Analysis) -> dict[str, Carried]:
    """Who carries and who proves each clause, gone through once for each state of a rulebook."""
    if found.proofs is None:
        found.proofs = {c.id: c for own in (True, False) for c in coverage(found.rulebook, own)}
    return found.proofs


def throws_of(found: Analysis) -> Throws | None:
    """The throws of a rulebook that can be played, put together once for each state of it."""
    if found.throws is None and not found.bound.messages.errors:
        from arbitre.opening.odds.throws import Throws

        found.throws = Throws(found.rulebook, found.bound, passing=True)
    return found.throws
