"""Boards as graphs: grids, hexagons, floors; queries and drawing.

Nothing here knows a game: pieces, marks and links are whatever words the caller gives.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arbitre.graphs.basics import FAR, HEX_NAMES, MAX_CELLS, NO_WAY, NONE, BoardError, Legend, Link, MapError, WayError, mask_of
from arbitre.graphs.board import Board
from arbitre.graphs.builders import TOPOLOGIES, floors, grid, hex_rectangle, hex_rhombus, hexagon

if TYPE_CHECKING:
    from arbitre.graphs.draw.export import graphml, png
    from arbitre.graphs.draw.style import CellStyle, Ruler, Stroke, Style
    from arbitre.graphs.draw.svg.overlay import NOTHING, Arrow, Overlay, Throw, Zone
    from arbitre.graphs.draw.svg.picture import svg
    from arbitre.graphs.draw.svg.positions import fitting
    from arbitre.graphs.draw.terminal.cells import Look
    from arbitre.graphs.draw.terminal.text import plain, text
    from arbitre.graphs.draw.tokens import COLOURS, NEUTRAL, NOTED, Pieces, Span, Stress, Token, sided
else:  # a checker that saw this function would believe in any name
    _DRAWING = {
        "export": "graphml png",
        "style": "CellStyle Ruler Stroke Style",
        "svg.overlay": "NOTHING Arrow Overlay Throw Zone",
        "svg.picture": "svg",
        "svg.positions": "fitting",
        "terminal.cells": "Look",
        "terminal.text": "plain text",
        "tokens": "COLOURS NEUTRAL NOTED Pieces Span Stress Token sided",
    }
    _HOMES = {name: module for module, names in _DRAWING.items() for name in names.split()}

    def __getattr__(name: str) -> object:
        """What draws is loaded when it is first used: commands that draw nothing begin sooner."""
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        found = globals()[name] = getattr(import_module(f"arbitre.graphs.draw.{_HOMES[name]}"), name)
        return found


__all__ = [
    "COLOURS",
    "FAR",
    "HEX_NAMES",
    "MAX_CELLS",
    "NEUTRAL",
    "NONE",
    "NOTED",
    "NOTHING",
    "NO_WAY",
    "TOPOLOGIES",
    "Arrow",
    "Board",
    "BoardError",
    "CellStyle",
    "Legend",
    "Link",
    "Look",
    "MapError",
    "Overlay",
    "Pieces",
    "Ruler",
    "Span",
    "Stress",
    "Stroke",
    "Style",
    "Throw",
    "Token",
    "WayError",
    "Zone",
    "fitting",
    "floors",
    "graphml",
    "grid",
    "hex_rectangle",
    "hex_rhombus",
    "hexagon",
    "mask_of",
    "plain",
    "png",
    "sided",
    "svg",
    "text",
]  # fmt: skip
