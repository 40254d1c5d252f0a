"""``arbitre list GAME`` and ``arbitre odds GAME``: what a game offers, and what can be asked of it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from itertools import groupby
from typing import Any

from arbitre.api.messages.games import facts
from arbitre.cli.rulebook.shelf import word
from arbitre.opening.books import bind_book, faulty, open_book
from arbitre.opening.odds.askable import SORTS, Askable, askable
from arbitre.words.phrases import of
from arbitre.words.terminal import dump, echo

WIDTH = 96  # of what is broken into lines


def one(game: str, lang: str, as_json: bool) -> None:
    """What ``list GAME`` prints."""
    found, proved = facts(game), open_book(game, scenarios=True)
    bound = bind_book(open_book(game))
    asked = [] if bound.messages.errors else askable(proved, bound)
    scenarios = [scenario.name for scenario in proved.scenarios]
    if as_json:
        odds = {sort: [told(one) for one in asked if one.sort == sort] for sort in SORTS}
        dump({**{key: value for key, value in found.items() if key != "seats"}, "scenario_names": scenarios, "odds": odds})
        return
    colon = of(lang).say("colon")
    echo(f"{found['name']}{colon}{said_in(found, lang)}")
    if text := said_in(found, lang, "text_"):
        echo(text)
    if rights := said_in(found, lang, "rights_"):
        echo(f"\n{word('rights', lang)}{colon}{rights}")
    echo(f"\n{word('sides', lang)}{colon}{', '.join(found['sides'])}")
    echo(f"\n{word('extensions', lang)}{colon}{'' if found['extensions'] else word('none', lang)}".rstrip())
    for extension in found["extensions"]:
        echo(f"    {extension['file']}  {said_in(extension, lang)}".rstrip())
    echo(f"\n{word('options', lang)}{colon}{'' if found['options'] else word('none', lang)}".rstrip())
    for option in found["options"]:
        low, high = option["low"], option["high"]
        values = f"{low} {word('to', lang)} {high}" if low is not None else ", ".join(option["choices"])
        echo(f"    {option['name']} = {option['default']}  ({values})  {said_in(option, lang)}")
    for sort, same in groupby(asked, key=lambda one: one.sort):
        if sort != "scenario":
            block(f"{word('odds', lang)}, {word(f'odds.{sort}', lang)}", [", ".join(dict.fromkeys(one.name for one in same))], lang)
    block(f"{len(scenarios)} {word('scenarios', lang)}", [scenario.called(lang) for scenario in proved.scenarios], lang)


def said_in(found: dict[str, Any], lang: str, head: str = "") -> str:
    """A text in the language, or in English where it has no other."""
    return str(found.get(head + lang) or found[f"{head}en"])


def questions(game: str, options: dict[str, str], extensions: tuple[str, ...], lang: str, as_json: bool) -> None:
    """What ``odds GAME`` prints: everything that can be asked of it."""
    bound = bind_book(open_book(game, extensions), options)
    proved = open_book(game, extensions, scenarios=True)
    faulty(bound.messages.errors, proved.sources)
    found = askable(proved, bound)
    if as_json:
        dump({"questions": [told(one) for one in found]})
        return
    for sort, same in groupby(found, key=lambda one: one.sort):
        block(word(f"odds.{sort}", lang), columns(list(same), lang), lang, wrapped=False)
    echo("\n" + of(lang).say("list.odds.how" if found else "list.odds.nothing", game=game))


def told(one: Askable) -> dict[str, str]:
    """What can be asked, as data."""
    return {
        "sort": one.sort,
        "name": one.name,
        "written": one.written,
        **{code: one.title.own(code) for code in ("en", "fr")},
        **dict(one.title.said),
    }


def columns(asked: list[Askable], lang: str) -> Iterable[str]:
    """Each with its title beside it."""
    width = min(48, max(len(one.written) for one in asked))
    return dict.fromkeys(f"{one.written:{width}}  {one.said(lang)}".rstrip() for one in asked)


def block(head: str, lines: Iterable[str], lang: str, wrapped: bool = True) -> None:
    """A heading and what stands below it, indented; long lines broken between words."""
    echo(f"\n{head}{of(lang).say('colon').rstrip()}")
    for line in lines:
        for part in textwrap.wrap(line, WIDTH) if wrapped else [line]:
            echo(f"    {part}")
