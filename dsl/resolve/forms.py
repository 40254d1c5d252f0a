"""Actions that are forms of another one (``action hop is go ...``): who asks for that one means them too."""

from __future__ import annotations

from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.resolve.symbols import NONE, Symbols, tell_unknown


def general(symbols: Symbols, name: str) -> int:
    """The number of the action that this one is a form of, or NONE."""
    decl = symbols.rule_decls[name]
    word = decl.form_of if isinstance(decl, t.Action) else None
    return NONE if word is None else symbols.actions.get(str(word), NONE)


def check_forms(symbols: Symbols) -> None:
    """Tells of forms of what is no action, and of actions that are in the end forms of themselves."""
    for name, index in symbols.actions.items():
        decl = symbols.rule_decls[name]
        if not isinstance(decl, t.Action) or decl.form_of is None:
            continue
        if str(decl.form_of) not in symbols.actions:
            tell_unknown(symbols, decl.form_of, "action", symbols.actions)
        elif index in above(symbols, name):
            symbols.messages.error("N03", decl.form_of.place, phrase("‘{0}’ would be a form of itself", name),
                                   "One action of a family must not be a form of another.")  # fmt: skip


def above(symbols: Symbols, name: str) -> list[int]:
    """The actions that this one is a form of, the nearest first."""
    names = list(symbols.actions)
    out: list[int] = []
    found = general(symbols, name)
    while found != NONE and found not in out:
        out.append(found)
        found = general(symbols, names[found])
    return out


def forms(symbols: Symbols, index: int) -> list[int]:
    """An action and all its forms, by number."""
    return [other for name, other in symbols.actions.items() if other == index or index in above(symbols, name)]
