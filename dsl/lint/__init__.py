"""Checks of a bound rulebook that go beyond single words: what nobody can do, reach, prove or read.

Each check is a function of the bound rulebook; they run in order and add messages.
"""

from __future__ import annotations

from arbitre.dsl.cache.frozen import unhurried
from arbitre.dsl.lint.chapters import chapters
from arbitre.dsl.lint.clashes import clashes
from arbitre.dsl.lint.clauses import clauses
from arbitre.dsl.lint.flow.findings import flow
from arbitre.dsl.lint.maps import elsewhere, order, parts, stepless
from arbitre.dsl.lint.meant.acts import acts
from arbitre.dsl.lint.meant.again import again
from arbitre.dsl.lint.meant.campaign import campaign
from arbitre.dsl.lint.meant.endings import endings
from arbitre.dsl.lint.meant.exactly import exactly
from arbitre.dsl.lint.meant.forms import forms
from arbitre.dsl.lint.meant.gone import gone
from arbitre.dsl.lint.meant.limits import limits
from arbitre.dsl.lint.meant.lost_orders import waiting
from arbitre.dsl.lint.meant.moments import moments
from arbitre.dsl.lint.meant.never import beyond, never, never_none
from arbitre.dsl.lint.meant.rolls import rolls
from arbitre.dsl.lint.meant.seats import seats
from arbitre.dsl.lint.meant.twice import twice
from arbitre.dsl.lint.nothing.findings import nothing
from arbitre.dsl.lint.reach import boards, hooks, names_only, options, overs, uncalled, unread
from arbitre.dsl.lint.recursion import circles, endless, neighbours
from arbitre.dsl.lint.secrets import secrets
from arbitre.dsl.lint.sheets import sheets
from arbitre.dsl.lint.texts import numbers, predicates, questions, scenario_titles, texts, titles
from arbitre.dsl.lint.told import told
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.modules.rulebook import Rulebook

CHECKS = (
    clauses,
    chapters,
    sheets,
    titles,
    scenario_titles,
    texts,
    numbers,
    predicates,
    questions,
    boards,
    parts,
    elsewhere,
    order,
    stepless,
    hooks,
    overs,
    clashes,
    moments,
    circles,
    neighbours,
    endless,
    nothing,
    exactly,
    never,
    never_none,
    beyond,
    endings,
    seats,
    rolls,
    waiting,
    limits,
    twice,
    again,
    gone,
    forms,
    acts,
    campaign,
    options,
    unread,
    uncalled,
    names_only,
    secrets,
    flow,
    told,
)


def run_checks(bound: Bound, rulebook: Rulebook) -> None:
    """Adds the messages of every check; needs a rulebook bound without errors."""
    with unhurried():
        for check in CHECKS:
            check(bound, rulebook)
    bound.messages.sort()
