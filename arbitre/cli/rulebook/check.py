"""``arbitre check`` and ``arbitre test``: what is wrong with rulebooks, and whether their scenarios hold."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from arbitre.dsl.diagnostics.message import Message
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.render import render
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.scenarios import run_all
from arbitre.interpreter.play.scenario.stage import Outcome
from arbitre.opening.books import as_data, tell_of_a_folder
from arbitre.opening.folders import Book, books
from arbitre.opening.foreign_warnings import findings
from arbitre.opening.odds.measures import Measured, measured
from arbitre.words.phrases import of
from arbitre.words.progress import progress
from arbitre.words.terminal import dump, echo


def check(path: str, extensions: tuple[str, ...], lang: str, as_json: bool) -> bool:
    """Tells what is wrong, place by place; True if there is no error.  What two books share is told once."""
    tell_of_a_folder(path)
    told: dict[tuple[Any, ...], Message] = {}
    heads: list[str] = []
    for book in books(path, extensions):
        with progress() as say:
            say("progress.checking", name=book.name)
            found = findings(book.rulebook)
        incomplete = {message.place for message in found if message.code == "S09"}
        if any(message.code == "S09" and message.place in incomplete for message in told.values()):
            continue  # a file of a game of which it was told that files are not read
        found = [message for message in found if not book.part or message.place.file == book.part]
        new = [message for message in found if told.setdefault(message.key(), message) is message]
        heads.append(f"{book.name}: {count(found, lang)}")
        if not as_json:
            for message in new:
                echo(render(message, book.rulebook.sources, lang) + "\n")
    if as_json:
        dump([as_data(message) for message in told.values()])
    else:
        for head in heads if len(heads) > 1 else ():
            echo(head)
        echo(count(list(told.values()), lang))
    return not any(message.severity == "error" for message in told.values())


def count(found: list[Message], lang: str) -> str:
    errors = sum(1 for message in found if message.severity == "error")
    words = of(lang)
    return words.say("check.count", errors=words.count("check.errors", errors), warnings=words.count("check.warnings", len(found) - errors))


def test(path: str, extensions: tuple[str, ...], lang: str, as_json: bool) -> bool:
    """Runs scenarios; True if there are some, all of them hold, and every file can be read."""
    tell_of_a_folder(path)
    data: list[dict[str, Any]] = []
    heads: list[str] = []
    passed = failed = faults = 0
    for book in books(path, extensions):
        outcomes = outcomes_of(book)
        errors = faulty(book, outcomes)
        good = sum(1 for outcome in outcomes if outcome.ok)
        passed, failed, faults = passed + good, failed + len(outcomes) - good, faults + len(errors)
        heads.append(f"{book.name}: " + of(lang).say("test.count", passed=good, failed=len(outcomes) - good))
        if as_json:
            known = Books(book.rulebook)
            data += [as_outcome(outcome, book, known) for outcome in outcomes]
            continue
        for line in failures(outcomes, titles(book, lang), lang):
            echo(line)
        shown = {place for outcome in outcomes for place, _ in outcome.failures}
        for message in errors:
            if message.place not in shown:
                echo(f"{message.place}: {of(lang).tell(message.text)}")
    if as_json:
        dump(data)
    else:
        for head in heads if len(heads) > 1 else ():
            echo(head)
        echo(of(lang).say("test.count", passed=passed, failed=failed))
    return bool(passed) and not failed and not (faults and len(heads) > 1)


def titles(book: Book, lang: str) -> dict[Place, str]:
    """What the scenarios of a book are called in a language, by where they stand."""
    return {scenario.place: scenario.called(lang) for scenario in book.rulebook.scenarios}


def failures(outcomes: list[Outcome], called: Mapping[Place, str], lang: str) -> list[str]:
    """What is wrong, each fault once: one of a whole file, or of a setting, fails many scenarios.  ``called``: their titles."""
    named: dict[tuple[Place, str], list[str]] = {}
    for outcome in outcomes:
        for fault in outcome.failures:
            named.setdefault(fault, []).append(called.get(outcome.place, outcome.name))
    words = of(lang)

    def whose(names: list[str]) -> str:
        return words.say("test.more", name=names[0], n=len(names) - 1) if len(names) > 1 else names[0]

    return [f"{place}: {whose(names)}{words.say('colon')}{words.tell(text)}" for (place, text), names in named.items()]


def outcomes_of(book: Book) -> list[Outcome]:
    """What came of its scenarios: of a file that only stands beside a game, its own."""
    with progress() as say:
        outcomes = run_all(book.rulebook, lambda done, n: say("progress.testing", name=book.name, done=done, n=n), book.part)
    if book.own is None or book.part:
        return outcomes
    name = Path(book.own).name
    return [outcome for outcome in outcomes if Path(outcome.place.file).name == name] or outcomes


def faulty(book: Book, outcomes: list[Outcome]) -> list[Message]:
    """Errors of a book: where there are scenarios they fail of them, where there is none nothing else would tell."""
    if outcomes:
        return [message for message in book.rulebook.messages.errors if not book.part or message.place.file == book.part]
    return [message for message in findings(book.rulebook) if message.severity == "error"]


def as_outcome(outcome: Outcome, book: Book, known: Books) -> dict[str, Any]:
    asked = {scenario.place: scenario for scenario in book.rulebook.scenarios}
    return {
        "name": outcome.name, "file": outcome.place.file, "line": outcome.place.line, "ok": outcome.ok, "clauses": outcome.clauses,
        "failures": [{"file": place.file, "line": place.line, "message": text} for place, text in outcome.failures],
        "measures": measured(outcome, Measured(known, asked[outcome.place])) if outcome.measures else [],
    }  # fmt: skip
