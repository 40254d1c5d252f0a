"""A count held against a number with ‘is’ where more are possible (R04): often "at least" was meant, and four may not do what three may."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from arbitre.dsl import core
from arbitre.dsl.core.walk import nodes
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lint.disjoint import DEEP, Prover
from arbitre.dsl.lint.doings import parts_of
from arbitre.dsl.lint.own import concerns
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.dsl.resolve.ranges import compute

MANY = 1 << 40  # of sets of which nobody knows how many they hold
LARGEST = 400  # cells of a board whose rays and neighbours are all counted
NEVER = 1 << 62  # no number that anything of a game can be
MORE = "there may be more than {0}, and then this holds again"
MEND = "If more are fine too, write ‘is {0} or more’; if not, ‘is exactly {0}’."


def exactly(bound: Bound, rulebook: Rulebook) -> None:
    """Warns of counts that are two, three ... where there may be more, and no other line says what happens then."""
    counts = list(counted(bound.program))
    for test, count, number in counts:
        if test.op not in ("==", "!=") or number < 2 or test.place in bound.context.exact or not concerns(test.place, rulebook):
            continue
        beyond = any(other is not test and beside == count and speaks_of_more(other, value, number) for other, beside, value in counts)
        if most(bound.program, count.source) > number and not beyond:
            said = "there may be more than {0}, and then this does not hold" if test.op == "==" else MORE
            bound.messages.add("R04", test.place, phrase(said, number), phrase(MEND, number))


def counted(program: core.Program) -> Iterator[tuple[core.Compare, core.Query, int]]:
    """Every count that is held against a number: the comparison, what is counted, the number."""
    prover = Prover(program)
    for part, names in parts_of(program):
        for test in nodes(part):
            if not isinstance(test, core.Compare):
                continue
            for count, number in ((test.left, test.right), (test.right, test.left)):
                if isinstance(count, core.Query) and count.sink == "count" and isinstance(number, core.Const):
                    said = prover.renamed(count, names)
                    assert isinstance(said, core.Query)
                    yield test, said, number.value


def speaks_of_more(test: core.Compare, value: int, number: int) -> bool:
    """Does another line ask the same count for more than the number?"""
    return value > number or (value == number and test.op in (">", "<="))


def most(program: core.Program, source: core.Expr, deep: int = DEEP, seats: int = 0) -> int:
    """How many rows there can be in a set at most.  ``seats``: how many of these there may be, whatever the options."""
    match source:
        case core.Const():
            return source.value.bit_count() if source.value > 0 else 0
        case core.Rows():
            size = program.domains[source.domain].size
            return max(size, seats) if source.domain == program.seats else size
        case core.SetOf():
            return len(source.items)
        case core.SetOp():
            left, right = most(program, source.left, deep, seats), most(program, source.right, deep, seats)
            return left + right if source.op == "|" else min(left, right) if source.op == "&" else left
        case core.Choice():
            return max(most(program, source.then, deep, seats), most(program, source.other, deep, seats))
        case core.Query() if source.sink in ("set", "best", "worst"):
            return min(most(program, source.source, deep, seats) - excluded(source), most_alike(program, source))
        case core.Apply() if deep:
            return most(program, program.functions[source.function].body, deep - 1, seats)
        case core.Read():
            column = program.fields[source.field]
            target = column.target
            if column.is_set and column.values is not None:  # nothing changes what the table gives
                return max((value.bit_count() for value in column.values if value > 0), default=0)
            return program.domains[target].size if target >= 0 else MANY
        case core.Ask():
            return most_of_board(program, source)
    return MANY


def most_of_board(program: core.Program, source: core.Ask) -> int:
    """How many cells a ray has on this board at most, or how many neighbours a cell; more than anybody knows for other questions."""
    domain = program.domains[source.board]
    if domain.board is None or domain.joined != core.NONE or domain.size > LARGEST:
        return MANY
    board = domain.cells
    if source.query == "neighbours":
        return max((len(board.neighbours(cell)) for cell in range(domain.size)), default=0)
    if source.query == "ray":
        return max((len(board.ray(cell, way)) for cell in range(domain.size) for way in range(board.directions)), default=0)
    return MANY


def most_alike(program: core.Program, query: core.Query) -> int:
    """How many rows a search finds at most that asks what never changes: the cells of one column, where it says ‘x is cell.x’."""
    domain = kind_of(program, query.source)
    if domain in (core.NONE, program.seats) or program.domains[domain].dynamic or program.domains[domain].size > LARGEST:
        return MANY
    tests = query.where.items if isinstance(query.where, core.And) else (query.where,)
    asked = [test for test in tests if isinstance(test, core.Compare) and test.op == "=="]
    alike = Counter(tuple(kept_apart(program, test, query.slot, row) for test in asked) for row in range(program.domains[domain].size))
    return max((count for values, count in alike.items() if NEVER not in values), default=0)


def kind_of(program: core.Program, source: core.Expr, deep: int = DEEP) -> int:
    """Of which kind the rows of a set are, as far as it says so."""
    match source:
        case core.Rows():
            return source.domain
        case core.Query() if source.sink in ("set", "best", "worst"):
            return kind_of(program, source.source, deep)
        case core.Apply() if deep:
            return kind_of(program, program.functions[source.function].body, deep - 1)
        case core.Read():
            return program.fields[source.field].target
    return core.NONE


def kept_apart(program: core.Program, test: core.Compare, slot: int, row: int) -> int:
    """What a comparison asks of a row that never changes; 0 if it asks nothing of the kind, NEVER where it cannot hold."""
    left, right = fixed(program, test.left, slot, row), fixed(program, test.right, slot, row)
    if left is not None and right is not None:
        return 0 if left == right else NEVER
    for value, other in ((left, test.right), (right, test.left)):
        if value is not None and not any(isinstance(node, core.Local) and node.slot == slot for node in nodes(other)):
            return value
    return 0


def fixed(program: core.Program, expr: core.Expr, slot: int, row: int) -> int | None:
    """The value of an expression that depends on the row of a search alone, and on what never changes of it."""
    match expr:
        case core.Const():
            return expr.value
        case core.Read(row=core.Local(slot=asked)) if asked == slot:
            values = program.fields[expr.field].values
            return None if values is None else values[row]
        case core.Arith(op="+" | "-" | "*"):
            left, right = fixed(program, expr.left, slot, row), fixed(program, expr.right, slot, row)
            return None if left is None or right is None else compute(expr.op, left, right)
    return None


def excluded(query: core.Query) -> int:
    """One row is left out where a search says ‘x is not’ this or that."""
    where = query.where
    tests = where.items if isinstance(where, core.And) else (where,)
    others = [test for test in tests if isinstance(test, core.Compare) and test.op == "!="]
    return int(any(isinstance(side, core.Local) and side.slot == query.slot for test in others for side in (test.left, test.right)))
