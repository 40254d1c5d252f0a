"""What is said while a match is played, or a scenario run."""

from __future__ import annotations

PHRASES: dict[str, str] = {
    "it has not ended after {0} answers": "elle n’est pas finie après {0} réponses",
    "this match does not begin with ‘{0}’, as it did when it was saved": (
        "cette partie ne commence pas là où elle commençait quand elle a été enregistrée : avec « {0} »"
    ),
    "something hidden from {0} is given away: the match waits for {1}, or for {2}": (
        "ce que {0} doit ignorer transparaît : la partie attend {1}, ou bien {2}"
    ),
    "something hidden from {0} is given away: {1} is offered in one case only, {2} only in another": (
        "ce que {0} doit ignorer transparaît : {1} n’est proposé que dans un monde, {2} que dans un autre"
    ),
    "something hidden from {0} is given away by the questions it is asked, or by their order": (
        "ce que {0} doit ignorer transparaît : dans les questions posées, ou dans leur ordre"
    ),
    "only the compiled executor stops: {0}": "seul l’exécuteur compilé s’arrête : {0}",
    "the executors differ: {0}": "les deux exécuteurs diffèrent : {0}",
    "a match turns out differently when it is given the same answers again": (
        "une partie n’aboutit pas au même point quand on lui redonne les mêmes réponses"
    ),
    "an answer that was offered is refused: {0}": "ce qui était proposé est refusé : {0}",
    "agendas run each other too deeply": "des agendas se lancent l’un l’autre trop profondément",
    "nobody is left who takes a turn": "il ne reste personne à qui ce serait le tour",
    "a turn runs for more than {0} statements without a question": "un tour dure plus de {0} instructions sans une question",
    "the path from {0} to {1} costs {2}: a path has to cost less than {3}": (
        "le chemin de {0} à {1} coûte {2} : un chemin doit coûter moins de {3}"
    ),
    "this is done more than {0} times": "ceci se fait plus de {0} fois",
    "the rules never stop": "les règles continuent sans fin",
    "is not": "n’est pas",
    "is less than": "est plus petit que",
    "is at most": "vaut au plus",
    "is more than": "est plus grand que",
    "is at least": "vaut au moins",
    "{0} in {1}": "{0} in {1}",
    "nothing ({0})": "rien ({0})",
    "it is {0} of these {1}": "c’est {0} parmi : {1}",
    "there is {0}": "il y a {0}",
    " and {0} more": " et {0} de plus",
    "itself again": "de nouveau soi-même",
    "rules call each other too deeply": "des règles s’appellent l’une l’autre trop profondément",
    "a step or an agenda cannot proceed from within ‘together’": ("une étape ou un agenda ne peut pas continuer depuis un « together »"),
    "itself more than {0} times": "soi-même plus de {0} fois",
    "‘{0}’ calls {1}": "« {0} » appelle {1}",
    "two rules replace ‘{0}’: at {1} and at {2}; settle it with ‘over’": (
        "deux règles se tiennent à la place de « {0} » : à {1} et à {2} ; tranchez avec « over »"
    ),
    "‘{0}’ has no dice to calculate with": "« {0} » n’a pas de dés avec lesquels calculer",
    "‘{0}’ must be {1}, and there is none to give it": "« {0} » doit être {1}, et il n’y en a pas à lui donner",
    "{0} does not fit in ‘{1}’, which goes from {2} to {3}": "{0} ne tient pas dans « {1} », qui va de {2} à {3}",
    "‘{0}’ of none cannot be changed": "« {0} » de rien du tout ne peut pas changer",
    "an agenda can only be run by a step": "un agenda ne peut être lancé que par une étape",
    "nobody is there to decide ‘{0}’": "personne n’est là pour décider « {0} »",
    "these two are tied a thousand times": "ces deux-là sont mille fois à égalité",
    "{0} dice of {1} faces cannot be thrown": "{0} dés à {1} faces ne peuvent pas être lancés",
    "these two can never differ": "ces deux-là ne peuvent jamais différer",
    "a fact about none cannot be told": "un fait sur rien du tout ne peut pas être dit",
    "there is no built-in ‘{0}’": "rien de fourni ne s’appelle « {0} »",
    "‘{0}’ is asked of none": "« {0} » se demande à rien du tout",
    "division by 0": "une division par 0",
    "two files replace this value, and both apply: at {0} and at {1}": (
        "deux fichiers remplacent cette valeur, et les deux valent : à {0} et à {1}"
    ),
    "the value ‘{0}’ asks for itself more than {1} times": "la valeur « {0} » se demande elle-même plus de {1} fois",
    "there is room for {0} orders, but more are given": "il y a place pour {0} ordres, et davantage sont donnés",
    "a value was asked before it was made": "une valeur a été demandée avant d’être faite",
    "‘the ... where’ matches {0} things, but at most one is expected": (
        "« the ... where » convient à {0} choses, une au plus est attendue"
    ),
    "two things done together {0} in one ‘{1}’": "deux choses faites ensemble {0} dans un même « {1} »",
    "make two different changes, to {0} and to {1},": "font deux changements différents, à {0} et à {1},",
    "store {0} and {1}": "enregistrent {0} et {1}",
    "there is no such order": "il n’y a pas de tel ordre",
    "nothing to discard": "rien à retirer",
    "{0} does not fit: it goes from {1} to {2}": "{0} ne tient pas : cela va de {1} à {2}",
    "there are already {0} of ‘{1}’": "il y a déjà {0} « {1} »",
    "the match is over": "la partie est finie",
    "this question is asked of another side": "cette question est posée à un autre camp",
    "the agenda of the game never begins": "l’agenda du jeu ne commence jamais",
    "no question ‘{0}’ is open": "aucune question « {0} » n’est ouverte",
    "‘{0}’ is not among the answers": "« {0} » n’est pas parmi les réponses",
    "this record is of ‘{0}’, not of ‘{1}’": "ce relevé est de « {0} », pas de « {1} »",
    "‘always {0}’ no longer holds": "« always {0} » ne tient plus",
    "‘always {0}’ no longer holds: {1}": "« always {0} » ne tient plus : {1}",
    "this record mentions ‘{0}’, which the game does not know": "ce relevé parle de « {0} », que le jeu ne connaît pas",
    "this record has a row {0} of ‘{1}’": "ce relevé a une ligne {0} de « {1} »",
    "this record's ‘{0}.{1}’ is not right": "« {0}.{1} » de ce relevé n’est pas juste",
    "‘{0}’ holds for none ({1}:{2})": "« {0} » n’est vrai pour personne ({1}:{2})",
    "{0} does not command {1}": "{0} ne commande pas {1}",
    "‘{0}’ must say its {1}": "« {0} » doit dire : {1}",
    "‘{0}’ cannot be {1}": "« {0} » ne peut pas être {1}",
    "{0} may do ‘{1}’ {2} time{3} per {4}, and has done it {5}": "{0} peut faire « {1} » {2} fois par {4}, et en est à {5}",
    "; {0}": " ; {0}",
    "the order ‘{0}’ of {1} was never performed": "l’ordre « {0} » de {1} n’a jamais été exécuté",
    "the order ‘{0}’ of {1} was cancelled ({2}:{3})": "l’ordre « {0} » de {1} a été annulé ({2}:{3})",
    "the order ‘{0}’ of {1} was cancelled": "l’ordre « {0} » de {1} a été annulé",
    "the order ‘{0}’ of {1} failed": "l’ordre « {0} » de {1} a échoué",
    "the match is over: {0}": "la partie est finie : {0}",
    "{0}; if that is why it is refused, write ‘because during {1}’ behind it": (
        "{0} ; si c’est la raison du refus, écrivez « because during {1} » à la suite"
    ),
    "‘{0}’, in which ‘{1}’ is done, did not begin": "« {0} », où se fait « {1} », n’a pas commencé",
    "nobody was asked anything": "on n’a rien demandé à personne",
    "{0} was asked nothing: {1}": "rien n’a été demandé à {0} : {1}",
    "‘{0}’ was not told to {1}{2}": "« {0} » n’a pas été dit à {1}{2}",
    "‘{0}’ was told first": "« {0} » a été dit d’abord",
    "it stops for another reason: {0}": "cela s’arrête pour une autre raison : {0}",
    "‘{0}’ cannot take this ‘{1}’ here: only {2} is left for it": "« {0} » ne peut pas avoir ce « {1} » ici : il ne reste que {2}",
    "nothing stopped it": "rien ne l’a arrêté",
    "it is done during ‘{0}’, and this is ‘{1}’": "cela se fait pendant « {0} », et c’est maintenant « {1} »",
    "it is done during ‘{0}’, which is not under way": "cela se fait pendant « {0} », qui n’est pas en cours",
    "{0} already has the order ‘{1}’, and can have only one of the two": "{0} a l’ordre « {1} », et c’est l’un des deux",
    "{0} already has the order ‘{1}’": "{0} a déjà l’ordre « {1} »",
    "‘{0}’ alone may do this now": "« {0} » est seul à pouvoir le faire maintenant",
    "‘{0}’ is not under way: {1}": "« {0} » n’est pas en cours : {1}",
    "there is no such file": "ce fichier n’existe pas",
    "it is a folder": "c’est un dossier",
    "its owner does not allow it": "son propriétaire ne le permet pas",
    "it is not a regular file": "ce n’est pas un fichier ordinaire",
    "this match does not turn out as it was saved: the file has been changed": (
        "cette partie ne se rejoue pas telle qu’elle a été sauvée : le fichier a été changé"
    ),
    "the answers do not fit the questions of this match": "les réponses ne vont pas avec les questions de cette partie",
    "‘{0}’ is a match by post: use ‘arbitre post’, as in ‘arbitre post report {0}’": (
        "« {0} » est une partie par correspondance : passez par « arbitre post », comme dans « arbitre post report {0} »"
    ),
    "‘{0}’ is not a saved match": "« {0} » n’est pas une partie sauvée",
    "‘{0}’ has format {1}, and this version of Arbitre reads formats 1 to {2}: open it with a newer version": (
        "« {0} » a le format {1}, et cet Arbitre lit les formats 1 à {2} : ouvrez-le avec une version plus récente"
    ),
    "‘{0}’ has been changed since it was saved": "« {0} » a été changé depuis sa sauvegarde",
    "‘{0}’ is damaged: it contains characters that are not text": "« {0} » est abîmé : il contient des signes qui ne sont pas du texte",
    "‘{0}’ is damaged: its ‘record’ is wrong": "« {0} » est abîmé : son « record » est faux",
    "this is a match of ‘{0}’, not of ‘{1}’": "c’est une partie de « {0} », pas de « {1} »",
    ("this match was played with version {0} of ‘{1}’, and the rulebook is now version {2}; play it with the rulebook it was made with"): (
        "cette partie a été jouée avec la version {0} de « {1} », et le livre de règles est maintenant à la "
        "version {2} ; jouez-la avec celui dont elle vient"
    ),
    (
        "this match was begun with {0} {1}, and this is {0} {2}, by whose rules answer {3} cannot be given: in turn "
        "{4}, {5} answered ‘{6}’. "
        "To go on with it, play it with {0} {1}{7}"
    ): (
        "cette partie a été commencée avec {0} {1}, et voici {0} {2}, dont les règles n’admettent pas la réponse {3} : au tour {4}, {5} a "
        "répondu « {6} ». Pour la continuer, jouez-la avec {0} {1}{7}"
    ),
    ", in the Arbitre that it came with": ", dans l’Arbitre qui le contenait",
    ": ‘arbitre add {0}=={1}’": " : « arbitre add {0}=={1} »",
    "‘{0}’ is too large to be a saved match": "« {0} » est trop gros pour une partie sauvée",
    "‘{0}’ cannot be read: {1}": "« {0} » ne peut pas être lu : {1}",
    "‘{0}’ is not a saved match, or it is cut short": "« {0} » n’est pas une partie sauvée, ou il est tronqué",
    "‘{0}’ is damaged: its ‘{1}’ is missing or wrong": "« {0} » est abîmé : son « {1} » manque ou est faux",
    "‘{0}’ is damaged: its ‘{1}’ are wrong": "« {0} » est abîmé : ses « {1} » sont faux",
    "‘{0}’ is damaged: an answer is not valid": "« {0} » est abîmé : une réponse n’en est pas une",
    "‘{0}’ is damaged: an open answer is not valid": "« {0} » est abîmé : une réponse en attente n’en est pas une",
    "this match cannot be played again: {0}": "cette partie ne peut pas être rejouée : {0}",
    "this may loop without end": "ceci peut tourner en rond sans fin",
    "this loops through too many states to be calculated exactly": ("ceci tourne en rond par trop d’états pour être calculé exactement"),
    "there are too many possibilities to list": "il y a trop de possibilités pour les énumérer",
    "a throw that was to tell how matters stand after it does not": (
        "un jet qui devait dire où en sont les choses après lui ne le dit pas"
    ),
    "this takes more than {0} seconds to calculate: ask about less of it": (
        "ceci demande plus de {0} secondes de calcul : posez une question plus petite"
    ),
    "this never ends": "ceci continue sans fin",
    "this order is accepted": "cet ordre est accepté",
    "not as expected: {0}{1}": "ce n’est pas ce qui était attendu : {0}{1}",
    "everybody has lost": "tout le monde a perdu",
    "the match goes on": "la partie continue",
    "the match goes on; ‘nobody wins’ expects that it is over, in a draw": (
        "la partie continue ; « nobody wins » attend qu’elle soit finie, sans vainqueur"
    ),
    "nothing like that was told{0}": "rien de tel n’a été dit{0}",
    ": ‘{0}’ is the only action there, done without a question; leave it out": (
        " : « {0} » y est la seule action, faite sans question ; ne l’écrivez pas"
    ),
    "this cannot be done: {0}; if you mean it anyway, write ‘regardless’ after it": (
        "ceci ne peut pas se faire : {0} ; si c’est voulu, écrivez « regardless » derrière"
    ),
    ": nothing was told at all; that somebody was shown a value by ‘tell WHO VALUE’ is asked by ‘expect WHO knows VALUE’": (
        " : rien n’a été dit du tout ; que quelqu’un a été mis au courant d’une valeur par « tell QUI VALEUR » se demande par "
        "« expect QUI knows VALEUR »"
    ),
    "; what was told, the nearest first: {0}{1}": " ; ce qui a été dit, le plus proche d’abord : {0}{1}",
    "this is offered": "ceci est proposé",
    "this is not offered{0}": "ceci n’est pas proposé{0}",
    ": there is nothing to give it": " : il n’y a rien à lui donner",
    "it is refused for another reason: {0}; write ‘because {1}’": ("c’est refusé pour une autre raison : {0} ; écrivez « because {1} »"),
    "this order is accepted; it would fail when it is performed: {0}; write ‘because {1}’": (
        "cet ordre est accepté ; il échouerait à l’exécution : {0} ; écrivez « because {1} »"
    ),
    "{0}; write it above the line that plays this phase: it is checked when the side that gives it is asked": (
        "{0} ; écrivez-le au-dessus de la ligne qui joue cette phase : on l’examine quand la question lui est posée"
    ),
    "only its phase stands against it: ‘{0}’ is not under way": ("rien ne s’y oppose que sa phase, « {0} », qui n’est pas en cours"),
    "not as expected: ‘{0}’ holds": "ce n’est pas ce qui était attendu : « {0} » est vrai",
    "nobody has won": "personne n’a gagné",
    "the winners are {0}": "les gagnants sont {0}",
    "the winners are {0}: ‘expect everyone wins’": "les gagnants sont {0} : « expect everyone wins »",
    "the winners are {0}: ‘expect ({0}) wins’": "les gagnants sont {0} : « expect ({0}) wins »",
    "{0} and {1} more": "{0} et {1} autres",
    "; ‘{0}’ alone can be done, so only what it is done with is asked": (
        " ; « {0} » est la seule chose à faire : seul ce qu’il faut pour cela est demandé"
    ),
    "this was told to {0}": "ceci a été dit à {0}",
    ": {0} commands nobody who can": " : {0} ne commande personne qui le puisse",
    "no rule refuses this: {0} commands nobody who can do ‘{1}’": (
        "aucune règle ne refuse ceci : {0} ne commande personne qui puisse faire « {1} »"
    ),
    "this order is refused": "cet ordre est refusé",
    "no rule refuses this: {0}": "aucune règle ne refuse ceci : {0}",
    "‘{0}’ happened first": "« {0} » est arrivé d’abord",
    "‘{0}’ happened {1} time{2}": "« {0} » est arrivé {1} fois",
    "‘{0}’ was never rolled": "« {0} » n’a jamais été lancé",
    "the totals are {0} against {1}": "les totaux sont {0} contre {1}",
    "‘{0}’ never happened": "« {0} » n’est jamais arrivé",
    "the dice thrown{0} are {1}": "les dés lancés{0} sont {1}",
    " for ‘{0}’": " pour « {0} »",
    "‘{0}’ is never among what is offered; ‘{1}’ offers: {2}": "« {0} » n’est jamais proposé ; « {1} » propose : {2}",
    "no line says what {0} answers to ‘{1}’; one of: {2}": "aucune ligne ne dit ce que {0} répond à « {1} » ; l’un de : {2}",
    "only {0} of all that can happen could be calculated": "seulement {0} de tout ce qui peut arriver a pu être calculé",
    "‘{0}’ has no answer in this question": "« {0} » n’a pas de réponse dans cette question",
    "‘{0}’ is part of the names of {1} scenarios; say more of the one you mean:{2}": (
        "« {0} » figure dans le nom de {1} scénarios, précisez lequel :{2}"
    ),
    "there is no field ‘{0}’ that rules change. {1}": "il n’y a pas de champ « {0} » que des règles modifient. {1}",
    "‘{0}’ cannot hold ‘{1}’. {2}": "« {0} » ne peut pas contenir « {1} ». {2}",
    "‘{0}’ goes from {1} to {2}, not {3}": "« {0} » va de {1} à {2}, pas {3}",
    "there is no scenario ‘{0}’. {1}": "il n’y a pas de scénario « {0} ». {1}",
    "no match can go on from picture {1} of ‘{0}’": "aucune partie ne peut partir de l’image {1} de « {0} »",
    "‘{0}’ is played with {1} = {2}, not {3}": "« {0} » se joue avec {1} = {2}, pas {3}",
    ": nothing is played or done after it": " : rien n’est joué ni fait en dessous",
    ": at {0} {1}": " : à {0} {1}",
    "{0} was asked {1}": "on a demandé {1} à {0}",
    ", asked at {0}": ", demandé à {0}",
    "{0} has no answer to ‘{1}’ ({2}:{3}); one of: {4}{5}": "{0} n’a pas de réponse à « {1} » ({2}:{3}) ; l’un de : {4}{5}",
    "; its answer in line {0} comes too late: write it above {1}": (
        " ; sa réponse, ligne {0}, vient trop tard : écrivez-la au-dessus de {1}"
    ),
    "its file has errors: {0}": "son fichier a des erreurs : {0}",
    "the rulebook has errors: {0}": "le livre de règles a des erreurs : {0}",
    "{0} dice are left over, from {1}": "il reste {0} dés que rien ne lance, à partir de {1}",
    "1 die is left over: {0}": "il reste un dé que rien ne lance : {0}",
    "this refusal was never asked for{0}": "rien n’a donné lieu à ce refus{0}",
    "this answer was never asked for{0}": "personne n’a demandé cette réponse{0}",
    "it never comes to that step": "on n’arrive jamais à cette étape",
    "the match is over before it comes to that step": "la partie est finie avant qu’on arrive à cette étape",
    "the same question is asked again and again": "la même question est posée encore et encore",
    "{0} cannot answer ‘{1}’ with this; it is one of: {2}{3}": "{0} ne peut pas répondre ceci à « {1} » ; c’est l’un de : {2}{3}",
    "it is not among those it is chosen from": "ce n’est pas parmi ce qui est à choisir",
    "‘{0}’ is under way: play it to its end first": "« {0} » est en cours : jouez-le d’abord jusqu’au bout",
    "the match is over before ‘{0}’: leave it out or play it less": (
        "la partie est finie avant « {0} » : retirez-le ou jouez-le moins souvent"
    ),
    "‘{0}’ is not offered; offered: {1}": "« {0} » n’est pas proposé ; proposé : {1}",
    "it is refused for another reason: {0}": "c’est refusé pour une autre raison : {0}",
    "it cannot be played: {0}": "cela ne peut pas être joué : {0}",
    "; it held before {0}": " ; c’était encore vrai avant {0}",
    "; it held before {0}, and still does not after {1}": " ; c’était encore vrai avant {0}, et ne l’est toujours pas après {1}",
    "; it did not hold at the start either, and still does not after {0}": (
        " ; ce n’était pas vrai au départ non plus, et ne l’est toujours pas après {0}"
    ),
    "; it did not hold at the start either, and no ‘given’ line changes what it looks at": (
        " ; ce n’était pas vrai au départ non plus, et aucune ligne « given » n’y change quoi que ce soit"
    ),
    "‘{0}’ ({1}:{2})": "« {0} » ({1}:{2})",
    "‘{0}’ (line {1})": "« {0} » (ligne {1})",
    "‘{0}’ must say its ‘{1}’; one of: {2}": "« {0} » doit dire son « {1} » ; l’un de : {2}",
    "‘{0}’ cannot take this ‘{1}’; one of: {2}": "« {0} » ne peut pas avoir ce « {1} » ; l’un de : {2}",
    "a die is missing for ‘{0}’": "il manque un dé pour « {0} »",
    "this die is for ‘{0}’, but the next throw is for ‘{1}’": "ce dé est pour « {0} », mais le jet suivant est pour « {1} »",
    "a die with {1} faces cannot show {0}": "{0} n’est sur aucun dé à {1} faces",
    " (in {0})": " (dans {0})",
    "this looks at too many rows in one go": "ceci regarde trop de lignes à la fois",
    "this number has more than {0} digits": "ce nombre a plus de {0} chiffres",
    "this takes more than {0} seconds of computing": "cela demande plus de {0} secondes de calcul",
    "ask about less of it, one event in place of a whole turn, or allow more: --budget 60s,2GB": (
        "demandez-en moins, un seul événement au lieu d’un tour entier, ou accordez davantage : --budget 60s,2GB"
    ),
    "this takes more than {0} MB of memory": "cela demande plus de {0} Mo de mémoire",
    "Ask less of it, or allow more: --budget {0} (or ARBITRE_BUDGET={0}).": (
        "Demandez-en moins, ou permettez davantage : --budget {0} (ou ARBITRE_BUDGET={0})."
    ),
    "‘{0}’ is not a budget: write 30s, 2min, 800MB, 30s,2GB, or off": (
        "« {0} » n’est pas un budget : écrivez 30s, 2min, 800MB, 30s,2GB ou off"
    ),
}
