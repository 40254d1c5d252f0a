"""What the studio answers about files: edits, what is wrong, scenarios, matches under new rules, matches recorded."""

from __future__ import annotations

import base64
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from arbitre.making.changing import changeable, variant_with
from arbitre.opening.books import open_book
from arbitre.studio.host import StudioHost

VARIANT = """game brisk extends breakthrough:
    title en "Brisk Breakthrough" fr "Percée vive"

scenario "Sixteen men":
    title fr "Seize pions"
    do setup
    expect count(white.army) is {count}
"""


class Desk:
    """A studio on a folder."""

    def __init__(self, folder: Path) -> None:
        self.host = StudioHost(str(folder), think=0.05)

    def ask(self, what: str, **parts: Any) -> Any:
        answer = json.loads(self.host.handle_text(json.dumps({"id": 1, "do": what, **parts})))
        assert "ok" in answer, answer
        return answer["ok"]

    def error(self, what: str, **parts: Any) -> dict[str, str]:
        found: dict[str, str] = self.host.handle({"do": what, **parts})["error"]
        return found


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    (tmp_path / "brisk.rules").write_text(VARIANT.format(count=16), encoding="utf-8")
    return Desk(tmp_path)


def test_what_lies_in_the_folder_is_the_truth(desk: Desk, tmp_path: Path) -> None:
    assert [one["path"] for one in desk.ask("files")["files"]] == ["brisk.rules"]
    file = desk.ask("open", path="brisk.rules")
    (tmp_path / "brisk.rules").write_text("# elsewhere\n", encoding="utf-8")
    assert desk.error("write", path="brisk.rules", text="# mine\n", stamp=file["stamp"])["code"] == "changed"
    assert (tmp_path / "brisk.rules").read_text(encoding="utf-8") == "# elsewhere\n"
    again = desk.ask("open", path="brisk.rules")
    desk.ask("write", path="brisk.rules", text="# mine\n", stamp=again["stamp"])
    assert (tmp_path / "brisk.rules").read_text(encoding="utf-8") == "# mine\n"
    assert desk.error("write", path="brisk.rules", text="# new\n", stamp="")["code"] == "changed"


@pytest.mark.parametrize("name", ["../outside.rules", "/etc/passwd", "notes.txt", "a/../../b.rules", "", "x\0.rules"])
def test_no_file_elsewhere_is_read_or_written(desk: Desk, name: str) -> None:
    assert desk.error("open", path=name)["text"]
    assert desk.error("write", path=name, text="", stamp="")["text"]


def test_a_link_out_of_the_folder_is_not_followed(desk: Desk, tmp_path: Path) -> None:
    outside = tmp_path.parent / "outside.rules"
    outside.write_text("# theirs\n", encoding="utf-8")
    (tmp_path / "inside.rules").symlink_to(outside)
    assert desk.error("open", path="inside.rules")["text"]


def test_what_is_wrong_is_told_with_its_fixes(desk: Desk) -> None:
    text = VARIANT.format(count=16).replace("count(white.army)", "cuont(white.army)")
    told = desk.ask("check", path="brisk.rules", text=text)
    assert told["errors"] >= 1
    message = told["messages"][0]
    assert message["from"][0] == 6 and message["severity"] == "error"
    assert any("count" in edit["text"] for fix in message["fixes"] for edit in fix["edits"])
    assert desk.ask("edit", path="brisk.rules", text=text)["known"]
    assert desk.ask("check", path="brisk.rules", text=VARIANT.format(count=16))["errors"] == 0


def test_words_are_explained_offered_and_found(desk: Desk) -> None:
    text = VARIANT.format(count=16)
    at = {"path": "brisk.rules", "text": text}
    assert "army" in desk.ask("hover", at=[6, 25], **at)["text"]
    assert desk.ask("complete", at=[6, 23], **at)["offers"]
    assert desk.ask("definition", at=[6, 25], **at)["places"][0]["library"]
    assert [entry["sort"] for entry in desk.ask("outline", **at)["entries"]] == ["game", "scenario"]
    assert desk.ask("format", **at)["edits"] == []
    assert desk.ask("format", path="brisk.rules", text=text.replace("    do setup", "    do  setup"))["edits"]


def test_scenarios_are_green_or_red_beside_their_lines(desk: Desk) -> None:
    good = desk.ask("scenarios", path="brisk.rules", text=VARIANT.format(count=16))["scenarios"]
    assert [(one["name"], one["line"], one["ok"]) for one in good] == [("Sixteen men", 4, True)]
    text = VARIANT.format(count=15)
    desk.ask("check", path="brisk.rules", text=text)
    (bad,) = desk.ask("scenarios", path="brisk.rules", text=text)["scenarios"]
    assert not bad["ok"] and bad["failures"][0]["line"] == 7 and "16" in bad["failures"][0]["text"]


def played(desk: Desk, game: str, answers: int, seed: int = 3) -> str:
    table: str = desk.ask("start", game=game, seed=seed, sides={"everyone": "human"})["table"]
    view = desk.ask("view", table=table, **{"as": "referee"})
    for n in range(answers):
        who = view["next"].get("seat")
        if who is None:
            break
        question = desk.ask("view", table=table, **{"as": who})["questions"][0]
        option = question["options"][(7 * n + 1) % len(question["options"])]
        view = desk.ask("answer", table=table, answers=[[question["decision"], option["key"]]], **{"as": who})
    return table


def test_the_same_match_is_played_under_new_rules(desk: Desk, tmp_path: Path) -> None:
    game = str(tmp_path / "brisk.rules")
    table = played(desk, game, 6)
    same = desk.ask("again", table=table, path="brisk.rules")
    assert same["same"] and same["taken"] == same["of"] == 6
    library = Path(__file__).resolve().parents[3] / "rulebooks/classics/breakthrough/breakthrough.rules"
    lines = library.read_text(encoding="utf-8").splitlines()
    head = next(n for n, line in enumerate(lines) if line.startswith("action step"))
    body = [line for line in lines[head + 1 :] if line.startswith("    ") or not line]
    edited = "\n".join(body[: body.index("")]).replace("steps to", "hurries to")
    assert "hurries to" in edited
    file = desk.ask("open", path="brisk.rules")
    action = lines[head].split("[")[0].rstrip()
    desk.ask("write", path="brisk.rules", text=f"{file['text']}\nreplace {action}\n{edited}\n", stamp=file["stamp"])
    told = desk.ask("again", table=table, path="brisk.rules")
    assert not told["same"] and "steps to" in told["was"] and "hurries to" in told["now"]
    assert desk.ask("view", table=told["match"]["table"], **{"as": "white"})["questions"] is not None


@pytest.mark.parametrize(("game", "answers"), [("breakthrough", 9), ("tictactoe", 9), ("coliseum", 45)])
def test_a_match_becomes_a_scenario_that_holds(desk: Desk, tmp_path: Path, game: str, answers: int) -> None:
    table = played(desk, game, answers)
    text = desk.ask("record", table=table, name="What happened")["text"]
    assert text.startswith('scenario "What happened":') and "expect" in text
    path = tmp_path / "recorded.rules"
    path.write_text(f'game recorded extends {game}:\n    title en "R" fr "R"\n\n{text}', encoding="utf-8")
    (found,) = desk.ask("scenarios", path="recorded.rules", text=path.read_text(encoding="utf-8"))["scenarios"]
    assert found["ok"], text


def test_nothing_is_recorded_before_a_turn_is_over(desk: Desk) -> None:
    table = desk.ask("start", game="tictactoe", seed=1, sides={"everyone": "human"})["table"]
    assert desk.error("record", table=table, name="x")["text"]


def test_a_folder_goes_into_a_zip_and_out_again(desk: Desk, tmp_path: Path) -> None:
    packed = desk.ask("pack")["zip"]
    assert desk.ask("unpack", zip=packed)["paths"] == ["brisk.rules"]
    (tmp_path / "brisk.rules").write_text("# another\n", encoding="utf-8")
    assert desk.ask("unpack", zip=packed)["paths"] == ["brisk_2.rules"]  # nobody's work is lost
    assert (tmp_path / "brisk.rules").read_text(encoding="utf-8") == "# another\n"


def test_bad_archives_are_refused_with_a_sentence(desk: Desk) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("../outside.rules", "# out\n")
    for bad in ("", "no base64!", base64.b64encode(b"PK no zip").decode(), base64.b64encode(out.getvalue()).decode()):
        answer = desk.host.handle({"do": "unpack", "zip": bad})
        assert answer.get("error", {}).get("text")
    large = io.BytesIO()
    with zipfile.ZipFile(large, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("large.rules", "#" * 21_000_000)
    assert desk.error("unpack", zip=base64.b64encode(large.getvalue()).decode())["text"]


def test_a_new_file_comes_from_a_template(desk: Desk) -> None:
    made = desk.ask("new", sort="game", name="fresh")
    assert desk.ask("check", path=made["path"], text=desk.ask("open", path=made["path"])["text"])["errors"] == 0


def test_balance_is_held_on_the_same_seeds(desk: Desk) -> None:
    found = desk.ask("balance", path="brisk.rules", base="breakthrough", seed=0, matches=6)
    assert found["variant"] == found["base"] and found["base"]["matches"] == 6


def test_markup_in_titles_is_text(desk: Desk, tmp_path: Path) -> None:
    text = VARIANT.format(count=16).replace("Brisk Breakthrough", "<script>alert(1)</script>")
    (tmp_path / "brisk.rules").write_text(text, encoding="utf-8")
    table = desk.ask("start", game=str(tmp_path / "brisk.rules"), seed=1)["table"]
    view = desk.ask("view", table=table, **{"as": "white"})
    assert view["title"] == "<script>alert(1)</script>"
    assert all("<script" not in layout["svg"] for layout in view["layouts"].values())


WINS = """scenario "The last row wins":
    title fr "La dernière rangée gagne"
    given man runner: player white, square (4, 2)
    given man late: player black, square (8, 6)
    white chooses (5, 1)
    play turn
    expect white wins
"""


def test_rules_that_no_scenario_reaches_are_told(desk: Desk, tmp_path: Path) -> None:
    rule = next(one for one in changeable(open_book("breakthrough", quiet=True)) if one.text.startswith("action "))
    made, line = variant_with("breakthrough", rule.file, rule.first, "mine", tmp_path)
    desk.ask("write", path="mine.rules", text=made.text, stamp="")
    found = desk.ask("scenarios", path="mine.rules", text=made.text)
    assert [(r["line"], r["scenarios"], r["played"]) for r in found["rules"]] == [(line, 0, False)] and found["scenarios"] == []
    match = desk.ask("start", game=str(tmp_path / "mine.rules"), seed=1, sides={"everyone": "random"})
    desk.ask("bots", table=match["table"], **{"as": "white"}, seconds=0.2)
    found = desk.ask("scenarios", path="mine.rules", text=made.text, table=match["table"])
    assert [(r["scenarios"], r["played"]) for r in found["rules"]] == [(0, True)]
    told = {"path": "mine.rules", "text": f"{made.text}\n{WINS}"}
    assert desk.ask("check", **told)["errors"] == 0
    found = desk.ask("scenarios", **told, table=match["table"])
    assert [one["ok"] for one in found["scenarios"]] == [True]
    assert (
        [(r["scenarios"], r["played"]) for r in found["rules"]] == [(1, True)] and found["rules"][0]["sort"] and found["rules"][0]["name"]
    )
