"""The tables that a wheel brings are those of its grammar, or they are not used."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.cache.frozen import thawed
from arbitre.dsl.parse import tables


def test_built_tables_are_read_and_stale_ones_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built, asked = tmp_path / "grammar.tables", list[str]()
    whole = tables.written()
    fresh = thawed(whole.partition(b"\n")[2])
    assert set(fresh) == {"data", "memo"}

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
