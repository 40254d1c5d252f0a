"""A step that asks one hidden role alone: who is waited for, who was late and who missed it is told to that side and the referee only."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.api.messages.table import MatchTable
from arbitre.interpreter.match.match import Match
from arbitre.opening.books import ready
from tests.arbitre.post.table import Desk, sheet_of

GAME = """game seers:
    title en "Seers" fr "Voyantes"
    languages en, fr
    play night up to 9 times
    events seen by everyone

kind player, seats: ann, ben, cid
    title en "Player" fr "Joueur"
    seer: flag, seen by player
        title en "Seer" fr "Voyante" feminine
    guess: player or none, seen by player
        title en "Guess" fr "Soupçon"
table of player:
    name | en    | fr
    ann  | "Ann" | "Anne"
    ben  | "Ben" | "Ben"
    cid  | "Cid" | "Cid"

event setup:
    title en "Roles" fr "Rôles"
    {seer}.seer becomes true

agenda night:
    title en "Night" fr "Nuit" feminine
    watching:
        title en "Watch" fr "Veille" feminine
        for each player in players where seer{together}:{reveals}
            player chooses player.guess from players in secret
"""
SHEET = sheet_of("seers", {"ann": "Ana", "ben": "Bob", "cid": "Cleo"})
SECRET = "Waiting for answers; from whom is secret."
DAYS = [f"2026-12-0{n}T21:00" for n in range(1, 8)]


def begun(folder: Path, seer: str, reveals: str = "", together: str = "") -> Desk:
    folder.mkdir()
    (folder / "seers.rules").write_text(GAME.format(seer=seer, reveals=reveals, together=together), encoding="utf-8")
    return Desk(folder, sheet=SHEET)


def shown(desk: Desk, at: str) -> list[str]:
    """All that those who must not know are shown."""
    out = [desk.run("status", at=at, lang=lang) for lang in ("en", "fr")]
    for side in ("cid", "spectator"):
        out += [desk.run(command, "--as", side, *((("--at", at)) if command == "status" else ())) for command in ("status", "journal")]
    return [text.replace(desk.record["commitment"], "HASH").replace(str(desk.folder), "") for text in out]


def reports(desk: Desk) -> list[str]:
    desk.run("report", "--all")
    files = sorted(path for path in desk.folder.glob("reports/*/*") if path.stem in ("everybody", "cid"))
    assert files
    return [path.read_text(encoding="utf-8").replace(desk.record["commitment"], "HASH") for path in files]


HIDDEN = """
event watch player:
    title en "Watching" fr "Veille" feminine
    seen by player
    player chooses player.guess from players
"""


@pytest.mark.parametrize("how", ["in turn", "together", "in a hidden event"])
def test_who_is_asked_is_told_to_nobody_else(how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    worlds = []
    if how == "in a hidden event":
        monkeypatch.setattr(f"{__name__}.GAME", GAME.replace("player chooses player.guess from players in secret", "watch player") + HIDDEN)
    for seer in ("ann", "ben"):
        desk = begun(tmp_path / seer, seer, together=" together" if how == "together" else "")
        told = shown(desk, DAYS[0][:11] + "12:00")
        assert all(SECRET in text or "de qui, c’est secret" in text for text in told[:2])
        own, every = desk.run("status", "--as", seer), desk.run("status", "--all")
        name = {"ann": "Ann (Ana)", "ben": "Ben (Bob)"}[seer]
        assert name in own and name in every and SECRET not in own + every
        told.append(desk.resolve(at="2026-12-01T12:00", fails=True))
        told.append(desk.resolve(at=DAYS[0]))  # nobody has answered
        told += [*shown(desk, DAYS[0]), *reports(desk)]
        assert name in desk.run("status", "--all", at=DAYS[0]) and "missed" in desk.run("report", "--as", seer)
        desk.deliver(seer, "Cid", at="2026-12-02T12:00")
        told += shown(desk, "2026-12-02T13:00")
        desk.resolve(at=DAYS[1])
        desk.deliver(seer, "Cid", at="2026-12-03T20:30")
        desk.resolve(at=DAYS[2])
        told += [*shown(desk, DAYS[2]), *reports(desk)]
        worlds.append(told)
    for one, other in zip(*worlds, strict=True):
        assert one == other


BIDS = """game seers:
    title en "Lots" fr "Lots"
    languages en, fr
    play sale up to 9 times
    events seen by everyone

kind player, seats: ann, ben, cid
    title en "Player" fr "Joueur"
    gold: 0 to 9, seen by player
        title en "Gold" fr "Or"
    bid: 0 to 9, seen by player
        title en "Bid" fr "Offre" feminine
table of player:
    name | gold | en    | fr
    ann  | {ann} | "Ann" | "Anne"
    ben  | {ben} | "Ben" | "Ben"
    cid  | 4    | "Cid" | "Cid"

agenda sale:
    title en "Sale" fr "Vente" feminine
    bidding:
        for each player in players together:{reveals}
            player chooses player.bid from 0 to player.gold in secret
    income:
        for each player in players: player gains 0 gold
"""


@pytest.mark.parametrize("reveals", ["", "\n            reveals gold to nobody"])
def test_who_has_one_answer_only_is_not_betrayed_by_being_left_out(reveals: str, tmp_path: Path) -> None:
    """Two worlds: Ann has nothing to bid, or Ben has; whoever has not is not asked, and nobody else is told of whom that is true."""
    worlds = []
    for poor, rich in (("ann", "ben"), ("ben", "ann")):
        folder = tmp_path / poor
        folder.mkdir()
        (folder / "seers.rules").write_text(BIDS.format(**{poor: 0, rich: 5}, reveals=reveals), encoding="utf-8")
        desk = Desk(folder, sheet=SHEET)
        told = shown(desk, "2026-12-01T12:00")
        assert all(SECRET in text or "de qui, c’est secret" in text for text in told[:2])
        assert "nothing to answer" in desk.run("status", "--as", poor) and "bid" in desk.run("status", "--as", rich)
        told.append(desk.resolve(at="2026-12-01T12:00", fails=True))
        desk.deliver(rich, "3", at="2026-12-01T13:00")
        told += shown(desk, "2026-12-01T14:00")
        told.append(desk.resolve(at="2026-12-01T14:00", fails=True))  # Cid is waited for
        told.append(desk.resolve(at=DAYS[0]))
        told += [*shown(desk, DAYS[0])]
        told.append(desk.resolve(at=DAYS[1]))
        told += [*shown(desk, DAYS[1]), *(text for text in reports(desk) if "missed" not in text)]
        worlds.append([text for text in told if "--as cid" not in text])
    for one, other in zip(*worlds, strict=True):
        assert one == other


def test_what_the_rules_reveal_is_told(tmp_path: Path) -> None:
    desk = begun(tmp_path / "open", "ann", reveals="\n            reveals seer")
    told = desk.run("status", at=DAYS[0])
    assert "Ann (Ana)" in told and SECRET not in told
    desk.resolve(at=DAYS[0])
    assert "Ann" in desk.run("report") and "Ann" in desk.run("journal", "--as", "spectator")


def test_on_a_screen_that_is_somebodys_own(tmp_path: Path) -> None:
    """What a viewer is sent of who is waited for is the same whoever it is."""
    told = []
    for seer in ("ann", "ben"):
        file = tmp_path / f"{seer}.rules"
        file.write_text(GAME.format(seer=seer, reveals="", together=""), encoding="utf-8")
        match = Match(ready(str(file), {}, ())[2], 1)
        table = MatchTable(match, {0: "human", 1: "greedy", 2: "human"}, "en")
        told.append([table.view(viewer) for viewer in ("cid", "spectator")])
        assert [one["title"] for one in told[-1][0]["waiting"]] == ["somebody whose name is secret"]
        for viewer in (seer, "referee"):
            assert [one["seat"] for one in table.view(viewer)["waiting"]] == [seer]
    assert told[0] == told[1]
