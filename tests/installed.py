"""What an installed Arbitre has to do, in a folder of somebody else: ``python tests/installed.py PYTHON [without-wasmtime]``.

PYTHON is the interpreter of an environment with Arbitre and nothing of this checkout. The folder it works in has a ``graphs.py``, an
``interpreter.py`` and a ``dsl`` of its own, none of which may be imported.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path


def main(python: str, bare: bool) -> None:
    """Runs the commands; ends with the first that fails."""
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        (here / "dsl").mkdir()
        for stranger in ("graphs.py", "interpreter.py", "dsl/__init__.py"):
            (here / stranger).write_text("raise SystemExit('a stranger was imported')", encoding="utf-8")
        kept = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
        env = {**kept, "ARBITRE_CACHE": str(here / "cache"), "ARBITRE_LANG": "en"}

        def ran(*said: str, stdin: str = "") -> str:
            done = subprocess.run([python, *said], cwd=here, env=env, input=stdin, capture_output=True, text=True, timeout=600)
            if done.returncode:
                sys.exit(f"{' '.join(said)}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
            return done.stdout

        def held(what: bool, said: str) -> None:
            if not what:
                sys.exit(f"not so: {said}")

        arbitre = ("-m", "arbitre")
        place = ran("-c", "import arbitre; print(arbitre.__file__)")
        held("site-packages" in place, f"installed, not imported from {place}")
        held("tictactoe" in ran(*arbitre, "list"), "the games are there")
        held("Piet Hein" in ran(*arbitre, "list", "hex"), "a game names its authors")
        held("Cross wins" in ran(*arbitre, "play", "tictactoe", "--watch", "--seed", "2"), "a match is played")
        held("For example: 1,1" in ran(*arbitre, "play", "tictactoe", "--side", "cross=human", stdin="?\nquit\n"), "help in a match")
        held("success" in ran(*arbitre, "odds", "coliseum", "endurance"), "odds")
        held("crowd by loser" in ran(*arbitre, "odds", "coliseum"), "what can be asked")
        told = json.loads(ran(*arbitre, "simulate", "hex", "--matches", "4", "--quick", "--json"))
        held(told["matches"] == 4 and (told["compiled"] == 0) == bare, "simulations, compiled where wasmtime is")
        ran(*arbitre, "docs", "tictactoe", "--format", "html", "--out", "pages")
        held((here / "pages").is_dir() and any((here / "pages").rglob("*.html")), "pages")
        ran(*arbitre, "check", "coliseum")
        ran(*arbitre, "test", "tictactoe")
        ran(*arbitre, "explain", "S08")
        with_server = subprocess.run([python, "-c", "import pygls"], cwd=here, env=env, capture_output=True).returncode == 0
        if with_server:
            asked = json.dumps(
                {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}}
            )
            sent = f"Content-Length: {len(asked)}\r\n\r\n{asked}"
            server = subprocess.Popen(
                [python, *arbitre, "lsp"], cwd=here, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
            assert server.stdin is not None and server.stdout is not None
            server.stdin.write(sent)
            server.stdin.flush()
            answer = server.stdout.readline()
            server.kill()
            server.wait()
            held(answer.startswith("Content-"), "the language server answers")
        print(f"{ran('--version').strip()}: all of it works{'' if with_server else ' (no language server asked for)'}")


if __name__ == "__main__":
    main(sys.argv[1], "without-wasmtime" in sys.argv[2:])
