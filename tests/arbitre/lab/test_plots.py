"""Charts stand beside each other on a page."""

from __future__ import annotations

import re
from typing import Any

from arbitre.lab.findings.plots import drawn
from arbitre.words.fragments import with_own_ids


def test_two_charts_of_a_page_have_no_id_in_common() -> None:
    def line(*heights: int) -> str:
        def paint(axes: Any) -> None:
            axes.plot(heights)

        return drawn(paint)

    one, two = (set(re.findall(r'\bid="([^"]+)"', chart)) for chart in (line(1, 2), line(2, 1)))
    assert one and two and not one & two
    assert line(1, 2) == line(1, 2)
    assert {name for name in re.findall(r'url\(#([^)]+)\)|href="#([^"]+)"', line(1, 2)) for name in name if name} <= one


def test_what_points_to_an_id_goes_on_pointing_to_it() -> None:
    found = re.findall(r"p[0-9a-f]{8}-a", with_own_ids('<g id="a"/><use xlink:href="#a"/><path clip-path="url(#a)" fill="#abc"/>'))
    assert len(found) == 3 and len(set(found)) == 1
