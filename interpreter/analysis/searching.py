"""Which rules and expressions hold a search: passes rewrite nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field

from arbitre.dsl import core
from arbitre.dsl.core.walk import nodes


@dataclass(slots=True)
class Searching:
    """Which rules and expressions hold a search, found out once for all passes, which rewrite nothing else."""

    known: dict[int, tuple[object, bool]] = field(default_factory=dict)  # by its address, with the node, which keeps it

    def __call__(self, node: object) -> bool:
        found = self.known.get(id(node))
        if found is None:
            found = self.known[id(node)] = node, any(isinstance(part, core.Query) for part in nodes(node))
        return found[1]
