"""What is said of values: what asks for itself, and numbers beyond their range, in French."""

from __future__ import annotations

PHRASES: dict[str, str] = {
    "‘{0}’ asks for itself whatever is the case, and so for ever": "« {0} » se demande elle-même dans tous les cas, et cela sans fin",
    "Say when it does not: a condition behind that line, ‘... when C’, or ‘(1 if C otherwise 1 + {0}(...))’.": (
        "Dites quand elle ne le fait pas : une condition derrière cette ligne, « ... when C », ou « (1 if C otherwise 1 + {0}(...)) »."
    ),
    "‘{0}’ goes from {1} to {2}, and what it is given from {3} to {4}": "« {0} » va de {1} à {2}, et ce qu’on lui donne de {3} à {4}",
    "Write ‘({0}: {1} to {2})’; in play nothing stops a number beyond the range of a parameter.": (
        "Écrivez « ({0}: {1} to {2}) » ; en jeu, rien n’arrête un nombre hors de l’étendue d’un paramètre."
    ),
    "no rule reads or changes ‘{0}’ of {1}": "aucune règle ne lit ni ne change « {0} » de {1}",
    "It is always what it began as: remove it, or use it in a rule.": (
        "Cela reste toujours ce que c’était au début : enlevez-le, ou servez-vous-en dans une règle."
    ),
    "Then the match stops. Say in the head of this rule how often at most: ‘{0}’.": (
        "La partie s’arrêterait alors. Dites dans l’en-tête de cette règle combien de fois au plus : « {0} »."
    ),
    "‘{0}’ never begins while it is under way": "« {0} » ne commence jamais pendant son propre déroulement",
    "Leave ‘up to {0} times’ out.": "Enlevez « up to {0} times ».",
    "this ‘where’ is asked of all of ‘{0}’": "ce « where » porte sur tout l’ensemble « {0} »",
    "Write ‘{0}’ if that is meant, ‘{1}’ if it is asked of the last alone.": (
        "Écrivez « {0} » si c’est voulu, « {1} » si la condition ne porte que sur le dernier."
    ),
    "nothing can be joined to a condition": "rien ne peut se joindre à une condition",
    "A ‘where’ runs to the end: write ‘{0}’.": "Un « where » va jusqu’au bout : écrivez « {0} ».",
    "this says nothing of the {0}: ‘{1}’ is the one of this rule": (
        "cette condition ne dit rien de l’élément ({0}) : « {1} » est ici celui de la règle"
    ),
    "The field of the {0} is ‘{1}’: ‘{2}’. If the ‘{3}’ of this rule is meant, "
    "ask that before the set is looked at, with ‘if’ or ‘when’.": (
        "Le champ de l’élément ({0}) est « {1} » : « {2} ». Si c’est « {3} » de la règle qui est voulu, "
        "demandez-le avant de parcourir l’ensemble, par « if » ou « when »."
    ),
}
