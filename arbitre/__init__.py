"""Arbitre: rules of games written as text, and a referee that executes them exactly.  See :mod:`arbitre.api`."""

from __future__ import annotations

__version__ = "0.1.0"
