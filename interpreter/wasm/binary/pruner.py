"""A pass: functions that nothing calls any more are left out.

After inlining, small functions stand wherever they were called; so do routines that a module never comes to.
"""

from __future__ import annotations

from arbitre.interpreter.wasm.binary.instr import callees
from arbitre.interpreter.wasm.binary.module import Module


def prune(module: Module) -> None:
    """Leaves those functions that are exported, stand in the table, or are called by one that stays."""
    stays: set[str] = set()
    open_ = [*module.exports, *module.table]
    while open_:
        name = open_.pop()
        if name not in stays:
            stays.add(name)
            open_ += callees(module.funcs[name].code)
    module.funcs = {name: func for name, func in module.funcs.items() if name in stays}
    for index, func in enumerate(module.funcs.values()):
        func.index = index


__all__ = ["prune"]
