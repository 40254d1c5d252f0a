"""What others install: the wheel made of the source distribution, with strangers of the same names beside it."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
pytestmark = pytest.mark.more


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source distribution and the wheel that is made of it."""
    tree, dist = tmp_path_factory.mktemp("tree"), tmp_path_factory.mktemp("dist")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
    for name in filter(None, listed):
        target = tree / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_symlink():
            target.symlink_to(os.readlink(ROOT / name))
        elif (ROOT / name).is_file():
            target.write_bytes((ROOT / name).read_bytes())
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(dist), str(tree)]
    subprocess.run(command, check=True, capture_output=True)
    return dist


def test_the_wheel_holds_one_package_and_all_it_needs(built: Path) -> None:
    names = zipfile.ZipFile(next(built.glob("*.whl"))).namelist()
    assert {name.split("/")[0].partition("-")[0] for name in names} == {"arbitre"}
    assert "arbitre/dsl/parse/grammar.tables" in names and "arbitre/rulebooks/coliseum/coliseum.rules" in names
    assert {name.rpartition("/")[2] for name in names if "/licenses/" in name} == {"LICENSE", "NOTICE"}
    guides = [path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").glob("*/guide/*.md")]
    assert len(guides) > 40 and {f"arbitre/guide/{one.replace('/guide/', '/')}" for one in guides} <= set(names)
    packages = [path.parent.name for path in (ROOT / "rulebooks").glob("*/package.toml")]
    assert {f"arbitre/rulebooks/{name}/{file}" for name in packages for file in ("LICENSE.md", "NOTICE.md")} <= set(names)
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        sources = archive.getnames()
    assert any(name.endswith("/arbitre/dsl/__init__.py") for name in sources)


def test_it_runs_among_strangers_of_the_same_names(built: Path, tmp_path: Path) -> None:
    """A folder with a `graphs.py` and a `dsl` of its own changes nothing."""
    installed, here = tmp_path / "installed", tmp_path / "here"
    (here / "dsl").mkdir(parents=True)
    for stranger in ("graphs.py", "interpreter.py", "dsl/__init__.py"):
        (here / stranger).write_text("raise SystemExit('a stranger was imported')", encoding="utf-8")
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        wheel.extractall(installed)
    env = {**os.environ, "PYTHONPATH": str(installed), "ARBITRE_CACHE": str(tmp_path / "cache"), "ARBITRE_LANG": "en"}

    def ran(*said: str) -> str:
        done = subprocess.run([sys.executable, "-m", "arbitre", *said], cwd=here, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    assert "Coliseum" in ran("list")
    assert "Cross wins" in ran("play", "tictactoe", "--watch", "--seed", "2")
    assert "matches" in ran("simulate", "hex", "--matches", "5", "--quick")
    ran("docs", "tictactoe", "--out", str(here / "pages"))
    where = subprocess.run(
        [sys.executable, "-c", "import arbitre; print(arbitre.__file__)"], env=env, cwd=here, capture_output=True, text=True
    )
    assert where.stdout.startswith(str(installed))


def test_the_same_sources_make_the_same_archives(built: Path, tmp_path: Path) -> None:
    """Another day, another way sets are ordered: the archives are those of before, byte for byte."""
    first, tree = {}, tmp_path / "tree"
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        archive.extractall(tree, filter="data")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(tmp_path / "dist"), str(next(tree.iterdir()))]
    for seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": seed, "SOURCE_DATE_EPOCH": "1700000000"}
        subprocess.run(command, check=True, capture_output=True, env=env)
        made = {one.name: one.read_bytes() for one in (tmp_path / "dist").iterdir()}
        assert len(made) == 2 and first in ({}, made)
        first = made
