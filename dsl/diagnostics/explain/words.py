"""Words of the rules language that somebody asks about as if they were messages: the chapter of the reference that explains each."""

from __future__ import annotations

import re

REFERENCE = "docs/{0}design/language.md"
GUIDE = frozenset(["writing-a-bot"])  # what a page of the guide explains
# The chapters, by their names in addresses, each with its titles in both and the words it explains.
CHAPTERS: dict[str, tuple[str, str, str]] = {
    "a-game": ("A game", "Un jeu", "game extends play plays edition goal players lasts rights"),
    "titles": ("Titles", "Titres", "title text masculine feminine neuter singular plural proper"),
    "options": ("Options", "Options", "option"),
    "kinds-and-fields": (
        "Kinds and fields",
        "Sortes et champs",
        "added kind flag any field kept reported links entered joined open owned many borne seats up board grid king_grid hexagon "
        "hex_rectangle hex_rhombus closed torus buoy column vertex",
    ),
    "members-and-tables-of-data": ("Members and tables of data", "Membres et tableaux de données", "table member"),
    "maps": ("Maps", "Cartes", "map part floor mark path link place cost back reach toward travel surest clear arrival cut floors ways"),
    "looks": ("Looks", "Aspects", "look shape colour icon sign edge arrow"),
    "numbers-sets-conditions-relations": (
        "Numbers, sets, conditions, relations",
        "Nombres, ensembles, conditions, relations",
        "let is when also except adjust condition relation exactly",
    ),
    "expressions": (
        "Expressions",
        "Expressions",
        "knows where those the no in has it not and or none count total greatest smallest best first min max ahead ray distance neighbours "
        "remainder worst line within first_on_ray next_after opposite direction directions diagonal_distance leaders set",
    ),
    "rankings": ("Rankings", "Classements", "ranking lowest highest"),
    "dice-tests-contests-tables": (
        "Dice: tests, contests, tables",
        "Dés : tests, duels, tables",
        "roll test contest dice die reroll natural ties",
    ),
    "chances": ("Chances", "Chances", "chance percent along shortcut"),
    "events": ("Events", "Événements", "event give gives"),
    "telling": ("Telling", "Raconter", "says told"),
    "statements": (
        "Statements",
        "Instructions",
        "end prevent fail tell reschedule becomes gains loses if otherwise while repeat for each "
        "together at draw create discard wins publish during until by",
    ),
    "decisions": ("Decisions", "Décisions", "chooses may acts must asks secret"),
    "actions": (
        "Actions",
        "Actions",
        "action preferring appeal hint written needs once several spends instead order orders perform",
    ),
    "writing-a-bot": ("Writing a bot", "Écrire un joueur automatique", "worth"),
    "agendas": ("Agendas", "Agendas", "agenda over step fixed repeated due keeps turn"),
    "hooks": ("Hooks", "Accroches", "hook before after proceed"),
    "invariants": ("Invariants", "Invariants", "law always because"),
    "visibility": ("Visibility", "Visibilité", "seen sees reveals everyone nobody"),
    "changing-a-game": ("Changing a game", "Changer un jeu", "formerly replace remove insert gone"),
    "clauses": ("Clauses", "Clauses", "clause ruling waived"),
    "chapters": ("Chapters", "Chapitres", "chapter odds tip rules sheet cards example"),
    "pictures": ("Pictures", "Images", "picture showing"),
    "scenarios-and-odds": (
        "Scenarios and odds",
        "Scénarios et chances",
        "scenario expect given refused measure offered setting start do seeking regardless stops totals",
    ),
}


def chapter_of(word: str, lang: str) -> tuple[str, str] | None:
    """Where a word of the language is explained: the title of the chapter, and the address; None of any other word."""
    asked = re.match(r"[^\W\d_]+", word.lower())
    name = next((name for name, (_, _, words) in CHAPTERS.items() if asked and asked[0] in words.split()), None)
    if name is None:
        return None
    title = CHAPTERS[name][1 if lang == "fr" else 0]
    if name in GUIDE:
        return title, f"docs/{'fr' if lang == 'fr' else 'en'}/guide/{name}.md"
    return title, f"{REFERENCE.format('fr/' if lang == 'fr' else '')}#{name}"


def words_of_the_language() -> list[str]:
    """All words that are explained somewhere."""
    return sorted({word for _, _, words in CHAPTERS.values() for word in words.split()})
