"""Checks of a bound rulebook that go beyond single words: what nobody can do, reach, prove or read.

Each check is a function of the bound rulebook; they run in order and add messages.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from dsl import core
from dsl import tree as t
from dsl.bind import Bound
from dsl.circles import circles as closed
from dsl.clashes import clashes
from dsl.map_checks import elsewhere, parts
from dsl.messages import Messages, an, did_you_mean
from dsl.modules import LIBRARY, Rulebook, flat
from dsl.parse import parse_file
from dsl.places import NOWHERE, Place
from dsl.secrets import EVERYBODY, NOBODY, how_many, leaks


def run_checks(bound: Bound, rulebook: Rulebook) -> None:
    """Adds the messages of every check; needs a rulebook bound without errors."""
    for check in CHECKS:
        check(bound, rulebook)


def notes(node: Any, place: Place = NOWHERE) -> Iterator[tuple[str, Place]]:
    """Every margin note below a node, with the place of the line it stands on."""
    if isinstance(node, (list, tuple)):
        for item in node:
            yield from notes(item, place)
    elif is_dataclass(node) and not isinstance(node, (Place, t.Pair, t.Expr)):
        here: Place = getattr(node, "place", None) or place
        for clause in getattr(node, "clauses", None) or ():
            yield clause, here
        for part in fields(node):
            if part.name not in ("place", "clauses", "rules"):
                yield from notes(getattr(node, part.name, None), here)


def clauses(bound: Bound, rulebook: Rulebook) -> None:
    """Margin notes name clauses that exist; clauses have a rule and a scenario, or say why not."""
    known = {str(d.name): d for d in rulebook.decls if isinstance(d, t.Clause)}
    carried: dict[str, list[Place]] = {}
    for rule in rulebook.decls:
        if isinstance(rule, t.Clause):
            continue
        for clause, place in notes(rule):
            carried.setdefault(clause, []).append(place)
    for clause in [c for c in carried if known and c not in known]:
        first, *others = dict.fromkeys(carried[clause])
        bound.messages.add("C01", first, f"there is no clause ‘{clause}’", did_you_mean(clause, known),
                           [(place, "also") for place in others[:2]])  # fmt: skip
    aside = extensions_of(rulebook)
    elsewhere = {c for decl in aside if not isinstance(decl, (t.Clause, t.Scenario)) for c, _ in notes(decl)}
    proved = {c for scenario in (*rulebook.scenarios, *(d for d in aside if isinstance(d, t.Scenario))) for c, _ in notes(scenario)}
    proving = rulebook.proving or {s.place.file for s in rulebook.scenarios}  # what was not read proves nothing, and lacks nothing
    for name, decl in known.items():
        where = carried.get(name, [])
        related = [(place, "carried here") for place in where[:3]]
        if decl.waived is not None:
            if where:
                bound.messages.warn("C04", decl.place, f"‘{name}’ is waived, and yet a rule carries it", "Keep one of the two.", related)
        elif not is_own(decl, rulebook):  # told when its own book is checked
            continue
        elif not where and name not in elsewhere:
            if decl.ruling is not None:
                bound.messages.warn("C06", decl.place, f"the ruling of ‘{name}’ decides nothing: no rule carries that clause",
                                    "Put its number on the line that does what the ruling says, or say why it is waived.")  # fmt: skip
            else:
                bound.messages.warn(
                    "C02", decl.place, f"no rule carries ‘{name}’", "Put its number on a rule's line, or say why it is waived."
                )
        elif (rulebook.proving or decl.place.file in proving) and name not in proved:
            bound.messages.warn("C03", decl.place, f"no scenario proves ‘{name}’",
                                "Put its number on a scenario that fails without the rule.", related)  # fmt: skip
    if rulebook.scenarios and not known:
        unproved_rules(bound, rulebook, proved)


def unproved_rules(bound: Bound, rulebook: Rulebook, proved: set[str]) -> None:
    """Of a rulebook that declares no clauses: rules none of whose numbers a scenario bears."""
    for decl in rulebook.decls:
        numbers = list(dict.fromkeys(clause for clause, _ in notes(decl)))
        if numbers and not proved & set(numbers):
            bound.messages.warn("C07", decl.place, f"no scenario proves this rule: none bears {' or '.join(f'‘{n}’' for n in numbers)}",
                                "Put its number on a scenario that fails without the rule.")  # fmt: skip


def extensions_of(rulebook: Rulebook) -> list[t.Decl]:
    """What the extensions say that lie beside the files of a rulebook, read or not: they carry clauses of it too."""
    read = {located(file.path) for file in rulebook.files}
    folders = {path.parent / "extensions" for path in read}
    found = (path for folder in sorted(folders) for path in sorted(folder.rglob("*.rules")) if path not in read)
    out: list[t.Decl] = []
    for path in found:
        file = parse_file(path, Messages())  # its faults are told when it is asked for
        out += flat([file]) if file is not None else []
    return out


def located(shown: str) -> Path:
    """A file by the path it is shown by."""
    path = Path(shown)
    return (path if path.is_file() else LIBRARY.parent / shown).resolve()


def is_own_file(shown: str, rulebook: Rulebook) -> bool:
    """Does the file belong to what is checked: the extensions asked for, else the folder of the very game, not of one it extends?"""
    return shown in rulebook.added if rulebook.added else is_of_game(shown, rulebook)


def is_of_game(shown: str, rulebook: Rulebook) -> bool:
    """Does the file belong to the very game?  A folder of its name is the game's; elsewhere only its one file is."""
    main = located(rulebook.game.place.file)
    if main.parent.name in (str(rulebook.game.name), main.stem):
        return main.parent in located(shown).parents
    return located(shown) == main


def is_own(decl: t.Decl, rulebook: Rulebook) -> bool:
    """Does it stand in a file that belongs to what is checked?"""
    return is_own_file(decl.place.file, rulebook)


def unread(bound: Bound, rulebook: Rulebook) -> None:
    """Fields of this very rulebook that no rule reads; those with a title are there for people, kept ones for later matches."""
    read: set[int] = set()
    program = bound.program
    for node in nodes([program.functions, program.procedures, program.actions, program.always, program.domains, program.fields]):
        if isinstance(node, (core.Read, core.TellFact)):
            read.add(node.field)
    read |= {domain.label for domain in program.domains} | {field for _, field in program.groups}
    declared = {f.place: f for d in rulebook.decls if isinstance(d, t.Kind) for f in d.fields}
    for column in program.fields:
        decl = declared.get(column.place) if column.place is not None else None
        if decl is None or column.index in read or column.kept or decl.title or not is_own(decl, rulebook):
            continue
        bound.messages.warn("U02", decl.place, f"no rule reads ‘{column.name}’ of {an(program.domains[column.domain].name)}",
                            "Read it in a rule or remove it; if people are to read it, give it a title.")  # fmt: skip


def nodes(start: Any) -> Iterator[Any]:
    """Every node of the core below this one."""
    seen: set[int] = set()
    open_ = [start]
    while open_:
        node = open_.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, (list, tuple)):
            open_ += node
        elif is_dataclass(node) and not isinstance(node, Place):
            yield node
            open_ += [getattr(node, part.name) for part in fields(node) if part.name != "board"]


def titles(bound: Bound, rulebook: Rulebook) -> None:
    """What players read has a title in both languages."""
    shown = (t.Game, t.Option, t.Action, t.Table, t.Member)
    for decl in rulebook.decls:
        if isinstance(decl, shown) and not (decl.title and decl.title.en and decl.title.fr):
            if isinstance(decl, t.Member) and titled(bound, decl):
                continue
            name = str(getattr(decl, "name", ""))
            bound.messages.warn("T10", decl.place, f"‘{name}’ has no title in both languages", 'Write title en "..." fr "..." below it.')


def scenario_titles(bound: Bound, rulebook: Rulebook) -> None:
    """Scenarios are worked examples of the pages: one line for each file whose scenarios have a name in one language only."""
    lacking: dict[str, list[t.Scenario]] = {}
    for scenario in rulebook.scenarios:
        if scenario.title is None:
            lacking.setdefault(scenario.place.file, []).append(scenario)
    for found in lacking.values():
        more = f" and {len(found) - 1} more of this file have" if len(found) > 1 else " has"
        bound.messages.warn("T10", found[0].place, f"‘{found[0].name}’{more} a title in one language only",
                            'Write title fr "..." (or title en "...") as the first line of the scenario.')  # fmt: skip


def titled(bound: Bound, decl: t.Member) -> bool:
    for domain in bound.program.domains:
        if domain.name == str(decl.kind) and str(decl.name) in domain.rows:
            title = domain.titles[domain.rows.index(str(decl.name))]
            return bool(title.en and title.fr)
    return False


def texts(bound: Bound, rulebook: Rulebook) -> None:
    """Texts written in one language only; pages show the other one, marked."""

    def look(node: Any, place: Place) -> None:
        if isinstance(node, t.Pair):
            lacks = [name for name, text in (("English", node.en), ("French", node.fr)) if not text.strip()]
            if len(lacks) == 1:
                bound.messages.warn("T10", node.place or place, f"this text has no {lacks[0]}", "Write it in both languages.")
        elif isinstance(node, (list, tuple)):
            for item in node:
                look(item, place)
        elif is_dataclass(node) and not isinstance(node, Place):
            here = getattr(node, "place", None) or place
            for part in fields(node):
                if part.name not in ("place", "rules"):
                    look(getattr(node, part.name, None), here)

    for decl in rulebook.decls:
        look(decl, decl.place)
    for domain in bound.program.domains:
        for name, title in zip(domain.rows, domain.titles, strict=True):
            if domain.place is not None and bool(title.en.strip()) != bool(title.fr.strip()):
                lack = "French" if title.en.strip() else "English"
                bound.messages.warn("T10", domain.place, f"‘{name}’ has no title in {lack}", "Fill both columns, en and fr.")


def offers(bound: Bound, rulebook: Rulebook) -> None:
    """Every action can be given, and every order is performed by some step."""
    asked = bound.binder.offers
    for action in bound.program.actions:
        place = bound.program.procedures[action.procedure].place
        if action.offer not in asked:
            bound.messages.add("A01", place, f"nobody can do ‘{action.name}’: nothing offers ‘{action.offer}’",
                               did_you_mean(action.offer, asked) or "Say ‘gives orders’ or ‘acts in’ in a step.")  # fmt: skip
        elif not action.at_once and action.name not in bound.binder.performed:
            bound.messages.add("A02", place, f"no step performs the orders of ‘{action.name}’",
                               f"Add a step ‘{action.name}’ to the agenda, or ‘insert’ it from here.")  # fmt: skip


def boards(bound: Bound, rulebook: Rulebook) -> None:
    """Cells that cannot be reached, or never left."""
    for domain in bound.program.domains:
        if domain.board is None or domain.place is None:
            continue
        marks = bound.binder.cell_marks.get(domain.index)
        apart = tuple(c for c in domain.board.unreachable_cells() if not (marks and marks[c].cut_off))
        for code, cells, said, meant in (
            ("B03", apart, "cannot be reached from the others", "; if it is meant, end their mark’s line with ‘cut off’" if marks else ""),
            ("B04", domain.board.one_way_traps(), "can be entered and never left", ""),
        ):
            if cells:
                shown = ", ".join(domain.board.label(c) for c in cells[:6]) + (" ..." if len(cells) > 6 else "")
                drawn = bound.binder.cell_places.get(domain.index)
                places = [drawn[c] for c in cells] if drawn else []
                elsewhere = bool(places) and all(p.file == places[0].file != domain.place.file for p in places)
                count = "1 cell" if len(cells) == 1 else f"{len(cells)} cells"
                mend = "Draw them beside the others (the first numbers are column, row and floor), or add a link"
                bound.messages.warn(code, places[0] if elsewhere else domain.place, f"{count} {said}: {shown}",
                                    f"{mend if elsewhere else 'Add a link or open the map'}{meant}.")  # fmt: skip


def hooks(bound: Bound, rulebook: Rulebook) -> None:
    """Hooks whose condition can never hold, whatever the options."""
    optional = {d.place for d in rulebook.decls if isinstance(d, t.Hook) and speaks_of(d.when, set(bound.binder.options))}
    for procedure in bound.program.procedures:
        for hook in (*procedure.before, *procedure.instead, *procedure.after, *procedure.rolled):
            if isinstance(hook.when, core.Const) and not hook.when.value and hook.place not in optional:
                bound.messages.warn("H01", hook.place, "this rule can never apply: its condition is never true")


def overs(bound: Bound, rulebook: Rulebook) -> None:
    """``over NAME`` names a rule that stands at the same place."""
    for procedure in bound.program.procedures:
        lists = [procedure.before, procedure.instead, procedure.after, procedure.rolled]
        lists += [hooks for step in procedure.steps for hooks in (step.before, step.instead, step.after)]
        for beside in lists:
            for hook in beside:
                others = [other.name for other in beside if other is not hook]
                for name in hook.over:
                    if name not in others:
                        hint = did_you_mean(name, others) or (
                            f"Beside it stand: {', '.join(others)}." if others else "It stands there alone: leave ‘over’ out."
                        )
                        bound.messages.warn("H02", hook.place, f"there is no rule ‘{name}’ beside this one for it to be over", hint)


def speaks_of(node: Any, words: set[str]) -> bool:
    if isinstance(node, t.Name):
        return str(node.word) in words
    if isinstance(node, (list, tuple)):
        return any(speaks_of(item, words) for item in node)
    return is_dataclass(node) and any(speaks_of(getattr(node, p.name, None), words) for p in fields(node) if p.name != "place")


def circles(bound: Bound, rulebook: Rulebook) -> None:
    """What can come back to itself without saying how often."""
    procedures = bound.program.procedures
    for circle in closed(bound.program, lambda place: is_own_file(place.file, rulebook)):
        first = procedures[circle.members[0]]
        names = " → ".join([first.name, *(procedures[index].name for index, _ in circle.way)])
        members = [f"‘{procedures[index].name}’" for index in circle.members]
        each = f"Say of each of {', '.join(members[:-1])} and {members[-1]} how often" if len(members) > 1 else "Say how often"
        bound.messages.warn("X01", circle.place, f"‘{first.name}’ can come back to itself: {names}",
                            f"{each}: ‘{first.kind} {first.name} ..., up to 10 times:’. Or break the circle: let what this line does "
                            "happen later.")  # fmt: skip


def options(bound: Bound, rulebook: Rulebook) -> None:
    """Options that change nothing."""
    words: set[str] = set()

    def collect(node: Any) -> None:
        if isinstance(node, t.Name):
            words.add(str(node.word))
        if isinstance(node, t.Word):
            words.add(str(node))
        if isinstance(node, (list, tuple)):
            for item in node:
                collect(item)
        elif is_dataclass(node) and not isinstance(node, Place):
            for part in fields(node):
                if part.name != "place":
                    collect(getattr(node, part.name, None))

    for decl in rulebook.decls:
        if isinstance(decl, t.Option):
            collect(decl.type)
            collect(decl.default)
        else:
            collect(decl)
    for decl in rulebook.decls:
        if isinstance(decl, t.Option) and str(decl.name) not in words:
            bound.messages.warn("U01", decl.place, f"the option ‘{decl.name}’ changes nothing", "Use it in a rule, or remove it.")


def secrets(bound: Bound, rulebook: Rulebook) -> None:
    """Dice, lots and open choices that tell more people than may see the field they end in."""
    told: set[Place] = set()
    for leak in leaks(bound.program):
        source, column = leak.source, leak.sink.column
        if source.place in told or not (is_own_file(source.place.file, rulebook) or is_own_file(leak.sink.place.file, rulebook)):
            continue
        told.add(source.place)
        who = "nobody sees" if how_many(bound.program, column.seen) == NOBODY else "not everybody sees"
        shown = ("is told to everybody", "is told to some")[source.watched != EVERYBODY]
        kind = bound.program.domains[column.domain].name
        whose = f"‘{column.name}’ of {an(kind)}, which {who}"
        if not column.seen:
            whose = f"‘{column.name}’ of {an(kind)}, and not everybody sees which {kind} it is"
        bound.messages.warn("V01", source.place, f"‘{source.word}’ {shown}, and decides {whose}", mended(source.how, source.word),
                            [(leak.sink.place, "it is stored here")])  # fmt: skip


def mended(how: str, word: str) -> str:
    """How what is thrown, drawn or chosen is kept from those it does not concern."""
    if how == "choice":
        return "Let it be chosen ‘in secret’."
    if how == "action":
        return "Let it be ordered: ‘gives orders in secret’."
    if how in ("test", "contest", "table"):
        made = "roll" if how == "table" else how
        return f"Say who sees it where it is made: ‘{made} {word} ... seen by WHO’, or ‘seen by nobody’."
    return "Say who sees it: ‘seen by WHO’ at the end of that line, or ‘seen by nobody’."


CHECKS = (
    clauses,
    titles,
    scenario_titles,
    texts,
    offers,
    boards,
    parts,
    elsewhere,
    hooks,
    overs,
    clashes,
    circles,
    options,
    unread,
    secrets,
)
