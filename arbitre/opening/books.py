"""Rulebooks opened for a person: every fault becomes a sentence."""

from __future__ import annotations

import gc
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arbitre.dsl.cache.frozen import unhurried
from arbitre.dsl.diagnostics.errors import ArbitreError, BadOption, NotFound
from arbitre.dsl.diagnostics.message import Message, Messages
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lower.compiled import compiled
from arbitre.dsl.modules.library import LIBRARY, names, passed_over
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.assembly import machine_later, machine_of
from arbitre.interpreter.match.start import begins_at
from arbitre.opening.faults import remember
from arbitre.words import LANGUAGE
from arbitre.words.phrases import language, later, of, reason, rendered
from arbitre.words.progress import progress
from arbitre.words.terminal import echo

if TYPE_CHECKING:
    from arbitre.dsl.lower.program import Bound
    from arbitre.dsl.modules.rulebook import Rulebook


class Refused(ArbitreError):
    """Something that cannot be done, said in a sentence for the person who asked."""


def refused(key: str, /, **parts: Any) -> Refused:
    """The same by the key of its phrase: it can be told in any language."""
    return Refused(later(key, **parts).strip())


def options_from(pairs: tuple[str, ...]) -> dict[str, str]:
    """``("radius=3",)`` -> ``{"radius": "3"}``"""
    out = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            raise refused("cannot.no_option", said=pair)
        out[name.strip()] = value.strip()
    return out


def open_book(name: str, extensions: tuple[str, ...] = (), scenarios: bool = False, quiet: bool = False) -> Rulebook:
    """A rulebook as it stands in its files, with whatever is wrong in it.  ``quiet``: nobody is told that it is being read."""
    from arbitre.dsl.modules.loader import load  # whoever plays what is remembered reads nothing

    try:
        with progress() as say, unhurried():
            if not quiet:
                tell_of_a_folder(name)
                say("progress.reading", name=name)
            rulebook = load(name, [Path(e) for e in extensions], scenarios)
    except NotFound as error:
        raise Refused(*error.args) from None
    except OSError as error:
        raise refused("cannot.read", name=name[:200], error=reason(error)) from None
    remember(rulebook.sources)
    return rulebook


def declarations(text: str) -> dict[int, str]:
    """The declarations of a file by their first line: each to its last line, without what is said of the next."""
    from arbitre.dsl.source.chunks import cut

    out = {}
    for chunk in cut(text, "", Messages()):
        lines = chunk.text.split("\n")
        while lines and (not lines[-1].strip() or lines[-1].startswith("#")):
            lines.pop()
        out[chunk.line] = "\n".join(lines)
    return out


def played_with(name: str, rulebook: Rulebook, extensions: tuple[str, ...] = ()) -> list[str]:
    """The extension files of a match, by paths that hold wherever it is resumed; the rulebook's own path if that is one."""
    from arbitre.dsl.tree import Extends

    own = Path(name)
    out = [Path(e).resolve() for e in extensions]
    for file in rulebook.files if own.is_file() else ():
        if file.decls and isinstance(file.decls[0], Extends):
            if own.resolve() in (Path(file.path).resolve(), (LIBRARY.parent / file.path).resolve()):
                out.insert(0, own.resolve())
    return [str(path) for path in dict.fromkeys(out)]


def source_of(name: str, rulebook: Rulebook) -> str:
    """Where a rulebook lies, by a path that holds wherever a match is resumed; "" for one that the library has."""
    path = Path(name)
    if not path.exists() or passed_over(name) or LIBRARY.resolve() in path.resolve().parents:
        return ""
    return "" if rulebook.name in names() and played_with(name, rulebook) else str(path.resolve())


def source_again(data: dict[str, Any], save: Path) -> str:
    """What the rulebook of a saved match is opened by: where it lay, else what is called like it beside the file of the match."""
    source = Path(str(data.get("from", "")))
    if not source.name:
        return str(data["game"])
    places = [source, *(save.resolve().parent.joinpath(*source.parts[-n:]) for n in (1, 2) if len(source.parts) > n)]
    found = next((place for place in places if place.exists()), None)
    if found is None:
        raise refused("cannot.rules_gone", name=data["game"], places=", ".join(map(str, dict.fromkeys(places))))
    return str(found)


def bind_book(rulebook: Rulebook, options: dict[str, str] | None = None) -> Bound:
    """A rulebook bound for one choice of options."""
    from arbitre.dsl.lower.program import bind  # whoever plays what is remembered binds nothing

    try:
        return bind(rulebook, options)
    except BadOption as error:
        raise Refused(*error.args) from None


def ready(name: str, options: dict[str, str] | None = None, extensions: tuple[str, ...] = ()) -> tuple[Rulebook, Bound, Machine]:
    """A rulebook without errors, ready to be played."""
    rulebook = open_book(name, extensions)
    bound = bind_book(rulebook, options)
    faulty(bound.messages.errors, rulebook.sources)
    return rulebook, bound, machine_of(bound.program)


def prepared(name: str, options: dict[str, str] | None = None, extensions: tuple[str, ...] = ()) -> tuple[Rulebook, Machine]:
    """The same for whoever only plays: what is remembered is not made again, and the files are read when one asks what they say."""
    from arbitre.dsl.modules.rulebook import Unread

    machine = playable(name, options, extensions)
    return Unread(lambda: open_book(name, extensions, quiet=True)), machine


def playable(name: str, options: dict[str, str] | None = None, extensions: tuple[str, ...] = (), later: bool = False) -> Machine:
    """Only its machine.  ``later``: whose closures are made once it needs them (see :func:`machine_later`)."""
    tell_of_a_folder(name)
    try:
        with progress() as say:
            found = compiled(name, options, extensions, lambda: say("progress.reading", name=name))
    except (NotFound, BadOption) as error:
        raise Refused(*error.args) from None
    except OSError as error:
        raise refused("cannot.read", name=name[:200], error=reason(error)) from None
    remember(found.sources)
    faulty(found.errors, found.sources)
    with unhurried():
        machine = machine_later(found.program) if later else machine_of(found.program)
    gc.freeze()  # all this stays: it is not looked through for what could be thrown away
    return machine


def opened_at(name: str, options: dict[str, str] | None, extensions: tuple[str, ...], scenario: str) -> tuple[Rulebook, Machine]:
    """The same for matches that begin where a scenario or a setting says, not with the setup; ``scenario`` "": as ever.

    Raises:
        RulebookError: there is no such scenario, or it gives something that cannot be.
    """
    if not scenario:
        return prepared(name, options, extensions)
    from arbitre.interpreter.play.scenario.setting import Opening

    rulebook = open_book(name, extensions, scenarios=True)
    opening = Opening(rulebook, scenario, options or {})
    begins_at(opening.machine, opening.laid)
    return rulebook, opening.machine


def tell_of_a_folder(name: str) -> None:
    """Says so where a folder that happens to lie here is played, and not the game of the library that is called alike."""
    path = Path(name)
    if path.name == name and name in names() and path.is_dir() and not passed_over(name) and path.resolve() != (LIBRARY / name).resolve():
        context = click.get_current_context(silent=True)
        lang = (context.meta.get(LANGUAGE) if context is not None else None) or language()
        echo(of(lang).tell(phrase("this folder takes precedence over the library's game ‘{0}’", name)), err=True)


def faulty(errors: list[Message], sources: dict[str, str]) -> None:
    """Refuses to go on with a rulebook that has errors."""
    if errors:
        key = "cannot.errors.many" if len(errors) > 1 else "cannot.errors.one"
        raise refused(key, n=len(errors), shown=rendered(errors[:20], sources))


def readable(rulebook: Rulebook) -> None:
    """What cannot be read or put together is said first, and nothing else is done with it."""
    if rulebook.messages.errors:
        raise Refused(rendered(rulebook.messages.errors[:20], rulebook.sources))


def all_findings(rulebook: Rulebook, options: dict[str, str] | None = None) -> list[Message]:
    """What is wrong: with the rules as they are played by default, on every other map that can be chosen, and with their scenarios."""
    from arbitre.dsl.lint import run_checks
    from arbitre.dsl.lower.program import bind

    with unhurried():
        bound = bind_book(rulebook, options)
        if not bound.messages.errors:
            run_checks(bound, rulebook)
        if not bound.messages.errors:
            bind_scenarios(rulebook, bound, {})
        for choices in () if options else other_choices(rulebook, bound):
            try:
                other = bind(rulebook, choices)
            except BadOption:
                continue  # the scenario that chooses so fails of it
            if not other.messages.errors:
                bind_scenarios(rulebook, other, choices)
            known = {message.key() for message in bound.messages.items}
            bound.messages.take(message for message in other.messages.items if message.key() not in known)
    bound.messages.sort()
    return bound.messages.items


def bind_scenarios(rulebook: Rulebook, bound: Bound, choices: dict[str, str]) -> None:
    """The scenarios that choose these options; what is wrong with them goes to the messages."""
    from arbitre.dsl.lower.scenario.scenarios import bind_scenario, options_of

    for scenario in rulebook.scenarios:
        if options_of(scenario) == choices:
            bind_scenario(bound.context, scenario)


def other_choices(rulebook: Rulebook, bound: Bound) -> list[dict[str, str]]:
    """Other maps that an option may name, and what scenarios choose: those of an extension whatever it is, those of a game a map."""
    from arbitre.dsl.lint.own import is_own_file
    from arbitre.dsl.lower.scenario.scenarios import options_of

    symbols = bound.symbols
    out = []
    for option in sorted(symbols.map_options):
        held = symbols.domains[symbols.options[option][1].domain].rows
        out += [{option: row} for row in held if row in symbols.maps and row != symbols.option_values[option]]
    for scenario in rulebook.scenarios:
        said = options_of(scenario)
        if said and is_own_file(scenario.place.file, rulebook) and (rulebook.added or symbols.map_options.issuperset(said)):
            out.append(said)
    return [choices for number, choices in enumerate(out) if choices not in out[:number]]


def as_data(message: Message) -> dict[str, Any]:
    """A message as ``check --json`` gives it."""
    return {
        "code": message.code,
        "severity": message.severity,
        "file": message.place.file,
        "line": message.place.line,
        "column": message.place.column,
        "message": message.text,
        "hint": message.hint,
        "related": [{**{k: v for k, v in asdict(p).items() if k in ("file", "line", "column")}, "note": n} for p, n in message.related],
    }
