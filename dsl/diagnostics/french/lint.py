"""What the checks say."""

from __future__ import annotations

PHRASES: dict[str, str] = {
    "this may be none, and ‘{0}’ is asked of it: the match would stop": (
        "il n’y a peut-être rien ici, et on y demande « {0} » : la partie s’arrêterait"
    ),
    "beyond the edge there is no cell, and ‘{0}’ is asked of it: the match would stop": (
        "au-delà du bord il n’y a pas de case, et on y demande « {0} » : la partie s’arrêterait"
    ),
    "Write ‘any ahead(CELL, DIRECTION) where ...’, or ask first whether it ‘is not none’.": (
        "Écrivez « any ahead(CASE, DIRECTION) where ... », ou demandez d’abord si elle « is not none »."
    ),
    "the answer may be none, and ‘{0}’ is asked of it: the match would stop": (
        "la réponse peut être « none », et on y demande « {0} » : la partie s’arrêterait"
    ),
    "this may be none by now: what is done for one may change it for the next, and ‘{0}’ is asked of it": (
        "il n’y a peut-être plus rien ici : ce qui est fait pour l’un peut le changer pour le suivant, et on y demande « {0} »"
    ),
    "Check first: ‘if x is not none’, or a condition of the rule that makes sure of it.": (
        "Vérifiez d’abord : « if x is not none », ou une condition de la règle qui le dit."
    ),
    "What the loop goes through was determined when it began: check again inside it, ‘if x is not none’, before asking.": (
        "Ce que la boucle parcourt a été trouvé à son début : vérifiez de nouveau à l’intérieur, "
        "« if x is not none », avant de le demander."
    ),
    "it is asked here": "c’est demandé ici",
    "{1} can infer {0} from {2}": "{0} transparaît pour {1} : {2}",
    "everyone": "tout le monde",
    "a side that may not know it": "un camp qui ne doit pas le savoir",
    "Make it independent of that; if the rules are meant to reveal it, say so there: ‘reveals {0}’.": (
        "Faites que cela n’en dépende pas ; si les règles veulent le révéler, dites-le là : « reveals {0} »."
    ),
    "{0} It can be inferred in {1} more places.": "{0} Cela transparaît en {1} autres endroits.",
    "{0} It can be inferred in one more place.": "{0} Cela transparaît en un autre endroit.",
    "by way of this call": "en passant par là",
    "it can be inferred here": "cela se voit ici",
    "the secret is declared here": "le secret est déclaré ici",
    "who was told ‘{0}’ of {1}": "qui a appris « {0} » ({1})",
    "‘{0}’ of {1}": "« {0} » ({1})",
    "which {0} it is": "l’identité de « {0} »",
    "what was ordered": "ce qui a été ordonné",
    "the result of the roll ‘{0}’": "le résultat du jet ou du tirage « {0} »",
    "the secret choice ‘{0}’": "le choix secret « {0} »",
    "what is stored in ‘{0}’": "ce qui est rangé dans « {0} »",
    "whether dice are thrown, and which: ‘{0}’": "des dés sont jetés ou non, ou d’autres : « {0} »",
    "whether dice are thrown for an order": "des dés sont jetés pour un ordre de passage",
    "what is told, or whether it is told": "ce qui est dit, ou le fait de le dire",
    "the question ‘{0}’, or whether it is asked": "la question « {0} », ou le fait de la poser",
    "whether ‘{0}’ is asked": "tous voient si « {0} » est demandé",
    "whether ‘{0}’ is offered, and with what": "si « {0} » est offert, et avec quoi",
    "the hint of ‘{0}’": "le conseil donné pour « {0} »",
    "whether ‘{0}’ happens, and to whom": "« {0} » a lieu ou non, ou touche d’autres",
    "whether ‘{0}’ applies": "si « {0} » s’applique",
    "whether ‘{0}’ runs, and how often": "si « {0} » a lieu, et combien de fois",
    "the result of ‘{0}’": "le résultat de « {0} »",
    "whether the order ‘{0}’ succeeds": "si l’ordre « {0} » réussit",
    "the end of the match": "la fin de la partie",
    "whether a {0} comes into play, and its number": "un élément entre en jeu ({0}), et son numéro",
    "whether a {0} leaves play": "un élément quitte le jeu ({0})",
    "when the state is published": "le moment où l’état est publié",
    "the order in which things happen": "l’ordre dans lequel les choses ont lieu",
    "whether ‘{0}’ is asked, since the match waits for the answer": "« {0} » est demandé ou non, et la partie l’attend",
    "the order of the options of ‘{0}’": "l’ordre des choix de « {0} »",
    "Decide by lot (‘by draw’), or by an order that everybody sees; ‘reveals’ does not cover the order of rows.": (
        "Tirez au sort (« by draw »), ou suivez un ordre que chacun voit ; « reveals » ne couvre pas l’ordre des lignes."
    ),
    (
        "Always ask, or ask everyone, and offer at least two answers: a question with one answer is not asked. If it may be "
        "known that the match waits for somebody, put ‘reveals {0} to nobody’ in the same block as the question; ‘reveals {0}’ "
        "alone tells for whom as well, and games by post then name that side."
    ): (
        "Demandez toujours, ou à tous, et offrez au moins deux réponses : une question à une seule réponse n’est pas posée. Si "
        "l’on peut savoir que la partie attend quelqu’un, placez « reveals {0} to nobody » dans le bloc même de la question ; "
        "« reveals {0} » seul dirait aussi qui, et les parties par correspondance nommeraient alors ce camp."
    ),
    "‘{0}’ cannot be inferred here: there is nothing to reveal": "rien ici ne laisse voir « {0} » : inutile de le révéler",
    "Remove it, so that a later leak is not hidden.": "Retirez-le : il cacherait une fuite qui viendrait plus tard.",
    "there is no secret called ‘{0}’": "aucun secret ne s’appelle « {0} »",
    "Narrow one of them with ‘when’, or use ‘+’ or ‘-’ instead of ‘is’; what is added comes on top: set a floor if necessary.": (
        "Restreignez l’un des deux avec « when », ou faites-lui dire « + » ou « - » au lieu de « is » ; ce "
        "qui s’ajoute vient par-dessus : fixez un minimum au besoin."
    ),
    "another rule also replaces ‘{0}’, and both can apply at once: the match would stop": (
        "une autre règle se tient aussi à la place de « {0} », et les deux peuvent convenir à la fois : la partie s’arrêterait"
    ),
    "Narrow one of them with ‘when’, or settle it with ‘over {0}’.": (
        "Restreignez l’une des deux avec « when », ou tranchez avec « over {0} »."
    ),
    "the other": "l’autre",
    "two files say what ‘{0}’ is, and both lines can apply at once: the match would stop": (
        "deux fichiers disent ce que vaut « {0} », et les deux lignes peuvent valoir à la fois : la partie s’arrêterait"
    ),
    "Make sure that both are meant: the line was written for the old value.": (
        "Assurez-vous que les deux sont voulus : la ligne a été écrite pour l’ancienne valeur."
    ),
    "‘{0}’ is replaced by another file; where this line applies, it takes precedence": (
        "« {0} » est remplacé par un autre fichier ; là où cette ligne vaut, elle l’emporte"
    ),
    "replaced here": "remplacé ici",
    "there is no clause ‘{0}’": "il n’y a pas de clause « {0} »",
    "carried here": "portée ici",
    "Put its number on a scenario that fails without the rule.": "Mettez son numéro sur un scénario qui échoue sans la règle.",
    "Keep one of the two.": "Gardez l’un des deux.",
    "no scenario proves this rule: none has {0} in its margin": "aucun scénario ne prouve cette règle : aucun ne porte {0}",
    "‘{0}’ is waived, and yet a rule carries it": "« {0} » est écartée, et pourtant une règle la porte",
    "Put its number on the line that does what the ruling says, or say why it is waived.": (
        "Mettez son numéro sur la ligne qui fait ce que dit la décision, ou dites pourquoi elle est écartée."
    ),
    "Put its number on a rule's line, or say why it is waived.": (
        "Mettez son numéro sur la ligne d’une règle, ou dites pourquoi elle est écartée."
    ),
    "the ruling of ‘{0}’ decides nothing: no rule carries that clause": (
        "la décision sur « {0} » ne décide rien : aucune règle ne porte cette clause"
    ),
    "no rule carries ‘{0}’": "aucune règle ne porte « {0} »",
    "no scenario proves ‘{0}’": "aucun scénario ne prouve « {0} »",
    "Ask about what all copies of the part share (its terrain, its room), or place it once without ‘as’.": (
        "Demandez ce que partagent toutes les places du morceau (son terrain, sa salle), ou placez-le une seule fois sans « as »."
    ),
    "nothing on the map {0} is called ‘{1}’: there it is {2}, and this has no effect": (
        "sur le plan {0}, rien ne s’appelle « {1} » : c’y est {2}, et ceci ne fait rien"
    ),
    "‘{0}’ has no place on the map {1}": "« {0} » n’a pas de place sur le plan {1}",
    "There it is none: check ‘{0} is not none’ first, or move the rule to the file that draws it.": (
        "Ce nom y vaut « none » : demandez d’abord « {0} is not none », ou écrivez la règle dans le fichier qui le dessine."
    ),
    "there is no part called ‘{0}’ to place": "il n’y a pas de morceau « {0} » à placer",
    "no map gives the part ‘{0}’ a place": "aucun plan ne donne de place au morceau « {0} »",
    "Say where it goes: ‘place {0} at (COLUMN, ROW, FLOOR)’ in a map.": (
        "Dites où il va : « place {0} at (COLONNE, LIGNE, ÉTAGE) » dans un plan."
    ),
    "Read it in a rule or remove it; if people are to read it, give it a title.": (
        "Lisez-le dans une règle ou retirez-le ; s’il doit être lu par des personnes, donnez-lui un titre."
    ),
    "no rule reads ‘{0}’ of {1}": "aucune règle ne lit « {0} » de {1}",
    "cannot be reached from the others": "ne peut pas être atteint depuis le reste",
    "can be entered and never left": "se laisse entrer et jamais quitter",
    "Draw them next to the others (the first numbers are column, row and floor), or add a link": (
        "Dessinez-les à côté des autres (les premiers nombres sont colonne, ligne et étage), ou ajoutez un lien"
    ),
    "Use it in a rule, or remove it.": "Servez-vous-en dans une règle, ou retirez-la.",
    "nobody can do ‘{0}’: nothing offers ‘{1}’": "personne ne peut faire « {0} » : rien ne propose « {1} »",
    "Say ‘gives orders’ or ‘acts in’ in a step.": "Dites « gives orders » ou « acts in » dans une étape.",
    "; if it is intended, end the line of their mark with ‘cut off’": (
        " ; si c’est voulu, terminez la ligne de leur signe par « cut off »"
    ),
    "1 cell": "1 case",
    "this rule can never apply: its condition is never true": ("cette règle ne peut jamais s’appliquer : sa condition n’est jamais vraie"),
    "the option ‘{0}’ changes nothing": "l’option « {0} » ne change rien",
    "no step performs the orders of ‘{0}’": "aucune étape n’exécute les ordres de « {0} »",
    "Add a step ‘{0}’ to the agenda, or ‘insert’ it from here.": (
        "Ajoutez à l’agenda une étape « {0} », ou insérez-la d’ici avec « insert »."
    ),
    "{0} cells": "{0} cases",
    "no step performs the orders of ‘{0}’ of {1}": "aucune étape n’exécute les ordres de « {0} » de {1}",
    "Insert a step such as ‘{0}_{1}: perform {2} of {3}’.": "Insérez une étape : « {0}_{1}: perform {2} of {3} ».",
    "It is the only one there: leave out ‘over’.": "Elle y est seule : retirez « over ».",
    "this rule cannot go over ‘{0}’: there is no such rule beside it": (
        "il n’y a pas de règle « {0} » à côté de celle-ci, qu’elle puisse écarter"
    ),
    "this rule cannot come before ‘{0}’: there is no such rule beside it": (
        "il n’y a pas de règle « {0} » à côté de celle-ci, qu’elle puisse précéder"
    ),
    "this rule cannot come after ‘{0}’: there is no such rule beside it": (
        "il n’y a pas de règle « {0} » à côté de celle-ci, qu’elle puisse suivre"
    ),
    "It is the only one there: leave out the order.": "Elle s’y trouve seule : retirez l’ordre.",
    "‘{0}’ reads ‘{1}’, which ‘{2}’ may change at the same moment, and nothing says which of the two comes first": (
        "« {0} » lit « {1} », que « {2} » peut changer au même moment, et rien ne dit laquelle des deux vient d’abord"
    ),
    "Say which at the end of its first line: ‘..., before {0}:’ or ‘..., after {0}:’; or in another file: ‘reschedule {1} before {0}’.": (
        "Dites-le à la fin de son en-tête : « ..., before {0}: » ou « ..., after {0}: » ; "
        "ou dans un autre fichier : « reschedule {1} before {0} »."
    ),
    "Beside it are: {0}.": "À côté d’elle se trouvent : {0}.",
    "Say how often": "Dites combien de fois",
    "Say of each of {0} and {1} how often": "Dites pour chacun de {0} et {1} combien de fois",
    "‘{0}’ can lead back to itself: {1}": "« {0} » peut revenir à soi-même : {1}",
    "Then the match stops. {0} at most: ‘{1} {2} ..., up to 10 times:’. Or break the cycle: let what this line does happen later.": (
        "La partie s’arrête alors. {0} au plus : « {1} {2} ..., up to 10 times: »."
        " Ou rompez la boucle : faites venir plus tard ce que fait cette ligne."
    ),
    "Say who sees it: that line ends ‘seen by WHO’ or ‘seen by nobody’; to show it is meant: ‘reveals {0}’ below it.": (
        "Dites qui le voit, à la fin de cette ligne : « seen by QUI » ou « seen by nobody » ; si les règles veulent le montrer : "
        "« reveals {0} » en dessous."
    ),
    "Have it chosen ‘in secret’; if the rules are meant to show it, say so: ‘reveals {0}’.": (
        "Faites-le choisir « in secret » ; si les règles veulent le montrer, dites-le : « reveals {0} »."
    ),
    "Have it ordered ‘in secret’; if the rules are meant to show it, say so: ‘reveals {0}’.": (
        "Faites-le ordonner « in secret » ; si les règles veulent le montrer, dites-le : « reveals {0} »."
    ),
    "nobody sees": "personne ne voit",
    "not everybody sees": "tout le monde ne voit pas",
    "‘{0}’ of {1}, which {2}": "« {0} » de {1}, que {2}",
    "Say who sees it where it is made: ‘{0} {1} ... seen by WHO’, or ‘seen by nobody’.": (
        "Dites qui le voit là où il se fait : « {0} {1} ... seen by QUI », ou « seen by nobody »."
    ),
    "is told to everybody": "est dit à tout le monde",
    "is told to some sides": "est dit à certains",
    "‘{0}’ of {1}, and not everybody sees which {2} it is": "« {0} » de {1}, et tout le monde ne voit pas lequel c’est : « {2} »",
    "‘{0}’ {1}, and decides {2}": "« {0} » {1}, et décide de {2}",
    "it is stored here": "cela est enregistré ici",
    "Write title {0} as the first line of the scenario.": "Écrivez title {0} comme première ligne du scénario.",
    "Write title {0} below it.": "Écrivez title {0} en dessous.",
    'Write title en "..." fr "..." below it.': 'Écrivez title en "..." fr "..." en dessous.',
    " and {0} more of this file have": " et {0} autres de ce fichier ont",
    "‘{0}’{1} a title in one language only": "« {0} »{1} un titre dans une seule langue",
    "the title of a condition cannot begin with ‘{0}’: it has to complete a sentence about its subject": (
        "le titre d’une condition qui commence par « {0} » ne dit rien de son sujet"
    ),
    "It completes ‘he is ...’ (“Ready”), or begins with a verb: “Has fallen”, “Can be moved”.": (
        "Il continue « il est ... » (« Prêt »), ou commence par un verbe : « Est tombé », « Peut être déplacé »."
    ),
    "‘{0}’ has no title": "« {0} » n’a pas de titre",
    "The game promises this language: write {0}. Until then {1} is shown.": "Le jeu le promet : écrivez {0}. D’ici là, {1} est montré.",
    "this text has no {0}": "ce texte manque en {0}",
    "‘{0}’ has no title in {1}": "« {0} » n’a pas de titre en {1}",
    "nothing is told when ‘{0}’ happens, although it changes ‘{1}’": (
        "rien n’est raconté quand « {0} » arrive, alors que cela change « {1} »"
    ),
    "there is no scenario ‘{0}’": "il n’y a pas de scénario « {0} »",
    "Write in the action: asks {0} {1}": "Écrivez dans l’action : asks {0} {1}",
    "there is no kind or member ‘{0}’": "il n’y a ni sorte ni membre « {0} »",
    "there is no test, contest or table ‘{0}’": "il n’y a ni test, ni duel, ni table « {0} »",
    "there is no board, part of a board, agenda or value ‘{0}’ to draw": (
        "il n’y a ni plateau, ni partie de plateau, ni agenda, ni valeur « {0} » à dessiner"
    ),
    "no chapter teaches {0}{1}": "aucun chapitre n’enseigne {0}{1}",
    "Put the numbers in the margin of a line of a chapter.": "Mettez les numéros dans la marge d’une ligne d’un chapitre.",
    "there is no kind ‘{0}’ with members to put in a table": "aucune sorte « {0} » n’a de membres à mettre dans un tableau",
    "‘{0}’ has no field ‘{1}’": "« {0} » n’a pas de champ « {1} »",
    "a table goes through numbers, a kind, or some of its members": "un tableau parcourt des nombres, une sorte ou certains de ses membres",
    "Write 1 to 6, (1, 2, 4), the plural of a kind, or (name, name).": (
        "Écrivez 1 to 6, (1, 2, 4), le pluriel d’une sorte, ou (nom, nom)."
    ),
    "this table has more than {0} cells": "ce tableau a plus de {0} cases",
    "Nobody looks through so many: let it go through fewer values.": "Personne n’en lit autant : faites-lui parcourir moins de valeurs.",
    "a cell shows a number, a member, or yes and no; this is {0}": "une case montre un nombre, un membre, ou oui et non ; ceci est {0}",
    "Count it, or name one of it.": "Comptez-le, ou nommez-en un.",
    "no ‘sheet’ line tells players about {0}{1}": "aucune ligne de l’aide de jeu ne dit {0}{1} aux joueurs",
    "no ‘turn’ line tells players about {0}{1}": "aucune ligne du tour ne dit {0}{1} aux joueurs",
    'Write it in a chapter: {0} of {1} en "..." fr "..."': 'Écrivez-la dans un chapitre : {0} of {1} en "..." fr "..."',
    "there is no phase ‘{0}’": "il n’y a pas de phase « {0} »",
    "there is no action, test, contest or table ‘{0}’": "il n’y a ni action, ni test, ni duel, ni table « {0} »",
    "this line has {0} words": "cette ligne a {0} mots",
    "Nobody reads more than {0} at the table: say who, when, at what price, and what is thrown.": (
        "À table, personne n’en lit plus de {0} : dites qui, quand, à quel prix, et ce qu’on lance."
    ),
    "the game does not say its {0}": "le jeu ne dit pas : {0}",
    'How one wins, how many play, how long it lasts: goal en "..." fr "...", players ..., lasts ...': (
        'Comment on gagne, à combien on joue, combien de temps : goal en "..." fr "...", players ..., lasts ...'
    ),
    "there may be more than {0}, and then this does not hold": "il peut y en avoir plus de {0}, et cela n’est alors plus vrai",
    "there may be more than {0}, and then this holds again": "il peut y en avoir plus de {0}, et cela redevient vrai",
    "this part belongs to the condition of ‘no ... where’, and says nothing about its element": (
        "cette partie appartient à la condition de « no ... where » et ne dit rien de son élément"
    ),
    "this part belongs to the condition of ‘not any ... where’, and says nothing about its element": (
        "cette partie appartient à la condition de « not any ... where » et ne dit rien de son élément"
    ),
    "Two statements are written ‘{0}’; if it belongs to the condition, put this part in brackets.": (
        "Deux affirmations s’écrivent « {0} » ; si elle appartient à la condition, mettez-la entre parenthèses."
    ),
    "Two statements are written ‘{0}’; if it belongs to the condition, put this part first, right behind ‘where’.": (
        "Deux affirmations s’écrivent « {0} » ; si elle appartient à la condition, mettez cette partie en tête, juste après « where »."
    ),
    "Two statements are written ‘{0}’; if the field of the {1} is meant, write ‘{2}’.": (
        "Deux affirmations s’écrivent « {0} » ; si c’est le champ de l’élément ({1}) qui est voulu, écrivez « {2} »."
    ),
    "the condition it belongs to": "la condition à laquelle elle appartient",
    "If more are fine too, write ‘is {0} or more’; if not, ‘is exactly {0}’.": (
        "S’il peut y en avoir plus, écrivez « is {0} or more » ; sinon « is exactly {0} »."
    ),
    "the match may end in the step ‘{0}’; then this step is not played, and nobody is told": (
        "la partie peut finir à l’étape « {0} » ; celle-ci n’est alors pas jouée, et personne n’est informé"
    ),
    "Move it before that step: ‘reschedule {0} before {1}’, or in the agenda itself.": (
        "Placez-la avant cette étape : « reschedule {0} before {1} », ou dans l’agenda même."
    ),
    "it may end here": "elle peut finir ici",
    "the match may end on the line before, and then nobody is told this": (
        "la partie peut finir à une ligne précédente, et personne n’apprend alors ceci"
    ),
    "Tell it first; what is said about the end belongs in the event that ends the match.": (
        "Dites-le d’abord ; ce qui se dit de la fin va dans l’événement qui finit la partie."
    ),
    "there may be more than one {0} here, and only the first in the order of rows is taken": (
        "il peut y avoir ici plus d’un {0}, et seul est visé le premier dans l’ordre des éléments"
    ),
    "Go through all of them, ‘for each {0} in ...’, or say which: ‘first(best(...))’, ‘draw {0} from ...’.": (
        "Passez-les tous en revue, « for each {0} in ... », ou dites lequel : « first(best(...)) », « draw {0} from ... »."
    ),
    "‘{0}’ may be asked again about the same dice: whoever declined is asked a second time": (
        "« {0} » peut être demandé de nouveau sur les mêmes dés : qui a refusé est interrogé une seconde fois"
    ),
    "If a new throw is meant, record it beside ‘reroll’, in a field that becomes true, and check that: ‘when ... and x.retrying’.": (
        "Si c’est pour un nouveau jet, notez-le à côté de « reroll », dans un champ qui devient vrai : « when ... and x.retrying »."
    ),
    "it was asked here": "c’est demandé ici",
    "orders are set back to waiting here, and no step performs {0} from here on: they are lost": (
        "des ordres attendent de nouveau ici, et plus aucune étape n’exécute {0} : ils sont perdus"
    ),
    "Perform them too, ‘perform {0} of x’, or exclude them: ‘for each order in orders where ... and action is not {0}’.": (
        "Exécutez-les aussi, « perform {0} of x », ou laissez-les de côté : « for each order in orders where ... and action is not {0} »."
    ),
    "this one": "celui-ci",
    "‘{0}’ describes the act of ‘match.{1}’; this may happen while somebody else acts": (
        "« {0} » parle de l’acte de « match.{1} » ; ceci peut arriver pendant qu’un autre agit"
    ),
    "Check first whose act it is: ‘if match.{0} is {1}’. Rules that begin or end an act set ‘match.{0}’ themselves.": (
        "Demandez d’abord de qui est l’acte : « if match.{0} is {1} ». Ce qui commence ou finit un acte change lui-même « match.{0} »."
    ),
    "‘{0}’ carries over to the next match, decides who wins, and is never reset": (
        "« {0} » passe à la partie suivante, décide de la victoire, et n’est jamais retiré"
    ),
    "Reset it where a match begins: ‘{0} becomes false’. If whoever has it is to win every later match, say ‘kept for good’.": (
        "Retirez-le au début d’une partie : « {0} becomes false ». Si qui l’a doit gagner pour toujours, écrivez « kept for good »."
    ),
    "it decides here": "il décide ici",
    "‘{0}’ is limited, and this does the same to the same target, ‘{1}’, as often as you like": (
        "« {0} » est limité, et ceci lui fait la même chose, « {1} », autant qu’on veut"
    ),
    "Limit this one too, ‘once per ...’, or make one ‘instead of’ the other; for a shared limit, use a flag that both check and set.": (
        "Dites ici aussi combien de fois, « once per ... », ou écrivez « instead of » ; ce que deux actions"
        " partagent est une marque qu’elles vérifient et posent toutes deux."
    ),
    "limited here": "limité ici",
    "‘{0}’ checks this too, and another file widens it there: that does not apply here": (
        "« {0} » demande cela aussi, et un autre fichier l’y élargit : ici cela ne compte pas"
    ),
    "‘{0}’ is widened here; the same check is written out elsewhere, where this does not apply": (
        "« {0} » est élargi ici ; la même chose est demandée ailleurs, où ceci ne compte pas"
    ),
    "Check ‘{0}’ here, or let both use one value, which the other file then adjusts.": (
        "Demandez « {0} » ici, ou que les deux demandent une même valeur, que l’autre fichier ajuste alors."
    ),
    "widened here": "élargi ici",
    "asked here": "demandé ici",
    "Adjust a value that both use, or make sure that the other place is not meant.": (
        "Ajustez une valeur que les deux demandent, ou assurez-vous que l’autre endroit n’est pas visé."
    ),
    "‘{0}’ is checked again after the loop over those for whom it was true, and the loop may change it": (
        "« {0} » est redemandé après la boucle sur ceux dont c’était vrai, et ce qui est fait pour eux peut le changer"
    ),
    "Name them before the loop: ‘let those = ... where it is {0}’; or, if you mean those for whom it is still true, name them after it.": (
        "Nommez-les d’abord : « let those = ... where it is {0} » avant la boucle ;"
        " ou donnez après elle un nom à ceux dont c’est encore vrai."
    ),
    "the loop": "la boucle",
    "‘{0}’ happens to one and then to the other: what follows for the first still finds the second unchanged (‘{1}’)": (
        "« {0} » arrive à l’un puis à l’autre : ce qui suit pour le premier trouve le second comme avant (« {1} »)"
    ),
    "If both happen at once, set ‘{0}’ of both first; if one after the other, say in what order: ‘for each x in (a, b) by ...’.": (
        "Si c’est à la fois, enregistrez d’abord « {0} » des deux ;"
        " si c’est l’un après l’autre, dites selon quoi : « for each x in (a, b) by ... »."
    ),
    "‘{0}’ may move one of the two, and whether they are still where ‘{1}’ requires is not checked again": (
        "« {0} » peut déplacer l’un des deux, et rien ne redemande s’ils sont encore là où « {1} » les voulait"
    ),
    "Let ‘{0}’ check it afterwards and fail: ‘if ... not in ...: give false’; or check it here, above this line.": (
        "Que « {0} » le demande à la fin et échoue : « if ... not in ...: give false » ; ou demandez-le ici, au-dessus de cette ligne."
    ),
    "‘{0}’ is also a form of ‘{1}’, and is left out": "« {0} » est aussi une forme de « {1} », et il manque ici",
    "‘is {0}’ means all its forms; ‘is exactly {0}’ the action alone.": (
        "« is {0} » désigne toutes ses formes ; « is exactly {0} », l’action seule."
    ),
    "it may happen here": "cela peut arriver ici",
    "‘{0}’ goes from {1} to {2} here, so this is never true": "« {0} » va ici de {1} à {2} : ce n’est jamais vrai",
    "Compare it with a number from {0} to {1}.": "Comparez-le à un nombre de {0} à {1}.",
    "there are never more than {0} of them, so this is never true": "il n’y en a jamais plus de {0} : ce n’est jamais vrai",
    "Compare it with a smaller number.": "Comparez à un nombre plus petit.",
    "A ray leaves out the cell where it starts: add that cell, ‘count((place, ray(place, heading)) ...)’, or ask for one fewer.": (
        "Un rayon ne compte pas la case dont il part : ajoutez-la, « count((place, ray(place, heading)) ...) », ou demandez un de moins."
    ),
    "the match ends when the first of them wins, so others who are just as good do not win": (
        "la partie finit dès que le premier gagne : ceux qui font aussi bien ne gagnent pas"
    ),
    "Let the whole set win: ‘{0} wins’ in place of the loop.": "Faites gagner tout l’ensemble : « {0} wins » à la place de la boucle.",
    "‘{0}’ asks the same of every neighbour, and each neighbour asks it back: unless one is found, this never ends": (
        "« {0} » interroge chaque voisine, et chacune l’interroge à son tour : sans réponse, cela ne finit jamais"
    ),
    "Ask for all cells that can be reached instead: ‘reach({0}, 99, blocked)’, where ‘blocked’ are the cells not to cross.": (
        "Demandez plutôt toutes les cases accessibles : « reach({0}, 99, blocked) », où « blocked » sont les cases à ne pas traverser."
    ),
    "these cells come in the order of the board, not outwards, and each round depends on those before it": (
        "ces cases viennent dans l’ordre du plateau, et non de proche en proche, et chaque tour de boucle dépend des précédents"
    ),
    "For the nearest first, write ‘along’ in place of ‘in’: ‘for each x along {0}(...)’.": (
        "Pour commencer par la plus proche, écrivez « along » au lieu de « in » : « for each x along {0}(...) »."
    ),
}
