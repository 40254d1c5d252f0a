"""Secrets, options, and how a match ends."""

from __future__ import annotations

from arbitre.documents.language.base import capital
from arbitre.documents.model.book import slug
from arbitre.documents.model.nodes import walk
from arbitre.documents.model.scope import Scope, Type
from arbitre.documents.pages.reference.declarations import Declarations
from arbitre.documents.pages.reference.entries import Entries
from arbitre.documents.pages.reference.things import Material
from arbitre.documents.prose.lists import Lines
from arbitre.documents.prose.statements import Statements
from arbitre.documents.prose.things import Things
from arbitre.documents.prose.writer import Pen, Writer
from arbitre.dsl import tree as t
from arbitre.dsl.core import Text

RULES = (t.Event, t.Action, t.Hook, t.Adjust, t.Define, t.Condition, t.Test, t.Contest, t.Table)


class Endings(Writer):
    """Writes what is hidden, what may be chosen before a match, and how it ends."""

    def __init__(
        self,
        pen: Pen,
        nouns: Things,
        statements: Statements,
        entries: Entries,
        declarations: Declarations,
        material: Material,
    ) -> None:
        super().__init__(pen)
        self.nouns = nouns
        self.statements = statements
        self.entries = entries
        self.declarations = declarations
        self.material = material

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
                        f"| [{capital(self.titles.kind(kind))}](things.md#kind-{slug(kind)}) ({what}) "
                        f"| {self.language.semicolons([self.material.audience(s, scope) for s in decl.seen])} |"
                    )
            for field in self.book.fields_of(kind):
                if field.seen:
                    who = self.language.semicolons([self.material.audience(s, scope) for s in field.seen])
                    rows.append(
                        f"| {capital(self.titles.kind(kind))}: {self.language.small(self.titles.of(field))} | {who} |".replace(
                            ": ", self.say("colon")
                        )
                    )
        for event in self.book.of(t.Event, t.Agenda, t.Action):
            seen = event.seen if isinstance(event, t.Agenda) else event.lines.seen
            if seen:
                scope = self.scopes.of_params(event.params)
                rows.append(
                    f"| {self.link(self.titles.of(event), event)} "
                    f"| {self.language.semicolons([self.material.audience(s, scope) for s in seen])} |"
                )
        if rows:
            out += [f"| {self.l('secrets.what')} | {self.l('secrets.who')} |", "|---|---|", *rows, ""]
        if not rows and not any(isinstance(n, (t.TellFact, t.TellText)) for d in self.book.decls for n in walk(d)):
            out = [f"# {self.l('page.secrets')}", "", self.l("secrets.none"), ""]
        secret, told, published = [], [], []
        for rule in self.book.decls:
            for node in walk(rule):
                if isinstance(node, (t.Chooses, t.ChoosesBranch, t.GivesOrders)) and node.secret:
                    secret.append(self.entries.reference(rule))
                elif isinstance(node, (t.TellFact, t.TellText)):
                    told.append(self.entries.reference(rule))
                elif isinstance(node, t.Simple) and node.word == "publish":
                    published.append(self.entries.reference(rule))
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
                out.append(f"### {self.entries.reference(decl)} {{ #end-{self.book.anchor(decl)} }}")
                out += ["", *self.ending_of(decl), ""]
                leading = [
                    d for d in self.book.users.get(str(getattr(decl, "name", "")), []) if isinstance(d, (t.Event, t.Agenda, t.Action))
                ]
                if leading:  # what brings it about says who is meant by its parameters
                    out += [f"{self.l('end.brought')} {self.language.list([self.entries.reference(d) for d in leading])}.", ""]
        for decl in self.book.of(t.Ranking):
            out += [f"## {self.titles.of(decl)} {{ #ranking-{slug(str(decl.name))} }}", "", *self.ranking(decl)]
        return out

    def ending_of(self, decl: t.Decl) -> Lines:
        """The rule that ends the match, in full."""
        if isinstance(decl, (t.Event, t.Action)):
            scope = self.scopes.of_params(decl.params)
            return [*self.entries.preface(decl.lines, scope), *self.entries.steps(decl.body, scope)]
        if isinstance(decl, t.Agenda):
            out: Lines = []
            for step in decl.steps:
                if step.body is not None and any(isinstance(n, t.Wins) for n in walk(step.body)):
                    out += [f"**{self.nouns.steps.titled(step)}**", "", *self.entries.steps(step.body, self.agenda_scope(decl))]
            return out
        if isinstance(decl, t.Hook):
            scope = self.declarations.hook_scope(decl)
            return [f"{self.declarations.hook_lead(decl, scope)}{self.say('colon').rstrip()}", "", *self.entries.steps(decl.body, scope)]
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
        """How often the turn is played, and whose it is."""
        turns = self.book.rulebook.game.turns
        return (f"{self.in_turn(turns)} " if turns is not None else "") + self.rounds()

    def in_turn(self, turns: t.InTurn) -> str:
        kind = str(turns.kind)
        if turns.first is not None:
            first = self.nouns.thing(turns.first, Scope())
        else:
            domain = next(d for d in self.book.program.domains if d.name == kind)
            first = self.titles.member(kind, domain.rows[0])
        said = self.say("InTurn", kinds=self.language.small(self.titles.kinds(kind)), first=first)
        if turns.where is None:
            return said
        noun = self.titles.kind(kind)
        which = self.nouns.conditions.relative(turns.where, Scope(element=kind), True, self.titles.gender(noun))
        return f"{said} {self.say('InTurn.where', kinds=self.language.small(self.titles.kinds(kind)), which=which)}"

    def rounds(self) -> str:
        game = self.book.rulebook.game
        agenda = self.book.find(str(game.plays or "turn"), t.Agenda)
        title = self.titles.of(agenda) if agenda is not None else self.titles.plain("turn")
        if game.times is not None:
            named = agenda is not None and self.language.nounlike(self.titles.text_of(agenda) or Text.in_all(title))
            agendas = self.language.plural(self.language.small(title)) if named else self.say("Game.times", agenda=title)
            said = self.say("Game", times=self.book.program.max_rounds, agendas=agendas)
            if not isinstance(game.times, t.Number):
                said += " " + self.say("Game.option", value=self.nouns.thing(game.times, Scope()))
            if game.then is not None:
                said += " " + self.say("Game.then", event=self.language.quote(self.statements.title_of(str(game.then), t.Event)))
            return said
        return self.say("Game.endless", agenda=title)

    def ranking(self, decl: t.Ranking) -> Lines:
        out = [self.say("Ranking", kinds=self.titles.kinds(str(decl.kind))), ""]
        scope = Scope(element=str(decl.kind))
        for rank in decl.ranks:
            value = self.language.bare_of(self.nouns.each(rank.value, scope))
            out.append(f"1. {self.say('Rank.highest' if rank.highest else 'Rank.lowest', value=value)}")
        return [*out, *self.entries.meta(decl)]

    def options(self) -> Lines:
        out = [f"# {self.l('page.options')}", "", self.l("options.intro"), ""]
        for decl in self.book.of(t.Option):
            out += self.option_section(decl)
        return out

    def option_section(self, decl: t.Option, level: int = 2) -> Lines:
        out = [self.entries.heading(level, decl), "", *self.entries.text(decl)]
        default = self.language.bare_of(self.nouns.thing(decl.default, Scope()))
        if isinstance(decl.type, t.Bounded):
            form = "Option.range" if decl.type.step == 1 else "Option.steps"
            values = self.say(form, low=decl.type.low, high=decl.type.high, step=decl.type.step)
        elif str(decl.type.kind) == "flag":
            values = self.say("Option.flag")
        else:
            domain = self.book.domain(str(decl.type.kind))
            names = [self.titles.member(domain.name, r) for r in domain.rows] if domain is not None else []
            values = self.language.list(names, "or")
        out += [f"`{decl.name}`{self.say('colon')}{self.say('Option', values=values, default=f'**{default}**')}", ""]
        users = [self.entries.reference(u) for u in self.book.users.get(str(decl.name), ())]
        users = [u for u in dict.fromkeys(users) if u]
        if users:
            out += [f"**{self.l('option.touches')}** {', '.join(users)}", ""]
        return [*out, *self.entries.meta(decl, used=False)]
