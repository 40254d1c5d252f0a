"""Boards in formats of other tools: PNG made from SVG, and GraphML."""

from __future__ import annotations

import io
from collections.abc import Sequence

from arbitre.graphs.board import Board


def png(svg_text: str, scale: float = 1.0, font_files: Sequence[str] = ()) -> bytes:
    """An SVG text rendered as PNG, ``scale`` pixels for each of its own.

    Needs the package ``resvg-py``, a wheel with its renderer inside. It brings no fonts: letters are drawn with those
    of the system, or with the given ``.ttf`` or ``.otf`` files; where there are neither, they are missing from the
    picture without an error. Other fonts make other pixels, so do not compare PNGs of different machines.

    Raises:
        ModuleNotFoundError: without that package.
        ValueError: for a text that is no SVG, or a scale that is not above 0.
    """
    if not scale > 0:
        raise ValueError(f"a scale is above 0, not {scale}")
    import resvg_py  # only those who want a PNG need it

    return bytes(resvg_py.svg_to_bytes(svg_string=svg_text, zoom=scale, font_files=list(font_files) or None))


def graphml(board: Board) -> str:
    """The board for other tools, as GraphML: its graph without the coordinates as tuples (``label`` has them)."""
    import networkx as nx

    graph: nx.MultiDiGraph[int] = nx.MultiDiGraph(name=board.name)
    for cell, data in board.graph.nodes(data=True):
        graph.add_node(cell, label=data["label"], floor=data["floor"], mark=data["mark"], name=data["name"])
    for a, b, data in board.graph.edges(data=True):
        graph.add_edge(a, b, **data)
    buffer = io.BytesIO()
    nx.write_graphml_xml(graph, buffer)
    return buffer.getvalue().decode("utf-8")
