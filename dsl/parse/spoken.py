"""What terminals, signs and words of other languages are called before designers."""

from __future__ import annotations

from arbitre.dsl.source.chunks import words_of

HEADS = words_of(
    "game extends translation option kind table map part let test contest ranking event action agenda before after instead adjust replace "
    "remove insert reschedule always look clause chapter scenario setting"
)
# What the terminals that are no words are called.
SPOKEN = {
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "NAME": "a name",
    "NUMBER": "a number",
    "DICE": "dice (2d6)",
    "PERCENT": "a chance (50%)",
    "FRACTION": "a chance (1 in 6)",
    "RANGE": "a range (2 to 4)",
    "CHANCE": "chance(TEST ...)",
    "STRING": 'a text in "quotes"',
    "LANGUAGE": "a language (en, fr, de) and a text",
    "PLAN": 'a map in """triple quotes"""',
    "REF": "a margin note [XX-area-01]",
    "CLAUSE": "a clause number XX-area-01",
    "COLON": "‘:’", "LPAR": "‘(’", "RPAR": "‘)’", "COMMA": "‘,’", "DOT": "‘.’", "EQUAL": "‘=’", "SEMICOLON": "‘;’",
    "PLUS": "‘+’", "MINUS": "‘-’", "STAR": "‘*’", "SLASH": "‘/’", "VBAR": "‘|’", "$END": "the end of the declaration",
}  # fmt: skip
VALUES = {"NAME", "NUMBER", "DICE", "PERCENT", "FRACTION", "CHANCE", "STRING", "LPAR", "NONE", "PLUS", "MINUS"}
CONDITIONS = {"NOT", "ANY", "NO", "THE", "THOSE"}
OPERATORS = {
    "STAR",
    "SLASH",
    "PLUS",
    "MINUS",
    "DOT",
    "LPAR",
    "AND",
    "OR",
    "IS",
    "HAS",
    "IN",
    "NOT",
    "WHERE",
    "KNOWS",
    "SEES",
    "OFFERED",
    "TOLD",
}
PREPOSITIONS = {"TO", "FROM", "BY", "WITH", "FOR", "AT", "ON", "AGAINST", "INTO", "THROUGH", "UNDER"}
STATEMENTS = words_of(
    "NAME PLAY_AGAIN PUBLISH REVEALS END PREVENT FAIL PROCEED REROLL GIVE LET ROLL DRAW PERFORM TELL CREATE DISCARD RESCHEDULE IF WHILE "
    "TOGETHER AT TEST CONTEST FOR_EACH TITLE TEXT"
)
RULE_LINES = words_of("WHEN NEEDS DURING INSTEAD_OF KEEPS GIVES SAYS SEVERAL SPENDS SEEN ONCE NUMBER UP")
LISTED = 6
# Signs and words of other languages, and what is written here.
SIGNS = {
    ">": "Write ‘is more than x’, or ‘is 3 or more’.",
    "<": "Write ‘is less than x’, or ‘is 3 or less’.",
    "!": "Write ‘not’, or ‘is not’.",
    "&": "Write ‘and’.",
    "'": 'Put texts in double quotes: "...".',
    "’": 'Put texts in double quotes: "...".',
    "‘": 'Put texts in double quotes: "...".',
    "“": 'Put texts in straight double quotes: "...".',
    "”": 'Put texts in straight double quotes: "...".',
    "„": 'Put texts in straight double quotes: "...".',
    "«": 'Put texts in straight double quotes: "...".',
    "»": 'Put texts in straight double quotes: "...".',
    "[": "A margin note looks like [CO-evt-02] and ends its line; a set is written (a, b).",
    "]": "A margin note looks like [CO-evt-02] and ends its line; a set is written (a, b).",
    "{": "A set is written (a, b); blocks are made by indentation.",
    "}": "A set is written (a, b); blocks are made by indentation.",
    "%": "A chance is written 50% or 1 in 6; the remainder of n divided by d is ‘remainder(n, d)’.",
    "\t": "Use spaces, never tabs.",
}
WORDS = {
    "else": "Write ‘otherwise:’.",
    "elif": "Write ‘otherwise if’.",
    "elseif": "Write ‘otherwise if’.",
    "for": "Write ‘for each x in S:’.",
    "foreach": "Write ‘for each x in S:’.",
    "def": "Declare it with ‘event NAME ...:’ or ‘let NAME(...) = ...’.",
    "function": "Declare it with ‘event NAME ...:’ or ‘let NAME(...) = ...’.",
}
# Words that start a line inside a block.
LINES = words_of(
    "expect given dice refused measure option play start do when needs during keeps gives says seen title text if otherwise while "
    "for together test contest roll draw create discard tell reveals perform reschedule publish prevent proceed give let mark link "
    "floor path place goal players lasts rights edition languages tip rules picture cards odds example sheet table"
)
VERBS = "becomes|gains|loses|chooses|acts|may|must|gives|wins"
