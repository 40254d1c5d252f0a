"""Faults between two files are told where the second one stands, with the first beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.diagnostics.message import Message
from arbitre.dsl.lint import run_checks
from arbitre.dsl.lower.program import bind
from arbitre.dsl.modules.library import folder_of
from arbitre.dsl.modules.loader import load

TOWER = """\
game tower:
    title en "Tower" fr "Tour"
kind side, seats: red, blue
    title en "Side" fr "Camp"
kind ground: stone, carpet
    title en "Ground" fr "Sol"
kind cell, floors(tower)
    ground: ground
        title en "Ground" fr "Sol"
map tower:
    floor 0 \"\"\"
        ..H
        ...
        \"\"\"
    mark "." stone
    mark "H" carpet as altar
agenda turn:
    go: end
"""


def told(folder: Path, extension: str) -> list[Message]:
    (folder / "tower").mkdir()
    (folder / "tower" / "tower.rules").write_text(TOWER, encoding="utf-8")
    path = folder / "more.rules"
    path.write_text(extension, encoding="utf-8")
    rulebook = load(path)
    bound = bind(rulebook)
    if not bound.messages.errors:
        run_checks(bound, rulebook)
    return [m for m in bound.messages.items if m.code[0] in "BN"]


def test_a_name_of_a_cell_that_is_taken(tmp_path: Path) -> None:
    (found,) = told(
        tmp_path, 'extends tower\nmap tower:\n    floor 0 at (2, 2) """\n        q\n        """\n    mark "q" carpet as altar\n'
    )
    assert (found.code, found.place.line, found.place.column) == ("B01", 6, 24)
    assert found.place.file.endswith("more.rules")
    assert found.related[0][0].file.endswith("tower.rules")


def test_a_drawing_far_from_the_map(tmp_path: Path) -> None:
    (found,) = told(tmp_path, 'extends tower\nmap tower:\n    floor 0 at (50, 2) """\n        .\n        """\n')
    assert (found.code, found.place.line) == ("B03", 4)
    assert found.place.file.endswith("more.rules")


def test_a_circle_of_games_names_both_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for one, other in (("day", "night"), ("night", "day")):
        Path(f"{one}.rules").write_text(f'game {one} extends {other}:\n    title en "A" fr "A"\n', encoding="utf-8")
    (found,) = bind(load("day.rules")).messages.errors
    assert (found.code, str(found.place)) == ("N04", "day.rules:1:18")
    assert [str(place) for place, _ in found.related] == ["night.rules:1:20"]


def test_an_extension_that_lies_elsewhere_is_told_how_to_be_read(tmp_path: Path) -> None:
    path = tmp_path / "far.rules"
    path.write_text("extends no_such_game\n", encoding="utf-8")
    (found,) = bind(load(path)).messages.errors
    assert found.code == "N04"
    assert "-e far.rules" in found.hint


# ------------------------------------------------------------------------------------------------ strangers' files together

ARENA = Path(__file__).parents[1] / "golden" / "arena" / "arena.rules"
STRIKE = "instead of strike victim when"
SPEED = "adjust speed(piece): is"


def together(folder: Path, one: str, two: str) -> list[str]:
    """What is told of two extensions read together, by code and file; neither is told of alone."""
    paths = [folder / "one.rules", folder / "two.rules"]
    for path, text in zip(paths, (one, two), strict=True):
        path.write_text(f"extends arena\n{text}\n", encoding="utf-8")
    alone = [found(ARENA, [path]) for path in paths]
    return found(ARENA, paths) if alone == [[], []] else [f"alone: {alone}"]


def found(game: Path, extensions: list[Path]) -> list[str]:
    rulebook = load(game, extensions)
    bound = bind(rulebook)
    if not bound.messages.errors:
        run_checks(bound, rulebook)
    assert {m.code for m in bound.messages.errors} <= {"N06"}, bound.messages.errors[0]
    return [
        " ".join([m.code, *(Path(place.file).stem for place, _ in [(m.place, ""), *m.related])])
        for m in bound.messages.items
        if m.code in ("H03", "H04", "N06")
    ]


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("victim.holy and not victim has glad", "victim.life is 3 or more and not victim has glad"),
        ("victim has tired and not victim has glad", "victim.role is brute and not victim has glad"),
        ("victim.life is 1 and not victim has glad", "victim is weak and not victim has glad"),
        ("victim.spot in (place(1, 1), place(2, 2)) and not victim has glad", "victim.spot is place(2, 2) and not victim has glad"),
        ("(any p in pieces where p.holy) and not victim has glad", "victim.holy and not victim has glad"),
        ("victim.life is more than victim.owner.count_of and not victim has glad", "victim.life is 4 and not victim has glad"),
    ],
)
def test_two_rules_instead_that_can_both_fit(one: str, two: str, tmp_path: Path) -> None:
    value = "let count_of(side) = count(pieces where owner is side)\n" if "count_of" in one else ""
    assert together(tmp_path, f"{value}{STRIKE} {one}: end", f"{STRIKE} {two}: end") == ["H03 two one"]
    assert together(tmp_path, f"{value}{STRIKE} {one}: end", f"{STRIKE} {two} over one.strike: end") == []


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("victim.role is archer", "victim.role is brute"),
        ("victim.role is archer", "victim.role is not archer"),
        ("victim.holy", "not victim.holy"),
        ("victim is weak", "victim.life is 3 or more"),
        ("victim.life is 2 or less", "victim.life is more than 2"),
        ("victim.life is 2 or victim.life is 3", "victim.life is 5"),
        ("victim is weak", "not victim is weak"),
        ("not victim has tired", "victim in (pieces where it has tired)"),
        ("victim.spot in (place(1, 1), place(2, 2))", "victim.spot is place(3, 3)"),
        ("any p in pieces where p.holy", "no p in pieces where p.holy"),
        ("victim.holy or victim.role is brute", "victim.role is archer and not victim.holy"),
        ("victim.life is 0", "victim.holy"),
        ("victim.life is more than count(pieces)", "count(pieces) is more than victim.life"),
    ],
)
def test_two_rules_instead_that_never_both_fit(one: str, two: str, tmp_path: Path) -> None:
    calm = "and not victim has glad: end"
    assert together(tmp_path, f"{STRIKE} ({one}) {calm}", f"{STRIKE} ({two}) {calm}") == []


def test_rules_of_two_members(tmp_path: Path) -> None:
    """Of a kind of which a thing bears one, they exclude each other; of one of which it bears several, they do not."""
    calm = "when not victim has glad: end"
    assert together(tmp_path, f"instead of strike archer {calm}".replace("victim", "archer"),
                    f"instead of strike brute {calm}".replace("victim", "brute")) == []  # fmt: skip
    head = 'mark {0}:\n    title en "Mark" fr "Marque"\ninstead of strike victim when victim has {0} and not victim has glad: end'
    assert together(tmp_path, head.format("sore"), head.format("lame")) == ["H03 two one"]


@pytest.mark.parametrize(
    ("one", "two", "told_of"),
    [
        ("3 when piece has tired and not piece has glad", "4 when piece.holy and not piece has glad", ["H04 two one"]),
        ("3 when piece has tired and not piece has glad", "3 when piece.holy and not piece has glad", []),
        ("3 when piece.holy and not piece has glad", "4 when not piece.holy and not piece has glad", []),
        ("3 when piece.life is 1 and not piece has glad", "4 when piece.life is 2 and not piece has glad", []),
    ],
)
def test_two_lines_that_say_what_a_value_is(one: str, two: str, told_of: list[str], tmp_path: Path) -> None:
    assert together(tmp_path, f"{SPEED} {one}", f"{SPEED} {two}") == told_of


def test_lines_for_two_members_say_what_a_value_is(tmp_path: Path) -> None:
    one, two = (f"adjust stride({role}): is {n} when turn.number is 1" for role, n in (("archer", 1), ("brute", 2)))
    base = "let stride(piece) = 3\n"
    assert together(tmp_path, base + one, two.replace("adjust", "# adjust")) == []
    (tmp_path / "three.rules").write_text(f"extends arena\n{two}\n", encoding="utf-8")
    assert found(ARENA, [tmp_path / "one.rules", tmp_path / "three.rules"]) == []


def test_a_value_that_one_replaces_and_another_overrides(tmp_path: Path) -> None:
    line = f"{SPEED} 3 when piece.holy and not piece has glad"
    assert together(tmp_path, "replace let speed(piece) = 4", line) == ["H04 two one"]
    assert together(tmp_path, "replace let speed(piece) = 4", "adjust speed(piece): +1 when piece.holy") == []


@pytest.mark.parametrize("game", ["coliseum", "tsewnart", pytest.param("dungeonbowl", marks=pytest.mark.more)])
def test_the_extensions_of_the_library_get_on_together(game: str) -> None:
    extensions = sorted((folder_of(game) / "extensions").rglob("*.rules"))
    assert extensions and found(folder_of(game) / f"{game}.rules", extensions) == []
    for extension in extensions:
        assert found(folder_of(game) / f"{game}.rules", [extension]) == []


def test_what_makes_a_size_depend_on_the_match_is_told_in_the_file_that_does(tmp_path: Path) -> None:
    core, mine = tmp_path / "core.rules", tmp_path / "mine.rules"
    core.write_text(
        'game core:\n    title en "x" fr "x"\nkind player, seats: red, blue\nkind size: small, big\n    width: 1 to 9 = 3\n'
        "option wanted: size = small\nkind place, grid(wanted.width, 3, closed)\nagenda turn:\n    go: end\n",
        encoding="utf-8",
    )
    mine.write_text("extends core\nevent grow: small.width becomes 4\n", encoding="utf-8")
    first = next(m for m in bind(load(core, [mine])).messages.errors if m.code == "T08")
    assert Path(first.place.file).name == "mine.rules" and "width" in first.text
    assert Path(first.related[0][0].file).name == "core.rules"
