"""Which fields some rule changes; all others are data."""

from __future__ import annotations

from arbitre.dsl import tree as t
from arbitre.dsl.resolve.symbols import ANY, Symbols
from arbitre.dsl.tree.walk import below

_UNCHANGING = (t.Expr, t.Text)  # nothing is changed in those


def find_assigned(symbols: Symbols) -> None:
    """Names of fields that some rule changes, and kinds whose members join or leave some set: all else is data."""

    def kinds_of(said: t.Expr | None) -> set[int]:
        word = str(said.word) if isinstance(said, t.Name) else ""
        found = {domain for domain, _ in symbols.members.get(word, ())} | {symbols.nouns[w] for w in (word,) if w in symbols.nouns}
        return found or {ANY}

    def joined(target: t.Expr, amount: t.Expr | None) -> None:
        if not isinstance(amount, t.Number):
            symbols.joined |= {(owner, member) for owner in kinds_of(target) for member in kinds_of(amount)}

    for node in below(symbols.decls, frozenset(), _UNCHANGING):
        if isinstance(node, (t.Becomes, t.Chooses)):
            if isinstance(node.target, t.Dot):
                symbols.assigned.add(str(node.target.word))
        elif isinstance(node, t.Gains):
            if node.what is not None:
                symbols.assigned.add(str(node.what))
            else:
                if isinstance(node.target, t.Dot):
                    symbols.assigned.add(str(node.target.word))
                joined(node.target, node.amount)
    for scenario in symbols.rulebook.scenarios:  # what a scenario sets must be able to change
        for scene in scenario.scenes:
            target = scene.parts.get("target")
            if isinstance(target, t.Dot):
                symbols.assigned.add(str(target.word))
            if scene.form == "given_gains":
                joined(scene.parts["target"], scene.parts["gained"][0])
            if scene.form == "given" and not any(d.capacity for d in symbols.kind_decls.get(str(scene.parts["kind"]), [])):
                symbols.assigned.update(str(word) for word, _ in scene.parts["values"])
