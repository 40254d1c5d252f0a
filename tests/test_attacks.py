"""Each kind of attack of ``python -m tests.attacks`` a few times."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest


def attacks() -> ModuleType:
    """The command itself, from its file: the tests are no package."""
    spec = importlib.util.spec_from_file_location("attacks_of_tests", Path(__file__).parent / "attacks.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["attacks_of_tests"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("name", "most"),
    [("rulebooks cut and edited", 3), ("hostile rulebooks", 1), ("damaged saves", 200), ("damaged records", 200), ("kills", 1),
     ("two terminals", 1), ("full disk", 3), ("bad answers", 300), ("pages with markup", 60)],
)  # fmt: skip
def test_an_attack_of_each_kind_fails(name: str, most: int) -> None:
    tries, faults = attacks().attacked(name, 20, 1, most)
    assert tries and not faults
