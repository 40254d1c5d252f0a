"""Thirty-five questions why, over every rulebook: orders that failed, throws with modifiers, what was prevented, what is not offered.

Each is answered for the referee and for a side, in English and in French; the exact answers stand in ``why/``.  Write them again with
``--update-golden``, and read them aloud.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from why_kit import Seen, carried_out, question

from arbitre.interpreter.state.trace import Numbers, Record
from arbitre.interpreter.state.visibility import REFEREE, may_see
from arbitre.session.why.accounts import lines
from arbitre.session.why.refusals import WhyNot
from arbitre.story.watch import note_of

GOLDEN = Path(__file__).parent / "why"

# game, scenario, kind or name of the event asked about (the last such one; of throws, with something added), side
HAPPENED = {
    "failed-01": ("tsewnart", "A piece that waits moves after all others", "outcome:cancelled", 0),
    "failed-02": ("tsewnart", "Without the option, the first of two allies who meet is stopped", "outcome:failed", 0),
    "failed-03": ("tsewnart", "The lone piece survives its first blows", "outcome:failed", 1),
    "failed-04": ("tsewnart", "The order is changed before the arrows fly", "outcome:failed", 1),
    "failed-05": ("tsewnart", "A Terror that an arrow has felled frightens nobody", "outcome:failed", 1),
    "failed-06": ("kollaball", "Twenty in a hundred is enough with a throw of twenty", "outcome:cancelled", 1),
    "failed-07": ("kollaball", "Rigging: one is excluded, his ball stays", "outcome:cancelled", 1),
    "failed-08": ("kollaball", "A later order that has become illegal is lost, the others stand", "outcome:failed", 1),
    "failed-09": ("kollaball", "A carrier thrown back keeps the ball, and his drop is spoiled", "outcome:failed", 0),
    "failed-10": ("kollaball", "Rally: two cells nearer, by a shortest way", "outcome:cancelled", 0),
    "roll-01": ("bloodbowl", "Catching: -1 for each marker; a natural 6 catches, a natural 1 does not", "catch", 0),
    "roll-02": ("bloodbowl", "Pick-up: -1 for each marker, natural 6 and natural 1", "pick_up", 0),
    "roll-03": ("bloodbowl", "+1 for a team-mate beside him whom nobody else marks", "armour", 1),
    "roll-04": ("bloodbowl", "Riotous rookies", "crowd", 0),
    "roll-05": ("coliseum", "Modifiers of both attacks: a lunge against a guard, 8 + 2 - 2 exceeds 7", "blow", 0),
    "roll-06": ("coliseum", "A flurry needs more than the opponent's agility, and then adds 4", "blow", 0),
    "roll-07": ("coliseum", "A feint takes 4 off the opponent's blow; the feinter strikes too", "blow", 1),
    "roll-08": ("dungeonbowl", "Onto the spikes: +2 on armour and injury", "injury", 0),
    "roll-09": ("dungeonbowl", "Or falls dramatically", "armour", 0),
    "roll-10": ("kollaball", "Injury: off for three turns, back within two cells, and plays once", "days", 0),
    "roll-11": ("confrontation", "A shot at 20 cm: 5 and 3 reach 4", "die", 0),
    "roll-12": ("confrontation", "Lower die for the place, higher die for the operation", "blow", 0),
    "prevented-01": ("bloodbowl", "Who tends the undead and the plagued", "prevented", 0),
    "prevented-02": ("bloodbowl", "Both down: who has Block stays up, who has not falls", "prevented", 0),
    "prevented-03": ("bloodbowl", "Safe Pass: a fumble keeps the ball", "prevented", 0),
    "prevented-04": (
        "dungeonbowl",
        "A throw from the walkway begins with the die of balance; from firm ground it does not",
        "prevented",
        0,
    ),
    "prevented-05": ("kollaball", "Hindrance: he misses this turn and plays twice at the next; never the carrier", "prevented", 1),
}
# game, seed of the match, its answers, then what is asked about at the question that is open
NOT_OFFERED = {
    "not-01": ("tsewnart", 5, 41, "teleport 2,2"),
    "not-02": ("coliseum", 5, 60, "disengage"),
    "not-03": ("bloodbowl", 3, 51, "not 3,6"),
    "not-04": ("kollaball", 5, 24, "not D1"),
    "not-05": ("dungeonbowl", 25, 60, "not 5"),
    "not-06": ("confrontation", 5, 25, "shoot 3 8"),
    "not-07": ("confrontation", 5, 67, "not disengage"),
    "not-08": ("confrontation", 5, 67, "walk 12,12"),
}


def fits(record: Record, wanted: str) -> bool:
    kind, _, state = wanted.partition(":")
    if state:
        return record.kind == kind and record.data["state"] == ("waiting", "done", "failed", "cancelled").index(state)
    return record.kind == kind or (record.kind == "roll" and record.name == kind)


def compared(name: str, text: str, request: pytest.FixtureRequest) -> None:
    file = GOLDEN / f"{name}.txt"
    if request.config.getoption("--update-golden"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", HAPPENED)
def test_what_happened_is_accounted_for(name: str, request: pytest.FixtureRequest) -> None:
    game, scenario, wanted, side = HAPPENED[name]
    match, book = carried_out(game, scenario)
    log = match.run.log or []
    found = [r for r in reversed(log) if fits(r, wanted)]
    record = next((r for r in found if (note := note_of(match, r.index)) is not None and note.thrown.added), found[0])
    out = [f"{game}: {scenario}"]
    for viewer in (REFEREE, side):
        for lang in ("en", "fr"):
            out.append(f"\n== {'referee' if viewer == REFEREE else match.seat_name(side)}, {lang}")
            if not may_see(record.audience, viewer):
                out.append("(unseen)")
                continue
            account = Seen(match, lang, viewer, book=book).account(Numbers(log, viewer).of(record))
            for event in (account, *account["because"]):
                event["text"] = f"<{event['kind']}>" if event["_told"] else event["text"]  # how it is narrated is no matter of these
            out += [re.sub(r"\[[\d.]+\]", "[n]", line) for line in lines(account, lang)]  # nor how much else is recorded
    compared(name, "\n".join(out) + "\n", request)


@pytest.mark.parametrize("name", NOT_OFFERED)
def test_what_is_not_offered_is_accounted_for(name: str, request: pytest.FixtureRequest) -> None:
    game, seed, answers, said = NOT_OFFERED[name]
    match, book = question(game, seed, answers)
    out = [f"{game}, {said}"]
    for lang in ("en", "fr"):
        out.append(f"\n== {match.seat_name(match.requests[0].seat)}, {lang}")
        out += WhyNot(match, match.requests[0], lang, book).lines(said)
    compared(name, "\n".join(out) + "\n", request)
