"""Tables of chapters: every number is the one of the rules, as they are played."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.documents.model.opening import open_documents
from arbitre.documents.site.generate import documents

GAME = """\
game shed:
    title en "Shed" fr "Remise"
    goal en "Red wins." fr "Les rouges gagnent."
    players en "Two." fr "Deux."
    lasts en "A minute." fr "Une minute."
    play turn
option weak: flag = false
    title en "Weak tools" fr "Outils faibles"
kind side, seats: red, blue
    title en "Side" fr "Camp"
kind tool
    title en "Tool" fr "Outil" masculine
    reach: 1 to 9
        title en "Reach" fr "Portée"
    sharp: flag
        title en "Sharp" fr "Tranchant"
table of tool:
    name | reach | sharp | en     | fr
    hook | 2     | true  | "Hook" | "Crochet"
    rope | 5     | -     | "Rope" | "Corde"
kind man, up to 4, many men
    title en "Man" fr "Homme" masculine
    life: 0 to 9
        title en "Life" fr "Vie"
let hold((mine: 0 to 9), tool) = mine - tool.reach
    title en "Hold" fr "Prise"
    - 1 when weak
test pull tool: d6
    title en "Pull" fr "Tirer"
    success when total is tool.reach or more
agenda turn:
    deeds: for each side in sides: side acts in deeds, up to 1 times
action walk by side:
    title en "Walk" fr "Marcher"
    says nothing
    during deeds
    side wins
scenario "A man stands":
    title fr "Un homme debout"
    given man ann: life 4
    expect ann.life is 4
chapter start:
    title en "Start" fr "Début"
    sheet of walk en "A step." fr "Un pas."
    sheet of pull en "A die." fr "Un dé."
    turn of deeds en "Everyone does one thing." fr "Chacun fait une chose."
    table en "Side by side" fr "Côte à côte" of tool showing reach, sharp
    table en "Hold" fr "Prise"
        of hold(mine, tool) by mine in (0, 3) en "Yours" fr "La vôtre" and tool in tools en "tool" fr "outil"
    table of chance(pull tool) by tool in (hook, rope)
    table of ann.life * 2 by ann.life in 1 to 2 en "Life" fr "Vie" from "A man stands"
    table of (ann.life is 2 or more) by ann.life in 1 to 2 from "A man stands"
"""


def page(folder: Path, lang: str) -> str:
    file = folder / "shed.rules"
    file.write_text(GAME, encoding="utf-8")
    book = open_documents(str(file))
    return documents(book, lang).pages["learn-start"]


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ["**Side by side**", "| Tool | Reach | Sharp |", "| **Hook** | 2 | yes |", "| **Rope** | 5 | – |"]),
        ("en", ["**Hold**", "| Yours ↓ tool → | Hook | Rope |", "| **0** | −2 | −5 |", "| **3** | 1 | −2 |"]),
        ("en", ["| **Hook** | 83.3% |", "| **Rope** | 33.3% |"]),
        ("en", ["| **1** | 2 |", "| **2** | 4 |"]),
        ("en", ["| **1** | – |", "| **2** | yes |"]),
        ("fr", ["**Côte à côte**", "| Outil | Portée | Tranchant |", "| **Crochet** | 2 | oui |", "| **Corde** | 5 | – |"]),
        ("fr", ["**Prise**", "| La vôtre ↓ outil → | Crochet | Corde |", "| **0** | −2 | −5 |", "| **3** | 1 | −2 |"]),
    ],
)
def test_a_table_holds_what_the_rules_say(tmp_path: Path, lang: str, lines: list[str]) -> None:
    said = [line for line in page(tmp_path, lang).splitlines() if not line.startswith("|--") and line]
    start = said.index(lines[0])
    found = [line for line in said[start:] if line.startswith(("|", "**"))]
    assert found[: len(lines)] == lines


def test_a_stressed_word_in_a_caption_leaves_no_mark_in_the_log(tmp_path: Path) -> None:
    file = tmp_path / "shed.rules"
    picture = '    picture en "*Now* he stands." fr "*Maintenant* il est debout."\n'
    file.write_text(GAME.replace("    expect ann.life is 4\n", picture + "    expect ann.life is 4\n"), encoding="utf-8")
    made = "\n".join(documents(open_documents(str(file)), "en").pages.values())
    assert "A picture: *Now he stands.*" in made
