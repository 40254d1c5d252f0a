"""What is said of heads, values and lines that are nearly right."""

from __future__ import annotations

PHRASES: dict[str, str] = {
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
}
