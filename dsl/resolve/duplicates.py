"""Names given twice, and names that are nearly those of others: each would otherwise win or lose without a word."""

from __future__ import annotations

from collections.abc import Iterator

from arbitre.dsl import tree as t
from arbitre.dsl.core.languages import is_language
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import joined, phrase
from arbitre.dsl.diagnostics.suggest import alphabets, did_you_mean
from arbitre.dsl.diagnostics.taken import TAKEN, free_name
from arbitre.dsl.resolve.symbols import Symbols, is_board
from arbitre.dsl.tree.walk import below


def tell_duplicates(symbols: Symbols) -> None:
    """Messages for what is declared twice."""
    two_alphabets(symbols)
    taken_events(symbols)
    same_options(symbols)
    same_kinds(symbols)
    same_rows(symbols)
    same_marks(symbols)
    same_parts(symbols)
    same_members(symbols)
    same_heads(symbols)
    same_laws(symbols)
    same_scenarios(symbols)


def taken_events(symbols: Symbols) -> None:
    """Events that nothing calls, since a line that begins with their name is of another sort."""
    named = [decl for decl in symbols.decls if isinstance(decl, t.Event) and str(decl.name) in TAKEN]
    game = symbols.rulebook.game
    called = {"setup", str(game.then) if game is not None and game.then is not None else ""}
    if named:
        called |= {
            str(node.word) for decl in symbols.decls for node in below(decl, frozenset()) if isinstance(node, t.Call) and not node.how
        }
    for decl in named:
        if str(decl.name) not in called:
            text = phrase("‘{0}’ is a word of the language: a line that begins with it calls no event", decl.name)
            hint = phrase("Call it ‘{0}’, which is free, or by another name.", free_name(str(decl.name)))
            symbols.messages.error("N02", decl.name.place, text, hint)


def two_alphabets(symbols: Symbols) -> None:
    """A name with a letter of another alphabet that looks alike: nobody could tell it from the name without."""
    for decl in symbols.decls:
        name = getattr(decl, "name", None)
        words = [name] if isinstance(name, t.Word) else []
        if isinstance(decl, t.Kind):
            words += [*decl.members, *(field.name for field in decl.fields)]
        for word in words:
            mixed = {} if word.isascii() else alphabets(word)
            if len(mixed) > 1:
                strange = [phrase("‘{0}’ is {1}", letter, alphabet) for alphabet, letter in mixed.items() if alphabet != "Latin"]
                hint = phrase("In ‘{0}’ the letter {1}, although it may look the same: retype the name.", word, joined(", ", strange))
                symbols.messages.error("N03", word.place, phrase("‘{0}’ is written in two alphabets", word), hint)


def same_options(symbols: Symbols) -> None:
    """An option, and a number or condition of the whole game, are both said by their bare name."""
    known: dict[str, Place] = {}
    for decl in symbols.decls:
        if not isinstance(decl, t.Option) and not (isinstance(decl, t.Define) and not decl.params):
            continue
        first = known.setdefault(str(decl.name), decl.name.place)
        if first is not decl.name.place and (isinstance(decl, t.Option) or str(decl.name) in symbols.options):
            symbols.messages.error(
                "N02",
                decl.name.place,
                phrase("‘{0}’ is declared twice", decl.name),
                "Use ‘replace’, or another name.",
                [(first, "the first")],
            )


def same_kinds(symbols: Symbols) -> None:
    """A kind called like the plural of another."""
    for name, decls in symbols.kind_decls.items():
        owner = symbols.plurals.get(name)
        if owner is not None and symbols.domains[owner].name != name:
            related = [(place, "the other")] if (place := symbols.domains[owner].place) is not None else []
            symbols.messages.error(
                "N02",
                decls[0].name.place,
                phrase("‘{0}’ is the plural of ‘{1}’", name, symbols.domains[owner].name),
                "Choose another name.",
                related,
            )


def same_rows(symbols: Symbols) -> None:
    """A row given twice in one table; a row that is no member of a kind whose head lists them, but nearly one."""
    listed = {name: [str(m) for d in decls for m in d.members] for name, decls in symbols.kind_decls.items()}
    own = {str(d.name) for d in symbols.decls if isinstance(d, t.Member)}
    for decl in symbols.decls:
        if not isinstance(decl, t.DataTable) or is_board(symbols, str(decl.kind)):
            continue
        known: dict[str, Place] = {}
        members = listed.get(str(decl.kind), [])
        seats = any(d.seats for d in symbols.kind_decls.get(str(decl.kind), []))
        for line in decl.lines[1:]:
            cell = line.cells[0] if line.cells else None
            if not isinstance(cell, t.Name):
                continue
            word = str(cell.word)
            first = known.setdefault(word, line.place)
            if first is not line.place:
                symbols.messages.error(
                    "N02", cell.place, phrase("‘{0}’ has two rows in this table", word), "Remove one of them.", [(first, "the first")]
                )
            if members and word not in members and word not in own:
                hint = did_you_mean(word, members)
                if hint or seats:
                    symbols.messages.error(
                        "N01",
                        cell.place,
                        phrase("‘{0}’ is not among the members that ‘kind {1}’ lists", word, decl.kind),
                        hint or phrase("They are: {0}.", ", ".join(members)),
                    )


def same_marks(symbols: Symbols) -> None:
    """A mark that is explained twice, or is no single character."""
    for decl in symbols.decls:
        if not isinstance(decl, t.Drawing):
            continue
        known: dict[str, Place] = {}
        for mark in decl.marks:
            if len(mark.character) != 1:
                symbols.messages.error("T06", mark.place, phrase("a mark is one character, and this has {0}", len(mark.character)))
            first = known.setdefault(mark.character, mark.place)
            if first is not mark.place:
                symbols.messages.error(
                    "N02",
                    mark.place,
                    phrase("the mark ‘{0}’ is explained twice", mark.character),
                    "Remove one of them.",
                    [(first, "the first")],
                )


def same_parts(symbols: Symbols) -> None:
    """A part is one file's own: whoever would add to it lays his drawing over the map that places it."""
    known: dict[str, t.Part] = {}
    for decl in symbols.decls:
        if isinstance(decl, t.Part):
            first = known.setdefault(str(decl.name), decl)
            if first is not decl:
                symbols.messages.error(
                    "N02",
                    decl.name.place,
                    phrase("there are two parts ‘{0}’", decl.name),
                    "Give this one another name.",
                    [(first.name.place, "the first")],
                )


def same_members(symbols: Symbols) -> None:
    """A member listed twice, or of which two files say the same thing: strangers that mean different ones by one name."""
    for decls in symbols.kind_decls.values():
        listed: dict[str, Place] = {}
        for word in [word for decl in decls for word in decl.members]:
            first = listed.setdefault(str(word), word.place)
            if first is not word.place:
                symbols.messages.error(
                    "N02",
                    word.place,
                    phrase("‘{0}’ is listed twice", word),
                    "Remove one of them, or use another name.",
                    [(first, "the first")],
                )
    said: dict[tuple[str, str, str], Place] = {}
    for kind, name, what, place in sayings(symbols):
        first = said.setdefault((kind, name, what), place)
        if first.file != place.file:
            symbols.messages.error(
                "N02",
                place,
                phrase("two files give the {0} of ‘{1} {2}’", what, kind, name),
                "Use another name, or ‘replace’.",
                [(first, "the other")],
            )


def sayings(symbols: Symbols) -> Iterator[tuple[str, str, str, Place]]:
    """What is said of members, by blocks of theirs and by rows of tables: kind, member, what, where."""
    for decl in symbols.decls:
        if isinstance(decl, t.Member):
            yield from ((str(decl.kind), str(decl.name), f"‘{p.name}’", p.name.place) for p in decl.properties)
            if decl.title is not None:
                yield str(decl.kind), str(decl.name), "title", decl.name.place
        elif isinstance(decl, t.DataTable) and decl.lines and not is_board(symbols, str(decl.kind)):
            heads = [str(c.word) if isinstance(c, t.Name) else "" for c in decl.lines[0].cells]
            for line in decl.lines[1:]:
                first = line.cells[0] if line.cells else None
                if isinstance(first, t.Name):
                    filled = [head for head, cell in zip(heads[1:], line.cells[1:], strict=False) if cell]
                    for what in sorted({"title" if is_language(head) else f"‘{head}’" for head in filled}):
                        yield str(decl.kind), str(first.word), what, first.place


def same_heads(symbols: Symbols) -> None:
    """A kind that two files title, or whose rows or board are said twice, is two kinds by one name."""
    for name, decls in symbols.kind_decls.items():
        for what, having in (
            ("title", [d for d in decls if d.title is not None]),
            ("number of rows", [d for d in decls if d.capacity is not None]),
            ("board", [d for d in decls if d.shape is not None]),
        ):
            for decl in having[1:]:
                if decl.place.file != having[0].place.file:
                    symbols.messages.error(
                        "N02",
                        decl.name.place,
                        phrase("two files give the {0} of the kind ‘{1}’", what, name),
                        "Use another name; to change it, ‘replace kind’.",
                        [(having[0].name.place, "the first")],
                    )


def same_laws(symbols: Symbols) -> None:
    """Laws and clauses are known by their name."""
    for sort, what in ((t.Always, "law"), (t.Clause, "clause")):
        known: dict[str, Place] = {}
        for decl in symbols.decls:
            if isinstance(decl, sort):
                first = known.setdefault(str(decl.name), decl.place)
                if first is not decl.place:
                    symbols.messages.error(
                        "N02",
                        decl.place,
                        phrase("the {0} ‘{1}’ is declared twice", what, decl.name),
                        "Use another name.",
                        [(first, "the first")],
                    )


def same_scenarios(symbols: Symbols) -> None:
    """Two scenarios of one name."""
    known: dict[str, Place] = {}
    for scenario in symbols.rulebook.scenarios:
        first = known.setdefault(scenario.name, scenario.place)
        if first is not scenario.place:
            symbols.messages.error(
                "N02",
                scenario.place,
                phrase("two scenarios are called ‘{0}’", scenario.name),
                "Give each its own name.",
                [(first, "the first")],
            )
