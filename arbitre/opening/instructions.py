"""The instructions that a rule or a routine of the runtime becomes, with its source beside them."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path

from arbitre.dsl.core import Program
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.modules.library import LIBRARY
from arbitre.interpreter.wasm.binary.instr import text, walk
from arbitre.interpreter.wasm.compiler import ModuleCompiler


@dataclass(frozen=True)
class Listing:
    """A function of the module: ``source`` is where it comes from and its lines; ``code`` its instructions, a line each."""

    name: str
    count: int  # instructions
    source: list[str] = field(default_factory=list)
    code: list[str] = field(default_factory=list)


def instructions(program: Program, name: str = "") -> list[Listing]:
    """The functions of a rule, a value or a routine with this name, before passes; without a name all functions, without their code."""
    compiler = ModuleCompiler(program, has_bots=True, passes=())
    compiler.compile()
    names = {address: named for named, address in reversed(compiler.names.items()) if address > 1 << 10}
    sources = _sources(compiler, name)
    found = []
    for func in compiler.module.funcs.values():
        if name and not any(func.name == one or func.name.startswith(f"{one}.") for one in sources):
            continue
        lines = next((lines for one, lines in sources.items() if func.name == one), [])
        found.append(Listing(func.name, sum(1 for _ in walk(func.code)), lines, list(text(func.code, names)) if name else []))
    return found


def _sources(compiler: ModuleCompiler, name: str) -> dict[str, list[str]]:
    """The functions that a name stands for, each with its source."""
    program = compiler.program
    routine = {**compiler.runtime.late, **compiler.runtime.early}.get(name)
    found = {name: inspect.getsource(routine).splitlines()} if routine is not None else {}
    found |= {f"procedure.{p.index}": declaration(p.place) for p in program.procedures if p.name == name}
    return found | {f"value.{f.index}": declaration(f.place) for f in program.functions if f.name == name}


def declaration(place: Place) -> list[str]:
    """A declaration as it stands in its file: its head, and what is indented below it."""
    path = next((path for path in (Path(place.file), LIBRARY.parent / place.file) if path.is_file()), None)
    if path is None:
        return [str(place)]
    head, *below = path.read_text(encoding="utf-8").splitlines()[place.line - 1 :]
    return [str(place), head, *takewhile(lambda line: line.startswith(" "), below)]
