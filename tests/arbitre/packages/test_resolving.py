"""Which versions go together: chosen from the first shelf that has a package, contradictions told as a chain."""

from __future__ import annotations

import hashlib
import random
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet
from packaging.version import Version

from arbitre.opening.books import Refused
from arbitre.packages.manifest import from_toml
from arbitre.packages.resolution import Wanted, resolve
from arbitre.packages.shelf import Entry, Shelf, index_of


def entry(name: str, version: str, **relations: dict[str, str]) -> Entry:
    manifest = from_toml(
        {"package": {"name": name, "version": version, "title": {"en": name}, "licence": "MIT", "game": "lists"}, **relations}, "x"
    )
    return Entry(manifest, f"{manifest.stem}.zip", hashlib.sha256(manifest.stem.encode()).hexdigest(), 1)


def shelf(folder: Path, *entries: Entry) -> Shelf:
    folder.mkdir(exist_ok=True)
    (folder / "index.json").write_bytes(index_of(entries))
    return Shelf(str(folder), folder.name)


def chosen(shelves: list[Shelf], *names: str, kept: dict[str, Version] | None = None) -> dict[str, str]:
    wanted = [Wanted(name.split(" ")[0], SpecifierSet(" ".join(name.split(" ")[1:]))) for name in names]
    return {one.name: str(one.entry.manifest.version) for one in resolve(wanted, shelves, kept) if one.entry is not None}


def test_the_newest_that_go_together(tmp_path: Path) -> None:
    made = shelf(
        tmp_path / "main",
        entry("jo/base", "1.0.0"), entry("jo/base", "2.0.0"), entry("jo/base", "1.5.0"),
        entry("jo/songs", "1.0.0", requires={"jo/base": "<2"}), entry("jo/songs", "2.0.0", requires={"jo/base": ">=2"}),
        entry("jo/old", "1.0.0", requires={"jo/base": "<2"}),
    )  # fmt: skip
    assert chosen([made], "jo/songs") == {"jo/base": "2.0.0", "jo/songs": "2.0.0"}
    assert chosen([made], "jo/songs", "jo/old") == {"jo/base": "1.5.0", "jo/songs": "1.0.0", "jo/old": "1.0.0"}
    assert next(iter(chosen([made], "jo/songs"))) == "jo/base"  # what is required comes first
    assert chosen([made], "jo/base", kept={"jo/base": Version("1.0.0")}) == {"jo/base": "1.0.0"}


def test_conflicts_keep_versions_away_but_bring_none_in(tmp_path: Path) -> None:
    made = shelf(
        tmp_path / "main",
        entry("jo/base", "1.0.0"), entry("jo/base", "2.0.0"), entry("jo/loud", "1.0.0", conflicts={"jo/base": ">=2"}),
        entry("jo/alone", "1.0.0", conflicts={"jo/base": "*"}), entry("jo/odd", "1.0.0", conflicts={"jo/nowhere": "*"}),
    )  # fmt: skip
    assert chosen([made], "jo/loud") == {"jo/loud": "1.0.0"}
    assert chosen([made], "jo/loud", "jo/base") == {"jo/loud": "1.0.0", "jo/base": "1.0.0"}
    assert chosen([made], "jo/odd") == {"jo/odd": "1.0.0"}
    with pytest.raises(Refused, match=r"jo/alone 1.0.0 does not work with jo/base"):
        chosen([made], "jo/alone", "jo/base")


def test_a_contradiction_says_who_wants_what(tmp_path: Path) -> None:
    made = shelf(
        tmp_path / "main",
        entry("jo/base", "1.0.0"), entry("jo/base", "2.0.0"), entry("jo/new", "1.0.0", requires={"jo/base": ">=2"}),
        entry("jo/old", "1.0.0", requires={"jo/base": "<2"}), entry("jo/lost", "1.0.0", requires={"jo/bass": "*"}),
        entry("jo/one", "1.0.0", requires={"jo/two": "*"}), entry("jo/two", "1.0.0", requires={"jo/one": "*"}),
    )  # fmt: skip
    with pytest.raises(Refused, match=r"jo/\w+ 1.0.0 requires jo/base .*; jo/\w+ 1.0.0 requires jo/base .* 2.0.0, 1.0.0"):
        chosen([made], "jo/new", "jo/old")
    with pytest.raises(Refused, match=r"no shelf has ‘jo/bass’, which jo/lost 1.0.0 requires. Did you mean ‘jo/base’"):
        chosen([made], "jo/lost")
    with pytest.raises(Refused, match="jo/one → jo/two → jo/one"):
        chosen([made], "jo/one")
    with pytest.raises(Refused, match="Did you mean ‘jo/base’"):
        chosen([made], "jo/bas")


def test_the_first_shelf_that_has_a_package(tmp_path: Path) -> None:
    mine = shelf(tmp_path / "mine", entry("jo/base", "1.0.0"))
    theirs = shelf(tmp_path / "theirs", entry("jo/base", "3.0.0"), entry("jo/songs", "1.0.0"))
    assert chosen([mine, theirs], "jo/base", "jo/songs") == {"jo/base": "1.0.0", "jo/songs": "1.0.0"}
    assert chosen([theirs, mine], "jo/base") == {"jo/base": "3.0.0"}


def test_a_shelf_that_is_damaged(tmp_path: Path) -> None:
    shelf(tmp_path / "main", entry("jo/base", "1.0.0"))
    index = (tmp_path / "main" / "index.json").read_bytes()
    for data, said in ((index[:-20], "damaged"), (b"[]", "damaged"), (index.replace(b'"format": 1', b'"format": 9'), "format 9")):
        (tmp_path / "main" / "index.json").write_bytes(data)
        with pytest.raises(Refused, match=said):
            Shelf(str(tmp_path / "main"), "main").entries()
    with pytest.raises(Refused, match="cannot be read"):
        Shelf(str(tmp_path / "nowhere"), "main").entries()
    with pytest.raises(Refused, match="the same shelf"):
        index_of([entry("jo/big-base", "1.0.0"), entry("jo/big_base", "1.0.0")])
    with pytest.raises(Refused, match="twice"):
        index_of([entry("jo/base", "1.0.0"), entry("jo/base", "1.0.0")])


def test_many_packages_are_resolved(tmp_path: Path) -> None:
    """Whatever comes out holds: every requirement is met, and nothing else is there."""
    rng = random.Random(7)
    entries = []
    for n in range(120):
        for version in range(1, 4):
            needs = {f"jo/p{m}": f">={rng.randint(1, 2)}" for m in rng.sample(range(n), min(n, 2))} if n else {}
            entries.append(entry(f"jo/p{n}", f"{version}.0.0", requires=needs))
    made = shelf(tmp_path / "main", *entries)
    found = chosen([made], *(f"jo/p{n}" for n in range(80, 120)))
    held = {(one.manifest.name, str(one.manifest.version)): one.manifest for one in entries}
    for name, version in found.items():
        for other, wanted in held[name, version].requires.items():
            assert wanted.contains(found[other])


@pytest.mark.parametrize("seed", range(6))
def test_what_is_chosen_at_once_is_the_newest_in_range(tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing contradicts itself no search is begun: every range is kept, and no later version of anything would keep it."""
    rng = random.Random(seed)
    entries = [
        entry(f"jo/p{n}", f"{version}.0.0", requires={f"jo/p{m}": f"<={rng.randint(1, 3)}" for m in rng.sample(range(n), min(n, 2))})
        for n in range(40)
        for version in (1, 2, 3)
    ]
    monkeypatch.setattr("arbitre.packages.resolution.Resolver", None)
    made = resolve([Wanted(f"jo/p{n}", SpecifierSet()) for n in rng.sample(range(40), 12)], [shelf(tmp_path / "main", *entries)])
    known = {one.name: one.entry.manifest for one in made if one.entry is not None}
    most = dict.fromkeys(known, Version("3"))
    for one in known.values():
        for name, versions in one.requires.items():
            most[name] = min(most[name], Version(str(versions).removeprefix("<=")))
    assert {name: one.version for name, one in known.items()} == most and len(set(most.values())) > 1


def test_what_may_be_missing_and_is_wanted_brings_what_it_requires(tmp_path: Path) -> None:
    made = shelf(
        tmp_path / "main",
        entry("jo/base", "1.0.0"), entry("jo/base", "2.0.0", requires={"jo/deep": "*"}), entry("jo/deep", "1.0.0"),
        entry("jo/loud", "1.0.0", conflicts={"jo/base": "<2"}),
    )  # fmt: skip
    for order in (("jo/loud", "jo/base"), ("jo/base", "jo/loud")):
        assert chosen([made], *order) == {"jo/deep": "1.0.0", "jo/base": "2.0.0", "jo/loud": "1.0.0"}
