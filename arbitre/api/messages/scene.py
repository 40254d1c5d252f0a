"""The boards as one viewer sees them, as data for a screen: what lies still (a layout) and what stands there (a scene).

They are drawn by :mod:`arbitre.graphs.draw` as the rulebook's ``look`` says, like every picture of a board.  A layout changes seldom and
has a key; whoever has it is not sent it again.  Pieces have ids that stay the same as long as the viewer can tell which piece it is; one
that he cannot recognise is known by its place alone.
"""

from __future__ import annotations

import zlib
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from arbitre.dsl.core import Domain
from arbitre.graphs.draw.svg.layers import Box, layers, legend, placed
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.views import Eyes, seen_state
from arbitre.story.boards.areas import label
from arbitre.story.boards.boards import parts_of, shut_edges, standing_board
from arbitre.story.boards.looks import style_of
from arbitre.story.boards.marks import palette, side_kind
from arbitre.story.boards.pieces import Standing, drawn
from arbitre.story.report import counts, reported, sides_with_pieces
from arbitre.story.story import Story

Data = dict[str, Any]
MOST_SIDES = 2  # so many are named from the start, whether anything is theirs or not
NARROW = 900.0  # pixels of a picture; floors that are wider side by side stand one below the other


@dataclass(slots=True)
class Seen:
    """A scene, with what does not leave the host: the id of each row that stands on a board."""

    data: Data
    ids: dict[tuple[int, int], str] = field(default_factory=dict)


class Stage:
    """Makes scenes of one rulebook's matches in one language, and keeps the layouts they refer to."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.layouts: dict[str, Data] = {}
        self.known: dict[tuple[int, str], tuple[Any, str]] = {}  # board and viewer -> what the last layout was made of, and its key

    def seen(self, match: Match, viewer: int | str) -> Seen:
        """What a viewer sees of the boards of a match, as it stands."""
        story = Story(match, self.lang)
        out = Seen({})
        colours = palette(match.program).colours
        sides = match.program.domains[side_kind(match.program)]
        playing = {side for side in sides_with_pieces(match) if side >= 0}
        if sides.index == match.program.seats and len(playing) < MOST_SIDES:  # where cells are won, some have none as yet
            playing |= set(match.seats()[:MOST_SIDES])
        out.data = {
            "turn": match.turn, "over": match.over or match.unfinished,
            "boards": [self.board(match, domain, viewer, story, out) for domain in match.program.domains if domain.board is not None],
            "sides": [
                {"id": name, "title": story.row(sides.index, row), "colour": colours[row % len(colours)]}
                for row, name in enumerate(sides.rows) if row in playing
            ],
            "counts": [{"of": who, "said": said} for who, said in counts(match, viewer, story)],
        }  # fmt: skip
        if out.data["over"]:
            out.data["ending"] = story.ending()
        return out

    def board(self, match: Match, domain: Domain, viewer: int | str, story: Story, out: Seen) -> Data:
        """One board: the key of its layout, and what stands on it."""
        state = seen_state(match, viewer)
        board = domain.cells
        eyes = Eyes(match.machine, state, viewer)
        style = style_of(match, domain, state, viewer, self.lang)
        shut = tuple(shut_edges(board, standing_board(match, domain.index, viewer)))
        there = drawn(match, domain.index, viewer, lang=self.lang)
        key, stacked = self.layout(match, domain, viewer, style, shut, {c: [token for token, _ in each] for c, each in there.items()})
        tokens = {cell: [token for token, _ in each] for cell, each in there.items()}
        colours = palette(match.program).colours
        shapes = placed(board, tokens, colours=colours, names=self.names(match, domain), stacked=stacked, style=style)
        told = {kind: dict(reported(match, kind, eyes, state.cells, story, always=False))
                for kind in {p.domain for each in there.values() for _, p in each if p is not None}}  # fmt: skip
        pieces = []
        nameless: Counter[str] = Counter()
        for cell, each in sorted(there.items()):
            parts: dict[int, list[str]] = {}
            for number, part in shapes.get(cell, ()):
                parts.setdefault(number, []).extend(part)
            for number, (token, piece) in enumerate(each):
                shown = "".join(parts.get(number, ()))
                about = [style.badges[sign] for sign in token.badges if sign in style.badges]
                if piece is None:
                    said = {"id": f"sign@{domain.name}:{cell}", "cell": cell, "svg": shown, "name": "", "side": token.side, "sign": True}
                    pieces.append(said | ({"count": token.count} if token.count > 1 else {}))
                    continue
                known = eyes.recognises(match.program.domains[piece.domain], piece.row)
                kind = match.program.domains[piece.domain].name
                if known:
                    name = f"{kind}:{piece.row}"
                    about += [said for said in [told[piece.domain].get(piece.row, "")] if said]
                else:
                    nameless[f"{kind}@{cell}"] += 1
                    name = f"{kind}@{domain.name}:{cell}.{nameless[f'{kind}@{cell}']}"
                out.ids[piece.domain, piece.row] = name
                if token.facing is not None:
                    about.append(self.facing(match, token.facing, token.vertex, story))
                data = {"id": name, "cell": cell, "svg": shown, "name": story.row(piece.domain, piece.row), "side": token.side,
                        "about": [said for said in about if said]}  # fmt: skip
                if piece.bearer is not None:
                    data["carried_by"] = out.ids.get(piece.bearer, "")
                if not shown:  # one of so many that they are counted
                    data["hidden"] = True
                pieces.append(data)
            if -1 in parts:
                pieces.append({"id": f"more@{domain.name}:{cell}", "cell": cell, "svg": "".join(parts[-1]), "name": "", "side": -1,
                               "sign": True})  # fmt: skip
        return {"name": domain.name, "title": story.of(domain.title, ""), "layout": key, "pieces": pieces}

    def facing(self, match: Match, facing: int, vertex: bool, story: Story) -> str:
        """What a way of standing is called."""
        kind = next((d for d in match.program.domains if d.name == ("vertex" if vertex else "direction")), None)
        return story.row(kind.index, facing) if kind is not None and facing < kind.size else ""

    def names(self, match: Match, domain: Domain) -> dict[int, str]:
        """What cells are called on the picture."""
        found: dict[int, str] = parts_of(match.machine, domain.index, self.lang)["names"]
        return found

    # ------------------------------------------------------------------------------------ what lies still

    def layout(self, match: Match, domain: Domain, viewer: int | str, style: Any, shut: Any, tokens: Any) -> tuple[str, bool]:
        """The key of a board's layout as it is now, and whether its floors stand one below the other; it is made where it is new."""
        before = self.known.get((domain.index, str(viewer)))
        made_of = (style, shut, self.lang)
        if before is not None and before[0] == made_of:
            return before[1], bool(self.layouts[before[1]]["stacked"])
        data = self.made(match, domain, style, shut, tokens)
        key = f"{domain.name}-{zlib.crc32(repr(data).encode('utf-8', 'replace')):08x}"
        self.layouts[key] = data
        self.known[domain.index, str(viewer)] = (made_of, key)
        return key, bool(data["stacked"])

    def made(self, match: Match, domain: Domain, style: Any, shut: Any, tokens: Any) -> Data:
        """A layout: the still picture, and its cells with their names, floors, zones and links."""
        board = domain.cells
        parts = parts_of(match.machine, domain.index, self.lang)
        looks = {"areas": parts["areas"], "ways": parts["ways"], "names": parts["names"], "floor_title": parts["floor_title"],
                 "shut": shut, "style": style}  # fmt: skip
        found = layers(board, **looks)
        stacked = len(board.floors) > 1 and found.box[2] > NARROW
        if stacked:
            found = layers(board, **looks, stacked=True)
        story = Story(match, self.lang)
        sides = match.program.domains[side_kind(match.program)]
        there = sides_with_pieces(match)
        titles = [story.row(sides.index, row) for row in range(sides.size)] if there else []
        zones: dict[int, list[str]] = {}
        for name, cells in parts["areas"].items():
            for cell in cells:
                zones.setdefault(cell, []).append(name)
        key_box, key_svg = legend(board, tokens, called=parts["legend"], sides=titles, width=max(360.0, found.box[2]),
                                  colours=palette(match.program).colours, style=style, ways=parts["ways"])  # fmt: skip
        return {
            "box": list(found.box), "svg": found.svg, "stacked": stacked, "shape": "hexagon" if board.is_hex else "square",
            "floors": [
                {"id": number, "title": parts["floor_title"].replace("{}", str(number)), "box": list(box)}
                for number, box in found.floors.items()
            ],
            "cells": [
                {
                    "id": cell, "name": parts["names"].get(cell) or label(domain, cell), "floor": board.floor(cell),
                    "at": list(found.middles[cell]), "corners": [list(spot) for spot in found.cells[cell]],
                    **({"ground": ground} if (ground := parts["legend"].get(board.marks[cell], "")) else {}),
                    **({"zones": zones[cell]} if cell in zones else {}),
                }
                for cell in range(board.size)
            ],
            "links": [{"from": k.origin, "to": k.target, "kind": parts["ways"].get(k.kind, k.kind)} for k in board.links],
            "legend": {"box": list(key_box), "svg": key_svg},
        }  # fmt: skip


def box_of(boxes: list[Box]) -> Box:
    """The smallest box round several."""
    left, top = min(b[0] for b in boxes), min(b[1] for b in boxes)
    return left, top, max(b[0] + b[2] for b in boxes) - left, max(b[1] + b[3] for b in boxes) - top


def pieces_of(seen: Seen) -> dict[str, tuple[int, int]]:
    """Rows by the ids that a scene gives them."""
    return {name: row for row, name in seen.ids.items()}


__all__ = ["Data", "Seen", "Stage", "Standing", "box_of", "pieces_of"]
