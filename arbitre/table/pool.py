"""Processes in which rules run, so many at once; one that takes too long is ended, and another begins."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from typing import Any

from arbitre.table.errors import Trouble
from arbitre.table.storage.store import Store
from arbitre.table.worker import done

Data = dict[str, Any]
PATIENCE = 60.0  # seconds of one deed
LONGEST = 100_000_000  # bytes of an answer


class Said(Exception):
    """A sentence for the person who asked, in each language."""

    def __init__(self, sentences: dict[str, str]) -> None:
        super().__init__(sentences["en"])
        self.sentences = sentences


class Ended(Exception):
    """A deed took too long, or could not be done; nothing of it is stored."""


class Died(Ended):
    """The process ended in the midst of a deed, by itself or by somebody else; nothing of it is stored."""


class Down(Exception):
    """The database does not answer; nothing of the deed is stored, and it can be tried again."""


class Pool:
    """So many processes on one database; none: all is done in this one (for tests, and for single commands)."""

    def __init__(self, store: Store, count: int, patience: float = PATIENCE) -> None:
        self.store, self.count, self.patience = store, count, patience
        self.free: asyncio.Queue[asyncio.subprocess.Process | None] = asyncio.Queue()
        self.turns = asyncio.Semaphore(max(1, count))  # first come, first served: a queue alone gives to whoever asks just then
        for _ in range(max(1, count)):
            self.free.put_nowait(None)

    async def ask(self, deed: str, /, **args: Any) -> Data:
        """What a deed gives.

        Raises:
            Trouble, Said: it cannot be done, and why.
            Ended: it came to no end.
            Down: the database does not answer.
        """
        message = {"do": deed, "args": args}
        async with self.turns:
            answer = await (self.sent(message) if self.count else asyncio.to_thread(done, self.store, message))
        if "trouble" in answer:
            raise Trouble(answer["trouble"], answer["status"], **answer["parts"])
        if "refused" in answer:
            raise Said(answer["refused"])
        if "down" in answer:
            raise Down(answer["down"])
        if "broken" in answer:
            raise Ended(answer["broken"])
        found: Data = answer["ok"]
        return found

    async def sent(self, message: Data) -> Data:
        """The answer of a process."""
        process, kept = await self.free.get(), False
        try:
            if process is None or process.returncode is not None:
                process = await begun(self.store.url)
            assert process.stdin is not None and process.stdout is not None
            process.stdin.write(json.dumps(message).encode() + b"\n")
            line = await asyncio.wait_for(process.stdout.readuntil(b"\n"), self.patience)
            kept = True
            answer: Data = json.loads(line)
            return answer
        except (ConnectionError, asyncio.IncompleteReadError):
            raise Died("died") from None
        except (TimeoutError, ValueError, asyncio.LimitOverrunError):
            raise Ended("too long") from None
        finally:
            if not kept and process is not None:
                await ended(process)
            self.free.put_nowait(process if kept else None)

    async def begin(self) -> None:
        """Begins all processes, so that whoever asks first does not wait for them."""
        waiting = [self.free.get_nowait() for _ in range(self.free.qsize())] if self.count else []
        for process in waiting:
            self.free.put_nowait(process if process is not None else await begun(self.store.url))

    async def close(self) -> None:
        """Ends all processes."""
        for _ in range(max(1, self.count)):
            with contextlib.suppress(asyncio.QueueEmpty):
                process = self.free.get_nowait()
                if process is not None:
                    await ended(process)


async def begun(url: str) -> asyncio.subprocess.Process:
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(sys.executable, "-m", "arbitre.table.worker", url, stdin=pipe, stdout=pipe, limit=LONGEST)


async def ended(process: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    await process.wait()
