"""What ``arbitre new`` writes.  Everything is read off the game it is for; nothing is written that does not check clean."""

from __future__ import annotations

import os
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

from arbitre.dsl.lower.program import Bound
from arbitre.dsl.modules.library import names
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.dsl.parse.formatter import format_text
from arbitre.dsl.parse.parser import keywords
from arbitre.dsl.resolve.symbols import OptionInfo
from arbitre.dsl.source.clause_numbers import CLAUSE
from arbitre.dsl.source.quotes import quoted
from arbitre.dsl.tree.nodes import plural_of
from arbitre.making.parts import member_text, others, room_text, steps_for, titles
from arbitre.opening.books import Refused, all_findings, bind_book, faulty, open_book, refused
from arbitre.words.phrases import of

SORTS = ("game", "variant", "role", "room", "scenario")
NAME = re.compile(r"[a-z][a-z0-9_]*\Z")


@dataclass(frozen=True, slots=True)
class Made:
    """A file to be written: where, below the folder one is in, and what."""

    path: Path
    text: str


def new(sort: str, name: str, game: str = "", kind: str = "", clause: str = "", folder: Path | None = None) -> Made:
    """A new file of a sort.  ``game``: what it belongs to; ``kind``: of a role, the kind it is a member of; ``clause``: of a scenario,
    the sentence it proves; ``folder``: where it will lie.  :class:`Refused` says what is missing, and what there is."""
    if sort != "scenario" and (not NAME.match(name) or name in keywords()):
        raise refused("new.no_name", name=name)
    if sort == "game":
        return game_of(name)
    if not game:
        raise refused("new.of_what", sort=sort)
    rulebook = open_book(game, scenarios=True, quiet=True)
    near = folder if folder is not None else home_for(game)
    if not is_found(rulebook.name, near):
        raise refused("new.not_beside", game=rulebook.name, folder=near)
    bound = bind_book(rulebook)
    faulty(bound.messages.errors, rulebook.sources)
    if sort == "variant":
        options = [info for info in bound.symbols.option_infos if info.is_number and info.high > info.low]
        return first_that_holds([variant_of(name, rulebook, info) for info in (*options, None)], game, near)
    if sort == "scenario":
        return first_that_holds([scenario_of(name, rulebook, bound, clause)], game, near)
    text = member_text(name, rulebook, bound, kind) if sort == "role" else room_text(name, rulebook, bound)
    made = Made(Path(f"{name}.rules"), f"extends {rulebook.name}\n\n{text}")
    steps = steps_for(name, bound) if sort == "role" else ""
    return first_that_holds(
        [made, *([Made(made.path, made.text.replace("\nscenario", f"\n{steps}\nscenario", 1))] if steps else [])], game, near
    )


def home_for(game: str) -> Path:
    """Where a file that extends a game is put unless something else is said: here, or beside a game that is not of the library."""
    path = Path(game)
    if not game or game in names() or not path.exists():
        return Path()
    own = path.resolve() if path.is_dir() else path.resolve().parent
    return Path(os.path.relpath(own.parent))


def is_found(game: str, folder: Path) -> bool:
    """Does a file in a folder find the game of that name?"""
    if game in names():
        return True
    ups = (folder.resolve(), *folder.resolve().parents)
    return any(main.is_file() for up in ups for main in (up / f"{game}.rules", up / game / f"{game}.rules"))


def first_that_holds(tries: list[Made], game: str, near: Path) -> Made:
    """The first of several files that checks clean; of none, what is wrong with the last."""
    for made in tries[:-1]:
        try:
            return proved(Made(made.path, format_text(made.text, str(made.path))), game, near)
        except Refused:
            continue
    last = tries[-1]
    return proved(Made(last.path, format_text(last.text, str(last.path))), game, near)


def game_of(name: str) -> Made:
    """A small game that can be played at once, with all that a rulebook has; the one thing that is not read off another."""
    template = (Path(__file__).parent / "game.rules").read_text(encoding="utf-8")
    text = template.replace("«name»", name).replace("«title»", titled(name)).replace("«ID»", re.sub(r"[^A-Z0-9]", "", name.upper()))
    return Made(Path(name) / f"{name}.rules", format_text(text, name))


def variant_of(name: str, rulebook: Rulebook, info: OptionInfo | None) -> Made:
    """A game that says only what it changes: to begin with, where one option stands."""
    lines = [f"game {name} extends {rulebook.name}:", f"    title {titles(rulebook, titled(name))}",
             "    text " + " ".join(f'{code} "{of(code).say("new.like")}"' for code in rulebook.promised), ""]  # fmt: skip
    if info is not None:
        other = another(info)
        title = "    title " + " ".join(f'{code} "{said}"' for code, said in info.title.said)
        lines += [f"replace option {info.name}: {info.spoken} = {other}", title, "",
                  f"scenario {quoted(info.title.within(rulebook.promised[0]))}:",
                  *others(rulebook, info.title), f"    expect {info.name} is {other}", ""]  # fmt: skip
    return Made(Path(name) / f"{name}.rules", "\n".join(lines))


def another(info: OptionInfo) -> int:
    """A value of an option that is not its usual one."""
    usual = int(info.default)
    return usual + info.step if usual < info.high else usual - info.step


def scenario_of(name: str, rulebook: Rulebook, bound: Bound, clause: str) -> Made:
    """A scenario to be filled in: what holds of every match stands in it, so that it passes as it is."""
    if clause and not re.fullmatch(CLAUSE, clause):
        raise refused("new.no_clause", clause=clause)
    if "\n" in name or not name.strip():
        raise refused("new.no_title", name=name)
    seats = bound.symbols.domains[bound.symbols.seats]
    note = f"    [{clause}]" if clause else ""
    plural = next((word for word, domain in bound.symbols.plurals.items() if domain == bound.symbols.seats), plural_of(seats.name))
    lines = [f"extends {rulebook.name}", "", f"scenario {quoted(name)}:{note}", *others(rulebook, name),
             "    # given ...: what stands where", "    # dice ...: what is thrown", "    # do ...: what happens",
             f"    expect count({plural}) is {len(seats.rows) if not seats.dynamic else 0}", ""]  # fmt: skip
    stem = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")[:40] or "scenario"
    return Made(Path(f"{stem}.rules"), "\n".join(lines))


def titled(name: str) -> str:
    """A name as a title, until its author finds a better one."""
    return name.replace("_", " ").capitalize()


def proved(made: Made, game: str, near: Path) -> Made:
    """The file, after it was found to check clean with its game, from where it will lie."""
    there = next((up for up in (near.resolve(), *near.resolve().parents) if up.is_dir()), None) if Path(game).exists() else None
    with tempfile.TemporaryDirectory(prefix=".arbitre-", dir=there) as folder:
        path = Path(folder) / made.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(made.text, encoding="utf-8")
        own = made.text.startswith("game ")
        found = open_book(str(path) if own else game, () if own else (str(path),), scenarios=True, quiet=True)
        faulty([message for message in all_findings(found) if path.name == Path(message.place.file).name], found.sources)
    return made
