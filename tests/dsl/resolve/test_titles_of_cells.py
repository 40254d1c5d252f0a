"""Cells that a table names and gives a title are told by the title."""

from __future__ import annotations

from arbitre.dsl.lower.compiled import program_of


def test_a_cell_has_the_title_of_its_table_and_else_its_name() -> None:
    program = program_of("dike")
    levee = next(domain for domain in program.domains if domain.name == "levee")
    assert [title.within("fr") for title in levee.titles] == ["Sablière", "Moulin à eau", "Bac", "Abbaye", "Déversoir"]
    assert levee.rows[0] == "pit"
