"""The act under way, said of somebody whose act it may not be (M02): ``match.halted becomes true`` where another one throws.

Whose act it is stands in a field of the match (``match.actor``) that an event sets to one it was given; what it sets beside that is about
his act.  A rule that is given somebody and speaks of these has to know that it is his act: by what it asks, or by who calls it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from arbitre.dsl import core
from arbitre.dsl.core.walk import nodes, statements_of
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lint.disjoint import DEEP, Prover
from arbitre.dsl.lint.doings import asked_by, columns_in
from arbitre.dsl.lint.own import concerns
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.modules.rulebook import Rulebook

ROUNDS = 12  # so deep a chain of calls is followed
SAID = "‘{0}’ describes the act of ‘match.{1}’; this may happen while somebody else acts"
MEND = "Check first whose act it is: ‘if match.{0} is {1}’. Rules that begin or end an act set ‘match.{0}’ themselves."
Slots = frozenset[int]


def acts(bound: Bound, rulebook: Rulebook) -> None:
    """Warns of rules that ask or change what is said of the act under way, on account of somebody who need not be the one who acts."""
    program = bound.program
    found = facts_of(program)
    if not found:
        return
    course = Course(program, found)
    course.follow()
    for scope in course.scopes:
        names = [param.name for param in scope.given.values() if param.domain in course.kinds]
        for place, column in course.foreign(scope) if names and not scope.sets_actor else ():
            if concerns(place, rulebook):
                actor = program.fields[found[column]].name
                said = phrase(SAID, f"match.{program.fields[column].name}", actor)
                bound.messages.add("M02", place, said, phrase(MEND, actor, names[0]))


def facts_of(program: core.Program) -> dict[int, int]:
    """The fields of the match that are about an act, each with the field that says whose it is."""
    kinds = {program.procedures[a.procedure].params[a.actor].domain for a in program.actions}
    beside: dict[int, set[int]] = {}
    for rule in program.procedures:
        given = {param.slot: param.domain for param in rule.params}
        stores = [s for s in rule.body if isinstance(s, core.Store) and program.domains[program.fields[s.field].domain].name == "match"]
        for s in stores:
            kind = program.fields[s.field].target
            if kind in kinds and isinstance(s.value, core.Local) and given.get(s.value.slot) == kind:
                beside.setdefault(s.field, set()).update(other.field for other in stores if other.field != s.field)
    read = Counter(node.field for node in nodes([program.functions, program.procedures, program.actions]) if isinstance(node, core.Read))
    out: dict[int, int] = {}
    for actor in sorted(beside, key=lambda column: -read[column]):  # whoever is asked for most is the one who acts, not whom he turns to
        if actor not in out and any(program.fields[column].is_flag for column in beside[actor]):
            out |= {column: actor for column in beside[actor] if column not in out}
    return out


@dataclass(slots=True)
class Scope:
    """A rule or a hook: what it was given (its slots), what holds before it begins, what it does."""

    rule: core.Procedure
    hook: core.Hook | None
    given: dict[int, core.Param]
    head: list[core.Expr]
    bodies: list[tuple[core.Stmt, ...]]
    sets_actor: bool = False
    begun: Slots = frozenset()  # what is known to be the one who acts as it begins, whoever calls


@dataclass(slots=True)
class Course:
    """Who is known to be the one whose act it is, wherever rules call each other."""

    program: core.Program
    facts: dict[int, int]
    actors: set[int] = field(default_factory=set)
    kinds: set[int] = field(default_factory=set)
    scopes: list[Scope] = field(default_factory=list)
    sure: set[tuple[int, int]] = field(default_factory=set)  # of rules: the slots of parameters that always are
    begins: dict[int, Slots] = field(default_factory=dict)  # of rules: the parameters that are afterwards
    prover: Prover = field(init=False)
    asked: dict[int, frozenset[int]] = field(init=False)

    def __post_init__(self) -> None:
        self.prover = Prover(self.program)
        self.asked = asked_by(self.program)
        self.actors = set(self.facts.values())
        self.kinds = {self.program.fields[column].target for column in self.actors}
        for rule in self.program.procedures:
            self.begins[rule.index] = frozenset(self.given_to(rule.body))
        self.scopes = list(self.all_scopes())
        self.sure = {(rule.index, param.slot) for rule in self.program.procedures for param in rule.params if param.domain in self.kinds}

    def given_to(self, body: tuple[core.Stmt, ...]) -> Iterator[int]:
        """The slots whose rows a block makes the one who acts."""
        for s in body:
            if isinstance(s, core.Store) and s.field in self.actors and isinstance(s.value, core.Local):
                yield s.value.slot

    def sets(self, s: core.Stmt) -> bool:
        return isinstance(s, core.Store) and s.field in self.actors

    def all_scopes(self) -> Iterator[Scope]:
        actions = {action.procedure: action for action in self.program.actions}
        for rule in self.program.procedures:
            head = [rule.when] if rule.when is not None else []
            if rule.index in actions:
                head += [test for test, _ in (*actions[rule.index].when, *actions[rule.index].needs)]
            given = {param.slot: param for param in rule.params}
            bodies = [rule.body, *(step.body for step in rule.steps)]
            known = self.known(head)
            yield Scope(rule, None, given, head, bodies, self.sets_actor(bodies), known)
            for hook in (*rule.before, *rule.instead, *rule.after, *rule.rolled):
                mine = {slot: given[theirs] for theirs, slot in hook.params if theirs in given}
                own = [hook.when] if hook.when is not None else []
                before = known | self.begins[rule.index] if hook in rule.after else known
                begun = self.known(own) | {slot for theirs, slot in hook.params if theirs in before}
                yield Scope(rule, hook, mine, own, [hook.body], self.sets_actor([hook.body]), begun)

    def sets_actor(self, bodies: Iterable[tuple[core.Stmt, ...]]) -> bool:
        return any(self.sets(s) for body in bodies for s in statements_of(body))

    def known(self, tests: Iterable[core.Expr]) -> Slots:
        """The slots of which these conditions say that they are the one who acts."""
        return frozenset().union(*(self.said(test, True, DEEP) for test in tests))

    def said(self, test: core.Expr, holds: bool, deep: int) -> Slots:
        """The same of one condition that holds, or does not."""
        match test:
            case core.Not():
                return self.said(test.item, not holds, deep)
            case core.And() | core.Or():
                each = [self.said(item, holds, deep) for item in test.items]
                return frozenset().union(*each) if isinstance(test, core.And) is holds else frozenset.intersection(*each)
            case core.Compare() if (test.op == "==") is holds and test.op in ("==", "!="):
                pairs = ((test.left, test.right), (test.right, test.left))
                return frozenset(
                    a.slot for a, b in pairs if isinstance(a, core.Local) and isinstance(b, core.Read) and b.field in self.actors
                )
            case core.Choice():
                yes = self.said(test.test, True, deep) | self.said(test.then, holds, deep)
                no = self.said(test.test, False, deep) | self.said(test.other, holds, deep)
                never = [isinstance(way, core.Const) and bool(way.value) is not holds for way in (test.then, test.other)]
                return no if never[0] else yes if never[1] else yes & no
            case core.Apply() if deep:
                body = self.program.functions[test.function].body
                return self.said(self.prover.renamed(body, dict(enumerate(test.args))), holds, self.prover.deeper(test.function, deep))
            case core.In(group=core.Apply() as group) if deep and holds:
                body = self.prover.renamed(self.program.functions[group.function].body, dict(enumerate(group.args)))
                return self.said(core.In(test.place, test.item, body), True, self.prover.deeper(group.function, deep))
            case core.In() if holds:
                inside = self.prover.inside(test)
                return frozenset() if inside is None else self.said(inside, True, deep)
        return frozenset()

    def follow(self) -> None:
        """Takes away what some call gives otherwise, until nothing changes."""
        asked = {action.procedure for action in self.program.actions}
        for _ in range(ROUNDS):
            sites: dict[tuple[int, int], list[bool]] = {}

            def note(s: core.Stmt, known: Slots, tests: tuple[core.Expr, ...], sites: dict[tuple[int, int], list[bool]] = sites) -> None:
                if isinstance(s, (core.Invoke, core.Run)):
                    for param, arg in zip(self.program.procedures[s.procedure].params, s.args, strict=False):
                        sites.setdefault((s.procedure, param.slot), []).append(self.is_actor(arg, known))

            for scope in self.scopes:
                self.walk(scope, note)
            lost = {key for key in self.sure if key[0] in asked or not all(sites.get(key, [False]))}
            if not lost:
                return
            self.sure -= lost

    def is_actor(self, arg: core.Expr, known: Slots) -> bool:
        return (isinstance(arg, core.Local) and arg.slot in known) or (isinstance(arg, core.Read) and arg.field in self.actors)

    def foreign(self, scope: Scope) -> list[tuple[Place, int]]:
        """Where a rule speaks of the act under way, and nothing says that it is the act of one it was given."""
        out: list[tuple[Place, int]] = []

        def look(s: core.Stmt, known: Slots, tests: tuple[core.Expr, ...]) -> None:
            asked = [*tests, s.test] if isinstance(s, core.If) else list(tests)
            if known & scope.given.keys() or self.actors & columns_in([*scope.head, *asked], self.asked):
                return
            out.extend((n.place, n.field) for n in nodes([*scope.head, *asked]) if isinstance(n, core.Read) and n.field in self.facts)
            if isinstance(s, (core.Store, core.Change, core.Join)) and s.field in self.facts:
                out.append((s.place, s.field))

        self.walk(scope, look)
        return out

    def walk(self, scope: Scope, see: Callable[[core.Stmt, Slots, tuple[core.Expr, ...]], None]) -> None:
        """Goes through a scope in order; ``see`` is given each statement, who is known to act there, and what was asked around it."""
        begun = set(scope.begun)
        params = {slot: slot for slot in scope.given} if scope.hook is None else {mine: theirs for theirs, mine in scope.hook.params}
        begun |= {slot for slot, theirs in params.items() if (scope.rule.index, theirs) in self.sure}
        for body in scope.bodies:
            self.block(body, frozenset(begun), (), see)

    def block(self, body: Iterable[core.Stmt], known: Slots, tests: tuple[core.Expr, ...], see: Callable[..., None]) -> None:
        for s in body:
            see(s, known, tests)
            match s:
                case core.If():
                    self.block(s.then, known | self.known([s.test]), (*tests, s.test), see)
                    self.block(s.other, known | self.known([core.Not(s.place, s.test)]), (*tests, s.test), see)
                case core.ForEach():
                    inner = self.known([core.In(s.place, core.Local(s.place, s.slot), s.source)])
                    self.block(s.body, known | inner, tests, see)
                case core.While():
                    self.block(s.body, known | self.known([s.test]), (*tests, s.test), see)
                case core.Together():
                    self.block(s.body, known, tests, see)
                case core.ChooseBranch():
                    for branch in s.branches:
                        self.block(branch.body, known, tests, see)
                case core.Let() if self.is_actor(s.value, known):
                    known |= {s.slot}
                case core.Invoke():
                    params = self.program.procedures[s.procedure].params
                    begun = {param.slot: arg for param, arg in zip(params, s.args, strict=False)}
                    after = (begun[slot] for slot in self.begins[s.procedure] if slot in begun)
                    known |= {arg.slot for arg in after if isinstance(arg, core.Local)}
                case core.Store() if s.field in self.actors and isinstance(s.value, core.Local):
                    known |= {s.value.slot}
