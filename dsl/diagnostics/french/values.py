"""What is said of values: what asks for itself, and numbers beyond their range, in French."""

from __future__ import annotations

PHRASES: dict[str, str] = {
    "no action of ‘{0}’ is done by or with {1}": "aucune action de « {0} » ne se fait par ni avec {1}",
    "After ‘with’ stands who acts, or what an action has after ‘with’: {0}.": (
        "Après « with » vient celui qui agit, ou ce qu’une action a après « with » : {0}."
    ),
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
    "Write ‘if not ({0}):’.": "Écrivez « if not ({0}): ».",
    "Write ‘when not ({0})’.": "Écrivez « when not ({0}) ».",
    "There is no article here: ‘{0} {1}’.": "Pas d’article ici : « {0} {1} ».",
    "Put the set in brackets: ‘is ({0}) when {3}’.": "Mettez l’ensemble entre parenthèses : « is ({0}) when {3} ».",
    "What is repeated is an agenda of its own: ‘agenda {0}, repeated, while {1}:’ with its steps; here ‘{0}’ alone.": (
        "Ce qui se répète est un agenda à part : « agenda {0}, repeated, while {1}: » avec ses étapes ; ici, « {0} » seul."
    ),
    "A step that is given something has a name of its own: ‘NAME: {0}’.": (
        "Une étape à qui l’on donne quelque chose a un nom à elle : « NAME: {0} »."
    ),
    "A new name is given by ‘let {0} = {1}’; what there is already is changed by ‘{0} becomes {1}’.": (
        "Un nouveau nom se donne par « let {0} = {1} » ; ce qui existe déjà change par « {0} becomes {1} »."
    ),
    "Say again of what, ‘{0}’, or give both: ‘{1}’.": "Redites de quoi, « {0} », ou donnez les deux : « {1} ».",
    "Say of what: ‘{0}’.": "Dites de quoi : « {0} ».",
    "If it is done in the step ‘{0}’, say ‘during {0}’ in it; if it is ordered, say ‘gives orders’ in a step.": (
        "Si elle se fait à l’étape « {0} », dites-y « during {0} » ; si elle s’ordonne, dites « gives orders » dans une étape."
    ),
    "Of a whole rule it stands above ‘reveals’ and all that happens; amid that, leave it out. "
    "A row of a table where nothing happens says ‘end’.": (
        "Pour toute une règle, il se met au-dessus de « reveals » et de ce qui arrive ; au milieu, enlevez-le. "
        "Une ligne de table où rien n’arrive dit « end »."
    ),
    "dice that have fallen are compared by their numbers": "les dés tombés se comparent par leurs nombres",
    "Ask what came of it: ‘expect NAME.holder is red’.": "Demandez ce qu’il en est sorti : « expect NAME.holder is red ».",
    "Say for what it is drawn, the name behind ‘draw’: ‘dice card: ...’.": (
        "Dites pour quoi il est tiré, par le nom qui suit « draw » : « dice card: ... »."
    ),
    "‘{0}’ may be one of several things": "« {0} » peut être plusieurs choses",
    "what is written here for ‘{0}’ is not among the {1} it is drawn from": (
        "ce qui est écrit ici pour « {0} » n’est pas parmi les {1} dont on tire"
    ),
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
    "A loop goes on with the next one by itself: what it leaves out stands below ‘if not (...):’.": (
        "Une boucle passe d’elle-même au suivant : ce qu’elle doit sauter se place sous « if not (...): »."
    ),
    "A turn is over when the steps of its agenda are done. Who ‘acts in STEP’ may pass; who ‘must act in STEP’ has to act "
    "if that is possible.": (
        "Un tour est fini quand les étapes de son agenda le sont. Avec « acts in ÉTAPE », on peut s’abstenir ; avec « must act in "
        "ÉTAPE », on doit agir si c’est possible."
    ),
    "Who comes next is said in the head of the game, ‘play AGENDA by each SIDE in turn’; a turn is over when its steps are done.": (
        "Qui vient ensuite se dit en tête du jeu, « play AGENDA by each CAMP in turn » ; un tour est fini quand ses étapes le sont."
    ),
    "Write ‘SIDE wins’; in a draw, ‘nobody wins’.": ("Écrivez « CAMP wins » ; pour une partie nulle, « nobody wins »."),
    "Write ‘SIDE loses’.": ("Écrivez « CAMP loses »."),
    "Keep one of the two first: ‘let kept = a’, then ‘a becomes b’, then ‘b becomes kept’.": (
        "Gardez d’abord l’un des deux : « let kept = a », puis « a becomes b », puis « b becomes kept »."
    ),
    "Count them: ‘{0}’.": ("Comptez-les : « {0} »."),
    "Single things are made a set by brackets: ‘{0}’.": ("Des parenthèses font un ensemble de choses seules : « {0} »."),
    "Name the element: ‘{0}’; the {1} looked at outside is ‘it’.": ("Nommez l’élément : « {0} » ; dehors, {1} s’appelle « it »."),
    "A ‘where’ runs to the end: write ‘{0}’; if it belongs to the condition, put this part in brackets.": (
        "Un « where » va jusqu’au bout : écrivez « {0} » ; si cette partie appartient à la condition, mettez-la entre parenthèses."
    ),
    "numbers are no set: only the things of a kind can be gone through": (
        "des nombres ne font pas un ensemble : on ne parcourt que les choses d’une sorte"
    ),
    "Ask it once for each number, joined by ‘or’; or declare a kind whose members have that number as a field.": (
        "Demandez-le une fois pour chaque nombre, avec « or » entre eux ; ou déclarez une sorte dont les membres ont ce nombre pour champ."
    ),
    "The cell next to it: ‘ahead({0}, {1})’; beyond the edge that is none.": (
        "La case d’à côté : « ahead({0}, {1}) » ; au-delà du bord, c’est « none »."
    ),
}
