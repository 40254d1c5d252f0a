"""Files that do not know each other: what two of them say that can hold together, found before a match does.

Each file of a game is written beside the others; an extension is not.  So whatever an extension says is laid beside what any other file
says of the same thing: two rules ``instead of`` one event, two lines ``is`` of one value.  Where :mod:`arbitre.dsl.lint.disjoint` cannot
tell that they never hold together, both places are shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lint.disjoint import Prover
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.modules.rulebook import Rulebook

Hooks = list[core.Hook]
MEND = "Narrow one of them with ‘when’, or use ‘+’ or ‘-’ instead of ‘is’; what is added comes on top: set a floor if necessary."


def clashes(bound: Bound, rulebook: Rulebook) -> None:
    """Warns of what an extension says that can hold together with what another file says of the same thing."""
    if not rulebook.added:
        return
    prover = Prover(bound.program)
    instead(bound, rulebook, prover)
    overrides(bound, rulebook, prover)
    replaced(bound, rulebook)


def instead(bound: Bound, rulebook: Rulebook, prover: Prover) -> None:
    """Rules of extensions that stand instead of what another rule stands for too: one message a rule, with all it meets."""
    met: dict[Place, tuple[str, Hooks]] = {}
    for name, hooks, guard in hooked(bound.program):
        for pair in combinations(hooks, 2):
            one, two = in_order(pair, rulebook)
            if two.place.file not in rulebook.added or one.name in two.over or two.name in one.over:
                continue
            if not prover.apart([*conditions(pair, prover), *guard]):
                met.setdefault(two.place, (name, []))[1].append(one)
    for place, (name, others) in met.items():
        places = [(other, "also" if number else "the other") for number, other in enumerate(dict.fromkeys(o.place for o in others))]
        bound.messages.add(
            "H03",
            place,
            phrase("another rule also replaces ‘{0}’, and both can apply at once: the match would stop", name),
            phrase("Narrow one of them with ‘when’, or settle it with ‘over {0}’.", others[0].name),
            places[:3],
        )


def hooked(program: core.Program) -> Iterator[tuple[str, Hooks, list[core.Expr]]]:
    """What rules stand instead of: its name, those rules, and what must hold before any is asked."""
    for procedure in program.procedures:
        yield procedure.name, procedure.instead, [procedure.when] if procedure.when is not None else []
        for step in procedure.steps:
            yield f"{procedure.name}.{step.name}", step.instead, []


def in_order(pair: tuple[core.Hook, core.Hook], rulebook: Rulebook) -> tuple[core.Hook, core.Hook]:
    """The one of an extension last: there it can be mended."""
    one, two = pair
    return (two, one) if one.place.file in rulebook.added and two.place.file not in rulebook.added else (one, two)


def conditions(pair: tuple[core.Hook, core.Hook], prover: Prover) -> list[core.Expr]:
    """When both fit, in the slots of what they are hooked to."""
    out = []
    for hook in pair:
        if hook.when is not None:
            names: dict[int, core.Expr] = {inner: core.Local(hook.place, outer) for outer, inner in hook.params}
            out.append(prover.renamed(hook.when, names))
    return out


def overrides(bound: Bound, rulebook: Rulebook, prover: Prover) -> None:
    """Lines ``is`` of two files that may both hold, and differ."""
    for function in bound.program.functions:
        settled = settled_in(function.body)
        if settled is None:
            continue
        files = [lines_of(test, value, prover) for test, value in zip(settled.tests, settled.values, strict=True)]
        for pair in combinations(files, 2):
            for one, two in product(*pair):
                if one.place.file in rulebook.added and two.place.file not in rulebook.added:
                    one, two = two, one
                if two.place.file not in rulebook.added or one.value == two.value or prover.apart([*one.tests, *two.tests]):
                    continue
                text = phrase("two files say what ‘{0}’ is, and both lines can apply at once: the match would stop", function.name)
                bound.messages.add("H04", two.place, text, MEND,
                                   [(one.place, "the other")])  # fmt: skip


@dataclass(frozen=True, slots=True)
class Line:
    """A line ``is``: what must hold for it to decide, and what it makes of the value."""

    place: Place
    tests: tuple[core.Expr, ...]
    value: core.Expr


def lines_of(test: core.Expr, value: core.Expr, prover: Prover) -> list[Line]:
    """The lines of one file, the last first: each decides where none below it does."""
    tests = test.items if isinstance(test, core.Or) and isinstance(value, core.Choice) and value.test is test.items[-1] else (test,)
    below: list[core.Expr] = []
    out = []
    for holds in reversed(tests):
        said = value.then if isinstance(value, core.Choice) and value.test is holds else value
        own = prover.renamed(holds, {})
        out.append(Line(holds.place, (own, *(core.Not(holds.place, later) for later in below)), prover.renamed(said, {})))
        below.append(own)
        value = value.other if isinstance(value, core.Choice) else value
    return out


def settled_in(body: core.Expr) -> core.Settled | None:
    """The place in a value where lines of several files meet: beneath what is added to them, and their bounds."""
    open_ = [body]
    while open_:
        node = open_.pop()
        if isinstance(node, core.Settled):
            return node
        if isinstance(node, (core.Arith, core.SetOp)):
            open_ += [node.left, node.right]
        elif isinstance(node, core.Choice):
            open_ += [node.then, node.other]
    return None


def replaced(bound: Bound, rulebook: Rulebook) -> None:
    """A value that one extension writes anew, while another says what the old one is at times."""
    new = {id(decl.decl) for file in rulebook.files if file.path in rulebook.added for decl in file.decls if isinstance(decl, t.Replace)}
    for entries in bound.symbols.entries.values():
        for entry in entries:
            if id(entry.decl) not in new:
                continue
            for adjust in entry.adjusts:
                here = adjust.place.file
                lines = [line for line in adjust.modifiers if line.form == "override"]
                if lines and here in rulebook.added and here != entry.decl.place.file:
                    bound.messages.add(
                        "H04",
                        lines[0].place,
                        phrase("‘{0}’ is replaced by another file; where this line applies, it takes precedence", entry.name),
                        "Make sure that both are meant: the line was written for the old value.",
                        [(entry.decl.place, "replaced here")],
                    )
