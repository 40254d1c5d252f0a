"""Rulebooks as a program opens them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from weakref import WeakValueDictionary

from arbitre.api.arguments import Extensions, Options, paths, said
from arbitre.dsl.cache.looks import Look, still_holds, watching
from arbitre.dsl.core import Text
from arbitre.dsl.diagnostics.errors import BadOption, NotFound
from arbitre.dsl.diagnostics.message import Message
from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load as _load
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.assembly import machine_of


@dataclass(frozen=True, slots=True)
class Rules:
    """A rulebook without errors, for one choice of options.  Any number of matches can be started from it.

    Attributes:
        source: The short name or path it was loaded from.
        rulebook: What its files say.  Not part of the promised interface.
        machine: What executes it.  Not part of the promised interface.
        extensions: The paths of the extensions it was loaded with.
    """

    source: str
    rulebook: Rulebook
    machine: Machine
    extensions: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name of the game in its files."""
        return self.rulebook.name

    @property
    def title(self) -> Text:
        """What players call the game: ``title.en``, ``title.fr``."""
        return self.machine.program.title

    @property
    def version(self) -> str:
        """Fingerprint of the rules and of the options."""
        return self.machine.program.version

    @property
    def options(self) -> dict[str, str]:
        """Every option with the value it has here."""
        return {name: str(value) for name, value in self.machine.program.options.items()}


# ------------------------------------------------------------------------------------------------ rulebooks


def load(name: str | Path, options: Options | None = None, extensions: Extensions = ()) -> Rules:
    """Loads a rulebook, ready to be played.

    Args:
        name: The short name of a game of the library, or the path of a file or folder.
        options: Values of options by name; the others keep their defaults.
        extensions: The path of an extension, or of several.

    Returns:
        The rulebook with these options.  It is the same for every match started from it.

    Examples:
        >>> load(RULES).name
        'demo'
        >>> load(RULES, {"hearts": 5}).options
        {'hearts': '5'}
        >>> load(RULES, {"hearts": 50})
        Traceback (most recent call last):
        dsl.diagnostics.errors.BadOption: the option ‘hearts’ goes from 1 to 9, not 50

    Raises:
        NotFound: There is no such rulebook, or no such extension.
        BadOption: There is no such option, or it cannot have that value.
        RulesError: The rulebook has errors; its ``messages`` say which.
    """
    more = paths(extensions)
    rulebook = _opened(name, more)
    try:
        wanted = {str(k): said(v) for k, v in (options or {}).items()}
    except AttributeError:
        raise BadOption("options are given as {name: value}") from None
    bound = compile_rules(rulebook, wanted)
    return Rules(str(name), rulebook, machine_of(bound.program), tuple(map(str, more)))


@dataclass(frozen=True, eq=False)
class Shared:
    """Rules that several may hold, and what was looked at on the disk to load them."""

    rules: Rules
    looks: tuple[Look, ...]


_SHARED: WeakValueDictionary[object, Shared] = WeakValueDictionary()


def load_shared(name: str | Path, options: Options | None, extensions: Sequence[str]) -> Shared:
    """Loads a rulebook, or gives what was loaded before, as long as somebody holds that and its files are what they were.

    Raises:
        NotFound, BadOption, RulesError: as :func:`load`.
    """
    key = name, tuple((options or {}).items()), tuple(extensions)
    known = _SHARED.get(key)
    if known is None or not all(still_holds(look) for look in known.looks):
        with watching() as looks:
            rules = load(name, options, list(extensions))
        known = _SHARED[key] = Shared(rules, tuple((question, path, answer) for (question, path), answer in looks.items()))
    return known


def check(name: str | Path, extensions: Extensions = ()) -> list[Message]:
    """Finds everything that is wrong with a rulebook and its scenarios.

    Args:
        name: The short name of a game of the library, or the path of a file or folder.
        extensions: The path of an extension, or of several.

    Returns:
        Errors and warnings, sorted by file, line and column; an empty list if there are none.

    Examples:
        >>> check(RULES)
        []

    Raises:
        NotFound: There is no such rulebook, or no such extension.
    """
    from arbitre.opening.foreign_warnings import findings

    return findings(_opened(name, paths(extensions), scenarios=True))


# ------------------------------------------------------------------------------------------------ helpers


def _opened(name: str | Path, extensions: list[Path], scenarios: bool = False) -> Rulebook:
    if not isinstance(name, (str, Path)):
        raise NotFound("a rulebook is given by its short name, or by a path")
    try:
        return _load(name, extensions, scenarios)
    except OSError as error:  # a name that no file can have
        raise NotFound(f"‘{str(name)[:100]}’ cannot be read: {error.strerror}") from None
