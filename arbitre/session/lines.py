"""Lines that a person types: with editing, history and completion at a terminal, plain where there is none."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from rich.text import Text as Rich

from arbitre.opening.books import refused
from arbitre.session.dialogue.labels import plain
from arbitre.words.console import Terminal
from arbitre.words.terminal import plain as harmless

if TYPE_CHECKING:
    from prompt_toolkit.completion import Completion
    from prompt_toolkit.document import Document

Offers = Callable[[str], list[tuple[str, str]]]
"""What may follow the words typed so far: each word with what is said beside it"""


class Lines:
    """Where a person's lines come from."""

    def __init__(self, console: Terminal) -> None:
        self.console = console
        self.session: Any = None

    def read(self, prompt: str, offers: Offers | None = None) -> str:
        """A line; what is typed is shown where the input is not a terminal that does so.  EOFError when there are no more."""
        if sys.stdin is None or sys.stdin.closed:
            raise refused("cannot.stdin")
        if not sys.stdin.isatty():
            self.console.print(Rich(prompt), end="", soft_wrap=True)
            said = input()
            self.console.print(Rich(said), soft_wrap=True)
            return said
        if offers is None or not sys.stdout.isatty() or os.environ.get("TERM", "dumb") in ("dumb", ""):
            return self.console.input(Rich(prompt))
        from prompt_toolkit import PromptSession
        from prompt_toolkit.history import InMemoryHistory

        if self.session is None:
            self.session = PromptSession(history=InMemoryHistory())
        return str(self.session.prompt(prompt, completer=completer(offers), complete_while_typing=False, complete_in_thread=True))


def completer(offers: Offers) -> Any:
    """The words that may come next, for the line that is being typed."""
    from prompt_toolkit.completion import Completer, Completion

    class Known(Completer):
        """Asks what may follow, and keeps what begins as the word under the cursor does."""

        def get_completions(self, document: Document, complete_event: object) -> Iterable[Completion]:
            for text, said, start in completions(document.text_before_cursor, offers):
                yield Completion(text, start_position=start, display_meta=harmless(said))

    return Known()


def completions(line: str, offers: Offers) -> Iterator[tuple[str, str, int]]:
    """What completes the last words of a line: the text, what is said beside it, and where it begins (back from the end)."""
    words = line.split(" ")
    for back in range(min(3, len(words)), 0, -1):  # a name may be of several words
        begun = " ".join(words[-back:])
        before = " ".join(words[:-back])
        found = [(text, said) for text, said in offers(before) if plain(text).startswith(plain(begun)) and text != begun]
        if found and (begun.strip() or back == 1):
            for text, said in found:
                yield harmless(text), said, -len(begun)
            return
