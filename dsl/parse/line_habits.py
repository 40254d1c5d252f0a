"""Whole lines that people write who know how other languages, or people, say it: statements, and heads of declarations."""

from __future__ import annotations

import re

from arbitre.dsl.diagnostics.said import Said, phrase

_CALL = r"[\w.]+(?:\([^()]*\))?(?:\.\w+)*"
_FLAT = r"(?:[^(),=]|\([^()]*\))+?"  # a value without a comma outside brackets
_IN_BRACKETS = r"\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)"
_BEGINS = r"(?:^ *(?:(?:if|otherwise if|otherwise|while|for each|repeat)\b[^:]*: *)?|[:;] *)"  # where a statement may begin
_ACTS = "wins|loses|becomes|gains|chooses|acts|may|must|gives"
WON = "Who wins is a line of a rule, in an action, an event or a step of an agenda: ‘if {1}: {0}’."
OVER = "The match is over when somebody wins, in a line of a rule: ‘if {0}: SIDE wins’, or for a draw ‘if {0}: nobody wins’."
ENDED = "The match is over as soon as somebody wins or loses: ‘SIDE wins’, ‘SIDE loses’, or for a draw ‘nobody wins’."
NOTHING_MORE = "The match is over with that: write ‘{0} {1}’."
SAY = 'To say something, write ‘says en "{1}"’.'
TELL = 'To say something, write ‘tell everyone en "{1}"’.'
ONE_BY_ONE = "One at a time: ‘for each one in {0}: one.FIELD becomes {1}’, with the field that changes."
EVERY = "One at a time: ‘for each {0} in SET: {0}.FIELD becomes {1}’, with the field that changes."
LOOP = (
    "Each in a loop: ‘for each one in {0}: ...’. That they take turns is said in the head of the game: ‘play AGENDA by each SIDE in turn’."
)
AFTER = "What follows something else is a hook: ‘after {0}:’; after the turn of a side it names the side, ‘after {0} by SIDE:’."
BEFORE = "What comes before something else is a hook: ‘before {0}:’; before the turn of a side it names the side, ‘before {0} by SIDE:’."
# Each: what the line looks like, and the advice, as in ``habits``.
STATEMENTS: tuple[tuple[str, str], ...] = (
    (
        rf"\b(?:all|every|each) (?:of )?(?:the )?({_CALL}) (?:have|has) (?:an? |the )?(\w+) ([\w.]+)",
        "Say it the other way round: ‘no {0} where {1} is not {2}’.",
    ),
    (rf"{_BEGINS}all (?:of )?(?:the )?({_CALL}) becomes? ([^:;]+?) *(?:;|$)", ONE_BY_ONE),
    (rf"{_BEGINS}(?:every|each) (?:of )?(?:the )?(\w+) becomes? ([^:;]+?) *(?:;|$)", EVERY),
    (rf"{_BEGINS}all (?:of )?(?:the )?({_CALL}) (gain|lose)s? ([\w.]+) (\w+)", "One at a time: ‘for each one in {0}: one {1}s {2} {3}’."),
    (rf"{_BEGINS}({_CALL}) in turn\b", LOOP),
    (rf"{_BEGINS}({_CALL}) (wins|loses) (?:the )?(?:match|game)\b", NOTHING_MORE),
    (rf"{_BEGINS}(?:end|stop|finish) (?:the )?(?:match|game)\b", ENDED),
    (rf"{_BEGINS}({_CALL}) (?:scores?|earns?|gets?|receives?|wins) (\d+) (\w+)", "Write ‘{0} gains {1} {2}’."),
    (
        rf"{_BEGINS}({_CALL}) (?:scores?|earns?|gets?|receives?) (\d+) *(?:;|$)",
        "Write ‘{0} gains {1} FIELD’, with the field that counts it.",
    ),
    (
        rf"{_BEGINS}swap ([\w.]+)(?: and |, *| with )([\w.]+)",
        "Keep one of the two first: ‘let kept = {0}’, then ‘{0} becomes {1}’, then ‘{1} becomes kept’.",
    ),
    (rf"{_BEGINS}tell +(?P<here>\")([^\"]*)\"", TELL),
    (rf"{_BEGINS}(?:say|print|says|show|display|write) +(?P<here>\")([^\"]*)\"", SAY),
    (rf"{_BEGINS}(?P<here>say|print|show|display|write) +\"([^\"]*)\"", SAY),
    (
        r"^\s*(?:repeat(?: forever)?|loop|forever) *(?P<here>:)",
        "Say how often: ‘repeat 3 times:’, or how long: ‘while C, up to 20 times:’.",
    ),
    (r"^\s*([\w.]+ may \w+) *(?P<here>;)", "What somebody may do is answered on a line of its own: ‘{0}’."),
    (
        r"^\s*let (\w+)(?P<here>,) *(\w+) *= *([^,]+), *([^,]+?) *$",
        "Each name has a line of its own: ‘let {0} = {3}’, then ‘let {2} = {4}’.",
    ),
    (r"^\s*let (\w+)(?P<here>,) *(\w+) *=", "Each name has a line of its own: ‘let {0} = ...’, then ‘let {2} = ...’."),
    (rf"^\s*let (\w+) *= *({_FLAT})(?P<here>,) *([^=:;]+?) *$", "Several things are a set, in brackets: ‘let {0} = ({1}, {3})’."),
)
# Heads, each with how it is written; the first word of the line is what does not start a declaration so.
HEADS: tuple[tuple[str, str], ...] = (
    (r"(\w+ (?:wins|loses)) (?:when|if) (.+?) *:?$", WON),
    (r"(?:wins|win|winning) (?:when|if) (.+?) *:?$", OVER),
    (
        r"(?:end|ends|over|draw|game (?:ends|is over)|(?:the )?(?:match|game) (?:ends|is over)|(?:the )?match ends) (?:when|if) (.+?) *:?$",
        OVER,
    ),
    (
        r"event (\w+(?: by \w+)?) (?:when|if) (.+?) *:",
        "An event happens where a rule calls it: ‘event {0}:’ here, and ‘if {1}: {0}’ in a rule.",
    ),
    (r"agenda (.+?), *up to (.+? times)", "An agenda is played as long as its condition holds: leave out ‘up to {1}’."),
    (r"adjust let (.+?) *:", "What is adjusted goes by its name alone: ‘adjust {0}:’."),
    (r"(kind [^\"]+?), *seen by (.+?) *:?$", "Who tells its rows apart is said on a line below: ‘{0}’, then ‘seen by {1}’."),
    (r"((?:action|event) .+?), *seen by (.+?) *:", "Who sees it is said on a line below: ‘{0}:’, then ‘seen by {1}’."),
    (r"action (.+?) (?:when|if) (.+?) *:", "The condition is a line of the action: ‘action {0}:’, and below it ‘when {1}’."),
    (r"(?:const|constant|define|var|set|val|def|function) (\w+) *(?:=|:=|:|as|is) *(.+?) *$", "Write ‘let {0} = {1}’."),
    (r"(?:const|constant|define|var|set|val) (\w+\(.*?\)) *(?:=|:=|:|as|is) *(.+?) *$", "Write ‘let {0} = {1}’."),
    (r"(?:enum|type|enumeration|class|struct) (\w+) *[:=] *(.+?) *$", "Write ‘kind {0}: {1}’."),
    (r"(?:enum|type|enumeration|class|struct) (\w+) *[:=]? *$", "Write ‘kind {0}’, with what it has."),
    (r"(?:law|invariant|assert) (\w+) *: *(.+?) *$", "A law is written ‘always {0}: {1}’."),
    (r"(?:law|invariant|assert) *: *(.+?) *$", "A law has a name: ‘always NAME: {0}’."),
    (r"always (\w+) *, *(after|before|once per) ([^:]+?) *:", "Leave out the comma: ‘always {0} {1} {2}: ...’."),
    (
        r"always (?:if|when) (.+?): *(.+?) *$",
        "‘always NAME: ...’ says what must hold. What happens then is a line of a rule: ‘if {0}: {1}’.",
    ),
    (r"always (?!\w+ *:|\w+ +(?:after|before|once)\b)(.+?) *$", "A law has a name: ‘always NAME: {0}’."),
    (r"rule (\w+(?: by \w+)?) *:", "Say what it is: ‘action {0}:’ is what a side may do, ‘event {0}:’ what rules call."),
    (r"(?:at|on) (?:the )?end of (?:the |each |every )?(\w+(?: by \w+)?) *:", AFTER),
    (r"(?:at|on) (?:the )?(?:start|beginning) of (?:the |each |every )?(\w+(?: by \w+)?) *:", BEFORE),
    (r"(?:when|whenever) (?:the )?(\w+) (?:ends|is over|is done) *:", AFTER),
)
_GROUPED = rf"{_BEGINS}{_IN_BRACKETS}(?P<here>\.)((?:\w+\.)*\w+) (?:{_ACTS})\b"
_ORDERED = r"^\s*for each \w+ in [^:]*? by (?P<here>(?!lowest\b|highest\b|draw\b)[\w.]+) *:"


def whole_head(line: str) -> str | Said:
    """How a line at the margin is written that starts no declaration, or not so; nothing if it is none of those that are known."""
    for shape, advice in HEADS:
        if found := re.match(shape, line):
            return phrase(advice, *found.groups())
    return ""


def whole_line(line: str, column: int) -> str | Said:
    """How a statement is written whose fault stands at a column, counted from 1; nothing if that is not what is wrong."""
    return grouped(line, column) or ordered(line, column) or counted_loop(line, column)


def grouped(line: str, column: int) -> str | Said:
    """``(first(S)).mark becomes x``: what a statement is about stands without brackets, or has a name."""
    found = re.search(_GROUPED, line)
    if found is None or column != found.start("here") + 1:
        return ""
    inside, fields = found[1], found[3] + " " + re.split(r"[;#]", line[found.end(3) :])[0].strip()
    if re.fullmatch(rf"{_CALL}|[\w.]+\((?:[^()]|\([^()]*\))*\)", inside):
        return phrase("Leave out the brackets: ‘{0}’.", f"{inside}.{fields}")
    several = re.search(r"\bwhere\b", inside) and not inside.startswith("the ")
    if (several or re.search(rf"^{_FLAT},", inside)) and not re.search(r"\b(?:wins|loses)\b", fields):
        return phrase("One at a time: ‘{0}’.", f"for each one in {inside if several else f'({inside})'}: one.{fields}")
    return phrase("Give it a name first: ‘let one = {0}’, then ‘{1}’.", inside, f"one.{fields}")


def ordered(line: str, column: int) -> str | Said:
    """``for each p in players by rank``: which end comes first."""
    found = re.search(_ORDERED, line)
    if found is None or not found.start("here") < column <= found.end() + 1:
        return ""
    form = line.strip().replace(f" by {found['here']}", " by {} " + found["here"]).split(":")[0]
    return phrase("Say which comes first: ‘{0}’, or ‘{1}’.", form.format("lowest") + ":", f"by highest {found['here']}")


def counted_loop(line: str, column: int) -> str | Said:
    """``for each n in 1 to 3:``: a loop that counts, with its first number and how often it goes."""
    found = re.match(r"\s*for (?:each )?(\w+) (?:in|=|from) *\(?(-?\d+) *(?:to|\.\.) *(-?\d+)", line)
    if found is None or not found.start(1) < column <= found.end() + 2:
        return ""
    name, low, high = found[1], int(found[2]), int(found[3])
    return phrase(
        "A loop over numbers counts them itself: ‘let {0} = {1}’, then ‘repeat {2} times:’ with ‘{0} becomes {0} + 1’ last.",
        name, low, max(high - low + 1, 1),
    )  # fmt: skip
