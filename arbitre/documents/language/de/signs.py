"""Signs of private use in sentences that are not finished yet."""

from __future__ import annotations

SIGNS = [chr(0xE000 + number) for number in range(9)]
AGAIN, VERB, VERB_END, FROM, UNTIL, MASCULINE, PLURAL, THAT, WHOSE = SIGNS
"""Before a clause of a row; around a finite verb; around a relative clause; behind ``ein`` of a masculine, behind ``die`` of a plural;
a relative pronoun, and its genitive, whose gender is not known yet."""
