"""Boards of every shape: made from the words of a kind, or from a map."""

from __future__ import annotations

from arbitre import graphs
from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.position import NOWHERE
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.diagnostics.suggest import did_you_mean, shape_form, suggest_known
from arbitre.dsl.resolve.boards.maps import build_floors, name_cells, no_board
from arbitre.dsl.resolve.fields import add_field
from arbitre.dsl.resolve.scope import Scope
from arbitre.dsl.resolve.symbols import Symbols, tell_unknown
from arbitre.dsl.resolve.types import number


def shape_board(symbols: Symbols, domain: core.Domain, shape: tuple[t.Word, list[t.Expr]], scope: Scope) -> None:
    """Makes the board of a kind, whose cells become its rows."""
    word, args = shape
    board = build_board(symbols, word, args, scope, domain)
    domain.board = board
    domain.size = board.size
    domain.rows = [board.label(cell) for cell in range(board.size)]
    domain.titles = [core.Text.in_all(label) for label in map(board.spot, range(board.size))]
    declare_coordinates(symbols, domain)
    name_cells(symbols, domain)


def declare_coordinates(symbols: Symbols, domain: core.Domain) -> None:
    """Every board gives its cells ``x`` and ``y`` (and ``floor``), as data that never changes."""
    for axis, name in enumerate(("x", "y", "floor")):
        column = [place[axis] if axis < len(place) else 0 for place in domain.cells.coordinates]
        if axis < len(domain.cells.coordinates[0]) and not declares_field(symbols, domain.name, name):
            made = add_field(symbols, domain, name, number(min(column), max(column)), 0, domain.place or NOWHERE)
            made.values = column


def declares_field(symbols: Symbols, kind: str, field: str) -> bool:
    """Does the rulebook itself declare that field?"""
    return any(str(f.name) == field for d in symbols.kind_decls.get(kind, []) for f in d.fields)


def build_board(symbols: Symbols, word: t.Word, args: list[t.Expr], scope: Scope, domain: core.Domain) -> graphs.Board:
    known = {"hexagon": 1, "hex_rectangle": 2, "hex_rhombus": 2, "grid": 3, "king_grid": 3, "floors": 1}
    if word not in known:
        tell_unknown(symbols, word, "shape", known)
        return no_board(symbols)
    corners = word == "floors" and len(args) == 2 and isinstance(args[1], t.Name) and args[1].word == "corners"
    if len(args) != known[word] + corners:
        count = phrase("{0} value{1}", known[word], "s" if known[word] > 1 else "")
        symbols.messages.error("T06", word.place, phrase("‘{0}’ takes {1}, not {2}", word, count, len(args)), shape_form(str(word)))
        return no_board(symbols)
    try:
        if word == "floors":
            name = map_name(symbols, args[0], scope)
            symbols.maps_of[domain.index] = maps_chosen(symbols, args[0], name)
            return build_floors(symbols, name, args[0].place, domain, corners) if name else no_board(symbols)
        if word in ("hexagon", "hex_rectangle", "hex_rhombus"):
            sizes = [constant(symbols, a, scope) for a in args]
            if unread(symbols, args, scope):
                return no_board(symbols)
            if word == "hexagon":
                return graphs.hexagon(sizes[0])
            return (graphs.hex_rectangle if word == "hex_rectangle" else graphs.hex_rhombus)(sizes[0], sizes[1])
        width, height = (constant(symbols, a, scope) for a in args[:2])
        if unread(symbols, args[:2], scope):
            return no_board(symbols)
        return graphs.grid(width, height, topology(symbols, args[2], scope), diagonals=word == "king_grid")
    except (graphs.MapError, ValueError) as error:
        symbols.messages.error("B01", word.place, phrase("this board cannot be made: {0}", error))
        return no_board(symbols)


def unread(symbols: Symbols, args: list[t.Expr], scope: Scope) -> bool:
    """Has one of them a fault of its own?"""
    return any(symbols.constants.of(a, scope)[1].kind == "bad" for a in args)


def topology(symbols: Symbols, expr: t.Expr, scope: Scope) -> str:
    """How the edges of a board meet, said by its word or by an option."""
    if isinstance(expr, t.Name) and str(expr.word) in ("closed", "buoy", "torus") and not is_option(symbols, expr.word):
        return str(expr.word)
    word = str(expr.word) if isinstance(expr, t.Name) else ""
    if word and not is_option(symbols, word) and word not in symbols.members:
        hint = (
            did_you_mean(word, ("closed", "buoy", "torus"))
            or "Closed ends at its edges, buoy wraps around sideways, torus on all sides; diagonal steps are those of a king_grid."
        )
        symbols.messages.error("B01", expr.place, phrase("‘{0}’ is not a topology: a board is closed, buoy or torus", word), hint)
        return "closed"
    value, type_ = symbols.constants.of(expr, scope)
    if type_.kind == "bad":
        return "closed"
    if type_.is_row:
        name = symbols.domains[type_.domain].rows[value]
        if name in ("closed", "buoy", "torus"):
            return name
    symbols.messages.error("B01", expr.place, "a topology is closed, buoy or torus")
    return "closed"


def is_option(symbols: Symbols, word: str) -> bool:
    """Is there an option of that name?"""
    return word in symbols.options


def maps_chosen(symbols: Symbols, expr: t.Expr, name: str) -> list[str]:
    """Every map that may be named so: by an option, those that its members are called like."""
    word = str(expr.word) if isinstance(expr, t.Name) else ""
    if word in symbols.maps or word not in symbols.options or not symbols.options[word][1].is_row:
        return [name]
    symbols.map_options.add(word)
    return [row for row in symbols.domains[symbols.options[word][1].domain].rows if row in symbols.maps]


def map_name(symbols: Symbols, expr: t.Expr, scope: Scope) -> str:
    """A map, named as such or by the value of an option."""
    name = str(expr.word) if isinstance(expr, t.Name) else ""
    if name not in symbols.maps and name in symbols.options:
        value, type_ = symbols.constants.of(expr, scope)
        name = symbols.domains[type_.domain].rows[value] if type_.is_row else ""
    if name not in symbols.maps:
        symbols.messages.error("N01", expr.place, phrase("there is no map ‘{0}’", name), suggest_known(name, "map", symbols.maps))
        return ""
    return name


def constant(symbols: Symbols, expr: t.Expr, scope: Scope) -> int:
    """A number that is known before the match."""
    return symbols.constants.of(expr, scope)[0]
