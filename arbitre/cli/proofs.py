"""What ``arbitre prove`` found, line by line."""

from __future__ import annotations

from collections.abc import Iterator

from arbitre.opening.proving import BY_OTHERS, FIXED, PROVED, UNPROVED, UNREAD, Report


def told(report: Report) -> Iterator[str]:
    """What ``prove`` prints, line by line."""
    for file, line, name in report.idle:
        yield f"{file}:{line}: ‘{name}’: this expectation holds turned round as well"
    for name in report.failed:
        why = "; without the extension it holds: the extension changes what it speaks of" if name in report.broken else ""
        yield f"‘{name}’ fails as it stands, and proves nothing{why}"
    for verdict in report.lines:
        if verdict.status == UNPROVED:
            yield f"{verdict.file}:{verdict.line}: {said(verdict.clauses)}not proved: no scenario misses ‘{verdict.source[:90]}’"
    yield f"{report.expectations} expectations turned round: {len(report.idle)} hold all the same."
    if report.own:
        yield own_lines(report)
        return
    sample = "" if len(report.lines) == report.noted else f" (of {report.noted})"
    yield (
        f"{len(report.lines)} lines with margin notes{sample}: {report.count(PROVED)} missed by a scenario that claims the clause, "
        f"{report.count(BY_OTHERS)} by another, {report.count(FIXED)} cannot be taken out, {report.count(UNPROVED)} not proved"
        + (f", {report.count(UNREAD)} not found." if report.count(UNREAD) else ".")
    )


def said(clauses: tuple[str, ...]) -> str:
    """The clauses of a line that has some."""
    return f"{', '.join(clauses)} " if clauses else ""


def own_lines(report: Report) -> str:
    """The last line for an extension, whose lines need no notes."""
    missed = report.count(PROVED) + report.count(BY_OTHERS)
    sample = "" if len(report.lines) == report.noted else f" (of {report.noted})"
    unread = f", {report.count(UNREAD)} not found" if report.count(UNREAD) else ""
    return (
        f"{len(report.lines)} lines of {report.own}{sample}: {missed} missed by its scenarios, "
        f"{report.count(FIXED)} cannot be taken out, {report.count(UNPROVED)} not proved{unread}."
    )
