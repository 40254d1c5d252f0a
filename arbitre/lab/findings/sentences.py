"""What an experiment found, in sentences a designer understands, and as data."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from arbitre.lab.findings.league import standings
from arbitre.lab.findings.ratings import Rating
from arbitre.lab.findings.results import Results
from arbitre.lab.findings.statistics import Estimate, Table, Verdict, compared, estimate, table_of
from arbitre.lab.matches.seasons import LENGTH
from arbitre.lab.run import Progress
from arbitre.words.numbers import decimal, thousands
from arbitre.words.phrases import of

ALWAYS = ("draws", "lost", "unfinished", "stopped", "turns", "decisions")
SHOWN = 40  # variants that are told one by one


def measures_of(table: Table) -> list[str]:
    """All that is known of every match, what is won first."""
    ends = [name for name in ALWAYS if not table.is_share(name) or table.of(name)[2].any()]
    return [*(f"wins {name}" for name in table.winners()), *ends, *(name for name in table.names() if table.is_whole(name))]


def amount(one: Estimate, lang: str) -> str:
    """``52.1% ± 0.4``"""
    if math.isnan(one.mean):
        return "–"
    if one.exact:
        said = f"{100 * one.mean:.4g}\u00a0%" if one.share else f"{one.mean:.6g}"
        return decimal(of(lang).say("lab.exact", value=said), lang)
    unit, sign = (100.0, "\u00a0%") if one.share else (1.0, "")
    more = f" ± {unit * one.half:{form(unit * one.half)}}" if math.isfinite(one.half) else ""
    return decimal(f"{unit * one.mean:{form(unit * one.half)}}{sign}{more}", lang)


def form(half: float) -> str:
    """As many digits as the interval allows."""
    if not math.isfinite(half) or half <= 0:
        return ".1f"
    return f".{min(4, max(1, 1 - math.floor(math.log10(half))))}f"


def said_of(measure: str, lang: str, table: Table) -> str:
    """What a measure is called."""
    words = of(lang)
    if measure.startswith("wins "):
        return words.say("lab.of.wins", name=table.called(measure[5:], lang))
    return words.say(f"lab.of.{measure}") if measure in (*ALWAYS, LENGTH) else measure


def headline(results: Results, table: Table, lang: str) -> str:
    """The first sentence: what a designer wanted to know."""
    about, words = results.about, of(lang)
    found = about.get("found")
    if found and found.get("value") is not None:
        goal = about["goal"]
        value, low, high = (None if n is None else decimal(f"{n:.2f}", lang) for n in (found["value"], found["low"], found["high"]))
        even = decimal(f"{goal['target']:g}", lang)
        said = words.say("lab.even", knob=goal["knob"], value=value, measure=said_of(goal["make"], lang, table), target=even)
        return said + (" " + words.say("lab.even_between", low=low, high=high) if low and high else "")
    if any(one["entrants"] for one in about["variants"]):
        first, second, *_ = standings(results, table)[0]
        key = "lab.best" if first.low > second.high else "lab.best_close"
        return words.say(key, name=table.called(first.name, lang), other=table.called(second.name, lang), points=f"{first.points:+.0f}")
    goal = about.get("goal")
    if found and goal is not None:
        best = about["variants"][found["best"]]
        nearest, even = amount(estimate(table, goal["make"], best["number"]), lang), decimal(f"{goal['target']:g}", lang)
        return words.say("lab.nearest", name=best["name"], measure=said_of(goal["make"], lang, table), one=nearest, target=even)
    sides = table.winners()
    if table.exact and not len(table):
        measure = table.names()[0]
        ordered = sorted(about["variants"], key=lambda one: estimate(table, measure, one["number"]).mean)
        least, greatest = (estimate(table, measure, one["number"]) for one in (ordered[0], ordered[-1]))
        if len(ordered) == 1:
            return words.say("lab.exactly", measure=measure, one=amount(greatest, lang))
        return words.say("lab.exact_range", measure=measure, least=amount(least, lang), low=ordered[0]["name"],
                         most=amount(greatest, lang), high=ordered[-1]["name"])  # fmt: skip
    if not sides:
        return words.say("lab.nobody")
    verdicts = verdicts_of(results, table)
    if verdicts:
        apart = [verdict for verdict in verdicts if verdict.clear]
        named = {one["number"]: one["name"] for one in about["variants"]}
        if not apart:
            return words.say("lab.none_apart", n=thousands(verdicts[0].n, lang), measure=said_of(verdicts[0].measure, lang, table))
        most = max(apart, key=lambda verdict: abs(verdict.difference))
        one = estimate(table, most.measure, most.variant)
        base = estimate(table, most.measure, about["variants"][0]["number"])
        return words.say("lab.most_apart", name=named[most.variant], base=named[about["variants"][0]["number"]],
                         measure=said_of(most.measure, lang, table), one=amount(one, lang), other=amount(base, lang))  # fmt: skip
    return words.say(
        "lab.share",
        name=table.called(sides[0], lang),
        share=amount(estimate(table, f"wins {sides[0]}", about["variants"][0]["number"]), lang),
    )


def verdicts_of(results: Results, table: Table) -> list[Verdict]:
    """Every variant against the first: what the sequential test found, or all at the end, corrected for their number."""
    kept = results.about.get("verdicts")
    if kept:
        return [Verdict(**one) for one in kept] if len(results.about["variants"]) > 1 else []
    sides = table.winners()
    numbers = [one["number"] for one in results.about["variants"]]
    if not sides or len(numbers) < 2 or any(one["entrants"] for one in results.about["variants"]):
        return []
    return compared(table, f"wins {sides[0]}", numbers)


def told(results: Results, lang: str) -> Iterator[str]:
    """All of it as lines for a terminal."""
    words, table = of(lang), table_of(results)
    about = results.about
    yield headline(results, table, lang)
    yield words.say("lab.played", n=thousands(len(table), lang), variants=len(about["variants"]), folder=results.folder)
    if any(one["entrants"] for one in about["variants"]):
        yield from _standings(results, table, lang)
        return
    for one in about["variants"][:SHOWN]:
        yield f"\n{one['name']}"
        for measure in measures_of(table):
            found = estimate(table, measure, one["number"])
            if found.known:
                yield f"    {said_of(measure, lang, table):32} {amount(found, lang)}"
    verdicts = verdicts_of(results, table)
    if verdicts:
        named = {one["number"]: one["name"] for one in about["variants"]}
        yield "\n" + words.say("lab.against", base=about["variants"][0]["name"], measure=said_of(verdicts[0].measure, lang, table))
        for verdict in verdicts[:SHOWN]:
            yield f"    {named[verdict.variant]:32} {verdict_line(verdict, table, lang)}"
    for name in about.get("endless") or ():
        yield words.say("lab.endless", name=name, n="")
    yield "\n" + words.say("lab.next", folder=results.folder)


def verdict_line(verdict: Verdict, table: Table, lang: str) -> str:
    """A difference with its interval, and whether it is clear."""
    share = table.is_share(verdict.measure)
    unit = 100.0 if share else 1.0
    half = unit * (verdict.high - verdict.low) / 2
    number = decimal(f"{unit * verdict.difference:+{form(half)}} ± {half:{form(half)}}", lang)
    key = "clear" if verdict.clear else "narrow" if verdict.narrow else "unclear"
    return f"{number} {of(lang).say('lab.points') if share else ''} {of(lang).say(f'lab.{key}', n=thousands(verdict.n, lang))}".replace(
        "  ", " "
    )


def _standings(results: Results, table: Table, lang: str) -> Iterator[str]:
    found, head = standings(results, table)
    words = of(lang)
    yield "\n" + words.say("lab.table")
    width = max(len(table.called(one.name, lang)) for one in found)
    for number, one in enumerate(found, 1):
        yield f"  {number:3} {table.called(one.name, lang):{width}} {rating_line(one, lang)}"
    yield words.say("lab.first_side", points=f"{head[0]:+.0f}", low=f"{head[1]:+.0f}", high=f"{head[2]:+.0f}")


def rating_line(one: Rating, lang: str) -> str:
    """Points with their interval, and the share of its matches that it won."""
    share = 100 * one.won / max(1e-9, one.won + one.lost)
    return decimal(f"{one.points:+6.0f} ± {(one.high - one.low) / 2:.0f}   {share:5.1f} %", lang)


def data(results: Results) -> dict[str, Any]:
    """For programs."""
    table = table_of(results)
    out = {**{key: results.about[key] for key in ("title", "hash", "program", "variants")}, "matches": len(table)}
    for one in out["variants"]:
        found = {measure: estimate(table, measure, one["number"]) for measure in measures_of(table)}
        one["measures"] = {name: {"mean": e.mean, "low": e.low, "high": e.high, "n": e.n} for name, e in found.items() if e.known}
    out["verdicts"] = [verdict.data() for verdict in verdicts_of(results, table)]
    out["found"] = results.about.get("found")
    return out


def progress_line(progress: Progress, lang: str) -> str:
    """Matches, rate, time left, and who has won so far with the interval."""
    words = of(lang)
    if progress.preparing:
        return words.say("lab.preparing", n=progress.done, all=progress.whole)
    said = words.say("lab.progress", n=thousands(progress.done, lang), all=thousands(progress.whole, lang),
                     rate=thousands(round(progress.rate), lang), left=f"{progress.left:.0f}")  # fmt: skip
    played = sum(progress.won.values())
    if played:
        name, won = max(progress.won.items(), key=lambda one: (one[1], one[0]))
        share = won / played
        half = 1.959964 * math.sqrt(share * (1 - share) / played)
        said += f"   {name or words.say('lab.of.nobody')}: {amount(Estimate(share, share - half, share + half, played, True), lang)}"
    return said
