"""What a command loads before it begins."""

from __future__ import annotations

import subprocess
import sys


def test_matches_are_simulated_without_what_draws_and_colours() -> None:
    """Rich and the drawing of boards take longer to load than a hundred matches of a small game take."""
    command = (sys.executable, "-X", "importtime", "-m", "arbitre", "simulate", "tictactoe", "--matches", "2")
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    loaded = {line.rpartition("|")[2].strip() for line in told.stderr.splitlines() if line.startswith("import time:")}
    assert "arbitre.interpreter.play.simulate" in loaded
    assert not [name for name in loaded if name.partition(".")[0] == "rich" or name.startswith("arbitre.graphs.draw.svg.picture")]


def test_no_garbage_is_looked_for_while_a_command_gets_ready() -> None:
    code = """
import gc, sys
seen = []
gc.callbacks.append(lambda phase, info: seen.append(info["generation"]))
sys.argv = ["arbitre", "simulate", "tictactoe", "--matches", "2"]
from arbitre.cli.main import main
seen.clear()
try:
    main()
finally:
    print("collections", len(seen))
"""
    told = subprocess.run((sys.executable, "-c", code), capture_output=True, text=True, check=True).stdout
    assert "collections 0" in told
