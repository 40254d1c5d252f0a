"""A count held against a number with ‘is’ where more are possible (R04): often "at least" was meant, and four may not do what three may."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from math import prod

from arbitre.dsl import core
from arbitre.dsl.core.walk import nodes
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lint.disjoint import CASES, DEEP, Prover
from arbitre.dsl.lint.doings import parts_of
from arbitre.dsl.lint.own import concerns
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.dsl.resolve.ranges import compute

MANY = 1 << 40  # of sets of which nobody knows how many they hold
LARGEST = 400  # cells of a board whose rays and neighbours are all counted
NEVER = 1 << 62  # no number that anything of a game can be
Told = Callable[[core.Read], int | None]  # what is known of a field of the row of a search
MORE = "there may be more than {0}, and then this holds again"
MEND = "If more are fine too, write ‘is {0} or more’; if not, ‘is exactly {0}’."


def exactly(bound: Bound, rulebook: Rulebook) -> None:
    """Warns of counts that are two, three ... where there may be more, and no other line says what happens then."""
    counts = list(counted(bound.program))
    for test, count, number in counts:
        if test.op not in ("==", "!=") or number < 2 or test.place in bound.context.exact or not concerns(test.place, rulebook):
            continue
        beyond = any(other is not test and alike(beside, count) and speaks_of_more(other, value, number) for other, beside, value in counts)
        if likely(bound.program, count.source) > number and not beyond:
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


def alike(one: core.Expr, other: core.Expr) -> bool:
    """Do two counts count the same, be it of one player or of another?"""
    sources = [count.source for count in (one, other) if isinstance(count, core.Query)]
    names = [source.function for source in sources if isinstance(source, core.Apply)]
    plain = all(count.where is None for count in (one, other) if isinstance(count, core.Query))
    return one == other or (plain and len(names) == 2 and names[0] == names[1])


def speaks_of_more(test: core.Compare, value: int, number: int) -> bool:
    """Does another line ask the same count for more than the number?"""
    return value > number or (value == number and test.op in (">", "<="))


def likely(program: core.Program, source: core.Expr) -> int:
    """How many rows there are at most, if the rules keep what they seem to keep: one piece on a cell, each of the points once."""
    least = most(program, source)
    if isinstance(source, core.Query) and source.sink == "set":
        least = min(least, most_placed(program, source), most_told_apart(program, source))
    return least


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
            kind = kind_of(program, source.left)
            joined = min(left + right, program.domains[kind].size) if kind not in (core.NONE, program.seats) else left + right
            return joined if source.op == "|" else min(left, right) if source.op == "&" else left
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


def most_alike(program: core.Program, query: core.Query, by: int = core.NONE) -> int:
    """How many rows a search finds at most that asks what never changes: the cells of one column, where it says ‘x is cell.x’.

    ``by``: the field that says at which row each of them stands, if these are what is counted.
    """
    domain = kind_of(program, query.source) if by == core.NONE else program.fields[by].target
    if domain in (core.NONE, program.seats) or program.domains[domain].dynamic or program.domains[domain].size > LARGEST:
        return MANY
    tests = query.where.items if isinstance(query.where, core.And) else (query.where,)
    asked = [test for test in tests if isinstance(test, core.Compare) and test.op == "=="]

    def told(row: int) -> Told:
        """What never changes of a row, or of that at which it stands."""

        def value(read: core.Read) -> int | None:
            at: core.Expr = read
            if by != core.NONE:
                at = read.row
                if not isinstance(at, core.Read) or at.field != by:
                    return None
            values = program.fields[read.field].values
            own = isinstance(at, core.Read) and isinstance(at.row, core.Local) and at.row.slot == query.slot
            return values[row] if own and values is not None else None

        return value

    alike = Counter(tuple(kept_apart(test, query.slot, told(row)) for test in asked) for row in range(program.domains[domain].size))
    return max((count for values, count in alike.items() if NEVER not in values), default=0)


def most_placed(program: core.Program, query: core.Query) -> int:
    """How many pieces stand at most where the search asks for, if the rules look first whether anything stands there already."""
    domain = kind_of(program, query.source)
    if domain == core.NONE or query.where is None or not program.domains[domain].dynamic:
        return MANY
    asked = {node.field for node in nodes(query.where) if isinstance(node, core.Read) and node.row == core.Local(node.place, query.slot)}
    stands = [field for field in asked if program.fields[field].target >= 0 and is_looked_at(program, domain, field)]
    return min((most_alike(program, query, field) for field in stands), default=MANY)


def is_looked_at(program: core.Program, domain: int, field: int) -> bool:
    """Does some rule ask that none of the kind has this or that in the field: ``no men where point is target``?"""
    for node in nodes((program.functions, program.procedures, program.actions)):
        query = node.item if isinstance(node, core.Not) else None
        if not isinstance(query, core.Query) or query.sink != "any" or not isinstance(query.where, core.Compare) or query.where.op != "==":
            continue
        own = [s for s in (query.where.left, query.where.right) if isinstance(s, core.Read) and s.row == core.Local(s.place, query.slot)]
        if kind_of(program, query.source) == domain and any(side.field == field for side in own):
            return True
    return False


def most_told_apart(program: core.Program, query: core.Query) -> int:
    """How many rows of a kind there are at most that has room for each once: 24 points, of three rings and eight places."""
    domain = kind_of(program, query.source)
    if domain == core.NONE or query.where is None or not program.domains[domain].dynamic:
        return MANY
    numbers = [f.index for f in program.fields if f.domain == domain and f.target < 0 and f.index != program.domains[domain].alive]
    ranges = [range(program.fields[field].low, program.fields[field].high + 1) for field in numbers]
    if len(numbers) < 2 or prod(map(len, ranges)) != program.domains[domain].size or program.domains[domain].size > LARGEST:
        return MANY
    rows = [dict(zip(numbers, values, strict=True)) for values in product(*ranges)]
    tests = query.where.items if isinstance(query.where, core.And) else (query.where,)
    ways = list(product(*(test.items if isinstance(test, core.Or) else (test,) for test in tests)))
    return sum(most_under(way, query.slot, rows) for way in ways) if len(ways) <= CASES else MANY


def most_under(tests: Iterable[core.Expr], slot: int, rows: list[dict[int, int]]) -> int:
    """How many of the rows that may be, by their numbers, pass all of these tests at most."""

    def told(values: dict[int, int]) -> Told:
        return lambda read: values.get(read.field) if isinstance(read.row, core.Local) and read.row.slot == slot else None

    asked = [test for test in tests if isinstance(test, core.Compare) and test.op == "=="]
    alike = Counter(tuple(kept_apart(test, slot, told(values)) for test in asked) for values in rows)
    return max((count for values, count in alike.items() if NEVER not in values), default=0)


def kind_of(program: core.Program, source: core.Expr, deep: int = DEEP) -> int:
    """Of which kind the rows of a set are, as far as it says so."""
    match source:
        case core.Rows():
            return source.domain
        case core.Query() if source.sink in ("set", "best", "worst"):
            return kind_of(program, source.source, deep)
        case core.Query(sink="union", value=core.Read() as value):
            return program.fields[value.field].target
        case core.Apply() if deep:
            return kind_of(program, program.functions[source.function].body, deep - 1)
        case core.Read():
            return program.fields[source.field].target
        case core.SetOp():
            return kind_of(program, source.left, deep)
    return core.NONE


def kept_apart(test: core.Compare, slot: int, told: Told) -> int:
    """What a comparison asks of a row whose numbers are told; 0 if it asks nothing of the kind, NEVER where it cannot hold."""
    left, right = fixed(test.left, told), fixed(test.right, told)
    if left is not None and right is not None:
        return 0 if left == right else NEVER
    for value, other in ((left, test.right), (right, test.left)):
        if value is not None and not any(isinstance(node, core.Local) and node.slot == slot for node in nodes(other)):
            return value
    return 0


def fixed(expr: core.Expr, told: Told) -> int | None:
    """The value of an expression that depends on what is told of the row of a search alone."""
    match expr:
        case core.Const():
            return expr.value
        case core.Read():
            return told(expr)
        case core.Arith(op="+" | "-" | "*"):
            left, right = fixed(expr.left, told), fixed(expr.right, told)
            return None if left is None or right is None else compute(expr.op, left, right)
    return None


def excluded(query: core.Query) -> int:
    """One row is left out where a search says ‘x is not’ this or that."""
    where = query.where
    tests = where.items if isinstance(where, core.And) else (where,)
    others = [test for test in tests if isinstance(test, core.Compare) and test.op == "!="]
    return int(any(isinstance(side, core.Local) and side.slot == query.slot for test in others for side in (test.left, test.right)))
