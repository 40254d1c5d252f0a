"""Files no rulebook should be like: each gives messages, quickly, and nothing else."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.diagnostics.render import render
from arbitre.dsl.lower.program import bind
from arbitre.dsl.modules.loader import load
from arbitre.dsl.parse.parser import parse_text

GOOD = (Path(__file__).parents[2] / "arbitre" / "demo.rules").read_text(encoding="utf-8")
CASES: dict[str, bytes] = {
    "empty": b"",
    "blank": b"\n\n   \n",
    "comments": b"# nothing\n# at all\n",
    "binary": bytes(range(256)) * 20,
    "latin_1": 'game demo:\n    title en "é" fr "à"\n'.encode("latin-1"),
    "utf_16": GOOD.encode("utf-16"),
    "tabs": GOOD.replace("    ", "\t").encode(),
    "long_line": b'game demo:\n    title en "' + b"x" * 1_000_000 + b'" fr "x"\n',
    "deep_brackets": b"let x(piece) = " + b"(" * 3000 + b"1" + b")" * 3000 + b"\n",
    "deep_not": b"piece is odd when " + b"not " * 3000 + b"true\n",
    "deep_minus": b"let x() = " + b"- " * 3000 + b"1\n",
    "deep_indent": "\n".join("    " * n + "if true:" for n in range(300)).encode(),
    "open_text": b'game demo:\n    title en "Demo fr "x"\nkind a: b\n',
    "open_map": b'map x:\n    floor 0 """\n    ...\n',
    "many_errors": b"\n".join(b"kind k%d" % n for n in range(500)),
    "null": b"game demo:\n\x00\n",
}


@pytest.mark.parametrize("name", CASES)
def test_case(name: str, tmp_path: Path) -> None:
    file = tmp_path / "demo.rules"
    file.write_bytes(CASES[name])
    rulebook = load(file)
    bound = bind(rulebook)
    assert bound.messages.errors
    for message in bound.messages.items:
        assert render(message, rulebook.sources)


@pytest.mark.parametrize("form", ["crlf", "bom", "no_break", "quotes"])
def test_typing_of_other_keyboards_is_understood(form: str, tmp_path: Path) -> None:
    text = {
        "crlf": GOOD.replace("\n", "\r\n"),
        "bom": "\ufeff" + GOOD,
        "no_break": GOOD.replace("play turn", "play\u00a0turn"),
        "quotes": GOOD.replace('en "Demo" fr "Démo"', "en “Demo” fr « Démo »"),
    }[form]
    file = tmp_path / "demo.rules"
    file.write_bytes(text.encode("utf-8"))
    bound = bind(load(file))
    assert not bound.messages.errors, bound.messages.errors[0]


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**9))
def test_a_damaged_rulebook_gives_messages_and_nothing_else(seed: int) -> None:
    rng = random.Random(seed)
    text = GOOD
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text))
        end = min(len(text), at + rng.randint(0, 12))
        text = (
            text[:at] + rng.choice(["", " ", "\n", '"', ":", "(", "where ", "9", "é", "[X", "|", "    ", text[end : end + 9]]) + text[end:]
        )
    messages = Messages()
    file = parse_text(text, "demo.rules", messages)
    from arbitre.dsl import tree as t
    from arbitre.dsl.modules.edits import merge
    from arbitre.dsl.modules.rulebook import Rulebook

    game = next((d for d in file.decls if isinstance(d, t.Game)), None)
    if game is None:
        return
    decls = merge([file], messages)
    scenarios = [d for d in file.decls if isinstance(d, t.Scenario)]
    bound = bind(Rulebook("demo", game, decls, [file], messages, scenarios))
    for message in bound.messages.items:
        assert render(message, {"demo.rules": text})


def test_what_is_wrong_besides_is_told_where_a_file_is_not_in_utf_8(tmp_path: Path) -> None:
    """Names with accents may be read wrongly there: that they are missing is not told."""
    (tmp_path / "demo.rules").write_text(GOOD + "\nevent later:\n    café\n    nowhere\n", encoding="utf-8")
    (tmp_path / "more.rules").write_bytes("extends demo\nevent café:\n    elsewhere\nevent thé:\n    cafè\n".encode("latin-1"))
    game = tmp_path / "demo.rules"
    messages = bind(load(game, [tmp_path / "more.rules"])).messages.errors
    assert [(m.code, Path(m.place.file).name) for m in messages if m.code == "S01"] == [("S01", "more.rules")]
    told = {(m.code, word) for m in messages for word in ("nowhere", "elsewhere", "caf") if f"‘{word}" in m.text}
    assert told == {("N01", "nowhere"), ("N01", "elsewhere")}
    (tmp_path / "more.rules").write_bytes(b"extends demo\nevent caf\x00:\n    end\n")  # that says nothing: any name may be missing
    assert [m.code for m in bind(load(game, [tmp_path / "more.rules"])).messages.errors] == ["S01"]
