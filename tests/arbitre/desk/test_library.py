"""The games of the library at the desk: what is told of them there is what ‘check’ tells."""

from __future__ import annotations

import pytest

from arbitre.desk.desk import Desk
from arbitre.dsl.modules.library import folder_of, names


@pytest.mark.parametrize("game", names())
def test_a_game_without_faults_has_none_at_the_desk(game: str) -> None:
    path = folder_of(game) / f"{game}.rules"
    desk = Desk()
    desk.put(path, path.read_text(encoding="utf-8"))
    found = desk.read(path)
    assert found is not None
    assert {file.name: [str(m.text) for m in told] for file, told in found.told.items()} == {}
    assert desk.at_once(path) == []
