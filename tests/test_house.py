"""The floor plan of the source tree: folders by phase, imports one way, no circles, no towers.  Nothing here imports the packages."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
HOUSED = ("dsl",)  # packages that stand as the plan draws them
# Each imports only those before it.
PHASES = {"dsl": ("diagnostics", "core", "tree", "source", "parse", "modules", "resolve", "lower", "lint")}
LONGEST_MODULE = 400
MOST_METHODS = 40
MOST_STOREYS = 2  # classes of our own above a class


def module_of(path: Path, root: Path) -> str:
    return ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")


def modules(package: str, root: Path = ROOT) -> dict[str, ast.Module]:
    found = sorted((root / package).rglob("*.py"))
    return {module_of(path, root): ast.parse(path.read_text(encoding="utf-8"), str(path)) for path in found}


def imports(name: str, tree: ast.Module, known: dict[str, ast.Module]) -> Iterator[str]:
    """Modules of the package that a module imports anywhere: in functions and for type checkers too."""
    for node in ast.walk(tree):
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
    return {(name, node.name): node for name, tree in known.items() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}


def bases(one: Class, known: dict[str, ast.Module], found: dict[Class, ast.ClassDef]) -> Iterator[Class]:
    """The classes of our own that a class stands on, in its own module or where that imports them from."""
    module = one[0]
    homes = {
        alias.asname or alias.name: (node.module, alias.name)
        for node in ast.walk(known[module])
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }
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


@pytest.mark.parametrize("package", HOUSED)
def test_no_circle_of_files(package: str) -> None:
    known = modules(package)
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


@pytest.mark.parametrize("package", PHASES)
def test_phases_import_those_before_them(package: str) -> None:
    known, order = modules(package), PHASES[package]
    assert {name.split(".")[1] for name in known if "." in name} == set(order)
    faults = []
    for name, tree in known.items():
        if "." not in name:
            continue
        here = order.index(name.split(".")[1])
        faults += [f"{name} imports {m}" for m in imports(name, tree, known) if "." in m and order.index(m.split(".")[1]) > here]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("package", HOUSED)
def test_no_module_is_too_long(package: str) -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in (ROOT / package).rglob("*.py")}
    assert {str(path.relative_to(ROOT)): n for path, n in lengths.items() if n > LONGEST_MODULE} == {}


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
