"""The phrase book of German: cases, genders, and verbs that stand last in subordinate clauses.

A thing is said in the nominative; phrases ask for the other cases (``{x:acc}``, ``{x:dat}``, ``{x:gen}``).  Signs of private use, which
:meth:`German.finish` takes out, say what its letters do not: which verb of a clause is the finite one, which article is a plural's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import ClassVar

from arbitre.documents.language.base import Language, adjective, bare, given_plural, minus, unlinked
from arbitre.documents.language.de.labels import LABELS
from arbitre.documents.language.de.phrases import PHRASES
from arbitre.documents.language.de.signs import AGAIN, FROM, MASCULINE, PLURAL, SIGNS, THAT, UNTIL, VERB, VERB_END, WHOSE, irregular
from arbitre.documents.language.en.grammar import odd, sentence_like, verb_like
from arbitre.dsl.core import Text
from arbitre.dsl.resolve.kinds import GERMAN_DIRECTIONS

ARTICLE = re.compile(
    rf"(der|die|das|ein|eine|dieser|diese|dieses|jeder|jede|jedes|sein|seine|kein|keine|alle|mein)([{MASCULINE}{PLURAL}]?)(?= )"
)
NOUN = re.compile(r"[A-ZÄÖÜ][\wäöüß-]*")
ADJECTIVE = re.compile(r"^(\[?)([a-zäöüß]+?)(?:er|es|en|e)(?= [A-ZÄÖÜ])")
# Words that begin a title and are no noun: they stand small inside a sentence.
SMALL = frozenset(
    """ab am an auf aus bei beide durch ein eine fähig für gegen hinter im in jeder kein keine mit nach noch ohne sich um und unter vom von
    vor wen wer wie wo zu zum zur zwei über höchstens mindestens schon nur außerstande leer frei links rechts beide""".split()  # noqa: SIM905
)
PREFIXES = frozenset(
    ["ab", "an", "auf", "aus", "bei", "ein", "teil", "um", "vor", "weg", "weiter", "zu"]
)  # of verbs, which stand apart in main clauses
PREPOSITIONS = {
    "to": ("zu", "dat"), "from": ("von", "dat"), "by": ("durch", "acc"), "with": ("mit", "dat"), "for": ("für", "acc"),
    "at": ("bei", "dat"), "on": ("auf", "dat"), "against": ("gegen", "acc"), "into": ("in", "acc"), "through": ("durch", "acc"),
    "under": ("unter", "dat"),
}  # fmt: skip
PLURALS = {word: many for word, many, _ in irregular()}
WEAK = {word for word, many, gender in irregular() if gender == "m" and many == f"{word}en" and not word.endswith("or")}
ADJECTIVAL = frozenset(["Langsame", "Schnelle", "Handelnde", "Erste", "Zweite"])
VERBS = {"ist": "sind", "hat": "haben", "wird": "werden", "kann": "können", "darf": "dürfen", "muss": "müssen", "steht": "stehen"}


class German(Language):
    """German as pages need it."""

    code = "de"
    PHRASES = PHRASES
    LABELS = LABELS
    WORDS: ClassVar[dict[str, str]] = {"and": "und", "or": "oder"}
    OPEN: ClassVar[frozenset[str]] = frozenset(["von", "zu", "für", "auf", "aus", "bei", "gegen", "mit", "nach", "vor", "in", "an"])
    DIRECTIONS: ClassVar[Mapping[str, str]] = GERMAN_DIRECTIONS
    EVERYONE_MANY: ClassVar[bool] = True
    MANY_DICE: ClassVar[bool] = True
    HOLDER: ClassVar[str] = r" (?!)()({kind})"  # cases would have to follow the preposition
    LEAD: ClassVar[str] = ": "  # a sentence that follows a condition keeps its order of words

    def small(self, title: str) -> str:
        first, _, rest = title.partition(" ")
        adjective = first.endswith(("e", "er", "es", "en")) and rest[:1].isupper() and first not in PLURALS
        return title[:1].lower() + title[1:] if adjective or first.lower() in SMALL else title

    def the(self, noun: str, gender: str = "", plural: bool = False) -> str:
        if "0" in gender or ARTICLE.match(bare_first(noun)):
            return noun
        many = plural or "p" in gender
        said = ADJECTIVE.sub(lambda m: f"{m[1]}{m[2]}{'en' if many else 'e'}", noun)
        if many:
            return f"die{PLURAL} {said}"
        return f"{ {'f': 'die', 'n': 'das'}.get(gender[:1] or gender_of(noun), 'der') } {said}"

    def a(self, noun: str, gender: str = "") -> str:
        if "p" in gender or "0" in gender or ARTICLE.match(bare_first(noun)):
            return noun
        return self._with("ein", noun, gender)

    def this(self, noun: str, gender: str = "") -> str:
        if "p" in gender:
            return f"diese{PLURAL} {noun}"
        return f"{ {'f': 'diese', 'n': 'dieses'}.get(gender[:1] or gender_of(noun), 'dieser') } {noun}"

    def no(self, thing: str) -> str:
        """``kein X``, from ``ein X``."""
        return f"k{thing}" if thing.startswith("ein") else f"keine {thing}"

    def keinen(self, thing: str) -> str:
        """The same in the accusative."""
        return f"k{self.acc(thing)}" if thing.startswith("ein") else f"keine {thing}"

    def lowered(self, text: str) -> str:
        return text  # after a colon a sentence begins as it always does

    def guessed(self, noun: str, learnt: dict[str, str], known: dict[str, str]) -> str:
        found = NOUN.search(noun)
        word = found[0] if found else noun
        return known.get(word.lower()) or gender_of(word)

    def own(self, noun: str, gender: str = "", plural: bool = False) -> str:
        noun = self.bare_of(noun)
        return f"seine{PLURAL} {noun}" if plural or "p" in gender else self._with("sein", noun, gender)

    def _with(self, word: str, noun: str, gender: str) -> str:
        gender = gender[:1] or gender_of(noun)
        return f"{word}e {noun}" if gender == "f" else f"{word} {noun}" if gender == "n" else f"{word}{MASCULINE} {noun}"

    def whose(self, noun: str, gender: str = "", plural: bool = False) -> str:
        return f"{WHOSE} {self.bare_of(noun)}"

    def belongs(self, owner: str, noun: str, gender: str = "", plural: bool = False) -> str:
        return f"{self.the(noun, gender, plural)} {self.gen(owner)}"

    def of(self, thing: str) -> str:
        return self.gen(thing)

    # ------------------------------------------------------------------------------------ cases

    def acc(self, thing: str) -> str:
        """The accusative."""
        forms = {"der": "den", "ein" + MASCULINE: "einen", "dieser": "diesen", "jeder": "jeden", "sein" + MASCULINE: "seinen",
                 "kein" + MASCULINE: "keinen"}  # fmt: skip
        return self._case(thing, forms, "", frozenset(["der", "dieser", "jeder"]))

    def dat(self, thing: str) -> str:
        """The dative."""
        forms = {"der": "dem", "das": "dem", "die": "der", "die" + PLURAL: "den" + PLURAL, "ein": "einem", "ein" + MASCULINE: "einem",
                 "eine": "einer", "dieser": "diesem", "dieses": "diesem", "diese": "dieser", "diese" + PLURAL: "diesen" + PLURAL,
                 "jeder": "jedem", "jedes": "jedem", "jede": "jeder", "sein": "seinem", "sein" + MASCULINE: "seinem", "seine": "seiner",
                 "seine" + PLURAL: "seinen" + PLURAL, "alle": "allen" + PLURAL}  # fmt: skip
        return self._case(thing, forms, "n", frozenset(forms))

    def gen(self, thing: str) -> str:
        """The genitive; ``von X`` for what has no article."""
        found = ARTICLE.match(thing)
        if found is None:
            return f"von {thing}"
        forms = {"der": "des", "das": "des", "die": "der", "die" + PLURAL: "der" + PLURAL, "ein": "eines", "ein" + MASCULINE: "eines",
                 "eine": "einer", "dieser": "dieses", "dieses": "dieses", "diese": "dieser", "diese" + PLURAL: "dieser" + PLURAL,
                 "jeder": "jedes", "jedes": "jedes", "jede": "jeder", "sein": "seines", "sein" + MASCULINE: "seines", "seine": "seiner",
                 "seine" + PLURAL: "seiner" + PLURAL, "alle": "aller" + PLURAL}  # fmt: skip
        return self._case(thing, forms, "s", frozenset(forms))

    def _case(self, thing: str, forms: dict[str, str], ending: str, changing: frozenset[str]) -> str:
        found = ARTICLE.match(thing)
        if found is None or found[0] not in forms:
            return thing
        rest = thing[found.end() + 1 :]
        if found[0] in changing:
            rest = ADJECTIVE.sub(lambda m: f"{m[1]}{m[2]}en", rest)
        plural, strong = found[2] == PLURAL or found[0] == "alle", forms[found[0]].endswith(("s", "m", "n"))
        rest = NOUN.sub(lambda m: declined(m[0], ending, plural, strong), rest, count=1)
        return f"{forms[found[0]]} {rest}"

    def prep(self, word: str, thing: str) -> str:
        if not word:
            return thing
        said, case = PREPOSITIONS.get(word, (word, "dat"))
        return f"{said} {getattr(self, case)(thing)}"

    # ------------------------------------------------------------------------------------ clauses

    def final(self, clause: str) -> str:
        """A clause, or several in a row, with the verb last, as a conjunction wants it."""
        return "".join(verb_last(part) for part in re.split(f"({AGAIN})", clause) if part != AGAIN)

    def joined(self, clauses: Sequence[str], word: str = "and", apart: bool = False) -> str:
        return super().joined([clauses[0], *(AGAIN + clause for clause in clauses[1:])], word, apart)

    def relative(self, said: str, gender: str, plural: bool) -> str:
        pronoun = "die" if plural or gender[:1] == "f" else "das" if gender[:1] == "n" else "der"
        said = said.replace(THAT, pronoun).replace(WHOSE, "deren" if pronoun == "die" else "dessen")
        return f"{FROM}{self.final(said)}{UNTIL}"

    def plural(self, noun: str) -> str:
        if many := given_plural(self.plurals, noun):
            return many
        if " oder " in noun and noun not in PLURALS:
            return " oder ".join(self.plural(part) for part in noun.split(" oder "))
        found = NOUN.search(noun)
        if found is None:
            return noun
        return noun[: found.start()] + plural_word(found[0]) + noun[found.end() :]

    def singular(self, title: str) -> str:
        found = NOUN.search(title)
        if found is None:
            return title
        known = {many: one for one, many in PLURALS.items()}
        word = found[0]
        one = known.get(word) or (
            word[:-1] if word.endswith(("punkte", "hiebe", "schritte", "runden", "seiten", "oren", "ungen")) else word
        )
        one = one[:-1] if one.endswith(("ore", "unge")) else one
        return title[: found.start()] + one + title[found.end() :]

    def looks_plural(self, title: Text) -> bool:
        return False  # nothing in the word tells it surely: its author says so

    def nounlike(self, title: Text) -> bool:
        said, english = title.within("de"), title.own("en")
        if acting(said, title) or sentence_like(english) or adjective(english) or "?" in said:
            return False
        return said.split(" ")[0].lower() not in SMALL - {"beide", "zwei"} and bool(NOUN.match(said))

    def asserted(self, title: Text, negated: bool, plural: bool) -> str | None:
        if sentence_like(title.own("en")):
            return None
        said = title.within("de")
        be = verb("sind" if plural else "ist")
        if odd(title.own("en"), negated) and not verb_like(title.own("en"), title.own("fr")):
            return f"{be} {'nicht ' if negated else ''}in der Lage {self.quote(self.small(said))}"
        if not acting(said, title):
            small = said[:1].lower() + said[1:] if said.split(" ")[0] not in PLURALS and self.small(said) == said and " " in said else said
            small = self.small(small) if " " in said else said[:1].lower() + said[1:]
            return f"{be} {'nicht ' if negated else ''}{small}"
        first, _, rest = said.partition(" ")
        first = many(first.lower()) if plural else first.lower()
        if not negated:
            return f"{verb(first)} {rest}".rstrip()
        if re.match(r"(?:einen?|eine) ", rest):
            return f"{verb(first)} k{rest}"
        *before, last = rest.split(" ")
        if last in PREFIXES:
            return " ".join([verb(first), *before, "nicht", last])
        if first in ("kann", "darf", "muss", "können", "dürfen", "müssen") and before:
            return " ".join([verb(first), *before, "nicht", last])
        return f"{verb(first)} {rest} nicht".replace("  ", " ")

    def denied(self, sentence: str) -> str | None:
        said, found = re.subn(r" (ist|sind|hat|haben|kann|darf|muss)\b", r" \1 nicht", sentence, count=1)
        return said if found and " kein" not in sentence else None

    # ------------------------------------------------------------------------------------ signs

    def percent(self, share: float) -> str:
        if 0 < share < 0.0005:
            return "< 0,1 %"
        if 0.9995 < share < 1:
            return "> 99,9 %"
        said = f"{share * 100:.1f}" if 0 < share < 1 and round(share * 100, 1) != round(share * 100) else f"{share * 100:.0f}"
        return f"{said.replace('.', ',')} %"

    def quote(self, text: str) -> str:
        return f"„{text}“"

    def bare_of(self, thing: str) -> str:
        return re.sub(rf"^(?:der|die|das|den|dem|des)[{PLURAL}]? ", "", thing)

    def finish(self, page: str) -> str:
        page = page.replace(AGAIN, "").replace(THAT, "das").replace(WHOSE, "dessen")
        page = re.sub(rf"{UNTIL}(,? (?:und|oder)) {FROM}", r"\1 ", page)
        page = re.sub(rf"{UNTIL}, {FROM}", ", ", page)
        page = re.sub(rf",? ?{FROM}", ", ", page)
        page = re.sub(rf"{UNTIL}(?= [\w„*\[])", ",", page)
        page = re.sub(rf"[{''.join(SIGNS)}]", "", page)
        page = re.sub(r"\b([Zz]u|[Vv]on|[Ii]n|[Aa]n|[Bb]ei) (dem|der)\b(?! [^ ]*, )", melted, page)
        page = re.sub(r"\b(\d*)d(4|6|8|10|12|16|20|66|100)\b(?![^\[]*\]\()", r"\1W\2", page)
        return minus(page.replace(" %", "\u00a0%"))


def melted(found: re.Match[str]) -> str:
    """A preposition with its article in one word: ``zum``, ``vom``, ``im``."""
    known = {"zu dem": "zum", "zu der": "zur", "von dem": "vom", "in dem": "im", "an dem": "am", "bei dem": "beim"}
    said = known.get(found[0].lower())
    return found[0] if said is None else said.capitalize() if found[0][0].isupper() else said


def bare_first(noun: str) -> str:
    """The words from the first letter on."""
    return unlinked(noun).lstrip("*„[")


def gender_of(noun: str) -> str:
    """What the ending of a noun says of its gender; masculine where it says nothing."""
    found = NOUN.search(unlinked(noun))
    word = found[0] if found else bare(noun)
    if word.endswith(("ung", "heit", "keit", "schaft", "ion", "tät", "ik", "ur", "ei")) or (word.endswith("e") and len(word) > 3):
        return "f"
    return "n" if word.endswith(("chen", "lein", "ment", "tum", "um", "feld", "spiel", "ziel", "netz")) else "m"


def declined(noun: str, ending: str, plural: bool, strong: bool) -> str:
    """A noun in a case: the genitive of the singular in -s, the dative of the plural in -n."""
    if noun in WEAK or noun in ADJECTIVAL:
        return f"{noun.removesuffix('e')}en"
    if ending == "n" and plural:
        return noun if noun.endswith(("n", "s", "i", "ae", "a")) else f"{noun}n"
    if ending == "s" and strong and not plural:
        if noun.endswith(("us", "a", "o")):
            return noun
        return (
            f"{noun}es"
            if noun.endswith(("s", "ß", "x", "z", "pf", "sch")) or re.fullmatch(r"[^aeiouäöü]*[aeiouäöü]{1,2}[^aeiouäöü]{2,}", noun)
            else f"{noun}s"
        )
    return noun


def plural_word(word: str) -> str:
    """A noun in the plural, by its ending."""
    for known, many in PLURALS.items():
        if word == known or (len(known) > 3 and word.lower().endswith(known.lower()) and word != known):
            return word[: len(word) - len(known)] + (many if word == known else many.lower())
    if word.endswith(("er", "el", "en", "chen", "lein", "ae", "s")):
        return word
    if word.endswith(("or", "ung", "heit", "keit", "schaft", "ion", "tät", "ur")):
        return f"{word}en"
    return f"{word}n" if word.endswith("e") else f"{word}s" if word.endswith(("a", "o", "i")) else f"{word}e"


def verb(word: str) -> str:
    """A word marked as the finite verb of its clause."""
    return f"{VERB}{word}{VERB_END}"


def many(word: str) -> str:
    """A verb of the third person in the plural."""
    if word in VERBS:
        return VERBS[word]
    return re.sub(r"e?t$", "en", word)


def acting(said: str, title: Text) -> bool:
    """Does a title begin with a verb?"""
    first = said.split(" ")[0].lower()
    return first in VERBS or (verb_like(title.own("en"), title.own("fr")) and first.endswith(("t", "äßt")) and first not in SMALL)


def verb_last(clause: str) -> str:
    """One clause with its finite verb at the end, before a relative clause that ends it."""
    if VERB not in clause:  # a title that is a sentence
        clause = re.sub(r"(?<= )(ist|sind|hat|haben|kann|darf|muss|wird)(?= )", lambda m: verb(m[1]), clause, count=1)
    found = re.search(rf"(\[?){VERB}([^{VERB_END}]*){VERB_END}(\]\([^)\s]*\))?", clause)
    if found is None:
        return clause
    alone = bool(found[1] and found[3])  # the verb alone is the link
    said = f"[{found[2]}{found[3]}" if alone else found[2]
    before, after = clause[: found.start()], clause[found.end() :]
    rest = f"{before}{'' if alone else found[1]}{after.lstrip() if found[1] and not alone else after.removeprefix(' ')}"
    tail = ""
    if (at := rest.rfind(FROM)) >= 0 and rest.rstrip().endswith(UNTIL):
        rest, tail = rest[:at].rstrip(), rest[at:]
    lead = re.search(r"(?:, | )?(?:und|oder) $|, $", rest)  # what leads to the next clause of the row
    if lead is not None:
        rest, tail = rest[: lead.start()], tail + lead[0]
    words = rest.rstrip().split(" ")
    last = re.sub(r"\]\([^)]*\)$", "", words[-1])
    if last in PREFIXES and not alone:
        joined = words[-1].replace(last, last + said, 1)
        return " ".join([*words[:-1], joined]) + (f" {tail}" if tail.startswith(FROM) else tail)
    return f"{rest.rstrip()} {said}{' ' if tail.startswith(FROM) else ''}{tail}"
