"""A scenario in the making: its lines as text, and what was answered and thrown, to be written and read again."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
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
class Part:
    """Items of a case that can be left out, by their positions.  ``sort``: ``head``, ``lines``, or the ``values`` of a ``line``."""

    sort: str
    items: list[int]
    line: int = -1


@dataclass(frozen=True, slots=True)
class Case:
    """The lines of a scenario.  ``head``: options and settings, ``lines``: what is given and done, in order; answers and dice stand before
    the first thing that is done."""

    head: tuple[str, ...]
    lines: tuple[str, ...]
    answers: tuple[Said, ...] = ()
    dice: tuple[tuple[str, int], ...] = ()

    def written(self, name: str, titles: Mapping[str, str] | None = None) -> str:
        """The whole scenario, ready to be put into a file; ``titles``: what it is called in more languages than that of its name."""
        body = list(self.head)
        told = False
        for line in self.lines:
            if not told and acts(line):
                body += [*answer_lines(self.answers), *dice_lines(self.dice)]
                told = True
            body.append(line)
        shown = "".join(f"    {line}\n" for line in body)
        more = " ".join(f'{code} "{title}"' for code, title in (titles or {}).items())
        return f'scenario "{name}":\n{f"    title {more}{chr(10)}" if more else ""}{shown}'

    def parts(self, held: Container[str] = ()) -> Iterator[Part]:
        """What can be left out: lines that give something, lines that do something unless there is but one, options and settings; then the
        values of each line.

        ``held``: fields that hold something or nothing; what is given them stays with its row, as without it that stands nowhere.
        """
        done = [n for n, line in enumerate(self.lines) if acts(line)]
        yield Part("lines", [n for n, line in enumerate(self.lines) if not acts(line) and field_of(line) not in held])
        if len(done) > 1:
            yield Part("lines", done)
        yield Part("head", list(range(len(self.head))))
        for n, line in enumerate(self.lines):
            found = _GIVEN.match(line)
            if found is not None:
                values = values_of(found[2])
                yield Part("values", [at for at, value in enumerate(values) if value.partition(" ")[0] not in held], n)

    def without(self, part: Part, out: Container[int]) -> Case:
        """The same without some items of a part."""
        if part.sort == "head":
            return replace(self, head=tuple(line for n, line in enumerate(self.head) if n not in out))
        if part.sort == "lines":
            return replace(self, lines=tuple(line for n, line in enumerate(self.lines) if n not in out))
        found = _GIVEN.match(self.lines[part.line])
        assert found is not None
        rest = [value for n, value in enumerate(values_of(found[2])) if n not in out]
        shorter = f"{found[1]}: {', '.join(rest)}" if rest else found[1]
        return replace(self, lines=(*self.lines[: part.line], shorter, *self.lines[part.line + 1 :]))

    def chosen(self, options: Iterable[tuple[str, str]]) -> Case:
        """The same with options, those that it has itself left as they are."""
        own = {line.split()[1] for line in self.head if line.startswith("option ")}
        more = tuple(f"option {name} = {value}" for name, value in options if name not in own)
        return replace(self, head=(*more, *self.head))

    @property
    def below(self) -> int:
        """How many lines it has below its name and its title."""
        return len(self.written("x").splitlines()) - 1

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
    """Answers, those of one side in their order; each side has its own, so that others between them do not part them."""
    out: list[str] = []
    last: dict[str, tuple[int, str, int]] = {}  # of each side its last line, the form of that, how many answers are in it
    for said in answers:
        at, form, count = last.get(said.seat, (0, "", 0))
        if said.form != "may" and said.form == form and count < PER_LINE:
            out[at] += f"; {said.text}"
            last[said.seat] = at, form, count + 1
        else:
            last[said.seat] = len(out), said.form, 1
            out.append(f"{said.seat} {said.form} {said.text}")
    return out


def dice_lines(dice: Iterable[tuple[str, int]]) -> list[str]:
    """All dice in one line."""
    shown = [f"{label}: {face}" if _NAME.match(label) else str(face) for label, face in dice]
    return [f"dice {', '.join(shown)}"] if shown else []


def in_languages(said: Mapping[str, str], languages: Sequence[str]) -> tuple[str, dict[str, str]]:
    """What something is called in the languages of a game, in English where a language is not at hand: in its first one, and in others."""
    first, *more = [(code, said.get(code, said["en"])) for code in languages]
    return first[1], dict(more)
