"""What nobody can reach or read: cells, hooks, options, fields."""

from __future__ import annotations

import re
from collections.abc import Iterator

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.core.walk import nodes, statements_of
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.diagnostics.suggest import an, did_you_mean
from arbitre.dsl.lint.own import concerns, is_own
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.dsl.tree.walk import below

PREPARES = re.compile(r"(set_?up|start|begin|init|prepar|deal)\w*")  # names of an event that a match was to begin with
NOT_WHO_PLAYS = "Who comes next is said in the head of the game: ‘play AGENDA by each SIDE in turn’."
NOT_A_THING = "To change a thing, name its field: ‘{0}.FIELD becomes ...’."


def unread(bound: Bound, rulebook: Rulebook) -> None:
    """Fields of this very rulebook that no rule reads; those with a title are there for people, kept ones for later matches."""
    read, changed = set[int](), set[int]()
    program = bound.program
    begun = [program.main_before, program.main_args, program.looks]
    for node in nodes([program.functions, program.procedures, program.actions, program.always, program.domains, program.fields, begun]):
        if isinstance(node, (core.Read, core.TellFact)):
            read.add(node.field)
        elif isinstance(node, (core.Store, core.Change, core.Join)):
            changed.add(node.field)
    read |= {domain.label for domain in program.domains} | {field for _, field in program.groups}
    declared = {f.place: f for d in rulebook.decls if isinstance(d, t.Kind) for f in d.fields}
    for column in program.fields:
        decl = declared.get(column.place) if column.place is not None else None
        if decl is None or column.index in read or column.kept or not is_own(decl, rulebook):
            continue
        if decl.title:
            kind = program.domains[column.domain].name
            alike = kind == "match" or (column.reported and len(set(column.values or ())) < 2)
            if alike and column.index not in changed:
                said = phrase("no rule reads or changes ‘{0}’ of {1}", column.name, an(kind))
                bound.messages.add("U02", decl.place, said, "It is always what it began as: remove it, or use it in a rule.")
            continue
        bound.messages.add("U02", decl.place, phrase("no rule reads ‘{0}’ of {1}", column.name, an(program.domains[column.domain].name)),
                           "Read it in a rule or remove it; if people are to read it, give it a title.")  # fmt: skip


def uncalled(bound: Bound, rulebook: Rulebook) -> None:
    """Events that nothing calls: neither a rule, nor the head of the game, nor a value that asks for their chances, nor a scenario.

    Those with a title may be for people, who call them between two matches; but not one that was to be ``setup``.
    """
    program = bound.program
    done = [list(scene.parts.values()) for scenario in rulebook.scenarios for scene in scenario.scenes]
    used = {str(part) for decl in [*rulebook.decls, done] for part in words_beside_its_own(decl)}
    for decl in rulebook.decls:
        if not isinstance(decl, t.Event) or str(decl.name) in used or not is_own(decl, rulebook):
            continue
        begins = PREPARES.fullmatch(str(decl.name)) is not None and program.setup == core.NONE
        if (decl.title and not begins) or bound.symbols.signatures[str(decl.name)].index in (program.setup, program.closing):
            continue
        hint = "‘event setup:’ happens when a match begins; every other event is called by its name." if begins else (
            "Call it by its name where it happens, or remove it; if people call it between two matches, give it a title.")  # fmt: skip
        bound.messages.add("U04", decl.place, phrase("nothing calls ‘{0}’", decl.name), hint)


def words_beside_its_own(decl: object) -> Iterator[t.Word]:
    """The names in a declaration, but that of an event itself, and that of the event that a hook joins."""
    own = {id(decl.name)} if isinstance(decl, (t.Event, t.Hook)) else set()
    return (part for part in below(decl, frozenset()) if isinstance(part, t.Word) and id(part) not in own)


def names_only(bound: Bound, rulebook: Rulebook) -> None:
    """What an action or event was given is called something else, and nothing asks for it afterwards (``player becomes ...``)."""
    for rule in bound.program.procedures:
        if rule.kind not in ("event", "action") or rule.instead or rule.after or rule.rolled:
            continue
        given = {param.slot: param for param in rule.params}
        statements = list(statements_of(rule.body))
        for change in statements:
            if not isinstance(change, core.Let) or change.slot not in given or not concerns(change.place, rulebook):
                continue
            looped = [s for s in statements if isinstance(s, (core.While, core.ForEach)) and any(one is change for one in nodes(s))]
            asked = [node for node in nodes(rule.body) if isinstance(node, core.Local) and node.slot == change.slot]
            behind = (change.place.end_line, change.place.end_column)
            if not looped and not any((node.place.line, node.place.column) >= behind for node in asked):
                param = given[change.slot]
                seats = param.domain == bound.symbols.seats and not param.is_set
                text = phrase("in this rule alone ‘{0}’ now means another, and nothing asks for it afterwards", param.name)
                bound.messages.add("U03", change.place, text, NOT_WHO_PLAYS if seats else phrase(NOT_A_THING, param.name))


def boards(bound: Bound, rulebook: Rulebook) -> None:
    """Cells that cannot be reached, or never left."""
    for domain in bound.program.domains:
        if domain.board is None or domain.place is None:
            continue
        marks = bound.symbols.cell_marks.get(domain.index)
        apart = tuple(c for c in domain.board.unreachable_cells() if not (marks and marks[c].cut_off))
        for code, cells, said, meant in (
            (
                "B03",
                apart,
                "cannot be reached from the others",
                "; if it is intended, end the line of their mark with ‘cut off’" if marks else "",
            ),
            ("B04", domain.board.one_way_traps(), "can be entered and never left", ""),
        ):
            if cells:
                shown = ", ".join(domain.board.label(c) for c in cells[:6]) + (" ..." if len(cells) > 6 else "")
                drawn = bound.symbols.cell_places.get(domain.index)
                places = [drawn[c] for c in cells] if drawn else []
                elsewhere = bool(places) and all(p.file == places[0].file != domain.place.file for p in places)
                count = "1 cell" if len(cells) == 1 else phrase("{0} cells", len(cells))
                mend = "Draw them next to the others (the first numbers are column, row and floor), or add a link"
                bound.messages.add(code, places[0] if elsewhere else domain.place, phrase("{0} {1}: {2}", count, said, shown),
                                   phrase("{0}{1}.", mend if elsewhere else "Add a link or open the map", meant))  # fmt: skip


def hooks(bound: Bound, rulebook: Rulebook) -> None:
    """Hooks whose condition can never hold, whatever the options."""
    optional = {d.place for d in rulebook.decls if isinstance(d, t.Hook) and speaks_of(d.when, set(bound.symbols.options))}
    for procedure in bound.program.procedures:
        for hook in (*procedure.before, *procedure.instead, *procedure.after, *procedure.rolled):
            if isinstance(hook.when, core.Const) and not hook.when.value and hook.place not in optional:
                bound.messages.add("H01", hook.place, "this rule can never apply: its condition is never true")


def overs(bound: Bound, rulebook: Rulebook) -> None:
    """``over NAME``, and ``, before NAME``, name a rule that stands at the same place."""
    lists = [hooks for p in bound.program.procedures for hooks in (p.before, p.instead, p.after, p.rolled)]
    lists += [hooks for p in bound.program.procedures for step in p.steps for hooks in (step.before, step.instead, step.after)]
    met = {  # a rule may join several moments, and stand beside the other in one of them
        (place, name)
        for hooks in lists
        for hook in hooks
        for _, name, place in hook.orders
        if any(o.name == name for o in hooks if o is not hook)
    }
    for beside in lists:
        for hook in beside:
            others = [other.name for other in beside if other is not hook]
            for name in hook.over:
                if name not in others:
                    hint = did_you_mean(name, others) or (
                        phrase("Beside it are: {0}.", ", ".join(others)) if others else "It is the only one there: leave out ‘over’."
                    )
                    bound.messages.add(
                        "H02", hook.place, phrase("this rule cannot go over ‘{0}’: there is no such rule beside it", name), hint
                    )
            for before, name, place in hook.orders:
                if name in others or (place, name) in met:
                    continue
                text = phrase("this rule cannot come before ‘{0}’: there is no such rule beside it", name)
                if not before:
                    text = phrase("this rule cannot come after ‘{0}’: there is no such rule beside it", name)
                alone = "It is the only one there: leave out the order."
                hint = did_you_mean(name, others) or (phrase("Beside it are: {0}.", ", ".join(dict.fromkeys(others))) if others else alone)
                bound.messages.add("H02", place, text, hint)


def speaks_of(node: object, words: set[str]) -> bool:
    """Does a part of the surface tree hold one of these words?"""
    return any(isinstance(part, t.Name) and str(part.word) in words for part in below(node, frozenset()))


def options(bound: Bound, rulebook: Rulebook) -> None:
    """Options that change nothing."""
    spoken = [[decl.type, decl.default] if isinstance(decl, t.Option) else decl for decl in rulebook.decls]
    words = {str(part) for part in below(spoken, frozenset()) if isinstance(part, t.Word)}
    for decl in rulebook.decls:
        if isinstance(decl, t.Option) and str(decl.name) not in words:
            bound.messages.add("U01", decl.place, phrase("the option ‘{0}’ changes nothing", decl.name), "Use it in a rule, or remove it.")
