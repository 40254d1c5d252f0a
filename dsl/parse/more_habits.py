"""More of what people write otherwise: sets, endings and what is created, as they are said in a rule sheet."""

from __future__ import annotations

_ENGLISH = "The words of rules are English: write ‘{0}’."


def _english(line: str) -> str:
    return _ENGLISH.replace("{0}", line)


# Lines that begin with the French word for what opens a block.
FRENCH: tuple[tuple[str, str], ...] = (
    (r"^\s+pour (?:chaque|toute?s?|tous)(?: les)? (\w+) (?:dans|parmi|de) ([^:]+?) *:.*", _english("for each {0} in {1}:")),
    (r"^\s+pour (?:chaque|toute?s?|tous)\b.*", _english("for each x in S:")),
    (r"^\s+sinon,? si\b.*", _english("otherwise if ...:")),
    (r"^\s+sinon\b.*", _english("otherwise:")),
    (r"^\s+si .*", _english("if ...:")),
    (r"^\s+tant que .*", _english("while ...:")),
    (r"^\s+(?:r[ée]p[éeè]te[rz]?) (\w+) fois.*", _english("repeat {0} times:")),
)
# A field, a step, an answer called by a word of the language.
TAKEN = (r"^\s+(and|or|not|if|in|is|has)\s*:", "‘{0}’ is a word of the language and cannot be a name here; choose another.")
SHEETS: tuple[tuple[str, str], ...] = (
    (r"\b(any|no|those|the|for each) \((\w+): *[^()]*\) in ([\w.]+)", "An element is named without its kind: ‘{0} {1} in {2}’."),
    (r"\bexists? (?:an? |any |some )?(\w+(?:\([^()]*\))?(?: in [\w.]+)?) where\b", "Write ‘any {0} where ...’."),
    (
        r"\bfirst (?:of )?(?:the )?([\w.]+(?:\([^()]*\))?) where ([^:;]+?) *(?:[:;]|$)",
        "Write ‘first({0} where {1})’, with the plural of what is looked for.",
    ),
    (r"\beither ([^:;]+?) or ([^:;]+?) *(?:[:;]|$)", "Leave out ‘either’: ‘{0} or {1}’."),
    (r"\bboth ([^:;]+?) and ([^:;]+?) *(?:[:;]|$)", "Leave out ‘both’: ‘{0} and {1}’."),
    (r"([\w.]+(?:\([^()]*\))?(?:\.\w+)*) (?:isn|aren|wasn)['’]t ([\w.]+)", "Write ‘{0} is not {1}’."),
    (
        r"\bfor each (\w+) (along|in) (ray\(([^(),]+), *[^()]+\)) up to (\w+)",
        "Say how far: ‘for each {0} {1} {2} where distance({3}, it) is {4} or less’.",
    ),
    (r"\bthe \w+ (?:above|north of|over) ([\w.]+)", "Write ‘ahead({0}, up)’; beyond the edge that is none."),
    (r"\bthe \w+ (?:below|south of|under|beneath) ([\w.]+)", "Write ‘ahead({0}, down)’; beyond the edge that is none."),
    (r"\bthe \w+ (?:(?:to the )?left of|west of) ([\w.]+)", "Write ‘ahead({0}, left)’; beyond the edge that is none."),
    (r"\bthe \w+ (?:(?:to the )?right of|east of) ([\w.]+)", "Write ‘ahead({0}, right)’; beyond the edge that is none."),
    (
        r"\bis (?:not )?([a-z]\w*) by ([\w.]+)",
        "In a relation there is no ‘by’; take another preposition, as in ‘is {0} from {1}’: ‘to’, ‘from’, ‘with’, ‘for’, ‘at’, ‘on’, "
        "‘against’, ‘into’, ‘through’ or ‘under’.",
    ),
    (r"\b(?:the )?number of ([\w.]+) where\b", "Write ‘count({0} where ...)’."),
    (r"^\s*otherwise ((?!if\b)[^:]*\b(?:is|has|in)\b[^:]*):", "Write ‘otherwise if {0}:’."),
    (r"([\w.]+) (?:contains|includes) (\([^()]*\)|[\w.]+)", "Write ‘{1} in {0}’."),
    (r"\b([\w.]+) plus ([\w.]+)", "Write ‘{0} + {1}’."),
    (r"\b([\w.]+) minus ([\w.]+)", "Write ‘{0} - {1}’."),
    (r"\bwhere its (\w+)", "Write ‘where it.{0} ...’."),
    (r"\bwhere it (?:stands|lies|sits) (?:on|at|in) ([\w.]+)", "Write ‘where it.FIELD is {0}’, with the field that says where it is."),
    (r"\bany ([\w.]+) (?:has|have) (?:an? )?(\w+)", "Write ‘any {0} where {1} is not none’."),
    (r"\bdiscard the \w+ where\b", "One at a time: ‘for each one in S where ...: discard one’."),
    (r"^\s*(?:otherwise: |if [^:]*: )?([\w.]+ (?:wins|loses)) (?:if|when) (.+?)\s*$", "The condition comes first: ‘if {1}: {0}’."),
    (r"(?:(?<!act )(?<!acts )\bin |\bany |\bno |\bcount\()(\w+) with (\w+) (\w+)", "Write ‘{0} where {1} is {2}’."),
    (r"\blet (\w+) = no\s*$", "Write ‘let {0} = false’."),
    (r"\blet (\w+) = yes\s*$", "Write ‘let {0} = true’."),
    (r"\bthere (?:is|are) (?:any |an? |no )?([\w.]+)", "Write ‘any {0} where ...’; where there is none, ‘no {0} where ...’."),
    (r"\bthe other (\w+)", "Of two: ‘(the SET where it is not {0})’."),
    (r"\bcreate (\w+)(?: as \w+)? with (\w+) is ([\w.]+)", "Write ‘create {0} with {1} {2}’."),
    (r"\bthe ([a-z]\w*\([^()]*\))", "The first of them is ‘first({0})’; others are found with ‘where’."),
)
