"""What a value, or that something happens at all, may depend on: sets of secrets, each with those who may know it.

A *secret* is a tuple: its sort, what it is, and an audience.  ``field`` a field that not all see; ``row`` which row it is, of a kind that
not all recognise; ``choice`` what was chosen in secret; ``orders`` what was ordered; ``dice`` what fell, where a rule says who sees it;
``told`` what a side was told.

While one rule is looked at by itself, what it is given is not known: ``("given", rule, slot)`` stands for whatever that slot depends on,
``("because", rule)`` for whatever it depends on that the rule is carried out, ``("thrown", rule)`` for dice that only some see because of
who sees the rule, ``("moved",)`` for the order of steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from arbitre.dsl.lint.flow.terms import Audience, Term, of_audience, without

DONE = "done"  # of what was ordered: what is done at once while orders are given
Secret = tuple[Any, ...]
Label = frozenset[Secret]
PLAIN: Label = frozenset()
MOVED: Secret = ("moved",)
OPEN = frozenset(["given", "because", "thrown", "moved"])  # what stands for secrets that callers bring


def is_open(secret: Secret) -> bool:
    """Does it stand for what callers bring?"""
    return secret[0] in OPEN


def base(secret: Secret) -> Secret:
    """Which secret it is, whoever may know it."""
    return secret[:2]


def in_order(label: Iterable[Secret]) -> list[Secret]:
    """Always the same way, so that the same is told of the same rulebook."""
    return sorted(label, key=lambda s: (repr(s[:2]), len(s)) if is_open(s) else (repr(s[:2]), len(s), *sorted(map(repr, s[2]))))


def with_terms(label: Label, change: Callable[[Term], Term | None]) -> Label:
    """A label seen from another frame."""
    if not label:
        return label
    return frozenset(s if is_open(s) or not s[2] else (s[0], s[1], of_audience(s[2], change)) for s in label)


def forgetting(label: Label, part: Callable[[Term], bool]) -> Label:
    """A label whose audiences no longer name anybody by what passes."""
    if not label:
        return label
    return frozenset(s if is_open(s) or not s[2] else (s[0], s[1], without(s[2], part)) for s in label)


def secret(sort: str, what: object, audience: Audience) -> Label:
    """A label of one secret; none where everyone may know it."""
    return PLAIN if any(item[0] == "e" for item in audience) else frozenset([(sort, what, audience)])
