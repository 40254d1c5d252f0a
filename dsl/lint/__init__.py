"""Checks of a bound rulebook that go beyond single words: what nobody can do, reach, prove or read.

Each check is a function of the bound rulebook; they run in order and add messages.
"""

from __future__ import annotations

from dsl.cache.frozen import unhurried
from dsl.lint.chapters import chapters
from dsl.lint.clashes import clashes
from dsl.lint.clauses import clauses
from dsl.lint.flow.findings import flow
from dsl.lint.maps import elsewhere, parts
from dsl.lint.nothing.findings import nothing
from dsl.lint.reach import boards, hooks, offers, options, overs, unread
from dsl.lint.recursion import circles
from dsl.lint.secrets import secrets
from dsl.lint.texts import predicates, scenario_titles, texts, titles
from dsl.lint.told import told
from dsl.lower.program import Bound
from dsl.modules.rulebook import Rulebook

CHECKS = (
    clauses,
    chapters,
    titles,
    scenario_titles,
    texts,
    predicates,
    offers,
    boards,
    parts,
    elsewhere,
    hooks,
    overs,
    clashes,
    circles,
    nothing,
    options,
    unread,
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
