"""Orders that are made to wait again and that no later step performs (O01): what was put off is lost."""

from __future__ import annotations

from collections.abc import Iterable

from arbitre.dsl import core
from arbitre.dsl.core.walk import bodies_of, nodes, statements_of
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lint.doings import called, within
from arbitre.dsl.lint.own import concerns
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.modules.rulebook import Rulebook

WAITING = 0  # the state of an order that is still to be performed
SAID = "orders are set back to waiting here, and no step performs {0} from here on: they are lost"
MEND = "Perform them too, ‘perform {0} of x’, or exclude them: ‘for each order in orders where ... and action is not {0}’."


def waiting(bound: Bound, rulebook: Rulebook) -> None:
    """Warns of lines that let orders wait anew whose action is performed before them only."""
    program = bound.program
    if program.orders is None:
        return
    for rule in program.procedures:
        for body in bodies_of(rule):
            for stmt, around in within(body):
                again = isinstance(stmt, core.Cancel) and isinstance(stmt.state, core.Const) and stmt.state.value == WAITING
                if not again or not concerns(stmt.place, rulebook):
                    continue
                later = performed_from(program, rule.index)
                lost = [] if later is None else [a for a in reopened(program, around) if a.index not in later]
                if lost:
                    names = ", ".join(f"‘{action.name}’" for action in lost)
                    places = [(program.procedures[action.procedure].place, "this one") for action in lost[:3]]
                    bound.messages.add("O01", stmt.place, phrase(SAID, names), phrase(MEND, lost[0].name), places)


def reopened(program: core.Program, around: tuple[core.Expr, ...]) -> list[core.Action]:
    """The actions whose orders are meant, by what is asked of the order: whose it is, which action it is."""
    table = program.orders
    assert table is not None
    found = list(nodes(list(around)))
    columns = {column: kind for kind, column in table.actors.items()}
    kinds = {columns[n.field] for n in found if isinstance(n, core.Read) and n.field in columns}
    only: set[int] = set()
    never: set[int] = set()
    for test in found:
        if isinstance(test, core.Compare) and isinstance(test.left, core.Read) and test.left.field == table.action:
            if isinstance(test.right, core.Const):
                (only if test.op == "==" else never).add(test.right.value)
    actions = [a for a in program.actions if not a.at_once and a.index not in never and (not only or a.index in only)]
    return [a for a in actions if not kinds or program.procedures[a.procedure].params[a.actor].domain in kinds]


def performed_from(program: core.Program, rule: int) -> set[int] | None:
    """The actions performed in the step that carries out a rule, or in a later one; None where no agenda does."""
    inner = [p for p in program.procedures if p.kind == "agenda"]
    out: set[int] = set()
    found = False
    for agenda in inner:
        for number, step in enumerate(agenda.steps):
            if rule == agenda.index or rule in reached(program, [step.body], False):
                found = True
                out |= performs(program, [later.body for later in agenda.steps[number:]])
                break
            if rule in reached(program, [step.body], True):  # in an agenda that the step runs: its own later steps are gone through above
                out |= performs(program, [later.body for later in agenda.steps[number + 1 :]])
                break
    return out if found else None


def performs(program: core.Program, bodies: list[tuple[core.Stmt, ...]]) -> set[int]:
    """The actions whose orders these blocks perform, or what they call."""
    rules = reached(program, bodies, True)
    bodies = [*bodies, *(body for index in rules for body in bodies_of(program.procedures[index]))]
    return {s.action for body in bodies for s in statements_of(body) if isinstance(s, core.Perform)}


def reached(program: core.Program, bodies: Iterable[tuple[core.Stmt, ...]], agendas: bool) -> set[int]:
    """The rules that blocks come to; with those of agendas they run, or without."""
    seen: set[int] = set()
    open_ = list(bodies)
    while open_:
        for s in statements_of(open_.pop()):
            for index in called(s, program):
                if index not in seen and (agendas or program.procedures[index].kind != "agenda"):
                    seen.add(index)
                    open_ += bodies_of(program.procedures[index])
    return seen
