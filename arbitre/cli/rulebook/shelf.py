"""``arbitre list``: the games that are there, a line each.  It is the first thing that is asked: only heads are read."""

from __future__ import annotations

from arbitre.dsl.modules.library import names
from arbitre.opening.heads import title_of
from arbitre.words.phrases import of
from arbitre.words.terminal import dump, echo


def word(key: str, lang: str) -> str:
    """A word of the list in a language."""
    return of(lang).say(key if key == "to" else f"list.{key}")


def games(lang: str, as_json: bool) -> None:
    """A line a game."""
    rows = [{"name": name, **titles(name)} for name in names()]
    if as_json:
        dump(rows)
        return
    width = max((len(row["name"]) for row in rows), default=0)
    for row in rows:
        echo(f"{row['name']:{width}}  {row.get(lang) or row['en']}")
    echo(word("more", lang))


def titles(name: str) -> dict[str, str]:
    """What a game is called, by language; where its head does not say it plainly, its rulebook is read."""
    found = title_of(name)
    if found is None:
        from arbitre.opening.books import open_book

        title = open_book(name).game.title
        found = dict(title.said) if title is not None else {}
    first = next(iter(found.values()), "")
    return {"en": first, "fr": first, **found}
