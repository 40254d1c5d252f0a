"""How the rows of a kind, a member or the boards are drawn."""

from __future__ import annotations

import re

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.diagnostics.suggest import did_you_mean
from arbitre.dsl.lower.context import Context
from arbitre.dsl.lower.display.texts import pieces_of
from arbitre.dsl.lower.values.expressions import bind_as, bind_flag
from arbitre.dsl.parse.habits import look_line
from arbitre.dsl.resolve.scope import Element, Frame, Scope
from arbitre.dsl.resolve.symbols import NONE, tell_unknown, text_of
from arbitre.dsl.resolve.types import NUMBER, group, row
from arbitre.graphs.draw.grounds import GROUNDS, LABELS, LINES, LINKS, NONE_FILL, SHAPES, SIDES
from arbitre.graphs.draw.svg.overlay import LINES as ARROWS

MOST_STACKED = 20
WORDS = {"shape": SHAPES, "fill": (*GROUNDS, NONE_FILL), "edge": (*GROUNDS, NONE_FILL), "label": LABELS}
WHAT = {"shape": phrase("drawn shape"), "fill": phrase("ground or colour"), "edge": phrase("ground or colour"), "label": phrase("label")}
FORMS = (*WORDS, "badge", "stack", "link", "ruler")
RULES = ("action", "event", "agenda")  # what an arrow may be of
_A_GROUND = phrase("Write ‘fill red’, with a ground or a colour.")
_A_TEXT = phrase('Write ‘label en "..."’, or ‘label name’.')
MEANT = {  # words that people write for lines of a look
    "colour": _A_GROUND, "color": _A_GROUND, "background": _A_GROUND, "text": _A_TEXT, "name": _A_TEXT, "title": _A_TEXT,
    "border": phrase("Write ‘edge around: red’ for cells, ‘edge left, right: red’ for the board."),
    "arrow": phrase("Arrows are drawn for what happens: ‘look ACTION:’ and below it ‘arrow dashed’."),
}  # fmt: skip


def bind_looks(cx: Context) -> list[core.Appearance]:
    """Every ``look``; lines of files that were added later come first, for they say more of fewer things."""
    looks = [found for decl in cx.symbols.decls if isinstance(decl, t.Look) and (found := bind_look(cx, decl)) is not None]
    own = cx.symbols.rulebook.game.place.file
    base = [look for look in looks if not look.lines or _folder(look.lines[0].place.file) == _folder(own)]
    return [*(look for look in reversed(looks) if look not in base), *base]


def _folder(file: str) -> str:
    return file.rpartition("/")[0]


def bind_look(cx: Context, decl: t.Look) -> core.Appearance | None:
    """One ``look``: its lines read with a row of the kind; of a member or of ``board`` with none."""
    symbols, name = cx.symbols, str(decl.name)
    domain, member = NONE, NONE
    if name in symbols.domain_by_name:
        domain = symbols.domain_by_name[name]
    elif name in symbols.signatures and symbols.signatures[name].kind in RULES:
        return core.Appearance(NONE, NONE, [line for said in decl.lines if (line := _bind_arrow(cx, said)) is not None], name)
    elif len(symbols.members.get(name, ())) == 1:
        domain, member = symbols.members[name][0]
    elif name != "board":
        rules = [rule for rule, found in symbols.signatures.items() if found.kind in RULES]
        tell_unknown(symbols, decl.name, phrase("kind or member"), [*symbols.domain_by_name, *symbols.members, "board", *rules])
        return None
    return core.Appearance(domain, member, [line for said in decl.lines if (line := _bind_line(cx, said, domain, member)) is not None])


def _bind_arrow(cx: Context, line: t.LookLine) -> core.AppearanceLine | None:
    """``arrow dashed``, of what happens."""
    if str(line.what) != "arrow":
        tell_unknown(cx.symbols, line.what, phrase("line of a look"), ("arrow",))
        return None
    if str(line.word) not in ARROWS:
        tell_unknown(cx.symbols, line.word, phrase("line"), ARROWS)
        return None
    if line.when is not None:
        cx.messages.error("T02", line.when.place, "an arrow has no condition: it shows what happened", "Leave out ‘when’.")
    return core.AppearanceLine("arrow", str(line.word), None, 0, line.place)


def _bind_line(cx: Context, line: t.LookLine, domain: int, member: int) -> core.AppearanceLine | None:
    symbols = cx.symbols
    if not _well_said(cx, line):
        return None
    scope = Scope(Frame())
    slot = scope.frame.slot()
    if domain != NONE and member == NONE:
        scope.elements = [Element(slot, row(domain))]
        scope.names[symbols.domains[domain].name] = (slot, row(domain))
    when = bind_flag(cx, line.when, scope) if line.when is not None else None
    between = None
    if line.between is not None:
        board = next((d for d in symbols.domains if d.board is not None), None)
        if board is None:
            symbols.messages.error("T01", line.place, "there is no board", "‘between’ draws a line between cells of a board.")
            return None
        one, other = (bind_as(cx, cells, scope, group(board.index)) for cells in line.between)
        between = (one, other)
    at = None
    if line.at is not None:
        column, height = (bind_as(cx, x, scope, NUMBER) for x in line.at)
        at = (column, height)
    sides = tuple(str(side) for side in line.sides) if between is None else ()
    sign = t.Text(line.word.place, ((core.ANY, str(line.word)),))
    pieces = pieces_of(cx, sign, scope) if str(line.what) == "badge" and "{" in str(line.word) else ()
    return core.AppearanceLine(
        "at" if at is not None else str(line.what),
        str(line.word),
        when,
        scope.frame.size,
        line.place,
        sides,
        between,
        str(line.line or ""),
        text_of(line.title),
        at,
        pieces,
    )


def _well_said(cx: Context, line: t.LookLine) -> bool:
    """Are all of a line's words known?  Each that is not is told of."""
    symbols, good = cx.symbols, True
    if line.at is not None:
        return True
    if str(line.what) not in FORMS or (line.sides and line.what != "edge"):
        hint = MEANT.get(str(line.what)) or did_you_mean(str(line.what), FORMS) or look_line(str(line.what))
        symbols.messages.error("N01", line.what.place, phrase("there is no {0} ‘{1}’", phrase("line of a look"), line.what), hint)
        return False
    if str(line.what) == "label" and str(line.word) == "said" and line.title is not None:
        return good
    known = WORDS.get(str(line.what))
    if known is not None and str(line.word) not in known:
        if line.what == "label":
            there_is_none = phrase("there is no {0} ‘{1}’", WHAT["label"], line.word)
            symbols.messages.error("N01", line.word.place, there_is_none, did_you_mean(str(line.word), known) or look_line("label"))
        else:
            tell_unknown(symbols, line.word, WHAT[str(line.what)], known)
        good = False
    if line.between is not None:
        if str(line.sides[0]) != "between":
            tell_unknown(symbols, line.sides[0], phrase("place of an edge"), ("between",))
            good = False
        return good
    for side in line.sides:
        if str(side) not in SIDES:
            tell_unknown(symbols, side, phrase("side of a board"), SIDES)
            good = False
    if line.what == "link":
        if line.line is not None and str(line.word) not in LINKS:
            tell_unknown(symbols, line.word, phrase("drawn link"), LINKS)
            good = False
    elif line.what == "ruler":
        said = re.fullmatch(r"\d+ \S+", str(line.line or ""))
        if said is None or not str(line.word).isdigit() or int(line.word) < 1:
            hint = 'Write for example: ruler 4 "10 cm", a number of cells and their length.'
            symbols.messages.error("T02", line.place, "this is not a scale", hint)
            good = False
    elif line.line is not None and str(line.line) not in LINES:
        tell_unknown(symbols, line.line, phrase("line"), LINES)
        good = False
    if line.what == "stack" and not (str(line.word).isdigit() and 1 <= int(line.word) <= MOST_STACKED):
        symbols.messages.error(
            "T02", line.word.place, phrase("1 to {0} pieces can be drawn on top of each other, not {1}", MOST_STACKED, line.word)
        )
        good = False
    return good
