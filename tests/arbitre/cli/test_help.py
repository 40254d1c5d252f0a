"""Help and faults of the call, in both languages; completion of what is typed in a shell."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from arbitre.cli.group import SECTIONS
from arbitre.cli.main import cli
from arbitre.words.help_fr import HELP


def commands(command: click.Command = cli) -> Iterator[click.Command]:
    yield command
    if isinstance(command, click.Group):
        for one in command.commands.values():
            yield from commands(one)


def output(*args: str) -> str:
    return CliRunner().invoke(cli, list(args)).output.replace("\u00a0", " ")


def test_every_help_has_its_french() -> None:
    helps = [one.help for one in commands()]
    helps += [param.help for one in commands() for param in one.params if isinstance(param, click.Option)]
    assert [text for text in helps if text and " ".join(text.split()) not in HELP] == []


def test_help_is_a_word_of_its_own() -> None:
    assert output("help") == output("--help")
    assert output("help", "check") == output("check", "--help")
    assert output("--lang", "fr", "help", "post", "report") == output("--lang", "fr", "post", "report", "--help")
    assert "No such command 'nonsense'" in output("help", "nonsense")


def test_help_speaks_the_language_of_the_call(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Usage: " in output("play", "--help") and "Seed of the dice." in output("play", "--help")
    for args in (("play", "--help", "--lang", "fr"), ("play", "--lang=fr", "--help"), ("--lang", "fr", "play", "--help")):
        french = output(*args)
        assert "Usage : " in french and "La graine des dés." in french and "par défaut : 1.0" in french, args
        assert "Options :" in french and "Show this" not in french
    monkeypatch.setenv("ARBITRE_LANG", "fr")
    assert "Jouer :" in output("--help") and "Commandes :" in output("post", "--help") and "Joue une partie" in output("--help")


def test_faults_of_the_call_speak_it_too() -> None:
    assert "Erreur : Il manque l’argument 'GAME'." in output("play", "--lang", "fr")
    assert "Il n’y a pas de commande 'plai'" in output("plai", "--lang", "fr")
    unknown = output("play", "--sid", "x", "--lang", "fr")  # click before 8.5 writes no quotes
    assert "Il n’y a pas d’option '--sid'" in unknown or "Il n’y a pas d’option --sid (Options possibles : " in unknown
    assert "No such option" in output("play", "--sid", "x")


def completed(line: str, word: int, shell: str = "bash") -> list[str]:
    """What a shell is offered for a word of a line."""
    env = {**os.environ, "_ARBITRE_COMPLETE": f"{shell}_complete", "COMP_WORDS": line, "COMP_CWORD": str(word)}
    code = "import sys; sys.argv[0] = 'arbitre'; from arbitre.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=env,
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return [each.split(",", 1)[1] for each in done.stdout.split("\n") if "," in each]


def test_a_shell_completes_commands_games_sides_and_options() -> None:
    assert "play" in completed("arbitre pl", 1)
    assert "coliseum" in completed("arbitre play col", 2)
    assert {"red=human", "red=greedy"} <= set(completed("arbitre play coliseum --side red=", 4))
    assert any(each.startswith("radius=") for each in completed("arbitre play coliseum -o ra", 4))
    assert completed("arbitre explain N0", 2) == sorted(completed("arbitre explain N0", 2)) != []
    assert completed("arbitre check min", 2) == ["min"]  # a file: the shell itself knows which there are
    for shell in ("bash", "zsh", "fish"):
        assert "arbitre" in source(shell)


def source(shell: str) -> str:
    """What the README says to evaluate."""
    code = "import sys; sys.argv[0] = 'arbitre'; from arbitre.cli.main import main; main()"
    env = {**os.environ, "_ARBITRE_COMPLETE": f"{shell}_source"}
    return subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, timeout=60, check=False).stdout


def test_every_summary_fits_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """In eighty columns, in both languages, whole; and every command stands in one section."""
    monkeypatch.setenv("COLUMNS", "80")
    sections = [name for names in SECTIONS.values() for name in names]
    assert sorted(sections) == sorted(cli.commands)
    for lang in ("en", "fr"):
        for group in ((), ("post",)):
            shown = output("--lang", lang, *group, "--help")
            lines = [line for line in shown.split("\n") if line.startswith("  ") and not line.startswith("   ")]
            assert not any(line.endswith("...") or len(line) > 80 for line in lines)
            assert all(line.endswith(".") for line in lines if line.split()[0] in [*sections, *cli.commands["post"].commands]), shown
