"""What is revealed of the dice once a match is over, and how anybody checks it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from arbitre.interpreter.code.machine import Machine
from arbitre.opening.books import refused
from arbitre.post.dice import ALGORITHM, BYTES, Throw, commitment, wrong
from arbitre.post.folder import is_over, opened_again
from arbitre.post.replay import Record

KIND = "proof of dice"
SORTS: dict[str, type] = {"turn": int, "what": str, "nth": int, "faces": int, "face": int, "ruled": bool}


def proof_of(record: Record, machine: Machine) -> dict[str, Any]:
    """The seed and every die of a match that is over.

    Raises:
        Refused: it is not over: whoever knows the seed knows the dice to come.
    """
    here = opened_again(record, machine)
    if not is_over(here.match):
        raise refused("post.seed_is_secret")
    return {
        "kind": KIND, "algorithm": ALGORITHM, "commitment": record["commitment"], "seed": record["seed"],
        "dice": [asdict(one) for one in here.dice.thrown],
    }  # fmt: skip


def throws_of(record: Record, machine: Machine) -> list[Throw]:
    """Every die of a match so far, made again."""
    return opened_again(record, machine).dice.thrown


def faults(proof: object, name: str = "") -> tuple[int, list[Throw]]:
    """How many dice a proof holds, and those that do not show what the seed gives.

    Raises:
        Refused: it is no proof, or its seed is not the one committed to.
    """
    if not isinstance(proof, dict) or proof.get("kind") != KIND or not isinstance(proof.get("dice"), list):
        raise refused("post.no_proof", file=name)
    try:
        seed = bytes.fromhex(proof["seed"])
        dice = [throw_from(one) for one in proof["dice"]]
    except (KeyError, TypeError, ValueError):
        raise refused("post.no_proof", file=name) from None
    if len(seed) != BYTES or commitment(seed) != proof.get("commitment"):
        raise refused("post.other_seed")
    return len(dice), wrong(seed, dice)


def throw_from(held: object) -> Throw:
    """A die of a proof; ValueError if it is none."""
    if not isinstance(held, dict) or set(held) != set(SORTS) or any(type(held[key]) is not kind for key, kind in SORTS.items()):
        raise ValueError("no die")
    if not 1 <= held["face"] <= held["faces"] <= 2**32:
        raise ValueError("no face")
    return Throw(**held)
