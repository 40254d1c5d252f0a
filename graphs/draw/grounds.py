"""What things may be filled with: named grounds and colours, each with a value for light pages, one for dark pages and a hatch.

A name has the same colour in every picture, however often it occurs there.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ground:
    """``hatch``: the number of a pattern laid over it for print without colours; -1 for none."""

    light: str
    dark: str
    hatch: int = -1


GROUNDS: dict[str, Ground] = {
    "grass": Ground("#cfe3bd", "#34502d", 1),
    "sand": Ground("#efe0b9", "#554727", 3),
    "earth": Ground("#dcc3a1", "#5b442f", 4),
    "stone": Ground("#dcdad5", "#4a4945"),
    "rock": Ground("#8f8a83", "#34312d", 6),
    "water": Ground("#bcdcf2", "#224c69", 4),
    "ice": Ground("#e4f3fa", "#334c58", 5),
    "mud": Ground("#c2a982", "#57452e", 2),
    "wood": Ground("#d9b98c", "#5c4326", 5),
    "foam": Ground("#e9f1ee", "#394d48", 3),
    "snow": Ground("#f7fafc", "#414a51"),
    "fire": Ground("#f3b48d", "#76361a", 0),
    "poison": Ground("#cfe0a0", "#414e16", 6),
    "light": Ground("#f4ead7", "#4e483f"),
    "dark": Ground("#c9a97e", "#2a2018"),
    "black": Ground("#222222", "#0c0c0c"),
    "white": Ground("#ffffff", "#f2f2f2"),
    "grey": Ground("#c4c4c4", "#5f5f5f"),
    "red": Ground("#d55e00", "#d55e00"),
    "orange": Ground("#e69f00", "#e69f00"),
    "yellow": Ground("#f0e442", "#d9cd2c"),
    "green": Ground("#009e73", "#009e73"),
    "cyan": Ground("#56b4e9", "#56b4e9"),
    "blue": Ground("#0072b2", "#2f8fc9"),
    "pink": Ground("#cc79a7", "#cc79a7"),
    "purple": Ground("#7b4ea3", "#9b72c0"),
    "brown": Ground("#8a5a2b", "#a3733f"),
}
NONE_FILL = "none"
SHAPES = ("square", "hexagon", "triangle", "disc", "pawn", "ring", "cross", "icon", "ball", "none")
LABELS = ("name", "number", "title", "initials", "sign", "rim", "none")
LINES = ("thin", "thick", "dashed", "barred")
LINKS = ("straight",)
SIDES = ("left", "right", "top", "bottom", "around")


def colour(name: str, dark: bool = False) -> str:
    """A named fill as ``#rrggbb``; white for a name that is none."""
    found = GROUNDS.get(name)
    return "#ffffff" if found is None else found.dark if dark else found.light
