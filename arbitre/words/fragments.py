"""Fragments of HTML that show themselves in notebooks and pages: without script or style sheet, in the colours of what is around them.

Whatever is not written here is escaped.  Pictures are beside words that say the same, so who hears a page misses nothing.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence
from hashlib import sha256

LEFT = "text-align:left;vertical-align:top"
RIGHT = "text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap"
BLUE, ORANGE, RED, GREY = "#4a7dbd", "#c2741b", "#c4483c", "#808080"  # each is seen on white and on black


class Raw(str):
    """HTML already."""


def with_own_ids(svg: str) -> str:
    """A picture whose ids no other picture of a page has, unless it is the same one; always the same for the same picture."""
    mark = sha256(svg.encode()).hexdigest()[:8]
    return re.sub(r'(\bid="|url\(#|href="#)(?=[\w.-])', rf"\g<1>p{mark}-", svg)


def safe(said: object) -> Raw:
    """Words as they are read, whatever signs they have."""
    return said if isinstance(said, Raw) else Raw(html.escape(str(said)))


def element(tag: str, said: object, style: str = "") -> Raw:
    """Words in a tag; ``said`` is escaped unless it is HTML already."""
    styled = f' style="{style}"' if style else ""
    return Raw(f"<{tag}{styled}>{safe(said)}</{tag.split()[0]}>")


def table(caption: str, heads: Sequence[object], rows: Iterable[Sequence[object]], numbers: Iterable[int] = ()) -> Raw:
    """A table whose first column names its rows; pictures have no head.  ``numbers``: columns aligned to the right."""
    right = set(numbers)

    def cell(column: int, said: object) -> str:
        tag = "td" if column else 'th scope="row"'
        return element(tag, said, RIGHT if column in right else LEFT + (";font-weight:normal" if not column else ""))

    out = ['<table style="border-collapse:collapse">']
    out += [element("caption", caption, "text-align:left;font-weight:bold;caption-side:top;color:inherit")] if caption else []
    named = (element('th scope="col"', head, RIGHT if n in right else LEFT) if head else "<td></td>" for n, head in enumerate(heads))
    out.append(f"<thead><tr>{''.join(named)}</tr></thead><tbody>")
    out += ["<tr>" + "".join(cell(n, said) for n, said in enumerate(row)) + "</tr>" for row in rows]
    return Raw("\n".join([*out, "</tbody></table>"]))


def bars(*shares: tuple[float, str]) -> Raw:
    """Bars one below the other, each a share of the whole in a colour; the numbers stand beside them."""
    high = 6 if len(shares) > 1 else 10
    drawn = "".join(
        f'<rect x="0" y="{n * (high + 1)}" width="{max(0.5, 120 * share):.1f}" height="{high}" fill="{colour}"/>'
        for n, (share, colour) in enumerate(shares)
        if share
    )
    whole = len(shares) * (high + 1)
    return Raw(f'<svg aria-hidden="true" width="121" height="{whole}" viewBox="0 0 121 {whole}">'
               f'<path d="M0.5 0V{whole}" stroke="{GREY}"/>{drawn}</svg>')  # fmt: skip


def interval(low: float, middle: float, high: float, reach: float, sure: bool) -> Raw:
    """A difference with its interval, from ``-reach`` to ``reach``; a stroke where there is none."""

    def at(value: float) -> float:
        return 60 + 58 * min(1.0, max(-1.0, value / reach)) if reach else 60

    colour = RED if sure else GREY
    return Raw(f'<svg aria-hidden="true" width="120" height="12" viewBox="0 0 120 12"><path d="M60 0V12" stroke="{GREY}"/>'
               f'<path d="M{at(low):.1f} 6H{at(high):.1f}" stroke="{colour}" stroke-width="2"/>'
               f'<circle cx="{at(middle):.1f}" cy="6" r="3.5" fill="{colour}"/></svg>')  # fmt: skip


def listed(lines: Iterable[object]) -> Raw:
    """A list."""
    return Raw("<ul>" + "".join(element("li", line) for line in lines) + "</ul>")


def indented(sentences: Iterable[tuple[int, str]]) -> Raw:
    """Sentences, each as deep as what led to it."""
    out: list[str] = []
    level = -1
    for wanted, said in sentences:
        depth = min(wanted, level + 1)
        while level > depth:
            out.append("</li></ul>")
            level -= 1
        if level < depth:
            out.append("<ul>")
            level += 1
        else:
            out.append("</li>")
        out.append(f"<li>{safe(said)}")
    return Raw("".join([*out, "</li></ul>" * (level + 1)]))
