"""Types and nouns as written: what kind of thing a word stands for."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.diagnostics.suggest import BUILT_IN, did_you_mean
from arbitre.dsl.resolve.symbols import Symbols, tell_unknown
from arbitre.dsl.resolve.types import BAD, FLAG, WIDE, Ty, group, number, row


def type_of(symbols: Symbols, node: t.Type, offered: bool = False) -> Ty:
    """A type as written.  ``offered``: its values are listed for somebody to choose from, so that they may have steps."""
    match node:
        case t.Bounded():
            low, high = (bound_of(symbols, x) for x in (node.low, node.high))
            if low > high:
                symbols.messages.error(
                    "T02", node.place, phrase("the range {0} to {1} is empty", low, high), "Write the smaller number first."
                )
                low, high = high, low
            if low < -WIDE or high > WIDE:
                symbols.messages.error(
                    "T02",
                    node.place,
                    phrase("numbers go from -{0} to {1}", format(WIDE, ","), format(WIDE, ",")),
                    "Use larger units.",
                )
            if node.step != 1 and not offered:
                symbols.messages.error(
                    "T02",
                    node.place,
                    phrase("only what a player chooses goes in steps: an option, what an action is given, a number after ‘chooses’"),
                    phrase("Leave out ‘by {0}’.", node.step),
                )
                return number(low, high)
            step = max(1, node.step)
            return number(low, low + stepped(symbols, low, high, node.step, node.place) * step, step)
        case t.OfKind():
            if node.kind == "flag":
                return FLAG
            domain = symbols.nouns.get(str(node.kind))
            if domain is None:
                if node.kind in symbols.plurals:
                    hint = phrase("Of one, ‘{0}’; of several, ‘any {0}’.", symbols.domains[symbols.plurals[str(node.kind)]].name)
                    symbols.messages.error("N01", node.kind.place, phrase("there is no {0} ‘{1}’", phrase("kind"), node.kind), hint)
                    return Ty("bad")
                tell_unknown(symbols, node.kind, "kind", [*symbols.domain_by_name, "flag"])
                return Ty("bad")
            return row(domain, node.optional)
        case t.Subset():
            domain = symbols.nouns.get(str(node.kind))
            if domain is None:
                tell_unknown(symbols, node.kind, "kind", symbols.domain_by_name)
                return Ty("bad")
            return group(domain)
    raise AssertionError(node)


def stepped(symbols: Symbols, low: int, high: int, step: int, place: Place) -> int:
    """How many steps lead from one end of a range to the other; a fault if they do not end there."""
    if step < 1:
        symbols.messages.error(
            "T02", place, phrase("a step is 1 or more, not {0}", step), phrase("Leave out ‘by {0}’, or write a larger number.", step)
        )
        return high - low
    if (high - low) % step:
        last = high - (high - low) % step
        symbols.messages.error(
            "T02",
            place,
            phrase("counting from {0} by {1} does not come to {2}", low, step, high),
            phrase("Write {0} to {1} by {2}, or {0} to {3} by {2}.", low, last, step, last + step),
        )
    return (high - low) // step


def bound_of(symbols: Symbols, value: int | t.Word) -> int:
    """An end of a range: a number, or the option that says it."""
    if isinstance(value, int):
        return value
    if value in symbols.options and symbols.options[value][1].kind == "number":
        return symbols.options[value][0]
    symbols.messages.error("N01", value.place, phrase("there is no number option ‘{0}’", value), did_you_mean(value, symbols.options))
    return 0


def noun_type(symbols: Symbols, param: t.Parameter, offered: bool = False) -> tuple[Ty, tuple[int, int] | None]:
    """The type of a parameter; for the name of a member (``smith``) also that member, which its bearer must have."""
    if param.type is not None:
        return type_of(symbols, param.type, offered), None
    word = str(param.name)
    if word in symbols.nouns:
        return row(symbols.nouns[word]), None
    for domain, index in symbols.members.get(word, []):
        bearer = bearer_of(symbols, domain)
        if bearer is not None:
            return row(bearer), (domain, index)
    nouns = [noun for noun in symbols.nouns if noun not in BUILT_IN]
    hint = did_you_mean(word, [*nouns, *symbols.members]) or phrase(
        "Write of which kind it is, ‘({0}: KIND)’, or give that kind a second noun: ‘kind KIND ({0})’.", word
    )
    symbols.messages.error("N01", param.name.place, phrase("there is no noun ‘{0}’", word), hint)
    return BAD, None


def bearer_of(symbols: Symbols, domain: int) -> int | None:
    """The kind whose things have such a member: said by ``borne by``, else the first with a field that holds one."""
    if domain in symbols.bearers:
        return symbols.domain_by_name.get(symbols.bearers[domain])
    for wanted in (True, False):
        for owner in symbols.domains:
            if owner.dynamic == wanted and owner.name != "order":
                for index in symbols.fields_of[owner.index].values():
                    type_ = symbols.field_types[index]
                    if type_.kind in ("row", "set") and type_.domain == domain:
                        return owner.index
    return None


def bears(symbols: Symbols, owner: core.Expr, owner_domain: int, member: tuple[int, int], place: Place) -> core.Expr:
    """Does it bear that member (is its role scout, are its skills among ...)?"""
    for index in symbols.fields_of[owner_domain].values():
        type_ = symbols.field_types[index]
        if type_.domain == member[0] and type_.kind in ("row", "set"):
            read = core.Read(place, index, owner)
            wanted = core.Const(place, member[1])
            return core.In(place, wanted, read) if type_.is_set else core.Compare(place, "==", read, wanted)
    return core.Const(place, 1)
