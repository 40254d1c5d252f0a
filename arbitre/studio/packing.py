"""Archives of what the page's engine needs, compiled for it and without what nothing in them imports.

The engine itself makes them, when the page is built (``web/warm.mjs``): what is compiled holds for its own Python alone.
"""

from __future__ import annotations

import gzip
import io
import marshal
import sys
import tarfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from importlib._bootstrap_external import MAGIC_NUMBER  # type: ignore[import-not-found, unused-ignore]
from importlib.util import source_hash
from modulefinder import ModuleFinder
from types import CodeType

UNCHECKED = (1).to_bytes(4, "little")  # the flag of a compiled module that is never held against its source
DAY = (2020, 1, 1, 0, 0, 0)  # of every file in an archive: the same sources make the same page
ALWAYS = ("encodings.utf_8", "encodings.ascii", "encodings.latin_1", "encodings.idna", "encodings.cp437", "zipfile", "tarfile", "site")
OURS = "arbitre/"  # of which tracebacks tell the lines
ROUTINES = "arbitre/interpreter/wasm/runtime/"  # translated from their sources
ENGINE = ("pyodide", "_pyodide")  # folders that the engine opens by itself


def archived(files: Mapping[str, bytes]) -> bytes:
    """Files as a tar archive inside gzip."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, data in sorted(files.items(), key=lambda one: (one[0].rpartition(".")[2], one[0])):  # the like of it side by side
            info = tarfile.TarInfo(name)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    return gzip.compress(out.getvalue(), 9, mtime=0)


def compiled(source: bytes, name: str, lines: bool) -> tuple[CodeType, bytes]:
    """A module compiled, and the file that holds it.  ``lines``: it knows them, for tracebacks; they are half of it."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    return code, MAGIC_NUMBER + UNCHECKED + source_hash(source) + marshal.dumps(code if lines else without_lines(code))


def without_lines(code: CodeType) -> CodeType:
    """The same code, which does not know where it stood."""
    parts = (without_lines(part) if isinstance(part, CodeType) else part for part in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=tuple(parts))


def module(path: str) -> str:
    """The name of the module in a file."""
    return path.rpartition(".")[0].removesuffix("/__init__").replace("/", ".")


def named(code: CodeType, path: str) -> Iterator[str]:
    """Every module that code imports anywhere, or may: a name out of a package may be one."""
    package = module(path) if path.endswith("/__init__.py") else module(path).rpartition(".")[0]
    for kind, what in ModuleFinder().scan_opcodes(code):
        if kind == "relative_import":
            level, names, base = what
            above = package.rsplit(".", level - 1)[0] if level > 1 else package
            base = f"{above}.{base}" if base else above
        elif kind == "absolute_import":
            names, base = what
        else:
            continue
        yield base
        yield from (f"{base}.{name}" for name in names or ())
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from named(part, path)


def library(path: str, wanted: Iterable[str]) -> bytes:
    """The standard library as a zip archive, compiled: the modules that are wanted, and those that they import."""
    with zipfile.ZipFile(path) as archive:
        sources = {module(one): one for one in archive.namelist() if one.endswith(".py")}
        todo = [*wanted, *ALWAYS, *(name for name in sources if name.split(".")[0] in ENGINE)]
        kept: dict[str, bytes] = {}
        while todo:
            name = todo.pop()
            while name and name not in sources:
                name = name.rpartition(".")[0]
            if not name or f"{sources[name]}c" in kept:
                continue
            code, kept[f"{sources[name]}c"] = compiled(archive.read(sources[name]), sources[name], False)
            todo += [name.rpartition(".")[0], *named(code, sources[name])]
        kept |= {one: archive.read(one) for one in archive.namelist() if not one.endswith((".py", "/"))}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made:
        for one, data in sorted(kept.items()):
            info = zipfile.ZipInfo(one, DAY)
            info.compress_type = zipfile.ZIP_DEFLATED
            made.writestr(info, data)
    return out.getvalue()


def packed(files: Mapping[str, bytes], used: Iterable[str], standard: str) -> tuple[bytes, bytes]:
    """The archive of our own and others' modules, compiled where one is ``used``, and that of the standard library.

    What was never imported stays a source: that is smaller, and few need it.  So do routines, which are translated from it.
    """
    out, wanted, at_once = {}, [name for name in sys.modules if name], set(used)
    for path, data in files.items():
        if not path.endswith(".py"):
            out[path] = data
            continue
        code, binary = compiled(data, f"/lib/arbitre/{path}", path.startswith(OURS))
        wanted += named(code, path)
        at_hand = module(path) in at_once and ROUTINES not in path
        out |= {f"{path}c": binary} if at_hand else {path: data}
    return archived(out), library(standard, wanted)
