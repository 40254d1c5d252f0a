"""Forms to be filled in: the questions of a side before the first turn as a mail, and the sheet of a match as a file to begin from."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from arbitre.dsl.resolve.symbols import OptionInfo
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.requests import Option
from arbitre.post.mail.answers import answered
from arbitre.post.mail.choices import form
from arbitre.post.mail.deliveries import Delivery, delivered
from arbitre.post.mail.slot import Slot
from arbitre.post.replay import Record, seat_of
from arbitre.post.sheet import LATE, POLICIES
from arbitre.session.dialogue.menus import menu_of
from arbitre.session.dialogue.samples import path, usual
from arbitre.session.why.order_refusals import asked_for_orders
from arbitre.story.story import Story
from arbitre.words.phrases import of

MOST = 6  # things to do that are tried as an example


def form_text(record: Record, match: Match, side: str, lang: str) -> str:
    """All that a side has to choose before the first turn, a line a question, to be sent to it, filled in and handed in as it is.  What it
    has chosen already stands in it.  Empty if nothing is left to choose."""
    slots = form(record, match, seat_of(match, side), lang)
    if not slots:
        return ""
    words, story = of(lang), Story(match, lang)
    title, key = record["name"] or story.of(match.program.title), "post.form_now" if match.turn else "post.form_head"
    out = [f"# {words.say(key, title=title, side=story.seat(seat_of(match, side)))}"]
    told: list[str] = []
    kept = {(decision, name): answer for decision, name, answer in record.get("choices", {}).get(side, ())}
    for slot in slots:
        menu = menu_of(match, slot.request) if match.turn else None
        by = {n: of_menu(story, menu.actors.get(n, ())) for n in range(len(slot.request.options))} if menu is not None else {}
        known = slot.known(by)
        if known not in told:
            out.append(f"\n# {words.say('post.form_known', known=known)}")
        told = [known]
        if slot.request.acts and (line := example(match, slot, story)):
            out.append(f"# {words.say('post.form_example', line=line)}")
        at = slot.request.find(kept.pop(slot.key, "")) if kept else None
        out.append(f"{slot.put.rstrip()} {slot.title(at) if at is not None else ''}")
    return "\n".join(out) + "\n"


def example(match: Match, slot: Slot, story: Story) -> str:
    """Something that a side may do now, written as it could hand it in; empty if nothing can be named so that it is understood."""
    request = slot.request
    for position in usual(request)[:MOST]:
        steps = [(asked, n) for _, asked, n in path(match, request, position) if asked is request or len(asked.options) > 1]
        what, *parts = (story.of(asked.options[n].title, asked.options[n].key) for asked, n in steps)
        line = f"{what}{story.say('colon')}{', '.join(parts)}" if parts else what
        orders = asked_for_orders(match, request.seat) is not None
        read = delivered(match, request.seat, line, story.lang) if orders else answered(match, request.seat, line, story.lang)
        given = read.answers if isinstance(read, Delivery) else read.keys
        if read.accepted and given == [asked.options[n].key for asked, n in steps]:
            return line
    return ""


def of_menu(story: Story, actors: Sequence[Option]) -> str:
    """Those who can do something, behind it in brackets; nothing where it is done by the side itself."""
    said = [story.of(one.title, one.key) for one in actors if one.domain != story.match.program.seats]
    return f" ({', '.join(said)})" if said else ""


def sheet_text(game: str, extensions: Sequence[str], machine: Machine, options: Sequence[OptionInfo], lang: str) -> str:
    """The sheet of a match of a game, with every side, option and question in it, to be filled in.  Options that are set otherwise than
    usual stand in it as they are set, the others as comments."""
    words, match = of(lang), Match(machine, 1, trace=False)
    story = Story(match, lang)
    out = [
        f'game = "{game}"',
        'name = ""',
        *([f"extensions = {json.dumps(extensions, ensure_ascii=False)}"] if extensions else []),
        "",
        "[options]",
    ]
    values = machine.program.options
    for info in options:
        value, title = values[info.name], story.of(info.title)
        known = ", ".join(info.choices)
        if info.is_number:
            known = f"{info.low} {words.say('to')} {info.high}" if info.step == 1 else info.listed
        line = f"{info.name} = {toml(value)}  # {title} : {known}" if lang == "fr" else f"{info.name} = {toml(value)}  # {title}: {known}"
        out.append(line if str(value) != info.default else f"# {line}")
    out += [
        "", "[deadlines]", f"# first = 2030-01-31T20:00:00  # {words.say('post.sheet_first')}", 'every = "1 day"', 'zone = "Europe/Paris"',
        f'missed = "rules"  # {", ".join(POLICIES)}', f'late = "accept"  # {", ".join(LATE)}',
        f"early = false  # {words.say('post.sheet_early')}", "", "[referee]", 'name = ""', f'lang = "{lang}"',
    ]  # fmt: skip
    for seat in match.seats():
        side = match.seat_name(seat)
        out += ["", f"[people.{side}]  # {story.seat(seat)}", 'name = ""', '# mail = ""', f'lang = "{lang}"', '# zone = "Europe/Paris"']
    for seat in match.seats():
        lines = [] if match.turn else list(setup_lines(form({"rounds": []}, match, seat, lang)))
        if lines:
            out += ["", f"[setup.{match.seat_name(seat)}]", *lines]
    out += ["", "[[substitutes]]", 'name = ""']
    return "\n".join(out) + "\n"


def setup_lines(slots: Sequence[Slot]) -> Iterator[str]:
    """The questions of a side as lines of a sheet, each with what can be answered; commented out, since nothing is answered yet."""
    told = set()
    for slot in slots:
        decision, name = slot.key
        if decision in told:
            continue
        told.add(decision)
        alike = [one for one in slots if one.request.decision == decision]
        known = ", ".join(dict.fromkeys(one.title(n) for one in alike for n in range(len(one.request.options))))
        yield f"# {slot.put}  {known}"
        if name:
            yield f"# {decision} = {{ {', '.join(f'{one.key[1]} = {QUOTED}' for one in alike)} }}"
        else:
            yield f"# {decision} = " + ('""' if len(alike) == 1 else f"[{', '.join(QUOTED for _ in alike)}]")


QUOTED = '""'


def toml(value: object) -> str:
    """A value of an option as a sheet holds it."""
    said = str(value).lower() if isinstance(value, bool) else str(value)
    return said if said in ("true", "false") or said.lstrip("-").isdecimal() else f'"{said}"'
