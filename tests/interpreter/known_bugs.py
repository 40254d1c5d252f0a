"""Tests that the interpreter does not pass yet, and why.

Each is a strict expected failure: once the interpreter is right the test reports that it passes, and its line here goes.
``CONTRACT`` contradicts ``dsl/core.py`` or the brief of the interpreter; ``ASK`` is a reading of what they leave open.
"""

from __future__ import annotations

CONTRACT, ASK = "contract", "open question"

KNOWN: dict[str, tuple[str, str]] = {
    # Odds
    # Secrets
    # Saves
    # Hanging
    # Hooks
    # Agendas, lasting changes
    # Together
    # Decisions and orders
}
