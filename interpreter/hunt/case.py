"""A scenario in the making: its lines as text, and what was answered and thrown, to be written and read again."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from dataclasses import dataclass, field, replace

_GIVEN = re.compile(r"(given (?:any )?\w+ \w+):\s*(.*)$")
_ONE = re.compile(r"given [\w.]+\.(\w+) = ")
_NAME = re.compile(r"[a-z_]\w*$")
PER_LINE = 4  # answers of one side in a line


@dataclass(frozen=True, slots=True)
class Said:
    """An answer as a scenario writes it: ``form`` is ``chooses``, ``may`` or ``orders``."""

    seat: str
    form: str
    text: str


@dataclass(frozen=True, slots=True)
class Case:
    """The lines of a scenario.  ``head``: options and settings, ``lines``: what is given and done, in order; answers and dice stand before
    the first thing that is done."""

    head: tuple[str, ...]
    lines: tuple[str, ...]
    answers: tuple[Said, ...] = ()
    dice: tuple[tuple[str, int], ...] = ()

    def written(self, name: str, french: str = "") -> str:
        """The whole scenario, ready to be put into a file; ``french``: its title in French."""
        body = list(self.head)
        told = False
        for line in self.lines:
            if not told and acts(line):
                body += [*answer_lines(self.answers), *dice_lines(self.dice)]
                told = True
            body.append(line)
        shown = "".join(f"    {line}\n" for line in body)
        return f'scenario "{name}":\n    title fr "{french or name}"\n{shown}'

    def smaller(self, held: Container[str] = ()) -> Iterable[Case]:
        """The same with something left out: a line, or part of what is given; the large parts first.

        ``held``: fields that hold something or nothing; what is given them stays with its row, as without it that stands nowhere.
        """
        done = [n for n, line in enumerate(self.lines) if acts(line)]
        plain = [n for n, line in enumerate(self.lines) if n not in done and field_of(line) not in held]
        size = len(plain) // 2
        while size >= 1:
            for first in range(0, len(plain), size):
                out = set(plain[first : first + size])
                yield replace(self, lines=tuple(line for n, line in enumerate(self.lines) if n not in out))
            size //= 2
        for n in done if len(done) > 1 else ():
            yield replace(self, lines=(*self.lines[:n], *self.lines[n + 1 :]))
        for n in range(len(self.head)):
            yield replace(self, head=(*self.head[:n], *self.head[n + 1 :]))
        for n, line in enumerate(self.lines):
            for shorter in with_less(line, held):
                yield replace(self, lines=(*self.lines[:n], shorter, *self.lines[n + 1 :]))

    def chosen(self, options: Iterable[tuple[str, str]]) -> Case:
        """The same with options, those that it has itself left as they are."""
        own = {line.split()[1] for line in self.head if line.startswith("option ")}
        more = tuple(f"option {name} = {value}" for name, value in options if name not in own)
        return replace(self, head=(*more, *self.head))

    @property
    def below(self) -> int:
        """How many lines it has below its name and its title."""
        return len(self.written("x").splitlines()) - 2

    @property
    def size(self) -> int:
        """How long it is: what shrinking makes less."""
        parts = sum(1 + line.count(", ") for line in (*self.head, *self.lines))
        return parts + len(self.answers) + len(self.dice)


@dataclass(slots=True)
class Told:
    """What was answered and thrown in a trial, in order."""

    answers: list[Said] = field(default_factory=list)
    dice: list[tuple[str, int]] = field(default_factory=list)


def acts(line: str) -> bool:
    """Does something happen in this line?"""
    return line.startswith(("do ", "play"))


def field_of(line: str) -> str:
    """The field that a line gives a value, if it is one of a row that is there already."""
    found = _ONE.match(line)
    return found[1] if found is not None else ""


def with_less(line: str, held: Container[str] = ()) -> Iterable[str]:
    """What a line gives, with one value less each time."""
    found = _GIVEN.match(line)
    if found is None:
        return
    parts = values_of(found[2])
    for n in range(len(parts)):
        if parts[n].partition(" ")[0] in held:
            continue
        rest = [*parts[:n], *parts[n + 1 :]]
        yield f"{found[1]}: {', '.join(rest)}" if rest else found[1]


def values_of(said: str) -> list[str]:
    """The values of a line, which are parted by commas outside of brackets."""
    out, depth, now = [], 0, ""
    for sign in said:
        depth += (sign == "(") - (sign == ")")
        if sign == "," and not depth:
            out.append(now.strip())
            now = ""
        else:
            now += sign
    return [*out, now.strip()] if now.strip() else out


def answer_lines(answers: Iterable[Said]) -> list[str]:
    """Answers in their order, those of one side that follow each other in one line."""
    out: list[str] = []
    last, count = None, 0
    for said in answers:
        joined = said.form != "may" and (said.seat, said.form) == last and count < PER_LINE
        if joined:
            out[-1] += f"; {said.text}"
        else:
            out.append(f"{said.seat} {said.form} {said.text}")
        last, count = (said.seat, said.form), count + 1 if joined else 1
    return out


def dice_lines(dice: Iterable[tuple[str, int]]) -> list[str]:
    """All dice in one line."""
    shown = [f"{label}: {face}" if _NAME.match(label) else str(face) for label, face in dice]
    return [f"dice {', '.join(shown)}"] if shown else []
