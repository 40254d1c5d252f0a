"""What an editor asks about a rulebook as one writes it: the answers of the language server, as plain data."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from arbitre.desk.answers import Answers
from arbitre.desk.lookup import Sight
from arbitre.desk.texts import Span, Spot, Text
from arbitre.dsl.diagnostics.message import Message
from arbitre.dsl.diagnostics.said import tell
from arbitre.interpreter.match.match import Match
from arbitre.studio.coverage import add, rehearsed
from arbitre.studio.files import Files
from arbitre.words.phrases import of

Data = dict[str, Any]
MOST_FIXES = 3


class Editing:
    """The files of a folder as they stand in the editor."""

    def __init__(self, files: Files, lang: str) -> None:
        self.files, self.lang = files, lang
        self.desk = Answers.desk(lang)

    def put(self, name: str, text: str) -> Path:
        """A file has this text in the editor."""
        path = self.files.at(name)
        real = path.resolve()
        if real not in self.desk.open or self.desk.open[real].whole != text:
            self.desk.put(path, text)
        return path

    def sight(self, name: str, text: str) -> Sight | None:
        """A file with its rulebook; None where that cannot be read."""
        return self.desk.sight(self.put(name, text))

    # ------------------------------------------------------------------------------------ what is wrong

    def at_once(self, name: str, text: str) -> Data:
        """What is wrong as far as the declarations that were touched tell: within milliseconds."""
        path = self.put(name, text)
        told = self.desk.at_once(path)
        return {"known": told is not None, "messages": [self.message(m, path, False) for m in told or ()]}

    def check(self, name: str, text: str) -> Data:
        """Everything that is wrong with a file, with fixes, and how much is wrong with the others of its rulebook."""
        path = self.put(name, text)
        found = self.desk.read(path)
        if found is None:
            return {"messages": [], "errors": 0, "elsewhere": []}
        self.desk.look_through(found)
        mine = found.told.get(path.resolve(), [])
        others = [m for real, messages in found.told.items() if real != path.resolve() for m in messages]
        return {
            "messages": [self.message(m, path, True) for m in mine],
            "errors": sum(m.severity == "error" for m in (*mine, *others)),
            "elsewhere": [f"{m.place}: {of(self.lang).tell(m.text)}" for m in others[:10]],
            "game": found.rulebook.name,
        }  # fmt: skip

    def message(self, message: Message, path: Path, fixes: bool) -> Data:
        """A message where it stands in the editor."""
        text, words = self.desk.open[path.resolve()], of(self.lang)
        hint = words.tell(message.hint)
        out = {
            "code": message.code,
            "severity": message.severity,
            "text": words.tell(message.text),
            "hint": hint,
            **span(text.span(message.place)),
        }
        sight = self.desk.sight(path) if fixes else None
        if sight is not None:
            mine = path.resolve()
            out["fixes"] = [
                {"title": fix.title, "edits": [{**span(at), "text": new} for _, at, new in fix.edits]}
                for fix in Answers.fixes(sight, message, self.lang)[:MOST_FIXES]
                if all(where.resolve() == mine for where, _, _ in fix.edits)
            ]
        return out

    # ------------------------------------------------------------------------------------ words

    def hover(self, name: str, text: str, spot: Spot) -> Data:
        """What stands at a place, in Markdown; exact odds of what is thrown there among it."""
        sight = self.sight(name, text)
        found = Answers.hover(sight, spot, self.lang) if sight is not None else None
        return {"text": found[0], **span(found[1])} if found is not None else {}

    def offers(self, name: str, text: str, spot: Spot) -> list[Data]:
        """What may be written at a place."""
        sight = self.sight(name, text)
        found = Answers.offers(sight, spot, self.lang) if sight is not None else []
        return [{"label": o.label, "sort": o.sort, "detail": o.detail, "insert": o.insert} for o in found]

    def definition(self, name: str, text: str, spot: Spot) -> list[Data]:
        """Where what stands at a place is declared: in files of the folder, or of the library (``library``: its text is shown only)."""
        sight = self.sight(name, text)
        out = []
        for path, where in Answers.definition(sight, spot) if sight is not None else ():
            real = path.resolve()
            inside = real.is_relative_to(self.files.folder)
            shown = real.relative_to(self.files.folder).as_posix() if inside else real.name
            out.append({"path": shown, "library": not inside, **span(where)})
        return out

    def renamed(self, name: str, text: str, spot: Spot, new: str) -> Data:
        """Another name for what stands at a place: the edits in all files of the folder, or why it cannot be."""
        sight = self.sight(name, text)
        if sight is None:
            return {"edits": []}
        made = Answers.renamed(sight, spot, new, self.lang)
        if made.refused:
            return {"refused": made.refused}
        return {"edits": [
            {"path": path.resolve().relative_to(self.files.folder).as_posix(), "edits": [{**span(at), "text": said} for at, said in edits]}
            for path, edits in made.edits.items() if path.resolve().is_relative_to(self.files.folder)
        ]}  # fmt: skip

    def outline(self, name: str, text: str) -> list[Data]:
        """The declarations of a file."""
        path = self.put(name, text)
        found = Answers.outline(Text(text), str(path), self.lang)
        return [{"name": e.name, "sort": e.sort, "detail": e.detail, **span(e.name_span)} for e in found]

    def formatted(self, name: str, text: str) -> list[Data]:
        """The edits that give a file its one form."""
        path = self.put(name, text)
        return [{**span(at), "text": new} for at, new in Answers.formatted(Text(text), str(path))]

    # ------------------------------------------------------------------------------------ scenarios

    def scenarios(self, name: str, text: str, match: Match | None = None) -> Data:
        """The scenarios of a file, each carried out: does it hold, and what fails in which line?  And its rules: how many of them reach
        each, and whether ``match`` did."""
        path = self.put(name, text)
        found = self.desk.known.get(self.desk.home(path)) or self.desk.read(path)
        if found is None:
            return {"scenarios": [], "rules": []}
        shown = found.shown(path)
        outcomes, rules = rehearsed(found.rulebook, shown)
        if match is not None:
            add(rules, match, shown, scenario=False)
        named = {e.name_span.start.line + 1: (e.sort, e.name) for e in Answers.outline(Text(text), str(path), self.lang)}
        told = [
            {
                "name": outcome.name, "line": outcome.place.line, "ok": outcome.ok,
                "failures": [{"line": at.line, "text": tell(said, self.lang)} for at, said in outcome.failures if at.file == shown],
            }
            for outcome in outcomes
        ]  # fmt: skip
        every = [
            {"sort": sort, "name": said, "line": r.line, "scenarios": r.scenarios, "played": r.played}
            for r in rules for sort, said in [named.get(r.line, ("", r.name))]
        ]  # fmt: skip
        return {"scenarios": told, "rules": every}


def span(at: Span) -> Data:
    """A span as an editor has it: lines and columns from 0, columns in units of UTF-16."""
    return {"from": [at.start.line, at.start.column], "to": [at.end.line, at.end.column]}
