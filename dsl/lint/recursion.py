"""Events that lead back to themselves (X01), and values of cells that call themselves for every neighbour (X02)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from arbitre.dsl import core
from arbitre.dsl.core.walk import hooks_of, nodes, statements_of, unconditional
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lint.own import concerns, is_own_file
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.modules.rulebook import Rulebook

Way = tuple[int, Place]  # what is called, and the line that calls it


def circles(bound: Bound, rulebook: Rulebook) -> None:
    """What can come back to itself without saying how often."""
    procedures = bound.program.procedures
    owned = cache(lambda file: is_own_file(file, rulebook))  # it asks the disk
    for circle in circles_in(bound.program, lambda place: owned(place.file)):
        first = procedures[circle.members[0]]
        names = " → ".join([first.name, *(procedures[index].name for index, _ in circle.way)])
        if (hook := hook_around(procedures[circle.members[0]], circle.place)) is not None and not owned(first.place.file):
            head = head_of(hook, rulebook, first)
            bound.messages.add("X01", circle.place, phrase("‘{0}’ can lead back to itself: {1}", first.name, names),
                               phrase("Then the match stops. Say in the head of this rule how often at most: ‘{0}’.", head))  # fmt: skip
            continue
        members = [f"‘{procedures[index].name}’" for index in circle.members]
        each = phrase("Say of each of {0} and {1} how often", ", ".join(members[:-1]), members[-1]) if len(members) > 1 else "Say how often"
        bound.messages.add(
            "X01",
            circle.place,
            phrase("‘{0}’ can lead back to itself: {1}", first.name, names),
            phrase(
                "Then the match stops. {0} at most: ‘{1} {2} ..., up to 10 times:’. "
                "Or break the cycle: let what this line does happen later.",
                each,
                first.kind,
                first.name,
            ),
        )


def hook_around(procedure: core.Procedure, place: Place) -> core.Hook | None:
    """The hook of a procedure in which a line stands, if it is one."""
    return next((hook for hook in hooks_of(procedure) if any(s.place == place for s in statements_of(hook.body))), None)


def head_of(hook: core.Hook, rulebook: Rulebook, beside: core.Procedure) -> str:
    """The head of a hook as it is written, with how often it may lead back."""
    lines = rulebook.sources.get(hook.place.file, "").split("\n")
    line = lines[hook.place.line - 1].strip() if 0 < hook.place.line <= len(lines) else f"after {beside.name}:"
    head = re.match(r"(?:before|after|instead +of)(?: +(?!when\b|over\b)[\w.]+)+", line)
    if head is None:
        return f"after {beside.name}, up to 10 times:"
    test = re.match(r" +when [^:]*", line[head.end() :])
    return f"{head[0]}, up to 10 times{test[0] if test else ''}:"


ASKS_BACK = "‘{0}’ asks the same of every neighbour, and each neighbour asks it back: unless one is found, this never ends"
ASKS_BACK_MEND = "Ask for all cells that can be reached instead: ‘reach({0}, 99, blocked)’, where ‘blocked’ are the cells not to cross."


def neighbours(bound: Bound, rulebook: Rulebook) -> None:
    """Warns of a value of a cell that asks the same of the cell's neighbours."""
    for function in bound.program.functions:
        for search, cell in asking_back(function):
            if concerns(search.place, rulebook):
                bound.messages.add("X02", search.place, phrase(ASKS_BACK, function.name), phrase(ASKS_BACK_MEND, cell.name))


ASKS_ITSELF = "‘{0}’ asks for itself whatever is the case, and so for ever"
ASKS_ITSELF_MEND = "Say when it does not: a condition behind that line, ‘... when C’, or ‘(1 if C otherwise 1 + {0}(...))’."


def endless(bound: Bound, rulebook: Rulebook) -> None:
    """Warns of a value that asks for itself without any condition."""
    functions = bound.program.functions
    for function in functions:
        call = asked_at_once(function.body, function.index, functions, set())
        if call is not None and concerns(call.place, rulebook):
            bound.messages.add("X02", call.place, phrase(ASKS_ITSELF, function.name), phrase(ASKS_ITSELF_MEND, function.name))


def asked_at_once(expr: core.Expr, index: int, functions: Sequence[core.Function], seen: set[int]) -> core.Expr | None:
    """Where an expression is sure to lead to a value, be it through others or in either case of a choice."""
    for part in unconditional(expr):
        if isinstance(part, core.Choice):
            then, other = (asked_at_once(case, index, functions, set(seen)) for case in (part.then, part.other))
            if then is not None and other is not None:
                return then
        elif isinstance(part, core.Apply) and not isinstance(part, core.Partial):
            if part.function == index:
                return part
            if part.function not in seen:
                seen.add(part.function)
                if asked_at_once(functions[part.function].body, index, functions, seen) is not None:
                    return part
    return None


def asking_back(function: core.Function) -> Iterator[tuple[core.Query, core.Param]]:
    """Searches among the neighbours of a parameter that ask the same value of each of them, all else being equal."""
    for search in nodes(function.body):
        if isinstance(search, core.Query) and isinstance(search.source, core.Ask) and search.source.query == "neighbours":
            (cell,) = search.source.args
            if isinstance(cell, core.Local) and cell.slot < len(function.params):
                same = [search.slot if number == cell.slot else number for number in range(len(function.params))]
                calls = (one for one in nodes([search.where, search.value]) if isinstance(one, core.Apply))
                if any(one.function == function.index and slots(one) == same for one in calls):
                    yield search, function.params[cell.slot]


def slots(call: core.Apply) -> list[int | None]:
    """Where the arguments of a call stand, as far as they are local names."""
    return [arg.slot if isinstance(arg, core.Local) else None for arg in call.args]


@dataclass(slots=True)
class Circle:
    """Procedures that say nothing about beginning again, one way back to the first of them, and the line that closes it."""

    members: list[int]
    way: list[Way]
    place: Place


def ways_of(program: core.Program) -> dict[int, list[Way]]:
    """What each event, test, table and action may call, by itself or by what stands before, after and instead of it."""
    out: dict[int, list[Way]] = {}
    for p in program.procedures:
        if p.kind == "agenda":  # agendas do not begin within a call
            continue
        hooks = [h for h in (*p.before, *p.instead, *p.after, *p.rolled) if not never(h)]
        out[p.index] = [way for body in (p.body, *(h.body for h in hooks)) for s in statements_of(body) for way in called(s, program)]
    return out


def never(hook: core.Hook) -> bool:
    """Is its condition known to be false?"""
    return isinstance(hook.when, core.Const) and not hook.when.value


def called(s: core.Stmt, program: core.Program) -> Iterable[Way]:
    """What one statement may call."""
    match s:
        case core.Invoke():
            yield s.procedure, s.place
        case core.Act() | core.GiveOrders():
            yield from ((a.procedure, s.place) for a in program.actions if a.at_once and a.offer == s.offer)
        case core.Perform():
            yield program.actions[s.action].procedure, s.place


def way_back(start: int, ways: dict[int, list[Way]]) -> list[Way]:
    """The shortest way from a procedure back to itself; of equal ones the first, where the author's own lines come first."""
    came: dict[int, tuple[int, Place]] = {}
    row = [start]
    while row:
        following: list[int] = []
        for at in row:
            for target, place in ways.get(at, ()):
                if target == start:
                    return [*traced(start, at, came), (start, place)]
                if target not in came:
                    came[target] = (at, place)
                    following.append(target)
        row = following
    return []


def traced(start: int, end: int, came: dict[int, tuple[int, Place]]) -> list[Way]:
    """The way that a search came, put forwards."""
    out: list[Way] = []
    while end != start:
        before, place = came[end]
        out.append((end, place))
        end = before
    return out[::-1]


def circles_in(program: core.Program, own: Callable[[Place], bool]) -> list[Circle]:
    """Circles some members of which do not say how often they may begin again; each of these is told once.

    ``own``: does a line stand in what is checked?  A circle that owes nothing to it is left to the check of whoever wrote it.
    """
    ways = {index: sorted(found, key=lambda way: not own(way[1])) for index, found in ways_of(program).items()}
    procedures = program.procedures
    told: set[int] = set()
    out: list[Circle] = []
    for index in ways:
        if procedures[index].depth > 1 or index in told:
            continue
        way = way_back(index, ways)
        mine = [place for _, place in way if own(place)]
        if way and (mine or own(procedures[index].place)):
            members = [index, *(i for i, _ in way if i != index and procedures[i].depth <= 1 and i not in told)]
            told.update(members)
            out.append(Circle(members, way, mine[-1] if mine else way[-1][1]))
    return out
