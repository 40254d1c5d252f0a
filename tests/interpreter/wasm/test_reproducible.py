"""The same program becomes the same module, whatever order sets of names have in a process; what nothing calls is left out of it."""

from __future__ import annotations

import os
import subprocess
import sys

from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.wasm.binary.module import Module
from arbitre.interpreter.wasm.binary.pruner import prune
from arbitre.interpreter.wasm.compiler import compile_module

PRINTED = """
import hashlib
from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.wasm.compiler import compile_module
for has_bots in (False, True):
    print(hashlib.sha256(compile_module(program_of("tictactoe"), True, has_bots=has_bots).raw).hexdigest())
"""


def test_modules_do_not_depend_on_the_order_of_sets() -> None:
    found = {
        subprocess.run((sys.executable, "-c", PRINTED), env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True).stdout
        for seed in ("0", "1", "2")
    }
    assert len(found) == 1


def test_only_what_is_called_stays() -> None:
    module = Module()
    for name in ("unused", "ask", "helper", "numbered", "behind"):
        module.func(name, 0, export=name == "ask").const(1)
    module.number_of("numbered")
    module.funcs["ask"].call("helper")
    module.funcs["ask"].op("add")
    module.funcs["numbered"].call("behind")
    module.funcs["numbered"].op("add")
    module.funcs["unused"].call("unused")
    prune(module)
    assert list(module.funcs) == ["ask", "helper", "numbered", "behind"]
    assert [func.index for func in module.funcs.values()] == [0, 1, 2, 3]


def test_pruned_modules_are_smaller() -> None:
    program = program_of("tictactoe")
    assert len(compile_module(program).raw) < 0.9 * len(compile_module(program, passes=("inline",)).raw)
