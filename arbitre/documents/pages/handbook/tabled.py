"""Tables of chapters: the members of a kind with their figures, and values by what they depend on."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from arbitre.documents.language.base import capital
from arbitre.documents.pages.handbook.examples import books_of, measured
from arbitre.documents.pages.reference.chances import plain
from arbitre.documents.pages.reference.things import Material, given
from arbitre.documents.prose.lists import Lines
from arbitre.documents.prose.things import Things
from arbitre.documents.prose.writer import Pen, Writer
from arbitre.dsl import tree as t
from arbitre.dsl.lower.display.tabled import cell_of, number_of, values_of
from arbitre.dsl.resolve.types import Ty


class Tables(Writer):
    """Writes them; every number in them is one of the rules."""

    def __init__(self, pen: Pen, nouns: Things, material: Material) -> None:
        super().__init__(pen)
        self.nouns, self.material = nouns, material

    def table(self, part: t.ChapterPart, margin: str) -> Lines:
        """The table of a line of a chapter; nothing where the rules, as they are played, give none."""
        tabled = part.tabled
        if tabled is None:
            return []
        lines = self.rows(tabled, str(tabled.kind)) if tabled.kind is not None else self.grid(part, tabled)
        if not lines:
            return []
        caption = [f"**{self.titles.pair(part.said)}**{margin}", ""] if part.said is not None else []
        return [*caption, '<div class="wide tabled" tabindex="0" markdown>', "", *lines, "", "</div>", ""]

    def rows(self, tabled: t.Tabled, kind: str) -> Lines:
        """A row for each member of a kind."""
        domain = self.book.domain(kind)
        if domain is None:
            return []
        every = {f.name: f for f in self.book.program.fields if f.domain == domain.index}
        columns = [every[str(c)] for c in tabled.columns if str(c) in every] or self.material.columns(kind)
        columns = [c for c in columns if given(c)]
        head = [capital(self.titles.kind(kind)), *(self.material.column_title(kind, c) for c in columns)]
        lines = [row_of(head), "|---|" + ("--:|" if columns else "") * len(columns)]
        for number, row in enumerate(domain.rows):
            name = self.material.row(domain, row) if self.book.carded(kind) else self.titles.member(kind, row)
            lines.append(row_of([f"**{name}**", *(self.material.figure(c, given(c)[number]) for c in columns)]))
        return lines

    def grid(self, part: t.ChapterPart, tabled: t.Tabled) -> Lines:
        """A value in each cell; of one axis, a row for each of its values."""
        found = [values_of(axis, self.book.symbols) for axis in tabled.axes]
        axes = [values for values in found if values]
        if len(axes) < len(tabled.axes):
            return []
        scenario = next((s for s in self.book.rulebook.scenarios if s.name == part.scenario), None)
        if part.scenario and scenario is None:
            return []
        percent = isinstance(tabled.value, t.ChanceOf)
        cells = {}
        for at in product(*(range(len(values)) for values in axes)):
            got = measured(books_of(self.book), cell_of(part, scenario, [values[n] for values, n in zip(axes, at, strict=True)]))
            cells[at] = self.shown(*got, percent) if got is not None else "–"
        if all(cell == "–" for cell in cells.values()):
            return []
        called = [self.axis(axis) for axis in tabled.axes]
        if len(axes) == 1:
            what = capital(plain(self.language.bare_of(self.nouns.thing(tabled.value, self.scopes.of_params([])))))
            lines = [row_of([called[0], what]), "|---|--:|"]
            return [*lines, *(row_of([f"**{self.said(v)}**", cells[n,]]) for n, v in enumerate(axes[0]))]
        head = row_of([f"{called[0]} ↓ {called[1]} →", *(self.said(v) for v in axes[1])])
        lines = [head, "|---|" + ":-:|" * len(axes[1])]
        return [*lines, *(row_of([f"**{self.said(v)}**", *(cells[n, m] for m in range(len(axes[1])))]) for n, v in enumerate(axes[0]))]

    def axis(self, axis: t.Axis) -> str:
        """What an axis is called: by its author, else by its name or its field."""
        if axis.title is not None:
            return self.titles.pair(axis.title)
        word = axis.what.word if isinstance(axis.what, (t.Name, t.Dot)) else ""
        return capital(self.titles.plain(str(word)))

    def said(self, value: t.Expr) -> str:
        """A number or a member, at the head of a row or a column."""
        number = number_of(value)
        if number is not None:
            return str(number).replace("-", "−")
        word = str(value.word) if isinstance(value, t.Name) else ""
        domain, row = self.book.symbols.members[word][0]
        return self.titles.member(self.book.program.domains[domain].name, self.book.program.domains[domain].rows[row])

    def shown(self, value: int | Fraction, type_: Ty, percent: bool) -> str:
        """What stands in a cell."""
        if type_.kind == "flag":
            return self.l("yes") if value else "–"
        if type_.kind == "row":
            domain = self.book.program.domains[type_.domain]
            return self.titles.member(domain.name, domain.rows[int(value)]) if 0 <= value < len(domain.rows) else "–"
        return self.language.percent(float(value)) if percent else str(value).replace("-", "−")


def row_of(cells: list[str]) -> str:
    """A row of a table."""
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
