"""Some forms of an action and not the others (M06): ``is hop or is leap`` where there is a third form.

Who asks for an action means all its forms; who lists several of them by name, and leaves one out, has likely forgotten it.
"""

from __future__ import annotations

from collections.abc import Iterator

from arbitre.dsl import core
from arbitre.dsl.core.walk import nodes
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lint.doings import parts_of
from arbitre.dsl.lint.own import concerns
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.modules.rulebook import Rulebook

MEND = "‘is {0}’ means all its forms; ‘is exactly {0}’ the action alone."
Asked = dict[core.Expr, list[tuple[int, Place]]]


def forms(bound: Bound, rulebook: Rulebook) -> None:
    """Warns of alternatives that name two forms of an action or more, and neither all of them nor the action itself."""
    program = bound.program
    families: dict[int, set[int]] = {}
    for action in program.actions:
        if action.form_of >= 0:
            families.setdefault(action.form_of, set()).add(action.index)
    if not families:
        return
    for group in alternatives(program):
        for named in group.values():
            for general, members in families.items():
                asked = {action for action, _ in named}
                left_out = members - asked
                if general in asked or len(asked & members) < 2 or not left_out:
                    continue
                place = next(place for action, place in reversed(named) if action in members)
                if concerns(place, rulebook):
                    missing = ", ".join(sorted(program.actions[action].name for action in left_out))
                    said = phrase("‘{0}’ is also a form of ‘{1}’, and is left out", missing, program.actions[general].name)
                    bound.messages.add("M06", place, said, phrase(MEND, program.actions[general].name))


def alternatives(program: core.Program) -> Iterator[Asked]:
    """The actions that each ``or`` asks one value for, with where it does."""
    domain = next((index for index, kind in enumerate(program.domains) if kind.name == "action"), -1)
    for part, _ in parts_of(program):
        for node in nodes(part):
            if not isinstance(node, core.Or):
                continue
            out: Asked = {}
            for test in node.items:
                if (
                    isinstance(test, core.Compare)
                    and test.op == "=="
                    and isinstance(test.right, core.Const)
                    and isinstance(test.left, core.Read)
                ):
                    if program.fields[test.left.field].target == domain:
                        out.setdefault(test.left, []).append((test.right.value, test.place))
            yield out
