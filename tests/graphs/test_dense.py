"""Boards in narrow terminals: what does not fit is left out round what matters, or follows below."""

from __future__ import annotations

from arbitre import graphs
from arbitre.graphs import Legend, Look, Token

HALL = graphs.floors([(0, "\n".join(["." * 30, "#" * 29 + "."]))], {".": Legend("floor"), "#": Legend("wall", False)})


def drawn(width: int, focus: tuple[int, ...] = (), whole: bool = False) -> list[str]:
    return graphs.plain(graphs.text(HALL, width=width, look=Look({14: [Token("A1")], 29: [Token("B2")]}, focus=focus, whole=whole)))


def test_all_columns_where_there_is_room() -> None:
    lines = drawn(92)
    assert len(lines) == 3 and "A1" in lines[1] and "B2" in lines[1]
    assert lines[2].count("▒") == 29 * 3


def test_what_matters_is_in_the_middle_of_what_is_shown() -> None:
    lines = drawn(32, focus=(14,))
    assert lines[0].split()[0] == "10" and lines[0].split()[-1] == "19"
    assert lines[-1] == "◀ 10–19 / 30 ▶" and "A1" in lines[1] and "B2" not in lines[1]
    assert drawn(32, focus=(0,))[-1] == "  1–10 / 30 ▶"
    assert drawn(32, focus=(29,))[-1] == "◀ 21–30 / 30"
    assert (
        drawn(
            32,
            focus=(
                14,
                20,
            ),
        )[-1]
        == "◀ 13–22 / 30 ▶"
    )  # between the two
    assert drawn(32)[-1] == "◀ 21–30 / 30"  # of two far apart, the later


def test_the_rest_follows_below() -> None:
    lines = drawn(32, whole=True)
    assert [line for line in lines if "/ 30" in line] == ["  1–10 / 30 ▶", "◀ 11–20 / 30 ▶", "◀ 21–30 / 30"]
    assert "".join(lines).count("A1") == "".join(lines).count("B2") == 1


def test_floors_have_their_titles_and_rows_their_limits() -> None:
    tower = graphs.floors([(0, "...\n...\n..."), (1, "...\n...\n...")], {".": Legend("floor")})
    lines = graphs.plain(graphs.text(tower, width=11, look=Look(floor="Level {}")))
    assert [line for line in lines if "Level" in line] == ["Level 0", "Level 1"]
    cut = graphs.plain(graphs.text(tower, width=11, look=Look(floors=[1], rows={1: (2, 3)})))
    assert [line.split()[0] for line in cut[2:]] == ["2", "3"]
