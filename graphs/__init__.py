"""Boards as graphs: grids, hexagons, floors; queries and drawing.

Nothing here knows a game: pieces, marks and links are whatever words the caller gives.
"""

from graphs.basics import FAR, HEX_NAMES, MAX_CELLS, NONE, BoardError, Legend, Link, MapError, mask_of
from graphs.board import Board
from graphs.builders import TOPOLOGIES, floors, grid, hex_rectangle, hexagon
from graphs.drawing import COLOURS, NOTED, Pieces, Span, Token, graphml, plain, png, svg, text

__all__ = [
    "COLOURS", "FAR", "HEX_NAMES", "MAX_CELLS", "NONE", "NOTED", "TOPOLOGIES", "Board", "BoardError", "Legend", "Link", "MapError",
    "Pieces", "Span", "Token", "floors", "graphml", "grid", "hex_rectangle", "hexagon", "mask_of", "plain", "png", "svg", "text",
]  # fmt: skip
