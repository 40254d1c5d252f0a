"""A referee's desk for tests: the commands of ‘arbitre post’ in a folder, with the time given."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any
from unittest.mock import patch

from click.testing import CliRunner

from arbitre.cli.main import cli
from tests.arbitre.post.heath import written

SHEET = """
game = "heath"
name = "Winter on the heath"
[deadlines]
first = 2026-12-01T20:00:00
every = "1 day"
zone = "Europe/Paris"
{deadlines}
[people.red]
name = "Ana"
lang = "fr"
zone = "America/Montreal"
[people.blue]
name = "Ben"
[[substitutes]]
name = "Kit"
lang = "en"
"""
STORM = """
extends heath

# A wind that pushes whoever walks, and another that only blows.
insert after day.walk:
    wind:
        for each scout in scouts where cell is not none: gust scout
    weather: storm
event gust scout:
    title en "A gust" fr "Une bourrasque"
    says nothing
    roll d6 as force
    tell everyone en "The wind takes {scout}: {force}." fr "Le vent prend {scout} : {force}."
event storm:
    title en "The storm" fr "La tempête"
    says nothing
    roll d20 as strength
    tell everyone en "The storm blows at {strength}." fr "La tempête souffle à {strength}."
"""
SEED = b"autumn"
BEFORE, AFTER, NEXT = "2026-12-01T12:00", "2026-12-01T21:00", "2026-12-02T21:00"
RED = "Hello,\nr1 runs A1 -> B1\nr2 sleeps\nJo\n"
BLUE = "b1 : E1 -> D1\nBleu 2 court en D3\n"


def sheet_of(game: str, people: dict[str, str], more: str = "") -> str:
    """The sheet of a match of another game: how the player of each side is called; ``more``: lines about the last of them."""
    named = "".join(f'[people.{side}]\nname = "{name}"\n' for side, name in people.items())
    times = 'first = 2026-12-01T20:00:00\nevery = "1 day"\nzone = "Europe/Paris"\n{deadlines}\n'
    return f'game = "{game}.rules"\nname = "{game.title()}"\n[deadlines]\n{times}{named}{more}'


class Desk:
    """One match of the heath by post."""

    def __init__(self, folder: Path, deadlines: str = "", sheet: str = SHEET, due: str = "") -> None:
        self.folder, self.file = folder, folder / "winter.post"
        written(folder)
        rules = folder / "heath" / "heath.rules"
        rules.write_text(rules.read_text(encoding="utf-8").replace("agenda day:\n", "agenda day:\n" + due), encoding="utf-8")
        (folder / "storm.rules").write_text(STORM, encoding="utf-8")
        (folder / "winter.toml").write_text(sheet.replace("{deadlines}", deadlines), encoding="utf-8")
        with patch("secrets.token_bytes", lambda size: hashlib.sha256(SEED).digest()[:size]):  # the same dice in every run
            self.run("new", str(folder / "winter.toml"), at="2026-11-30T10:00", file=False)

    def run(self, command: str, *more: str, at: str = "", lang: str = "en", mail: str | None = None, fails: bool = False,
            file: bool = True) -> str:  # fmt: skip
        """What a command says; asserts that it does, or does not, do what it was asked."""
        args = ["post", command, *([str(self.file)] if file else []), *more, *(["--at", at] if at else []), "--lang", lang]
        done = CliRunner().invoke(cli, args, input=mail)
        assert (done.exit_code != 0) is fails, done.output
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        return done.output.replace("\u00a0", " ")

    def deliver(self, side: str, mail: str, *more: str, at: str = BEFORE, lang: str = "en", fails: bool = False) -> str:
        return self.run("deliver", "--as", side, *more, at=at, lang=lang, mail=mail, fails=fails)

    def resolve(self, *more: str, at: str = AFTER, lang: str = "en", fails: bool = False) -> str:
        return self.run("resolve", *more, at=at, lang=lang, fails=fails)

    def turn(self, red: str, blue: str, at: str) -> None:
        """A turn for which both deliver."""
        for side, mail in (("red", red), ("blue", blue)):
            self.deliver(side, mail, at=at)
        self.resolve(at=at)

    @property
    def record(self) -> dict[str, Any]:
        held: dict[str, Any] = json.loads(self.file.read_text(encoding="utf-8"))
        return held
