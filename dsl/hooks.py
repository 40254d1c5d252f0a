"""Hooks bound: rules before, instead of and after what other files say."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from dsl import core, hints
from dsl import tree as t
from dsl.messages import an
from dsl.modules import key_of
from dsl.rules import Rules
from dsl.scope import Frame, Scope, Signature
from dsl.symbols import NONE
from dsl.types import BAD, FLAG, NUMBER


class Hooks(Rules):
    def bind_hook(self, decl: t.Hook) -> None:
        if decl.name == "any_order":
            for name in self.actions:
                signature = self.signatures[name]
                if self.action_rows[self.actions[name]].at_once or not decl.params:
                    continue
                wanted = self.noun_type(decl.params[0])[0]
                if signature.types[self.actor_position(signature)].domain == wanted.domain:
                    self.attach_hook(decl, signature, self.procedures[signature.index], any_order=True)
            return
        if decl.dotted:
            self.hook_step(decl)
            return
        found = self.signatures.get(str(decl.name))
        if found is None:
            steps = [f"{n}.{s.name}" for n, d in self.rule_decls.items() if isinstance(d, t.Agenda) for s in d.steps]
            self.error("N01", decl.name.place, f"there is no event ‘{decl.name}’ to hook", hints.hook(self, decl, steps))
            return
        if decl.roll and found.kind != "test":
            hint = f"Only tests have ‘roll of’: {an(found.kind)} is hooked by its name, ‘{hints.written(decl)} {self.written(found)}’."
            self.error("T06", decl.name.place, f"‘{decl.name}’ is no test", hint)
            return
        self.attach_hook(decl, found, self.procedures[found.index])

    def hook_step(self, decl: t.Hook) -> None:
        owner = self.signatures.get(".".join(decl.dotted))
        if owner is None or owner.kind != "agenda":
            self.unknown(decl.dotted[0], "agenda", [n for n, s in self.signatures.items() if s.kind == "agenda"])
            return
        steps = self.procedures[owner.index].steps
        found = [s for s in steps if s.name == decl.name or s.name.startswith(f"{decl.name} of ")]
        if not found:
            self.unknown(decl.name, f"step of ‘{owner.name}’", [s.name for s in steps])
        for step in found:
            hook = self.make_hook(decl, owner, step.element)
            {"before": step.before, "instead": step.instead, "after": step.after}[decl.position].append(hook)

    def attach_hook(self, decl: t.Hook, signature: Signature, procedure: core.Procedure, any_order: bool = False) -> None:
        hook = self.make_hook(decl, signature, NONE, any_order)
        if decl.roll:
            procedure.rolled.append(hook)
            return
        if decl.position == "instead":
            self.check_instead(decl, hook, procedure)
        {"before": procedure.before, "instead": procedure.instead, "after": procedure.after}[decl.position].append(hook)

    def check_instead(self, decl: t.Hook, hook: core.Hook, procedure: core.Procedure) -> None:
        """Two ``instead of`` that surely both match are told at load; others are told when they meet in a match."""
        for other in procedure.instead:
            if (hook.when is None or other.when is None) and other.name not in hook.over and hook.name not in other.over:
                self.error("N06", decl.place, f"two rules stand instead of ‘{procedure.name}’ and can both match",
                           f"Narrow one with ‘when’, or settle it with ‘over {other.name}’.",
                           [(other.place, "the other")])  # fmt: skip

    def make_hook(self, decl: t.Hook, signature: Signature, each_slot: int, any_order: bool = False) -> core.Hook:
        frame = Frame()
        scope = Scope(frame, own=dict(signature.own), kind=f"hook {decl.position}")
        pairs: list[tuple[int, int]] = []
        tests: list[core.Expr] = []
        for param in decl.params:
            type_, member = self.noun_type(param)
            if any_order:
                source: int | None = signature.params[self.actor_position(signature)].slot
                wanted = signature.types[self.actor_position(signature)]
            else:
                position = next((i for i, p in enumerate(signature.params) if p.preposition == param.preposition), None)
                source = signature.params[position].slot if position is not None else None
                wanted = signature.types[position] if position is not None else BAD
                if source is None and each_slot != NONE:
                    source, wanted = each_slot, type_
            if source is None:
                lacking = f"{param.preposition} {param.name}".strip()
                self.error("N07", param.place, f"‘{signature.name}’ has no ‘{lacking}’",
                           f"It is written: {self.written(signature)}.")  # fmt: skip
                continue
            if wanted.kind != "bad" and type_.kind != "bad" and (wanted.domain != type_.domain or wanted.kind != type_.kind):
                self.error("T01", param.place, f"here stands {self.describe(wanted)}, and ‘{param.name}’ is {self.describe(type_)}")
                continue
            slot = scope.add(str(param.name), replace(type_, optional=wanted.optional) if type_.is_row else type_)
            pairs.append((source, slot))
            if not any_order and not decl.dotted:
                scope.changeable[str(param.name)] = (source, wanted)
            if member is not None:
                tests.append(self.bears(core.Local(param.place, slot), type_.domain, member, param.place))
        scope.given = frozenset(slot for _, slot in pairs)
        if not decl.dotted and not any_order:
            for own, held in zip(signature.params, signature.types, strict=True):
                scope.changeable.setdefault(own.name, (own.slot, held))
        if signature.kind == "test":
            place = decl.place
            natural, bonus = signature.own["_natural"], signature.own["_total"]
            read = core.Own(place, natural.procedure, natural.slot, 0)
            added = core.Own(place, bonus.procedure, bonus.slot, 0)
            if signature.thrown is not None:
                scope.thrown = {"": replace(signature.thrown, procedure=signature.index)}
            scope.computed = {"natural": (read, NUMBER), "total": (core.Arith(place, "+", read, added), NUMBER)}
            for index, result in enumerate(signature.results):  # ‘when failure’: the result as the dice lie now
                came = core.Own(place, signature.index, signature.result_slot, 0)
                scope.computed[result] = (core.Compare(place, "==", came, core.Const(place, index)), FLAG)
        if signature.result is not None:
            scope.result = (signature.result_slot, signature.result)
        if decl.when is not None:
            tests.append(self.flag(decl.when, scope))
        for line in decl.lines.whens:
            tests.append(self.flag(line.test, scope))
        when = None if not tests else tests[0] if len(tests) == 1 else core.And(decl.place, tuple(tests))
        body = self.bind_block(decl.body, scope)
        name = key_of(decl) or f"{Path(decl.place.file).stem}.{signature.name}"
        over = (decl.over,) if decl.over else ()
        clauses = tuple([*decl.clauses, *decl.lines.clauses])
        return core.Hook(name, tuple(pairs), frame.size, when, body, decl.place, clauses, over)

    def later_procedure(self, stmt: t.At, scope: Scope) -> tuple[int, tuple[core.Expr, ...]]:
        """The body of ``at ...:`` as a procedure of its own; the names it may use keep their values."""
        frame = Frame()
        inner = Scope(frame, own=scope.own, kind="event")
        params, args = [], []
        for name, (slot, type_) in scope.names.items():
            position = inner.add(name, type_)
            params.append(core.Param(name, position, type_.domain, type_.low, type_.high, str(position), type_.is_set))
            args.append(core.Local(stmt.place, slot))
        index = len(self.procedures)
        procedure = core.Procedure(index, "scheduled", f"later_{index}", params, 0, [], NONE, (), stmt.place,
                                   clauses=tuple(stmt.clauses), depth=8)  # fmt: skip
        self.procedures.append(procedure)
        procedure.body = self.bind_block(stmt.body, inner)
        procedure.slots = frame.size
        return index, tuple(args)
