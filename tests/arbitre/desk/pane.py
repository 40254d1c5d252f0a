"""A picture of an editor's pane, drawn of nothing but what a language server answered: colours, squiggles, lenses, fixes, messages."""

from __future__ import annotations

import html
import textwrap
from dataclasses import dataclass, field
from itertools import pairwise

from lsprotocol import types as lsp

from arbitre.desk.texts import SORTS

WIDE, HIGH, LEFT, COLUMNS = 7.8, 20, 52, 112  # of a letter, of a line, of the numbers; letters in a line
INK = {
    "keyword": ("#7a3e9d", "#c792ea"), "comment": ("#5d6b6b", "#93a1a1"), "string": ("#3d6b21", "#b5d68a"),
    "number": ("#9c5d27", "#f2b077"),
    "operator": ("#24292f", "#d6dbe1"), "decorator": ("#8a6100", "#e0c060"), "event": ("#0b5cad", "#82aaff"),
    "function": ("#0b5cad", "#82aaff"), "property": ("#24606b", "#7fd1de"), "enumMember": ("#9c2f5a", "#f78fb3"),
    "type": ("#1d6e52", "#6fd6ac"), "variable": ("#24292f", "#d6dbe1"),
}  # fmt: skip
PAPER = {
    "ink": ("#24292f", "#d6dbe1"), "paper": ("#ffffff", "#1f2430"), "faint": ("#5f6b76", "#98a3b0"), "edge": ("#c4ccd4", "#47505e"),
    "bad": ("#c0271d", "#ff8a80"), "odd": ("#8f5b00", "#f0bf4c"), "good": ("#1d6e3b", "#7fd99b"), "told": ("#f3f5f8", "#2a3140"),
    "first": ("#dbe7f7", "#3a4a66"),
}  # fmt: skip


@dataclass(slots=True)
class Pane:
    """What is shown.  ``first`` and ``last``: lines from 0; ``cursor``: where one types; ``menu``: the fixes offered there."""

    name: str
    text: str
    tokens: list[int]
    first: int
    last: int
    lenses: list[lsp.CodeLens] = field(default_factory=list)
    faults: list[lsp.Diagnostic] = field(default_factory=list)
    cursor: lsp.Position | None = None
    menu: list[str] = field(default_factory=list)
    message: str = ""


def drawn(pane: Pane, title: str) -> str:
    """The pane as SVG, with all that it shows in its description too."""
    return _Drawing(pane).whole(title)


def coloured(data: list[int]) -> dict[int, list[tuple[int, int, str]]]:
    """Semantic tokens by their line: column, length, sort."""
    out: dict[int, list[tuple[int, int, str]]] = {}
    line = column = 0
    for at in range(0, len(data), 5):
        down, right, length, sort = data[at : at + 4]
        line, column = line + down, (0 if down else column) + right
        out.setdefault(line, []).append((column, length, SORTS[sort]))
    return out


class _Drawing:
    def __init__(self, pane: Pane) -> None:
        self.pane, self.lines = pane, pane.text.split("\n")
        self.colours = coloured(pane.tokens)
        self.y = HIGH * 1.5 + 14
        self.out: list[str] = []
        self.said: list[str] = []

    def whole(self, title: str) -> str:
        pane = self.pane
        for line in range(pane.first, pane.last + 1):
            above = [lens.command.title for lens in pane.lenses if lens.range.start.line == line and lens.command is not None]
            if above:
                self.words(LEFT, " | ".join(above), "faint", 11.5)
                self.said.append(f"({' | '.join(above)})")
                self.y += HIGH - 3
            self.line(line)
            for fault in (fault for fault in pane.faults if fault.range.start.line == line):
                self.fault(fault)
            if pane.cursor is not None and pane.cursor.line == line and pane.menu:
                self.menu(pane.cursor.character)
        if pane.message:
            self.y += 6
            self.box([pane.message], LEFT, "good")
        wide, high = round(LEFT + WIDE * COLUMNS), round(self.y + 4)
        said = html.escape("\n".join(self.said))
        rules = "".join(f".{name}{{fill:{light}}}" for name, (light, _) in (INK | PAPER).items())
        dark = "".join(f".{name}{{fill:{night}}}" for name, (_, night) in (INK | PAPER).items())
        lines = [f".s-{name}{{fill:none;stroke:{PAPER[name][0]}}}" for name in ("bad", "odd", "good", "edge")]
        night = [f".s-{name}{{fill:none;stroke:{PAPER[name][1]}}}" for name in ("bad", "odd", "good", "edge")]
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="t d" viewBox="0 0 {wide} {high}" width="{wide}" '
            f'height="{high}">',
            f'<title id="t">{html.escape(title)}</title>', f'<desc id="d">{said}</desc>',
            f"<style>text{{font-family:'DejaVu Sans Mono',Menlo,Consolas,monospace;font-size:13px;white-space:pre}}{rules}{''.join(lines)}"
            f"@media (prefers-color-scheme:dark){{{dark}{''.join(night)}}}</style>",
            f'<rect class="paper" width="{wide}" height="{high}" rx="6"/>',
            f'<rect class="s-edge" x=".5" y=".5" width="{wide - 1}" height="{high - 1}" rx="6"/>',
            f'<text class="faint" x="14" y="20">{html.escape(pane.name)}</text>',
            f'<path class="s-edge" d="M0 30.5H{wide}"/>', *self.out, "</svg>",
        ]) + "\n"  # fmt: skip

    def words(self, x: float, said: str, ink: str, size: float = 13) -> None:
        small = f' style="font-size:{size}px"' if size != 13 else ""
        self.out.append(f'<text class="{ink}" x="{x:.1f}" y="{self.y:.1f}"{small}>{html.escape(said)}</text>')

    def line(self, number: int) -> None:
        """A line with its number, each word in its colour; every word has a place of its own, so that no font moves it."""
        text = self.lines[number]
        self.said.append(text)
        self.words(LEFT - 12 - WIDE * len(str(number + 1)), str(number + 1), "faint")
        spans = self.colours.get(number, [])
        marks = sorted({0, len(text), *(column for column, _, _ in spans), *(column + length for column, length, _ in spans)})
        for start, end in pairwise(marks):
            if text[start:end].strip():
                sort = next((sort for column, length, sort in spans if column <= start < column + length), "ink")
                skipped = len(text[start:end]) - len(text[start:end].lstrip())
                x, part = LEFT + WIDE * (start + skipped), text[start:end].strip()
                self.out.append(
                    f'<text class="{sort}" x="{x:.1f}" y="{self.y:.1f}" textLength="{WIDE * len(part):.1f}">{html.escape(part)}</text>'
                )
        for fault in self.pane.faults:
            if fault.range.start.line == number:
                self.squiggle(fault)
        cursor = self.pane.cursor
        if cursor is not None and cursor.line == number:
            x = LEFT + WIDE * cursor.character
            self.out.append(f'<rect class="ink" x="{x:.1f}" y="{self.y - 12:.1f}" width="1.5" height="15"/>')
            if self.pane.menu:
                self.bulb()
        self.y += HIGH

    def squiggle(self, fault: lsp.Diagnostic) -> None:
        start = fault.range.start.character
        end = fault.range.end.character if fault.range.end.line == fault.range.start.line else len(self.lines[fault.range.start.line])
        x, waves = LEFT + WIDE * start, max(2, round(WIDE * max(1, end - start) / 4))
        d = "".join(f"L{x + 4 * n + 4:.1f} {self.y + (2 if n % 2 else 5):.1f}" for n in range(waves))
        self.out.append(f'<path class="s-{self.ink(fault)}" stroke-width="1.4" d="M{x:.1f} {self.y + 2:.1f}{d}"/>')

    def fault(self, fault: lsp.Diagnostic) -> None:
        self.box([f"{fault.message} ({fault.code})"], LEFT + WIDE * 2, self.ink(fault))

    @staticmethod
    def ink(fault: lsp.Diagnostic) -> str:
        return "bad" if fault.severity == lsp.DiagnosticSeverity.Error else "odd"

    def box(self, said: list[str], x: float, ink: str) -> None:
        """What is told, with a stroke in its colour before it."""
        lines = [line for one in said for part in one.split("\n") for line in textwrap.wrap(part, COLUMNS - 10)]
        high = 17 * len(lines) + 8
        self.out.append(f'<rect class="told" x="{x}" y="{self.y - 13:.1f}" width="{WIDE * (COLUMNS - 6):.1f}" height="{high}" rx="3"/>')
        self.out.append(f'<rect class="{ink}" x="{x}" y="{self.y - 13:.1f}" width="4" height="{high}"/>')
        self.y += 3
        for line in lines:
            self.said.append(line)
            self.words(x + 12, line, "ink", 12)
            self.y += 17
        self.y += 8

    def bulb(self) -> None:
        x, y = 12, self.y - 5
        self.out.append(
            f'<circle class="odd" cx="{x}" cy="{y:.1f}" r="5"/><rect class="odd" x="{x - 2.5}" y="{y + 4:.1f}" width="5" height="4"/>'
        )

    def menu(self, column: int) -> None:
        """The fixes, the one that is surely meant first."""
        x = LEFT + WIDE * min(column, 50)
        wide = WIDE * (4 + max(len(said) for said in self.pane.menu))
        high = 20 * len(self.pane.menu) + 8
        top = self.y - 13
        self.out.append(f'<rect class="told" x="{x:.1f}" y="{top:.1f}" width="{wide:.1f}" height="{high}" rx="4"/>')
        self.out.append(f'<rect class="first" x="{x + 3:.1f}" y="{top + 4:.1f}" width="{wide - 6:.1f}" height="20" rx="3"/>')
        self.out.append(f'<rect class="s-edge" x="{x:.1f}" y="{top:.1f}" width="{wide:.1f}" height="{high}" rx="4"/>')
        self.y += 5
        for said in self.pane.menu:
            self.words(x + 12, said, "ink", 12.5)
            self.said.append(f"> {said}")
            self.y += 20
        self.y += 6
