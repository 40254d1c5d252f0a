"""Code lenses and inlay hints: whether a scenario holds, the odds of a test, what changes a thing, what proves a clause."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from arbitre.desk.analysis import Analysis
from arbitre.desk.features.hover import odds_of, proofs_of
from arbitre.desk.lookup import Sight, every_declaration
from arbitre.desk.texts import Span
from arbitre.dsl import tree as t
from arbitre.dsl.cache.folder import folder
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.lower.uses import Symbol
from arbitre.interpreter.hunt.corpus import HUNTED, Kept, kept
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.scenarios import run_alone
from arbitre.words.phrases import of

MOST_SHOWN = 3  # results of a test above it


@dataclass(frozen=True, slots=True)
class Lens:
    """``command``: "run" with the name of a scenario, "references", or "" where nothing can be done."""

    span: Span
    text: str
    command: str = ""
    argument: str = ""


@dataclass(slots=True)
class Results:
    """What came of scenarios that were run, by the rulebook's contents and their names; odds, by the same and the test's name."""

    runs: dict[tuple[str, str], str] = field(default_factory=dict)  # "" if it passed, else why not
    odds: dict[tuple[str, str], list[tuple[str, str]]] = field(default_factory=dict)


def lenses(sight: Sight, results: Results, lang: str) -> list[Lens]:
    """All of a file, in the order of its lines."""
    found, words = sight.found, of(lang)
    adjusted, hooked = beside_all(found)
    proofs = proofs_of(found)
    out: list[Lens] = []
    contents = found.rulebook.contents

    def add(place: Place, text: str, command: str = "", argument: str = "") -> None:
        span = sight.span(place)
        if span is not None and span[0] == sight.path.resolve():
            out.append(Lens(span[1], text, command, argument))

    for scenario in found.rulebook.scenarios:
        if scenario.place.file == sight.shown:
            add(scenario.place, words.say("desk.lens.run"), "run", scenario.name)
            result = results.runs.get((contents, scenario.name))
            if result is not None:
                add(scenario.place, words.say("desk.lens.failed", why=words.tell(result)) if result else words.say("desk.lens.passed"))
    for case in found_here(sight):
        add(Place(sight.shown, case.line, 1), words.say("desk.lens.hunted", lines=len(case.scenario.splitlines()) - 2))
    for symbol, place in found.index.declared.items():
        if place.file != sight.shown:
            continue
        for key, table in (("desk.lens.hooked", hooked), ("desk.lens.adjusted", adjusted)):
            if table.get(symbol):
                add(place, words.count(key, table[symbol]), "references", symbol.name)
        if symbol.sort in ("test", "table"):
            known = results.odds.get((contents, symbol.name))
            if known is None:
                known = results.odds[contents, symbol.name] = odds_of(found, symbol.name, lang)
            if known:
                shown = ", ".join(f"{name} {share}" for name, share in known[:MOST_SHOWN]) + (" …" if len(known) > MOST_SHOWN else "")
                add(place, words.say("desk.lens.odds", odds=shown))
    for decl in every_declaration(found):
        if isinstance(decl, t.Clause) and decl.place.file == sight.shown and str(decl.name) in proofs:
            carried = proofs[str(decl.name)]
            if carried.waived is None:
                said = f"{words.count('desk.rules', len(carried.rules))}, {words.count('desk.scenarios', len(carried.scenarios))}"
                add(decl.place, said, "references", carried.id)
    return sorted(out, key=lambda lens: lens.span)


def found_here(sight: Sight) -> list[Kept]:
    """Cases that a hunt found at lines of this file, as far as these stand as they stood then."""
    above = folder()
    if above is None:
        return []
    cases = kept(above / HUNTED, sight.found.rulebook.name)
    lines = sight.found.rulebook.sources.get(sight.shown, "").splitlines()
    here = [case for case in cases if case.file and Path(case.file) == sight.path.resolve()]
    return [case for case in here if case.line <= len(lines) and lines[case.line - 1].strip() == case.rule]


def beside_all(found: Analysis) -> tuple[dict[Symbol, int], dict[Symbol, int]]:
    """How many declarations adjust each thing, and how many hook it."""
    adjusted: dict[Symbol, int] = {}
    hooked: dict[Symbol, int] = {}
    for decl in every_declaration(found):
        if isinstance(decl, (t.Adjust, t.Hook)):
            symbol = found.index.names.get(decl.name.place)
            table = adjusted if isinstance(decl, t.Adjust) else hooked
            if symbol is not None:
                table[symbol] = table.get(symbol, 0) + 1
    return adjusted, hooked


def run_scenario(found: Analysis, name: str, results: Results, lang: str) -> tuple[str, str] | None:
    """Runs a scenario of the rulebook as it stands in the editor: its title, and "" if it holds, else what does not; None if there is
    no such one."""
    scenario = next((s for s in found.rulebook.scenarios if s.name == name), None)
    if scenario is None:
        return None
    outcome = run_alone(Books(found.rulebook), scenario)
    said = outcome.failures[0][1] if outcome.failures else ""
    results.runs[found.rulebook.contents, name] = said
    return (scenario.title.within(lang) if scenario.title is not None else "") or scenario.name, said


def hints(sight: Sight, results: Results, lang: str) -> list[tuple[Span, str]]:
    """Inlay hints: the odds that a test succeeds, beside its head.  Off unless the editor asks for them."""
    out = []
    contents = sight.found.rulebook.contents
    for symbol, place in sight.found.index.declared.items():
        if symbol.sort == "test" and place.file == sight.shown:
            known = results.odds.get((contents, symbol.name))
            if known is None:
                known = results.odds[contents, symbol.name] = odds_of(sight.found, symbol.name, lang)
            span = sight.span(place)
            good = next((row for row in known if row[0] != of(lang).say("failure")), None)
            if good is not None and span is not None:
                out.append((span[1], f" {good[0]} {good[1]}"))
    return out
