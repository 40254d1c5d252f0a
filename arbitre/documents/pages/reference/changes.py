"""What a variant or an extension changes against its base, and only that."""

from __future__ import annotations

from arbitre.documents.language.base import capital
from arbitre.documents.model.book import slug
from arbitre.documents.model.scope import Scope
from arbitre.documents.pages.handbook.cards import Cards
from arbitre.documents.pages.handbook.examples import Examples, play_all
from arbitre.documents.pages.handbook.turn import Turns
from arbitre.documents.pages.reference.chances import Dice
from arbitre.documents.pages.reference.clauses import Front
from arbitre.documents.pages.reference.declarations import Declarations
from arbitre.documents.pages.reference.endings import Endings
from arbitre.documents.pages.reference.entries import Entries
from arbitre.documents.pages.reference.rules import Rules
from arbitre.documents.pages.reference.things import Material
from arbitre.documents.prose.conditions import Conditions
from arbitre.documents.prose.lists import Lines
from arbitre.documents.prose.things import Things
from arbitre.documents.prose.writer import Pen, Writer
from arbitre.dsl import tree as t
from arbitre.dsl.core.languages import is_language
from arbitre.dsl.modules.edits import flat


class Changes(Writer):
    """Writes the pages of a variant."""

    def __init__(
        self,
        pen: Pen,
        nouns: Things,
        conditions: Conditions,
        entries: Entries,
        declarations: Declarations,
        dice: Dice,
        rules: Rules,
        material: Material,
        cards: Cards,
        endings: Endings,
        turns: Turns,
        examples: Examples,
        front: Front,
    ) -> None:
        super().__init__(pen)
        self.nouns = nouns
        self.conditions = conditions
        self.entries = entries
        self.declarations = declarations
        self.dice = dice
        self.rules = rules
        self.material = material
        self.cards = cards
        self.endings = endings
        self.turns = turns
        self.examples = examples
        self.front = front

    def own(self) -> list[t.Decl]:
        """Declarations of the files that the base does not have, as they are written."""
        return flat([f for f in self.book.rulebook.files if f.path in self.book.own_files])

    def changes(self, link: str, level: int = 2) -> Lines:
        base = self.front.base_title()
        out = [self.l("changes.intro", base=base, link=link), ""]
        groups: dict[str, Lines] = {k: [] for k in ("removed", "replaced", "steps", "options", "things", "rows", "rules", "added")}
        for decl in self.own():
            if decl.owner:
                continue
            key, lines = self.change(decl, level + 1)
            if lines:
                groups[key] += lines
        for key, lines in groups.items():
            if lines:
                out += [f"{'#' * level} {self.l('changes.' + key)} {{ #changes-{key} }}", "", *lines, ""]
        if not any(groups.values()):
            out += [self.l("changes.none"), ""]
        return out

    def change(self, decl: t.Decl, level: int) -> tuple[str, Lines]:
        """Under which heading a change stands, and how it reads."""
        match decl:
            case t.Replace():
                return "replaced", self.replaced(decl.decl, level)
            case t.ReplaceRow():
                title = self.say("ReplaceRow", what=self.language.quote(self.path(decl.path)))
                if decl.span is not None:
                    title += f" ({self.say('ReplaceRow.span', span=self.dice.span(decl.span))})"
                scope = self.path_scope(decl.path)
                return "replaced", [
                    f"{'#' * level} {title} {{ #changes-{slug('-'.join(map(str, decl.path)))} }}",
                    "",
                    *self.entries.steps(decl.body, scope),
                    *self.entries.meta(decl, used=False),
                ]
            case t.Sheet():
                chapter = next((d for d in self.book.of(t.Chapter) if d.name == decl.name), decl)
                title = self.language.quote(self.titles.of(chapter))
                return "replaced", [f"- {self.say('Sheet', name=title)}"]
            case t.Remove():
                what = self.removed(decl.path)
                if decl.because is not None:
                    return "removed", [f"- {self.say('Remove.because', what=what, reason=self.titles.pair(decl.because))}"]
                return "removed", [f"- {self.say('Remove', what=what)}"]
            case t.Insert():
                return "steps", self.inserted(decl)
            case t.Reorder():
                return "steps", [self.reordered(decl), ""]
            case t.Option():
                return "options", self.endings.option_section(decl, level)
            case t.Kind():
                return "things", self.new_kind(decl, level)
            case t.DataTable():
                return "rows", self.new_rows(decl, level)
            case t.Member():
                return "things", self.cards.card(str(decl.kind), str(decl.name), level) if self.book.domain(
                    str(decl.kind)
                ) is not None else []
            case t.Hook():
                return "rules", self.declarations.hook(decl)
            case t.Adjust():
                return "added", self.declarations.adjust(decl)
            case t.Agenda():
                return "rules", self.turns.agenda(decl)
            case t.Ranking():
                return "rules", [self.entries.heading(level, decl), "", *self.endings.ranking(decl)]
            case t.Always():
                return "rules", [*self.declarations.law(decl), ""]
            case t.Grid():
                return "rules", self.rules.grid(decl)
            case t.Event() | t.Action() | t.Define() | t.Condition() | t.Test() | t.Contest() | t.Table():
                return "rules", self.rules.rule(decl, level)
        return "rules", []

    def removed(self, path: str) -> str:
        """What a path names, between quotes; of adjustments who made them, and about what."""
        quote, adjusted = self.language.quote, path.removeprefix("adjust ")
        if adjusted == path:
            return quote(self.path(path))
        by, _, what = adjusted.rpartition(".")
        return self.say("Remove.adjust", by=quote(self.path(by)), what=quote(self.path(what)))

    def path(self, path: str) -> str:
        """The title of what a path names."""
        base = self.book.base.decls if self.book.base is not None else []
        from arbitre.dsl.modules.edits import key_of

        for decl in [*base, *self.book.decls]:
            if key_of(decl) == path and getattr(decl, "title", None) is not None:
                return self.titles.of(decl)
            for part in getattr(decl, "steps", None) or getattr(decl, "rows", None) or []:
                if f"{getattr(decl, 'name', '')}.{part.name}" == path:
                    title = self.titles.pair(part.title) if part.title is not None else capital(self.titles.plain(str(part.name)))
                    return f"{self.titles.of(decl)} → {title}"
        last = path.rsplit(".", 1)[-1]
        found = self.book.members(last)
        return self.titles.member(found[0][0].name, last) if found else self.titles.plain(last)

    def path_scope(self, path: str) -> Scope:
        owner = path.rsplit(".", 1)[0]
        decl = self.book.find(owner, t.Table, t.Agenda)
        if isinstance(decl, t.Agenda):
            return self.endings.agenda_scope(decl)
        return self.scopes.of_params(decl.params) if decl is not None else Scope()

    def replaced(self, decl: t.Decl, level: int) -> Lines:
        """The new text of a replaced declaration; the place in the effective rulebook is the same."""
        if isinstance(decl, t.Kind):
            return self.material.kind_section(str(decl.name))
        if isinstance(decl, t.DataTable):
            return [
                f"{'#' * level} {self.say('DataTable', kinds=self.titles.kinds(str(decl.kind)))} {{ #changes-of-{decl.kind} }}",
                "",
                *self.material.rows_table(str(decl.kind)),
            ]
        return self.change(decl, level)[1]

    def inserted(self, decl: t.Insert) -> Lines:
        owner = decl.path.rpartition(".")[0]
        agenda = self.book.find(owner, t.Agenda)
        title = self.link(self.titles.of(agenda), agenda) if agenda is not None else owner
        out = [self.where(decl, title), ""]
        if agenda is not None:
            for number, found in enumerate(agenda.steps, 1):
                if any(found.place == s.place for s in decl.steps):
                    out += self.turns.step_section(agenda, found, number, self.endings.agenda_scope(agenda))
        return out

    def where(self, decl: t.Insert, agenda: str) -> str:
        """Where steps are put in, and how they stand to those of other files."""
        order = "".join(self.say("Beside.before" if b.before else "Beside.after", step=self.step(b.path)) for b in decl.orders)
        return self.say("Insert.before" if decl.before else "Insert.after", step=self.step(decl.path), agenda=agenda, order=order)

    def reordered(self, decl: t.Reorder) -> str:
        """The order of two steps that files put in at one place."""
        owner = decl.path.rpartition(".")[0]
        agenda = self.book.find(owner, t.Agenda)
        title = self.link(self.titles.of(agenda), agenda) if agenda is not None else owner
        key = "Reorder.before" if decl.beside.before else "Reorder.after"
        return self.say(key, first=self.step(decl.path), second=self.step(decl.beside.path), agenda=title)

    def step(self, path: str) -> str:
        return self.nouns.steps.named(path.rpartition(".")[2])

    def new_kind(self, decl: t.Kind, level: int) -> Lines:
        kind = str(decl.name)
        first = self.book.kinds.get(kind, [decl])[0]
        if first.place.file in self.book.own_files and first is decl:
            return self.material.kind_section(kind)
        if not decl.fields and not decl.members:
            return []
        out = [f"{'#' * level} {capital(self.titles.kind(kind))} {{ #more-{slug(kind)} }}", ""]
        if decl.fields:
            out += self.material.field_table(kind, decl.fields)
        if decl.members:
            out += [self.language.sentence(self.language.list([self.titles.member(kind, str(m)) for m in decl.members])), ""]
        return out

    def new_rows(self, decl: t.DataTable, level: int) -> Lines:
        kind = str(decl.kind)
        out = [
            f"{'#' * level} {capital(self.titles.kinds(kind))} {{ #rows-{slug(kind)} }}",
            "",
            '<div class="wide" tabindex="0" markdown>',
            "",
        ]
        scope, kept = Scope(), {self.language.code}
        for position, line in enumerate(decl.lines):
            cells = [
                self.head(kind, c) if not position else self.rules.cell(c, scope)
                for head, c in zip(decl.lines[0].cells, line.cells, strict=False)
                if (word := str(getattr(head, "word", ""))) in kept or self.book.field(kind, word) is not None or not is_language(word)
            ]
            out.append("| " + " | ".join(cells) + " |")
            if not position:
                out.append("|" + "---|" * len(cells))
        return [*out, "", "</div>", ""]

    def head(self, kind: str, cell: object) -> str:
        word = str(getattr(cell, "word", ""))
        field = self.book.field(kind, word)
        if field is None and (word in ("name", "sign") or is_language(word)):
            return self.l(f"col.{word}" if word in ("name", "sign") else "col.title")
        return self.titles.of(field) if field is not None else capital(self.titles.plain(word))

    def own_examples(self) -> Lines:
        """The scenarios of the files of its own."""
        played = [p for p in play_all(self.book) if p.scenario.place.file in self.book.own_files]
        if not played:
            return []
        out = [f"## {self.l('changes.examples')} {{ #examples }}", ""]
        for one in played:
            lines = (
                self.examples.question_section(one) if any(s.form == "measure" for s in one.scenario.scenes) else self.examples.example(one)
            )
            out += [f"#{line}" if line.startswith("## ") else line for line in lines]
        return out
