"""Colours for editors that know no server: a TextMate grammar, made of the language's own grammar.

``python -m arbitre.desk.textmate`` writes it where the extension of Visual Studio Code has it; a test holds the two together.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from arbitre.documents.model.lexer import language_words
from arbitre.dsl.source.clause_numbers import CLAUSE, NOTE

WHERE = Path(__file__).resolve().parents[2] / "editors" / "vscode" / "syntaxes" / "rules.tmLanguage.json"
NAMED = (
    "event",
    "action",
    "agenda",
    "test",
    "contest",
    "table",
    "kind",
    "let",
    "option",
    "game",
    "ranking",
    "always",
    "look",
    "map",
    "part",
    "chapter",
)


def grammar() -> dict[str, Any]:
    """The grammar as editors read it: what stands first in a line of patterns wins."""
    heads, others = language_words()

    def words(said: tuple[str, ...]) -> str:
        return rf"\b(?:{'|'.join(sorted(said))})\b"

    patterns = [
        {"name": "comment.line.number-sign.rules", "match": "#.*$"},
        {"name": "string.quoted.triple.rules", "begin": '"""', "end": '"""'},
        {"name": "string.quoted.double.rules", "begin": '"', "end": '"',
         "patterns": [{"name": "constant.character.escape.rules", "match": r"\\[\"\\]"},
                      {"name": "variable.other.rules", "match": r"\{[^}\"]*\}"}]},
        {"name": "entity.other.attribute-name.rules", "match": NOTE},
        {"name": "entity.name.section.rules", "match": CLAUSE},
        {"match": rf"^(?:(replace) +)?({'|'.join(NAMED)}) +([^\W\d]\w*)",
         "captures": {str(n): {"name": f"{name}.rules"} for n, name in ((1, "keyword.control"), (2, "keyword.declaration"),
                                                                        (3, "entity.name.function"))}},
        {"name": "keyword.declaration.rules", "match": words(heads)},
        {"name": "constant.language.rules", "match": r"\b(?:true|false)\b"},
        {"name": "keyword.other.rules", "match": words(others)},
        {"name": "keyword.other.rules", "match": r"\b[a-z]{2,3}(?= *\")"},
        {"name": "constant.numeric.dice.rules", "match": r"\b\d*d\d+\b"},
        {"name": "constant.numeric.rules", "match": r"\b\d+\b"},
        {"name": "keyword.operator.rules", "match": r"[-+*/=|]"},
    ]  # fmt: skip
    return {"name": "Arbitre rules", "scopeName": "source.rules", "fileTypes": ["rules"], "patterns": patterns}


def text() -> str:
    """The grammar as it stands in its file."""
    return json.dumps(grammar(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    WHERE.write_text(text(), encoding="utf-8")
