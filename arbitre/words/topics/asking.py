"""What is asked of an action part by part: where from, with which of them, against whom.  ``m``, ``f``: the gender of what is asked for."""

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
}  # fmt: skip
