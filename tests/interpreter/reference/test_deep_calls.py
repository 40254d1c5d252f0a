"""Values that ask for themselves often need more calls than Python usually allows; the limit is that of all threads."""

from __future__ import annotations

import sys
import threading
from typing import Any

from arbitre.interpreter.reference.values.functions import CALLS, deep


def test_the_limit_stands_until_the_last_thread_has_left() -> None:
    usual, one_in, other_out, seen = sys.getrecursionlimit(), threading.Event(), threading.Event(), list[int]()

    def waits(x: Any, given: list[int]) -> int:
        one_in.set()
        other_out.wait(10)
        seen.append(sys.getrecursionlimit())
        return 0

    thread = threading.Thread(target=deep, args=(waits, None, []))
    thread.start()
    one_in.wait(10)
    deep(lambda x, given: seen.append(sys.getrecursionlimit()) or 0, None, [])  # type: ignore[arg-type, func-returns-value]
    other_out.set()
    thread.join()
    assert seen == [CALLS, CALLS] and sys.getrecursionlimit() == usual
