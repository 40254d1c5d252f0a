"""How things stand in a game without a board: shown whole where it is little, else what has changed since it was last shown."""

from __future__ import annotations

from collections.abc import Iterator

from arbitre.interpreter.match.match import Match
from arbitre.story.boards.tables import MOST, NOTHING, Line, Table, beside_board, tables, written
from arbitre.story.report import counts
from arbitre.story.story import Story
from arbitre.words.phrases import of

LITTLE = 16  # lines that are shown before every question
AT_FIRST = 40  # lines that are shown when nothing has been shown yet
CHANGES = 8  # changes that are listed one by one


class Standing:
    """What one viewer has been shown of how things stand."""

    def __init__(self, story: Story, width: int, asks: bool = True) -> None:
        self.story, self.width, self.asks = story, width, asks  # asks: can the viewer type a line?
        self.known: dict[tuple[str, str], str] | None = None  # what of whom -> its value, as it was last shown

    def forget(self) -> None:
        """The next time it is told afresh, for somebody else looks at the screen."""
        self.known = None

    def lines(self, match: Match, viewer: int | str) -> list[str]:
        """Everything: the counts of the sides, then the tables."""
        return self.whole(self.counted(match, viewer), list(tables(match, viewer, self.story)))

    def whole(self, counted: list[str], found: list[Table]) -> list[str]:
        rows = written(found, self.story, self.width)
        return [*counted, *([""] if counted and rows else []), *rows]

    def counted(self, match: Match, viewer: int | str) -> list[str]:
        colon = self.story.say("colon")
        return [f"{who}{colon}{said}" if who else said for who, said in counts(match, viewer, self.story)]

    def beside_board(self, match: Match, viewer: int | str) -> list[str]:
        """What a board leaves out of the match itself."""
        return beside_board(match, viewer, self.story)

    def news(self, match: Match, viewer: int | str) -> list[str]:
        """What is shown before a question; nothing where all is as it was."""
        counted, found = self.counted(match, viewer), list(tables(match, viewer, self.story))
        now, known = facts(counted, found), self.known
        self.known = now
        if not now or now == known:
            return []
        whole = self.whole(counted, found)
        if len(whole) <= LITTLE and not any(len(table.lines) > MOST for table in found):
            return ["", *whole]
        cut = any(len(table.lines) > MOST and all(line.bare for line in table.lines) for table in found)
        if known is None and len(whole) <= AT_FIRST and not cut:
            return ["", *whole]
        if known is None:
            return ["", of(self.story.lang).say("play.look_all")] if self.asks else []
        changed = list(self.changes(known, now))
        left = [of(self.story.lang).say("state.more", n=len(changed) - CHANGES)] if len(changed) > CHANGES else []
        return ["", *changed[:CHANGES], *left]

    def changes(self, known: dict[tuple[str, str], str], now: dict[tuple[str, str], str]) -> Iterator[str]:
        """What is otherwise than it was, a line for each row: what was known of it with its old value, what is new by itself."""
        colon, found = self.story.say("colon"), dict[str, list[str]]()
        for (who, what), value in now.items():
            old = known.get((who, what), "")
            if value == old or (not value.strip(NOTHING) and (who, what) not in known):
                continue
            new = value or self.story.say("no")
            found.setdefault(who, []).append(f"{what} {old} → {new}" if old else f"{what} {new}".strip())
        for who, said in found.items():
            yield f"{who}{colon}{', '.join(said)}" if who and said != [who] else ", ".join(said)


def facts(counted: list[str], found: list[Table]) -> dict[tuple[str, str], str]:
    """Everything that is shown, piece by piece."""
    out = {(line, ""): line for line in counted}
    for table in found:
        out |= {("" if table.kind == 0 else line.name, head): value for line, head, value in cells(table)}
    return out


def cells(table: Table) -> Iterator[tuple[Line, str, str]]:
    """The values of a table, each with its row and its head."""
    for line in table.lines:
        for head, value in zip(table.heads, line.values, strict=True):
            yield line, head, value
