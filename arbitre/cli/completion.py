"""What a shell is offered while a command is typed: games, sides, options, scenarios' files, messages.

A fault of a rulebook offers nothing: whoever presses the tabulator is not told of it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

Offer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def offered(words: list[str], begun: str) -> list[CompletionItem]:
    return [CompletionItem(word) for word in words if word.startswith(begun)]


def quietly(work: Callable[[], list[str]]) -> list[str]:
    """What can be found out, or nothing."""
    from arbitre.dsl.diagnostics.errors import ArbitreError
    from arbitre.interpreter.state.errors import RulebookError

    try:
        return work()
    except (ArbitreError, RulebookError, OSError, ValueError, KeyError):
        return []


def game_of(ctx: click.Context) -> str:
    """The game that was named already, or that of the file of a match."""
    given: Any = ctx.params.get("game") or ctx.params.get("path") or ctx.params.get("file")
    given = given or next((arg for arg in ctx.args if not arg.startswith("-")), "")  # of a line that ends with the name of an option
    path = Path(str(given))
    if path.suffix == ".json" and path.is_file():
        from arbitre.interpreter.match.save import read

        return str(read(path)["game"])
    return str(given)


def games(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """The games of the library; and files."""
    from arbitre.dsl.modules.library import names

    return [*offered(names(), begun), CompletionItem(begun, type="file")]


def sides(ctx: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """``NAME=KIND``, for the sides of the game."""
    from arbitre.interpreter.play.bots.kinds import BOTS
    from arbitre.opening.sides import EVERYONE, HUMAN

    kinds = (HUMAN, *BOTS) if ctx.info_name == "play" else tuple(BOTS)
    return offered([f"{side}={kind}" for side in [*quietly(lambda: names_of_sides(ctx)), EVERYONE] for kind in kinds], begun)


def viewers(ctx: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """Whose eyes to see with."""
    from arbitre.interpreter.state.visibility import REFEREE, SPECTATOR

    return offered([*quietly(lambda: names_of_sides(ctx)), SPECTATOR, REFEREE], begun)


def names_of_sides(ctx: click.Context) -> list[str]:
    from arbitre.api.messages.games import sides_of
    from arbitre.opening.books import prepared

    return sides_of(prepared(game_of(ctx))[1].program)


def options(ctx: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """``NAME=VALUE``, for the options of the game."""

    def known() -> list[str]:
        from arbitre.opening.books import bind_book, open_book

        out = []
        for info in bind_book(open_book(game_of(ctx))).symbols.option_infos:
            values = list(info.choices)
            out += [f"{info.name}={value}" for value in values]
        return out

    return offered(quietly(known), begun)


def extensions(ctx: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """The extensions that lie with the game; and files."""
    from arbitre.dsl.modules.library import folder_of

    folder = folder_of(game_of(ctx)) / "extensions"
    found = sorted(str(path) for path in folder.rglob("*.rules")) if game_of(ctx) and folder.is_dir() else []
    return [*offered(found, begun), CompletionItem(begun, type="file")]


def codes(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """The messages there are."""
    from arbitre.dsl.diagnostics.codes import CODES

    return offered(sorted(CODES), begun.upper())
