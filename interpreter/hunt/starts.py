"""Where trials begin: what scenarios give and do, as they stand or with pieces put elsewhere."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

from arbitre.dsl import tree as t
from arbitre.dsl.core import NONE, Compare, Domain, Read
from arbitre.dsl.core.walk import nodes
from arbitre.dsl.lint.doings import asked_by, columns_in
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.hunt.case import Case, acts, values_of
from arbitre.interpreter.hunt.spots import Spots

_NOTE = re.compile(r"\s*(\[[^\]]*\])?\s*(#.*)?$")
_ROW = re.compile(r"given (\w+) (\w+):\s*(.*)$")
_ONE = re.compile(r"given (\w+)\.(\w+) = (.*)$")
SPOTS: WeakKeyDictionary[Machine, dict[int, Spots]] = WeakKeyDictionary()
UNDER_WAY = 0.4  # how often a mutated start is one of a match that has gone on for a while
COUNTS: WeakKeyDictionary[Machine, list[str]] = WeakKeyDictionary()
KEPT = ("option ", "start from ", "given ", "let ", "do ", "play")


@dataclass(frozen=True, slots=True)
class Start:
    """Where trials begin, by name."""

    name: str
    case: Case  # as far as the first thing that is done
    whole: Case  # to its end, for whoever answers as it does
    scenario: t.Scenario


def starts_of(rulebook: Rulebook) -> list[Start]:
    """What each scenario gives and does, without its answers, its dice and what it expects."""
    texts = {file.path: file.text.split("\n") for file in rulebook.files}
    out, known = [], set()
    for scenario in rulebook.scenarios:
        whole = case_of(scenario, texts.get(scenario.place.file, []))
        case = first_of(whole)
        if any(acts(line) for line in case.lines) and whole not in known:
            known.add(whole)
            out.append(Start(scenario.name, case, whole, scenario))
    return out


def case_of(scenario: t.Scenario, text: list[str]) -> Case:
    """The lines of a scenario in which something is given or done."""
    head: list[str] = []
    lines: list[str] = []
    for said in lines_below(text, scenario.place.line):
        if said.startswith("measure "):
            return Case((), ())
        if said.startswith(KEPT):
            (head if said.startswith(KEPT[:2]) else lines).append(said)
    return Case(tuple(head), tuple(lines))


def first_of(case: Case) -> Case:
    """The same as far as the first thing that is done, where what is done next goes by how that was answered."""
    done = [n for n, line in enumerate(case.lines) if acts(line)]
    later = any(not case.lines[n].startswith("play") for n in done[1:])
    return replace(case, lines=case.lines[: done[0] + 1]) if later else case


def lines_below(text: list[str], head: int) -> list[str]:
    """The lines of the block below a line, those that go on in brackets made one."""
    out: list[str] = []
    depth = 0
    for line in text[head:]:
        if line.strip() and not line.startswith(" "):
            break
        said = _NOTE.sub("", line).strip()
        if not said:
            continue
        if depth > 0:
            out[-1] += f" {said}"
        else:
            out.append(said)
        depth += said.count("(") - said.count(")")
    return out


def by_the_rules(case: Case, machine: Machine) -> bool:
    """Does it go on as sides play: by agendas and actions?  An event that is carried out by itself expects what leads up to it."""
    names = [line.split()[1] for line in case.lines if line.startswith("do ")]
    kinds = {p.name: p.kind for p in machine.program.procedures}
    return all(kinds.get(name) in ("agenda", "action") for name in names)


def mutated(case: Case, machine: Machine, rng: random.Random) -> Case:
    """The same with one to three pieces elsewhere, of another sort, or left out; before a setup nothing can be."""
    setup = machine.program.setup
    if setup != NONE and f"do {machine.program.procedures[setup].name}" in case.lines:
        return case
    lines = list(case.lines)
    first = next((n for n, line in enumerate(lines) if acts(line)), len(lines))
    for _ in range(rng.choice((1, 1, 2, 3))):
        given = [n for n in range(first) if lines[n].startswith("given ")]
        if not given:
            break
        at = rng.choice(given)
        lines[at] = changed(lines[at], machine, rng)
    counts = counted(machine)
    if counts and rng.random() < UNDER_WAY:
        name, rows = rng.choice(counts), machine.program.domains[machine.program.seats].rows
        begun = [f"given {row}.{name} = " for row in rows]
        lines[:0] = [f"{line}1" for line in begun if not any(said.startswith(line) for said in lines)]
    return replace(case, lines=tuple(lines))


def counted(machine: Machine) -> list[str]:
    """The counts of sides that laws look at: a match in which one of them is more than none has gone on for a while.

    Laws of a match under way ask such counts, so that they do not hold scenarios to what these leave out.
    """
    if machine not in COUNTS:
        program = machine.program
        asked = asked_by(program)
        looked = set().union(*(columns_in(law.test, asked) for law in program.always)) if program.always else set()
        for part in (part for law in program.always for part in nodes(law.test)):  # what tells sides apart is no such count
            match part:
                case Compare(left=Read(field=one), right=Read(field=other)) if one == other:
                    looked.discard(one)
        own = [f for f in program.fields if f.domain == program.seats and f.index in looked]
        COUNTS[machine] = [f.name for f in own if f.target == NONE and f.low == 0 and f.high > 1]
    return COUNTS[machine]


def changed(line: str, machine: Machine, rng: random.Random) -> str:
    """A line that gives something, with another place or member in it."""
    program = machine.program
    row = _ROW.match(line)
    if row is not None:
        kind = next((d for d in program.domains if d.name == row[1]), None)
        parts = values_of(row[3])
        at = rng.randrange(len(parts)) if parts else 0
        name, _, value = parts[at].partition(" ") if parts else ("", "", "")
        other = another(machine, kind, name, value, rng)
        if other:
            parts[at] = f"{name} {other}"
        return f"given {row[1]} {row[2]}: {', '.join(parts)}"
    one = _ONE.match(line)
    if one is not None:
        other = another(machine, None, one[2], one[3], rng)
        if other:
            return f"given {one[1]}.{one[2]} = {other}"
    return line


def spots_of(machine: Machine, domain: Domain) -> Spots:
    """The rare cells of a board; they are found out once."""
    known = SPOTS.setdefault(machine, {})
    if domain.index not in known:
        known[domain.index] = Spots(machine.program, domain)
    return known[domain.index]


def another(machine: Machine, kind: Domain | None, name: str, value: str, rng: random.Random) -> str:
    """Another value that a field may have, if it holds places or members; else nothing."""
    program = machine.program
    columns = [f for f in program.fields if f.name == name and f.values is None and kind is not None and f.domain == kind.index]
    if kind is None:
        columns = [f for f in program.fields if f.name == name and f.values is None]
    if len({f.target for f in columns}) != 1 or columns[0].target == NONE or columns[0].is_set:
        return ""
    target = program.domains[columns[0].target]
    if target.seat or target.dynamic or target.name == "direction" or value == "none":
        return ""
    row = rng.randrange(target.size)
    if target.board is not None and (near := spots_of(machine, target).near(rng)):
        row = rng.choice(sorted(near))
    key = machine.row_key(target.index, row)
    return key if key != value else ""
