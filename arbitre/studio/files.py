"""The rulebooks of one folder: what lies there is the truth, and nobody's edit is written over another's."""

from __future__ import annotations

import base64
import hashlib
import io
import zipfile
from pathlib import Path, PurePosixPath
from typing import Any

from arbitre.dsl.cache.careful import content_of, replace_whole
from arbitre.dsl.source.chunks import MAX_BYTES
from arbitre.opening.books import Refused, refused
from arbitre.words.phrases import reason

Data = dict[str, Any]
MOST_FILES = 400
MOST_PACKED = 20_000_000  # bytes of a folder that is packed or unpacked


class Changed(Refused):
    """A file is no longer as it was when it was read."""

    code = "changed"


class Files:
    """The ``.rules`` files below a folder, by paths relative to it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()

    def at(self, name: str) -> Path:
        """Where a file lies; :class:`Refused` for a name that leads out of the folder, or that is of no rulebook."""
        parts = PurePosixPath(name).parts
        path = self.folder.joinpath(*parts)
        if not parts or ".." in parts or "\0" in name or path.suffix != ".rules" or not path.resolve().is_relative_to(self.folder):
            raise refused("web.no_file", name=name[:100])
        return path

    def every(self) -> list[Data]:
        """The files there are, each with its stamp."""
        found = sorted(path for path in self.folder.rglob("*.rules") if path.is_file())[:MOST_FILES] if self.folder.is_dir() else []
        hidden = (any(part.startswith(".") for part in path.relative_to(self.folder).parts) for path in found)
        return [{"path": path.relative_to(self.folder).as_posix(), "stamp": self.stamp(path)}
                for path, is_hidden in zip(found, hidden, strict=True) if not is_hidden]  # fmt: skip

    def stamp(self, path: Path) -> str:
        """What tells one content of a file from another; empty where there is none."""
        try:
            data = content_of(path, MAX_BYTES)
        except OSError:
            return ""
        return hashlib.blake2b(data or b"", digest_size=12).hexdigest()

    def read(self, name: str) -> Data:
        """A file's text and its stamp."""
        path = self.at(name)
        try:
            data = content_of(path, MAX_BYTES)
        except OSError as error:
            raise refused("cannot.of_value", value=name, text=reason(error)) from None
        if data is None:
            raise refused("web.file_too_large", name=name)
        return {"path": name, "text": data.decode("utf-8", "replace"), "stamp": self.stamp(path)}

    def write(self, name: str, text: str, stamp: str) -> Data:
        """Writes a file that is still as it was when it was read; ``stamp``: of then, empty for a new file.

        Raises:
            Changed: it is not.
        """
        path = self.at(name)
        if self.stamp(path) != stamp:
            raise Changed(refused("web.changed", name=name).args[0])
        data = text.encode("utf-8", "replace")
        if len(data) > MAX_BYTES:
            raise refused("web.file_too_large", name=name)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            replace_whole(path, data)
        except OSError as error:
            raise refused("cannot.of_value", value=name, text=reason(error)) from None
        return {"path": name, "stamp": self.stamp(path)}

    # ------------------------------------------------------------------------------------ whole folders

    def packed(self) -> str:
        """All files as a zip archive, in base64."""
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for one in self.every():
                archive.writestr(zipfile.ZipInfo(one["path"], (1980, 1, 1, 0, 0, 0)), self.read(one["path"])["text"])
        return base64.b64encode(out.getvalue()).decode("ascii")

    def unpack(self, content: str) -> list[str]:
        """Puts the rulebooks of a zip archive into the folder; what is there already with another text is kept, and the new one put beside
        it.  The paths that were written."""
        try:
            archive = zipfile.ZipFile(io.BytesIO(base64.b64decode(content, validate=True)))
            wanted = [one for one in archive.infolist() if one.filename.endswith(".rules") and not one.is_dir()]
            if sum(one.file_size for one in wanted) > MOST_PACKED or len(wanted) > MOST_FILES:
                raise refused("web.zip_too_large")
            texts = {one.filename: archive.read(one).decode("utf-8", "replace") for one in wanted}
        except (zipfile.BadZipFile, ValueError, NotImplementedError, RuntimeError, EOFError, OSError):
            raise refused("web.bad_zip") from None
        out = []
        for name, text in texts.items():
            path, free, number = self.at(name), name, 1
            while path.is_file() and path.read_text(encoding="utf-8", errors="replace") != text:
                number += 1
                free = f"{name.removesuffix('.rules')}_{number}.rules"
                path = self.at(free)
            if not path.is_file():
                self.write(free, text, "")
            out.append(free)
        return out
