"""What authors wrote for the table: the lines of the quick reference, the phases of a turn, and the values in their braces."""

from __future__ import annotations

import html
import re

from arbitre.documents.language.base import capital
from arbitre.documents.model.book import slug
from arbitre.documents.prose.lists import Lines
from arbitre.documents.prose.writer import Writer
from arbitre.dsl import tree as t
from arbitre.dsl.core.constant_folding import fold
from arbitre.dsl.modules.chapters import in_order

SHOWN = ("sheet", "turn")  # lines of a chapter that stand on the quick reference, and not on its page
HEADS = 2  # rules that a head names


class Glance(Writer):
    """Writes what is read at a glance."""

    def prose(self, pair: t.Text | None) -> str:
        """A text of the author, the values in its braces as they are in this rulebook; what stands in stars is stressed."""
        if pair is None:
            return ""
        values = iter(self.book.values_in(pair, self.language.code))
        said = re.sub(r"\\\*(\S[^*\n]*?)\\\*", r"*\1*", self.titles.pair(pair))
        return re.sub(r"\{[^{}]*\}", lambda _: self.value(next(values, None)), said)

    def value(self, expr: t.Expr | None) -> str:
        """What is known before the match: a number, or what a member is called."""
        for bound in self.book.bounds:
            found = bound.context.resolution.expressions.get(id(expr)) if expr is not None else None
            if found is not None:
                _, made, type_ = found
                value = fold(made, bound.symbols.fields, bound.context.functions)
                if value is None:
                    continue
                if type_.kind == "row":
                    domain = bound.program.domains[type_.domain]
                    return self.titles.member(domain.name, domain.rows[value])
                return str(value)
        return "?"

    def folded(self, option: str, lines: Lines) -> Lines:
        """What is no rule of the game as it is played, with the option that would make it one."""
        title = self.titles.of(self.chosen.options[option])
        summary = f"<summary>{self.l('optional')}{self.say('colon')}{title}</summary>"
        return [f'<details class="optional" data-option="{option}" markdown>', summary, "", *lines, "", "</details>", ""]

    def choice(self) -> Lines:
        """The options that fold something of these pages, to be ticked; without a script they are opened one by one."""
        named = [o for o in self.chosen.options if o in self.chosen.folding()]
        if not named:
            return []
        boxes = "".join(
            f'<label><input type="checkbox" name="{name}"> {html.escape(self.titles.of(self.chosen.options[name]))}</label>'
            for name in named
        )
        game = html.escape(str(self.book.rulebook.name), quote=True)
        legend = f"<legend>{self.l('optional.table')}</legend>"
        out = f'<form class="choice" hidden data-game="{game}"><fieldset>{legend}{boxes}<output></output></fieldset></form>'
        return [out, ""]

    def table(self) -> Lines:
        """What this table plays otherwise than the standard game."""
        other = self.chosen.other()
        if not other:
            return []
        said = [f"{self.titles.of(self.chosen.options[name])}{self.say('colon')}{self.option_value(name, v)}" for name, v in other.items()]
        return [f"*{self.l('optional.table')}{self.say('colon')}{self.language.semicolons(said)}.*", ""]

    def option_value(self, option: str, value: str) -> str:
        if value in ("true", "false"):
            return self.l("yes" if value == "true" else "no")
        found = self.book.members(value)
        return self.titles.member(found[0][0].name, value) if found else value

    def chapters(self) -> list[t.Chapter]:
        """Every chapter in its order, those of the game that this one extends too."""
        return in_order(self.book.of(t.Chapter))

    def written(self, form: str) -> list[tuple[t.Chapter, list[t.ChapterPart]]]:
        """Lines of the sheet or of the turn by chapter, sections with theirs.  What a game says again of the rules it extends is said
        in place of what was said of them."""
        every = self.chapters()
        own = [c for c in every if c.place.file in self.book.own_files]
        last = {names_of(p): p for c in (*every, *own) for p in c.parts if p.form == form and p.told}
        homes = {str(c.name): c for c in every}
        out: dict[str, tuple[t.Chapter, list[t.ChapterPart]]] = {}
        for chapter in every:
            home = homes.get(str(chapter.where), chapter) if chapter.placed == "in" else chapter
            found = [last.pop(names_of(p), None) if p.told else p for p in chapter.parts if p.form == form]
            if any(found):
                out.setdefault(str(home.name), (home, []))[1].extend(p for p in found if p is not None)
        return list(out.values())

    def phases(self) -> Lines:
        """The phases that a player must know, in their order; none if the author tells of none."""
        parts = [p for _, parts in self.written("turn") for p in parts]
        return self.sorted_out(parts, "1.", [f"1. {self.head(p)}{self.prose(p.said)}" for p in parts if not self.chosen.of_part(p)])

    def sorted_out(self, parts: list[t.ChapterPart], mark: str, out: Lines) -> Lines:
        """Lines of the game as it is played; below them, folded, those of its options."""
        aside: dict[str, Lines] = {}
        for part in parts:
            if option := self.chosen.of_part(part):
                aside.setdefault(option, []).append(f"{mark} {self.head(part)}{self.prose(part.said)}")
        for option, lines in aside.items():
            out = [*out, "", *self.folded(option, lines)]
        return out

    def lines(self) -> Lines:
        """One line an action, by chapter."""
        out: Lines = []
        every = self.written("sheet")
        for chapter, parts in every:
            shown = [f"- {self.head(part)}{self.prose(part.said)}" for part in parts if not self.chosen.of_part(part)]
            if shown:
                out += [f"### {self.titles.of(chapter)} {{ #sheet-{slug(str(chapter.name))} }}", "", *shown, ""]
        return self.sorted_out([p for _, parts in every for p in parts], "-", out)

    def said_of(self, name: str) -> str:
        """The line of the sheet that speaks of an action, if there is one."""
        parts = (p for _, parts in self.written("sheet") for p in parts)
        return next((self.prose(p.said) for p in parts if name in names_of(p)), "")

    def head(self, part: t.ChapterPart) -> str:
        """What the line is about, as the rules call it; of more than two the line itself says it."""
        names = list(dict.fromkeys(filter(None, (self.called(str(name)) for name in part.told))))
        if not names or len(names) > HEADS:
            return ""
        return f"**{', '.join([names[0], *map(uncapital, names[1:])])}**{self.say('colon')}"

    def called(self, name: str) -> str:
        """The title of an action, a throw, a phase."""
        found = self.book.find(name, t.Action, t.Test, t.Contest, t.Table, t.Agenda)
        if found is not None:
            return self.titles.of(found)
        steps = (s for a in self.book.of(t.Agenda) for s in a.steps if str(s.name) == name)
        return next((capital(self.titles.of(s)) for s in steps), "")


def names_of(part: t.ChapterPart) -> tuple[str, ...]:
    """The rules, steps or agendas that a line speaks for."""
    return tuple(map(str, part.told))


def uncapital(title: str) -> str:
    """A title within a sentence."""
    return title[:1].lower() + title[1:]
