"""Members and rooms after those that a game has: the same figures, a piece of its own floor."""

from __future__ import annotations

from arbitre.dsl import tree as t
from arbitre.dsl.core import Domain, Field, Text
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.dsl.resolve.boards.plans import Square
from arbitre.dsl.source.quotes import quoted
from arbitre.interpreter.state.masks import rows_of
from arbitre.opening.books import refused
from arbitre.story.boards.marks import side_kind


def member_text(name: str, rulebook: Rulebook, bound: Bound, kind: str) -> str:
    """A member of a kind, with the figures of the first of its kind, and a scenario that holds them."""
    symbols = bound.symbols
    known = kinds_of(rulebook, bound)
    if kind and kind not in known:
        raise refused("new.no_kind", kind=kind, known=", ".join(known))
    chosen = kind or next(iter(known), "")
    if not chosen:
        raise refused("new.no_kinds", game=rulebook.name)
    domain = symbols.domains[symbols.domain_by_name[chosen]]
    title = name.replace("_", " ").capitalize()
    lines = [f"{chosen} {name}:", f"    title {titles(rulebook, title)}"]
    told = ""
    for column in figures(bound, domain):
        first = (begins(column) or [column.default])[0]
        said = value_of(bound, column, first)
        if said is not None:
            lines.append(f"    {column.name} {said}")
            told = told or (f"{name}.{column.name} is {said}" if not column.is_set and not column.is_flag else "")
    expected = told or f"{name} in {plural(bound, chosen)}"
    lines += ["", f'scenario "{title}":', *others(rulebook, title), f"    expect {expected}", ""]
    return "\n".join(lines)


def titles(rulebook: Rulebook, said: str) -> str:
    """The same title in each language that a game promises."""
    return " ".join(f"{code} {quoted(said)}" for code in rulebook.promised)


def others(rulebook: Rulebook, said: str | Text) -> list[str]:
    """The line of a scenario that says its name in the languages of a game other than the first."""
    named = {code: said.within(code) if isinstance(said, Text) else said for code in rulebook.promised[1:]}
    more = " ".join(f"{code} {quoted(name)}" for code, name in named.items())
    return [f"    title {more}"] if more else []


def steps_for(name: str, bound: Bound) -> str:
    """Steps that perform the orders of a new member, each behind the last that performs such an order of another."""
    last: dict[str, tuple[str, str]] = {}  # by action: the agenda and the step
    for rule, decl in bound.symbols.rule_decls.items():
        for step in decl.steps if isinstance(decl, t.Agenda) else ():
            for line in step.body or ():
                if isinstance(line, t.Perform) and line.of is not None:
                    last[str(line.action)] = (rule, str(step.name))
    return "".join(
        f"insert after {agenda}.{step}:\n    {name}_{action}: perform {action} of {name}\n" for action, (agenda, step) in last.items()
    )


def kinds_of(rulebook: Rulebook, bound: Bound) -> list[str]:
    """The kinds a new member may be of: what pieces are from first to last, then those whose members bring rules, then those with most
    figures."""
    symbols = bound.symbols
    sides = side_kind(bound.program)
    ranked = []
    for name in symbols.kind_decls:
        index = symbols.domain_by_name.get(name, -1)
        domain = symbols.domains[index] if index >= 0 else None
        if domain is None or domain.dynamic or domain.seat or domain.board is not None or len(domain.rows) < 2:
            continue
        if not all(row and row[0].isalpha() for row in domain.rows) or symbols.kind_decls[name][0].links:
            continue
        rules = sum(1 for decl in rulebook.decls if decl.owner and any(owner == index for owner, _ in symbols.members.get(decl.owner, ())))
        ranked.append((index == sides or not borne(bound, index), -rules, -len(figures(bound, domain)), name))
    return [name for *_, name in sorted(ranked)]


def borne(bound: Bound, kind: int) -> bool:
    """Is every piece of some sort one of these, and no other than it came into play as?"""
    symbols = bound.symbols
    for owner in (domain for domain in symbols.domains if domain.dynamic):
        for column in symbols.fields_of[owner.index].values():
            made, type_ = symbols.fields[column], symbols.field_types[column]
            if made.target == kind and not made.is_set and not type_.optional and made.values is None:
                return True
    return False


def figures(bound: Bound, domain: Domain) -> list[Field]:
    """What every member of a kind has from the beginning."""
    symbols = bound.symbols
    columns = [symbols.fields[index] for name, index in symbols.fields_of[domain.index].items() if not name.startswith("_")]
    return [column for column in columns if begins(column) and column.index in symbols.field_decls]


def begins(column: Field) -> list[int] | None:
    """What the rows of a field begin with, where they differ; it may change in a match."""
    return column.values if column.values is not None else column.start


def value_of(bound: Bound, column: Field, value: int) -> str | None:
    """A figure as files write it; None where it is left out."""
    rows = bound.symbols.domains[column.target].rows if column.target >= 0 else []
    if column.is_flag:
        return "true" if value else "false"
    if column.is_set:
        names = [rows[row] for row in rows_of(value)]
        return (f"({', '.join(names)})" if len(names) > 1 else names[0]) if names else None
    if column.target >= 0:
        return rows[value] if value >= 0 and rows[value] else None
    return str(value)


def plural(bound: Bound, kind: str) -> str:
    """What several of a kind are called."""
    index = bound.symbols.domain_by_name[kind]
    return next(word for word, domain in bound.symbols.plurals.items() if domain == index)


def room_text(name: str, rulebook: Rulebook, bound: Bound) -> str:
    """A part of two cells, drawn as the floor below it is, laid over the first place of a map that no other part covers."""
    title = name.replace("_", " ").capitalize()
    more = "".join(f"{line}\n" for line in others(rulebook, title))
    for plan in bound.symbols.plans.values():
        own = next((decl for decl in plan.decls if any(not floor.column for floor in decl.floors)), None)
        if own is None:
            continue
        for number, squares in sorted(plan.floors.items()):
            for (column, row), square in sorted(squares.items(), key=lambda item: (item[0][1], item[0][0])):
                beside = squares.get((column + 1, row))
                mark = plain_mark(square, rulebook) if beside is not None and beside.mark is square.mark else ""
                if mark and square.place.file == own.place.file and beside is not None and beside.place.file == own.place.file:
                    return (
                        f'part {name}:\n    title {titles(rulebook, title)}\n    floor 0 """\n        xS\n        """\n'
                        f'    mark "x" {mark}\n    mark "S" {mark} as {name}_middle title {titles(rulebook, title)}\n'
                        f"map {own.name}:\n    place {name} at ({column}, {row}, {number})\n\n"
                        f'scenario "{title}":\n{more}    expect {name}_middle is ({column + 1}, {row}, {number})\n'
                    )
    raise refused("new.no_floor", game=rulebook.name)


def plain_mark(square: Square, rulebook: Rulebook) -> str:
    """What a drawn sign stands for, as its file says it; "" for what is void, named, or drawn by a part."""
    place = square.mark.place
    lines = rulebook.sources.get(place.file, "").split("\n")
    line = lines[place.line - 1].split("#")[0].split("[")[0].strip() if place.line <= len(lines) else ""
    said = line.partition('" ')[2].strip() if line.startswith('mark "') else ""
    return "" if said.startswith("void") or " as " in f"{said} " or not said or square.laid_over else said
