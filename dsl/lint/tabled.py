"""Tables of chapters: their kind, fields and values are there, and are what a table can show."""

from __future__ import annotations

from math import prod

from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.diagnostics.suggest import did_you_mean
from arbitre.dsl.lower.display.tabled import MOST, cell_of, values_of
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.lower.scenario.scenarios import bind_scenario, options_of
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.dsl.resolve.symbols import describe

SHOWN = ("number", "flag", "row", "chance", "bad")


def tabled(bound: Bound, rulebook: Rulebook, part: t.ChapterPart, table: t.Tabled) -> None:
    """What is in the table is there."""
    if table.kind is not None:
        rows(bound, table, table.kind)
    else:
        grid(bound, rulebook, part, table)


def rows(bound: Bound, table: t.Tabled, kind: t.Word) -> None:
    """A table of a kind: it has members, and those fields."""
    symbols = bound.context.symbols
    known = [d.name for d in symbols.domains if d.rows and all(d.rows) and not d.dynamic and d.board is None]
    if str(kind) not in known:
        bound.messages.add("L01", kind.place, phrase("there is no kind ‘{0}’ with members to put in a table", kind),
                           did_you_mean(str(kind), known))  # fmt: skip
        return
    fields = symbols.fields_of[next(d.index for d in symbols.domains if d.name == str(kind))]
    for column in table.columns:
        if str(column) not in fields:
            bound.messages.add(
                "L01", column.place, phrase("‘{0}’ has no field ‘{1}’", kind, column), did_you_mean(str(column), list(fields))
            )


def grid(bound: Bound, rulebook: Rulebook, part: t.ChapterPart, table: t.Tabled) -> None:
    """A value by what it depends on: what the axes go through is plain, and the value fits into a cell."""
    symbols, at = bound.context.symbols, []
    for axis in table.axes:
        values = values_of(axis, symbols)
        if not values:
            bound.messages.add("L01", axis.values.place, "a table goes through numbers, a kind, or some of its members",
                               "Write 1 to 6, (1, 2, 4), the plural of a kind, or (name, name).")  # fmt: skip
        at.append(values or [])
    if not all(at):
        return
    if prod(map(len, at)) > MOST:
        bound.messages.add("L01", table.axes[0].place, phrase("this table has more than {0} cells", MOST),
                           "Nobody looks through so many: let it go through fewer values.")  # fmt: skip
        return
    scenario = next((s for s in rulebook.scenarios if s.name == part.scenario), None)
    if part.scenario and (scenario is None or options_of(scenario)):
        return  # it is told of elsewhere, or looked at when the table is made
    plan = bind_scenario(bound.context, cell_of(part, scenario, [values[0] for values in at]))
    for line in plan.measures:
        if line.type is not None and line.type.kind not in SHOWN and table.value is not None:
            bound.messages.add("L01", table.value.place,
                               phrase("a cell shows a number, a member, or yes and no; this is {0}", describe(symbols, line.type)),
                               "Count it, or name one of it.")  # fmt: skip
