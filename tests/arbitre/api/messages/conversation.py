"""A client that plays by messages: for tests of what a host answers."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from jsonschema import Draft202012Validator

import arbitre.api.messages as messages
from arbitre.api.messages.host import Host

Data = dict[str, Any]
SCHEMA = Path(messages.__file__).with_name("schema.json")
SHAPES = {
    "hello": "hello", "games": "games", "game": "game", "start": "match", "load": "match", "view": "view", "answer": "view", "bots": "view",
    "line": "view", "undo": "view", "strike": "view", "withdraw": "view", "reveal": "view", "sides": "view", "at": "moment",
    "reach": "reach", "foresee": "foresight", "why": "why", "hint": "lines", "save": "save",
}  # fmt: skip


@cache
def validator(name: str) -> Draft202012Validator:
    """What holds an answer of that kind against the published schema."""
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    return Draft202012Validator({"$schema": schema["$schema"], "$ref": f"#/$defs/{name}", "$defs": schema["$defs"]})


class Client:
    """One screen with everybody round it."""

    def __init__(self, lang: str = "en") -> None:
        self.host = Host(lang, think=0.05)
        self.table, self.have = "", set[str]()
        self.layouts: Data = {}

    def do(self, what: str, **parts: Any) -> Data:
        """The answer to a message, held against the schema."""
        answer = json.loads(self.host.handle_text(json.dumps({"id": 1, "do": what, **parts})))
        validator("answer").validate(answer)
        assert "ok" in answer, answer
        found: Data = answer["ok"]
        if what in SHAPES:
            validator(SHAPES[what]).validate(found)
        return found

    def error(self, what: str, **parts: Any) -> str:
        """The code of the error that answers a message."""
        answer = self.host.handle({"id": 1, "do": what, **parts})
        validator("answer").validate(answer)
        assert answer["error"]["text"], answer
        return str(answer["error"]["code"])

    def start(self, game: str, **parts: Any) -> Data:
        found = self.do("start", game=game, **({"seed": 3, "sides": {"everyone": "human"}} | parts))
        self.table = found["table"]
        return found

    def ask(self, what: str, who: str, **parts: Any) -> Data:
        """A message about the match that is open."""
        found = self.do(what, table=self.table, **{"as": who, "have": sorted(self.have), **parts})
        self.layouts |= found.get("layouts", {})
        self.have |= found.get("layouts", {}).keys()
        for board in found.get("scene", {}).get("boards", ()):
            layout = self.layouts[board["layout"]]
            assert all(0 <= piece["cell"] < len(layout["cells"]) for piece in board["pieces"])
        return found

    def play(self, answers: int, rng: Random, first: str) -> list[tuple[str, Data]]:
        """So many answers by lot; the view that each side had of its question."""
        out = []
        view = self.ask("view", first)
        for _ in range(answers):
            if not view["next"]:
                break
            who = view["next"]["seat"]
            view = self.ask("view", who)
            out.append((who, view))
            question = view["questions"][0]
            chosen = rng.choice(question["options"])
            view = self.ask("answer", who, answers=[[question["decision"], chosen["key"]]])
        return out
