"""What is said of texts that cannot be read."""

from __future__ import annotations

PHRASES: dict[str, str] = {
    "the indentation of this line matches no block around it": "le retrait de cette ligne n’est celui d’aucun bloc autour d’elle",
    "this declaration is nested too deeply": "cette déclaration est trop imbriquée",
    "Cut it into named parts.": "Coupez-la en parties qui ont un nom.",
    "this is nested too deeply": "ceci est trop imbriqué",
    "Say it more simply.": "Dites-le plus simplement.",
    "Blocks around it start after {0} spaces.": "Les blocs autour d’elle commencent après {0} espaces.",
    "Give the inner parts their own names.": "Donnez aux parties intérieures des noms à elles.",
    "the end of the line": "la fin de la ligne",
    "an indented block": "un bloc en retrait",
    "the end of the block": "la fin du bloc",
    "dice (2d6)": "des dés (2d6)",
    "a chance (50%)": "une chance (50%)",
    "a chance (1 in 6)": "une chance (1 in 6)",
    'a text in "quotes"': 'un texte entre "guillemets"',
    'a map in """triple quotes"""': 'un plan entre """guillemets triples"""',
    "a margin note [XX-area-01]": "une note en marge [XX-area-01]",
    "a clause number XX-area-01": "un numéro de clause XX-area-01",
    "the end of the declaration": "la fin de la déclaration",
    "Write ‘is more than x’, or ‘is 3 or more’.": "Cela s’écrit « is more than x », ou « is 3 or more ».",
    "Write ‘is less than x’, or ‘is 3 or less’.": "Cela s’écrit « is less than x », ou « is 3 or less ».",
    "Say it the other way round: ‘no {0} where not ...’.": "Dites-le à l’envers : « no {0} where not ... ».",
    "Say it the other way round: ‘no {0} in {1} where not ...’.": "Dites-le à l’envers : « no {0} in {1} where not ... ».",
    "Say it the other way round: ‘no one in {0} where one not in {1}’.": "Dites-le à l’envers : « no one in {0} where one not in {1} ».",
    "Write ‘is {0} or more’.": "Cela s’écrit « is {0} or more ».",
    "Write ‘is {0} or less’.": "Cela s’écrit « is {0} or less ».",
    "A loop over numbers counts them itself: ‘let {0} = 1’, then ‘repeat 9 times:’ with ‘{0} becomes {0} + 1’ last.": (
        "Une boucle sur des nombres les compte elle-même : « let {0} = 1 », puis « repeat 9 times: » avec « {0} becomes {0} + 1 » à la fin."
    ),
    "A match ends when somebody ‘wins’ or ‘loses’; in a draw, ‘nobody wins’.": (
        "Une partie finit quand quelqu’un gagne (« wins ») ou perd (« loses ») ; si elle est nulle : « nobody wins »."
    ),
    "Lines of a scenario or setting stand alone, without loops and conditions: a ‘given’ line for each thing, "
    "or an event that does it, ‘event clearing:’ with the loop below it, and here ‘do clearing’.": (
        "Les lignes d’un scénario ou d’une mise en place sont isolées, sans boucle ni condition : une ligne « given » par chose, "
        "ou bien un événement qui s’en charge, « event clearing: » avec la boucle en dessous, et ici « do clearing »."
    ),
    "‘must act in {0}’ is one action each time the line is come to; with ‘acts in {0}’ it may be none.": (
        "« must act in {0} » est une action chaque fois qu’on arrive à cette ligne ; avec « acts in {0} », il peut n’y en avoir aucune."
    ),
    "Say how often at most: ‘{0} in {1}, up to {2} times’. Exactly so often is ‘repeat {2} times:’, with ‘must act in {1}’ below it.": (
        "Dites combien de fois au plus : « {0} in {1}, up to {2} times ». Exactement autant de fois : « repeat {2} times: », et dessous "
        "« must act in {1} »."
    ),
    "‘otherwise:’ starts a line of its own, below the line of its ‘if’.": (
        "« otherwise: » commence une ligne à part, sous celle de son « if »."
    ),
    "Write what it holds after ‘with’: ‘create {0} with FIELD VALUE, FIELD VALUE’.": (
        "Écrivez ce qu’il contient après « with » : « create {0} with CHAMP VALEUR, CHAMP VALEUR »."
    ),
    "Write ‘not’, or ‘is not’.": "Cela s’écrit « not », ou « is not ».",
    "Write ‘and’.": "Cela s’écrit « and ».",
    'Put texts in double quotes: "...".': 'Les textes se mettent entre guillemets doubles : "...".',
    'Put texts in straight double quotes: "...".': 'Les textes se mettent entre guillemets doubles droits : "...".',
    "A margin note looks like [CO-evt-02] and ends its line; a set is written (a, b).": (
        "Une note en marge ressemble à [CO-evt-02] et termine sa ligne ; un ensemble s’écrit (a, b)."
    ),
    "A set is written (a, b); blocks are made by indentation.": "Un ensemble s’écrit (a, b) ; les blocs se font par le retrait.",
    "A chance is written 50% or 1 in 6; the remainder of n divided by d is ‘remainder(n, d)’.": (
        "Une chance s’écrit 50% ou 1 in 6 ; le reste de n divisé par d est « remainder(n, d) »."
    ),
    "The remainder of n divided by d is ‘remainder(n, d)’.": "Le reste de n divisé par d s’écrit « remainder(n, d) ».",
    "A range has two plain numbers, ‘is 2 to 4’. With ends that are worked out, ask twice: ‘{0}’.": (
        "Un intervalle a deux nombres écrits, « is 2 to 4 ». Si ses bornes se calculent, demandez en deux fois : « {0} »."
    ),
    "Put the sum in parentheses: ‘{0} (...)’.": "Mettez le calcul entre parenthèses : « {0} (...) ».",
    "Say how many dice are thrown: ‘2d6’; if the number varies, write ‘repeat n times:’ and in it ‘roll d6 as one’.": (
        "Un jet dit combien de dés : « 2d6 » ; pour autant que dit un nombre : « repeat n times: », et dedans « roll d6 as one »."
    ),
    "a range (2 to 4)": "un intervalle (2 to 4)",
    "Use spaces, never tabs.": "Mettez des espaces, jamais de tabulations.",
    "Write ‘otherwise:’.": "Sinon s’écrit « otherwise: ».",
    "Write ‘otherwise if’.": "Cela s’écrit « otherwise if ».",
    "Write ‘for each x in S:’.": "Cela s’écrit « for each x in S: ».",
    "Declare it with ‘event NAME ...:’ or ‘let NAME(...) = ...’.": ("On le déclare avec « event NOM ...: » ou « let NOM(...) = ... »."),
    "The lines of one block start at the same column.": "Les lignes d’un bloc commencent à la même colonne.",
    "this bracket is never closed": "cette parenthèse n’est jamais fermée",
    "Put ‘)’ where it ends.": "Mettez « ) » là où elle finit.",
    "on its own line, four spaces further in": "sur une ligne à part, quatre espaces plus loin",
    "on its own line, never after a ‘;’": "sur une ligne à part, jamais après un « ; »",
    "If it belongs to the line above, end that line with ‘:’; otherwise start it at the same column.": (
        "Si elle appartient à la ligne du dessus, celle-ci finit par « : » ; sinon, commencez-la à la même colonne."
    ),
    "this line is indented for no reason": "cette ligne est en retrait sans raison",
    "the block ends too early": "le bloc finit trop tôt",
    "the line ends too early": "la ligne finit trop tôt",
    "Write the block on the next lines, four spaces further in.": ("Écrivez le bloc sur les lignes suivantes, quatre espaces plus loin."),
    'Give the language of a text: en "..." fr "...".': 'Un texte dit dans quelle langue il est : en "..." fr "...".',
    "‘{0}’ is not a language": "« {0} » n’est pas une langue",
    "{0} Languages are written as ISO 639 codes: en, fr, de.": "{0} Les langues se désignent par leur code ISO 639 : en, fr, de.",
    "A type is a range (0 to 9), flag, a kind, ‘KIND or none’, ‘any KIND’.": (
        "Un type est un intervalle (0 to 9), flag, une sorte, « KIND or none », « any KIND »."
    ),
    "Say how often at most: ‘while C, up to 20 times:’.": ("Il faut dire combien de fois au plus : « while C, up to 20 times: »."),
    "The things of a relation stand behind to, from, with, for, at, on, against, into, through or under.": (
        "Les choses d’une relation suivent to, from, with, for, at, on, against, into, through ou under."
    ),
    "A line that opens a block ends with ‘:’.": "Une ligne qui ouvre un bloc finit par « : ».",
    "A statement starts with a name or a verb; change several things one at a time: ‘for each x in (...): x.y becomes 4’.": (
        "Une instruction commence par un nom ou un verbe ; pour plusieurs choses, changez-en une à la fois : "
        "« for each x in (...): x.y becomes 4 »."
    ),
    "Put a choice between two values in brackets: (a if C otherwise b).": (
        "Une valeur parmi deux se met entre parenthèses : (a if C otherwise b)."
    ),
    "Say what it is when the condition is false: (a if C otherwise b).": (
        "Dites ce que c’est quand ce n’est pas vrai : (a if C otherwise b)."
    ),
    "A range is written ‘0 to 9’.": "Un intervalle s’écrit « 0 to 9 ».",
    "A clause number is capital letters, a hyphen and the rest: CO-evt-02.": (
        "Un numéro de clause est fait de capitales, d’un trait d’union et du reste : CO-evt-02."
    ),
    "A value is given with ‘=’.": "Une valeur se donne avec « = ».",
    "Only a map can place parts: ‘map NAME:’ with ‘place PART at (2, 4, 0)’ below it.": (
        "Seul un plan donne une place aux morceaux : « map NOM: » avec « place PART at (2, 4, 0) » en dessous."
    ),
    "A place is a column, a row and a floor: ‘place PART at (2, 4, 0)’.": (
        "Une place est une colonne, une ligne et un étage : « place PART at (2, 4, 0) »."
    ),
    "Is a comma or a ‘)’ missing before it?": "Manque-t-il une virgule ou une « ) » avant cela ?",
    "A margin note ends its line.": "Une note en marge termine sa ligne.",
    "There is no open bracket for it to close.": "Il n’y a pas de parenthèse ouverte que ceci pourrait fermer.",
    "A relation takes the other thing right after its name: ‘is {0} {1}’.": (
        "Une relation prend l’autre chose juste après son nom : « is {0} {1} »."
    ),
    "There are two names side by side; is a word, a dot or a comma missing between them?": (
        "Deux noms se suivent ; manque-t-il un mot, un point ou une virgule entre eux ?"
    ),
    "A line that opens a block ends with ‘:’, and a short body follows it.": (
        "Une ligne qui ouvre un bloc finit par « : », et un corps court la suit."
    ),
    "something else": "autre chose",
    "this map is never closed": "ce plan n’est jamais fermé",
    'Put """ after its last line.': 'Mettez """ après sa dernière ligne.',
    "a text ends here, and a word follows immediately": "un texte finit ici, et des mots le suivent aussitôt",
    'Is a " missing before it?': 'Manque-t-il un " avant ?',
    'Is a " missing earlier in this line? Inside a text, write \\".': (
        'Manque-t-il un " plus tôt dans cette ligne ? Dans un texte, il s’écrit \\".'
    ),
    "‘{0}’ opens a block and cannot be used here": "« {0} » ouvre un bloc et ne peut pas se trouver ici",
    "It goes {0}.": "Il se met {0}.",
    "‘{0}’ is not expected here; expected ‘{1}’": "« {0} » n’est pas attendu ici ; attendu : « {1} »",
    "{0}; expected {1}": "{0} ; attendu : {1}",
    "A declaration starts with its kind: kind, let, event, action ...": (
        "Une déclaration commence par sa nature : kind, let, event, action ..."
    ),
    "It belongs in a block: indent it by four spaces.": "Cela va dans un bloc : mettez-le en retrait de quatre espaces.",
    "this statement is at the left margin": "une instruction collée à la marge",
    "Indent it by four spaces, below the rule it belongs to.": (
        "Mettez-la en retrait de quatre espaces, sous la règle à laquelle elle appartient."
    ),
    "Say what it is: ‘event {0}:’, ‘agenda {1}:’ ...": "Dites ce que c’est : « event {0}: », « agenda {1}: » ...",
    "‘{0}’ is not expected here; expected ‘is’": "« {0} » n’est pas attendu ici ; attendu : « is »",
    "A {0} is written ‘{1} is {2} when ...’.": "On écrit « {1} is {2} when ... » ({0}).",
    "A comparison is written ‘is’; one ‘=’ gives a value.": "Une comparaison s’écrit « is » ; un seul « = » donne une valeur.",
    "A change is written ‘becomes’.": "Un changement s’écrit « becomes ».",
    "A comparison is written ‘is’.": "Une comparaison s’écrit « is ».",
    "After ‘{0}’, only ‘and’ can be used, not ‘or’ or ‘not’; put the rest in a separate ‘expect’.": (
        "Ce qui dit « {0} » ne se joint que par « and », sans « or » ni « not » ; donnez au reste un « expect » à lui."
    ),
    "Say who comes first: ‘{0} highest d6’; those still tied throw again.": (
        "Dites qui vient en premier : « {0} highest d6 » ; ceux qui restent à égalité relancent."
    ),
    "A scenario sets things up with ‘given {0} ...’ and checks them with ‘expect {1} ...’.": (
        "Un scénario se raconte avec « given {0} ... », et demande avec « expect {1} ... »."
    ),
    "Did you mean ‘{0} than’?": "Vouliez-vous dire « {0} than » ?",
    "The amount comes first: ‘{0} {1} {2}’.": "La quantité vient d’abord : « {0} {1} {2} ».",
    "Check a {0} with ‘is’: ‘{1}’.": "On demande avec « is » : « {1} » ({0}).",
    "The event comes first, then who does it: ‘{0} {1}’, and a preposition before ‘{2}’: ‘against {3}’ ...": (
        "L’événement vient d’abord, puis qui le fait : « {0} {1} », et une préposition avant « {2} » : « against {3} » ..."
    ),
    "Did you mean ‘{0}’ at the start of this line?": "Vouliez-vous dire « {0} » au début de cette ligne ?",
    "The words of rules are English: write ‘for each {0} in {1}:’.": "Les mots des règles sont anglais : écrivez « for each {0} in {1}: ».",
    "The words of rules are English: write ‘for each x in S:’.": "Les mots des règles sont anglais : écrivez « for each x in S: ».",
    "The words of rules are English: write ‘otherwise if ...:’.": "Les mots des règles sont anglais : écrivez « otherwise if ...: ».",
    "The words of rules are English: write ‘otherwise:’.": "Les mots des règles sont anglais : écrivez « otherwise: ».",
    "The words of rules are English: write ‘if ...:’.": "Les mots des règles sont anglais : écrivez « if ...: ».",
    "The words of rules are English: write ‘while ...:’.": "Les mots des règles sont anglais : écrivez « while ...: ».",
    "The words of rules are English: write ‘repeat {0} times:’.": "Les mots des règles sont anglais : écrivez « repeat {0} times: ».",
    "‘{0}’ is a word of the language and cannot be a name here; choose another.": (
        "« {0} » est un mot de la langue et ne peut pas être un nom ici ; prenez-en un autre."
    ),
    "‘{0}’ is a word of the language and cannot be a name here; ‘{1}’ is free.": (
        "« {0} » est un mot de la langue et ne peut pas être un nom ici ; « {1} » est libre."
    ),
    "‘{0}’ is a word of the language: a line that begins with it calls no event": (
        "« {0} » est un mot de la langue : une ligne qui commence ainsi n’appelle aucun événement"
    ),
    "Call it ‘{0}’, which is free, or by another name.": "Appelez-le « {0} », qui est libre, ou autrement.",
    "‘{0}’ is a word of the language, and no event can be called so; ‘{1}’ is free.": (
        "« {0} » est un mot de la langue, et aucun événement ne peut s’appeler ainsi ; « {1} » est libre."
    ),
    "a statement": "une instruction",
    "a preposition (to, from, by ...)": "une préposition (to, from, by ...)",
    "a preposition (to, from, with ...)": "une préposition (to, from, with ...)",
    "‘by’ cannot follow a condition; take another preposition: ‘with’, ‘for’, ‘at’.": (
        "« by » ne peut pas suivre une condition ; prenez une autre préposition : « with », « for », « at »."
    ),
    "this cannot be read": "ceci ne peut pas être lu",
    "this text is never closed": "ce texte n’est jamais fermé",
    'Put the closing " at its end.': 'Mettez le " fermant à sa fin.',
    "Write words and numbers without special characters.": "Les mots et les nombres s’écrivent tels quels.",
    "this text ends at the quote before ‘{0}’": "ce texte finit au guillemet avant « {0} »",
    "‘{0}’ does not start a declaration": "« {0} » ne commence pas une déclaration",
    "‘{0}’ does not start a declaration like this": "« {0} » ne commence pas une déclaration de cette façon",
    "A change is written ‘{0} {1} {2}’.": "Un changement s’écrit « {0} {1} {2} ».",
    "A change is written ‘{0} {1}’.": "Un changement s’écrit « {0} {1} ».",
    "A field is written ‘{0}: {1}’.": "Un champ s’écrit « {0}: {1} ».",
    "a line of the rule (when, needs ...)": "une ligne de la règle (when, needs ...)",
    "an operator (+, is, and ...)": "un opérateur (+, is, and ...)",
    "‘{0}’ has no meaning here": "« {0} » n’a pas de sens ici",
    "a value or a condition": "une valeur ou une condition",
    "‘{0}’ is not expected here; expected {1}": "« {0} » n’est pas attendu ici ; attendu : {1}",
    "this file contains bytes that are not text": "ce fichier contient des octets qui ne sont pas du texte",
    "Is it really a rulebook?": "Est-ce bien un livre de règles ?",
    "this file is too large to be a rulebook": "ce fichier est trop gros pour un livre de règles",
    "Check its name and its permissions.": "Vérifiez son nom et ses droits.",
    "this file is not written in UTF-8": "ce fichier n’est pas écrit en UTF-8",
    "Save it again as UTF-8 in your editor.": ("Enregistrez-le de nouveau dans votre éditeur, avec l’encodage UTF-8."),
    "Split it; a text may continue over several lines.": "Coupez-la ; un texte peut se poursuivre sur plusieurs lignes.",
    "The limit is {0} bytes; split it.": "La limite est de {0} octets ; coupez-le.",
    "this file cannot be read ({0})": "ce fichier ne peut pas être lu ({0})",
    "a tab at the start of a line": "une tabulation au début d’une ligne",
    "Use four spaces for each level; most editors can convert tabs.": (
        "Mettez quatre espaces par niveau ; la plupart des éditeurs savent convertir les tabulations."
    ),
    "this line is longer than {0} characters": "cette ligne dépasse {0} caractères",
    "this line does not belong to anything": "cette ligne n’appartient à rien",
    "A declaration starts at the left margin.": "Une déclaration commence à la marge de gauche.",
    "this number has more than 18 digits": "ce nombre a plus de 18 chiffres",
    "Rules never need such a number.": "Aucune règle n’a besoin d’un tel nombre.",
}
