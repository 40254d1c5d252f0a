"""French sentences of messages: their own quotation marks, no word of English that is no name."""

from __future__ import annotations

from arbitre.dsl.diagnostics.french import FRENCH


def test_french_has_its_own_quotation_marks() -> None:
    assert [said for said in FRENCH.values() if "‘" in said] == []
