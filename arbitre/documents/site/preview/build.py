"""A build of all pages of a rulebook by another process, while this one shows those that are asked for.

``python -m arbitre.documents.site.preview.build`` writes them to where its output goes, as they are kept on the disk.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable

from arbitre.documents.site.kept import ABOVE, as_data, as_site, kept_pages
from arbitre.documents.site.site import Site
from arbitre.dsl.cache.frozen import frozen, thawed

MODULE = "arbitre.documents.site.preview.build"
Found = dict[str, Site | None]
FIRST = f"import runpy, sys; sys.path.insert(0, {str(ABOVE)!r}); runpy.run_module({MODULE!r}, run_name='__main__', alter_sys=True)"


class Build:
    """Makes the pages of some rulebooks, one after the other, and hands them over; None in place of one that could not be made."""

    def __init__(
        self, names: list[str], languages: list[str], extensions: bool, hand_over: Callable[[dict[str, Site | None]], None]
    ) -> None:
        self.names, self.asked, self.hand_over = names, (languages, extensions), hand_over
        self.given_up = False
        self.process: subprocess.Popen[bytes] | None = None
        self.thread = threading.Thread(target=self.run, daemon=True)

    def start(self) -> None:
        self.thread.start()

    def run(self) -> None:
        found: Found = {}
        for name in self.names:
            if self.given_up:
                return
            asked = json.dumps([name, *self.asked])
            self.process = subprocess.Popen(
                [sys.executable, "-c", FIRST, asked], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
            data, _ = self.process.communicate()
            try:
                found[name] = as_site(thawed(data)) if self.process.returncode == 0 else None
            except Exception:  # cut off in the middle
                found[name] = None
        if not self.given_up:
            self.hand_over(found)

    def stop(self) -> None:
        """Another edit makes this worthless."""
        self.given_up = True
        if self.process is not None and self.process.poll() is None:
            self.process.kill()


if __name__ == "__main__":
    name, languages, extensions = json.loads(sys.argv[1])
    sys.stdout.buffer.write(frozen(as_data(kept_pages(name, languages, extensions, True))))
