"""What the end of a match cuts off: what people are told after it (M01), and others who would have won with the first (M07)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

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
