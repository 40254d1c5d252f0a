"""Certificate authorities are loaded once, and again when those of the system change."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from arbitre.table.delivery import trust


def test_authorities_are_loaded_again_only_when_they_have_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "authorities.pem"
    file.write_text("", encoding="utf-8")
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    first = trust.context(trust.CALLS)
    assert trust.context(trust.CALLS) is first
    os.utime(file, ns=(1, 1))
    assert trust.context(trust.CALLS) is not first


def test_mails_and_calls_share_no_context() -> None:
    assert trust.context(trust.MAIL) is not trust.context(trust.CALLS)


def test_names_and_certificates_are_checked() -> None:
    for use in (trust.MAIL, trust.CALLS):
        assert trust.context(use).check_hostname
        assert trust.context(use).verify_mode.name == "CERT_REQUIRED"
