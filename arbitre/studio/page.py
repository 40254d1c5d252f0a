"""The page that plays without a program: static files, with Python in WebAssembly and this package beside them.

``python -m arbitre.studio.page FOLDER``; the engine comes from the npm package ``pyodide`` (``npm ci`` in ``web/``), when the page is
made and never when it is read.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from arbitre.api.messages.games import choices, library
from arbitre.api.messages.host import words_of
from arbitre.opening.books import refused
from arbitre.studio.packing import archived
from arbitre.studio.starts import start
from arbitre.words.phrases import LANGUAGES

PACKAGE = Path(__file__).resolve().parent.parent
WEB = PACKAGE / "web"
ENGINE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
LIBRARIES = ("lark", "networkx", "rich", "click", "pygments", "platformdirs", "markdown-it-py", "mdurl")  # those a match needs
LEFT_OUT = (
    "arbitre/web/", "arbitre/cli/", "arbitre/packages/", "arbitre/table/", "arbitre/lab/", "arbitre/peers/", "arbitre/translation/",
    "arbitre/documents/press/", "arbitre/studio/server.py", "pygments/lexers/",
)  # fmt: skip
KEPT = ("pygments/lexers/__init__.py", "pygments/lexers/_mapping.py")
SUFFIXES = (".py", ".lark", ".rules", ".csv", ".json", ".md", ".tables", ".toml", ".typed")
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)


def build(folder: Path, warm: bool = True) -> None:
    """Writes the page.  ``warm``: the engine runs once, with Node.js, so that the page starts sooner.

    Raises:
        Refused: the npm package is not there.
    """
    engine = WEB / "node_modules" / "pyodide"
    if not engine.is_dir():
        raise refused("cannot.no_engine", folder=engine)
    folder.mkdir(parents=True, exist_ok=True)
    for file in sorted(WEB.glob("*")):
        if file.suffix in (".js", ".css", ".svg"):
            shutil.copyfile(file, folder / file.name)
    shutil.copytree(WEB / "vendor", folder / "vendor", dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.mjs", "*.d.ts"))
    for name in ("pyodide", "starts"):
        (folder / name).mkdir(exist_ok=True)
    for name in ENGINE:
        shutil.copyfile(engine / name, folder / "pyodide" / name)
    (folder / "python.tar.gz").write_bytes(archived(files()))
    if warm:
        games = [game["name"] for game in library("en")]
        subprocess.run(["node", str(WEB.resolve() / "warm.mjs"), str(folder.resolve()), *games], check=True, stdin=subprocess.DEVNULL)
    for lang in LANGUAGES:
        written(folder / f"words.{lang}.json", words_of(lang))
        written(folder / f"games.{lang}.json", [choices(game["name"], lang) for game in library(lang)])
        for game in library(lang):
            written(folder / "starts" / f"{game['name']}.{lang}.json", start(game["name"], lang))
    written(folder / "clauses.json", {})  # where clauses stand: the site that it becomes part of knows
    page = (WEB / "index.html").read_text(encoding="utf-8")
    page = page.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{POLICY}">')
    page = page.replace('id="app"', 'id="app" data-host="page"').replace('src="app.js"', 'src="page.js"')
    (folder / "index.html").write_text(page, encoding="utf-8")
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    names = [name for name in names if name not in ("offline.js", "files.json") and not name.startswith("kept/")]
    digest = hashlib.sha256(b"".join(name.encode() + (folder / name).read_bytes() for name in names)).hexdigest()
    written(folder / "files.json", ["./", *names])
    for name in ("offline.js", "worker.js"):  # what is kept in a browser is kept for this build
        script = (WEB / name).read_text(encoding="utf-8").replace("VERSION", digest[:16])
        (folder / name).write_text(script, encoding="utf-8")


def written(path: Path, data: object) -> None:
    """Data as JSON in a file."""
    path.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def files() -> dict[str, bytes]:
    """This package, its rulebooks, and the libraries it stands on, all of them plain Python."""
    found = {**dict(own()), **dict(libraries())}
    return {name: path.read_bytes() for name, path in found.items() if not name.startswith(LEFT_OUT) or name in KEPT}


def own() -> Iterator[tuple[str, Path]]:
    """The files of this package; the folders beside it are parts of it."""
    roots = [PACKAGE, *(one for one in PACKAGE.iterdir() if one.is_symlink() and one.is_dir())]
    for root in roots:
        inside = "arbitre" if root == PACKAGE else f"arbitre/{root.name}"
        for file in sorted(root.resolve().rglob("*")):
            relative = file.relative_to(root.resolve())
            if file.suffix in SUFFIXES and file.is_file() and not {"__pycache__", "node_modules"} & set(relative.parts):
                yield f"{inside}/{relative.as_posix()}", file


def libraries() -> Iterator[tuple[str, Path]]:
    """The files of the libraries that are there."""
    for name in LIBRARIES:
        try:
            files = distribution(name).files or []
        except PackageNotFoundError:
            continue
        for file in files:
            if file.suffix == ".py" and "tests" not in file.parts and ".." not in file.parts:
                yield file.as_posix(), Path(str(file.locate()))


if __name__ == "__main__":
    build(Path(sys.argv[1]), warm="--cold" not in sys.argv)
