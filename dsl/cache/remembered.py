"""What was made of files before: asked for again while nothing it was made of has changed, it is read instead of made.

It is made of what was asked for, of the files that were looked at on the way (:mod:`arbitre.dsl.cache.looks`), and of this program: other
sources, another Python or another version of a library, and it is made anew.  So it is if its file is damaged or foreign.
"""

from __future__ import annotations

import hashlib
import os
import sys
import time
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from pickle import PickleError
from typing import TypeVar

from arbitre.dsl.cache import folder
from arbitre.dsl.cache.frozen import frozen, thawed
from arbitre.dsl.cache.looks import still_holds, watching

T = TypeVar("T")
WORTH = 0.03  # seconds: what is made in less is not kept
_ABOVE = Path(__file__).resolve().parent.parent.parent
_OURS = ("dsl", "graphs", "arbitre/opening")
_OTHERS = ("lark", "networkx")


class Interruption(Exception):
    """Ends whatever is under way; it is never taken for what a damaged file brings about."""


def remembered(sort: str, asked: object, make: Callable[[], T], of: str = "") -> T:
    """What ``make`` makes of ``asked`` and of the files it reads: read from the disk, or made and kept.

    ``of``: a fingerprint of what else it is made of; only the last is kept for what was asked.
    """
    if folder.folder() is None:
        return make()
    name = name_of(sort, asked)
    data = folder.read(name)
    if data is not None:
        try:
            made_by, looks, thing = thawed(data)
            if made_by == [this_program(), of] and all(still_holds(look) for look in looks):
                found: T = thawed(thing)
                folder.touch(name)
                return found
        except Interruption:
            raise
        except Exception:  # whatever a damaged or foreign file may bring about
            pass
    began = time.perf_counter()
    with watching() as noted:
        made = make()
    if time.perf_counter() - began >= WORTH:
        keep(name, [(*look, answer) for look, answer in noted.items()], made, of)
    return made


def keep(name: str, looks: list[tuple[str, str, str]], made: object, of: str = "") -> None:
    """Writes down what was made after these looks; what cannot be written down is not."""
    try:
        folder.write(name, frozen(([this_program(), of], looks, frozen(made))))
    except (PickleError, RecursionError, TypeError):
        return


def name_of(sort: str, asked: object) -> str:
    """The name of the file for it: another folder to stand in, or another place of this program, makes other paths."""
    try:
        here = os.getcwd()
    except OSError:  # it is no longer there
        here = ""
    said = repr((sort, asked, here, str(_ABOVE)))
    return f"{sort}-{hashlib.sha256(said.encode('utf-8', 'surrogatepass')).hexdigest()[:32]}"


@cache
def this_program() -> str:
    """A fingerprint of all that makes something else of the same files: our sources, the language they are in, the libraries."""
    digest = hashlib.sha256(sys.version.encode())
    for part in _OURS:
        for path in sorted((_ABOVE / part).rglob("*")):
            if path.suffix in (".py", ".lark"):
                digest.update(path.relative_to(_ABOVE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    for name in _OTHERS:
        spec = find_spec(name)
        if spec is not None and spec.origin is not None:
            digest.update(Path(spec.origin).read_bytes())  # it says its version there
    return digest.hexdigest()
