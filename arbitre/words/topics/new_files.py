"""What is said of new files, in both languages."""

from __future__ import annotations

ENGLISH: dict[str, str] = {
    "new.like": "What it is like.",
    "new.no_name": "‘{name}’ cannot be a name in rules: use one word of small letters, digits and underscores, not a word of the language",
    "new.of_what": "a {sort} belongs to a game: add --of GAME",
    "new.no_kind": "a new member cannot be a ‘{kind}’; available: {known}",
    "new.no_kinds": "‘{game}’ has no kind to which a member can be added",
    "new.no_floor": "‘{game}’ has no map with room for another part",
    "new.no_clause": "‘{clause}’ is not a clause number: write capital letters, a hyphen and the rest, such as CO-evt-02",
    "new.no_title": "a scenario is named by a sentence on one line, not ‘{name}’",
    "new.no_rule": "there is no rule at line {line} of ‘{file}’ that a variant can replace",
    "new.variant_of": "{game}, a variant",
    "new.changed_below": "a changed version follows",
    "new.there": "‘{path}’ already exists: choose another name or folder",
    "new.not_beside": "a file in ‘{folder}’ would not find ‘{game}’: leave out --folder, and it is put beside that game",
    "new.written": "Written: {path}",
    "new.next": "Try it: arbitre check {path}; arbitre test {path}",
    "new.pack": "Say what it does, write its scenarios, then: arbitre pack {path}",
}

FRENCH: dict[str, str] = {
    "new.like": "À quoi elle ressemble.",
    "new.no_name": "« {name} » ne convient pas : il faut un seul mot en minuscules, chiffres et tirets bas, qui ne soit pas du langage",
    "new.of_what": "il faut dire de quel jeu ({sort}) : ajoutez --of JEU",
    "new.no_kind": "aucun nouveau membre ne peut être un « {kind} » ; il y a : {known}",
    "new.no_kinds": "« {game} » n’a pas de sorte à laquelle ajouter un membre",
    "new.no_floor": "« {game} » n’a pas de plan où loger un morceau de plus",
    "new.no_clause": "« {clause} » n’est pas un numéro de clause : des majuscules, un trait d’union et la suite, CO-evt-02",
    "new.no_title": "un scénario s’appelle par une phrase sur une seule ligne, pas « {name} »",
    "new.no_rule": "à la ligne {line} de « {file} », il n’y a pas de règle qu’une variante puisse remplacer",
    "new.variant_of": "{game}, variante",
    "new.changed_below": "une version modifiée suit",
    "new.there": "« {path} » existe déjà : choisissez un autre nom ou un autre dossier",
    "new.not_beside": "depuis « {folder} », le fichier ne trouverait pas « {game} » : sans --folder, il est mis à côté de ce jeu",
    "new.written": "Écrit : {path}",
    "new.next": "À essayer : arbitre check {path} ; arbitre test {path}",
    "new.pack": "Dites ce qu’il fait, écrivez ses scénarios, puis : arbitre pack {path}",
}
