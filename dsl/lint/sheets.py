"""What players have before them: every action that anybody may do has a line of the quick reference, every phase that asks one of the
turn (L05), and a line is short (L06)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.core.constant_folding import fold
from arbitre.dsl.core.walk import statements_of
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import joined, phrase
from arbitre.dsl.diagnostics.suggest import did_you_mean
from arbitre.dsl.lint.doings import called, doings_of
from arbitre.dsl.lint.own import is_own, is_own_file
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.dsl.tree.walk import below

LONGEST = 20  # words of a line
NAMED = 8  # rules that are named in one message
FORMS = ("sheet", "turn")
ASKS = (core.Choose, core.ChooseBranch, core.Act, core.GiveOrders)
MEND = 'Write it in a chapter: {0} of {1} en "..." fr "..."'


def sheets(bound: Bound, rulebook: Rulebook) -> None:
    """Warns of what has no line, and of lines that are too long to be read at the table."""
    found = [d for d in rulebook.decls if isinstance(d, t.Chapter)]
    parts = [p for chapter in found for p in chapter.parts if p.form in FORMS and is_own_file(p.place.file, rulebook)]
    told = {str(name) for chapter in found for p in chapter.parts if p.form in FORMS for name in p.told}
    for part in parts:
        named(bound, rulebook, part)
        brief(bound, part)
    if not any(is_own(chapter, rulebook) for chapter in found):
        return
    lacking(bound, "sheet", [(str(a.name), a.name.place) for a in standing(bound, rulebook) if str(a.name) not in told])
    if is_own(rulebook.game, rulebook):
        lacking(bound, "turn", list(unsaid_steps(bound, rulebook, told)))


def lacking(bound: Bound, form: str, names: list[tuple[str, Place]]) -> None:
    """One message for all that have no line."""
    if not names:
        return
    more = phrase(" and {0} more", len(names) - NAMED) if len(names) > NAMED else ""
    said = joined(", ", [f"‘{name}’" for name, _ in names[:NAMED]])
    text = "no ‘sheet’ line tells players about {0}{1}" if form == "sheet" else "no ‘turn’ line tells players about {0}{1}"
    bound.messages.add("L05", names[0][1], phrase(text, said, more), phrase(MEND, form, names[0][0]))


def named(bound: Bound, rulebook: Rulebook, part: t.ChapterPart) -> None:
    """What a line speaks for is there."""
    if part.form == "turn":
        text = "there is no phase ‘{0}’"
        names = {str(d.name) for d in rulebook.decls if isinstance(d, t.Agenda)}
        names |= {step.name for p in bound.program.procedures for step in p.steps}
    else:
        text = "there is no action, test, contest or table ‘{0}’"
        names = {str(d.name) for d in rulebook.decls if isinstance(d, (t.Action, t.Test, t.Contest, t.Table))}
    for word in part.told:
        if str(word) not in names:
            bound.messages.add("L01", word.place, phrase(text, word), did_you_mean(str(word), names))


def brief(bound: Bound, part: t.ChapterPart) -> None:
    """A line is read at a glance."""
    assert part.said is not None
    longest = max(sum(any(map(str.isalnum, word)) for word in said.split()) for said in part.said.every)
    if longest > LONGEST:
        mend = phrase("Nobody reads more than {0} at the table: say who, when, at what price, and what is thrown.", LONGEST)
        bound.messages.add("L06", part.place, phrase("this line has {0} words", longest), mend)


# ------------------------------------------------------------------------------------ actions


def standing(bound: Bound, rulebook: Rulebook) -> Iterator[t.Action]:
    """The actions of the standard game: without those of an option that is off, of a card (it says them), of the referee's desk."""
    members: dict[str, set[str]] = {}
    for decl in rulebook.decls:
        if isinstance(decl, t.Member):
            members.setdefault(decl.place.file, set()).add(str(decl.name))
    for decl in rulebook.decls:
        if not isinstance(decl, t.Action) or decl.form_of is not None or decl.owner or not is_own(decl, rulebook):
            continue
        needed = [need.test for need in (*decl.lines.whens, *decl.lines.needs)]
        if bots_leave(decl) or members.get(decl.place.file, set()) & set(words_of(needed)) or any(never(bound, x) for x in needed):
            continue
        yield decl


def bots_leave(decl: t.Action) -> bool:
    """What no bot ever does is for persons at a desk: its appeal is below nothing."""
    liked = decl.lines.appeal
    return isinstance(liked, t.Unary) and liked.op == "-"


def never(bound: Bound, test: t.Expr) -> bool:
    """Does the condition never hold as the options are?  Of a chain of *and* each part is asked."""
    if isinstance(test, t.Binary) and test.op == "and":
        return never(bound, test.left) or never(bound, test.right)
    found = bound.context.resolution.expressions.get(id(test))
    return found is not None and fold(found[1], bound.symbols.fields, bound.context.functions) == 0


def words_of(node: object) -> Iterator[str]:
    """Every name in an expression."""
    return (str(part) for part in below(node, frozenset()) if isinstance(part, t.Word))


# ------------------------------------------------------------------------------------ phases


def unsaid_steps(bound: Bound, rulebook: Rulebook, told: set[str]) -> Iterator[tuple[str, Place]]:
    """Steps of the turn in which somebody decides, and of which no line speaks by their name or by that of an agenda around them."""
    program = bound.program
    main = str(rulebook.game.plays or "turn")
    asks = doings_of(program).reaching(lambda s: isinstance(s, ASKS))

    def below(agenda: core.Procedure, seen: frozenset[str]) -> Iterator[tuple[str, Place]]:
        for step in agenda.steps:
            if step.name in told:
                continue
            found = list(statements_of(step.body))
            called_ = [program.procedures[index] for s in found for index in called(s, program) if not isinstance(s, core.Act)]
            inner = [p for p in called_ if p.kind == "agenda" and p.name not in seen]
            if inner:
                for one in inner:
                    if one.name not in told:
                        yield from below(one, seen | {one.name})
            elif any(isinstance(s, ASKS) or any(asks[i] for i in called(s, program)) for s in found):
                yield step.name, step.place

    for agenda in program.procedures:
        if agenda.kind == "agenda" and agenda.name == main and main not in told:
            yield from unique(below(agenda, frozenset({main})))


def unique(found: Iterable[tuple[str, Place]]) -> Iterator[tuple[str, Place]]:
    """Each name once."""
    yield from dict(found).items()
