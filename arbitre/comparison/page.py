"""A comparison as one page with plots, which needs nothing else to be read."""

from __future__ import annotations

import html
import io
import re
from typing import TYPE_CHECKING

from arbitre.comparison.output import MAIN, Comparison, difference, name_of, of_matches, percent, points, told_of
from arbitre.words.fragments import BLUE, ORANGE, Raw, bars, element, interval, listed, safe, table, with_own_ids
from arbitre.words.numbers import decimal
from arbitre.words.phrases import of

if TYPE_CHECKING:
    from arbitre.comparison.matches import Paired, Series
    from arbitre.comparison.odds import Chances

_STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto;
    padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .2rem .6rem; border-bottom: 1px solid #8884; }
td.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
figure { margin: 1rem 0; background: #fff; border-radius: 6px; }
figure svg { width: 100%; height: auto; }
pre { white-space: pre-wrap; margin: .2rem 0 .8rem 1rem; } del { color: #b3261e; } ins { color: #14733b; }
@media (prefers-color-scheme: dark) { del { color: #ff8a80; } ins { color: #69d394; } } del, ins { text-decoration: none; }
"""


def page(found: Comparison, lang: str) -> str:
    """The whole page, as HTML."""
    title = html.escape(of(lang).say("compare.head", base=found.base, variant=found.variant))
    out = [f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
           f"<title>{title}</title><style>{_STYLE}</style><h1>{title}</h1>"]  # fmt: skip
    out.append(of_texts(found, lang, 2))
    if found.odds:
        out.append(element("h2", of(lang).say("compare.odds")))
        for question in found.odds:
            out.append(of_odds(question, found, lang, 3))
            out.append(figure(plotted([(k, float(a), float(b)) for k, a, b in question.rows()], found), question.title))
    out.append(of_broken(found, lang, 2))
    if found.paired is not None:
        head, *lines = of_matches(found.paired, lang)
        out += [element("h2", head.strip()), element("pre", "\n".join(lines))]
        shown = [one for one in found.paired.series if one.sort in ("win", "draw", "lost")]
        shown += [one for one in found.paired.series if one.sort not in MAIN and one.told_apart][:16]
        if shown:
            out.append(figure(forest(shown, lang), of(lang).say("compare.axis")))
    return "\n".join(out) + "\n"


def fragment(found: Comparison, lang: str) -> str:
    """The same as a piece of a notebook: tables with bars, without the library of plots."""
    out = [f'<article lang="{lang}">', element("h3", of(lang).say("compare.head", base=found.base, variant=found.variant))]
    out.append(of_texts(found, lang, 4))
    if found.odds:
        out.append(element("h4", of(lang).say("compare.odds")))
        out += [of_odds(question, found, lang, 5) for question in found.odds]
    out.append(of_broken(found, lang, 4))
    if found.paired is not None:
        out.append(of_pairs(found.paired, found, lang))
    return "\n".join([*filter(None, out), "</article>"])


# ------------------------------------------------------------------------------------------------ parts of both


def of_texts(found: Comparison, lang: str, level: int) -> str:
    """What is said differently: lines that are gone and lines that came, marked as such."""
    words = of(lang)
    out = [] if found.texts else [element("p", words.say("compare.same"))]
    for what in ("changed", "added", "removed"):
        some = [one for one in found.texts if one.what == what]
        if some:
            out.append(element(f"h{level}", words.count(f"compare.{what}", len(some))))
            for one in some:
                head, *lines = difference(one, lang)
                marked = Raw("\n".join(element("del" if line.strip()[0] == "-" else "ins", line.strip(), "text-decoration:none")
                                       for line in lines))  # fmt: skip
                out += [element(f"h{level + 1}", head.strip()), element("pre", marked, "white-space:pre-wrap")]
    return "\n".join(out)


def of_odds(question: Chances, found: Comparison, lang: str, level: int) -> str:
    """Chances side by side, with bars: the base above the variant."""
    say = of(lang).say
    heads = [say("shown.result"), found.base, found.variant, f"{say('shown.difference')} ({say('compare.points')})", ""]
    rows = [[key, percent(a, lang), percent(b, lang), points(b - a, lang), bars((float(a), BLUE), (float(b), ORANGE))]
            for key, a, b in question.rows()]  # fmt: skip
    return element(f"h{level}", question.title) + table("", heads, rows, [1, 2, 3])


def of_broken(found: Comparison, lang: str, level: int) -> str:
    """Scenarios of the base that fail under the variant, and why."""
    if not found.broken:
        return ""
    words = of(lang)
    lines = []
    for case in found.broken:
        numbers = f" ({', '.join(case.clauses)})" if case.clauses else ""
        lines.append(Raw(f"{safe(case.title + numbers)}<br>{safe(words.tell(case.why))}"))
    return element(f"h{level}", words.count("compare.broken", len(found.broken))) + listed(lines)


def of_pairs(paired: Paired, found: Comparison, lang: str) -> str:
    """What was measured in matches of both, each difference with its interval."""
    words = of(lang)
    say = words.say
    head = say("compare.matches", n=paired.pairs) + (" " + say("compare.narrow") if paired.narrow else "")
    out = [element("h4", head)]
    if paired.stopped:
        out.append(element("p", say("compare.stopped", n=len(paired.stopped), seeds=", ".join(map(str, paired.stopped[:5])))))
    heads = [say("shown.measured"), found.base, found.variant, say("shown.difference"), say("shown.interval"), say("shown.told"),
             ""]  # fmt: skip
    rows = []
    for one in told_of(paired):
        unit, sign = (100.0, " %") if one.unit == "share" else (1.0, "")
        low, high = unit * (one.difference - one.half), unit * (one.difference + one.half)
        reach = 2 * max(abs(low), abs(high)) or 1.0
        numbers = [decimal(f"{unit * value:.1f}{sign}", lang) for value in (one.mean(one.was), one.mean(one.now))]
        apart, span = decimal(f"{unit * one.difference:+.1f}", lang), decimal(f"{low:+.1f} … {high:+.1f}", lang)
        sure = say("shown.sure" if one.told_apart else "shown.unsure")
        rows.append([name_of(one, lang), *numbers, apart, span, sure, interval(low, unit * one.difference, high, reach, one.told_apart)])
    out.append(table("", heads, rows, [1, 2, 3, 4]))
    if not any(one.sort not in MAIN for one in told_of(paired)):
        out.append(element("p", say("compare.used_alike")))
    return "\n".join(out)


# ------------------------------------------------------------------------------------------------ plots


def figure(svg: str, said: str) -> str:
    """A plot with the words for who does not see it; the numbers stand in a table above."""
    return "<figure>" + svg.replace("<svg ", f'<svg role="img" aria-label="{html.escape(said)}" ', 1) + "</figure>"


def plotted(rows: list[tuple[str, float, float]], found: Comparison) -> str:
    """Two bars for each outcome."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 0.6 + 0.5 * len(rows)), layout="constrained")
    axes = figure.add_subplot()
    at = range(len(rows))
    axes.barh([y - 0.2 for y in at], [100 * a for _, a, _ in rows], 0.38, label=found.base, color="#5b8def")
    axes.barh([y + 0.2 for y in at], [100 * b for _, _, b in rows], 0.38, label=found.variant, color="#f2a33a")
    axes.set_yticks(list(at), [key for key, _, _ in rows])
    axes.invert_yaxis()
    axes.set_xlabel("%")
    axes.legend()
    return as_svg(figure)


def forest(series: list[Series], lang: str) -> str:
    """Each difference with its interval, in shares of its own size so that they can be seen together."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 0.8 + 0.4 * len(series)), layout="constrained")
    axes = figure.add_subplot()
    for number, one in enumerate(series):
        unit = 100 if one.unit == "share" else 100 / (abs(one.mean(one.was)) or 1)
        axes.errorbar(
            unit * one.difference,
            number,
            xerr=unit * min(one.half, 1e6),
            fmt="o",
            capsize=3,
            color="#b3261e" if one.told_apart else "#777777",
        )
    say = of(lang).say
    axes.set_yticks(range(len(series)), [decimal(name_of(one, lang), lang) for one in series])
    axes.axvline(0, color="#444444", linewidth=1)
    axes.invert_yaxis()
    axes.set_xlabel(say("compare.axis"))
    return as_svg(figure)


def as_svg(figure: object) -> str:
    """A figure as it can stand in a page; the same every time."""
    import matplotlib

    with matplotlib.rc_context({"svg.hashsalt": "arbitre", "svg.fonttype": "path"}):
        held = io.StringIO()
        figure.savefig(held, format="svg", metadata={"Date": None, "Creator": None})  # type: ignore[attr-defined]
    text = held.getvalue()
    return with_own_ids(re.sub(r"<metadata>.*?</metadata>", "", text[text.index("<svg") :], flags=re.DOTALL))
