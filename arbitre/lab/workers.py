"""Who plays: processes of this machine, or the workers of a Dask scheduler that others have started."""

from __future__ import annotations

import itertools
import multiprocessing
import multiprocessing.process
import os
import pickle
import queue
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import CancelledError, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from typing import Any, Protocol, TypeVar
from uuid import uuid4

from arbitre.dsl.budget import guarding
from arbitre.interpreter.play.simulate import uninterrupted
from arbitre.interpreter.wasm.run.loader import take
from arbitre.lab.identity import identity
from arbitre.lab.matches.benches import Job
from arbitre.lab.preparation import Prepared, prepare, prepare_for_all
from arbitre.opening.books import refused

J = TypeVar("J")
R = TypeVar("R")
Deliver = Callable[[Any, Callable[[], Any]], None]  # takes a future, and what gives what came of it
Submit = Callable[[Any, Deliver], Any]
PATIENCE = 3.0  # seconds for chunks under way, once a run is interrupted
AGAIN = 5  # times that a chunk which the scheduler forgot is handed out again
AHEAD = 2  # jobs that wait for each worker, so that none waits for a job
SECONDS = 20  # that a scheduler may take to answer
_ENTERED = ExitStack()


def nobody(_: object) -> None:
    """Does nothing with what was done."""


class Workers(Protocol):
    """Some workers; ``count``: how many there are now."""

    @property
    def count(self) -> int:
        """How many there are now."""

    def over(self, work: Callable[[J], R], jobs: Iterator[J], left: Callable[[R], object] = nobody) -> Generator[R, None, None]:
        """What comes of jobs, in the order in which they are done; ``left``: what was done already when this is closed."""

    def prepare(self, job: Job) -> Prepared:
        """What they do first with every variant."""

    def hand_over(self, number: int, name: Any, data: bytes) -> None:
        """The module of a variant, made by one of them, for all of them."""


def _begin() -> None:
    """A process beside the first: Ctrl-C is not for it, and it keeps a budget of its own."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _ENTERED.enter_context(guarding())


class Near:
    """Processes of one machine: what one has made the others find on its disk."""

    prepare = staticmethod(prepare)

    def hand_over(self, number: int, name: Any, data: bytes) -> None:
        """There is nothing to be done."""


class Here(Near):
    """This process alone: where one worker is asked for."""

    count = 1

    def over(self, work: Callable[[J], R], jobs: Iterator[J], left: Callable[[R], object] = nobody) -> Generator[R, None, None]:
        """One after the other."""
        for job in jobs:
            yield work(job)


class Local(Near):
    """Processes of this machine."""

    def __init__(self, pool: ProcessPoolExecutor, count: int) -> None:
        self.pool, self.count = pool, count

    def over(self, work: Callable[[J], R], jobs: Iterator[J], left: Callable[[R], object] = nobody) -> Generator[R, None, None]:
        """A few jobs are handed out ahead; the rest are made when their turn comes."""
        yield from _streamed(self._submitted(work), jobs, lambda: self.count, left, _cancelled)

    def _submitted(self, work: Callable[[J], R]) -> Submit:
        def submit(job: J, deliver: Deliver) -> Any:
            future = self.pool.submit(work, job)
            future.add_done_callback(lambda done: deliver(done, done.result))
            return future

        return submit


class Cluster:
    """The workers of a Dask scheduler.  One that dies loses the chunk it was at, which another plays.

    Results do not wait on workers to be fetched: each is sent to the scheduler before the worker begins another chunk.
    """

    prepare = staticmethod(prepare_for_all)

    def __init__(self, client: Any) -> None:
        self.client = client
        self.bytes: dict[int, tuple[Any, bytes]] = {}  # by the number of a variant: the name of its module, and its bytes
        self.modules: dict[int, Any] = {}  # and the same as it lies with workers
        self.handing = threading.Lock()

    def hand_over(self, number: int, name: Any, data: bytes) -> None:
        """It goes to every worker once, and from them to those that come later."""
        self.bytes[number] = (name, data)
        self._scatter(number)

    def _scatter(self, number: int) -> None:
        self.modules[number] = self.client.scatter([self.bytes[number]], broadcast=True)[0]

    def _module(self, number: int) -> Any:
        """The module of a variant as it lies with workers; None for none.

        Dask keeps one copy of what was sent to all, so a worker that dies may take the only one along: then it is sent again.
        """
        with self.handing:
            if number in self.bytes and self.modules[number].cancelled():
                self._scatter(number)
            return self.modules.get(number)

    @property
    def count(self) -> int:
        """How many there are now: they may come and go."""
        return max(1, int(sum(self.client.nthreads().values())))

    def over(self, work: Callable[[J], R], jobs: Iterator[J], left: Callable[[R], object] = nobody) -> Generator[R, None, None]:
        """As with processes."""
        from distributed import Event, Queue

        run = uuid4().hex
        stop = Event(f"stop-{run}", client=self.client)  # type: ignore[no-untyped-call]
        results = Queue(f"results-{run}", client=self.client)  # type: ignore[no-untyped-call]
        inbox = _Inbox(results)

        def submit(job: J, deliver: Deliver) -> Any:
            token = uuid4().hex

            def begin() -> Any:
                module = self._module(job.variant.number) if isinstance(job, Job) else None
                return self.client.submit(watched, work, job, module, stop.name, results.name, token, pure=False)

            return inbox.expect(token, begin, deliver)

        def halt(_: set[Any]) -> None:
            inbox.halted.set()
            stop.set()  # type: ignore[no-untyped-call]

        with inbox:
            yield from _streamed(submit, jobs, lambda: self.count, left, halt)


class _Inbox:
    """What workers of a cluster have sent, handed on as it comes; a chunk that is played again, though it had been sent, counts once."""

    def __init__(self, results: Any) -> None:
        self.results = results
        self.expected: dict[str, tuple[Any, Deliver]] = {}
        self.repeated: dict[str, Any] = {}  # what was handed out again: Dask forgets what nobody holds
        self.closed = threading.Event()
        self.halted = threading.Event()  # nobody wants more
        self.reader = threading.Thread(target=self._read, daemon=True)

    def expect(self, token: str, begin: Callable[[], Any], deliver: Deliver) -> Any:
        """The future of what ``begin`` hands out: what comes of it is sent with this token; only where it fails its future tells.

        It is handed out again, a few times, where the scheduler forgets it because what it needs was with a worker that died.
        """
        first = begin()
        self.expected[token] = (first, deliver)
        first.add_done_callback(lambda done: self._failed(token, begin, AGAIN, done))
        return first

    def _failed(self, token: str, begin: Callable[[], Any], again: int, future: Any) -> None:
        if future.status == "finished" or token not in self.expected:
            return
        if future.cancelled() and again and not self.halted.is_set():
            with suppress(Exception):  # where the scheduler is gone as well, what the future says stands
                self.repeated[token] = begin()
                self.repeated[token].add_done_callback(lambda done: self._failed(token, begin, again - 1, done))
                return
        if (found := self.expected.pop(token, None)) is not None:
            found[1](found[0], future.result)

    def _read(self) -> None:
        while not self.closed.is_set():
            try:
                token, data = self.results.get(timeout=0.5)
            except TimeoutError:
                continue
            except Exception:  # the scheduler is gone: every future fails, and says so
                return
            if (found := self.expected.pop(token, None)) is not None:
                found[1](found[0], partial(pickle.loads, data))

    def __enter__(self) -> None:
        self.reader.start()

    def __exit__(self, *_: object) -> None:
        self.closed.set()
        self.reader.join(2)
        with suppress(Exception):
            self.results.close()


def _streamed(
    submit: Submit, jobs: Iterator[Any], count: Callable[[], int], left: Callable[[Any], object], halt: Callable[[set[Any]], object]
) -> Generator[Any, None, None]:
    """What comes of jobs, as it comes.  Where nobody wants more, none is begun any more, and those under way are waited for."""
    done: queue.SimpleQueue[tuple[Any, Callable[[], Any]]] = queue.SimpleQueue()
    waiting: set[Any] = set()

    def fill() -> None:
        for job in itertools.islice(jobs, max(0, AHEAD * count() - len(waiting))):
            waiting.add(submit(job, lambda future, result: done.put((future, result))))

    fill()
    try:
        while waiting:
            future, result = done.get()
            waiting.discard(future)
            found = result()
            fill()
            yield found
    finally:
        if waiting:
            halt(waiting)
            _gather(waiting, done, left)


def _cancelled(waiting: set[Any]) -> None:
    """Those that have not begun; whatever is under way goes on."""
    for future in list(waiting):
        future.cancel()


def _gather(waiting: set[Any], done: queue.SimpleQueue[tuple[Any, Callable[[], Any]]], left: Callable[[Any], object]) -> None:
    """Keeps what is under way as it ends, for a few seconds; the rest is dropped."""
    until = time.monotonic() + PATIENCE
    while waiting and (rest := until - time.monotonic()) > 0:
        try:
            future, result = done.get(timeout=rest)
        except queue.Empty:
            break
        waiting.discard(future)
        try:
            found = result()
        except (Exception, CancelledError):
            continue
        if found is not None:
            left(found)
    for future in waiting:
        future.cancel()


_beside: dict[int, ProcessPoolExecutor] = {}  # of every thread of a worker of a cluster, the process beside it


_taken: dict[int, set[Any]] = {}  # and the modules that this has


def watched(work: Callable[[J], R], job: J, module: tuple[Any, bytes] | None, stop: str, results: str, token: str) -> None:
    """Something done on a worker of a cluster: in a process beside it, which keeps a budget for strangers' rules, as no thread can.

    What comes of it, or None once nobody wants more, is put into a queue of the scheduler with its ``token``: a worker that dies later
    does not take it along.
    """
    from distributed import Queue

    found = pickle.dumps(None) if _stopped(stop) else _played(work, job, module)
    Queue(results).put((token, found))  # type: ignore[no-untyped-call]


def _played(work: Callable[[J], R], job: J, module: tuple[Any, bytes] | None) -> bytes:
    me = threading.get_ident()
    if me not in _beside:
        multiprocessing.process.current_process()._config["daemon"] = False  # type: ignore[attr-defined]  # a nanny's worker is one
        _beside[me] = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _begin_beside)
        _taken[me] = set()
    try:
        if module is not None and module[0] not in _taken[me]:
            _beside[me].submit(take, *module).result()
            _taken[me].add(module[0])
        return _beside[me].submit(_pickled, work, job).result()
    except BrokenProcessPool:
        del _beside[me]  # another chunk begins with a new one
        raise


def _pickled(work: Callable[[J], R], job: J) -> bytes:
    """What comes of a job, as it is sent."""
    return pickle.dumps(work(job))


def _stopped(name: str) -> bool:
    """Does nobody want more of a run?"""
    from distributed import Event

    return bool(Event(name).is_set())  # type: ignore[no-untyped-call]


def _begin_beside() -> None:
    """A process that ends with the one beside which it is, even if that is killed."""
    _begin()
    parent = os.getppid()

    def look() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=look, daemon=True).start()


@contextmanager
def workers_of(count: int, address: str = "") -> Iterator[Workers]:
    """The workers of this machine, so many; or those of the scheduler at an address.

    Raises:
        Refused: no scheduler answers there, it has no workers, or they are of another version.
    """
    if address:
        with _client(address) as client:
            yield Cluster(client)
        return
    if count == 1:
        yield Here()
        return
    with uninterrupted():
        pool = ProcessPoolExecutor(count, multiprocessing.get_context("spawn"), _begin)
        for _ in range(count):  # they begin now, and Ctrl-C is none of theirs
            pool.submit(int)
    try:
        yield Local(pool, count)
    finally:
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:  # a chunk that is half played is played again another time
            process.terminate()


@contextmanager
def _client(address: str) -> Iterator[Any]:
    try:
        from distributed import Client
    except ModuleNotFoundError:
        raise refused("lab.no_cluster_library") from None
    opened: Any = Client
    try:
        client = opened(address, timeout=SECONDS, set_as_default=False)
    except (OSError, ValueError):
        raise refused("lab.no_scheduler", address=address) from None
    with client:
        client.wait_for_workers(1, timeout=SECONDS) if not client.nthreads() else None
        try:
            others = {where: found for where, found in client.run(identity).items() if found != identity()}
        except Exception as error:  # it has no such program, or none that can be read
            raise refused("lab.other_worker", where=str(error)[:120]) from None
        if others:
            raise refused("lab.other_worker", where=next(iter(others)))
        yield client
