"""A comparison as one page with plots, which needs nothing else to be read."""

from __future__ import annotations

import html
import io
import re
from typing import TYPE_CHECKING

from arbitre.compare.telling import Comparison, decimal, difference, percent, points
from arbitre.words.phrases import of

if TYPE_CHECKING:
    from arbitre.compare.matches import Series

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
    words = of(lang)
    say = words.say
    title = html.escape(say("compare.head", base=found.base, variant=found.variant))
    out = [f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
           f"<title>{title}</title><style>{_STYLE}</style><h1>{title}</h1>"]  # fmt: skip
    if not found.texts:
        out.append(f"<p>{html.escape(say('compare.same'))}</p>")
    for what in ("changed", "added", "removed"):
        some = [one for one in found.texts if one.what == what]
        if some:
            out.append(f"<h2>{html.escape(words.count(f'compare.{what}', len(some)))}</h2>")
            for one in some:
                head, *lines = difference(one, lang)
                marked = "\n".join(f"<{tag}>{html.escape(line.strip())}</{tag}>" for line in lines
                                   for tag in ("del" if line.strip()[0] == "-" else "ins",))  # fmt: skip
                out.append(f"<h3>{html.escape(head.strip())}</h3><pre>{marked}</pre>")
    if found.odds:
        out.append(f"<h2>{html.escape(say('compare.odds'))}</h2>")
        for question in found.odds:
            rows = "".join(
                f"<tr><td>{html.escape(key)}"
                + "".join(f'<td class="n">{x}' for x in (percent(a, lang), percent(b, lang), points(b - a, lang)))
                for key, a, b in question.rows()
            )
            head = f"<tr><th><th>{html.escape(found.base)}<th>{html.escape(found.variant)}<th>"
            out.append(f"<h3>{html.escape(question.title)}</h3><table>{head}{rows}</table>")
            out.append(f"<figure>{bars([(k, float(a), float(b)) for k, a, b in question.rows()], found)}</figure>")
    if found.broken:
        out.append(f"<h2>{html.escape(words.count('compare.broken', len(found.broken)))}</h2><ul>")
        out += [
            f"<li>{html.escape(case.title)} ({html.escape(', '.join(case.clauses))})<br>{html.escape(words.tell(case.why))}"
            for case in found.broken
        ]
        out.append("</ul>")
    if found.paired is not None:
        from arbitre.compare.telling import of_matches

        head, *lines = of_matches(found.paired, lang)
        out.append(f"<h2>{html.escape(head.strip())}</h2><pre>{html.escape(chr(10).join(lines))}</pre>")
        shown = [one for one in found.paired.series if one.sort in ("win", "draw")]
        shown += [one for one in found.paired.series if one.sort not in ("win", "draw", "length") and one.told_apart][:16]
        if shown:
            out.append(f"<figure>{forest(shown, lang)}</figure>")
    return "\n".join(out) + "\n"


def bars(rows: list[tuple[str, float, float]], found: Comparison) -> str:
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
    axes.set_yticks(range(len(series)), [decimal(say(f"compare.of.{one.sort}", name=one.name), lang) for one in series])
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
    return re.sub(r"<metadata>.*?</metadata>", "", text[text.index("<svg") :], flags=re.DOTALL)
