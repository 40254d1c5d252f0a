"""What is played: every variant of an experiment, with all that another process or another machine needs to make its rules again."""

from __future__ import annotations

import difflib
import hashlib
import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from arbitre.dsl.cache import folder
from arbitre.dsl.cache.careful import content_of, replace_whole
from arbitre.dsl.modules.library import LIBRARY, folder_of, names
from arbitre.lab.experiment import Bots, Experiment, Knob, said
from arbitre.lab.faults import place_of
from arbitre.words.phrases import later

Texts = tuple[tuple[str, str], ...]  # files: their path inside a folder, and their text


@dataclass(frozen=True, slots=True)
class Rules:
    """A game of the library by its name, or one that is shipped: ``files`` with ``main``, the folder or file of the game among them.

    ``extensions``: paths among the files, or, with a leading ``/``, inside the library.
    """

    game: str
    files: Texts = ()
    main: str = ""
    extensions: tuple[str, ...] = ()

    def laid(self) -> tuple[str, tuple[str, ...]]:
        """The name or path of the game and those of its extensions on this machine, its files written if need be."""
        home = Path()
        if self.files:
            top = folder.folder() or Path.home() / ".arbitre"
            home = top / "lab" / hashlib.sha256(repr(self.files).encode("utf-8", "surrogatepass")).hexdigest()[:24]
            for name, text in self.files:
                path = home / name
                if not path.is_file():
                    path.parent.mkdir(parents=True, exist_ok=True)
                    replace_whole(path, text.encode("utf-8", "surrogatepass"))
        extensions = tuple(str(LIBRARY / one[1:] if one.startswith("/") else home / one) for one in self.extensions)
        return str(home / self.main) if self.main else self.game, extensions


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to play.  ``settings``: what varies, as it is said; ``entrants``: of a league, one for each side in order; ``turned``: in
    how many ways the sides are taken by turns."""

    number: int
    settings: tuple[tuple[str, Any], ...]
    rules: Rules
    options: tuple[tuple[str, str], ...] = ()
    start: str = ""
    bots: Bots = "greedy"
    think: float | None = None
    entrants: tuple[str, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()  # what some fields hold as a match begins: ‘red.entered’

    @property
    def turned(self) -> int:
        """How often a seed is played, the bots changing sides."""
        return len(self.bots) if isinstance(self.bots, tuple) and self.bots and isinstance(self.bots[0], str) else 1

    def called(self) -> str:
        """What it is, in one line."""
        if self.entrants:
            return " – ".join(self.entrants)
        return ", ".join(f"{name} = {shown(value)}" for name, value in self.settings) or self.rules.game


def shown(value: Any) -> str:
    """A value that varies as it is read."""
    if isinstance(value, tuple):
        return " / ".join("=".join(one) if isinstance(one, tuple) else str(one) for one in value)
    return f"{value:g}" if isinstance(value, float) else said(value)


def variants(experiment: Experiment, points: Iterable[Sequence[Any]], first: int = 0) -> list[Variant]:
    """The variants at some points of the design: a value for each knob.

    Raises:
        Refused: a line of the rules that varies is not to be found, or there is no such file.
    """
    made = [_variant(experiment, first + n, point) for n, point in enumerate(points)]
    experiment.faults.tell()
    return made


def round_robin(experiment: Experiment) -> list[Variant]:
    """Every entrant of a league against every other: with two options each pair both ways; with bots they change sides by turns."""
    league = experiment.league
    assert league is not None
    base = _variant(experiment, 0, ())
    chosen_as = "options" if league.options else "fields"
    experiment.faults.tell()
    if not league.options and not league.fields:
        pairs = itertools.combinations(league.entrants, 2)
        return [replace(base, number=n, bots=pair, entrants=pair, settings=(("bots", pair),)) for n, pair in enumerate(pairs)]
    out: list[Variant] = []
    for pair in itertools.permutations(league.entrants, 2):
        chosen = tuple(zip(league.options or league.fields, pair, strict=True))
        settings = {chosen_as: tuple(sorted((*getattr(base, chosen_as), *chosen)))}
        out.append(replace(base, number=len(out), entrants=pair, settings=chosen, **settings))  # type: ignore[arg-type]
    return out


def _variant(experiment: Experiment, number: int, point: Sequence[Any]) -> Variant:
    options, extensions = dict(experiment.options), list(experiment.extensions)
    start, bots, think = experiment.start, experiment.bots, experiment.think
    edits: list[tuple[Knob, Any]] = []
    settings = []
    game, fields = experiment.game, []
    for knob, value in zip(experiment.vary, point, strict=False):
        settings.append((knob.name, value))
        if knob.sort == "option":
            options[knob.what] = said(value)
        elif knob.sort == "field":
            fields.append((knob.what, said(value)))
        elif knob.sort == "game":
            game = str(value)
        elif knob.sort == "line":
            edits.append((knob, value))
        elif knob.sort == "extension":
            extensions += [knob.what] if value is True else [str(value)] if isinstance(value, str) and value else []
        elif knob.sort == "bots":
            bots = value
        elif knob.sort == "start":
            start = str(value)
        else:
            think = float(value)
    rules = _rules(experiment, game, tuple(extensions), edits)
    return Variant(number, tuple(settings), rules, tuple(sorted(options.items())), start, bots, think, (), tuple(sorted(fields)))


def _rules(experiment: Experiment, named: str, extensions: tuple[str, ...], edits: Sequence[tuple[Knob, Any]]) -> Rules:
    """The rules with these extensions and with these lines changed; whatever is not the library's is shipped."""
    own = experiment.folder / named
    game = folder_of(named) if not own.exists() or named in names() else own
    if not game.exists():
        knob = next((knob for knob in experiment.vary if knob.sort == "game" and named in knob.values), None)
        experiment.faults.unknown(("vary", knob.at, "game") if knob else ("game",), "no_game", named, names())
        return Rules(named)
    files: dict[str, str] = {}
    main, paths = "", []
    if edits or LIBRARY not in game.resolve().parents:
        main = f"game/{game.name}"
        files.update(_texts(game, "game"))
    for extension in extensions:
        path = experiment.folder / extension
        if not path.exists():
            experiment.faults.add(("extensions",), "no_extension", said=extension)
            continue
        inside = path.resolve()
        if LIBRARY in inside.parents and not edits:
            paths.append("/" + inside.relative_to(LIBRARY).as_posix())
        else:
            files.update(_texts(path, "beside"))
            paths.append(f"beside/{path.name}")
    for knob, value in edits:
        _edit(experiment, files, knob, value)
    return Rules(named, tuple(sorted(files.items())), main, tuple(paths))


def _texts(path: Path, under: str) -> dict[str, str]:
    """The rules of a file, or of all files of a folder."""
    found = sorted(path.rglob("*.rules")) if path.is_dir() else [path]
    return {f"{under}/{one.relative_to(path.parent).as_posix()}": (content_of(one) or b"").decode("utf-8", "replace") for one in found}


def _edit(experiment: Experiment, files: dict[str, str], knob: Knob, value: Any) -> None:
    """Writes a value into the one line of the rules that a knob names."""
    before, after = (r"\s+".join(map(re.escape, part.split())) for part in knob.what.split("{}"))
    gaps = [
        r"\s+" if part[edge : edge + 1 or None].isspace() else r"\s*" for part, edge in zip(knob.what.split("{}"), (-1, 0), strict=True)
    ]
    form = re.compile(f"{before}{gaps[0] if before else ''}(?P<value>[-\\w]+){gaps[1] if after else ''}{after}")
    looked = {name: text for name, text in files.items() if name.endswith(knob.file)}
    if not looked:
        experiment.faults.unknown(
            ("vary", knob.at, "file"), "no_file", knob.file, [name.partition("/")[2].partition("/")[2] for name in files]
        )
        return
    found = [(name, n, match) for name, text in looked.items() for n, line in enumerate(text.split("\n")) if (match := form.search(line))]
    if len(found) != 1:
        _unfound(experiment, looked, knob, [f"{name.partition('/')[2]}:{n + 1}" for name, n, _ in found])
        return
    name, n, match = found[0]
    lines = files[name].split("\n")
    lines[n] = lines[n][: match.start("value")] + said(value) + lines[n][match.end("value") :]
    files[name] = "\n".join(lines)


def _unfound(experiment: Experiment, looked: Mapping[str, str], knob: Knob, found: list[str]) -> None:
    at = ("vary", knob.at, "line")
    if any(message.place == place_of(experiment.text, experiment.file, at) for message in experiment.faults.found):
        return
    if found:
        experiment.faults.add(at, "line_many", later("lab.fault.line_more"), n=len(found), places=", ".join(found[:6]))
        return
    lines = [re.sub(r"\s*\[[A-Z0-9, a-z-]+\]\s*$", "", line).strip() for text in looked.values() for line in text.split("\n")]
    heads = {re.sub(r"\s+", " ", line)[: len(knob.what) + 4]: line for line in lines if line}
    near = difflib.get_close_matches(knob.what, sorted(heads), 1, 0.4)
    experiment.faults.add(at, "line_none", later("lab.fault.line_near", line=re.sub(r"\s+", " ", heads[near[0]])) if near else "")
