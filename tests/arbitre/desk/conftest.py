"""A desk with one file open, and positions written into its text as ‘¦’."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from arbitre.desk.desk import Desk
from arbitre.desk.lookup import Sight
from arbitre.desk.texts import Span, Spot, Text

DEMO = (Path(__file__).parent.parent / "demo.rules").read_text(encoding="utf-8")
Opened = tuple[Sight, Spot]


@pytest.fixture
def put(tmp_path: Path) -> Callable[..., Opened]:
    """Opens a text with ‘¦’ in it: the sight of it, and where that sign stood.  ``after``: what is edited once it was read."""

    def open_(text: str, name: str = "demo.rules", lang: str = "en", after: str = "") -> Opened:
        path = tmp_path / name
        shown = after or text
        whole = text.replace("¦", "")
        path.write_text(whole, encoding="utf-8")
        desk = Desk(lang)
        desk.put(path, whole)
        desk.read(path)
        if after:
            desk.put(path, after.replace("¦", ""))
        sight = desk.sight(path)
        assert sight is not None
        before = shown.partition("¦")[0]
        return sight, Text(before).end()

    return open_


def applied(text: str, edits: list[tuple[Span, str]]) -> str:
    """A text after edits, as an editor carries them out."""
    held = Text(text)
    starts = [0]
    for line in held.raw:
        starts.append(starts[-1] + len(line) + 1)

    def offset(spot: Spot) -> int:
        raw, units, taken = held.raw[spot.line], 0, 0
        while units < spot.column:
            units += 2 if ord(raw[taken]) > 0xFFFF else 1
            taken += 1
        return starts[spot.line] + taken

    for span, new in sorted(edits, key=lambda edit: edit[0], reverse=True):
        text = text[: offset(span.start)] + new + text[offset(span.end) :]
    return text
