"""A table that shows itself: bots on all sides, a turn every few seconds, for everybody to watch."""

from __future__ import annotations

from datetime import datetime

from arbitre.table import operations as deeds
from arbitre.table import people, tables
from arbitre.table.storage.store import Store


def shown(store: Store, game: str, now: datetime) -> str:
    """A table of a game with nobody but bots at it, begun.

    Raises:
        Refused: there is no such game.
    """
    deadlines = {"every": "1 h", "early": True}
    looked = deeds.look_into(game, {}, [], {"deadlines": deadlines}, now)
    sheet = {"game": game, "options": {}, "extensions": [], "deadlines": deadlines}
    with store.writing() as held:
        founder = people.made(held, "–", "en", "UTC", now)
        table = tables.made(held, founder, game.replace("_", " ").capitalize(), sheet, looked, "open", "now", now)
        row = store.locked(held, table)
        assert row is not None
        for side in looked["sides"]:
            tables.set_bot(held, row, side, True)
            row = store.locked(held, table)
            assert row is not None
    deeds.start(store, table, now)
    return table
