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
}
