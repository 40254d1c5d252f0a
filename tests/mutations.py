"""`python -m tests.mutations [GAME]... --faults 40 --seed S`: plants faults in rulebooks, one at a time, and counts what finds them.

A fault is a guard left out, or half of one, a bound or a number moved by one, a hook or an assignment dropped, or an effect that does not
end, in a copy of the game's own folder; one that is no sentence of the language does not count, and another is drawn.
It is looked for in turn by `check` (an error, or a warning that was not there), by the scenarios, and by the hunt for `--seconds`;
the first that finds it counts.  What the hunt finds counts only if the sound rulebook does not show it as well.  `--hunt-all`: the hunt
looks for those that scenarios find, too.  Prints a line for each fault, and figures by sort and by game.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import re
import shutil
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from arbitre.dsl.diagnostics.errors import ArbitreError
from arbitre.dsl.modules.library import LIBRARY, names
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.hunt.faults import Fault
from arbitre.interpreter.hunt.hunter import Quarry
from arbitre.interpreter.hunt.trial import Workshop
from arbitre.interpreter.hunt.workers import Bag, hunt
from arbitre.interpreter.play.scenario.scenarios import Books, run_alone
from arbitre.opening.books import all_findings
from arbitre.opening.proof.prover import limited

ASIDE = ("scenarios", "clauses", "extensions", "translations")  # files that hold no rules of the game itself
BOTS = ("appeal ", "preferring ")  # what bots like is no rule either
LONGEST = 60  # seconds for one scenario of a rulebook with a fault
LOAD, SCENARIOS, HUNT, NONE = "load", "scenarios", "hunt", "none"
_WHEN = re.compile(r"^ +when (?!all of:|any of:)\S.*$")
_TAIL = re.compile(r"^(?P<head> +[-+]?\S.*?) when [^\"]*$")
_MORE = re.compile(r" is (\w+) or (more|less)\b")
_HOOK = re.compile(r"^(before|after|instead of) ")
_HALF = re.compile(r"(?P<head>.*\b(?:when|where|if) .*) and [^:]*(?P<tail>:?.*)$")
_NUMBER = re.compile(r"(?<![\w.])(\d+)(?![\w.])")
_STORES = re.compile(r"^ +[\w.]+ becomes [^:]*$")
_LASTS = re.compile(r" (until end of|during)( next)? \w+\b")


@dataclass(frozen=True, slots=True)
class Planted:
    """A fault: the file, the lines that are replaced, and what stands there instead."""

    sort: str
    file: Path
    first: int
    end: int
    instead: tuple[str, ...]
    source: str


def plantable(file: Path, text: str) -> list[Planted]:
    """All faults that may be planted in a file."""
    lines = text.split("\n")
    out = []
    head = ""
    for n, line in enumerate(lines):
        head = line if line.strip() and not line.startswith(" ") else head
        if head.startswith(("always", "look", "scenario", "setting", "clause", "chapter")):
            continue  # what watches the rules, draws or explains them is no rule
        bare = line.split("#")[0].split("  [")[0].rstrip()
        if '"' in bare or not bare.strip() or bare.lstrip().startswith(BOTS):
            continue
        if _WHEN.match(bare):
            out.append(Planted("a guard left out", file, n, n + 1, (), bare.strip()))
        elif (tail := _TAIL.match(bare)) and not bare.endswith(":"):
            out.append(Planted("a guard left out", file, n, n + 1, (tail["head"],), bare.strip()))
        if found := _MORE.search(bare):
            moved = f" is {'more' if found[2] == 'more' else 'less'} than {found[1]}"
            out.append(Planted("a bound moved by one", file, n, n + 1, (bare.replace(found[0], moved, 1),), bare.strip()))
        if _HOOK.match(bare):
            end = next((m for m in range(n + 1, len(lines)) if lines[m].strip() and not lines[m].startswith(" ")), len(lines))
            out.append(Planted("a hook dropped", file, n, end if bare.endswith(":") else n + 1, (), bare.strip()))
        if (
            not bare.startswith("    during ")
            and (found := _LASTS.search(bare))
            and not bare.lstrip().startswith(("during", "after", "before"))
        ):
            out.append(Planted("an effect that does not end", file, n, n + 1, (bare.replace(found[0], "", 1),), bare.strip()))
        out += slips(file, n, bare)
    return out


def slips(file: Path, n: int, bare: str) -> list[Planted]:
    """What a slip of the pen may do to one line: a condition loses its last part, a number is one more, an assignment goes."""
    out = []
    if " or " not in bare and (found := _HALF.match(bare)):
        out.append(Planted("half a condition left out", file, n, n + 1, (found["head"] + found["tail"],), bare.strip()))
    if "up to" not in bare and (found := _NUMBER.search(bare)):
        more = bare[: found.start()] + str(int(found[0]) + 1) + bare[found.end() :]
        out.append(Planted("a number moved by one", file, n, n + 1, (more,), bare.strip()))
    if _STORES.match(bare):
        out.append(Planted("an assignment left out", file, n, n + 1, (), bare.strip()))
    return out


def all_plantable(folder: Path) -> list[Planted]:
    """All faults that may be planted in the rules of a game."""
    out = []
    for file in sorted(folder.rglob("*.rules")):
        if not any(part in ASIDE or part.startswith(("clauses", "handbook", "worth")) for part in file.relative_to(folder).parts):
            out += plantable(file.relative_to(folder), file.read_text(encoding="utf-8"))
    return out


def planted_in(copy: Path, fault: Planted) -> None:
    """Plants a fault."""
    lines = (copy / fault.file).read_text(encoding="utf-8").split("\n")
    lines[fault.first : fault.end] = fault.instead
    (copy / fault.file).write_text("\n".join(lines), encoding="utf-8")


class NoFault(Exception):
    """What was planted is no sentence of the language: nobody would have written it."""


def warnings_of(main: Path) -> tuple[bool, Counter[str]]:
    """Is there an error, and which messages are there, by their codes?"""
    rulebook = load(str(main), scenarios=True)
    if any(m.code.startswith("S") for m in rulebook.messages.errors):
        raise NoFault
    if rulebook.messages.errors:
        return True, Counter()
    found = all_findings(rulebook)
    return any(m.severity == "error" for m in found), Counter(m.code for m in found)


def found_by_scenarios(main: Path, seconds: float) -> bool:
    """Does a scenario fail?  As many are played as there is time for."""
    rulebook = load(str(main), scenarios=True)
    books, until = Books(rulebook), time.monotonic() + seconds
    scenarios = list(rulebook.scenarios)
    random.Random(0).shuffle(scenarios)
    for scenario in scenarios:
        if time.monotonic() > until:
            return False
        try:
            with limited(LONGEST):
                if run_alone(books, scenario).failures:
                    return True
        except Exception:  # rules with a fault may do anything
            return True
    return False


class Found(Exception):
    """What was planted is found: there is no more to look for."""


class Sound:
    """The rulebook as it is, without what was planted: it must not show what the hunt finds."""

    def __init__(self, main: Path, seconds: float) -> None:
        self.main, self.seconds = main, seconds
        self.workshop: Workshop | None = None
        self.usual: set[tuple[str, str]] | None = None

    def shows(self, fault: Fault) -> bool:
        """Does it show a fault as well?  Where no scenario tells it, it is hunted in for as long."""
        if fault.scenario:
            self.workshop = self.workshop or Workshop(str(self.main))
            return self.workshop.comes_to(fault.scenario) is not None
        if self.usual is None:
            self.usual = {
                (f.kind, f.key.said) for f in hunt(Quarry(str(self.main)), self.seconds, jobs=1, seed=1, shrinking=2).faults.values()
            }
        return (fault.kind, fault.key.said) in self.usual


def hunted_down(main: Path, sound: Sound, seconds: float, shrinking: float = 2, seed: int = 1) -> Fault | None:
    """The first fault that the hunt finds in a rulebook, and not in the sound one."""
    new: list[Fault] = []
    known: set[object] = set()

    def watch(bag: Bag, left: float) -> None:
        for key, fault in bag.faults.items():
            if key not in known and not sound.shows(fault):
                new.append(fault)
                raise Found
            known.add(key)

    with contextlib.suppress(Found):
        hunt(Quarry(str(main)), seconds, jobs=1, seed=seed, progress=watch, shrinking=shrinking)
    return new[0] if new else None


def found_by(folder: Path, fault: Planted, before: Counter[str], sound: Sound, scenarios: float, hunt_all: bool) -> tuple[str, bool]:
    """What finds a fault first; and does the hunt, if it looks for it?"""
    with tempfile.TemporaryDirectory() as above:
        copy = Path(above) / folder.name
        shutil.copytree(folder, copy)
        planted_in(copy, fault)
        main = copy / f"{folder.name}.rules"
        try:
            broken, messages = warnings_of(main)
        except ArbitreError:
            return LOAD, False
        if broken or messages - before:
            return LOAD, False
        first = SCENARIOS if found_by_scenarios(main, scenarios) else NONE
        if first == SCENARIOS and not hunt_all:
            return first, False
        hunted = hunted_down(main, sound, sound.seconds) is not None
        return HUNT if first == NONE and hunted else first, hunted


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", help="names of the library; all, if none is given")
    parser.add_argument("--faults", type=int, default=40, help="how many are planted in all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--skip", type=int, default=0, help="leave out the first so many of each game, which another run has planted")
    parser.add_argument("--seconds", type=float, default=20, help="of the hunt, for each")
    parser.add_argument("--scenarios", type=float, default=300, help="seconds of scenarios, for each")
    parser.add_argument("--hunt-all", action="store_true", help="the hunt looks for those that scenarios find, too")
    asked = parser.parse_args()
    games = asked.games or sorted(names())
    folders = {game: next(file.parent for file in LIBRARY.rglob(f"{game}.rules") if file.parent.name == game) for game in games}
    usual: dict[str, Counter[str]] = {}
    sound = {game: Sound(folders[game] / f"{game}.rules", asked.seconds) for game in games}
    count: Counter[str] = Counter()
    table: dict[str, Counter[str]] = {}
    left: dict[str, list[Planted]] = {}  # each fault once
    hunted = 0
    for number in range(asked.faults):
        game = games[number % len(games)]
        if game not in left:
            every = all_plantable(folders[game])
            drawn = random.Random(f"{asked.seed} {game}").sample(every, len(every))
            left[game] = drawn[: len(drawn) - asked.skip]
        if game not in usual:
            usual[game] = warnings_of(folders[game] / f"{game}.rules")[1]
        while left[game]:
            fault = left[game].pop()
            with contextlib.suppress(NoFault):
                first, also = found_by(folders[game], fault, usual[game], sound[game], asked.scenarios, asked.hunt_all)
                break
        else:
            continue
        count[first] += 1
        for row in (fault.sort, game):
            table.setdefault(row, Counter())[first] += 1
        hunted += also
        more = " (and the hunt)" if also and first != HUNT else ""
        print(f"{game}/{fault.file}:{fault.first + 1}: {fault.sort}: {first}{more}: {fault.source}")
        sys.stdout.flush()
    for row, found in sorted(table.items()):
        print(f"{row}: " + ", ".join(f"{found[by]} {by}" for by in (LOAD, SCENARIOS, HUNT, NONE)))
    print(
        f"{count.total()} faults: "
        + ", ".join(f"{count[by]} by {by}" for by in (LOAD, SCENARIOS, HUNT, NONE))
        + f"; the hunt found {hunted}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
