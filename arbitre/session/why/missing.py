"""What is missing where nothing there is can be given to an action."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arbitre.documents.model.scope import Known, Type
from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.core.walk import free_slots
from arbitre.interpreter.state.errors import RulebookError
from arbitre.session.why.asked import Asked
from arbitre.session.why.conditions import Wording, of_it
from arbitre.session.why.facts import plain
from arbitre.words.phrases import of

Values = Callable[[], Sequence[int]]


def nothing(wording: Wording, test: core.Expr, asked: Asked, name: str, domain: int, among: core.Expr | None = None) -> str:
    """That a condition holds of nothing a name of its rule could stand for (``among`` some); empty where that cannot be said."""
    found, kind = wording.node(test.place), wording.machine.program.domains[domain].name
    plural = next((many for many, one in wording.scopes.plurals.items() if one == kind), "") if wording.scopes is not None else ""
    if found is None or wording.conditions is None or not plural:
        return ""
    node, decl = found
    scope = wording.scope(decl, asked)
    scope.names[plural] = Known(Type("set", kind), "")
    source: t.Expr = t.Name(node.place, t.Word(plural, node.place))
    if among is not None:
        where = wording.node(among.place)
        source = where[0] if where is not None else source
        if not isinstance(source, (t.Dot, t.Apply, t.Where, t.Titled)):
            return ""
    return plain(wording.conditions.clause(t.Where(node.place, "any", source, of_it(node, name)), scope, True))


def required(wording: Wording, test: core.Expr, asked: Asked, name: str, domain: int) -> str:
    """What a condition asks of whatever a name of its rule could stand for; empty where that cannot be said."""
    found = wording.node(test.place)
    if found is None or wording.conditions is None or wording.scopes is None:
        return ""
    node, decl = found
    scope = wording.scope(decl, asked)
    wording.scopes.add(scope, name, Type("row", wording.machine.program.domains[domain].name))
    return plain(wording.conditions.clause(node, scope))


def unfit(wording: Wording, action: core.Action, asked: Asked, param: core.Param, title: str, values: Values) -> str:
    """That nothing can be given it, and what is asked of it: every condition that some of what there is fails."""
    tests = (test for test, _ in action.when if param.slot in free_slots(test))
    failed = (test for test in tests if any_fits(wording, core.Not(test.place, test), asked, param.slot, values))
    needed = [said for test in failed if (said := required(wording, test, asked, param.name, param.domain))]
    words = of(wording.lang)
    if not needed:
        return words.say("whynot.no_value", what=title)
    return words.say("whynot.no_value.needed", what=title, needed=words.say("semicolon").join(needed))


def any_fits(wording: Wording, test: core.Expr, asked: Asked, slot: int, values: Values) -> bool:
    """Does a condition hold, as far as is known, of any of these?"""
    given = asked.slots[slot]
    try:
        for value in values():
            asked.slots[slot] = value
            if wording.held(test, asked) is not False:
                return True
    except RulebookError:
        return True
    finally:
        asked.slots[slot] = given
    return False
