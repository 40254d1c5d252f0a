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
import zipfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from arbitre.api.messages.games import choices, library
from arbitre.api.messages.host import words_of
from arbitre.opening.books import refused
from arbitre.words.phrases import LANGUAGES

PACKAGE = Path(__file__).resolve().parent.parent
WEB = PACKAGE / "web"
ENGINE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
LIBRARIES = ("lark", "networkx", "rich", "click", "pygments", "platformdirs", "markdown-it-py", "mdurl")  # those a match needs
LEFT_OUT = ("arbitre/web/", "arbitre/cli/", "arbitre/packages/", "arbitre/studio/server.py", "pygments/lexers/")
KEPT = ("pygments/lexers/__init__.py", "pygments/lexers/_mapping.py")
SUFFIXES = (".py", ".lark", ".rules", ".csv", ".json", ".md", ".tables", ".toml", ".typed")
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
DAY = (2020, 1, 1, 0, 0, 0)  # of every file in an archive: the same sources make the same page


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
    (folder / "pyodide").mkdir(exist_ok=True)
    for name in ENGINE:
        shutil.copyfile(engine / name, folder / "pyodide" / name)
    archive(folder / "python.zip")
    if warm:
        games = [game["name"] for game in library("en")]
        subprocess.run(["node", str(WEB.resolve() / "warm.mjs"), str(folder.resolve()), *games], check=True, stdin=subprocess.DEVNULL)
    for lang in LANGUAGES:
        written(folder / f"words.{lang}.json", words_of(lang))
        written(folder / f"games.{lang}.json", [choices(game["name"], lang) for game in library(lang)])
    written(folder / "clauses.json", {})  # where clauses stand: the site that it becomes part of knows
    page = (WEB / "index.html").read_text(encoding="utf-8")
    page = page.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{POLICY}">')
    page = page.replace('id="app"', 'id="app" data-host="page"').replace('src="app.js"', 'src="page.js"')
    (folder / "index.html").write_text(page, encoding="utf-8")
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    files = [name for name in files if name not in ("offline.js", "files.json") and not name.startswith("kept/")]
    digest = hashlib.sha256(b"".join(name.encode() + (folder / name).read_bytes() for name in files)).hexdigest()
    written(folder / "files.json", ["./", *files])
    offline = (WEB / "offline.js").read_text(encoding="utf-8").replace("VERSION", digest[:16])
    (folder / "offline.js").write_text(offline, encoding="utf-8")


def written(path: Path, data: object) -> None:
    """Data as JSON in a file."""
    path.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def archive(path: Path) -> None:
    """This package, its rulebooks, and the libraries it stands on, all of them plain Python."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for name, file in sorted({**dict(own()), **dict(libraries())}.items()):
            if name.startswith(LEFT_OUT) and name not in KEPT:
                continue
            info = zipfile.ZipInfo(name, DAY)
            info.compress_type = zipfile.ZIP_DEFLATED
            out.writestr(info, file.read_bytes())


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
