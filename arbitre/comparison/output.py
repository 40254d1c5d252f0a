"""A comparison as people, programs and spreadsheets read it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from arbitre.comparison.breakage import Change, raised
from arbitre.comparison.matches import Paired, Series
from arbitre.comparison.odds import Chances
from arbitre.comparison.proofs import Broken
from arbitre.comparison.texts import Difference
from arbitre.words.numbers import decimal
from arbitre.words.phrases import of

MOST_USED = 20
MAIN = ("win", "draw", "lost", "length")


@dataclass(slots=True)
class Comparison:
    """All that was found.  ``paired``: None where no matches were played."""

    base: str
    variant: str
    texts: list[Difference] = field(default_factory=list)
    odds: list[Chances] = field(default_factory=list)
    broken: list[Broken] = field(default_factory=list)
    paired: Paired | None = None
    offered: list[Change] = field(default_factory=list)  # what extensions notice of a new version of the same game

    def data(self) -> dict[str, Any]:
        """For programs."""
        return {
            "base": self.base, "variant": self.variant, "texts": [one.data() for one in self.texts],
            "odds": [one.data() for one in self.odds], "broken": [one.data() for one in self.broken],
            "offered": [one.data() for one in self.offered], "raises": raised(self.offered, bool(self.texts)),
            "matches": self.paired.data() if self.paired is not None else None,
        }  # fmt: skip


def told(found: Comparison, lang: str) -> Iterator[str]:
    """Lines for a terminal."""
    words = of(lang)
    say = words.say
    yield say("compare.head", base=found.base, variant=found.variant)
    if not found.texts:
        yield say("compare.same")
    for what in ("changed", "added", "removed"):
        some = [one for one in found.texts if one.what == what]
        if some:
            yield "\n" + words.count(f"compare.{what}", len(some))
            for one in some:
                yield from difference(one, lang)
    if found.odds:
        yield "\n" + say("compare.odds")
        for question in found.odds:
            yield f"  {question.title}"
            for key, was, now in question.rows():
                yield f"    {key:30} {percent(was, lang):>9} → {percent(now, lang):>9}  {points(now - was, lang)}"
    if found.broken:
        yield "\n" + words.count("compare.broken", len(found.broken))
        for case in found.broken:
            yield f"  {case.title}" + (f"  [{', '.join(case.clauses)}]" if case.clauses else "")
            yield f"      {words.tell(case.why)}"
    yield from of_extensions(found, lang)
    if found.paired is not None:
        yield from of_matches(found.paired, lang)


def of_extensions(found: Comparison, lang: str) -> Iterator[str]:
    """What the new version of a game means for whoever extends it, and which version number it asks for."""
    say = of(lang).say
    shown = [one for one in found.offered if one.what != "added"]
    if shown:
        yield "\n" + say("compare.offered")
        for one in shown:
            yield "  " + say(f"compare.offered.{one.what}", name=one.name, was=one.was or say("compare.offered.nothing"), now=one.now)
    if found.offered:
        yield say(f"compare.raises.{raised(found.offered)}")


def difference(one: Difference, lang: str) -> Iterator[str]:
    """One difference, with the lines that differ."""
    say = of(lang).say
    sort = say(f"compare.sort.{one.sort}") if of(lang).has(f"compare.sort.{one.sort}") else one.sort
    yield f"  {one.title or one.name}  ({sort} {one.name}, {one.place})" if one.title else f"  {sort} {one.name}  ({one.place})"
    for mark, lines in (("-", one.was), ("+", one.now)):
        for line in lines:
            yield f"    {mark} {line.strip()}"


def of_matches(paired: Paired, lang: str) -> Iterator[str]:
    """What pairs of matches tell."""
    words = of(lang)
    say = words.say
    yield "\n" + say("compare.matches", n=paired.pairs) + (" " + say("compare.narrow") if paired.narrow else "")
    if paired.stopped:
        yield say("compare.stopped", n=len(paired.stopped), seeds=", ".join(map(str, paired.stopped[:5])))
    shown = told_of(paired)
    for one in shown:
        yield "  " + line_of(one, paired.pairs, lang)
    if not any(one.sort not in MAIN for one in shown):
        yield "  " + say("compare.used_alike")


def told_of(paired: Paired) -> list[Series]:
    """What is worth telling: who wins and how long it lasts, then what is used differently, the clearest first."""
    main = [one for one in paired.series if one.sort in MAIN]
    used = sorted(
        (one for one in paired.series if one.sort not in MAIN and one.told_apart), key=lambda one: -abs(one.difference) / (one.half or 1)
    )
    return [*main, *used[:MOST_USED]]


def name_of(one: Series, lang: str) -> str:
    """What was measured, in words."""
    say = of(lang).say
    return say(f"compare.of.{one.sort}", name=say(f"compare.length.{one.name}") if one.sort == "length" else one.title or one.name)


def line_of(one: Series, pairs: int, lang: str) -> str:
    """What was measured in both, and whether that tells them apart."""
    say = of(lang).say
    name = name_of(one, lang)
    if one.unit == "share":
        was, now, apart, half = (decimal(f"{100 * x:.1f}", lang) for x in (one.mean(one.was), one.mean(one.now), one.difference, one.half))
        shown, unit = decimal(f"{was} % → {now} %", lang), say("compare.points")
    else:
        was, now, apart, half = (decimal(f"{x:.1f}", lang) for x in (one.mean(one.was), one.mean(one.now), one.difference, one.half))
        shown, unit = f"{was} → {now}", ""
    by = f"± {half} {unit}".rstrip()
    sure = say("compare.by", difference=("+" if one.difference > 0 else "") + apart, by=by)
    return f"{name:34} {shown:20} {sure if one.told_apart else say('compare.not_apart', n=pairs, by=by)}"


def percent(chance: Fraction, lang: str) -> str:
    """A chance as a share of a hundred."""
    return decimal(f"{float(100 * chance):.2f} %", lang)


def points(apart: Fraction, lang: str) -> str:
    """How many points a chance differs by."""
    return decimal(f"{float(100 * apart):+.2f}", lang)


def as_csv(found: Comparison) -> str:
    """Every measured row: odds, then matches."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["part", "sort", "name", "of", "base", "variant", "difference", "low", "high", "told_apart", "pairs"])
    for question in found.odds:
        for key, was, now in question.rows():
            apart = float(now - was)
            writer.writerow(["odds", "chance", question.name, key, float(was), float(now), apart, apart, apart, True, ""])
    if found.paired is not None:
        for one in found.paired.series:
            row = one.data()
            writer.writerow(["matches", row["sort"], row["name"], row["unit"], row["was"], row["now"], row["difference"], row["low"],
                             row["high"], row["told_apart"], found.paired.pairs])  # fmt: skip
    return out.getvalue()
