"""The front-end's own sources: their types hold, no game is in them, nothing comes from elsewhere."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
WEB = ROOT / "web"


def test_types_hold() -> None:
    """``tsc`` reads them from JSDoc."""
    compiler = WEB / "node_modules" / "typescript" / "bin" / "tsc"
    if not compiler.is_file():
        if os.environ.get("CI"):
            pytest.fail("TypeScript is not installed: npm ci in web/")
        pytest.skip("TypeScript is not installed")
    done = subprocess.run(["node", str(compiler), "-p", str(WEB)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_every_source_is_checked() -> None:
    for path in WEB.glob("*.js"):
        assert "// @ts-check" in path.read_text(encoding="utf-8"), path.name


def test_nothing_is_loaded_from_elsewhere() -> None:
    for path in [*WEB.glob("*.js"), *WEB.glob("*.html"), *WEB.glob("*.css")]:
        found = re.findall(r"https?://(?!www\.w3\.org/)[^\s\"'`]+", path.read_text(encoding="utf-8"))
        assert found == [], path.name


def test_what_is_vendored_has_its_licences() -> None:
    licences = (WEB / "vendor" / "LICENCES.txt").read_text(encoding="utf-8")
    for path in (WEB / "vendor").glob("*.js"):
        head = path.read_text(encoding="utf-8").split("\n", 1)[0]
        named = re.findall(r"(@?[\w./-]+) \d+\.\d+\.\d+ \(([^)]+)\)", head)
        assert named, path.name
        for name, licence in named:
            assert licence in ("MIT", "BSD-3-Clause", "Apache-2.0"), name
            assert f"{name}\n" in licences


def test_every_word_that_is_said_is_in_the_tables() -> None:
    from arbitre.api.messages.host import words_of

    known = words_of("en")
    for path in WEB.glob("*.js"):
        for key in re.findall(r"\bwords\.(\w+)", path.read_text(encoding="utf-8")):
            assert key in known, f"{path.name}: {key}"


def test_every_module_that_is_kept_ready_is_there() -> None:
    """The page is made by a script that imports what a visitor may need: one that is no more would end the whole site."""
    text = (WEB / "warm.mjs").read_text(encoding="utf-8")
    named = re.findall(r"\barbitre(?:\.\w+)+", " ".join(re.findall(r"(?m)^(?:import|from) .*$", text.replace(";", "\n"))))
    assert {"arbitre.desk", "arbitre.session", "arbitre.studio.host"} <= set(named)
    for name in named:
        assert importlib.util.find_spec(name) is not None, name


def test_versions_are_those_of_the_lock() -> None:
    wanted = json.loads((WEB / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    held = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert all(f"node_modules/{name}" in held for name in wanted)
