"""How much a person types and is shown in one turn: a turn as a bot would play it, typed into a terminal.

``python -m benchmarks.inputs bloodbowl --seed 3``: the answers a greedy bot gives in the first turn in which it acts with so many
pieces (``--pieces``) are typed into ``arbitre play`` at a pseudo-terminal: line by line as a person would, what comes after dice in a
line of its own; with ``--one-by-one`` each at its own question, as it had to be typed before a line could say several things.
"""

from __future__ import annotations

import argparse
import os
import pty
import re
import select
import sys
import time
from dataclasses import dataclass

from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.kinds import choose
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.requests import Request
from arbitre.opening.books import ready
from arbitre.story.watch import watched

PROMPT = re.compile(r"(?:^|\n)> $|\(Enter: yes\) $")


@dataclass(slots=True)
class Said:
    """An answer of the turn: what a person types for it, and whether it is asked after dice that he sees first."""

    word: str
    menu: bool  # the question who acts
    named: bool  # an action, not its parts
    after_dice: bool
    key: str


class Mirror:
    """The same match beside the terminal: what a greedy bot would do next in the place of the person."""

    def __init__(self, game: str, seed: int, side: str) -> None:
        self.match: Match = watched(ready(game)[2], seed)
        self.seat = next(seat for seat in self.match.seats() if self.match.seat_name(seat) == side)
        self.others, self.own = Lots(seed), Lots(seed + 1)

    def next_turn(self, pieces: int) -> tuple[list[Said], list[list[Said]]]:
        """What is answered before the turn, and the answers of the first turn in which so many pieces act, a list each."""
        before: list[Said] = []
        turn: list[list[Said]] = []
        while self.match.requests:
            request = self.match.requests[0]
            if request.seat != self.seat:
                if turn and len(turn) > pieces:
                    return before, turn
                before, turn = before + [said for part in turn for said in part], []
                self.match.answer(request.id, choose(self.match, request, "greedy", self.others))
                continue
            said = self.said(request, choose(self.match, request, "greedy", self.own))
            if said.menu or not turn:
                turn.append([])
            turn[-1].append(said)
            if said.menu and said.key == "done":
                if len(turn) > pieces:
                    return before, turn
                before, turn = before + [said for part in turn for said in part], []
        return before, turn

    def said(self, request: Request, position: int) -> Said:
        option = request.options[position]
        title = option.title.within("en") or option.key
        cell = re.fullmatch(r"\((-?\d+), (-?\d+)(?:, (-?\d+))?\)", option.key)
        number = re.search(r" (\d+)$", title)
        word = ",".join(n for n in cell.groups() if n is not None) if cell else number[1] if number and option.value >= 0 else title.lower()
        dice = any(record.kind == "roll" for record in self.match.abandoned)
        actors = {key for name, key in request.about}
        menu = request.acts and not actors and not self.acting()
        self.match.answer(request.id, position)
        return Said(word, menu, request.acts, dice, option.key)

    def acting(self) -> bool:
        """Is the question about what one piece does next?  Then somebody is on his way."""
        stack = [self.match.program.procedures[entry[1]] for entry in self.match.state.stack if entry[0] == "A"]
        return bool(stack) and any(param.domain not in (-1, self.match.program.seats) for param in stack[-1].params)


def lines_of(parts: list[list[Said]]) -> list[str]:
    """What a person types for a turn: a line for each piece, parted where dice are thrown."""
    out: list[str] = []
    for part in parts:
        words: list[str] = []
        for n, said in enumerate(part):
            if said.after_dice and words:
                out.append(" ".join(words))
                words = []
            follows = part[n + 1].word if n + 1 < len(part) else ""
            if said.named and not said.menu and re.match(r"-?\d+,", follows):
                continue  # a step goes without saying: the square tells
            if said.named and said.key == "done" and not said.menu:
                continue  # as does that one is through, where another goes on
            words.append(said.word)
        if words:
            out.append(" ".join(words))
    return out


class Terminal:
    """``arbitre play`` at a pseudo-terminal."""

    def __init__(self, arguments: list[str]) -> None:
        self.pid, self.file = pty.fork()
        if not self.pid:
            os.environ.update(TERM="dumb", COLUMNS="120", LINES="60", NO_COLOR="1")
            os.execv(sys.executable, [sys.executable, "-m", "arbitre", *arguments])
        self.text = ""

    def until_prompt(self, patience: float = 60.0) -> str:
        """What is printed up to the next prompt; what was printed if there is no more."""
        began, end = len(self.text), time.monotonic() + patience
        while time.monotonic() < end:
            if not select.select([self.file], [], [], 0.3)[0]:
                if PROMPT.search(self.text.replace("\r", "")[-80:]):
                    break
                continue
            try:
                got = os.read(self.file, 65536)
            except OSError:
                break
            if not got:
                break
            self.text += got.decode("utf-8", "replace")
        return self.text[began:].replace("\r", "")

    def type(self, line: str) -> str:
        os.write(self.file, (line + "\n").encode())
        return self.until_prompt()

    def close(self) -> None:
        os.close(self.file)
        os.waitpid(self.pid, 0)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--side", default="red")
    parser.add_argument("--pieces", type=int, default=6)
    parser.add_argument("--one-by-one", action="store_true")
    parser.add_argument("--show", action="store_true")
    chosen = parser.parse_args()
    before, parts = Mirror(chosen.game, chosen.seed, chosen.side).next_turn(chosen.pieces)
    parts = [*parts[: chosen.pieces], [Said("done", True, True, False, "done")]]  # so many act, and the turn is ended
    terminal = Terminal(["play", chosen.game, "--seed", str(chosen.seed), "--side", f"{chosen.side}=human", "--lang", "en"])
    terminal.until_prompt()
    for said in before:
        terminal.type(said.key)
    lines = [said.key for part in parts for said in part] if chosen.one_by_one else lines_of(parts)
    inputs, printed = 0, 0
    for line in lines:
        shown = terminal.type(line)
        inputs += 1
        if shown.rstrip().endswith("(Enter: yes)"):
            shown += terminal.type("")
            inputs += 1
        printed += shown.count("\n") - 1
        if chosen.show:
            print(shown.replace("\n", "\n    "))
    terminal.close()
    acted = len(parts) - 1
    print(f"{chosen.game}, seed {chosen.seed}: {acted} pieces acted; {inputs} inputs, {printed} printed lines")


if __name__ == "__main__":
    main()
