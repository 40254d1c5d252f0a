"""What is asked of an action part by part: where from, with which of them, against whom.  ``m``, ``f``: the gender of what is asked for."""

from __future__ import annotations

_WHICH = ("at", "against", "for", "from", "into", "on", "through", "to", "under", "with")

ENGLISH: dict[str, str] = {
    "ask.where": "where?", "ask.where.to": "where to?", "ask.where.into": "where to?", "ask.where.from": "from where?",
    "ask.where.through": "which way?",
    "ask.whom": "whom?", "ask.whom.to": "to whom?", "ask.whom.into": "into whom?", "ask.whom.from": "from whom?",
    "ask.whom.with": "with whom?", "ask.whom.for": "for whom?",
    **{f"ask.which.{word}.{gender}": f"{word} which {{kind}}?" for word in _WHICH for gender in "mf"},
}  # fmt: skip

FRENCH: dict[str, str] = {
    "ask.where": "où ?", "ask.where.to": "vers où ?", "ask.where.into": "vers où ?", "ask.where.from": "d’où ?",
    "ask.where.through": "par où ?",
    "ask.whom": "qui ?", "ask.whom.to": "à qui ?", "ask.whom.into": "dans qui ?", "ask.whom.from": "de qui ?",
    "ask.whom.with": "avec qui ?", "ask.whom.for": "pour qui ?",
    **{f"ask.which.{word}.{gender}": f"{said} {'quel' if gender == 'm' else 'quelle'} {{kind}} ?"
       for word, said in zip(_WHICH, ("à", "contre", "pour", "de", "dans", "sur", "par", "vers", "sous", "avec"), strict=True)
       for gender in "mf"},
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
}  # fmt: skip
