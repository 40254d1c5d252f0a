"""A package carries the notice of its game: who made it, whose names it bears, and what nobody has permitted."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.modules.loader import load
from arbitre.packages.archive import manifest_of, read_folder

ROOT = Path(__file__).resolve().parents[3]
PACKAGES = sorted(path.parent.name for path in (ROOT / "rulebooks").glob("*/package.toml"))


@pytest.mark.parametrize("name", PACKAGES)
def test_a_package_carries_its_notice(name: str) -> None:
    rights = load(name).game.rights
    assert rights is not None
    files = read_folder(ROOT / "rulebooks" / name)
    notice = " ".join(files["NOTICE.md"].decode("utf-8").split())
    for said in (rights.own("en"), rights.own("fr")):
        assert " ".join(said.split()) in notice
    whole = " ".join((ROOT / "NOTICE").read_text(encoding="utf-8").split())
    for author in manifest_of(files, name).authors:
        if not author.startswith("The "):  # some are known by what they did alone
            assert author in notice and author in whole
