"""Which queries can be maintained incrementally, row by row, and which of their rows depend on a cell: see
:mod:`arbitre.interpreter.wasm.compile.queries.incremental`."""

from __future__ import annotations

from dataclasses import dataclass, field

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.interpreter.analysis.errors import may_fail
from arbitre.interpreter.analysis.locality import Nearby, TooFar
from arbitre.interpreter.wasm.compile.code import Compiler
from arbitre.interpreter.wasm.compile.queries.equality_scans import conjuncts_of
from arbitre.interpreter.wasm.layout.value_types import SET

SINKS = frozenset(("set", "count", "any", "first", "sum", "union"))
MOST_ROWS = 2048
MOST_GATHERED = 4096  # different members of a set of gathered values
MOST_TABLES = 1 << 19  # bytes of the tables of which rows depend on which


@dataclass(slots=True)
class Search:
    """An incrementally maintained query.  ``concerned``: by column, for each of its rows, the rows of the query that read it, as bits."""

    sink: str
    kind: int  # of the rows
    rows: int
    words: int  # of a set of these rows
    width: int  # words of the value, where it is a set
    slots: list[int]
    tests: list[core.Expr]
    group: core.Expr | None  # where they come from, if not from all that there are
    value: core.Expr | None
    gathered: int = 0  # how many different members a set of gathered values may have
    concerned: dict[int, list[int]] = field(default_factory=dict)

    @property
    def held(self) -> int:
        """The offset in an entry of the rows that passed."""
        return 8 if self.sink == "set" else 8 + 8 * max(1, self.width)

    @property
    def given(self) -> int:
        """The offset in an entry of what each row gave."""
        return self.held + 8 * self.words

    @property
    def counts(self) -> int:
        """The offset in an entry of how many rows gave each member."""
        return self.given + 2 * self.rows

    @property
    def size(self) -> int:
        more = {"sum": 8 * self.rows, "union": 2 * self.rows + 2 * self.gathered}.get(self.sink, 0)
        return (self.given + more + 7) & ~7


def search_of(c: Compiler, function: core.Function) -> Search | None:
    """How the value of a function is maintained incrementally; None where it cannot be."""
    found = _taken_apart(c, function)
    if found is None:
        return None
    parts = [*found.tests, *((found.value,) if found.value is not None else ())]
    if any(may_fail(part, set(found.slots), c.program) for part in parts):
        return None
    if found.group is not None and may_fail(found.group, set(), c.program):
        return None
    nearby = Nearby(c.program)
    try:
        nearby.look_from_all(
            found.rows, found.slots, parts, [core.Rows(function.place, found.kind) if found.group is None else found.group]
        )
    except TooFar:
        return None
    for column, read in nearby.read.items():
        rows = c.memory.columns[column].rows
        found.concerned[column] = [sum(1 << row for row in read.get(at, ())) for at in range(rows)]
    if not found.concerned or sum(8 * found.words * len(rows) for rows in found.concerned.values()) > MOST_TABLES:
        return None
    return found


def _taken_apart(c: Compiler, function: core.Function) -> Search | None:
    body, unit = function.body, c.unit(("f", function.index))
    if not isinstance(body, core.Query) or body.sink not in SINKS or (body.sink == "union" and body.value_is_set):
        return None
    slots, tests, source = [body.slot], conjuncts_of(body.where), body.source
    while isinstance(source, core.Query) and source.sink == "set":
        slots.append(source.slot)
        tests = conjuncts_of(source.where) + tests
        source = source.source
    kind = source.domain if isinstance(source, core.Rows) else _kind(c, source)
    if kind == NONE or not 1 < c.program.domains[kind].size <= MOST_ROWS:
        return None
    rows, width = c.program.domains[kind].size, c.types.width(c.types.results[function.index])
    out = Search(
        body.sink, kind, rows, (rows + 63) // 64, width, slots, tests, None if isinstance(source, core.Rows) else source, body.value
    )
    if out.sink in ("any", "first") and out.words > 1:
        return None
    if out.sink == "set" and width != out.words:
        return None
    if out.sink == "sum" and (width or body.empty):
        return None
    if out.sink == "union":
        assert body.value is not None
        type_ = c.types.results[function.index]
        out.gathered = type_[1]
        if type_[0] != SET or not 0 < type_[1] <= MOST_GATHERED or c.types.width(c.types.of(body.value, unit)):
            return None
    return out


def _kind(c: Compiler, source: core.Expr) -> int:
    return c.program.functions[source.function].domain if isinstance(source, core.Apply) else NONE
