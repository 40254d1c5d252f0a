"""The files of a rulebook found and read: ``extends`` chains are followed, extensions come last."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path

from arbitre.dsl import tree as t
from arbitre.dsl.budget import stands_on, stranger
from arbitre.dsl.cache.frozen import unhurried
from arbitre.dsl.cache.looks import content, is_file, is_folder, rules_below, rules_in
from arbitre.dsl.core.languages import SAID_IN
from arbitre.dsl.diagnostics.cascades import Gaps
from arbitre.dsl.diagnostics.errors import NotFound
from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.diagnostics.suggest import did_you_mean
from arbitre.dsl.modules.apart import Package, package_of, released, told_apart
from arbitre.dsl.modules.edits import flat, merge
from arbitre.dsl.modules.library import LIBRARY, game_file, lying_here, main_file, names, passed_over, shown_path, was_called
from arbitre.dsl.modules.reader import Shelf
from arbitre.dsl.modules.renames import read_by_new_names
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.dsl.modules.settings import started
from arbitre.dsl.modules.translations import Translations, check_languages, name_as_title

_ASIDE = {"extensions", "scenarios"}
BESIDE, MOST = 100, 100_000  # files that are looked into beside a game, and how many bytes each may have
EDITION = 1  # of the language, the last that is read here: `edition N` in the head of a game


def load(
    name: str | Path, extensions: list[Path] | None = None, scenarios: bool = False, without: Place | None = None,
    shelf: Shelf | None = None,
) -> Rulebook:  # fmt: skip
    """Reads a rulebook by its short name, the path of its folder, or of one of its files (or of an extension of one).

    ``without``: where a declaration begins that is left out.  ``shelf``: who reads and parses files, where that is not the disk's.

    Messages are collected in the result; :class:`NotFound` if there is nothing to read.
    """
    messages = Messages()
    extra = list(extensions or [])
    path = Path(name)
    aside = passed_over(str(name))
    if not aside and (re.fullmatch(r"\.[a-z]+", path.suffix) or is_folder(path) or is_file(path) or path.exists()):
        if is_folder(path):
            main = main_file(path)
        elif is_file(path):
            main = path
        else:
            raise NotFound(phrase("there is no file ‘{0}’", name))
    else:
        main = game_file(str(name))
        if not is_file(main):
            hint = did_you_mean(str(name), [*names(), *lying_here()])
            raise NotFound(phrase("there is no rulebook ‘{0}’. {1}", name, hint).strip())
    loader = _Loader(messages, scenarios, without, shelf or Shelf())
    with unhurried():
        found = loader.load(main, extra)
        loader.shelf.put_back()
    return found


class _Loader:
    def __init__(self, messages: Messages, scenarios: bool, without: Place | None, shelf: Shelf) -> None:
        self.messages = messages
        self.without = without
        self.with_scenarios = scenarios
        self.shelf = shelf
        self.files: list[t.File] = []
        self.seen: set[Path] = set()
        self.proving: set[str] = set()
        self.incomplete = False  # a game that is extended was not found
        self.games: list[str] = []  # the game and those it extends
        self.unread: list[str] = []  # files beside the game that extend it and are not read
        self.packages: dict[str, Package] = {}  # of the files that belong to one
        self.extended: set[str] = set()  # extensions that other extensions extend, read without being asked for
        self.former: dict[str, tuple[t.Former, str]] = {}  # their former names, with the names they have now

    def load(self, main: Path, extra: list[Path]) -> Rulebook:
        file = self.parse(main)
        head = file.decls[0] if file and file.decls else None
        if isinstance(head, (t.Extends, t.Translation)):  # an extension, given by its path
            extra = [main, *extra]
            base = self.game_below(head, main, {})
            if base is None:
                return self.empty(main)
            main = base
            self.files, self.seen = [], set()
            # Those of the base prove the base; but a translation says them too.
            self.with_scenarios = self.with_scenarios and isinstance(head, t.Translation)
        game = self.read_game(main, {})
        for path in extra:
            self.read_aside(path, game, asked=True)
        if game is None:
            return self.empty(main)
        for one in (d for file in self.files for d in file.decls if isinstance(d, t.Game)):
            self.check_edition(one)
            check_languages(one.languages, self.messages)
        names, renamed = read_by_new_names(self.files, flat(self.files), self.messages)
        promised = tuple(map(str, game.languages)) or SAID_IN
        self.messages.promise(promised)
        for scenario in (d for file in self.files for d in file.decls if isinstance(d, t.Scenario) and d.title is not None):
            name_as_title(scenario, promised)
        if extra:
            told_apart(self.files, self.packages, names, self.messages)
        self.unread = [path for path in self.unread if all(path != file.path for file in self.files)]  # one may be asked for
        lost = self.lost()
        asked = {shown_path(path) for path in extra} | self.extended
        changed = any(not isinstance(f.decls[0], t.Translation) for f in self.files if f.decls and f.path in asked)
        whole = str(game.name) if self.with_scenarios and not changed else ""
        translated = Translations(self.files, flat(self.files), names, self.messages, whole, promised).carried_out()
        told = len(self.messages.items)
        decls = merge([f for f in self.files], self.messages)
        for message in self.messages.since(told):
            if not lost.silences(message.code, message.place, message.text):
                self.messages.take([message])
        found = started(
            [d for f in self.files for d in f.decls if isinstance(d, (t.Scenario, t.Setting))], self.messages, lost, bool(extra)
        )
        return Rulebook(
            str(game.name), game, decls, self.files, self.messages, found, self.proving, asked, main.parent, lost,
            names, renamed, self.unread, translated, *released(main.parent),
        )  # fmt: skip

    def lost(self) -> Gaps:
        """What the faults of all files took with them; of a file that was not read, or not found, nobody knows how much."""
        guessed = {m.place.file for m in self.messages.errors if m.code == "S01"}
        out = Gaps(whole=self.incomplete or not guessed <= {file.path for file in self.files})
        for file in self.files:
            out.add(file.lost)
            if file.path in guessed:  # it is not in UTF-8: what letters beyond ASCII stand for is not sure
                out.words |= {word for word in re.findall(r"\w+", file.text) if not word.isascii()}
        return out

    def check_edition(self, game: t.Game) -> None:
        """A file for a later edition of the language may mean something else by the same words: it is not read as this one."""
        if game.edition is not None and not 1 <= int(game.edition) <= EDITION:
            self.messages.add("S08", game.edition.place, phrase("this game is written for edition {0} of the language", game.edition),
                              phrase("This version of Arbitre reads edition {0}: install a newer one.", EDITION))  # fmt: skip

    def empty(self, main: Path) -> Rulebook:
        place = Place(shown_path(main), 1, 1)
        if not self.messages.items:
            self.messages.add("S07", place, "this file does not declare a game",
                              "Its first line is ‘game NAME:’, or ‘extends NAME’ for an extension.")  # fmt: skip
        name = t.Word(main.stem, place)
        game = t.Game(place, name, None, None, None, None)
        return Rulebook(main.stem, game, [], self.files, self.messages, folder=main.parent, lost=Gaps(whole=True))

    def parse(self, path: Path) -> t.File | None:
        resolved = path.resolve()
        if resolved in self.seen:
            return None
        self.seen.add(resolved)
        mine = LIBRARY in resolved.parents
        if not mine:
            stranger()
        file = self.shelf.parse(path, self.messages, shown_path(path))
        if file:
            if mine:
                stands_on(file.text.count("\n"))
            if self.without is not None and self.without.file == file.path:
                file.decls = [decl for decl in file.decls if decl.place.line != self.without.line]
            self.files.append(file)
        return file

    def beside(self, name: t.Word, near: Path) -> Path | None:
        """The file of that name in the folder of another, or in one above."""
        for up in range(6):  # written as the file itself is, so that messages show the path a person knows
            folder = near.parent.joinpath(*[".."] * up)
            for beside in (folder / f"{name}.rules", folder / str(name) / f"{name}.rules"):
                candidate = Path(os.path.normpath(beside))
                if is_file(candidate) and candidate.resolve() != near.resolve():
                    return candidate
            renamed = Path(os.path.normpath(folder / f"{folder.resolve().name}.rules"))
            if is_file(renamed) and was_called(renamed, str(name)):
                return renamed
        return None

    def base_path(self, name: t.Word, near: Path) -> Path | None:
        """The file of a game or an extension that a file extends."""
        if (found := self.beside(name, near)) is not None:
            return found
        candidate = game_file(str(name))
        if is_file(candidate):
            return candidate
        self.incomplete = True
        hint = (
            did_you_mean(name, names())
            or ("A game cannot extend itself." if near.stem == name else "")
            or (phrase("Put this file in the folder of ‘{0}’, or name both: ‘arbitre check PATH/{1} -e {2}’.", name, name, near.name))
        )
        self.messages.add("N04", name.place, phrase("there is no game ‘{0}’ to extend", name), hint)
        return None

    def read_game(self, main: Path, chain: dict[Path, t.Word]) -> t.Game | None:
        """``chain``: the files that led here, each with the name it extends."""
        if main.resolve() in chain:
            self.tell_cycle("games extend each other in a cycle: {0}", chain, main)
            return None
        self.seen.discard(main.resolve())
        self.files = [f for f in self.files if f.path != shown_path(main)]
        file = self.parse(main)
        if file is None:
            return None
        game = next((d for d in file.decls if isinstance(d, t.Game)), None)
        if not chain and main.stem == main.resolve().parent.name and self.messages.errors:
            game = as_if_read(file, game, main.stem)
        if game is None:
            return None
        self.games.append(str(game.name))
        self.former |= {str(one.old): (one, str(game.name)) for one in game.formerly}
        self.only_one_head(file)
        if game.extends is not None:
            self.files.remove(file)
            base = self.base_path(game.extends, main)
            if base is not None:
                own, self.with_scenarios = self.with_scenarios, False
                inherit(game, self.read_game(base, chain | {main.resolve(): game.extends}))
                self.with_scenarios = own
            self.files.append(file)
        if main.resolve().parent.name in (str(game.name), main.stem):
            for path in rules_below(main.parent):
                parts = path.relative_to(main.parent).parts[:-1]
                if _ASIDE & set(parts) and not (self.with_scenarios and "scenarios" in parts and "extensions" not in parts):
                    continue
                if "scenarios" in parts:
                    self.proving.add(shown_path(path))
                self.read_aside(path, game)
        elif not chain:
            self.unread = unread_beside(main, str(game.name))
        return game

    def read_aside(self, path: Path, game: t.Game | None, asked: bool = False) -> None:
        """A further file of the game; ``asked`` for by a person, it must be an extension of it."""
        if asked and (package := package_of(path)) is not None:
            self.packages[shown_path(path)] = package
        file = self.parse(path)
        if file is None:
            return
        head = file.decls[0] if file.decls else None
        wanted = str(game.name) if game else "NAME"
        if isinstance(head, t.Game):
            file.decls = []
            if asked:
                self.messages.add("S07", head.place, phrase("‘{0}’ is a separate game, not an extension of ‘{1}’", head.name, wanted),
                                  phrase("The first line of an extension is ‘extends {0}’.", wanted))  # fmt: skip
        elif not isinstance(head, (t.Extends, t.Translation)):
            if file.lost and (head is None or any(first < head.place.line for _, first, _ in file.lost.blocks)):
                return  # the line that says so has a fault, which is told
            self.messages.add("S07", Place(shown_path(path), 1, 1), "this file does not say what it extends",
                              phrase("Its first line is ‘extends {0}’.", wanted))  # fmt: skip
        elif game is not None and self.read_below(file, head, path, game, asked):
            self.only_one_head(file)
        elif game is not None and str(head.name) not in self.games and str(head.name) not in self.former:
            file.decls = []  # its names are those of another game: one message says more than many
            self.messages.add("N04", head.name.place, phrase("this file extends ‘{0}’, not ‘{1}’", head.name, wanted),
                              did_you_mean(head.name, self.games) or phrase("Its first line is ‘extends {0}’.", wanted))  # fmt: skip
        else:
            self.only_one_head(file)

    def read_below(self, file: t.File, head: t.Extends | t.Translation, path: Path, game: t.Game, asked: bool) -> bool:
        """Reads the extension that an extension extends, if it is one and not a game, before the file itself; was it one?"""
        if not asked or str(head.name) in self.games or str(head.name) in self.former:
            return False
        below = self.beside(head.name, path)
        if below is None or not isinstance(self.head(below), t.Extends):
            return False
        if self.game_below(head, path, {}) is None:
            return True  # which is told
        self.extended.add(shown_path(below))
        self.files.remove(file)
        self.read_aside(below, game, asked=True)
        if any(read.path == shown_path(below) and not read.decls for read in self.files):
            file.decls = []  # of another game, which was told: so are its names
        self.files.append(file)
        return True

    def game_below(self, head: t.Extends | t.Translation, path: Path, chain: dict[Path, t.Word]) -> Path | None:
        """The file of the game that an extension extends in the end.  ``chain``: the extensions that led here, with what each extends."""
        if path.resolve() in chain:
            self.tell_cycle("extensions extend each other in a cycle: {0}", chain, path)
            return None
        base = self.base_path(head.name, path)
        below = self.head(base) if base is not None else None
        return self.game_below(below, base, chain | {path.resolve(): head.name}) if base and isinstance(below, t.Extends) else base

    def head(self, path: Path) -> t.Decl | None:
        """The first declaration of a file; nothing is kept of it, and nothing told."""
        file = self.shelf.parse(path, Messages(), shown_path(path))
        return file.decls[0] if file is not None and file.decls else None

    def tell_cycle(self, said: str, chain: dict[Path, t.Word], path: Path) -> None:
        """Files that extend each other have no end."""
        self.incomplete = True
        circle = [chain[path] for path in list(chain)[list(chain).index(path.resolve()) :]]
        way = " → ".join(f"‘{word}’" for word in [circle[-1], *circle])
        self.messages.add("N04", circle[0].place, phrase(said, way), "One of them must not extend another.",
                          [(word.place, "and here") for word in circle[1:]])  # fmt: skip

    def only_one_head(self, file: t.File) -> None:
        for decl in file.decls[1:]:
            if isinstance(file.decls[0], t.Translation):
                self.messages.add("N02", decl.place, "a translation can contain only texts",
                                  "Put rules in a separate file whose first line is ‘extends GAME’.")  # fmt: skip
            elif isinstance(decl, (t.Game, t.Extends, t.Translation)):
                self.messages.add("N02", decl.place, "a file has only one header, its first line",
                                  "Put the other game or extension in a separate file.", [(file.decls[0].place, "the first")])  # fmt: skip


def as_if_read(file: t.File, game: t.Game | None, name: str) -> t.Game | None:
    """The game of a file whose head has a fault, which is told: it is called as its folder is, so that its other files are checked too."""
    if game is not None:
        if game.place.line in {line for _, first, last in file.lost.blocks for line in range(first, last + 1)}:
            game.name = t.Word(name, game.name.place)
        return game
    if file.decls and isinstance(file.decls[0], (t.Extends, t.Translation)):
        return None
    file.lost.sorts.add("game")
    place = Place(file.path, 1, 1)
    game = t.Game(place, t.Word(name, place), None, None, None, None)
    file.decls.insert(0, game)
    return game


def unread_beside(main: Path, game: str) -> list[str]:
    """The files in the folder of a game that extend it, where the folder is not called as the game is, and so they are not read."""
    says = re.compile(rb"(?:[ \t\r]*(?:#[^\n]*)?\n)*extends[ \t]+" + re.escape(game.encode()) + rb"\b")
    beside = [path for path in rules_in(main.parent)[:BESIDE] if path.name != main.name]
    out = []
    for path in beside:
        with suppress(OSError):
            out += [shown_path(path)] if says.match(content(path, MOST) or b"") else []
    return out


def inherit(game: t.Game, base: t.Game | None) -> None:
    """What a game does not say of its course is as in the game it extends."""
    if base is not None and game.plays is None:
        game.plays, game.turns, game.times, game.then = base.plays, base.turns, base.times, base.then
    if base is not None and game.events_seen is None:
        game.events_seen = base.events_seen
    if base is not None and not game.languages:
        game.languages = base.languages
