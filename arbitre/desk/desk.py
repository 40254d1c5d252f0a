"""What an editor's open files are, and what is known of their rulebooks: kept up to date edit by edit."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

from arbitre.desk.analysis import Analysis, Home, analyse, at_once, home_of, thorough
from arbitre.desk.features.lenses import Results
from arbitre.desk.garbage import FEW, MOST, Tidying
from arbitre.desk.lookup import Sight
from arbitre.desk.shelf import OpenShelf
from arbitre.desk.texts import Text
from arbitre.dsl.diagnostics.errors import ArbitreError
from arbitre.dsl.diagnostics.message import Message


@dataclass(slots=True)
class Desk:
    """``open``: the texts in the editor; ``known``: the rulebooks they belong to, as they were last read whole."""

    lang: str = "en"
    open: dict[Path, Text] = field(default_factory=dict)
    known: dict[Home, Analysis] = field(default_factory=dict)
    results: Results = field(default_factory=Results)
    shelf: OpenShelf = field(default_factory=OpenShelf)
    reading: Lock = field(default_factory=Lock)  # one rulebook is read at a time
    tidying: Tidying = field(default_factory=Tidying)

    def put(self, path: Path, whole: str) -> None:
        """A file is open, or was edited: this is its text now."""
        self.open[path.resolve()] = Text(whole)
        self.shelf.open(path, whole)

    def close(self, path: Path) -> None:
        """A file is no longer open: what is on the disk holds."""
        self.open.pop(path.resolve(), None)
        self.shelf.close(path)

    def home(self, path: Path) -> Home:
        """The rulebook that an open file belongs to."""
        text = self.open.get(path.resolve())
        return home_of(path.resolve(), "\n".join(text.read) if text is not None else "")

    def read(self, path: Path) -> Analysis | None:
        """Reads the rulebook of a file as it stands; None if there is none.  What was known stays known if that fails."""
        home = self.home(path)
        with self.reading:
            self.tidying.sweep(MOST)
            try:
                with self.tidying.undisturbed():
                    found = analyse(home, self.shelf)
            except (ArbitreError, OSError):
                return None
            before = self.known.get(home)
            if before is not None:  # until all is looked through again, what was told of other lines is still told
                found.told = {**before.told, **found.told}
            self.known[home] = found
        return found

    def look_through(self, found: Analysis) -> None:
        """Everything that ``check`` tells of it."""
        with self.reading, self.tidying.undisturbed():
            found.told = thorough(found)

    def tidy(self) -> None:
        """Nobody has typed for a while: what earlier readings left is swept away."""
        with self.reading:
            self.tidying.sweep(FEW)

    def sight(self, path: Path) -> Sight | None:
        """An open file with its rulebook, read now if it was not before."""
        real = path.resolve()
        if real not in self.open:
            return None
        found = self.known.get(self.home(path)) or self.read(path)
        return Sight(found, real, self.open[real]) if found is not None else None

    def at_once(self, path: Path) -> list[Message] | None:
        """What is wrong with a file that was just edited, within milliseconds; None if its rulebook was not read yet."""
        found = self.known.get(self.home(path))
        if found is None or path.resolve() not in self.open:
            return None
        return at_once(found, path, "\n".join(self.open[path.resolve()].read))
