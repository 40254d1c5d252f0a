"""Events, tests, tables, actions, agendas and hooks bound: first what can be called, then what it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl import core
from dsl import tree as t
from dsl.dice import dice_in, spread, sum_chances
from dsl.messages import an, did_you_mean
from dsl.places import Place
from dsl.scope import Element, Frame, OwnField, Scope, Signature, Thrown
from dsl.statements import Statements
from dsl.symbols import NONE, text_of
from dsl.types import FLAG, NUMBER, Ty, number, row

_FALLBACK = "failure"


class Rules(Statements):
    if TYPE_CHECKING:

        def bind_hook(self, decl: t.Hook) -> None: ...

    procedures: list[core.Procedure]
    action_rows: list[core.Action]

    # ------------------------------------------------------------------------------------ signatures

    def declare_rules(self) -> None:
        self.procedures, self.action_rows, self.decisions = [], [], []
        self.offers, self.test_dice, self.names_of = {}, {}, {}
        self.rule_decls: dict[str, t.Decl] = {}
        for decl in self.decls:
            if isinstance(decl, (t.Event, t.Action, t.Test, t.Contest, t.Table, t.Agenda)):
                self.declare_rule(decl)

    def declare_rule(self, decl: t.Event | t.Action | t.Test | t.Contest | t.Table | t.Agenda) -> None:
        name = str(decl.name)
        if name in self.signatures:
            self.error("N02", decl.name.place, f"‘{name}’ is declared twice", "Use ‘replace’, a hook, or another name.",
                       [(self.signatures[name].place, "the first")])  # fmt: skip
            return
        kind = type(decl).__name__.lower()
        frame = Frame()
        params: list[core.Param] = []
        types: list[Ty] = []
        conditions: list[tuple[int, int]] = []
        members: list[tuple[int, tuple[int, int]]] = []
        names: dict[str, int] = {}
        for param in decl.params:
            type_, member = self.noun_type(param)
            if member is not None:
                members.append((len(params), member))
            for other in params:
                if other.preposition == param.preposition:
                    said = f"‘{param.preposition}’" if param.preposition else "no preposition"
                    self.error("T06", param.place, f"two parameters have {said}",
                               "Each is told by its own: to, from, by, with, for, at, on, against, into, through, under.")  # fmt: skip
            names[str(param.name)] = len(params)
            params.append(core.Param(str(param.name), frame.slot(), type_.domain, type_.low, type_.high, param.preposition, type_.is_set))
            types.append(type_)
        if isinstance(decl, t.Action):
            self.declare_ways(decl, frame, params, types, names)
        index = len(self.procedures)
        signature = Signature(index, kind, name, params, types, None, NONE, {}, decl.place, frame=frame, names=names)
        self.members_of_rule[name] = members
        procedure = core.Procedure(
            index, kind, name, params, 0, [], NONE, (), decl.place, clauses=tuple(decl.clauses), title=text_of(decl.title)
        )
        self.procedures.append(procedure)
        self.signatures[name] = signature
        self.rule_decls[name] = decl
        self.names_of[index] = name
        del conditions
        procedure.depth = getattr(decl, "depth", 1)
        if isinstance(decl, t.Event):
            if decl.lines.gives is not None:
                self.result_slot(signature, self.type_of(decl.lines.gives))
        if isinstance(decl, (t.Event, t.Action)):
            self.keep(signature, decl.lines.keeps)
            procedure.clauses += tuple(decl.lines.clauses)
        if isinstance(decl, t.Agenda):
            self.keep(signature, decl.keeps)
        if isinstance(decl, t.Test):
            self.test_slots(signature, decl)
        if isinstance(decl, t.Contest):
            self.result_slot(signature, number(0, 2))
            signature.results = ("higher", "lower", "tie")
            signature.outputs = {"left": frame.slot(), "right": frame.slot()}
        if isinstance(decl, t.Table):
            signature.outputs = {"natural": frame.slot(), "total": frame.slot()}
        if isinstance(decl, t.Action):
            self.actions[name] = len(self.action_rows)
            self.action_rows.append(
                core.Action(
                    len(self.action_rows),
                    index,
                    name,
                    text_of(decl.title),
                    0,
                    "orders",
                    False,
                    core.Const(decl.place, NONE),
                    [],
                    [],
                    [],
                    [],
                    [],
                    [],
                )
            )
            self.add_member(self.domain_by_name["action"], decl.name, text_of(decl.title))

    def declare_ways(self, decl: t.Action, frame: Frame, params: list[core.Param], types: list[Ty], names: dict[str, int]) -> None:
        """Further parameters, one for each ``or``; they come last, so that hooks find those that they stand for."""
        for way in decl.lines.ways:
            param, type_ = way.param, self.noun_type(way.param)[0]
            if param.preposition == "by" or not any(p.preposition == param.preposition for p in params):
                form = " ".join([str(decl.name), *(f"{p.preposition} {p.name}".strip() for p in params)])
                problem = f"nothing is given with ‘{param.preposition}’ that this could stand for"
                self.error("T06", param.place, problem, f"It is written: {form}.")
                continue
            if not type_.is_row:
                if type_.kind != "bad":
                    self.error("T06", param.place, f"‘{param.name}’ must be one thing, this is {self.describe(type_)}")
                continue
            names[str(param.name)] = len(params)
            params.append(core.Param(str(param.name), frame.slot(), type_.domain, type_.low, type_.high, param.preposition, type_.is_set))
            types.append(type_)

    members_of_rule: dict[str, list[tuple[int, tuple[int, int]]]]

    def result_slot(self, signature: Signature, type_: Ty) -> None:
        signature.result, signature.result_slot = type_, signature.frame.slot()

    def keep(self, signature: Signature, keeps: list[t.Keeps]) -> None:
        for kept in keeps:
            type_ = self.type_of(kept.type)
            default = self.default_of(type_, kept.default)
            slot = signature.frame.slot()
            signature.own[str(kept.name)] = OwnField(signature.index, slot, type_, default)

    def default_of(self, type_: Ty, expr: t.Expr | None) -> int:
        if expr is not None:
            scope = Scope(Frame())
            bound = self.value(expr, scope, type_)
            return self.evaluate(bound, expr.place)
        if type_.kind == "row" and type_.optional:
            return NONE
        if type_.kind == "number":
            return min(max(0, type_.low), type_.high)
        return 0

    def evaluate(self, bound: core.Expr, place: Place) -> int:
        raise NotImplementedError

    def test_slots(self, signature: Signature, decl: t.Test) -> None:
        results = [str(m.name) for m in self.all_modifiers(decl) if m.form == "result"]
        signature.results = tuple(dict.fromkeys([*results, _FALLBACK]))
        self.result_slot(signature, number(0, len(signature.results) - 1))
        natural, bonus, total = (signature.frame.slot() for _ in range(3))
        signature.outputs = {"natural": natural, "total": total}
        dice = dice_in(decl.dice)
        slots = [signature.frame.slot() for die in dice for _ in range(die.count)]
        signature.thrown = Thrown(dice, core.Faces(slots, core.Look()))
        signature.own["_natural"] = OwnField(signature.index, natural, NUMBER, 0)
        signature.own["_total"] = OwnField(signature.index, bonus, NUMBER, 0)

    def all_modifiers(self, decl: t.Test) -> list[t.Modifier]:
        return [*decl.modifiers, *(m for a in self.test_adjusts(decl) for m in a.modifiers)]

    def test_adjusts(self, decl: t.Test) -> list[t.Adjust]:
        return [a for a in self.decls if isinstance(a, t.Adjust) and a.what == "test" and str(a.name) == str(decl.name)]

    # ------------------------------------------------------------------------------------ bodies

    def bind_rules(self) -> None:
        for name, decl in self.rule_decls.items():
            signature = self.signatures[name]
            procedure = self.procedures[signature.index]
            scope = self.rule_scope(signature)
            getattr(self, "bind_" + signature.kind + "_body")(decl, signature, procedure, scope)
            procedure.slots = signature.frame.size
            procedure.result = signature.result_slot
        for decl in self.decls:
            if isinstance(decl, t.Hook):
                self.bind_hook(decl)
        self.finish_frames()

    def rule_scope(self, signature: Signature) -> Scope:
        scope = Scope(signature.frame, procedure=signature.index, own=dict(signature.own))
        for param, type_ in zip(signature.params, signature.types, strict=True):
            scope.names[param.name] = (param.slot, type_)
        for name, own in signature.own.items():
            if not name.startswith("_"):
                scope.names[name] = (own.slot, own.type)
        if signature.result is not None and signature.kind == "event":
            scope.result = (signature.result_slot, signature.result)
        scope.kind = signature.kind
        return scope

    def finish_frames(self) -> None:
        for procedure in self.procedures:
            signature = self.signatures.get(procedure.name)
            if signature is not None and signature.index == procedure.index:
                procedure.slots = signature.frame.size
            procedure.init = [0] * procedure.slots
            if signature is None:
                continue
            if signature.result is not None:
                procedure.init[signature.result_slot] = NONE if signature.result.is_row else 0
            for own in signature.own.values():
                procedure.init[own.slot] = own.default

    def guards(self, signature: Signature, lines: t.RuleLines, scope: Scope) -> core.Expr | None:
        tests = [self.flag(w.test, scope) for w in lines.whens]
        for position, member in self.members_of_rule[signature.name]:
            local = core.Local(signature.place, signature.params[position].slot)
            tests.append(self.bears(local, signature.types[position].domain, member, signature.place))
        if not tests:
            return None
        return tests[0] if len(tests) == 1 else core.And(signature.place, tuple(tests))

    def bind_event_body(self, decl: t.Event, signature: Signature, procedure: core.Procedure, scope: Scope) -> None:
        procedure.when = self.guards(signature, decl.lines, scope)
        if decl.lines.says is not None:
            procedure.says = self.pieces(decl.lines.says, scope)
        procedure.seen = self.seen_of(decl.lines.seen, scope)
        procedure.body = self.bind_block(decl.body, scope)

    def seen_of(self, seen: list[t.SeenBy], scope: Scope) -> list[core.Seen] | None:
        if not seen:
            return None
        out = []
        for line in seen:
            when = self.flag(line.when, scope) if line.when is not None else None
            out.append(core.Seen(self.audience(line.audience, scope), when, scope.frame.size))
        return out

    def bind_action_body(self, decl: t.Action, signature: Signature, procedure: core.Procedure, scope: Scope) -> None:
        action = self.action_rows[self.actions[str(decl.name)]]
        lines = decl.lines
        if not signature.params:
            self.error("T06", decl.place, f"nobody does ‘{decl.name}’", "Say who: ‘action NAME by WHO ...’.")
            return
        action.actor = self.actor_position(signature)
        actor = signature.params[action.actor]
        owner = self.owner_field(actor.domain) if actor.domain != NONE else None
        if owner is None:
            seats = self.domain_name(self.seats) if self.seats != NONE else "kind marked ‘seats’"
            self.error("T05", decl.place, f"nobody commands {an(self.domain_name(actor.domain))}",
                       f"Give it a field of the kind ‘{seats}’.")  # fmt: skip
        else:
            action.commander = owner(core.Local(decl.place, actor.slot))
        self.bind_ways(decl, action, signature, scope)
        if lines.during is not None:
            action.offer, action.at_once = str(lines.during), True
        for when in lines.whens:
            for part in _conjuncts(when.test):
                test = self.flag(part, scope)
                action.when.append((test, max([0, *self.slots_in(test, len(signature.params))])))
        for position, member in self.members_of_rule[signature.name]:
            local = core.Local(decl.place, signature.params[position].slot)
            action.when.insert(0, (self.bears(local, signature.types[position].domain, member, decl.place), position))
        action.needs = [(self.flag(n.test, scope), text_of(n.reason) if n.reason else None) for n in lines.needs]
        action.values = [self.candidates(signature, i, action) for i in range(len(signature.params))]
        for limit in lines.limits:
            self.limit(action, actor, limit, scope)
        action.excludes = [self.actions[str(w)] for w in lines.instead_of if self.known_action(w)]
        action.spends, action.several, action.shortcut = lines.spends, lines.several, lines.shortcut
        action.hint = self.pieces(lines.hint, scope) if lines.hint is not None else ()
        action.appeal = self.value(lines.appeal, scope, NUMBER) if lines.appeal is not None else None
        action.order_fields = [self.order_field(p, type_) for p, type_ in zip(signature.params, signature.types, strict=True)]
        procedure.body = self.bind_block(decl.body, scope)
        if lines.says is not None:
            procedure.says = self.pieces(lines.says, scope)
        procedure.seen = self.seen_of(lines.seen, scope)

    def bind_ways(self, decl: t.Action, action: core.Action, signature: Signature, scope: Scope) -> None:
        """What each ``or`` stands for; its own name is known there alone, everything else speaks of what it stands for."""
        ways = [way for way in decl.lines.ways if str(way.param.name) in signature.names]  # others have a fault, which was told
        for way in ways:
            given = signature.names[str(way.param.name)]
            named = next((i for i, p in enumerate(signature.params[:given]) if p.preposition == way.param.preposition), given)
            wanted = signature.types[named]
            inner = scope.child()
            inner.names = {n: known for n, known in scope.names.items() if n != signature.params[named].name}
            value = self.value(way.value, inner, row(wanted.domain, True) if wanted.is_row else wanted)
            action.ways.append(core.Way(given, named, value, text_of(way.title) if way.title else core.Text()))
        for way in ways:
            scope.names.pop(str(way.param.name), None)

    def known_action(self, word: t.Word) -> bool:
        if str(word) in self.actions:
            return True
        self.unknown(word, "action", self.actions)
        return False

    def candidates(self, signature: Signature, position: int, action: core.Action) -> core.Expr | None:
        """Where a parameter's values come from: the set a ``when`` says it is in, if what that speaks of is known before."""
        type_ = signature.types[position]
        place = signature.place
        if type_.kind in ("flag", "number", "bad"):
            return None
        if type_.kind != "row":
            self.error("T06", place, f"‘{signature.params[position].name}’ cannot be chosen from a list",
                       "A parameter of an action is one thing or a number.")  # fmt: skip
            return core.Const(place, 0)
        earlier = [i for i in range(len(signature.params)) if i < position or i == action.actor]
        for test, _ in action.when:
            if isinstance(test, core.In) and isinstance(test.item, core.Local) and test.item.slot == position:
                if all(slot in earlier for slot in self.slots_in(test.group, len(signature.params))):
                    return test.group
        return core.Rows(place, type_.domain)

    def slots_in(self, expr: object, below: int) -> list[int]:
        """Parameters an expression speaks of."""
        if isinstance(expr, core.Local):
            return [expr.slot] if expr.slot < below else []
        out: list[int] = []
        for name in getattr(type(expr), "__slots__", ()) or ():
            out += self._slots_of_value(getattr(expr, name, None), below)
        for base in type(expr).__mro__[1:]:
            for name in getattr(base, "__slots__", ()) or ():
                out += self._slots_of_value(getattr(expr, name, None), below)
        return out

    def _slots_of_value(self, value: object, below: int) -> list[int]:
        if isinstance(value, core.Expr):
            return self.slots_in(value, below)
        if isinstance(value, tuple):
            return [s for v in value for s in self._slots_of_value(v, below)]
        return []

    def limit(self, action: core.Action, actor: core.Param, limit: t.Limit, scope: Scope) -> None:
        period = NONE
        if limit.period != "match":
            signature = self.signatures.get(str(limit.period))
            if signature is None or signature.kind != "agenda":
                self.unknown(limit.period, "agenda", [n for n, s in self.signatures.items() if s.kind == "agenda"] + ["match"])
            else:
                period = signature.index
        domain = self.domains[actor.domain]
        counter = self.add_field(domain, f"_uses_{action.name}_{len(action.limits)}", number(0, 10_000), 0, limit.place)
        count = self.value(limit.count, scope, NUMBER)
        action.limits.append(core.Limit(count, period, counter.index))

    def order_field(self, param: core.Param, type_: Ty) -> int:
        domain = self.domains[self.domain_by_name["order"]]
        name = param.name
        index = self.fields_of[domain.index].get(name)
        if index is not None:
            known = self.field_types[index]
            if known.domain == type_.domain and known.kind == type_.kind:
                return index
            name = f"{name}_{self.domain_name(type_.domain)}"
            index = self.fields_of[domain.index].get(name)
            if index is not None:
                return index
        wide = row(type_.domain, True) if type_.is_row else type_
        default = NONE if type_.is_row else max(0, type_.low)
        return self.add_field(domain, name, wide, default, Place("", 0, 0)).index

    # ------------------------------------------------------------------------------------ rolls

    def bind_test_body(self, decl: t.Test, signature: Signature, procedure: core.Procedure, scope: Scope) -> None:
        place = decl.place
        dice, rest, _ = self.split_dice(decl.dice, scope)
        if not dice:
            self.error("T07", decl.dice.place, "a test throws dice", "Write them as 2d6.")
            return
        self.test_dice[signature.index] = tuple(dice)
        natural, total, bonus_slot = signature.outputs["natural"], signature.outputs["total"], signature.own["_total"].slot
        bonus: core.Expr = rest if rest is not None else core.Const(place, 0)
        lines: list[tuple[t.Modifier, Scope, core.Expr | None]] = [(m, scope, None) for m in decl.modifiers]
        for adjust in self.test_adjusts(decl):
            inner, test = self.adjusting_test(adjust, signature, scope)
            lines += [(m, inner, test) for m in adjust.modifiers]
        for modifier, inner, test in lines:
            if modifier.form != "result":
                bonus = self.modified(modifier, inner, test, bonus, NUMBER)
        outcome: core.Expr = core.Const(place, signature.results.index(_FALLBACK))
        for modifier, inner, test in reversed(lines):
            if modifier.form == "result" and modifier.when is not None:
                asking = inner.child()
                asking.thrown = {"": signature.thrown} if signature.thrown is not None else {}
                asking.computed = {"natural": (core.Local(place, natural), NUMBER), "total": (core.Local(place, total), NUMBER)}
                when = self.flag(modifier.when, asking)
                if test is not None:
                    when = core.And(modifier.place, (test, when))
                wanted = core.Const(modifier.place, signature.results.index(str(modifier.name)))
                outcome = core.Choice(modifier.place, when, wanted, outcome)
        procedure.results = signature.results
        both = core.Arith(place, "+", core.Local(place, natural), core.Local(place, bonus_slot))
        reckoned = (core.Let(place, total, both), core.Let(place, signature.result_slot, outcome))
        procedure.body = (
            core.Roll(place, natural, tuple(dice), signature.name, signature.thrown.faces if signature.thrown is not None else None),
            core.Let(place, bonus_slot, bonus),
            core.Rolled(place, reckoned),
            *reckoned,
        )

    def adjusting_test(self, adjust: t.Adjust, signature: Signature, scope: Scope) -> tuple[Scope, core.Expr | None]:
        params, slots = [], []
        for param in adjust.params:
            found = next((p for p in signature.params if p.preposition == param.preposition), None)
            if found is None:
                self.error("N07", param.place, f"‘{signature.name}’ takes no ‘{param.preposition} ...’",
                           f"It is written: {self.written(signature)}.")  # fmt: skip
                continue
            params.append(param)
            slots.append(found.slot)
        inner, test = self.adjusting(params, slots, scope)
        return inner, test

    def bind_contest_body(self, decl: t.Contest, signature: Signature, procedure: core.Procedure, scope: Scope) -> None:
        place = decl.place
        left, a, _ = self.split_dice(decl.left, scope)
        right, b, _ = self.split_dice(decl.right, scope)
        one, two = signature.outputs["left"], signature.outputs["right"]
        zero = core.Const(place, 0)
        mine = core.Arith(place, "+", core.Local(place, one), a or zero)
        theirs = core.Arith(place, "+", core.Local(place, two), b or zero)
        lower = core.Choice(place, core.Compare(place, "<", mine, theirs), core.Const(place, 1), core.Const(place, 2))
        outcome = core.Choice(place, core.Compare(place, ">", mine, theirs), core.Const(place, 0), lower)
        procedure.results = signature.results
        procedure.body = (
            core.RollOff(place, one, two, tuple(left), tuple(right), a or zero, b or zero, decl.again, signature.name),
            core.Let(place, signature.result_slot, outcome),
        )

    def bind_table_body(self, decl: t.Table, signature: Signature, procedure: core.Procedure, scope: Scope) -> None:
        place = decl.place
        dice, rest, range_ = self.split_dice(decl.key, scope)
        natural, total = signature.outputs["natural"], signature.outputs["total"]
        key = core.Local(place, total)
        body: list[core.Stmt] = []
        low, high = spread(dice)
        if dice:
            body.append(core.Roll(place, natural, tuple(dice), signature.name))
            value: core.Expr = core.Local(place, natural)
            if rest is not None:
                value = core.Arith(place, "+", value, rest)
                low, high = low + range_.low, high + range_.high
        else:
            value = rest if rest is not None else core.Const(place, 0)
            low, high = range_.low, range_.high
        body.append(core.Let(place, total, value))
        self.check_rows(decl, low, high, dice)
        other: tuple[core.Stmt, ...] = ()
        for line in reversed(decl.rows):
            inner = scope.child()
            test = self.in_span(key, line.span, NUMBER, scope)
            other = (core.If(line.place, test, self.bind_block(line.body, inner), other),)
        procedure.body = (*body, *other)

    def check_rows(self, decl: t.Table, low: int, high: int, dice: list[core.Dice]) -> None:
        """Every value the key can take has one row, and every row can be met."""
        low, high = max(low, -60), min(high, 200)
        owner: dict[int, t.Row] = {}
        chances = sum_chances(dice)
        doubled: set[int] = set()
        for line in decl.rows:
            first = self.low_of(line.span)
            last = self.high_of(line.span)
            for value in range(low if first is None else max(low, first), (high if last is None else min(high, last)) + 1):
                if value in owner and id(line) in doubled:
                    continue
                if value in owner:
                    doubled.add(id(line))
                    self.error("R02", line.place, f"{value} has a row already", "Rows may not overlap.",
                               [(owner[value].place, "the other row")])  # fmt: skip
                    continue
                owner[value] = line
        missing = [v for v in range(low, high + 1) if v not in owner]
        if missing:
            chance = sum(chances.get(v, 0.0) for v in missing)
            said = f" ({chance:.1%} of the throws without modifiers)" if chance else ""
            shown = f"{missing[0]}" if len(missing) == 1 else f"{missing[0]} to {missing[-1]}"
            self.error("R01", decl.place, f"the table ‘{decl.name}’ has no row for {shown}{said}",
                       "Add a row, or write ‘or less’ and ‘or more’ at its ends.")  # fmt: skip
        for line in decl.rows:
            if line not in owner.values() and id(line) not in doubled:
                self.messages.warn("R03", line.place, "this row can never be met", f"The key goes from {low} to {high}.")

    # ------------------------------------------------------------------------------------ agendas

    def bind_agenda_body(self, decl: t.Agenda, signature: Signature, procedure: core.Procedure, scope: Scope) -> None:
        scope.kind = "agenda"
        self.each_of_scope = None
        each_slot = NONE
        each_type: Ty | None = None
        if decl.each is not None:
            domain = self.nouns.get(str(decl.each))
            if domain is None:
                self.unknown(decl.each, "kind", self.nouns)
                domain = 0
            each_type = row(domain)
            each_slot = scope.add(str(decl.each), each_type)
            ordering = scope.child()
            ordering.elements = [Element(each_slot, each_type)]
            keys, ties, dice = self.order(decl.order, ordering)
            source = core.Rows(decl.place, domain)
            self.each_of_scope = (each_type, each_slot)
            procedure.each = core.ForEach(decl.place, each_slot, source, (), keys, ties, dice)
        if decl.guard is not None:
            procedure.guard = self.flag(decl.guard, scope)
        procedure.repeat = decl.repeated
        procedure.seen = self.seen_of(decl.seen, scope)
        for step in decl.steps:
            body = self.step_body(step, scope, each_type, each_slot)
            name = f"{step.name}" if step.of is None else f"{step.name} of {step.of}"
            made = core.Step(name, self.step_title(step), body, [], [], [], step.place, tuple(step.clauses), step.fixed, each_slot)
            procedure.steps.append(made)
        procedure.body = ()
        self.each_of_scope = None

    def step_title(self, step: t.Step) -> core.Text:
        """Its own title; else that of the action, event or agenda of its name, of whom it says."""
        if step.title or step.body is not None or str(step.name) not in self.rule_decls:
            return text_of(step.title)
        title = text_of(self.rule_decls[str(step.name)].title)
        if step.of is None or not title.en:
            return title
        bearers = [self.domains[d].titles[i] for d, i in self.members.get(str(step.of), [])]
        said = bearers[0] if bearers else core.Text(str(step.of), str(step.of))
        return core.Text(f"{title.en}: {said.en or step.of}", f"{title.fr} : {said.fr or step.of}")

    def step_body(self, step: t.Step, scope: Scope, each: Ty | None, each_slot: int) -> tuple[core.Stmt, ...]:
        place = step.place
        if step.body is not None:
            return self.bind_block(step.body, scope.child())
        signature = self.signatures.get(str(step.name))
        if signature is None:
            self.error("N01", step.name.place, f"the step ‘{step.name}’ does nothing",
                       did_you_mean(step.name, self.signatures) or "Write what it does after a colon.")  # fmt: skip
            return ()
        if signature.kind == "action":
            self.performed.add(signature.name)
            slot = scope.frame.slot()
            actor = core.Local(place, slot)
            domain = signature.types[self.actor_position(signature)].domain
            tests: list[core.Expr] = []
            if step.of is not None:
                tests.append(self.of_kind_or_member(actor, domain, step.of))
            if each is not None:
                tests.append(self.belongs(actor, domain, each, each_slot, place))
            where = None if not tests else tests[0] if len(tests) == 1 else core.And(place, tuple(tests))
            return (core.Perform(place, self.actions[signature.name], slot, where),)
        if signature.kind in ("event", "agenda"):
            args: tuple[core.Expr, ...] = ()
            if signature.params:
                if each is None or len(signature.params) != 1 or signature.types[0].domain != each.domain:
                    self.error("T06", step.place, f"‘{step.name}’ needs: {self.written(signature)}", "Write it out after a colon.")
                    return ()
                args = (core.Local(place, each_slot),)
            made = core.Run if signature.kind == "agenda" else core.Invoke
            return (made(place, signature.index, args),)
        self.error("T06", step.place, f"‘{step.name}’ is {an(signature.kind)}", "Write what the step does after a colon.")
        return ()

    performed: set[str]

    def belongs(self, actor: core.Expr, domain: int, each: Ty, each_slot: int, place: Place) -> core.Expr:
        """Does the actor belong to the element (a piece to its camp), at once or through one more thing?"""
        element = core.Local(place, each_slot)
        if domain == each.domain:
            return core.Compare(place, "==", actor, element)
        for field in self.fields_of[domain].values():
            if self.field_types[field].is_row and self.field_types[field].domain == each.domain:
                return core.Compare(place, "==", core.Read(place, field, actor), element)
        for first in self.fields_of[domain].values():
            through = self.field_types[first]
            if through.is_row and through.domain >= 0 and through.domain != domain:
                for second in self.fields_of[through.domain].values():
                    if self.field_types[second].is_row and self.field_types[second].domain == each.domain:
                        return core.Compare(place, "==", core.Read(place, second, core.Read(place, first, actor)), element)
        self.error("T03", place, f"{an(self.domain_name(domain))} belongs to no {self.domain_name(each.domain)}")
        return core.Const(place, 1)

    # ------------------------------------------------------------------------------------ hooks

    # ------------------------------------------------------------------------------------ later


def _conjuncts(expr: t.Expr) -> list[t.Expr]:
    if isinstance(expr, t.Binary) and expr.op == "and":
        return [*_conjuncts(expr.left), *_conjuncts(expr.right)]
    return [expr]


__all__ = ["FLAG", "Rules"]
