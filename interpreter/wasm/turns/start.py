"""Where the agenda of the game begins: what is noted before, and for whom it is played."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.interpreter.wasm.compile.code import Code
from arbitre.interpreter.wasm.compile.statements import block
from arbitre.interpreter.wasm.turns.agendas import Agendas


def begin_main(agendas: Agendas, code: Code, straight: bool = False) -> None:
    """Notes whose turn it is, where a match keeps that, and begins it; nobody may be left who has one."""
    program = code.c.program
    main = program.procedures[program.main]
    block(code, program.main_before)
    for arg in program.main_args if program.main_before else ():
        code.value(arg)
        code.f.const(0)
        code.f.op("ge_s")
        code.stop_unless(main.place)
    agendas.run(code, core.Run(main.place, main.index, program.main_args), straight)
