"""Orders typed at the table: read as those that are handed in, faults too; and how what they are about is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from arbitre.cli.main import cli
from arbitre.interpreter.match.match import Match
from arbitre.opening.books import ready
from arbitre.post.mail.deliveries import delivered
from arbitre.session.dialogue.menus import calling
from tests.arbitre.post.heath import written


@pytest.fixture
def heath(tmp_path: Path) -> Path:
    written(tmp_path)
    return tmp_path / "heath"


def typed(heath: Path, *lines: str, lang: str = "fr") -> str:
    """What the table answers to lines of Red's player, up to the next question."""
    more = ("--side", "red=human", "--side", "blue=human", "--seed", "1", "--lang", lang)
    done = CliRunner().invoke(cli, ["play", str(heath), *more], input="\n".join(lines) + "\n")
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.output.replace("\xa0", " ").partition(f"> {lines[0]}\n")[2]


@pytest.mark.parametrize(
    "line",
    [
        "r1 court en B1; r2 dort",
        "court r1 B1, r2 dort",
        "r1 : A1 -> B1\nr2 sleeps",
        "Rouge : Rouge 1 va en B1 et r2 dort",
        "r1 -> B1 et r2 -> B3",
    ],
)
def test_a_line_gives_the_orders_that_it_gives_in_a_mail(line: str, heath: Path) -> None:
    assert "Bleu : appuyez sur Entrée" in typed(heath, *line.split("\n"))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("r1 runs A2 -> C1", "Rouge 1 est en A1, pas en A2."),
        ("r1 cuort B1", "« cuort » ne veut rien dire ici. Vouliez-vous dire « court » ?"),
        ("b1 marche D1", "Marcher (Bleu 1, D1) : Bleu 1 n’est pas sous vos ordres."),
        ("r1 marche E1", "Marcher (Rouge 1, E1) : la distance entre la case de Rouge 1 et E1 ne vaut pas 1."),
    ],
)
def test_what_is_wrong_with_it_is_told_as_of_a_mail(line: str, told: str, heath: Path) -> None:
    assert f"Rien n’a été fait : {told}\n> " in typed(heath, line)


def test_whoever_does_nothing_is_told_to_or_all_of_them(heath: Path) -> None:
    assert typed(heath, "rouge 1 ne bouge pas").startswith("Rouge 1 : rien.\n> ")
    assert "Bleu : appuyez sur Entrée" in typed(heath, "je ne fais rien")


def test_an_action_goes_by_the_words_of_written_alone_too(heath: Path) -> None:
    said = typed(heath, "court")
    assert "Rouge : Marcher – qui ?" in said
    match = Match(ready(str(heath), {}, ())[2], 1)
    names = calling(match, match.pending(0)[0]).names
    assert "court" in names[0] and "goes" in names[0]


def test_ones_own_name_is_told_what_is_asked(heath: Path) -> None:
    assert typed(heath, "Rouge").startswith("C’est votre propre nom. Rouge : Quels sont vos ordres ?\n> ")
    for lang, told in (("fr", "On peut ordonner : Marcher, Se reposer."), ("en", "You can order: Walk, Rest.")):
        assert told in delivered(Match(ready(str(heath), {}, ())[2], 1), 0, "Rouge", lang).faults[0]


def test_several_meanings_are_named_by_their_titles(heath: Path) -> None:
    assert typed(heath, "rou").startswith("« rou » : Rouge 1, Rouge 2, Marcher ou Se reposer ?")


def test_where_somebody_stands_is_told_by_the_name_of_the_place(heath: Path) -> None:
    said = typed(heath, "r1 court en B1", "", "marche")
    assert "Rouge : Que fait Rouge 2 (A3) ?" in said and "(1, 3)" not in said
    said = typed(heath, "marche", "r1")
    assert "  1  B1\n  2  A2\n" in said and "(2, 1)" not in said  # the answers, where all places have names
