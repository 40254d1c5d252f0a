"""Settings: lines that several scenarios start from, put before the lines of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.cascades import Gaps
from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.diagnostics.suggest import did_you_mean

_DECLARE = "Declare a setting with ‘setting NAME:’ and lines of a scenario below it."
_OF_GAME = "What stands under ‘scenarios/’ of the game is not read with an extension: declare it in the extension, or beside the rules."


def started(decls: Sequence[t.Scenario | t.Setting], messages: Messages, lost: Gaps, extending: bool = False) -> list[t.Scenario]:
    """The scenarios, each with the lines of the setting that it starts from; those prove nothing by themselves.  ``extending``: they are
    those of an extension, read without what proves the game."""
    known: dict[str, t.Setting] = {}
    for decl in decls:
        if isinstance(decl, t.Setting):
            first = known.setdefault(str(decl.name), decl)
            if first is not decl:
                messages.add("N02", decl.name.place, phrase("two settings are called ‘{0}’", decl.name), "Give each its own name.",
                             [(first.name.place, "the first")])  # fmt: skip
    opened = _Opened(known, messages, lost, extending)
    for setting in known.values():
        opened.lines(setting, [])
    for decl in decls:
        if isinstance(decl, t.Scenario):
            decl.scenes = opened.scenes(decl.scenes, [])
    return [decl for decl in decls if isinstance(decl, t.Scenario)]


class _Opened:
    def __init__(self, known: dict[str, t.Setting], messages: Messages, lost: Gaps, extending: bool) -> None:
        self.known, self.messages, self.lost, self.extending = known, messages, lost, extending
        self.circles: set[str] = set()  # settings whose circle is told

    def lines(self, setting: t.Setting, chain: list[t.Setting]) -> list[t.Scene]:
        """The lines of a setting and of those it starts from itself; ``chain``: the settings that led here."""
        return [replace(scene, clauses=[]) for scene in self.scenes(setting.scenes, [*chain, setting])]

    def scenes(self, scenes: list[t.Scene], chain: list[t.Setting]) -> list[t.Scene]:
        out: list[t.Scene] = []
        for position, scene in enumerate(scenes):
            if scene.form == "start_from" and not scene.parts.get("opened"):
                if position:
                    self.messages.add(
                        "C08", scene.place, "‘start from’ must be the first line", "Put it right below the name or the title."
                    )
                    continue
                out += self.opened(scene, chain)
            else:
                out.append(scene)
        return out

    def opened(self, scene: t.Scene, chain: list[t.Setting]) -> list[t.Scene]:
        name = scene.parts["name"]
        setting = self.known.get(str(name))
        if setting is None:
            if not self.lost.silences("N01", name.place, f"‘{name}’"):
                hint = did_you_mean(name, self.known) or (_OF_GAME if self.extending else _DECLARE)
                self.messages.add("N01", name.place, phrase("there is no setting ‘{0}’", name), hint)
            return []
        if setting in chain:
            if self.circles & {str(s.name) for s in chain}:
                return []
            self.circles |= {str(s.name) for s in chain}
            way = " → ".join(f"‘{s.name}’" for s in [*chain[chain.index(setting) :], setting])
            self.messages.add(
                "C08", name.place, phrase("settings start from each other in a cycle: {0}", way), "One of them must not start from another."
            )
            return []
        mark = replace(scene, parts={**scene.parts, "opened": True, "title": setting.title})
        return [mark, *self.lines(setting, chain)]
