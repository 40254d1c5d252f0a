"""What is said of what never comes to pass: lines that an end cuts off, steps where there are none."""

from __future__ import annotations

PHRASES: dict[str, str] = {
    "this line is never reached: ‘{0}’ leaves what it stands in before that": (
        "on n’arrive jamais à cette ligne : avant elle, « {0} » quitte ce qui la contient"
    ),
    "Move it further up, or put a condition before ‘{0}’. A block ends where its lines do: there is no word for that.": (
        "Remontez-la, ou mettez une condition devant « {0} ». Un bloc finit avec ses lignes : il n’y a pas de mot pour cela."
    ),
    "this loop does its first round only: ‘{0}’ leaves the loop too, and all that it stands in": (
        "cette boucle ne fait que son premier tour : « {0} » quitte aussi la boucle, et tout ce qui la contient"
    ),
    "Leave ‘{0}’ out, or put a condition before it: a loop goes on by itself. If one is enough, say which: ‘let one = first(S)’.": (
        "Retirez « {0} », ou mettez une condition devant : une boucle continue d’elle-même. Si un seul suffit, dites lequel : "
        "« let one = first(S) »."
    ),
    "Leave ‘{0}’ out, or put a condition before it: a loop goes on by itself. What is done once has an ‘if’.": (
        "Retirez « {0} », ou mettez une condition devant : une boucle continue d’elle-même. Ce qui ne se fait qu’une fois a un « if »."
    ),
    "‘{0}’ goes by steps, and on this board no step leads anywhere: a {1} is joined to others by links alone": (
        "« {0} » va par pas, et aucun pas ne mène nulle part sur ce plateau : seuls des liens relient « {1} » aux autres"
    ),
    "‘travel(a, b)’ goes by links, at what they cost.": "« travel(a, b) » suit les liens, à ce qu’ils coûtent.",
    "Those within reach by links are ‘those one in {0} where travel(a, one) is 2 or less’.": (
        "Ce qui est à portée par les liens s’écrit « those one in {0} where travel(a, one) is 2 or less »."
    ),
    "Rules go through links like any rows: ‘any WAYS where start is a and finish is b’, with the plural of their kind.": (
        "Les règles parcourent les liens comme toute ligne : « any WAYS where start is a and finish is b », avec le pluriel de leur sorte."
    ),
    "it is left here": "elle est quittée ici",
}
