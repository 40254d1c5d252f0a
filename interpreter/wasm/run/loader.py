"""Compiled modules: compiled once, and cached on disk beside what else is cached of a rulebook.

A damaged or foreign file is ignored, and so is one that another version of this compiler or of what runs modules has made.
"""

from __future__ import annotations

import hashlib
import os
from functools import cache
from pathlib import Path
from typing import Any

from arbitre.dsl.budget import watched_over
from arbitre.dsl.cache.frozen import frozen, thawed, unhurried
from arbitre.dsl.cache.remembered import remembered
from arbitre.dsl.core import Program
from arbitre.dsl.modules.library import LIBRARY
from arbitre.interpreter.plan import WITHOUT
from arbitre.interpreter.wasm.layout.compiled import Compiled
from arbitre.interpreter.wasm.layout.counts import Counts
from arbitre.interpreter.wasm.layout.memory import Column, Frame, Shape, Throw
from arbitre.interpreter.wasm.layout.questions import Question
from arbitre.interpreter.wasm.run.host import Foreign
from arbitre.interpreter.wasm.run.hosts import host, the_host
from arbitre.interpreter.wasm.run.runtime import Runner

EXECUTOR = "ARBITRE_EXECUTOR"  # ‘interpreted’: no module is used
MOST_BYTES = 6_000_000  # of a module of strangers' rules: making a larger one ready takes too long
COMPILED, INTERPRETED = "compiled", "interpreted"
EXECUTORS = (COMPILED, INTERPRETED)
FORMER = {"module": COMPILED, "closures": INTERPRETED}  # what they were called before 0.1.0


def asked_for(executor: str = "") -> str:
    """Which executor is to play.  ``executor``: what was asked for; else the environment says, else rules are compiled."""
    name = executor or os.environ.get(EXECUTOR, "") or COMPILED
    return FORMER.get(name, name)


def installed() -> bool:
    """Is there what runs modules?"""
    return host() is not None


def wanted(executor: str = "") -> bool:
    """May modules play?"""
    return asked_for(executor) != INTERPRETED and installed()


_given: dict[Any, Any] = {}  # modules that another process has made, by what they are of


def handed(program: Program, counts: bool = False, has_bots: bool = False) -> tuple[Any, bytes] | None:
    """A module as bytes for another process of the same program, and what it goes by there; None where there is none.

    See :func:`take` and :func:`runner_of`.
    """
    how = (counts, False, has_bots)
    found = _ready_of(program, how, _watched(program), True)
    return None if found is None else (_named(program, how), frozen(found))


def take(name: Any, data: bytes) -> None:
    """A module that another process has handed over: here it is not made again."""
    _given[name] = thawed(data)


def _named(program: Program, how: tuple[bool, bool, bool]) -> Any:
    """What a module goes by wherever its rules stand."""
    options = tuple(sorted((key, str(value)) for key, value in program.options.items()))
    return program.name, program.version, options, how, _watched(program)


class _Unmade(Exception):
    """There is no such module as yet."""


def runner_of(
    program: Program, counts: bool = False, odds: bool = False, has_bots: bool = False, thinks: bool = False, made: bool = True
) -> Runner | None:
    """A module of this program, ready to play; None where there can be none.  It may give up: see :class:`Compiled`.

    ``counts``: it counts what of the rules is used.  ``odds``: it does not play, but goes through every outcome.  ``has_bots``: its seats
    may be greedy.  ``thinks``: those of thinkers may, so that answers can be played on.  ``made``: it is made where none is remembered.
    """
    watched = _watched(program)
    how = (counts, odds, has_bots or thinks)
    ready = _given.get(_named(program, how)) if _given else None
    try:
        ready = ready or _ready_of(program, how, watched, made)
    except _Unmade:
        return None
    if ready is None:
        return None
    missing, names, places, columns, frames, rest, counted, prepared = ready
    *rest, throws, turns, unread, questions = rest
    shape = Shape([Column(*column) for column in columns], {key: Frame(*frame) for key, frame in frames.items()}, *rest)
    shape.throws, shape.turns, shape.unread = [Throw(*throw) for throw in throws], tuple(turns), tuple(unread)
    shape.questions = [Question(*question) for question in questions]
    compiled = Compiled(program, missing, b"", shape, names, places, Counts(*counted) if counted is not None else None)
    try:
        instance = the_host().opened(bytes(prepared))
    except Foreign:
        from arbitre.interpreter.wasm.compiler import compile_module

        compiled = compile_module(program, *how, stoppable=watched)
        instance = the_host().fresh(compiled.raw)
    return Runner(compiled, instance, watched)


def _ready_of(program: Program, how: tuple[bool, bool, bool], watched: bool, made: bool) -> Any:
    """The parts of a module as plain data, made before or now.  What was read of no file goes by no name: it is made now."""
    if not program.sources:
        return _made(program, *how, watched, made)
    options = sorted((key, str(value)) for key, value in program.options.items())
    asked = (program.name, program.version, options, sorted(program.sources), *how, watched)  # it says where its rules stand
    return remembered("module", asked, lambda: _made(program, *how, watched, made), f"{_this_compiler()} {asked}")


def is_strange(program: Program) -> bool:
    """Has it rules that are none of the library's?  Then it is watched how long they take."""
    paths = [LIBRARY.parent / name for name in program.sources]
    return watched_over() or not all(LIBRARY in path.parents and path.is_file() for path in paths)


def _watched(program: Program) -> bool:
    """Is a clock to stop what takes too long of it?"""
    return is_strange(program) and the_host().threads


def _made(program: Program, counts: bool, odds: bool, has_bots: bool, watched: bool, made: bool) -> Any:
    """The parts of a module as plain data."""
    if not made:
        raise _Unmade
    from arbitre.interpreter.wasm.compiler import compile_module  # all that compiles is only needed where nothing is remembered

    with unhurried():
        compiled = compile_module(program, counts, odds, has_bots, stoppable=watched)
    if not compiled.raw or compiled.shape is None or (watched and len(compiled.raw) > MOST_BYTES):
        return None
    shape = compiled.shape
    columns = [(c.at, c.size, c.load, c.words, c.rows) for c in shape.columns]
    frames = {key: (frame.offsets, frame.words, frame.size) for key, frame in shape.frames.items()}
    prepared = the_host().prepared(compiled.raw)
    counted = None if compiled.counts is None else (compiled.counts.names, compiled.counts.members, compiled.counts.size)
    throws = [(throw.weights, throw.faces, throw.left, throw.right, throw.again) for throw in shape.throws]
    questions = [tuple(question) for question in shape.questions]
    rest = (shape.wide, shape.entries, shape.calls, shape.labels, throws, shape.turns, shape.unread, questions)
    return compiled.missing, compiled.names, compiled.places, columns, frames, rest, counted, prepared


@cache
def _this_compiler() -> str:
    digest = hashlib.sha256()
    here = Path(__file__).parents[2]
    for path in sorted(here.rglob("*.py")):  # all of the interpreter: what a compiler imports grows unnoticed
        digest.update(path.read_bytes())
    digest.update(os.environ.get(WITHOUT, "").encode())
    digest.update(the_host().fingerprint().encode())
    return digest.hexdigest()
