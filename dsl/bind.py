"""From declarations to a :class:`dsl.core.Program`: one rulebook, one choice of options."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from dsl import core, hints
from dsl import tree as t
from dsl.constants import fold
from dsl.doubles import doubles
from dsl.early import culprit
from dsl.hooks import Hooks
from dsl.messages import Messages, RulesError, an, did_you_mean
from dsl.modules import Rulebook
from dsl.places import NOWHERE, Place
from dsl.scope import Element, Frame, Scope
from dsl.symbols import ANY, NONE, text_of
from dsl.types import FLAG, Ty, number, row


class BadOption(Exception):
    """An option that does not exist, or cannot have that value."""


@dataclass(slots=True)
class OptionInfo:
    """An option as a person chooses it."""

    name: str
    title: core.Text
    text: core.Text
    default: str
    choices: list[str]  # names, or "low..high" bounds for numbers
    low: int = 0
    high: int = 0
    is_number: bool = False


class Binder(Hooks):
    def __init__(self, rulebook: Rulebook, choices: dict[str, Any] | None = None) -> None:
        super().__init__(rulebook.decls, Messages(), dict(choices or {}))
        self.rulebook = rulebook
        self.lost.add(rulebook.lost)
        self.sources = rulebook.sources
        self.members_of_rule = {}
        self.performed = set()
        self.functions, self.entries, self.conditions = [], {}, {}
        self.option_infos: list[OptionInfo] = []

    # ------------------------------------------------------------------------------------ constants

    def constant_of(self, expr: t.Expr, scope: Scope) -> tuple[int, Ty]:
        bound, type_ = self.bind(expr, scope)
        return self.evaluate(bound, expr.place), type_

    def evaluate(self, bound: core.Expr, place: Place) -> int:
        value = fold(bound, self.fields, self.functions)
        if value is None:
            found = culprit(self, bound, place)
            if found is not None:  # the line that makes it so, in a person's own file
                self.error("T08", found[0], f"‘{found[1]}’ must be known before the match starts: it may not change in it",
                           "Use another field or value for what changes.", [(place, "here it is needed")])  # fmt: skip
                return 0
            self.error("T08", place, "this must be known before the match starts", "Use numbers, members and options only.")
            return 0
        return value

    # ------------------------------------------------------------------------------------ options

    def declare_options(self) -> None:
        known = {str(d.name): d for d in self.decls if isinstance(d, t.Option)}
        for name in self.choices:
            if name not in known:
                raise BadOption(f"there is no option ‘{name}’. {did_you_mean(name, known)}".strip())
        for decl in known.values():
            type_ = self.type_of(decl.type)
            scope = self.new_scope()
            default = self.evaluate(self.value(decl.default, scope, type_), decl.default.place)
            info = OptionInfo(str(decl.name), text_of(decl.title), text_of(decl.text), self.shown(default, type_), [])
            if type_.kind == "flag":
                info.choices = ["false", "true"]
            elif type_.is_row:
                info.choices = list(self.domains[type_.domain].rows)
            else:
                info.is_number, info.low, info.high = True, type_.low, type_.high
                info.choices = [str(n) for n in range(type_.low, min(type_.high, type_.low + 40) + 1)]
            value = self.chosen(decl, type_, default, info)
            self.options[str(decl.name)] = (value, replace_range(type_, value))
            self.option_values[str(decl.name)] = self.shown(value, type_)
            self.option_infos.append(info)

    def shown(self, value: int, type_: Ty) -> str:
        if type_.kind == "flag":
            return "true" if value else "false"
        if type_.is_row and 0 <= value < len(self.domains[type_.domain].rows):
            return self.domains[type_.domain].rows[value]
        return str(value)

    def chosen(self, decl: t.Option, type_: Ty, default: int, info: OptionInfo) -> int:
        name = str(decl.name)
        if name not in self.choices:
            return default
        said = str(self.choices[name]).strip()
        if type_.kind == "number":
            try:
                value = int(said)
            except ValueError:
                raise BadOption(f"the option ‘{name}’ is a number, not ‘{said}’") from None
            if not type_.low <= value <= type_.high:
                raise BadOption(f"the option ‘{name}’ goes from {type_.low} to {type_.high}, not {value}")
            return value
        said = {"yes": "true", "no": "false", "True": "true", "False": "false"}.get(said, said)
        if said not in info.choices:
            hint = did_you_mean(said, info.choices) or f"It is one of: {', '.join(info.choices)}."
            raise BadOption(f"the option ‘{name}’ cannot be ‘{said}’. {hint}")
        return info.choices.index(said)

    # ------------------------------------------------------------------------------------ fields

    def find_assigned(self) -> None:
        """Names of fields that some rule changes, and kinds whose members join or leave some set: all else is data."""

        def kinds_of(said: t.Expr | None) -> set[int]:
            word = str(said.word) if isinstance(said, t.Name) else ""
            found = {domain for domain, _ in self.members.get(word, ())} | {self.nouns[w] for w in (word,) if w in self.nouns}
            return found or {ANY}

        def joined(target: t.Expr, amount: t.Expr | None) -> None:
            if not isinstance(amount, t.Number):
                self.joined |= {(owner, member) for owner in kinds_of(target) for member in kinds_of(amount)}

        def look(node: Any) -> None:
            if isinstance(node, (t.Becomes, t.Chooses)):
                if isinstance(node.target, t.Dot):
                    self.assigned.add(str(node.target.word))
            elif isinstance(node, t.Gains):
                if node.what is not None:
                    self.assigned.add(str(node.what))
                else:
                    if isinstance(node.target, t.Dot):
                        self.assigned.add(str(node.target.word))
                    joined(node.target, node.amount)
            if isinstance(node, t.Node) or hasattr(node, "__slots__"):
                for cls in type(node).__mro__:
                    for name in getattr(cls, "__slots__", ()):
                        visit(getattr(node, name, None))

        def visit(value: Any) -> None:
            if isinstance(value, (list, tuple)):
                for item in value:
                    visit(item)
            elif isinstance(value, (t.Node, t.RuleLines)):
                look(value)

        for decl in self.decls:
            visit(decl)
        for scenario in self.rulebook.scenarios:  # what a scenario sets must be able to change
            for scene in scenario.scenes:
                target = scene.parts.get("target")
                if isinstance(target, t.Dot):
                    self.assigned.add(str(target.word))
                if scene.form == "given_gains":
                    joined(scene.parts["target"], scene.parts["gained"][0])
                if scene.form == "given" and not any(d.capacity for d in self.kind_decls.get(str(scene.parts["kind"]), [])):
                    self.assigned.update(str(word) for word, _ in scene.parts["values"])

    def declare_fields(self, first: bool) -> None:
        """First the kinds whose members are written out, which shapes and capacities may speak of; then all others."""
        for name, decls in self.kind_decls.items():
            domain = self.domains[self.domain_by_name[name]]
            plain = not domain.dynamic and domain.board is None and not any(d.capacity or d.shape or d.links for d in decls)
            if plain != first:
                continue
            for decl in decls:
                for field in decl.fields:
                    self.declare_field(domain, field)

    def declare_field(self, domain: core.Domain, decl: t.Field) -> None:
        name = str(decl.name)
        if name in self.fields_of[domain.index]:
            before = self.fields[self.fields_of[domain.index][name]].place
            self.error("N02", decl.name.place, f"{an(domain.name)} has a field ‘{name}’ already", "Use another name.",
                       [(before or NOWHERE, "the first")])  # fmt: skip
            return
        type_ = self.type_of(decl.type)
        made = self.add_field(domain, name, type_, 0, decl.place)
        made.title, made.kept = text_of(decl.title), decl.kept
        self.field_decls[made.index] = decl
        if decl.added_to is not None:
            self.added.append((made, *decl.added_to, domain.index))

    field_decls: dict[int, t.Field]

    def fill(self, first: bool) -> None:
        """Defaults, tables and members' lines, as columns."""
        scope = self.new_scope()
        wanted = {i for i, d in self.field_decls.items() if i not in self.filled}
        for index in sorted(wanted):
            type_, decl = self.field_types[index], self.field_decls[index]
            if first and type_.kind in ("row", "set") and self.domains[type_.domain].size == 0:
                continue
            self.filled.add(index)
            made = self.fields[index]
            fresh = self.bounds(type_)
            made.low, made.high = fresh
            made.default = self.default_of(type_, decl.default)
            size = self.domains[made.domain].size
            column = [made.default] * size
            self.fill_column(made, type_, column, scope)
            if self.domains[made.domain].dynamic:
                continue
            if (decl.name not in self.assigned and not type_.is_set) or (type_.is_set and not self.set_changes(type_, decl)):
                made.values = column
            elif column != [made.default] * size:
                made.start = column

    filled: set[int]

    def set_changes(self, type_: Ty, decl: t.Field) -> bool:
        owner = self.fields[self.fields_of_name(decl)].domain
        if any(a in (owner, ANY) and b in (type_.domain, ANY) for a, b in self.joined):
            return True
        return str(decl.name) in self.assigned or self.domains[owner].name == "match"

    def fields_of_name(self, decl: t.Field) -> int:
        return next(i for i, d in self.field_decls.items() if d is decl)

    def bounds(self, type_: Ty) -> tuple[int, int]:
        if type_.kind == "row":
            return (NONE if type_.optional else 0), max(0, self.domains[type_.domain].size - 1)
        if type_.is_set:
            return 0, (1 << self.domains[type_.domain].size) - 1
        return type_.low, type_.high

    def fill_column(self, made: core.Field, type_: Ty, column: list[int], scope: Scope) -> None:
        domain = self.domains[made.domain]
        self.fill_drawn(made, type_, column, scope)
        for decl in self.decls:
            if isinstance(decl, t.DataTable) and self.domain_by_name.get(str(decl.kind)) == domain.index and decl.lines:
                heads = [str(c.word) if isinstance(c, t.Name) else "" for c in decl.lines[0].cells]
                if made.name not in heads:
                    continue
                position = heads.index(made.name)
                for line in decl.lines[1:]:
                    at = self.row_of_line(domain, heads, line, scope)
                    cell = line.cells[position] if position < len(line.cells) else None
                    if at is not None and isinstance(cell, t.Expr):
                        column[at] = self.evaluate(self.value(cell, scope, type_, f"‘{made.name}’"), cell.place)
            elif isinstance(decl, t.Member) and self.domain_by_name.get(str(decl.kind)) == domain.index:
                for line_ in decl.properties:
                    if str(line_.name) == made.name and str(decl.name) in domain.rows:
                        value = self.value(line_.value, scope, type_, f"‘{made.name}’")
                        column[domain.rows.index(str(decl.name))] = self.evaluate(value, line_.value.place)

    def fill_drawn(self, made: core.Field, type_: Ty, column: list[int], scope: Scope) -> None:
        """What the marks of a map, and its links, say of their cells and rows."""
        drawn: list[tuple[list[t.Word], list[tuple[t.Word, t.Expr]]]] = []
        if made.domain in self.cell_marks:
            drawn = [(m.members, m.values) for m in self.cell_marks[made.domain]]
        elif made.domain in self.links_of:
            drawn = [([link.kind], link.values) for link in self.links_of[made.domain]]
        for at, (words, values) in enumerate(drawn):
            for word in words:
                for kind, index in self.members.get(str(word), []):
                    if kind == type_.domain and type_.kind in ("row", "set") and index >= 0:
                        column[at] = index if type_.is_row else column[at] | 1 << index
            for word, expr in values:
                if str(word) == made.name:
                    column[at] = self.evaluate(self.value(expr, scope, type_, f"‘{made.name}’"), expr.place)

    def row_of_line(self, domain: core.Domain, heads: list[str], line: t.Line, scope: Scope) -> int | None:
        if domain.board is not None:
            if "at" not in heads:
                return None
            cell = line.cells[heads.index("at")]
            return self.evaluate(self.value(cell, scope, row(domain.index)), line.place) if isinstance(cell, t.Expr) else None
        first = line.cells[0]
        if isinstance(first, t.Name) and str(first.word) in domain.rows:
            return domain.rows.index(str(first.word))
        return None

    def check_tables(self) -> None:
        for decl in self.decls:
            if isinstance(decl, t.DataTable) and str(decl.kind) in self.domain_by_name and decl.lines:
                domain = self.domains[self.domain_by_name[str(decl.kind)]]
                known = [*self.fields_of[domain.index], "name", "en", "fr", "at"]
                for head in decl.lines[0].cells:
                    if not isinstance(head, t.Name) or str(head.word) not in known:
                        place = head.place if isinstance(head, t.Node) else decl.lines[0].place
                        said = str(head.word) if isinstance(head, t.Name) else "this"
                        self.error("N01", place, f"{an(decl.kind)} has no field ‘{said}’", hints.unknown(said, "field", known))
                width = len(decl.lines[0].cells)
                for line in decl.lines[1:]:
                    if len(line.cells) != width:
                        self.error("T06", line.place, f"this row has {len(line.cells)} cells, the table has {width} columns")
                self.titles_from(decl, domain)
            elif isinstance(decl, t.Member) and str(decl.kind) in self.domain_by_name:
                domain = self.domains[self.domain_by_name[str(decl.kind)]]
                for line_ in decl.properties:
                    if str(line_.name) not in self.fields_of[domain.index]:
                        self.error("N01", line_.name.place, f"{an(decl.kind)} has no field ‘{line_.name}’",
                                   hints.unknown(str(line_.name), "field", self.fields_of[domain.index]))  # fmt: skip

    def titles_from(self, decl: t.DataTable, domain: core.Domain) -> None:
        heads = [str(c.word) if isinstance(c, t.Name) else "" for c in decl.lines[0].cells]
        scope = self.new_scope()
        for line in decl.lines[1:]:
            at = self.row_of_line(domain, heads, line, scope)
            if at is None:
                continue
            cells = dict(zip(heads, line.cells, strict=False))
            texts = {k: v.text for k, v in cells.items() if k in ("en", "fr") and isinstance(v, t.String)}
            if texts:
                domain.titles[at] = core.Text(texts.get("en", ""), texts.get("fr", ""))
            name = cells.get("name")
            if domain.board is not None and isinstance(name, t.Name):
                domain.rows[at] = str(name.word)
                domain.titles[at] = core.Text(str(name.word), str(name.word))
                self.members.setdefault(str(name.word), []).append((domain.index, at))

    # ------------------------------------------------------------------------------------ orders, steps, views

    def declare_orders(self) -> core.OrderTable | None:
        if self.seats == NONE or not any(isinstance(d, t.Action) for d in self.decls):
            return None
        domain = self.domains[self.domain_by_name["order"]]
        if domain.dynamic:
            return None
        domain.dynamic, domain.size = True, min(400, 8 * max(2, self.domains[self.seats].size))
        domain.rows, domain.titles = [""] * domain.size, [domain.title] * domain.size
        self.plurals["orders"] = domain.index
        alive = self.add_field(domain, "alive", FLAG, 0, NOWHERE)
        domain.alive = alive.index
        count = sum(1 for d in self.decls if isinstance(d, t.Action))
        action = self.add_field(domain, "action", Ty("row", self.domain_by_name["action"]), 0, NOWHERE)
        action.high = max(0, count - 1)
        giver = self.add_field(domain, "giver", row(self.seats), 0, NOWHERE)
        state = self.add_field(domain, "state", row(self.domain_by_name["order_state"]), 0, NOWHERE)
        slot = core.Local(NOWHERE, 0)
        domain.seen = [core.Seen(core.SetOf(NOWHERE, (core.Read(NOWHERE, giver.index, slot),)), None, 1)]
        return core.OrderTable(domain.index, action.index, giver.index, state.index, {})

    def declare_steps(self) -> None:
        """Atoms: a step for each element, of the agenda that has elements."""
        domain = self.domains[self.domain_by_name["step"]]
        for decl in self.decls:
            if isinstance(decl, t.Agenda) and decl.each is not None and domain.size == 0:
                over = self.nouns.get(str(decl.each))
                if over is None:
                    continue
                for step in decl.steps:
                    name = f"{step.name}" if step.of is None else f"{step.name} of {step.of}"
                    for index in range(self.domains[over].size):
                        owner = self.domains[over].rows[index] or str(index + 1)
                        title = text_of(step.title)
                        said = self.domains[over].titles[index]
                        domain.rows.append(f"{name}, {owner}")
                        domain.titles.append(
                            core.Text(f"{title.en or name} ({said.en or owner})", f"{title.fr or name} ({said.fr or owner})")
                        )
                domain.size = len(domain.rows)
                self.atom_agenda, self.atom_over = decl, over
                self.plurals["steps"] = domain.index

    atom_agenda: t.Agenda | None = None
    atom_over: int = NONE

    def atom(self, expr: t.Apply, args: list[t.Expr], scope: Scope) -> tuple[core.Expr, Ty]:
        step = row(self.domain_by_name["step"], True)
        if self.atom_agenda is None or len(args) != 2:
            self.error("T06", expr.place, "a step is written step(NAME, ELEMENT), in a game whose agenda has ‘for each’")
            return core.Const(expr.place, NONE), step
        wanted = str(args[0].word) if isinstance(args[0], t.Name) else ""
        steps = self.atom_agenda.steps
        index = next((i for i, s in enumerate(steps) if wanted in (str(s.name) if s.of is None else "", f"{s.name}_{s.of}")), None)
        if index is None:
            known = [str(s.name) if s.of is None else f"{s.name}_{s.of}" for s in steps]
            self.error("N01", args[0].place, f"there is no step ‘{wanted}’", did_you_mean(wanted, known))
            return core.Const(expr.place, NONE), step
        size = self.domains[self.atom_over].size
        element = self.value(args[1], scope, row(self.atom_over))
        if isinstance(element, core.Const):
            return core.Const(expr.place, index * size + element.value), step
        return core.Arith(expr.place, "+", core.Const(expr.place, index * size), element), step

    def bind_views(self) -> None:
        for name, decls in self.kind_decls.items():
            domain = self.domains[self.domain_by_name[name]]
            for decl in decls:
                for seen in decl.seen:
                    domain.seen.append(self.bind_seen(seen, domain))
                for field in decl.fields:
                    index = self.fields_of[domain.index].get(str(field.name))
                    if index is not None and self.field_decls.get(index) is field:
                        for seen in field.seen:
                            self.fields[index].seen.append(self.bind_seen(seen, domain))

    def bind_seen(self, seen: t.SeenBy, domain: core.Domain) -> core.Seen:
        scope = Scope(Frame())
        slot = scope.frame.slot()
        scope.elements = [Element(slot, row(domain.index))]
        scope.names[domain.name] = (slot, row(domain.index))
        when = self.flag(seen.when, scope) if seen.when is not None else None
        audience = self.audience(seen.audience, scope)
        return core.Seen(audience, when, scope.frame.size)

    def find_labels(self) -> None:
        """What a created row is called by: the first open field that names a member of something."""
        for domain in self.domains:
            if not domain.dynamic or domain.seen:
                continue
            for name, index in self.fields_of[domain.index].items():
                type_ = self.field_types[index]
                if name.startswith("_") or not type_.is_row or self.fields[index].seen or type_.domain < 5:
                    continue
                target = self.domains[type_.domain]
                if not target.dynamic and target.board is None and not target.seat and not self.turns(type_.domain):
                    domain.label = index
                    break

    # ------------------------------------------------------------------------------------ all of it

    def run(self) -> core.Program:
        self.field_decls, self.filled = {}, set()
        self.declare_kinds()
        self.find_assigned()
        self.declare_options()
        doubles(self)
        self.declare_fields(first=True)
        self.check_tables_names_only()
        self.fill(first=True)
        self.declare_sizes(self.new_scope())
        self.declare_fields(first=False)
        orders = self.declare_orders()
        self.declare_steps()
        self.check_tables()
        self.fill_links()
        self.lay_paths()
        self.fill(first=False)
        self.declare_values()
        self.declare_rules()
        if orders is not None:
            self.order_actors(orders)
        actions = self.domain_by_name["action"]
        self.domains[actions].size = len(self.domains[actions].rows)
        for entries in [*self.entries.values(), *self.conditions.values()]:
            for entry in entries:
                if not isinstance(entry.decl, t.Ranking):
                    self.function_of(entry)
        self.price_entries()
        self.bind_rules()
        self.bind_views()
        self.find_labels()
        always = self.bind_always()
        for field, type_ in zip(self.fields, self.field_types, strict=True):  # kinds may have grown since
            if type_.kind in ("row", "set"):
                field.low, field.high = self.bounds(type_)
        return self.program(orders, always)

    def check_tables_names_only(self) -> None:
        """Names of members of sheets must be known before cells speak of them; ``declare_kinds`` did that."""

    def order_actors(self, orders: core.OrderTable) -> None:
        """A column for each kind of actor; where there are several, ‘order.actor’ is whichever of them is filled."""
        signatures = [self.signatures[name] for name in self.actions if self.signatures[name].params]
        actors = [signature.types[self.actor_position(signature)] for signature in signatures]
        kinds = list(dict.fromkeys(actor.domain for actor in actors if actor.is_row))
        for kind in kinds:
            word = "actor" if len(kinds) == 1 else f"_actor_{self.domain_name(kind)}"
            orders.actors[kind] = self.add_field(self.domains[orders.domain], word, row(kind, True), NONE, NOWHERE).index
        self.order_table = orders
        for name in self.actions:
            signature = self.signatures[name]
            if not (isinstance(decl := self.rule_decls[name], t.Action) and decl.lines.during is not None):
                for param, type_ in zip(signature.params, signature.types, strict=True):
                    self.order_field(param, type_)

    def order_field(self, param: core.Param, type_: Ty) -> int:
        table = self.order_table
        if table is not None and param.preposition == "by" and type_.domain in table.actors:
            return table.actors[type_.domain]
        return super().order_field(param, type_)

    def bind_always(self) -> list[core.Always]:
        out = []
        for decl in self.decls:
            if isinstance(decl, t.Always):
                scope = self.new_scope()
                test = self.flag(decl.test, scope)
                out.append(core.Always(str(decl.name), test, scope.frame.size, decl.place))
        return out

    def program(self, orders: core.OrderTable | None, always: list[core.Always]) -> core.Program:
        game = self.rulebook.game
        main = self.signatures.get(str(game.plays or "turn"))
        if main is None or main.kind != "agenda":
            place = game.plays.place if game.plays else game.place
            self.error("P05", place, f"there is no agenda ‘{game.plays or 'turn'}’ to play",
                       "Declare ‘agenda turn:’, or name another with ‘play NAME’.")  # fmt: skip
        if self.seats == NONE:
            self.error("T09", game.place, "nobody plays", "Mark the kind that answers for the sides: ‘kind player, seats: ...’.")
        setup = self.signatures.get("setup")
        groups = []
        if self.seats != NONE:
            for field in self.fields_of[self.seats].values():
                if self.field_types[field].is_row and self.field_types[field].domain > 4:
                    groups.append((self.field_types[field].domain, field))
        digest = hashlib.sha256(self.rulebook.version.encode())
        digest.update(repr(sorted(self.option_values.items())).encode())
        public = True
        if game.events_seen is not None:
            audience = game.events_seen.audience
            public = not (isinstance(audience, t.Name) and audience.word == "nobody")
        return core.Program(
            name=self.rulebook.name, title=text_of(game.title), version=digest.hexdigest()[:16], options=dict(self.option_values),
            domains=self.domains, fields=self.fields, functions=self.functions, procedures=self.procedures,
            actions=self.action_rows, decisions=self.decisions, always=always, orders=orders, seats=self.seats, groups=groups,
            setup=setup.index if setup else NONE, main=main.index if main else NONE, public_events=public,
            max_rounds=self.round_limit(game), closing=self.closing_event(game), atoms=self.domain_by_name["step"],
            keeps={
                s.index: max([len(s.params), *(o.slot + 1 for o in s.own.values())]) for s in self.signatures.values() if s.kind == "agenda"
            },
            clauses={str(d.name): text_of(d.sentence) for d in self.decls if isinstance(d, t.Clause)},
            sources=self.rulebook.sources,
        )  # fmt: skip

    def round_limit(self, game: t.Game) -> int:
        """How often the agenda of the game is played; options may say it."""
        if game.times is None:
            return 500
        bound = self.value(game.times, self.new_scope(), number(1, 100_000))
        return max(1, self.evaluate(bound, game.times.place))

    def closing_event(self, game: t.Game) -> int:
        """What happens at that limit."""
        if game.then is None:
            return NONE
        signature = self.signatures.get(str(game.then))
        if signature is None or signature.kind != "event":
            self.unknown(game.then, "event", [n for n, s in self.signatures.items() if s.kind == "event" and not s.params])
            return NONE
        if signature.params:
            self.error("T06", game.then.place, f"‘{game.then}’ needs: {self.written(signature)}",
                       "Name an event without parameters; it may call this one.")  # fmt: skip
            return NONE
        return signature.index


def replace_range(type_: Ty, value: int) -> Ty:
    return number(value, value) if type_.kind == "number" else type_


@dataclass(slots=True)
class Bound:
    """A rulebook bound for one choice of options, with what was found on the way."""

    program: core.Program
    binder: Binder
    messages: Messages


def bind(rulebook: Rulebook, options: dict[str, Any] | None = None) -> Bound:
    """Binds a rulebook.  Messages of reading and binding are both in the result; :class:`BadOption` for a bad option."""
    binder = Binder(rulebook, options)
    binder.messages.items = list(rulebook.messages.items)
    program = binder.run()
    binder.drop_consequences(rulebook.messages)
    return Bound(program, binder, binder.messages)


def compile_rules(rulebook: Rulebook, options: dict[str, Any] | None = None) -> Bound:
    """Like :func:`bind`, but a rulebook with errors raises :class:`RulesError`."""
    bound = bind(rulebook, options)
    if bound.messages.errors:
        raise RulesError(bound.messages.errors, rulebook.sources)
    return bound
