"""The process in which the rules of tables run: a line of JSON asks for a deed, a line answers.

What comes back is meant for the person who asked: no record, no seed, nothing that another side has sealed.
"""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from arbitre.api import ArbitreError, Refused
from arbitre.table import ballots, rulings
from arbitre.table import operations as deeds
from arbitre.table.errors import Trouble
from arbitre.table.storage.store import Store
from arbitre.table.web.offers import offered
from arbitre.words.phrases import LANGUAGES, of

Data = dict[str, Any]
DEEDS: dict[str, Callable[..., Data]] = {
    "start": deeds.start, "deliver": deeds.deliver, "withdraw": deeds.withdraw, "sealed": deeds.sealed, "report": deeds.report,
    "journal": deeds.journal, "proof": deeds.proof, "managed": deeds.managed, "resolve_if_due": deeds.resolve_if_due,
    "resolve_early": deeds.resolve_early, "why": rulings.why, "rule": rulings.rule, "appealed": rulings.appealed,
    "reseat": rulings.reseat, "vote": ballots.vote,
}  # fmt: skip
DOWN = (sa.exc.OperationalError, sa.exc.InterfaceError, sa.exc.TimeoutError)  # gone, refused, full, or locked for too long
WITHOUT: dict[str, Callable[..., Data]] = {"look_into": deeds.look_into, "offered": offered}  # that need no database


def done(store: Store, message: Data) -> Data:
    """What comes of a message: ``ok``, ``trouble`` (by the key of its phrase), ``refused`` (a sentence in each language),
    ``down`` (the database does not answer: nothing is stored) or ``broken``."""
    args = dict(message.get("args") or {})
    if "now" in args:
        args["now"] = datetime.fromisoformat(args["now"])
    try:
        if message["do"] in WITHOUT:
            return {"ok": WITHOUT[message["do"]](**args)}
        return {"ok": DEEDS[message["do"]](store, **args)}
    except Trouble as trouble:
        return {"trouble": trouble.key, "status": trouble.status, "parts": trouble.parts}
    except Refused as error:
        said = error.args[0] if error.args else ""
        return {"refused": {lang: of(lang).tell(said) for lang in LANGUAGES}}
    except ArbitreError as error:
        return {"broken": type(error).__name__}
    except DOWN as error:
        return {"down": type(error).__name__}
    except Exception as error:  # whatever it is: nothing of the match is told, and the next message is answered
        print(f"{message['do']}: {type(error).__name__}", file=sys.stderr)
        return {"broken": type(error).__name__}


def main() -> None:
    """Answers until its input ends: a signal that is meant for the server ends it no sooner, in the midst of a deed."""
    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, signal.SIG_IGN)
    store = Store(sys.argv[1])
    for line in sys.stdin:
        sys.stdout.write(json.dumps(done(store, json.loads(line))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
