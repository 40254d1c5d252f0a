"""A match as data: every answer has the published shape, in every game; what is drawn is what pictures show."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from arbitre.dsl.modules.library import names
from arbitre.words.phrases import LANGUAGES
from tests.arbitre.api.messages.conversation import SCHEMA, Client, validator

ANSWERS = {"dungeonbowl": 6, "bloodbowl": 10, "confrontation": 10}


def test_the_schema_is_one() -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    assert schema["$defs"].keys() >= {"answer", "scene", "layout", "story", "question", "sheet", "why"}
    validator("answer").check_schema(schema)


@pytest.mark.parametrize("game", names())
def test_answers_have_the_published_shape(game: str) -> None:
    client = Client("fr" if len(game) % 2 else "en")
    seats = [seat["name"] for seat in client.start(game)["seats"]]
    seen = client.play(ANSWERS.get(game, 16), Random(5), seats[0])
    assert seen
    for viewer in (*seats[:2], "spectator", "referee"):
        view = client.ask("view", viewer)
        told = [sentence for turn in view["story"]["turns"] for sentence in turn["sentences"]]
        if told:
            last = next(sentence["events"][-1] for sentence in reversed(told) if sentence["events"])
            client.ask("at", viewer, event=last)
            client.ask("at", viewer, event=told[0]["events"][-1])
    view = client.ask("undo", seen[-1][0])
    assert view["done"]
    client.ask("save", seats[0])


def test_options_say_what_they_mean_on_the_board() -> None:
    client = Client()
    client.start("tictactoe")
    view = client.ask("view", "cross")
    options = view["questions"][0]["options"]
    layout = client.layouts[view["scene"]["boards"][0]["layout"]]
    assert len(options) == len(layout["cells"]) == 9
    assert sorted(option["cell"] for option in options) == list(range(9))
    view = client.ask("answer", "cross", answers=[[view["questions"][0]["decision"], options[4]["key"]]])
    (piece,) = view["scene"]["boards"][0]["pieces"]
    assert piece["cell"] == options[4]["cell"] and piece["svg"].startswith("<")


def test_a_piece_tells_where_it_may_go() -> None:
    client = Client()
    client.start("breakthrough")
    view = client.ask("view", "white")
    actions = [a for p in view["scene"]["boards"][0]["pieces"] for a in client.ask("reach", "white", piece=p["id"])["actions"]]
    chosen = next(a for a in actions if a["targets"])
    target = chosen["targets"][0]
    after = client.ask("answer", "white", answers=[*chosen["answers"], [target["decision"], target["key"]]])
    told = [sentence for turn in after["story"]["turns"] for sentence in turn["sentences"]]
    assert any(move["to"] == target["cell"] for sentence in told for move in sentence.get("moves", ()))


def test_chances_stand_beside_answers() -> None:
    client = Client()
    client.start("dungeonbowl")
    view, said = client.ask("view", "red"), list[object]()
    for _ in range(45):  # the first ones set up
        who = view["next"]["seat"]
        question = client.ask("view", who)["questions"][0]
        said = client.ask("foresee", who).get("options", [])
        if said:
            break
        chosen = next((o for o in question["options"] if o["key"] in ("move", "go")), question["options"][0])
        view = client.ask("answer", who, answers=[[question["decision"], chosen["key"]]])
    assert said and all("%" in one["chance"] for one in said)  # type: ignore[index]


def test_reaching_does_nothing() -> None:
    client = Client()
    client.start("breakthrough")
    before = json.loads(client.ask("save", "white")["save"])["digest"]
    for piece in client.ask("view", "white")["scene"]["boards"][0]["pieces"]:
        client.ask("reach", "white", piece=piece["id"])
    assert json.loads(client.ask("save", "white")["save"])["digest"] == before


def test_lines_are_those_of_the_terminal() -> None:
    client = Client()
    client.start("tictactoe")
    view = client.ask("line", "cross", line="2,2")
    assert view["next"]["seat"] == "nought" and view["scene"]["boards"][0]["pieces"]
    view = client.ask("line", "nought", line="undo")
    assert view["said"]["lines"] and not view["scene"]["boards"][0]["pieces"] and view["next"]["seat"] == "cross"
    client.ask("line", "cross", line="2,2")
    assert client.ask("line", "nought", line="? 2,2")["said"]["lines"]
    assert client.ask("line", "nought", line="gibberish")["said"]["lines"]


def test_secret_orders_are_a_sheet() -> None:
    client = Client()
    client.start("kollaball")
    view = client.ask("view", "red")
    for _ in range(60):
        who = view["next"]["seat"]
        view = client.ask("view", who)
        question = view["questions"][0]
        if question["acts"] and question["secret"]:
            break
        option = question["options"][question.get("default", 0)]
        view = client.ask("answer", who, answers=[[question["decision"], option["key"]]])
    assert view["sheet"] == {"open": True, "sent": False, "orders": []}
    for wanted in (1, 2):
        given = 0
        while len(view["sheet"].get("orders", ())) < wanted or view["questions"][0]["about"]:
            question = view["questions"][0]
            option = next(o for o in question["options"] if not o.get("done"))
            view = client.ask("answer", who, answers=[[question["decision"], option["key"]]])
            given += 1
            assert given < 12
    titles = [order["title"] for order in view["sheet"]["orders"]]
    view = client.ask("strike", who, order=0)
    assert view["done"] and [order["title"] for order in view["sheet"]["orders"]] == titles[1:]
    view = client.ask("answer", who, answers=[[view["questions"][0]["decision"], "done"]])
    assert view["next"]["seat"] != who and view["next"]["hide"]
    sent = client.ask("view", who)
    assert sent["sheet"]["sent"] and not sent["questions"]
    assert client.ask("withdraw", who)["sheet"]["open"]


def test_why_has_its_dice() -> None:
    client = Client()
    client.start("coliseum", sides={"everyone": "random"}, seed=5)
    client.ask("bots", "referee", seconds=1)
    view = client.ask("view", "referee")
    rolled = next(s for turn in view["story"]["turns"] for s in turn["sentences"] if s["kind"] == "roll" or "d6" in s["text"])
    why = client.ask("why", "referee", event=rolled["events"][0])
    assert why["lines"] and why["account"]["event"] == rolled["events"][0]


def test_a_match_is_saved_and_opened_again() -> None:
    client = Client()
    client.start("coliseum", sides={"red": "human", "blue": "random", "green": "random", "yellow": "random"})
    view = client.ask("bots", "red", seconds=1)
    question = view["questions"][0]
    client.ask("answer", "red", answers=[[question["decision"], question["options"][0]["key"]]])
    kept = json.loads(client.ask("save", "red")["save"])
    again = Client()
    found = again.do("load", save=json.dumps(kept))
    again.table = found["table"]
    assert {seat["name"]: seat["plays"] for seat in found["seats"]}["blue"] == "random"
    assert json.loads(again.ask("save", "red")["save"])["digest"] == kept["digest"]


def test_bad_messages_are_refused_with_a_sentence() -> None:
    client = Client()
    assert client.error("fly") == "Malformed"
    assert client.error("start", game="no_such_game") == "Refused"
    assert client.error("start", game="tictactoe", options={"no_such": "1"}) == "Refused"
    assert client.error("view", table="m99", **{"as": "red"}) == "Refused"
    for damaged in ("", "{", "[]", '{"format": 2}', json.dumps({"format": 2, "game": "tictactoe"}), "x" * 100):
        assert client.error("load", save=damaged) == "damaged"
    client.start("tictactoe")
    at = {"table": client.table, "as": "cross"}
    assert client.error("answer", answers=[["mark", "9,9"]], **at) in ("illegal", "unknown")
    assert client.error("answer", answers="all", **at) == "Malformed"
    assert client.error("at", event=999, **at) == "Refused"
    assert client.error("view", table=client.table, **{"as": "nobody"}) == "Refused"
    assert json.loads(client.host.handle_text("nonsense"))["error"]
    assert json.loads(client.host.handle_text("[" * 100_000))["error"]


def test_a_save_that_was_edited_is_refused() -> None:
    client = Client()
    client.start("tictactoe")
    kept = json.loads(client.ask("save", "cross")["save"])
    assert client.error("load", save=json.dumps(kept | {"seed": 4})) == "damaged"


def test_what_a_client_says_is_there_in_both_languages() -> None:
    one, two = (Client().do("words", lang=lang) for lang in LANGUAGES)
    assert one.keys() == two.keys() and one != two


def told(view: dict[str, Any]) -> list[dict[str, Any]]:
    return [sentence for turn in view["story"]["turns"] for sentence in turn["sentences"] if sentence["events"]]


def test_a_match_goes_on_from_a_moment_of_another() -> None:
    client = Client()
    client.start("breakthrough", sides={"everyone": "human"}, seed=2)
    for side in ("white", "black", "white"):
        for _ in range(2):  # a man, then where he goes
            if questions := client.ask("view", side)["questions"]:
                client.ask("answer", side, answers=[[questions[0]["decision"], questions[0]["options"][-1]["key"]]])
    whole = client.ask("view", "white")
    first = client.table
    for sentence in told(whole):
        client.table = client.do("branch", **{"as": "white", "table": first}, event=sentence["events"][-1])["table"]
        view = client.ask("view", "white")
        assert [s["text"] for s in told(view)] == [s["text"] for s in told(whole)][: len(told(view))]
        assert sentence["text"] in [s["text"] for s in told(view)] and view["waiting"]
    client.table = client.do("branch", **{"as": "white", "table": first}, event=told(whole)[0]["events"][-1])["table"]
    for _ in range(2):
        if questions := client.ask("view", "black")["questions"]:
            client.ask("answer", "black", answers=[[questions[0]["decision"], questions[0]["options"][0]["key"]]])
    assert len(told(client.ask("view", "white"))) == 2
    client.table = first
    assert client.ask("view", "white")["story"] == whole["story"]
    assert client.error("branch", **{"as": "white", "table": first}, event=9999) == "Refused"


def test_nobody_learns_by_going_on_from_a_moment_what_others_ordered() -> None:
    """Orders that wait in secret are given again; whoever looks sees what he saw."""
    client = Client()
    client.start("kollaball", seed=3)
    for _ in range(200):  # nobody orders or claims anything, till the second turn is written in secret
        open_ = {one: found for one in ("red", "blue", "umpire") if (found := client.ask("view", one)["questions"])}
        if "blue" in open_ and open_["blue"][0]["decision"] == "orders" and told(client.ask("view", "red")):
            break
        one, found = next(iter(open_.items()))
        last = found[0]["decision"] in ("orders", "claims", "desk")
        client.ask("answer", one, answers=[[found[0]["decision"], found[0]["options"][-1 if last else 0]["key"]]])
    side, other, asked = "red", "blue", open_["blue"]
    assert asked[0]["secret"]
    before = client.ask("view", side)
    client.ask("answer", other, answers=[[asked[0]["decision"], asked[0]["options"][0]["key"]]])
    first, event = client.table, told(before)[-1]["events"][-1]
    client.table = client.do("branch", **{"as": side, "table": first}, event=event)["table"]
    after = client.ask("view", side)
    assert [s["text"] for s in told(after)] == [s["text"] for s in told(before)]
    assert [client.ask("view", side)["sheet"]["orders"] for side in ("red", "blue")] == [[], []]
