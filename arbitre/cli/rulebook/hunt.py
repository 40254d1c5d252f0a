"""``arbitre hunt``: looks for faults of rulebooks by itself, and tells each as a scenario."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arbitre.cli import completion as completing
from arbitre.cli.common import EXTENSION, JSON, LANG, OPTION, dump, out
from arbitre.cli.group import cli

if TYPE_CHECKING:
    from arbitre.interpreter.hunt.faults import Fault
    from arbitre.interpreter.hunt.workers import Bag

SORTS = {
    "invariant": "hunt.invariant", "stop": "hunt.stop", "endless": "hunt.endless", "differs": "hunt.differs", "refused": "hunt.refused",
    "leaks": "hunt.leaks",
}  # fmt: skip


@cli.command()
@click.argument("path", shell_complete=completing.games)
@click.option("--seconds", type=click.FloatRange(0.1), default=None, help="How long to search; one minute by default.")
@click.option("--minutes", type=click.FloatRange(0.01), default=None, help="The same in minutes; for a folder, shared by all its games.")
@click.option("--jobs", type=click.IntRange(1, 256), default=None, help="Number of processes; by default one per core.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the search.")
@click.option(
    "--keep", "keeping", type=click.Path(file_okay=False, path_type=Path), default=None, metavar="FOLDER",
    help="Folder for what is found, to be tried first next time; by default in the cache.",
)  # fmt: skip
@click.option("--reachable", is_flag=True, help="Search only states that play leads to: no pieces are moved first.")
@OPTION
@EXTENSION
@LANG
@JSON
def hunt(
    path: str, seconds: float | None, minutes: float | None, jobs: int | None, seed: int, keeping: Path | None, reachable: bool,
    chosen: tuple[str, ...], extensions: tuple[str, ...], lang: str, as_json: bool,
) -> None:  # fmt: skip
    """Search for faults by playing at random.

    Faults are broken invariants, rules that cannot be carried out, matches that never end, and questions that give away
    what a side may not know. Matches start from the setup and from every scenario, unchanged or with pieces moved; sides
    play at random, greedily, or prefer what has rarely been done. Each fault is printed as a short failing scenario, ready
    to be saved to a file. Moved pieces may meet as they never would in play: an invariant that says so, or --reachable, ends
    such finds. Exit status 1 if anything was found.
    """
    from arbitre.interpreter.hunt.hunter import Quarry
    from arbitre.interpreter.hunt.workers import hunt as run
    from arbitre.opening.books import options_from, prepared, readable
    from arbitre.opening.folders import books

    options = options_from(chosen)
    found = list(books(path, extensions))
    whole = seconds if seconds is not None else 60 * minutes if minutes is not None else 60.0
    bags = []
    for book in found:
        readable(book.rulebook)
        prepared(book.path, options, extensions)  # whatever is wrong with it, or with the options, is told here
        quarry = Quarry(book.path, extensions, tuple(sorted(options.items())), displaced=not reachable)
        bag = run(quarry, whole / len(found), jobs or 0, seed, keeping or kept_in(), watching(lang))
        if sys.stderr.isatty():
            click.echo("", err=True)
        bags.append(bag)
        if not as_json:
            for line in told(bag, lang):
                out(line)
    if as_json:
        dump([bag.data() for bag in bags] if len(bags) != 1 else bags[0].data())
    if any(bag.faults for bag in bags):
        sys.exit(1)


def kept_in() -> Path | None:
    """The folder for what is found, among what is remembered; None if nothing is."""
    from arbitre.dsl.cache.folder import folder
    from arbitre.interpreter.hunt.corpus import HUNTED

    above = folder()
    return above / HUNTED if above is not None else None


def watching(lang: str) -> Any:
    """A function that says how far it is, to whoever sits at a terminal."""
    from arbitre.words.phrases import of

    if not sys.stderr.isatty():
        return None

    def say(bag: Bag, left: float) -> None:
        words = parts(bag, lang) | {"left": f"{max(0.0, left):.0f}"}
        click.echo("\r\x1b[K" + of(lang).say("hunt.progress", **words), nl=False, err=True)

    return say


def parts(bag: Bag, lang: str) -> dict[str, Any]:
    """What is told of a hunt, as words."""
    from arbitre.words.numbers import decimal

    return {
        "name": bag.game, "matches": bag.total.matches, "trials": bag.total.trials, "rollouts": bag.total.rollouts,
        "starts": bag.starts, "faults": len(bag.faults),
        "reached": len(bag.total.reached), "things": len(bag.listed),
        "seconds": decimal(f"{bag.seconds:.1f}", lang), "seed": bag.seed,
    }  # fmt: skip


def told(bag: Bag, lang: str) -> Iterator[str]:
    """What a person reads of a hunt."""
    from arbitre.words.phrases import of

    say = of(lang).say
    for fault in bag.faults.values():
        yield from one(fault, lang)
    numbers = parts(bag, lang)
    yield say("hunt.done", **numbers)
    if numbers["things"]:
        yield say("hunt.reached", **numbers)
    never = [name for sort, _, name in bag.listed if (sort, _, name) not in bag.total.reached]
    if never:
        yield say("hunt.never", n=len(never), names=", ".join(never[:12]) + (" …" if len(never) > 12 else ""))
    if not bag.faults:
        yield say("hunt.nothing")


def one(fault: Fault, lang: str) -> Iterator[str]:
    """A fault with its scenario."""
    from arbitre.words.phrases import of

    words = of(lang)
    yield f"{fault.place}: {words.say(SORTS[fault.kind])}{words.say('colon')}{words.tell(fault.text)}"
    if fault.chain:
        yield "    " + words.say("hunt.chain", chain=" < ".join(reversed(fault.chain[-12:])))
    yield "    " + words.say("hunt.start", start=began(fault, lang), seed=fault.seed)
    if fault.extensions:
        yield "    " + words.say("hunt.extensions", names=", ".join(Path(path).stem for path in fault.extensions))
    yield "    " + words.say("hunt.shown") + "\n\n" + fault.scenario if fault.scenario else "    " + words.say("hunt.untold") + "\n"


def began(fault: Fault, lang: str) -> str:
    """Where the match began in which a fault was found, in words."""
    from arbitre.interpreter.hunt.faults import MOVED, MUTATED, SETUP
    from arbitre.words.phrases import of

    say = of(lang).say
    if fault.start in (SETUP, MOVED):
        return say("hunt.setup" if fault.start == SETUP else "hunt.moved")
    name = fault.start.removesuffix(MUTATED)
    quoted = f"‘{name}’" if lang == "en" else f"« {name} »"
    return say("hunt.mutated", start=quoted) if fault.start.endswith(MUTATED) else quoted
