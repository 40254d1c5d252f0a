"""The terminal's own words: every phrase in both languages, none of them elsewhere, and one place that chooses the language."""

from __future__ import annotations

import ast
import re
import string
from pathlib import Path

import pytest
from click.testing import CliRunner

import arbitre
from arbitre.cli.main import cli
from arbitre.dsl.diagnostics.said import tell
from arbitre.words import en, fr
from arbitre.words.phrases import language, later, of
from arbitre.words.typed import plain

FOLDER = Path(arbitre.__path__[0])
AT_HOME = ("words", "documents")  # pages have phrase books of their own
FRENCH = re.compile(r"[éèêàùçœÉÀ]|(?<!\w)(?:le|la|les|des|une?|est|sont|dans|avec|pas|pour|qui|partie|règle)(?!\w)")


def spots(template: str) -> list[tuple[str | None, str | None]]:
    return sorted((name, form) for _, name, form, _ in string.Formatter().parse(template) if name is not None)


def test_both_tables_have_the_same_phrases() -> None:
    assert en.PHRASES.keys() == fr.PHRASES.keys()
    for key, english in en.PHRASES.items():
        assert spots(english) == spots(fr.PHRASES[key]), key


def test_every_phrase_is_used() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.py") if path.parent.name != "words")
    source += (FOLDER / "words" / "phrases.py").read_text(encoding="utf-8")
    made = (
        "ask.",
        "clauses.",
        "deliver.",
        "does.",
        "list.",
        "section.",
        "play.",
        "simulate.",
        "typed.",
        "why.",
        "whynot.",
    )  # by the name of a table, or of a status
    lost = [
        key
        for key in (each.removesuffix(".one") if each.removesuffix(".one") in en.PHRASES else each for each in en.PHRASES)
        if f'"{key}"' not in source
        and f"'{key}'" not in source
        and not (key.endswith((".one", ".many")) and f'"{key.rpartition(".")[0]}"' in source)
        and not key.startswith(("list.odds.", "story.prep."))  # by what can be asked, by the preposition of a parameter
        and not (key.startswith("story.order_") and f'"{key.removeprefix("story.order_")}"' in source)
        and not ((key.startswith(made) and f'"{key.partition(".")[2]}"' in source) or key.startswith("clauses."))
        and f"'{key.partition('.')[2]}'" not in source
    ]
    assert lost == []


def french(path: Path) -> list[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    told = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and node.body and isinstance(node.body[0], ast.Expr)
    }
    texts = [n for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str) and id(n) not in told]
    return [f"{path.name}:{n.lineno}: {n.value}" for n in texts if FRENCH.search(n.value)]


def test_no_french_outside_its_table() -> None:
    files = [path for path in FOLDER.rglob("*.py") if path.relative_to(FOLDER).parts[0] not in AT_HOME]
    assert [fault for path in files for fault in french(path)] == []


def test_french_is_found(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text('"""Le titre."""\nA = "Personne ne gagne dans la partie."\nB = "nobody"\n', encoding="utf-8")
    assert len(french(file)) == 1


@pytest.mark.parametrize(
    ("set_", "chosen", "spoken"),
    [
        ({}, None, "en"),
        ({"LANG": "fr_FR.UTF-8"}, None, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "en_GB.UTF-8"}, None, "en"),
        ({"LANG": "en_US", "LC_MESSAGES": "fr_CA"}, None, "fr"),
        ({"LANG": "de_DE.UTF-8"}, None, "en"),
        ({"LC_ALL": "en_US", "ARBITRE_LANG": "fr"}, None, "fr"),
        ({"ARBITRE_LANG": "fr"}, "en", "en"),
    ],
)
def test_one_place_chooses_the_language(monkeypatch: pytest.MonkeyPatch, set_: dict[str, str], chosen: str | None, spoken: str) -> None:
    for name in ("ARBITRE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in set_.items():
        monkeypatch.setenv(name, value)
    assert language(chosen) == spoken


def test_what_is_said_later_is_told_in_both() -> None:
    said = later("cannot.no_board", game="chess")
    assert said == "‘chess’ has no board"
    assert tell(said, "fr") == "«\u00a0chess\u00a0» n’a pas de plateau"
    assert of("fr").count("check.errors", 0) == "0 erreur" and of("en").count("check.errors", 0) == "0 errors"


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["list", "nothing_there"], "il n’y a pas de livre de règles"),
        (["explain", "Z99"], "il n’y a pas de message"),
        (["explain", "N01"], "Comment y remédier"),
        (["fmt", "nowhere.rules"], "il n’y a pas de fichier"),
        (["replay", "nowhere.json"], "ne peut pas être lu"),
    ],
)
def test_faults_are_told_in_french(args: list[str], told: str) -> None:
    result = CliRunner().invoke(cli, [*args, "--lang", "fr"])
    assert told in result.output, result.output


def test_a_rulebook_is_checked_in_french(tmp_path: Path) -> None:
    file = tmp_path / "small.rules"
    file.write_text('game small:\n    title en "Small" fr "Petit"\nevent go: jumpp\n', encoding="utf-8")
    result = CliRunner().invoke(cli, ["check", str(file), "--lang", "fr"])
    assert "erreur N01\u00a0: il n’y a pas d’événement, d’agenda ni d’instruction" in result.output
    assert result.output.rstrip().endswith("avertissement.")


def test_every_command_that_prints_takes_a_language() -> None:
    for name, command in cli.commands.items():
        assert any(option.name == "lang" for option in command.params), name


ELIDED = [("Alice", "Voix d’Alice"), ("Bruno", "Voix de Bruno"), ("Le maire", "Voix du maire"), ("a7", "Voix de a7")]


@pytest.mark.parametrize(("who", "said"), ELIDED)
def test_names_are_elided_before_in_french_sentences(who: str, said: str) -> None:
    assert of("fr").say("story.chosen", who=who, title="Voix", what="Chloé").startswith(f"{said}\u00a0:")


@pytest.mark.parametrize(
    ("said", "meant"),
    [("-3", "-3"), ("−3", "-3"), ("– 3", "3"), ("offre : -3", "offre : -3"), ("A-3", "a 3"), ("2-3", "2 3"), ("(-3, 2)", "(-3, 2)"),
     ("Rendez-vous_à l’île", "rendez vous a l ile")],
)  # fmt: skip
def test_the_sign_of_a_number_belongs_to_it(said: str, meant: str) -> None:
    assert plain(said) == meant
