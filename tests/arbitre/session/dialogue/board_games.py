"""Small games on boards, and a way to play them line by line."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from arbitre.cli.main import cli


def beginning(name: str, english: str, french: str, fields: str = "") -> str:
    """A game for two, who take turns; ``fields``: lines of what each of them has."""
    return f"""\
game {name}:
    title en "{english}" fr "{french}"
    play turn by each player in turn up to 30 times
    events seen by everyone
kind player (other), seats: black, white
    title en "Player" fr "Joueur"
{fields}table of player:
    name  | sign | en      | fr
    black | "●"  | "Black" | "Noir"
    white | "○"  | "White" | "Blanc"
"""


STONES = f"""\
{beginning("stones", "Stones", "Pierres")}\
kind square, grid(5, 5, closed)
    title en "Square" fr "Case" feminine
    stone: player or none
        title en "Stone" fr "Pierre"
agenda turn by player:
    placing:
        player must act in placing
action place by player at square:
    title en "Place a stone" fr "Poser une pierre"
    during placing
    when square.stone is none
    square.stone becomes player
"""

CELLS = [f"{letter}{number}" for letter in "ab" for number in range(1, 12)]
POINTS = "\n".join(f'    {name:4}| ({1 + "ab".index(name[0])}, {name[1:]}, 0) | "{name}" | "{name}"' for name in CELLS)
HAND = """\
    hand: 0 to 9 = 9, reported
        title en "In hand" fr "En main"
"""
NAMED = f"""\
{beginning("named", "Named", "Nommés", HAND)}\
map board:
    floor 0 \"\"\"
        oo
        oo
        oo
        oo
        oo
        oo
        oo
        oo
        oo
        oo
        oo
        \"\"\"
    mark "o" wood
kind ground: wood
    title en "Ground" fr "Sol"
kind point, floors(board)
    title en "Point" fr "Point" masculine
    ground: ground
        title en "Ground" fr "Sol"
    man: player or none
        title en "Man" fr "Pion"
table of point:
    name | at        | en   | fr
{POINTS}
agenda turn by player:
    acting:
        player must act in acting
action place by player at point:
    title en "Place a man" fr "Poser un pion"
    during acting
    when point.man is none
    player loses 1 hand
    point.man becomes player
    if player is black and point.y is 1 and (any points where man is not none and man is not player): take player
event take player:
    title en "Taking" fr "Prendre"
    player chooses victim from points where man is not none and man is not player:
        asks en "Which man do you take?" fr "Quel pion prenez-vous ?"
    victim.man becomes none
"""


def play(path: Path, rules: str, *args: str, stdin: str) -> str:
    """What the terminal shows of a match of these rules, with these lines typed."""
    file = path / f"{rules.split(':')[0].split()[-1]}.rules"
    file.write_text(rules, encoding="utf-8")
    result = CliRunner().invoke(cli, ["play", str(file), *args], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.output.replace("\u00a0", " ")


def after(text: str, said: str) -> str:
    """What is shown after a line was typed, up to the next one."""
    return text.partition(f"\n> {said}\n")[2].partition("\n> ")[0]
