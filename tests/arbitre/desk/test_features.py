"""What is told of a word, offered at a place, found elsewhere; what stands above a declaration."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from arbitre.desk.desk import Desk
from arbitre.desk.features.completion import PREPOSITIONS, offers
from arbitre.desk.features.format import formatted
from arbitre.desk.features.hover import hover
from arbitre.desk.features.lenses import Results, hints, lenses, run_scenario
from arbitre.desk.features.outline import folds, found_anywhere, outline, tokens
from arbitre.desk.features.references import definition, references, renamed
from arbitre.desk.texts import Span, Spot
from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.parse import parser
from arbitre.dsl.parse.parser import parse_text
from arbitre.interpreter.hunt.corpus import keep
from arbitre.interpreter.hunt.faults import Fault
from arbitre.words.snippets import SNIPPETS
from tests.arbitre.desk.conftest import DEMO, Opened, applied

Put = Callable[..., Opened]


def at(old: str, new: str = "") -> str:
    """The demo with the cursor in it, at the end of some words, or of what is typed in their place."""
    assert old in DEMO
    return DEMO.replace(old, (new or old) + "¦", 1)


# -------------------------------------------------------------------------------------------- words told


def test_hover_tells_a_value_with_what_changes_it(put: Put) -> None:
    found = hover(*put(at("attacker.bonus")), "en")
    assert found is not None
    assert "value **bonus**" in found[0] and "+2 when attacker.intent is lunge" in found[0] and "demo.rules:25" in found[0]


def test_hover_tells_who_sees_a_field_and_its_bounds(put: Put) -> None:
    seen = hover(*put(at("attacker.intent")), "fr")
    assert seen is not None and "Tout le monde ne le voit pas" in seen[0] and "seen by owner" in seen[0]
    life = hover(*put(at("defender loses 1 life")), "en")
    assert life is not None and "from 0 to 9" in life[0] and "Everybody sees it." in life[0]


def test_hover_tells_a_clause_with_its_ruling(put: Put) -> None:
    found = hover(*put(at("[DM-a-01")), "fr")
    assert found is not None
    assert (
        "Un coup de 8 touche" in found[0]
        and "Décision\u00a0: Avec le bonus" in found[0]
        and "portée par 1 règle, prouvée par 1 scénario" in found[0]
    )


def test_hover_tells_the_odds_of_a_test(put: Put) -> None:
    found = hover(*put(at("test nerve")), "en")
    assert found is not None and "success 33.3%" in found[0]


def test_hover_says_nothing_of_nothing(put: Put) -> None:
    assert hover(*put(at("    says en")), "en") is None
    assert hover(*put(DEMO + "\n¦"), "en") is None


def test_titles_cannot_speak_markdown(put: Put) -> None:
    found = hover(*put(at("test nerve by attacker: d6\n", 'test nerve by attacker: d6\n    title en "[x](http://y) *z*" fr "é"\n').replace(
        "test nerve", "test nerve¦", 1).replace("¦    success", "    success")), "en")  # fmt: skip
    assert found is not None and "[x](http" not in found[0].split("```")[0]


# -------------------------------------------------------------------------------------------- what may be written


def labels(opened: Opened, sort: str = "") -> set[str]:
    return {offer.label for offer in offers(*opened, "en") if sort in ("", offer.sort)}


def test_declarations_begin_with_the_words_of_the_language(put: Put) -> None:
    found = labels(put(DEMO, after=DEMO + "\n¦"))
    assert {"event", "event …", "scenario …", "clause …", "piece"} <= found and "becomes" not in found


def test_fields_of_what_stands_before_the_dot(put: Put) -> None:
    opened = put(DEMO, after=at("defender loses 1 life", "defender.¦ loses 1 life").replace("¦ loses 1 life¦", "¦ loses 1 life"))
    assert labels(opened, "field") >= {"owner", "spot", "life", "intent"}
    assert "bonus" in labels(opened, "value")
    far = put(DEMO, after=at("defender loses 1 life", "defender.owner."))
    assert "spot" not in labels(far, "field")


def test_prepositions_that_are_still_open(put: Put) -> None:
    opened = put(DEMO, after=at("strike attacker against other", "strike attacker "))
    assert "against" in labels(opened) and "by" not in labels(opened) and "into" not in labels(opened)


def test_names_of_the_declaration_itself(put: Put) -> None:
    assert "losers" in labels(put(DEMO, after=at("if any losers", "if any ")), "local")


def test_members_after_is(put: Put) -> None:
    found = labels(put(DEMO, after=at("attacker.intent is lunge", "attacker.intent is ")))
    assert {"lunge", "guard", "none", "not"} <= found and "strike" not in found


def test_clauses_in_the_margin(put: Put) -> None:
    assert labels(put(DEMO, after=at("[DM-a-01", "[DM-"))) == {"DM-a-01", "DM-a-02"}


def test_nothing_inside_a_text(put: Put) -> None:
    assert labels(put(DEMO, after=at('fr "Coup', 'fr "Co'))) == set()


def test_prepositions_are_those_of_the_language() -> None:
    text = (Path(parser.__file__).parent / "grammar.lark").read_text(encoding="utf-8")
    line = next(line for line in text.split("\n") if line.startswith("!prep:"))
    assert tuple(re.findall(r'"(\w+)"', line)) == PREPOSITIONS


@pytest.mark.parametrize("name", SNIPPETS)
def test_snippets_are_well_formed(name: str) -> None:
    messages = Messages()
    parse_text(re.sub(r"\$\{\d+:([^}]*)\}", r"\1", SNIPPETS[name]), "x", messages)
    assert messages.items == []


# -------------------------------------------------------------------------------------------- names


def test_definition_and_references(put: Put) -> None:
    sight, spot = put(at("strike attacker against other"[:3], "str"))
    where = definition(sight, spot)
    assert [span.start.line for _, span in where] == [DEMO[: DEMO.index("event strike")].count("\n")]
    assert len(references(sight, spot)) == 4  # declared, two scenarios, the turn
    assert len(references(sight, spot, declared=False)) == 3


def test_references_of_a_clause_are_its_rules_and_scenarios(put: Put) -> None:
    assert len(references(*put(at("clause DM-a-01")))) == 3


def test_every_thing_can_be_renamed_and_means_the_same(put: Put) -> None:
    sight, _ = put(DEMO)
    for symbol, place in sight.found.index.declared.items():
        if symbol.name.startswith("_") or symbol.name in ("setup", "turn") or place.file != sight.shown:
            continue
        span = sight.span(place)
        assert span is not None
        made = renamed(sight, span[1].start, "zorglub", "en")
        assert not made.refused and made.edits, (symbol, made.refused)
        new = applied(DEMO, made.edits[sight.path])
        desk = Desk()
        desk.put(sight.path, new)
        found = desk.read(sight.path)
        assert found is not None
        assert found.bound.messages.errors == [], (symbol, found.bound.messages.errors[0].text)


@pytest.mark.parametrize("name", ["strike", "when", "two words", "9", ""])
def test_names_that_cannot_be_given(put: Put, name: str) -> None:
    made = renamed(*put(at("event setup").replace("event setup¦", "event setup").replace("test nerve", "test nerve¦")), name, "fr")
    assert made.refused and not made.edits


# -------------------------------------------------------------------------------------------- the shape of a file


def test_outline_and_folds(put: Put) -> None:
    sight, _ = put(DEMO)
    found = outline(sight.text, sight.shown, "fr")
    names = {entry.name: entry for entry in found}
    assert names["turn"].sort == "agenda" and [part.name for part in names["turn"].parts] == ["plans", "blows", "ending"]
    assert names["piece"].detail == "Pièce" and [part.name for part in names["piece"].parts] == ["owner", "spot", "life", "intent"]
    assert all(a.whole.end <= b.whole.start for a, b in pairwise(found))
    first = DEMO[: DEMO.index("agenda turn")].count("\n")
    assert any(start == first and end > first + 5 for start, end, _ in folds(sight.text))
    assert [entry.name for _, entry in found_anywhere(sight.found, "strk", "en")] == ["strike"]


def test_words_have_their_sort(put: Put) -> None:
    sight, _ = put(DEMO)
    lines = DEMO.split("\n")
    sorts = {(lines[line][start : start + length], sort) for line, start, length, sort in tokens(sight)}
    assert {("strike", "event"), ("bonus", "function"), ("life", "property"), ("lunge", "enumMember"), ("event", "keyword")} <= sorts


def test_one_form_of_a_file_and_of_a_part(put: Put) -> None:
    crooked = DEMO.replace("    roll 2d6 as blow", "    roll   2d6 as blow").replace("    success when", "    success   when")
    sight, _ = put(crooked)
    whole = formatted(sight.text, sight.shown)
    tidy = applied(crooked, whole)
    assert formatted(put(tidy)[0].text, "x") == []
    line = crooked[: crooked.index("roll   2d6")].count("\n")
    part = applied(crooked, formatted(sight.text, sight.shown, Span(Spot(line, 0), Spot(line, 3))))
    assert "    roll 2d6 as blow\n" in part and "success   when" in part


def test_lenses_say_what_holds_and_who_hooks(put: Put) -> None:
    sight, _ = put(DEMO + "after strike attacker against defender: attacker.intent becomes none\n")
    results = Results()
    assert run_scenario(sight.found, "A hit", results, "fr") == ("Un coup porte", "")
    assert run_scenario(sight.found, "no such", results, "en") is None
    shown = [(lens.span.start.line, lens.text) for lens in lenses(sight, results, "en")]
    texts = [text for _, text in shown]
    assert "hooked by 1" in texts and "passed" in texts and "run" in texts
    assert any(text.startswith("odds: ") and "success 33.3%" in text for text in texts)
    assert "carried by 1 rule, proved by 1 scenario" in texts
    assert [text for _, text in hints(sight, results, "en")] == [" success 33.3%"]


def test_a_case_that_a_hunt_found_stands_at_its_rule(put: Put, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARBITRE_CACHE", str(tmp_path / "kept"))
    law = "always unharmed: no fighters where life is 0\n"
    sight, _ = put(DEMO + law)
    line = (DEMO + law).splitlines().index(law.strip()) + 1
    scenario = 'scenario "Found":\n    title fr "Trouvé"\n    play turn\n'
    keep(
        tmp_path / "kept" / "hunt",
        sight.found.rulebook.name,
        Fault("invariant", Place(str(sight.path), line, 1), "x", 0, scenario=scenario),
    )
    shown = [(lens.span.start.line, lens.text) for lens in lenses(sight, Results(), "fr")]
    assert (line - 1, "un cas trouvé par la chasse (lignes : 1) : arbitre hunt le montre") in shown
    moved, _ = put(DEMO + "# moved\n" + law)
    assert not any("chasse" in lens.text for lens in lenses(moved, Results(), "fr"))


def test_a_scenario_that_fails_says_why(put: Put) -> None:
    sight, _ = put(DEMO.replace("expect b.life is 2", "expect b.life is 1"))
    results = Results()
    said = run_scenario(sight.found, "A hit", results, "en")
    assert said and said[1]
    assert any(lens.text.startswith("échec : ") for lens in lenses(sight, results, "fr"))


def test_other_files_are_read_from_the_editor_too(tmp_path: Path) -> None:
    main, room = tmp_path / "demo" / "demo.rules", tmp_path / "demo" / "room.rules"
    main.parent.mkdir()
    main.write_text(DEMO, encoding="utf-8")
    room.write_text("extends demo\n\nlet doubled(piece) = piece.life * 2\n", encoding="utf-8")
    desk = Desk()
    desk.put(room, room.read_text(encoding="utf-8"))
    desk.put(main, DEMO.replace("attacker.bonus is 8", "attacker.doubled is 8"))
    found = desk.read(room)
    assert found is not None and desk.home(room) == desk.home(main)
    assert found.told == {}
