"""What is said of lines that an end cuts off."""

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
    "it is left here": "elle est quittée ici",
}
