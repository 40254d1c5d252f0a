"""Tests of the interpreter on programs built by hand; the repository's root and this folder are importable."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
for folder in (str(HERE), str(HERE.parents[1])):
    if folder not in sys.path:
        sys.path.insert(0, folder)
