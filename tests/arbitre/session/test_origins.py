"""Why something happened that a rule had prepared earlier, with nothing but a field between the two."""

from __future__ import annotations

import re

from arbitre.opening.books import ready
from arbitre.session.why.reasons import explain
from arbitre.story.narrator import Narrator
from tests.arbitre.post.heath import begun, put
from tests.arbitre.post.mail.test_sealing import BLUE, RED, deliver


def test_a_side_is_told_by_whom_as_far_as_it_may_see() -> None:
    rulebook, match = ready("kollaball", {}, ())[0], begun("kollaball")
    put(match, "player", "r2", "cell", "E4")
    deliver(match, RED, "R2 striker F4")
    deliver(match, BLUE, "B3 receiver F4")
    while match.requests and match.requests[0].decision != "orders":
        match.answer(match.requests[0].id, match.silent(match.requests[0]))
    said = {}
    for viewer in (RED, BLUE):
        sentences = list(Narrator(match, "en", viewer).sentences(list(match.run.log or [])))
        number = next(s.numbers[0] for s in sentences if "is thrown back" in s.text)
        said[viewer] = "\n".join(explain(match, number, "en", viewer, rulebook)).replace("\u00a0", " ")
    for text in said.values():
        assert "KB-19-25" in text and "because of Thrown off the cell (Blue 3), Thrown back by: Red 2" in text
    assert re.search(r"because of \[\d+\] Charge a cell \(Red 2\)", said[RED])  # red's own order, which blue knows nothing of
    assert "Charge a cell" not in said[BLUE]
