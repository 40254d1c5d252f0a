"""Between two statements of straight code: invariants are checked, and nothing follows where the match is over."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from arbitre.interpreter.state.signals import OVER
from arbitre.interpreter.wasm.compile.code import Code
from arbitre.interpreter.wasm.compile.statements import leave


class Boundaries:
    """Straight code being written.  Where it is known that nothing has changed, there is nothing to check either."""

    def __init__(self, code: Code) -> None:
        self.code, self.f, self.c = code, code.f, code.c

    def boundary(self) -> None:
        """A statement is done; nothing follows where the match is over."""
        self.f.call("boundary")
        self.f.when()
        leave(self.code, OVER)
        self.f.end()

    @contextmanager
    def boundary_if_changed(self) -> Iterator[int]:
        """Gives a local that is set where something is done that may change the match: only then there is a boundary."""
        f, changed = self.f, self.f.local()
        f.const(0)
        f.set(changed)
        yield changed
        if self.c.unwatched:
            self.boundary()
            return
        f.get(changed)
        f.when()
        self.boundary()
        f.end()

    def quiet_boundary(self) -> None:
        """Behind what changes nothing: only invariants that do not hang on columns alone can have become others."""
        if self.c.unwatched:
            self.boundary()
