"""``arbitre simulate``: what came of many matches, as a person reads it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from arbitre.dsl.core import NONE, Finish, Text
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.play.totals import Failure, Simulation, Used
from arbitre.interpreter.reference.program import all_statements
from arbitre.story.story import several, subject
from arbitre.words.numbers import decimal
from arbitre.words.phrases import of

SORTS = ("action", "choice", "row", "member", "rule")


def told(result: Simulation, lang: str, machine: Machine, again: str = "") -> Iterator[str]:
    """The lines of a result of ``simulate``; sides and camps go by their titles.

    ``again``: the command that shows one of its matches, all but its seed.
    """

    def word(key: str, **values: Any) -> str:
        return of(lang).say(f"simulate.{key}", **values)

    count = result["matches"]
    yield word(
        "matches",
        n=count,
        s=decimal(f"{result['seconds']:.1f}", lang),
        t=decimal(str(result["mean_turns"]), lang),
        d=f"{result['decisions'] / max(1, count):.0f}",
    )
    # A match that stops at a fault of the rules is no matter of the executor: it is told as that, below.
    given_up = count - result["compiled"] - len(result["errors"])
    if result["compiled"] and given_up > 0:
        yield word("given_up", n=given_up)
    if result["slowly"]:
        yield word({"wasmtime": "no_wasmtime", "game": "no_module", "start": "no_start"}[result["slowly"]])
    if count and len(result["errors"]) == count:  # no match came to an end of which anything could be counted
        yield "\n" + word("all_errors", n=count)
        yield from stopped(result, lang, word, again)
        return
    yield f"\n{'':28}{word('head')}"
    seated = order_of(machine)
    won_by_all = all_together(result)
    if won_by_all:
        yield share(word("all_win"), won_by_all, lang, result, next(iter(result["wins"])))
    for name, won in () if won_by_all else sorted(result["wins"].items(), key=lambda one: seated.get(one[0], len(seated))):
        alone = result["alone"][name]
        more = f"  ({word('shared', n=won - alone)})" if alone < won else ""
        title, seat = winner(machine, name), name in machine.program.domains[machine.program.seats].rows
        yield share(word("win" if several(title, lang) else "wins", name=subject(title, lang, seat)), won, lang, result, name) + more
    lost = [("lost", result["lost"])] if result["lost"] else []
    for key, times in (("draws", result["draws"]), *lost, ("unfinished", result["unfinished"])):
        yield share(word(key), times, lang, result, key)
    if result["unfinished"]:
        yield word("limit", n=result["unfinished"], most=machine.program.max_rounds)
    if result["shared"] and not won_by_all:
        yield word("together", n=result["shared"], all=count)
    yield from stopped(result, lang, word, again)
    for sort in SORTS:
        found = [one for one in result["used"] if one["sort"] == sort]
        if sort == "member":
            kinds = telling(found, count)
            found = [one for one in found if one["of"] in kinds]
        if found:
            yield f"\n{word(sort)}{of(lang).say('colon').rstrip(' ')}"
            yield from used(found, lang, word)


def stopped(result: Simulation, lang: str, word: Any, again: str) -> Iterator[str]:
    """The matches that stopped: for each law that was broken, and for rules that cannot be carried out, how many and the first."""
    by_law: dict[str, list[Failure]] = {}
    for failure in sorted(result["errors"], key=lambda one: (not one["law"], one["seed"])):
        by_law.setdefault(failure["law"], []).append(failure)
    for law, failures in by_law.items():
        first = failures[0]
        yield "\n" + (
            word("law", n=len(failures), law=law, seed=first["seed"]) if law else word("errors", n=len(failures), seed=first["seed"])
        )
        yield of(lang).tell(first["error"])
        if again:
            yield word("again", command=f"{again} --seed {first['seed']}")


def winning(machine: Machine) -> tuple[int, ...]:
    """The kinds whose rows can win: the seats, then camps and whatever else the rules let win."""
    program = machine.program
    said = (stmt.domain for stmt in all_statements(program) if isinstance(stmt, Finish) and stmt.domain != NONE)
    return tuple(dict.fromkeys((program.seats, *(group for group, _ in program.groups), *said)))


def order_of(machine: Machine) -> dict[str, int]:
    """The names of seats in the order in which they sit, then those of camps."""
    names = [name for kind in winning(machine) for name in machine.program.domains[kind].rows]
    return {name: place for place, name in enumerate(dict.fromkeys(names))}


def telling(found: list[Used], matches: int) -> set[str]:
    """The kinds of which it says something which members were held by somebody: not where all are in every match, or in none."""
    counted: dict[str, set[int]] = {}
    for one in found:
        counted.setdefault(one["of"], set()).add(one["matches"])
    return {kind for kind, times in counted.items() if times not in ({0}, {matches})}


def all_together(result: Simulation) -> int:
    """In how many matches everybody won, where no match was ever won by fewer; 0 where they are not all in it together."""
    times = {*result["wins"].values(), result["shared"]}
    return result["shared"] if len(result["wins"]) > 1 and len(times) == 1 else 0


def winner(machine: Machine, name: str) -> Text:
    """What a side, or a camp of several, is called."""
    for domain in winning(machine):
        rows = machine.program.domains[domain].rows
        if name in rows:
            return machine.row_title(domain, rows.index(name))
    return Text.in_all(name)


def share(said: str, times: int, lang: str, result: Simulation, key: str) -> str:
    played = result["matches"] - len(result["errors"])
    low, high = result["intervals"][key]
    return f"{said:22}{times:6}" + decimal(f"{100 * times / max(1, played):7.1f} %  ({100 * low:.1f} – {100 * high:.1f} %)", lang)


def used(found: list[Used], lang: str, word: Any) -> Iterator[str]:
    """The most frequent first; what never happened last, on one line for each thing it belongs to."""
    member = found[0]["sort"] == "member"
    happened = sorted((one for one in found if one["times"]), key=lambda one: -int(one["times"]))
    names = [label(one, lang) for one in happened]
    width = min(60, max(map(len, names), default=0))
    for one, name in zip(happened, names, strict=True):
        times = "" if member else f"{one['times']:7}"
        yield f"    {name:{width}}{times}{one['matches']:7}"
    never: dict[str, list[str]] = {}
    for one in found:
        if not one["times"]:
            never.setdefault(one["of"], []).append(own(one, lang))
    for owner, rest in never.items():
        said = word("never.choice" if found[0]["sort"] == "choice" else "never")
        yield f"    {said}{of(lang).say('colon')}{owner + of(lang).say('colon') if owner else ''}{', '.join(rest)}"


def label(one: Used, lang: str) -> str:
    if one["sort"] == "rule":
        return f"{one['name']} ({one['of']})"
    return f"{one['of']}: {own(one, lang)}" if one["of"] else own(one, lang)


def own(one: Used, lang: str) -> str:
    """Its name as files have it, with its title where that says more."""
    title = (one["fr"] if lang == "fr" else "") or one["en"]
    if one["sort"] == "row":
        return str(title or one["name"])
    return f"{one['name']} ({title})" if title and title.lower() != one["name"].replace("_", " ") else str(one["name"])
