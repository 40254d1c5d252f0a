"""What is known of a rulebook as it stands in an editor: a pure function of its files, and what an edit changes at once.

A whole analysis of a large game takes a second or two.  :func:`at_once` tells within milliseconds what an edit did to the
declarations it touched: they alone are parsed, and the rules among them bound again with the names of the last analysis.
"""

from __future__ import annotations

import re
from copy import copy
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arbitre.desk.shelf import OpenShelf
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.cascades import Gaps
from arbitre.dsl.diagnostics.errors import ArbitreError
from arbitre.dsl.diagnostics.message import Message, Messages
from arbitre.dsl.diagnostics.position import NOWHERE, Place
from arbitre.dsl.lint.own import located
from arbitre.dsl.lower.context import Context
from arbitre.dsl.lower.handlers import BODIES
from arbitre.dsl.lower.program import Bound, bind
from arbitre.dsl.lower.rules.hooks import bind_hook
from arbitre.dsl.lower.scenario.scenarios import bind_scenario, options_of
from arbitre.dsl.lower.signatures import rule_scope
from arbitre.dsl.lower.uses import Index, index_of
from arbitre.dsl.lower.values.values import function_of
from arbitre.dsl.modules.library import folder_of, shown_path
from arbitre.dsl.modules.loader import load
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.dsl.parse.parser import parse_chunk, parse_text
from arbitre.dsl.resolve.symbols import drop_consequences
from arbitre.dsl.source.chunks import Chunk, cut, normalise
from arbitre.opening.foreign_warnings import findings

if TYPE_CHECKING:
    from arbitre.opening.odds.throws import Throws
    from arbitre.opening.proof.coverage import Carried

_HEAD = re.compile(r"^(game|extends)[ \t]+(\w+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Home:
    """The rulebook that a file belongs to: the file of its game, and the file itself where that stands beside the game."""

    main: Path
    beside: Path | None = None


@dataclass(slots=True)
class Analysis:
    """``texts``: every file as it was read, by its real path; ``told``: what is wrong, by the file it is wrong in."""

    home: Home
    rulebook: Rulebook
    bound: Bound
    index: Index
    texts: dict[Path, str]
    told: dict[Path, list[Message]] = field(default_factory=dict)
    throws: Throws | None = None  # made when odds are first asked for
    proofs: dict[str, Carried] | None = None  # the same of clauses

    def shown(self, path: Path) -> str:
        """A file as places name it."""
        real = path.resolve()
        return next((file.path for file in self.rulebook.files if located(file.path) == real), shown_path(path))


def home_of(path: Path, text: str) -> Home:
    """Where a file belongs, from what its first line says and where it lies."""
    found = _HEAD.search(text)
    if found is None or found[1] == "game":
        return Home(path)
    name = found[2]
    for up in path.resolve().parents:
        for main in (up / f"{name}.rules", up / name / f"{name}.rules"):
            if main.is_file() and main != path.resolve():
                inside = main.parent in path.resolve().parents and main.parent.name == name
                part = inside and "extensions" not in path.resolve().relative_to(main.parent).parts
                return Home(main, None if part else path)
    main = folder_of(name) / f"{name}.rules"
    return Home(main, path) if main.is_file() else Home(path)


def analyse(home: Home, shelf: OpenShelf) -> Analysis:
    """The rulebook read, put together and bound; nothing but the faults of that is told yet."""
    rulebook = load(home.beside or home.main, scenarios=True, shelf=shelf)
    bound = bind(rulebook)
    if not bound.messages.errors:
        quiet = aside(bound.context)  # what is wrong with other options shows when all is looked through; their words are known now
        for scenario in rulebook.scenarios:
            bind_scenario(quiet if options_of(scenario) else bound.context, scenario)
    texts = {located(file.path): file.text for file in rulebook.files}
    return Analysis(home, rulebook, bound, index_of(bound), texts, by_file(rulebook.messages.items + bound.messages.errors))


def thorough(found: Analysis) -> dict[Path, list[Message]]:
    """Everything that ``check`` tells of it."""
    try:
        told = findings(found.rulebook)
    except ArbitreError:  # an option of an open file that cannot be: the faults that were told say so
        return found.told
    return by_file(told)


def by_file(messages: list[Message]) -> dict[Path, list[Message]]:
    """Messages by the file they are about, each once."""
    out: dict[Path, list[Message]] = {}
    seen = set()
    for message in messages:
        if message.key() not in seen and message.place != NOWHERE:
            seen.add(message.key())
            out.setdefault(located(message.place.file), []).append(message)
    return out


# -------------------------------------------------------------------------------------------- what an edit does at once


@dataclass(frozen=True, slots=True)
class Edit:
    """The declarations of a file that differ: those that were, those that are; what follows has moved by so many lines."""

    was: list[Chunk]
    now: list[Chunk]
    before: int  # the last line that stays where it is
    after: int  # the first line that was behind
    moved: int


def at_once(found: Analysis, path: Path, text: str) -> list[Message]:
    """What is wrong with a file after an edit, as far as the declarations it touched tell; the rest as it was told before."""
    real, shown = path.resolve(), found.shown(path)
    new = normalise(text)
    edit = difference(found.texts.get(real, ""), new, shown)
    if edit is None:  # it cannot even be cut into declarations
        messages = Messages()
        parse_text(new, shown, messages)
        return messages.items
    out = [moved(message, shown, edit) for message in found.told.get(real, ()) if stays(message.place, edit)]
    fresh = Messages(Gaps())
    decls: list[t.Decl] = []
    for chunk in edit.now:
        told = Messages()
        decl = parse_chunk(chunk, shown, told)
        if decl is not None:
            decls.append(decl)
        elif told.items:
            parse_text("\n" * (chunk.line - 1) + chunk.text, shown, fresh)
    was = [decl for decl in found.bound.symbols.decls if decl.place.file == shown and any(inside(decl.place, c) for c in edit.was)]
    was += [s for s in found.rulebook.scenarios if s.place.file == shown and any(inside(s.place, c) for c in edit.was)]
    if not fresh.items and len(edit.was) == len(edit.now):
        fresh.take(bound_again(found.bound, was, every_rule(decls)))
    return sorted([*out, *fresh.items], key=lambda message: message.place)


def difference(old: str, new: str, shown: str) -> Edit | None:
    """The declarations in which two texts differ; None if one of them cannot be cut."""
    faults = Messages()
    was, now = cut(old, shown, faults), cut(new, shown, faults)
    if faults.items or not was or not now:
        return None
    first = 0
    while first < min(len(was), len(now)) and was[first] == now[first]:
        first += 1
    last = 0
    while last < min(len(was), len(now)) - first and was[-1 - last].text == now[-1 - last].text:
        last += 1
    behind = was[len(was) - last].line if last else old.count("\n") + 2
    shift = now[len(now) - last].line - behind if last else 0
    before = was[first].line - 1 if first < len(was) else old.count("\n") + 1
    return Edit(was[first : len(was) - last], now[first : len(now) - last], min(before, behind - 1), behind, shift)


def inside(place: Place, chunk: Chunk) -> bool:
    """Does a place lie in a declaration?"""
    return chunk.line <= place.line <= chunk.line + chunk.text.count("\n")


def stays(place: Place, edit: Edit) -> bool:
    """Is a message still true, as far as its own declaration goes?"""
    return place.line <= edit.before or place.line >= edit.after


def moved(message: Message, shown: str, edit: Edit) -> Message:
    """A message where its line stands now."""

    def at(place: Place) -> Place:
        if place.file != shown or place.line < edit.after:
            return place
        return replace(place, line=place.line + edit.moved, end_line=place.end_line + edit.moved if place.end_line else 0)

    return replace(message, place=at(message.place), related=[(at(place), note) for place, note in message.related])


def every_rule(decls: list[t.Decl]) -> list[t.Decl]:
    """Declarations, and those that stand in the blocks of members."""
    return [each for decl in decls for each in (decl, *(decl.rules if isinstance(decl, t.Member) else ()))]


def bound_again(bound: Bound, was: list[t.Decl], now: list[t.Decl]) -> list[Message]:
    """What is wrong with rules whose bodies alone were edited, with all names as they were.  Nothing is changed for good."""
    known = {(type(decl), decl.owner, str(getattr(decl, "name", ""))): decl for decl in was}
    cx = aside(bound.context)
    for decl in now:
        old = known.get((type(decl), decl.owner, str(getattr(decl, "name", ""))))
        if old is None or old == decl:
            continue
        again(cx, old, decl)
    drop_consequences(cx.symbols, Messages(Gaps()))
    return [message for message in cx.messages.items if message.severity == "error"]


def aside(cx: Context) -> Context:
    """A context in which something can be bound without a trace in the one it is taken from."""
    symbols = copy(cx.symbols)
    symbols.messages = Messages(cx.symbols.messages.lost)
    procedures = [copy(procedure) for procedure in cx.procedures]
    for procedure in procedures:
        for name, held in ((name, getattr(procedure, name)) for name in procedure.__dataclass_fields__):
            if isinstance(held, list):
                setattr(procedure, name, list(held))
    return replace(cx, symbols=symbols, functions=list(cx.functions), procedures=procedures, decisions=list(cx.decisions))


def again(cx: Context, old: t.Decl, decl: t.Decl) -> None:
    """Binds one rule again, where its head says what it said."""
    symbols = cx.symbols
    if isinstance(decl, t.Scenario):
        if not options_of(decl):
            bind_scenario(cx, decl)
    elif isinstance(decl, t.Hook) and isinstance(old, t.Hook):
        bind_hook(cx, decl)
    elif isinstance(decl, (t.Define, t.Condition)) and isinstance(old, (t.Define, t.Condition)):
        table = symbols.entries if isinstance(decl, t.Define) else symbols.conditions
        entry = next((entry for entry in table.get(str(decl.name), ()) if entry.decl is old), None)
        if entry is not None and same_head(old, decl, ("value", "when", "modifiers")):
            function_of(cx, replace(entry, decl=decl, function=None, busy=False))
    else:
        name = next((name for name, rule in symbols.rule_decls.items() if rule is old), "")
        signature = symbols.signatures.get(name)
        if signature is not None and same_head(old, decl, ("body", "modifiers", "rows", "dice", "steps", "lines")):
            signature = replace(signature, frame=copy(signature.frame), own=dict(signature.own))
            BODIES[signature.kind](cx, decl, signature, cx.procedures[signature.index], rule_scope(signature))


def same_head(old: t.Decl, decl: t.Decl, parts: tuple[str, ...]) -> bool:
    """Do two declarations differ in nothing but what does not change how they are spoken of?"""
    kept: dict[str, Any] = {part: getattr(old, part) for part in (*parts, "title", "text", "clauses", "says") if hasattr(old, part)}
    try:
        return bool(replace(decl, **kept) == old) and getattr(getattr(old, "lines", None), "keeps", None) == getattr(
            getattr(decl, "lines", None), "keeps", None
        )
    except TypeError:
        return False
