"""What ``arbitre prove`` found, line by line."""

from __future__ import annotations

from collections.abc import Iterator

from arbitre.opening.proving import BY_OTHERS, FIXED, PROVED, UNPROVED, UNREAD, Report


def told(report: Report) -> Iterator[str]:
    """What ``prove`` prints, line by line."""
    for file, line, name in report.idle:
        yield f"{file}:{line}: ‘{name}’: this expectation holds turned round as well"
    for name in report.failed:
        yield f"‘{name}’ fails as it stands, and proves nothing"
    for verdict in report.lines:
        if verdict.status == UNPROVED:
            yield f"{verdict.file}:{verdict.line}: {', '.join(verdict.clauses)} not proved: no scenario misses ‘{verdict.source[:90]}’"
    yield f"{report.expectations} expectations turned round: {len(report.idle)} hold all the same."
    sample = "" if len(report.lines) == report.noted else f" (of {report.noted})"
    yield (
        f"{len(report.lines)} lines with margin notes{sample}: {report.count(PROVED)} missed by a scenario that claims the clause, "
        f"{report.count(BY_OTHERS)} by another, {report.count(FIXED)} cannot be taken out, {report.count(UNPROVED)} not proved"
        + (f", {report.count(UNREAD)} not found." if report.count(UNREAD) else ".")
    )
