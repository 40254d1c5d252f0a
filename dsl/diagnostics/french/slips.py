"""What is said of names that are not there, and of searches in searches."""

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
    "Name it in the head: ‘{0}’.": "Nommez-le dans l’en-tête : « {0} ».",
    "Name it in the head, ‘{0}’, or write ‘{1}’.": "Nommez-le dans l’en-tête, « {0} », ou écrivez « {1} ».",
    "A hook names what it speaks of: ‘{0} {1}’.": "Un crochet nomme ce dont il parle : « {0} {1} ».",
    "A hook names what it speaks of: ‘{0}’, then ‘{1}’.": "Un crochet nomme ce dont il parle : « {0} », puis « {1} ».",
    "Only what its head names is known here: ‘{0}’.": "On ne connaît ici que ce que nomme l’en-tête : « {0} ».",
    "in a ‘where’ inside a ‘where’ it is not clear whose fields are meant": (
        "dans un « where » à l’intérieur d’un « where », on ne sait pas de qui sont les champs"
    ),
    "Name the element: ‘{0} other in ... where ...’, and write ‘other.’ before its fields.": (
        "Nommez l’élément : « {0} other in ... where ... », et écrivez « other. » devant ses champs."
    ),
    "Name the element of the outer one, ‘{0}’, and write ‘{1}.’ before its fields.": (
        "Nommez l’élément de celui de l’extérieur, « {0} », et écrivez « {1}. » devant ses champs."
    ),
    "If these are two conditions, put each in brackets: ‘{0}’; if not, name the element of the outer one, ‘{1}’, "
    "and write ‘{2}.’ before its fields.": (
        "Si ce sont deux conditions, mettez chacune entre parenthèses : « {0} » ; sinon, nommez l’élément de celui de l’extérieur, "
        "« {1} », et écrivez « {2}. » devant ses champs."
    ),
    "{0} of the {1} texts of this file have no {2}": "{0} des {1} textes de ce fichier n’ont pas de {2}",
    "Write {0} in each; or say in the head of the game which languages it is in: ‘languages {1}’.": (
        "Écrivez {0} dans chacun ; ou dites en tête du jeu dans quelles langues il est : « languages {1} »."
    ),
    "Write {0}; or say in the head of the game which languages it is in: ‘languages {1}’.": (
        "Écrivez {0} ; ou dites en tête du jeu dans quelles langues il est : « languages {1} »."
    ),
}
