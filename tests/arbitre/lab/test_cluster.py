"""A real Dask scheduler with two worker processes, one of which is killed in the midst."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from click.testing import CliRunner

from arbitre.cli.main import cli
from arbitre.interpreter.wasm.run import loader as loading
from arbitre.lab.experiment import read
from arbitre.lab.findings.results import Results
from arbitre.lab.matches import benches
from arbitre.lab.matches.benches import Job
from arbitre.lab.matches.player import play
from arbitre.lab.preparation import prepare_for_all
from arbitre.lab.run import Progress, run
from arbitre.lab.variants import Rules, Variant
from arbitre.lab.workers import Cluster, workers_of
from arbitre.opening.books import Refused

Notes = Callable[[str], None]
Begun = Callable[[str], list[tuple[int, ...]]]
TEXT = 'game = "hex"\nmatches = 60\nbots = "greedy"\n[options]\nsize = 4\n[[vary]]\nbots = ["greedy", ["greedy", "random"]]\n'
SECONDS = 60


class Scheduler:
    """A scheduler on loopback, and its workers."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "scheduler.json"
        self.log = (folder / "log.txt").open("w")
        self.processes: list[subprocess.Popen[bytes]] = []
        self.start("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        end = time.monotonic() + SECONDS
        while not self.file.exists() and time.monotonic() < end:
            time.sleep(0.1)
        self.address = __import__("json").loads(self.file.read_text())["address"]

    def start(self, module: str, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", module, "--scheduler-file", str(self.file), *words]
        self.processes.append(subprocess.Popen(command, stdout=self.log, stderr=self.log))
        return self.processes[-1]

    def worker(self) -> subprocess.Popen[bytes]:
        return self.start("distributed.cli.dask_worker", "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")

    def close(self) -> None:
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
        self.log.close()


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[Scheduler]:
    made = Scheduler(tmp_path)
    yield made
    made.close()


@pytest.mark.more
def test_a_worker_that_is_killed_loses_its_chunk_only(scheduler: Scheduler, tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text(TEXT, encoding="utf-8")
    workers = [scheduler.worker(), scheduler.worker()]
    killed: list[int] = []

    def kill(progress: Progress) -> None:
        if not progress.preparing and progress.done > 40 and not killed:
            killed.append(progress.done)
            os.kill(workers[0].pid, signal.SIGKILL)

    alone = run(read(path), tmp_path / "alone", 1)
    spread = run(read(path), tmp_path / "spread", address=scheduler.address, tell=kill)
    assert killed and workers[0].wait(SECONDS) != 0
    assert (alone.folder / "matches.parquet").read_bytes() == (spread.folder / "matches.parquet").read_bytes()
    with workers_of(1, scheduler.address) as crew:
        assert isinstance(crew, Cluster) and crew.count == 1


@pytest.mark.more
def test_a_worker_that_is_killed_may_have_held_the_only_copy_of_a_module(
    scheduler: Scheduler, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Dask sends it to all workers, and drops copies that nobody needs when it likes; here it does so at once."""
    path = tmp_path / "x.toml"
    path.write_text(TEXT, encoding="utf-8")
    monkeypatch.setattr("arbitre.lab.run.CHUNK", 0.3)
    workers = {process.pid: process for process in (scheduler.worker(), scheduler.worker())}
    clusters: list[Cluster] = []
    killed: list[int] = []
    given = Cluster.hand_over

    def hand_over(self: Cluster, number: int, name: object, data: bytes) -> None:
        clusters.append(self)
        given(self, number, name, data)

    monkeypatch.setattr(Cluster, "hand_over", hand_over)

    def kill(progress: Progress) -> None:
        if progress.preparing or killed:
            return
        client, module = clusters[0].client, clusters[0].modules[0]
        holders = list(client.who_has(module)[module.key])
        while len(holders) > 1:
            client.amm.run_once()
            time.sleep(0.1)
            holders = list(client.who_has(module)[module.key])
        killed.append(client.run(os.getpid, workers=holders)[holders[0]])
        os.kill(killed[0], signal.SIGKILL)

    alone = run(read(path), tmp_path / "alone", 1)
    spread = run(read(path), tmp_path / "spread", address=scheduler.address, tell=kill)
    assert workers[killed[0]].wait(SECONDS) != 0
    assert (alone.folder / "matches.parquet").read_bytes() == (spread.folder / "matches.parquet").read_bytes()


@pytest.mark.more
def test_a_run_with_a_killed_worker_is_interrupted_and_resumed(
    notes: Notes, begun: Begun, scheduler: Scheduler, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing that was kept is played again, on whatever workers it goes on."""
    path = tmp_path / "x.toml"
    path.write_text(TEXT.replace("60", "400"), encoding="utf-8")
    monkeypatch.setattr("arbitre.lab.run.CHUNK", 0.3)
    alone = run(read(path), tmp_path / "alone", 1)
    notes("first")
    workers = [scheduler.worker(), scheduler.worker()]
    killed: list[int] = []

    def stop(progress: Progress) -> None:
        if not progress.preparing and progress.done > 60 and not killed and len({process for process, *_ in begun("first")}) == 2:
            killed.append(progress.done)  # once both have begun
            os.kill(workers[0].pid, signal.SIGKILL)
        if killed and progress.done > 160:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(read(path), tmp_path / "spread", address=scheduler.address, tell=stop)
    kept = {(v, t, seed) for (v, t), spans in Results(tmp_path / "spread").kept().items() for span in spans for seed in span}
    assert killed and 160 < len(kept) < 1200
    lost: dict[int, int] = {}
    for process, variant, turn, first, _ in begun("first"):
        lost[process] = lost.get(process, 0) + ((variant, turn, first) not in kept)
    # Who goes on ends its chunk, and that is kept; of who is killed the chunk under way is lost.
    assert len(lost) == 2 and min(lost.values()) == 0 and max(lost.values()) <= 1
    notes("second")
    run(read(path), tmp_path / "spread", 2, resume=True)
    again = [(v, t, seed) for _, v, t, first, many in begun("second") for seed in range(first, first + many)]
    assert len(again) == len(set(again)) == 1200 - len(kept) and not kept & set(again)
    assert (alone.folder / "matches.parquet").read_bytes() == (tmp_path / "spread" / "matches.parquet").read_bytes()


def test_a_worker_of_another_version_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from distributed import LocalCluster

    with LocalCluster(n_workers=1, processes=False, dashboard_address=None) as cluster:  # type: ignore[no-untyped-call]
        monkeypatch.setattr("arbitre.lab.workers.identity", lambda: uuid4().hex)
        with pytest.raises(Refused, match="another version of Arbitre"), workers_of(1, cluster.scheduler_address):
            pass


def test_where_no_scheduler_is_this_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arbitre.lab.workers.SECONDS", 1)
    path = tmp_path / "x.toml"
    path.write_text(TEXT, encoding="utf-8")
    done = CliRunner().invoke(cli, ["lab", "run", str(path), "--cluster", "tcp://127.0.0.1:9"])
    assert done.exit_code == 1 and "no Dask scheduler answers at ‘tcp://127.0.0.1:9’" in done.output


def test_a_module_is_made_once_and_handed_over_as_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("wasmtime")
    job = Job(Variant(0, (), Rules("tictactoe"), bots="random"), 0, 5)
    found = prepare_for_all(job)
    assert found.module is not None and isinstance(found.module[1], bytes)
    before = play(job).matches
    monkeypatch.setattr(benches, "_ready", {})
    monkeypatch.setattr(loading, "_given", {})
    monkeypatch.setattr(loading, "_ready_of", lambda *_: pytest.fail("it is made again"))
    loading.take(*found.module)
    assert benches.bench_of(job).runner is not None and play(job).matches.equals(before)
