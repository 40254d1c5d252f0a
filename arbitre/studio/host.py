"""What answers the messages of the page: all that is answered about matches, and what an editor asks besides."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from arbitre.api.messages.host import Host, Malformed, number, pairs, text
from arbitre.desk.texts import Spot
from arbitre.opening.books import prepared
from arbitre.opening.sides import HUMAN
from arbitre.studio.editor import Editing
from arbitre.studio.files import Files

Data = dict[str, Any]
AT_MOST = 200  # matches of one message


class StudioHost(Host):
    """A host that works on the files of one folder."""

    def __init__(self, folder: str = "", lang: str = "en", think: float = 1.0) -> None:
        super().__init__(lang, think)
        self.files = Files(Path(folder or "."))
        self.made: Editing | None = None
        self.deeds |= {
            "restore": self.restore, "files": self.list_files, "open": self.open_file, "write": self.write, "pack": self.pack,
            "unpack": self.unpack, "new": self.new, "change": self.change, "edit": self.edit, "check": self.check, "hover": self.hover,
            "complete": self.complete, "definition": self.definition, "rename": self.rename, "outline": self.outline, "format": self.format,
            "scenarios": self.scenarios, "again": self.again, "record": self.record, "balance": self.balance, "odds": self.odds,
        }  # fmt: skip

    @property
    def editing(self) -> Editing:
        """What is open in the editor."""
        if self.made is None or self.made.lang != self.lang:
            self.made = Editing(self.files, self.lang)
        return self.made

    # ------------------------------------------------------------------------------------ going on elsewhere

    def kept(self) -> Data:
        """Every match that is open, as it can be opened again."""
        return {name: {"save": table.save(), "game": table.game} for name, table in self.tables.items()}

    def restore(self, message: Data) -> Data:
        """Matches of a host that is no more, under the names they had there."""
        for name, kept in (message.get("kept") or {}).items():
            found = self.load({"save": kept["save"], "game": kept["game"]})
            self.tables[name] = self.tables.pop(found["table"])
        return {}

    # ------------------------------------------------------------------------------------ files

    def list_files(self, message: Data) -> Data:
        """The rulebooks of the folder."""
        return {"files": self.files.every(), "folder": str(self.files.folder)}

    def open_file(self, message: Data) -> Data:
        """A file's text."""
        return self.files.read(text(message, "path"))

    def write(self, message: Data) -> Data:
        """Writes a file, unless somebody else did meanwhile."""
        return self.files.write(text(message, "path"), text(message, "text"), str(message.get("stamp") or ""))

    def pack(self, message: Data) -> Data:
        """The folder as a zip archive."""
        return {"zip": self.files.packed()}

    def unpack(self, message: Data) -> Data:
        """The rulebooks of a zip archive are put into the folder."""
        return {"paths": self.files.unpack(text(message, "zip"))}

    def new(self, message: Data) -> Data:
        """A new file from a template: ``sort``, ``name``, ``game`` it belongs to."""
        from arbitre.making.making import new

        made = new(text(message, "sort"), text(message, "name"), str(message.get("game") or ""), folder=self.files.folder)
        return self.files.write(made.path.name, made.text, "")

    def change(self, message: Data) -> Data:
        """A new variant of ``game`` in which the rule at ``line`` of its ``file`` stands, to be changed; ``line``: where it stands."""
        from arbitre.making.changing import variant_with

        game, number_, name = text(message, "game"), 1, ""
        while not name or self.files.at(f"{name}.rules").exists():
            name, number_ = f"my_{game}{f'_{number_}' if number_ > 1 else ''}", number_ + 1
        made, line = variant_with(game, text(message, "file"), number(message, "line"), name, self.files.folder)
        return {**self.files.write(made.path.name, made.text, ""), "line": line}

    # ------------------------------------------------------------------------------------ writing

    def edit(self, message: Data) -> Data:
        """What an edit did, at once."""
        return self.editing.at_once(text(message, "path"), text(message, "text"))

    def check(self, message: Data) -> Data:
        """Everything that is wrong."""
        return self.editing.check(text(message, "path"), text(message, "text"))

    def hover(self, message: Data) -> Data:
        """What stands at a place."""
        return self.editing.hover(text(message, "path"), text(message, "text"), spot(message))

    def complete(self, message: Data) -> Data:
        """What may be written there."""
        return {"offers": self.editing.offers(text(message, "path"), text(message, "text"), spot(message))}

    def definition(self, message: Data) -> Data:
        """Where it is declared."""
        return {"places": self.editing.definition(text(message, "path"), text(message, "text"), spot(message))}

    def rename(self, message: Data) -> Data:
        """Another name for it."""
        return self.editing.renamed(text(message, "path"), text(message, "text"), spot(message), text(message, "name"))

    def outline(self, message: Data) -> Data:
        """What a file declares."""
        return {"entries": self.editing.outline(text(message, "path"), text(message, "text"))}

    def format(self, message: Data) -> Data:
        """The edits that give a file its form."""
        return {"edits": self.editing.formatted(text(message, "path"), text(message, "text"))}

    def scenarios(self, message: Data) -> Data:
        """The scenarios of a file, carried out, and which of its rules they reach; ``table``: a match that may reach some as well."""
        table = self.tables.get(str(message.get("table")))
        return self.editing.scenarios(text(message, "path"), text(message, "text"), table.match if table is not None else None)

    # ------------------------------------------------------------------------------------ playing what is written

    def rulebook(self, message: Data) -> str:
        """The path of the rulebook that a message is about: a file of the folder."""
        return str(self.files.at(text(message, "path")))

    def again(self, message: Data) -> Data:
        """A match played again with the rules as they are in the files now; it goes on as a match of its own."""
        from arbitre.studio.replay import again

        table = self.table(message)
        game = self.rulebook(message)
        options = {key: str(value) for key, value in table.match.program.options.items()}
        rulebook, machine = prepared(game, {k: v for k, v in options.items() if k in known_options(game)})
        found = again(table.match, machine, self.lang)
        found.match.extensions = table.match.extensions
        names = {table.match.seat_name(seat): kind for seat, kind in table.sides.items()}
        sides = {seat: names.get(found.match.seat_name(seat), HUMAN) for seat in found.match.seats()}
        opened = self.seated(found.match, sides, game, rulebook)
        return {"same": found.same, "taken": found.taken, "of": found.answers, "was": found.was, "now": found.now, "match": opened}

    def record(self, message: Data) -> Data:
        """The last turn of a match as the text of a scenario."""
        from arbitre.studio.recorder import recorded

        table = self.table(message)
        name = re.sub(r'["\\\n]', "", text(message, "name"))[:100] or "?"
        return {"text": recorded(table.match, table.game, name)}

    def balance(self, message: Data) -> Data:
        """Some more matches of the rules as they are written and of those they stand on, on the same seeds: who wins how many of them."""
        from arbitre.api.chances import simulate
        from arbitre.api.rules import load

        first, count = number(message, "seed"), min(AT_MOST, max(1, number(message, "matches")))
        bots = {"everyone": str(message.get("bots") or "random")}
        out = {}
        for key, game in (("variant", self.rulebook(message)), ("base", str(message.get("base") or ""))):
            if game:
                found = simulate(load(game), count, first, bots, cores=1, watched=False)
                out[key] = {"matches": found["matches"], "wins": found["wins"], "draws": found["draws"], "lost": found["lost"],
                            "turns": found["mean_turns"]}  # fmt: skip
        return out

    def odds(self, message: Data) -> Data:
        """Exact odds of a test, a table or a number, by its name."""
        from arbitre.api.chances import odds
        from arbitre.api.rules import load

        rules = load(self.rulebook(message) if message.get("path") else text(message, "game"))
        found = odds(rules, text(message, "name"), {str(k): str(v) for k, v in pairs(message, "values").items()}, self.lang)
        return {"html": found.html, "outcomes": [{k: str(v) for k, v in one.items()} for one in found]}


def known_options(game: str) -> set[str]:
    """The options that a rulebook has."""
    _, machine = prepared(game)
    return set(machine.program.options)


def spot(message: Data) -> Spot:
    """A place in a text: line and column from 0."""
    found = message.get("at")
    if not isinstance(found, list) or len(found) != 2 or not all(type(n) is int and n >= 0 for n in found):
        raise Malformed("‘at’ is a line and a column")
    return Spot(*found)
