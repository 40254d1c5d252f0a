"""A first line that does not stand at the margin, or is not there: it is told, and so are the faults of all other files."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.lower.program import bind
from arbitre.dsl.modules.loader import load

REST = """\
    title en "Bell"
    languages en
    play round up to 3 times
kind player, seats: sun, moon
    score: 0 to 9
agenda round:
    ringing: ring sun
    calling: gone sun
"""


@pytest.mark.parametrize(
    ("head", "code", "line"),
    [("\tgame bell:\n", "S02", 1), ("", "S04", 1), ("  # Bells\n\n  game bell:\n", "S04", 3), ("    game bell:\n", "S04", 1)],
)
def test_the_faults_of_all_files_are_told(tmp_path: Path, head: str, code: str, line: int) -> None:
    folder = tmp_path / "bell"
    folder.mkdir()
    (folder / "bell.rules").write_text(head + REST, encoding="utf-8")
    (folder / "more.rules").write_text("extends bell\nevent ring player:\n    plaier gains 1 score\n", encoding="utf-8")
    (folder / "other.rules").write_text("extends bell\nevent stay player:\n    player gainz 1 score\n", encoding="utf-8")
    found = [(Path(m.place.file).name, m.place.line, m.code) for m in bind(load(folder)).messages.errors]
    shift = head.count("\n")
    wanted = [("bell.rules", line, code), ("bell.rules", 8 + shift, "N01"), ("more.rules", 3, "N01"), ("other.rules", 3, "S03")]
    assert sorted(found) == sorted(wanted)


def test_an_extension_whose_head_is_indented_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "bell"
    folder.mkdir()
    (folder / "bell.rules").write_text("game bell:\n" + REST.replace("    calling: gone sun\n", ""), encoding="utf-8")
    (folder / "more.rules").write_text("\textends bell\nevent ring player:\n    player gains 1 score\n", encoding="utf-8")
    assert [(Path(m.place.file).name, m.code) for m in bind(load(folder)).messages.errors] == [("more.rules", "S02")]
