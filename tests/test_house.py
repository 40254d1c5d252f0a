"""The floor plan of the source tree: folders by phase, imports one way, no circles, no towers, nothing public without a word.

Which folder may use which stands in the contracts of import-linter (``[tool.importlinter]`` in pyproject.toml); imports inside
functions and under ``TYPE_CHECKING`` count as any other.  Nothing here imports the packages.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LINT_IMPORTS = Path(sys.executable).parent / "lint-imports"
HOUSED = ("dsl", "graphs", "interpreter", "arbitre")
LONGEST_MODULE = 400
MOST_MODULES = 15  # of a folder, its ``__init__.py`` not counted
MOST_METHODS = 40
MOST_STOREYS = 2  # classes of our own above a class
# Words and phrases are as long as the language they hold; nobody reads them in one sitting.
WORD_LISTS = ("arbitre/documents/language/de/", "arbitre/documents/language/en/", "arbitre/documents/language/fr/", "arbitre/words/")


def module_of(path: Path, root: Path) -> str:
    """The name a module is imported by: the folders beside `arbitre` are packages of it."""
    name = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
    return f"arbitre.{name}" if root == ROOT and not name.startswith("arbitre") else name


@cache
def modules(package: str, root: Path = ROOT) -> dict[str, ast.Module]:
    found = sorted((root / package).rglob("*.py"))
    return {module_of(path, root): ast.parse(path.read_text(encoding="utf-8"), str(path)) for path in found}


@cache
def walked(tree: ast.Module) -> list[ast.AST]:
    """All nodes of a module."""
    return list(ast.walk(tree))


@cache
def homes_of(tree: ast.Module) -> dict[str, tuple[str, str]]:
    """Where the names that a module imports come from: another module, and what they are called there."""
    return {
        alias.asname or alias.name: (node.module, alias.name)
        for node in walked(tree)
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }


def imports(name: str, tree: ast.Module, known: dict[str, ast.Module]) -> Iterator[str]:
    """Modules of the package that a module imports anywhere: in functions and for type checkers too."""
    for node in walked(tree):
        said: list[str] = []
        if isinstance(node, ast.Import):
            said = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            said = [f"{node.module}.{alias.name}" for alias in node.names]
        for wanted in said:
            module = wanted if wanted in known else wanted.rpartition(".")[0]
            if module in known and module != name:
                yield module


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """Modules that import each other in a circle, each circle once."""
    left = {name: set(found) for name, found in graph.items()}
    while True:  # what imports nothing that is left, or is imported by nothing that is left, lies on no circle
        wanted = {target for found in left.values() for target in found}
        free = [name for name, found in left.items() if not found & left.keys() or name not in wanted]
        if not free:
            break
        for name in free:
            del left[name]
        left = {name: found & left.keys() for name, found in left.items()}
    return [sorted(left)] if left else []


Class = tuple[str, str]  # its module, its name


def classes(known: dict[str, ast.Module]) -> dict[Class, ast.ClassDef]:
    return {(name, node.name): node for name, tree in known.items() for node in walked(tree) if isinstance(node, ast.ClassDef)}


def bases(one: Class, known: dict[str, ast.Module], found: dict[Class, ast.ClassDef]) -> Iterator[Class]:
    """The classes of our own that a class stands on, in its own module or where that imports them from."""
    module = one[0]
    homes = homes_of(known[module])
    for base in found[one].bases:
        wanted = base.id if isinstance(base, ast.Name) else base.attr if isinstance(base, ast.Attribute) else ""
        home = (module, wanted) if (module, wanted) in found else homes.get(wanted, ("", ""))
        if isinstance(base, ast.Attribute) and isinstance(base.value, ast.Name):
            home = (".".join(homes.get(base.value.id, (base.value.id, ""))).rstrip("."), wanted)
        inside = [other for other in found if other[1] == home[1] and f"{other[0]}.".startswith(f"{home[0]}.") and home[0]]
        if inside:
            yield home if home in found else inside[0]


def storeys(one: Class, known: dict[str, ast.Module], found: dict[Class, ast.ClassDef]) -> int:
    return max((1 + storeys(base, known, found) for base in bases(one, known, found) if base != one), default=0)


def test_no_circle_of_files() -> None:
    known = {name: tree for package in HOUSED for name, tree in modules(package).items()}
    assert circles({name: set(imports(name, tree, known)) for name, tree in known.items()}) == []


def test_a_circle_is_found(tmp_path: Path) -> None:
    folder = tmp_path / "house"
    folder.mkdir()
    (folder / "__init__.py").write_text("", encoding="utf-8")
    (folder / "a.py").write_text("from house.b import x\n", encoding="utf-8")
    (folder / "b.py").write_text("def f():\n    from house import c\n", encoding="utf-8")
    (folder / "c.py").write_text("if TYPE_CHECKING:\n    import house.a\n", encoding="utf-8")
    (folder / "d.py").write_text("import house.a\n", encoding="utf-8")
    known = modules("house", tmp_path)
    assert circles({name: set(imports(name, tree, known)) for name, tree in known.items()}) == [["house.a", "house.b", "house.c"]]


def test_layers() -> None:
    """The contracts of import-linter: which folder may use which."""
    done = subprocess.run([LINT_IMPORTS, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_broken_layer_is_found(tmp_path: Path) -> None:
    for folder in ("low", "high"):
        (tmp_path / "house" / folder).mkdir(parents=True)
        (tmp_path / "house" / folder / "__init__.py").write_text("", encoding="utf-8")
    (tmp_path / "house" / "__init__.py").write_text("", encoding="utf-8")
    (tmp_path / "house" / "low" / "a.py").write_text("def f():\n    from house.high import b\n", encoding="utf-8")
    (tmp_path / "house" / "high" / "b.py").write_text("", encoding="utf-8")
    contract = '[[tool.importlinter.contracts]]\nname = "x"\ntype = "layers"\ncontainers = ["house"]\nlayers = ["high", "low"]\n'
    (tmp_path / "pyproject.toml").write_text(f'[tool.importlinter]\nroot_packages = ["house"]\n{contract}', encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run([LINT_IMPORTS, "--no-cache"], cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert "house.low.a -> house.high.b" in done.stdout


@pytest.mark.parametrize("package", HOUSED)
def test_no_module_is_too_long(package: str) -> None:
    lengths = {
        path.relative_to(ROOT).as_posix(): len(path.read_text(encoding="utf-8").splitlines()) for path in (ROOT / package).rglob("*.py")
    }
    assert {path: n for path, n in lengths.items() if n > LONGEST_MODULE and not path.startswith(WORD_LISTS)} == {}


def crowded(above: Path) -> dict[str, int]:
    """The folders that hold too many modules, and how many."""
    found = Counter(path.parent.relative_to(above).as_posix() for path in above.rglob("*.py") if path.name != "__init__.py")
    return {folder: count for folder, count in found.items() if count > MOST_MODULES}


@pytest.mark.parametrize("package", (*HOUSED, "tests"))
def test_no_folder_is_crowded(package: str) -> None:
    """A folder with more modules holds two subjects: one of them becomes a folder of its own, called by a noun of the field."""
    assert crowded(ROOT / package) == {}


def test_a_crowded_folder_is_found(tmp_path: Path) -> None:
    for folder, count in (("full", MOST_MODULES), ("crowded", MOST_MODULES + 1)):
        (tmp_path / "house" / folder).mkdir(parents=True)
        for name in ("__init__", *(f"m{number}" for number in range(count))):
            (tmp_path / "house" / folder / f"{name}.py").write_text("", encoding="utf-8")
    assert crowded(tmp_path) == {"house/crowded": MOST_MODULES + 1}


@pytest.mark.parametrize("package", HOUSED)
def test_no_class_is_a_tower(package: str) -> None:
    known = modules(package)
    found = classes(known)
    methods = {one: sum(isinstance(x, (ast.FunctionDef, ast.AsyncFunctionDef)) for x in node.body) for one, node in found.items()}
    assert {one: n for one, n in methods.items() if n > MOST_METHODS} == {}
    assert {one: n for one in found if (n := storeys(one, known, found)) > MOST_STOREYS} == {}


def test_a_tower_is_found(tmp_path: Path) -> None:
    folder = tmp_path / "house"
    (folder / "core").mkdir(parents=True)
    (folder / "__init__.py").write_text("", encoding="utf-8")
    (folder / "core" / "__init__.py").write_text("from house.core.nodes import Node\n", encoding="utf-8")
    (folder / "core" / "nodes.py").write_text("class Node: ...\nclass Apply(Node): ...\n", encoding="utf-8")
    (folder / "a.py").write_text("from house import core\nclass Apply(core.Apply): ...\nclass Top(Apply): ...\n", encoding="utf-8")
    (folder / "b.py").write_text("from house.core import Node\nclass Apply: ...\nclass Other(Apply, Node): ...\n", encoding="utf-8")
    known = modules("house", tmp_path)
    found = classes(known)
    assert [storeys(one, known, found) for one in (("house.a", "Top"), ("house.b", "Other"))] == [3, 1]


@pytest.mark.parametrize("package", HOUSED)
def test_callers_see_the_types(package: str) -> None:
    assert (ROOT / package / "py.typed").is_file()


def public(known: dict[str, ast.Module]) -> set[tuple[str, str]]:
    """(module, name) of everything a module takes from another: that is what is public."""
    used: set[tuple[str, str]] = set()
    for tree in known.values():
        held = {}
        for node in walked(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    used.add((node.module, alias.name))
                    held[alias.asname or alias.name] = f"{node.module}.{alias.name}"
        for node in walked(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and held.get(node.value.id) in known:
                used.add((held[node.value.id], node.attr))
    return used


def undocumented(known: dict[str, ast.Module]) -> list[str]:
    """Modules without a docstring, and what is public without one; in the public interface, the methods of its classes too."""
    used = public(known)
    bare = [name for name, tree in known.items() if not ast.get_docstring(tree)]
    for name, tree in known.items():
        for node in tree.body:
            if not isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                continue
            if (name, node.name) in used and not ast.get_docstring(node):
                bare.append(f"{name}:{node.name}")
            if isinstance(node, ast.ClassDef) and name.startswith("arbitre.api"):
                methods = (m for m in node.body if isinstance(m, ast.FunctionDef) and not m.name.startswith("_"))
                bare += [f"{name}:{node.name}.{m.name}" for m in methods if not ast.get_docstring(m)]
    return bare


def test_what_is_public_is_documented() -> None:
    assert undocumented({name: tree for package in HOUSED for name, tree in modules(package).items()}) == []


def test_what_is_undocumented_is_found() -> None:
    known = {
        "a": ast.parse('"""A."""\ndef f(): ...\ndef g(): ...\ndef h():\n    """H."""'),
        "b": ast.parse('"""B."""\nimport a\nfrom a import f, h'),
        "arbitre.api.c": ast.parse('class C:\n    """C."""\n    def m(self): ...\n    def _n(self): ...'),
    }
    assert undocumented(known) == ["arbitre.api.c", "a:f", "arbitre.api.c:C.m"]


def test_every_path_that_contributors_are_sent_to_is_there() -> None:
    pages = [ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs" / "contributing").glob("*.md"))]
    said = [one for page in pages for one in re.findall(r"`([\w./-]+)`", page.read_text(encoding="utf-8"))]
    folders = (*(f"{package}/" for package in HOUSED), "tests/", "docs/")
    paths = [one for one in said if one.startswith(folders) and not re.search("NAME|X01", one)]
    assert len(paths) > 40
    assert [one for one in paths if not (ROOT / one).exists()] == []
