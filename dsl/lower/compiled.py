"""A rulebook ready to be executed, as quickly as can be: what was made of the same files before is taken from the disk."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.budget import stranger
from arbitre.dsl.cache.frozen import unhurried
from arbitre.dsl.cache.remembered import remembered
from arbitre.dsl.diagnostics.errors import RulesError
from arbitre.dsl.diagnostics.message import Message
from arbitre.dsl.modules.library import LIBRARY


@dataclass(slots=True)
class Compiled:
    """``program``: what is executed; with errors it must not be."""

    name: str
    program: core.Program
    errors: list[Message]
    sources: dict[str, str]


def compiled(
    name: str | Path, options: Mapping[str, Any] | None = None, extensions: Sequence[str | Path] = (),
    making: Callable[[], None] | None = None,
) -> Compiled:  # fmt: skip
    """The rulebook of a name or path with its extensions, bound for one choice of options.  ``making``: called first if it must be made.

    :class:`NotFound` and :class:`BadOption` are raised as by those that load and bind it.
    """
    chosen = dict(options or {})

    def make() -> Compiled:
        if making is not None:
            making()
        from arbitre.dsl.lower.program import bind  # all that reads and binds is only needed where nothing is remembered
        from arbitre.dsl.modules.loader import load

        with unhurried():
            bound = bind(load(name, [Path(e) for e in extensions]), chosen)
        rulebook = bound.symbols.rulebook
        return Compiled(rulebook.name, bound.program, bound.messages.errors, rulebook.sources)

    if any(_is_strange(Path(one)) for one in (name, *extensions)):
        stranger()
    asked = (str(name), sorted((k, repr(v)) for k, v in chosen.items()), list(map(str, extensions)), str(LIBRARY))
    return remembered("program", asked, make)


def _is_strange(path: Path) -> bool:
    """Is there such a file or folder, and is it none of the library's?"""
    return path.exists() and LIBRARY not in (path.resolve(), *path.resolve().parents)


def program_of(name: str | Path, options: Mapping[str, Any] | None = None, extensions: Sequence[str | Path] = ()) -> core.Program:
    """The same where errors are raised: :class:`RulesError`."""
    found = compiled(name, options, extensions)
    if found.errors:
        raise RulesError(found.errors, found.sources)
    return found.program
