"""The match kept elsewhere in memory, and brought back."""

from __future__ import annotations

from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.cells import bots, control, search
from arbitre.interpreter.wasm.layout.reasons import StopReason
from arbitre.interpreter.wasm.layout.records import Fact, ListHead, StackCells
from arbitre.interpreter.wasm.routines.machine import copy, stop, throw
from arbitre.interpreter.wasm.runtime.match.memo import changed_since
from arbitre.interpreter.wasm.runtime.match.play import nothing_at_work, settle


def carry_list(to: int, source: int, size: int) -> None:
    """A list from one place to another."""
    count = ListHead(source).count
    ListHead(to).count = count
    if count:
        copy(ListHead(to).first, ListHead(source).first, count * size)


def carry(to: int, source: int) -> None:
    """The match from one place to another: of its lists as much as they hold."""
    copy(to, source, areas.cells_end.address - areas.match_block.address)
    carry_list(
        to + (areas.timers.address - areas.match_block.address),
        source + (areas.timers.address - areas.match_block.address),
        sizes.timers_entry,
    )
    carry_list(
        to + (areas.waiting.address - areas.match_block.address),
        source + (areas.waiting.address - areas.match_block.address),
        sizes.waiting_entry,
    )
    carry_list(
        to + (areas.scheduled.address - areas.match_block.address),
        source + (areas.scheduled.address - areas.match_block.address),
        sizes.scheduled_entry,
    )
    carry_list(to + (areas.told.address - areas.match_block.address), source + (areas.told.address - areas.match_block.address), Fact.SIZE)
    if sizes.published_size:
        copy(
            to + (areas.published_cell.address - areas.match_block.address),
            source + (areas.published_cell.address - areas.match_block.address),
            areas.published_cells.address - areas.published_cell.address + sizes.published_size,
        )
    cells = StackCells(to + (areas.stack_cells.address - areas.match_block.address))
    others = StackCells(source + (areas.stack_cells.address - areas.match_block.address))
    top = others.top
    cells.top = top
    cells.last = others.last
    if top > areas.stack_base.address:
        copy(
            to + (areas.stack_base.address - areas.match_block.address),
            source + (areas.stack_base.address - areas.match_block.address),
            top - areas.stack_base.address,
        )


def bring_back(source: int) -> None:
    """The match is what stands elsewhere."""
    carry(areas.match_block.address, source)
    bots.lists_end = 0  # what was listed before may be others
    settle()


def put_back(source: int, then: int) -> None:
    """The same where the match stood here so when the clock said that."""
    carry(areas.match_block.address, source)
    changed_since(then)
    nothing_at_work()


def begin_again() -> None:
    """The match, or the world that is tried in, as it stood before the statement."""
    put_back(areas.sampled_world.address, bots.boundary_clock)
    bots.boundary_clock = control.clock


def give_up_or_throw(code: int, where: int) -> None:
    """Stops the module, or only what is tried: there it is an answer that leads to nothing."""
    if bots.trying or search.thought_end == 2:
        if code == StopReason.FAILED or code == StopReason.ENDLESS or code == StopReason.TOO_LARGE:
            throw()
    control.error = code
    control.where = where
    stop()
