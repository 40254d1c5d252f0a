"""What answers a client's messages about matches: one function from a message to its answer, both plain data.

A message says what it wants (``do``), for which match (``table``) and as whom (``as``).  The answer has ``ok``, or ``error`` with a
``code`` and a sentence.  Whoever carries messages from one side to the other, a worker of a page or the socket of a program, needs to know
no more.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from arbitre.api.messages import VERSION
from arbitre.api.messages.games import choices, library
from arbitre.api.messages.table import MatchTable
from arbitre.api.messages.typed import line
from arbitre.dsl.budget import Overspent, afresh
from arbitre.dsl.diagnostics.errors import ArbitreError
from arbitre.dsl.diagnostics.said import tell
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.save import MAX_BYTES, checked
from arbitre.interpreter.state.dice import fresh_seed
from arbitre.opening.books import bind_book, open_book, opened_at, played_with, refused, source_of
from arbitre.opening.rule_changes import since
from arbitre.opening.sides import HUMAN, kept_sides, seats_from
from arbitre.session.dialogue.explanations import Explanations
from arbitre.session.dialogue.reference import Reference
from arbitre.story.watch import watched, watched_again
from arbitre.words.phrases import TABLES, of

Data = dict[str, Any]
MOST_TABLES = 8  # matches kept open at once: the one not looked at for longest is closed


class Malformed(ArbitreError):
    """A message that is none."""


class Host:
    """The matches of one client.  ``think``: seconds a bot that looks ahead, or a hint, takes."""

    def __init__(self, lang: str = "en", think: float = 1.0) -> None:
        self.lang, self.think = lang, think
        self.tables: dict[str, MatchTable] = {}
        self.count = 0
        self.deeds: dict[str, Callable[[Data], Data]] = {
            "hello": self.hello, "words": self.words, "games": self.games, "game": self.game, "start": self.start, "load": self.load,
            "close": self.close, "view": self.view, "at": self.at, "answer": self.answer, "bots": self.bots, "line": self.line,
            "reach": self.reach, "foresee": self.foresee, "undo": self.undo, "branch": self.branch, "why": self.why,
            "hint": self.hint, "strike": self.strike,
            "withdraw": self.withdraw,
            "next": self.next, "reveal": self.reveal, "save": self.save, "sides": self.sides,
        }  # fmt: skip

    def handle(self, message: object) -> Data:
        """The answer to a message; never an exception, whatever is in it."""
        number = message.get("id") if isinstance(message, dict) else None
        try:
            if not isinstance(message, dict):
                raise Malformed("a message is an object")
            deed = self.deeds.get(str(message.get("do")))
            if deed is None:
                raise Malformed(f"there is nothing called ‘{str(message.get('do'))[:40]}’ to do")
            afresh()
            return {"id": number, "ok": deed(message)}
        except ArbitreError as error:
            return {"id": number, "error": {"code": code_of(error), "text": tell(error.args[0], self.lang) if error.args else ""}}
        except Overspent as error:
            return {"id": number, "error": {"code": "budget", "text": tell(str(error), self.lang)}}
        except RecursionError:
            return {"id": number, "error": {"code": "budget", "text": of(self.lang).say("web.too_deep")}}

    def handle_text(self, text: str) -> str:
        """The same for messages as JSON."""
        try:
            message: object = json.loads(text)
        except (ValueError, RecursionError):
            message = None
        return json.dumps(self.handle(message), ensure_ascii=False, separators=(",", ":"))

    # ------------------------------------------------------------------------------------ games

    def hello(self, message: Data) -> Data:
        """Which messages are understood, and in which language one is answered."""
        if (lang := message.get("lang")) in TABLES:
            self.lang = str(lang)
        return {"version": VERSION, "lang": self.lang}

    def words(self, message: Data) -> Data:
        """What a client says itself, in a language."""
        return words_of(str(message.get("lang", self.lang)))

    def games(self, message: Data) -> Data:
        """The games of the library."""
        return {"games": library(self.lang)}

    def game(self, message: Data) -> Data:
        """What can be chosen before a match of a game."""
        return choices(text(message, "game"), self.lang)

    def start(self, message: Data) -> Data:
        """A new match: ``game``, ``options``, ``sides`` (name to human or a bot), ``seed``, ``extensions``; ``scenario``: its start."""
        game = text(message, "game")
        options = {str(k): str(v) for k, v in pairs(message, "options").items()}
        extensions = tuple(str(e) for e in message.get("extensions") or ())
        rulebook, machine = opened_at(game, options, extensions, str(message.get("scenario") or ""))
        seed = message.get("seed")
        if seed is not None and (type(seed) is not int or abs(seed) >= 1 << 63):
            raise Malformed("a seed is a whole number")
        match = watched(machine, fresh_seed() if seed is None else seed)
        match.extensions, match.source = played_with(game, rulebook, extensions), source_of(game, rulebook)
        said = tuple(f"{name}={kind}" for name, kind in pairs(message, "sides").items())
        sides = seats_from(match, said)
        if not said and match.seats():
            sides[match.seats()[0]] = HUMAN
        return self.seated(match, sides, game, rulebook)

    def load(self, message: Data) -> Data:
        """A saved match (``save``: what its file holds), where it stood; ``game``: the path of its rulebook, unless the library has it."""
        kept = message.get("save")
        if isinstance(kept, str):
            if len(kept) > MAX_BYTES:
                raise refused("web.save_too_large")
            try:
                kept = json.loads(kept)
            except (ValueError, RecursionError):
                kept = None
        data = checked(kept, str(message.get("name") or of(self.lang).say("web.this_file")))
        game = str(message.get("game") or data["game"])
        known = set(data["extensions"])
        extensions = tuple(str(e) for e in data["extensions"] if Path(e).is_file() or known)
        rulebook, machine = opened_at(game, data["options"], extensions, data.get("start", ""))
        match = watched_again(data, machine, "interpreted")
        said = tuple(f"{name}={kind}" for name, kind in pairs(message, "sides").items())
        return self.seated(match, kept_sides(match, said) if match.sides or said else seats_from(match, ()), game, rulebook)

    def seated(self, match: Match, sides: dict[int, str], game: str, rulebook: Rulebook) -> Data:
        """A match with its people and bots, under a name of its own."""

        def opened() -> Reference:
            whole = open_book(game, tuple(match.extensions), scenarios=True, quiet=True)
            return Reference(whole, bind_book(whole, match.program.options), self.lang)

        return self.placed(MatchTable(match, sides, self.lang, Explanations(rulebook, match.program), opened, self.think), game)

    def placed(self, table: MatchTable, game: str) -> Data:
        """A table among those that are open."""
        match, table.game = table.match, game
        self.count += 1
        name = f"m{self.count}"
        self.tables[name] = table
        while len(self.tables) > MOST_TABLES:
            del self.tables[next(iter(self.tables))]
        seats = [{"name": match.seat_name(seat), "title": table.title(seat), "plays": kind} for seat, kind in table.sides.items()]
        return {"table": name, "game": match.program.name, "seats": seats, "options": match.program.options,
                **({"since": since(match, self.lang)} if match.since is not None else {})}  # fmt: skip

    def close(self, message: Data) -> Data:
        """A match is looked at no more."""
        self.tables.pop(str(message.get("table")), None)
        return {}

    def table(self, message: Data) -> MatchTable:
        """The match a message is about."""
        name = str(message.get("table"))
        found = self.tables.pop(name, None)
        if found is None:
            raise refused("web.no_table")
        self.tables[name] = found  # the one looked at last is closed last
        return found

    # ------------------------------------------------------------------------------------ looking

    def view(self, message: Data) -> Data:
        """What a viewer is shown; ``since``: from which turn on the story is wanted, ``have``: layouts that are there."""
        table = self.table(message)
        return table.view(viewer(message), number(message, "since"), have(message)) | self.standing(table, message)

    def standing(self, table: MatchTable, message: Data) -> Data:
        """Whose turn it is at the screen, and whether bots have something to do."""
        return {"next": table.next_person(viewer(message)), "bots": table.for_bots() is not None}

    def at(self, message: Data) -> Data:
        """The boards after an event."""
        return self.table(message).at(viewer(message), event(message), have(message))

    def why(self, message: Data) -> Data:
        """Why an event happened."""
        return self.table(message).why(viewer(message), event(message))

    def hint(self, message: Data) -> Data:
        """What a bot would answer."""
        return {"lines": self.table(message).hint(viewer(message))}

    def reach(self, message: Data) -> Data:
        """What a piece can do."""
        return {"actions": self.table(message).reach(viewer(message), text(message, "piece"))}

    def foresee(self, message: Data) -> Data:
        """What stands beside the answers to the question that is open."""
        return self.table(message).foresee(viewer(message))

    def next(self, message: Data) -> Data:
        """Whose turn at the screen it is."""
        return self.standing(self.table(message), message)

    def reveal(self, message: Data) -> Data:
        """The screen was handed over: from now on it shows what the next person may see."""
        table = self.table(message)
        table.handed_over()
        return self.view(message)

    # ------------------------------------------------------------------------------------ doing

    def answer(self, message: Data) -> Data:
        """Answers in turn: ``answers``, pairs of a decision and a key."""
        given = message.get("answers")
        if not isinstance(given, list) or not all(isinstance(a, list) and len(a) == 2 for a in given):
            raise Malformed("answers are pairs of a decision and a key")
        table = self.table(message)
        table.answer(viewer(message), [(str(decision), str(key)) for decision, key in given])
        return self.view(message)

    def bots(self, message: Data) -> Data:
        """Bots answer for a moment."""
        table = self.table(message)
        table.bots(min(5.0, max(0.0, float(message.get("seconds") or 0.0))))
        return self.view(message)

    def line(self, message: Data) -> Data:
        """A typed line is carried out; ``reply``: the yes or no it asked back for."""
        table = self.table(message)
        said = line(table, viewer(message), text(message, "line"), str(message.get("reply") or ""))
        return {"said": said, **self.view(message)}

    def undo(self, message: Data) -> Data:
        """Takes back what people did last."""
        table = self.table(message)
        done = table.undo(viewer(message), number(message, "count") or 1)
        return {"done": done, **self.view(message | {"since": 0})}

    def branch(self, message: Data) -> Data:
        """Another match, which goes on where this one was after an event: at the question that came then."""
        table = self.table(message)
        match = table.branch(viewer(message), event(message))
        return self.placed(MatchTable(match, dict(table.sides), self.lang, table.texts, table.opened, self.think), table.game)

    def strike(self, message: Data) -> Data:
        """Takes a draft out of a sheet of secret orders."""
        done = self.table(message).strike(viewer(message), number(message, "order"))
        return {"done": done, **self.view(message)}

    def withdraw(self, message: Data) -> Data:
        """Takes back secret orders that were sent, to change them."""
        done = self.table(message).withdraw(viewer(message))
        return {"done": done, **self.view(message)}

    def sides(self, message: Data) -> Data:
        """From now on these sides are played so."""
        table = self.table(message)
        table.sides = table.sides | seats_from(table.match, tuple(f"{n}={k}" for n, k in pairs(message, "sides").items()), HUMAN)
        return self.view(message)

    def save(self, message: Data) -> Data:
        """The match as its file holds it, as text."""
        return {"save": self.table(message).save()}


def words_of(lang: str) -> dict[str, str]:
    """Every phrase that a client says itself, by its key without what all begin with."""
    return {key.removeprefix("web."): said for key, said in TABLES[lang if lang in TABLES else "en"].items() if key.startswith("web.")}


def code_of(error: ArbitreError) -> str:
    """The kind of an error in one word."""
    own = getattr(error, "code", "")
    return str(own) if isinstance(own, str) and own else type(error).__name__


def viewer(message: Data) -> str:
    """Who looks."""
    return text(message, "as")


def text(message: Data, key: str) -> str:
    """A part of a message that is text."""
    found = message.get(key)
    if not isinstance(found, str):
        raise Malformed(f"‘{key}’ is missing")
    return found


def number(message: Data, key: str) -> int:
    """A part of a message that is a whole number; 0 where there is none."""
    found = message.get(key, 0)
    if type(found) is not int:
        raise Malformed(f"‘{key}’ is a whole number")
    return found


def event(message: Data) -> str | int:
    """The number of an event: text, or a whole number where everybody knows it by that."""
    found = message.get("event")
    if isinstance(found, str) or type(found) is int:
        return found
    raise Malformed("‘event’ is the number of an event")


def pairs(message: Data, key: str) -> Mapping[str, Any]:
    """A part of a message that is an object; empty where there is none."""
    found = message.get(key) or {}
    if not isinstance(found, dict):
        raise Malformed(f"‘{key}’ is an object")
    return found


def have(message: Data) -> tuple[str, ...]:
    """The layouts a client has already."""
    found = message.get("have") or ()
    return tuple(str(key) for key in found) if isinstance(found, list) else ()
