"""What happened between two moments of a scenario, as it is drawn: who stands where now, who stood where, the ways between, the dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from arbitre import graphs
from arbitre.documents.pages.handbook.examples import Played
from arbitre.documents.pages.handbook.positions import Placed, pieces_on
from arbitre.dsl.core import NONE, Procedure
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.state import State
from arbitre.interpreter.state.trace import Record
from arbitre.story.boards.fields import held
from arbitre.story.boards.looks import arrows_of
from arbitre.story.boards.marks import side_kind
from arbitre.story.boards.pieces import standing
from arbitre.story.film import standing as at_moment
from arbitre.story.story import Story

WAITING, FAILED = 0, 2  # the state of an order that is not performed yet, and of one that failed
MOST_THROWS = 6
CARRIED = "carried"
STROKES = ("cross", "ring", "icon")  # shapes that bear a number beside themselves: one in their place would hide what they are
LAST = "•"  # on a stone that was put there last
WHENCE = ("from",)
Row = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Moment:
    """How things stood when so much had happened."""

    state: State
    records: int


@dataclass(slots=True)
class Drawn:
    """What a picture of a moment shows on one board."""

    match: Match
    pieces: Placed
    overlay: graphs.Overlay
    cells: set[int] = field(default_factory=set)  # those that matter


class Passage:
    """From one moment of a scenario to another, on one board."""

    def __init__(self, one: Played, board: int, before: Moment | None, after: Moment, story: Story, lang: str) -> None:
        assert one.match is not None
        self.one, self.board, self.story, self.lang = one, board, story, lang
        self.match = at_moment(one.match, after.state)
        self.earlier = at_moment(one.match, before.state) if before is not None else None
        log = one.match.run.log or []
        self.log, self.first = log, before.records if before is not None else 0
        self.records = list(log[self.first : after.records])
        self.program = self.match.program
        self.styles = arrows_of(self.program)
        self.procedures = {p.name: p for p in self.program.procedures}

    def drawn(self) -> Drawn:
        """All of it."""
        pieces = pieces_on(self.match, self.board, self.one.names, self.lang)
        moved, before, gone = self.moved()
        placed = self.placed(pieces)
        called = self.called() if self.earlier is not None else []
        arrows = moved or called or self.ordered(WAITING) or self.ordered(FAILED)
        overlay = graphs.Overlay((), arrows, self.throws(), before, gone)
        cells = {*pieces, *before, *(c for arrow in arrows for c in arrow.cells)}
        return Drawn(self.match, placed, overlay, cells)

    # ------------------------------------------------------------------------------------ what moved

    def line(self, record: Record) -> str:
        """How the way of a change is drawn: as the innermost rule says that has a look."""
        cause = record.index
        while cause >= 0:
            found = self.log[cause]
            if found.kind in ("call", "order", "agenda") and found.name in self.styles:
                return self.styles[found.name]
            cause = found.cause
        return ""

    def moved(self) -> tuple[list[graphs.Arrow], Placed, list[int]]:
        """The ways that pieces went, what stood where it no longer stands, and the cells whose piece has left the board."""
        if self.earlier is None:
            return [], {}, []
        then = {(p.domain, p.row): p for p in standing(self.earlier, self.board, lang=self.lang)}
        now = {(p.domain, p.row): p for p in standing(self.match, self.board, lang=self.lang)}
        taken = {p.cell for p in now.values()}
        arrows: list[graphs.Arrow] = []
        before: Placed = {}
        gone: list[int] = []
        for key, piece in then.items():
            after = now.get(key)
            if piece.bearer is not None and after is not None and after.bearer == piece.bearer:
                continue  # it went with whoever carries it
            found = self.ways(key, piece.cell, after.cell if after is not None else NONE, piece.token.side)
            arrows += found
            if after is not None and after.cell == piece.cell:
                continue
            if after is None or piece.cell not in taken:
                token = self.lettered(key, piece.token)
                before.setdefault(piece.cell, []).append(replace(token, badges=(), stress="", carried=False))
            if after is None and piece.cell not in taken:
                gone.append(piece.cell)
        return arrows, before, gone

    def lettered(self, key: Row, token: graphs.Token) -> graphs.Token:
        """A token with the letters that the scenario's name for it gives."""
        name = self.one.names.get((self.program.domains[key[0]].name, key[1]))
        lettered = bool(name) and token.side >= 0 and token.face is None and token.shape not in ("icon", "pawn")
        return replace(token, letters=str(name)[:2].capitalize()) if lettered else token

    def ways(self, key: Row, start: int, end: int, side: int) -> list[graphs.Arrow]:
        """The ways of one piece, an arrow for each stretch that is drawn in one line."""
        domain, row = key
        own = {c.index for c in self.program.fields if c.domain == domain}
        steps = self.steps(key)
        if end == NONE:
            steps = [step for step in steps if step[0] != start]
        elif steps and steps[-1][1] == CARRIED:
            end = steps[-1][0]  # the last stretch was that of whoever has it
        elif not steps or steps[-1][0] != end:
            changes = [r for r in self.records if r.kind == "change" and r.data["field"] in own and r.data["row"] == row]
            steps = [(end, next((line for r in changes if (line := self.line(r))), ""))] if end != start else []
        out: list[graphs.Arrow] = []
        at = start
        for cell, line in steps:
            if cell == at or line == CARRIED or self.floor(cell) != self.floor(at):
                at = cell
                continue
            said = line or "thin"
            if out and out[-1].line == said and out[-1].cells[-1] == at and cell not in out[-1].cells:
                out[-1] = replace(out[-1], cells=(*out[-1].cells, cell))
            else:
                out.append(graphs.Arrow((at, cell), said, side))
            at = cell
        return [arrow for arrow in out if arrow.line != "none"]

    def steps(self, key: Row) -> list[tuple[int, str]]:
        """The cells that a piece came to, each with the line that is drawn to it; `CARRIED`, where somebody bore it there."""
        fields, out = self.program.fields, list[tuple[int, str]]()
        places = {(p.domain, p.row): p.cell for p in standing(self.earlier or self.match, self.board)}
        bearers = {d for d, _ in places} - {key[0]}
        bearer: Row | None = None
        for record in self.records:
            if record.kind != "change":
                continue
            changed, mover, new = (
                fields[record.data["field"]],
                (fields[record.data["field"]].domain, record.data["row"]),
                record.data["new"],
            )
            if changed.is_set or changed.values is not None:
                continue
            if changed.target == self.board and new >= 0:
                places[mover] = new
                if mover == key:
                    out.append((new, self.line(record)))
                elif mover == bearer:
                    out.append((new, CARRIED))
            elif mover == key and changed.target in bearers:
                bearer = (changed.target, new) if new >= 0 else None
                if bearer in places:
                    out.append(
                        (places[bearer], self.line(record) or "thin") if out and out[-1][1] != CARRIED else (places[bearer], CARRIED)
                    )
        return out

    def floor(self, cell: int) -> int:
        return self.program.domains[self.board].cells.floor(cell)

    def placed(self, pieces: Placed) -> Placed:
        """What was put on cells that hold it themselves (stones), numbered in the order in which it came there."""
        if self.earlier is None:
            return pieces
        known = {cell: token.side for cell, token in held(self.earlier, self.board)}
        new = {cell: token for cell, token in held(self.match, self.board) if known.get(cell) != token.side}
        if not len(new) > 1 or any(token.letters[-1:].isdigit() for token in new.values()):
            return pieces
        order = [r.data["row"] for r in self.records if r.kind == "change" and self.program.fields[r.data["field"]].domain == self.board]
        numbers = {cell: n for n, cell in enumerate((c for c in dict.fromkeys(order) if c in new), 1)}
        if not known and any(pieces[cell][0].shape == "icon" for cell in numbers):
            return pieces  # all that was set up: each piece is known by what it is
        out = dict(pieces)
        for cell, number in numbers.items():
            token, said = pieces[cell][0], str(number) if len(numbers) > 1 else LAST
            marked = replace(token, badges=(said,)) if token.shape in STROKES else replace(token, face=said)
            out[cell] = [marked, *pieces[cell][1:]]
        return out

    # ------------------------------------------------------------------------------------ what was called, ordered, thrown

    def called(self) -> list[graphs.Arrow]:
        """Where nothing that stands on cells went anywhere: rules with a look that lead from one cell to another."""
        out = []
        for record in self.records:
            procedure = self.procedures.get(record.name)
            if record.kind != "call" or record.name not in self.styles or procedure is None:
                continue
            args = record.data["args"]
            spots = self.spots(procedure, args) or self.filled(record, procedure, args)
            if spots is not None:
                out.append(graphs.Arrow(spots, self.styles[record.name], self.whose(procedure, args)))
        return [arrow for arrow in dict.fromkeys(out) if arrow.line != "none" and arrow.cells[0] != arrow.cells[1]]

    def spots(self, procedure: Procedure, args: dict[str, int]) -> tuple[int, int] | None:
        """The cells that a rule leads between: its two cells, or that of the piece it is about and the other."""
        cells = [(p, args[p.name]) for p in procedure.params if p.domain == self.board and not p.is_set and args.get(p.name, NONE) >= 0]
        if len(cells) > 1:
            cells.sort(key=lambda found: found[0].preposition not in WHENCE)
            return cells[0][1], cells[1][1]
        there = {(p.domain, p.row): p.cell for p in standing(self.earlier or self.match, self.board)}
        people = [there[p.domain, args[p.name]] for p in procedure.params if (p.domain, args.get(p.name, NONE)) in there]
        found = [*people, *(cell for _, cell in cells)]
        return (found[0], found[1]) if len(found) > 1 and (people or len(cells) > 1) else None

    def filled(self, record: Record, procedure: Procedure, args: dict[str, int]) -> tuple[int, int] | None:
        """From the one cell a rule is given to the last other cell in which it made a number grow."""
        cells = [args[p.name] for p in procedure.params if p.domain == self.board and not p.is_set and args.get(p.name, NONE) >= 0]
        fields = self.program.fields
        grown = [
            r.data["row"] for r in self.records
            if r.kind == "change" and r.cause == record.index and fields[r.data["field"]].domain == self.board
            and fields[r.data["field"]].target == NONE and r.data["new"] > r.data["old"] and r.data["row"] not in cells
        ]  # fmt: skip
        return (cells[0], grown[-1]) if len(cells) == 1 and grown else None

    def whose(self, procedure: Procedure, args: dict[str, int]) -> int:
        sides = side_kind(self.program)
        return next((args[p.name] for p in procedure.params if p.domain == sides and args.get(p.name, NONE) >= 0), graphs.NEUTRAL)

    def ordered(self, how: int) -> list[graphs.Arrow]:
        """The orders that are not performed yet; or those that failed, dashed."""
        table, base, cells = self.program.orders, self.match.machine.layout.base, self.match.state.cells
        if table is None:
            return []
        domain = self.program.domains[table.domain]
        sides = {(p.domain, p.row): p.token.side for p in standing(self.match, self.board)}
        out = []
        for row in range(domain.size):
            if not cells[base[domain.alive] + row] or cells[base[table.state] + row] != how:
                continue
            action = self.program.actions[cells[base[table.action] + row]]
            procedure = self.program.procedures[action.procedure]
            args = {p.name: cells[base[column] + row] for p, column in zip(procedure.params, action.order_fields, strict=False)}
            spots = self.spots(procedure, args)
            actor = procedure.params[action.actor]
            line = self.styles.get(action.name, "thin") if how == WAITING else "dashed"
            if spots is not None and spots[0] != spots[1] and line != "none" and self.floor(spots[0]) == self.floor(spots[1]):
                out.append(graphs.Arrow(spots, line, sides.get((actor.domain, args[actor.name]), graphs.NEUTRAL)))
        return out

    def throws(self) -> list[graphs.Throw]:
        """The dice that fell, each throw with what it was for."""
        out = []
        for record in self.records:
            if record.kind != "roll" or not record.data.get("faces"):
                continue
            call = self.log[record.cause] if record.cause >= 0 else record
            title = self.story.title(record.name) if record.name in self.procedures else self.story.title(call.name)
            out.append(graphs.Throw(title, tuple(record.data["faces"]), tuple(record.data.get("sizes") or ())))
        return out if len(out) <= MOST_THROWS else out[-MOST_THROWS:]


def whole(one: Played) -> tuple[Moment, Moment] | None:
    """A scenario's beginning and its end."""
    if one.match is None or one.start is None:
        return None
    return Moment(one.start.state, one.start.records), Moment(one.match.state, len(one.match.run.log or ()))


def moments(one: Played) -> Sequence[Moment]:
    """Its pictures, in their order."""
    return [Moment(shot.state, shot.records) for shot in one.shots]
