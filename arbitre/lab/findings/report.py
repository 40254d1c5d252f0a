"""The report of an experiment: a page that needs nothing else to be read, the same as Markdown, and the numbers as CSV."""

from __future__ import annotations

import csv
import html
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from arbitre.lab.findings import plots
from arbitre.lab.findings.league import pairs, standings
from arbitre.lab.findings.results import Results, read_about
from arbitre.lab.findings.sentences import amount, headline, measures_of, said_of, verdict_line, verdicts_of
from arbitre.lab.findings.statistics import Table, estimate, table_of
from arbitre.lab.matches.seasons import LENGTH
from arbitre.opening.files import write_whole
from arbitre.words.numbers import decimal, thousands
from arbitre.words.phrases import of

MOST = 60  # variants that have rows of their own on the page; the CSV file has all
PAGE = """<!doctype html>
<html lang="{{ lang }}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{{ title }}</title>
<style>
:root { color-scheme: light dark; --paper: #fff; --ink: #1b1b1b; }
@media (prefers-color-scheme: dark) { :root { --paper: #16181b; --ink: #ececec; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; background: var(--paper); color: var(--ink); }
.lead { font-size: 1.25rem; }
figure { margin: 1rem 0; overflow-x: auto; } figure svg { max-width: 100%; height: auto; color: var(--ink); }
.wide { overflow-x: auto; } table { border-collapse: collapse; } caption { text-align: left; font-weight: bold; }
td, th { text-align: left; padding: .2rem .7rem; border-bottom: 1px solid #8886; font-weight: normal; }
thead th { font-weight: bold; } td { font-variant-numeric: tabular-nums; white-space: nowrap; } pre { overflow-x: auto; }
</style>
<main><h1>{{ title }}</h1><p class="lead">{{ lead }}</p><p>{{ played }}</p>
{% for part in parts %}<section><h2>{{ part.title }}</h2>
{% if part.svg %}<figure role="img" aria-label="{{ part.title }}">{{ part.svg | safe }}</figure>{% endif %}
{% if part.rows %}<div class="wide" tabindex="0"><table><thead><tr>{% for head in part.heads %}<th scope="col">{{ head }}</th>{% endfor %}</tr></thead>
<tbody>{% for row in part.rows %}<tr>{% for cell in row %}{% if loop.first %}<th scope="row">{{ cell }}</th>{% else %}<td>{{ cell }}</td>{% endif
%}{% endfor %}</tr>{% endfor %}</tbody></table></div>{% endif %}
{% for note in part.notes %}<p>{{ note }}</p>{% endfor %}</section>
{% endfor %}
<section><h2>{{ again }}</h2><pre>{{ command }}</pre><pre>{{ experiment }}</pre><p>{{ versions }}</p></section></main></html>
"""


@dataclass(slots=True)
class Part:
    """A section: a plot, and its numbers."""

    title: str
    svg: str = ""
    heads: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def written(folder: Path, lang: str, page: Path | None = None) -> list[Path]:
    """Writes the page, the Markdown with its plots beside it, and the CSV; gives where.

    Raises:
        Refused: there are no results.
    """
    results = Results(folder, read_about(folder))
    table = table_of(results)
    found = list(parts(results, table, lang))
    out = [page or folder / "report.html", folder / "report.md", folder / "report.csv"]
    write_whole(out[0], as_page(results, table, found, lang))
    write_whole(out[1], as_markdown(results, table, found, lang, folder))
    write_whole(out[2], as_csv(results, table))
    return out


def parts(results: Results, table: Table, lang: str) -> Iterator[Part]:
    """What there is to show, most wanted first."""
    words, variants = of(lang), results.about["variants"]
    named = {one["number"]: one["name"] for one in variants}
    if any(one["entrants"] for one in variants):
        yield from _league(results, table, lang)
    else:
        wins = [f"wins {name}" for name in table.winners()][:6]
        yield from _varied(results, table, wins, lang)
        heads = [words.say("lab.variant"), *(said_of(name, lang, table) for name in measures_of(table))]
        rows = [
            [one["name"], *(amount(estimate(table, name, one["number"]), lang) for name in measures_of(table))] for one in variants[:MOST]
        ]
        yield Part(words.say("lab.all_numbers"), "", heads, rows)
    verdicts = verdicts_of(results, table)
    if verdicts:
        title = words.say("lab.against", base=variants[0]["name"], measure=said_of(verdicts[0].measure, lang, table))
        heads = [words.say("lab.variant"), words.say("lab.difference")]
        yield Part(title, "", heads, [[named[v.variant], verdict_line(v, table, lang)] for v in verdicts[:MOST]])
    if not any(one["entrants"] for one in variants) and len(table):
        yield Part(words.say("lab.lengths"), plots.lengths(table, named, words.say("lab.of.turns")))
    used = [name for name in table.names() if table.is_whole(name)]
    for name in used:
        yield Part(said_of(name, lang, table), plots.each(table, name, dict(list(named.items())[:MOST]), said_of(name, lang, table)))
    for name in table.names():
        if table.is_course(name):
            season = LENGTH in table.names()
            title = words.say("lab.course_season" if season else "lab.course", name=name)
            yield Part(title, plots.course(table, name, named, words.say("lab.round" if season else "lab.of.turns")))


def _varied(results: Results, table: Table, wins: list[str], lang: str) -> Iterator[Part]:
    """Who wins over what varies."""
    about, words = results.about, of(lang)
    variants = about["variants"]
    knobs = list(dict.fromkeys(name for one in variants for name in one["settings"]))
    plain = [name for name in knobs if all(isinstance(one["settings"].get(name), (int, float)) for one in variants)]
    if not wins:
        return
    if len(knobs) == 1 and plain and len(variants) > 1:
        x = [float(one["settings"][plain[0]]) for one in variants]
        series = {said_of(name, lang, table): [estimate(table, name, one["number"]) for one in variants] for name in wins}
        yield Part(words.say("lab.over", name=plain[0]), plots.over_a_number(x, series, plain[0], lang, about.get("found")))
    elif len(knobs) == 2:
        sides = [list(dict.fromkeys(str(one["settings"][name]) for one in variants)) for name in knobs]
        if len(sides[0]) * len(sides[1]) == len(variants) <= 900:
            values = np.full((len(sides[0]), len(sides[1])), np.nan)
            for one in variants:
                at = tuple(side.index(str(one["settings"][name])) for side, name in zip(sides, knobs, strict=True))
                values[at] = estimate(table, wins[0], one["number"]).mean
            yield Part(said_of(wins[0], lang, table), plots.heat(sides[0], sides[1], values, (knobs[0], knobs[1]), lang))
    else:
        named = {one["number"]: one["name"] for one in variants[:MOST]}
        yield Part(said_of(wins[0], lang, table), plots.each(table, wins[0], named, "%"))


def _league(results: Results, table: Table, lang: str) -> Iterator[Part]:
    words = of(lang)
    found, head = standings(results, table)
    rows = [[table.called(one.name, lang), decimal(f"{one.points:+.0f}", lang), decimal(f"{one.low:+.0f} … {one.high:+.0f}", lang),
             decimal(f"{100 * one.won / max(1e-9, one.won + one.lost):.1f} %", lang)] for one in found]  # fmt: skip
    heads = [words.say("lab.entrant"), words.say("lab.elo"), words.say("lab.interval"), words.say("lab.won")]
    note = words.say("lab.first_side", points=f"{head[0]:+.0f}", low=f"{head[1]:+.0f}", high=f"{head[2]:+.0f}")
    yield Part(
        words.say("lab.ratings"),
        plots.rated([replace(one, name=table.called(one.name, lang)) for one in found], words.say("lab.elo")),
        heads,
        rows,
        [note],
    )
    names, shares = [one.name for one in found], pairs(results, table)
    values = [[shares.get((a, b), (np.nan, 0))[0] for b in names] for a in names]
    said = [table.called(name, lang) for name in names]
    cells = [[a, *("" if np.isnan(v) else f"{100 * v:.0f}" for v in line)] for a, line in zip(said, values, strict=True)]
    yield Part(words.say("lab.each_other"), plots.heat(said, said, values, (words.say("lab.entrant"), words.say("lab.opponent")), lang),
               [words.say("lab.entrant"), *said], cells)  # fmt: skip


# ------------------------------------------------------------------------------------------------ forms


def title_of(about: dict[str, Any], lang: str) -> str:
    """What the experiment is called."""
    return str(about["title"].get(lang) or about["title"].get("en") or about["experiment"])


def as_page(results: Results, table: Table, found: list[Part], lang: str) -> str:
    """The page."""
    import jinja2

    words, about = of(lang), results.about
    command, experiment, versions = _again(results)
    page = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined).from_string(PAGE)
    return page.render(
        lang=lang, title=title_of(about, lang), lead=headline(results, table, lang), parts=found, again=words.say("lab.again"),
        played=_played(results, table, lang), command=command, experiment=experiment, versions=versions,
    ) + "\n"  # fmt: skip


def as_markdown(results: Results, table: Table, found: list[Part], lang: str, folder: Path) -> str:
    """The same as Markdown; its plots are files beside it."""
    words = of(lang)
    out = [f"# {title_of(results.about, lang)}", headline(results, table, lang), _played(results, table, lang)]
    for number, part in enumerate(found, 1):
        out.append(f"## {part.title}")
        if part.svg:
            name = f"plot-{number}.svg"
            shown = part.svg.replace("<svg ", '<svg color="#606770" ', 1)
            write_whole(folder / name, re.sub(r' role="img"', "", shown))
            out.append(f"![{part.title}]({name})")
        if part.rows:
            lines = [part.heads, ["---"] * len(part.heads), *part.rows]
            out.append("\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines))
        out += part.notes
    command, experiment, versions = _again(results)
    out += [f"## {words.say('lab.again')}", f"```console\n$ {command}\n```", f"```toml\n{experiment.strip()}\n```", versions]
    return "\n\n".join(out) + "\n"


def as_csv(results: Results, table: Table) -> str:
    """Every measure of every variant: mean, interval, and of how many seeds."""
    held = io.StringIO()
    sheet = csv.writer(held, lineterminator="\n")
    knobs = list(dict.fromkeys(name for one in results.about["variants"] for name in one["settings"]))
    sheet.writerow(["variant", *knobs, "measure", "mean", "low", "high", "seeds"])
    for one in results.about["variants"]:
        for measure in measures_of(table):
            e = estimate(table, measure, one["number"])
            if e.known:
                values = [one["settings"].get(name, "") for name in knobs]
                sheet.writerow([one["number"], *values, measure, repr(e.mean), repr(e.low), repr(e.high), e.n])
    return held.getvalue()


def _played(results: Results, table: Table, lang: str) -> str:
    return of(lang).say("lab.played", n=thousands(len(table), lang), variants=len(results.about["variants"]), folder=results.folder.name)


def _again(results: Results) -> tuple[str, str, str]:
    about = results.about
    experiment = (results.folder / "experiment.toml").read_text(encoding="utf-8")
    versions = ", ".join(f"{name} {value[:12]}" for name, value in about["program"].items() if value)
    return f"arbitre lab run {html.escape(about['experiment'])}", experiment, f"{versions}; {about['hash'][:16]}"
