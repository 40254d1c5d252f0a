"""“Used by” on the pages: who speaks of a value, and not who calls something of its own by the same name."""

from __future__ import annotations

from pathlib import Path

from arbitre.documents.model.opening import open_documents
from arbitre.documents.site.generate import documents

GAME = """\
game demo:
    title en "Demo" fr "Démo"
    play turn
kind player, seats: red, blue
    title en "Player" fr "Joueur" masculine
    score: 0 to 99
        title en "Score" fr "Score"
let lead = greatest(score, players)
    title en "Lead" fr "Avance"
let behind(player) = lead - player.score
    title en "Behind" fr "Retard"
agenda turn:
    title en "Turn" fr "Tour"
    going:
        title en "Going" fr "Jeu"
        reward red
        grant 2 to blue
event reward player:
    title en "Reward" fr "Récompense"
    says nothing
    let behind = behind(player)
    let lead = 1
    if behind is 2: player gains lead score
event grant (lead: 1 to 3) to player:
    title en "Grant" fr "Don"
    says nothing
    player gains lead score
"""


def used_by(page: str, value: str) -> str:
    """What stands behind “Used by” in the entry of a value."""
    entry = page.split(f"{{ #value-{value} }}")[1].split("</small>")[0]
    return entry.partition("Used by: ")[2]


def test_a_local_name_is_no_use_of_what_it_hides(tmp_path: Path) -> None:
    (tmp_path / "demo.rules").write_text(GAME, encoding="utf-8")
    page = documents(open_documents(str(tmp_path / "demo.rules")), "en").pages["values"]
    assert used_by(page, "lead") == "[Behind](#value-behind)"
    assert used_by(page, "behind") == "[Reward](events.md#event-reward)"
