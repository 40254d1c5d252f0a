"""Exact chances of one named thing of a rulebook."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from arbitre.books import Refused, ready
from dsl import tree as t
from dsl.core import NONE
from dsl.messages import did_you_mean
from dsl.modules import Rulebook
from dsl.parse import parse_text
from interpreter.scenarios import Books, Outcome, run


def chances(game: str, name: str, sets: dict[str, str], extensions: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """Outcomes of a test, table, contest, number or odds scenario, each ``{"probability": "p/q", "percent": x, ...}``.

    ``sets`` gives options of the game, fields of the parameters (``piece.life=2``), or parameters that are members or
    numbers (``place=3``).
    """
    from pathlib import Path

    from dsl.modules import load

    _, bound, _ = ready(game, None, extensions)
    options = {k: v for k, v in sets.items() if k in bound.binder.options}
    rest = {k: v for k, v in sets.items() if k not in options}
    rulebook = load(game, [Path(e) for e in extensions], scenarios=True)
    scenario = next((s for s in rulebook.scenarios if s.name == name), None)
    exact = any(name in known for known in (bound.binder.signatures, bound.binder.entries, bound.binder.conditions))
    if scenario is None and not exact:
        found = [
            s for s in rulebook.scenarios if name.strip() and name.lower() in s.name.lower() and any(x.form == "measure" for x in s.scenes)
        ]
        scenario = found[0] if len(found) == 1 else None
    if scenario is None:
        scenario = written(rulebook, bound.binder, name, rest, options)
    outcome = run(Books(rulebook), scenario)
    if not outcome.ok:
        place, text = outcome.failures[0]
        raise Refused(f"{place}: {text}")
    if not outcome.measures:
        raise Refused(f"the scenario ‘{name}’ measures nothing")
    found_rows = rows(outcome, bound.binder.signatures.get(name))
    table = bound.binder.rule_decls.get(name)
    if isinstance(table, t.Table):
        for row in found_rows:
            row["row"] = row_of(bound.binder, table, int(row["total"]))
    return found_rows


def row_of(binder: Any, table: t.Table, total: int) -> str:
    """The name of the row a total falls in."""
    for line in table.rows:
        low, high = binder.low_of(line.span), binder.high_of(line.span)
        if (low is None or total >= low) and (high is None or total <= high):
            return str(line.name or total)
    return ""


def rows(outcome: Outcome, signature: Any) -> list[dict[str, Any]]:
    total: dict[tuple[Any, ...], Fraction] = {}
    for values, chance in outcome.measures:
        key: tuple[Any, ...] = values
        if signature is not None and signature.results:
            key = tuple(signature.results[v] if n == "result" else v for n, v in zip(outcome.names, values, strict=True))
        total[key] = total.get(key, Fraction(0)) + chance
    return [
        {
            **dict(zip(outcome.names, key, strict=True)),
            "probability": f"{chance.numerator}/{chance.denominator}",
            "percent": float(chance * 100),
        }
        for key, chance in total.items()
    ]


def written(rulebook: Rulebook, binder: Any, name: str, sets: dict[str, str], options: dict[str, str]) -> t.Scenario:
    """A question about a test, table, contest or number, written as the scenario a designer would write."""
    signature = binder.signatures.get(name)
    lines = [f"    option {k} = {v}" for k, v in options.items()]
    if signature is not None and signature.kind in ("test", "contest", "table"):
        args, facts = arguments(binder, [(p.name, p.preposition, x) for p, x in zip(signature.params, signature.types, strict=True)], sets)
        said = f"{name} {args}".strip()
        if signature.kind == "table":
            lines += [*facts, f"    do roll {said} as outcome", "    measure outcome.total as total"]
        else:
            lines += [*facts, f"    do {signature.kind} {said} as outcome", "    measure outcome.result as result"]
    else:
        entry = next((e for e in [*binder.entries.get(name, []), *binder.conditions.get(name, [])]), None)
        if entry is None:
            if signature is not None:
                raise Refused(f"‘{name}’ is an {signature.kind}: chances are those of tests, contests, tables, numbers and odds scenarios")
            asked = [n for n, s in binder.signatures.items() if s.kind in ("test", "contest", "table")]
            known = [*asked, *binder.entries, *binder.conditions, *(s.name for s in rulebook.scenarios)]
            raise Refused(f"there is no test, table, number or odds question ‘{name}’. {did_you_mean(name, known)}".strip())
        _, facts = arguments(binder, [(n, "", x) for n, x in zip(entry.names, entry.types, strict=True)], sets)
        named = ", ".join(sets.get(n, f"the_{n}") if x.is_row and binder.domains[x.domain].rows[:1] != [""] else f"the_{n}"
                          if x.is_row else sets.get(n, "0") for n, x in zip(entry.names, entry.types, strict=True))  # fmt: skip
        lines += [*facts, f"    measure {name}({named}) as value"]
    from dsl.messages import Messages, render

    messages = Messages()
    text = f'scenario "{name}":\n' + "\n".join(lines) + "\n"
    file = parse_text(text, "(odds)", messages)
    if messages.items or not file.decls or not isinstance(file.decls[0], t.Scenario):
        raise Refused("\n".join(render(m, {"(odds)": text}) for m in messages.items))
    return file.decls[0]


def arguments(binder: Any, params: list[tuple[str, str, Any]], sets: dict[str, str]) -> tuple[str, list[str]]:
    said, facts = [], []
    for name, preposition, type_ in params:
        if type_.is_row and binder.domains[type_.domain].dynamic:
            kind = binder.domains[type_.domain].name
            given = [f"{k.split('.', 1)[1]} {v}" for k, v in sets.items() if k.startswith(f"{name}.")]
            facts.append(f"    given {kind} the_{name}" + (f": {', '.join(given)}" if given else ""))
            value = f"the_{name}"
        elif type_.domain != NONE:
            value = sets.get(name) or binder.domains[type_.domain].rows[0]
        else:
            value = sets.get(name, str(max(0, type_.low)))
        said.append(f"{preposition} {value}".strip())
    return " ".join(said), facts
