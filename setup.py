"""What a wheel holds beside the sources: the tables of the parser, so that the first rulebook is read without making them.

Both archives are the same, byte by byte, wherever and whenever they are made of the same commit with the same ``SOURCE_DATE_EPOCH``.
"""

import gzip
import os
import subprocess
import sys
import tarfile
import time
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

ROOT = Path(__file__).resolve().parent
# Lark numbers the states of its tables as they lie in a set, by their places in memory: here they are told apart by what they hold.
MAKE_TABLES = """
import sys
from lark.parsers.grammar_analysis import LR0ItemSet
LR0ItemSet.__hash__ = lambda self: hash(self.kernel)
from arbitre.dsl.parse.tables import written
sys.stdout.buffer.write(written())
"""
os.umask(0o022)  # modes of what is made here are the same for everybody


class WithTables(build_py):
    """Sources are copied, and the tables laid beside the grammar; a checkout that is installed as it lies makes its own."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        # In a process of its own: sets of words lie as hashes fall, and these are fixed before a process begins.
        paths = os.pathsep.join([str(ROOT), *filter(None, sys.path)])
        env = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": paths, "ARBITRE_CACHE": "off"}
        made = subprocess.run([sys.executable, "-c", MAKE_TABLES], env=env, check=True, capture_output=True).stdout
        (Path(self.build_lib) / "arbitre" / "dsl" / "parse" / "grammar.tables").write_bytes(made)


class Alike(sdist):
    """An archive without what differs from one machine to the next: times, owners, modes, the order of folders."""

    def make_archive(self, base_name, format, root_dir=None, base_dir=None, owner=None, group=None):  # type: ignore[no-untyped-def]
        if format != "gztar":
            return super().make_archive(base_name, format, root_dir, base_dir, owner, group)
        at = int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))

        def plain(one: tarfile.TarInfo) -> tarfile.TarInfo:
            one.mtime, one.uid, one.gid, one.uname, one.gname = at, 0, 0, "", ""
            one.mode = 0o755 if one.isdir() or one.mode & 0o100 else 0o644
            return one

        name = f"{base_name}.tar.gz"
        with (
            open(name, "wb") as file,
            gzip.GzipFile("", "wb", fileobj=file, mtime=at) as packed,
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
        ):
            archive.add(Path(root_dir or ".") / base_dir, base_dir, filter=plain)  # folders are walked in the order of names
        return name


setup(cmdclass={"build_py": WithTables, "sdist": Alike})
