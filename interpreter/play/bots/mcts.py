"""A tree of answers that grows: where a seat knows all of a match, what was found out of a question is used when it comes again.

Again and again the match is played on from the question: down the tree by the answers that promise most, then, from the first question that
is new, as :mod:`arbitre.interpreter.play.bots.worlds` plays on.  How it ends is noted of all that led there, by each seat as it sees it.
That is UCT (Kocsis and Szepesvári, 2006) with priors; where options differ in how much they appeal, those that do most come first, and ever
more are looked into (progressive widening: Coulom, 2007; Chaslot and others, 2008).
Compiled code does the same, to the last lot (:mod:`arbitre.interpreter.wasm.runtime.search.tree`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.bots import ask_again, given_by_bots, hopeful, worth
from arbitre.interpreter.play.bots.determinisation import Knowledge, bare
from arbitre.interpreter.play.bots.rollouts import Found
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.requests import Request
from arbitre.interpreter.state.trials import (
    BEST_PRIOR,
    BROAD,
    DEEPEST,
    EXPLORE,
    HASTE,
    LATER,
    LONG,
    MANY_NODES,
    PLAIN_PRIOR,
    RANKED,
    SURE,
)
from arbitre.interpreter.wasm.layout.search_rooms import NODES

WON, EVEN = 1 << 16, 1 << 15
Supposed = Callable[[Match, Request, int, Lots], int]


@dataclass(slots=True)
class Node:
    """A question: the priors of its options, how often it and they were come to, and how that ended for who is asked."""

    seat: int
    priors: list[int]
    visits: int = 0
    total: int = 0
    times: list[int] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    ranks: list[int] = field(default_factory=list)  # how many options appeal more


@dataclass(slots=True)
class Tree:
    """What is known of questions, by how the match stands there."""

    known: Knowledge
    lots: Lots
    supposed: Supposed
    now: int
    nodes: dict[Hashable, Node] = field(default_factory=dict)
    room: int = 0
    played: int = 0
    first_ends: dict[int, int] = field(default_factory=dict)
    ends: list[int] = field(default_factory=lambda: [0, 0])  # how far from the first they lie: in all, and of how many
    notes: dict[int, list[int]] = field(default_factory=dict)

    def grow(self, far: int, turns: int) -> None:
        """Once more from the question to an end."""
        trial = bare(self.known, self.lots.word() >> 2)
        ask_again(trial)
        way: list[tuple[Node, int]] = []
        inside, answers, until = True, 0, 0
        failed = False
        try:
            trial.go_on()
            while trial.requests:
                asked = trial.requests[0]
                if inside:
                    self.played += 1
                    node, inside = self.node_of(trial, asked)
                    if node is None or len(node.priors) != len(asked.options) or len(way) >= DEEPEST:
                        inside = False
                    if not inside:
                        answers, until = 0, trial.turn + turns
                    if node is not None and len(node.priors) == len(asked.options) and len(way) < DEEPEST:
                        way.append((node, self.best(node)))
                        trial.answer_all([(asked, way[-1][1])])
                        continue
                if answers >= far or trial.turn >= until:
                    break
                answers += 1
                self.played += 1
                trial.answer_all([(asked, self.supposed(trial, asked, self.known.seat, self.lots))])
        except RulebookError:
            failed = True
        self.played += 1
        self.learn(trial, way, failed, HASTE * min(LONG, len(way) + (0 if inside else answers)))

    def node_of(self, trial: Match, asked: Request) -> tuple[Node | None, bool]:
        """The node of a question, and was it there already?  None where there is no room for a new one."""
        given = tuple(sorted((path, tuple(choices)) for path, choices in trial.answers.given.items() if choices))
        key = (trial.state.key(), given, asked.seat)
        if key in self.nodes:
            return self.nodes[key], True
        count = len(asked.options)
        size = 32 + 16 * count
        if self.room + size > NODES or len(self.nodes) >= MANY_NODES:
            return None, False
        self.room += size
        options = hopeful(asked, given_by_bots(asked))
        options = [position for position in options if not asked.options[position].shortcut] or options
        most = max((asked.appeals[position] for position in options), default=0) if asked.appeals else 0
        priors = [0] * count
        for position in options:
            priors[position] = BEST_PRIOR if asked.appeals and asked.appeals[position] == most else PLAIN_PRIOR
        ranks, appeals = [0] * count, [asked.appeals[position] for position in options] if asked.appeals else []
        if len(appeals) <= RANKED:
            for position in options if appeals else ():
                ranks[position] = sum(other > asked.appeals[position] for other in appeals)
        node = self.nodes[key] = Node(asked.seat, priors, times=[0] * count, totals=[0] * count, ranks=ranks)
        return node, False

    def best(self, node: Node) -> int:
        """The option that promises most: what came of it, and more for one that was taken seldom."""
        count = len(node.priors)
        mean = (node.total // node.visits if node.visits else EVEN) - LATER
        open_ = sum(prior > 0 for prior in node.priors)
        wide = BROAD + math.isqrt(node.visits)  # progressive widening
        reach = EXPLORE * math.isqrt(((node.visits + 1) << 16) // min(open_, wide)) >> 8
        first = self.lots.below(count)
        best, most = 0, -(1 << 60)
        for option in (*range(first, count), *range(first)):
            prior, times = node.priors[option], node.times[option]
            if prior and node.ranks[option] < wide:
                score = (node.totals[option] // times if times else mean) + reach * prior // (16 * (times + 1))
                if score > most:
                    best, most = option, score
        return best

    def learn(self, trial: Match, way: list[tuple[Node, int]], failed: bool, haste: int) -> None:
        """Adds how it ended to all that led there."""
        ends: dict[int, int] = {}
        for number, (node, option) in enumerate(way):
            if node.seat not in ends:
                value = 0 if failed else worth(trial, node.seat)
                ends[node.seat] = 0 if failed else self.end(trial, node.seat, value, haste)
                if number == 0 and not failed:
                    notes = self.notes.setdefault(option, [0, 0, 0])
                    for n, held in enumerate((value > self.now, value >= SURE, value <= -SURE)):
                        notes[n] += held
            node.visits += 1
            node.total += ends[node.seat]
            node.times[option] += 1
            node.totals[option] += ends[node.seat]

    def end(self, trial: Match, seat: int, value: int, haste: int) -> int:
        """How it ended for a seat: what lies farther from the first end than most counts for little more."""
        if value >= SURE or value <= -SURE:
            return WON - haste if value > 0 else haste
        if trial.state.over:
            return EVEN
        away = value - self.first_ends.setdefault(seat, value)
        usual = self.ends[0] // self.ends[1] + 1 if self.ends[1] else 1
        self.ends[0] += abs(away)
        self.ends[1] += 1
        share = (EVEN - 1) * abs(away) // (abs(away) + usual)
        return EVEN + share if away >= 0 else EVEN - share

    def found(self) -> dict[int, Found]:
        """What came of the options of the question, by their positions."""
        root = next(iter(self.nodes.values()))
        return {
            option: Found(root.times[option], root.totals[option], *self.notes.get(option, (0, 0, 0)))
            for option, prior in enumerate(root.priors)
            if prior
        }
