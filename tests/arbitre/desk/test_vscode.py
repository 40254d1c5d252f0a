"""The extension of Visual Studio Code, as far as it can be held without that editor: its grammar, its matchers, what it starts."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from arbitre.cli.main import cli
from arbitre.desk.textmate import WHERE, grammar, text
from arbitre.documents.model.lexer import RulesLexer
from arbitre.dsl.parse.parser import keywords
from tests.arbitre.desk.conftest import DEMO

HOME = WHERE.parents[1]
MANIFEST: dict[str, Any] = json.loads((HOME / "package.json").read_text(encoding="utf-8"))


def test_the_colours_are_those_of_the_language() -> None:
    assert WHERE.read_text(encoding="utf-8") == text(), "write it again: python -m arbitre.desk.textmate"


def test_every_word_of_the_language_is_coloured() -> None:
    known = "|".join(p["match"] for p in grammar()["patterns"] if p.get("name", "").startswith(("keyword", "constant.language")))
    assert [word for word in sorted(keywords()) if not re.fullmatch(known, word)] == []


def scoped(line: str) -> dict[int, str]:
    """The first letter of each word of a line, with its colour: as an editor finds them, the first pattern at the leftmost place."""
    out: dict[int, str] = {}
    at = 0
    while at < len(line):
        found = []
        for number, pattern in enumerate(grammar()["patterns"]):
            said = re.compile(pattern.get("match") or pattern["begin"] + r'[^"]*' + pattern["end"]).search(line, at)
            if said is not None and said.end() > said.start():
                found.append((said.start(), number, said, pattern))
        if not found:
            break
        _, _, said, pattern = min(found, key=lambda one: one[:2])
        if "captures" in pattern:
            for group, held in pattern["captures"].items():
                if said[int(group)]:
                    out[said.start(int(group))] = held["name"]
        else:
            out[said.start()] = pattern["name"]
        at = said.end()
    return out


def test_both_lexers_agree() -> None:
    """Comments, texts, margins, numbers and words of the language are the same to the pages and to the editor."""
    alike = {"Comment": "comment", "Literal.String": "string", "Literal.Number": "constant.numeric", "Generic.Output": "entity.other",
             "Keyword": "keyword", "Keyword.Declaration": "keyword"}  # fmt: skip
    for line in DEMO.split("\n"):
        ours, column = scoped(line), 0
        for sort, value in RulesLexer(stripnl=False, ensurenl=False).get_tokens(line):
            wanted = next((scope for name, scope in alike.items() if str(sort).removeprefix("Token.").startswith(name)), None)
            if wanted is not None and value not in ("true", "false"):
                assert ours.get(column, "").startswith(wanted), (line, value, sort, ours.get(column))
            column += len(value)


def test_faults_and_failures_are_found_in_what_the_commands_print(tmp_path: Path) -> None:
    path = tmp_path / "demo.rules"
    path.write_text(DEMO.replace("loses 1 life ", "loses 1 lief "), encoding="utf-8")
    told = CliRunner().invoke(cli, ["check", str(path)]).output
    check, test = (
        {m["name"]: m["pattern"] for m in MANIFEST["contributes"]["problemMatchers"]}[name] for name in ("arbitre", "arbitre-test")
    )
    found = [m for line in told.split("\n") if (m := re.match(check["regexp"], line))]
    assert found and found[0][check["file"]] == str(path) and found[0][check["code"]] == "N01" and found[0][check["severity"]] == "error"
    path.write_text(DEMO.replace("expect b.life is 2", "expect b.life is 1"), encoding="utf-8")
    told = CliRunner().invoke(cli, ["test", str(path)]).output
    failed = [m for line in told.split("\n") if (m := re.match(test["regexp"], line))]
    assert failed and failed[0][test["line"]] == str(DEMO[: DEMO.index("expect b.life is 2")].count("\n") + 1)


def test_what_the_manifest_names_is_there() -> None:
    named = [MANIFEST["contributes"]["grammars"][0]["path"], MANIFEST["contributes"]["languages"][0]["configuration"]]
    assert [name for name in named if not (HOME / name).is_file()] == []
    script = (HOME / "extension.js").read_text(encoding="utf-8")
    settings = {name.removeprefix("arbitre.") for name in MANIFEST["contributes"]["configuration"]["properties"]}
    assert settings == set(re.findall(r'settings\.get\("(\w+)"\)', script))
    assert {command["command"] for command in MANIFEST["contributes"]["commands"]} <= set(re.findall(r'"(arbitre\.\w+)"', script))
