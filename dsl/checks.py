"""Checks of a bound rulebook that go beyond single words: what nobody can do, reach, prove or read.

Each check is a function of the bound rulebook; they run in order and add messages.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from dsl import core
from dsl import tree as t
from dsl.bind import Bound
from dsl.messages import did_you_mean
from dsl.modules import Rulebook
from dsl.places import NOWHERE, Place
from dsl.statements import walk


def run_checks(bound: Bound, rulebook: Rulebook) -> None:
    """Adds the messages of every check; needs a rulebook bound without errors."""
    for check in CHECKS:
        check(bound, rulebook)


def notes(node: Any, place: Place = NOWHERE) -> Iterator[tuple[str, Place]]:
    """Every margin note below a node, with the place of the line it stands on."""
    if isinstance(node, (list, tuple)):
        for item in node:
            yield from notes(item, place)
    elif is_dataclass(node) and not isinstance(node, (Place, t.Pair, t.Expr)):
        here: Place = getattr(node, "place", None) or place
        for clause in getattr(node, "clauses", None) or ():
            yield clause, here
        for part in fields(node):
            if part.name not in ("place", "clauses", "rules"):
                yield from notes(getattr(node, part.name, None), here)


def clauses(bound: Bound, rulebook: Rulebook) -> None:
    """Margin notes name clauses that exist; clauses have a rule and a scenario, or say why not."""
    known = {str(d.name): d for d in rulebook.decls if isinstance(d, t.Clause)}
    if not known:
        return
    carried: set[str] = set()
    for rule in rulebook.decls:
        if isinstance(rule, t.Clause):
            continue
        for clause, place in notes(rule):
            carried.add(clause)
            if clause not in known:
                bound.messages.add("C01", place, f"there is no clause ‘{clause}’", did_you_mean(clause, known))
    proved = {c for s in rulebook.scenarios for c, _ in notes(s)}
    for name, decl in known.items():
        if decl.waived is not None:
            if name in carried:
                bound.messages.warn("C04", decl.place, f"‘{name}’ is waived, and yet a rule carries it", "Keep one of the two.")
        elif name not in carried:
            bound.messages.warn("C02", decl.place, f"no rule carries ‘{name}’", "Put its number on a rule's line, or say why it is waived.")
        elif rulebook.scenarios and name not in proved:
            bound.messages.warn(
                "C03", decl.place, f"no scenario proves ‘{name}’", "Put its number on a scenario that fails without the rule."
            )


def titles(bound: Bound, rulebook: Rulebook) -> None:
    """What players read has a title in both languages."""
    shown = (t.Game, t.Option, t.Action, t.Table, t.Member)
    for decl in rulebook.decls:
        if isinstance(decl, shown) and not (decl.title and decl.title.en and decl.title.fr):
            if isinstance(decl, t.Member) and titled(bound, decl):
                continue
            name = str(getattr(decl, "name", ""))
            bound.messages.warn("T10", decl.place, f"‘{name}’ has no title in both languages", 'Write title en "..." fr "..." below it.')


def titled(bound: Bound, decl: t.Member) -> bool:
    for domain in bound.program.domains:
        if domain.name == str(decl.kind) and str(decl.name) in domain.rows:
            title = domain.titles[domain.rows.index(str(decl.name))]
            return bool(title.en and title.fr)
    return False


def offers(bound: Bound, rulebook: Rulebook) -> None:
    """Every action can be given, and every order is performed by some step."""
    asked = bound.binder.offers
    for action in bound.program.actions:
        place = bound.program.procedures[action.procedure].place
        if action.offer not in asked:
            bound.messages.add("A01", place, f"nobody can do ‘{action.name}’: nothing offers ‘{action.offer}’",
                               did_you_mean(action.offer, asked) or "Say ‘gives orders’ or ‘acts in’ in a step.")  # fmt: skip
        elif not action.at_once and action.name not in bound.binder.performed:
            bound.messages.add("A02", place, f"no step performs the orders of ‘{action.name}’",
                               f"Add a step ‘{action.name}’ to the agenda, or ‘insert’ it from here.")  # fmt: skip


def boards(bound: Bound, rulebook: Rulebook) -> None:
    """Cells that cannot be reached, or never left."""
    for domain in bound.program.domains:
        if domain.board is None or domain.place is None:
            continue
        for code, cells, said in (
            ("B03", domain.board.unreachable_cells(), "cannot be reached from the others"),
            ("B04", domain.board.one_way_traps(), "can be entered and never left"),
        ):
            if cells:
                shown = ", ".join(domain.board.label(c) for c in cells[:6]) + (" ..." if len(cells) > 6 else "")
                bound.messages.warn(code, domain.place, f"{len(cells)} cells {said}: {shown}", "Add a link or open the map.")


def hooks(bound: Bound, rulebook: Rulebook) -> None:
    """Hooks whose condition can never hold, whatever the options."""
    optional = {d.place for d in rulebook.decls if isinstance(d, t.Hook) and speaks_of(d.when, set(bound.binder.options))}
    for procedure in bound.program.procedures:
        for hook in (*procedure.before, *procedure.instead, *procedure.after, *procedure.rolled):
            if isinstance(hook.when, core.Const) and not hook.when.value and hook.place not in optional:
                bound.messages.warn("H01", hook.place, "this rule can never apply: its condition is never true")


def speaks_of(node: Any, words: set[str]) -> bool:
    if isinstance(node, t.Name):
        return str(node.word) in words
    if isinstance(node, (list, tuple)):
        return any(speaks_of(item, words) for item in node)
    return is_dataclass(node) and any(speaks_of(getattr(node, p.name, None), words) for p in fields(node) if p.name != "place")


def circles(bound: Bound, rulebook: Rulebook) -> None:
    """Events that lead back to themselves without saying how often."""
    calls: dict[int, list[tuple[int, Place]]] = {}
    for procedure in bound.program.procedures:
        if procedure.kind == "agenda":
            continue
        bodies = [procedure.body, *(h.body for h in (*procedure.before, *procedure.instead, *procedure.after))]
        calls[procedure.index] = [(s.procedure, s.place) for body in bodies for s in walk(body) if isinstance(s, core.Invoke)]
    for start in calls:
        path = circle(start, calls)
        if path and all(bound.program.procedures[i].depth <= 1 for i, _ in path):
            names = " → ".join(bound.program.procedures[i].name for i, _ in path)
            if start == min(i for i, _ in path):
                first = bound.program.procedures[start].name
                bound.messages.warn("X01", path[0][1], f"‘{first}’ can lead back to itself: {names} → {first}",
                                    f"Say how often: ‘event {first} ..., up to 10 times:’, or make sure it cannot.")  # fmt: skip


def circle(start: int, calls: dict[int, list[tuple[int, Place]]]) -> list[tuple[int, Place]]:
    """The shortest way from a procedure back to itself."""
    queue: list[list[tuple[int, Place]]] = [[(start, place)] for _, place in calls.get(start, [])[:1]]
    seen = {start}
    while queue:
        path = queue.pop(0)
        for target, place in calls.get(path[-1][0], []):
            if target == start:
                return path
            if target not in seen:
                seen.add(target)
                queue.append([*path, (target, place)])
    return []


def options(bound: Bound, rulebook: Rulebook) -> None:
    """Options that change nothing."""
    words: set[str] = set()

    def collect(node: Any) -> None:
        if isinstance(node, t.Name):
            words.add(str(node.word))
        if isinstance(node, t.Word):
            words.add(str(node))
        if isinstance(node, (list, tuple)):
            for item in node:
                collect(item)
        elif is_dataclass(node) and not isinstance(node, Place):
            for part in fields(node):
                if part.name != "place":
                    collect(getattr(node, part.name, None))

    for decl in rulebook.decls:
        if isinstance(decl, t.Option):
            collect(decl.type)
            collect(decl.default)
        else:
            collect(decl)
    for decl in rulebook.decls:
        if isinstance(decl, t.Option) and str(decl.name) not in words:
            bound.messages.warn("U01", decl.place, f"the option ‘{decl.name}’ changes nothing", "Use it in a rule, or remove it.")


CHECKS = (clauses, titles, offers, boards, hooks, circles, options)
