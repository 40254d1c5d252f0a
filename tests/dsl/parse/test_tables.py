"""The tables that a wheel brings are those of its grammar, or they are not used."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from arbitre.dsl.cache.frozen import thawed
from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.parse import parser, tables


def test_built_tables_are_read_and_stale_ones_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built, asked = tmp_path / "grammar.tables", list[str]()
    whole = tables.written()
    fresh = whole.partition(b"\n")[2]
    assert set(thawed(fresh)) == {"data", "memo"}

    def again() -> bytes:
        asked.append("made")
        return whole.partition(b"\n")[2]

    monkeypatch.setattr(tables, "BUILT", built)
    monkeypatch.setattr(tables, "analysed", again)
    for content, made in ((whole, 0), (b"0" * 64 + whole[64:], 1), (b"", 2)):
        built.write_bytes(content)
        assert tables.tables() == fresh and len(asked) == made
    built.unlink()
    assert tables.tables() == fresh and len(asked) == 3


def test_no_two_words_match_the_same_and_no_state_has_two_ways_on() -> None:
    assert len(tables.parser(strict=True).terminals) > 200


def test_kept_tables_that_are_no_tables_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parser, "remembered", lambda *_: pickle.dumps(Path.unlink))
    with pytest.raises(pickle.PickleError):
        parser.grammar.__wrapped__()


LONGER = (
    'event go:\n    title english "a" fr "b"\n',
    "event go:\n    roll d6 asx\n",
    "table t: d6x\n",
    "kind a, uplift 3:\n",
    "option x: 1 total 3 = 2\n",
)


@pytest.mark.parametrize("text", LONGER)
def test_a_word_of_the_language_is_not_found_at_the_start_of_a_longer_one(text: str) -> None:
    messages = Messages()
    parser.parse_text(text, "x", messages)
    assert messages.items
