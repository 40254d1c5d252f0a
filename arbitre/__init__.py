"""Arbitre: rules of games written as text, and a referee that executes them exactly.  See :mod:`arbitre.api`.

Everything of that module can be taken from here: ``import arbitre; arbitre.load("NAME")``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"  # here and nowhere else: packaging reads it from this line

if TYPE_CHECKING:
    from arbitre.api import *  # noqa: F403
else:  # a checker that saw this function would believe in any name

    def __getattr__(name: str) -> object:
        """The public interface is read when it is first used, so that the command answers at once."""
        if (name.startswith("_") and name != "__all__") or name == "api":
            raise AttributeError(name)
        from importlib import import_module

        api = import_module("arbitre.api")
        if name != "__all__" and name not in api.__all__:
            raise AttributeError(f"arbitre has no ‘{name}’; it has: {', '.join(api.__all__)}")
        return getattr(api, name)
