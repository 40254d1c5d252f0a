"""Boards as graphs: grids, hexagons, floors; queries and drawing."""

from graphs.board import FAR, MAX_CELLS, Board, Link
from graphs.builders import HEX_NAMES, Legend, MapError, floors, grid, hex_rectangle, hexagon
from graphs.drawing import Token, graphml, svg, text

__all__ = [
    "FAR", "HEX_NAMES", "MAX_CELLS", "Board", "Legend", "Link", "MapError", "Token",
    "floors", "graphml", "grid", "hex_rectangle", "hexagon", "svg", "text",
]  # fmt: skip
