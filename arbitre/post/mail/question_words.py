"""The words by which a rulebook calls its questions: a line with the words of one of them is no answer to another.

They are those of the rulebook, which everybody may read, whatever a match hides: that a line is not taken tells nothing of who is asked
what.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from arbitre.dsl import core
from arbitre.dsl.core import Text
from arbitre.dsl.core.decisions import Act, Choose, ChooseBranch, GiveOrders
from arbitre.dsl.core.walk import hooks_of, statements_of
from arbitre.dsl.diagnostics.position import Place
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.views import Eyes, seen_state
from arbitre.session.dialogue.labels import FILLERS, names_in, plain

Asking = Choose | ChooseBranch | Act | GiveOrders
YES_NO = ("yes", "no")
_NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class QuestionWords:
    """The words of all questions of a rulebook.

    ``every``: all of them; ``at``: those of what is asked at one place of the rules; ``called``: the same by the name of the question;
    ``put``: each question as it is put, word by word.
    """

    every: frozenset[str]
    at: Mapping[Place, frozenset[str]]
    called: Mapping[str, frozenset[str]]
    put: frozenset[tuple[str, ...]]

    def of(self, place: Place, decision: str) -> frozenset[str]:
        """Those of a question that is asked: what it is called, and what the steps and events are called that ask it."""
        return self.at.get(place) or self.called.get(decision, _NONE)

    def other_put(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """The longest question as it is put that words begin with; nothing where they begin with none."""
        return max((one for one in self.put if words[: len(one)] == one), key=len, default=())


@lru_cache(maxsize=16)
def question_words(machine: Machine) -> QuestionWords:
    """The words of the questions of a rulebook."""
    program = machine.program
    around = above(program)
    at: dict[Place, set[str]] = defaultdict(set)
    called: dict[str, set[str]] = defaultdict(set)
    put: set[tuple[str, ...]] = set()
    for procedure in program.procedures:
        for names, body in bodies(procedure):
            for statement in statements_of(body):
                if not isinstance(statement, Asking):
                    continue
                words = set(of_question(machine, statement))
                called[program.decisions[statement.decision].name] |= words
                at[statement.place] |= words | names | around[procedure.index]
                put |= {spoken for text in put_as(statement) if len(spoken := tuple(said_in(text))) > 1}
    every = frozenset().union(*at.values(), *called.values()) if at else _NONE
    frozen = {place: frozenset(words) for place, words in at.items()}
    return QuestionWords(every, frozen, {name: frozenset(words) for name, words in called.items()}, frozenset(put))


@lru_cache(maxsize=16)
def answer_words(machine: Machine) -> frozenset[str]:
    """The names that answers have, whichever question of the rules they belong to."""
    program = machine.program
    asked = [s for procedure in program.procedures for _, body in bodies(procedure) for s in statements_of(body) if isinstance(s, Asking)]
    kinds = {s.domain for s in asked if isinstance(s, Choose)}
    kinds |= {param.domain for ready in machine.actions for param in ready.procedure.params}
    names = {name for kind in kinds if kind != core.NONE and program.domains[kind].board is None for name in names_in(machine, kind)}
    named = [part for s in asked if isinstance(s, ChooseBranch) for branch in s.branches for part in (branch.name, branch.title)]
    return frozenset(words_of_texts((*names, *named))) - frozenset(FILLERS)


def bodies(procedure: core.Procedure) -> Iterator[tuple[frozenset[str], tuple[core.Stmt, ...]]]:
    """Every block of a rule, with what the rule and the step are called that it stands in."""
    own = frozenset(words_of_texts((procedure.name, procedure.title)))
    yield own, procedure.body
    for step in procedure.steps:
        yield own | frozenset(words_of_texts((step.name, step.title))), step.body
    for hook in hooks_of(procedure):
        yield own, hook.body


def above(program: core.Program) -> dict[int, frozenset[str]]:
    """For each rule, what those are called that have it carried out, however far above."""
    callers: dict[int, set[tuple[int, frozenset[str]]]] = defaultdict(set)
    for procedure in program.procedures:
        for names, body in bodies(procedure):
            for statement in statements_of(body):
                if isinstance(statement, core.Invoke):
                    callers[statement.procedure].add((procedure.index, names))
    out: dict[int, frozenset[str]] = {}
    for procedure in program.procedures:
        words, seen, left = set[str](), set[int](), [procedure.index]
        while left:
            now = left.pop()
            for caller, names in callers.get(now, ()):
                words |= names
                if caller not in seen:
                    seen.add(caller)
                    left.append(caller)
        out[procedure.index] = frozenset(words)
    return out


def of_question(machine: Machine, asked: Asking) -> Iterator[str]:
    """What a question is called: its name, its title, as it is put, the field that is chosen, the actions and named answers."""
    program = machine.program
    decision = program.decisions[asked.decision]
    yield from words_of_texts((decision.name, decision.title, decision.within))
    yield from words_of_texts(field.title for field in program.fields if field.name == decision.name)
    yield from words_of_texts(piece.text for piece in asked.asks if piece.text is not None)
    if isinstance(asked, ChooseBranch) and tuple(branch.name for branch in asked.branches) != YES_NO:
        yield from words_of_texts(part for branch in asked.branches for part in (branch.name, branch.title))
    if isinstance(asked, Act | GiveOrders):
        for ready in machine.actions:
            if ready.action.offer == asked.offer:
                yield from words_of_texts((ready.key, ready.title, ready.procedure.title, ready.action.written))


def put_as(asked: Asking) -> Iterator[str]:
    """A question as it is put, in every language, where it names nobody."""
    if asked.asks and all(piece.value is None for piece in asked.asks):
        texts = [piece.text for piece in asked.asks if piece.text is not None]
        for code in dict.fromkeys(code for text in texts for code in text.languages):
            yield "".join(text.own(code) for text in texts)


def words_of_texts(texts: Iterable[str | Text]) -> Iterator[str]:
    """The words of names and of texts in every language, as they are compared."""
    for text in texts:
        for said in (text,) if isinstance(text, str) else text.every:
            yield from said_in(said)


def said_in(text: str) -> list[str]:
    """The words of a text as they are compared; no numbers."""
    return [word for one in re.findall(r"[^\W_]+", text) for word in plain(one).split() if word.isalpha()]


def borne_by(match: Match, seat: int) -> frozenset[str]:
    """What a seat is, as far as it knows: its role, its team."""
    program, layout, state = match.program, match.machine.layout, seen_state(match, seat)
    eyes, out = Eyes(match.machine, state, seat), list[str | Text]()
    for field in program.fields:
        if field.domain != program.seats or field.is_set or field.target in (core.NONE, program.seats):
            continue
        if not eyes.sees_field(field, seat):
            continue
        kind, constant = program.domains[field.target], layout.constant[field.index]
        row = constant[seat] if constant is not None else state.cells[layout.base[field.index] + seat]
        if row >= 0 and not kind.dynamic and kind.board is None:
            out += [match.machine.row_key(kind.index, row), match.machine.row_title(kind.index, row)]
    return frozenset(words_of_texts(out))
