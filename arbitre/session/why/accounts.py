"""What accounts for something that happened, in lines a person reads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from arbitre.words.phrases import of

Account = dict[str, Any]
UNSAID = ("failure", "lower", "tie")


def lines(account: Account, lang: str, rules: bool = False) -> Iterator[str]:
    """The account of an event, then of what led to it; with ``rules`` the line of each rule too."""
    return _Lines(lang, rules).all(account)


class _Lines:
    def __init__(self, lang: str, rules: bool) -> None:
        self.words, self.rules, self.told = of(lang), rules, set[str]()

    def say(self, key: str, **parts: Any) -> str:
        return self.words.say(f"why.{key}", **parts)

    @property
    def colon(self) -> str:
        return self.words.say("colon")

    def all(self, account: Account) -> Iterator[str]:
        yield f"[{account['event']}] {account['text']}"
        yield from self.body(account)
        for cause in account["because"]:
            body = list(self.body(cause))
            if body or cause["_told"] or cause is account["because"][-1]:  # a step of the rules that says nothing leads nowhere
                number = f"[{cause['event']}] " if cause["event"] is not None else ""
                yield f"{self.say('because')} {number}{cause['text']}"
                yield from body

    def body(self, account: Account) -> Iterator[str]:
        for throw in account["throws"]:
            yield from self.throw(throw)
        for number in account["numbers"]:
            parts = [self.part(p) for p in number["parts"] if not (p["form"] == "is" and number["_since"])]
            clauses = [self.where(p) for p in number["parts"] if p["form"] == "is" and number["_since"] and self.where(p)]
            more = ", ".join([*parts, *number["_since"]])
            yield " ".join([f"  {small(number['title'])}{self.colon}{number['value']} ({more})", *clauses])
        for fact in account["_since"]:
            yield f"  {self.say('since', fact=fact)}"
        yield from self.order(account)
        for key in ("prevented_by", "instead"):
            if key in account:
                by = account[key]
                yield f"  {self.say(key, rule=by['text'])}"
                for throw in by["throws"]:
                    yield from (f"  {line}" for line in self.throw(throw))
                for fact in by["_since"]:
                    yield f"    {self.say('since', fact=fact)}"
                yield from self.clauses(by, "    ")
                yield from self.rule(by, "    ")
        yield from self.clauses(account, "  ")
        yield from self.rule(account, "  ")

    # ------------------------------------------------------------------------------------ dice

    def throw(self, throw: Account) -> Iterator[str]:
        """The dice, what they needed, and what was added under which name."""
        faces = " + ".join(map(str, throw["faces"]))
        said = faces if len(throw["faces"]) == 1 else f"{faces} = {throw['total']}"
        more = throw["with_added"] - throw["total"] if "with_added" in throw else sum(p["amount"] for p in throw.get("added", ()))
        if more:
            said += f", {signed(more)} = {throw['total'] + more}"
        name = f"{throw['title']}, {throw['who']}" if "who" in throw else throw["title"]
        if throw["again"]:
            name = self.say("again_by", by=small(throw["again_by"])) if throw.get("again_by") else self.say("again")
        needed = self.needed(throw)
        result = throw.get("result_word", "")
        yield f"  {name}{self.colon}{said}{f', {result}' if result else ''}{f' ({needed})' if needed else ''}"
        for part in throw.get("added", ()):
            yield f"    {self.part(part)}"
        for bound in self.bounds(throw):
            yield f"    {bound}"

    def needed(self, throw: Account) -> str:
        """``needed 4+: 50%``; of several results each."""
        ranges, chances = throw.get("needed", {}), throw.get("_chances", {})
        if not ranges:
            return ", ".join(f"{name} {chance}" for name, chance in chances.items())
        if len(chances) == 2 and len(ranges) == 1:
            ((name, on),) = ranges.items()
            return f"{self.say('needed', on=on)}{self.colon}{chances[name]}"
        return ", ".join(f"{name} {on}{self.colon}{chances[name]}" for name, on in ranges.items())

    def part(self, part: Account) -> str:
        times = f" × {part['times']}" if "times" in part else ""
        where = f" {self.where(part)}" if self.where(part) else ""
        if part["form"] == "is":
            return f"{self.say('stands', value=part['amount'], title=small(part['title']))}{where}"
        if part["form"] in ("floor", "ceiling"):
            return f"{self.say(part['form'], amount=signed(part['amount']))}{where}"
        return " ".join([signed(part["amount"]), *small(part["title"]).split(), *(times + where).split()])

    def where(self, part: Account) -> str:
        """The clauses of a line; for the referee, its file and line."""
        said = [*part.get("clauses", ())]
        if "file" in part and self.rules:
            said.append(f"{part['file']}:{part['line']}")
        return f"[{', '.join(said)}]" if said else ""

    def bounds(self, throw: Account) -> Iterator[str]:
        """The numbers the throw was held against, those that are more than a number in the line."""
        seen = set()
        for bound in throw.get("held_against", ()):
            key = (bound["title"], bound["value"])
            reach = range(len(throw["sizes"]), sum(throw["sizes"]) + 1)
            if bound["of"] == "natural" and bound["value"] not in reach:
                continue
            if not bound["title"] or key in seen or all(p["form"] == "base" for p in bound["parts"]):
                continue
            seen.add(key)
            parts = [self.part(p) for p in bound["parts"]]
            more = f" ({', '.join(parts)})" if len(parts) > 1 or any(p["form"] not in ("term",) for p in bound["parts"]) else ""
            yield f"{self.say('held_against', title=small(bound['title']), value=bound['value'])}{more}"

    # ------------------------------------------------------------------------------------ orders, clauses, rules

    def order(self, account: Account) -> Iterator[str]:
        if "order" not in account or account["order"] == "done":
            return
        for fact in account.get("_failed", ()):
            yield f"  {self.say('failed_known' if account.get('as_known') else 'failed', fact=fact)}"
        if not account.get("_failed") and "prevented_by" not in account and "instead" not in account:
            yield f"  {self.say('failed', fact=account['told']) if 'told' in account else self.say('failed_so')}"

    def clauses(self, account: Account, pad: str) -> Iterator[str]:
        for clause in account["clauses"]:
            if clause["name"] in self.told:
                continue
            self.told.add(clause["name"])
            yield f"{pad}{clause['name']}{self.colon}{clause['text']}"
            if "ruling" in clause:
                yield f"{pad}  {self.say('ruling')}{self.colon}{clause['ruling']}"
            if "reason" in clause:
                yield f"{pad}  {self.say('reason')}{self.colon}{clause['reason']}"

    def rule(self, account: Account, pad: str) -> Iterator[str]:
        if "rule" in account and self.rules:
            rule = account["rule"]
            yield f"{pad}{rule['file']}:{rule['line']}  {rule['source']}"


def signed(number: int) -> str:
    return f"{'+' if number > 0 else '−'}{abs(number)}"


def small(text: str) -> str:
    """A title inside a sentence; a name keeps its capitals, an abbreviation as well."""
    return text if text[1:] != text[1:].lower() or text[1:2] == "." else text[:1].lower() + text[1:]
