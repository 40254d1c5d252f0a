"""The pages of a shelf: what a package is and what it says, for people, as plain HTML that opens by a double click."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping
from pathlib import Path

from arbitre.dsl.cache.careful import replace_whole
from arbitre.packages.archive import Files
from arbitre.packages.builder import Built
from arbitre.packages.manifest import Manifest
from arbitre.packages.shelf import Entry
from arbitre.words.phrases import LANGUAGES, of

STYLE = """
:root { color-scheme: light dark; --line: #8886 }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100% } th, td { text-align: start; padding: .4rem .6rem; border-bottom: 1px solid var(--line) }
pre { overflow-x: auto; padding: .8rem; border: 1px solid var(--line); border-radius: .4rem } nav { margin-bottom: 1.5rem }
"""


def write_pages(built: Built) -> list[Path]:
    """Writes a page for the shelf and one for each package, in every language of the program; the files written.

    Raises:
        OSError: one cannot be written.
    """
    newest: dict[str, list[Entry]] = {}
    for entry in sorted(built.entries, key=lambda one: one.manifest.version, reverse=True):
        newest.setdefault(entry.manifest.name, []).append(entry)
    out: list[Path] = []
    for lang in LANGUAGES:
        out.append(written(built.folder / f"index.{lang}.html", page(of(lang).say("package.page.title"), listing(newest, lang), lang, "")))
        for name, entries in newest.items():
            body = "".join(about(entries, built.files[entries[0].file], lang))
            out.append(written(built.folder / f"{slug(name)}.{lang}.html", page(entries[0].manifest.titled(lang), body, lang, slug(name))))
    out.append(written(built.folder / "index.html", (built.folder / "index.en.html").read_text(encoding="utf-8")))
    return out


def written(path: Path, text: str) -> Path:
    replace_whole(path, text.encode())
    return path


def slug(name: str) -> str:
    return name.replace("/", ".")


def page(title: str, body: str, lang: str, name: str) -> str:
    """A whole page; the other languages of the same one are linked."""
    others = " · ".join(f'<a hreflang="{other}" href="{name or "index"}.{other}.html">{other}</a>' for other in LANGUAGES if other != lang)
    home = f'<a href="index.{lang}.html">{html.escape(of(lang).say("package.page.title"))}</a> · ' if name else ""
    return (
        f'<!doctype html>\n<html lang="{lang}">\n<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{html.escape(title)}</title><style>{STYLE}</style></head>\n"
        f"<body><nav>{home}{others}</nav><main><h1>{html.escape(title)}</h1>\n{body}</main></body>\n</html>\n"
    )


def listing(newest: Mapping[str, list[Entry]], lang: str) -> str:
    say = of(lang).say
    rows = "".join(
        f'<tr><td><a href="{slug(name)}.{lang}.html">{html.escape(entries[0].manifest.titled(lang))}</a><br><code>{name}</code></td>'
        f"<td>{entries[0].manifest.version}</td><td>{html.escape(entries[0].manifest.game or '–')}</td></tr>\n"
        for name, entries in sorted(newest.items())
    )
    heads = "".join(f"<th>{html.escape(say(key))}</th>" for key in ("package.page.title", "package.page.version", "package.page.for"))
    return f"<table><thead><tr>{heads}</tr></thead><tbody>\n{rows}</tbody></table>\n"


def about(entries: list[Entry], files: Files, lang: str) -> Iterator[str]:
    """What is said of one package: its facts, its rules, its examples, its earlier versions."""
    say, manifest = of(lang).say, entries[0].manifest
    if manifest.text:
        yield f"<p>{html.escape(manifest.text.get(lang) or next(iter(manifest.text.values())))}</p>\n"
    rows = "".join(f"<tr><th>{html.escape(say(key))}</th><td>{html.escape(said)}</td></tr>" for key, said in facts(manifest))
    yield f"<table><tbody>{rows}</tbody></table>\n<pre>arbitre add {manifest.name}</pre>\n"
    for key, wanted in (("package.page.changes", False), ("package.page.scenarios", True)):
        texts = [(path, data) for path, data in files.items() if path.endswith(".rules") and path.startswith("scenarios/") is wanted]
        if texts:
            yield f"<h2>{html.escape(say(key))}</h2>\n"
        for path, data in texts:
            yield f"<h3><code>{html.escape(path)}</code></h3>\n<pre>{html.escape(data.decode('utf-8', 'replace'))}</pre>\n"
    if len(entries) > 1:
        yield f"<h2>{html.escape(say('package.page.older'))}</h2>\n<ul>"
        yield "".join(f'<li><a href="{html.escape(one.file)}">{one.manifest.version}</a></li>' for one in entries[1:]) + "</ul>\n"


def facts(manifest: Manifest) -> Iterator[tuple[str, str]]:
    yield "package.page.version", str(manifest.version)
    if manifest.game:
        yield "package.page.for", manifest.game
    if manifest.verified:
        yield "package.page.verified", str(manifest.verified)
    yield "package.page.licence", manifest.licence
    if manifest.authors:
        yield "package.page.authors", ", ".join(manifest.authors)
    for key in ("requires", "recommends", "conflicts"):
        held = getattr(manifest, key)
        if held:
            yield f"package.page.{key}", ", ".join(f"{name} {versions}".strip() for name, versions in held.items())
