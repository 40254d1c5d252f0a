# /// script
# requires-python = ">=3.11"
# dependencies = ["nox>=2025.2.9", "uv>=0.5", "findpython>=0.6"]
# ///
"""What a release has to hold: `nox` runs all of it, `nox --list` names the sessions.

Nothing here is needed to play or to change a rulebook; `make test` is what every change must pass.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import shutil
import sys
import tarfile
from pathlib import Path

import findpython
import nox
from uv import find_uv_bin

ROOT = Path(__file__).resolve().parent
DIST = ROOT / "build" / "dist"
UV = find_uv_bin()  # beside nox, whether or not that folder is on the path
nox.options.default_venv_backend = "uv"
nox.options.reuse_venv = "no"
OLDEST = (3, 11)
logging.getLogger("findpython").setLevel(logging.WARNING)  # it tells of every interpreter it asks for its name
LONG_TERM = ("48",)  # releases of wasmtime with long-term support that can run our modules; the first is the lowest allowed


def pythons() -> dict[str, str]:
    """Every Python from 3.11 on that is found here, by its number; of several of one number the latest."""
    found: dict[str, str] = {}
    for one in sorted(findpython.find_all(allow_prereleases=False), key=lambda one: one.version):
        if one.version.release[:2] >= OLDEST and one.implementation.lower() == "cpython" and one.is_valid():
            found[f"{one.major}.{one.minor}"] = str(one.real_path)
    return found


PYTHONS = pythons()


def oldest() -> str:
    """The lowest number of those that were found."""
    return min(PYTHONS, key=lambda one: int(one.partition(".")[2]))


def checkout(session: nox.Session, folder: Path) -> None:
    """The commit as anybody gets it: what is not committed is no part of a release."""
    folder.mkdir(parents=True)
    packed = folder.with_suffix(".tar")
    session.run("git", "archive", "--output", str(packed), "HEAD", external=True)
    with tarfile.open(packed) as archive:
        archive.extractall(folder, filter="tar")


def build(session: nox.Session, at: str, tree: Path, **env: str) -> dict[str, str]:
    """Both archives, the wheel made of the source distribution; the digest of each by its name."""
    checkout(session, tree)
    session.run("python", "-m", "build", "--outdir", str(tree / "dist"), str(tree), env={**env, "SOURCE_DATE_EPOCH": at}, silent=True)
    return {one.name: hashlib.sha256(one.read_bytes()).hexdigest() for one in sorted((tree / "dist").iterdir())}


@nox.session
def release(session: nox.Session) -> None:
    """Builds the archives twice, byte for byte the same, checks them, and writes the bill of materials beside them."""
    session.install("build>=1,<2", "twine>=6,<8", "cyclonedx-bom>=7,<8")
    tmp = Path(session.create_tmp())
    shutil.rmtree(tmp)
    at = str(session.run("git", "log", "-1", "--format=%ct", external=True, silent=True)).strip()
    first = build(session, at, tmp / "one", PYTHONHASHSEED="1")
    before = os.umask(0o077)  # another machine, another day, another habit
    second = build(session, at, tmp / "another", PYTHONHASHSEED="2", TZ="Pacific/Auckland")
    os.umask(before)
    if first != second:
        session.error(f"two builds of one commit differ: {first} and {second}")
    shutil.rmtree(DIST, ignore_errors=True)
    shutil.copytree(tmp / "one" / "dist", DIST)
    archives = [str(DIST / name) for name in first]
    session.run("python", "-m", "twine", "check", "--strict", *archives)
    clean = tmp / "clean"
    session.run(UV, "venv", "--quiet", "--python", sys.executable, str(clean), external=True)
    session.run(
        UV, "pip", "install", "--quiet", "--python", str(clean), next(one for one in archives if one.endswith(".whl")), external=True
    )
    bill = DIST / f"{Path(archives[0]).name.removesuffix('-py3-none-any.whl')}.cdx.json"
    wanted = ("--pyproject", "pyproject.toml", "--output-reproducible", "--output-format", "JSON", "--output-file", str(bill))
    session.run("cyclonedx-py", "environment", *wanted, str(clean))
    made = json.loads(bill.read_text(encoding="utf-8"))
    made["metadata"]["component"]["version"] = Path(archives[0]).name.split("-")[1]  # our version is in none of the files it reads
    bill.write_text(json.dumps(made, indent=2) + "\n", encoding="utf-8")
    for name, digest in first.items():
        session.log(f"{digest}  {name}")


def environment(session: nox.Session, python: str, *wanted: str) -> Path:
    """A new environment with these installed; its interpreter."""
    folder = Path(session.create_tmp()).absolute() / "environment"
    shutil.rmtree(folder, ignore_errors=True)
    session.run(UV, "venv", "--quiet", "--python", PYTHONS[python], str(folder), external=True)
    there = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    session.run(UV, "pip", "install", "--quiet", "--python", str(there), *wanted, external=True)
    return there


@nox.session(venv_backend="none")
@nox.parametrize("wasmtime", ["with", "without"])
@nox.parametrize("archive", ["whl", "tar.gz"])
@nox.parametrize("python_", list(PYTHONS))
def installed(session: nox.Session, python_: str, archive: str, wasmtime: str) -> None:
    """What `nox -s release` built, installed in an empty environment and used in a folder with strangers of the same names."""
    packed = next(iter(sorted(DIST.glob(f"arbitre-*.{archive}"))), None)
    if packed is None:
        session.error("build the archives first: nox -s release")
    there = environment(session, python_, f"arbitre[desk,docs] @ {packed.as_uri()}")
    if wasmtime == "without":
        session.run(UV, "pip", "uninstall", "--quiet", "--python", str(there), "wasmtime", external=True)
    session.run(
        str(there),
        str(ROOT / "tests" / "installed.py"),
        str(there),
        *(["without-wasmtime"] if wasmtime == "without" else []),
        external=True,
    )


def suite(session: nox.Session, python: str, *more: str, without: str = "", command: tuple[str, ...] = ()) -> None:
    """The tests of the commit in an environment of its own; what follows `--` on the command line are the tests to run.

    ``command``: what is run instead, a module and its arguments.
    """
    tree = Path(session.create_tmp()).absolute() / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    checkout(session, tree)
    there = environment(session, python, *more, "-e", f"{tree}[test,docs]")
    if without:
        session.run(UV, "pip", "uninstall", "--quiet", "--python", str(there), without, external=True)
    session.chdir(tree)
    session.run("git", "init", "--quiet", external=True)
    session.run("git", "add", "--all", external=True)
    if shutil.which("npm"):  # what the front-end is checked with
        session.run("npm", "ci", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", "web", external=True)
    tests = ("pytest", "-n", "2", "--dist", "worksteal", *(session.posargs or ["tests"]))
    session.run(str(there), "-m", *(command or tests), external=True)


@nox.session(venv_backend="none")
@nox.parametrize("python_", list(PYTHONS))
def highest(session: nox.Session, python_: str) -> None:
    """The tests on each Python, with the newest libraries that are allowed."""
    suite(session, python_)


@nox.session(venv_backend="none")
def lowest(session: nox.Session) -> None:
    """The tests on the oldest Python, with the oldest libraries that are allowed."""
    suite(session, oldest(), "--resolution", "lowest-direct")


@nox.session(venv_backend="none")
def bare(session: nox.Session) -> None:
    """The tests where wasmtime cannot be imported: the interpreter plays everything."""
    suite(session, oldest(), without="wasmtime")


@nox.session(venv_backend="none")
@nox.parametrize("version", LONG_TERM)
def wasmtime(session: nox.Session, version: str) -> None:
    """The tests of the compiled executor with older releases of wasmtime."""
    if not session.posargs:
        session.posargs.append("tests/interpreter/wasm")
    suite(session, oldest(), f"wasmtime=={version}.*")


@nox.session(venv_backend="none")
def mutants(session: nox.Session) -> None:
    """Mutation testing of boards, state and match: what no test notices, in a quarter of an hour at most (`tests/survivors.py`)."""
    suite(session, oldest(), "mutmut>=3.8,<4", command=("tests.survivors", *session.posargs))
    shutil.copy(Path.cwd() / "build" / "survivors.diff", ROOT / "build" / "survivors.diff")


@nox.session(venv_backend="none")
def coverage(session: nox.Session) -> None:
    """Branch coverage of packages by their own tests, none below its floor (`tests/floors.py`); after `--`, of these packages."""
    suite(session, oldest(), command=("tests.floors", *session.posargs))
