"""The sheet of a match by post: who plays what, by which rules, till when; read from TOML, and checked.

```toml
game = "NAME"
name = "Winter match"
[options]
OPTION = "value"
[deadlines]
first = 2026-12-01T20:00:00
every = "1 day"
zone = "Europe/Paris"
missed = "rules"
[people.SIDE]
name = "Jo"
mail = "jo@example.org"
lang = "fr"
[setup.SIDE]
QUESTION = "answer"
[[substitutes]]
name = "Kit"
```
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from arbitre.dsl.core import MISSED
from arbitre.dsl.diagnostics.suggest import did_you_mean
from arbitre.interpreter.play.bots.levels import LEVELS
from arbitre.opening.books import refused
from arbitre.words.phrases import LANGUAGES

Sheet = dict[str, Any]
DEFAULT, LAST, HOLD, BOT, NULL = MISSED
RULES = "rules"  # as the rulebook says
POLICIES = (RULES, *MISSED)  # what becomes of a missed turn
LATE = ("accept", "refuse")
PERSON = {"name": str, "mail": str, "lang": str, "zone": str}
PLAYED_BY = "bot"  # of a person: the side is played by a bot, and nobody is waited for there
STRENGTHS = tuple(LEVELS)  # of such bots
KEYS: dict[str, type] = {
    "name": str, "game": str, "extensions": list, "options": dict, "deadlines": dict, "people": dict, "referee": dict, "setup": dict,
    "substitutes": list,
}  # fmt: skip
DEADLINES: dict[str, tuple[type, ...]] = {
    "first": (datetime, date, str), "every": (str,), "zone": (str,), "missed": (str, dict), "passed": (list,), "due": (list,),
    "late": (str,), "early": (bool,),
}  # fmt: skip
_SPAN = re.compile(r"(\d{1,4})\s*(min(?:ute)?s?|h(?:our|eure)?s?|d(?:ay)?s?|j(?:our)?s?|w(?:eek)?s?|sem(?:aine)?s?)")


def read_sheet(data: Mapping[str, Any]) -> Sheet:
    """A sheet as it is kept; what it does not say is empty.

    Raises:
        Refused: something in it is not as it should be; says what, and what could stand there.
    """
    known(data, KEYS, "")
    for key, kind in KEYS.items():
        if key in data and not isinstance(data[key], kind):
            raise refused("post.sheet_sort", key=key)
    if not data.get("game"):
        raise refused("post.sheet_game")
    out: Sheet = {
        "name": data.get("name", ""),
        "game": data["game"],
        "extensions": texts(data.get("extensions", []), "extensions"),
        "options": {key: option(value) for key, value in data.get("options", {}).items()},
        "deadlines": deadlines(data.get("deadlines", {})),
        "people": {side: person(said, f"people.{side}") for side, said in data.get("people", {}).items()},
        "referee": person(data.get("referee", {}), "referee"),
        "setup": {side: choices(said, f"setup.{side}") for side, said in data.get("setup", {}).items()},
        "substitutes": [substitute(said) for said in data.get("substitutes", [])],
    }
    return out


def known(data: object, keys: Mapping[str, object] | Sequence[str], where: str) -> None:
    if not isinstance(data, Mapping):
        raise refused("post.sheet_sort", key=where)
    for key in data:
        if key not in keys:
            raise refused("post.sheet_key", key=f"{where}.{key}".strip("."), known=", ".join(keys), hint=did_you_mean(str(key), keys))


def texts(said: object, key: str) -> list[str]:
    if not isinstance(said, list) or not all(isinstance(one, str) for one in said):
        raise refused("post.sheet_sort", key=key)
    return list(said)


def option(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def person(said: object, where: str) -> dict[str, str]:
    """Somebody: name, mail, language, time zone.  A name alone will do.

    ``bot = true``: a bot plays the side; ``"level5"``: one so strong.
    """
    data = {"name": said} if isinstance(said, str) else said
    known(data, [*PERSON, PLAYED_BY], where)
    assert isinstance(data, Mapping)
    bot = data.get(PLAYED_BY, False)
    if type(bot) is not bool and bot not in STRENGTHS:
        raise refused("post.sheet_sort", key=f"{where}.{PLAYED_BY}")
    data = {key: value for key, value in data.items() if key != PLAYED_BY}
    for key, value in data.items():
        if not isinstance(value, str):
            raise refused("post.sheet_sort", key=f"{where}.{key}")
    if data.get("lang") and data["lang"] not in LANGUAGES:
        raise refused("post.sheet_value", key=f"{where}.lang", said=data["lang"], known=", ".join(LANGUAGES))
    zone(data.get("zone", ""), f"{where}.zone")
    return {key: data.get(key, "") for key in PERSON} | ({PLAYED_BY: "yes" if bot is True else str(bot)} if bot else {})


def substitute(said: object) -> dict[str, Any]:
    data = {"name": said} if isinstance(said, str) else said
    known(data, [*PERSON, "sides"], "substitutes")
    assert isinstance(data, Mapping)
    return {**person({key: value for key, value in data.items() if key != "sides"}, "substitutes"),
            "sides": texts(data.get("sides", []), "substitutes.sides")}  # fmt: skip


def choices(said: object, where: str) -> list[list[str]]:
    """What a side chooses before the first turn, as decision, name of what it is about (or nothing) and answer: an answer, several in the
    order in which they are asked, or a table of what each is about."""
    if not isinstance(said, Mapping):
        raise refused("post.sheet_sort", key=where)
    out: list[list[str]] = []
    for key, value in said.items():
        rows = value.items() if isinstance(value, Mapping) else [("", one) for one in (value if isinstance(value, list) else [value])]
        for name, one in rows:
            if not isinstance(one, (str, int)):
                raise refused("post.sheet_sort", key=f"{where}.{key}")
            out.append([key, name, option(one)])
    return out


def deadlines(data: object) -> dict[str, Any]:
    known(data, DEADLINES, "deadlines")
    assert isinstance(data, Mapping)
    for key, kinds in DEADLINES.items():
        if key in data and not isinstance(data[key], kinds):
            raise refused("post.sheet_sort", key=f"deadlines.{key}")
    place = zone(data.get("zone", "") or "UTC", "deadlines.zone")
    missed = data.get("missed", RULES)
    for one in missed.values() if isinstance(missed, Mapping) else [missed]:
        if one not in POLICIES:
            raise refused("post.sheet_value", key="deadlines.missed", said=one, known=", ".join(POLICIES))
    late = data.get("late", LATE[0])
    if late not in LATE:
        raise refused("post.sheet_value", key="deadlines.late", said=late, known=", ".join(LATE))
    every = data.get("every", "")
    if every:
        span(every)
    first = data.get("first")
    return {
        "first": stamp(moment(first, place, "deadlines.first")) if first is not None else "", "every": every,
        "zone": data.get("zone", "") or "UTC", "missed": dict(missed) if isinstance(missed, Mapping) else missed,
        "passed": texts(data.get("passed", []), "deadlines.passed"), "due": texts(data.get("due", []), "deadlines.due"), "late": late,
        "early": data.get("early", False),
    }  # fmt: skip


def zone(said: str, where: str = "zone") -> ZoneInfo:
    """A time zone by its name, as ‘Europe/Paris’; UTC where nothing is said."""
    try:
        return ZoneInfo(said or "UTC")
    except (KeyError, ValueError, OSError):
        raise refused("post.zone", key=where, said=said) from None


def span(said: str) -> timedelta:
    """‘90 min’, ‘36 h’, ‘2 days’, ‘1 week’."""
    found = _SPAN.fullmatch(said.strip().lower())
    number = int(found[1]) if found else 0
    if found is None or not number:
        raise refused("post.span", said=said)
    unit = found[2][0] if not found[2].startswith("min") else "min"
    return {"min": timedelta(minutes=1), "h": timedelta(hours=1), "d": timedelta(days=1), "j": timedelta(days=1)}.get(
        unit, timedelta(weeks=1)
    ) * number


def moment(said: object, place: ZoneInfo, where: str = "time") -> datetime:
    """A time as it is written in TOML or on the command line; without a zone of its own it is that of ``place``."""
    if isinstance(said, str):
        try:
            said = datetime.fromisoformat(said)
        except ValueError:
            raise refused("post.time", key=where, said=said) from None
    if not isinstance(said, datetime):
        if not isinstance(said, date):
            raise refused("post.time", key=where, said=said)
        said = datetime(said.year, said.month, said.day, 23, 59)
    return said if said.tzinfo is not None else said.replace(tzinfo=place)


def stamp(when: datetime) -> str:
    """A time as records hold it."""
    return when.astimezone(UTC).isoformat(timespec="seconds")


def after(due: str, every: str, place: ZoneInfo, now: datetime) -> str:
    """The next deadline: the first of those that follow the last one, so far apart, that leaves three quarters of that time and more.  So a
    turn that is resolved early or late keeps the hour, and several questions of one turn do not put it off for days."""
    if not every:
        return ""
    if not due:
        return later(stamp(now), every, place)
    step = span(every)
    wanted = stamp(now + step * 3 / 4)
    behind = max(0, (datetime.fromisoformat(wanted) - datetime.fromisoformat(due)) // step - 1)
    out = later(due, every, place, behind) if behind else due
    while out < wanted:
        out = later(out, every, place)
    return out


def coming(terms: Mapping[str, Any], now: datetime, count: int) -> list[datetime]:
    """The coming deadlines, if each turn is resolved on time."""
    place, out = zone(terms["zone"]), list[datetime]()
    due = terms["first"] or after("", terms["every"], place, now)
    while due and len(out) < count:
        out.append(datetime.fromisoformat(due))
        due = after(due, terms["every"], place, out[-1])
    return out


def later(due: str, every: str, place: ZoneInfo, times: int = 1) -> str:
    """So much later.  Days and weeks go by the clocks of a place, so that eight in the evening stays so when clocks are changed; hours and
    minutes are as long as they are."""
    return stamp(datetime.fromisoformat(due).astimezone(place if step_is_civil(every) else UTC) + span(every) * times)


def step_is_civil(every: str) -> bool:
    """Is it counted in days or weeks, which are longer or shorter when clocks are changed?"""
    return span(every) % timedelta(days=1) == timedelta(0) and not re.search(r"\d\s*(?:min|h)", every.lower())


DAYS = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "fr": ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"),
}


def clock(stamp: str, zone_said: str, lang: str, day: bool = False) -> str:
    """A time of a record as the clocks of a zone show it, as one writes it in a language; ``day``: with the day of the week."""
    then = datetime.fromisoformat(stamp).astimezone(zone(zone_said))
    said = f"{then:%d/%m/%Y %H:%M}" if lang == "fr" else f"{then:%Y-%m-%d %H:%M}"
    return f"{DAYS[lang][then.weekday()]} {said}" if day else said
