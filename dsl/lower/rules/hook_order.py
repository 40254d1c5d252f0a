"""The order of hooks that join one moment: that of the files, but where a line says which comes first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from arbitre.dsl import core
from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.diagnostics.said import phrase


def moments_of(p: core.Procedure) -> Iterator[list[core.Hook]]:
    """The hooks that run one after the other: of the rule, of its dice, of each of its steps."""
    yield from (p.before, p.after, p.rolled)
    for step in p.steps:
        yield from (step.before, step.after)


def order_hooks(procedures: list[core.Procedure], messages: Messages) -> None:
    """Puts the hooks of every moment in their order; lines that contradict each other are an error."""
    for p in procedures:
        for hooks in moments_of(p):
            if any(hook.orders for hook in hooks):
                hooks[:] = ordered(hooks, messages)


def ordered(hooks: list[core.Hook], messages: Messages) -> list[core.Hook]:
    """Each time the first in the order of the files that nothing has to come before."""
    pairs = before_each_other(hooks)
    left, out = list(range(len(hooks))), []
    while left:
        free = [n for n in left if not any((other, n) in pairs for other in left)]
        if not free:
            one, two = next((a, b) for a in left for b in left if (a, b) in pairs and (b, a) in closed(pairs, left))
            place = next(place for hook in (hooks[one], hooks[two]) for _, _, place in hook.orders)
            text = phrase("‘{0}’ cannot come before ‘{1}’: other lines say the opposite", hooks[one].name, hooks[two].name)
            here = phrase("‘{0}’ is here", hooks[two].name)
            messages.add("N09", place, text, "Remove the line that is wrong.", [(hooks[two].place, here)])
            return hooks
        out.append(hooks[free[0]])
        left.remove(free[0])
    return out


def before_each_other(hooks: list[core.Hook]) -> set[tuple[int, int]]:
    """The pairs of hooks of one moment of which the first comes first, by their positions: as lines say, and as one file writes them."""
    pairs = set()
    for n, hook in enumerate(hooks):
        for before, name, _ in hook.orders:
            pairs |= {(n, m) if before else (m, n) for m, other in enumerate(hooks) if other.name == name and m != n}
    said = closed(pairs, list(range(len(hooks))))
    alike = combinations(range(len(hooks)), 2)
    return pairs | {(a, b) for a, b in alike if hooks[a].place.file == hooks[b].place.file and (b, a) not in said}


def closed(pairs: set[tuple[int, int]], among: list[int]) -> set[tuple[int, int]]:
    """The same with what follows from two of them."""
    out = set(pairs)
    for middle in among:
        for first in among:
            for last in among:
                if (first, middle) in out and (middle, last) in out:
                    out.add((first, last))
    return out
