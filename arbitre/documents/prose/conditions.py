"""Conditions of the rules said in words: clauses, and relative clauses about what a set is narrowed down to."""

from __future__ import annotations

from typing import Any

from arbitre.documents.language.base import said_of
from arbitre.documents.model.scope import FLAG, Scope
from arbitre.documents.prose.existence import Existence
from arbitre.documents.prose.opened import Opened
from arbitre.documents.prose.operands import CLAUSE, flat, joined, turns
from arbitre.documents.prose.relations import Relations
from arbitre.documents.prose.things import IT, Things
from arbitre.documents.prose.writer import Pen, Writer
from arbitre.dsl import tree as t
from arbitre.dsl.resolve.symbols import text_of

COMPARED = ("is", "is_not", "or_more", "or_less", "more_than", "less_than", "between")
OPPOSITE = {"is": "is_not", "is_not": "is", "or_more": "less_than", "less_than": "or_more", "or_less": "more_than", "more_than": "or_less",
            "between": "not_between", "in": "not_in", "not_in": "in"}  # fmt: skip


class Conditions(Writer):
    """Conditions are clauses: ``the attacker is behind the defender``."""

    def __init__(self, pen: Pen, nouns: Things) -> None:
        super().__init__(pen)
        self.nouns, self.relations, self.opened = nouns, Relations(pen, nouns), Opened(pen, nouns)
        self.existence = Existence(pen, nouns, self)
        nouns.conditions = self

    def which(self, e: t.Where, scope: Scope, plural: bool, gender: str) -> str:
        """The clause that narrows a set down."""
        if e.test is None:
            return ""
        inner, said = self.existence.introduced(e, scope)
        if e.name is not None:
            clause = self.clause(e.test, inner)
            key = f"for_which{'.f' if gender[:1] == 'f' else ''}{'.pl' if plural else ''}"
            return self.say(key, clause=clause, name=f"{said} " if said else "")
        return self.relative(e.test, inner, plural, gender)

    def relative(self, test: object, scope: Scope, plural: bool, gender: str) -> str:
        """``that is standing and whose side is ...``"""
        if isinstance(test, t.Binary) and test.op in ("and", "or"):
            every = flat(test, test.op)
            if all(self.starts(p, scope) for p in every):
                return self.language.list([self.one_of(p, scope, plural, gender) for p in every], test.op)
            if test.op == "and" and self.starts(every[0], scope):
                cut = next(n for n, p in enumerate(every) if not self.starts(p, scope))
                first = self.language.list([self.one_of(p, scope, plural, gender) for p in every[:cut]], "and")
                rest = self.chain(every[cut:], "and", scope, False)
                return self.say(
                    "and.if",
                    first=first,
                    clause=self.say(f"for_which{'.f' if gender[:1] == 'f' else ''}{'.pl' if plural else ''}", clause=rest, name=""),
                )
            return self.say(
                f"for_which{'.f' if gender[:1] == 'f' else ''}{'.pl' if plural else ''}", clause=self.clause(test, scope), name=""
            )
        negated = False
        inner = test
        while isinstance(inner, t.Unary) and inner.op == "not":
            negated, inner = not negated, inner.item
        said = self.about(inner, scope, negated, plural, gender)
        if said is not None:
            return self.language.relative(said, gender, plural)
        key = f"for_which{'.f' if gender[:1] == 'f' else ''}{'.pl' if plural else ''}"
        return self.say(key, clause=self.clause(test, scope), name="")

    def one_of(self, test: object, scope: Scope, plural: bool, gender: str) -> str:
        """One of several relative clauses; those that are several themselves stand in brackets."""
        said = self.relative(test, scope, plural, gender)
        return self.nouns.operands.bracketed(said) if joined(test, False) else said

    def starts(self, test: object, scope: Scope) -> bool:
        """Can this condition be a relative clause?"""
        while isinstance(test, t.Unary) and test.op == "not":
            test = test.item
        if isinstance(test, t.Binary) and test.op in ("and", "or"):
            return all(self.starts(p, scope) for p in flat(test, test.op))
        return self.about(test, scope, False, False) is not None

    def about(self, test: object, scope: Scope, negated: bool, plural: bool, gender: str = "") -> str | None:
        """A relative clause, when the condition speaks of the element first."""
        that = self.say("that")
        match test:
            case t.Name():
                part = self.nouns.part(scope.element or "", str(test.word)) if str(test.word) not in scope.names else None
                if part is not None and not isinstance(part, str):
                    return self.predicated(that, part, negated, plural, False, gender)
                return None
            case t.Dot() if self.nouns.is_it(test.owner, scope):
                part = self.nouns.part(scope.element or "", str(test.word))
                return (
                    self.predicated(that, part, negated, plural, False, gender) if part is not None and not isinstance(part, str) else None
                )
            case t.Related() if self.nouns.is_it(test.left, scope):
                return self.relations.said(test, scope, negated, that, plural)
            case t.Binary(op=op) if op in COMPARED or op in ("in", "not_in", "has"):
                left = test.left
                if self.nouns.is_it(left, scope):
                    return self.compare(test, scope, negated, that, plural)
                word = None
                if (isinstance(left, t.Name) and str(left.word) not in scope.names) or (
                    isinstance(left, t.Dot) and self.nouns.is_it(left.owner, scope)
                ):
                    word = str(left.word)
                if isinstance(left, t.Apply) and len(left.args) == 1 and self.nouns.is_it(left.args[0], scope):
                    word = str(left.word)
                if word is None:
                    return None
                part = self.nouns.part(scope.element or "", word)
                if part is None or self.scopes.of(left, scope) == FLAG:
                    return None
                opened = self.opened.compared(part, test, that, scope, (op == "is_not") != negated, plural)
                if opened is not None:
                    return opened
                noun, its, many = self.nouns.noun(part)
                if isinstance(test.right, t.Nothing) and op in ("is", "is_not"):
                    has = (op == "is_not") != negated
                    return self.say("has.some.pl" if has and plural else "has.some" if has else "has.none.pl" if plural else "has.none",
                                    left=that, noun=noun, a=self.language.a(noun, its))  # fmt: skip
                return self.compare(test, scope, negated, self.language.whose(noun, its, many), many, that, plural)
        return None

    # ------------------------------------------------------------------------------------ conditions

    def clause(self, e: object, scope: Scope, negated: bool = False) -> str:
        """A condition as a clause: ``the attacker is behind the defender``."""
        match e:
            case t.Binary(op="and" | "or"):
                op = e.op if not negated else ("or" if e.op == "and" else "and")
                return self.chain(flat(e, e.op), op, scope, negated)
            case t.Unary(op="not"):
                return self.clause(e.item, scope, not negated)
            case t.Titled():
                said = self.clause(e.test, scope, negated)
                title = self.language.small(self.language.of_text(text_of(e.title)))
                return self.say("Titled", clause=said, title=self.language.quote(title))
            case t.Name():
                return self.plain_clause(str(e.word), scope, negated)
            case t.Dot():
                type_ = self.scopes.of(e.owner, scope)
                part = self.nouns.part(type_.kind, str(e.word)) if type_.kind is not None else None
                owner = self.nouns.thing(e.owner, scope)
                if part is not None and not isinstance(part, str):
                    return self.predicated(owner, part, negated, self.many(e.owner, scope), type_.kind == "match")
                key, left = ("in_play", owner) if str(e.word) == "alive" else ("answer", self.nouns.dot(e, scope))
                return self.say(f"{key}.not" if negated else key, left=left)
            case t.Related():
                return self.relations.said(e, scope, negated, self.nouns.thing(e.left, scope), False)
            case t.Where(sink="any" | "no"):
                return self.existence.exists(e, scope, (e.sink == "no") != negated)
            case t.Binary():
                return self.compare(e, scope, negated, None, self.scopes.of(e.left, scope).form == "set")
            case t.Apply():
                return self.applied(e, scope, negated)
        return self.say("holds.not" if negated else "holds", left=self.nouns.thing(e, scope))

    def chain(self, parts: list[Any], op: str, scope: Scope, negated: bool) -> str:
        """Conditions in a row.  What would be read with the words behind it stands in brackets, except at the end, where a chain within
        a chain is marked off by ``either``, or by commas around it."""
        inner = [joined(p, negated) for p in parts]
        said = []
        for part, sort in zip(parts, inner, strict=True):
            clause = self.clause(part, scope, negated)
            core = part
            while isinstance(core, t.Unary) and core.op == "not":
                core = core.item
            if part is parts[-1]:
                said.append(self.either(core, scope, negated != (turns(part) % 2 == 1)) if sort == "or" and op == "and" else clause)
            elif (sort and op == "and") or (not sort and self.nouns.operands.clause_ending(core, scope) == CLAUSE):
                said.append(self.nouns.operands.bracketed(clause))
            else:
                said.append(clause)
        return self.language.joined(said, op, apart=op == "or" and any(inner))

    def either(self, e: t.Binary, scope: Scope, negated: bool) -> str:
        """Alternatives at the end of an "and", marked off, so that it is plain what belongs together."""
        parts = flat(e, e.op)
        apart = "," if any(joined(p, negated) for p in parts) else ""
        first, *rest = (self.clause(p, scope, negated) for p in parts)
        return self.say("either", first=first, rest="".join(apart + self.say("either.or", clause=p).removeprefix(apart) for p in rest))

    def applied(self, e: t.Apply, scope: Scope, negated: bool) -> str:
        word = str(e.word)
        if word == "clear" and len(e.args) == 2:
            key = "fn.clear.not" if negated else "fn.clear"
            return self.say(key, one=self.nouns.thing(e.args[0], scope), two=self.nouns.thing(e.args[1], scope))
        entry = self.scopes.entry(word)
        if entry is not None and isinstance(entry.decl, t.Condition) and e.args:
            return self.predicated(self.nouns.thing(e.args[0], scope), entry.decl, negated, False, False)
        return self.say("holds.not" if negated else "holds", left=self.nouns.thing(e, scope))

    def plain_clause(self, word: str, scope: Scope, negated: bool) -> str:
        if word in ("true", "false"):
            return self.say("always" if (word == "true") != negated else "never")
        if word in scope.names:
            known = scope.names[word]
            if known.type.form == "row":
                return self.existence.exist(known, negated)
            return self.say("answer.not" if negated else "answer", left=self.language.quote(known.said))
        if scope.element is not None:
            part = self.nouns.part(scope.element, word)
            if part is not None and not isinstance(part, str):
                noun = self.titles.kind(scope.element)
                return self.predicated(self.language.this(noun, self.titles.gender(noun)), part, negated, False, False)
        if word in self.book.symbols.options:
            decl = self.book.find(word, t.Option)
            return self.say("option.not" if negated else "option", title=self.language.quote(self.link(self.nouns.option(word), decl)))
        entry = self.scopes.entry(word)
        if entry is not None:
            return self.predicated("", entry.decl, negated, False, True)
        return self.say("comes.not" if negated else "comes", left=self.language.quote(self.result(word)))

    def result(self, word: str, test: t.Test | None = None) -> str:
        """What a result of dice is called: by the title behind its first line in the test, in general words, by the table or member of that
        name, or by its own."""
        for line in test.modifiers if test is not None else ():
            if line.form == "result" and str(line.name) == word and line.title is not None:
                return self.language.small(self.language.of_text(text_of(line.title)))
        label = self.language.LABELS.get(f"result.{word}")
        if label is not None:
            return label
        found = self.book.find(word, t.Table, t.Event)
        if found is not None and found.title is not None:
            return self.language.small(self.titles.of(found))
        return self.titles.plain(word)

    def predicated(self, subject: str, part: object, negated: bool, plural: bool, alone: bool, gender: str = "") -> str:
        """A condition or a yes-or-no field said of its subject; ``gender``: of what a relative clause is about."""
        text = self.nouns.called(part)
        said = self.language.predicate(text, negated, plural)
        decl = part if isinstance(part, (t.Condition, t.Define)) else None
        if isinstance(part, t.Field) and said is not None and not self.plainly(text):
            title = self.language.quote(self.language.small(self.language.of_text(text)))
            return self.say(
                f"marked{'.not' if negated else ''}{'.pl' if plural else ''}", left=subject or self.say("Name.match"), title=title
            )
        if said is None:
            title = self.link(self.language.small(self.language.of_text(text)), decl)
            if not negated:
                return title if alone or not subject else self.say("sentence.of", title=title, left=subject)
            given = text.of(self.language.code).opposite
            opposite = self.language.small(given) if given else self.language.denied(self.language.small(self.language.of_text(text)))
            if opposite is not None:
                said = self.link(opposite, decl)
                return said if alone or not subject else self.say("sentence.of", title=said, left=subject)
            return self.say("sentence.not", title=self.language.quote(title))
        if alone or not subject:
            subject = self.say("Name.match")
        if not gender and subject != self.say("that") and not (subject.startswith("*") and len(subject) < 5):  # a letter tells nothing
            gender = self.titles.gender(self.language.bare_of(subject))
        return f"{subject} {self.link(said_of(self.language, said, subject, plural, gender), decl)}"

    def compare(
        self, e: t.Binary, scope: Scope, negated: bool, subject: str | None, plural: bool, that: str = "", several: bool = False
    ) -> str:
        op = e.op
        if op in ("has", "knows", "sees"):
            left = subject or self.nouns.operands.side(e.left, scope)
            key = f"Binary.{op}{'.not' if negated else ''}{'.pl' if (plural if subject else self.many(e.left, scope)) else ''}"
            return self.say(key, left=left, right=self.nouns.operands.side(e.right, scope))
        if negated and op in OPPOSITE:
            op = OPPOSITE[op]
        elif negated:
            return self.say("false", clause=self.compare(e, scope, False, subject, plural, that, several))
        if op in ("in", "not_in"):
            return self.within(e, op, scope, subject, plural)
        if op in ("is", "is_not"):
            found = self.identity(e, op == "is_not", scope, subject, plural)
            if found is not None:
                return found
        left_type = self.scopes.of(e.left, scope)
        right = self.span(e.right) if e.op == "between" else self.nouns.operands.side(e.right, scope)
        if e.exact:
            right = self.say("exactly", number=right)
        if that and isinstance(e.left, (t.Name, t.Dot)) and isinstance(e.right, t.Name) and str(e.right.word) in scope.names:
            # “whose owner is the owner”: the second one is the one spoken of outside.
            known = scope.names[str(e.right.word)]
            if (
                known.said == self.nouns.noun(self.nouns.part(scope.element or "", str(e.left.word)))[0]
                and known.type.kind != scope.element
            ):
                right = self.language.this(known.said, known.gender)
        if subject is None or that:
            counted = self.counted(e, op, scope, that, several if that else plural)
            if counted is not None:
                return counted
        if subject is None:
            plural = self.many(e.left, scope)
        left = subject or self.nouns.operands.side(e.left, scope)
        number = left_type.form == "number" or op not in ("is", "is_not")
        key = f"Binary.{op}{'.n' if number and op in ('is', 'is_not') else ''}{'.pl' if plural else ''}"
        return self.say(key, left=left, right=right)

    def span(self, ends: t.Expr) -> str:
        """``2 and 4``, the ends of what something lies between."""
        assert isinstance(ends, t.Tuple)
        return self.language.list([str(end.value) for end in ends.items if isinstance(end, t.Number)])

    def many(self, e: t.Expr, scope: Scope) -> bool:
        """Is what stands before the verb a plural?"""
        if isinstance(e, t.Dot):
            type_ = self.scopes.of(e.owner, scope)
            part = self.nouns.part(type_.kind, str(e.word)) if type_.kind is not None else None
            return part is not None and (self.nouns.noun(part)[2] or (type_.form == "set" and self.scopes.of_part(part).form == "row"))
        if isinstance(e, t.Name) and str(e.word) in scope.names and scope.names[str(e.word)].gender.endswith("p"):
            return True
        if isinstance(e, t.Name) and scope.element is not None and str(e.word) not in scope.names:
            part = self.nouns.part(scope.element, str(e.word))
            return part is not None and self.nouns.noun(part)[2]
        if isinstance(e, t.Name) and str(e.word) not in scope.names and (named := self.book.members(str(e.word))):
            return self.named_many(named[0][0].titles[named[0][1]])
        if isinstance(e, t.Name) and str(e.word) == "everyone" and "everyone" not in scope.names:
            return self.language.EVERYONE_MANY
        if isinstance(e, t.Name) and str(e.word) == "natural" and "natural" not in scope.names:
            return self.language.MANY_DICE
        if isinstance(e, t.Name) and str(e.word) not in {*scope.names, *self.scopes.plurals}:
            value = self.book.find(str(e.word), t.Define)
            if value is not None and self.nouns.constant(value) is None:
                return self.nouns.noun(value)[2]
        if isinstance(e, t.Apply):
            if str(e.word) == "ray" and self.scopes.entry("ray") is None:
                return False  # one line of many cells
            entry = self.scopes.entry(str(e.word))
            if entry is not None:
                return self.nouns.noun(entry.decl)[2] and self.nouns.constant(entry.decl) is None
        return self.scopes.of(e, scope).form == "set"

    def counted(self, e: t.Binary, op: str, scope: Scope, that: str, plural: bool) -> str | None:
        """``has at least 2 life points`` for a number whose title is a plural, ``there are ...`` for a count."""
        if e.op == "between" and isinstance(e.right, t.Tuple):
            ends = [end.value for end in e.right.items if isinstance(end, t.Number)]
            number, said_number = ends[-1], self.span(e.right)
        elif isinstance(e.right, t.Number):
            number, said_number = e.right.value, str(e.right.value)
            if e.exact:
                said_number = self.say("exactly", number=said_number)
        else:
            return None
        left = e.left
        if isinstance(left, t.Dot) or that:
            owner = left.owner if isinstance(left, t.Dot) else IT
            word = str(left.word) if isinstance(left, (t.Dot, t.Name)) else ""
            type_ = self.scopes.of(owner, scope)
            part = self.nouns.part(type_.kind, word) if type_.kind is not None else None
            if part is None or isinstance(part, str) or not isinstance(part, t.Field):
                return None
            text = self.nouns.called(part)
            if not self.language.is_plural(text) or len(self.language.of_text(text).split()) > 4:
                return None
            if type_.kind == "match":
                return None
            said = self.language.small(self.language.of_text(text))
            noun = self.language.singular(said) if abs(number) == 1 or (number == 0 and self.language.COUNTS_NONE) else said
            several = ".pl" if (plural if that else self.many(owner, scope)) else ""
            return self.say(f"counted.{op}{several}", left=that or self.nouns.thing(owner, scope), number=said_number, noun=noun)
        return None

    def within(self, e: t.Binary, op: str, scope: Scope, subject: str | None, plural: bool) -> str:
        left = subject or self.nouns.operands.side(e.left, scope)
        key = "Binary.in" if op == "in" else "Binary.not_in"
        if isinstance(e.right, t.Tuple):
            items = self.language.list([self.nouns.operands.side(i, scope) for i in e.right.items], "or")
            return self.say("Binary.is" if op == "in" else "Binary.is_not", left=left, right=items)
        return self.say(key + (".pl" if plural else ""), left=left, right=self.nouns.operands.side(e.right, scope))

    def identity(self, e: t.Binary, negated: bool, scope: Scope, subject: str | None, plural: bool) -> str | None:
        """``is`` with something else than a number on its right."""
        right = e.right
        opened = self.opened.identity(e, negated, scope) if subject is None else None
        if opened is not None:
            return opened
        left_type = self.scopes.of(e.left, scope)
        if isinstance(right, t.Name) and str(right.word) not in scope.names:
            word = str(right.word)
            if word in ("true", "false") and left_type == FLAG:
                return self.clause(e.left, scope, (word == "false") != negated)
            if left_type.kind is not None:
                part = self.nouns.part(left_type.kind, word)
                if part is not None and not isinstance(part, str) and self.scopes.of_part(part) == FLAG:
                    return self.predicated(
                        subject or self.nouns.thing(e.left, scope), part, negated, plural, left_type.kind == "match" and subject is None
                    )
                if word == "pending":
                    return self.say("pending.not" if negated else "pending", left=subject or self.nouns.thing(e.left, scope))
        if isinstance(right, t.Name) and str(right.word) == "pending":
            return self.say("pending.not" if negated else "pending", left=subject or self.nouns.thing(e.left, scope))
        if isinstance(right, t.Nothing):
            return self.existence.nothing(e.left, not negated, scope, subject, plural)
        return None
