"""Values, conditions, relations, charts and rankings of a rulebook, bound when first needed."""

from __future__ import annotations

from collections.abc import Iterable

from dsl import core, hints
from dsl import tree as t
from dsl.messages import an, did_you_mean
from dsl.places import Place
from dsl.scope import Frame, Scope
from dsl.stages import Entry, Stages
from dsl.symbols import NONE, text_of
from dsl.types import BAD, EMPTY, FLAG, NUMBER, Ty, group, number, row

Bound = tuple[core.Expr, Ty]


class Values(Stages):
    functions: list[core.Function]

    entries: dict[str, list[Entry]]

    conditions: dict[str, list[Entry]]

    def function_names(self) -> list[str]:
        return [*self.entries, *self.conditions]

    def functions_over(self, domain: int) -> list[str]:
        found = [e for es in [*self.entries.values(), *self.conditions.values()] for e in es]
        return [e.name for e in found if len(e.types) == 1 and e.types[0].domain == domain]

    def function_arity(self, name: str) -> int:
        return len(self.entries[name][0].types) if name in self.entries else NONE

    def noun_type(self, param: t.Parameter) -> tuple[Ty, tuple[int, int] | None]:
        """The type of a parameter; for the name of a member (``brute``) also that member, which its bearer must have."""
        if param.type is not None:
            return self.type_of(param.type), None
        word = str(param.name)
        if word in self.nouns:
            return row(self.nouns[word]), None
        for domain, index in self.members.get(word, []):
            bearer = self.bearer_of(domain)
            if bearer is not None:
                return row(bearer), (domain, index)
        hint = did_you_mean(word, [*self.nouns, *self.members]) or f"Write its type: ({word}: KIND)."
        self.error("N01", param.name.place, f"there is no noun ‘{word}’", hint)
        return BAD, None

    def bearer_of(self, domain: int) -> int | None:
        if domain in self.bearers:
            return self.domain_by_name.get(self.bearers[domain])
        for wanted in (True, False):
            for owner in self.domains:
                if owner.dynamic == wanted and owner.name != "order":
                    for index in self.fields_of[owner.index].values():
                        type_ = self.field_types[index]
                        if type_.kind in ("row", "set") and type_.domain == domain:
                            return owner.index
        return None

    def bears(self, owner: core.Expr, owner_domain: int, member: tuple[int, int], place: Place) -> core.Expr:
        """Does it bear that member (is its role scout, are its skills among ...)?"""
        for index in self.fields_of[owner_domain].values():
            type_ = self.field_types[index]
            if type_.domain == member[0] and type_.kind in ("row", "set"):
                read = core.Read(place, index, owner)
                wanted = core.Const(place, member[1])
                return core.In(place, wanted, read) if type_.is_set else core.Compare(place, "==", read, wanted)
        return core.Const(place, 1)

    def call_function(self, name: str, args: list[t.Expr], place: Place, scope: Scope) -> Bound | None:
        found = [e for e in self.entries.get(name, []) if len(e.types) == len(args) and not isinstance(e.decl, t.Ranking)]
        if not found:
            if name in self.entries:
                wanted = len(self.entries[name][0].types)
                self.error("T06", place, f"‘{name}’ takes {wanted} values, not {len(args)}")
                return self.bad(place)
            return None
        entry = found[0]
        if len(found) > 1:
            type_ = self.bind(args[0], scope)[1]
            entry = next((e for e in found if e.types[0].domain == type_.domain), found[0])
        bound = tuple(
            self.value(a, scope, e if e.kind != "row" else row(e.domain, True), f"‘{n}’")
            for a, e, n in zip(args, entry.types, entry.names, strict=True)
        )
        function = self.function_of(entry)
        return core.Apply(place, function.index, bound), entry.type

    def refuse_two_homes(self, said: t.Expr, owner: Ty, scope: Scope, verb: str) -> None:
        """``thief has lit`` where two sets of a thief hold such things: which one is meant must be said."""
        if not isinstance(said, t.Name):
            return
        word = str(said.word)
        kinds = {scope.names[word][1].domain} if word in scope.names else {domain for domain, _ in self.members.get(word, ())}
        sets = {name: self.field_types[field] for name, field in self.fields_of[owner.domain].items()}
        homes = [name for name, held in sets.items() if held.is_set and held.domain in kinds and not name.startswith("_")]
        if len(homes) > 1:
            kind = self.domain_name(owner.domain)
            forms = [f"‘{word} in {kind}.{name}’" if verb == "has" else f"‘{kind} {verb} ({word}) {name}’" for name in homes]
            self.error(
                "N03", said.place, f"‘{verb} {word}’ may speak of {' or '.join(f'‘{n}’' for n in homes)}", f"Write {' or '.join(forms)}."
            )

    def value_of(self, owner: core.Expr, type_: Ty, word: t.Word) -> Bound | None:
        for entry in [*self.entries.get(str(word), []), *self.conditions.get(str(word), [])]:
            if len(entry.types) == 1 and entry.types[0].domain == type_.domain and entry.types[0].is_row:
                if isinstance(entry.decl, t.Ranking):
                    continue
                function = self.function_of(entry)
                return core.Apply(word.place, function.index, (owner,)), entry.type
        if any(x.kind == "bad" for entry in self.entries.get(str(word), []) for x in entry.types):
            return self.bad(word.place)
        return None

    def condition_on(self, owner: core.Expr, type_: Ty, word: t.Word, scope: Scope) -> core.Expr | None:
        """``x is standing``, where standing is a condition or a flag of x."""
        if str(word) in scope.names:
            return None
        for entry in self.conditions.get(str(word), []):
            if len(entry.types) == 1 and entry.types[0].domain == type_.domain:
                return core.Apply(word.place, self.function_of(entry).index, (owner,))
        index = self.fields_of[type_.domain].get(str(word))
        if index is not None and self.field_types[index].kind == "flag":
            return core.Read(word.place, index, owner)
        if str(word) == "pending" and self.domain_name(type_.domain) == "step":
            return core.Built(word.place, "pending", (owner,))
        if not self.members.get(str(word)) and str(word) in self.conditions:
            kinds = ", ".join(self.domain_name(e.types[0].domain) for e in self.conditions[str(word)])
            self.error("T01", word.place, f"‘{word}’ is asked of {an(kinds)}, not of {self.describe(type_)}")
            return core.Const(word.place, 0)
        return None

    def relation_on(self, left: core.Expr, a: Ty, right: core.Expr, b: Ty, word: t.Word) -> core.Expr | None:
        found = [e for e in self.conditions.get(str(word), []) if len(e.types) == 2]
        if any(x.kind == "bad" for e in found for x in e.types):
            return None
        for entry in found:
            if entry.types[0].domain == a.domain and entry.types[1].domain == b.domain:
                return core.Apply(word.place, self.function_of(entry).index, (left, right))
        if found:
            kinds = " and ".join(self.describe(x) for x in found[0].types)
            self.error("T01", word.place, f"‘{word}’ is between {kinds}, not {self.describe(a)} and {self.describe(b)}")
        else:
            known = [n for n, es in self.conditions.items() if any(len(e.types) == 2 for e in es)]
            self.unknown(word, "relation", known)
        return None

    def amount_held(self, owner: core.Expr, type_: Ty, word: t.Word) -> Bound | None:
        return None

    def declare_values(self) -> None:
        self.entries, self.conditions, self.functions = {}, {}, []
        for decl in self.decls:
            if isinstance(decl, t.Define):
                types = [self.noun_type(p)[0] for p in decl.params]
                self.declare_value(self.entries, Entry(str(decl.name), decl, [str(p.name) for p in decl.params], types))
            elif isinstance(decl, t.Condition):
                params = [t.Parameter(n.place, n) for n in (decl.subject, decl.object) if n is not None]
                types = [self.noun_type(p)[0] for p in params]
                entry = Entry(str(decl.name), decl, [str(p.name) for p in params], types, type=FLAG)
                self.declare_value(self.conditions, entry)
            elif isinstance(decl, t.Grid):
                self.declare_grid(decl)
            elif isinstance(decl, t.Ranking):
                domain = self.nouns.get(str(decl.kind))
                if domain is None:
                    self.unknown(decl.kind, "kind", self.nouns)
                    domain = 0
                self.declare_value(self.entries, Entry(str(decl.name), decl, [str(decl.kind)], [row(domain)]))
        for decl in self.decls:
            if isinstance(decl, t.Adjust) and decl.what != "test":
                self.attach(decl)

    def declare_value(self, table: dict[str, list[Entry]], entry: Entry) -> None:
        for other in table.get(entry.name, []):
            same = [x.domain for x in other.types] == [x.domain for x in entry.types] and len(other.types) == len(entry.types)
            if same:
                self.error("N02", entry.decl.place, f"‘{entry.name}’ is defined twice",
                           "Use ‘adjust’ to change it, or ‘replace’.", [(other.decl.place, "the first")])  # fmt: skip
                return
        table.setdefault(entry.name, []).append(entry)

    def attach(self, decl: t.Adjust) -> None:
        table = self.entries if decl.what == "value" else self.conditions
        found = [e for e in table.get(str(decl.name), []) if len(e.types) == len(decl.params)]
        if not found and str(decl.name) in table:
            form = ", ".join(table[str(decl.name)][0].names)
            if not form:
                self.error(
                    "N07", decl.name.place, f"‘{decl.name}’ is of the whole game, not of one thing", f"Write adjust {decl.name}: ..."
                )
                return
            self.error("N07", decl.name.place, f"‘{decl.name}’ is of {form}", f"Write adjust {decl.name}({form}): ...")
            return
        if not found:
            self.error(
                "N07",
                decl.name.place,
                f"there is no ‘{decl.name}’ to adjust",
                hints.unknown(decl.name, "value" if decl.what == "value" else "condition", table),
            )
            return
        types = [self.noun_type(p)[0] for p in decl.params]
        for entry in found:
            if all(a.domain == b.domain for a, b in zip(types, entry.types, strict=True)):
                entry.adjusts.append(decl)
                return
        self.error("N07", decl.place, f"‘{decl.name}’ is not of {' and '.join(self.describe(x) for x in types)}")

    def declare_grid(self, decl: t.Grid) -> None:
        domain = self.nouns.get(str(decl.row))
        types = [row(domain) if domain is not None else NUMBER, NUMBER]
        column = self.nouns.get(str(decl.column))
        if column is not None:
            types[1] = row(column)
        self.declare_value(self.entries, Entry(str(decl.name), decl, [str(decl.row), str(decl.column)], types))

    def function_of(self, entry: Entry) -> core.Function:
        if entry.function is not None:
            return entry.function
        decl = entry.decl
        frame = Frame()
        scope = Scope(frame)
        params = []
        for name, type_ in zip(entry.names, entry.types, strict=True):
            slot = scope.add(name, type_)
            params.append(core.Param(name, slot, type_.domain, type_.low, type_.high, is_set=type_.is_set))
        place = decl.place
        made = core.Function(len(self.functions), entry.name, params, frame.size, core.Const(place, 0), place,
                             tuple(decl.clauses), text_of(decl.title))  # fmt: skip
        self.functions.append(made)
        entry.function = made
        if isinstance(decl, t.Define) and isinstance(decl.value, (t.Tuple, t.Where)) and not entry.busy:
            entry.type = self.guess(decl.value, scope)
        entry.busy = True
        if isinstance(decl, t.Grid):
            made.body, entry.type = self.grid_body(decl, entry, scope)
        elif isinstance(decl, t.Condition):
            made.body = self.staged(entry, self.flag(decl.when, scope), FLAG, scope, decl.modifiers)
        elif isinstance(decl, t.Define):
            body, type_ = self.bind(decl.value, scope)
            type_ = self.widest(type_, [*decl.modifiers, *(m for a in entry.adjusts for m in a.modifiers)], scope)
            if type_.is_set:
                body = self.fit(body, self.bind(decl.value, scope, type_)[1], type_, decl.value.place)
                body = self.value(decl.value, scope, type_)
            entry.type = type_
            made.body = self.staged(entry, body, type_, scope, decl.modifiers)
            entry.type = self.ranged(entry, type_)
        entry.busy = False
        made.slots = frame.size
        made.domain, made.is_set = entry.type.domain, entry.type.is_set
        return made

    def guess(self, value: t.Expr, scope: Scope) -> Ty:
        """The type of a set that speaks of itself, as far as its first words tell."""
        if isinstance(value, t.Where) and isinstance(value.source, t.Name) and str(value.source.word) in self.plurals:
            domain = self.plurals[str(value.source.word)]
            return {"set": group(domain), "the": row(domain, True)}.get(value.sink, FLAG)
        return NUMBER

    def widest(self, type_: Ty, modifiers: Iterable[t.Modifier], scope: Scope) -> Ty:
        """A set if anything joins it, a row if it starts as none and may become one."""
        for modifier in modifiers:
            if modifier.form in ("also", "except") and type_.is_row:
                return group(type_.domain)
            if modifier.form in ("also", "override") and type_.kind in ("none", "empty") and modifier.value is not None:
                found = self.bind(modifier.value, scope)[1]
                if found.kind in ("row", "set"):
                    type_ = group(found.domain) if modifier.form == "also" else found
                    if type_.is_row:
                        type_ = row(type_.domain, True)
        if type_.kind == "empty":
            type_ = EMPTY
        return type_

    def ranged(self, entry: Entry, type_: Ty) -> Ty:
        if type_.kind != "number":
            return type_
        low, high = type_.low, type_.high
        forms = [m for m in [*getattr(entry.decl, "modifiers", []), *(m for a in entry.adjusts for m in a.modifiers)]]
        floors = [m.value.value for m in forms if m.form == "floor" and isinstance(m.value, t.Number) and m.when is None]
        ceilings = [m.value.value for m in forms if m.form == "ceiling" and isinstance(m.value, t.Number) and m.when is None]
        if any(m.form in ("bonus", "bonus_each", "override") for m in forms) or entry.name in self.adds_to():
            low, high = -1_000_000, 1_000_000
        return number(max([low, *floors]), min([high, *ceilings]))

    def adds_to(self) -> set[str]:
        return {str(word) for _, word, _, _ in self.added}
