"""Pages as plain HTML files, which a browser opens from the disk: links between files, one style, a menu, no script."""

from __future__ import annotations

import html
import posixpath
import re
from typing import Any

from arbitre.documents.site.harmless import sanitised
from arbitre.documents.site.site import FRONT, STYLE, Site

NAME = "pages.css"
BASE = STYLE.with_name("plain.css")
LINK = re.compile(r'\b(href|src)="([^"#:]+)\.md(#[^"]*)?"')
OTHERS = re.compile(r"<nav>.*?</nav>")


def plain_files(site: Site, lang: str) -> dict[str, str | bytes]:
    """The files of a site, its pages as HTML: path -> content."""
    out: dict[str, str | bytes] = {NAME: "".join(file.read_text(encoding="utf-8") for file in (BASE, STYLE))}
    first = f"{lang}/{site.name}/index.md"
    for path, content in site.files.items():
        if path.endswith(".md") and isinstance(content, str):
            out[f"{path[:-3]}.html"] = page(content, path, site, lang)
        elif path.startswith("source/") and isinstance(content, str):
            back = f'<nav><a href="../{first[:-3]}.html">{html.escape(site.titles[lang])}</a></nav>'
            out[path] = OTHERS.sub(lambda _, back=back: back, content, count=1)  # type: ignore[misc]
        else:
            out[path] = content
    return out


def page(text: str, path: str, site: Site, lang: str) -> str:
    """A page of Markdown as a whole HTML file."""
    from markdown import Markdown

    maker = Markdown(extensions=["tables", "attr_list", "md_in_html", "admonition", "toc"])
    body = sanitised(LINK.sub(linked, maker.convert(FRONT.sub("", text))))
    named = re.search(r"<h1[^>]*>(.*?)</h1>", body, re.S)
    title = re.sub(r"<[^>]*>", "", named[1]).strip() if named else html.escape(site.titles[lang])
    style = posixpath.relpath(NAME, posixpath.dirname(path))
    return (
        f'<!doctype html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width,initial-scale=1">\n<title>{title}</title>\n'
        f'<link rel="stylesheet" href="{style}">\n</head>\n<body>\n<div>\n<nav class="menu">\n{menu(site.menu(lang), path)}\n</nav>\n'
        f'<main class="md-typeset">\n{body}\n</main>\n</div>\n</body>\n</html>\n'
    )


def linked(found: re.Match[str]) -> str:
    return f'{found[1]}="{found[2]}.html{found[3] or ""}"'


def menu(entries: list[Any], path: str) -> str:
    """A list of entries; what lies below another entry is folded away, but where the page is."""
    out = []
    for entry in entries:
        for title, there in entry.items():
            said = html.escape(html.unescape(str(title)))
            if isinstance(there, str):
                here = ' aria-current="page"' if there == path else ""
                target = posixpath.relpath(f"{there[:-3]}.html", posixpath.dirname(path))
                out.append(f'<li><a href="{target}"{here}>{said}</a></li>')
            else:
                shown = " open" if path in leaves(there) else ""
                out.append(f"<li><details{shown}><summary>{said}</summary>{menu(there, path)}</details></li>")
    return f"<ul>{''.join(out)}</ul>"


def leaves(entries: list[Any]) -> list[str]:
    """The pages of a menu, those below others too."""
    return [path for entry in entries for there in entry.values() for path in ([there] if isinstance(there, str) else leaves(there))]
