"""What plays, as a fingerprint: results of one program are not continued by another, nor made by workers of several."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from arbitre.dsl.cache.remembered import this_program

PARTS = ("interpreter", "lab", "opening")


@cache
def identity() -> str:
    """The fingerprint of all that makes rules into matches and matches into results."""
    digest = hashlib.sha256(this_program().encode())
    top = Path(__file__).resolve().parent.parent
    for part in PARTS:
        folder = (top / part).resolve()
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()
