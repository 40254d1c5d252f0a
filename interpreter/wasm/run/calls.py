"""Functions of a module called with whole numbers.  What wasmtime asks and checks at each call is found out here once."""

from __future__ import annotations

import ctypes
from typing import Any


class Trapped(Exception):
    """The function stopped; its message is what wasmtime says of it."""


class Called:
    """A function of an instance, ready to be called."""

    def __init__(self, store: Any, function: Any) -> None:
        from wasmtime import _bindings as c

        signature = function.type(store)
        self.gives = bool(signature.results)
        self.numbers = (c.wasmtime_val_raw_t * max(1, len(signature.params)))()
        self.function = function  # it lives as long as this
        self.args = store._context(), ctypes.byref(function._func), self.numbers, len(self.numbers)
        self.call, self.pointer = c.wasmtime_func_call_unchecked, ctypes.POINTER(c.wasm_trap_t)

    def __call__(self, args: tuple[int, ...]) -> int:
        """What it gives, 0 for nothing; :class:`Trapped` where it stops."""
        import wasmtime

        for n, value in enumerate(args):
            self.numbers[n].i64 = value
        trap = self.pointer()
        error = self.call(*self.args, ctypes.byref(trap))
        if error:
            raise wasmtime.WasmtimeError._from_ptr(error)
        if trap:
            raise Trapped(str(wasmtime.Trap._from_ptr(trap)))
        return int(self.numbers[0].i64) if self.gives else 0
