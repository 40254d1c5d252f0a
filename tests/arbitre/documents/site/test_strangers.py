"""What a stranger writes in titles and texts is shown, and nothing of it obeyed: in pages, pictures, reports and at the terminal."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from arbitre.cli.main import cli
from arbitre.documents.site.generate import LISTS
from arbitre.documents.site.harmless import ATTRIBUTES, TAGS, inside, neutral, sanitised
from arbitre.documents.site.site import as_html, pages_of

PAYLOADS = {
    "attributes": "X { onmouseover=alert(5) }",
    "listed": "X {: onclick=alert(1) .evil }",
    "link": "[c](javascript:alert(3))",
    "mixed": "[c](JaVa\tScRiPt:alert(3))",
    "entity": "[c](&#106;avascript:alert(3))",
    "host": "[c](//evil.example/x)",
    "picture": "![p](https://evil.example/p.png)",
    "named": "[c][r] [r]: javascript:alert(3)",
    "defined": "[c][r]\n\n[r]: javascript:alert(3)",
    "auto": "<javascript:alert(3)>",
    "script": "<script>alert(1)</script>",
    "image": "<img src=x onerror=alert(1)>",
    "svg": "<svg/onload=alert(1)>",
    "frame": "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "styled": "<span style='background:url(//evil.example)'>x</span>",
    "escaped style": "<span style='background:u\\72l(//evil.example)'>x</span>",
    "escaped style, again": "<span style='background:\\75rl(x)'>x</span>",
    "styled name": "<span style='b\\61ckground:red'>x</span>",
    "import": "<span style='@import x'>x</span>",
    "expression": "<span style='width:expression(alert(1))'>x</span>",
    "over everything": "<span style='position:fixed;width:100%'>x</span>",
    "listed style": 'X { style="background:url(x)" }',
    "unquoted": "<a href=javascript:alert(1)>x</a>",
    "upper case": "<IMG SRC='JAVASCRIPT:alert(1)'>",
    "host of another": "<img src='//evil.example/p.png'>",
    "data": "<a href='data:text/html,x'>x</a>",
    "named character": "<a href='java&Tab;script:alert(1)'>x</a>",
    "base": "<base href='//evil.example/'>",
    "meta": "<meta http-equiv='refresh' content='0;url=//evil.example'>",
    "sent": "<form action='//evil.example'><button formaction='//evil.example'>x</button></form>",
    "nested svg": "<svg><style><img src=x onerror=alert(1)></style></svg>",
    "foreign": "<svg><foreignObject><iframe src='//evil.example'></iframe></foreignObject></svg>",
    "animated": "<svg><a><animate attributeName='href' values='javascript:alert(1)'/><text>x</text></a></svg>",
    "linked in svg": "<svg><a xlink:href='javascript:alert(1)'><text>x</text></a></svg>",
    "used": "<svg><use href='//evil.example/x.svg#y'/></svg>",
    "math": "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>",
    "unclosed": "<img src=x onerror=alert(1)//",
    "slashes": "<b/onclick=alert(1)/x>x",
    "twice": "<b title='a' onclick='alert(1)' title='b'>x</b>",
    "breaking out": "<b title='&quot; onclick=&quot;alert(1)'>x</b>",
    "link around markup": '[<b onclick=alert(1)>x</b>](x.md "y" onclick=alert(1))',
    "comment": "<!-- x --> --><b onclick=alert(1)>x",
    "fence": "```x``` `<script>alert(1)</script>`",
    "escape": "\x1b]0;owned\x07\x1b[2J\u202e",
}
RULES = """\
game shop:
    title en "T {0}" fr "T {0}"
    text en "D {0}" fr "D {0}"
    goal en "G {0}" fr "G {0}"
    players en "P {0}" fr "P {0}"
    lasts en "L {0}" fr "L {0}"
option pace: 1 to 4 = 2
    title en "O {0}" fr "O {0}"
    text en "OT {0}" fr "OT {0}"
kind side (s), seats: red, blue
    title en "K {0}" fr "K {0}"
    text en "KT {0}" fr "KT {0}"
    gold: 0 to 99
        title en "F {0}" fr "F {0}"
kind cell (c), grid(3, 3, closed)
    title en "C {0}" fr "C {0}"
kind piece (p), up to 2:
    title en "N {0}" fr "N {0}"
    square: cell or none
    owner: side
test push by side: d6
    title en "Q {0}" fr "Q {0}"
    text en "QT {0}" fr "QT {0}"
    success when total is 4 or more
event pay for side: side gains pace gold [SH-a-01]
event earn for side:
    title en "E {0}" fr "E {0}"
    text en "ET {0}" fr "ET {0}"
    pay for side
    says en "S {0}" fr "S {0}"
event setup:
    create piece with owner red, square (1, 1)
agenda turn:
    title en "A {0}" fr "A {0}"
    go:
        title en "AS {0}" fr "AS {0}"
        test push by red:
            success: earn for red
            failure: earn for blue
clause SH-a-01:
    text en "CL {0}" fr "CL {0}"
    ruling en "R {0}" fr "R {0}"
    because en "B {0}" fr "B {0}"
chapter first:
    title en "H {0}" fr "H {0}"
    text en "HT {0}" fr "HT {0}"
    tip en "HI {0}" fr "HI {0}"
    picture of cell
scenario "Z":
    title fr "Z {0}"
    play turn
    dice 4
    expect red.gold is 2
"""


HTML = """
<form class="ask" data-again="Again" data-chances="[1, 2]" hidden="">x</form>
<p data-start="x" hidden="">y</p>
<details class="ruling" data-option="pace"><summary>x</summary><p>y</p></details>
<input name="x" type="radio" value="1">
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" role="img"><title>x</title><circle cx="1" fill="currentColor"></circle></svg>
<output aria-live="polite">x</output>
<ol aria-label="x"><li>y</li></ol>
<span style="width:27%">x</span>
<a class="headerlink" href="#x" title="Permanent link">¶</a>
<img alt="x" src="../board.svg" style="min-width:min(240px, 640px)">
<table><thead><tr><th style="text-align:right">x</th></tr></thead></table>
a &lt; b &amp; c
"""


class Reader(HTMLParser):
    """Notes whatever a browser would obey."""

    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in TAGS:
            self.faults.append(f"<{tag}>")
        known = {one.lower() for one in ATTRIBUTES}
        for name, value in attrs:
            leads = name in ("href", "src") and not inside(value or "")
            styled = name == "style" and re.fullmatch(r"(?:[\w-]*(?:width|align): ?(?:[\w.%]+|min\([\w, ]+\));? ?)*", value or "") is None
            if name.startswith("on") or leads or styled or not (name.startswith(("data-", "aria-")) or name in known):
                self.faults.append(f"{tag} {name}={value}")

    def handle_comment(self, data: str) -> None:
        self.faults.append(f"<!--{data}-->")


def written(folder: Path, payload: str) -> Path:
    path = folder / "shop.rules"
    path.write_text(RULES.replace("{0}", payload.replace('"', "'")), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["all", "escape"])
def test_pages_obey_nothing_that_a_rulebook_says(tmp_path: Path, name: str) -> None:
    payload = "  ".join(text.replace("{", "").replace("}", "") for key, text in PAYLOADS.items() if key not in ("escape", "defined"))
    payload = PAYLOADS["escape"] if name == "escape" else payload
    site = pages_of(str(written(tmp_path, payload)), ["en", "fr"])
    read = 0
    for path, text in site.files.items():
        if path.endswith(".svg"):
            tree = ElementTree.fromstring(text)
            assert not [n for n in tree.iter() if "script" in str(n.tag) or any(a.lower().startswith("on") for a in n.attrib)]
        if not isinstance(text, str) or not path.endswith(".md"):
            continue
        reader = Reader()
        body, tokens = as_html(text, path.endswith("index.md"))
        reader.feed(body + " ".join(str(token["name"]) for token in tokens))
        assert not reader.faults, (path, reader.faults[:3])
        read += 1
    assert read > 20
    for said in (*site.titles.values(), *site.texts.values(), *(n for pages in site.made.values() for n in pages.names.values())):
        reader = Reader()
        reader.feed(said)
        assert not reader.faults


@pytest.mark.parametrize("name", sorted(PAYLOADS))
def test_each_kind_of_markup_is_neutralised_by_itself(name: str) -> None:
    for before in ("", "# ", "- ", "| a | ", "> ", "*x* "):
        reader = Reader()
        reader.feed(as_html(neutral(before + PAYLOADS[name] + "\n\nmore\n"), True)[0])
        assert not reader.faults, (before, reader.faults)


@pytest.mark.parametrize("name", sorted(PAYLOADS))
def test_what_reached_html_unseen_is_taken_out_there(name: str) -> None:
    for around in (
        "{}",
        "<svg>{}</svg>",
        "<table><tr><td>{}</td></tr></table>",
        "<details><summary>{}</summary></details>",
        "<p title='{}'>",
    ):
        reader = Reader()
        reader.feed(sanitised(around.format(PAYLOADS[name])))
        assert not reader.faults, (around, reader.faults)


def test_html_that_pages_are_made_of_stays() -> None:
    for own in HTML.strip().split("\n"):
        assert sanitised(own) == own


def test_what_pages_are_made_of_stays() -> None:
    for own in ("## Title { #anchor }", "[a](../x/y.md#z)", '<a id="x"></a>', '<span class="missing" lang="en">x</span>', "![](board.svg)",
                '<svg viewBox="0 0 1 1" role="img"><title>x</title></svg>', "[here](#whole)", "1 < 2"):  # fmt: skip
        assert neutral(own) == own


def test_a_terminal_and_a_picture_obey_nothing_either(tmp_path: Path) -> None:
    book = str(written(tmp_path, PAYLOADS["escape"] + "<script>x</script>"))
    picture = tmp_path / "board.svg"
    commands = ["check", "play --watch --seed 1", "test", "show", "clauses", "list", "odds", "board", f"board --svg {picture}"]
    for command in commands:
        name, *more = command.split()
        args = [name, book, *more, *(["push"] if name == "odds" else [])]
        result = CliRunner().invoke(cli, [*args, "--lang", "en"])
        assert result.exception is None or isinstance(result.exception, SystemExit)
        assert "\x1b]" not in result.output and "\x1b[2J" not in result.output and "\u202e" not in result.output, args
    drawn = picture.read_text(encoding="utf-8")
    assert "<script" not in drawn and ElementTree.fromstring(drawn) is not None


def test_two_lists_one_after_the_other_stay_two() -> None:
    made = LISTS.sub(r"\1\n<div></div>\n\n", "1. **Good** if so.\n1. **Bad**.\n\n- One stays.\n- And goes.\n")
    assert neutral(made) == made and "\n<div></div>\n\n- One" in made
    assert LISTS.sub("x", "1. Good.\n\nSo it is:\n\n- One stays.\n") == "1. Good.\n\nSo it is:\n\n- One stays.\n"
