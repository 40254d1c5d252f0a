"""The rules language.  Each folder is one phase and imports only those that stand above it in this list.

cache         what was made before, kept on disk
diagnostics   what designers are told: places, messages, codes and their pages
budget        what reading and playing a stranger's rules may cost
core          what a checked rulebook means, ready to be executed
tree          what a rulebook says, as it says it
source        files cut into declarations, indentation made tokens
parse         declarations read: from text to tree; the one form of a file
modules       rulebooks found, put together, edited by each other
resolve       what names stand for: kinds, members, fields, options, boards
lower         every word becomes the thing it names, with its type: from tree to core
lint          what nobody can do, reach, prove or read
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arbitre.dsl.lower.program import Bound


def checked(name: str | Path, options: dict[str, Any] | None = None, extensions: list[Path] | None = None) -> Bound:
    """A rulebook with everything that can be told of it before a match."""
    from arbitre.dsl.lint import run_checks
    from arbitre.dsl.lower.program import bind
    from arbitre.dsl.modules.loader import load

    rulebook = load(name, extensions)  # source, parse, modules: the declarations of all its files
    bound = bind(rulebook, options)  # resolve, lower: the program, for one choice of options
    if not bound.messages.errors:
        run_checks(bound, rulebook)  # lint
    return bound
