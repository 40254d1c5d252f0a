"""What a host of modules offers: it prepares a module once, in a form that may be kept, and opens instances of what it has prepared.

See :mod:`arbitre.interpreter.wasm.run.hosts` for those that there are.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol, overload


class Trapped(Exception):
    """A function of a module stopped; the message is what its host says of it."""


class Foreign(Exception):
    """What was kept of a module is not for this host: another machine or another version has prepared it."""


class Memory(Protocol):
    """The memory of an instance: bytes by their addresses.  A slice that is read may be a copy."""

    def __len__(self) -> int: ...

    @overload
    def __getitem__(self, at: int, /) -> int: ...
    @overload
    def __getitem__(self, at: slice, /) -> memoryview: ...

    def __setitem__(self, at: Any, value: Any, /) -> None:
        """A byte at an address, or bytes in place of a slice of the same length."""


class Instance(Protocol):
    """A module at work."""

    memory: Memory

    def exports(self, name: str) -> bool:
        """Has it a function of this name?"""

    def call(self, name: str, args: tuple[int, ...]) -> int:
        """What a function gives, 0 for nothing.

        Raises:
            Trapped: It stopped.
        """

    def another(self) -> Instance:
        """Another instance of the same module, for another thread."""

    def close(self) -> None:
        """Gives back what it holds; it is not used after that."""


class Host(Protocol):
    """What prepares modules and opens instances."""

    threads: bool  # can something else go on while a module is at work?

    def prepared(self, raw: bytes) -> bytes:
        """A module in the form that is kept."""

    def opened(self, kept: bytes) -> Instance:
        """An instance of a module that was prepared.

        Raises:
            Foreign: Another machine or another version has prepared it.
        """

    def fresh(self, raw: bytes) -> Instance:
        """An instance of a module that is not to be kept."""

    def fingerprint(self) -> str:
        """Changes whenever what it prepares does."""


def listing(folder: Path) -> str:
    """The names and sizes of the files of a library: they change with its version."""
    files = [path for pattern in ("*", "*/*") for path in folder.glob(pattern) if path.is_file()]
    return repr(sorted((path.relative_to(folder).as_posix(), path.stat().st_size) for path in files))
