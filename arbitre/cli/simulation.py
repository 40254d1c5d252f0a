"""``arbitre simulate``: what came of many matches, as a person reads it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from interpreter.play.simulate import Simulation, Used

WORDS = {
    "matches": ("{n} matches in {s:.1f} s: {t} turns and {d:.0f} decisions each on average.",
                "{n} parties en {s:.1f} s : en moyenne {t} tours et {d:.0f} décisions par partie."),
    "head": ("share, and between what it lies with 95 % certainty", "part, et entre quelles bornes elle se trouve à 95 % de certitude"),
    "wins": ("{name} wins", "{name} gagne"),
    "shared": ("of which {n} with others", "dont {n} avec d'autres"),
    "draws": ("draws", "parties nulles"),
    "unfinished": ("stopped unfinished", "arrêtées sans fin"),
    "together": ("{n} matches were won by several sides together and count for each of them: the lines add up to more than {all}.",
                 "{n} parties gagnées par plusieurs camps ensemble comptent pour chacun : la somme des lignes dépasse {all}."),
    "errors": ("{n} matches stopped at a rule that cannot be carried out; the first, seed {seed}:",
               "{n} parties arrêtées par une règle inapplicable ; la première, graine {seed} :"),
    "action": ("Actions done (how often; in how many matches)", "Actions faites (combien de fois ; dans combien de parties)"),
    "choice": ("Choices made, where there was one to make", "Choix faits, là où il y en avait un à faire"),
    "row": ("Rows of tables met", "Lignes de tables rencontrées"),
    "member": ("Borne by somebody (in how many matches)", "Portés par quelqu'un (dans combien de parties)"),
    "rule": ("Rules that stepped in before, after or instead of something", "Règles intervenues avant, après ou à la place d'autre chose"),
    "never": ("never", "jamais"),
}  # fmt: skip
SORTS = ("action", "choice", "row", "member", "rule")


def told(result: Simulation, lang: str) -> Iterator[str]:
    """The lines of a result of ``simulate``."""

    def word(key: str, **values: Any) -> str:
        return WORDS[key][lang == "fr"].format(**values)

    count = result["matches"]
    yield word("matches", n=count, s=result["seconds"], t=result["mean_turns"], d=result["decisions"] / max(1, count))
    yield f"\n{'':28}{word('head')}"
    for name, won in result["wins"].items():
        alone = result["alone"][name]
        more = f"  ({word('shared', n=won - alone)})" if alone < won else ""
        yield share(word("wins", name=name), won, result, name) + more
    for key, times in (("draws", result["draws"]), ("unfinished", result["unfinished"])):
        yield share(word(key), times, result, key)
    if result["shared"]:
        yield word("together", n=result["shared"], all=count)
    if result["errors"]:
        first = result["errors"][0]
        yield "\n" + word("errors", n=len(result["errors"]), seed=first["seed"])
        yield first["error"]
    for sort in SORTS:
        found = [one for one in result["used"] if one["sort"] == sort]
        if found:
            yield f"\n{word(sort)}:"
            yield from used(found, lang, word)


def share(said: str, times: int, result: Simulation, key: str) -> str:
    played = result["matches"] - len(result["errors"])
    low, high = result["intervals"][key]
    return f"{said:22}{times:6}{100 * times / max(1, played):7.1f} %  ({100 * low:.1f} – {100 * high:.1f} %)"


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
    for of, rest in never.items():
        yield f"    {word('never')}: {of + ': ' if of else ''}{', '.join(rest)}"


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
