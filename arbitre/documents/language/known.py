"""The languages of the pages: each is a folder here, with a grammar, phrases, labels and a dictionary."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from arbitre.documents.language.base import Language


def languages() -> dict[str, type[Language]]:
    """The grammar of each language by its code, English first."""
    folders = [one.name for one in iter_modules([str(Path(__file__).parent)]) if one.ispkg]
    found: dict[str, type[Language]] = {}
    for code in sorted(folders, key=lambda code: (code != "en", code != "fr", code)):
        grammar = import_module(f"{__package__}.{code}.grammar")
        own = [
            one
            for one in vars(grammar).values()
            if isinstance(one, type) and issubclass(one, Language) and one.__module__ == grammar.__name__
        ]
        found |= {one.code: one for one in own}
    return found
