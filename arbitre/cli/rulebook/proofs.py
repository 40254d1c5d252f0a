"""What ``arbitre prove`` found, line by line."""

from __future__ import annotations

from collections.abc import Iterator

from arbitre.opening.proof.prover import BY_OTHERS, FIXED, PROVED, UNPROVED, UNREAD, Report
from arbitre.words.phrases import of


def told(report: Report, lang: str) -> Iterator[str]:
    """What ``prove`` prints, line by line."""
    say = of(lang).say
    for file, line, name in report.idle:
        yield say("prove.idle", file=file, line=line, name=name)
    for name in report.failed:
        yield say("prove.broken" if name in report.broken else "prove.fails", name=name)
    for verdict in report.lines:
        if verdict.status == UNPROVED:
            clauses = f"{', '.join(verdict.clauses)} " if verdict.clauses else ""
            yield say("prove.not", file=verdict.file, line=verdict.line, clauses=clauses, source=verdict.source[:90])
    yield say("prove.expectations", n=report.expectations, idle=len(report.idle))
    if not report.own and not report.noted:
        yield say("prove.none")
        return
    yield say(
        "prove.own" if report.own else "prove.lines",  # the lines of an extension need no notes
        n=len(report.lines),
        own=report.own,
        sample="" if len(report.lines) == report.noted else say("prove.sample", n=report.noted),
        missed=report.count(PROVED) + report.count(BY_OTHERS),
        proved=report.count(PROVED),
        others=report.count(BY_OTHERS),
        fixed=report.count(FIXED),
        unproved=report.count(UNPROVED),
        unread=say("prove.unread", n=report.count(UNREAD)) if report.count(UNREAD) else "",
    )
