"""Tables by which worlds are sampled, for seats that do not know everything: how each sees fields and kinds, and what laws find fault with;
see :mod:`arbitre.interpreter.wasm.runtime.sampling`."""

from __future__ import annotations

from collections.abc import Sequence

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.interpreter.wasm.compile.code import Code, Compiler
from arbitre.interpreter.wasm.compile.laws import law_code
from arbitre.interpreter.wasm.compile.queries.visibility import sees_field, sees_row
from arbitre.interpreter.wasm.layout.bot_records import DrawingRow, KindRow, LawRow
from arbitre.interpreter.wasm.layout.sampling_rooms import fields_sampled, kinds_sampled, law_query
from arbitre.interpreter.wasm.routines.records import Record
from arbitre.interpreter.wasm.turns.choices import kind_of


def sampling_tables(c: Compiler) -> dict[str, int]:
    """The tables of a module in which something may be hidden: their names and addresses."""
    if not c.memory.hides:
        return {}
    number, program = c.module.number_of, c.program
    fields, kinds, laws = list[dict[str, int]](), list[dict[str, int]](), list[dict[str, int]]()
    for index, field in enumerate(fields_sampled(program)):
        audience = number(sees_field(c, index)) if field.has_audience else NONE
        default = c.memory.numbers([field.default >> 64 * n for n in range(c.memory.wide)], 8)
        fields.append({
            **{name: getattr(field, name) for name in DrawingRow.places() if hasattr(field, name)},
            "audience": audience, "default": default, "choices": c.memory.numbers(list(field.choices), 8),
        })  # fmt: skip
    for index, kind in enumerate(kinds_sampled(program)):
        audience = number(sees_row(c, index)) if kind.has_audience else NONE
        kinds.append({**{name: getattr(kind, name) for name in KindRow.places() if hasattr(kind, name)}, "audience": audience})
    for index, law in enumerate(program.always):
        laws.append({"holds": number(f"law.{index}"), "faults": _faults(c, index, law)})
    return {"DRAWINGS": _table(c, DrawingRow, fields), "KINDS": _table(c, KindRow, kinds), "LAWS": _table(c, LawRow, laws)}


def _table(c: Compiler, record: type[Record], rows: Sequence[dict[str, int]]) -> int:
    return c.memory.numbers([row[name] for row in rows for name in record.places()], 8)


def _faults(c: Compiler, index: int, law: core.Always) -> int:
    """The function that marks the hidden cells of the rows that a law is not true of, and gives how many, by index; -1 where the law does
    not say which rows these are."""
    query = law_query(law)
    kind = kind_of(Code(c, c.module.funcs[f"law.{index}"], next(iter(c.types.units.values())), None), query.source) if query else NONE
    if query is None or kind == NONE:
        return NONE
    rows = core.Query(query.place, "set", query.source, query.slot, query.where)
    code = law_code(c, f"faults.{index}", law, rows)
    f, words, found = code.f, max(1, code.words(rows)), code.f.local()

    def body() -> None:
        room = code.mark()
        f.const(kind)
        code.set(rows, words)
        if words == 1:
            f.call("boxed")
        f.const(words)
        f.call("note_wrong")
        f.set(found)
        code.release(room)
        f.get(found)

    code.attempt(body, law.place)
    return c.module.number_of(f"faults.{index}")
