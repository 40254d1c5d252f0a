"""What a person may say besides answering, in both languages at once."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from pathlib import Path

from rich.text import Text as Rich

from arbitre.dsl.diagnostics.said import tell
from arbitre.interpreter.match.match import Given
from arbitre.interpreter.state.requests import Request
from arbitre.opening.books import Refused
from arbitre.opening.files import check_save
from arbitre.session.dialogue.labels import cell_label, plain, typed
from arbitre.session.dialogue.questions import Question
from arbitre.session.dialogue.samples import samples, topics
from arbitre.session.sitting import Sitting
from arbitre.session.undo import Said, answers_so_far, back_to, foreign, lines_said, seen_by, still_there
from arbitre.story.boards.pieces import notes_of
from arbitre.words.phrases import later, of, reason

NAMES = ("help", "explain", "undo", "board", "look", "why", "hint", "quick", "save", "quit")
WORDS = {name: typed(name) for name in NAMES}
ALIKE, NEARLY = 0.6, 0.75  # how much a word is like an answer, or a command, that is suggested for it
TOLD = 6  # lines that are named when they are taken back


class Quit(Exception):
    """The person leaves; the match is saved if there is a file for it."""


def command_named(word: str, begun: bool = False) -> str | None:
    """The command of that name; ``begun``: a beginning of two letters or more that only one command has is enough."""
    said = word if word.startswith("?") else plain(word)
    if said.startswith("?"):
        return "explain"
    exact = next((command for command, names in WORDS.items() if said in names), None)
    if exact is not None or not begun or len(said) < 2:
        return exact
    found = {command for command, names in WORDS.items() if any(name.startswith(said) for name in names)}
    return found.pop() if len(found) == 1 else None


class Commands:
    """The commands of one table."""

    def __init__(self, table: Sitting) -> None:
        self.table = table
        self.deeds: dict[str, Callable[[str, Request], bool]] = {
            "help": self.help, "explain": self.explain, "undo": self.undo, "board": self.board, "look": self.look,
            "why": self.why, "hint": self.hint, "quick": self.quick, "save": self.save, "quit": self.quit,
        }  # fmt: skip

    def word(self, key: str, /, **parts: object) -> str:
        return of(self.table.lang).say(f"ask.{key}", **parts)

    def names(self) -> list[str]:
        """What the commands are called in the language of whoever plays."""
        return [name for command in NAMES for name in of(self.table.lang).say(f"typed.{command}").split() if len(name) > 1]

    def carried_out(self, said: str, request: Request, taken: Callable[[], None], begun: bool = False) -> bool | None:
        """Carries out a command: True if the question must be put afresh, None if it is none."""
        word, _, rest = said.partition(" ")
        command = command_named(word, begun)
        if command is None:
            return None
        if word.startswith("?") and len(word) > 1:
            rest = f"{word[1:]} {rest}".strip()
        taken()
        return self.deeds[command](rest.strip(), request)

    def unknown(self, said: str, request: Request) -> None:
        """What is neither an answer nor a command: perhaps the beginning of one, else what is written nearly so."""
        if self.carried_out(said, request, lambda: None, begun=True) is not None:
            return
        near = self.nearest(said, request)
        if near:
            quoted = [of(self.table.lang).say("ask.quoted", said=name) for name in near]
            choice = f" {of(self.table.lang).say('ask.or')} ".join([", ".join(quoted[:-1]), quoted[-1]] if len(quoted) > 1 else quoted)
            self.table.say(self.word("near", said=said[:60], choice=choice))
        else:
            self.table.say(self.table.word("not", said=said[:60]))

    def nearest(self, said: str, request: Request) -> list[str]:
        """Answers and commands that are written nearly like a word; nothing is written nearly like a number."""
        if not any(c.isalpha() for c in said):
            return []
        story, known = self.table.story, dict[str, str]()
        for option in request.options:
            known |= {plain(name): story.of(option.title, option.key) for name in option.title.every if name}
        first, *more = plain(said).split(" ")
        found = difflib.get_close_matches(plain(said), known, n=3, cutoff=ALIKE)
        found = found or difflib.get_close_matches(first, known, n=3, cutoff=ALIKE)
        commands = difflib.get_close_matches(first, self.names(), n=3, cutoff=NEARLY) if not more else []
        return list(dict.fromkeys([*(known[name] for name in found), *commands]))[:3]

    # ------------------------------------------------------------------------------------ what may be typed

    def offers(self, question: Question) -> Callable[[str], list[tuple[str, str]]]:
        """For completion: what may stand at that place of a line, with what is said beside it."""
        lang = self.table.lang
        names = self.table.story
        options: list[tuple[str, str]] = []
        for position, option in enumerate(question.request.options):
            title = names.of(option.title, option.key)
            cell = cell_label(self.table.match, option)
            beside = question.about[position] if question.about else ""
            options.append((cell or title.lower() if title[:1].isupper() and title[1:].islower() else cell or title, beside))
        if question.menu is not None:
            actors = {names.of(one.title, one.key) for found in question.menu.actors.values() for one in found}
            options += [(name, "") for name in sorted(actors)]
        commands = [(of(lang).say(f"typed.{name}").split()[0], of(lang).say(f"does.{name}")) for name in NAMES if name != "explain"]

        def offered(before: str) -> list[tuple[str, str]]:
            first = not before.strip() or before.rstrip().endswith(";")
            return [*options, *commands] if first else options

        return offered

    # ------------------------------------------------------------------------------------ the commands

    def help(self, rest: str, request: Request) -> bool:
        """What can be typed, with examples made of the answers to this very question."""
        table, said = self.table, of(self.table.lang)
        examples = samples(table.match, request, table.story)
        if examples:
            table.say(said.say("play.help.example", examples="   ".join(examples)))
        table.say(table.word("help"))
        table.say(table.word("help.list"))
        asked = topics(table.match, request, table.story)
        if asked:
            table.say(said.say("play.help.what", examples=", ".join(f"? {name}" for name in asked)))
        return False

    def explain(self, rest: str, request: Request) -> bool:
        if not rest:
            return self.help(rest, request)
        from arbitre.session.dialogue.lookup import looked_up

        for line in looked_up(self.table, request, rest):
            self.table.say(line)
        return False

    def quit(self, rest: str, request: Request) -> bool:
        raise Quit

    def board(self, rest: str, request: Request) -> bool:
        if self.table.boardless:
            lines = self.stands()
            self.table.say(self.table.word("no_board" if lines else "no_board_bare"))
            for line in lines:
                self.table.say(line)
            return False
        self.drawn(rest, request)
        with self.table.match.at_question():
            for line in self.table.standing.beside_board(self.table.match, self.table.viewer):
                self.table.say(line)
        return False

    def drawn(self, rest: str, request: Request) -> None:
        """The board itself."""
        hints = Question(self.table.match, request, self.table.story).hints
        self.table.draw_board(rest, request, notes_of(self.table.match, request, hints))

    def stands(self) -> list[str]:
        """How things stand that lie on no board: all of it in a game without one, else the counts of the sides
        and what is told of the match itself."""
        table = self.table
        with table.match.at_question():
            if table.boardless:
                return table.standing.lines(table.match, table.viewer)
            return [*table.standing.counted(table.match, table.viewer), *table.standing.beside_board(table.match, table.viewer)]

    def look(self, rest: str, request: Request) -> bool:
        from arbitre.story.boards.pieces import legend

        table = self.table
        with table.match.at_question():
            pieces = legend(table.story, table.viewer, full=True)
        shown: list[str | Rich] = [*self.stands(), *pieces]
        for line in shown:
            table.say(line)
        if not pieces and not table.boardless:  # all that stands there is what the cells hold
            self.drawn(rest, request)
        return False

    def why(self, rest: str, request: Request) -> bool:
        """Why something happened, by its number; or why something is not offered, by what one would have said."""
        table = self.table
        if not rest:
            from arbitre.session.why.choices import what_to_ask

            table.say(what_to_ask(table.match, request, table.story))
            return False
        from arbitre.session.why.numbered import is_number
        from arbitre.session.why.reasons import Why
        from arbitre.session.why.refusals import WhyNot

        book = table.reference().book
        try:
            if is_number(rest):
                told = list(Why(table.match, table.lang, table.viewer, book=book).lines(rest))
            else:
                asked = WhyNot(table.match, request, table.lang, book)
                told = asked.lines(rest) or asked.unknown(rest)
            for line in told:
                table.say(line)
        except Refused as error:
            table.say(tell(error.args[0], table.lang))
        return False

    def hint(self, rest: str, request: Request) -> bool:
        from arbitre.session.hints import hinted

        for told in hinted(self.table.match, request, self.table.story, self.table.lang, self.table.think):
            self.table.say(told)
        return False

    def quick(self, rest: str, request: Request) -> bool:
        """Questions with one sensible answer are skipped from now on, or no longer."""
        said = plain(rest)
        if not said or said in typed("on") + typed("off"):
            (self.table.quick.add if (on := said not in typed("off")) else self.table.quick.discard)(request.seat)
            self.table.say(self.word("quick_on" if on else "quick_off"))
            return on
        self.table.say(self.word("quick_what"))
        return False

    # ------------------------------------------------------------------------------------ taking back

    def undo(self, rest: str, request: Request) -> bool:
        """``undo``, ``undo 3``: the last lines that people typed, with all they answered; ``undo list``: what they were."""
        table, said = self.table, plain(rest)
        mine = seen_by(lines_said(table.match, table.sides, self.table.typed), table.viewer)
        if said in typed("list"):
            self.list_lines(mine)
            return False
        if said and not said.isdecimal():
            table.say(self.word("undo_what"))
            return False
        count = int(said) if said and len(said) < 7 else 1
        if not mine or count < 1:
            table.say(table.word("nothing"))
            return False
        taken = mine[: min(count, len(mine))]
        told = [self.told(one) for one in taken[:TOLD]]
        if len(taken) > TOLD:
            told.append(self.word("undone_more", n=len(taken) - TOLD))
        back_to(table.match, taken[-1].position)
        table.typed = still_there(table.match, table.typed)
        table.forget()
        table.say(table.word("undone", what=", ".join(told)))
        table.write()
        return True

    def list_lines(self, mine: list[Said]) -> None:
        """What may be taken back, the last first; what others have said in secret is not told."""
        if not mine:
            self.table.say(self.table.word("nothing"))
        for number, one in enumerate(mine[:20], 1):
            self.table.say(f"{number:3}  {self.told(one)}")

    def told(self, one: Said) -> str:
        """A line as it was typed, with who typed it where it was another."""
        table = self.table
        who = ", ".join(table.story.seat(seat) for seat in sorted(one.seats))
        if foreign(one, table.viewer):
            return self.word("of_other", who=who)
        said = self.word("quoted", said=one.text[:60]) if one.text else self.called(answers_so_far(table.match)[one.position])
        return said if one.seats == {table.viewer} else f"{said} ({who})"

    def called(self, given: Given) -> str:
        """What an answer of an earlier sitting was: an action, a piece, or its key in plain words."""
        story = self.table.story
        action = next((a for a in self.table.match.program.actions if a.name == given.key), None)
        said = story.of(action.title, given.key) if action is not None else story.called(given.key)
        return f"{story.title(given.decision)}{story.say('colon')}{said}"

    # ------------------------------------------------------------------------------------ keeping

    def save(self, name: str, request: Request) -> bool:
        """``save FILE``: the match is kept there from now on; what is in the file is lost only if it is this very match."""
        table = self.table
        known = table.file
        if not name:
            if known is None:
                table.say(table.word("where"))
            table.keep()
            return False
        try:
            file = Path(name).expanduser()
            if known is None or file.resolve() != known.resolve():
                check_save(file, table.match)
            table.file = file
            table.write()
        except (Refused, OSError, RuntimeError, ValueError) as error:  # a name that can be none, a home that is not there
            table.file = known
            why = reason(error) if isinstance(error, OSError) else str(error.args[0])
            shown = later("cannot.of_value", value=name[:60], text=why) if isinstance(error, OSError) else error.args[0]
            table.say(f"{tell(shown, table.lang)}.")
            return False
        table.say(table.word("now", file=table.file))
        if known is not None and known.resolve() != table.file.resolve():
            table.say(table.word("old", file=known))
        return False
