"""What runs WebAssembly here: wasmtime beside Python on a machine, the browser's own where Python runs in a page, or nothing."""

from __future__ import annotations

import sys
from functools import cache
from importlib.util import find_spec

from arbitre.interpreter.wasm.run.host import Host


@cache
def host() -> Host | None:
    """What runs modules here; none where they cannot be run."""
    if sys.platform == "emscripten":
        from arbitre.interpreter.wasm.run.browser_host import BrowserHost, works

        return BrowserHost() if works() else None
    if find_spec("wasmtime") is None:
        return None
    try:
        from arbitre.interpreter.wasm.run.wasmtime_host import WasmtimeHost
    except (ImportError, OSError, RuntimeError):  # on systems that it has no library for it is a package that refuses to be imported
        return None
    return WasmtimeHost()


def the_host() -> Host:
    """The same, where there must be one."""
    found = host()
    if found is None:
        raise ImportError("nothing here runs WebAssembly: wasmtime is not installed")
    return found
