"""Laws of the source tree. They read files, never import the packages, so they hold while the code is being written.

1. No game is known in Python or in the front-end: what games are called and what they declare is read from `rulebooks/`.
2. Imports go one way: graphs <- dsl <- interpreter <- arbitre.
3. Only arbitre/ talks to a terminal.
4. No tracked text file holds a path of somebody's machine.
"""

from __future__ import annotations

import ast
import re
import subprocess
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("dsl", "graphs", "interpreter", "arbitre")
SHORTEST_NAME = 3  # letters: shorter ones are everywhere

# What the games of the library are called, known in rulebooks/ only.
GAMES = tuple(sorted({path.stem for path in (ROOT / "rulebooks").rglob("*.rules") if path.stem == path.parent.name}))

# Words a rulebook declares that are plain English an engine may need too. Add one only if it would mean something to
# somebody who has never heard of the game.
PLAIN_WORDS = """
    action attack attacker backward blocked border by_lot center centre chosen corner counter defender direct
    direction double effect entrance entrant everyone executed failure forward holder leader loser marker
    member momentum mover moving neutral nobody normal number occupant opener opponent option player position
    profile random ranged recruit region reserve result runner second selection settled shield single square
    status target terrain tester turning victim waiting weapon winner
    closed origin topology yellow
    advance again aim analyse anchor arm arms arrived balance ball bare base black block blow blue board bonus both bout bouts box build
    buoy
    camp card cards catch caught cell chain charge class climb connect copy cross dash dead deed deeds device die door doors drawn drop
    duty east edge enter exclude excludes face faces fate field five foam focus follow_up foot foresee foresees four free gather ghost
    grab grass grave green guard hand_over hatch held helper helpers hex hexes holding hot human idle initiative jump large later launch
    leap left lift light living long lunge man match mate men mine move moves mud net north one ones order orders pass passing pause pay
    pays piece pieces plain point points prone quick range rank ray receive recovery red right rights rise rises rival rivals role room
    rope row rows ruled run runs sand saw search searching shadow short show side sides six skill slower small south spot stand standing
    stands step stone strike strikes swap team them three throw thrower throwing thrown top tops torus two twos wait walk walks wall
    warn warns water way ways well west wheel white
    advantage bid doubt hearts jeu killed loss losses lost nine no_answer platform suit take
    area areas bar bars bot bots branch certain certains con den excluded fin gas ground grounds helped ion land movement nth par phase
    phases power season seasons sil stp tun verdict verdicts wal war winter
"""
PLAIN = frozenset(PLAIN_WORDS.split())

FORBIDDEN_IMPORTS = {
    "graphs": {"dsl", "interpreter", "arbitre"},
    "dsl": {"interpreter", "arbitre"},
    "interpreter": {"arbitre"},
}
TERMINAL = {"rich", "click"}
MACHINE_PATH = re.compile(r"(?<![\w.~-])/(?:root|work|tmp|opt|mnt|srv)/\w|(?<![\w.~-])/(?:home|Users)/\w|\b[A-Za-z]:\\+Users\\")


# ---------------------------------------------------------------- reading the tree


def sources(*packages: str, suffixes: tuple[str, ...] = (".py",)) -> Iterator[Path]:
    for package in packages:
        for path in sorted((ROOT / package).rglob("*")):
            if path.suffix in suffixes and path.is_file() and "__pycache__" not in path.parts:
                yield path


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def nodes_of(path: Path) -> list[ast.AST]:
    """Every node of a module of Python."""
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"), shown(path))))


def words_of(text: str) -> list[str]:
    """Lower-case words without accents: `first_rowOf` gives first, row, of and, whole, first_rowof."""
    plain = text if text.isascii() else "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    found: list[str] = []
    for name in re.findall(r"[A-Za-z_][A-Za-z0-9_]*", plain):
        found.append(name.lower())
        parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)
        if len(parts) > 1 or "_" in name:
            found += [part.lower() for part in parts]
    return found


def report(faults: list[str]) -> None:
    assert not faults, "\n" + "\n".join(faults)


# ---------------------------------------------------------------- 1. no game in Python

NAME = r"[^\W\d]\w*"
KIND = re.compile(rf"^kind ({NAME})(.*)$")
RULE = re.compile(rf"^(?:action|test|contest|table) ({NAME})\b")
TABLE = re.compile(rf"^table of ({NAME}):")
MEMBER = re.compile(rf"^({NAME}) ({NAME})\s*(?:,[^:]*)?(?::|$)")
TITLE = re.compile(r'^\s+title en "([^"]*)"(?:\s+fr "([^"]*)")?')


def folded_lines(text: str) -> list[str]:
    """The lines without comments and margin notes, a kind's broken list of nouns brought back onto one line."""
    lines: list[str] = []
    for raw in text.splitlines():
        line = re.sub(r"\s+\[[A-Z0-9, a-z-]+\]\s*$", "", raw).rstrip()
        if line.lstrip().startswith("#"):
            continue
        if lines and lines[-1].startswith("kind ") and lines[-1].count("(") > lines[-1].count(")"):
            lines[-1] += " " + line.strip()
        else:
            lines.append(line)
    return lines


def declared(text: str, kinds: set[str]) -> set[str]:
    """Names that one rules file gives to games, kinds, their nouns and members, actions, tests and tables."""
    names: set[str] = set()
    lines = folded_lines(text)
    for at, line in enumerate(lines):
        if kind := KIND.match(line):
            rest = kind[2]
            names.add(kind[1])
            if nouns := re.match(r"\s*\(([^)]*)\)", rest):
                names.update(re.findall(NAME, nouns[1]))
            if plural := re.search(rf", many ({NAME})", rest):
                names.add(plural[1])
            if members := re.search(r":\s*(\S.*)$", rest):
                names.update(re.findall(NAME, members[1]))
        elif table := TABLE.match(line):
            if table[1] in kinds:
                rows = [row for row in body(lines, at) if "|" in row][1:]
                names.update(match[0] for row in rows if (match := re.match(NAME, row.split("|")[0].strip())))
        elif (rule := RULE.match(line)) and rule[1] != "of":
            names.add(rule[1])
        elif line.startswith("game "):
            names.update(re.findall(NAME, line)[1:2])
            for row in body(lines, at):
                if title := TITLE.match("    " + row):
                    names.update(word for each in title.groups() if each for word in words_of(each))
        elif (member := MEMBER.match(line)) and member[1] in kinds:
            names.add(member[2])
    return names


def body(lines: list[str], at: int) -> list[str]:
    found = []
    for line in lines[at + 1 :]:
        if line and not line[0].isspace():
            break
        found.append(line.strip())
    return found


def names_of_games(rulebooks: Path) -> dict[str, str]:
    """Every distinctive name of a game, with the rulebook it comes from."""
    names: dict[str, str] = {}
    for folder in sorted(path for path in rulebooks.iterdir() if path.is_dir() and not path.name.startswith(".")):
        texts = [path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.rules"))]
        if not texts:
            continue
        kinds = {match[1] for text in texts for line in folded_lines(text) if (match := KIND.match(line))}
        names.setdefault(folder.name.lower(), folder.name)
        for text in texts:
            for name in declared(text, kinds):
                if len(name) >= SHORTEST_NAME and name.lower() not in PLAIN:
                    names.setdefault(name.lower(), folder.name)
    return names


def keywords() -> set[str]:
    """Words of the language itself: a rulebook that reuses one does not make it the game's own."""
    grammar = ROOT / "dsl" / "parse" / "grammar.lark"
    text = grammar.read_text(encoding="utf-8") if grammar.is_file() else ""
    code = "\n".join(line.split("//")[0] for line in text.splitlines())
    return {word.lower() for quoted in re.findall(r'"([^"\n]*)"', code) for word in words_of(quoted)}


def traces(names: dict[str, str]) -> list[str]:
    faults = []
    own = (path for path in sources("web", suffixes=(".js", ".html", ".css")) if not {"vendor", "node_modules"} & set(path.parts))
    for path in (*sources(*PACKAGES, suffixes=(".py", ".lark")), *own):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for word in dict.fromkeys(words_of(line)):
                name = next((form for form in (word, word.removesuffix("s")) if form in names), None)
                if name:
                    faults.append(f"{shown(path)}:{number}: {word!r} belongs to {names[name]}")
    return faults


def test_python_names_none_of_the_games() -> None:
    assert {"bloodbowl", "tictactoe"} < set(GAMES)
    report(traces({game: game for game in GAMES if game not in PLAIN}))


def test_python_names_nothing_a_rulebook_declares() -> None:
    rulebooks = ROOT / "rulebooks"
    names = names_of_games(rulebooks)
    for word in keywords():
        names.pop(word, None)
    assert names
    report(traces(names))


def test_names_are_read_from_every_form_of_declaration(tmp_path: Path) -> None:
    """The reader above must see what it is meant to see, or the law would hold for nothing."""
    folder = tmp_path / "sample"
    folder.mkdir()
    (folder / "sample.rules").write_text(
        "game sample:\n"
        '    title en "Wyverns abroad" fr "Vouivres en voyage"\n'
        "kind wyvern (hatchling,\n"
        "    broodmother, attacker), many wyverns:                    [SA-one-01]\n"
        "    # kind commented\n"
        "    hunger: 0 to 6\n"
        "kind colour: crimson, red, verdant\n"
        "kind potion:\n"
        "table of potion:\n"
        "    name    | strength\n"
        "    elixir  | 2\n"
        "    phlegm  | 1\n"
        "potion quicksilver:\n"
        "option fireproof: flag = false\n",
        encoding="utf-8",
    )
    names = set(names_of_games(tmp_path))
    seen = {"sample", "wyvern", "wyverns", "hatchling", "broodmother", "colour", "crimson", "verdant", "potion"}
    seen |= {"elixir", "phlegm", "quicksilver", "vouivres", "voyage", "abroad"}
    assert names == seen


def test_words_are_found_inside_identifiers() -> None:
    assert {"wyvern", "row", "wyvern_row"} <= set(words_of("wyvern_row = 1"))
    assert {"big", "wyvern"} <= set(words_of("class BigWyvern:"))
    assert "wyverne" in words_of("Wyverné")


# ---------------------------------------------------------------- 2. imports go one way


def imported(path: Path) -> Iterator[tuple[int, str]]:
    """Packages of everything a module imports, relative and by name (`import_module("...")`) included.

    Of ours the folder's name: ``dsl`` for ``arbitre.dsl.core``, and ``arbitre`` for what lies in that folder itself.
    """
    package = path.relative_to(ROOT).parts[:-1]

    def folder(name: str) -> str:
        first, _, rest = name.partition(".")
        second = rest.split(".")[0]
        return second if first == "arbitre" and second in PACKAGES else first

    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, folder(alias.name)
        elif isinstance(node, ast.ImportFrom) and node.level:  # from where it stands, or from above all packages
            base = package[: len(package) - node.level + 1]
            yield node.lineno, base[0] if base else (node.module or node.names[0].name).split(".")[0]
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield node.lineno, folder(f"{node.module}.{alias.name}")
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in ("import_module", "__import__") and isinstance(node.args[0].value, str):
                yield node.lineno, folder(node.args[0].value)


@pytest.mark.parametrize("package", FORBIDDEN_IMPORTS)
def test_imports_go_one_way(package: str) -> None:
    report(
        [
            f"{shown(path)}:{line}: {package} may not import {name}"
            for path in sources(package)
            for line, name in imported(path)
            if name in FORBIDDEN_IMPORTS[package]
        ]
    )


# ---------------------------------------------------------------- 3. only arbitre/ talks to a terminal


@pytest.mark.parametrize("package", FORBIDDEN_IMPORTS)
def test_nothing_below_arbitre_prints(package: str) -> None:
    faults = []
    for path in sources(package):
        faults += [f"{shown(path)}:{line}: imports {name}" for line, name in imported(path) if name in TERMINAL]
        for node in nodes_of(path):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
                faults.append(f"{shown(path)}:{node.lineno}: calls print()")
    report(faults)


# ---------------------------------------------------------------- 4. no machine's paths


def test_no_machine_paths_in_tracked_files() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a checkout")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    faults = []
    for name in filter(None, listed.decode("utf-8").split("\0")):
        path = ROOT / name
        if path.is_symlink() or not path.is_file():
            continue
        data = path.read_bytes()
        if b"\0" in data:
            continue
        for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
            if found := MACHINE_PATH.search(line):
                faults.append(f"{name}:{number}: {found[0]}...")
    report(faults)
