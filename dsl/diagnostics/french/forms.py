"""What is said of heads, values and lines that are nearly right."""

from __future__ import annotations

PHRASES: dict[str, str] = {
    "Write ‘count({0} where ...)’.": "Écrivez « count({0} where ...) ».",
    "Write ‘otherwise if {0}:’.": "Écrivez « otherwise if {0}: ».",
    "Write ‘{1} in {0}’.": "Écrivez « {1} in {0} ».",
    "Write ‘{0} + {1}’.": "Écrivez « {0} + {1} ».",
    "Write ‘{0} - {1}’.": "Écrivez « {0} - {1} ».",
    "Write ‘where it.{0} ...’.": "Écrivez « where it.{0} ... ».",
    "Write ‘where it.FIELD is {0}’, with the field that says where it is.": (
        "Écrivez « where it.CHAMP is {0} », avec le champ qui dit où cela se trouve."
    ),
    "Write ‘any {0} where {1} is not none’.": "Écrivez « any {0} where {1} is not none ».",
    "One at a time: ‘for each one in S where ...: discard one’.": "Un à la fois : « for each one in S where ...: discard one ».",
    "The condition comes first: ‘if {1}: {0}’.": "La condition vient d’abord : « if {1}: {0} ».",
    "Write ‘{0} where {1} is {2}’.": "Écrivez « {0} where {1} is {2} ».",
    "Write ‘let {0} = false’.": "Écrivez « let {0} = false ».",
    "Write ‘let {0} = true’.": "Écrivez « let {0} = true ».",
    "Write ‘any {0} where ...’; where there is none, ‘no {0} where ...’.": (
        "Écrivez « any {0} where ... » ; quand il n’y en a pas, « no {0} where ... »."
    ),
    "Of two: ‘(the SET where it is not {0})’.": "De deux : « (the ENSEMBLE where it is not {0}) ».",
    "Write ‘create {0} with {1} {2}’.": "Écrivez « create {0} with {1} {2} ».",
    "What has a block of its own starts a line: put ‘{0}:’ on the next one, four spaces further in.": (
        "Ce qui a son propre bloc commence une ligne : mettez « {0}: » sur la suivante, quatre espaces plus loin."
    ),
    "What has a type of its own stands in brackets: ‘{0}’.": "Ce qui a son propre type se met entre parenthèses : « {0} ».",
    "‘{0}’ is no preposition here; there are {1}: ‘{2}’.": "« {0} » n’est pas une préposition ici ; il y a {1} : « {2} ».",
    "A condition begins with what it is about: ‘{0}’, with one of the prepositions {1}.": (
        "Une condition commence par ce dont elle parle : « {0} », avec une des prépositions {1}."
    ),
    "An empty set is a search that finds nothing: ‘cells where false’, with the name of what it could hold.": (
        "Un ensemble vide est une recherche qui ne trouve rien : « cells where false », avec le nom de ce qu’il pourrait contenir."
    ),
    "A search in a choice has brackets of its own: ‘{0}’.": "Dans un choix, une recherche a ses propres parenthèses : « {0} ».",
    "‘is’ compares two things. If that is how many there are: ‘{0}’.": (
        "« is » compare deux choses. Si c’est le nombre de ce qu’il y a : « {0} »."
    ),
    "‘is’ compares two things at a time: ‘{0}’.": "« is » compare deux choses à la fois : « {0} ».",
    "A number that is kept has both ends, as far as it can ever go: ‘{0}: {1} to 99’.": (
        "Un nombre que l’on garde a deux bornes, aussi loin qu’il peut jamais aller : « {0}: {1} to 99 »."
    ),
    "The name stands right behind ‘chooses’: ‘{0} chooses {3} from {2}’.": (
        "Le nom se met juste après « chooses » : « {0} chooses {3} from {2} »."
    ),
    "Put the set in brackets: ‘({0} where {1}) wins’.": "Mettez l’ensemble entre parenthèses : « ({0} where {1}) wins ».",
    "Put the set in brackets: ‘({0} where {1}) loses’.": "Mettez l’ensemble entre parenthèses : « ({0} where {1}) loses ».",
    "An action has one name after ‘during’; each step that offers it says so: ‘WHO acts in {0}’ in both.": (
        "Une action n’a qu’un nom après « during » ; chaque étape qui l’offre le dit : « QUI acts in {0} » dans les deux."
    ),
    "‘{0}’ is none, which is no set": "« {0} » n’est rien (none), ce qui n’est pas un ensemble",
    "‘{0}’ began as none and cannot become a set": "« {0} » a commencé comme rien (none) et ne peut pas devenir un ensemble",
    "A set that is empty at first: ‘let {0} = {1} where false’.": "Un ensemble d’abord vide : « let {0} = {1} where false ».",
    "‘{0}’ is one word too many: what changes is a number already": "« {0} » est de trop : ce qui change est déjà un nombre",
    "‘reveals’ does not make ‘says’ show ‘{0}’ to those who may not see it": (
        "« reveals » ne fait pas dire « {0} » par « says » à ceux qui ne peuvent pas le voir"
    ),
    'A ‘says’ that names what is hidden reaches those who see it, nobody else; to tell all of them: ‘tell everyone en "..."’.': (
        'Un « says » qui nomme ce qui est caché n’atteint que ceux qui le voient ; pour le dire à tous : « tell everyone fr "..." ».'
    ),
    "this was told to {0} only: a ‘says’ that names what is hidden reaches those who see it; to tell all: ‘tell everyone ...’": (
        "ceci n’a été dit qu’à {0} : un « says » qui nomme ce qui est caché n’atteint que ceux qui le voient ; "
        "pour le dire à tous : « tell everyone ... »"
    ),
    "this is a folder; a file of rules is expected": "ceci est un dossier ; on attend un fichier de règles",
    "Name one of its files: {0}.": "Nommez un de ses fichiers : {0}.",
    "‘{0}’ stands twice in ‘{1}’": "« {0} » est écrit deux fois dans « {1} »",
    "the question ‘{0}’ has no words, and its name is shown": "la question « {0} » n’a pas de texte, et c’est son nom qui est montré",
    "Write asks {0} below it, after a colon.": "Écrivez asks {0} en dessous, après un deux-points.",
    "Leave one of them out.": "Retirez l’un des deux.",
    "No file of rules (*.rules) is in it.": "Il ne contient aucun fichier de règles (*.rules).",
    "Say it the other way round: ‘no {0} where {1} is not {2}’.": ("Dites-le à l’envers : « no {0} where {1} is not {2} »."),
    "One at a time: ‘for each one in {0}: one.FIELD becomes {1}’, with the field that changes.": (
        "Un à la fois : « for each one in {0}: one.CHAMP becomes {1} », avec le champ qui change."
    ),
    "One at a time: ‘for each {0} in SET: {0}.FIELD becomes {1}’, with the field that changes.": (
        "Un à la fois : « for each {0} in ENSEMBLE: {0}.CHAMP becomes {1} », avec le champ qui change."
    ),
    "One at a time: ‘for each one in {0}: one {1}s {2} {3}’.": ("Un à la fois : « for each one in {0}: one {1}s {2} {3} »."),
    "Each in a loop: ‘for each one in {0}: ...’. That they take turns is said in the head of the game: ‘play AGENDA by "
    "each SIDE in turn’.": (
        "Chacun dans une boucle : « for each one in {0}: ... ». Que chacun joue à son tour se dit en tête du jeu : « play "
        "AGENDA by each CAMP in turn »."
    ),
    "The match is over with that: write ‘{0} {1}’.": ("La partie est alors finie : écrivez « {0} {1} »."),
    "The match is over as soon as somebody wins or loses: ‘SIDE wins’, ‘SIDE loses’, or for a draw ‘nobody wins’.": (
        "La partie est finie dès que quelqu’un gagne ou perd : « CAMP wins », « CAMP loses », ou pour une partie nulle « nobody wins »."
    ),
    "Write ‘{0} gains {1} {2}’.": ("Écrivez « {0} gains {1} {2} »."),
    "Write ‘{0} gains {1} FIELD’, with the field that counts it.": ("Écrivez « {0} gains {1} CHAMP », avec le champ qui compte cela."),
    "Keep one of the two first: ‘let kept = {0}’, then ‘{0} becomes {1}’, then ‘{1} becomes kept’.": (
        "Gardez d’abord l’un des deux : « let kept = {0} », puis « {0} becomes {1} », puis « {1} becomes kept »."
    ),
    'To say something, write ‘says en "{1}"’.': ('Pour dire quelque chose, écrivez « says fr "{1}" ».'),
    "An element is named without its kind: ‘{0} {1} in {2}’.": "Un élément se nomme sans sa sorte : « {0} {1} in {2} ».",
    "Write ‘any {0} where ...’.": "Écrivez « any {0} where ... ».",
    "Write ‘first({0} where {1})’, with the plural of what is looked for.": (
        "Écrivez « first({0} where {1}) », avec le pluriel de ce qui est cherché."
    ),
    "Leave out ‘either’: ‘{0} or {1}’.": "Sans « either » : « {0} or {1} ».",
    "Leave out ‘both’: ‘{0} and {1}’.": "Sans « both » : « {0} and {1} ».",
    "Write ‘{0} is not {1}’.": "Écrivez « {0} is not {1} ».",
    "Say how far: ‘for each {0} {1} {2} where distance({3}, it) is {4} or less’.": (
        "Dites jusqu’où : « for each {0} {1} {2} where distance({3}, it) is {4} or less »."
    ),
    "Write ‘ahead({0}, up)’; beyond the edge that is none.": "Écrivez « ahead({0}, up) » ; au-delà du bord, c’est « none ».",
    "Write ‘ahead({0}, down)’; beyond the edge that is none.": "Écrivez « ahead({0}, down) » ; au-delà du bord, c’est « none ».",
    "Write ‘ahead({0}, left)’; beyond the edge that is none.": "Écrivez « ahead({0}, left) » ; au-delà du bord, c’est « none ».",
    "Write ‘ahead({0}, right)’; beyond the edge that is none.": "Écrivez « ahead({0}, right) » ; au-delà du bord, c’est « none ».",
    "In a relation there is no ‘by’; take another preposition, as in ‘is {0} from {1}’: ‘to’, ‘from’, ‘with’, ‘for’, ‘at’, ‘on’, "
    "‘against’, ‘into’, ‘through’ or ‘under’.": (
        "Une relation n’a pas de « by » ; prenez une autre préposition, comme dans « is {0} from {1} » : « to », « from », « with », "
        "« for », « at », « on », « against », « into », « through » ou « under »."
    ),
    "‘says’ tells that something happens, below an event, an action, an agenda, a test or a table of dice. "
    "What this is stands in its ‘text’, what it is called in its ‘title’.": (
        "« says » raconte que quelque chose arrive, sous un événement, une action, un agenda, un test ou une table de dés. "
        "Ce que c’est se dit dans son « text », comment cela s’appelle dans son « title »."
    ),
    "Of a field it stands on the same line, behind a comma: ‘{0}, reported’.": (
        "Pour un champ, il est sur la même ligne, derrière une virgule : « {0}, reported »."
    ),
    "A condition is about a thing of some kind. Of numbers alone, declare a value: ‘{0}’, and ask ‘is 1’ of it.": (
        "Une condition porte sur une chose d’une sorte. Pour de simples nombres, déclarez une valeur : « {0} », et demandez « is 1 »."
    ),
    'To say something, write ‘tell everyone en "{1}"’.': ('Pour dire quelque chose, écrivez « tell everyone fr "{1}" ».'),
    "Say how often: ‘repeat 3 times:’, or how long: ‘while C, up to 20 times:’.": (
        "Dites combien de fois : « repeat 3 times: », ou jusqu’à quand : « while C, up to 20 times: »."
    ),
    "Each name has a line of its own: ‘let {0} = {3}’, then ‘let {2} = {4}’.": (
        "Chaque nom a sa propre ligne : « let {0} = {3} », puis « let {2} = {4} »."
    ),
    "Each name has a line of its own: ‘let {0} = ...’, then ‘let {2} = ...’.": (
        "Chaque nom a sa propre ligne : « let {0} = ... », puis « let {2} = ... »."
    ),
    "Several things are a set, in brackets: ‘let {0} = ({1}, {3})’.": (
        "Plusieurs choses forment un ensemble, entre parenthèses : « let {0} = ({1}, {3}) »."
    ),
    "Put it on its first line: says {0}; or ‘says nothing’, if what happens around it says enough.": (
        "Dites-le en tête : says {0} ; ou « says nothing », si ce qui se passe autour le raconte déjà."
    ),
    "as this rule has ‘says’ or ‘says nothing’, the story no longer lists changes by itself": (
        "comme cette règle a « says » ou « says nothing », le récit n’énumère plus les changements de lui-même"
    ),
    "A choice is between values. Between conditions, write ‘{0}’.": (
        "On choisit entre des valeurs. Entre des conditions, écrivez « {0} »."
    ),
    "A search goes through things, not numbers: ‘{0} one in SET where {1}’, with a set whose members have these numbers in a field. "
    "Numbers are counted in a rule: ‘let {2} = {3}’, then ‘repeat {4} times:’ with ‘{2} becomes {2} + 1’ last.": (
        "Une recherche parcourt des choses, non des nombres : « {0} one in SET where {1} », avec un ensemble dont les éléments ont ces "
        "nombres dans un champ. C’est dans une règle que l’on compte : « let {2} = {3} », puis « repeat {4} times: », qui finit par "
        "« {2} becomes {2} + 1 »."
    ),
    "Who wins is a line of a rule, in an action, an event or a step of an agenda: ‘if {1}: {0}’.": (
        "Qui gagne se dit dans une règle : une action, un événement ou une étape d’agenda : « if {1}: {0} »."
    ),
    "The match is over when somebody wins, in a line of a rule: ‘if {0}: SIDE wins’, or for a draw ‘if {0}: nobody wins’.": (
        "La partie est finie quand quelqu’un gagne, sur une ligne d’une règle : « if {0}: CAMP wins », ou pour une partie "
        "nulle « if {0}: nobody wins »."
    ),
    "An event happens where a rule calls it: ‘event {0}:’ here, and ‘if {1}: {0}’ in a rule.": (
        "Un événement a lieu là où une règle l’appelle : « event {0}: » ici, et « if {1}: {0} » dans une règle."
    ),
    "The condition is a line of the action: ‘action {0}:’, and below it ‘when {1}’.": (
        "La condition est une ligne de l’action : « action {0}: », et en dessous « when {1} »."
    ),
    "What is adjusted goes by its name alone: ‘adjust {0}:’.": "Ce que l’on ajuste se dit par son nom seul : « adjust {0}: ».",
    "Who tells its rows apart is said on a line below: ‘{0}’, then ‘seen by {1}’.": (
        "Qui en distingue les lignes se dit sur une ligne en dessous : « {0} », puis « seen by {1} »."
    ),
    "Who sees it is said on a line below: ‘{0}:’, then ‘seen by {1}’.": (
        "Qui le voit se dit sur une ligne en dessous : « {0}: », puis « seen by {1} »."
    ),
    "What somebody may do is answered on a line of its own: ‘{0}’.": (
        "Ce que quelqu’un peut faire ou non se répond sur une ligne à soi : « {0} »."
    ),
    "An agenda is played as long as its condition holds: leave out ‘up to {1}’.": (
        "Un agenda se joue tant que sa condition est vraie : supprimez « up to {1} »."
    ),
    "Write ‘let {0} = {1}’.": ("Écrivez « let {0} = {1} »."),
    "Write ‘kind {0}: {1}’.": ("Écrivez « kind {0}: {1} »."),
    "Write ‘kind {0}’, with what it has.": ("Écrivez « kind {0} », avec ce qu’il contient."),
    "A law is written ‘always {0}: {1}’.": ("Une loi s’écrit « always {0}: {1} »."),
    "A law has a name: ‘always NAME: {0}’.": ("Une loi porte un nom : « always NOM: {0} »."),
    "‘always NAME: ...’ says what must hold. What happens then is a line of a rule: ‘if {0}: {1}’.": (
        "« always NOM: ... » dit ce qui doit rester vrai. Ce qui se passe alors est une ligne d’une règle : « if {0}: {1} »."
    ),
    "Say what it is: ‘action {0}:’ is what a side may do, ‘event {0}:’ what rules call.": (
        "Dites ce que c’est : « action {0}: » est ce qu’un camp peut faire, « event {0}: » ce que des règles appellent."
    ),
    "What follows something else is a hook: ‘after {0}:’; after the turn of a side it names the side, ‘after {0} by SIDE:’.": (
        "Ce qui suit autre chose est un crochet : « after {0}: » ; après le tour d’un camp, il nomme ce camp : « after {0} by CAMP: »."
    ),
    "What comes before something else is a hook: ‘before {0}:’; before the turn of a side it names the side, ‘before {0} by SIDE:’.": (
        "Ce qui précède autre chose est un crochet : « before {0}: » ; avant le tour d’un camp, il nomme ce camp : « before {0} by CAMP: »."
    ),
    "One at a time: ‘{0}’.": "Un à la fois : « {0} ».",
    "Leave out the brackets: ‘{0}’.": ("Supprimez les parenthèses : « {0} »."),
    "Give it a name first: ‘let one = {0}’, then ‘{1}’.": ("Donnez-lui d’abord un nom : « let one = {0} », puis « {1} »."),
    "Say which comes first: ‘{0}’, or ‘{1}’.": ("Dites lequel vient en premier : « {0} », ou « {1} »."),
    "A loop over numbers counts them itself: ‘let {0} = {1}’, then ‘repeat {2} times:’ with ‘{0} becomes {0} + 1’ last.": (
        "Une boucle sur des nombres les compte elle-même : « let {0} = {1} », puis « repeat {2} times: » avec « {0} becomes "
        "{0} + 1 » à la fin."
    ),
    "‘{0}’ is asked for twice": "« {0} » est demandé deux fois",
    "‘{0}’ is not known yet when ‘{1}’ is asked for": "« {0} » n’est pas encore connu quand « {1} » est demandé",
    "A question may speak of who acts and of what stands before it in the head.": (
        "Une question peut parler de qui agit et de ce qui la précède dans l’en-tête."
    ),
    "‘{0}’ is several in another language, and one or several in {1}": (
        "« {0} » est plusieurs dans une autre langue, et un ou plusieurs en {1}"
    ),
    'Write ‘singular’ or ‘plural’ behind it: {0} "{1}" plural': 'Écrivez « singular » ou « plural » derrière : {0} "{1}" plural',
    "‘{0}’ means nothing in {1}": "« {0} » n’a pas de sens dans {1}",
    "a hook": "un crochet",
    "It is said of an action, which somebody chooses to do.": "Cela se dit d’une action, que quelqu’un choisit de faire.",
    "Write ‘when ...’: where that does not hold, nothing happens. ‘needs’ is for an action that somebody is refused.": (
        "Écrivez « when ... » : si ce n’est pas vrai, rien ne se passe. « needs » est pour une action qu’on refuse à quelqu’un."
    ),
    "It says how often an action may be done. What may happen once needs a field that notes it, and ‘when ...’.": (
        "Cela dit combien de fois une action peut se faire. Ce qui n’arrive qu’une fois demande un champ qui le note, et « when ... »."
    ),
    "It says when an action may be chosen. An event happens where a rule calls it by its name.": (
        "Cela dit quand une action peut être choisie. Un événement a lieu là où une règle l’appelle par son nom."
    ),
    "Below an action it names another one that is left out. To put a rule in place of another, begin a line with ‘instead of NAME:’.": (
        "Sous une action, cela en nomme une autre qui disparaît. Pour mettre une règle à la place d’une autre, commencez une ligne par "
        "« instead of NOM: »."
    ),
    "It says how much bots like to do an action. For what somebody chooses, write ‘preferring ...’ behind the set.": (
        "Cela dit combien une action plaît aux bots. Pour ce que quelqu’un choisit, écrivez « preferring ... » après l’ensemble."
    ),
    "It words the question for a part of an action. For what somebody chooses, write it below ‘WHO chooses x from S:’.": (
        "Cela formule la question sur une partie d’une action. Pour ce que quelqu’un choisit, écrivez-le sous « QUI chooses x from S: »."
    ),
    "Only an event gives a result, to the rule that calls it.": "Seul un événement donne un résultat, à la règle qui l’appelle.",
    "It stands in the event, action or agenda that remembers it.": "Cela va dans l’événement, l’action ou l’agenda qui s’en souvient.",
    "It stands in the event or action that is seen.": "Cela va dans l’événement ou l’action que l’on voit.",
    "The {0} looked at is ‘it’: ‘{1}’. If the ‘{2}’ of this rule is meant, ask that before the set is looked at, with ‘if’ or ‘when’.": (
        "L’élément ({0}) est « it » : « {1} ». Si c’est « {2} » de la règle qui est voulu, demandez-le avant de parcourir l’ensemble, "
        "par « if » ou « when »."
    ),
    "The {0} looked at is ‘it’. What is the same for every one is asked before the set is looked at, with ‘if’ or ‘when’.": (
        "L’élément ({0}) est « it ». Ce qui est pareil pour chacun se demande avant de parcourir l’ensemble, par « if » ou « when »."
    ),
    "nothing calls ‘{0}’": "rien n’appelle « {0} »",
    "‘event setup:’ happens when a match begins; every other event is called by its name.": (
        "« event setup: » a lieu au début d’une partie ; tout autre événement s’appelle par son nom."
    ),
    "Call it by its name where it happens, or remove it; if people call it between two matches, give it a title.": (
        "Appelez-le par son nom là où il a lieu, ou retirez-le ; si on l’appelle entre deux parties, donnez-lui un titre."
    ),
    "‘{0}’ is never none here, so this is never true": "« {0} » n’est jamais none ici : ce n’est donc jamais vrai",
    "‘{0}’ is never none here, so this is always true": "« {0} » n’est jamais none ici : c’est donc toujours vrai",
    "If it may be none, write ‘{0}: {1} or none’ where it is declared; else leave this out.": (
        "Si cela peut être none, écrivez « {0}: {1} or none » là où c’est déclaré ; sinon, retirez cette condition."
    ),
}
