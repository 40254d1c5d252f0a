"""``replace sheet in CHAPTER:``: other lines of the quick reference, and nothing else of the chapter."""

from __future__ import annotations

from pathlib import Path

from arbitre.dsl import tree as t
from arbitre.dsl.lint import run_checks
from arbitre.dsl.lower.program import bind
from arbitre.dsl.modules.loader import load
from arbitre.dsl.modules.rulebook import Rulebook

HALL = """\
game hall:
    title en "Hall" fr "Salle"
kind side, seats: red, blue
    title en "Side" fr "Camp"
agenda turn:
    deeds: for each side in sides: side acts in deeds, up to 1 times
action walk by side:
    title en "Walk" fr "Marcher"
    during deeds
    side wins
chapter start:
    title en "Start" fr "Début"
    text en "Both walk." fr "On marche."
    sheet of walk en "A step." fr "Un pas."
    sheet en "Never two." fr "Jamais deux."
    tip en "Be quick." fr "Soyez vif."
    turn of deeds en "One thing each." fr "Une chose chacun."
"""


def opened(folder: Path, variant: str) -> Rulebook:
    (folder / "hall").mkdir()
    (folder / "hall" / "hall.rules").write_text(HALL, encoding="utf-8")
    path = folder / "more.rules"
    path.write_text('game more extends hall:\n    title en "More" fr "Plus"\n' + variant, encoding="utf-8")
    return load(path)


def said(rulebook: Rulebook) -> list[tuple[str, str]]:
    (chapter,) = (d for d in rulebook.decls if isinstance(d, t.Chapter))
    return [(part.form, dict(part.said.said)["en"]) for part in chapter.parts if part.said is not None]


def test_other_lines_stand_where_the_first_of_them_stood(tmp_path: Path) -> None:
    lines = 'replace sheet in start:\n    sheet of walk en "Two steps." fr "Deux pas."\n    sheet en "Or three." fr "Ou trois."\n'
    assert said(opened(tmp_path, lines)) == [
        ("text", "Both walk."), ("sheet", "Two steps."), ("sheet", "Or three."), ("tip", "Be quick."), ("turn", "One thing each."),
    ]  # fmt: skip


def test_phases_are_replaced_likewise(tmp_path: Path) -> None:
    lines = 'replace turn in start:\n    turn of deeds en "Two things each." fr "Deux choses."\n    turn en "Then rest." fr "Puis repos."\n'
    assert said(opened(tmp_path, lines)) == [
        ("text", "Both walk."), ("sheet", "A step."), ("sheet", "Never two."), ("tip", "Be quick."), ("turn", "Two things each."),
        ("turn", "Then rest."),
    ]  # fmt: skip


def test_lines_and_phases_of_one_chapter_are_two_things(tmp_path: Path) -> None:
    lines = (
        'replace turn in start:\n    turn of deeds en "Two things each." fr "Deux choses."\n'
        'replace sheet in start:\n    sheet of walk en "Two steps." fr "Deux pas."\n'
    )
    found = bind(opened(tmp_path, lines))
    assert not found.messages.items
    assert not any("turn in" in mark.name for mark in found.program.rules)


def test_a_row_of_an_agenda_of_that_name_is_still_replaced(tmp_path: Path) -> None:
    assert not bind(opened(tmp_path, "replace turn.deeds: red acts in deeds\n")).messages.items


def test_rules_stay_what_they_were(tmp_path: Path) -> None:
    found = bind(opened(tmp_path, 'replace sheet in start:\n    sheet of walk en "Two steps." fr "Deux pas."\n'))
    assert not found.messages.items
    assert not any("sheet" in mark.name for mark in found.program.rules)


def test_lines_are_checked_where_they_are_written(tmp_path: Path) -> None:
    """A chapter of another file is not the author's, its new lines are."""
    rulebook = opened(tmp_path, 'replace sheet in start:\n    sheet of wlak en "Two steps." fr "Deux pas."\n')
    bound = bind(rulebook)
    run_checks(bound, rulebook)
    (found,) = (m for m in bound.messages.items if m.code == "L01" and "wlak" in m.text)
    assert found.place.file.endswith("more.rules")
