"""The time as it is stored, and told."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from zoneinfo import ZoneInfo, available_timezones


def now() -> datetime:
    """The time, in UTC."""
    return datetime.now(UTC)


def stamp(when: datetime) -> str:
    """A time as matches by post write it: UTC, to the second."""
    return when.astimezone(UTC).isoformat(timespec="seconds")


@cache
def _zones() -> frozenset[str]:
    """The names of all zones: finding them walks through a thousand files."""
    return frozenset(available_timezones())


def is_zone(name: str) -> bool:
    """Is there a time zone of that name?"""
    return name in _zones()


def local(said: str, zone: str, lang: str) -> str:
    """A stored time as the clocks of a zone show it."""
    then = datetime.fromisoformat(said).astimezone(ZoneInfo(zone))
    return f"{then:%d/%m/%Y %H:%M}" if lang == "fr" else f"{then:%Y-%m-%d %H:%M}"


def left(said: str, at: datetime) -> tuple[int, int, int]:
    """Days, hours and minutes until a stored time; zeros once it is over."""
    minutes = max(0, int((datetime.fromisoformat(said) - at).total_seconds() // 60))
    return minutes // 1440, minutes // 60 % 24, minutes % 60
