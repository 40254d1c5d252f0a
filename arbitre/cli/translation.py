"""Help in the reader's language: what commands say of themselves, and Click's own words.

Click looks its sentences up with ``_`` and ``ngettext``; both are given a table here.  Helps are written in English where they belong;
their French stands in :mod:`arbitre.words.help_fr`, by the English text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import click

BUDGET = "Time and memory allowed: 30s, 2min, 800MB, 30s,2GB, or off. Files outside the library get 10s,512MB by default."
HELP_OPTION = "Show this message and exit."
MODULES = ("core", "decorators", "exceptions", "formatting", "parser", "types")


class Tongue:
    """The language that help and faults of the call are told in."""

    lang = "en"


def listen(args: Sequence[str]) -> None:
    """Takes the language from the call itself, before anything of it is understood: help may be asked for anywhere in it."""
    from arbitre.words.phrases import language

    chosen = next((args[n + 1] for n, arg in enumerate(args[:-1]) if arg == "--lang"), None)
    chosen = next((arg.partition("=")[2] for arg in args if arg.startswith("--lang=")), chosen)
    Tongue.lang = language(chosen)


def said(text: str) -> str:
    """A help or a sentence of Click in the language of the reader."""
    if Tongue.lang != "fr" or not text:
        return text
    from arbitre.words.help_fr import HELP

    return HELP.get(" ".join(text.split()), text)


def plural(one: str, many: str, count: int) -> str:
    """The same for sentences with a number."""
    return said(one if count == 1 else many)


def teach_click() -> None:
    """Click's own sentences go through the table."""
    for name in MODULES:
        module = import_module(f"click.{name}")
        for word, ours in (("_", said), ("ngettext", plural)):
            if hasattr(module, word):
                setattr(module, word, ours)


@contextmanager
def in_language(command: click.Command, ctx: click.Context | None = None) -> Iterator[None]:
    """Within it a command and its options speak the language of the reader."""
    options = [param for param in (command.params if ctx is None else command.get_params(ctx)) if isinstance(param, click.Option)]
    before = command.help, [option.help for option in options]
    command.help = said(command.help or "") or None
    for option in options:
        option.help = said(HELP_OPTION if option.name == "help" else option.help or "") or None
    try:
        yield
    finally:
        command.help = before[0]
        for option, text in zip(options, before[1], strict=True):
            option.help = text


class Formatter(click.HelpFormatter):
    """Headings as the language writes them."""

    def write_heading(self, heading: str) -> None:
        from arbitre.words.phrases import of

        self.write(f"{'':>{self.current_indent}}{heading}{of(Tongue.lang).say('colon').rstrip(' ')}\n")


class Speaking(click.Context):
    """The call of a command."""

    formatter_class = Formatter


def _allowed(_ctx: click.Context, _param: click.Parameter, said: str | None) -> None:
    """What this command may spend, where somebody says so."""
    if said is not None:
        from arbitre.dsl.budget import allow

        allow(said)


def _too_many(command: click.Command, rest: list[str]) -> str:
    """What is said of arguments that nothing of a command takes."""
    from arbitre.words.phrases import of

    numbers = [param for param in command.params if isinstance(param, click.Option) and isinstance(param.type, click.types.IntParamType)]
    if len(rest) == 1 and rest[0].isdecimal() and numbers:
        return of(Tongue.lang).say("command.number", n=rest[0], option=max(numbers[0].opts, key=len))
    many = plural("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})", len(rest))
    return many.format(args=" ".join(map(str, rest)))


class Spoken(click.Command):
    """A command whose help is told in the language of the reader."""

    context_class = Speaking

    def __init__(self, *args: Any, **parts: Any) -> None:
        super().__init__(*args, **parts)
        self.params.append(
            click.Option(["--budget"], metavar="LIMITS", expose_value=False, callback=_allowed, help=BUDGET)
        )  # fmt: skip

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """What is one argument too many is told with the option that was meant, if it is a number."""
        allowed, ctx.allow_extra_args = ctx.allow_extra_args, True
        rest = super().parse_args(ctx, args)
        ctx.allow_extra_args = allowed
        if rest and not allowed and not ctx.resilient_parsing:
            ctx.fail(_too_many(self, rest))
        return rest

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with in_language(self, ctx):
            super().format_help(ctx, formatter)

    def get_short_help_str(self, limit: int = 45) -> str:
        with in_language(self):
            return super().get_short_help_str(limit)
