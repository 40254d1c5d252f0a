"""``arbitre list GAME``: its options, sides, extensions and scenarios."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from arbitre.cli.shelf import word
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.lint.own import located
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.dsl.parse.parser import parse_file
from arbitre.dsl.resolve.symbols import OptionInfo
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.errors import AnswerError, RulebookError
from arbitre.opening.books import bind_book, open_book, readable
from arbitre.opening.sides import names as side_names
from arbitre.opening.sides import settled
from arbitre.words.terminal import dump, echo


def one(game: str, lang: str, as_json: bool) -> None:
    """What ``list GAME`` prints."""
    found = facts(game)
    if as_json:
        dump(found)
        return
    echo(f"{found['name']}: {found[lang]}")
    if found[f"text_{lang}"]:
        echo(found[f"text_{lang}"])
    echo(f"\n{word('sides', lang)}: {', '.join(found['sides'])}")
    echo(f"{word('scenarios', lang)}: {found['scenarios']}")
    echo(f"\n{word('extensions', lang)}:" + ("" if found["extensions"] else f" {word('none', lang)}"))
    for extension in found["extensions"]:
        echo(f"    {extension['file']}  {extension[lang]}".rstrip())
    echo(f"\n{word('options', lang)}:" + ("" if found["options"] else f" {word('none', lang)}"))
    for option in found["options"]:
        low, high = option["low"], option["high"]
        values = f"{low} {word('to', lang)} {high}" if low is not None else ", ".join(option["choices"])
        echo(f"    {option['name']} = {option['default']}  ({values})  {option[lang]}")


def facts(game: str) -> dict[str, Any]:
    rulebook = open_book(game)  # scenarios may bring boards of their own
    readable(rulebook)
    bound = bind_book(rulebook)
    text = rulebook.game.text
    return {
        "name": rulebook.name, **titles(rulebook.game.title),
        "text_en": text.en if text else "", "text_fr": text.fr if text else "",
        "sides": [] if bound.messages.errors else sides_of(bound.program),
        "scenarios": len(open_book(game, scenarios=True).scenarios),
        "extensions": extensions(rulebook),
        "options": [option(info) for info in bound.symbols.option_infos],
    }  # fmt: skip


def option(info: OptionInfo) -> dict[str, Any]:
    low, high = (info.low, info.high) if info.is_number else (None, None)
    choices = [f"{low} to {high}"] if info.is_number else list(info.choices)
    return {
        "name": info.name,
        "default": info.default,
        "choices": choices,
        "low": low,
        "high": high,
        "en": info.title.en,
        "fr": info.title.fr,
    }


def sides_of(program: Any) -> list[str]:
    """What can stand before ``=`` in ``--side``, as a match with the usual options has it."""
    try:
        return side_names(settled(Match(machine_of(program), 0, trace=False)))
    except (RulebookError, AnswerError):
        return []


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


def titles(title: t.Pair | None) -> dict[str, str]:
    return {"en": title.en if title else "", "fr": title.fr if title else ""}
