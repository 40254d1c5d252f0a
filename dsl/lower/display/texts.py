"""What is told: texts with values in braces, facts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.core.texts import lettered
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.lower.context import Context, bind_expression
from arbitre.dsl.lower.display.audiences import audience_of, is_public
from arbitre.dsl.parse.parser import parse_chunk
from arbitre.dsl.resolve.scope import Scope
from arbitre.dsl.resolve.symbols import NONE, Symbols, tell_unknown
from arbitre.dsl.source.chunks import Chunk, plain
from arbitre.dsl.source.quotes import TEXT


def bind_tell_text(cx: Context, stmt: t.TellText, scope: Scope) -> list[core.Stmt]:
    """``tell WHO en ... fr ...``."""
    audience = audience_of(cx, stmt.audience, scope)
    return [core.Tell(stmt.place, audience, is_public(stmt.audience), pieces_of(cx, stmt.text, scope))]


def bind_says(cx: Context, stmt: t.Says, scope: Scope) -> list[core.Stmt]:
    """``says en ... fr ...``, amid what happens."""
    if stmt.text is None or stmt.result is not None:
        cx.messages.error("P01", stmt.place, "this ‘says’ belongs at the top of a rule",
                          "Of a whole rule it stands above ‘reveals’ and all that happens; amid that, leave it out. "
                          "A row of a table where nothing happens says ‘end’."
                          if stmt.result is None else 'Here, write: says en "..." fr "...".')  # fmt: skip
        return []
    return [core.Say(stmt.place, pieces_of(cx, stmt.text, scope))]


def head_says(cx: Context, says: t.Says | None, procedure: core.Procedure, scope: Scope) -> None:
    """What the head of a rule says of it: a sentence, or that it need not be told."""
    if says is None:
        return
    if says.result is not None:
        cx.messages.error("P01", says.result.place, "only a test or a contest has a text for each result",
                          "Write: says en \"...\" fr \"...\".")  # fmt: skip
    elif says.text is None:
        procedure.quiet = True
    else:
        procedure.says = pieces_of(cx, says.text, scope)


def says_of_results(cx: Context, lines: list[t.Says], procedure: core.Procedure, scope: Scope) -> None:
    """What a test or a contest says of itself, and of its results."""
    out = []
    for line in lines:
        if line.result is None or line.text is None:
            head_says(cx, line, procedure, scope)
        elif str(line.result) not in procedure.results:
            tell_unknown(cx.symbols, line.result, "result", procedure.results)
        else:
            out.append((procedure.results.index(str(line.result)), pieces_of(cx, line.text, scope)))
    procedure.outcomes = tuple(out)


def bind_tell_fact(cx: Context, stmt: t.TellFact, scope: Scope) -> list[core.Stmt]:
    """``tell WHO x.field``."""
    audience = audience_of(cx, stmt.audience, scope)
    fact, type_ = bind_expression(cx, stmt.fact, scope)
    if not isinstance(fact, core.Read):
        if type_.kind != "bad":
            cx.messages.error("T05", stmt.fact.place, "only a field of something can be told as a fact", "Write ‘tell WHO piece.role’.")
        return []
    return [core.TellFact(stmt.place, audience, is_public(stmt.audience), fact.field, fact.row)]


def bind_reveals(cx: Context, stmt: t.Reveals, scope: Scope) -> list[core.Stmt]:
    """``reveals NAME, NAME to WHO``: fields, kinds, choices, orders, dice by their name, ``kind.field`` where two are called alike."""
    return [revealed(cx, stmt, scope)]


def revealed(cx: Context, stmt: t.Reveals, scope: Scope) -> core.Reveal:
    """What a line reveals, and to whom."""
    audience = None if stmt.audience is None or is_public(stmt.audience) else audience_of(cx, stmt.audience, scope)
    return core.Reveal(stmt.place, tuple(written(name) for name in stmt.names), audience)


def written(name: t.Expr) -> str:
    """A name with its dots."""
    if isinstance(name, t.Dot):
        return f"{written(name.owner)}.{name.word}"
    return str(name.word) if isinstance(name, t.Name) else ""


def pieces_of(cx: Context, pair: t.Text, scope: Scope) -> tuple[core.Piece, ...]:
    """``"{attacker} strikes"`` cut into words and values; all languages should speak of the same values, in any order.

    Texts are cut at their braces; a piece with a value has ``{}`` for its text.  The pieces of one language follow those of the other.
    """
    out: list[core.Piece] = []
    said: dict[str, list[t.Expr]] = {}
    cx.resolution.braces[id(pair)] = pair, said
    for language, text in pair.said:
        said[language] = []
        places = braces(cx, pair, language) if "{" in text else []
        for position, part in enumerate(re.split(r"\{([^{}]*)\}", text)):
            if position % 2 == 0:
                out += literals(part, language) if position else [core.Piece(core.Text(((language, part),)))] if part else []
            else:
                place = places[position // 2] if position // 2 < len(places) else pair.place
                value = value_in_braces(cx.symbols, part, place)
                said[language].append(value)
                bound, type_ = bind_expression(cx, value, scope)
                domain = type_.domain if type_.kind in ("row", "set") else NONE
                out.append(core.Piece(core.Text(((language, "{}"),)), bound, domain, is_set=type_.kind == "set"))
    return tuple(out)


def literals(part: str, language: str) -> Iterator[core.Piece]:
    """Words behind a value; letters in brackets at the end of one agree with it: ``is read(s)``, ``est éliminé(e)(s)``, ``Punkt(e)``."""
    for said, agrees in lettered(part, language):
        yield core.Piece(core.Text(((language, said),)), agrees=agrees)


def braces(cx: Context, pair: t.Text, language: str) -> list[Place]:
    """Where what stands in the braces of a text begins, brace by brace."""
    place = next((word.place for word in pair.written if word == language and word.place.file != pair.place.file), pair.place)
    if place.file not in cx.lines_of:
        cx.lines_of[place.file] = cx.sources.get(place.file, "").split("\n")
    lines = cx.lines_of[place.file][place.line - 1 : place.end_line]
    written = re.finditer(rf"(?:(\w+)[ \n]*)?{TEXT}", "\n".join(lines)[place.column - 1 :])
    text = next((found for found in written if found[1] == language), None)
    if text is None:
        return []
    out = []
    for brace in re.finditer(r"\{\s*([^{}]*)\}", text.group()):
        before = ("\n".join(lines))[: place.column - 1 + text.start() + brace.start(1)]
        row, column = before.count("\n"), len(before) - before.rfind("\n")
        out.append(Place(place.file, place.line + row, column, place.line + row, column + len(brace.group(1))))
    return out


def value_in_braces(symbols: Symbols, text: str, place: Place) -> t.Expr:
    """What stands in the braces of a text, as an expression in its place."""
    text = plain(text).strip()
    if not text:
        symbols.messages.error("S03", place, "there is nothing between these braces", "Put a name or a value there: {hero.life}.")
        return t.Number(place, 0)
    if not re.fullmatch(r"[\w.]+", text):  # any value: {block_dice(attacker, defender)}
        head = "let said ="  # what it holds stays in its column
        gap = " " * max(1, place.column - 1 - len(head))
        decl = parse_chunk(Chunk(f"{head}{gap}{text}\n", place.line), place.file, symbols.messages)
        return decl.value if isinstance(decl, t.Define) else t.Number(place, 0)
    expr: t.Expr | None = None
    for part in re.finditer(r"[^.]+", text):
        column = place.column + part.start()
        here = Place(place.file, place.line, column, place.line, column + len(part.group().strip()))
        word = t.Word(part.group().strip(), here)
        expr = t.Name(here, word) if expr is None else t.Dot(place, expr, word)
    return expr if expr is not None else t.Number(place, 0)
