"""Of a file that was edited only the declarations that were are parsed again."""

from __future__ import annotations

import random
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from arbitre.dsl.cache import folder
from arbitre.dsl.cache.frozen import frozen, thawed
from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.diagnostics.position import NOWHERE, Place
from arbitre.dsl.modules.library import folder_of
from arbitre.dsl.modules.reader import Shelf
from arbitre.dsl.parse import parser
from arbitre.dsl.source.chunks import Chunk, cut
from arbitre.dsl.tree import Word
from tests import lots

GAMES = ["hex", "chess", "whist"]


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(folder.VARIABLE, str(tmp_path / "cache"))


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts of the declarations that the parser was given."""
    seen: list[str] = []
    parse = parser.parse_chunk

    def noted(chunk: Chunk, shown: str, messages: Messages) -> object:
        seen.append(chunk.text)
        return parse(chunk, shown, messages)

    monkeypatch.setattr(parser, "parse_chunk", noted)
    return seen


def whole(thing: Any) -> Any:
    """What a tree holds, with the place of every word and node."""
    if is_dataclass(thing):
        return type(thing).__name__, [whole(getattr(thing, part.name)) for part in fields(thing)]
    if isinstance(thing, Word):
        return str(thing), thing.place
    if isinstance(thing, (list, tuple)):
        return [whole(one) for one in thing]
    return repr(thing)


def read(path: Path) -> Any:
    """A file and its messages, from what is known of it where it can be."""
    shelf, messages = Shelf(), Messages()
    file = shelf.parse(path, messages, str(path))
    shelf.took = 1.0  # it was worth keeping
    shelf.put_back()
    return whole((file, messages.items))


def anew(path: Path) -> Any:
    messages = Messages()
    return whole((parser.parse_text(path.read_text(encoding="utf-8"), str(path), messages), messages.items))


@pytest.mark.parametrize("name", GAMES)
def test_what_is_read_is_what_would_be_parsed(name: str, tmp_path: Path, kept: None) -> None:
    """After any edit: declarations added, twice there, gone, in another order, with faults, and without them again."""
    dice, path = random.Random(lots.seed(1)), tmp_path / f"{name}.rules"
    path.write_text(text := (folder_of(name) / f"{name}.rules").read_text(encoding="utf-8"), encoding="utf-8")
    assert read(path) == anew(path)
    for _ in range(12):
        chunks = [chunk.text for chunk in cut(path.read_text(encoding="utf-8"), "", Messages())]
        at = dice.randrange(len(chunks))
        match dice.randrange(6):
            case 0:
                chunks.insert(at, "# More.\n\nlet more = 3\n\n")
            case 1:
                chunks.insert(at, chunks[at])
            case 2:
                del chunks[at]
            case 3:
                dice.shuffle(chunks)
            case 4:
                chunks[at] = chunks[at].rstrip("\n") + "\n    what is this\n\n"
            case _:
                chunks = [text]
        path.write_text("".join(one if one.endswith("\n") else one + "\n" for one in chunks), encoding="utf-8")
        assert read(path) == anew(path)


def test_one_declaration_is_parsed_of_a_file_in_which_one_was_edited(tmp_path: Path, kept: None, parsed: list[str]) -> None:
    path = tmp_path / "hex.rules"
    text = (folder_of("hex") / "hex.rules").read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8")
    read(path)
    assert len(parsed) > 5
    parsed.clear()
    path.write_text("# A line more.\n" + text + "\nlet more = 3\n", encoding="utf-8")
    read(path)
    assert [one for one in parsed if "more" not in one] == [] and len(parsed) in (1, 2)  # the last one may end in another line
    parsed.clear()
    read(path)
    assert not parsed


def test_things_of_a_class_are_made_otherwise_where_that_is_asked_for() -> None:
    things = [Place("a.rules", 3, 4, 5, 6), Place("a.rules", 7, 1), NOWHERE]
    further = thawed(frozen(things), {Place: lambda file, line, *more: Place(file, line + 10, *more)})
    assert further == [Place("a.rules", 13, 4, 5, 6), Place("a.rules", 17, 1), Place(NOWHERE.file, 10, 0)]
    assert thawed(frozen(things)) == things
