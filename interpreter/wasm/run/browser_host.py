"""Modules run by the browser itself, where Python runs in a page (Pyodide).

Its own WebAssembly compiles them; nothing else can go on meanwhile, so there is no clock that stops a call.  Python in the page counts
64-bit numbers as ``BigInt``.
"""

from __future__ import annotations

from typing import Any

from arbitre.interpreter.wasm.run.host import Trapped

# The smallest module that catches an exception: (func try_table end), as of WebAssembly 3.0.
_CATCHES = bytes.fromhex("0061736d 01000000 01040160 0000 03020100 0a08 0106 00 1f40 00 0b 0b")


def works() -> bool:
    """Does this browser know all that modules need?  Those of before 2025 may lack exceptions."""
    from js import WebAssembly  # type: ignore[import-not-found, unused-ignore]
    from pyodide.ffi import to_js  # type: ignore[import-not-found, unused-ignore]

    return bool(WebAssembly.validate(to_js(_CATCHES)))


class BrowserHost:
    """Modules are kept as they are: a browser compiles them in no time, and at first only what is called."""

    threads = False

    def prepared(self, raw: bytes) -> bytes:
        return raw

    def opened(self, kept: bytes) -> BrowserInstance:
        return self.fresh(kept)

    def fresh(self, raw: bytes) -> BrowserInstance:
        from js import WebAssembly
        from pyodide.ffi import to_js

        return BrowserInstance(WebAssembly.Module.new(to_js(raw)))

    def fingerprint(self) -> str:
        return ""


class BrowserInstance:
    """An instance whose memory belongs to the browser."""

    def __init__(self, module: Any) -> None:
        from js import Object, WebAssembly
        from pyodide.ffi import JsBigInt, JsException

        self.module, self.number, self.failure = module, JsBigInt, JsException
        self.functions = WebAssembly.Instance.new(module, Object.new()).exports
        self.memory = BrowserMemory(self.functions.memory)

    def exports(self, name: str) -> bool:
        return hasattr(self.functions, name)

    def call(self, name: str, args: tuple[int, ...]) -> int:
        try:
            return int(getattr(self.functions, name)(*map(self.number, args)) or 0)
        except self.failure as error:
            raise Trapped(str(error)) from None

    def another(self) -> BrowserInstance:
        return BrowserInstance(self.module)

    def close(self) -> None:
        """The browser collects it."""


class BrowserMemory:
    """Bytes that are copied as they are read and written."""

    def __init__(self, memory: Any) -> None:
        from js import Uint8Array

        self.bytes = Uint8Array.new(memory.buffer)  # modules do not let their memory grow
        self.size = int(self.bytes.length)

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return memoryview(self.bytes.subarray(at.start or 0, self.size if at.stop is None else at.stop).to_bytes())
        return int(self.bytes[at])

    def __setitem__(self, at: Any, value: Any) -> None:
        if isinstance(at, slice):
            self.bytes.subarray(at.start or 0, self.size if at.stop is None else at.stop).assign(value)
        else:
            self.bytes[at] = value
