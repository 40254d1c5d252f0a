"""The phrase book of English."""

from __future__ import annotations

import re
from typing import ClassVar

from arbitre.documents.language.base import Language, bare, given_plural, minus, small, unlinked
from arbitre.documents.language.en.labels import LABELS
from arbitre.documents.language.en.local_names import no_noun
from arbitre.documents.language.en.phrases import PHRASES
from arbitre.dsl.core import Text

ODD_PLURALS = frozenset(["men", "women", "children", "people", "dice"])
ODD_SINGULARS = {"children": "child", "people": "person", "dice": "die"}  # men and women change their last letters alike
NEGATED = {"must": "need not", "can": "cannot"}
MODALS = frozenset(["may", "must", "can", "could", "would", "should", "will", "cannot"])
BE = {"is": "are", "was": "were", "has": "have", "does": "do"}
NOT_PLURAL = frozenset(
    [
        "its",
        "his",
        "always",
        "plus",
        "across",
        "perhaps",
        "towards",
        "less",
        "this",
        "thus",
        "axis",
        "status",
        "corpus",
        "chaos",
        "bonus",
        "focus",
        "gas",
    ]
)
SENTENCE = frozenset(
    ["the", "a", "an", "it", "its", "his", "nobody", "no", "who", "whoever", "somebody", "something", "everyone", "one", "this"]
)
# Verbs of titles that are sentences (``A way leads through it``); where a subject has no article an s ends nouns as well.
ACTING = frozenset(["carries", "comes", "wants", "goes", "leads", "lies", "moves", "stands", "falls", "holds", "bears", "takes"])
FRENCH_S = frozenset(["dans", "sous", "sans", "vers", "hors", "très", "près", "pas", "plus", "moins", "vous", "nous"])


def plural_first(french: str) -> bool:
    """Does a French title begin with a noun in the plural?"""
    first = french.split(" ")[0].lower()
    return first.endswith(("s", "x")) and first not in FRENCH_S


ADVERBS = ("still ", "already ", "never ", "always ", "also ")  # that may stand before the verb of a title (``Still holds the key``)
NO_LONGER = {"still": "no longer"}  # how their opposite is said


def adverb_apart(title: str) -> tuple[str, str]:
    """The adverb that stands before the verb of a title, with its space, and the rest; nothing where there is none."""
    adverb = next((one for one in ADVERBS if title.lower().startswith(one)), "")
    return adverb, title[len(adverb) :]


def verb_first(title: str, french: str = "") -> bool:
    """Does a title begin with a verb (``Has fallen``), rather than an adjective or a preposition (``In the back``)?

    An s at the end of the first word may be a verb's or a plural's: the same title in French ends so in the plural only.
    """
    title = adverb_apart(title)[1]
    first = title.split(" ")[0].lower() if title else ""
    if plural_first(french) and first not in BE and first not in MODALS:
        return False
    if first in MODALS or first in BE or first in ("wants", "bars", "hides", "moves", "sees"):
        return True
    return len(first) > 3 and first.endswith("s") and not first.endswith("ss") and first not in NOT_PLURAL and " " in title.strip()


def verb_like(title: str, french: str = "") -> bool:
    """The same for conditions, whose titles may be one verb alone (``Threatens``)."""
    title = adverb_apart(title)[1]
    first = title.split(" ")[0].lower()
    if plural_first(french) and first not in BE and first not in MODALS:
        return False
    return verb_first(title, french) or (
        (len(first) > 4 or first == "sees") and " " not in title and first.endswith("s") and not first.endswith(("ss", "us", "is"))
    )


DETERMINED = ("the ", "a ", "an ", "its ", "his ", "every ", "all ", "each ", "no ", "how ", "who ", "what ", "where ")
# Words with which no noun begins: a title that starts so is quoted.
NO_NOUN = frozenset(
    [
        "to",
        "before",
        "behind",
        "against",
        "in",
        "with",
        "for",
        "at",
        "on",
        "by",
        "from",
        "after",
        "under",
        "within",
        "still",
        "not",
        "already",
        "left",
        "less",
        "more",
        "only",
        "never",
        "over",
        "out",
        "off",
        "into",
        "through",
        "where",
        "who",
        "how",
        "what",
        "whose",
        "when",
        "which",
        "without",
        "added",
    ]
)


def title_word(title: Text) -> str:
    """The word a title begins with; none for ``Left``, where that is a side and nobody has left."""
    first = title.within("en").split(" ")[0].lower()
    return "" if first == "left" and "gauche" in title.own("fr").lower() else first


def sentence_like(title: str) -> bool:
    """Is a title a sentence of its own (``The match is over``)?"""
    words = title.lower().rstrip("?").split()
    verbs = (w in BE or w in MODALS or w in BE.values() or (w in ACTING and words[0] in SENTENCE) for w in words[1:])
    return bool(words) and (words[0] in SENTENCE) and any(verbs)


def possessed(french: str, english: str = "") -> bool:
    """Does a title in ``has`` speak of what somebody has (``A un ordre``), rather than of what he has done (``A sauté``)?  Where there is
    no French one, the word behind it tells: a participle says what was done."""
    if not french.strip():
        return PARTICIPLE.match(english.partition(" ")[2]) is None
    said = french.lower()
    done = re.match(r"(?:a|ont|vient|viennent|est|sont) |s['’]est ", said)
    return not done or bool(re.match(r"(?:a|ont) (?:(?:un|une|des|du|le|la|les|deux|trois) |(?:de )?l['’])", said))


def odd(title: str, negated: bool) -> bool:
    """A title that reads badly as a predicate: a remark after a comma, or a negation to be negated again."""
    first = title.split(" ")[0].lower()
    return (
        "," in title
        or first in ("failed", "hit", "lost", "gone")
        or (negated and bool(re.search(r"\b(?:no more|not|never|cannot|no|nobody|nothing|none|too few)\b", title.lower())))
    )


PARTICIPLE = re.compile(
    r"(?:already |just |never |not )?(?:\w{2,}(?:ed|en|wn|ught|ung|unk)|lost|won|left|gone|come|done|been|had|made|put|set|cut|hit|run|met|"
    r"sat|stood|told|sold|paid|said|laid|spent|built|sent|kept|felt|dealt|read|led|fed|fled|held|found|struck|stuck)\b"
)
OWN_LAST = re.compile(r" of (?:his|her|its|their) (\w+)$")  # a title that ends with a possessive and its noun

# Directions as where something goes.
SIDES = {
    "left": "to the left", "right": "to the right", "up": "upwards", "down": "downwards", "up left": "up and to the left",
    "up right": "up and to the right", "down left": "down and to the left", "down right": "down and to the right",
    **{point: f"to the {point}" for point in ("north", "south", "east", "west", "north-east", "north-west", "south-east", "south-west")},
}  # fmt: skip


class English(Language):
    """English as pages need it: articles, plurals, clauses and their opposites."""

    code = "en"
    PHRASES = PHRASES
    LABELS = LABELS
    WORDS: ClassVar[dict[str, str]] = {"and": "and", "or": "or"}
    OPEN: ClassVar[frozenset[str]] = frozenset(["of", "from", "to", "by", "at", "with", "for", "against", "on"])
    HOLDER: ClassVar[str] = r" (?:of|(on|in|at|for|by|around)) an? {kind}(?=(?:\]\([^)]*\))?$)"
    PREPOSITIONS: ClassVar[frozenset[str]] = frozenset(
        [
            "to",
            "from",
            "by",
            "with",
            "for",
            "at",
            "on",
            "against",
            "into",
            "through",
            "where",
            "who",
            "how",
            "what",
            "whose",
            "when",
            "which",
            "under",
        ]
    )

    def the(self, noun: str, gender: str = "", plural: bool = False) -> str:
        return noun if "0" in gender or bare(noun).startswith(DETERMINED) else f"the {noun}"

    def a(self, noun: str, gender: str = "") -> str:
        word = bare(noun)
        if "p" in gender or "0" in gender or word.startswith(("its ", "his ")):
            return noun
        vowel = word[:1] in "aeio" or (word[:1] == "u" and not re.match(r"un[aeiou]|us[eu]|ut", word))
        return f"{'an' if vowel else 'a'} {noun}"

    def this(self, noun: str, gender: str = "") -> str:
        return f"{'these' if 'p' in gender else 'this'} {noun}"

    def own(self, noun: str, gender: str = "", plural: bool = False) -> str:
        return f"its {self.bare_of(noun)}"

    def whose(self, noun: str, gender: str = "", plural: bool = False) -> str:
        return f"whose {self.bare_of(noun)}"

    def adverbial(self, name: str) -> bool:
        return no_noun(name)

    def belongs(self, owner: str, noun: str, gender: str = "", plural: bool = False) -> str:
        words = owner.split()
        if unlinked(noun).endswith(f" of {owner}"):
            return self.the(noun)  # the title says whose it is
        noun = re.sub(r"^(\[?)(?:his|her|its|their) ", r"\1", noun)  # whose it is follows
        if (last := OWN_LAST.search(noun)) is not None:  # ``power of its unit`` of Norway is the power of Norway's unit
            return f"{self.the(noun[: last.start()])} of {self.belongs(owner, last[1])}"
        if (
            len(words) > 3
            or "’s " in owner
            or " of the " in noun
            or bare(noun).startswith(("the ", "a ", "an "))
            or "," in owner
            or owner.endswith((")", "”"))
            or owner.startswith("*")
        ):
            return f"{self.the(noun)} {owner}" if unlinked(noun).endswith(" of") else f"{self.the(noun)} of {owner}"
        if owner.endswith("s") and len(words) > 1:
            return f"{owner}’ {noun}"
        return f"{owner}’s {noun}"

    def worth(self, thing: str) -> str:
        """``value of X``, once."""
        return re.sub(r"^the (value|figure) ", r"\1 ", thing) if thing.startswith(("the value ", "the figure ")) else f"value of {thing}"

    def of(self, thing: str) -> str:
        return f"of {thing}"

    def toward(self, direction: str) -> str:
        """A direction, as where something goes."""
        if direction in SIDES:
            return SIDES[direction]
        return f"{'in' if re.search(r'direction', direction) else 'towards'} {direction}"

    def plural(self, noun: str) -> str:
        if many := given_plural(self.plurals, noun):
            return many
        if " or " in noun:
            return " or ".join(self.plural(part) for part in noun.split(" or "))
        head, cut, rest = noun, "", ""
        for word in (" of ", " in ", " at ", " on ", ", ", " that ", " who ", " to "):
            if word in noun:
                head, cut, rest = noun.partition(word)
                break
        if re.search(r"[^aeiou]y$", head):
            head = head[:-1] + "ies"
        elif head.endswith(("x", "ch", "sh", "z", "ss", "us")):
            head += "es"
        elif head.endswith("man"):
            head = head[:-3] + "men"
        elif re.search(r"\b[Dd]ie$", head):
            head = head[:-2] + "ice"
        elif not head.endswith("s"):
            head += "s"
        return head + cut + rest

    def singular(self, title: str) -> str:
        words = title.split(" ")
        for position, word in enumerate(words):
            if word.lower() in ODD_PLURALS:
                words[position] = ODD_SINGULARS.get(word.lower()) or f"{word[:-2]}an"
                break
            if word.endswith("s") and not word.endswith(("ss", "us", "is", "’s", "'s")):
                words[position] = (
                    word[:-1] if word.endswith("ookies") else word[:-3] + "y" if word.endswith("ies")
                    else word[:-2] if word.endswith(("shes", "ches", "xes", "sses")) else word[:-1]
                )  # fmt: skip
                break  # the first plural is the noun
        return " ".join(words)

    def looks_plural(self, title: Text) -> bool:
        head = (
            re.split(r" (?:of|in|at|on|that|who|to|from|he|it|still|before|with|for|a|by|lost|needed) |, ", title.within("en"))[0]
            .lower()
            .split(" ")
        )
        ends = [w for w in (head[0], head[-1]) if w in ODD_PLURALS or (w.endswith("s") and not w.endswith(("ss", "us", "is", "’s", "'s")))]
        return bool(ends) and not verb_first(title.within("en"), title.own("fr")) and head[0] not in NO_NOUN

    def nounlike(self, title: Text) -> bool:
        return (
            not verb_first(title.within("en"), title.own("fr"))
            and title_word(title) not in NO_NOUN
            and not sentence_like(title.within("en"))
            and "?" not in title.within("en")
        )

    def prep(self, word: str, thing: str) -> str:
        return f"{word} {thing}" if word else thing

    def asserted(self, title: Text, negated: bool, plural: bool) -> str | None:
        if sentence_like(title.within("en")):
            return None
        said = small(title.within("en"))
        adverb, after = adverb_apart(said)
        if adverb and verb_like(said, title.own("fr")) and not (negated and odd(after, negated)):
            return self.with_adverb(adverb.strip().lower(), Text.saying(en=after), negated, plural)
        first, _, rest = said.partition(" ")
        if negated and rest.startswith("still ") and (first in MODALS or first in BE):
            return f"{BE.get(first, first) if plural else first} no longer {rest.removeprefix('still ')}"
        if odd(title.within("en"), negated):
            return f"{'are' if plural else 'is'} {'not ' if negated else ''}in the case {self.quote(said)}"
        if not verb_like(title.within("en"), title.own("fr")):
            return f"{'are' if plural else 'is'} {'not ' if negated else ''}{said}"
        if first in MODALS:
            return f"{NEGATED.get(first, first + ' not') if negated else first} {rest}"
        if first in BE:
            if first == "has" and negated and possessed(title.own("fr"), title.within("en").lower()):
                return f"{'do' if plural else 'does'} not have {rest}"
            return f"{BE[first] if plural else first} {'not ' if negated else ''}{rest}"
        base = re.sub(r"(?<=\w[^aeiou])ies$", "y", first)
        base = re.sub(r"(?:(?<=ss)|(?<=x)|(?<=ch)|(?<=sh)|(?<=do)|(?<=go))es$", "", base) if base == first else base
        base = base[:-1] if base == first else base
        if negated:
            return f"{'do' if plural else 'does'} not {base} {rest}".rstrip()
        return f"{base if plural else first} {rest}".rstrip()

    def with_adverb(self, adverb: str, title: Text, negated: bool, plural: bool) -> str | None:
        """What is said with an adverb before its verb (``still holds the key``); of *still* the opposite is *no longer*, of *never* that it
        is not never so."""
        if negated and adverb == "never":
            return self.asserted(title.each(small), False, plural)
        owns = title.within("en").lower().startswith("has ") and possessed("", title.within("en").lower())
        said = self.asserted(title.each(small), negated and adverb not in NO_LONGER, plural)
        if said is None:
            return None
        led = NO_LONGER.get(adverb, adverb) if negated else adverb
        verb, _, rest = said.partition(" ")
        if negated and owns and verb in ("has", "have") and adverb not in NO_LONGER:
            return f"{'do' if plural else 'does'} not {led} have {rest.removeprefix('not ')}"
        if verb in (*BE, *BE.values(), *MODALS) and not (owns and verb in ("has", "have")):  # ``can no longer move``
            late = negated and adverb not in NO_LONGER and rest.startswith("not ")
            return f"{verb} not {led} {rest[4:]}" if late else f"{verb} {led} {rest}"
        return f"{led} {said}"

    def denied(self, sentence: str) -> str | None:
        said, found = re.subn(r"\b(is|are|was|were|may|must|can)\b", r"\1 not", sentence, count=1)
        return said if found and " no " not in sentence and not sentence.startswith(("nobody", "no ")) else None

    def percent(self, share: float) -> str:
        if 0 < share < 0.0005:
            return "< 0.1%"
        if 0.9995 < share < 1:
            return "> 99.9%"
        return f"{share * 100:.1f}%" if 0 < share < 1 and round(share * 100, 1) != round(share * 100) else f"{share * 100:.0f}%"

    def quote(self, text: str) -> str:
        return f"“{text}”"

    def finish(self, page: str) -> str:
        return minus(page)
