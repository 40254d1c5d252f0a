"""A variant that begins with one rule of a game in it, to be changed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.modules.edits import flat, key_of, key_of_adjustment
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.dsl.source.chunks import Chunk, cut
from arbitre.dsl.source.quotes import quoted
from arbitre.making.making import Made, proved
from arbitre.opening.books import open_book, refused
from arbitre.words.phrases import of

# What ``replace`` puts another declaration in the place of.  Hooks and adjustments are removed and said again.
REPLACED = (
    t.Option, t.Kind, t.Member, t.DataTable, t.Define, t.Condition, t.Test, t.Contest, t.Table, t.Event, t.Action, t.Agenda, t.Ranking,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Changeable:
    """A rule that a variant may change: the file it stands in, its first and last line there, its text.

    ``removed``: the path by which it is removed first, where nothing can be put in its place.
    """

    file: str
    first: int
    last: int
    text: str
    removed: str = ""

    def changed(self) -> str:
        """What a variant begins with."""
        if self.removed:
            why = " ".join(f"{lang} {quoted(of(lang).say('new.changed_below'))}" for lang in ("en", "fr"))
            return f"remove {self.removed} because {why}\n{self.text}"
        return f"replace {self.text}"


def changeable(rulebook: Rulebook) -> list[Changeable]:
    """Every rule of a game that a variant may change, file by file."""
    out = []
    decls = flat(list(rulebook.files))
    keys = Counter(key_of(decl) for decl in decls)
    adjusted = Counter(key_of_adjustment(decl) for decl in decls if isinstance(decl, t.Adjust))
    for file in rulebook.files:
        heads = {decl.place.line: "" for decl in file.decls if isinstance(decl, REPLACED)}
        heads |= {decl.place.line: key_of(decl) for decl in file.decls if isinstance(decl, t.Hook) and keys[key_of(decl)] == 1}
        adjusting = {decl.place.line: key_of_adjustment(decl) for decl in file.decls if isinstance(decl, t.Adjust)}
        chunks = {c.line: c for c in cut(file.text, file.path, Messages())}
        out += [Changeable(file.path, line, last_of(c), c.text.rstrip(), heads[line]) for line, c in chunks.items() if line in heads]
        of = Counter(adjusting.values())
        for line, key in adjusting.items():
            if of[key] == adjusted[key]:  # of one name they are removed together, and said again together
                text = "\n".join(chunks[other].text.rstrip() for other, same in adjusting.items() if same == key)
                out.append(Changeable(file.path, line, last_of(chunks[line]), text, key))
    return out


def last_of(chunk: Chunk) -> int:
    """The last line of a chunk that says something."""
    return chunk.line + chunk.text.rstrip().count("\n")


def variant_with(game: str, file: str, line: int, name: str, folder: Path) -> tuple[Made, int]:
    """A variant of a game whose one rule is that of the line of a file, in the words it has there, and the line where it stands.

    Raises:
        Refused: no rule of that place can be replaced, or the folder would not find the game.
    """
    rulebook = open_book(game, quiet=True)
    found = next((one for one in changeable(rulebook) if one.file == file and one.first <= line <= one.last), None)
    if found is None:
        raise refused("new.no_rule", file=file, line=line)
    title = rulebook.game.title
    named = {lang: title.within(lang) if title is not None else rulebook.name for lang in rulebook.promised}
    titles = {lang: of(lang).say("new.variant_of", game=game) for lang, game in named.items()}
    said = " ".join(f"{lang} {quoted(title)}" for lang, title in titles.items())
    head = f"game {name} extends {rulebook.name}:\n    title {said}\n\n"
    body = found.changed()
    return proved(Made(Path(f"{name}.rules"), f"{head}{body}\n"), game, folder), (head + body.removesuffix(found.text)).count("\n") + 1
