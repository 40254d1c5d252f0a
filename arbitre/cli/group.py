"""The command itself, and how its faults are told."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from arbitre import __version__


class Polite(click.Group):
    """Faults of rulebooks, answers and files end in one sentence, never in a traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        from arbitre.opening.faults import SOURCES, told
        from arbitre.words.terminal import plain
        from dsl.diagnostics.errors import ArbitreError
        from interpreter.state.errors import RulebookError

        try:
            return super().invoke(ctx)
        except RulebookError as error:
            raise click.ClickException(plain(told(error, ctx.meta.get(SOURCES, {})))) from None
        except ArbitreError as error:
            raise click.ClickException(plain(str(error))) from None
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(1)
        except (RecursionError, MemoryError):
            raise click.ClickException("the rules are nested too deeply, or too large") from None
        except UnicodeError as error:
            raise click.ClickException(plain(f"a file is not written in UTF-8 ({error})")) from None
        except OSError as error:
            raise click.ClickException(plain(f"{str(error.filename or 'a file')[:200]}: {error.strerror or error}")) from None


@click.group(cls=Polite, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="arbitre")
def cli() -> None:
    """Rules of games written as text, and a referee that executes them exactly."""
