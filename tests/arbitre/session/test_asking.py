"""One line does what one means; what led to a question is told before it; undo, look-ups, quick answers, terminals."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from arbitre.cli.main import cli
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.kinds import choose
from arbitre.interpreter.state.lots import Lots
from arbitre.opening.books import prepared
from arbitre.session.dialogue.labels import Calling, plain, words_of
from arbitre.session.dialogue.questions import spans
from arbitre.session.dialogue.reader import meaning
from arbitre.session.lines import completions
from arbitre.session.undo import answers_so_far, back_to
from arbitre.story.watch import watched


def run(*args: str, stdin: str = "") -> str:
    result = CliRunner().invoke(cli, list(args), input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.output.replace("\u00a0", " ")


def football(*lines: str, lang: str = "en", seed: str = "5", more: tuple[str, ...] = ()) -> str:
    """A match of the library, with these lines typed for the red side."""
    return run("play", "bloodbowl", "--seed", seed, "--side", "red=human", "--lang", lang, *more, stdin="\n".join((*lines, "quit")) + "\n")


def at_menu(game: str = "bloodbowl", seed: int = 5, seat: int = 0) -> Match:
    """A match at the first question of a seat."""
    match, rng = watched(prepared(game)[1], seed), Lots(seed)
    while match.requests[0].seat != seat:
        request = match.requests[0]
        match.answer(request.id, choose(match, request, "random", rng))
    return match


# ---------------------------------------------------------------- words


def test_words_of_a_line() -> None:
    assert words_of("move 7 to 9,6") == ["move", "7", "to", "9,6"]
    assert words_of("7 (9, 6, 0) 8 -> 10,5") == ["7", "9,6,0", "8", "10,5"]
    assert plain("Déplacer_vers l’Est") == "deplacer vers l est"
    assert spans([1, 2, 3, 5, 7, 8]) == "1–3, 5, 7, 8"


@pytest.mark.parametrize(
    ("line", "keys"),
    [
        ("7 9,6", ["move", "player_7", "run", "player_7", "(9, 6, 0)"]),
        ("move 7 to 10,9", ["move", "player_7", "go", "player_7", "(10, 9, 0)"]),
        ("déplace 7 vers 10,9", ["move", "player_7", "go", "player_7", "(10, 9, 0)"]),
        ("blitz 9 19", ["blitz", "player_9", "player_19"]),
        ("b 9 19", ["blitz", "player_9", "player_19"]),  # nobody is there to be blocked
        ("blitzer b9 contre 19", ["blitz", "player_9", "player_19"]),
        ("1 12", ["block", "player_1", "player_12", "strike", "player_1", "player_12"]),  # there is nothing else to be done
        ("block 1 14,5", ["block", "player_1", "player_12", "strike", "player_1", "player_12"]),  # by where he stands
        ("bloque 1 12", ["block", "player_1", "player_12", "strike", "player_1", "player_12"]),
    ],
)
def test_one_line_does_what_one_means(line: str, keys: list[str]) -> None:
    match = at_menu()
    found = meaning(match, match.requests[0], words_of(line))
    assert [answer.key for answer in found.best.answers] == keys and not found.unsure
    assert found.best.used == len(words_of(line))


def test_several_orders_follow_each_other() -> None:
    match = at_menu()
    before = match.digest()
    found = meaning(match, match.requests[0], words_of("7 10,9 8 10,3"))
    keys = [answer.key for answer in found.best.answers]
    assert keys == ["move", "player_7", "go", "player_7", "(10, 9, 0)", "done", "move", "player_8", "go", "player_8", "(10, 3, 0)"]
    assert match.digest() == before and not match.answers.given  # it was only read


def test_what_is_left_open_is_asked_back_and_nothing_is_lost() -> None:
    text = football("7", "blitz", "19")
    assert "‘7’: Move, Blitz, Pass or Hand-off?" in text
    assert "Human Blitzer 7, Blitz – whom?" in text and "What does Human Blitzer 7 (9, 9) do?" in text


def test_a_line_that_does_not_fit_is_refused_whole() -> None:
    text = football("blitz 9 19 99,99")
    assert "Nothing was done: ‘99,99’ would be left over" in text and "sets out on a blitz" not in text
    assert "Did you mean ‘Blitz’?" in football("blitx 9 19")
    assert "Vouliez-vous dire « Blitzer »" in football("blizter 9 19", lang="fr")
    assert "part en blitz" in football("blitzez 9 19", lang="fr")


def test_what_may_fail_is_asked_before_it_is_done_unless_it_was_named() -> None:
    asked = football("1 12,4", "no")
    assert re.search(r"Step \(12, 4\): dodge 3\+: 67%\. Go ahead\? \(Enter: yes\)", asked)
    assert "goes" not in asked.partition("Go ahead?")[2]
    assert "Go ahead?" not in football("move 1 step 12,4")


def test_whoever_names_a_target_is_told_the_odds_before_the_dice() -> None:
    text = football("block 1 12", "no")
    assert re.search(r"Strike Orc Lineman 12: .*%.* Go ahead\? \(Enter: yes\)", text) and "blocks" not in text.partition("Go ahead?")[2]
    assert "Human Lineman 1 blocks Orc Lineman 12" in football("block 1 12", "yes")


def test_orders_are_parted_by_semicolons_and_may_be_commands() -> None:
    text = football("7 10,9; done; look")
    assert "Human Blitzer 7" in text and "Human Lineman 1  (13, 5)" in text


def test_commands_of_both_languages_in_either() -> None:
    for lang in ("en", "fr"):
        text = football("aide", "help", "plateau", "board", "regarder", "annuler liste", lang=lang)
        assert text.count("move human lineman 1" if lang == "en" else "se déplacer trois-quarts humain 1") == 2, lang
        assert text.count("1  2  3  4  5") >= 2
    assert "It is not kept" in run("play", "bloodbowl", "--side", "red=human", "--seed", "5", stdin="quitter\n")


def test_enter_takes_the_answer_marked_so_and_nothing_else() -> None:
    text = football("move", "", "7")
    assert text.count("Move – who?") == 2  # it takes none there: the question again
    assert "What does Human Blitzer 7" in text


# ---------------------------------------------------------------- the question


def test_dice_are_shown_before_what_is_asked_of_them() -> None:
    for seed in ("4", "5", "6", "7"):
        text = football("move 1 step 12,4", "no", "2 12,6", "yes", seed=seed)
        if "re-roll?" in text:
            before = text[: text.index("Use a team re-roll?")]
            assert re.search(r"dodg\w+ .*on \d\+: 1|dodg\w+.*: [12]", before.splitlines()[-2]) or "thrown: " in text
            told = re.search(r"^ *\d+  .*12, 4.*$", before, re.MULTILINE)
            assert told is None or text.count(told[0]) == 1  # and not twice
            return
    pytest.fail("no dodge failed: choose other seeds")


def test_an_act_asks_who_and_what() -> None:
    assert "Red: Who acts, and what do they do?" in football()
    assert "Rouge : Qui agit, et que fait-il ?" in football(lang="fr")


def test_a_rulebook_puts_its_questions(tmp_path: Path) -> None:
    file = tmp_path / "who.rules"
    file.write_text(
        "game who:\n    title en \"Who\" fr \"Qui\"\n    play turn up to 1 times\nkind player, seats: red, blue\nkind piece: rook, pawn\n"
        "agenda turn:\n    going:\n        red chooses p from pieces:\n            asks en \"Who goes?\" fr \"Qui y va ?\"\n",
        encoding="utf-8",
    )  # fmt: skip
    assert "red: Who goes?\n" in run("play", str(file), "--side", "red=human", stdin="1\n")
    assert "red : Qui y va ?\n" in run("play", str(file), "--side", "red=human", "--lang", "fr", stdin="1\n")


# ---------------------------------------------------------------- taking back


def test_undo_takes_back_lines_and_any_number_of_them() -> None:
    text = football("7 10,9", "8 10,3", "undo list", "undo 2", "7 9,10")
    assert re.search(r"1  ‘8 10,3’\n +2  ‘7 10,9’\n", text)
    assert "Taken back: ‘8 10,3’, ‘7 10,9’." in text and "Human Blitzer 7 (9, 10)" in text


def test_back_to_any_answer_is_as_it_was() -> None:
    match = at_menu()
    digests = [match.digest()]
    start = len(answers_so_far(match))
    for key in ("move", "player_7", "go", "(10, 9, 0)", "done"):
        request = match.requests[0]
        if request.find(key) is not None:
            match.answer(request.id, key)
            digests.append(match.digest())
    back_to(match, start + 4)
    assert match.digest() == digests[4] and match.requests[0].find("done") is not None
    back_to(match, start + 2)
    assert match.requests[0].decision == "activation"
    back_to(match, start)
    assert match.digest() == digests[0] and not match.answers.given


# ---------------------------------------------------------------- looking up


def test_anything_can_be_looked_up() -> None:
    text = football("? blitz", "? 7", "? 9,9", "? tackle zone", "? BB-block-02", "? xyzzy")
    for said in ("The player may be activated.", "BB-turn-02: ", "For example: ", "Human Blitzer 7 (9, 9)", "Movement: 7",
                 "Human Blitzer 7 stands here.", "Has a tackle zone", "Equal strengths: one die.", "nothing called ‘xyzzy’"):  # fmt: skip
        assert said in text, said
    french = football("? blitz", "? zone de tacle", lang="fr")
    assert "Par exemple : " in french and "n’a rien qui s’appelle" not in french
    assert "says no more" not in text


# ---------------------------------------------------------------- quick, hot seat, kept sides


def test_quick_skips_what_has_one_sensible_answer() -> None:
    slow, fast = football("7 16,9", "8 10,3"), football("quick on", "7 16,9", "8 10,3")
    assert fast.count("What does") <= slow.count("What does")
    assert "skipped from now on" in fast


def test_a_hot_seat_without_secrets_hands_nothing_over() -> None:
    text = run("play", "bloodbowl", "--seed", "5", "--side", "everyone=human", stdin="done\n\n")
    assert "press Enter" not in text and "Red: Who acts" in text and "Blue: Who acts" in text


def test_a_kept_match_goes_on_with_the_same_sides(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    run("play", "coliseum", "--seed", "4", "--side", "blue=human", "--save", str(file), stdin="quit\n")
    assert json.loads(file.read_text(encoding="utf-8"))["sides"]["blue"] == "human"
    assert "Blue: " in run("play", str(file), stdin="quit\n")
    assert "Red: " in run("play", str(file), "--side", "red=human", "--side", "blue=random", stdin="quit\n")


# ---------------------------------------------------------------- secrets


def test_words_are_read_by_what_the_side_may_know() -> None:
    """Two matches that differ in what others sealed: the same line means the same, and the same is offered."""
    found = []
    for choice in (0, 3):
        match = watched(prepared("tsewnart")[1], 3)
        seats = [request.seat for request in match.requests]
        if len(seats) > 1:
            other = match.requests[1]
            match.answer(other.id, choice)
        request = next(r for r in match.requests if r.seat == seats[0])
        calling = Calling(match, request)
        found.append((calling.names, [(a.key, a.used) for a in meaning(match, request, words_of("mystic")).best.answers]))
    assert found[0] == found[1]


# ---------------------------------------------------------------- a terminal


def test_completion_of_the_words_of_a_line() -> None:
    known = [("blitz", ""), ("block", "2 dice"), ("run at a risk", "")]

    def offers(before: str) -> list[tuple[str, str]]:
        return known if not before.strip() else [("(9, 6)", "67%"), *known]

    assert list(completions("bl", offers)) == [("blitz", "", -2), ("block", "2 dice", -2)]
    assert list(completions("7 (9", offers)) == [("(9, 6)", "67%", -2)]
    assert list(completions("run at", offers)) == [("run at a risk", "", -6)]


class Pseudo:
    """``arbitre play`` at a pseudo-terminal."""

    def __init__(self, *args: str) -> None:
        self.pid, self.file = pty.fork()
        if not self.pid:
            os.environ.update(TERM="xterm", COLUMNS="100", LINES="50", PROMPT_TOOLKIT_NO_CPR="1")
            os.execv(sys.executable, [sys.executable, "-m", "arbitre", *args])
        self.text = ""
        self.told = 0  # how much of it was waited for already: what comes in one piece with it is not waited for twice

    def until(self, said: str, patience: float = 40.0) -> str:
        end = time.monotonic() + patience
        while said not in (shown := re.sub(r"\x1b\[[^a-zA-Z]*[a-zA-Z]", "", self.text))[self.told :] and time.monotonic() < end:
            if select.select([self.file], [], [], 0.2)[0]:
                try:
                    self.text += os.read(self.file, 65536).decode("utf-8", "replace")
                except OSError:
                    break
        began, found = self.told, shown.find(said, self.told)
        self.told = found + len(said) if found >= 0 else len(shown)
        return shown[began : self.told]

    def type(self, keys: str) -> None:
        os.write(self.file, keys.encode())

    def close(self) -> None:
        os.close(self.file)
        os.waitpid(self.pid, 0)


def test_a_terminal_edits_completes_and_remembers() -> None:
    demo = str(Path(__file__).parents[1] / "demo.rules")
    terminal = Pseudo("play", demo, "--seed", "4", "--lang", "en")
    assert "plan?" in terminal.until("\n>")
    terminal.type("lun\t")  # the tabulator writes the rest
    assert "lunge" in terminal.until("lunge")
    terminal.type("\r")
    shown = terminal.until("plan?") + terminal.until("\n>")
    terminal.type("\x1b[A")  # the line before
    terminal.until("lunge", 10)
    terminal.type("\x15quit\r")
    assert "Match left." in terminal.until("Match left.")
    terminal.close()
    assert "Arbitre itself has failed" not in shown + terminal.text
