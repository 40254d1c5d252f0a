"""What is promised of 0.1 is still there: names and parameters for programs, commands and options, exit status, one version.

``tests/promised.txt`` holds what there was; ``ARBITRE_UPDATE_GOLDEN=1`` adds what is new.  A line is taken out by hand, with a
line in the changelog.
"""

from __future__ import annotations

import inspect
import json
import os
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click

import arbitre
from arbitre import api
from arbitre.cli.main import cli

ROOT = Path(__file__).resolve().parent.parent
PROMISED = Path(__file__).with_name("promised.txt")
PAGES = {lang: ROOT / "docs" / lang / "guide" / "stability.md" for lang in ("en", "fr")}
HELD = re.compile(r"<!-- (\S+?)(?:::(\w+))? -->$")


def parameters(name: str, called: object) -> Iterator[str]:
    """Each parameter of a function or a method; one that may be left out says so."""
    for one in inspect.signature(called).parameters.values():  # type: ignore[arg-type]
        if one.name != "self":
            left_out = one.default is not one.empty or one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD)
            yield f"api {name}({one.name}{'=' if left_out else ''})"


def interface() -> set[str]:
    found = set()
    for name in api.__all__:
        thing = getattr(api, name)
        found.add(f"api {name}")
        if inspect.isfunction(thing):
            found |= set(parameters(name, thing))
        elif inspect.isclass(thing):
            for part in (part for part in dir(thing) if not part.startswith("_")):
                found.add(f"api {name}.{part}")
                if inspect.isfunction(method := inspect.getattr_static(thing, part)):
                    found |= set(parameters(f"{name}.{part}", method))
    return found


def commands(command: click.Command = cli, name: str = "arbitre") -> Iterator[str]:
    yield f"command {name}"
    for one in command.params:
        yield from (f"command {name} {said}" for said in (one.opts if isinstance(one, click.Option) else [one.name]))
    if isinstance(command, click.Group):
        for below, inner in command.commands.items():
            yield from commands(inner, f"{name} {below}")


def promised(sort: str) -> set[str]:
    return {line for line in PROMISED.read_text(encoding="utf-8").splitlines() if line.startswith(f"{sort} ")}


def held(sort: str, there: set[str]) -> None:
    if os.environ.get("ARBITRE_UPDATE_GOLDEN"):
        lines = set(PROMISED.read_text(encoding="utf-8").splitlines()) if PROMISED.is_file() else set()
        PROMISED.write_text("\n".join(sorted(lines | there)) + "\n", encoding="utf-8")
    assert len(promised(sort)) > 100
    kept = there | {line.replace("=)", ")") for line in there}  # what had to be given may be left out now
    assert promised(sort) - kept == set(), "this was promised, and is gone"


def test_no_name_of_the_interface_is_missing() -> None:
    there = interface()
    held("api", there)
    assert arbitre.__all__ == api.__all__ and all(getattr(arbitre, name) is getattr(api, name) for name in api.__all__)
    parts = {part.name for part in pkgutil.iter_modules(arbitre.__path__)}
    assert not parts & set(api.__all__), "what is imported under that name hides the function"
    must = {line for line in there if line.endswith(")") and not line.endswith("=)")}
    called = {line.partition("(")[0] for line in promised("api")}
    new = {line for line in must - promised("api") if line.partition("(")[0] in called}
    assert new == set(), "a parameter that callers of before do not give"


def test_no_command_or_option_is_missing() -> None:
    held("command", set(commands()))


def test_exit_status(tmp_path: Path) -> None:
    faulty = tmp_path / "faulty.rules"
    faulty.write_text("game faulty:\n    play nothing\n", encoding="utf-8")

    def status(*said: str) -> int:
        return subprocess.run([sys.executable, "-m", "arbitre", *said], capture_output=True, check=False).returncode

    assert [status("list"), status("check", str(faulty)), status("list", "--nothing"), status("nothing")] == [0, 1, 2, 2]


def test_there_is_one_version() -> None:
    package = json.loads((ROOT / "editors" / "vscode" / "package.json").read_text(encoding="utf-8"))
    assert package["version"] == arbitre.__version__
    assert f"\n## {arbitre.__version__} " in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    for lang in ("en", "fr"):
        notes = ROOT / "docs" / lang / "guide" / f"release-{arbitre.__version__}.md"
        assert notes.is_file()
        assert notes.name in PAGES[lang].read_text(encoding="utf-8")


def test_the_changelog_is_short_and_tells_authors_and_programs_apart() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    for section in text.split("\n## ")[1:]:
        assert "\n### For authors\n" in section and "\n### For programs\n" in section
    entries = [entry.split("\n\n")[0].strip() for entry in text.split("\n- ")[1:]]
    assert [entry for entry in entries if entry.count("\n") > 1 or max(map(len, entry.split("\n"))) > 152] == []


def test_every_promise_is_held_by_a_test_that_is_there() -> None:
    said = {lang: re.findall(r"^- (.*)$", page.read_text(encoding="utf-8"), re.M) for lang, page in PAGES.items()}
    tests = {lang: [found.groups() if (found := HELD.search(one)) else one for one in lines] for lang, lines in said.items()}
    assert tests["en"] == tests["fr"] and len(tests["en"]) >= 10
    for file, name in tests["en"]:
        text = (ROOT / file).read_text(encoding="utf-8")
        assert not name or f"def {name}(" in text, (file, name)
