"""The sources of a rulebook, highlighted, a page for each file with an address for each line."""

from __future__ import annotations

import html

from pygments import highlight
from pygments.formatters import HtmlFormatter

from arbitre.documents.model.book import Book
from arbitre.documents.model.lexer import RulesLexer

STYLE = """
body{margin:0;font:15px/1.5 system-ui,sans-serif;color:#1a1a1a;background:#fff}
header,main{max-width:72rem;margin:0 auto;padding:.8rem 1rem}header{border-bottom:1px solid #bbb}
h1{font-size:1.2rem;margin:0}pre{font:13px/1.5 ui-monospace,Menlo,Consolas,monospace;overflow-x:auto;margin:0}
a{color:#0b4f6c}.src span[id]:target,.src a:target+*{background:#fff3c4}
.src .linenos a,.src a span.linenos{color:#595959;text-decoration:none;user-select:none}
span.line:target{background:#fff3c4;display:inline-block;min-width:100%}
.c1{color:#5c6370;font-style:italic}.k,.kd,.kc{color:#7a1f5c;font-weight:600}.kd{color:#0b4f6c}.s,.sh,.s2{color:#2d6a1f}
.mi,.mo,.m{color:#8a3b00}.nf{color:#1a3fa0;font-weight:600}.go{color:#6b5b00}.nl{color:#6b5b00}.nb{color:#4b3b8f}
@media print{header a{display:none}}
"""


def source_pages(book: Book, own: bool = False) -> dict[str, str]:
    """File name -> a whole HTML page; the same for every language and for every game that reads the file.

    With ``own``, only the files that the base of the book does not have.
    """
    out = {}
    for file in book.rulebook.files:
        if own and file.path not in book.own_files:
            continue
        name = book.source_name(file.path)
        out[f"{name}.html"] = page(file.path.removeprefix("rulebooks/"), file.text, book)
    return out


def page(path: str, text: str, book: Book) -> str:
    lines = highlight(text, RulesLexer(stripnl=False), HtmlFormatter(nowrap=True)).split("\n")
    body = "\n".join(
        f'<span class="line" id="L{n}"><a class="linenos" href="#L{n}" aria-label="{n}">{n:4} </a>{line}</span>'
        for n, line in enumerate(lines, 1)
    )
    title = html.escape(path)
    links = f'<a href="../en/{book.slug}/">English</a> · <a lang="fr" href="../fr/{book.slug}/">Français</a>'
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{title}</title><style>{STYLE}</style></head><body><header><h1>{title}</h1><nav>{links}</nav></header>"
        f'<main><pre class="src" tabindex="0">{body}</pre></main></body></html>\n'
    )
