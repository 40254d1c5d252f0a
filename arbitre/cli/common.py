"""Options and output that several commands share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from arbitre.cli import completion as completing
from arbitre.words import LANGUAGE

OPTION = click.option(
    "--option", "-o", "chosen", multiple=True, metavar="NAME=VALUE", help="Set an option of the game. May be repeated.",
    shell_complete=completing.options,
)  # fmt: skip


def _with_packages(_: click.Context, __: click.Parameter, named: tuple[str, ...]) -> tuple[str, ...]:
    """Extension files, and for every package that is named (``author/name``) its own."""
    packages = [one for one in named if "/" in one and not one.endswith(".rules") and not Path(one).exists()]
    if not packages:
        return named
    from arbitre.packages.project import read_project, root_of

    found = read_project(root_of(Path.cwd())).rules_of(packages)
    return (*(one for one in named if one not in packages), *map(str, found))


EXTENSION = click.option(
    "--extension", "-e", "extensions", multiple=True, metavar="FILE", help="Add an extension file or a package. May be repeated.",
    shell_complete=completing.extensions, callback=_with_packages,
)  # fmt: skip
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON for other programs.")
VERBOSE = click.option("--verbose", is_flag=True, help="Also show every change of state.")


def _settled(ctx: click.Context, _: click.Parameter, chosen: str | None) -> str:
    """What this command speaks, and what its faults are told in."""
    from arbitre.words.phrases import language

    ctx.meta[LANGUAGE] = chosen if chosen else ctx.meta.get(LANGUAGE) or language()
    return str(ctx.meta[LANGUAGE])


class Renamed(click.Choice[str]):
    """A choice some of whose values had other names before, which are still understood."""

    def __init__(self, choices: Sequence[str], former: Mapping[str, str]) -> None:
        super().__init__(choices)
        self.former = former

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return super().convert(self.former.get(value, value), param, ctx)


class Code(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """A language: what the program itself does not say in it is said in English."""

    name = "language"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from arbitre.dsl.core.languages import is_language, likely
        from arbitre.words.phrases import language, of

        code = str(value)
        if not is_language(code):
            meant = likely(code) or "en"
            self.fail(of(language()).say("command.no_language", code=code, meant=meant), param, ctx)
        return code


LANG = click.option(
    "--lang", type=Code(), metavar="CODE", default=None, callback=_settled, is_eager=True,
    help="Language of the output; by default ARBITRE_LANG, then the locale.",
)  # fmt: skip


def out(text: str = "") -> None:
    """A line for a person."""
    from arbitre.words.terminal import echo

    echo(text)


def dump(data: Any) -> None:
    """Data for another program, as JSON."""
    from arbitre.words.terminal import dump

    dump(data)
