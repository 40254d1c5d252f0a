"""Boards as graphs: grids, hexagons, floors; queries and drawing.

Nothing here knows a game: pieces, marks and links are whatever words the caller gives.
"""

from arbitre.graphs.basics import FAR, HEX_NAMES, MAX_CELLS, NO_WAY, NONE, BoardError, Legend, Link, MapError, WayError, mask_of
from arbitre.graphs.board import Board
from arbitre.graphs.builders import TOPOLOGIES, floors, grid, hex_rectangle, hex_rhombus, hexagon
from arbitre.graphs.draw.export import graphml, png
from arbitre.graphs.draw.style import CellStyle, Ruler, Stroke, Style
from arbitre.graphs.draw.svg.overlay import NOTHING, Arrow, Overlay, Throw, Zone
from arbitre.graphs.draw.svg.picture import svg
from arbitre.graphs.draw.svg.positions import fitting
from arbitre.graphs.draw.terminal.cells import Look
from arbitre.graphs.draw.terminal.text import plain, text
from arbitre.graphs.draw.tokens import COLOURS, NEUTRAL, NOTED, Pieces, Span, Stress, Token, sided

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
