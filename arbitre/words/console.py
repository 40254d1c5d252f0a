"""A terminal with colours and tables; apart from :mod:`arbitre.words.terminal`, as Rich takes longer to load than many commands take."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from arbitre.words.terminal import plain


class Terminal(Console):
    """A console whose own colours are its only controls."""

    def __init__(self, stderr: bool = False) -> None:
        super().__init__(highlight=False, stderr=stderr)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(plain(segment.text), segment.style)
