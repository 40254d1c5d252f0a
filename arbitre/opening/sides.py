"""Who plays which side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from arbitre.dsl.core import Program
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.views import viewer_of
from arbitre.interpreter.play.bots.kinds import BOTS
from arbitre.interpreter.state.errors import AnswerError, RulebookError
from arbitre.interpreter.state.visibility import REFEREE, SPECTATOR
from arbitre.opening.books import refused
from arbitre.words.typed import plain, typed

HUMAN = "human"
USUAL = "greedy"  # who plays a side of which nothing is said
EVERYONE = "everyone"


def seats_from(match: Match, sides: tuple[str, ...], otherwise: str = USUAL) -> dict[int, str]:
    """Who plays each seat: ``red=human`` names a seat, what several seats belong to, or ``everyone``; ``otherwise`` plays the
    rest.

    Whatever their order, a seat's own name says more than that of what it belongs to; nobody is given two players.
    """
    seats = {seat: match.seat_name(seat) for seat in match.seats()}
    match = settled(match) if sides else match
    sides = tuple(f"{named(match, name)}={kind}" for name, kind in map(side_and_kind, sides))

    def members(name: str) -> list[int]:
        found = members_of(match, name)
        if not found:
            raise refused("cannot.no_side", name=name, known=", ".join(names(match)))
        return found

    return _kinds(seats, sides, otherwise, members)


def kinds_at_once(machine: Machine, sides: tuple[str, ...]) -> dict[str, str] | None:
    """Who plays each seat, by its name; None if these name anything but seats that there always are, for which a match must begin."""
    domain = machine.program.domains[machine.program.seats]
    seats = {seat: machine.row_key(domain.index, seat) for seat in range(domain.size)}
    if domain.dynamic or not {EVERYONE, *seats.values()}.issuperset(side_and_kind(said)[0] for said in sides):
        return None
    return {seats[seat]: kind for seat, kind in _kinds(seats, sides, USUAL, lambda name: []).items()}


def _kinds(seats: dict[int, str], sides: tuple[str, ...], otherwise: str, members: Callable[[str], list[int]]) -> dict[int, str]:
    """Who plays each of these seats; ``members``: the seats that belong to a group of that name."""
    alone: dict[int, list[str]] = {}  # what was said of a seat by its own name
    shared: dict[int, list[str]] = {}  # and by that of what it belongs to
    everyone: list[str] = []
    for said in sides:
        name, _ = side_and_kind(said)
        own = [seat for seat in seats if seats[seat] == name]
        if name == EVERYONE and not own:
            everyone.append(said)
            continue
        for seat in own or members(name):
            (alone if own else shared).setdefault(seat, []).append(said)
    out = dict.fromkeys(seats, otherwise)
    for said in everyone:
        out = dict.fromkeys(seats, side_and_kind(said)[1])
    for seat, sayings in {**shared, **alone}.items():
        kinds = {side_and_kind(said)[1]: said for said in sayings}
        if len(kinds) > 1:
            one, two, *_ = kinds.values()
            raise refused("cannot.two_players", one=one, two=two, seat=seats[seat])
        out[seat] = next(iter(kinds))
    return out


def kept_sides(match: Match, sides: tuple[str, ...]) -> dict[int, str]:
    """Who plays each seat of a match that goes on: as it was, but for the sides that are named now."""
    before = dict.fromkeys(match.seats(), USUAL) | {
        seat: match.sides[name] for seat in match.seats() if (name := match.seat_name(seat)) in match.sides
    }
    if not sides:
        return before
    now, nobody = seats_from(match, sides, ""), ""
    return {seat: kind if kind != nobody else before[seat] for seat, kind in now.items()}


def side_and_kind(said: str) -> tuple[str, str]:
    name, equals, kind = (part.strip() for part in said.partition("="))
    if equals and name and kind not in (HUMAN, *BOTS):
        raise refused("cannot.no_kind_of_side", kind=kind, kinds=", ".join([HUMAN, *BOTS]))
    if not equals or not name:
        raise refused("cannot.no_side_kind", said=said, kinds=", ".join([HUMAN, *BOTS]))
    return name, kind


def settled(match: Match) -> Match:
    """The match once it is set up: what seats belong to may be decided then.  On a copy where the setup still asks something."""
    if match.retry is None:
        return match
    trial = match.clone(seed=match.tape.seed)
    try:
        for _ in range(1000):
            if trial.retry is None or not trial.requests:
                break
            request = trial.requests[0]
            trial.answer(request.id, trial.silent(request))
    except (RulebookError, AnswerError):
        return match
    return trial


def camps(program: Program) -> list[tuple[int, int]]:
    """What several seats belong to (a camp, a team), as (kind, field of the seat): one of a few that every seat always has.  A cell
    that a seat has is a place, a direction a heading; what it may be without is no camp, nor is what is itself a seat's, as a king, nor
    what others may not know of it: a role."""
    out = []
    owned = {one.domain for one in program.fields if one.target == program.seats and one.values is not None}
    for domain, field in program.groups:
        kind, column = program.domains[domain], program.fields[field]
        if (
            domain in owned
            or kind.dynamic
            or kind.seat
            or kind.board is not None
            or kind.name in ("direction", "vertex")
            or column.is_set
            or column.low < 0
            or column.seen
        ):
            continue
        if any(name and not name.startswith("(") for name in kind.rows):
            out.append((domain, field))
    return out


def names(match: Match) -> list[str]:
    """What can stand before ``=``: seats, and what several of them, but not all, belong to."""
    out = [match.seat_name(seat) for seat in match.seats()]
    for domain, _ in camps(match.program):
        out += [name for name in match.program.domains[domain].rows if name and 1 < len(members_of(match, name)) < len(match.seats())]
    return list(dict.fromkeys(out))


def named(match: Match, said: str) -> str:
    """The name in the rules of a seat or a camp that is called so, by its title in any language, whatever its accents and capitals; else
    what was said."""
    known = names(match)
    if said in (*known, EVERYONE):
        return said
    program, cells, wanted = match.program, match.state.cells, plain(said)
    seats = {match.seat_name(seat): match.machine.row_title(program.seats, seat, cells).every for seat in match.seats()}
    kinds = [program.domains[domain] for domain, _ in camps(program)]
    rows = {kind.rows[row]: kind.titles[row].every for kind in kinds for row in range(kind.size) if kind.rows[row] in known}
    for some in (seats, rows):  # a seat's own name says more than that of what it belongs to
        found = [name for name, titles in some.items() if wanted in (plain(name), *map(plain, titles))]
        if len(found) == 1:
            return found[0]
    return said


def members_of(match: Match, name: str) -> list[int]:
    """Seats that belong to a group of that name (a camp)."""
    out = []
    for domain, field in camps(match.program):
        rows = match.program.domains[domain].rows
        if name not in rows:
            continue
        fixed = match.machine.layout.constant[field]
        base = match.machine.layout.base[field]
        for seat in match.seats():
            held = fixed[seat] if fixed is not None else match.state.cells[base + seat]
            if held == rows.index(name):
                out.append(seat)
    return out


def viewer_named(match: Match, name: str) -> int | str:
    """A seat, the spectator or the referee, by what the rules or people call them; :class:`Refused` names those there are."""
    own = {match.seat_name(seat): seat for seat in match.seats()}
    seat = own.get(named(match, name))
    role = next((eyes for eyes in (REFEREE, SPECTATOR) if plain(name) in typed(eyes)), name)
    try:
        return seat if seat is not None else viewer_of(match, role)
    except KeyError:
        known = [*(match.seat_name(seat) for seat in match.seats()), SPECTATOR, REFEREE]
        raise refused("cannot.no_side", name=name, known=", ".join(known)) from None


def take_back(match: Match, sides: Mapping[int, str]) -> set[int]:
    """Undo as people mean it: back to the last question that one of them answered.  Whose answers were taken back."""

    def people(seats: Iterable[int]) -> set[int]:
        return {seat for seat in seats if sides.get(seat, HUMAN) == HUMAN}

    if match.answers.given:  # of a statement that still waits for others
        mine = people(request.seat for _, request in match.answers.asked)
        match.undo()
        if mine:
            return mine
    if not people(given.seat for given in match.tape.answers):
        return set()
    while True:
        before = [given.seat for given in match.tape.answers]
        if not match.undo():
            return set()
        if mine := people(before[len(match.tape.answers) :]):
            return mine
