"""What everybody may see of a game before its first move, computed when the page is built: it is shown while the engine still loads."""

from __future__ import annotations

from typing import Any

from arbitre.api.messages.scene import Stage
from arbitre.interpreter.state.visibility import SPECTATOR
from arbitre.opening.books import prepared
from arbitre.story.story import Story
from arbitre.story.watch import watched

Data = dict[str, Any]
SEEDS = (1, 2)  # what differs between them is left to dice, and not known before the match


def start(game: str, lang: str) -> Data:
    """The title, the scene and its layouts as a spectator sees them, without what falls otherwise with other dice."""
    _, machine = prepared(game)
    stage = Stage(lang)
    matches = [watched(machine, seed) for seed in SEEDS]
    scenes = []
    for match in matches:
        with match.at_question():
            scenes.append(stage.seen(match, SPECTATOR).data)
    boards: list[Data] = []
    layouts: dict[str, Data] = {}
    for each in zip(*(scene["boards"] for scene in scenes), strict=True):
        first, others = each[0], each[1:]
        layout = certain([stage.layouts[board["layout"]] for board in each])
        if layout is not None:
            key = first["layout"] if layout == stage.layouts[first["layout"]] else f"{first['layout']}?"  # else the match brings its own
            layouts[key] = layout
            pieces = [piece for piece in first["pieces"] if all(piece in other["pieces"] for other in others)]
            boards.append(first | {"layout": key, "pieces": pieces})
    title = Story(matches[0], lang).of(matches[0].program.title, matches[0].program.name)
    return {"title": title, "scene": scenes[0] | {"boards": boards, "counts": []}, "layouts": layouts}


def certain(layouts: list[Data]) -> Data | None:
    """What layouts have in common; none where their cells differ."""
    first, others = layouts[0], layouts[1:]
    if any(other["cells"] != first["cells"] or other["box"] != first["box"] for other in others):
        return None
    drawn = [set(elements(other["svg"])) for other in others]
    kept = [one for one in elements(first["svg"]) if not one.endswith("/>") or all(one in there for there in drawn)]
    return first | {"svg": "".join(kept)}


def elements(svg: str) -> list[str]:
    """A picture cut before each tag."""
    return [f"<{part}" for part in svg.split("<") if part]
