"""The record of a match by post taken apart: what all of it stands on, and what each side keeps to itself until a turn is resolved.

Whoever stores the parts apart never loads what one side has sealed while he answers another.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arbitre.post.journal import OWN
from arbitre.post.replay import Record, copied

Part = dict[str, Any]  # "draft": what is sealed for this turn, or None; "choices": what is kept for the setup; "journal": its own entries


def parted(record: Record) -> tuple[Record, dict[str, Part]]:
    """The record without anything that a side alone may know, and the part of each side."""
    base: Record = copied(record)
    parts = {
        side: {"draft": base["drafts"].get(side), "choices": base["choices"].get(side, []),
               "journal": [one for one in base["journal"] if one["what"] in OWN and one["side"] == side]}
        for side in base["people"]
    }  # fmt: skip
    base["journal"] = [one for one in base["journal"] if one["what"] not in OWN]
    base["drafts"], base["choices"] = {}, {}
    return base, parts


def joined(base: Record, parts: Mapping[str, Part]) -> Record:
    """The record of these parts; what sides have sealed whose part is not given is not in it."""
    record: Record = copied(base)
    for side, part in parts.items():
        if part["draft"] is not None:
            record["drafts"][side] = copied(part["draft"])
        if part["choices"]:
            record["choices"][side] = copied(part["choices"])
        record["journal"] += copied(part["journal"])
    record["journal"].sort(key=lambda one: str(one["at"]))
    return record
