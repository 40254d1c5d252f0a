"""What binding says of the lines of scenarios and of chapters."""

from __future__ import annotations

PHRASES: dict[str, str] = {
    "no text of the rulebook can ever say “{0}”: this always holds": (
        "aucun texte du livre de règles ne pourrait dire « {0} » : ceci est toujours vrai"
    ),
    "The nearest text is “{0}”.": "Le texte le plus proche est « {0} ».",
    "Perhaps the text has been changed since.": "Le texte a peut-être changé depuis.",
    "a scenario that measures cannot set dice": "un scénario avec des dés n’a rien à mesurer",
    "Remove the dice, or the ‘measure’ line.": "Retirez les dés, ou la ligne « measure ».",
    "an odds question takes no orders: its answers are a policy, used as often as necessary": (
        "une question de probabilités n’accepte pas d’ordres : ses réponses sont une conduite à tenir, demandée aussi souvent qu’il le faut"
    ),
    "an odds question plays its agendas to their end": "une question de probabilités joue ses agendas jusqu’au bout",
    "‘{0}’ is not an action: nothing is asked before it is done": "« {0} » n’est pas une action : rien n’est demandé avant de le faire",
    "Leave out ‘regardless’.": "Retirez « regardless ».",
    "Leave out ‘until ...’.": "Retirez « until ... ».",
    "only an odds question can look for something: here, give the answer": (
        "seules les probabilités cherchent quelque chose : ici, la réponse est dite"
    ),
    "Write ‘chooses {0}’ for what is always chosen, or carry it out with ‘do’.": (
        "Écrivez « chooses {0} » pour ce qui est toujours choisi, ou faites-le avec « do »."
    ),
    "Use another row, or another field.": "Prenez une autre ligne, ou un autre champ.",
    "Write what {0} answers, or ‘measure’ the outcome.": ("Écrivez ce que répond {0}, ou mesurez ce qui en sort avec « measure »."),
    "only a number or a condition can be looked for, and this is {0}": "ce qui est cherché est un nombre ou une condition, ceci est {0}",
    "‘{0}’ has to be played for something": "« {0} » se joue pour quelque chose",
    "Write ‘do {0}’ with what it is for.": "Écrivez « do {0} » avec ce pour quoi c’est.",
    "there is no action ‘{0}’": "il n’y a pas d’action « {0} »",
    "there is no step ‘{0}’": "il n’y a pas d’étape « {0} »",
    "nothing called ‘{0}’ can happen": "rien de ce qui arrive ne s’appelle « {0} »",
    "‘{0}’ takes nothing: leave it out.": "« {0} » n’est pour rien : ne l’écrivez pas.",
    "‘{0}’ takes no ‘{1}’": "« {0} » ne prend pas de « {1} »",
    "there is nothing above this line that could stop": "rien, avant cette ligne, ne pourrait s’arrêter",
    "It goes right after the ‘play’ or ‘do’ that stops.": "Elle vient juste derrière le « play » ou le « do » qui s’arrête.",
    "there are two chapters ‘{0}’": "il y a deux chapitres « {0} »",
    "Give this one another name; to add to the other, write ‘chapter NAME, in {0}:’.": (
        "Donnez-lui un autre nom ; pour compléter l’autre, écrivez « chapter NOM, in {0}: »."
    ),
    "there is no chapter ‘{0}’": "il n’y a pas de chapitre « {0} »",
    "the chapter ‘{0}’ comes after itself": "le chapitre « {0} » vient après lui-même",
    "The chapters follow each other in a cycle: let one of them follow a different one.": (
        "Les chapitres tournent en rond quelque part : faites-en venir un après un autre."
    ),
    "the example ‘{0}’ has no caption": "l’exemple « {0} » n’a pas de légende",
    'Say who does what and why it matters: example "..." en "..." fr "...".': (
        'Dites qui fait quoi et pourquoi cela compte : example "..." en "..." fr "...".'
    ),
    "the chapter ‘{0}’ has no title": "le chapitre « {0} » n’a pas de titre",
    "‘rules’ names no clause": "« rules » ne nomme aucune clause",
    "Put the numbers of the clauses in its margin: rules [XX-area-01..04].": (
        "Mettez les numéros des clauses dans sa marge : rules [XX-area-01..04]."
    ),
}
