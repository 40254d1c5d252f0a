"""The list of games reads heads alone, and says what the rulebooks say."""

from __future__ import annotations

import subprocess
import sys

import pytest

from arbitre.dsl.modules.library import names
from arbitre.dsl.modules.loader import load
from arbitre.opening import heads
from arbitre.opening.heads import title_of


@pytest.mark.parametrize("game", names())
def test_the_head_says_the_title(game: str) -> None:
    title = load(game).game.title
    assert title is not None and title_of(game) == {
        code: said for code, said in title.said if code in ("en", "fr")
    }  # others are in files of their own


def test_a_title_in_another_form_is_left_to_the_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    said = b'game x:\n    text en "a" fr "b"\n\nkind thing:\n    title en "Thing" fr "Chose"\n'
    monkeypatch.setattr(heads, "content", lambda path, most: said)
    assert title_of("hex") is None
    monkeypatch.setattr(heads, "content", lambda path, most: said.replace(b"text", b"title"))
    assert title_of("hex") == {"en": "a", "fr": "b"}


def test_neither_the_parser_nor_what_plays_is_made() -> None:
    code = (
        "import sys; from click.testing import CliRunner; from arbitre.cli.main import cli; "
        "found = CliRunner().invoke(cli, ['list']); assert found.exit_code == 0 and 'Hex' in found.output; "
        "print([name for name in sys.modules if name in "
        "('lark', 'networkx', 'arbitre.dsl.tree', 'arbitre.dsl.core', 'arbitre.interpreter.code.machine')])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.stdout.strip() == "[]", run.stdout + run.stderr
