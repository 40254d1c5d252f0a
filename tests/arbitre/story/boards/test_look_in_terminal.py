"""What a look says of labels and badges, and the sign of a ground, as the terminal shows them."""

from __future__ import annotations

from pathlib import Path

from arbitre import graphs
from arbitre.dsl.lower.program import bind
from arbitre.dsl.modules.loader import load
from arbitre.graphs.draw.terminal.text import plain, text
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.story.boards.marks import distinct, initials
from arbitre.story.boards.screen import every_board

RULES = '''
game t:
    title en "T"
    languages en
    play turn up to 3 times, then over
event over: nobody wins
kind player, seats: red, blue
    title en "Player"
    n: 0 to 9, reported
        title en "N"
kind ground: meadow, bog, ford
    title en "Ground"
table of ground:
    name   | sign | en
    meadow | -    | "Meadow"
    bog    | "w"  | "Bog"
    ford   | -    | "Ford"
kind cell, floors(meads)
    title en "Cell"
    ground: ground
        title en "Ground"
map meads:
    floor 0 """
        ....
        .wb.
        """
    mark "." meadow
    mark "w" ford
    mark "b" bog
kind man, up to 4:
    title en "Man"
    seen by everyone
    owner: player
    cell: cell or none
    tired: flag
    crowned: flag
    life: 0 to 9 = 4
look cell:
    label en "in" when cell is first(cells)
    label en "Far too long" when y is 2
look man:
    label en "K" when man.crowned
    badge "×" title en "Tired" when man.tired
    badge "{man.life}" title en "Life" when man.life is 2 or less
event setup:
    create man with owner red, cell (2, 1, 0), tired true
    create man with owner blue, cell (3, 1, 0), crowned true, life 2
    create man with owner blue, cell (4, 1, 0)
agenda turn:
    now: red gains 1 n
'''
SHOWN = """\
1 │ in│ M×│k·2│ m │
  ├───┼───┼───┼───┤
2 │   │ ~ │ w │   │
  └───┴───┴───┴───┘
  capitals: red   small letters: blue
  ~ Ford   w Bog
  × Tired   2 Life
"""


def test_labels_badges_and_signs_of_grounds(tmp_path: Path) -> None:
    path = tmp_path / "t.rules"
    path.write_text(RULES, encoding="utf-8")
    lines = [line.plain.rstrip() for line in every_board(Match(machine_of(bind(load(path)).program), 1))]
    assert "\n".join(lines[2:]) + "\n" == SHOWN


def drawn(token: graphs.Token, colours: bool = True) -> str:
    """How one piece alone is drawn."""
    board = graphs.grid(1, 1)
    return plain(text(board, look=graphs.Look({0: [token]}, colours=colours)))[2].split("│")[1].strip()


def test_a_label_is_written_where_nothing_is_lost() -> None:
    assert drawn(graphs.Token("a7", 1, face="Qu7")) == "qu7"
    assert drawn(graphs.Token("a7", 1, face="Qu")) == "a7"  # its number is what it is called by
    assert drawn(graphs.Token("a", 1, face="Queen")) == "a"
    assert drawn(graphs.Token("a7", 1, face="7")) == "7" and drawn(graphs.Token("a7", 1, face="7"), colours=False) == "a7"
    assert drawn(graphs.Token("a", 1, badges=("×", "†"))) == "a×†" and drawn(graphs.Token("a7", 1, badges=("12",))) == "a7"


def test_a_number_at_the_end_of_a_name_is_no_word_of_it() -> None:
    assert initials("bold_2", True) == "B" and initials("bold_2", False) == "Bo" and initials("black_man", True) == "M"
    assert distinct(("bold_1", "bold_2", "shy")) == ("B1", "B2", "Sh")


def test_the_legend_shows_signs_that_have_no_capitals(tmp_path: Path) -> None:
    path = tmp_path / "t.rules"
    path.write_text(RULES.replace('title en "Man"\n', 'title en "Man"\n    sign "▲"\n'), encoding="utf-8")
    shown = "\n".join(line.plain for line in every_board(Match(machine_of(bind(load(path)).program), 1)))
    assert "capitals" not in shown and "red" in shown, shown
