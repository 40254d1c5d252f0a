"""Cards: a member of a kind with its figures, its text and its rules."""

from __future__ import annotations

from arbitre.documents.language.base import capital
from arbitre.documents.model.book import slug
from arbitre.documents.pages.reference.endings import RULES
from arbitre.documents.pages.reference.entries import Entries
from arbitre.documents.pages.reference.rules import Rules
from arbitre.documents.pages.reference.things import Material, given
from arbitre.documents.prose.deeds import Deeds
from arbitre.documents.prose.lists import Lines
from arbitre.documents.prose.writer import Pen, Writer
from arbitre.dsl import tree as t


class Cards(Writer):
    """Writes the cards of members."""

    def __init__(
        self,
        pen: Pen,
        deeds: Deeds,
        entries: Entries,
        rules: Rules,
        material: Material,
    ) -> None:
        super().__init__(pen)
        self.deeds = deeds
        self.entries = entries
        self.rules = rules
        self.material = material

    def cards(self, kind: str) -> Lines:
        """A card for each member: figures, text, rules."""
        domain = self.book.domain(kind)
        assert domain is not None
        title = capital(self.titles.kinds(kind))
        out = [f"# {title}", "", self.l("cards.intro", kinds=self.titles.kinds(kind), kind=self.titles.kind(kind)), ""]
        if len(self.material.columns(kind)) >= 2:
            out += [f"## {self.l('cards.compare')} {{ #compare-{slug(kind)} }}", "", *self.material.rows_table(kind)]
        for name in domain.rows:
            out += self.card(kind, name)
        return out

    def card(self, kind: str, name: str, level: int = 2) -> Lines:
        domain = self.book.domain(kind)
        assert domain is not None
        row = domain.rows.index(name)
        decl = self.book.decl_of_member(kind, name)
        title = self.titles.member(kind, name)
        if decl is not None and decl.amount is not None:
            title = self.say("Member.amount", title=title, low=decl.amount[0], high=decl.amount[1])
        out = ['<section class="card" markdown>', "", f"{'#' * level} {title} {{ #{self.book.member_anchor(kind, name)} }}", ""]
        if decl is not None:
            out += self.entries.text(decl)
        figures = [(self.material.column_title(kind, c), self.material.figure(c, given(c)[row])) for c in self.material.columns(kind)]
        # What is as by default and says no more than "no" or "nothing" is left out of a card.
        figures = [(w, v) for (w, v), c in zip(figures, self.material.columns(kind), strict=True) if v != "–" and (v != "0" or c.default)]
        if figures:
            out += ['<dl class="figures" markdown>']
            out += [f"<div markdown><dt>{what}</dt><dd markdown>{value}</dd></div>" for what, value in figures]
            out += ["</dl>", ""]
        rules = [r for r in self.book.decls if r.owner == name and isinstance(r, RULES)]
        for rule in rules:
            out += self.rules.rule(rule, level + 1)
        gets = self.given_by(name)
        if gets:
            out += [f"**{self.l('card.gets')}** {', '.join(gets)}", ""]
        spoken = [
            self.entries.reference(u)
            for u in self.book.users.get(name, ())
            if u.owner != name and not isinstance(u, (t.Member, t.DataTable, t.Kind))
        ]
        spoken = [s for s in dict.fromkeys(spoken) if s and not any(g.startswith(s) for g in gets)]
        if spoken:
            shown = spoken[:10]
            out += [f"**{self.l('card.named')}** {', '.join(shown)}{f' … (+{len(spoken) - 10})' if len(spoken) > 10 else ''}", ""]
        if decl is not None:
            out += self.entries.meta(decl, used=False)
        return [*out, "</section>", ""]

    def given_by(self, name: str) -> list[str]:
        """Rules that give a status, with how long it lasts."""
        out = []
        for decl, node in self.book.gifts.get(name, ()):
            lasting = self.deeds.lasting(node.lasting).strip()
            out.append(f"{self.entries.reference(decl)}{f' ({lasting})' if lasting else ''}")
        return list(dict.fromkeys(o for o in out if o))
