"""The phrase book of French: elision, agreement, spaces before the signs that want one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar

from arbitre.documents.language.base import Language, bare, given_plural, minus, small, unlinked
from arbitre.documents.language.en.grammar import NO_NOUN, ODD_PLURALS, adverb_apart, odd, sentence_like, title_word, verb_first, verb_like
from arbitre.documents.language.fr.labels import LABELS
from arbitre.documents.language.fr.number import plural_word, singular_x
from arbitre.documents.language.fr.phrases import PHRASES
from arbitre.documents.language.fr.states import feminine, masculine, state
from arbitre.dsl.core import Text
from arbitre.dsl.core.texts import Worded
from arbitre.dsl.diagnostics.said import ASPIRATED, contracted
from arbitre.dsl.resolve.kinds import FRENCH_DIRECTIONS

AGAIN = "\ue000"  # a clause of a row, before which a conjunction is to be said again
VOWELS = "aeiouyàâäéèêëîïôöùûüœæ"
FEMININE = re.compile(
    r"(?:tion|sion|xion|té|ée|ie|ure|une|agne|ogne|aille|eille|ouille|otte|ette|elle|ence|ance|esse|ade|ise|ille|euse|trice|ère|ine|ude|ose|ble|rce|nte|che|gle|(?:haut|larg|profond|longu|val|coul|fav|rigu|vigu|lu|od|p|lent|grand)eur|raison|saison|façon)$"
)
MASCULINE = re.compile(r"(?:âge|age|isme|ment|oir|eau|eur|ent|ème|ège|ier|al|on|et|ot|il|ble|arbitre|ouble|nombre|centre|signe|rôle)$")
# Nouns in -té are feminine (``la santé``), but for past participles used as nouns (``l'invité``) and these few.
UNLIKE_SANTE = re.compile(r"(?:invité|député|révolté|dérouté|arrêté|endetté|exploité|entêté|acquitté|alité|excité|irrité|agité|débité|raté|"
                     r"traité|comité|comté|côté|été|pâté|velouté|doigté|jeté|décolleté|aparté|karaté|thé)")  # fmt: skip
# Adjectives that stand before their noun, and tell its gender.
LEADING = {word: "f" for word in ("moyenne", "courte", "longue", "première", "seconde", "dernière", "petite", "grande", "haute", "basse",
                                  "bonne", "mauvaise", "nouvelle", "vieille", "pleine", "demie")} | {
    word: "m" for word in ("moyen", "court", "long", "premier", "second", "dernier", "petit", "grand", "haut", "bas", "bon", "mauvais",
                           "nouveau", "vieux", "plein")}  # fmt: skip
PREPOSED = ("de", "du", "des", "à", "au", "aux", "en", "qui", "sur", "dans", "que")
NEVER = re.compile(r"n(?:e |['’])(.+?) jamais\b(?! d[e'’])(.*)")  # a title that says it of no time (``Ne bouge jamais``)
AGREEING = re.compile(r"(?:é|ée|u|ue|ante?|if|ive|elle?|ible|able)s$")  # adjectives in the plural at the end of a title
SINGULAR_S = frozenset(
    [
        "pris",
        "mis",
        "soumis",
        "assis",
        "permis",
        "bras",
        "corps",
        "dos",
        "temps",
        "poids",
        "choix",
        "fois",
        "mois",
        "accès",
        "succès",
        "prix",
        "pas",
        "cas",
        "cours",
        "concours",
        "discours",
        "parcours",
        "recours",
        "secours",
        "bois",
        "tapis",
        "colis",
        "croix",
        "voix",
        "noix",
        "souris",
        "pays",
        "repos",
        "refus",
        "sens",
        "os",
        "gros",
        "bas",
        "tas",
        "procès",
        "plus",
        "mais",
        "moins",
        "puis",
        "dans",
        "sous",
        "vers",
        "sans",
        "très",
        "après",
        "entre",
        "commis",
        "avis",
        "abus",
        "héros",
        "palais",
        "relais",
        "rabais",
        "radis",
        "rubis",
        "tiers",
        "fils",
        "jus",
        "progrès",
        "excès",
        "congrès",
        "revers",
        "univers",
        "velours",
        "ours",
        "puits",
        "remords",
        "marais",
        "engrais",
        "virus",
        "bonus",
        "malus",
        "campus",
        "bus",
        "intrus",
        "surplus",
        "talus",
        "obus",
        "cactus",
    ]
)
PLURALS = {"est": "sont", "a": "ont", "doit": "doivent", "peut": "peuvent", "va": "vont", "prend": "prennent", "veut": "veulent",
           "était": "étaient", "fait": "font", "tient": "tiennent", "reçoit": "reçoivent", "sort": "sortent",
           "choisit": "choisissent", "dit": "disent", "vient": "viennent", "voit": "voient", "permet": "permettent",
           "interdit": "interdisent", "contient": "contiennent", "bat": "battent", "attend": "attendent", "perd": "perdent",
           "met": "mettent", "court": "courent", "dort": "dorment", "part": "partent", "sert": "servent", "vit": "vivent", "fuit": "fuient",
           "meurt": "meurent", "toucherait": "toucheraient", "pourrait": "pourraient", "suit": "suivent"}  # fmt: skip
VERBS = frozenset(
    [
        *PLURALS,
        "livre",
        "joue",
        "porte",
        "barre",
        "prend",
        "garde",
        "perd",
        "reste",
        "attend",
        "menace",
        "vient",
        "compte",
        "permet",
        "cache",
        "donne",
        "donnerait",
        "toucherait",
        "suit",
        "voit",
        "s'ouvre",
        "renverse",
        "bouge",
        "entre",
        "pivote",
    ]
)
LASTING = ("encore", "toujours", "déjà", "vite", "bien", "mal", "seul")  # what stands behind a verb (``Court encore``)
INVARIABLE = frozenset(
    [
        "debout",
        "en",
        "à",
        "au",
        "aux",
        "dans",
        "sur",
        "sous",
        "hors",
        "encore",
        "par",
        "pour",
        "de",
        "du",
        "près",
        "loin",
        "ensemble",
        "ici",
        "là",
        "chez",
        "avec",
        "sans",
        "contre",
        "face",
        "devant",
        "derrière",
        "trop",
        "très",
        "plus",
        "moins",
        "bien",
        "mal",
        "une",
        "un",
        "le",
        "la",
    ]
)
NO_NOUNS = frozenset(
    [
        "à",
        "au",
        "aux",
        "en",
        "par",
        "pour",
        "sur",
        "dans",
        "de",
        "du",
        "devant",
        "derrière",
        "contre",
        "avec",
        "face",
        "encore",
        "moins",
        "plus",
        "déjà",
        "hors",
        "sous",
        "vers",
        "qui",
        "ne",
        "non",
        "sans",
        "peuvent",
        "doivent",
        "où",
        "comment",
        "dont",
        "quand",
        "combien",
        "vu",
        "vus",
        "soutient",
    ]
)
DANGLING = frozenset(["à", "au", "de", "du", "en", "par", "pour", "sur", "dans", "contre", "avec", "vers"])  # a noun does not end so
PREPOSITIONS = {"to": "vers", "from": "depuis", "by": "par", "with": "avec", "for": "pour", "at": "en", "on": "sur", "against": "contre",
                "into": "dans", "through": "par", "under": "sous"}  # fmt: skip
OWN_LAST = re.compile(r"(?<![\w’'])(de |à )?(sa|son|ses) ([\w-]+)(?=(?:\]\([^)]*\))?$)")  # a title that ends with a possessive and its noun


# Verbs that no noun is written like: a title that goes on after them says something of its subject, whatever it is in English.
PREDICATE = re.compile(
    r"(?i:n['’]|ne |s['’]|se )?(?i:a|est|était|doit|peut|va|veut|prend|tient|reçoit|vient|voit|attend|perd|met) [^\W\d]"
    r"|(?i:porte|garde|joue|menace|barre|cache|donne) (?:(?:le|la|les|un|une|des|du|son|sa|ses) |l['’])"
)
# What is said to be so, up to the word that agrees.
STATED = re.compile(
    r"((?:n['’]|ne )?(?:est|sont|était|étaient)(?: pas)? (?:(?:très|trop|plus|encore|déjà|seulement|bien) )*)([^\W\d]+)\b(?!['’])"
)
CAPITAL = ("Le ", "Les ", "[Le ", "[Les ")  # names that begin with their article


def vowel(text: str) -> bool:
    """Does the word ask for an elision before it?"""
    if text.startswith("("):
        return False  # nothing is elided before a bracket
    word = bare(text)
    if word[:1] == "h":
        return not word.startswith(ASPIRATED)
    return bool(word) and word[0] in VOWELS and not re.match(r"onz|oui|y[ aeiou]|un,|uns", word)


def denied_of_several(said: str) -> str:
    """``N’a pas de caisse``, said of several: ``n’ont pas de caisse``."""
    found = re.match(r"(?:ne |n[’'])(\w+)", said)
    if found is None or (found[1] not in VERBS and not found[1].endswith("e")):
        return said
    verb = PLURALS.get(found[1], found[1] + "nt")
    rest = said[found.end() :]
    if verb == "sont":
        rest = re.sub(r"^( pas )(\w+)", lambda m: m[1] + agreed(m[2]), rest)
    return f"{'n’' if vowel(verb) else 'ne '}{verb}{rest}"


class French(Language):
    """French as pages need it: genders, elision, agreement, negation."""

    code = "fr"
    PHRASES = PHRASES
    LABELS = LABELS
    WORDS: ClassVar[dict[str, str]] = {"and": "et", "or": "ou"}
    OPEN: ClassVar[frozenset[str]] = DANGLING
    NO_NOUNS: ClassVar[frozenset[str]] = NO_NOUNS
    DIRECTIONS: ClassVar[Mapping[str, str]] = FRENCH_DIRECTIONS
    FEMININE: ClassVar[str] = r"les \[?cases\b"
    VERBAL: ClassVar[str] = PREDICATE.pattern
    POINTING: ClassVar[str] = "(?:ce|cet|cette) "
    SEVERAL: ClassVar[str] = "[Ll]es "
    ARTICLES: ClassVar[str] = r"\W*(?:(la|une|cette|toute|aucune|sa)|le|un|ce|cet|tout|aucun|du|au)\b"
    ROLLS_FOR: ClassVar[bool] = True
    COUNTS_NONE: ClassVar[bool] = True
    SEMICOLON: ClassVar[str] = " ; "
    OWNER: ClassVar[str] = r" (?:de |du |des |d[’'])"
    HOLDER: ClassVar[str] = r" (?:(sur|dans|par|pour|avec) |d[’'])une? {kind}(?=(?:\]\([^)]*\))?$)"

    def the(self, noun: str, gender: str = "", plural: bool = False) -> str:
        if re.match(
            r"(?:le|la|les|un|une|des|du|sa|son|ses|qui|dont|ce|cet|cette|ces|ceux|celui|celle|chaque|tous|toutes|tout|toute) |l['’]",
            bare(noun),
        ):
            return noun
        if "0" in gender:
            return noun
        if plural or "p" in gender:
            return f"les {noun}"
        if vowel(noun):
            return f"l’{noun}"
        return f"{'la' if gender == 'f' else 'le'} {noun}"

    def single(self, noun: str, gender: str, form: str) -> tuple[str, str]:
        if "p" not in gender or form not in ("number", "row", "flag"):
            return noun, gender
        return (f"nombre {self.de(noun)}", "m") if form == "number" else (self.singular(noun), gender.replace("p", ""))

    def first(self, gender: str) -> str:
        return "la première" if gender.startswith("f") else "le premier"

    def each(self, gender: str) -> str:
        return "chacune" if gender.startswith("f") else "chacun"

    def no(self, thing: str) -> str:
        return re.sub(r"^un(e?) ", r"aucun\1 ", thing)

    def a(self, noun: str, gender: str = "") -> str:
        return (
            noun
            if "0" in gender or re.match(r"(?:sa|son|ses) ", bare(noun))
            else f"{'des' if 'p' in gender else 'une' if gender == 'f' else 'un'} {noun}"
        )

    def this(self, noun: str, gender: str = "") -> str:
        if "p" in gender:
            return f"ces {noun}"
        return f"cette {noun}" if gender == "f" else f"cet {noun}" if vowel(noun) else f"ce {noun}"

    def own(self, noun: str, gender: str = "", plural: bool = False) -> str:
        noun = self.bare_of(noun)
        return f"ses {noun}" if plural or "p" in gender else f"sa {noun}" if gender == "f" and not vowel(noun) else f"son {noun}"

    def whose(self, noun: str, gender: str = "", plural: bool = False) -> str:
        return f"dont {self.the(noun, gender, plural)}"

    def belongs(self, owner: str, noun: str, gender: str = "", plural: bool = False) -> str:
        if unlinked(noun).endswith(f" {self.of(owner)}"):
            return self.the(noun, gender, plural)  # the title says whose it is
        head = re.match(r"(?:le |la |l[’'])([\w-]+)", owner)
        if head is not None and bare(noun) == head[1] != owner[head.start(1) :]:
            return owner  # the title names one already: ``la compétence prêtée``
        tail = re.search(r" (?:le |la |l[’']|du |de la |de l[’']|d[’']une? |d[’']|de )([\w-]+)(?=(?:\]\([^)]*\))?$)", noun)
        if head is not None and tail is not None and tail[1] == head[1]:  # ``donneur d’ordre`` of an order, ``qui veulent la balle``
            led = self.of(owner) if tail[0].startswith((" d", " de")) else owner
            return f"{self.the(noun[: tail.start()] + noun[tail.end() :], gender, plural)} {led}"
        whole, found = self.whole(noun)
        if found:
            return f"{self.the(whole, *found)} {self.of(owner)}"
        return f"{self.the(self.unowned(noun), gender, plural)} {self.of(owner)}"

    @staticmethod
    def whole(noun: str) -> tuple[str, tuple[str, bool] | None]:
        """A title without the possessive it begins with (``ses pions``), and the gender and number that told."""
        found = re.match(r"(\[?)(sa|son|ses) ", noun)
        return (noun, None) if found is None else (found[1] + noun[found.end() :], ("f" if found[2] == "sa" else "m", found[2] == "ses"))

    def unowned(self, said: str) -> str:
        """``Cases couvertes par le socle`` for ``par son socle``, as whose it is follows; idioms (``reprendre ses esprits``) stay."""
        found = OWN_LAST.search(said)
        if found is None or re.search(r"(?:er|ir|re) $", said[: found.start()]):
            return said
        thing = self.the(found[3], "f" if found[2] == "sa" else "m", found[2] == "ses")
        led = self.of(thing) if found[1] == "de " else self.to(thing) if found[1] == "à " else f"{found[1] or ''}{thing}"
        return said[: found.start()] + led + said[found.end(3) :]

    def worth(self, thing: str) -> str:
        """``valeur de X``, once."""
        return thing[3:] if re.match(r"(?:la|sa) \[?valeur\b", thing) else f"valeur {self.of(thing)}"

    def of(self, thing: str) -> str:
        if thing.startswith(CAPITAL):
            return contracted(f"de {thing}", "fr")
        if thing.startswith("le "):
            return f"du {thing[3:]}"
        if thing.startswith("les "):
            return f"des {thing[4:]}"
        if thing.startswith(("des ", "de ", "d’", "du ")):
            return thing
        return f"d’{thing}" if vowel(thing) else f"de {thing}"

    def to(self, thing: str) -> str:
        """``à X``."""
        if thing.startswith(CAPITAL):
            return contracted(f"à {thing}", "fr")
        if thing.startswith("le "):
            return f"au {thing[3:]}"
        return f"aux {thing[4:]}" if thing.startswith("les ") else f"à {thing}"

    def de(self, thing: str) -> str:
        """``de X`` without an article: of so many of them."""
        thing = self.bare_of(thing)
        return f"d’{thing}" if vowel(thing) else f"de {thing}"

    def que(self, clause: str) -> str:
        return self.repeated(clause, lambda part: f"qu’{part}" if vowel(part) else f"que {part}")

    def si(self, clause: str) -> str:
        return self.repeated(clause, lambda part: f"s’{part}" if re.match(r"ils? ", part) else f"si {part}")

    @staticmethod
    def repeated(clause: str, led: Callable[[str], str]) -> str:
        """Conjunctions are repeated before each clause of a row: ``si la case est vide et si le tour est fini``."""
        first, *rest = clause.split(AGAIN)
        return led(first) + "".join(led(part) for part in rest)

    def joined(self, clauses: Sequence[str], word: str = "and", apart: bool = False) -> str:
        return super().joined([clauses[0], *(c if c.startswith("soit ") else AGAIN + c for c in clauses[1:])], word, apart)

    def quand(self, clause: str) -> str:
        return f"quand {clause}"

    def turning(self, direction: str) -> str:
        return self.the(direction, "f" if direction.startswith(("gauche", "droite")) else "m")

    def toward(self, direction: str) -> str:
        """A direction, as where something goes."""
        return f"{'dans' if re.match(r'(?:la|cette|sa) .{0,1}direction', direction) else 'vers'} {direction}"

    def learnt(self, texts: Iterable[Worded]) -> dict[str, str]:
        masculine: Counter[str] = Counter()
        feminine: Counter[str] = Counter()
        for text in texts:
            for article, word in re.findall(
                r"\b(le|un|du|au|ce|cet|la|une|cette|aucun|aucune|quel|quelle) ([a-zà-ÿœ]{3,})", text.own("fr").lower()
            ):
                (feminine if article in ("la", "une", "cette", "aucune", "quelle") else masculine)[word] += 1
        words = [word for word in {*masculine, *feminine} if feminine[word] != masculine[word]]
        return {word: "f" if feminine[word] > masculine[word] else "m" for word in words}

    def guessed(self, noun: str, learnt: dict[str, str], known: dict[str, str]) -> str:
        word = re.split(r"[ ’']", noun)[0].lower()
        if word in LEADING and " " in noun:
            return LEADING[word]
        for form in (word, word.rstrip("sx")):
            if form in learnt:
                return learnt[form]
        told = known.get(word) or known.get(word.rstrip("sx"))
        if told:
            return told
        one = self.singular(word)
        return "f" if FEMININE.search(one) and not MASCULINE.search(one) and not UNLIKE_SANTE.fullmatch(one) else "m"

    def plural(self, noun: str) -> str:
        if many := given_plural(self.plurals, noun):
            return many
        for joint in (" ou ", " et "):
            if joint in noun:
                return joint.join(self.plural(part) for part in noun.split(joint))
        words = noun.split(" ")
        words[0] = plural_word(words[0])
        if len(words) > 1 and re.search(r"(?:é|ée|if|ive|ale?|eux|euse|ant|ante|aire|ible|able|ique)$", words[1]):
            words[1] = plural_word(words[1])
        return " ".join(words)

    def singular(self, title: str) -> str:
        words = title.split(" ")
        for position, word in enumerate(words):
            if word in PREPOSED or word.startswith(("d'", "d’")):
                apart = position + (word in PREPOSED) < len(words) - 1  # ``relances d’équipe restantes``, but ``jeux de dés``
                if apart and words[-1].lower() not in SINGULAR_S and AGREEING.search(words[-1]):
                    words[-1] = words[-1][:-1]
                break
            if word.endswith("x"):
                words[position] = singular_x(word)
            elif word.endswith("s") and word.lower() not in SINGULAR_S:
                words[position] = "dû" if word == "dus" else word[:-1]
        return " ".join(words)

    def looks_plural(self, title: Text) -> bool:
        first = title.within("fr").split(" ")[0].lower()
        if first in ("les", "des", "ses", "deux", "trois"):
            return True
        if not title.own("en").strip():  # nothing but the French title tells
            return first.endswith(("s", "aux", "eux")) and first not in SINGULAR_S and not first.endswith(("us", "is"))
        return (first.endswith(("s", "aux", "eux")) and first not in SINGULAR_S
                and any(w in ODD_PLURALS or (w.endswith("s") and not w.endswith(("ss", "us")))
                        for w in title.own("en").lower().split()))  # fmt: skip

    def measured(self, title: str) -> bool:
        return title.split(" ")[0] not in SINGULAR_S  # ``en cours`` says something else

    def several(self, title: Text, plural: bool) -> bool:
        said = title.own("fr")
        return plural or (not title.of("fr").number and bool(said) and self.looks_plural(Text.saying(fr=said)))

    def descriptive(self, title: Text) -> bool:
        return super().descriptive(title) or (not title.of("fr").gender and state(title.own("fr")))

    def agreed_with(self, said: str, gender: str, plural: bool) -> str:
        found = STATED.match(said)
        if found is None or not gender or found[2] in INVARIABLE:
            return said
        word = found[2][:-1] if plural and found[2].endswith("s") and found[2] not in SINGULAR_S else found[2]
        word = feminine(word) if gender.startswith("f") else masculine(word)
        many = plural and word not in SINGULAR_S
        return f"{found[1]}{plural_word(word) if many else word}{said[found.end() :]}"

    def nounlike(self, title: Text) -> bool:
        first = title.within("fr").split(" ")[0].lower()
        last = title.within("fr").split(" ")[-1].lower()
        return ((first not in NO_NOUNS or bool(title.of("fr").gender)) and last not in DANGLING and not first.startswith(("n’", "n'"))
                and not PREDICATE.match(title.within("fr")) and not verb_first(title.own("en"), title.within("fr"))
                and title_word(title) not in NO_NOUN and not sentence_like(title.own("en")) and "?" not in title.within("fr"))  # fmt: skip

    def prep(self, word: str, thing: str) -> str:
        if not word:
            return thing
        said = PREPOSITIONS.get(word, word)
        return (
            self.of(thing)
            if said == "de"
            else self.to(thing)
            if word == "à" or (word == "at" and thing.startswith(("le ", "la ", "les ", "l’")))
            else f"{said} {thing}"
        )

    def asserted(self, title: Text, negated: bool, plural: bool) -> str | None:
        if sentence_like(title.own("en")):
            return None
        said = small(title.within("fr"))
        if negated and (never := NEVER.match(said)) is not None:  # what is not never so, is so
            return self.asserted(Text.saying(en=adverb_apart(title.own("en"))[1], fr=f"{never[1]}{never[2]}"), False, plural)
        denied = said.startswith(("ne ", "n’", "n'", "pas "))
        if negated and not denied and (lasting := re.search(r" (encore|déjà)\b(?! une fois)", said)) is not None:
            return self.no_longer(title, lasting[0], plural)
        if odd(title.own("en"), negated) or (negated and denied):
            be = "sont" if plural else "est"
            return (
                f"{'ne ' if plural else 'n’'}{be} pas dans le cas {self.quote(said)}" if negated else f"{be} dans le cas {self.quote(said)}"
            )
        if said.startswith(("ne ", "n’", "n'")):
            return denied_of_several(said) if plural else said
        if said.startswith("pas "):
            return f"{'ne sont' if plural else 'n’est'} {said}"
        if said.startswith("<"):
            return f"{'n’est pas' if negated else 'est'} {said}" if not plural else f"{'ne sont pas' if negated else 'sont'} {said}"
        first, _, rest = said.partition(" ")
        pronoun = ""
        if first in ("se", "me") or first.startswith(("s’", "s'")):
            if first == "se":
                pronoun = "se "
                first, _, rest = rest.partition(" ")
            else:
                pronoun, first = first[:2], first[2:]
        if (
            not pronoun
            and first not in VERBS
            and not (first in PLURALS and rest.startswith(LASTING))
            and not (
                verb_like(title.own("en"), title.within("fr"))
                and first.endswith(("e", "t", "d", "a"))
                and first not in INVARIABLE
                and not (state(first) and title.own("en").lower().startswith(("is ", "are ")))  # ``Is dead``, ``Mort``
            )
        ):
            said = f"{agreed(first)} {rest}".strip() if plural else said
            if negated:
                return f"{'ne sont' if plural else 'n’est'} pas {said}"
            return f"{'sont' if plural else 'est'} {said}"
        if plural:
            rest = re.sub(r"^((?:été|être|en train d['’]être) )?(\w+)", lambda m: f"{m[1]}{agreed(m[2])}" if m[1] else m[0], rest)
            if first in ("est", "était"):
                rest = re.sub(r"^(?:(plus|très|trop) )?(\w+)", lambda m: f"{m[1] + ' ' if m[1] else ''}{agreed(m[2])}", rest)
            first = PLURALS.get(first, first + "nt" if first.endswith("e") else re.sub("ait$", "aient", first))
            if pronoun in ("s’", "s'") and not vowel(first):
                pronoun = "se "
        if not negated:
            return f"{pronoun}{first} {rest}".rstrip()
        if first in ("doit", "doivent") and re.match(r"(?:s['’]|se )?\w+(?:er|ir|re)\b", rest):  # what need not be done is not forbidden
            return f"n’{'ont' if plural else 'a'} pas à {rest}"
        if first not in ("est", "sont", "était", "étaient"):
            rest = re.sub(r"^(?:une?|des|du) (?!seul)", lambda m: "d’" if vowel(rest[m.end() :]) else "de ", rest)
        no = "ne " if pronoun or not vowel(first) else "n’"
        return f"{no}{pronoun}{first} pas {rest}".rstrip()

    def no_longer(self, title: Text, lasting: str, plural: bool) -> str | None:
        """The opposite of what is still so (``ne mène plus de cheval``), or already (``n’a pas encore bougé``)."""
        said = self.asserted(title.each(lambda text: text.replace(lasting, "", 1)), True, plural)
        if said is None or " pas" not in said or "dans le cas" in said:
            return said
        return said.replace(" pas", " plus" if lasting == " encore" else " pas encore", 1)

    def denied(self, sentence: str) -> str | None:
        verbs = {
            "est": "n’est pas",
            "sont": "ne sont pas",
            "a": "n’a pas",
            "ont": "n’ont pas",
            "peut": "ne peut pas",
            "doit": "ne doit pas",
        }
        said, found = re.subn(r"(?<= )(est|sont|a|ont|peut|doit)(?= )", lambda m: verbs[m[1]], sentence, count=1)
        return said if found and not re.match(r"(?:personne|nul|aucun|on) ", sentence) else None

    def percent(self, share: float) -> str:
        if 0 < share < 0.0005:
            return "< 0,1 %"
        if 0.9995 < share < 1:
            return "> 99,9 %"
        said = f"{share * 100:.1f}" if 0 < share < 1 and round(share * 100, 1) != round(share * 100) else f"{share * 100:.0f}"
        return f"{said.replace('.', ',')} %"

    def quote(self, text: str) -> str:
        return f"« {text} »"

    def finish(self, page: str) -> str:
        page = minus(page.replace(AGAIN, ""))
        page = re.sub(r"\b([Pp]ersonne|[Nn]ul|[Aa]ucune? \w+) (connaît|lit|voit|sait)\b", r"\1 ne \2", page)
        page = re.sub(r"(?<=[^\s|]) ([;!?])(?=[\s<*_)\]|.,]|$)", "\u202f\\1", page, flags=re.M)
        page = re.sub(r"(?<=[^\s|]) ([:»])(?=[\s<*_)\]|.,;]|$)", "\u00a0\\1", page, flags=re.M)
        page = page.replace("« ", "«\u00a0").replace(" %", "\u00a0%")
        page = re.sub(r"(?<![\w.,/#-])(\d{1,3})(\d{3})(?= (?:deniers|cases|points|pièces|parties|mots|fois)\b)", "\\1\u202f\\2", page)
        return re.sub(r"(?<=[a-zA-Zéèàâêîôûç])'(?=[a-zA-Zéèàâêîôûœ«*\[])", "’", page)


def agreed(word: str) -> str:
    """An adjective in the plural, where it changes."""
    return word if word in INVARIABLE or word.startswith(("d'", "d’", "l’")) or not re.search(r"[a-zéûôîùi]$", word) else plural_word(word)
