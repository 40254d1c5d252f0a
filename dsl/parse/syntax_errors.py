"""What a designer reads when a declaration cannot be parsed: where, what was expected, and how to mend it.

The parser knows terminals; nobody else does.  Here they become words of the language, grouped as a person thinks of them, and
the usual slips (a comparison with ``==``, a text left open, a forgotten colon) are called by their name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from lark import Token, UnexpectedInput
from lark.exceptions import UnexpectedCharacters, UnexpectedToken

from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import Said, phrase
from arbitre.dsl.diagnostics.suggest import nearest
from arbitre.dsl.diagnostics.taken import WORD_TAKEN, free_name
from arbitre.dsl.parse import habits
from arbitre.dsl.parse.expected import wanted
from arbitre.dsl.parse.habits import LOOK_WORDS, head_otherwise, hook_otherwise, look_line, said_otherwise
from arbitre.dsl.parse.head_forms import head_form, without_subject
from arbitre.dsl.parse.line_habits import whole_head
from arbitre.dsl.parse.spoken import HEADS, LINES, OPERATORS, PREPOSITIONS, SIGNS, VERBS, WORDS
from arbitre.dsl.parse.value_forms import value_form
from arbitre.dsl.source.chunks import Chunk
from arbitre.dsl.source.quotes import TEXT


def explain(error: UnexpectedInput, chunk: Chunk, shown: str, messages: Messages, words: Mapping[str, str]) -> None:
    """Adds the message of one fault.  ``words``: what the terminals that are words of the language look like."""
    _Fault(error, chunk, shown, messages, words).tell()


class _Fault:
    def __init__(self, error: UnexpectedInput, chunk: Chunk, shown: str, messages: Messages, words: Mapping[str, str]) -> None:
        self.error, self.chunk, self.shown, self.messages, self.words = error, chunk, shown, messages, words
        self.lines = chunk.text.rstrip("\n").split("\n")
        known = bool(error.line and error.line > 0)
        self.row = min(max(0, error.line - 1 if known else len(self.lines) - 1), len(self.lines) - 1)
        self.column = max(1, error.column if error.column and error.column > 0 else 1)
        self.line = self.lines[self.row]
        self.accepts = set(getattr(error, "accepts", None) or getattr(error, "expected", None) or ())

    def add(self, code: str, row: int, column: int, text: str, hint: str = "", width: int = 0) -> None:
        line = self.chunk.line + row
        place = Place(self.shown, line, column, line, column + width) if width else Place(self.shown, line, column)
        self.messages.add(code, place, text, hint)

    def tell(self) -> None:
        if isinstance(self.error, UnexpectedCharacters):
            self.character(self.error.char)
        elif isinstance(self.error, UnexpectedToken):
            self.token(self.error.token)
        else:
            self.add("S03", self.row, self.column, "this cannot be read")

    # ------------------------------------------------------------------------------------ signs and texts

    def character(self, sign: str) -> None:
        if self.line.startswith('"""', self.column - 1):
            self.add("S06", self.row, self.column, "this map is never closed", 'Put """ after its last line.', 3)
        elif sign == '"':
            self.add("S06", self.row, self.column, "this text is never closed", 'Put the closing " at its end.')
        else:
            hint = said_otherwise(self.line, self.column) or SIGNS.get(sign, "Write words and numbers without special characters.")
            self.add("S03", self.row, self.column, phrase("‘{0}’ has no meaning here", sign), hint)

    def open_text(self, token: Token) -> bool:
        """A text that is not closed takes the next one's first quote for its own end."""
        if str(token) == '""' and self.line.startswith('"""', self.column - 1):
            self.add("S06", self.row, self.column, "this map is never closed", 'Put """ after its last line.', 3)
            return True
        end = self.column - 1
        if token.type in ("_NL", "$END") or end < 1 or self.line[end - 1] != '"' or not re.match(r'[^\W_]|["?!.]', str(token)):
            return False
        start = self.line.rfind('"', 0, end - 1)
        if start < 0:
            self.add("S06", self.row, end, "a text ends here, and a word follows immediately", 'Is a " missing before it?')
        else:
            self.add("S06", self.row, start + 1, phrase("this text ends at the quote before ‘{0}’", token),
                     'Is a " missing earlier in this line? Inside a text, write \\".', end - start)  # fmt: skip
        return True

    def open_bracket(self, token: Token) -> bool:
        if "RPAR" not in self.accepts:
            return False
        found: list[tuple[int, int]] = []
        for row, line in enumerate(self.lines[: self.row + 1]):
            plain = _plain(line)
            for column, sign in enumerate(plain):
                if (row, column) == (self.row, self.column - 1) and token.type not in ("_NL", "$END"):
                    break
                if sign == "(":
                    found.append((row, column))
                elif sign == ")" and found:
                    found.pop()
        if not found or (token.type not in ("_NL", "$END") and found[-1][0] == self.row):
            return False
        self.add("S03", found[-1][0], found[-1][1] + 1, "this bracket is never closed", "Put ‘)’ where it ends.")
        return True

    # ------------------------------------------------------------------------------------ tokens

    def token(self, token: Token) -> None:
        if self.open_text(token) or self.open_bracket(token) or self.block_in_line(token) or self.verb(token):
            return
        if self.row and self.look(token):
            return
        if token.type == "_INDENT":
            self.indented()
        elif token.type in ("_NL", "$END", "_DEDENT"):
            self.too_early(token)
        elif not self.head(token):
            hint = self.hint(token)
            expected = wanted(self.accepts, self.words)
            self.add("S03", self.row, self.column, phrase("‘{0}’ is not expected here; expected {1}", token, expected), hint, len(token))

    def block_in_line(self, token: Token) -> bool:
        """``a; for each x ...``: what opens a block starts its line."""
        opening = re.finditer(r"([:;])\s*(if|while|together|at|for +each)\b(?!.*;)", self.line[: self.column - 1 + len(token)])
        block = next((found for found in opening if found[1] == ";" or found[2][:3] != "for"), None)
        if not block or self.error_in_text(block.start()):
            return False
        where = "on its own line, four spaces further in" if block.group(1) == ":" else "on its own line, never after a ‘;’"
        self.add("S03", self.row, block.start(2) + 1, phrase("‘{0}’ opens a block and cannot be used here", block.group(2)),
                 phrase("It goes {0}.", where), len(block.group(2)))  # fmt: skip
        return True

    def look(self, token: Token) -> bool:
        """A line of a ``look`` that is none: what lines there are."""
        said = re.match(r"(\s+)(\w+)", self.line)
        if not re.match(r"look +\w+ *:", self.lines[0]) or said is None or token.type == "_INDENT":
            return False
        if said[2] not in LOOK_WORDS:
            text = phrase("there is no {0} ‘{1}’", phrase("line of a look"), said[2])
            self.add("S03", self.row, len(said[1]) + 1, text, look_line(said[2]), len(said[2]))
            return True
        if token.type in ("_NL", "$END", "_DEDENT"):
            self.add(
                "S03", self.row, len(_plain(self.line).rstrip()) + 1, phrase("this ‘{0}’ does not say enough", said[2]), look_line(said[2])
            )
            return True
        if said_otherwise(self.line, self.column):
            return False
        condition = "A condition comes last: ‘{0} ... when ...’."
        hint = phrase(condition, said[2]) if str(token) == "if" or " if " in self.line[: self.column] else look_line(said[2])
        self.add("S03", self.row, self.column, phrase("‘{0}’ is not expected here", token), hint, len(token))
        return True

    def error_in_text(self, column: int) -> bool:
        return _plain(self.line)[column : column + 1] == "_"

    def verb(self, token: Token) -> bool:
        """``hero looses 1 life``: read as a call of ‘hero’ until the number comes."""
        said = re.fullmatch(r"(?:\s+|.*[:;] *)[\w.]+ +(\w+) +", self.line[: self.column - 1])
        verbs = VERBS.split("|")
        known = nearest(said.group(1), verbs) if said and said.group(1) not in verbs else ""
        if not said or not known or "AS" not in self.accepts or said.group().split()[0] in WORDS:
            return False
        self.add("S03", self.row, said.start(1) + 1, phrase("‘{0}’ is not expected here; expected ‘{1}’", said.group(1), known),
                 phrase("Did you mean ‘{0}’?", known), len(said.group(1)))  # fmt: skip
        return True

    def indented(self) -> None:
        row = next((i for i in range(self.row + 1, len(self.lines)) if _plain(self.lines[i]).strip()), self.row)
        line = self.lines[row]
        column = len(line) - len(line.lstrip())
        hint = "The lines of one block start at the same column."
        if re.match(r"(and|or)\b", line.strip()):
            hint = "A condition that goes on over several lines is put in brackets as a whole."
        elif not _plain(self.line).rstrip().endswith(":"):
            hint = "If it belongs to the line above, end that line with ‘:’; otherwise start it at the same column."
        self.add("S03", row, column + 1, "this line is indented for no reason", hint, len(line.rstrip()) - column)

    def too_early(self, token: Token) -> None:
        row = self.row
        if token.type != "_NL":
            row = next((i for i in range(row, -1, -1) if _plain(self.lines[i]).strip()), row)
        code = _plain(self.lines[row]).rstrip()
        what = "the block ends too early" if token.type == "_DEDENT" else "the line ends too early"
        self.add("S03", row, len(code) + 1, phrase("{0}; expected {1}", what, wanted(self.accepts, self.words)), self.hint_end(code))

    def hint_end(self, code: str) -> str | Said:
        if "_INDENT" in self.accepts:
            return "Write the block on the next lines, four spaces further in."
        if "LANGUAGE" in self.accepts:
            return 'Give the language of a text: en "..." fr "...".'
        if self.accepts == {"TO"}:
            return "A type is a range (0 to 9), flag, a kind, ‘KIND or none’, ‘any KIND’."
        if re.match(r"\s*while\b", code):
            return "Say how often at most: ‘while C, up to 20 times:’."
        if "COLON" in self.accepts:
            return "A line that opens a block ends with ‘:’."
        return said_otherwise(code, len(code) + 1)

    def head(self, token: Token) -> bool:
        """Faults of the first word of a declaration."""
        if self.row:
            return False
        first, *more = re.findall(r"\w+", self.line) or [""]
        if first not in HEADS and (form := whole_head(self.line)):
            return self.no_head(first, form)
        if self.without_sort(token):
            return True
        if self.column == 1:
            known = nearest(str(token), HEADS)
            hint = phrase("Did you mean ‘{0}’?", known) if known else "A declaration starts with its kind: kind, let, event, action ..."
            if str(token) in set(" ".join(self.words.values()).split()) and not known:
                hint = "It belongs in a block: indent it by four spaces."
            return self.no_head(token, hint)
        if first in HEADS or not more:
            return False
        if re.match(rf"[\w.()]+ +(?:{VERBS})\b", self.line):
            self.add(
                "S03", 0, 1, "this statement is at the left margin", "Indent it by four spaces, below the rule it belongs to.", len(first)
            )
            return True
        if first in LINES:
            return self.no_head(first, "It belongs in a block: indent it by four spaces.")
        known = nearest(first, HEADS)
        if known and more[0] != "is":
            self.add(
                "S03", 0, 1, phrase("‘{0}’ does not start a declaration like this", first), phrase("Did you mean ‘{0}’?", known), len(first)
            )
            return True
        return False

    def no_head(self, word: str, hint: str) -> bool:
        """The first word of the line is that of no declaration."""
        self.add("S03", 0, 1, phrase("‘{0}’ does not start a declaration", word), hint, len(word))
        return True

    def without_sort(self, token: Token) -> bool:
        """``setup:`` without saying that it is an event; a condition or relation without its ``is``."""
        named = re.match(r"(\w+) *:", self.line)
        if named and named.group(1) not in HEADS | LINES:
            name = named.group(1)
            return self.no_head(name, phrase("Say what it is: ‘event {0}:’, ‘agenda {1}:’ ...", name, name))
        if form := hook_otherwise(self.line):
            return self.no_head(self.line.split()[0], form)
        if form := head_otherwise(self.line) or without_subject(self.line):
            self.add("S03", 0, self.column, phrase("‘{0}’ does not start a declaration like this", token), form, len(token))
            return True
        said = re.match(r"(\w+) +(\w+)(?: +(\w+))? +when\b", self.line)
        if not said or said.group(1) in HEADS | LINES or "is" in said.groups():
            return False
        subject, *rest = [word for word in said.groups() if word]
        what = "relation" if len(rest) == 2 else "condition"
        self.add("S03", 0, said.start(2) + 1, phrase("‘{0}’ is not expected here; expected ‘is’", said.group(2)),
                 phrase("A {0} is written ‘{1} is {2} when ...’.", what, subject, " ".join(rest)), len(said.group(2)))  # fmt: skip
        return True

    def hint(self, token: Token) -> str | Said:
        known = (
            ("" if self.row else whole_head(self.line))
            or habits.scene_otherwise(self.lines[0], self.line)
            or habits.kind_otherwise(self.lines, self.row)
            or habits.step_otherwise(self.lines[0], self.line)
            or said_otherwise(self.line, self.column)
            or value_form(self.line, self.column, str(token))
        )
        return known or head_form(self.line, self.column) or self.hint_sign(token) or self.hint_word(token)

    def hint_sign(self, token: Token) -> str:
        before = self.line[: self.column - 1]
        counted = re.search(r"(\S+) *([+-])(=|\2)", self.line)
        if counted and counted.start(2) < self.column <= counted.end() and "EQUAL" not in self.accepts:
            verb = "gains" if counted.group(2) == "+" else "loses"
            amount = re.match(r"= *(\w+)", self.line[counted.start(3) :])
            owner, _, field = counted.group(1).rpartition(".")
            change = f"{verb} {amount.group(1) if amount else 1}"
            if not owner:
                return phrase("A change is written ‘{0} {1}’.", field, change)
            return phrase("A change is written ‘{0} {1} {2}’.", owner, change, field)
        if token == "by" and "BY" not in self.accepts and {"WITH", "FOR"} <= self.accepts:
            return "‘by’ cannot follow a condition; take another preposition: ‘with’, ‘for’, ‘at’."
        if token in ("+", "-", "*", "/") and (changed := re.search(r"\b(gains|loses) |^\s*([+-]) +\S", before)):
            return phrase("Put the sum in parentheses: ‘{0} (...)’.", changed[1] or changed[2])
        if token == "," and (several := re.match(r"\s*(also|except)\b", before)):
            return phrase("Write them in brackets, ‘{0} (A, B)’, or each on a line of its own.", several[1])
        if token == "." and re.match(r"(?:.*: *|\s*)\([^()]*\)$", before) and self.accepts <= {"WINS", "LOSES"}:
            return "A statement starts with a name or a verb; change several things one at a time: ‘for each x in (...): x.y becomes 4’."
        if token == ":" and re.match(r"(?:replace +)?(?:kind|agenda)\b", self.lines[0]) and before.strip() in self.words.values():
            return phrase(WORD_TAKEN, before.strip(), free_name(before.strip()))
        if self.accepts == {"STRING"}:
            return 'Put texts in double quotes: "...".'
        if token == "if" and "OTHERWISE" not in self.accepts and self.accepts & OPERATORS:
            return "Put a choice between two values in brackets: (a if C otherwise b)."
        if self.accepts and "OTHERWISE" in self.accepts and token == ")":
            return "Say what it is when the condition is false: (a if C otherwise b)."
        if token == "=":
            if before.endswith("=") or self.line.startswith("==", self.column - 1):
                return "A comparison is written ‘is’; one ‘=’ gives a value."
            if "BECOMES" in self.accepts:
                return habits.becomes_or_let(self.line, self.column)
            return "A comparison is written ‘is’." if "IS" in self.accepts else ""
        if "LANGUAGE" in self.accepts and re.fullmatch(r"[a-z]{2,3}", str(token)) and token.type != "STRING":
            return 'Put texts in double quotes: "...".'
        if "LANGUAGE" in self.accepts and token.type == "STRING":
            return 'Give the language of a text: en "..." fr "...".'
        if "UP_TO" in self.accepts and (played := re.match(r"\s*play +(\w+(?: +by +each +\w+ +in +turn)?)", self.line)):
            then = re.search(r"\bthen +(\w+)", self.line)
            return phrase("Say how often at most, and what happens then: ‘play {0} up to 100 times, then {1}’.",
                          "AGENDA" if played[1] == "until" else played[1], then[1] if then else "EVENT")  # fmt: skip
        if "SEEKING" in self.accepts and (order := re.match(r"\s*([\w.]+) +chooses +(\w.*)", self.line)) and token.type in PREPOSITIONS:
            return phrase("Write ‘{0} orders {1}’.", order[1], order[2])
        if "TO" in self.accepts and token in ("-", ","):
            return "A range is written ‘0 to 9’."
        if self.accepts == {"TO"}:
            return "A type is a range (0 to 9), flag, a kind, ‘KIND or none’, ‘any KIND’."
        if "CLAUSE" in self.accepts:
            return "A clause number is capital letters, a hyphen and the rest: CO-evt-02."
        if token == ":" and "EQUAL" in self.accepts:
            return "A value is given with ‘=’."
        if token == ":" and re.match(r"\s*while\b", self.line):
            return "Say how often at most: ‘while C, up to 20 times:’."
        if re.match(r"\s+place\b", self.line) and not before.strip():
            return "Only a map can place parts: ‘map NAME:’ with ‘place PART at (2, 4, 0)’ below it."
        if token == ")" and re.match(r"\s+place\b", self.line):
            return "A place is a column, a row and a floor: ‘place PART at (2, 4, 0)’."
        if "RPAR" in self.accepts and token not in ("(", ")"):
            return "Is a comma or a ‘)’ missing before it?"
        if self.accepts == {"COLON"} and self.row and token.type == "NAME" and re.fullmatch(r"\s+\w+ +", before):
            if not nearest(before.strip(), LINES):
                return phrase("A field is written ‘{0}: {1}’.", before.strip(), token)
        if token.type == "REF":
            return "A margin note ends its line."
        if token == ")":
            return "There is no open bracket for it to close."
        return ""

    def hint_word(self, token: Token) -> str:
        before = re.findall(r"[\w]+", self.line[: self.column - 1])
        first = before[0] if before else str(token)
        last = before[-1] if before else ""
        joined = token in ("and", "or") or re.search(r"\b(and|or|not)\b", self.line[: self.column - 1])
        if first == "expect" and joined and (told := re.search(r"\b(before|happens)\b", self.line)):
            return phrase("After ‘{0}’, only ‘and’ can be used, not ‘or’ or ‘not’; put the rest in a separate ‘expect’.", told.group(1))
        if last in ("then", "by") and token == "roll":
            return phrase("Say who comes first: ‘{0} highest d6’; those still tied throw again.", last)
        if "ORDERS" in self.accepts and token in ("is", "has", "=", "gains", "loses", "becomes"):
            return phrase("A scenario sets things up with ‘given {0} ...’ and checks them with ‘expect {1} ...’.", first, first)
        if re.fullmatch(r"d\d+", token) and "roll" in before:
            return "Say how many dice are thrown: ‘2d6’; if the number varies, write ‘repeat n times:’ and in it ‘roll d6 as one’."
        if token in ("mod", "modulo") and self.accepts & OPERATORS:
            return "The remainder of n divided by d is ‘remainder(n, d)’."
        if token == "by" and re.search(r"\bis +(not +)?[a-z]\w* +([\w.]+ +)?$", self.line[: self.column - 1]):
            return "The things of a relation stand behind to, from, with, for, at, on, against, into, through or under."
        if first in WORDS and "FOR_EACH" not in self.accepts:
            return WORDS[first]
        if last == "then" and before[-2:-1] in (["more"], ["less"]):
            return phrase("Did you mean ‘{0} than’?", before[-2])
        if token.type == "NUMBER" and before[-2:-1] in (["gains"], ["loses"]):
            return phrase("The amount comes first: ‘{0} {1} {2}’.", before[-2], token, last)
        spoken = {self.words[a] for a in self.accepts if a in self.words}
        known = nearest(str(token), spoken) or nearest(f"{last} {token}", {w for w in self.words.values() if w.startswith(f"{last} ")})
        if known and known != str(token):
            return phrase("Did you mean ‘{0}’?", known)
        if token.type == "NAME" and last and "IS" in self.accepts and "BECOMES" not in self.accepts:
            other = re.match(r"\s*(\w[\w.]*)", self.line[self.column - 1 + len(token) :])
            asked = re.split(r"[\s(]", self.line[: self.column - 1].strip())[-1]
            form = f"{asked} is {token} {other.group(1)}" if other else f"{asked} is {token}"
            return phrase("Check a {0} with ‘is’: ‘{1}’.", "relation" if other else "condition", form)
        sentence = re.split(r"[:;]", self.line[: self.column - 1])
        who = re.findall(r"\w+", sentence[-1])
        if token.type == "NAME" and len(who) == 2 and (self.row or len(sentence) > 1) and {"AS", "AGAINST"} <= self.accepts:
            return phrase(
                "The event comes first, then who does it: ‘{0} {1}’, and a preposition before ‘{2}’: ‘against {3}’ ...",
                last,
                who[0],
                token,
                token,
            )
        if self.row and len(before) == 1 and first not in LINES and nearest(first, LINES):
            return phrase("Did you mean ‘{0}’ at the start of this line?", nearest(first, LINES))
        related = re.search(r"\bis +(?:not +)?(\w+) +(\w+) *$", self.line[: self.column - 1])
        if token.type == "NAME" and related and related[2] in {self.words.get(one) for one in PREPOSITIONS}:
            return phrase("A relation takes the other thing right after its name: ‘is {0} {1}’.", related[1], token)
        if token.type == "NAME" and "DOT" in self.accepts:
            return "There are two names side by side; is a word, a dot or a comma missing between them?"
        if str(token) in WORDS and "FOR_EACH" not in self.accepts:
            return WORDS[str(token)]
        if "NAME" in self.accepts and str(token) in set(" ".join(self.words.values()).split()):
            return phrase(WORD_TAKEN, token, free_name(str(token)))
        if "LANGUAGE" in self.accepts:
            return 'Give the language of a text: en "..." fr "...".'
        if "COLON" in self.accepts and token.type not in ("COLON", "COMMA"):
            return "A line that opens a block ends with ‘:’, and a short body follows it."
        return ""


def _plain(line: str) -> str:
    """The line without its comment, its texts blanked: every sign that is left is code."""
    bare = re.sub(TEXT, lambda m: "_" * len(m.group()), line)
    cut = bare.find("#")
    return bare if cut < 0 or '"' in bare[:cut] else bare[:cut]
