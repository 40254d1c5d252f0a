"""What a table may be made of: the games of the library with their options and extensions; and the form of a new table as a sheet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from arbitre.api import names
from arbitre.api.messages.games import choices
from arbitre.table.errors import Trouble
from arbitre.table.missed_turns import AFTER, BY, DRAFTS, LONGER

EVERY = ("1 h", "12 h", "1 day", "2 days", "3 days", "1 week")
MISSED = ("rules", "default", "last", "hold", "bot", "null")
NOWHERE = Path(__file__).resolve().parent.parent / "templates"  # no rulebook lies there: a name is one of the library


def offered(game: str, lang: str) -> dict[str, Any]:
    """What can be chosen of a game of the library; its extensions are known by the names of their files.

    Raises:
        Trouble: there is no such game.
    """
    if game not in names():
        raise Trouble("table.no_game", 400)
    found = choices(game, lang)
    return {**found, "extensions": [{"name": Path(one["file"]).stem, "title": one["title"]} for one in found["extensions"]]}


def files_of(game: str, chosen: list[str]) -> list[str]:
    """Where the extensions of these names lie.

    Raises:
        Trouble: the game has none of that name.
    """
    known = {Path(one["file"]).stem: str(Path(one["file"]).resolve()) for one in choices(game, "en")["extensions"]} if chosen else {}
    if any(one not in known for one in chosen):
        raise Trouble("table.no_extension", 400)
    return [known[one] for one in chosen]


def sheet_from(form: dict[str, str], zone: str) -> dict[str, Any]:
    """The sheet that a form describes: a game of the library, and nothing that is a path.

    Raises:
        Trouble: something in it cannot be.
    """
    game = form.get("game", "")
    if game not in names():
        raise Trouble("table.no_game", 400)
    options = {key.removeprefix("option "): value for key, value in form.items() if key.startswith("option ") and value}
    chosen = [key.removeprefix("extension ") for key in form if key.startswith("extension ")]
    every = form.get("every", "")
    if every not in EVERY or form.get("missed", "rules") not in MISSED:
        raise Trouble("table.bad_form", 400)
    deadlines: dict[str, Any] = {"every": every, "zone": form.get("zone") or zone, "missed": form.get("missed", "rules"),
                                 "early": bool(form.get("early")), "late": "accept" if form.get("late") else "refuse"}  # fmt: skip
    if form.get("first"):
        deadlines["first"] = form["first"][:40]
    after, by, grace, shared = form.get("after", "0"), form.get("by", BY[0]), form.get("grace", ""), form.get("drafts", DRAFTS[0])
    if after not in AFTER or by not in BY or grace not in LONGER or shared not in DRAFTS:
        raise Trouble("table.bad_form", 400)
    return {"game": game, "options": options, "extensions": chosen, "deadlines": deadlines,
            "terms": {"after": int(after), "by": by, "grace": grace, "drafts": shared}}  # fmt: skip
