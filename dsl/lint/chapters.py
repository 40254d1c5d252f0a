"""Chapters: what they name is there, they have an order, and every clause is taught by one of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import joined, phrase
from arbitre.dsl.diagnostics.suggest import did_you_mean
from arbitre.dsl.lint.clauses import notes
from arbitre.dsl.lint.own import is_own
from arbitre.dsl.lint.tabled import tabled
from arbitre.dsl.lower.display.shown import opening_of
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.lower.scenario.scenarios import bind_scenario, options_of
from arbitre.dsl.modules.chapters import in_order
from arbitre.dsl.modules.rulebook import Rulebook

NAMED = 8  # clauses that are named in one message
SHOWN = {
    "cards": (t.Kind, t.Member),
    "odds": (t.Test, t.Contest, t.Table),
    "picture": (t.Kind, t.Map, t.Agenda, t.Define, t.Member),
}


def chapters(bound: Bound, rulebook: Rulebook) -> None:
    """What chapters show is there; what they leave out is named."""
    found = [d for d in rulebook.decls if isinstance(d, t.Chapter)]
    if not found:
        return
    placed(bound, found)
    for chapter in found:
        if not is_own(chapter, rulebook):
            continue
        if chapter.title is None:
            bound.messages.add("L04", chapter.place, phrase("the chapter ‘{0}’ has no title", chapter.name),
                               'Write title en "..." fr "..." below it.')  # fmt: skip
        for part in chapter.parts:
            shown(bound, rulebook, part)
    untaught(bound, rulebook, found)
    if any(is_own(c, rulebook) for c in found):  # a variant without chapters is taught by the game it varies
        unsaid(bound, rulebook)


def placed(bound: Bound, found: list[t.Chapter]) -> None:
    """Chapters come after one that is there, and not after themselves."""
    names = [str(c.name) for c in found]
    known: dict[str, Place] = {}
    for chapter in found:
        first = known.setdefault(str(chapter.name), chapter.name.place)
        if first is not chapter.name.place:
            bound.messages.add("L01", chapter.name.place, phrase("there are two chapters ‘{0}’", chapter.name),
                               phrase("Give this one another name; to add to the other, write ‘chapter NAME, in {0}:’.", chapter.name),
                               [(first, "the first")])  # fmt: skip
        if chapter.where is not None and str(chapter.where) not in names:
            bound.messages.add(
                "L01", chapter.where.place, phrase("there is no chapter ‘{0}’", chapter.where), did_you_mean(str(chapter.where), names)
            )
    for chapter in set_apart(found):
        bound.messages.add("L01", chapter.place, phrase("the chapter ‘{0}’ comes after itself", chapter.name),
                           "The chapters follow each other in a cycle: let one of them follow a different one.")  # fmt: skip


def set_apart(found: list[t.Chapter]) -> Iterator[t.Chapter]:
    """Chapters that no order reaches."""
    ordered = {id(c) for c in in_order(found)}
    names = {str(c.name) for c in found}
    yield from (c for c in found if id(c) not in ordered and (c.where is None or str(c.where) in names))


def shown(bound: Bound, rulebook: Rulebook, part: t.ChapterPart) -> None:
    """What a line of a chapter shows is there."""
    clauses = {str(d.name) for d in rulebook.decls if isinstance(d, t.Clause)}
    for clause in part.taught:
        if clause not in clauses:
            bound.messages.add("C01", part.place, phrase("there is no clause ‘{0}’", clause), did_you_mean(clause, clauses))
    if part.form == "rules" and not part.taught:
        bound.messages.add(
            "L01", part.place, "‘rules’ names no clause", "Put the numbers of the clauses in its margin: rules [XX-area-01..04]."
        )
    if part.scenario and (rulebook.proving or rulebook.scenarios):
        names = [s.name for s in rulebook.scenarios]
        if part.scenario not in names:
            bound.messages.add("L01", part.place, phrase("there is no scenario ‘{0}’", part.scenario), did_you_mean(part.scenario, names))
    if part.form == "example" and part.said is None and not pictured(rulebook, part.scenario):
        bound.messages.add("L07", part.place, phrase("the example ‘{0}’ has no caption", part.scenario),
                           'Say who does what and why it matters: example "..." en "..." fr "...".')  # fmt: skip
    if part.form == "drawing":
        drawn(bound, rulebook, part)
    if part.tabled is not None:
        tabled(bound, rulebook, part, part.tabled)
    if part.word is not None:
        names = list(names_of(rulebook, part.form))
        if str(part.word) not in names:
            bound.messages.add("L01", part.word.place, unknown(part.form, str(part.word)), did_you_mean(str(part.word), names))


def drawn(bound: Bound, rulebook: Rulebook, part: t.ChapterPart) -> None:
    """What a drawing shows is on the board of its scenario.  One with other options is looked at when it is drawn."""
    found = next((s for s in rulebook.scenarios if s.name == part.scenario), None)
    if found is not None and part.said is not None and not options_of(found):
        bind_scenario(bound.context, opening_of(found, part.said, part.shown))


def pictured(rulebook: Rulebook, name: str) -> bool:
    """Has a scenario pictures of its own, which say what happens?  One that is not read may have."""
    found = next((s for s in rulebook.scenarios if s.name == name), None)
    return found is None or any(scene.form == "picture" for scene in found.scenes)


def unknown(form: str, word: str) -> str:
    """What is not there."""
    match form:
        case "cards":
            return phrase("there is no kind or member ‘{0}’", word)
        case "odds":
            return phrase("there is no test, contest or table ‘{0}’", word)
    return phrase("there is no board, part of a board, agenda or value ‘{0}’ to draw", word)


def names_of(rulebook: Rulebook, form: str) -> Iterator[str]:
    """What such a line may name."""
    for decl in rulebook.decls:
        if isinstance(decl, SHOWN[form]):
            yield str(decl.name)
        if form == "cards" and isinstance(decl, t.Kind):
            yield from map(str, decl.members)
        if form in ("cards", "picture") and isinstance(decl, t.DataTable):
            yield from (str(line.cells[0].word) for line in decl.lines[1:] if line.cells and isinstance(line.cells[0], t.Name))


def taught(rulebook: Rulebook, found: Iterable[t.Chapter]) -> set[str]:
    """The clauses that chapters teach: in the margins of their lines, and of the members whose cards they show."""
    out: set[str] = set()
    for chapter in found:
        for part in chapter.parts:
            out.update(part.taught)
            if part.form == "cards":
                out.update(of_cards(rulebook, str(part.word)))
    return out


def of_cards(rulebook: Rulebook, name: str) -> set[str]:
    """The clauses in the margins of a member, of its rules and of its row, or of every member of a kind.

    A file that has one member is that member's own: all its rules are.
    """
    out: set[str] = set()
    every = [d for d in rulebook.decls if isinstance(d, t.Member)]
    wanted = [d for d in every if name in (str(d.name), str(d.kind))]
    members = {str(d.name) for d in wanted}
    files = Counter(d.place.file for d in every)
    own = {d.place.file for d in wanted if files[d.place.file] == 1}
    for decl in rulebook.decls:
        if isinstance(decl, (t.Clause, t.Chapter)):
            continue
        if (isinstance(decl, t.Member) and str(decl.name) in members) or (decl.owner and decl.owner in members) or decl.place.file in own:
            out.update(clause for clause, _ in notes(decl))
        elif isinstance(decl, t.DataTable):
            out.update(clause for clause, _ in notes(rows_of(decl, name)))
    return out


def rows_of(table: t.DataTable, name: str) -> list[t.Line]:
    """The lines of a sheet that fill a kind of that name, or a member of it."""
    if str(table.kind) == name:
        return table.lines
    return [line for line in table.lines if line.cells and isinstance(line.cells[0], t.Name) and line.cells[0].word == name]


def untaught(bound: Bound, rulebook: Rulebook, found: list[t.Chapter]) -> None:
    """Clauses that nobody learns: one message for each file of clauses."""
    known = taught(rulebook, found)
    left: dict[str, list[t.Clause]] = {}
    for decl in rulebook.decls:
        if isinstance(decl, t.Clause) and decl.waived is None and str(decl.name) not in known and is_own(decl, rulebook):
            left.setdefault(decl.place.file, []).append(decl)
    for clauses in left.values():
        names = [f"‘{c.name}’" for c in clauses[:NAMED]]
        more = phrase(" and {0} more", len(clauses) - NAMED) if len(clauses) > NAMED else ""
        bound.messages.add("L02", clauses[0].place, phrase("no chapter teaches {0}{1}", joined(", ", names), more),
                           "Put the numbers in the margin of a line of a chapter.")  # fmt: skip


def unsaid(bound: Bound, rulebook: Rulebook) -> None:
    """A game that is taught says what a player asks first."""
    game = rulebook.game
    lacking = [word for word, pair in (("goal", game.goal), ("players", game.players), ("lasts", game.lasts)) if pair is None]
    if lacking and is_own(game, rulebook):
        bound.messages.add("L03", game.place, phrase("the game does not say its {0}", joined(", ", [f"‘{w}’" for w in lacking])),
                           'How one wins, how many play, how long it lasts: goal en "..." fr "...", players ..., lasts ...')  # fmt: skip
