"""What people write who know how other languages, or people, say it, and how it is written here."""

from __future__ import annotations

import re

from arbitre.dsl.diagnostics.said import Said, phrase
from arbitre.dsl.parse.line_habits import STATEMENTS, whole_line
from arbitre.dsl.parse.more_habits import FRENCH, SHEETS, TAKEN

PREPOSITION = "to|from|with|for|at|on|against|into|through|under"
ENDED = "A match ends when somebody ‘wins’ or ‘loses’; in a draw, ‘nobody wins’."
TOGETHER = "Several win as a set: ‘({0}, {1}) wins’; all sides: ‘everyone wins’."
ALONE = "Who wins or loses is a line of its own: ‘expect {0} {1}’."
SET = r"([\w.]+(?:\([^()]*\))?(?:\.\w+)*)"
GOES_ON = "Write ‘expect match goes on’."
OVER = "‘expect match goes on’ says that the match is not over; who wins, that it is: ‘expect SIDE wins’, ‘expect nobody wins’."
NOBODY_YET = "A draw is ‘expect nobody wins’. That the match is not over: ‘expect match goes on’."
CASES = "A choice between two values stands in brackets: ‘({1} if {0} otherwise {2})’."
CASES_TURNED = "A choice between two values stands in brackets: ‘({0} if {1} otherwise {2})’."
ONE_ACT = "‘must act in {0}’ is one action each time the line is come to; with ‘acts in {0}’ it may be none."
# Each: what the line looks like, and the advice; its gaps are for the groups of what was found.
# A fault within what was found, or right behind it, is told so; within the group ‘here’ alone, if it has one.
HABITS: tuple[tuple[str, str], ...] = (
    (r"= *if (.+?)(?::| then\b) *(.+?)[:;,]? +(?:otherwise|else):? +(.+?) *$", CASES),
    (r"= *([^=]+?) when (.+?),? +(?:otherwise|else) +(.+?) *$", CASES_TURNED),
    (r"^let [^=]*= *([^=]+?) when (.+?) *$", "Say what it is otherwise, too: ‘({0} if {1} otherwise ...)’."),
    (
        r"^\s+asks [a-z]{2} (?P<here>\")",
        "‘asks’ stands where somebody is asked: below ‘WHO acts in STEP:’, or below ‘WHO chooses x from S:’; in an action it names a part"
        " of it: asks PART en ...",
    ),
    (r"^\s*given [a-z]\w* (\w+\.\w+) *= *(.+?) *$", "A thing is called by its name alone: ‘given {0} = {1}’."),
    (r"^\s*unless ([^:]+?) *(?::|$)", "Write ‘if not ({0}):’."),
    (r"\S +unless ([^:]+?) *(?::|$)", "Write ‘when not ({0})’."),
    (r"^\s*for ([\w.]+(?:\([^()]*\))?) times\b", "Write ‘repeat {0} times:’."),
    (r"(?:^|[:;])\s*the (\w+) (wins|loses|gains|becomes|chooses|may|must|acts)\b", "There is no article here: ‘{0} {1}’."),
    (
        rf"^\s+is ((?:(?:the|any|no|those) )?{SET}(?: in {SET})? where .+?) when (.+?) *$",
        "Put the set in brackets: ‘is ({0}) when {3}’.",
    ),
    (
        r"^\s+(\w+)(?:, repeated)?, while ([^:]+?)(?:, repeated)? *(?::|$)",
        "What is repeated is an agenda of its own: ‘agenda {0}, repeated, while {1}:’ with its steps; here ‘{0}’ alone.",
    ),
    (r"^\s+(?:and|or)\b", "A condition that goes on over several lines is put in brackets as a whole."),
    (r"\((-?\d+(?: *, *-?\d+)+)\)(?=\.)", "Write the kind of the cell before its numbers: ‘KIND({0})’."),
    (
        r"\(([^(),]+), *([^(),]+)\)(?=\.)",
        "Search for a cell by computed numbers: ‘(the CELLS where x is {0} and y is {1})’.",
    ),
    (r"\((\w+) in ([^(),]+?) where\b", "Say ‘those’ before the name of the element: ‘those {0} in {1} where ...’."),
    (
        rf"\b(?:all|every|(?<!for )each) (?:of )?(?!in\b)(\w+) in {SET} (?:where|has|is|are)\b",
        "Say it the other way round: ‘no {0} in {1} where not ...’.",
    ),
    (
        rf"\b(?:all|every|(?<!for )each) (?:of )?{SET} (?:is |are )?in {SET}",
        "Say it the other way round: ‘no one in {0} where one not in {1}’.",
    ),
    (rf"\b(?:all|every|(?<!for )each) (?:of )?{SET} (?:where|has|is|are)\b", "Say it the other way round: ‘no {0} where not ...’."),
    (r"\bis (?:not )?at least (\w+)", "Write ‘is {0} or more’."),
    (r"\bis (?:not )?at most (\w+)", "Write ‘is {0} or less’."),
    (r"\b(?:greater|bigger|larger|higher|more) (?:than )?or equal (?:to )?([\w.]+)", "Write ‘is {0} or more’."),
    (r"\b(?:less|smaller|lower|fewer) (?:than )?or equal (?:to )?([\w.]+)", "Write ‘is {0} or less’."),
    (r"\bis (?:greater|bigger|larger|higher) than ([\w.]+)", "Write ‘is more than {0}’."),
    (r"\bis (?:smaller|lower|fewer) than ([\w.]+)", "Write ‘is less than {0}’."),
    (r"\bis between (-?\d+) and (-?\d+)", "Write ‘is {0} to {1}’."),
    (r"\b([\w.]+) is between ([\w.]+) and ([\w.]+)", "Ask both: ‘{0} is {1} or more and {0} is {2} or less’."),
    (r"\b([\w.]+) is ([\w.]+), ([\w.]+),? or ([\w.]+)", "Write ‘{0} in ({1}, {2}, {3})’."),
    (r"(?<! each)\b([\w.]+) (?:equals|is equal to) ([\w.]+)", "Write ‘{0} is {1}’."),
    (r"^\s*repeat ([\w.]+):", "Write ‘repeat {0} times:’."),
    (r"\bdiscard (\w+) where\b", "One at a time: ‘for each one in {0} where ...: discard one’."),
    (r"\bfor each (\w+) (?:where|of|with)\b", "Say what it goes through: ‘for each {0} in SET where ...:’."),
    (
        r"\b([\w.]+(?:\([^()]*\))?) (?:has (?:not|no)|hasn't|lacks|(?:does not|doesn't|do not|don't) have) "
        r"(?!yet\b|won\b|lost\b)(?:an? |the |any )?(\w+)",
        "Write ‘not {0} has {1}’.",
    ),
    (r"^\s*if\b.*?(?P<here>\bthen)\b", "There is no ‘then’: the condition ends with ‘:’."),
    (r"\b([\w.]+) wins? and ([\w.]+) wins?\b", TOGETHER),
    (r"\bexpect (?:not )?([\w.()]+) (wins|loses)(?: and|,) ", ALONE),
    (r"\bexpect nobody (?:won|has not won|has yet won|wins yet)", NOBODY_YET),
    (r"\bexpect (?:not )?match goes on(?: and|,) ", "That the match goes on is a line of its own: ‘expect match goes on’."),
    (r"\bexpect (?:that )?(?:the )?(?:match|game) (?:goes|continues|is (?:still )?going|is not|is still|has not)\b.*", GOES_ON),
    (r"\bexpect (?:that )?(?:the )?(?:match|game) (?:is|has|ends)\b.*", OVER),
    (r"\bexpect ([\w.()]+) (?:(?:does|did|is|has) )?not (?:wins?|won)\b", "Write ‘expect not {0} wins’."),
    (r"\bexpect ([\w.()]+) (?:(?:does|did|is|has) )?not (?:loses?|lost)\b", "Write ‘expect not {0} loses’."),
    (r"\bexpect ([\w.]+) won\b", "Write ‘expect {0} wins’."),
    (r"\bexpect .*\bis\b.* and (?:not )?([\w.]+) (wins|loses)\b", ALONE),
    (r"\b([\w.]+) and ([\w.]+) wins?\b", TOGETHER),
    (r"\(([\w.]+), ([\w.]+)\) win\b", TOGETHER),
    (r"([\w.]+(?:\([^()]*\))?)\[\d+\]", "The first of them is ‘first({0})’; others are found with ‘where’."),
    (r"\b([\w.]+)\.(\w+) (?:increases|rises|goes up) by ([\w.]+)", "Write ‘{0} gains {2} {1}’."),
    (r"\b([\w.]+)\.(\w+) (?:decreases|falls|drops|goes down) by ([\w.]+)", "Write ‘{0} loses {2} {1}’."),
    (r"\blet (\w+) = (?:a )?random (?:of |from |in )?([\w.]+(?:\([^()]*\))?)", "Write ‘draw {0} from {1}’."),
    (r"\blet (\w+) = roll (\S+)", "Write ‘roll {1} as {0}’."),
    (r"^\s*roll (\d*d\d+)\s*$", "Give the throw a name: ‘roll {0} as NAME’."),
    (r"\blet (\w+) = create (\w+)", "Write ‘create {1} as {0} with ...’."),
    (r"^\s*play .* times then (\w+)", "Put a comma before ‘then’: ‘times, then {0}’."),
    (r"^\s*(\w+): (?:set|list|array|group|collection) of (\w+)", "Write ‘{0}: any {1}’, with the name of one."),
    (
        r"^(event|action|test|table) (\w+) (?!in )(\([^()]*\)|\w+) (\([^()]*\))",
        "What follows the first has a preposition before it: ‘{0} {1} {2} at {3}’.",
    ),
    (r"^(before|after|instead of) (\w+), *(?!before\b|after\b)(\w+)", "Write a hook for each: ‘{0} {1}: ...’, ‘{0} {2}: ...’."),
    (r"^\s*given (\w+) \((.+?)\): *(\w+) (\w+)", "Write ‘given {0}({1}).{2} = {3}’."),
    (
        r"\bfor (?:each )?(\w+) in \(?-?[\w.]+ to\b",
        "A loop over numbers counts them itself: ‘let {0} = 1’, then ‘repeat 9 times:’ with ‘{0} becomes {0} + 1’ last.",
    ),
    (r"(?:^|[:;])\s*(?:end match|(?:the )?(?:match|game) (?:is|ends)\b|it is (?:a )?draw|no \w+ wins|draw(?: match)?\s*$)", ENDED),
    (r"(?<!each )(?<!any )(?<!no )(?<!those )(?<!the )\b([\w.]+) in (-?\d+) to (-?\d+)", "Write ‘{0} is {1} to {2}’."),
    (
        r"\b(acts|must act) in (\w+)(?: with [\w.]+)?,? (?:exactly |just )?(?!1 )(\d+) times",
        "Say how often at most: ‘{0} in {1}, up to {2} times’. Exactly so often is ‘repeat {2} times:’, with ‘must act in {1}’ below it.",
    ),
    (r"\b(?:acts|must act)(?: once)? in (\w+)(?: with [\w.]+)?,? (?:exactly |just )?(?:1 times?|once)", ONE_ACT),
    (r"\b(?:acts|must act) (?:exactly |just )?once in (\w+)", ONE_ACT),
    (r"\brepeat (?:while|until)\b", "Say how often at most: ‘while C, up to 20 times:’."),
    (r"^\s*if .*: [^(]*\botherwise\b", "‘otherwise:’ starts a line of its own, below the line of its ‘if’."),
    (r"^\s+(?:keeps +)?(\w+): *(-?\d+) or more\b", "A number that is kept has both ends, as far as it can ever go: ‘{0}: {1} to 99’."),
    (
        r"\b([\w.]+) chooses (\w+) from ([^:;]+?) as (\w+)",
        "The name stands right behind ‘chooses’: ‘{0} chooses {3} from {2}’.",
    ),
    (r"(?:^\s*(?:if .*?: *)?|[:;] *)(\w[\w.]*(?:\([^()]*\))?) where ([^:;]+?) wins?\b", "Put the set in brackets: ‘({0} where {1}) wins’."),
    (
        r"(?:^\s*(?:if .*?: *)?|[:;] *)(\w[\w.]*(?:\([^()]*\))?) where ([^:;]+?) loses?\b",
        "Put the set in brackets: ‘({0} where {1}) loses’.",
    ),
    (
        r"^\s*during (\w+)(?:,| or| and) *(\w+)",
        "An action has one name after ‘during’; each step that offers it says so: ‘WHO acts in {0}’ in both.",
    ),
    (
        r"(?:^|[:;])\s*create (\w+)(?:\s*:| [a-z]\w* [a-z]\w*)",
        "Write what it holds after ‘with’: ‘create {0} with FIELD VALUE, FIELD VALUE’.",
    ),
)
# What opens a block in a rule, and has no place among the lines of a scenario.
_STEERING = re.compile(r"\s*(?:for each|for|foreach|if|otherwise|while|repeat|together|let)\b")
_OTHER_LINES = "due|keeps|fixed|says|reveals|seen|title|text|formerly"  # of an agenda, that are no steps
_SCENES = re.compile(r"(?:scenario|setting)\b")
_ONE_BY_ONE = (
    "Lines of a scenario or setting stand alone, without loops and conditions: a ‘given’ line for each thing, "
    "or an event that does it, ‘event clearing:’ with the loop below it, and here ‘do clearing’."
)
# The head of a condition or relation whose nouns stand in brackets.
_NOUN = r"(?:(\w+) *\((\w+)\)|\((\w+): *(\w+)\))"
_BRACKETED = re.compile(rf"{_NOUN} +(?:is +)?(\w+)(?: +({PREPOSITION}))?(?: +(?:{_NOUN}|(\w+)))? +when\b")

# A condition of numbers alone.
_NUMBERS = re.compile(rf"\((\w+: *-?\w+ to -?\w+)\) +is +(\w+)(?: +(?:(?:{PREPOSITION}) +)?\((\w+: *[^()]+)\))? +when\b")


def head_otherwise(line: str) -> str | Said:
    """How the head of a condition or relation is written whose nouns stand in brackets; nothing if it is no such head."""
    if numbers := _NUMBERS.match(line):
        given = ", ".join(f"({part})" for part in (numbers[1], numbers[3]) if part)
        form = f"let {numbers[2]}({given}) = (1 if ... otherwise 0)"
        return phrase("A condition is about a thing of some kind. Of numbers alone, declare a value: ‘{0}’, and ask ‘is 1’ of it.", form)
    found = _BRACKETED.match(line)
    if found is None:
        return ""
    kind, noun = (found[1], found[2]) if found[1] else (found[4], found[3])
    other = f"({found[8]}: {found[7]})" if found[7] else f"({found[9]}: {found[10]})" if found[9] else found[11] or ""
    form = " ".join(word for word in (noun, "is", found[5], found[6] or "", other, "when ...") if word)
    return phrase("Its first word is a noun that a kind has, ‘kind {0} ({1})’; then write ‘{2}’.", kind, noun, form)


def hook_otherwise(line: str) -> str | Said:
    """``when drop by player at place:`` at the margin: how what follows something else is written."""
    found = re.match(rf"(?:when|whenever|on|upon) +(\w+(?: +\w+)?(?: +(?:by|{PREPOSITION}) +\w+)*) *:", line)
    if found is None or re.search(r"\b(?:is|has|in)\b", found[1]):
        return ""
    return phrase("What follows something else is a hook: ‘after {0}:’.", found[1])


def becomes_or_let(line: str, column: int) -> str | Said:
    """``hand = house.seeds``: a name that is new, or what changes."""
    found = re.match(r"\s*(?:.*[:;] *)?(\w+) *$", line[: column - 1])
    value = re.match(r"= *([^:;]+?) *(?:;|$)", line[column - 1 :])
    if found is None or value is None:
        return "A change is written ‘becomes’."
    return phrase("A new name is given by ‘let {0} = {1}’; what there is already is changed by ‘{0} becomes {1}’.", found[1], value[1])


def step_otherwise(head: str, line: str) -> str | Said:
    """``throws by player`` among the steps of an agenda: how a step is given something."""
    called = rf" {{4}}((?!(?:{_OTHER_LINES})\b)(?!.*, (?:while|repeated)\b)\w+ +(?!of\b)[\w(][^:]*?) *$"
    found = re.match(called, line) if re.match(r"agenda\b|insert\b", head) else None
    return phrase("A step that is given something has a name of its own: ‘NAME: {0}’.", found[1]) if found is not None else ""


SAYS = (
    "‘says’ tells that something happens, below an event, an action, an agenda, a test or a table of dice. "
    "What this is stands in its ‘text’, what it is called in its ‘title’."
)


def kind_otherwise(lines: list[str], row: int) -> str | Said:
    """``says`` of a thing or a value, which do not happen; ``reported`` below the line of a field of a kind: where it stands there."""
    if re.match(r"\s+says\b", lines[row]) and re.match(r"(?:replace +)?(?:kind|let|option)\b|(?!table of \S+ by)table of\b", lines[0]):
        return SAYS
    depth = len(lines[row]) - len(lines[row].lstrip())
    above = next((line for line in reversed(lines[:row]) if line.strip() and len(line) - len(line.lstrip()) < depth), "")
    field = re.match(r"\s+(\w+: *[^,#]+?)(?:,.*)? *$", above.partition("#")[0])
    if not re.match(r"kind\b", lines[0]) or not re.match(r"\s+reported\b", lines[row]) or field is None:
        return ""
    return phrase("Of a field it stands on the same line, behind a comma: ‘{0}, reported’.", field[1])


def scene_otherwise(head: str, line: str) -> str:
    """How it is said in a scenario or setting what a rule would say by a loop, a condition, a local name; nothing elsewhere."""
    return _ONE_BY_ONE if _SCENES.match(head) and _STEERING.match(line) else ""


def said_otherwise(line: str, column: int) -> str | Said:
    """How a line is written that people would say otherwise; nothing if that is not what is wrong at a column, counted from 1."""
    if form := whole_line(line, column):
        return form
    for shape, advice in (*FRENCH, TAKEN, *STATEMENTS, *HABITS, *SHEETS):
        found = re.search(shape, line)
        if found is None:
            continue
        here = found.span("here") if "here" in found.groupdict() else (found.start(), found.end() + 2)
        if here[0] < column <= here[1]:
            return phrase(advice, *found.groups())
    return ""


LOOK_LINES = (
    'A look has lines such as ‘shape disc’, ‘fill red’, ‘edge around: red’, ‘label name’, ‘badge "×"’, ‘stack 3’ and ‘link straight’, '
    "each with a condition behind it if need be: ‘fill red when ...’."
)
LOOK_SIGN = (
    'A sign is said where a thing is declared: a column ‘sign’ in its table, or a line ‘sign "●"’ in its kind. '
    'A look may have ‘label sign’, and ‘badge "●" when ...’ for a small sign at its edge.'
)
LOOK_LABEL = 'A label is ‘name’, ‘number’, ‘title’, ‘initials’, ‘sign’ or ‘none’, or a text with its language: ‘label en "Goal"’.'
LOOK_SIGNS = ("sign", "symbol", "letter", "icon", "glyph", "image", "picture")
LOOK_WORDS = ("shape", "fill", "edge", "label", "badge", "stack", "link", "ruler", "seen", "arrow")


def look_line(word: str) -> str:
    """How a line of a look is written that begins so."""
    return {**dict.fromkeys(LOOK_SIGNS, LOOK_SIGN), "label": LOOK_LABEL}.get(word, LOOK_LINES)
