"""Boards shown or written to files."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from arbitre import graphs
from arbitre.dsl.core import NONE, Domain
from arbitre.dsl.diagnostics.suggest import did_you_mean
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.views import knowing, seen_state
from arbitre.interpreter.reference.boards.dynamic_boards import board_looks_at, board_now
from arbitre.interpreter.state.visibility import REFEREE
from arbitre.opening.books import options_from, prepared, refused
from arbitre.opening.files import check_pictures, put, write_whole
from arbitre.opening.sides import viewer_named
from arbitre.story.boards.areas import called, labels_of
from arbitre.story.boards.looks import board_label, style_of
from arbitre.story.boards.marks import palette, side_kind
from arbitre.story.boards.pieces import Standing, standing, tokens
from arbitre.story.boards.screen import Screen
from arbitre.story.boards.set_up import as_set_up
from arbitre.story.boards.tables import beside_board
from arbitre.story.story import Story
from arbitre.words.console import Terminal
from arbitre.words.numbers import whole
from arbitre.words.phrases import of
from arbitre.words.terminal import echo, plain

WIDE = 1100.0  # pixels across that a picture of a whole board may take


def standing_board(match: Match, index: int, viewer: int | str = REFEREE) -> graphs.Board:
    """A board with the steps and links that are open as a viewer knows the match to stand; what he may not see counts as at its start."""
    machine = match.machine
    now, columns = board_now(machine, index), board_looks_at(machine, index)
    if now is None:
        return machine.program.domains[index].cells
    if viewer == REFEREE or columns is None:
        return now(match.run)
    return now(knowing(machine, seen_state(match, viewer), viewer, columns))


def shut_edges(board: graphs.Board, stands: graphs.Board) -> list[tuple[int, int]]:
    """Where something is shut as a board stands: pairs of cells side by side that a step joined, and neither way does now."""
    pairs = ((a, b) for a in range(board.size) for b in board.neighbours(a) if a < b and board.step_cost(a, b) and board.step_cost(b, a))
    return [(a, b) for a, b in pairs if b not in stands.neighbours(a) and a not in stands.neighbours(b)]


_PARTS: WeakKeyDictionary[Machine, dict[tuple[int, str], dict[str, Any]]] = WeakKeyDictionary()


def parts_of(machine: Machine, index: int, lang: str = "en") -> dict[str, Any]:
    """What a picture of a board shows besides its cells: named areas, and what marks and links are called.  The same in all matches."""
    known = _PARTS.setdefault(machine, {})
    if (index, lang) not in known:
        known[index, lang] = _parts_of(machine, index, lang)
    return known[index, lang]


def _parts_of(machine: Machine, index: int, lang: str) -> dict[str, Any]:
    program = machine.program
    board = program.domains[index].cells
    names = {
        row: called(machine, d.index, n, lang) for d in program.domains if not d.dynamic and d.board is None for n, row in enumerate(d.rows)
    }
    areas: dict[str, list[int]] = {}
    for column in program.fields:
        if column.domain == index and column.given is not None and column.target != NONE and column.low == NONE and not column.is_set:
            for cell, row in enumerate(column.given):
                if row >= 0 and program.domains[column.target].board is None:
                    areas.setdefault(called(machine, column.target, row, lang), []).append(cell)
    return {
        "floor_title": of(lang).say("board.floor"),
        "areas": areas,
        "legend": {mark: names.get(mark, mark) for mark in board.marks if mark},
        "ways": {link.kind: names.get(link.kind, link.kind) for link in board.links},
        "names": {
            **(labels_of(program.domains[index]) if board.is_hex or board_label(program) == "rim" else {}),
            **titled_cells(program.domains[index], lang),
        },
    }


def titled_cells(domain: Domain, lang: str) -> dict[int, str]:
    """Cells that the rulebook gives a title to, with it."""
    own = [
        (cell, title)
        for cell, title in enumerate(domain.titles)
        if title.within("en") not in ("", domain.rows[cell].replace("_", " "), domain.cells.spot(cell))
    ]
    return {cell: title.within(lang) for cell, title in own}


def cells_called(match: Match, index: int, said: str) -> list[int]:
    """The cells meant: (x, y, floor), a cell's name, a part of the board (a room, a zone), or a piece that stands there."""
    program = match.program
    domain = program.domains[index]
    numbers = re.fullmatch(r"\(?\s*(-?\d+(?:\s*,\s*-?\d+)*)\s*\)?", said.strip())
    if numbers:
        place = [whole(n.strip()) for n in numbers[1].split(",")]
        one = domain.cells.floors if len(domain.cells.coordinates[0]) == 3 and len(domain.cells.floors) == 1 and len(place) == 2 else ()
        cell = domain.cells.cell_at(*place, *one)
        if cell < 0:
            raise refused("cannot.no_cell", said=numbers[1])
        return [cell]
    if said in domain.rows:
        return [domain.rows.index(said)]
    found = [
        cell for lang in program.languages for cell, title in titled_cells(domain, lang).items() if title.casefold() == said.casefold()
    ][:1]
    for column in program.fields:
        target = program.domains[column.target] if column.target != NONE else None
        if target is None or column.is_set:
            continue
        if column.domain == index and column.values is not None and said in target.rows:
            found += [cell for cell, row in enumerate(column.values) if row == target.rows.index(said)]
    for piece in standing(match, index):
        if said in (program.domains[piece.domain].name, match.machine.row_key(piece.domain, piece.row)):
            found.append(piece.cell)
    if not found:
        known = [*(r for r in domain.rows if not r.startswith("(")), *(r for d in program.domains if not d.dynamic for r in d.rows)]
        raise refused("cannot.no_place", said=said, hint=did_you_mean(said, known))
    return found


def cheapest(match: Match, index: int, start: str, goal: str, viewer: int | str = REFEREE) -> dict[str, Any]:
    """The cheapest way between two places: its price, and each stretch of it with what it costs and by which link."""
    board = standing_board(match, index, viewer)
    ways = [
        (found[0], found[1]) for a in cells_called(match, index, start) for b in cells_called(match, index, goal)
        if (found := board.cheapest_path(a, b)) is not None
    ]  # fmt: skip
    if not ways:
        return {"price": None, "way": []}
    price, path = min(ways, key=lambda way: (way[0], way[1]))
    stretches = []
    for a, b in pairwise(path):
        edge = min(board.graph.get_edge_data(a, b).values(), key=lambda e: (e["cost"], e["relation"]))
        stretches.append({"from": board.label(a), "to": board.label(b), "by": edge["relation"], "cost": edge["cost"]})
    return {"price": price, "way": stretches}


def show_way(match: Match, index: int, viewer: int | str, wanted: Wanted, lang: str) -> None:
    start, goal = str(wanted.start), str(wanted.goal)
    found = cheapest(match, index, start, goal, viewer)
    if wanted.as_json:
        echo(json.dumps(found, indent=2))
        return
    words, ends = of(lang), {"start": place_title(match, index, start, lang), "goal": place_title(match, index, goal, lang)}
    if found["price"] is None:
        echo(words.say("board.no_way", **ends))
        return
    echo(words.say("board.way", **ends, price=found["price"]))
    kinds = {d.name: d.title for d in match.program.domains}
    for by, part in groupby(found["way"], key=lambda s: s["by"]):
        stretch = list(part)
        how = words.say("board.step") if by == "step" or by not in kinds else kinds[by].within(lang) or by
        cost = sum(s["cost"] for s in stretch)
        echo(words.say("board.stretch", by=how, start=stretch[0]["from"], goal=stretch[-1]["to"], cost=cost))


def place_title(match: Match, index: int, said: str, lang: str) -> str:
    """A place as it is called in a language: a cell, a room, a piece or a kind named by its key; else as it was typed."""
    program = match.program
    for domain in program.domains:
        if said in domain.rows and domain.rows.index(said) < len(domain.titles):
            return domain.titles[domain.rows.index(said)].within(lang) or said
        if said == domain.name:
            return domain.title.within(lang) or said
    for piece in standing(match, index):
        if said == match.machine.row_key(piece.domain, piece.row):
            return match.machine.row_title(piece.domain, piece.row, match.state.cells).within(lang)
    return said


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked of ``arbitre board``: files to write, a way to find, a floor."""

    svg: Path | None = None
    png: Path | None = None
    graphml: Path | None = None
    as_json: bool = False
    start: str | None = None
    goal: str | None = None
    floor: str = ""


def show(
    game: str, chosen: tuple[str, ...], extensions: tuple[str, ...], seed: int | None, eyes: str, wanted: Wanted, lang: str = "en"
) -> None:
    """The boards of a game, as a match begins; ``eyes``: who looks."""
    check_pictures({"svg": wanted.svg, "png": wanted.png, "graphml": wanted.graphml})
    rulebook, machine = prepared(game, options_from(chosen), extensions)
    if not any(d.board is not None for d in machine.program.domains):
        raise refused("cannot.no_board", game=rulebook.name)
    match, why = (Match(machine, seed), "") if seed is not None else as_set_up(machine)
    if why and not (wanted.start and wanted.goal):
        echo(of(lang).say(why), err=True)
    draw(match, viewer_named(match, eyes), wanted, rulebook.name, lang)


def draw(match: Match, viewer: int | str, wanted: Wanted, name: str, lang: str) -> None:
    """The boards of a match as a viewer sees them: in the terminal, or in the files asked for."""
    machine = match.machine
    boards = [d for d in machine.program.domains if d.board is not None]
    if not boards:
        raise refused("cannot.no_board", game=name)
    first = boards[0]
    if wanted.start and wanted.goal:
        show_way(match, first.index, viewer, wanted, lang)
        return
    named = machine.program.title
    title = named.within(lang) or name
    if match.turn:
        title += f", {of(lang).say('board.turn', number=match.turn)}"
    if wanted.svg is not None:
        write_whole(wanted.svg, plain(picture(match, first, viewer, title, lang, floor=wanted.floor if wanted.floor != "all" else "")))
    if wanted.png is not None:
        from arbitre.graphs.draw.export import png as rendered

        try:
            put(
                wanted.png, rendered(plain(picture(match, first, viewer, title, lang, floor=wanted.floor if wanted.floor != "all" else "")))
            )
        except ModuleNotFoundError as error:
            raise refused("cannot.package", name=error.name) from None
    if wanted.graphml is not None:
        write_whole(wanted.graphml, graphs.graphml(first.cells))
    if wanted.as_json:
        echo(json.dumps(facts(match, first, viewer), indent=2, ensure_ascii=False))
    elif wanted.svg is None and wanted.png is None and wanted.graphml is None:
        console = Terminal()
        screen = Screen(match, lang, console.width, console.color_system is not None)
        lines = screen.asked(wanted.floor or "all", viewer)
        if lines is None:
            raise refused("cannot.no_floor", said=wanted.floor, floors=", ".join(str(n) for _, n in screen.parts()))
        for line in lines:
            console.print(line, soft_wrap=True)
        for said in beside_board(match, viewer, Story(match, lang)):
            console.print(said, soft_wrap=True, markup=False, highlight=False)


def picture(match: Match, domain: Domain, viewer: int | str, title: str, lang: str, stacked: bool = False, floor: str = "",
            there: Sequence[Standing] | None = None) -> str:  # fmt: skip
    """A board as SVG, with what a viewer may see on it.  ``floor``: the one that is drawn, by its number; all for "".  ``there``: the
    pieces that he sees, in order, if they are known."""
    board = domain.cells
    only = {cell for cell in range(board.size) if str(board.floor(cell)) == floor} if floor else None
    if only is not None and not only:
        raise refused("cannot.no_floor", said=floor, floors=", ".join(map(str, board.floors)))
    there_only = None if only is None or len(only) == board.size else only
    pieces = tokens(match, domain.index, viewer, lang=lang, there=there)
    sides = match.program.domains[side_kind(match.program)]
    last = max((t.side for stack in pieces.values() for t in stack), default=-1)
    names = [called(match.machine, sides.index, row, lang) for row in range(last + 1)]
    colours = palette(match.program).colours
    stacked = stacked or len(board.floors) > 1  # side by side nobody could read them
    return graphs.svg(
        domain.cells, pieces, title=title, colours=colours, sides=names, stacked=stacked, only=there_only,
        shut=shut_edges(domain.cells, standing_board(match, domain.index, viewer)), **parts_of(match.machine, domain.index, lang),
        style=style_of(match, domain, seen_state(match, viewer), viewer, lang), size=graphs.fitting(board, there_only, WIDE),
    )  # fmt: skip


def facts(match: Match, domain: Domain, viewer: int | str) -> dict[str, Any]:
    """A board as data: its cells and who stands where."""
    board, pieces = domain.cells, tokens(match, domain.index, viewer, text=True)
    return {
        "name": domain.name, "cells": board.size, "directions": list(board.direction_names),
        "unreachable": [board.label(c) for c in board.unreachable_cells()],
        "neighbours": {board.label(c): [board.label(n) for n in board.neighbours(c)] for c in range(board.size)},
        "pieces": {board.label(c): [t.letters for t in there] for c, there in sorted(pieces.items())},
    }  # fmt: skip
