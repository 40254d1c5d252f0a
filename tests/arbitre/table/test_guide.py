"""What the guide says of running a server: the unit, the containers and the settings, as far as they can be tried here."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from arbitre.cli.play.tables import serve
from tests.arbitre.table.hall import database
from tests.arbitre.table.web.test_programs import GUIDE


def blocks(lang: str, kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", (GUIDE / lang / "guide" / "tables.md").read_text(encoding="utf-8"), re.S)


def unit() -> str:
    [found] = blocks("en", "ini")
    return found


def compose() -> dict[str, Any]:
    [found] = blocks("en", "yaml")
    data: dict[str, Any] = yaml.safe_load(found)
    return data


def test_both_guides_say_the_same() -> None:
    for kind in ("ini", "yaml"):
        assert blocks("en", kind) == blocks("fr", kind) and len(blocks("en", kind)) == 1
    names = {option.name for option in serve.params}
    for lang in ("en", "fr"):
        [settings] = blocks(lang, "toml")
        assert {key.replace("-", "_") for key in tomllib.loads(settings)} <= names


def test_systemd_has_nothing_against_the_unit(tmp_path: Path) -> None:
    verify = shutil.which("systemd-analyze")
    if verify is None:
        pytest.skip("there is no systemd-analyze here")
    file = tmp_path / "arbitre-table.service"
    file.write_text(unit().replace("/usr/local/lib/arbitre/bin/arbitre", sys.executable), encoding="utf-8")
    done = subprocess.run([verify, "verify", "--man=no", str(file)], capture_output=True, text=True)
    mine = [line for line in done.stderr.splitlines() if "arbitre" in line]
    assert mine == []


def begun(command: list[str], folder: Path, port: int, **env: str) -> subprocess.Popen[str]:
    """A command of the guide, once it answers; ended as systemd and containers end it."""
    process = subprocess.Popen(
        [sys.executable, "-m", "arbitre", *command[1:], "--port", str(port)], cwd=folder, env={**os.environ, **env}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
    )  # fmt: skip
    end = time.monotonic() + 60
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return process
        except OSError:
            assert process.poll() is None and time.monotonic() < end, process.communicate()[0]
            time.sleep(0.1)


def asked(port: int, host: str, path: str = "/login") -> str:
    with socket.create_connection(("127.0.0.1", port), 10) as held:
        held.sendall(f"GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n".encode())
        return b"".join(iter(lambda: held.recv(65536), b"")).decode()


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def ended(process: subprocess.Popen[str], everybody: bool) -> None:
    """Told to end, alone or with all its processes, as ``KillMode`` says: it does so within seconds."""
    (os.killpg if everybody else os.kill)(process.pid, signal.SIGTERM)
    try:
        process.communicate(timeout=20)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()


def test_the_command_of_the_unit_serves_and_ends(tmp_path: Path) -> None:
    [line] = re.findall(r"^ExecStart=(.*)$", unit(), re.M)
    (tmp_path / "table.toml").write_text(blocks("en", "toml")[0], encoding="utf-8")
    port = free_port()
    process = begun(shlex.split(line.replace("/etc/arbitre", str(tmp_path))), tmp_path, port)
    try:
        assert "200 OK" in asked(port, f"127.0.0.1:{port}")
    finally:
        ended(process, everybody="KillMode=mixed" not in unit())
    assert (tmp_path / "tables.db").exists()


def test_the_command_of_the_container_serves_postgresql_and_ends(tmp_path: Path) -> None:
    """With the environment of the file; a container sends its signal to the first process alone."""
    here = compose()["services"]["tables"]
    with database("postgres", tmp_path) as url:
        env = {
            **here["environment"],
            "ARBITRE_TABLE_DATABASE": url,
            "ARBITRE_TABLE_ADDRESS": "https://tables.example.org",
            "PGPASSWORD": "x",
        }
        port = free_port()
        process = begun(here["command"], tmp_path, port, **env)
        try:
            answer = asked(port, "tables.example.org")
            assert "200 OK" in answer and "strict-transport-security" in answer and "421" in asked(port, "elsewhere.example.org")
        finally:
            ended(process, everybody=False)
