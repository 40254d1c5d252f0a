"""Manifests and archives: what is not as it should be is refused in a sentence, and nothing of it is believed."""

from __future__ import annotations

import io
import stat
import struct
import time
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arbitre.dsl.diagnostics.said import tell
from arbitre.opening.books import Refused
from arbitre.packages.archive import MAX_FILES, check_path, hashes, manifest_of, read_folder, read_zip, whole, written_zip
from arbitre.packages.manifest import from_toml, read_manifest
from tests.arbitre.packages.lists import HARDER, package

HEAD = {"name": "jo/harder", "version": "1.0.0", "title": {"en": "Harder"}, "licence": "MIT", "game": "lists"}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"name": "Jo/Harder"}, "not a package name"),
        ({"name": "harder"}, "not a package name"),
        ({"name": "jo/con"}, "reserved"),
        ({"version": "1.0"}, "not a version"),
        ({"version": "1.0.0rc1"}, "not a version"),
        ({"licence": "do what you like"}, "SPDX"),
        ({"title": "Harder"}, "title = "),
        ({"titel": "Harder"}, "Did you mean ‘title’"),
        ({"verified": "1.x"}, "not a range"),
        ({"authors": "Jo"}, "authors = "),
        ({"game": 3}, "game = "),
    ],
)
def test_a_manifest_that_is_not_as_it_should_be(change: dict[str, object], said: str) -> None:
    with pytest.raises(Refused, match=said) as refused:
        from_toml({"package": {**HEAD, **change}}, "package.toml")
    assert tell(refused.value.args[0], "fr") != refused.value.args[0]


def test_relations_are_ranges_of_other_packages() -> None:
    found = from_toml({"package": HEAD, "requires": {"jo/base": ">=1,<2", "jo/any": "*"}}, "package.toml")
    assert str(found.requires["jo/any"]) == "" and found.requires["jo/base"].contains("1.5.0")
    with pytest.raises(Refused, match="requires"):
        from_toml({"package": HEAD, "requires": {"base": "1"}}, "package.toml")
    with pytest.raises(Refused, match="Did you mean ‘requires’"):
        from_toml({"package": HEAD, "require": {}}, "package.toml")


def test_no_manifest_or_no_toml(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="not a package"):
        read_manifest(tmp_path)
    (tmp_path / "package.toml").write_text("[package", encoding="utf-8")
    with pytest.raises(Refused, match="TOML"):
        read_manifest(tmp_path)


def test_an_archive_holds_the_same_texts_and_is_the_same_each_time(tmp_path: Path) -> None:
    files = read_folder(package(tmp_path, "jo/harder", HARDER))
    data = written_zip(files)
    assert read_zip(data, "x.zip") == files and written_zip(dict(reversed(files.items()))) == data
    assert manifest_of(files, "x.zip").name == "jo/harder"
    assert whole(hashes(files)) != whole(hashes({**files, "harder.rules": b"extends lists\n"}))


def zipped(*held: tuple[str, bytes], mode: int = 0o644) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in held:
            one = zipfile.ZipInfo(name)
            one.external_attr = (stat.S_IFREG | mode) << 16 if stat.S_IFMT(mode) == 0 else mode << 16
            archive.writestr(one, data)
    return out.getvalue()


@pytest.mark.parametrize(
    "path",
    ["../out.rules", "a/../../out.rules", "/etc/out.rules", "C:\\out.rules", "a\\b.rules", "con.rules", "lists/NUL.rules", "a.rules ",
     ".hidden.rules", "run.py", "run.exe", "a/\x07.rules", "x" * 300 + ".rules"],
)  # fmt: skip
def test_paths_that_lead_elsewhere(path: str) -> None:
    with pytest.raises(Refused):
        read_zip(zipped((path, b"x")), "x.zip")


def test_links_doubles_and_too_many(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="link"):
        read_zip(zipped(("a.rules", b"/etc/passwd"), mode=stat.S_IFLNK | 0o777), "x.zip")
    with pytest.raises(Refused, match="twice"):
        read_zip(zipped(("a.rules", b"x"), ("A.rules", b"y")), "x.zip")
    with pytest.raises(Refused, match="at most"):
        read_zip(zipped(*((f"{n}.rules", b"") for n in range(MAX_FILES + 1))), "x.zip")
    (tmp_path / "link.rules").symlink_to("/etc/passwd")
    with pytest.raises(Refused, match="link"):
        read_folder(tmp_path)


def test_a_hundred_thousand_files_are_counted_and_not_read() -> None:
    """Their directory alone: what it lists is refused before any of it is looked for."""
    names = [b"%05d.txt" % number for number in range(100_000)]
    listed = b"".join(
        struct.pack("<4s6H3I5H2I", b"PK\1\2", 20, 20, 0, 0, 0, 33, 0, 0, 0, len(one), 0, 0, 0, 0, 0, 0) + one for one in names
    )
    end = struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, 0xFFFF, 0xFFFF, len(listed), 0, 0)
    began = time.process_time()
    with pytest.raises(Refused, match=f"at most {MAX_FILES:,}|at most {MAX_FILES}"):
        read_zip(listed + end, "x.zip")
    assert time.process_time() - began < 5


def test_a_bomb_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.rules", b"\0" * 30_000_000)
    with pytest.raises(Refused, match="at most"):
        read_zip(out.getvalue(), "x.zip")
    honest = zipped(("a.rules", b"x" * 1000))
    lying = honest.replace((1000).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    monkeypatch.setattr("arbitre.packages.archive.MAX_BYTES", 100)
    with pytest.raises(Refused):
        read_zip(lying, "x.zip")


def test_a_file_without_a_name_is_refused() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(zipfile.ZipInfo(""), b"extends lists\n")
    with pytest.raises(Refused):
        read_zip(out.getvalue(), "x.zip")


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.binary(max_size=400), st.integers(0, 2000), st.integers(0, 255))
def test_damaged_archives_are_refused(noise: bytes, at: int, byte: int) -> None:
    whole_ = zipped(("package.toml", b"[package]\n" * 20), ("a.rules", b"extends lists\n" * 30))
    for data in (noise, whole_[:at], whole_[: at % len(whole_)] + bytes([byte]) + whole_[at % len(whole_) + 1 :]):
        try:
            files = read_zip(data, "x.zip")
        except Refused:
            continue
        for path in files:
            check_path(path, {})
