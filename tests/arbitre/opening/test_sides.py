"""Who plays, and what several of them belong to."""

from __future__ import annotations

import pytest

from arbitre.opening.books import ready
from arbitre.opening.sides import camps


@pytest.mark.parametrize(("game", "found"), [("chess", []), ("tsewnart", ["camp"]), ("whist", ["partnership"])])
def test_what_seats_belong_to_is_a_camp_and_what_is_theirs_is_none(game: str, found: list[str]) -> None:
    program = ready(game)[2].program
    assert [program.domains[domain].name for domain, _ in camps(program)] == found
