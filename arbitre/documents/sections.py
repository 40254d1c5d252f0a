"""The pages of a rulebook: material, cards, turn, actions, events, values, visibility, ending, options."""

from __future__ import annotations

from typing import Any

from arbitre.documents.book import BUILT_IN, walk
from arbitre.documents.chances import Chances
from arbitre.documents.language import capital, small
from arbitre.documents.scope import Scope, Type
from arbitre.documents.statements import Lines
from dsl import tree as t
from dsl.core import Text

RULES = (t.Event, t.Action, t.Hook, t.Adjust, t.Define, t.Condition, t.Test, t.Contest, t.Table)


class Sections(Chances):
    # ------------------------------------------------------------------------------------ material

    def things(self) -> Lines:
        out = [f"# {self.l('page.things')}", "", self.l("things.intro"), ""]
        for kind in self.book.kinds:
            if kind in ("order_state", "direction", "vertex", "step", "action") or (kind == "order" and not self.book.fields_of(kind)):
                continue
            out += self.kind_section(kind)
        return out

    def kind_section(self, kind: str, fields: list[t.Field] | None = None) -> Lines:
        decls = self.book.kinds[kind]
        first = decls[0]
        domain = self.book.domain(kind)
        out = [f"## {capital(self.titles.kind(kind))} {{ #kind-{kind} }}", ""]
        for decl in decls:
            out += self.text(decl)
        said = []
        if first.seats or any(d.seats for d in decls):
            said.append(self.say("Kind.seats"))
        if domain is not None and domain.board is not None:
            said.append(self.say("Kind.board", shape=self.shape(domain)) + f" ([{self.l('page.board')}](board.md))")
        elif any(d.links for d in decls):
            said.append(self.say("Kind.links"))
        elif domain is not None and domain.dynamic:
            said.append(self.say("Kind.capacity", count=domain.size))
        if any(d.entry_cost for d in decls):
            cost = next(d.entry_cost for d in decls if d.entry_cost)
            found = self.book.find(str(cost), t.Define)
            said.append(self.say("Kind.entry", value=self.titled(found) if found is not None else self.titles.plain(str(cost))))
        if any(d.kept for d in decls):
            said.append(self.say("Kind.kept"))
        bearers = [str(d.bearer) for d in decls if d.bearer]
        if bearers:
            said.append(self.say("Kind.bearer", kinds=self.titles.kinds(bearers[0])))
        for decl in decls:
            for seen in decl.seen:
                said.append(capital(self.seen(seen, Scope(element=kind))) + ".")
        if domain is not None and not domain.dynamic and domain.board is None and kind not in BUILT_IN and domain.size:
            names = [self.titles.member(kind, r) for r in domain.rows]
            if self.book.carded(kind):
                names = [
                    f"[{n}](cards-{kind}.md#{self.book.member_anchor(kind, r)})" if "<" not in n else n
                    for n, r in zip(names, domain.rows, strict=True)
                ]
            if len(names) <= 100:
                # Names with a comma of their own are told apart by semicolons.
                members = self.language.semicolons(names) if any("," in n for n in names) else self.language.list(names)
                said.append(self.say("Kind.members", count=len(names), members=members))
        out += [" ".join(said), ""] if said else []
        shown = self.book.fields_of(kind) if fields is None else fields
        if shown:
            out += self.field_table(kind, shown)
        if domain is not None and not self.book.carded(kind) and domain.board is None and not domain.dynamic and self.columns(kind):
            out += self.rows_table(kind)
        return [*out, *self.meta(first, used=False)]

    def shape(self, domain: Any) -> str:
        board = domain.board
        floors = len(set(board.floors)) if board.floors else 1
        if board.is_hex:
            return f"{self.say('Kind.shape.hexagon')}, {self.say('Kind.shape.other', cells=board.size)}"
        if floors > 1:
            return self.say("Kind.shape.floors", floors=floors)
        columns, rows = max(p[0] for p in board.coordinates), max(p[1] for p in board.coordinates)
        return self.say("Kind.shape.grid", columns=columns, rows=rows)

    def field_table(self, kind: str, fields: list[t.Field]) -> Lines:
        scope = Scope(element=kind)
        hidden = any(f.seen for f in fields)
        head = [self.l("figures"), self.l("may.be"), self.l("start")] + ([self.l("who.may.see")] if hidden else [])
        out = ['<div class="wide" tabindex="0" markdown>', "", "| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
        for field in fields:
            may = self.type(field.type)
            if field.added_to is not None:
                value = self.book.find(str(field.added_to[0]), t.Define)
                may += "; " if self.language.code == "en" else " ; "
                may += self.say("Field.added", value=self.titled(value) if value is not None else str(field.added_to[0]))
            if field.kept:
                may += f" ({self.say('Field.kept')})"
            cells = [f'<a id="field-{kind}-{field.name}"></a>{self.titles.of(field)}', may, self.start(field, scope)]
            if hidden:
                cells.append(self.language.semicolons([self.audience(s, scope) for s in field.seen]) or self.l("everyone"))
            out.append("| " + " | ".join(cells) + " |")
        return [*out, "", "</div>", ""]

    def audience(self, seen: t.SeenBy, scope: Scope) -> str:
        return self.thing(seen.audience, scope) + (
            f" ({self.say('If', clause=self.clause(seen.when, scope))})" if seen.when is not None else ""
        )

    def start(self, field: t.Field, scope: Scope) -> str:
        if field.default is not None:
            return self.thing(field.default, scope)
        type_ = field.type
        if isinstance(type_, t.Bounded):
            low = str(type_.low)
            return low if low.lstrip("-").isdigit() and int(low) > 0 else "0"
        if isinstance(type_, t.Subset) or (isinstance(type_, t.OfKind) and type_.optional):
            return "–"
        if str(type_.kind) == "flag":
            return self.l("no")
        return "–"

    # ------------------------------------------------------------------------------------ rows and cards

    def columns(self, kind: str) -> list[Any]:
        """Columns of figures of a kind that differ or say something."""
        domain = self.book.domain(kind)
        if domain is None:
            return []
        found = [f for f in self.book.program.fields if f.domain == domain.index and not f.name.startswith("_") and f.name != "alive"]
        return [f for f in found if f.values is not None and any(v != f.default or len(set(f.values)) > 1 for v in f.values)]

    def figure(self, column: Any, value: int, link: bool = True) -> str:
        if column.is_flag:
            return self.l("yes") if value else "–"
        if column.target >= 0:
            domain = self.book.program.domains[column.target]
            if column.is_set:
                names = [domain.rows[n] for n in range(domain.size) if value >> n & 1]
                return ", ".join(self.row(domain, n) for n in names) or "–"
            return self.row(domain, domain.rows[value]) if 0 <= value < len(domain.rows) else "–"
        return str(value).replace("-", "−")

    def row(self, domain: Any, name: str) -> str:
        said = self.titles.member(domain.name, name)
        return (
            f"[{said}](cards-{domain.name}.md#{self.book.member_anchor(domain.name, name)})"
            if self.book.carded(domain.name) and "<" not in said
            else said
        )

    def column_title(self, kind: str, column: Any) -> str:
        field = self.book.field(kind, column.name)
        return self.titles.of(field) if field is not None else capital(self.titles.plain(column.name))

    def rows_table(self, kind: str, most: int = 80) -> Lines:
        domain = self.book.domain(kind)
        columns = self.columns(kind)
        if domain is None or not columns:
            return []
        head = [self.l("col.name"), *(self.column_title(kind, c) for c in columns)]
        out = ['<div class="wide" tabindex="0" markdown>', "", "| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
        for row in range(min(domain.size, most)):
            name = self.row(domain, domain.rows[row]) if self.book.carded(kind) else self.titles.member(kind, domain.rows[row])
            out.append("| " + " | ".join([name, *(self.figure(c, c.values[row]) for c in columns)]) + " |")
        return [*out, "", "</div>", ""]

    def cards(self, kind: str) -> Lines:
        """A card for each member: figures, text, rules."""
        domain = self.book.domain(kind)
        assert domain is not None
        title = capital(self.titles.kinds(kind))
        out = [f"# {title}", "", self.l("cards.intro", kinds=self.titles.kinds(kind), kind=self.titles.kind(kind)), ""]
        if len(self.columns(kind)) >= 2:
            out += [f"## {self.l('cards.compare')}", "", *self.rows_table(kind)]
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
            out += self.text(decl)
        figures = [(self.column_title(kind, c), self.figure(c, c.values[row])) for c in self.columns(kind)]
        # What is as by default and says no more than "no" or "nothing" is left out of a card.
        figures = [(w, v) for (w, v), c in zip(figures, self.columns(kind), strict=True) if v != "–" and (v != "0" or c.default)]
        if figures:
            out += ['<dl class="figures" markdown>']
            out += [f"<div markdown><dt>{what}</dt><dd markdown>{value}</dd></div>" for what, value in figures]
            out += ["</dl>", ""]
        rules = [r for r in self.book.decls if r.owner == name and isinstance(r, RULES)]
        for rule in rules:
            out += self.rule(rule, level + 1)
        gets = self.given_by(name)
        if gets:
            out += [f"**{self.l('card.gets')}** {', '.join(gets)}", ""]
        spoken = [
            self.reference(u)
            for u in self.book.users.get(name, ())
            if u.owner != name and not isinstance(u, (t.Member, t.DataTable, t.Kind))
        ]
        spoken = [s for s in dict.fromkeys(spoken) if s and not any(g.startswith(s) for g in gets)]
        if spoken:
            shown = spoken[:10]
            out += [f"**{self.l('card.named')}** {', '.join(shown)}{f' … (+{len(spoken) - 10})' if len(spoken) > 10 else ''}", ""]
        if decl is not None:
            out += self.meta(decl, used=False)
        return [*out, "</section>", ""]

    def given_by(self, name: str) -> list[str]:
        """Rules that give a status, with how long it lasts."""
        out = []
        for decl, node in self.book.gifts.get(name, ()):
            lasting = self.lasting(node.lasting).strip()
            out.append(f"{self.reference(decl)}{f' ({lasting})' if lasting else ''}")
        return list(dict.fromkeys(o for o in out if o))

    # ------------------------------------------------------------------------------------ actions, events

    def actions(self) -> Lines:
        out = [f"# {self.l('page.actions')}", ""]
        found = self.book.of(t.Action)
        if not found:
            return [*out, self.l("actions.none"), ""]
        out += [self.l("actions.intro"), ""]
        groups: dict[str, list[t.Action]] = {}
        for decl in found:
            groups.setdefault(str(decl.lines.during or ""), []).append(decl)
        for step, actions in groups.items():
            title = self.l("actions.at", step=self.language.quote(self.step(step))) if step else self.l("actions.orders")
            out += [f"## {title} {{ #offered-{step or 'orders'} }}", ""]
            for decl in actions:
                if self.book.page_of(decl) == "actions":
                    out += self.action(decl)
                else:
                    kind = self.book.kind_of_owner(decl.owner) or ""
                    out += [f"- {self.link(self.titles.of(decl), decl)} ({self.titles.member(kind, decl.owner)})"]
            out.append("")
        general = [h for h in self.book.of(t.Hook) if h.name == "any_order" and not self.book.page_of(h).startswith("cards-")]
        if general:
            out += [f"## {self.l('more.hooks')}", ""]
            for hook in general:
                out += self.hook(hook)
        return out

    def events(self) -> Lines:
        out = [f"# {self.l('page.events')}", "", self.l("events.intro"), ""]
        for decl in self.book.of(t.Event):
            if self.book.page_of(decl) == "events":
                out += self.event(decl, 2)
        return out

    def dice_page(self) -> Lines:
        found = [d for d in self.book.of(t.Test, t.Contest, t.Table) if self.book.page_of(d) == "dice"]
        out = [f"# {self.l('page.dice')}", ""]
        if not self.book.of(t.Test, t.Contest, t.Table):
            return [*out, self.l("dice.none"), ""]
        out += [self.l("dice.intro"), ""]
        for decl in found:
            out += self.dice(decl, 2)
        for decl in self.book.of(t.Test, t.Contest, t.Table):
            if decl not in found:
                out.append(f"- {self.link(self.titles.of(decl), decl)}")
        return out

    # ------------------------------------------------------------------------------------ values

    def values(self) -> Lines:
        out = [f"# {self.l('page.values')}", "", self.l("values.intro"), ""]
        defines = [d for d in self.book.of(t.Define) if self.book.page_of(d) == "values"]
        conditions = [d for d in self.book.of(t.Condition) if self.book.page_of(d) == "values"]
        advice = self.book.advice
        if defines:
            out += [f"## {self.l('values.numbers')} {{ #numbers }}", ""]
            for decl in defines:
                out += self.define(decl) if str(decl.name) not in advice else []
        if conditions:
            out += [f"## {self.l('values.conditions')} {{ #conditions }}", ""]
            for decl in conditions:
                out += self.condition(decl) if str(decl.name) not in advice else []
        grids = self.book.of(t.Grid)
        if grids:
            out += [f"## {self.l('values.charts')} {{ #charts }}", ""]
            for decl in grids:
                out += self.grid(decl)
        laws = self.book.of(t.Always)
        if laws:
            out += [f"## {self.l('values.laws')} {{ #laws }}", ""]
            for decl in laws:
                out += [
                    f'<a id="{self.book.anchor(decl)}"></a>{capital(self.say("Always", clause=self.clause(decl.test, Scope())))}',
                    "",
                    *self.meta(decl, used=False),
                ]
        hopes = [d for d in [*defines, *conditions] if str(d.name) in advice]
        if hopes:  # a player needs none of it; whoever changes a bot does
            out += [f"## {self.l('values.bots')} {{ #bots }}", "", self.l("values.bots.text"), ""]
            out += ["<details markdown>", f"<summary>{self.l('values.bots.show', count=len(hopes))}</summary>", ""]
            for decl in hopes:
                out += self.define(decl) if isinstance(decl, t.Define) else self.condition(decl)
            out += ["</details>", ""]
        return out

    def grid(self, decl: t.Grid) -> Lines:
        scope = Scope()
        row, column = self.titles.noun(str(decl.row), None)[0], self.titles.noun(str(decl.column), None)[0]
        out = [
            self.heading(3, decl),
            "",
            self.say("Grid", row=row, column=column) + (":" if self.language.code == "en" else " :"),
            "",
            '<div class="wide" tabindex="0" markdown>',
            "",
        ]
        for position, line in enumerate(decl.lines):
            cells = [self.cell(c, scope) for c in line.cells]
            if not position:
                cells[0] = capital(row)
            out.append("| " + " | ".join(cells) + " |")
            if not position:
                out.append("|" + "---|" * len(cells))
        return [*out, "", "</div>", "", *self.meta(decl)]

    def cell(self, cell: Any, scope: Scope) -> str:
        if cell is None:
            return "–"
        if isinstance(cell, t.Span):
            return self.span(cell)
        if isinstance(cell, t.String):
            return cell.text
        if isinstance(cell, t.Nothing):
            return "–"
        said = self.thing(cell, scope)
        return said if not isinstance(cell, t.Name) or self.book.members(str(cell.word)) else self.titles.plain(str(cell.word))

    # ------------------------------------------------------------------------------------ visibility, ending, options

    def secrets(self) -> Lines:
        out = [f"# {self.l('page.secrets')}", "", self.l("secrets.intro"), ""]
        game = self.book.rulebook.game
        if game.events_seen is not None:
            word = str(getattr(game.events_seen.audience, "word", ""))
            if f"Game.seen.{word}" in self.language.PHRASES:
                out += [self.say(f"Game.seen.{word}"), ""]
        rows = []
        for kind, decls in self.book.kinds.items():
            scope = Scope(element=kind)
            for decl in decls:
                if decl.seen:
                    what = self.l("secrets.which", kind=self.titles.kind(kind))
                    rows.append(
                        f"| [{capital(self.titles.kind(kind))}](things.md#kind-{kind}) ({what}) "
                        f"| {self.language.semicolons([self.audience(s, scope) for s in decl.seen])} |"
                    )
            for field in self.book.fields_of(kind):
                if field.seen:
                    who = self.language.semicolons([self.audience(s, scope) for s in field.seen])
                    rows.append(
                        f"| {capital(self.titles.kind(kind))}: {small(self.titles.of(field))} | {who} |".replace(
                            ": ", " : " if self.language.code == "fr" else ": "
                        )
                    )
        for event in self.book.of(t.Event, t.Agenda, t.Action):
            seen = event.seen if isinstance(event, t.Agenda) else event.lines.seen
            if seen:
                scope = self.scopes.of_params(event.params)
                rows.append(
                    f"| {self.link(self.titles.of(event), event)} | {self.language.semicolons([self.audience(s, scope) for s in seen])} |"
                )
        if rows:
            out += [f"| {self.l('secrets.what')} | {self.l('secrets.who')} |", "|---|---|", *rows, ""]
        if not rows and not any(isinstance(n, (t.TellFact, t.TellText)) for d in self.book.decls for n in walk(d)):
            out = [f"# {self.l('page.secrets')}", "", self.l("secrets.none"), ""]
        secret, told, published = [], [], []
        for rule in self.book.decls:
            for node in walk(rule):
                if isinstance(node, (t.Chooses, t.ChoosesBranch, t.GivesOrders)) and node.secret:
                    secret.append(self.reference(rule))
                elif isinstance(node, (t.TellFact, t.TellText)):
                    told.append(self.reference(rule))
                elif isinstance(node, t.Simple) and node.word == "publish":
                    published.append(self.reference(rule))
        if secret:
            out += [f"## {self.l('secrets.choices')} {{ #chosen }}", "", self.bullets(secret), ""]
        if told:
            out += [f"## {self.l('secrets.told')} {{ #told }}", "", self.bullets(told), ""]
        if published:
            out += [f"## {self.l('secrets.publish')} {{ #published }}", "", self.l("secrets.publish.text"), "", self.bullets(published), ""]
        return out

    @staticmethod
    def bullets(items: list[str]) -> str:
        return "\n".join(f"- {i}" for i in dict.fromkeys(items) if i)

    def endings(self) -> list[tuple[t.Decl, list[t.Wins]]]:
        found = []
        for decl in self.book.decls:
            wins = [n for n in walk(decl) if isinstance(n, t.Wins)] if not isinstance(decl, t.Scenario) else []
            if wins:
                found.append((decl, wins))
        return found

    def end(self) -> Lines:
        out = [f"# {self.l('page.end')}", "", self.l("end.intro"), "", self.length(), ""]
        endings = self.endings()
        if not endings:
            out += [self.l("win.none"), ""]
        else:
            out += [f"## {self.l('end.rules')} {{ #endings }}", ""]
            for decl, _ in endings:
                out.append(f"### {self.reference(decl)} {{ #end-{self.book.anchor(decl)} }}")
                out += ["", *self.ending_of(decl), ""]
                leading = [
                    d for d in self.book.users.get(str(getattr(decl, "name", "")), []) if isinstance(d, (t.Event, t.Agenda, t.Action))
                ]
                if leading:  # what brings it about says who is meant by its parameters
                    out += [f"{self.l('end.brought')} {self.language.list([self.reference(d) for d in leading])}.", ""]
        for decl in self.book.of(t.Ranking):
            out += [f"## {self.titles.of(decl)} {{ #ranking-{decl.name} }}", "", *self.ranking(decl)]
        return out

    def ending_of(self, decl: t.Decl) -> Lines:
        """The rule that ends the match, in full."""
        if isinstance(decl, (t.Event, t.Action)):
            scope = self.scopes.of_params(decl.params)
            return [*self.preface(decl.lines, scope), *self.steps(decl.body, scope)]
        if isinstance(decl, t.Agenda):
            out: Lines = []
            for step in decl.steps:
                if step.body is not None and any(isinstance(n, t.Wins) for n in walk(step.body)):
                    out += [f"**{self.step_title(step)}**", "", *self.steps(step.body, self.agenda_scope(decl))]
            return out
        if isinstance(decl, t.Hook):
            scope = self.hook_scope(decl)
            return [f"{self.hook_lead(decl, scope)}{self.say('colon').rstrip()}", "", *self.steps(decl.body, scope)]
        return []

    def agenda_scope(self, decl: t.Agenda) -> Scope:
        scope = self.scopes.of_params(decl.params)
        for keep in decl.keeps:
            type_ = self.scopes.of_written(keep.type)
            self.scopes.add(scope, str(keep.name), type_)
        if decl.each is not None:
            self.scopes.add(scope, str(decl.each), Type("row", self.scopes.noun_kind(str(decl.each))))
        return scope

    def length(self) -> str:
        game = self.book.rulebook.game
        agenda = self.book.find(str(game.plays or "turn"), t.Agenda)
        title = self.titles.of(agenda) if agenda is not None else self.titles.plain("turn")
        if game.times is not None:
            named = agenda is not None and self.language.nounlike(self.titles.text_of(agenda) or Text(title, title))
            agendas = self.language.plural(small(title)) if named else self.say("Game.times", agenda=title)
            said = self.say("Game", times=self.book.program.max_rounds, agendas=agendas)
            if not isinstance(game.times, t.Number):
                said += " " + self.say("Game.option", value=self.thing(game.times, Scope()))
            if game.then is not None:
                said += " " + self.say("Game.then", event=self.language.quote(self.title_of(str(game.then), t.Event)))
            return said
        return self.say("Game.endless", agenda=title)

    def ranking(self, decl: t.Ranking) -> Lines:
        out = [self.say("Ranking", kinds=self.titles.kinds(str(decl.kind))), ""]
        scope = Scope(element=str(decl.kind))
        for rank in decl.ranks:
            value = self.language.bare_of(self.each(rank.value, scope))
            out.append(f"1. {self.say('Rank.highest' if rank.highest else 'Rank.lowest', value=value)}")
        return [*out, *self.meta(decl)]

    def options(self) -> Lines:
        found = self.book.of(t.Option)
        out = [f"# {self.l('page.options')}", ""]
        if not found:
            return [*out, self.l("options.none"), ""]
        out += [self.l("options.intro"), ""]
        for decl in found:
            out += self.option_section(decl)
        return out

    def option_section(self, decl: t.Option, level: int = 2) -> Lines:
        out = [self.heading(level, decl), "", *self.text(decl)]
        default = self.language.bare_of(self.thing(decl.default, Scope()))
        if isinstance(decl.type, t.Bounded):
            values = self.say("Option.range", low=decl.type.low, high=decl.type.high)
        elif str(decl.type.kind) == "flag":
            values = self.say("Option.flag")
        else:
            domain = self.book.domain(str(decl.type.kind))
            names = [self.titles.member(domain.name, r) for r in domain.rows] if domain is not None else []
            values = self.language.list(names, "or")
        out += [f"`{decl.name}`{self.say('colon')}{self.say('Option', values=values, default=f'**{default}**')}", ""]
        users = [self.reference(u) for u in self.book.users.get(str(decl.name), ())]
        users = [u for u in dict.fromkeys(users) if u]
        if users:
            out += [f"**{self.l('option.touches')}** {', '.join(users)}", ""]
        return [*out, *self.meta(decl, used=False)]
