"""Which rules of a file its scenarios reach, and which the match beside it: those that do something, not numbers and conditions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from arbitre.dsl import tree as t
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.scenario.scenarios import Rehearsal, run_all
from arbitre.interpreter.play.scenario.stage import Outcome

DOES = (t.Event, t.Action, t.Test, t.Contest, t.Table, t.Agenda, t.Hook)


@dataclass(slots=True)
class Rule:
    """A rule of a file: the line it begins in, how many scenarios reach it, whether a match did."""

    name: str
    line: int
    scenarios: int = 0
    played: bool = False
    hook: bool = field(default=False, repr=False)


def rules_of(rulebook: Rulebook, shown: str) -> list[Rule]:
    """The rules of a file that do something, in their order; what replaces a rule is one too."""
    out = []
    for decl in next((file.decls for file in rulebook.files if file.path == shown), []):
        inner = decl.decl if isinstance(decl, t.Replace) else decl
        if isinstance(inner, DOES):
            out.append(Rule(str(inner.name), decl.place.line, hook=isinstance(inner, t.Hook)))
    return out


def reached(match: Match) -> tuple[set[str], set[tuple[str, int]]]:
    """Of a match: the names of the rules that were carried out, and where the hooks stand that stepped in."""
    log = match.run.log or []
    return (
        {record.name for record in log if record.kind in ("call", "agenda", "order")},
        {(record.place.file, record.place.line) for record in log if record.kind in ("hook", "prevented")},
    )


def add(rules: Iterable[Rule], match: Match, shown: str, scenario: bool) -> None:
    """Counts what a match reached; of one that is played, hooks only where they still stand in the same line."""
    names, hooks = reached(match)
    for rule in rules:
        if (shown, rule.line) in hooks if rule.hook else rule.name in names:
            rule.scenarios += scenario
            rule.played = rule.played or not scenario


def rehearsed(rulebook: Rulebook, shown: str) -> tuple[list[Outcome], list[Rule]]:
    """The scenarios of a file carried out, and its rules with how many of them reach each."""
    rules = rules_of(rulebook, shown)
    stages: list[Rehearsal] = []

    def stage(*parts: object) -> Rehearsal:
        stages.append(Rehearsal(*parts))  # type: ignore[arg-type]
        return stages[-1]

    outcomes = run_all(rulebook, only=shown, stage_of=stage)
    for one in stages:
        add(rules, one.match, shown, scenario=True)
    return outcomes, rules
