"""Questions about chances that a person asks in a command, written as the scenario a designer would write."""

from __future__ import annotations

import re
from typing import Any

from arbitre.dsl import tree as t
from arbitre.dsl.core import NONE
from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import joined, phrase
from arbitre.dsl.diagnostics.suggest import an, did_you_mean
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.dsl.parse.parser import parse_text
from arbitre.dsl.resolve.symbols import Symbols
from arbitre.interpreter.play.scenario.stage import Outcome
from arbitre.interpreter.state.errors import RulebookError
from arbitre.opening.books import Refused, refused
from arbitre.opening.faults import told
from arbitre.words.phrases import later

FILE = "(odds)"
NO_VALUE = re.compile(r'[\n\r#"]')  # what would end the line, or hide what follows


class Question:
    """A scenario in the making, and which of the values given stands where in it: faults are told of the value, not of the text."""

    def __init__(self, name: str, sets: dict[str, str]) -> None:
        self.name, self.sets = name, sets
        self.lines = [f'scenario "{name}":']
        self.spots: list[tuple[int, int, int, str]] = []  # line, first and last column, name of the value
        self.unset: list[str] = []  # values that might have been given, and are none
        self.scenario: t.Scenario | None = None
        for key, value in sets.items():
            if NO_VALUE.search(value) or not value:
                raise refused("cannot.no_value", key=key, value=value)

    def line(self, *parts: tuple[str, str]) -> None:
        """Adds a line; every part is a text with the name of the value it is, or nothing."""
        text = "    "
        for shown, key in parts:
            if key:
                self.spots.append((len(self.lines) + 1, len(text) + 1, len(text) + len(shown), key))
            text += shown
        self.lines.append(text)

    def read(self) -> t.Scenario:
        messages = Messages()
        file = parse_text("\n".join(self.lines) + "\n", FILE, messages)
        if messages.items or not file.decls or not isinstance(file.decls[0], t.Scenario):
            faults = [self.said(m.place, phrase("{0}. {1}", m.text, m.hint).strip()) for m in messages.items]
            raise Refused(joined("\n", dict.fromkeys(faults))) if faults else refused("cannot.asked", name=self.name)
        self.scenario = file.decls[0]
        return self.scenario

    def said(self, place: Place, text: str) -> str:
        """A fault in the words of whoever asked."""
        key = next((k for line, first, last, k in self.spots if line == place.line and first <= place.column <= last), None)
        if key is None:
            return text
        whole = f"{key}={self.sets[key]}" if key in self.sets else key
        return later("cannot.of_value", value=whole, text=text)


def written(rulebook: Rulebook, symbols: Symbols, name: str, sets: dict[str, str], options: dict[str, str]) -> Question:
    """A question about a test, table, contest or number.  ``sets``: its parameters and their fields; nothing else."""
    signature = symbols.signatures.get(name)
    asked = Question(name, {**options, **sets})
    for key, value in options.items():
        asked.line((f"option {key} = ", ""), (value, key))
    if signature is not None and signature.kind in ("test", "contest", "table"):
        params = [(p.name, p.preposition, x) for p, x in zip(signature.params, signature.types, strict=True)]
        check_names(symbols, name, params, sets, options)
        args = arguments(symbols, asked, params, sets)
        kind = "roll" if signature.kind == "table" else signature.kind
        said = [part for preposition, value, key in args for part in ((f" {preposition}".rstrip() + " ", ""), (value, key))]
        asked.line((f"do {kind} {name}", ""), *said, (" as outcome", ""))
        asked.line(("measure outcome.total as total" if signature.kind == "table" else "measure outcome.result as result", ""))
    else:
        entry = entry_of(rulebook, symbols, name, sets)
        params = [(n, "", x) for n, x in zip(entry.names, entry.types, strict=True)]
        check_names(symbols, name, params, sets, options)
        args = arguments(symbols, asked, params, sets)
        said = [part for number, (_, value, key) in enumerate(args) for part in ((", " if number else "", ""), (value, key))]
        asked.line((f"measure {name}(", ""), *said, (") as value", ""))
    asked.read()
    return asked


def entry_of(rulebook: Rulebook, symbols: Symbols, name: str, sets: dict[str, str]) -> Any:
    """The number or condition of that name; of several, the one that has the parameters given."""
    found = [*symbols.entries.get(name, []), *symbols.conditions.get(name, [])]
    heads = {key.partition(".")[0] for key in sets}
    if found:
        fitting = [e for e in found if heads <= set(e.names)] or found
        exact = [e for e in fitting if heads == set(e.names)]
        if len(fitting) > 1 and len(exact) != 1:
            shown = "".join(f"\n  {name}({', '.join(e.names)})" for e in fitting)
            raise refused("cannot.which_meaning", name=name, n=len(fitting), shown=shown)
        return (exact or fitting)[0]
    signature = symbols.signatures.get(name)
    if signature is not None:
        raise refused("cannot.no_chance", name=name, kind=an(signature.kind))
    rolled = [n for n, s in symbols.signatures.items() if s.kind in ("test", "contest", "table")]
    known = [*rolled, *symbols.entries, *symbols.conditions, *(s.name for s in rulebook.scenarios)]
    raise refused("cannot.no_question", name=name, hint=did_you_mean(name, known))


def check_names(symbols: Symbols, name: str, params: list[tuple[str, str, Any]], sets: dict[str, str], options: dict[str, str]) -> None:
    """Refuses to set what the question does not have: it would change nothing."""
    known: list[str] = []
    for param, _, type_ in params:
        if type_.is_row and symbols.domains[type_.domain].dynamic:
            known += [f"{param}.{field}" for field in symbols.fields_of[type_.domain] if field != "alive" and not field.startswith("_")]
        else:
            known.append(param)
    for key in sets:
        if key not in known:
            hint = did_you_mean(key, [*known, *symbols.options])
            more = f"{', '.join(known[:12])}{' ...' if len(known) > 12 else ''}"
            shown = later("cannot.parameters", known=more) if known else later("cannot.no_parameters")
            if "." in key:  # a field of what is there before the question
                shown = later("cannot.given", shown=shown, key=key, value=sets[key])
            raise refused("cannot.no_parameter", name=name, key=key, hint=hint or shown)


def arguments(symbols: Symbols, asked: Question, params: list[tuple[str, str, Any]], sets: dict[str, str]) -> list[tuple[str, str, str]]:
    """Each argument with its preposition and the name of the value it is; what comes into play is written before."""
    out = []
    for name, preposition, type_ in params:
        key = name if name in sets else ""
        if type_.is_row and symbols.domains[type_.domain].dynamic:
            given = [(k.partition(".")[2], k, v) for k, v in sets.items() if k.startswith(f"{name}.")]
            parts = [part for n, (field, k, v) in enumerate(given) for part in ((f"{', ' if n else ': '}{field} ", k), (v, k))]
            asked.line((f"given {symbols.domains[type_.domain].name} the_{name}", ""), *parts)
            for field, column in symbols.fields_of[type_.domain].items():
                if f"{name}.{field}" not in sets and symbols.field_types[column].is_row and symbols.field_types[column].optional:
                    asked.unset.append(f"{name}.{field}")
            value, key = f"the_{name}", ""
        elif type_.domain != NONE:
            rows = [row for row in symbols.domains[type_.domain].rows if row]
            value = sets.get(name) or ("none" if type_.is_set or not rows else rows[0])
        elif type_.kind == "flag":
            value = sets.get(name, "false")
        else:
            value = sets.get(name, str(max(0, type_.low)))
        out.append((preposition, value, key))
    return out


def fault(outcome: Outcome, question: Question | None, sources: dict[str, str]) -> Refused:
    """Why a question has no answer: of a value that was given, of one that was not, or of a rule."""
    place, text = outcome.failures[0]
    if place.file == FILE and question is not None:
        return Refused(question.said(place, text))
    if question is not None and question.unset and "of none" in text:
        hint = later("cannot.unset", many=joined(later("cannot.or"), question.unset[:4]))
        return Refused(told(RulebookError(text, place), sources, hint))
    return Refused(told(RulebookError(text, place), sources))
