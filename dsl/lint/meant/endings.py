"""What an end cuts off: what people are told after the match (M01), others who would have won with the first (M07), lines that are never

reached, and all rows of a loop but the first (M10).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from arbitre.dsl import core
from arbitre.dsl.core.walk import blocks_of, bodies_of, speaks_of, statements_of
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lint.disjoint import DEEP
from arbitre.dsl.lint.doings import Doings, called, doings_of
from arbitre.dsl.lint.own import concerns
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.modules.rulebook import Rulebook

TELLS = (core.Tell, core.TellFact, core.Publish)
PLAYS = (core.Roll, core.RollCount, core.RollOff, core.Draw, core.Choose, core.ChooseBranch, core.Act, core.GiveOrders, core.Finish)
STEP = "the match may end in the step ‘{0}’; then this step is not played, and nobody is told"
STEP_MEND = "Move it before that step: ‘reschedule {0} before {1}’, or in the agenda itself."
LINE = "the match may end on the line before, and then nobody is told this"
FIRST = "the match ends when the first of them wins, so others who are just as good do not win"
FIRST_MEND = "Let the whole set win: ‘{0} wins’ in place of the loop."
UNREACHED = "this line is never reached: ‘{0}’ leaves what it stands in before that"
UNREACHED_MEND = "Move it further up, or put a condition before ‘{0}’. A block ends where its lines do: there is no word for that."
ONCE = "this loop does its first round only: ‘{0}’ leaves the loop too, and all that it stands in"
ONCE_MEND = "Leave ‘{0}’ out, or put a condition before it: a loop goes on by itself. If one is enough, say which: ‘let one = first(S)’."
WHILE_MEND = "Leave ‘{0}’ out, or put a condition before it: a loop goes on by itself. What is done once has an ‘if’."
LEAVES: dict[type[core.Stmt], str] = {core.End: "end", core.Give: "give", core.Fail: "fail", core.Prevent: "prevent"}
LINE_MEND = "Tell it first; what is said about the end belongs in the event that ends the match."


def endings(bound: Bound, rulebook: Rulebook) -> None:
    """Warns of steps and lines that only tell people something, and stand behind what may end the match; of the best, of whom one wins."""
    for loop, best in firsts(bound.program):
        if concerns(loop.place, rulebook):
            bound.messages.add("M07", loop.place, FIRST, phrase(FIRST_MEND, best))
    course = Course(doings_of(bound.program))
    for agenda in bound.program.procedures:
        for step, ending in course.steps(agenda):
            if concerns(step.place, rulebook):
                names = [f"{agenda.name}.{one.name}" for one in (step, ending)]
                bound.messages.add(
                    "M01", step.place, phrase(STEP, ending.name), phrase(STEP_MEND, *names), [(ending.place, "it may end here")]
                )
        for body in bodies_of(agenda):
            for place, end in course.lines(body):
                if concerns(place, rulebook):
                    bound.messages.add("M01", place, LINE, LINE_MEND, [(end, "it may end here")])
    for rule in bound.program.procedures:
        for body in bodies_of(rule):
            for place, text, mend, left in cut_off(body):
                if concerns(place, rulebook):
                    bound.messages.add("M10", place, text, mend, [(left, "it is left here")])


def cut_off(body: tuple[core.Stmt, ...]) -> Iterator[tuple[Place, str, str, Place]]:
    """Lines behind what always leaves, and loops that leave in their first round, each with what is said and where it is left."""
    for block in blocks_of(body):
        for stmt, following in pairwise(block):
            left = leaving(stmt)
            if left is not None and following.place.line > left.place.line:
                yield following.place, phrase(UNREACHED, LEAVES[type(left)]), phrase(UNREACHED_MEND, LEAVES[type(left)]), left.place
                break
        for stmt in block:
            if isinstance(stmt, core.While) or (isinstance(stmt, core.ForEach) and not chosen(stmt)):
                left = always_left(stmt.body)
                if left is not None:
                    word, mend = LEAVES[type(left)], WHILE_MEND if isinstance(stmt, core.While) else ONCE_MEND
                    yield stmt.place, phrase(ONCE, word), phrase(mend, word), left.place


def chosen(loop: core.ForEach) -> bool:
    """Is it said in which order a loop goes, so that the first is the one that is meant?  What is done together leaves apart."""
    return bool(loop.keys or loop.ties) or loop.along or loop.together


def always_left(body: tuple[core.Stmt, ...]) -> core.Stmt | None:
    """What leaves some lines, if there is no way to their end."""
    return next((left for left in map(leaving, body) if left is not None), None)


def leaving(stmt: core.Stmt) -> core.Stmt | None:
    """What in a statement leaves what it stands in, if it is left whatever comes."""
    if isinstance(stmt, core.If):
        return always_left(stmt.other) if always_left(stmt.then) is not None else None
    return stmt if type(stmt) in LEAVES else None


def firsts(program: core.Program) -> Iterator[tuple[core.ForEach, str]]:
    """Loops over those who are best at something, each of whom wins at once, with how these are called."""
    for rule in program.procedures:
        for s in (s for body in bodies_of(rule) for s in statements_of(body)):
            if isinstance(s, core.ForEach) and not s.together and (best := best_of(program, s.source)):
                if any(isinstance(end, core.Finish) and speaks_of(end.winners, s.slot) for end in s.body):
                    yield s, best


def best_of(program: core.Program, source: core.Expr, deep: int = DEEP) -> str:
    """How a set is called that holds those with the highest or the lowest of something, of whom there may be several; "" for others."""
    if isinstance(source, core.Apply) and deep:
        function = program.functions[source.function]
        return best_of(program, function.body, deep - 1) and (f"{function.name}(...)" if source.args else function.name)
    return f"{source.sink}(...)" if isinstance(source, core.Query) and source.sink in ("best", "worst") else ""


class Course:
    """What may end the match, and what does nothing but tell."""

    def __init__(self, doings: Doings) -> None:
        self.program = doings.program
        self.ends = doings.reaching(lambda s: isinstance(s, core.Finish))
        self.tells = doings.reaching(lambda s: isinstance(s, TELLS))
        self.plays = doings.reaching(lambda s: isinstance(s, PLAYS))

    def steps(self, agenda: core.Procedure) -> Iterator[tuple[core.Step, core.Step]]:
        """Steps that only tell, each with the first one before it that may end the match."""
        ending: core.Step | None = None
        for step in agenda.steps:
            block = [s for body in (step.body, *(hook.body for hook in (*step.before, *step.after))) for s in body]
            if ending is not None and self.only_tells(block):
                yield step, ending
            elif ending is None and self.comes_to(block, core.Finish, self.ends):
                ending = step

    def lines(self, body: tuple[core.Stmt, ...]) -> Iterator[tuple[Place, Place]]:
        """Lines that only tell, each with one before it in its block that may end the match."""
        for block in blocks_of(body):
            ending: core.Stmt | None = None
            for s in block:
                if ending is not None and self.only_tells([s]):
                    yield s.place, ending.place
                elif ending is None and self.comes_to([s], core.Finish, self.ends):
                    ending = s

    def only_tells(self, block: Iterable[core.Stmt]) -> bool:
        found = list(block)
        return self.comes_to(found, TELLS, self.tells) and not self.comes_to(found, PLAYS, self.plays)

    def comes_to(self, block: Iterable[core.Stmt], sort: type | tuple[type, ...], rules: list[bool]) -> bool:
        return any(isinstance(s, sort) or any(rules[index] for index in called(s, self.program)) for s in statements_of(tuple(block)))
