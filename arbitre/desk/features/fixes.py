"""Quick fixes: for every code of a message what can be written at once to correct it, or the reason why its author alone can know."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from arbitre.desk.analysis import home_of
from arbitre.desk.features.bench import Bench, Fix, deep_of
from arbitre.desk.lookup import Sight
from arbitre.desk.texts import Span, Spot, Text
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.message import Message
from arbitre.dsl.lint.own import located
from arbitre.dsl.source.clause_numbers import CLAUSE
from arbitre.dsl.source.quotes import TEXT
from arbitre.words.topics.fixes import REASONS

_MEANT = re.compile(r"Did you mean ‘([^’]+)’")
_QUOTED = re.compile(r"‘([^’]+)’")
_OVER = re.compile(r"settle it with ‘over ([\w.]+)’")
_ORDER = re.compile(r"‘(?:insert (?:before|after) [\w.]+|\.\.\.), before ([\w.]+):’")
_BLOCKS = re.compile(r"Blocks around it start after ([\d, ]+) spaces")
_TWO = re.compile(r"(-?\d+)( to )(-?\d+)")
STEP = "    "


def fixes(sight: Sight, message: Message, lang: str) -> list[Fix]:
    """Every way to mend a message that can be written down without asking; the best first."""
    line = message.place.line
    if located(message.place.file) != sight.path.resolve() or line < 1 or line > len(sight.text.read):
        return []
    bench = Bench(sight, message, lang)
    found: list[Fix] = []
    for make in (_meant, *FIXERS.get(message.code, ())):
        found += make(bench)
    return found


def reason(code: str, lang: str) -> str:
    """Why a fault of a sort cannot be mended without its author; "" if it can."""
    return REASONS[code][lang == "fr"] if code in REASONS else ""


def _meant(bench: Bench) -> Iterator[Fix]:
    """The nearest name, in place of the one that is not there."""
    near = _MEANT.search(str(bench.message.hint))
    if near is None:
        return
    name, start = near[1], bench.place.column - 1
    wrong = [said for said in _QUOTED.findall(str(bench.message.text)) if said != name]
    for said in wrong:
        at = bench.line.find(said, start)
        at = at if at >= 0 else bench.line.find(said)
        if at >= 0:
            yield bench.fix(bench.say("word", name=name), (bench.at(bench.place.line, at + 1, at + 1 + len(said)), name))
            return
    found = re.compile(r"[^\W\d][\w.-]*").match(bench.line, start)
    if found is not None and found[0] != name:
        yield bench.fix(bench.say("word", name=name), (bench.at(bench.place.line, start + 1, found.end() + 1), name))


def _title(bench: Bench) -> Iterator[Fix]:
    """A title in the promised languages below the head, or what lacks of it: its author only has to translate."""
    named = re.match(rf"\s*scenario ({TEXT})", bench.line)
    if named is not None:  # its name is its title in one language
        names = " ".join(f"{code} {named[1]}" for code in bench.sight.found.rulebook.promised if code != "en")
        yield bench.fix(bench.say("title"), bench.below(bench.place.line, f"{bench.indent()}{STEP}title {names}"))
        return
    found = re.match(r"\s*(?:replace +)?[^\W\d]\w*(?: +of)? +([^\W\d]\w*)", bench.line)
    if found is None:
        return
    name = found[1].replace("_", " ").capitalize()
    said = " ".join(f'{code} "{name}"' for code in bench.sight.found.rulebook.promised)
    edits = [bench.below(bench.place.line, f"{bench.indent()}{STEP}title {said}")]
    head = re.sub(r"\s*(\[[A-Z][^\]]*\])?\s*(#.*)?$", "", bench.line)
    if re.match(r"\s*(kind|event|action|agenda|chapter|[^\W\d]\w* +[^\W\d]\w*$)", head) and ":" not in head:
        edits.insert(0, (bench.at(bench.place.line, len(head) + 1, len(head) + 1), ":"))
    yield bench.fix(bench.say("title"), *edits)


def _scenario(bench: Bench) -> Iterator[Fix]:
    """A scenario that bears the number, where those of the same part of the paper rules stand; its author says what happens."""
    clause = next(iter(_QUOTED.findall(str(bench.message.text))), None)
    if clause is None:
        return
    sentence = next((d.sentence for d in bench.sight.found.bound.symbols.decls if isinstance(d, t.Clause) and str(d.name) == clause), None)
    promised = bench.sight.found.rulebook.promised
    texts = [sentence.within(code) if sentence is not None else clause for code in promised]
    said = [text.split(". ")[0].rstrip(".").replace('"', "'")[:90] for text in texts]
    titles = " ".join(f'{code} "{title}"' for code, title in zip(promised[1:], said[1:], strict=True))
    more = f"    title {titles}\n" if titles else ""
    skeleton = f'scenario "{said[0]}":    [{clause}]\n{more}    # given ...\n    # do ...\n    expect false\n'
    yield _appended(bench, bench.say("scenario", clause=clause), skeleton, _home_of_scenarios(bench, clause))


def _home_of_scenarios(bench: Bench, clause: str) -> Path:
    """The file with most scenarios of the same part of the rules."""
    part = clause.rpartition("-")[0]
    count: dict[str, int] = {}
    for scenario in bench.sight.found.rulebook.scenarios:
        if any(number.rpartition("-")[0] == part for number in scenario.clauses):
            count[scenario.place.file] = count.get(scenario.place.file, 0) + 1
    return located(max(count, key=lambda file: count[file])) if count else bench.sight.path.resolve()


def _appended(bench: Bench, title: str, new: str, path: Path) -> Fix:
    """Something written at the end of a file."""
    text = bench.text if path == bench.sight.path.resolve() else Text(bench.sight.found.texts[path])
    end = text.end()
    gap = "\n" if not text.raw[-1] else "\n\n"
    return Fix(title, ((path, Span(end, end), gap + new),))


def _clause(bench: Bench) -> Iterator[Fix]:
    """The clause that is missing, where those of the same game stand."""
    if not (said := _QUOTED.findall(str(bench.message.text))) or not re.fullmatch(CLAUSE, said[0]):
        return
    near = re.split(r"(?<=[A-Z0-9])-", said[0])[0] + "-"
    clauses = [d for d in bench.sight.found.bound.symbols.decls if isinstance(d, t.Clause) and str(d.name).startswith(near)]
    path = located(clauses[-1].place.file) if clauses else bench.sight.path.resolve()
    yield _appended(bench, bench.say("clause", clause=said[0]), f'clause {said[0]}:\n    text en "..." fr "..."\n', path)


def _over_nothing(bench: Bench) -> Iterator[Fix]:
    for name in _QUOTED.findall(str(bench.message.text)):
        at = re.search(rf",?\s+over {re.escape(name)}\b", bench.line)
        if at is not None:
            yield bench.fix(bench.say("over", name=name), (bench.at(bench.place.line, at.start() + 1, at.end() + 1), ""))
            return


def _over(bench: Bench) -> Iterator[Fix]:
    """Of two rules that both stand instead of something, this one."""
    found = _OVER.search(str(bench.message.hint))
    colon = re.search(r":(?=[^\"]*(\"[^\"]*\"[^\"]*)*$)", bench.line)
    if found is not None and colon is not None:
        at = colon.start() + 1
        yield bench.fix(bench.say("over_other", name=found[1]), (bench.at(bench.place.line, at, at), f" over {found[1]}"), sure=False)


def _order(bench: Bench) -> Iterator[Fix]:
    """Steps, or rules of one moment, of several files: ours before, or after, the first of the others."""
    found = _ORDER.search(str(bench.message.hint))
    colon = re.search(r":(?![^(]*\))", bench.line)
    if found is not None and colon is not None:
        at = colon.start() + 1
        for side in ("before", "after"):
            said = f", {side} {found[1]}"
            yield bench.fix(bench.say("word", name=said[2:]), (bench.at(bench.place.line, at, at), said), sure=False)


def _says_nothing(bench: Bench) -> Iterator[Fix]:
    line = bench.place.line
    if bench.line.split("[")[0].rstrip().endswith(":"):
        if bench.text.line(line + 1).lstrip().startswith("title "):
            line += 1
        yield bench.fix(bench.say("says_nothing"), bench.below(line, f"{bench.indent()}{STEP}says nothing"), sure=False)


def _spaces(bench: Bench) -> Iterator[Fix]:
    """All tabs of the file, for they are one habit."""
    edits = []
    for number, line in enumerate(bench.text.read, 1):
        head = line[: len(line) - len(line.lstrip())]
        if "\t" in head:
            edits.append((bench.at(number, 1, len(head) + 1), head.replace("\t", STEP)))
    if edits:
        yield bench.fix(bench.say("spaces"), *edits)


def _indent(bench: Bench) -> Iterator[Fix]:
    deep = deep_of(bench.line)
    blocks = _BLOCKS.search(str(bench.message.hint))
    if blocks is not None:
        wanted = min((int(n) for n in blocks[1].replace(" ", "").split(",")), key=lambda n: (abs(n - deep), -n))
        yield bench.fix(bench.say("line_up"), (bench.at(bench.place.line, 1, deep + 1), " " * wanted))
    elif "indent it by four spaces" in str(bench.message.hint) and not deep:
        yield bench.fix(bench.say("indent"), (bench.at(bench.place.line, 1, 1), STEP))


def _quote(bench: Bench) -> Iterator[Fix]:
    if '"""' not in bench.line and "never closed" in str(bench.message.text):
        bare = re.sub(r"\s*(\[[A-Z][^\]]*\])?\s*$", "", bench.line).rstrip(":")
        end = len(bare) + 1
        yield bench.fix(bench.say("quote"), (bench.at(bench.place.line, end, end), '"'), sure=False)


def _head(bench: Bench) -> Iterator[Fix]:
    """The game in whose folder the file lies."""
    for up in bench.sight.path.resolve().parents[:3]:
        main = up / f"{up.name}.rules"
        if main.is_file() and main != bench.sight.path.resolve() and home_of(main, "").main == main:
            start = Spot(0, 0)
            yield bench.fix(bench.say("head", name=up.name), (Span(start, start), f"extends {up.name}\n\n"))
            return


def _swap(bench: Bench) -> Iterator[Fix]:
    found = _TWO.search(bench.line, bench.place.column - 1) if "smaller number first" in str(bench.message.hint) else None
    if found is not None:
        span = bench.at(bench.place.line, found.start() + 1, found.end() + 1)
        yield bench.fix(bench.say("swap"), (span, f"{found[3]}{found[2]}{found[1]}"))


def _line(bench: Bench) -> Iterator[Fix]:
    yield bench.fix(bench.say("line"), bench.without_line(), sure=False)


def _goal(bench: Bench) -> Iterator[Fix]:
    """The lines that a game does not have yet, as those that its author fills in."""
    wanted = [name for name in _QUOTED.findall(str(bench.message.text)) if name in ("goal", "players", "lasts")]
    lines = "\n".join(f'{STEP}{name} en "..." fr "..."' for name in wanted)
    at = bench.place.line + (1 if bench.text.line(bench.place.line + 1).lstrip().startswith("title ") else 0)
    if wanted and bench.line.rstrip().endswith(":"):
        yield bench.fix(bench.say("goal"), bench.below(at, lines))


def _times(bench: Bench) -> Iterator[Fix]:
    """A limit at the heads of the two that call each other."""
    edits: list[tuple[Path, Span, str]] = []
    found = bench.sight.found
    if "in the head of this rule" in str(bench.message.hint):
        yield from _times_of_hook(bench)
        return
    for name in dict.fromkeys(_QUOTED.findall(str(bench.message.hint))):
        decl = found.bound.symbols.rule_decls.get(name)
        where = bench.sight.span(decl.place) if isinstance(decl, t.Event) else None
        if decl is None or where is None:
            continue
        path, span = where
        text = bench.text if path == bench.sight.path.resolve() else Text(found.texts[path])
        line = text.line(span.start.line + 1)
        colon = re.search(r":\s*(\[[^\]]*\]\s*)?$", line)
        if colon is not None and ", up to " not in line:
            at = text.spot(span.start.line + 1, colon.start() + 1)
            edits.append((path, Span(at, at), ", up to 10 times"))
    if edits:
        yield Fix(bench.say("times"), tuple(edits))


def _times_of_hook(bench: Bench) -> Iterator[Fix]:
    """The same at the head of the rule beside another that the line stands in."""
    head = re.compile(r"\s*(?:before|after|instead +of)(?: +(?!when\b|over\b)[\w.]+)+")
    for line in range(bench.place.line, 0, -1):
        if (found := head.match(bench.text.line(line))) is not None:
            at = found.end() + 1
            yield bench.fix(bench.say("times"), (bench.at(line, at, at), ", up to 10 times"))
            return


def _row(bench: Bench) -> Iterator[Fix]:
    """A row for the numbers that a table says nothing of."""
    found = re.search(r"has no row for (-?\d+)(?: to (-?\d+))?", str(bench.message.text))
    if found is None:
        return
    last = bench.place.line
    while last < len(bench.text.read) and (bench.text.line(last + 1)[:1].isspace() and bench.text.line(last + 1).strip()):
        last += 1
    span = f"{found[1]} to {found[2]}" if found[2] else found[1]
    yield bench.fix(bench.say("row"), bench.below(last, f"{bench.indent()}{STEP}{span}: end"), sure=False)


def _syntax(bench: Bench) -> Iterator[Fix]:
    """Habits of other languages."""
    hint, start = str(bench.message.hint), bench.place.column - 1
    if "A comparison is written ‘is’" in hint:
        found = re.compile(r"={1,3}").search(bench.line, max(0, start - 1))
        if found is not None:
            yield bench.fix(bench.say("word", name="is"), (bench.at(bench.place.line, found.start() + 1, found.end() + 1), "is"))
    elif "opens a block ends with ‘:’" in hint or "Write what it does after a colon" in hint:
        end = len(re.sub(r"\s*(\[[A-Z][^\]]*\])?\s*(#.*)?$", "", bench.line))
        at = len(bench.line[:start].rstrip()) if start < end else end  # before what is not expected, or at the end of the line
        yield bench.fix(bench.say("sign", sign=":"), (bench.at(bench.place.line, at + 1, at + 1), ":"))
    elif "Put ‘)’ where it ends" in hint and bench.line.count("(") == 1:
        end = len(re.sub(r":?\s*(\[[A-Z][^\]]*\])?\s*(#.*)?$", "", bench.line)) + 1
        yield bench.fix(bench.say("sign", sign=")"), (bench.at(bench.place.line, end, end), ")"), sure=False)
    elif "Write dice as" in hint or "Put texts in straight double quotes" in hint:
        found = re.compile(r"'([^']*)'").search(bench.line, max(0, start - 1))
        if found is not None:
            yield bench.fix(bench.say("quote"), (bench.at(bench.place.line, found.start() + 1, found.end() + 1), f'"{found[1]}"'))


def _waived(bench: Bench) -> Iterator[Fix]:
    """A clause that a rule carries is waived no longer."""
    for number in range(bench.place.line + 1, len(bench.text.read) + 1):
        line = bench.text.line(number)
        if not line[:1].isspace():
            return
        if line.lstrip().startswith("waived "):
            yield bench.fix(bench.say("line"), (Span(bench.text.spot(number, 1), bench.text.spot(number + 1, 1)), ""), sure=False)
            return


def _reveals(bench: Bench) -> Iterator[Fix]:
    """Said openly where it shows: above that line, or as the first line of the rule whose head shows it."""
    said = re.search(r"‘(reveals [^’]+)’", str(bench.message.hint))
    shows = [place for place, note in bench.message.related if str(note) == "it can be inferred here"] or [bench.message.place]
    if said is None or not shows:
        return
    found = bench.sight.span(shows[0])
    if found is None or found[0] != bench.sight.path.resolve():
        return
    line = found[1].start.line + 1
    text = bench.text.line(line)
    if text[:1].isspace():
        start = bench.text.spot(line, 1)
        new = f"{text[: deep_of(text)]}{said[1]}\n"
    elif text.split("[")[0].rstrip().endswith(":"):
        start, new = bench.text.spot(line, len(text) + 1), f"\n{STEP}{said[1]}"
    else:
        return
    yield bench.fix(bench.say("word", name=said[1]), (Span(start, start), new), sure=False)


def _reveals_nothing(bench: Bench) -> Iterator[Fix]:
    """A name taken out of a line that reveals it for nothing, or the whole line."""
    name = next(iter(_QUOTED.findall(str(bench.message.text))), "")
    if "there is nothing to reveal" not in str(bench.message.text):
        return
    listed = re.match(r"(\s*reveals )(.*?)( to .*|\s*\[.*)?$", bench.line)
    names = [one.strip() for one in listed[2].split(",")] if listed is not None else []
    if listed is None or name not in names:
        return
    if len(names) == 1:
        yield bench.fix(bench.say("line"), bench.without_line())
        return
    left = ", ".join(one for one in names if one != name)
    yield bench.fix(bench.say("out", name=name), (bench.at(bench.place.line, listed.start(2) + 1, listed.end(2) + 1), left))


def _for_good(bench: Bench) -> Iterator[Fix]:
    found = re.compile(r"\bkept\b").search(bench.line)
    if found is not None:
        span = bench.at(bench.place.line, found.start() + 1, found.end() + 1)
        yield bench.fix(bench.say("word", name="kept for good"), (span, "kept for good"), sure=False)


def _exactly(bench: Bench) -> Iterator[Fix]:
    """A count that is a number: at least so many, or so many and no more."""
    found = re.compile(r"\bis (?:not )?(\d+)\b").search(bench.line, bench.place.column - 1)
    if found is None:
        return
    for new in (f"{found[1]} or more", f"exactly {found[1]}"):
        yield bench.fix(bench.say("word", name=new), (bench.at(bench.place.line, found.start(1) + 1, found.end(1) + 1), new), sure=False)


def _brackets(bench: Bench) -> Iterator[Fix]:
    """One statement: its last part in brackets.  Or two: the first of them, from where its ‘no’ stands."""
    line, first, end = bench.place.line, bench.place.column, bench.place.end_column
    if bench.place.end_line != line:
        return
    either = bench.line[: first - 1].endswith("(")  # its own brackets say nothing: an ‘or’ needs them
    spans = [] if either else [(first, end)]
    joined = re.search(r"\s+and\s*\(?$", bench.line[: first - 1])
    if joined is not None:
        spans += [(whole.column, joined.start() + 1) for whole, _ in bench.message.related if whole.line == line]
    for start, until in spans:
        edits = [(bench.at(line, at, at), bracket) for at, bracket in ((start, "("), (until, ")"))]
        yield bench.fix(bench.say("word", name=f"({bench.line[start - 1 : until - 1]})"), *edits, sure=False)


def _either(bench: Bench) -> Iterator[Fix]:
    """One of the forms that the hint writes out, in place of what is marked."""
    line, written = bench.place.line, bench.line[bench.place.column - 1 : bench.place.end_column - 1]
    for new in _QUOTED.findall(str(bench.message.hint)):
        if bench.place.end_line == line and len(new) >= len(written):
            span = bench.at(line, bench.place.column, bench.place.end_column)
            yield bench.fix(bench.say("word", name=new), (span, new), sure=False)


def _former(bench: Bench) -> Iterator[Fix]:
    """The name of now, wherever the file says the former one."""
    here = [one for one in bench.sight.found.rulebook.renamed if located(one.place.file) == bench.sight.path.resolve()]
    said = next((one for one in here if (one.place.line, one.place.column) == (bench.place.line, bench.place.column)), None)
    if said is None:
        return
    spots = sorted({(one.place.line, one.place.column) for one in here if (one.old, one.new) == (said.old, said.new)})
    edits = [(bench.at(line, first, first + len(said.old)), said.new) for line, first in spots]
    yield bench.fix(bench.say("word", name=said.new), *edits)


FIXERS: dict[str, tuple[Callable[[Bench], Iterator[Fix]], ...]] = {
    "T10": (_title,), "T13": (_title,), "L04": (_title,), "C03": (_scenario,), "C07": (_scenario,), "C01": (_clause,),
    "H02": (_over_nothing,), "H03": (_over,), "N06": (_over,), "T12": (_says_nothing,), "S02": (_spaces,), "S03": (_syntax,),
    "S04": (_indent,), "S06": (_quote,), "S07": (_head,), "T02": (_swap,), "U01": (_line,), "U02": (_line,), "R03": (_line,),
    "L03": (_goal,), "X01": (_times,), "R01": (_row,), "F01": (_former,), "N09": (_order,), "N11": (_order,), "R04": (_exactly,),
    "R05": (_brackets,), "R08": (_either,), "R09": (_either,),
    "K01": (_for_good,), "C04": (_waived,), "V02": (_reveals,), "V05": (_reveals,), "V03": (_reveals_nothing,), "N01": (), "N04": (),
    "N07": (), "B06": (), "L01": (), "T14": (),
}  # fmt: skip
