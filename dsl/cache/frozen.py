"""Trees, programs and messages as bytes, and back.

The form is that of ``pickle``, which can call anything at all while it reads.  Here it cannot: of all names that the bytes may speak
of, only the classes that hold nothing but data are known, and those only of the modules below.  Bytes with any other name are refused.
"""

from __future__ import annotations

import gc
import io
import pickle
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from functools import cache
from importlib import import_module
from operator import attrgetter
from types import BuiltinFunctionType, FunctionType
from typing import Any

_HOMES = (
    "arbitre.dsl.core",
    "arbitre.dsl.tree",
    "arbitre.dsl.diagnostics",
    "arbitre.dsl.lower.compiled",
    "arbitre.graphs.basics",
    "arbitre.graphs.board",
)
# What is no dataclass, and does nothing but hold what it is given.
_PLAIN = {
    ("arbitre.dsl.diagnostics.said", "Said"),
    ("arbitre.dsl.diagnostics.said", "_again"),
    ("arbitre.dsl.tree.nodes", "Word"),
    ("arbitre.dsl.source.indenter", "RulesIndenter"),
    ("arbitre.graphs.board", "Board"),
    ("fractions", "Fraction"),
    ("pathlib", "PosixPath"),
    ("pathlib", "WindowsPath"),
    ("array", "_array_reconstructor"),
    ("array", "array"),
}


class Foreign(pickle.PickleError):
    """Things or bytes that speak of something else than data."""


@cache
def _known(module: str, name: str) -> Any:
    if (module, name) not in _PLAIN and not any(module == home or module.startswith(f"{home}.") for home in _HOMES):
        raise Foreign(f"{module}.{name}")
    found = getattr(import_module(module), name, None)
    if (module, name) not in _PLAIN and not (isinstance(found, type) and is_dataclass(found) and found.__module__ == module):
        raise Foreign(f"{module}.{name}")
    return found


class _Reader(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        return _known(module, name)


class _SubstitutingReader(_Reader):
    """Calls other functions in place of the constructors of some classes."""

    def __init__(self, data: bytes, constructors: Mapping[type, Callable[..., Any]]) -> None:
        super().__init__(io.BytesIO(data))
        self.constructors = constructors

    def find_class(self, module: str, name: str) -> Any:
        found = super().find_class(module, name)
        return self.constructors.get(found, found)


_TAKEN: dict[type[Any], Callable[[Any], Any] | None] = {}


def _taken(sort: type[Any]) -> Callable[[Any], Any] | None:
    """How things of a class are taken apart.  Those that never change are made again by its constructor, which is quickest; None: others.

    Raises:
        Foreign: what could not be read again is not written.
    """
    _known(sort.__module__, sort.__name__)
    if not (is_dataclass(sort) and sort.__dataclass_params__.frozen):  # type: ignore[attr-defined]
        return None
    names = [part.name for part in fields(sort)]
    if len(names) > 1:
        get = attrgetter(*names)
        return lambda thing: (sort, get(thing))
    return lambda thing: (sort, tuple(getattr(thing, name) for name in names))


class _Writer(pickle.Pickler):
    def reducer_override(self, thing: Any) -> Any:
        sort = type(thing)
        if sort not in _TAKEN:
            if isinstance(thing, (type, FunctionType, BuiltinFunctionType)):
                return NotImplemented
            _TAKEN[sort] = _taken(sort)
        taken = _TAKEN[sort]
        return NotImplemented if taken is None else taken(thing)


def frozen(thing: Any) -> bytes:
    """The bytes of a thing; :class:`Foreign` if it is, or holds, something else than data."""
    out = io.BytesIO()
    with unhurried():
        _Writer(out, protocol=5).dump(thing)
    return out.getvalue()


def thawed(data: bytes, constructors: Mapping[type, Callable[..., Any]] | None = None) -> Any:
    """The thing of these bytes, made anew.  ``constructors``: what to call in place of those of frozen dataclasses.

    Raises:
        pickle.PickleError: the bytes are of another sort; what a constructor raises may be raised as well.
    """
    with unhurried():
        return (_SubstitutingReader(data, constructors) if constructors else _Reader(io.BytesIO(data))).load()


@contextmanager
def unhurried() -> Iterator[None]:
    """While much is made that all stays, nothing is looked for that could be thrown away."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
