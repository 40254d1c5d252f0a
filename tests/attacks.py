# ruff: noqa: E501 - hostile rules are as long as they are
"""``python -m tests.attacks [--seconds S] [--seed N] [--only KIND]``: what hostile people may hand in, kind by kind, with counts.

Each kind goes on for its share of the time, or until it has tried everything.  An attack fails where a traceback shows, where something
is lost, or where it takes too long; the first failure of each kind is told.  Exit status 1 if there is one.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from html.parser import HTMLParser
from pathlib import Path

from arbitre.documents.site.harmless import TAGS, inside, neutral
from arbitre.documents.site.site import as_html
from arbitre.dsl.diagnostics.errors import ArbitreError
from arbitre.dsl.lower.program import bind, compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.save import read, resume, save
from arbitre.interpreter.state.errors import AnswerError, SaveError
from arbitre.opening.books import Refused
from arbitre.session.records import RecordFile

ROOT = Path(__file__).resolve().parent.parent
Attack = Callable[[Path, random.Random], Iterator[str]]  # each try gives its fault, or nothing
HEAD = """\
game small:
    title en "Small" fr "Petit"
kind side (s), seats: red, blue
    title en "Side" fr "Camp"
    gold: 0 to 9999, kept
        title en "Gold" fr "Or"
kind cell (c, d, e), grid(90, 90, closed)
    title en "Cell" fr "Case"
    mark: 0 to 9
        title en "Mark" fr "Marque"
"""
GAME = HEAD.replace("90, 90", "3, 3") + "agenda turn:\n    go:\n        red chooses n from 1 to 3\n        red gains n gold\n"
TURN = "agenda turn:\n    go: red gains 1 gold\n"
HOSTILE = {
    "dice of a table": "table t for side: 100d1000\n    1 or more low: side gains 1 gold\nagenda turn:\n    go: roll t for red\n",
    "dice of a test": "test t by side: 100d100\n    success when total is 5000 or more\nagenda turn:\n    go:\n        test t by red\n",
    "dice of a contest": "contest t by side: 100d100 against 100d100\nagenda turn:\n    go:\n        contest t by red\n",
    "dice one by one": "agenda turn:\n    go:\n        roll 100d100 as t\n        if t.die(3) is 4: red gains 1 gold\n",
    "numbers that grow": "event setup:\n    let n = 3\n    while n is 1 or more, up to 1000000 times:\n        n becomes n * n\n" + TURN,
    "rows of rows": "agenda turn:\n    go:\n        if any c in cells where any d in cells where any e in cells where c.mark + d.mark + e.mark is 99: "
    "red gains 1 gold\n",
    "always": "always a: no c in cells where any d in cells where c.mark + d.mark is 99\n" + TURN,
    "messages": 'event setup:\n    let n = 1\n    while n is 1 or more, up to 1000000 times:\n        says en "A {red.gold}" fr "B {red.gold}"\n'
    + TURN,
    "deep": "let a = " + "(" * 500 + "1" + ")" * 500 + "\n" + TURN,
    "long line": "let a = " + "1 + " * 3000 + "1\n" + TURN,
    "long number": "let a = " + "9" * 3000 + "\n" + TURN,
    "itself": "let a(n: 0 to 99) = a(n + 1) + a(n + 1)\nagenda turn:\n    go: red gains a(1) gold\n",
    "many clauses": "".join(f'clause SM-a-{n}:\n    text en "N" fr "N"\n' for n in range(15_000)) + TURN,
    "many faults": "".join(f"event e{n} red gains 1 gold\n" for n in range(15_000)) + TURN,
}
MARKUP = ("{ onmouseover=alert(1) }", "[c](javascript:alert(1))", "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "![p](//e.x/p)",
          "<svg/onload=alert(1)>", "`", "```", "*", "<!--", "-->", '"', "'", ">", "{: .x }", "[a]: javascript:x", "&#106;", "\x1b[2J", "\n\n", "#")  # fmt: skip


def arbitre(*args: object, typed: str = "", seconds: float = 90, full: bool = False) -> str:
    """What a command says; its fault where it shows a traceback, or does not end."""

    def limited() -> None:
        if full:
            resource.setrlimit(resource.RLIMIT_FSIZE, (40, 40))

    command = [sys.executable, "-m", "arbitre", *map(str, args), "--lang", "en"]
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"} if full else None  # Python itself leaves files that are cut off
    try:
        done = subprocess.run(
            command, input=typed.encode(), capture_output=True, timeout=seconds, cwd=ROOT, preexec_fn=limited, check=False, env=env
        )
    except subprocess.TimeoutExpired:
        return f"{args}: more than {seconds} s"
    said = (done.stdout + done.stderr).decode("utf-8", "replace")
    return f"{args}: {said[-300:]}" if "Traceback" in said or "itself has failed" in said or done.returncode < 0 else ""


def small(folder: Path) -> tuple[Path, Machine]:
    path = folder / "small.rules"
    path.write_text(GAME, encoding="utf-8")
    return path, machine_of(compile_rules(load(path)).program)


def rulebooks_cut_and_edited(folder: Path, lot: random.Random) -> Iterator[str]:
    sources = sorted((ROOT / "rulebooks").rglob("*.rules"))
    while True:
        data = bytearray(b"game small:\n" + lot.choice(sources).read_bytes().replace(b"\nextends", b"\n#extends")[:4_000])
        for _ in range(lot.randrange(1, 6)):
            at = lot.randrange(len(data))
            match lot.randrange(3):
                case 0:
                    data[at] = lot.randrange(256)
                case 1:
                    del data[at : at + lot.randrange(1, 200)]
                case _:
                    data[at:at] = data[lot.randrange(len(data)) :][: lot.randrange(1, 200)]
        path = folder / "small.rules"
        path.write_bytes(bytes(data[: lot.randrange(1, len(data) + 1)]))
        try:
            bind(load(path))
            yield ""
        except ArbitreError:
            yield ""
        except Exception as error:
            kept = Path(tempfile.gettempdir()) / "attack.rules"
            kept.write_bytes(path.read_bytes())
            yield f"{type(error).__name__}: {error} ({kept})"


def hostile_rulebooks(folder: Path, lot: random.Random) -> Iterator[str]:
    path = folder / "small.rules"
    for name, rules in HOSTILE.items():
        path.write_text(HEAD + rules, encoding="utf-8")
        for command in (("check",), ("test",), ("play", "--watch", "--seed", "1"), ("simulate", "--matches", "2", "--cores", "1")):
            fault = arbitre(command[0], path, *command[1:], seconds=60)
            yield fault and f"{name}: {fault}"
        fault = arbitre("docs", path, "--out", folder / "pages", seconds=60)
        yield fault and f"{name}: {fault}"


def damaged_saves(folder: Path, lot: random.Random) -> Iterator[str]:
    _, machine = small(folder)
    match = Match(machine, 5)
    for key in "123":
        match.answer(match.requests[0].id, key)
    file = folder / "match.json"
    save(match, file)
    whole = file.read_bytes()
    for at in range(len(whole)):
        for data in (whole[:at] + bytes([whole[at] ^ 1 << lot.randrange(7)]) + whole[at + 1 :], whole[:at]):
            file.write_bytes(data)
            try:
                again = resume(read(file), machine)
                yield "" if again.digest() == match.digest() else f"byte {at}: another match, and nobody says so"
            except (SaveError, ArbitreError):
                yield ""
            except Exception as error:
                yield f"byte {at}: {type(error).__name__}: {error}"


def damaged_records(folder: Path, lot: random.Random) -> Iterator[str]:
    _, machine = small(folder)
    match = Match(machine, 5)
    match.answer(match.requests[0].id, "3")
    file = folder / "campaign.json"
    RecordFile(file).write(match)
    whole, kept = file.read_bytes(), match.record()
    for at in range(len(whole)):
        for data in (whole[:at] + bytes([whole[at] ^ 1 << lot.randrange(7)]) + whole[at + 1 :], whole[:at]):
            file.write_bytes(data)
            try:
                found = RecordFile(file).record(machine)
                yield "" if found == kept or not data.strip() else f"byte {at}: another record, and nobody says so"
            except (Refused, ArbitreError):
                yield ""
            except Exception as error:
                yield f"byte {at}: {type(error).__name__}: {error}"


def kills(folder: Path, lot: random.Random) -> Iterator[str]:
    path, machine = small(folder)
    file = folder / "killed.json"
    while True:
        file.unlink(missing_ok=True)
        command = [sys.executable, "-m", "arbitre", "play", str(path), "--save", str(file), "--seed", "1"]
        typed = b"1\n2\n3\n" * 400
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=ROOT)
        assert process.stdin is not None
        with suppress(BrokenPipeError):
            process.stdin.write(typed)
            process.stdin.flush()
        time.sleep(lot.uniform(0.5, 2.5))
        process.send_signal(signal.SIGKILL)
        process.wait()
        with suppress(BrokenPipeError):
            process.stdin.close()
        if not file.exists():
            yield ""
            continue
        try:
            resume(read(file), machine)
            yield ""
        except ArbitreError as error:
            yield f"the file is not whole: {error}"


def two_terminals(folder: Path, lot: random.Random) -> Iterator[str]:
    path, _ = small(folder)
    while True:
        file = folder / "shared.json"
        file.unlink(missing_ok=True)
        command = [sys.executable, "-m", "arbitre", "play", str(path), "--save", str(file), "--seed", "1", "--lang", "en"]
        started = [
            subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT) for _ in range(2)
        ]
        said = [process.communicate(b"1\n2\nquit\n", timeout=90)[1].decode() for process in started]
        refused_ = sum("being played elsewhere" in one for one in said)
        moves = len(read(file)["answers"])
        yield "" if moves == 2 * (2 - refused_) else f"{moves} answers are kept, {refused_} were refused"


def full_disk(folder: Path, lot: random.Random) -> Iterator[str]:
    path, machine = small(folder)
    file, picture = folder / "match.json", folder / "board.svg"
    arbitre("board", path, "--svg", picture)
    save(Match(machine, 3), file)
    before = picture.read_bytes(), file.read_bytes(), path.read_bytes()
    for args in (("board", path, "--svg", picture), ("play", path, "--save", file), ("fmt", path)):
        fault = arbitre(*args, typed="1\nquit\n", full=True)
        yield fault or ("" if (picture.read_bytes(), file.read_bytes(), path.read_bytes()) == before else f"{args}: something is lost")


def bad_answers(folder: Path, lot: random.Random) -> Iterator[str]:
    _, machine = small(folder)
    match = Match(machine, 3)
    signs = ["9" * 5000, "-1", "", "\x00", "\ud800", "none", "0", "4", "1e3", "١", "{}", "[]", "'; --", "../..", "\x1b[2J"]
    while True:
        if not match.requests:
            match = Match(machine, lot.randrange(1000))
        before = match.digest()
        name = lot.choice([match.requests[0].id, "", "0.0.0", "9" * 400, lot.choice(signs)])
        option = lot.choice([lot.choice(signs), lot.randrange(-9, 99)])
        try:
            match.answer(name, option, lot.choice([None, 0, 1, 99]))
            yield "" if len(match.tape.answers) else "an answer was lost"
        except AnswerError:
            yield "" if match.digest() == before else "a refused answer changed the match"
        except Exception as error:
            yield f"{name!r} {option!r}: {type(error).__name__}: {error}"


class Obeyed(HTMLParser):
    """What a browser would obey in a page."""

    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        bad = [name for name, value in attrs if name.startswith("on") or (name in ("href", "src") and not inside(value or ""))]
        if bad or tag not in TAGS:
            self.faults.append(f"<{tag} {bad}>")


def pages_with_markup(folder: Path, lot: random.Random) -> Iterator[str]:
    while True:
        text = "".join(lot.choice((*MARKUP, " ", "word", " | ")) for _ in range(lot.randrange(1, 9)))
        page = lot.choice(("# ", "", "- ", "> ", "| ")) + text + "\n\nmore\n"
        reader = Obeyed()
        reader.feed(as_html(neutral(page), True)[0])
        yield f"{page!r}: {reader.faults}" if reader.faults else ""


ATTACKS: dict[str, Attack] = {
    "rulebooks cut and edited": rulebooks_cut_and_edited, "hostile rulebooks": hostile_rulebooks, "damaged saves": damaged_saves,
    "damaged records": damaged_records, "kills": kills, "two terminals": two_terminals, "full disk": full_disk, "bad answers": bad_answers,
    "pages with markup": pages_with_markup,
}  # fmt: skip


def attacked(name: str, seconds: float, seed: int, most: int | None = None) -> tuple[int, list[str]]:
    """How many tries of a kind there were, and what failed."""
    end, tries, faults = time.monotonic() + seconds, 0, []
    with tempfile.TemporaryDirectory() as folder:
        for fault in ATTACKS[name](Path(folder), random.Random(seed)):
            tries += 1
            if fault:
                faults.append(fault)
            if time.monotonic() > end or tries == most:
                break
    return tries, faults


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.attacks", description=__doc__)
    parser.add_argument("--seconds", type=float, default=600, help="for all of them together")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", choices=ATTACKS, action="append")
    asked = parser.parse_args()
    os.environ.pop("ARBITRE_BUDGET", None)
    wanted, report = asked.only or list(ATTACKS), {}
    for name in wanted:
        tries, faults = attacked(name, asked.seconds / len(wanted), asked.seed)
        report[name] = {"tries": tries, "failures": len(faults)}
        print(f"{name:26} {tries:7} tries {len(faults):5} failures", *faults[:1], flush=True)
    print(json.dumps(report))
    return 1 if any(row["failures"] for row in report.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
