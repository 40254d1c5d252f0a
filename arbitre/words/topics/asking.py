"""What is asked of an action part by part: where from, with which of them, against whom.  ``m``, ``f``: the gender of what is asked for.

``typed.neutral``: words that stand in questions and answers of every kind; ``typed.reply``: before a colon, they only say that an answer
follows; ``typed.prepositions``: they may be all that tells two questions apart; ``mail.myself``: how people call
themselves in an answer.
"""

from __future__ import annotations

_WHICH = ("at", "against", "for", "from", "into", "on", "through", "to", "under", "with")
_PLAIN = ("", "by")  # without a preposition; the one who does it

ENGLISH: dict[str, str] = {
    "ask.where": "where?", "ask.where.to": "where to?", "ask.where.into": "where to?", "ask.where.from": "from where?",
    "ask.where.through": "which way?",
    "ask.whom": "whom?", "ask.whom.to": "to whom?", "ask.whom.into": "into whom?", "ask.whom.from": "from whom?",
    "ask.whom.with": "with whom?", "ask.whom.for": "for whom?",
    **{f"ask.which.{word}.{gender}": f"{word} which {{kind}}?" for word in _WHICH for gender in "mf"},
    **{f"ask.which.{word}.{gender}": "which {kind}?" for word in _PLAIN for gender in "mf"},
    "ask.number": "which number for “{name}”?", "ask.choose": "what do you choose for “{name}”?",
    "ask.direction": "in which direction?", "ask.vertex": "towards which corner?",
    "mail.myself": "myself",
    "typed.neutral": (
        "who whom whose what which where when how why do does did is are was were be been being has have had can could may must "
        "will would shall should you your yours he she it its they them his her their him one a an this that these those there "
        "here no not none nobody if or as but order orders delivery say says think choose chose pick take name"
    ),
    "typed.reply": (
        "answer answers reply question action target name choice decision opinion tonight today night day morning "
        "evening round turn phase"
    ),
    "typed.prepositions": "against for with without from to",
}  # fmt: skip

FRENCH: dict[str, str] = {
    "ask.where": "où ?", "ask.where.to": "vers où ?", "ask.where.into": "vers où ?", "ask.where.from": "d’où ?",
    "ask.where.through": "par où ?",
    "ask.whom": "qui ?", "ask.whom.to": "à qui ?", "ask.whom.into": "dans qui ?", "ask.whom.from": "de qui ?",
    "ask.whom.with": "avec qui ?", "ask.whom.for": "pour qui ?",
    **{f"ask.which.{word}.{gender}": f"{said} {'quel' if gender == 'm' else 'quelle'} {{kind}} ?"
       for word, said in zip(_WHICH, ("à", "contre", "pour", "de", "dans", "sur", "par", "vers", "sous", "avec"), strict=True)
       for gender in "mf"},
    **{f"ask.which.{word}.{gender}": f"{'quel' if gender == 'm' else 'quelle'} {{kind}} ?" for word in _PLAIN for gender in "mf"},
    "ask.number": "quel nombre pour « {name} » ?", "ask.choose": "que choisissez-vous pour « {name} » ?",
    "ask.direction": "dans quelle direction ?", "ask.vertex": "vers quel sommet ?",
    "mail.myself": "moi-même|moi même|moi-meme|moi meme",
    "typed.neutral": (
        "qui que quoi qu quel quelle quels quelles lequel laquelle ou quand comment pourquoi combien est es sont suis etes "
        "sommes etre sera avez avons ont avoir faire faites veut voulez peut peux pouvez pourrait doit dois devez va vous votre "
        "vos tu ta tes toi il elle on ils elles lui leur leurs eux un une d c ce cet cette ces cela ca y n ne pas non plus "
        "personne aucun aucune si mais comme dont ordre ordres livraison dis dit dirais dirai pense crois choisis choisit "
        "choisissez prends prend nomme"
    ),
    "typed.reply": (
        "reponse reponses question action cible nom choix decision avis soir nuit jour journee matin aujourd hui tour "
        "manche phase"
    ),
    "typed.prepositions": "contre pour avec sans",
}  # fmt: skip

GERMAN: dict[str, str] = {
    "ask.where": "wo?", "ask.where.to": "wohin?", "ask.where.into": "wohin?", "ask.where.from": "woher?",
    "ask.where.through": "welchen Weg?",
    "ask.whom": "wen?", "ask.whom.to": "zu wem?", "ask.whom.into": "in wen?", "ask.whom.from": "von wem?",
    "ask.whom.with": "mit wem?", "ask.whom.for": "für wen?",
    **{f"ask.which.{word}.{gender}": f"{said} {form} {{kind}}?"
       for word, said, forms in (
           *((word, said, ("welchem", "welcher", "welchem"))
             for word, said in (("at", "bei"), ("from", "von"), ("to", "zu"), ("with", "mit"))),
           *((word, said, ("welchen", "welche", "welches")) for word, said in (
               ("against", "gegen"), ("for", "für"), ("into", "in"), ("on", "auf"), ("through", "durch"), ("under", "unter"))),
       )
       for gender, form in zip("mfn", forms, strict=True)},
    **{f"ask.which.{word}.{gender}": f"{form} {{kind}}?" for word in _PLAIN
       for gender, form in zip("mfn", ("welchen", "welche", "welches"), strict=True)},
    "ask.number": "welche Zahl für „{name}“?", "ask.choose": "was wählst du für „{name}“?",
    "ask.direction": "in welche Richtung?", "ask.vertex": "zu welcher Ecke?",
    "mail.myself": "mich selbst|mir selbst",
    "typed.neutral": (
        "wer wen wem wessen was welcher welche welches wo wohin woher wann wie warum ist sind war sein hat haben kann können "
        "darf muss wird werden soll sollen du dich dir dein deine ihr euch er sie es ihn ihm ein eine einen einem einer dies "
        "dieser diese kein keine nicht wenn oder als aber befehl befehle abgabe sage denke glaube wähle nehme nenne"
    ),
    "typed.reply": (
        "antwort antworten frage aktion ziel name wahl entscheidung meinung nacht tag abend morgen heute runde zug "
        "phase"
    ),
    "typed.prepositions": "gegen für mit ohne",
}  # fmt: skip
