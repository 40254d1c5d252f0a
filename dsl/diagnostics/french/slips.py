"""What is said of names that are not there, of searches in searches, and of what is written otherwise."""

from __future__ import annotations

PHRASES: dict[str, str] = {
    "The {0} looked at here is called ‘it’, and its fields go by their names alone.": (
        "Ce qui est regardé ici ({0}) s’appelle « it », et ses champs par leur nom seul."
    ),
    "Name what is created: ‘create {0} as NAME’; from there on it is called NAME.": (
        "Nommez ce qui est créé : « create {0} as NOM » ; ensuite, cela s’appelle NOM."
    ),
    "The {0} is called ‘{1}’ here.": "Ici, « {0} » s’appelle « {1} ».",
    "Write ‘{0}’.": "Écrivez « {0} ».",
    "An option is chosen before the match, and stays; what changes is a field, as of ‘kind match’.": (
        "Une option est choisie avant la partie, et ne change plus ; ce qui change est un champ, de « kind match » par exemple."
    ),
    "An option has a line of its own: ‘option {0} = ...’.": "Une option a une ligne à elle : « option {0} = ... ».",
    "‘{0}’ is given in line {1}, and known only below it in the same block.": (
        "« {0} » est donné à la ligne {1}, et connu seulement en dessous, dans le même bloc."
    ),
    "Name it in the head: ‘{0}’.": "Nommez-le dans l’en-tête : « {0} ».",
    "Name it in the head, ‘{0}’, or write ‘{1}’.": "Nommez-le dans l’en-tête, « {0} », ou écrivez « {1} ».",
    "A hook names what it speaks of: ‘{0} {1}’.": "Un crochet nomme ce dont il parle : « {0} {1} ».",
    "A hook names what it speaks of: ‘{0}’, then ‘{1}’.": "Un crochet nomme ce dont il parle : « {0} », puis « {1} ».",
    "Only what its head names is known here: ‘{0}’.": "On ne connaît ici que ce que nomme l’en-tête : « {0} ».",
    "in a ‘where’ inside a ‘where’ it is not clear whose fields are meant": (
        "dans un « where » à l’intérieur d’un « where », on ne sait pas de qui sont les champs"
    ),
    "in a ‘where’ that is asked for each {0} it is not clear whose fields are meant": (
        "dans un « where » demandé pour chaque {0}, on ne sait pas de qui sont les champs"
    ),
    "Name the element: ‘{0}’, and write ‘other.’ before its fields; the {1} looked at outside is ‘it’.": (
        "Nommez l’élément : « {0} », et écrivez « other. » devant ses champs ; dehors, {1} s’appelle « it »."
    ),
    "a set is this one thing only where nothing else is in it": ("un ensemble n’est cette seule chose que s’il ne contient rien d’autre"),
    "‘{0}’ is one thing: it is the only answer, and nobody is asked": (
        "« {0} » est une seule chose : c’est la seule réponse, et personne n’est interrogé"
    ),
    "If it may be any of them, write ‘from {0}’; if it is given, ‘let’ gives it a name.": (
        "Si ce peut être n’importe lequel, écrivez « from {0} » ; si c’est donné, « let » lui donne un nom."
    ),
    "this says nothing of the {0}: it is the same for every one": "cela ne dit rien de {0} : c’est pareil pour chacun",
    "‘{0}’ is the one of this rule; the {1} looked at is ‘it’: ‘{2}’.": (
        "« {0} » est celui de cette règle ; {1} dont il s’agit ici s’appelle « it » : « {2} »."
    ),
    "The {0} looked at is ‘it’, and its fields go by their names alone.": (
        "{0} dont il s’agit ici s’appelle « it », et ses champs portent leur nom seul."
    ),
    "Both are the ‘{0}’ of the {1}: what it is compared with needs another name.": (
        "C’est deux fois « {0} » de {1} : ce à quoi on le compare doit porter un autre nom."
    ),
    "Name the element of the outer one, ‘{0}’, and write ‘{1}.’ before its fields.": (
        "Nommez l’élément du « where » extérieur, « {0} », et écrivez « {1}. » devant ses champs."
    ),
    "If these are two conditions, put each in brackets: ‘{0}’; if not, name the element of the outer one, ‘{1}’, "
    "and write ‘{2}.’ before its fields.": (
        "Si ce sont deux conditions, mettez chacune entre parenthèses : « {0} » ; sinon, nommez l’élément du « where » extérieur, "
        "« {1} », et écrivez « {2}. » devant ses champs."
    ),
    "{0} of the {1} texts of this file have no {2}": "{0} des {1} textes de ce fichier manquent en {2}",
    "Write {0} in each; or say in the head of the game which languages it is in: ‘languages {1}’.": (
        "Écrivez {0} dans chacun ; ou dites en tête du jeu dans quelles langues il est : « languages {1} »."
    ),
    "Write {0}; or say in the head of the game which languages it is in: ‘languages {1}’.": (
        "Écrivez {0} ; ou dites en tête du jeu dans quelles langues il est : « languages {1} »."
    ),
    "Look for it, ‘the {0} where {1}’, or go to the next one in a direction, ‘ahead(place, heading)’.": (
        "Cherchez-la, « the {0} where {1} », ou allez à la suivante dans une direction, « ahead(place, heading) »."
    ),
    "Write of which kind it is, ‘({0}: KIND)’, or give that kind a second noun: ‘kind KIND ({0})’.": (
        "Écrivez de quelle sorte il est, « ({0}: SORTE) », ou donnez à cette sorte un second nom : « kind SORTE ({0}) »."
    ),
    "Its first word is a noun that a kind has, ‘kind {0} ({1})’; then write ‘{2}’.": (
        "Son premier mot est un nom d’une sorte, « kind {0} ({1}) » ; écrivez ensuite « {2} »."
    ),
    "Write the kind of the cell before its numbers: ‘KIND({0})’.": ("Écrivez la sorte de la case devant ses nombres : « SORTE({0}) »."),
    "Search for a cell by computed numbers: ‘(the CELLS where x is {0} and y is {1})’.": (
        "Une case dont les nombres se calculent se cherche : « (the CASES where x is {0} and y is {1}) »."
    ),
    "Who wins or loses is a line of its own: ‘expect {0} {1}’.": "Qui gagne ou perd a sa propre ligne : « expect {0} {1} ».",
    "Say ‘those’ before the name of the element: ‘those {0} in {1} where ...’.": (
        "Dites « those » devant le nom de l’élément : « those {0} in {1} where ... »."
    ),
    "Declare it with ‘let {0}({1}) = ...’, or use one of the game, {2}, or of the language: {3}.": (
        "Déclarez-la avec « let {0}({1}) = ... », ou prenez-en une du jeu, {2}, ou du langage : {3}."
    ),
    "Declare it with ‘let {0}({1}) = ...’, or use one of the language: {2}.": (
        "Déclarez-la avec « let {0}({1}) = ... », ou prenez-en une du langage : {2}."
    ),
    "a line with ‘for each’ counts a set, whose elements have no name here": (
        "une ligne avec « for each » compte un ensemble, dont les éléments n’ont pas de nom ici"
    ),
    "Write them in brackets, ‘{0} (A, B)’, or each on a line of its own.": (
        "Mettez-les entre parenthèses, « {0} (A, B) », ou chacun sur sa ligne."
    ),
    "A condition that goes on over several lines is put in brackets as a whole.": (
        "Une condition qui continue sur plusieurs lignes se met tout entière entre parenthèses."
    ),
    "Leave out ‘is’: ‘{0}’.": "Sans « is » : « {0} ».",
    "‘in’ stands alone, without ‘is’": "« in » se met seul, sans « is »",
    "Write ‘x in S’, or ‘x not in S’.": "Écrivez « x in S », ou « x not in S ».",
    "To ask that of {0}, declare it: ‘{1} is {2} when ...’.": "Pour le demander ({0}), déclarez-le : « {1} is {2} when ... ».",
    "Compare it: ‘{0}’.": "Comparez-le : « {0} ».",
    "Say again of what: ‘{0}’.": "Répétez de quoi il s’agit : « {0} ».",
    "‘{0}’ joins conditions, and these are sets": "« {0} » joint des conditions, et ce sont ici des ensembles",
    "Those of both together are ‘{0}’; those that are in both, ‘those one in {1} where one in {2}’.": (
        "Ceux des deux ensemble s’écrivent « {0} » ; ceux qui sont dans les deux, « those one in {1} where one in {2} »."
    ),
    "a loop goes through things of the game, not through numbers": "une boucle parcourt des choses du jeu, pas des nombres",
    "Count them: ‘let {0} = {1}’, then ‘repeat {2} times:’ with ‘{0} becomes {0} + 1’ last.": (
        "Comptez-les : « let {0} = {1} », puis « repeat {2} times: » avec « {0} becomes {0} + 1 » à la fin."
    ),
    "One at a time: ‘for each one in {0}: discard one’.": "Une à la fois : « for each one in {0}: discard one ».",
    "One at a time: ‘for each one in {0} where ...: discard one’.": "Une à la fois : « for each one in {0} where ...: discard one ».",
    "Write ‘is more than {0}’.": "Écrivez « is more than {0} ».",
    "Write ‘is less than {0}’.": "Écrivez « is less than {0} ».",
    "Write ‘is {0} to {1}’.": "Écrivez « is {0} to {1} ».",
    "Ask both: ‘{0} is {1} or more and {0} is {2} or less’.": "Demandez les deux : « {0} is {1} or more and {0} is {2} or less ».",
    "Write ‘{0} in ({1}, {2}, {3})’.": "Écrivez « {0} in ({1}, {2}, {3}) ».",
    "Write ‘{0} is {1}’.": "Écrivez « {0} is {1} ».",
    "Write ‘{0} is {1} to {2}’.": "Écrivez « {0} is {1} to {2} ».",
    "Write ‘repeat {0} times:’.": "Écrivez « repeat {0} times: ».",
    "Say what it goes through: ‘for each {0} in SET where ...:’.": (
        "Dites ce que la boucle parcourt : « for each {0} in ENSEMBLE where ...: »."
    ),
    "Write ‘not {0} has {1}’.": "Écrivez « not {0} has {1} ».",
    "Leave out the comma: ‘always {0} {1} {2}: ...’.": "Sans la virgule : « always {0} {1} {2}: ... ».",
    "There is no ‘then’: the condition ends with ‘:’.": "Il n’y a pas de « then » : la condition finit par « : ».",
    "Of one, ‘{0}’; of several, ‘any {0}’.": "D’une seule chose, « {0} » ; de plusieurs, « any {0} ».",
    "Several win as a set: ‘({0}, {1}) wins’; all sides: ‘everyone wins’.": (
        "Plusieurs gagnent en tant qu’ensemble : « ({0}, {1}) wins » ; tous les camps : « everyone wins »."
    ),
    "The first of them is ‘first({0})’; others are found with ‘where’.": (
        "Le premier est « first({0}) » ; les autres se trouvent avec « where »."
    ),
    "Write ‘{0} gains {2} {1}’.": "Écrivez « {0} gains {2} {1} ».",
    "Write ‘{0} loses {2} {1}’.": "Écrivez « {0} loses {2} {1} ».",
    "Write ‘draw {0} from {1}’.": "Écrivez « draw {0} from {1} ».",
    "Write ‘roll {1} as {0}’.": "Écrivez « roll {1} as {0} ».",
    "Give the throw a name: ‘roll {0} as NAME’.": "Donnez un nom au jet : « roll {0} as NOM ».",
    "Write ‘create {1} as {0} with ...’.": "Écrivez « create {1} as {0} with ... ».",
    "Put a comma before ‘then’: ‘times, then {0}’.": "Mettez une virgule devant « then » : « times, then {0} ».",
    "Write ‘{0}: any {1}’, with the name of one.": "Écrivez « {0}: any {1} », avec le nom d’un seul.",
    "What follows the first has a preposition before it: ‘{0} {1} {2} at {3}’.": (
        "Ce qui suit le premier a une préposition devant lui : « {0} {1} {2} at {3} »."
    ),
    "Write a hook for each: ‘{0} {1}: ...’, ‘{0} {2}: ...’.": "Écrivez un crochet pour chacun : « {0} {1}: ... », « {0} {2}: ... ».",
    "Write ‘given {0}({1}).{2} = {3}’.": "Écrivez « given {0}({1}).{2} = {3} ».",
    "What follows something else is a hook: ‘after {0}:’.": "Ce qui suit autre chose est un crochet : « after {0}: ».",
    "Say how often at most, and what happens then: ‘play {0} up to 100 times, then {1}’.": (
        "Dites combien de fois au plus, et ce qui arrive ensuite : « play {0} up to 100 times, then {1} »."
    ),
    "Write ‘{0} orders {1}’.": "Écrivez « {0} orders {1} ».",
    "What does nothing is left out; ‘end’ stops an event.": "Ce qui ne fait rien ne s’écrit pas ; « end » arrête un événement.",
    "‘perform {0}’ carries out the orders that were given; to do it without an order, ‘{1}’.": (
        "« perform {0} » exécute les ordres donnés ; pour le faire sans ordre, « {1} »."
    ),
    "‘... must act in {0}’ has somebody choose it; to do it without a choice, ‘{1}’.": (
        "« ... must act in {0} » le fait choisir à quelqu’un ; pour le faire sans choix, « {1} »."
    ),
    "Throw dice on a line of their own, ‘roll d6 as die’, or draw from a set, ‘draw one from S’.": (
        "Lancez des dés sur une ligne à part, « roll d6 as die », ou tirez d’un ensemble, « draw one from S »."
    ),
    "‘{0}’ compares two numbers, and this is a set": "« {0} » compare deux nombres, et ceci est un ensemble",
    "The number is ‘{0}({1})’, those who have it are ‘{2}({1})’.": "Le nombre est « {0}({1}) », ceux qui l’ont sont « {2}({1}) ».",
    "All of them are ‘{0}’.": "Toutes ensemble, ce sont « {0} ».",
    "‘{0}’ goes by the order of the board, row by row; the table of ‘{1}’ lists its cells in another order": (
        "« {0} » suit l’ordre du plateau, rangée par rangée ; la table de « {1} » donne ses cases dans un autre ordre"
    ),
    "‘{0}’ goes by the order of the board, row by row; the path ‘{1}’ takes its cells in another order": (
        "« {0} » suit l’ordre du plateau, rangée par rangée ; le chemin « {1} » prend ses cases dans un autre ordre"
    ),
    "Let a field say which cell comes next: ‘onward: {0}’ in the kind, a column of that name in its table, then ‘x.onward’.": (
        "Dites dans un champ quelle case vient ensuite : « onward: {0} » dans la sorte, une colonne de ce nom dans sa table, puis "
        "« x.onward »."
    ),
    "Name the cell you mean, or number them: ‘number: 1 to {0}’ in the kind and such a column, then ‘worst(number, ...)’.": (
        "Nommez la case voulue, ou numérotez-les : « number: 1 to {0} » dans la sorte et une telle colonne, puis « worst(number, ...) »."
    ),
    "If it is true of at least one: ‘{0}’; of all: ‘{1}’.": "Si c’est vrai d’un au moins : « {0} » ; de tous : « {1} ».",
    "‘{0}’ tells something only in some cases; in the others nobody hears of it, although it changes ‘{1}’": (
        "« {0} » ne raconte quelque chose que dans certains cas ; dans les autres on n’en apprend rien, alors que « {1} » change"
    ),
    "in this rule alone ‘{0}’ now means another, and nothing asks for it afterwards": (
        "dans cette règle seule, « {0} » désigne maintenant un autre, et rien ne le demande ensuite"
    ),
    "Who comes next is said in the head of the game: ‘play AGENDA by each SIDE in turn’.": (
        "Qui joue ensuite se dit en tête du jeu : « play AGENDA by each CAMP in turn »."
    ),
    "To change a thing, name its field: ‘{0}.FIELD becomes ...’.": (
        "Pour changer une chose, nommez son champ : « {0}.CHAMP becomes ... »."
    ),
    "it comes from here": "cela vient d’ici",
    'A look has lines such as ‘shape disc’, ‘fill red’, ‘edge around: red’, ‘label name’, ‘badge "×"’, ‘stack 3’ and ‘link straight’, '
    "each with a condition behind it if need be: ‘fill red when ...’.": (
        'Un « look » a des lignes comme « shape disc », « fill red », « edge around: red », « label name », « badge "×" », « stack 3 » et '
        "« link straight », chacune suivie d’une condition s’il le faut : « fill red when ... »."
    ),
    'A sign is said where a thing is declared: a column ‘sign’ in its table, or a line ‘sign "●"’ in its kind. '
    'A look may have ‘label sign’, and ‘badge "●" when ...’ for a small sign at its edge.': (
        'Un signe se donne là où la chose est déclarée : une colonne « sign » dans sa table, ou une ligne « sign "●" » dans sa sorte. '
        'Un « look » peut avoir « label sign », et « badge "●" when ... » pour un petit signe au bord.'
    ),
    'A label is ‘name’, ‘number’, ‘title’, ‘initials’, ‘sign’ or ‘none’, or a text with its language: ‘label en "Goal"’.': (
        "Une étiquette (« label ») est « name », « number », « title », « initials », « sign » ou « none », ou un texte avec sa langue : "
        '« label fr "But" ».'
    ),
    "this ‘{0}’ does not say enough": "ce « {0} » n’en dit pas assez",
    "‘{0}’ is not expected here": "« {0} » n’est pas attendu ici",
    "A condition comes last: ‘{0} ... when ...’.": "La condition vient à la fin : « {0} ... when ... ».",
    "A draw is ‘expect nobody wins’. That the match is not over: ‘expect match goes on’.": (
        "Une partie nulle : « expect nobody wins ». Que la partie n’est pas finie : « expect match goes on »."
    ),
    "‘expect match goes on’ says that the match is not over; who wins, that it is: ‘expect SIDE wins’, ‘expect nobody wins’.": (
        "« expect match goes on » dit que la partie n’est pas finie ; qu’elle l’est, on le dit par qui gagne : « expect CAMP wins », "
        "« expect nobody wins »."
    ),
    "Write ‘expect match goes on’.": "Écrivez « expect match goes on ».",
    "That the match goes on is a line of its own: ‘expect match goes on’.": (
        "Que la partie continue se dit sur une ligne à part : « expect match goes on »."
    ),
    "only the match goes on or is over, and this is ‘{0}’": "seule la partie continue ou finit, et ceci est « {0} »",
    "Write ‘expect not {0} wins’.": "Écrivez « expect not {0} wins ».",
    "Write ‘expect not {0} loses’.": "Écrivez « expect not {0} loses ».",
    "Write ‘expect {0} wins’.": "Écrivez « expect {0} wins ».",
    "Who {1} is expected by a scenario, in a line of its own: ‘expect {0} {1}’.": (
        "C’est un scénario qui l’attend, sur une ligne à part : « expect {0} {1} »."
    ),
    "It is the legend of these links below the board. Give it one in a table: ‘table of {0}:’ with the columns name | {1}.": (
        "C’est la légende de ces liens sous le plateau. Donnez-le dans une table : « table of {0}: » avec les colonnes name | {1}."
    ),
    "the table": "la table",
    "the path": "le chemin",
    "Only one fits here: go through them, ‘any one in S where ...’, ‘for each one in S:’, or take ‘first(S)’. "
    "A value of a single thing is asked of all of them by a dot, ‘S.value’; one of two things is not.": (
        "Il n’en faut qu’un ici : parcourez-les, « any one in S where ... », « for each one in S: », ou prenez « first(S) ». "
        "Une valeur d’une seule chose se demande à tous par un point, « S.value » ; une valeur de deux choses, non."
    ),
    "Write ‘fill red’, with a ground or a colour.": "Cela s’écrit « fill red », avec un sol ou une couleur.",
    'Write ‘label en "..."’, or ‘label name’.': 'Cela s’écrit « label en "..." », ou « label name ».',
    "Write ‘edge around: red’ for cells, ‘edge left, right: red’ for the board.": (
        "Cela s’écrit « edge around: red » pour des cases, « edge left, right: red » pour le plateau."
    ),
    "Arrows are drawn for what happens: ‘look ACTION:’ and below it ‘arrow dashed’.": (
        "Les flèches se dessinent pour ce qui arrive : « look ACTION: », et en dessous « arrow dashed »."
    ),
    "A choice between two values stands in brackets: ‘({1} if {0} otherwise {2})’.": (
        "Un choix entre deux valeurs se met entre parenthèses : « ({1} if {0} otherwise {2}) »."
    ),
    "A choice between two values stands in brackets: ‘({0} if {1} otherwise {2})’.": (
        "Un choix entre deux valeurs se met entre parenthèses : « ({0} if {1} otherwise {2}) »."
    ),
    "Say what it is otherwise, too: ‘({0} if {1} otherwise ...)’.": "Dites aussi ce qu’elle vaut sinon : « ({0} if {1} otherwise ...) ».",
    "A thing is called by its name alone: ‘given {0} = {1}’.": "Une chose s’appelle par son seul nom : « given {0} = {1} ».",
    "‘asks’ stands where somebody is asked: below ‘WHO acts in STEP:’, or below ‘WHO chooses x from S:’; in an action it names a part"
    " of it: asks PART en ...": (
        "« asks » se met là où l’on demande : sous « QUI acts in ÉTAPE: », ou sous « QUI chooses x from S: » ; dans une action"
        " il en nomme une part : asks PART en ..."
    ),
    "‘{0}’ is here the rule’s own ‘{0}’, not the field of the {1}": "« {0} » est ici celui de la règle, et non le champ de « {1} »",
    "Write ‘{0}’ for the field, or give the rule’s own another name.": (
        "Écrivez « {0} » pour le champ, ou donnez un autre nom à celui de la règle."
    ),
    "‘{0}’ is here the rule’s own ‘{0}’, not {1} of that name": "« {0} » est ici celui de la règle, et non {1} de ce nom",
    "the option": "l’option",
    "the value": "la valeur",
    "the member": "le membre",
    "Give the rule’s own another name.": "Donnez un autre nom à celui de la règle.",
}
