"""Boards shown or written to files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

import graphs
from arbitre.books import Refused, options_from, ready
from arbitre.pieces import coloured, tokens
from dsl.core import NONE
from interpreter.machine import Machine
from interpreter.match import Match


def parts_of(machine: Machine, index: int, lang: str = "en") -> dict[str, Any]:
    """What a picture of a board shows besides its cells: named areas, and what marks and links are called."""
    program = machine.program
    board = program.domains[index].board

    def called(domain: int, row: int) -> str:
        title = program.domains[domain].titles[row]
        return (title.fr if lang == "fr" else title.en) or program.domains[domain].rows[row].replace("_", " ")

    names = {row: called(d.index, n) for d in program.domains if not d.dynamic and d.board is None for n, row in enumerate(d.rows)}
    areas: dict[str, list[int]] = {}
    for column in program.fields:
        if column.domain == index and column.values is not None and column.target != NONE and column.low == NONE and not column.is_set:
            for cell, row in enumerate(column.values):
                if row >= 0 and program.domains[column.target].board is None:
                    areas.setdefault(called(column.target, row), []).append(cell)
    return {
        "floor_title": "Étage {}" if lang == "fr" else "Floor {}",
        "areas": areas,
        "legend": {mark: names.get(mark, mark) for mark in board.marks if mark},
        "ways": {link.kind: names.get(link.kind, link.kind) for link in board.links},
    }


def show(
    game: str, chosen: tuple[str, ...], extensions: tuple[str, ...], svg: Path | None, png: Path | None, graphml: Path | None,
    seed: int | None, as_json: bool,
) -> None:  # fmt: skip
    """Draws the first board of a game in the terminal, and writes the files asked for."""
    rulebook, _, machine = ready(game, options_from(chosen), extensions)
    boards = [d for d in machine.program.domains if d.board is not None]
    if not boards:
        raise Refused(f"‘{rulebook.name}’ has no board")
    board = boards[0].board
    match = Match(machine, seed or 0, start=seed is not None)
    pieces = tokens(match, boards[0].index) if seed is not None else {}
    title = machine.program.title.en or rulebook.name
    drawn = parts_of(machine, boards[0].index)
    if svg is not None:
        svg.write_text(graphs.svg(board, pieces, title=title, **drawn), encoding="utf-8")
    if png is not None:
        from graphs import png as rendered

        try:
            png.write_bytes(rendered(graphs.svg(board, pieces, title=title, **drawn)))
        except ModuleNotFoundError as error:
            raise Refused(f"pictures of this kind need the package ‘{error.name}’; --svg needs nothing") from None
    if graphml is not None:
        graphml.write_text(graphs.graphml(board), encoding="utf-8")
    if as_json:
        import json

        click.echo(json.dumps({
            "name": boards[0].name, "cells": board.size, "directions": list(board.direction_names),
            "unreachable": [board.label(c) for c in board.unreachable_cells()],
            "neighbours": {board.label(c): [board.label(n) for n in board.neighbours(c)] for c in range(board.size)},
        }, indent=2))  # fmt: skip
    elif svg is None and png is None and graphml is None:
        from rich.console import Console

        console = Console(highlight=False)
        for domain in boards:
            pieces = tokens(match, domain.index) if seed is not None else {}
            for line in coloured(graphs.text(domain.board, pieces)):
                console.print(line, soft_wrap=True)
