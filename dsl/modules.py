"""A rulebook as files: found, parsed, put together.

``extends`` chains are followed; ``replace``, ``remove`` and ``insert`` are carried out on the declarations, so that what comes
out is the effective rulebook, each part still knowing its place.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass, field
from pathlib import Path

from dsl import tree as t
from dsl.gaps import Gaps
from dsl.messages import Messages, did_you_mean
from dsl.parse import parse_file
from dsl.places import Place
from dsl.settings import started

LIBRARY = Path(__file__).resolve().parent.parent / "rulebooks"
_ASIDE = {"extensions", "scenarios"}


@dataclass(slots=True)
class Rulebook:
    """Every declaration of a game, its base games first, extensions last."""

    name: str
    game: t.Game
    decls: list[t.Decl]
    files: list[t.File]
    messages: Messages
    scenarios: list[t.Scenario] = field(default_factory=list)
    proving: set[str] = field(default_factory=set)  # files that only scenarios may need
    added: set[str] = field(default_factory=set)  # extensions that were asked for
    folder: Path = Path()
    lost: Gaps = field(default_factory=Gaps)

    @property
    def sources(self) -> dict[str, str]:
        return {file.path: file.text for file in self.files}

    @property
    def version(self) -> str:
        """Fingerprint of the rules (scenarios and comments outside of them do not count as other rules)."""
        digest = hashlib.sha256()
        for file in self.files:
            if any(not isinstance(d, (t.Scenario, t.Setting, t.Extends)) for d in file.decls):
                digest.update(Path(file.path).name.encode() + b"\0" + file.text.encode() + b"\0")
        return digest.hexdigest()[:16]


class NotFound(Exception):
    """No rulebook of that name or at that path."""


def names() -> list[str]:
    """The games that come with the library."""
    if not LIBRARY.is_dir():
        return []
    return sorted(f.name for f in LIBRARY.iterdir() if (f / f"{f.name}.rules").is_file())


def load(name: str | Path, extensions: list[Path] | None = None, scenarios: bool = False) -> Rulebook:
    """Reads a rulebook by its short name, the path of its folder, or of one of its files (or of an extension of one).

    Messages are collected in the result; :class:`NotFound` if there is nothing to read.
    """
    messages = Messages()
    extra = list(extensions or [])
    path = Path(name)
    if path.suffix == ".rules" or path.exists():
        if path.is_dir():
            main = _main_file(path)
        elif path.is_file():
            main = path
        else:
            raise NotFound(f"there is no file ‘{name}’")
    else:
        main = LIBRARY / str(name) / f"{name}.rules"
        if not main.is_file():
            hint = did_you_mean(str(name), names())
            raise NotFound(f"there is no rulebook ‘{name}’. {hint}".strip())
    return _Loader(messages, scenarios).load(main, extra)


def _main_file(folder: Path) -> Path:
    named = folder / f"{folder.name}.rules"
    if named.is_file():
        return named
    found = sorted(folder.glob("*.rules"))
    if not found:
        raise NotFound(f"the folder ‘{folder}’ holds no .rules file")
    for file in found:
        if file.read_bytes().lstrip().startswith(b"game "):
            return file
    return found[0]


class _Loader:
    def __init__(self, messages: Messages, scenarios: bool) -> None:
        self.messages = messages
        self.with_scenarios = scenarios
        self.files: list[t.File] = []
        self.seen: set[Path] = set()
        self.proving: set[str] = set()
        self.incomplete = False  # a game that is extended was not found
        self.games: list[str] = []  # the game and those it extends

    def load(self, main: Path, extra: list[Path]) -> Rulebook:
        file = self.parse(main)
        head = file.decls[0] if file and file.decls else None
        if isinstance(head, t.Extends):  # an extension, given by its path
            base = self.base_path(head.name, main)
            extra = [main, *extra]
            if base is None:
                return self.empty(main)
            main = base
            self.files, self.seen = [], set()
            self.with_scenarios = False  # those of the base prove the base
        game = self.read_game(main, {})
        for path in extra:
            self.read_aside(path, game, asked=True)
        if game is None:
            return self.empty(main)
        lost = self.lost()
        told = len(self.messages.items)
        decls = merge([f for f in self.files], self.messages)
        for message in self.messages.since(told):
            if not lost.silences(message.code, message.place, message.text):
                self.messages.take([message])
        found = started([d for f in self.files for d in f.decls if isinstance(d, (t.Scenario, t.Setting))], self.messages, lost)
        return Rulebook(
            str(game.name), game, decls, self.files, self.messages, found, self.proving, set(map(_shown, extra)), main.parent, lost
        )

    def lost(self) -> Gaps:
        """What the faults of all files took with them; of a file that was not read, or not found, nobody knows how much."""
        out = Gaps(whole=self.incomplete or any(m.code == "S01" for m in self.messages.errors))
        for file in self.files:
            out.add(file.lost)
        return out

    def empty(self, main: Path) -> Rulebook:
        place = Place(_shown(main), 1, 1)
        if not self.messages.items:
            self.messages.add("S07", place, "this file declares no game",
                              "Its first line is ‘game NAME:’, or ‘extends NAME’ for an extension.")  # fmt: skip
        name = t.Word(main.stem, place)
        game = t.Game(place, name, None, None, None, None)
        return Rulebook(main.stem, game, [], self.files, self.messages, folder=main.parent, lost=Gaps(whole=True))

    def parse(self, path: Path) -> t.File | None:
        resolved = path.resolve()
        if resolved in self.seen:
            return None
        self.seen.add(resolved)
        file = parse_file(path, self.messages, _shown(path))
        if file:
            self.files.append(file)
        return file

    def base_path(self, name: t.Word, near: Path) -> Path | None:
        for up in range(6):  # written as the file itself is, so that messages show the path a person knows
            folder = near.parent.joinpath(*[".."] * up)
            for beside in (folder / f"{name}.rules", folder / str(name) / f"{name}.rules"):
                candidate = Path(os.path.normpath(beside))
                if candidate.is_file() and candidate.resolve() != near.resolve():
                    return candidate
        candidate = LIBRARY / str(name) / f"{name}.rules"
        if candidate.is_file():
            return candidate
        self.incomplete = True
        hint = (
            did_you_mean(name, names())
            or ("A game cannot extend itself." if near.stem == name else "")
            or (f"Put this file below the folder of ‘{name}’, or name both: ‘arbitre check PATH/{name} -e {near.name}’.")
        )
        self.messages.add("N04", name.place, f"there is no game ‘{name}’ to extend", hint)
        return None

    def read_game(self, main: Path, chain: dict[Path, t.Word]) -> t.Game | None:
        """``chain``: the files that led here, each with the name it extends."""
        if main.resolve() in chain:
            self.incomplete = True
            circle = [chain[path] for path in list(chain)[list(chain).index(main.resolve()) :]]
            way = " → ".join(f"‘{word}’" for word in [circle[-1], *circle])
            self.messages.add("N04", circle[0].place, f"games extend each other in a circle: {way}",
                              "One of them extends no other.", [(word.place, "and here") for word in circle[1:]])  # fmt: skip
            return None
        self.seen.discard(main.resolve())
        self.files = [f for f in self.files if f.path != _shown(main)]
        file = self.parse(main)
        if file is None:
            return None
        game = next((d for d in file.decls if isinstance(d, t.Game)), None)
        if game is None:
            return None
        self.games.append(str(game.name))
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
            for path in sorted(main.parent.rglob("*.rules")):
                parts = path.relative_to(main.parent).parts[:-1]
                if _ASIDE & set(parts) and not (self.with_scenarios and "scenarios" in parts and "extensions" not in parts):
                    continue
                if "scenarios" in parts:
                    self.proving.add(_shown(path))
                self.read_aside(path, game)
        return game

    def read_aside(self, path: Path, game: t.Game | None, asked: bool = False) -> None:
        """A further file of the game; ``asked`` for by a person, it must be an extension of it."""
        file = self.parse(path)
        if file is None:
            return
        head = file.decls[0] if file.decls else None
        wanted = str(game.name) if game else "NAME"
        if isinstance(head, t.Game):
            file.decls = []
            if asked:
                self.messages.add("S07", head.place, f"‘{head.name}’ is a game of its own, no extension of ‘{wanted}’",
                                  f"The first line of an extension is ‘extends {wanted}’.")  # fmt: skip
        elif not isinstance(head, t.Extends):
            if file.lost and (head is None or any(first < head.place.line for _, first, _ in file.lost.blocks)):
                return  # the line that says so has a fault, which is told
            self.messages.add("S07", Place(_shown(path), 1, 1), "this file does not say what it extends",
                              f"Its first line is ‘extends {wanted}’.")  # fmt: skip
        elif game is not None and str(head.name) not in self.games:
            file.decls = []  # its names are those of another game: one message says more than many
            self.messages.add("N04", head.name.place, f"this file extends ‘{head.name}’, not ‘{wanted}’",
                              did_you_mean(head.name, self.games) or f"Its first line is ‘extends {wanted}’.")  # fmt: skip
        else:
            self.only_one_head(file)

    def only_one_head(self, file: t.File) -> None:
        for decl in file.decls[1:]:
            if isinstance(decl, (t.Game, t.Extends)):
                self.messages.add("N02", decl.place, "a file has one head, its first line",
                                  "Give the other game or extension a file of its own.", [(file.decls[0].place, "the first")])  # fmt: skip


def inherit(game: t.Game, base: t.Game | None) -> None:
    """What a game does not say of its course is as in the game it extends."""
    if base is not None and game.plays is None:
        game.plays, game.times, game.then = base.plays, base.times, base.then
    if base is not None and game.events_seen is None:
        game.events_seen = base.events_seen


def _shown(path: Path) -> str:
    """Paths are shown as they are below the library, else as given."""
    try:
        return str(path.resolve().relative_to(LIBRARY.parent))
    except ValueError:
        return str(path)


# ------------------------------------------------------------------------------------------------ merging


def key_of(decl: t.Decl) -> str:
    """The path by which ``replace`` and ``remove`` speak of a declaration."""
    match decl:
        case t.Member():
            return f"{decl.name}"
        case t.DataTable():
            return f"table of {decl.kind}"
        case t.Step():
            return str(decl.name)
        case t.Hook():
            stem = Path(decl.place.file).stem
            return f"{decl.owner or stem}.{decl.name}"
        case t.Game() | t.Extends() | t.Adjust() | t.Scenario() | t.Setting() | t.Remove() | t.Replace() | t.ReplaceRow() | t.Insert():
            return ""
        case _:
            name = str(getattr(decl, "name", ""))
            return f"{decl.owner}.{name}" if decl.owner else name


def flat(files: list[t.File]) -> list[t.Decl]:
    """Declarations in file order, the rules of a member right after it."""
    out: list[t.Decl] = []
    for file in files:
        for decl in file.decls:
            out.append(decl)
            inner = decl.decl if isinstance(decl, t.Replace) else decl
            if isinstance(inner, t.Member):
                out += inner.rules
    return out


def merge(files: list[t.File], messages: Messages) -> list[t.Decl]:
    decls = flat(files)
    changed: dict[str, Place] = {}

    def claim(path: str, place: Place) -> bool:
        before = changed.get(path)
        if before is not None:
            messages.add("N06", place, f"‘{path}’ is changed here and elsewhere",
                         "Two files may not replace or remove one thing.", [(before, "the other change")])  # fmt: skip
            return False
        changed[path] = place
        return True

    for change in [d for d in decls if isinstance(d, (t.Replace, t.Remove, t.ReplaceRow, t.Insert))]:
        if isinstance(change, t.Replace):
            _replace(decls, change, claim, messages)
        elif isinstance(change, t.Remove):
            _remove(decls, change, claim, messages)
        elif isinstance(change, t.ReplaceRow):
            _replace_row(decls, change, claim, messages)
        else:
            _insert(decls, change, messages)
    return [d for d in decls if not isinstance(d, (t.Replace, t.Remove, t.ReplaceRow, t.Insert, t.Scenario, t.Setting))]


def _known(decls: list[t.Decl]) -> list[str]:
    out = [key_of(d) for d in decls]
    for d in decls:
        if isinstance(d, t.Agenda):
            out += [f"{d.name}.{s.name}" for s in d.steps]
        if isinstance(d, t.Table):
            out += [f"{d.name}.{r.name}" for r in d.rows if r.name]
        if isinstance(d, t.Ranking):
            out += [f"{d.name}.{r.name}" for r in d.ranks]
    return [k for k in out if k]


def _missing(path: str, place: Place, decls: list[t.Decl], messages: Messages) -> None:
    known = _known(decls)
    owner = path.rpartition(".")[0]
    parts = [name for name in known if name.rpartition(".")[0] == owner and owner]
    hint = did_you_mean(path, known) or (f"Of ‘{owner}’ there is: {', '.join(parts[:8])}." if parts else "")
    messages.add(
        "N07", place, f"there is no ‘{path}’ to change", hint or "It is called by its name, or OWNER.NAME for a part of something."
    )


def _replace(decls: list[t.Decl], change: t.Replace, claim, messages: Messages) -> None:  # type: ignore[no-untyped-def]
    new = change.decl
    path = key_of(new)
    found = next((d for d in decls if type(d) is type(new) and key_of(d) == path), None)
    if found is None:
        found = next((d for d in decls if type(d) is type(new) and str(getattr(d, "name", "")) == path), None)
    if found is None:
        _missing(path, change.place, decls, messages)
        return
    if isinstance(new, t.Kind):
        shaped = next((d for d in decls if isinstance(d, t.Kind) and key_of(d) == path and bool(d.shape) == bool(new.shape)), found)
        assert isinstance(shaped, t.Kind)
        found = shaped
    if claim(path, change.place):
        if isinstance(new, t.Kind) and isinstance(found, t.Kind):
            _keep_rest(new, found)
        new.owner = found.owner
        decls[decls.index(found)] = new
        if isinstance(found, t.Member):
            for rule in found.rules:
                if rule in decls:
                    decls.remove(rule)
        if not new.title:
            new.title = found.title


def _keep_rest(new: t.Kind, old: t.Kind) -> None:
    """A kind replaced: what the new one leaves out (nouns, fields, plural ...) stays as it was."""
    new.nouns = new.nouns or old.nouns
    new.members = new.members or old.members
    named = {str(f.name) for f in new.fields}
    new.fields = [*(f for f in old.fields if str(f.name) not in named), *new.fields]
    new.seen = new.seen or old.seen
    new.plural, new.bearer = new.plural or old.plural, new.bearer or old.bearer
    new.shape, new.capacity = new.shape or old.shape, new.capacity or old.capacity
    new.seats, new.kept, new.links = new.seats or old.seats, new.kept or old.kept, new.links or old.links
    new.entry_cost = new.entry_cost or old.entry_cost


def _remove(decls: list[t.Decl], change: t.Remove, claim, messages: Messages) -> None:  # type: ignore[no-untyped-def]
    path = change.path
    if not claim(path, change.place):
        return
    for decl in list(decls):
        if key_of(decl) == path and not isinstance(decl, t.Clause):
            decls.remove(decl)
            if isinstance(decl, t.Member):
                for rule in decl.rules:
                    if rule in decls:
                        decls.remove(rule)
            return
        parts = getattr(decl, "steps", None) or getattr(decl, "rows", None) or getattr(decl, "ranks", None) or []
        for part in parts:
            if f"{getattr(decl, 'name', '')}.{part.name}" == path:
                parts.remove(part)
                return
    for decl in decls:
        if isinstance(decl, t.DataTable):
            for line in decl.lines[1:]:
                first = line.cells[0]
                if isinstance(first, t.Name) and str(first.word) == path:
                    decl.lines.remove(line)
                    return
        if isinstance(decl, t.Kind) and path in decl.members:
            decl.members.remove(t.Word(path))
            return
    _missing(path, change.place, decls, messages)


def _replace_row(decls: list[t.Decl], change: t.ReplaceRow, claim, messages: Messages) -> None:  # type: ignore[no-untyped-def]
    owner, _, name = change.path.rpartition(".")
    for decl in decls:
        if isinstance(decl, t.Table) and str(decl.name) == owner:
            for row in decl.rows:
                if row.name and str(row.name) == name:
                    if not claim(change.path, change.place):
                        return
                    row.body, row.place, row.clauses = change.body, change.place, list(change.clauses)
                    row.span = change.span or row.span
                    row.title = change.title or row.title
                    return
        if isinstance(decl, t.Agenda) and str(decl.name) == owner:
            for step in decl.steps:
                if str(step.name) == name:
                    if not claim(change.path, change.place):
                        return
                    step.body, step.place = change.body, change.place
                    return
    _missing(change.path, change.place, decls, messages)


def _insert(decls: list[t.Decl], change: t.Insert, messages: Messages) -> None:
    owner, _, name = change.path.rpartition(".")
    for decl in decls:
        if isinstance(decl, t.Agenda) and str(decl.name) == owner:
            for position, step in enumerate(decl.steps):
                if str(step.name) == name:
                    clash = {str(s.name): s for s in decl.steps if not s.of}
                    for new in change.steps:
                        if str(new.name) in clash and not new.of:
                            messages.add("N02", new.place, f"the agenda ‘{owner}’ has a step ‘{new.name}’ already",
                                         "Give the new step another name.",
                                         [(clash[str(new.name)].place, "the first")])  # fmt: skip
                    at = position if change.before else position + 1
                    decl.steps[at:at] = change.steps
                    return
    _missing(change.path, change.place, decls, messages)
