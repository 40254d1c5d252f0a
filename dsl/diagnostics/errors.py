"""What can be raised to callers: one base, and one class for each thing a caller may want to answer."""

from __future__ import annotations

from arbitre.dsl.diagnostics.message import Message
from arbitre.dsl.diagnostics.render import render


class ArbitreError(Exception):
    """Anything that goes wrong for a reason that a person can mend: the base of all errors of the public interface.

    Programming errors are not among them.
    """


class RulesError(ArbitreError):
    """A rulebook that cannot be used.

    Attributes:
        messages: Everything that is wrong with it.
        sources: The text of its files, by name.
    """

    def __init__(self, messages: list[Message], sources: dict[str, str] | None = None) -> None:
        self.messages = messages
        self.sources = sources or {}
        super().__init__("\n\n".join(render(m, self.sources) for m in messages))


class NotFound(ArbitreError):
    """No rulebook of that name or at that path."""


class BadOption(ArbitreError):
    """An option that does not exist, or cannot have that value."""
