"""A match told to a person: the board, and what happened, in one language, for one viewer."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.text import Text as Rich

import graphs
from dsl.core import NONE, Text
from interpreter.expressions import rows_of
from interpreter.match import Match
from interpreter.requests import Request
from interpreter.trace import REFEREE, Record, visible
from interpreter.views import Eyes

STYLES = ("bold red", "bold blue", "bold green", "bold magenta", "bold yellow", "bold cyan", "bold white", "bold bright_black")
SAID = {
    "rolls": ("rolls", "lance"),
    "for": ("for", "pour"),
    "chooses": ("chooses", "choisit"),
    "order": ("order", "ordre"),
    "done": ("done", "réussi"),
    "failed": ("failed", "échoué"),
    "cancelled": ("cancelled", "annulé"),
    "wins": ("wins the match", "remporte la partie"),
    "win": ("win the match", "remportent la partie"),
    "draw": ("Nobody wins.", "Personne ne gagne."),
    "unfinished": ("The match was stopped: too many turns.", "La partie est arrêtée : trop de tours."),
    "replaces": ("replaces it", "le remplace"),
    "learns": ("is known", "est connu"),
    "total": ("total", "total"),
}


class Story:
    """Words for one match in one language."""

    def __init__(self, match: Match, lang: str, console: Console) -> None:
        self.match, self.lang, self.console = match, lang, console
        self.told = 0

    def say(self, key: str) -> str:
        return SAID[key][0 if self.lang == "en" else 1]

    def of(self, text: Text, otherwise: str = "") -> str:
        return getattr(text, self.lang) or text.en or otherwise

    def row(self, domain: int, row: int) -> str:
        return self.of(self.match.machine.row_title(domain, row, self.match.state.cells))

    def seat(self, seat: int) -> str:
        return self.row(self.match.program.seats, seat)

    # ------------------------------------------------------------------------------------ boards

    def board(self, viewer: int | str) -> None:
        for domain in self.match.program.domains:
            if domain.board is not None:
                for line in graphs.text(domain.board, tokens(self.match, domain.index, viewer)):
                    shown = Rich()
                    for piece, side in line:
                        shown.append(piece, STYLES[side % len(STYLES)] if side is not None else "dim")
                    self.console.print(shown)

    # ------------------------------------------------------------------------------------ events

    def news(self, viewer: int | str) -> None:
        """Tells what has happened since the last time."""
        log = self.match.run.log or []
        for record in log[self.told :]:
            if visible(record, viewer):
                line = self.line(record)
                if line:
                    self.console.print(Rich(line), highlight=False)
        self.told = len(log)

    def line(self, record: Record) -> str:
        """One line for a record; empty for what needs no word."""
        data = record.data
        pad = "  " * min(6, self.depth(record))
        match record.kind:
            case "agenda":
                title = self.title(record.name)
                main = self.match.program.procedures[self.match.program.main].name
                return f"\n── {title} {data['number']} ──" if record.name == main else f"{pad}{title}"
            case "call":
                said = data.get("says")
                return f"{pad}{self.of(said)}" if said is not None else ""
            case "roll":
                faces = " ".join(str(f) for f in data["faces"])
                total = f" = {data['total']}" if len(data["faces"]) > 1 else ""
                return f"{pad}[{record.index}] {self.title(record.name)} {self.say('rolls')} {faces}{total}"
            case "choice":
                return (
                    f"{pad}{self.seat(data['seat'])} {self.say('chooses')} {self.title(record.name)}: {self.of(data['title'], data['key'])}"
                )
            case "change":
                return f"{pad}{self.changed(record)}"
            case "tell":
                return f"{pad}» {self.of(data['says'])}"
            case "outcome":
                state = ("", self.say("done"), self.say("failed"), self.say("cancelled"))[data["state"]]
                reason = data.get("reason")
                return f"{pad}{self.say('order')} {self.title(record.name)}: {state}" + (f" ({self.of(reason)})" if reason else "")
            case "fact":
                column = self.match.program.fields[data["field"]]
                what = f"{self.row(column.domain, data['row'])}: {self.of(column.title, column.name)}"
                return f"{pad}{what} = {self.value(column, data['value'])}"
        return ""

    def depth(self, record: Record) -> int:
        depth, log = 0, self.match.run.log or []
        while record.cause >= 0 and depth < 8:
            record = log[record.cause]
            depth += 1
        return depth

    def changed(self, record: Record) -> str:
        data = record.data
        column = self.match.program.fields[data["field"]]
        if column.name.startswith("_") or self.match.program.domains[column.domain].name == "order":
            return ""
        who = self.row(column.domain, data["row"])
        name = self.of(column.title, column.name.replace("_", " "))
        if column.is_set:
            more = [f"+{self.row(column.target, r)}" for r in rows_of(data["new"] & ~data["old"])]
            less = [f"-{self.row(column.target, r)}" for r in rows_of(data["old"] & ~data["new"])]
            return f"{who}: {name} {' '.join(more + less)}"
        return f"{who}: {name} {self.value(column, data['old'])} → {self.value(column, data['new'])}"

    def value(self, column: Any, value: int) -> str:
        if column.is_flag:
            return ("yes" if value else "no") if self.lang == "en" else ("oui" if value else "non")
        if column.target != NONE and not column.is_set:
            return self.row(column.target, value) if value >= 0 else "–"
        return str(value)

    def title(self, name: str) -> str:
        """The title of a rule, a step, a decision, or its name in plain words."""
        program = self.match.program
        for procedure in program.procedures:
            if procedure.name == name and procedure.title.en:
                return self.of(procedure.title)
        for domain in program.domains:
            if domain.name == name and domain.title.en:
                return self.of(domain.title).lower()
        for column in program.fields:
            if column.name == name and column.title.en:
                return self.of(column.title).lower()
        return name.replace("_", " ")

    def question(self, request: Request) -> str:
        said = ", ".join(f"{self.title(n)} {v}" if n != "action" else self.title(v) for n, v in request.about)
        return f"{self.seat(request.seat)}: {self.title(request.decision)}" + (f" ({said})" if said else "") + " ?"

    def ending(self) -> str:
        if self.match.unfinished:
            return self.say("unfinished")
        names = [self.of(title) for title in self.match.winner_titles()]
        return ", ".join(names) + " " + self.say("wins" if len(names) == 1 else "win") + "." if names else self.say("draw")


def tokens(match: Match, board: int, viewer: int | str = REFEREE) -> dict[int, list[graphs.Token]]:
    """What stands on each cell of a board, as far as the viewer sees it."""
    program, machine = match.program, match.machine
    state = match.state
    published = state.published
    if viewer != REFEREE and machine.publishes and published is not None:
        state = state.copy()
        state.cells = list(published)
    eyes = Eyes(machine, state, viewer)
    out: dict[int, list[graphs.Token]] = {}
    for domain in program.domains:
        if not domain.dynamic or domain.name == "order":
            continue
        columns = {c.name: c for c in program.fields if c.domain == domain.index and c.values is None and not c.is_set}
        spot = next((c for c in columns.values() if c.target == board), None)
        if spot is None:
            continue
        for row in range(domain.size):
            base = machine.layout.base
            if not state.cells[base[domain.alive] + row] or not eyes.sees(spot.seen, row):
                continue
            cell = state.cells[base[spot.index] + row]
            if cell >= 0:
                out.setdefault(cell, []).append(token(match, state.cells, domain.index, row, columns, eyes))
    return out


def token(match: Match, cells: list[int], domain: int, row: int, columns: dict[str, Any], eyes: Eyes) -> graphs.Token:
    """Letters from what the piece bears if that may be seen, colour from the side it belongs to."""
    program, base = match.program, match.machine.layout.base
    kind = program.domains[domain]
    side, facing = 0, None
    letters = kind.name[:1].upper()
    groups = [g for g, _ in program.groups]
    for column in columns.values():
        value = cells[base[column.index] + row]
        if value < 0 or not eyes.sees(column.seen, row):
            continue
        if column.target == program.seats or column.target in groups:
            if column.target in groups or not any(c.target in groups for c in columns.values()):
                side = value
        elif column.target != NONE and program.domains[column.target].name == "direction":
            facing = value
        elif column.target > 4 and not program.domains[column.target].dynamic and program.domains[column.target].board is None:
            if letters == kind.name[:1].upper():
                letters = program.domains[column.target].rows[value][:2].capitalize()
    return graphs.Token(letters, side, facing)
