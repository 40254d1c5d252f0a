"""An experiment as its file says it: what is played, what varies, what is measured, by which design, and when it may stop."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from arbitre.dsl.cache.careful import content_of
from arbitre.dsl.diagnostics.position import Place
from arbitre.interpreter.play.bots.kinds import BOTS
from arbitre.lab.faults import Faults
from arbitre.opening.books import refused

Bots = str | tuple[str, ...] | tuple[tuple[str, str], ...]  # of everyone; of the sides by turns; of sides by name
SORTS = ("game", "option", "field", "line", "extension", "bots", "start", "think")
MEASURES = {
    "value": "rule",
    "over turns": "rule",
    "first": "rule",
    "lead changes": "rule",
    "used": "what",
    "one answer": "",
    "odds": "what",
    "wins by": "field",
}
DESIGNS = ("grid", "latin", "search")
KEYS: dict[str, tuple[str, ...]] = {
    "": ("title", "game", "extensions", "start", "matches", "seed", "bots", "think", "limit",
         "options", "vary", "measure", "design", "stop", "league", "season"),
    "vary": ("name", *SORTS, "file", "values", "low", "high"),
    "measure": ("name", "of", "rule", "what", "field", "outcome", "set"),
    "design": ("kind", "points", "trials", "make", "target"),
    "stop": ("measure", "error", "looks", "within"),
    "league": ("options", "fields", "entrants", "bots"),
    "season": ("matches", "until"),
}  # fmt: skip
MOST = 100_000_000  # matches of a variant


@dataclass(frozen=True, slots=True)
class Knob:
    """One thing that varies.  ``sort``: one of :data:`SORTS`; ``what``: the option, the line with {} where the value stands, or the
    extension; ``file``: of the line, if it is said; ``low`` and ``high``: where a design chooses values itself."""

    name: str
    sort: str
    what: str
    values: tuple[Any, ...] = ()
    low: int | float | None = None
    high: int | float | None = None
    file: str = ""
    at: int = 0

    @property
    def whole(self) -> bool:
        """Does it take whole numbers?"""
        return isinstance(self.low, int) and isinstance(self.high, int)


@dataclass(frozen=True, slots=True)
class Measure:
    """One thing measured beside who won and how long it took.  ``of``: a key of :data:`MEASURES`; ``rule``: its value or condition, or the
    question about chances; ``outcome``: whose chance is wanted, else the mean; ``sets``: what the question is told."""

    name: str
    of: str
    rule: str = ""
    at: int = 0
    outcome: str = ""
    sets: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Stop:
    """When no more matches are played.  ``measure``: what is compared with the first variant; ``error``: the chance, in all comparisons
    together, to call a difference clear that there is not; ``looks``: how often one looks; ``within``: half the width of the interval
    that is narrow enough (0: no matter)."""

    measure: str = ""
    error: float = 0.05
    looks: int = 5
    within: float = 0.0


@dataclass(frozen=True, slots=True)
class Design:
    """How values are chosen.  ``make``, ``target``: what a search is to make of a measure."""

    kind: str = "grid"
    points: int = 0
    trials: int = 0
    make: str = ""
    target: float = 0.5


@dataclass(frozen=True, slots=True)
class Season:
    """Matches in a row, each begun with what the one before left.  ``until``: what ends a season before so many are played."""

    matches: int
    until: str = ""


@dataclass(frozen=True, slots=True)
class League:
    """A round robin.  ``options``: two options, one for each side, that take entrants, or ``fields``; none where they are bots."""

    entrants: tuple[str, ...]
    options: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()


@dataclass(slots=True)
class Experiment:
    """All of it; ``folder``: where its file lies, from which paths in it go."""

    file: str
    text: str
    folder: Path
    game: str = ""
    title: dict[str, str] = field(default_factory=dict)
    extensions: tuple[str, ...] = ()
    start: str = ""
    matches: int = 1000
    seed: int = 0
    bots: Bots = "greedy"
    think: float | None = None
    limit: int = 100_000
    options: dict[str, str] = field(default_factory=dict)
    vary: tuple[Knob, ...] = ()
    measures: tuple[Measure, ...] = ()
    design: Design = field(default_factory=Design)
    stop: Stop | None = None
    league: League | None = None
    season: Season | None = None
    faults: Faults = field(default_factory=lambda: Faults("", ""))

    def called(self, lang: str) -> str:
        """Its title in a language."""
        return self.title.get(lang) or self.title.get("en") or Path(self.file).stem


def read(path: Path) -> Experiment:
    """The experiment of a file.

    Raises:
        Refused: something in it is wrong; all of it is told.
    """
    if not path.is_file():
        raise refused("cannot.no_file", file=path)
    text = (content_of(path) or b"").decode("utf-8", "replace")
    out = Experiment(str(path), text, path.resolve().parent, faults=Faults(str(path), text))
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+), column (\d+)", str(error))
        line, column = (int(found[1]), int(found[2])) if found else (max(1, text.count("\n")), 1)
        said = re.sub(r" \(at .*", "", str(error))
        out.faults.at(Place(str(path), line, column), refused("lab.fault.toml", said=said).args[0])
        out.faults.tell()
        raise
    _Reader(out, data).read()
    out.faults.tell()
    return out


class _Reader:
    """Goes through the tables of a file, and notes every fault."""

    def __init__(self, out: Experiment, data: dict[str, Any]) -> None:
        self.out, self.data, self.faults = out, data, out.faults

    def read(self) -> None:
        out, data = self.out, self.data
        self.known("", (), data)
        title = data.get("title", "")
        out.title = {k: str(v) for k, v in title.items()} if isinstance(title, dict) else {"en": str(title), "fr": str(title)}
        out.game = self.word((), data, "game", needed=True)
        out.extensions = tuple(map(str, self.listed((), data, "extensions")))
        out.start = self.word((), data, "start")
        out.matches = int(self.number((), data, "matches", 1000, 0, MOST, whole=True))
        out.seed = int(self.number((), data, "seed", 0, -(2**62), 2**62, whole=True))
        out.limit = int(self.number((), data, "limit", 100_000, 1, 10_000_000, whole=True))
        out.think = float(self.number((), data, "think", 0, 0.001, 600)) if "think" in data else None
        if "bots" in data:
            out.bots = self.bots(("bots",), data["bots"])
        options = self.table("options")
        out.options = {key: said(value) for key, value in options.items()}
        out.vary = tuple(filter(None, (self.knob(n, one) for n, one in enumerate(self.tables("vary")))))
        out.measures = tuple(filter(None, (self.measure(n, one) for n, one in enumerate(self.tables("measure")))))
        self.design()
        self.stop()
        self.league()
        self.season()
        self.together()

    # ------------------------------------------------------------------------------------ parts

    def knob(self, n: int, one: dict[str, Any]) -> Knob | None:
        at = ("vary", n)
        self.known("vary", at, one)
        sorts = [sort for sort in SORTS if sort in one]
        if len(sorts) != 1:
            self.faults.add(at, "vary_what", known=", ".join(SORTS))
            return None
        sort, what = sorts[0], one[sorts[0]]
        values: tuple[Any, ...] = tuple(self.listed(at, one, "values"))
        if sort in ("game", "bots", "start", "think") and isinstance(what, list):
            values, what = tuple(what), ""
        if sort == "bots":
            values = tuple(self.bots((*at, "bots"), value) for value in values)
        if sort == "extension" and not values:
            values = (False, True)
        if sort == "line" and str(what).count("{}") != 1:
            self.faults.add((*at, "line"), "line_spot")
            return None
        low, high = one.get("low"), one.get("high")
        for key, bound in (("low", low), ("high", high)):
            if bound is not None and (isinstance(bound, bool) or not isinstance(bound, (int, float))):
                self.faults.add((*at, key), "no_number", key=key)
                return None
        if not values and (low is None or high is None or low >= high):
            self.faults.add(at, "no_values")
            return None
        usual = {"option": what, "field": what, "line": what, "extension": Path(str(what)).stem}.get(sort, sort)
        name = str(one.get("name") or usual)
        return Knob(name, sort, str(what), values, low, high, str(one.get("file", "")), n)

    def measure(self, n: int, one: dict[str, Any]) -> Measure | None:
        at = ("measure", n)
        self.known("measure", at, one)
        of = self.word(at, one, "of", needed=True)
        if of and of not in MEASURES:
            self.faults.unknown((*at, "of"), "no_measure", of, list(MEASURES))
            return None
        needed = MEASURES.get(of, "")
        rule = self.word(at, one, needed, needed=True) if needed else ""
        outcome = self.word(at, one, "outcome")
        sets = one.get("set", {})
        if not isinstance(sets, dict):
            self.faults.add((*at, "set"), "no_inline", key="set")
            sets = {}
        told = rule if of in ("value", "used") else f"{rule}: {outcome}" if of == "odds" and outcome else rule or of
        name = str(one.get("name") or (told if of in ("value", "used", "odds") else f"{of} {rule}".strip()))
        return Measure(name, of, rule, n, outcome, tuple(sorted((str(key), said(value)) for key, value in sets.items())))

    def design(self) -> None:
        one = self.table("design")
        if not one:
            return
        kind = self.word(("design",), one, "kind", needed=True)
        if kind not in DESIGNS:
            self.faults.unknown(("design", "kind"), "no_design", kind, list(DESIGNS))
            return
        points = int(self.number(("design",), one, "points", 20, 1, 100_000, whole=True))
        trials = int(self.number(("design",), one, "trials", 20, 3, 10_000, whole=True))
        target = float(self.number(("design",), one, "target", 0.5, -1e15, 1e15))
        self.out.design = Design(kind, points, trials, self.word(("design",), one, "make", needed=kind == "search"), target)
        for knob in self.out.vary:
            if kind == "grid" and not knob.values:
                self.faults.add(("vary", knob.at), "grid_values", name=knob.name)
            if kind != "grid" and knob.low is None and kind == "search":
                self.faults.add(("vary", knob.at), "search_bounds", name=knob.name)

    def stop(self) -> None:
        one = self.table("stop")
        if one:
            self.out.stop = Stop(
                self.word(("stop",), one, "measure", needed=True),
                float(self.number(("stop",), one, "error", 0.05, 1e-6, 0.5)),
                int(self.number(("stop",), one, "looks", 5, 1, 10, whole=True)),
                float(self.number(("stop",), one, "within", 0, 0, 1e15)),
            )

    def league(self) -> None:
        one = self.table("league")
        if not one:
            return
        bots, none = self.listed(("league",), one, "bots"), tuple[str, ...]()
        if bots:
            for bot in bots:
                self.bot(("league", "bots"), bot)
            entrants, options, fields = tuple(map(str, bots)), none, none
        else:
            entrants = tuple(map(str, self.listed(("league",), one, "entrants")))
            options = tuple(map(str, self.listed(("league",), one, "options")))
            fields = tuple(map(str, self.listed(("league",), one, "fields")))
            if sorted((len(options), len(fields))) != [0, 2]:
                self.faults.add(("league",), "league_options")
        if len(entrants) < 2 or len(set(entrants)) < len(entrants):
            self.faults.add(("league",), "league_entrants")
        self.out.league = League(entrants, options, fields)

    def season(self) -> None:
        one = self.table("season")
        if one:
            most = int(self.number(("season",), one, "matches", 10, 2, 1000, whole=True))
            self.out.season = Season(most, self.word(("season",), one, "until"))

    def together(self) -> None:
        """What is right by itself and does not go with the rest."""
        out = self.out
        for measure in out.measures:
            if out.season is not None and measure.of not in ("value", "used", "odds"):
                self.faults.add(("measure", measure.at, "of"), "no_season_measure", said=measure.of)
        if out.season is not None and out.start:
            self.faults.add(("season",), "season_start")
        if not out.matches and not (out.measures and all(measure.of == "odds" for measure in out.measures)):
            self.faults.add(("matches",), "no_matches")
        names = [measure.name for measure in out.measures]
        for n, measure in enumerate(out.measures):
            if measure.name in names[:n]:
                self.faults.add(("measure", measure.at), "twice", name=measure.name)

    # ------------------------------------------------------------------------------------ values

    def bots(self, at: tuple[str | int, ...], value: Any) -> Bots:
        """``"greedy"``, ``["greedy", "random"]`` or ``{red = "greedy", blue = "random"}``."""
        if isinstance(value, dict):
            for kind in value.values():
                self.bot(at, kind)
            return tuple(sorted((str(side), str(kind)) for side, kind in value.items()))
        if isinstance(value, list):
            for kind in value:
                self.bot(at, kind)
            return tuple(map(str, value))
        self.bot(at, value)
        return str(value)

    def bot(self, at: tuple[str | int, ...], kind: Any) -> None:
        if kind not in BOTS:
            self.faults.unknown(at, "no_bot", str(kind), list(BOTS))

    def known(self, table: str, at: tuple[str | int, ...], found: dict[str, Any]) -> None:
        for key in found:
            if key not in KEYS[table]:
                self.faults.unknown((*at, key), "no_key", key, list(KEYS[table]))

    def table(self, name: str) -> dict[str, Any]:
        found = self.data.get(name, {})
        if not isinstance(found, dict):
            self.faults.add((name,), "no_table", key=name)
            return {}
        if name in KEYS:
            self.known(name, (name,), found)
        return found

    def tables(self, name: str) -> list[dict[str, Any]]:
        found = self.data.get(name, [])
        if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
            self.faults.add((name,), "no_tables", key=name)
            return []
        return found

    def word(self, at: tuple[str | int, ...], found: dict[str, Any], key: str, needed: bool = False) -> str:
        value = found.get(key, "")
        if not isinstance(value, str) or (needed and not value):
            self.faults.add((*at, key), "no_word" if key in found else "missing", key=key)
            return ""
        return value

    def listed(self, at: tuple[str | int, ...], found: dict[str, Any], key: str) -> list[Any]:
        value = found.get(key, [])
        if not isinstance(value, list):
            self.faults.add((*at, key), "no_list", key=key)
            return []
        return value

    def number(
        self, at: tuple[str | int, ...], found: dict[str, Any], key: str, usual: float, low: float, high: float, whole: bool = False
    ) -> float:
        value = found.get(key, usual)
        kinds = (int,) if whole else (int, float)
        if isinstance(value, bool) or not isinstance(value, kinds) or not low <= value <= high:
            self.faults.add((*at, key), "no_number_between", key=key, low=f"{low:g}", high=f"{high:g}")
            return usual
        return value


def said(value: Any) -> str:
    """A value of TOML as an option takes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
