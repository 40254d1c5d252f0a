"""What lies in the memory of a module for those who think ahead."""

from __future__ import annotations

from arbitre.interpreter.state.trials import DEEPEST

PATHS = 64  # parts of what is done at once, of which answers are known to whoever thinks
NODES = 1 << 25  # bytes for what is known of questions to whoever thinks


def tree_rooms(options: int) -> tuple[tuple[str, int], ...]:
    """The places for a tree and what is found out beside it, with their bytes; ``options``: how many a question may have."""
    return (
        ("PATHS", 8 + 32 * PATHS), ("THOUGHT_OPTIONS", 8 * options), ("THOUGHT_VALUES", 8 * options), ("NODE_PLACES", 8 << 17),
        ("FIRST_ENDS", 64 * 16), ("ENDS", 64 * 16), ("TREE_PATH", 8 + 16 * DEEPEST), ("FIRST_NOTES", 24 * options), ("NODES", NODES),
    )  # fmt: skip
