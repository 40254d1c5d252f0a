"""Questions of which it tells a secret that they are asked: those that ‘check’ warns of (V05), and those of which only the
name is to stay secret."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.lint.flow.analysis import FlowAnalysis
from arbitre.dsl.lint.flow.chains import PRESENCE, Chains
from arbitre.dsl.lint.flow.policy import Policy


def telling_questions(program: core.Program) -> frozenset[Place]:
    """Where such questions stand; one whose block reveals the secret is none, unless it reveals it to nobody."""
    policy = Policy(program)
    if not policy.hides:
        return frozenset()
    analysis = FlowAnalysis(policy)
    analysis.work()
    return frozenset(leak.sink.place for leak in Chains(analysis, narrow=True, names=True).leaks() if leak.sink.what in PRESENCE)
