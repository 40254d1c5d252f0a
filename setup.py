"""What a wheel holds beside the sources: the tables of the parser, so that the first rulebook is read without making them."""

import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent


class WithTables(build_py):
    """Sources are copied, and the tables laid beside the grammar; a checkout that is installed as it lies makes its own."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        sys.path.insert(0, str(ROOT))
        from arbitre.dsl.parse.tables import BUILT, written

        (Path(self.build_lib) / "arbitre" / "dsl" / "parse" / BUILT.name).write_bytes(written())


setup(cmdclass={"build_py": WithTables})
