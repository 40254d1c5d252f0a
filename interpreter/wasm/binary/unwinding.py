"""Code that can be left in its midst: where an outcome is still to be found, every function under way is left at once, and says how far
it had come and what it still needs.

Odds carry out a statement again and again, each time a throw farther.  Where a throw has no outcome yet, all that could tell this way from
another lies open: the match, the slots of calls, and of each function under way the values it will still read.  Which those are is found
out from the instructions themselves, backwards.  So two ways are one exactly where nothing is left that could tell them apart.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from arbitre.interpreter.wasm.binary.building import Func, Module, Region
from arbitre.interpreter.wasm.binary.encoding import I64, NOTHING, OPS, number_at, signed, unsigned

_BLOCKS = (0x02, 0x03, 0x04)
_CALL, _BY_NUMBER, _BULK, _WIDE = 0x10, 0x11, 0xFC, 0xFD
_ALONE = frozenset((0x45, 0x50, 0x79, 0x7A, 0x7B, 0xA7, 0xAC, 0xAD, 0x22, *range(0x28, 0x36)))  # take one value and give one
_TAKES = {0x1A: 1, 0x1B: 2, 0x21: 1, **dict.fromkeys(range(0x36, 0x3F), 2), 0x0D: 1, 0x04: 1}
_SHORT = frozenset((0x45, *range(0x50, 0x5B), 0x6A, 0xA7))  # give a value of 32 bits
_GIVES = frozenset((0x20, 0x41, 0x42))
_WIDE_LOAD, _WIDE_STORE = 0x00, 0x0B
_WIDE_PAIRS, _WIDE_SHORT = frozenset((0x0B, 0x23, 0x4E, 0x4F, 0x50)), frozenset((0x53, 0x64))  # take two; give a value of 32 bits


class OutOfReach(Exception):
    """A throw in a part of an expression, of which what was reckoned before could not be told."""


@dataclass(slots=True)
class Step:
    """One instruction."""

    op: int
    number: int
    at: int
    end: int


@dataclass(slots=True)
class Body:
    """The instructions of a function, and which belong together: each ``end`` with its beginning, each ``if`` with its ``else``."""

    steps: list[Step]
    starts: dict[int, int] = field(default_factory=dict)
    others: dict[int, int] = field(default_factory=dict)


def read(code: bytearray) -> Body:
    """The instructions of a function."""
    out, at, open_ = Body([]), 0, []
    while at < len(code):
        op, first, number = code[at], at, 0
        if op in _BLOCKS:
            number, at = code[at + 1], at + 2
            open_.append(len(out.steps))
        elif op in (0x0C, 0x0D, _CALL, 0x20, 0x21, 0x22, 0x41, 0x42):
            number, at = number_at(code, at + 1)
        elif op == _BY_NUMBER or 0x28 <= op <= 0x3E:
            number, at = number_at(code, at + 1)
            at = number_at(code, at)[1]
        elif op == _BULK:
            at += 4 if code[at + 1] == 0x0A else 3
        elif op == _WIDE:
            number, at = number_at(code, at + 1)
            if number in (_WIDE_LOAD, _WIDE_STORE):
                at = number_at(code, number_at(code, at)[1])[1]
        else:
            at += 1
        if op == OPS["end"]:
            out.starts[len(out.steps)] = open_.pop()
        elif op == OPS["else"]:
            out.others[open_[-1]] = len(out.steps)
        out.steps.append(Step(op, number, first, at))
    return out


class Unwinding:
    """A module made such that all can be left.  ``outcome``: the function that finds outcomes; ``by_number``: those that call others by
    number which may throw; ``names``: addresses."""

    def __init__(self, module: Module, outcome: str, by_number: Iterable[str], names: dict[str, int]) -> None:
        self.module, self.names = module, names
        self.by_number = {name for name in by_number if any(step.op == _BY_NUMBER for step in read(module.funcs[name].code).steps)}
        self.list = list(module.funcs.values())
        self.types = {n: pair for pair, n in module.types.items()}
        self.throwing = self.which_throw(outcome)
        self.sites = 0

    def which_throw(self, outcome: str) -> set[str]:
        """The functions that may come to a throw, by whatever they call."""
        callers: dict[str, set[str]] = {}
        for func in self.list:
            for _, name in func.calls:
                callers.setdefault(name, set()).add(func.name)
        found = {outcome, *self.by_number}
        open_ = list(found)
        while open_:
            fresh = callers.get(open_.pop(), set()) - found
            found |= fresh
            open_ += fresh
        return found

    def all(self) -> None:
        for func in self.list:
            if func.name in self.throwing and func.name not in ("explore", "attempt"):
                self.write(func)

    def throws(self, func: Func, step: Step) -> bool:
        if step.op == _CALL:
            return self.list[step.number].name in self.throwing
        return step.op == _BY_NUMBER and func.name in self.by_number

    def write(self, func: Func) -> None:
        """Behind each call that may throw: if an outcome is wanted, say what is still needed, and leave."""
        body = read(func.code)
        sites = [n for n, step in enumerate(body.steps) if self.throws(func, step)]
        if not sites:
            return
        waiting = self.waiting(func, body, set(sites))
        live: dict[int, int] = dict.fromkeys(sites, 0)
        backwards(body, 0, len(body.steps), 0, [0], live)
        locals_, noted, out, done = func.locals, sorted(func.calls), bytearray(), 0
        func.calls = []

        def written(end: int) -> None:
            nonlocal done
            while noted and noted[0][0] < end:
                at, name = noted.pop(0)
                func.calls.append((at - done + len(out), name))
            out.extend(func.code[done:end])
            done = end

        for n in sites:
            step = body.steps[n]
            written(step.at)
            held = self.put_aside(func, out, waiting[n], self.signature(step)[0], step.op == _BY_NUMBER, locals_)
            written(step.end)
            still = [*(local for local in range(locals_) if live[n] >> local & 1 and local not in func.untold), *held]
            self.leave(func, out, still, self.region(func, step.at))
        written(len(func.code))
        func.code, func.regions = out, []

    def put_aside(self, func: Func, out: bytearray, waiting: list[bool], params: int, by_number: bool, first: int) -> list[int]:
        """What waits below the arguments of a call goes into locals too, so that it can be told; gives these locals."""
        if not waiting:
            return []
        short = [*waiting, *[False] * (params - by_number), *[True] * by_number]  # of 32 bits
        func.locals = max(func.locals, first + len(short))
        for n in reversed(range(len(short))):
            out += bytes([OPS["extend"]] * short[n]) + b"\x21" + unsigned(first + n)
        for n in range(len(short)):
            out += b"\x20" + unsigned(first + n) + bytes([OPS["wrap"]] * short[n])
        return list(range(first, first + len(waiting)))

    def region(self, func: Func, at: int) -> Region | None:
        """The innermost one that an instruction stands in."""
        found: Region | None = None
        for region in func.regions:
            if region.start <= at < region.end and (found is None or region.end - region.start < found.end - found.start):
                found = region
        return found

    def leave(self, func: Func, out: bytearray, still: list[int], region: Region | None) -> None:
        self.sites += 1
        out += b"\x41\x00\x29\x00" + unsigned(self.names["UNWINDING"]) + b"\x50\x45\x04" + bytes([NOTHING])

        def call(name: str) -> None:
            func.calls.append((len(out), name))
            out.extend(b"\x10" + unsigned(self.module.index_of(name)))

        def const(value: int) -> None:
            out.extend(b"\x42" + signed(value))

        for local in still:
            out += b"\x20" + unsigned(local)
            call("still")
        const(self.sites)
        call("still")
        if region is not None and region.dead:
            raw = b"".join(offset.to_bytes(8, "little") + size.to_bytes(8, "little") for offset, size in region.dead) + bytes(16)
            out += b"\x20" + unsigned(region.frame)
            const(self.module.constant(raw))
            call("clear_slots")
        if func.gives:
            const(0)
        out += bytes([OPS["return"], OPS["end"]])

    def waiting(self, func: Func, body: Body, sites: set[int]) -> dict[int, list[bool]]:
        """What waits on the stack of an expression below the arguments of each call that may throw: is it of 32 bits?"""
        stack: list[bool] = []
        open_: list[tuple[int, bool]] = []
        found: dict[int, list[bool]] = {n: [] for n in sites}
        unreached = -1  # how many blocks were open where code begins that nothing comes to
        for n, step in enumerate(body.steps):
            op = step.op
            if op in (_CALL, _BY_NUMBER):
                params, gives = self.signature(step)
                del stack[len(stack) - params :]
                if n in sites:
                    found[n] = stack[:] if unreached < 0 else []
                    if unreached < 0 and open_ and open_[-1][0]:  # out of reach
                        raise OutOfReach(func.name)
                stack += [False] * gives
            elif op in _BLOCKS:
                if op == 0x04:
                    stack.pop()
                open_.append((len(stack), step.number == I64))
            elif op == OPS["else"]:
                del stack[open_[-1][0] :]
                unreached = -1 if unreached == len(open_) else unreached
            elif op == OPS["end"]:
                base, gives = open_.pop()
                del stack[base:]
                stack += [False] * gives
                unreached = -1 if unreached > len(open_) else unreached
            elif op in (0x00, 0x0C, 0x0F):  # nothing comes behind it; what is taken there is not there
                stack += [False] * 8
                unreached = len(open_) if unreached < 0 else unreached
            elif op == _WIDE:
                del stack[len(stack) - (2 if step.number in _WIDE_PAIRS else 1) :]
                stack += [step.number in _WIDE_SHORT] * (step.number != _WIDE_STORE)
            else:
                if op == 0x1B:
                    del stack[-2:]
                elif op in _TAKES:
                    del stack[len(stack) - _TAKES[op] :]
                elif op == _BULK:
                    del stack[-3:]
                elif op not in _GIVES:
                    del stack[len(stack) - (1 if op in _ALONE else 2) :]
                    stack.append(op in _SHORT)
                if op in _GIVES:
                    stack.append(op == 0x41)
        return found

    def signature(self, step: Step) -> tuple[int, int]:
        """How many values a call takes, and whether it gives one."""
        if step.op == _CALL:
            callee = self.list[step.number]
            return callee.params, int(callee.gives)
        params, gives = self.types[step.number]
        return params + 1, int(gives)


def backwards(body: Body, low: int, high: int, after: int, labels: list[int], found: dict[int, int]) -> int:
    """Which locals are read from instruction ``low`` on, as bits, where those of ``after`` are read behind ``high``.

    ``labels``: the same where each block that is open is left for; ``found``: the sites, where it is noted what is read after them.
    """
    live, n = after, high - 1
    while n >= low:
        step = body.steps[n]
        op = step.op
        if op == OPS["end"]:
            start = body.starts[n]
            opened = body.steps[start].op
            if opened == 0x03:
                again = -1
                begin = 0
                while again != begin:
                    again = begin
                    begin = backwards(body, start + 1, n, live, [*labels, again], found)
                live = begin
            elif opened == 0x02:
                live = backwards(body, start + 1, n, live, [*labels, live], found)
            else:
                other = body.others.get(start, n)
                otherwise = backwards(body, other + 1, n, live, [*labels, live], found) if other < n else live
                live = otherwise | backwards(body, start + 1, other, live, [*labels, live], found)
            n = start
        elif op == 0x20:
            live |= 1 << step.number
        elif op in (0x21, 0x22):
            live &= ~(1 << step.number)
        elif op == 0x0C:
            live = labels[-1 - step.number]
        elif op == 0x0D:
            live |= labels[-1 - step.number]
        elif op in (0x00, 0x0F):
            live = 0
        elif n in found:
            found[n] |= live
        n -= 1
    return live
