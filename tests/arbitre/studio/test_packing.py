"""What the engine of the page is given: archives, compiled modules, and of the standard library what is needed."""

from __future__ import annotations

import gzip
import io
import marshal
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from arbitre.studio.packing import archived, compiled, library, module, named, packed, without_lines
from arbitre.studio.page import LEFT_OUT, files
from arbitre.studio.starts import certain, start

SOURCE = b"""import json
from . import beside
from .below import deeper
def later():
    from email.mime import text
    return text
"""


def test_archives_of_the_same_files_are_the_same_bytes() -> None:
    held = {"b/" + "long" * 30 + "/name.py": b"x", "a.md": b"y"}
    assert archived(held) == archived(dict(reversed(held.items())))
    with tarfile.open(fileobj=io.BytesIO(gzip.decompress(archived(held)))) as tar:
        assert {one.name: tar.extractfile(one).read() for one in tar} == held  # type: ignore[union-attr]


def test_every_import_is_found_wherever_it_stands() -> None:
    code, binary = compiled(SOURCE, "p/q/m.py", True)
    assert {"json", "p.q", "p.q.beside", "p.q.below", "p.q.below.deeper", "email.mime", "email.mime.text"} <= set(named(code, "p/q/m.py"))
    assert "p.q.m.beside" in set(named(code, "p/q/m/__init__.py")) and module("p/q/__init__.py") == "p.q"
    bare = without_lines(code)
    assert len(marshal.dumps(bare)) < len(binary)
    exec(without_lines(compiled(b"def f(): return 6\nx = f()", "x", False)[0]), space := {})
    assert space["x"] == 6


def test_of_the_standard_library_what_is_imported_is_kept(tmp_path: Path) -> None:
    texts = {
        "a.py": "import b",
        "b.py": "def f():\n import c.d",
        "c/__init__.py": "",
        "c/d.py": "",
        "e.py": "",
        "site.py": "",
        "c/x.txt": "",
    }
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as made:
        for name, text in texts.items():
            made.writestr(name, text)
    with zipfile.ZipFile(io.BytesIO(library(str(tmp_path / "all.zip"), ["a.attribute"]))) as found:
        assert sorted(found.namelist()) == ["a.pyc", "b.pyc", "c/__init__.pyc", "c/d.pyc", "c/x.txt", "site.pyc"]
    ours, _ = packed({"m/n.py": b"import e", "o.py": b"", "k.md": b""}, ["m.n"], str(tmp_path / "all.zip"))
    with tarfile.open(fileobj=io.BytesIO(gzip.decompress(ours))) as tar:
        assert sorted(tar.getnames()) == ["k.md", "m/n.pyc", "o.py"]


def test_nothing_that_is_left_out_is_imported_by_what_the_page_runs() -> None:
    held = files()
    here = {module(name): name for name in held if name.endswith(".py")}
    todo, seen = ["arbitre.studio.host", "arbitre.studio.worker"], set()
    out = tuple(name.replace("/", ".") for name in LEFT_OUT if name.startswith("arbitre/") and name.endswith("/"))
    while todo:
        name = todo.pop()
        assert not f"{name}.".startswith(out), name
        if name in here and name not in seen:
            seen.add(name)
            todo += [*named(compile(held[here[name]], name, "exec"), here[name]), name.rpartition(".")[0]]
    assert len(seen) > 400


def test_a_first_match_imports_nothing_more() -> None:
    """What it needs is imported before the memory of the engine is kept."""
    program = """
import sys
from arbitre.studio.worker import StudioHost, imported
imported()
before = set(sys.modules)
host = StudioHost("", "en")
host.handle({"do": "start", "game": "tictactoe"})
host.handle({"do": "view", "table": "m1", "as": "cross"})
host.handle({"do": "foresee", "table": "m1", "as": "cross"})
print(sorted(name for name in set(sys.modules) - before if name.startswith("arbitre.")))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_board_before_the_match_holds_what_no_die_decides() -> None:
    found = start("backgammon", "fr")
    assert found["title"] == "Backgammon" and len(found["scene"]["boards"][0]["pieces"]) == 8
    assert set(found["layouts"]) == {board["layout"] for board in found["scene"]["boards"]}
    one = {"cells": [1], "box": [0], "svg": '<g><path d="a"/><path d="b"/></g>'}
    assert certain([one, one | {"svg": '<g><path d="b"/></g>'}]) == one | {"svg": '<g><path d="b"/></g>'}
    assert certain([one, one | {"cells": [2]}]) is None
    assert start("whist", "en")["layouts"] == {}
