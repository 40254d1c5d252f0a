"""What is said of translations, in both languages."""

from __future__ import annotations

ENGLISH: dict[str, str] = {
    "translate.done": "{path}: {texts}, {missing} still to be translated",
    "translate.texts.one": "{n} text",
    "translate.texts.many": "{n} texts",
    "translate.taken.one": "{n} text was taken from the catalogue.",
    "translate.taken.many": "{n} texts were taken from the catalogue.",
    "translate.stale.one": "{n} translation is out of date and is kept as a comment (‘# stale:’).",
    "translate.stale.many": "{n} translations are out of date and are kept as comments (‘# stale:’).",
    "translate.faulty": "a file with faults cannot be translated: {place}: {text}",
    "translate.nothing": "every text of ‘{game}’ is already in ‘{language}’",
    "translate.other_file": "‘{path}’ is not a translation into ‘{language}’, or it has faults: it is not overwritten",
    "translate.no_catalogue": "‘{path}’ is not a readable gettext catalogue ({error})",
    "translate.other_language": "‘{path}’ is a catalogue for ‘{held}’, not for ‘{language}’",
}

FRENCH: dict[str, str] = {
    "translate.done": "{path} : {texts}, encore à traduire : {missing}",
    "translate.texts.one": "{n} texte",
    "translate.texts.many": "{n} textes",
    "translate.taken.one": "{n} texte pris dans le catalogue.",
    "translate.taken.many": "{n} textes pris dans le catalogue.",
    "translate.stale.one": "{n} traduction est périmée ; elle y figure en commentaire (« # stale: »).",
    "translate.stale.many": "{n} traductions sont périmées ; elles y figurent en commentaires (« # stale: »).",
    "translate.faulty": "ce qui a des fautes ne se traduit pas : {place} : {text}",
    "translate.nothing": "« {game} » n’a aucun texte qui ne soit déjà en « {language} »",
    "translate.other_file": "« {path} » n’est pas une traduction en « {language} », ou elle a des fautes : rien n’est écrit par-dessus",
    "translate.no_catalogue": "« {path} » n’est pas un catalogue gettext lisible ({error})",
    "translate.other_language": "« {path} » est un catalogue en « {held} », pas en « {language} »",
}

HELP: dict[str, str] = {
    "Write a translation, or bring one up to date. GAME is a game or an extension file. Every text it has is listed: what is translated stays, what is missing has an empty text, and a translation whose text was changed is kept as a comment that begins with ‘stale’.": (
        "Écrit une traduction, ou la met à jour.\n\nGAME est un jeu ou un fichier d’extension. Tous ses textes y sont : ce qui est traduit reste, ce qui manque a un texte vide, et une traduction dont le texte a changé est gardée en commentaire, précédée de « stale »."
    ),
    "Language to translate into, as an ISO 639 code.": "La langue dans laquelle traduire, par son code ISO 639.",
    "Write this file (default: the existing translation, or translations/CODE.rules beside the game).": (
        "Écrit ce fichier (par défaut la traduction qu’il y a, sinon translations/CODE.rules à côté du jeu)."
    ),
    "Write a gettext catalogue instead.": "Écrit plutôt un catalogue gettext.",
    "Take in the texts of a gettext catalogue.": "Prend les textes d’un catalogue gettext.",
}
