"""Modules run by wasmtime, beside Python."""

from __future__ import annotations

import atexit
import ctypes
import weakref
from pathlib import Path
from typing import Any

import wasmtime
from wasmtime import _bindings as c

from arbitre.interpreter.wasm.run.host import Foreign, Memory, Trapped, listing
from arbitre.interpreter.wasm.run.timeout import retire_all

_open: weakref.WeakSet[WasmtimeInstance] = weakref.WeakSet()


@atexit.register
def _close_all() -> None:
    """Instances that are still there when Python ends are given back before the library is taken apart."""
    retire_all()
    for instance in list(_open):
        instance.close()


class WasmtimeHost:
    """Modules are kept as the machine code that wasmtime made of them."""

    threads = True

    def prepared(self, raw: bytes) -> bytes:
        return bytes(wasmtime.Module(wasmtime.Engine(), raw).serialize())

    def opened(self, kept: bytes) -> WasmtimeInstance:
        engine = wasmtime.Engine()
        try:
            return WasmtimeInstance(engine, wasmtime.Module.deserialize(engine, kept))
        except wasmtime.WasmtimeError:
            raise Foreign from None

    def fresh(self, raw: bytes) -> WasmtimeInstance:
        engine = wasmtime.Engine()
        return WasmtimeInstance(engine, wasmtime.Module(engine, raw))

    def fingerprint(self) -> str:
        return listing(Path(wasmtime.__file__).parent)


class WasmtimeInstance:
    """An instance whose memory lies in this process."""

    memory: Memory

    def __init__(self, engine: wasmtime.Engine, module: wasmtime.Module) -> None:
        self.engine, self.module = engine, module
        self.store = wasmtime.Store(engine)
        self.functions: dict[str, Any] = dict(wasmtime.Instance(self.store, module, []).exports(self.store).items())
        self.called: dict[str, _Called] = {}
        memory = self.functions["memory"]
        size = memory.data_len(self.store)
        address = ctypes.addressof(memory.data_ptr(self.store).contents)
        self.memory = memoryview((ctypes.c_ubyte * size).from_address(address)).cast("B")
        _open.add(self)

    def exports(self, name: str) -> bool:
        return name in self.functions

    def call(self, name: str, args: tuple[int, ...]) -> int:
        called = self.called.get(name)
        if called is None:
            called = self.called[name] = _Called(self.store, self.functions[name])
        return called(args)

    def another(self) -> WasmtimeInstance:
        return WasmtimeInstance(self.engine, self.module)

    def close(self) -> None:
        for held in (self.store, self.module, self.engine):
            held.close()


class _Called:
    """A function of an instance, ready to be called: what wasmtime asks and checks at each call is found out here once."""

    def __init__(self, store: Any, function: Any) -> None:
        signature = function.type(store)
        self.gives = bool(signature.results)
        self.numbers = (c.wasmtime_val_raw_t * max(1, len(signature.params)))()
        self.function = function  # it lives as long as this
        self.args = store._context(), ctypes.byref(function._func), self.numbers, len(self.numbers)
        self.run, self.pointer = c.wasmtime_func_call_unchecked, ctypes.POINTER(c.wasm_trap_t)

    def __call__(self, args: tuple[int, ...]) -> int:
        for n, value in enumerate(args):
            self.numbers[n].i64 = value
        trap = self.pointer()
        error = self.run(*self.args, ctypes.byref(trap))
        if error:
            raise wasmtime.WasmtimeError._from_ptr(error)
        if trap:
            raise Trapped(str(wasmtime.Trap._from_ptr(trap)))
        return int(self.numbers[0].i64) if self.gives else 0
