"""Things the rules speak of, said in words: names, parts of things, sums, sets, functions."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from arbitre.documents.language.base import closed_of, unheld
from arbitre.documents.model.scope import FLAG, Scope
from arbitre.documents.prose.chances import chance_of
from arbitre.documents.prose.operands import Clauses, Operands
from arbitre.documents.prose.steps import Steps
from arbitre.documents.prose.writer import Pen, Writer
from arbitre.dsl import tree as t
from arbitre.dsl.core import Text
from arbitre.dsl.resolve.symbols import TURNING

IT = t.Name(t.Word("it").place, t.Word("it"))


class Things(Writer):
    """Things of one rulebook in one language: each begins with its article."""

    conditions: Clauses  # given by whoever is built on this

    def __init__(self, pen: Pen) -> None:
        super().__init__(pen)
        self.steps = Steps(pen)
        self.operands = Operands(pen, self)
        self.headings = self.operands.headings

    # ------------------------------------------------------------------------------------ things

    def thing(self, e: object, scope: Scope) -> str:
        """An expression as a noun with its article, or as a number."""
        match e:
            case t.Name():
                return self.name(str(e.word), scope)
            case t.Number():
                return self.say("Number", value=e.value)
            case t.Percent():
                return self.say("Percent", value=e.value)
            case t.Fraction():
                return self.say("Fraction" if e.part == 1 else "Fraction.pl", part=e.part, whole=e.whole)
            case t.Binary(op="in") if self.scopes.of(e.left, scope).form == self.scopes.of(e.right, scope).form == "number":
                return self.say("Fraction.pl", part=self.operands.thing(e.left, scope, False), whole=self.operands.thing(e.right, scope))
            case t.ChanceOf():
                return chance_of(self, e, scope, self.thing, self.conditions.clause)
            case t.Either():
                return self.operands.either(e, scope)
            case t.DiceValue():
                return self.say("DiceValue", dice=e.text if e.text[0].isdigit() else f"1{e.text}")
            case t.String():
                return self.say("String", text=self.language.quote(e.text))
            case t.Nothing():
                return self.say("Nothing")
            case t.Dot():
                return self.dot(e, scope)
            case t.Apply():
                return self.apply(e, scope)
            case t.Tuple():
                return self.operands.tuple(e, scope)
            case t.Binary(op=op) if op in ("+", "-", "*", "/"):
                return self.operands.sum(e, scope)
            case t.Unary(op="-"):
                return self.say("Unary.-", item=self.operands.thing(e.item, scope))
            case t.Where(sink="set" | "the"):
                return self.where(e, scope)
            case t.Binary() | t.Related() | t.Unary() | t.Where() | t.Titled():
                return self.say("whether", clause=self.conditions.clause(e, scope))
        return str(e)

    def name(self, word: str, scope: Scope) -> str:
        if word == "it" and scope.element is not None and word not in scope.names:
            noun = self.titles.kind(scope.element)
            return self.say("Name.it", this=self.language.this(noun, self.titles.gender(noun)))
        if word in scope.names:
            return self.known(scope.names[word])
        if scope.element is not None and self.part(scope.element, word) is not None:
            return self.dot(t.Dot(IT.place, IT, t.Word(word)), scope)
        if word in ("true", "false"):
            return self.say("yes" if word == "true" else "no")
        if word in ("everyone", "nobody", "natural", "total", "match", "highest_die", "lowest_die"):
            return self.say(f"Name.{word}")
        if word in self.book.symbols.options:
            decl = self.book.find(word, t.Option)
            row = self.book.symbols.options[word][1].is_row
            return self.say("Name.option.row" if row else "Name.option", title=self.language.quote(self.link(self.option(word), decl)))
        if word in self.scopes.plurals:
            return self.language.the(self.titles.kinds(self.scopes.plurals[word]), "", True)
        if word in self.book.symbols.paths:
            return self.say("Path", title=self.language.quote(self.titles.path(word)))
        members = self.book.members(word)
        if members:
            return self.member(members[0][0].name, word)
        entry = self.scopes.entry(word)
        if entry is not None:
            return self.titled(entry.decl)
        kind = self.scopes.noun_kind(word)
        if kind is not None:
            noun, gender = self.titles.noun(word, kind)
            return self.language.the(noun, gender)
        return f"*{self.titles.plain(word)}*"

    def option(self, word: str) -> str:
        decl = self.book.find(word, t.Option)
        return self.titles.of(decl) if decl is not None else self.titles.plain(word)

    def member(self, kind: str, word: str) -> str:
        said = self.titles.member(kind, word)
        domain = self.book.domain(kind)
        if kind in TURNING:
            return self.language.turning(said)
        if said.startswith("<") or (domain is not None and domain.seat):
            return self.language.the(self.language.small(said), self.titles.gender(said)) if self.titles.office(word) else said
        if kind == "action":
            found = self.book.find(word, t.Action)
            return self.language.quote(self.link(said, found))
        if self.titles.articled(said) and (domain is None or all(self.titles.articled(self.titles.member(kind, r)) for r in domain.rows)):
            return self.language.small(said)  # a name with its article is a thing; among others that have none, a sentence
        if self.book.carded(kind):
            return (
                self.language.quote(f"[{said}]({self.book.member_target(kind, word)})")
                if self.quotable(kind)
                else f"[{said}]({self.book.member_target(kind, word)})"
            )
        if kind in (d.name for d in (self.book.program.domains[g] for g, _ in self.book.program.groups)):
            return self.common(word) or said
        if domain is not None and domain.board is not None and (place := self.cell_called(domain, word)):
            return place
        return self.language.quote(said)

    def quotable(self, kind: str) -> bool:
        """Are the members of a kind said in quotation marks?  Those whose names are phrases, not names."""
        known = self.book._cache.setdefault(f"quotable-{self.language.code}", {})
        if kind not in known:
            domain = self.book.domain(kind)
            names = [self.titles.member(kind, r) for r in domain.rows] if domain is not None else []
            known[kind] = any(len(n.split()) > 1 for n in names)
        return bool(known[kind])

    def part(self, kind: str, word: str) -> Any:
        """The field or value of that name of a kind, or the word itself where it is built in."""
        found = self.book.field(kind, word)
        if found is not None:
            return found
        entry = self.scopes.entry(word, kind)
        if entry is not None and len(entry.types) == 1:
            return entry.decl
        domain = self.book.domain(kind)
        if domain is not None and domain.board is not None and word in ("neighbours", "x", "y", "floor", "above", "below"):
            return word
        linked = domain is not None and domain.index in self.book.symbols.links_of and word in ("start", "finish", "cost")
        ordered = kind in ("order", "atom") and word in ("actor", "action", "state", "giver", "place", "heading")
        return word if linked or ordered else None

    def called(self, part: Any) -> Text:
        """The title of a field or value in both languages, for grammar; plain words where it has none."""
        text = self.titles.text_of(part) if not isinstance(part, str) else None
        if text is not None and text.own(self.language.code):
            return text
        name = part if isinstance(part, str) else str(part.name)
        if not isinstance(part, str) and isinstance(part, t.Field) and isinstance(part.type, t.OfKind) and str(part.type.kind) == name:
            said = self.titles.kind(name)
            return Text.in_all(said)
        said = self.titles.plain(name)
        return Text.saying({"en": name.replace("_", " "), self.language.code: said})

    def noun(self, part: Any) -> tuple[str, str, bool]:
        """A field or value as a noun: linked where it has a place of its own, its gender, whether it is in the plural."""
        if isinstance(part, str):
            said = self.language.LABELS[f"part.{part}"]
            return said, self.titles.gender(said), part == "neighbours"
        text = self.called(part)
        many = self.language.is_plural(text)
        many = self.language.several(text, many) if self.scopes.of_part(part).form == "set" else many
        said = self.language.small(self.language.of_text(text))
        decl = part if isinstance(part, (t.Define, t.Grid, t.Condition, t.Ranking)) else None
        own = self.titles.text_of(part)
        if (own is None or not own.own(self.language.code)) and (self.language.adverbial(str(part.name)) or said.startswith("<")):
            return self.quoted(part, self.language.quote(self.link(said, decl)))  # a plain name that is no noun here
        head = said.partition(",")[0]
        if head != said and not said.startswith("<") and len(head.split()) > 1 and self.alone(head):
            said = head  # what follows is a remark
        if self.language.nounlike(text):
            if article := re.match(r"(?:the|le|la|les) |l[’']", said):
                said = said[article.end() :]
                gender = {"la ": "f", "le ": "m"}.get(article[0], self.titles.gender(said))
                bare = Text.saying({"en": text.own("en").partition(" ")[2], self.language.code: said})
                return self.link(said, decl), gender, article[0] == "les " or self.language.is_plural(bare)
            return self.link(said, decl), self.titles.gender(said), many
        closed = said.rpartition(" ")[0]
        if closed and isinstance(part, t.Field) and said.endswith((" of", " de")) and self.language.nounlike(text.each(closed_of)):
            type_ = self.scopes.of_part(part)
            if type_.form == "row":  # ``Stone of``: what it holds is the player of the stone
                kind = self.titles.kind(type_.kind or "")
                the = self.language.the(closed, self.titles.gender(closed))
                return self.say("player.of", kind=kind, the=the), self.titles.gender(kind), False
        return self.quoted(part, self.language.quote(self.link(said, decl)))

    def alone(self, head: str) -> bool:
        """Would a title without its remark still be told from every other?"""
        known = self.book._cache.setdefault(f"heads-{self.language.code}", Counter())
        if not known:
            for decl in [*self.book.of(t.Define, t.Condition, t.Grid), *(f for k in self.book.kinds for f in self.book.fields_of(k))]:
                text = self.titles.text_of(decl)
                if text is not None:
                    known[self.language.small(self.language.of_text(text)).partition(",")[0]] += 1
        return bool(known[head] < 2)

    def quoted(self, part: Any, said: str) -> tuple[str, str, bool]:
        """A title that is no noun, behind the noun of what it is: ``pieces “still standing”``."""
        type_ = self.scopes.of_part(part)
        if type_.form == "set" and type_.kind is not None:
            return f"{self.titles.kinds(type_.kind)} {said}", "", True
        kind = self.titles.kind_text(type_.kind) if type_.form == "row" and type_.kind is not None else None
        named = type_.kind in TURNING or (kind is not None and self.language.nounlike(kind))
        noun = self.titles.kind(str(type_.kind)) if named else self.say("figure")
        return f"{noun} {said}", self.titles.gender(noun), False

    def constant(self, decl: object) -> int | None:
        """The value of a number that nothing ever changes."""
        if isinstance(decl, t.Define) and not decl.params and not decl.modifiers and isinstance(decl.value, t.Number):
            if not self.book.adjusts_of(str(decl.name), "value"):
                return decl.value.value
        return None

    def titled(self, decl: Any) -> str:
        value = self.constant(decl)
        if value is not None and self.language.dangling(self.language.of_text(self.called(decl))):
            return self.link(self.say("Number", value=value), decl)  # its title asks for the number
        if value is not None:
            return self.say("constant", value=value, title=self.link(self.language.small(self.language.of_text(self.called(decl))), decl))
        noun, gender, plural = self.noun(decl)
        return self.language.the(noun, gender, plural)

    def dot(self, e: t.Dot, scope: Scope) -> str:
        word = str(e.word)
        if isinstance(e.owner, t.Name) and str(e.owner.word) not in scope.names:
            owner = str(e.owner.word)
            agenda = self.book.find(owner, t.Agenda)
            if word == "number" and agenda is not None:
                noun = self.language.small(self.titles.of(agenda))
                return self.say("Dot.number", title=self.language.the(self.link(noun, agenda), self.titles.gender(noun)))
            rule = self.book.find(owner, t.Event, t.Action, t.Agenda)
            kept = next((k for k in self.keeps(rule) if str(k.name) == word), None) if rule is not None else None
            if kept is not None:
                if self.scopes.of_written(kept.type) == FLAG:
                    whose = self.language.of(self.language.quote(self.link(self.titles.of(rule), rule)))
                    return f"{self.language.quote(self.titles.noun(word, None)[0])} {whose}"
                several = self.scopes.of_written(kept.type).form == "set"
                said, gender = self.titles.noun(word, None, several)
                return self.language.belongs(self.language.quote(self.link(self.titles.of(rule), rule)), said, gender, several)
        type_ = self.scopes.of(e.owner, scope)
        if type_.form == "row" and type_.kind == "match":
            part = self.part("match", word)
            if part is not None:
                return self.titled(part)
        part = self.part(type_.kind, word) if type_.kind is not None else None
        if part is None:
            if word in ("natural", "total", "result", "highest_die", "lowest_die"):
                return self.say(f"Dot.{word}", owner=self.operands.thing(e.owner, scope))
            said, gender = self.titles.noun(word, None)
            return self.language.belongs(self.operands.thing(e.owner, scope), said, gender)
        noun, gender, plural = self.noun(part)
        kind = self.titles.kind(type_.kind) if type_.kind is not None else ""
        if type_.form == "set" and not plural and (part in ("start", "finish") or self.scopes.of_part(part).form == "row"):
            noun, plural = self.language.plural(noun), True  # each has one
        if self.is_it(e.owner, scope):
            return self.language.own(unheld(self.language.HOLDER, noun, kind), gender, plural)
        return self.language.held(self.operands.thing(e.owner, scope), noun, gender, plural, kind)

    @staticmethod
    def keeps(rule: Any) -> list[t.Keeps]:
        found: list[t.Keeps] = rule.keeps if isinstance(rule, t.Agenda) else rule.lines.keeps
        return found

    @staticmethod
    def is_it(e: object, scope: Scope) -> bool:
        return isinstance(e, t.Name) and e.word == "it" and scope.element is not None and "it" not in scope.names

    # ------------------------------------------------------------------------------------ functions

    def apply(self, e: t.Apply, scope: Scope) -> str:
        word = str(e.word)
        args = list(e.args)
        if word in ("total", "greatest", "smallest", "best", "worst") and len(args) == 2:
            inner = scope.child(self.scopes.of(args[1], scope).kind)
            of_each = self.each(args[0], inner)
            items = self.operands.slot(f"fn.{word}", "items", args[1], scope)
            return self.say(f"fn.{word}", value=of_each, items=items, among=self.among(args[1], scope))
        if word in ("die", "showing") and len(args) == 1 and self.scopes.entry(word) is None:
            of = {"owner": self.operands.thing(e.owner, scope, False)} if e.owner is not None else {}
            return self.say(f"fn.{word}{'' if of else '.own'}", one=self.operands.thing(args[0], scope), **of)
        if word == "leaders":
            ranking = self.book.find(str(getattr(args[0], "word", "")), t.Ranking)
            title = self.link(self.titles.of(ranking), ranking) if ranking is not None else self.thing(args[0], scope)
            if len(args) > 1:
                return self.say("fn.leaders.of", title=title, items=self.operands.thing(args[1], scope, False))
            return self.say("fn.leaders", title=title)
        if word == "step" and args:
            step = str(getattr(args[0], "word", ""))
            return self.say("fn.step", step=self.language.quote(self.steps.named(step)), who=self.thing(args[-1], scope))
        key = f"fn.{word}"
        if word == "count" and args and not isinstance(args[0], t.Where) and self.listed(args[0], scope):
            kind = self.scopes.of(args[0], scope).kind
            if kind is not None:
                return self.say("fn.count.in", kinds=self.titles.kinds(kind), items=self.operands.thing(args[0], scope))
        if word == "first" and args and isinstance(args[0], t.Name) and str(args[0].word) in self.book.symbols.paths:
            return self.say("Path.first", kind=self.titles.kind(self.scopes.of(args[0], scope).kind or ""), way=self.thing(args[0], scope))
        if word == "first" and len(args) == 1 and self.scopes.entry(word) is None:
            gender = self.titles.gender(self.titles.kind(self.scopes.of(args[0], scope).kind or ""))
            return self.say(key, items=self.operands.thing(args[0], scope), first=self.language.first(gender))
        entry = self.scopes.entry(word)
        if entry is None and word == "ahead" and len(args) == 2:
            return self.headings.ahead(args, scope)
        if entry is None and key in self.language.PHRASES:
            names = ("items" if "{items" in self.language.PHRASES[key] else "one", "two", "three")
            said = [self.operands.slot(key, name, a, scope) for name, a in zip(names, args, strict=False)]
            if word in ("ray", "first_on_ray") and len(args) > 1:
                said[1] = self.headings.heading(args[1], scope)
            return self.say(key, items=said[0] if said else "", one=said[0] if said else "", two=said[1] if len(said) > 1 else "",
                            three=said[2] if len(said) > 2 else "")  # fmt: skip
        if entry is None:
            table = self.book.find(word, t.Table, t.Grid)
            said_args = self.language.list([self.operands.item(a, scope) for a in args])
            if word in self.book.kinds:
                noun = self.titles.kind(word)
                return self.say(
                    "Cell.at",
                    kind=self.language.the(noun, self.titles.gender(noun)),
                    at=", ".join(self.operands.item(a, scope) for a in args),
                )
            return f"{self.titled(table) if table is not None else self.titles.plain(word)} ({said_args})"
        noun, gender, plural = self.noun(entry.decl)
        if not args:
            return self.titled(entry.decl)
        if len(args) == 1:
            owner = self.scopes.of(args[0], scope).kind
            kind = self.titles.kind(owner) if owner is not None else ""
            if self.is_it(args[0], scope):
                return self.language.own(unheld(self.language.HOLDER, noun, kind), gender, plural)
            return self.language.held(self.operands.thing(args[0], scope), noun, gender, plural, kind)
        given = all(n in scope.names and scope.names[n].given for n in entry.names)
        same = given and [str(getattr(a, "word", "")) for a in args] == list(entry.names)
        return self.language.the(noun, gender, plural) + ("" if same else f" ({', '.join(self.operands.item(a, scope) for a in args)})")

    def each(self, value: object, scope: Scope) -> str:
        """A number of every element of a set, as a plain noun."""
        if isinstance(value, t.Name) and scope.element is not None:
            part = self.part(scope.element, str(value.word))
            if part is not None:
                return self.titled(part)
        return self.operands.thing(value, scope, False)

    # ------------------------------------------------------------------------------------ sets

    def among(self, source: t.Expr, scope: Scope, sort: str = "set") -> str:
        """``among the pieces``, ``in the hand``; with ``pick``, what something is taken from."""
        form = "listed" if isinstance(source, t.Tuple) else "many" if self.conditions.many(source, scope) else "one"
        return self.say(f"{sort}.{form}", items=self.thing(source, scope) if form == "listed" else self.operands.thing(source, scope))

    def listed(self, source: t.Expr, scope: Scope) -> bool:
        """Is a set said by a noun that is no plural of what is in it, or by several, so that what is meant of it is to be named?"""
        return isinstance(source, t.Binary) or not self.conditions.many(source, scope)

    def where(self, e: t.Where, scope: Scope) -> str:
        if e.sink != "the" and isinstance(e.test, t.Name) and str(e.test.word) == "false":
            return self.say("Nothing")  # what other lines add to
        type_ = self.scopes.of(e.source, scope)
        plain = isinstance(e.source, t.Name) and str(e.source.word) in self.scopes.plurals
        noun = self.titles.kind(type_.kind) if type_.kind is not None else self.say("element")
        gender = self.titles.gender(noun)
        if e.sink == "the":
            source = (
                self.language.the(noun, gender)
                if plain
                else self.say(
                    "the.of",
                    noun=self.language.the(noun, gender),
                    items=self.operands.thing(e.source, scope, False),
                    among=self.among(e.source, scope),
                )
            )
        else:
            source = self.operands.thing(e.source, scope)
            if not plain and self.listed(e.source, scope) and type_.kind is not None:
                source = self.say("those.of", kinds=self.titles.kinds(type_.kind), items=source)
            gender = "f" if re.match(self.language.FEMININE, source) else gender
        return f"{source} {self.conditions.which(e, scope, e.sink != 'the', gender)}".rstrip()
