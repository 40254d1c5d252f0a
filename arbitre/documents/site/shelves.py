"""Pages of a reference that are too long to be read, cut into several: entries by topic and name, all else in its order; links follow."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from arbitre.documents.pages.edition import Edition
from arbitre.documents.pages.reference.clauses import collated

MOST = 3_000  # words of a page
ROOM = 600  # left free, as the other language says the same in more words: both are cut at the same places
ENTRIES = {"actions": 3, "events": 2, "dice": 2, "values": 3}  # pages of entries, and the level of their headings
WHOLE = ("index", "handbook", "print", "sheet", "reference")
LINK = re.compile(r'(?:(?<=\]\()|(?<=href="))([\w-]+\.md)?(#[\w.-]+)?(?=[)"])')
ANCHOR = re.compile(r"\{ #([\w.-]+) \}|\bid=\"([\w.-]+)\"")

Homes = dict[tuple[str, str], str]


@dataclass(slots=True)
class Section:
    """A part of a page that stays together."""

    title: str
    anchor: str
    text: str
    words: int = field(init=False)

    def __post_init__(self) -> None:
        self.words = words(self.text)


def words(text: str) -> int:
    """How many words a reader has before him: pictures, addresses, numbers and names of clauses are none."""
    said = re.sub(r"(?s)<svg.*?</svg>|<form.*?</form>|<summary>.*?</summary>|<[^>]*>|`[^`\n]*`|\{[ :][^}\n]*\}", " ", text)
    said = re.sub(r"\]\([^)\n]*\)|\b[A-Z][A-Z0-9]+-[\w-]*\d\w*", " ", said)
    return len(re.findall(r"[^\W\d_]{2,}(?:[’'-][^\W\d_]+)*", said))


def shelved(
    writer: Edition, pages: dict[str, str], names: dict[str, str], others: tuple[dict[str, str], Homes] | None = None
) -> tuple[dict[str, str], Homes]:
    """Cuts the long ones among the pages. Gives the page that each new one stands below, and where an address of an old page is now.
    ``others``: the same of pages that are not made this time."""
    below, homes = (dict(others[0]), dict(others[1])) if others is not None else ({}, {})
    out: dict[str, str] = {}
    for page, text in pages.items():
        kept = page in WHOLE or page.startswith("learn-")
        made = {page: text}
        if not kept and page in ENTRIES:
            made = by_topic(writer, page, names, text)
        if not kept and len(made) == 1:
            made = in_turn(writer, page, names, made[page])
        out |= made
        for new, said in made.items():
            if new != page:
                below[new] = page
            for a, b in ANCHOR.findall(said):
                homes[page, a or b] = new
    follow(out, below, homes)
    pages.clear()
    pages.update(out)
    return below, homes


def by_topic(writer: Edition, page: str, names: dict[str, str], text: str) -> dict[str, str]:
    """Entries by name; where they are too many for a page, one for each topic, and a first one that lists them."""
    level = ENTRIES[page]
    head, sections = cut(text, level)
    if not settled(writer, f"{page}?", lambda: [int(words(text) > MOST - ROOM)])[0] or not writer.topics.titles_of:
        return {page: head + in_order(text, level)}
    sections = [s for s in sections if s.anchor or s.words > words(s.title)]
    shelves: dict[str, list[Section]] = {topic: [] for topic in writer.topics.order()}
    for section in sections:
        shelves[writer.topics.anchors.get(section.anchor, "others")].append(section)
    out = {page: head}
    for topic, found in shelves.items():
        if not found:
            continue
        out[page] += f"## {writer.topics.title(topic)} {{ #topic-{topic} }}\n\n"
        parts = parted(writer, f"{page}-{topic}", "", found)
        for position, part in enumerate(parts, 1):
            new = f"{page}-{topic}" + (f"-{position}" if position > 1 else "")
            part.sort(key=lambda s: collated(s.title))
            listed = " · ".join(f"[{s.title}]({new}.md#{s.anchor})" if s.anchor else f"[{s.title}]({new}.md)" for s in part)
            out[page] += f"{listed}\n\n"
            number = f" ({position})" if len(parts) > 1 else ""
            names[new] = f"{names[page]}{writer.say('colon')}{writer.topics.title(topic)}{number}"
            body = "".join(raised(s.text, level) for s in part)
            out[new] = f"# {names[new]}\n\n[↑ {names[page]}]({page}.md)\n\n{body}"
    return out


def in_turn(writer: Edition, page: str, names: dict[str, str], text: str) -> dict[str, str]:
    """A page that is still too long goes on on others, in its order."""
    starts = settled(writer, page, lambda: [0, 1] if words(text) > MOST - ROOM else [])
    if not starts:
        return {page: text}
    head, sections = cut(text, 2)
    pieces = [piece for s in sections for piece in smaller(writer, page, s)]
    parts = parted(writer, page, head, pieces)
    new = [page, *(f"{page}-{n}" for n in range(2, len(parts) + 1))]
    called = names[page]
    for name, part in zip(new, parts, strict=True):
        titles = list(dict.fromkeys(s.title for s in part if s.title))
        span = titles[0] if len(titles) == 1 else f"{titles[0]} – {titles[-1]}" if titles else ""
        names[name] = called if name == page else f"{called}{writer.say('colon')}{span}"
    out = {}
    for position, (name, part) in enumerate(zip(new, parts, strict=True)):
        ways = [f"[← {names[new[position - 1]]}]({new[position - 1]}.md)"] if position else []
        ways += [f"[{names[new[position + 1]]} →]({new[position + 1]}.md)"] if position + 1 < len(new) else []
        top = head if not position else f"# {names[name]}\n\n"
        foot = f'\n<nav class="ways" markdown>\n\n{" · ".join(ways)}\n\n</nav>\n'
        out[name] = top + "".join(s.text for s in part) + foot
    return out


def parted(writer: Edition, page: str, head: str, pieces: list[Section]) -> list[list[Section]]:
    """The pieces of a long page, page by page: at the same places in every language, a glossary at the same letters."""

    def first_pieces() -> list[int]:
        starts, room = [0], MOST - ROOM - words(head)
        for position, piece in enumerate(pieces):
            if position > starts[-1] and piece.words > room:
                starts.append(position)
                room = MOST - ROOM
            room -= piece.words
        return starts

    if page == "glossary":
        letters = settled(writer, "letters", lambda: [ord(pieces[start].title[:1] or "#") for start in first_pieces()])
        starts = [next((n for n, piece in enumerate(pieces) if ord(piece.title[:1] or "#") >= letter), 0) for letter in letters]
        starts = list(dict.fromkeys(starts))
    else:
        starts = settled(writer, f"{page}/", first_pieces)
    return [pieces[start:end] for start, end in zip(starts, [*starts[1:], len(pieces)], strict=True)]


def settled(writer: Edition, what: str, choose: Callable[[], list[int]]) -> list[int]:
    """Where a page is cut: where it was cut in the language it was written in first, so that addresses are alike."""
    known: dict[str, list[int]] = writer.book._cache.setdefault("cuts", {})
    if what not in known:
        known[what] = choose()
    return known[what]


def cut(text: str, level: int) -> tuple[str, list[Section]]:
    """What stands before the first heading, and what below each."""
    head, *rest = re.split(rf"(?m)^(?=#{{2,{level}}} )", text)
    return head, [section(part) for part in rest]


def section(text: str) -> Section:
    line = text.split("\n", 1)[0]
    anchor = ANCHOR.search(line)
    title = re.sub(r"<[^>]*>|\{ #[^}]*\}|^#+ |\[([^\]]*)\]\([^)]*\)", r"\1", line).strip()
    return Section(title, (anchor[1] or anchor[2]) if anchor else "", text)


def in_order(text: str, level: int) -> str:
    """The entries of a page by name, below the headings they stand below."""
    _, groups = cut(text, 2)
    if level == 2:
        return "".join(s.text for s in sorted(groups, key=lambda s: collated(s.title)))
    out = ""
    for group in groups:
        first, *rest = re.split(r"(?m)^(?=### )", group.text)
        out += first + "".join(s.text for s in sorted(map(section, rest), key=lambda s: collated(s.title)))
    return out


def raised(text: str, level: int) -> str:
    """An entry of a page of its own level, as one of the second."""
    return text if level == 2 else re.sub(r"(?m)^#(#{2,} )", r"\1", text)


def smaller(writer: Edition, page: str, whole: Section) -> Iterable[Section]:
    """A section that is too long for a page by itself, cut at its lists."""
    parts = re.split(r"(?m)^(?=- |### )", whole.text)

    def first_parts() -> list[int]:
        starts, said = [0], 0
        for position, size in enumerate(map(words, parts)):
            if said and said + size > MOST - ROOM:
                starts.append(position)
                said = 0
            said += size
        return starts

    starts = settled(writer, f"{page}#{whole.anchor}", first_parts) if whole.anchor and page != "glossary" else [0]
    for start, end in zip(starts, [*starts[1:], len(parts)], strict=True):
        yield Section(whole.title, whole.anchor, (f"## {whole.title}\n\n" if start else "") + "".join(parts[start:end]))


def follow(pages: dict[str, str], below: dict[str, str], homes: dict[tuple[str, str], str]) -> None:
    """Leads every link to where its address stands now."""
    for page, text in pages.items():
        own = below.get(page, page)

        def moved(match: re.Match[str], page: str = page, own: str = own) -> str:
            file, anchor = match[1], match[2]
            if anchor is None or (file is None and match[0] == ""):
                return match[0]
            target = file.removesuffix(".md") if file else own
            home = homes.get((below.get(target, target), anchor[1:]))
            if home is None:
                return match[0]
            return anchor if home == page else f"{home}.md{anchor}"

        pages[page] = LINK.sub(moved, text)
