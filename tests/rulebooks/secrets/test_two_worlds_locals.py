"""What a side is told of why does not depend on what it may not know, by whichever way a rule came to the values that it asks about.

Small rulebooks are put together by lot.  Ann chooses her gold in secret; every world in which Ben has seen the same must give him the
same accounts.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from arbitre.documents.model.book import Book
from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.trace import Numbers
from arbitre.session.why.reasons import Why
from arbitre.story.narrator import Narrator
from arbitre.story.watch import watched

GAME = """\
game hoard:
    title en "Hoard"
    languages en
    text en "x."
    play day up to 1 times
    events seen by everyone
kind player, seats: ann, ben
    title en "Player"
    gold: 0 to 9, seen by player
        title en "Gold"
    fame: 0 to 40 = 3
        title en "Fame"
table of player:
    name | en
    ann  | "Ann"
    ben  | "Ben"
let wealth(player) = player.gold * 2
    title en "Wealth"
let rich(player) = player.gold is 4 or more
    title en "Rich"
event weigh player for (amount: 0 to 40):
    title en "Weighing"
    let held = amount + 1
    if amount is {k} or more: tell everyone en "W1."
    if held is more than {k}: tell everyone en "W2."
event among with (some: any player):
    title en "Among"
    if count(some) is 1: tell everyone en "A1."
    if any p in some where p is ann: tell everyone en "A2."
event counted player:
    title en "Counted"
    gives 0 to 40
    give player.gold + player.fame
instead of weigh player for (amount: 0 to 40) when player.gold is {k}: proceed with amount min(amount + 1, 40)
agenda day:
    title en "Day"
    hide: ann chooses ann.gold from 0 to 9 in secret
    open: ben chooses ben.gold from 2 to 3 in secret
    count:
        reveals gold
        title en "Count"
{body}
"""
LETS = (
    "let v = ann.gold",
    "let v = ann.gold + ben.fame",
    "let v = count(players where gold is {k} or more)",
    "let v = total(gold, players)",
    "let v = greatest(gold, players)",
    "let v = wealth(ann)",
    "let v = count(players where rich)",
    "let v = 2\n        if ann.gold is more than {k}: v becomes 3",
    "let v = 0\n        for each p in players by highest gold: v becomes v + p.gold",
    "counted ann as v",
    "let u = ann.gold\n        let v = u + 1",
    "let v = ann.gold\n        ann.gold becomes 0",
)
SETS = (
    "let s = players where gold is {k} or more",
    "let s = best(gold, players)",
    "let s = best(wealth(it), players)",
    "let s = players where rich",
    "let s = players where gold is more than ben.fame",
)
TESTS = ("v is {k}", "v is {k} or more", "v is not {k}", "v + ben.fame is more than {k}", "ben.fame is less than v")
OF_SETS = (
    "count(s) is 1", "no p in s where p is ann", "any p in s where p is ann", "ann in s", "count(s) is more than v",
    "any p in s where p.fame is 3",
)  # fmt: skip
DEEDS = ("weigh ann for (ann.gold)", "weigh ben for (v)", "among with (s)")


def rulebook(lots: Lots) -> str:
    """A rulebook put together by lot."""
    k = lots.choice(range(9))
    lines = [lots.choice(LETS), lots.choice(SETS)]
    for number, test in enumerate(lots.sample([*TESTS, *OF_SETS], 4)):
        lines.append(f'if {test}: tell everyone en "T{number}."')
    lines += [*lots.sample(list(DEEDS), 2), 'for each p in s: tell everyone en "E."', 'tell everyone en "End."']
    return GAME.replace("{body}", "\n".join(f"        {line}" for line in lines)).replace("{k}", str(k))


def accounts(book: Book, gold: int) -> tuple[tuple[str, ...], list[list[str]]]:
    """What Ben has seen where Ann has chosen so, and what he is told of each event."""
    match: Match = watched(book.machine, 1)
    while match.requests:
        request = match.requests[0]
        match.answer(request.id, gold if request.seat == 0 else 0)
    log = match.log(1)
    seen = tuple(f"{r.kind} {r.name} {Narrator(match, 'en', 1).words(r)}" for r in log)
    why = Why(match, "en", 1, book=book)
    return seen, [list(why.lines(number)) for number in Numbers(match.run.log or [], 1)]


@pytest.mark.parametrize("seed", range(12))
def test_accounts_are_alike_in_every_world_that_looks_the_same(seed: int, tmp_path: Path) -> None:
    file = tmp_path / "hoard.rules"
    file.write_text(rulebook(Lots(seed)), encoding="utf-8")
    loaded = load(str(file))
    bound = compile_rules(loaded)
    book = Book(loaded, bound, machine_of(bound.program), "hoard")
    worlds: dict[tuple[str, ...], list[tuple[int, list[list[str]]]]] = defaultdict(list)
    for gold in range(10):
        seen, told = accounts(book, gold)
        worlds[seen].append((gold, told))
    assert any(len(same) > 1 for same in worlds.values())
    for same in worlds.values():
        for gold, told in same:
            assert told == same[0][1], (gold, same[0][0])
