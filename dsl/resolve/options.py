"""Options of a game, and what a person chose."""

from __future__ import annotations

from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.errors import BadOption
from arbitre.dsl.diagnostics.said import joined, phrase
from arbitre.dsl.diagnostics.suggest import did_you_mean
from arbitre.dsl.resolve.nouns import type_of
from arbitre.dsl.resolve.symbols import OptionInfo, Symbols, new_scope, text_of
from arbitre.dsl.resolve.types import Ty, number

# Yes and no, as people of any language of the terminal write them.
_FLAGS = {"yes": "true", "no": "false", "oui": "true", "non": "false", "ja": "true", "nein": "false", "true": "true", "false": "false"}
LISTED = 41  # numbers that are listed one by one


def declare_options(symbols: Symbols) -> None:
    """Options with their defaults, their choices, and what was chosen."""
    known = {str(d.name): d for d in symbols.decls if isinstance(d, t.Option)}
    former = {old: renames[0].new for (space, old), renames in symbols.rulebook.names.former.items() if space == "option"}
    symbols.choices = {name if name in known else former.get(name, name): value for name, value in symbols.choices.items()}
    for name in symbols.choices:
        if name not in known:
            raise BadOption(phrase("there is no option ‘{0}’. {1}", name, did_you_mean(name, known)).strip())
    for decl in known.values():
        type_ = type_of(symbols, decl.type, offered=True)
        scope = new_scope()
        default = symbols.constants.typed(decl.default, scope, type_, place=decl.default.place)
        info = OptionInfo(str(decl.name), text_of(decl.title), text_of(decl.text), option_text(symbols, default, type_), [])
        if type_.kind == "flag":
            info.choices = ["false", "true"]
        elif type_.is_row:
            info.choices = list(symbols.domains[type_.domain].rows)
        else:
            info.is_number, info.low, info.high, info.step = True, type_.low, type_.high, type_.step
            info.choices = [str(n) for n in info.numbers[:LISTED]]
            if default not in info.numbers and type_.low <= default <= type_.high:
                near = max(n for n in info.numbers if n <= default)
                symbols.messages.error(
                    "T02",
                    decl.default.place,
                    phrase("counting from {0} by {1} does not come to {2}", type_.low, type_.step, default),
                    phrase("Write {0}.", near),
                )
        value = chosen_value(symbols, decl, type_, default, info)
        symbols.options[str(decl.name)] = (value, replace_range(type_, value))
        symbols.option_values[str(decl.name)] = option_text(symbols, value, type_)
        symbols.option_infos.append(info)


def option_text(symbols: Symbols, value: int, type_: Ty) -> str:
    """A value of an option as a person writes it."""
    if type_.kind == "flag":
        return "true" if value else "false"
    if type_.is_row and 0 <= value < len(symbols.domains[type_.domain].rows):
        return symbols.domains[type_.domain].rows[value]
    return str(value)


def chosen_value(symbols: Symbols, decl: t.Option, type_: Ty, default: int, info: OptionInfo) -> int:
    """What a person chose, or the default."""
    name = str(decl.name)
    if name not in symbols.choices:
        return default
    said = str(symbols.choices[name]).strip()
    if type_.kind == "number":
        try:
            value = int(said)
        except ValueError:
            raise BadOption(phrase("the option ‘{0}’ is a number, not ‘{1}’", name, said)) from None
        if not type_.low <= value <= type_.high:
            raise BadOption(phrase("the option ‘{0}’ goes from {1} to {2}, not {3}", name, type_.low, type_.high, value))
        if value not in info.numbers:
            span = type_.low, type_.high, type_.step
            raise BadOption(phrase("the option ‘{0}’ goes from {1} to {2} in steps of {3}: {4} is not among them", name, *span, value))
        return value
    said = _FLAGS.get(said.lower(), said) if type_.kind == "flag" else said
    if said not in info.choices:
        known = [phrase("yes"), phrase("no")] if type_.kind == "flag" else info.choices
        hint = did_you_mean(said, list(map(str, known))) or phrase("It is one of: {0}.", joined(", ", known))
        raise BadOption(phrase("the option ‘{0}’ cannot be ‘{1}’. {2}", name, said, hint))
    return info.choices.index(said)


def replace_range(type_: Ty, value: int) -> Ty:
    """The type of an option that has one value."""
    return number(value, value) if type_.kind == "number" else type_
