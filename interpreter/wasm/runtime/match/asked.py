"""What is asked where a match waits for an answer, noted for whoever names the options."""

from __future__ import annotations

from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.cells import control


def wants_keys() -> int:
    """Are the keys of the options of the question that comes now wanted?  It is the one that the match waits at."""
    return control.notes_keys and control.tape_at >= control.tape_end


def note_question(question: int) -> None:
    """That question comes now."""
    control.question = question
    control.question_deep = control.together


def note_part(row: int) -> None:
    """The part that begins of what is done at once is that of a row."""
    areas.part_rows[control.together - 1] = row
