"""The command itself, and how its faults are told."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

import click

from arbitre import __version__
from arbitre.cli.common import LANG
from arbitre.cli.translation import Speaking, Spoken, Tongue, in_language, listen, teach_click
from arbitre.words import LANGUAGE

teach_click()
SECTIONS = {
    "play": ("list", "play", "studio", "replay"),
    "write": ("new", "check", "test", "fmt", "translate", "explain", "show", "clauses", "prove", "hunt", "lsp", "debug"),
    "ask": ("odds", "why", "simulate", "compare", "lab", "perft"),
    "publish": ("docs", "serve", "board"),
    "run": ("post", "table", "report", "deliver"),
    "share": ("add", "remove", "upgrade", "lock", "verify", "info", "search", "shelf", "pack"),
}
"""The commands of ``arbitre --help`` by what people want; a test holds that each stands in one of them."""


class Told(click.ClickException):
    """A fault as it is shown: one sentence, in the language of the command."""

    def __init__(self, text: str, lang: str) -> None:
        super().__init__(text)
        self.lang = lang

    def show(self, file: Any = None) -> None:
        from arbitre.words.phrases import of
        from arbitre.words.terminal import plain

        click.echo(plain(of(self.lang).say("command.error") + self.message), file=file, err=file is None)


class Grouped(click.Group):
    """Commands that belong together under one name."""

    command_class = Spoken
    context_class = Speaking

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with in_language(self, ctx):
            super().format_help(ctx, formatter)

    def get_short_help_str(self, limit: int = 45) -> str:
        with in_language(self):
            return super().get_short_help_str(limit)


class Polite(click.Group):
    """Faults of rulebooks, answers and files end in one sentence, never in a traceback."""

    command_class = Spoken
    context_class = Speaking

    def main(self, args: Sequence[str] | None = None, *more: Any, **parts: Any) -> Any:
        listen(sys.argv[1:] if args is None else args)
        return super().main(args, *more, **parts)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with in_language(self, ctx):
            super().format_help(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands by what people want of them."""
        from arbitre.words.phrases import of

        for section, names in SECTIONS.items():
            found = [(name, self.commands[name]) for name in names if name in self.commands]
            room = formatter.width - 6 - max(len(name) for name, _ in found)
            with formatter.section(of(Tongue.lang).say(f"section.{section}")):
                formatter.write_dl([(name, command.get_short_help_str(room)) for name, command in found])

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """``arbitre help check`` is ``arbitre check --help``."""
        if args[0] != "help":
            return super().resolve_command(ctx, args)
        if len(args) == 1:
            click.echo(ctx.get_help(), color=ctx.color)
            ctx.exit()
        name, command, rest = super().resolve_command(ctx, args[1:])
        return name, command, [*rest, "--help"]

    def invoke(self, ctx: click.Context) -> Any:
        from arbitre.dsl.budget import Overspent, guarding
        from arbitre.dsl.diagnostics.errors import ArbitreError, RulesError
        from arbitre.dsl.diagnostics.said import phrase, tell
        from arbitre.interpreter.state.errors import RulebookError
        from arbitre.opening.faults import SOURCES, told
        from arbitre.words.phrases import language, later, reason, rendered

        def fault(text: str) -> Told:
            lang = ctx.meta.get(LANGUAGE) or language()
            return Told(tell(text, lang), lang)

        try:
            with guarding():
                return super().invoke(ctx)
        except Overspent as error:
            raise fault(told(error, ctx.meta.get(SOURCES, {}), error.hint)) from None
        except RulebookError as error:
            raise fault(told(error, ctx.meta.get(SOURCES, {}))) from None
        except RulesError as error:
            raise fault(rendered(error.messages, error.sources)) from None
        except ArbitreError as error:
            raise fault(error.args[0] if error.args else "") from None
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(1)
        except (RecursionError, MemoryError):
            raise fault(later("command.nested")) from None
        except UnicodeError as error:
            if isinstance(error, UnicodeEncodeError) and any("\ud800" <= sign <= "\udfff" for sign in error.object):
                named = error.object.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
                raise fault(later("command.name", name=named.strip()[:200])) from None
            raise fault(later("command.utf8", error=error)) from None
        except RuntimeError as error:
            if "Symlink loop" not in str(error):
                raise
            raise fault(later("cannot.loop", error=str(error)[:200])) from None
        except ValueError as error:
            if "null byte" not in str(error) and "null character" not in str(error):
                raise
            raise fault(later("cannot.null")) from None
        except OSError as error:
            raise fault(phrase("{0}: {1}", str(error.filename or later("command.file"))[:200], reason(error))) from None


@click.group(cls=Polite, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="arbitre")
@LANG
def cli(lang: str) -> None:
    """Game rules written as text, and a referee that executes them exactly."""
