"""Decisions: choices from a set, branches, actions taken and orders given, each asked in small steps."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE, Text
from arbitre.dsl.core.decisions import MOST_NUMBERS
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.interpreter.code.deadlines import due_now
from arbitre.interpreter.code.machine import Fn, Machine, Run, Stmt
from arbitre.interpreter.reference.sentences import prepared, worded
from arbitre.interpreter.reference.values.row_kinds import option_domain
from arbitre.interpreter.state.masks import rows_of
from arbitre.interpreter.state.requests import Barred, Option, Request
from arbitre.interpreter.state.visibility import PUBLIC, may_see

DONE = Option("done", NONE, NONE, Text.saying(en="that is all", fr="c'est tout", de="das ist alles"))
MOST = MOST_NUMBERS
DECLINE = Option("none", NONE, NONE, Text.saying(en="nobody, nothing", fr="personne, rien", de="niemand, nichts"))
WAITING, CARRIED_OUT, FAILED, CANCELLED = range(4)
Put = tuple[Text, Text]  # a question as it is put to a seat, and as much of it as everybody may hear
NOT_PUT: Put = Text(), Text()  # one that the rulebook does not word
DULL, NEVER = -1, -1_000_000_000  # appeals of an action that states none, and of one that cannot be done


def ask(
    x: Run, seat: int, name: str, options: list[Option], secret: bool, place: Place, default: int | None = None,
    about: tuple[tuple[str, str], ...] = (), clauses: tuple[str, ...] = (), appeals: tuple[int, ...] = (),
    hints: tuple[Text, ...] = (), barred: tuple[Barred, ...] = (), doomed: tuple[int, ...] = (),
    acts: bool = False, asks: Put = NOT_PUT, assumed: bool = False,
) -> Option:  # fmt: skip
    """What a seat answers to a question; raises Need where the tape has no answer to it yet."""
    if seat < 0:
        raise x.error(phrase("nobody is there to decide ‘{0}’", name), place)
    title = x.machine.decision_titles.get(name, Text())
    called, spot = x.answers.name(seat)
    hidden = secret or not x.program.public_events
    request = Request(called, seat, name, tuple(options), secret, title, place, default, about, appeals, doomed, hints, barred,
                      acts, asks[0], spot, due_now(x) if x.program.deadlines else "", assumed, hidden or x.audience != PUBLIC)  # fmt: skip
    chosen = options[x.answers.decide(request)]
    if x.log is not None:
        audience = 1 << seat if hidden else None
        x.record("choice", name, place, clauses, audience, seat=seat, key=chosen.key, title=chosen.title, options=len(options),
                 domain=chosen.domain, about=about, asks=asks[1])  # fmt: skip
    return chosen


def question(parts: tuple[core.Piece, ...], m: Machine) -> Callable[[Run, list[int], int], Put]:
    """The question as it is put to a seat; one that speaks of what the seat may not know is left unsaid, one that speaks of somebody is
    worded where somebody listens."""
    if all(part.value is None for part in parts):
        literals = [part.text for part in parts if part.text]  # each in some of the languages
        codes = dict.fromkeys(code for text in literals for code in text.languages)
        plain = Text.saying({code: "".join(text.own(code) for text in literals) for code in codes})
        return lambda x, f, seat: (plain, plain)
    ready = prepared(parts, m)

    def worded_for(x: Run, f: list[int], seat: int) -> Put:
        if x.log is None:
            return NOT_PUT
        text, audience = worded(x, ready, f)
        return text if may_see(audience, seat) else Text(), text if audience == PUBLIC else Text()

    return worded_for


def row_options(x: Run, domain: int, rows: list[int], seat: int) -> list[Option]:
    """Rows as a seat may know them: those it cannot recognise are called by where they stand, and come last, in that order."""
    m = x.machine
    if domain != NONE and not m.program.domains[domain].dynamic and not m.kind_seen[domain]:  # they are always called the same
        known_rows = m.options.get(domain)
        if known_rows is None:
            size = m.program.domains[domain].size
            known_rows = m.options[domain] = [Option(m.row_key(domain, r), r, domain, m.row_title(domain, r)) for r in range(size)]
        return [known_rows[r] for r in rows]
    return list(x.once(("options", domain, seat, *rows), lambda: named_options(x, domain, rows, seat)))


def place_of(x: Run, domain: int, row: int, seat: int) -> str:
    """Where a row stands, as far as a seat may see it: the label of its cell, or nothing."""
    m = x.machine
    for column in m.program.fields:
        if column.domain == domain and not column.is_set and column.target != NONE and column.values is None:
            board = m.program.domains[column.target].board
            if board is None:
                continue
            cell = x.cells[m.layout.base[column.index] + row]
            if cell >= 0 and may_see(m.mask(x, m.field_seen[column.index], row), seat):
                return str(board.spot(cell))
    return ""


def numbered(behind: int | str, title: str) -> str:
    return f"{title} {behind}"


def named_options(x: Run, domain: int, rows: list[int], seat: int) -> list[Option]:
    m = x.machine
    if domain == NONE or not m.kind_seen[domain]:
        return [Option(m.row_key(domain, r), r, domain, m.row_title(domain, r, x.cells)) for r in rows]
    known: list[Option] = []
    others: list[tuple[str, int]] = []
    called_alike = m.program.domains[domain].dynamic or len({m.row_title(domain, row).said for row in rows}) < len(rows)
    for row in rows:
        mask = m.mask(x, m.kind_seen[domain], row)
        if may_see(mask, seat):
            key = m.row_key(domain, row)
            title = m.row_title(domain, row, x.cells)
            known.append(Option(key, row, domain, title.each(partial(numbered, row + 1)) if called_alike else title))
        else:
            others.append((place_of(x, domain, row, seat), row))
    others.sort()
    kind = m.program.domains[domain]
    met: dict[str, int] = {}
    for place, row in others:
        met[place] = met.get(place, 0) + 1
        key = f"{kind.name}{place}" + (f"#{met[place]}" if met[place] > 1 else "")
        known.append(Option(key, row, domain, kind.title.or_name(kind.name).each(partial(numbered, place))))
    return known


def _choose(s: core.Choose, m: Machine) -> Stmt:
    chooser, slot, place = m.expr(s.chooser), s.slot, s.place
    options, low, high, default = m.maybe(s.options), m.maybe(s.low), m.maybe(s.high), m.maybe(s.default)
    decision = m.program.decisions[s.decision]
    domain = s.domain if s.domain != NONE else option_domain(s.options, m)
    appeal, asks = m.maybe(s.appeal), question(s.asks, m)

    def choose(x: Run, f: list[int]) -> int:
        seat = chooser(x, f)
        if options is not None:
            x.memo = x.answers.here()  # nothing changes while the options are listed
            try:
                found = row_options(x, domain, list(rows_of(options(x, f))), seat)
            finally:
                x.memo = None
        else:
            assert low is not None and high is not None
            least, greatest = low(x, f), high(x, f)
            numbers = range(least, greatest + 1, s.step)
            if len(numbers) > MOST:
                raise x.error(phrase("{0} numbers are too many for one list: it holds {1}", len(numbers), MOST), s.place)
            found = [Option(str(n), n) for n in numbers]
        if not found:
            f[slot] = NONE
            return 0
        if not s.decline and not x.answers.asks(len(found)):
            f[slot] = found[0].value
            return 0
        if s.decline:
            found.append(DECLINE)
        silent = len(found) - 1
        if default is not None:
            wanted = default(x, f)
            silent = next((i for i, o in enumerate(found) if o.value == wanted), silent)
        appeals: tuple[int, ...] = ()
        if appeal is not None and x.wants_appeals():
            appeals = tuple(appeal_of(x, f, slot, o.value, appeal) for o in found)
        barred = x.explaining(x, s, f) if x.explaining is not None else ()
        f[slot] = ask(
            x,
            seat,
            decision.name,
            found,
            s.secret,
            place,
            silent,
            clauses=decision.clauses,
            appeals=appeals,
            barred=barred,
            asks=asks(x, f, seat),
            assumed=default is None and not s.decline,
        ).value
        return 0

    return choose


def appeal_of(x: Run, f: list[int], slot: int, value: int, appeal: Fn) -> int:
    """The appeal of a candidate; 0 for declining."""
    if value == NONE:
        return 0
    f[slot] = value
    return appeal(x, f)


def pick_branch(s: core.ChooseBranch, m: Machine) -> Fn:
    """The position of the branch picked; NONE when all are closed."""
    chooser, place = m.expr(s.chooser), s.place
    decision = m.program.decisions[s.decision]
    made = [(Option(b.name, i, NONE, b.title), m.maybe(b.test)) for i, b in enumerate(s.branches)]
    stated = [m.maybe(b.appeal) for b in s.branches]
    rated, asks = any(stated), question(s.asks, m)
    assumed = [branch.name for branch in s.branches] != ["yes", "no"]  # whoever may do something and is silent does not

    def pick(x: Run, f: list[int]) -> int:
        found = [option for option, test in made if test is None or test(x, f)]
        if not found:
            return NONE
        if not x.answers.asks(len(found)):
            return found[0].value
        appeals: tuple[int, ...] = ()
        if rated and x.wants_appeals():
            appeals = tuple(appeal(x, f) if (appeal := stated[o.value]) is not None else 0 for o in found)
        barred = x.explaining(x, s, f) if x.explaining is not None else ()
        seat, last = chooser(x, f), len(found) - 1
        return ask(
            x,
            seat,
            decision.name,
            found,
            s.secret,
            place,
            last,
            (),
            decision.clauses,
            appeals,
            barred=barred,
            asks=asks(x, f, seat),
            assumed=assumed,
        ).value

    return pick


def _choose_branch(s: core.ChooseBranch, m: Machine) -> Stmt:

    pick, bodies = pick_branch(s, m), [m.block(b.body) for b in s.branches]

    def choose(x: Run, f: list[int]) -> int:
        picked = pick(x, f)
        return bodies[picked](x, f) if picked != NONE else 0

    return choose


CHOICES: dict[type, Any] = {core.Choose: _choose, core.ChooseBranch: _choose_branch}
