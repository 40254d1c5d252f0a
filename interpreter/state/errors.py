"""What can go wrong while a match is played."""

from __future__ import annotations

from arbitre.dsl.diagnostics.errors import ArbitreError
from arbitre.dsl.diagnostics.position import NOWHERE, Place
from arbitre.dsl.diagnostics.said import phrase


class RulebookError(ArbitreError):
    """A rule that cannot be carried out.

    Attributes:
        text: What is wrong.
        place: Where the rule stands: ``file``, ``line`` and ``column``, both counted from 1.
        chain: The rules that led to it.
    """

    def __init__(self, text: str, place: Place = NOWHERE, chain: list[str] | None = None) -> None:
        self.text, self.place, self.chain = text, place, chain or []
        where = f"{place}: " if place != NOWHERE else ""
        led = phrase(" (in {0})", " < ".join(reversed(self.chain[-12:]))) if self.chain else ""
        super().__init__(phrase("{0}{1}{2}", where, text, led))


class AnswerError(ArbitreError):
    """An answer that is not accepted; the match is as it was.

    Attributes:
        code: ``unknown`` (there is no such question), ``foreign`` (it is asked of another side), ``illegal`` (it is not among the answers)
            or ``over`` (nothing is asked any more).
    """

    def __init__(self, code: str, text: str) -> None:
        self.code = code
        super().__init__(text)


class SaveError(ArbitreError):
    """A saved match that cannot be used.

    Attributes:
        code: ``unreadable``, ``unwritable``, ``format``, ``game``, ``version`` or ``damaged``.
    """

    def __init__(self, code: str, text: str) -> None:
        self.code = code
        super().__init__(text)
