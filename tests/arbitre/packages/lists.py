"""A small game, and packages that extend it, for the tests of packages."""

from __future__ import annotations

from pathlib import Path

GAME = """game lists:
    title en "The lists" fr "La lice"
    text en "Fighters strike each other." fr "Des combattants se frappent."
    goal en "Nobody wins." fr "Personne ne gagne."
    players en "Two." fr "Deux."
    lasts en "A minute." fr "Une minute."
    play round up to 3 times
kind side, seats: red, blue
    title en "Side" fr "Camp"
kind fighter (attacker, defender), up to 4:
    title en "Fighter" fr "Combattant"
    side: side
        title en "Side" fr "Camp"
    stamina: 0 to 9 = 3
        title en "Stamina" fr "Endurance"
event strike defender by attacker:
    says nothing
    defender loses 1 stamina
agenda round:
    title en "Round" fr "Manche"
    dawn: for each fighter in fighters where side is red: strike fighter by fighter
    dusk: end
scenario "A blow":
    title fr "Un coup"
    given fighter sam: side red
    do strike sam by sam
    expect sam.stamina is 2
"""
LICENCE = "# Licence\n\nCC0-1.0.\n"


def game(folder: Path) -> Path:
    """The game in a folder of its own; its file."""
    home = folder / "lists"
    home.mkdir(parents=True, exist_ok=True)
    (home / "lists.rules").write_text(GAME, encoding="utf-8")
    return home / "lists.rules"


def package(
    folder: Path, name: str, rules: str, version: str = "1.0.0", more: str = "", scenario: str = "", licence: str = "CC0-1.0",
) -> Path:  # fmt: skip
    """The folder of a package for that game, which has to lie above."""
    home = folder / name.rpartition("/")[2]
    home.mkdir(parents=True, exist_ok=True)
    title = name.rpartition("/")[2].capitalize()
    (home / "package.toml").write_text(
        f'[package]\nname = "{name}"\nversion = "{version}"\ngame = "lists"\ntitle = {{ en = "{title}", fr = "{title}" }}\n'
        f'licence = "{licence}"\n{more}',
        encoding="utf-8",
    )
    (home / "LICENSE.md").write_text(LICENCE, encoding="utf-8")
    stem = name.rpartition("/")[2].replace("-", "_")
    (home / f"{stem}.rules").write_text(f"extends lists\n\n{rules}\n{scenario}", encoding="utf-8")
    return home


HARDER = "after strike defender by attacker: defender loses 1 stamina"
HARDER_SHOWN = """scenario "A hard blow":
    title fr "Un coup dur"
    given fighter sam: side red
    do strike sam by sam
    expect sam.stamina is 1
"""
MILDER = "after strike defender by attacker: defender gains 1 stamina"
MILDER_SHOWN = """scenario "A mild blow":
    title fr "Un coup léger"
    given fighter sam: side red
    do strike sam by sam
    expect sam.stamina is 3
"""
SONGS = "insert after round.dawn:\n    songs: for each fighter in fighters where stamina is 3: strike fighter by fighter"
SONGS_SHOWN = """scenario "A song":
    title fr "Un chant"
    given fighter sam: side blue
    play round
    expect sam.stamina is 2
"""
PRAYERS = "insert after round.dawn:\n    prayers: for each fighter in fighters where stamina is 1: fighter gains 1 stamina"
PRAYERS_SHOWN = """scenario "A prayer":
    title fr "Une prière"
    given fighter sam: side blue, stamina 1
    play round
    expect sam.stamina is 2
"""
