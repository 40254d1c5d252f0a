"""Messages in French: every template that is told has its own, with the same parts; and golden messages leave no English behind."""

from __future__ import annotations

import ast
import pickle
import re
from pathlib import Path

import pytest

from arbitre import dsl, interpreter
from arbitre.dsl.diagnostics.french import FRENCH
from arbitre.dsl.diagnostics.render import render
from arbitre.dsl.diagnostics.said import Said, joined, phrase, tell
from arbitre.dsl.lint import run_checks
from arbitre.dsl.lower.program import bind
from arbitre.dsl.modules.loader import load

FOLDER = Path(__file__).parents[1] / "golden"
# Nothing to translate: parts and forms of the language.
PLAIN = re.compile(r"\W*(?:\{\d\}\W*)*|hook .*|roll of \{0\}|‘\{0\} in \{1\}\.\{2\}’")


def templates() -> dict[str, str]:
    """What is given to ``phrase``, and the plain sentences of messages, each with where it stands."""
    found: dict[str, str] = {}
    for package in (dsl, interpreter):
        for path in Path(package.__path__[0]).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if not isinstance(node, ast.Call):
                    continue
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                args = node.args[:1] if called == "phrase" else node.args[2:4] if called in ("error", "add", "warn") else []
                for arg in args:
                    for text in (arg.body, arg.orelse) if isinstance(arg, ast.IfExp) else (arg,):
                        if isinstance(text, ast.Constant) and isinstance(text.value, str):
                            found[text.value] = f"{path.name}:{text.lineno}"
    return {text: place for text, place in found.items() if not PLAIN.fullmatch(text)}


def test_every_template_is_translated() -> None:
    assert {text: place for text, place in templates().items() if text not in FRENCH} == {}


def test_a_phrase_is_translated_in_one_place() -> None:
    """Of two translations one would be lost, which of them as files happen to be joined."""
    seen: dict[str, str] = {}
    for path in sorted((Path(dsl.__file__).parent / "diagnostics" / "french").glob("*.py")):
        for table in (node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Dict)):
            for key in (key.value for key in table.keys if isinstance(key, ast.Constant)):
                assert key not in seen, f"‘{key}’ stands in {seen[key]} and {path.name}"
                seen[key] = path.name
    assert len(seen) == len(FRENCH)


def test_translations_have_the_same_parts() -> None:
    for english, french in FRENCH.items():
        spots = set(re.findall(r"\{\d\}", english))
        plural = {"{3}"} if "time{3}" in english else {"{2}"} if "time{2}" in english else set()
        assert set(re.findall(r"\{\d\}", french)) == spots - plural, english


def test_templates_are_found() -> None:
    assert len(templates()) > 400


def expected(path: Path) -> list[str]:
    """The lines of messages of a golden file: sentences and hints."""
    return [line for line in path.read_text(encoding="utf-8").split("\n") if re.match(r"\S+:\d+:\d+: | {4}= ", line)]


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.rules")), ids=lambda p: p.stem)
def test_golden_messages_in_french(path: Path) -> None:
    rulebook = load(path, scenarios=True)
    bound = bind(rulebook)
    if path.read_text(encoding="utf-8").startswith("# checks"):
        run_checks(bound, rulebook)
    for message in bound.messages.items:
        for text in (message.text, message.hint, *(note for _, note in message.related)):
            if text:
                assert tell(text, "fr") != str(text), text
        shown = render(message, rulebook.sources, "fr")
        assert re.search(r": (erreur|avertissement) [A-Z]\d\d\u00a0: ", shown), shown


def test_a_sentence_remembers_what_was_done_to_it() -> None:
    said = phrase("{0} The same applies in {1} places.", phrase("Did you mean ‘{0}’?", "role"), 4).strip()
    assert said == "Did you mean ‘role’? The same applies in 4 places."
    assert tell(said, "fr") == "Vouliez-vous dire «\u00a0role\u00a0»\u00a0? Il en va de même à 4 endroits."
    again = pickle.loads(pickle.dumps(said))
    assert isinstance(again, Said) and again == said and tell(again, "fr") == tell(said, "fr")


def test_parts_keep_their_braces_and_their_names() -> None:
    said = phrase("nothing is called ‘{0}’ here", "{1}")
    assert said == "nothing is called ‘{1}’ here" and tell(said, "fr") == "«\u00a0{1}\u00a0» ne désigne rien ici"
    assert tell(phrase("nothing is called ‘{0}’ here", "kind"), "fr") == "«\u00a0kind\u00a0» ne désigne rien ici"
    assert tell(joined(" or ", ["a", "b"]), "fr") == "a ou b"
    assert tell("a text of nobody", "fr") == "a text of nobody"


def test_a_quoted_word_is_elided_before() -> None:
    assert tell(phrase("{0} has no ‘{1}’", "x", "attak"), "fr").endswith("n’a pas d’«\u00a0attak\u00a0»")
    assert tell(phrase("{0} has no ‘{1}’", "x", "goal"), "fr").endswith("n’a pas de «\u00a0goal\u00a0»")
