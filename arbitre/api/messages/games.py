"""The games of the library and what can be chosen before a match of one begins: options, sides, extensions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from arbitre.dsl import tree as t
from arbitre.dsl.core.languages import SAID_IN
from arbitre.dsl.core.texts import Worded
from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.lint.own import located
from arbitre.dsl.modules.library import names
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.dsl.parse.parser import parse_file
from arbitre.dsl.resolve.symbols import OptionInfo, Symbols
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.errors import AnswerError, RulebookError
from arbitre.opening.books import bind_book, open_book, readable
from arbitre.opening.heads import title_of
from arbitre.opening.sides import names as side_names
from arbitre.opening.sides import settled
from arbitre.story.story import Story


def library(lang: str) -> list[dict[str, str]]:
    """The games of the library: name and title."""
    out = []
    for name in names():
        said = title_of(name) or {}
        out.append({"name": name, "title": said.get(lang) or next(iter(said.values()), name)})
    return out


def choices(game: str, lang: str) -> dict[str, Any]:
    """What a person chooses before a match: ``{"name", "title", "text", "options": [...], "sides": [{"name", "title"}]}``."""
    found = facts(game)
    lang = lang if lang in found["seats"] else "en"
    return {
        "name": found["name"], "title": found.get(lang, found["en"]) or found["name"], "text": found.get(f"text_{lang}", found["text_en"]),
        "sides": found["seats"][lang], "extensions": [{"file": e["file"], "title": e.get(lang, e["en"])} for e in found["extensions"]],
        "options": [
            {"name": o["name"], "title": o.get(lang, o["en"]) or o["name"].replace("_", " "), "default": str(o["default"]),
             **({"low": o["low"], "high": o["high"], "step": o["step"]} if o["low"] is not None else
                {"choices": [{"value": str(v), "title": o["titles"][lang].get(str(v), str(v).replace("_", " "))} for v in o["choices"]]})}
            for o in found["options"]
        ],
    }  # fmt: skip


def facts(game: str) -> dict[str, Any]:
    """Everything that can be told of a game before a match of it begins."""
    rulebook = open_book(game)  # scenarios may bring boards of their own
    readable(rulebook)
    bound = bind_book(rulebook)
    text, rights = rulebook.game.text, rulebook.game.rights
    return {
        "name": rulebook.name, **titles(rulebook.game.title),
        **{f"text_{code}": said for code, said in titles(text).items()},
        **{f"rights_{code}": said for code, said in titles(rights).items()},
        "languages": list(rulebook.told_in),
        "sides": [] if bound.messages.errors else sides_of(bound.program),
        "seats": {lang: [] if bound.messages.errors else seats_of(bound.program, lang) for lang in (*SAID_IN, *rulebook.told_in)},
        "scenarios": len(open_book(game, scenarios=True).scenarios),
        "extensions": extensions(rulebook),
        "options": [option(info, bound.symbols) for info in bound.symbols.option_infos],
    }  # fmt: skip


def option(info: OptionInfo, symbols: Symbols) -> dict[str, Any]:
    """An option as it is chosen; ``titles``: what its choices are called, where they are rows of a kind."""
    low, high = (info.low, info.high) if info.is_number else (None, None)
    choices = [info.spoken] if info.is_number else list(info.choices)
    kind = symbols.options[info.name][1]
    rows = symbols.domains[kind.domain] if kind.is_row else None
    languages = dict.fromkeys([*SAID_IN, *symbols.rulebook.told_in])
    titled = list(zip(rows.rows, rows.titles, strict=False)) if rows is not None else []
    return {
        "name": info.name,
        "default": info.default,
        "choices": choices,
        "low": low,
        "high": high,
        "step": info.step if info.is_number else None,
        **titles(info.title),
        "titles": {lang: {row: title.within(lang) for row, title in titled if title} for lang in languages},
    }


def sides_of(program: Any) -> list[str]:
    """What can stand before ``=`` in ``--side``, as a match with the usual options has it."""
    try:
        return side_names(settled(Match(machine_of(program), 0, trace=False)))
    except (RulebookError, AnswerError):
        return []


def seats_of(program: Any, lang: str) -> list[dict[str, Any]]:
    """The seats of a match with the usual options, by name and title."""
    try:
        match = settled(Match(machine_of(program), 0, trace=False))
    except (RulebookError, AnswerError):
        return []
    story = Story(match, lang)
    return [{"name": match.seat_name(seat), "title": story.seat(seat)} for seat in match.seats()]


def extensions(rulebook: Rulebook) -> list[dict[str, str]]:
    """The extension files beside a game: how each is given to ‘-e’, and what it adds, by the first title in it."""
    folder = located(rulebook.game.place.file).parent
    out = []
    for path in sorted((folder / "extensions").rglob("*.rules")):
        file = parse_file(path, Messages(), str(path))
        decls = file.decls if file is not None else []
        titled = (decl.title for decl in decls if not isinstance(decl, (t.Scenario, t.Clause)) and decl.title)
        out.append({"file": shortest(path), **titles(next(titled, None))})
    return out


def shortest(path: Path) -> str:
    """The path from where one stands, if that is shorter."""
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)


def titles(title: Worded | None) -> dict[str, str]:
    """What is said in English, in French and in what else there is."""
    return {
        code: title.within(code) if title is not None else ""
        for code in (*SAID_IN, *(title.languages if title is not None else ()))
        if code
    }
