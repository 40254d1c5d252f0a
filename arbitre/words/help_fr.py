"""What commands say of themselves, and Click's own sentences, in French: by their English text."""

from __future__ import annotations

HELP: dict[str, str] = {
    # ---------------------------------------------------------------- the command and its options
    "Rules of games written as text, and a referee that executes them exactly.": (
        "Des règles de jeux écrites en texte, et un arbitre qui les exécute exactement."
    ),
    "Language that is spoken: else that of ARBITRE_LANG, or of the locale.": "La langue parlée : sinon celle d’ARBITRE_LANG, ou du système.",
    "What it may take: 30s, 2min, 800MB, 30s,2GB, or off. Else: for files that are not the library's, 10s,512MB.": (
        "Ce que cela peut coûter : 30s, 2min, 800MB, 30s,2GB, ou off (sans limite). Sinon : 10s,512MB pour les fichiers "
        "qui ne sont pas de la bibliothèque."
    ),
    "Show the version and exit.": "Affiche la version et s’arrête.",
    "Show this message and exit.": "Affiche cette aide et s’arrête.",
    "Machine-readable output.": "Une sortie pour les programmes.",
    "An option of the game; may be repeated.": "Une option du jeu ; peut être répétée.",
    "An extension file to play with.": "Un fichier d’extension avec lequel jouer.",
    "Path of the rulebook, if it is not one of the library's.": "Le chemin du livre de règles, s’il n’est pas de la bibliothèque.",
    "Speaks the language server protocol on standard input and output: what editors start. See the guide, Editors.": (
        "Parle le protocole des serveurs de langage sur l’entrée et la sortie : ce que lancent les éditeurs. Voir le guide, Éditeurs."
    ),
    "What VARIANT changes against BASE: words, odds, scenarios that no longer hold, and with --matches how it plays. "
    "Either is a game, a file, or one of them at a revision of git (NAME@REVISION); an extension file as VARIANT is BASE with that file.": (
        "Ce que VARIANT change par rapport à BASE : les mots, les probabilités, les scénarios qui ne tiennent plus, et avec --matches la façon "
        "dont on y joue.\n\n"
        "L’un et l’autre sont un jeu, un fichier, ou l’un d’eux à une révision de git (NOM@RÉVISION) ; un fichier d’extension donné comme "
        "VARIANT est BASE avec ce fichier."
    ),
    "Also play so many matches of each at most.": "Jouer aussi, au plus, tant de parties de chacun.",
    "Play no more once every share of wins is known within so many points.": (
        "Ne plus jouer dès que chaque part de victoires est connue à tant de points près."
    ),
    "Seed of the first match of each.": "La graine de la première partie de chacun.",
    "Who plays them.": "Qui les joue.",
    "Write the measured rows for a spreadsheet.": "Écrire les lignes mesurées pour un tableur.",
    "Write one page with plots, as HTML.": "Écrire une page avec des graphiques, en HTML.",
    "Writes a new file that checks clean, to begin from: a game, a variant, a role, a room or a scenario.": (
        "Écrit un nouveau fichier sans faute, d’où partir : un jeu, une variante, un rôle, une salle ou un scénario."
    ),
    "The game it belongs to.": "Le jeu dont il fait partie.",
    "Of a role: the kind that it is a member of.": "D’un rôle : la sorte dont il est membre.",
    "Of a scenario: the sentence of the paper rules that it proves.": "D’un scénario : la phrase des règles papier qu’il prouve.",
    "Where it is written; else here, or beside a game of yours.": "Où l’écrire ; sinon ici, ou à côté d’un jeu à vous.",
    "Shows the rulebook's pages in the browser while one writes: made again after each save, with what is wrong above them.": (
        "Montre les pages du livre de règles dans le navigateur pendant qu’on l’écrit : refaites à chaque enregistrement, avec au-dessus ce qui "
        "ne va pas."
    ),
    "Where the pages are shown.": "L’adresse où les pages se montrent.",
    "Open them in the browser.": "Les ouvrir dans le navigateur.",
    # ---------------------------------------------------------------- chances
    "Exact chances of a test, a table, a contest, a number or an odds scenario.": (
        "Les chances exactes d’un test, d’une table, d’une opposition, d’un nombre ou d’un scénario de chances."
    ),
    "Value of a parameter or option.": "La valeur d’un paramètre ou d’une option.",
    "What comes together with what, where a question measures several things.": (
        "Ce qui vient avec quoi, quand une question mesure plusieurs choses."
    ),
    # ---------------------------------------------------------------- matches
    "Plays a match in the terminal, or resumes the one kept in --save. "
    "GAME may be the file of a kept match: it goes on with the same sides, unless --side says otherwise.": (
        "Joue une partie dans le terminal, ou reprend celle que garde --save.\n\n"
        "GAME peut être le fichier d’une partie gardée : elle continue avec les mêmes joueurs, sauf si --side en dit d’autres."
    ),
    "Who plays a side: human, greedy (whoever is not named), thinker or random. ‘everyone’ names all.": (
        "Qui joue un camp : human (une personne), greedy (ceux qu’on ne nomme pas), thinker ou random. « everyone » les nomme tous."
    ),
    "Seed of the dice.": "La graine des dés.",
    "Where the match is kept; an existing one is resumed.": "Où la partie est gardée ; si elle y est déjà, elle reprend.",
    "Bots play every side; the match is told as it goes.": "Des ordinateurs jouent tous les camps ; la partie est racontée à mesure.",
    "With bots on every side: whose eyes to watch with (default: referee).": (
        "Avec des ordinateurs partout : par les yeux de qui regarder (par défaut : l’arbitre)."
    ),
    "What the last match left for this one, and this leaves.": "Ce que la partie précédente a laissé à celle-ci, et ce que celle-ci laisse.",
    "Skip questions that have one sensible answer.": "Saute les questions qui n’ont qu’une réponse sensée.",
    "Seconds a thinker, or a hint, takes for a decision.": "Les secondes qu’un thinker, ou un conseil, prend pour une décision.",
    "Every change of state too.": "Chaque changement d’état aussi.",
    "Tells a saved match again.": "Raconte de nouveau une partie enregistrée.",
    "Show what this side may see.": "Montre ce que ce camp peut voir.",
    "Show everything (the default).": "Montre tout (par défaut).",
    "Stop after this event.": "S’arrête après cet événement.",
    "For the referee: each sentence with the clauses it carries out.": "Pour l’arbitre : chaque phrase avec les articles qu’elle applique.",
    "The boards at the end of each turn.": "Les plateaux à la fin de chaque tour.",
    "Why event NUMBER of a saved match happened: dice, lines that counted, conditions, clauses and chain of causes. "
    "Numbers are those that ‘replay’ shows to the same side. "
    "With WORDS (block 9), why that is not offered at the question that is open.": (
        "Pourquoi l’événement NUMBER d’une partie enregistrée a eu lieu : dés, lignes qui comptaient, conditions, articles et chaîne des causes.\n\n"
        "Les numéros sont ceux que « replay » montre au même camp. Avec WORDS (block 9), pourquoi cela n’est pas offert à la question ouverte."
    ),
    "For this side, by the numbers that it is told (default: the referee's).": (
        "Pour ce camp, par les numéros qui lui sont dits (par défaut : ceux de l’arbitre)."
    ),
    "For the referee: the file and the line of each rule too.": "Pour l’arbitre : aussi le fichier et la ligne de chaque règle.",
    "Plays many matches between bots and counts what comes of them, and what of the rules was used.": (
        "Joue beaucoup de parties entre ordinateurs, et compte ce qui en sort et ce qui des règles a servi."
    ),
    "greedy (whoever is not named), thinker or random; everyone=random is quick.": (
        "greedy (ceux qu’on ne nomme pas), thinker ou random ; everyone=random va vite."
    ),
    "Processes; all cores by default.": "Le nombre de processus ; tous les cœurs par défaut.",
    "What an earlier match left: every match begins with it; it is only read.": (
        "Ce qu’une partie précédente a laissé : chaque partie commence avec ; il n’est que lu."
    ),
    "Count who wins alone, not what of the rules was used.": "Compter seulement qui gagne, non ce qui des règles a servi.",
    "Sides at random and greedy ones play in the compiled executor (module), unless told otherwise; the result is the same.": (
        "Les camps random et greedy passent par l’exécuteur compilé (module), sauf avis contraire ; le résultat est le même."
    ),
    "Begin where this scenario or setting does, not with the setup.": "Commence où commence ce scénario ou ce cadre, non par la mise en place.",
    "A turn of a saved match as it is sent to a forum, a team or the referee.": (
        "Un tour d’une partie enregistrée, tel qu’on l’envoie à un forum, à une équipe ou à l’arbitre."
    ),
    "Of this turn, or of each (default: the last that is over).": "De ce tour, ou de chacun (par défaut : le dernier qui soit fini).",
    "For this side, or for the referee (default: the spectator, what everybody may read).": (
        "Pour ce camp, ou pour l’arbitre (par défaut : le spectateur, ce que chacun peut lire)."
    ),
    "Hands in orders, a line a piece, as one writes them: those of a file, or of the standard input. "
    "A line says who does what and where to, in any order, in English or French: ‘red 5 charges A4 -> B5’. "
    "Whatever is wrong with one of them, nothing is handed in, and each line is answered. "
    "Until the last side has delivered, a new delivery stands for the one before.": (
        "Remet des ordres, une ligne par pièce, tels qu’on les écrit : ceux d’un fichier, ou de l’entrée standard.\n\n"
        "Une ligne dit qui fait quoi et vers où, dans n’importe quel ordre, en anglais ou en français : « rouge 5 charge A4 -> B5 ». "
        "Si l’une d’elles ne va pas, rien n’est remis, et chaque ligne reçoit une réponse. "
        "Tant que le dernier camp n’a pas livré, une nouvelle livraison remplace la précédente."
    ),
    "Whose orders they are.": "De qui sont ces ordres.",
    "Show what the side has sealed, and read nothing.": "Montre ce que le camp a scellé, et ne lit rien.",
    "Take back what the side has sealed; what others have sealed stays.": "Reprend ce que le camp a scellé ; ce que les autres ont scellé reste.",
    "Only say what is understood; hand nothing in.": "Dit seulement ce qui est compris ; ne remet rien.",
    # ---------------------------------------------------------------- boards
    "Draws the boards of a game or of a saved match, or tells the cheapest way between two places.": (
        "Dessine les plateaux d’un jeu ou d’une partie enregistrée, ou dit le chemin le moins cher entre deux endroits."
    ),
    "Write a picture.": "Écrit une image.",
    "Write the graph for other tools.": "Écrit le graphe pour d’autres outils.",
    "Show the pieces as a match with this seed sets them up.": "Montre les pièces telles qu’une partie de cette graine les place.",
    "Only this floor.": "Cet étage seulement.",
    "With --to: the cheapest way from this cell, room or piece ...": (
        "Avec --to : le chemin le moins cher depuis cette case, cette salle ou cette pièce…"
    ),
    "... to this one, links included.": "… jusqu’à celle-ci, liens compris.",
    "What this side sees, or the referee (default: what everybody may see).": (
        "Ce que voit ce camp, ou l’arbitre (par défaut : ce que tout le monde peut voir)."
    ),
    "All there is, secrets too: the same as --as referee.": "Tout ce qu’il y a, secrets compris : la même chose que --as referee.",
    "Of a saved match: the path of its rulebook, if it is not one of the library's.": (
        "D’une partie enregistrée : le chemin de son livre de règles, s’il n’est pas de la bibliothèque."
    ),
    # ---------------------------------------------------------------- rulebooks
    "The rulebook as pages for players, with its pictures and its highlighted sources.": (
        "Le livre de règles en pages pour les joueurs, avec ses images et ses sources colorées."
    ),
    "Markdown, or HTML files that a browser opens by a double click.": (
        "Du Markdown, ou des fichiers HTML que le navigateur ouvre d’un double clic."
    ),
    "Folder the pages are written to.": "Le dossier où les pages sont écrites.",
    "The games that are there; of GAME its options, sides, extensions and scenarios.": (
        "Les jeux qu’il y a ; d’un jeu (GAME), ses options, ses camps, ses extensions et ses scénarios."
    ),
    "What is wrong with a rulebook, or with all those of a folder, place by place. Exit status 1 if there are errors.": (
        "Ce qui ne va pas dans un livre de règles, ou dans tous ceux d’un dossier, endroit par endroit. Code de sortie 1 s’il y a des erreurs."
    ),
    "Runs the scenarios of a rulebook, of a file that extends one, or of a folder. Exit status 1 if one fails.": (
        "Joue les scénarios d’un livre de règles, d’un fichier qui en étend un, ou d’un dossier. Code de sortie 1 si l’un échoue."
    ),
    "Each clause of the paper rules: which rules carry it, which scenarios prove it, or why it is waived.": (
        "Chaque article des règles écrites : quelles règles le portent, quels scénarios le prouvent, ou pourquoi il est laissé de côté."
    ),
    "Whether scenarios prove what they say: expectations turned round must fail, lines taken out must be missed. "
    "Every line of the rules with a margin note is taken out in memory, and the scenarios that claim its clauses are run, then all others. "
    "Of an extension given as GAME every line of its file is taken out, noted or not, and its own scenarios must miss it. "
    "Exit status 1 if a line can go without any of them failing.": (
        "Si les scénarios prouvent ce qu’ils disent : une attente retournée doit échouer, une ligne ôtée doit manquer.\n\n"
        "Chaque ligne des règles qui porte une note en marge est ôtée, en mémoire ; les scénarios qui se réclament de ses articles sont joués, "
        "puis tous les autres. D’une extension donnée comme GAME, chaque ligne de son fichier est ôtée, notée ou non, et ses propres scénarios "
        "doivent la regretter. Code de sortie 1 si une ligne peut partir sans qu’aucun n’échoue."
    ),
    "Take out so many lines, by lot, instead of all.": "Ôte tant de lignes, tirées au sort, au lieu de toutes.",
    "Seed of that lot.": "La graine de ce tirage.",
    "Processes.": "Le nombre de processus.",
    "Looks for faults where nobody looked: an invariant that breaks, a rule that cannot be carried out, a match without an end. "
    "Matches are played from the setup, and from what every scenario begins with, as it stands and with pieces elsewhere; sides answer by "
    "lot, greedily, or do what was seldom done. What is found is told as a short scenario that fails, ready to be put into a file. "
    "Exit status 1 if something was found.": (
        "Cherche des défauts là où personne n’a regardé : un invariant qui cède, une règle qui ne peut pas être exécutée, une partie sans fin.\n\n"
        "Des parties sont jouées depuis la mise en place, et depuis le début de chaque scénario, tel quel ou avec des pièces ailleurs ; les camps "
        "répondent au hasard, choisissent ce qui leur profite, ou font ce qui s’est rarement fait. Ce qui est trouvé est donné comme un court "
        "scénario qui échoue, prêt à être mis dans un fichier. Code de sortie 1 si quelque chose a été trouvé."
    ),
    "How long to look; a minute by default.": "Combien de secondes chercher ; une minute par défaut.",
    "The same in minutes; of a folder, for all its games together.": (
        "La même chose en minutes ; d’un dossier, pour tous ses jeux ensemble."
    ),
    "Other matches with every seed.": "D’autres parties avec chaque graine.",
    "Where what is found is kept, to be tried first next time; else among what the program remembers.": (
        "Où garder ce qui est trouvé, pour l’essayer d’abord la fois suivante ; sinon parmi ce que le programme retient."
    ),
    "The effective rulebook: every declaration after extensions, with where it comes from.": (
        "Le livre de règles effectif : chaque déclaration après les extensions, avec sa provenance."
    ),
    "Writes rulebook files in their one form.": "Écrit les fichiers de règles dans leur forme unique.",
    "Change nothing; exit status 1 if a file would change.": "Ne change rien ; code de sortie 1 si un fichier changerait.",
    "What a message means and how to mend it; without CODE, all codes.": (
        "Ce qu’un message veut dire et comment y remédier ; sans CODE, tous les codes."
    ),
    # ---------------------------------------------------------------- Click's own
    "Usage:": "Usage :",
    "Options": "Options",
    "Commands": "Commandes",
    "default: {default}": "par défaut : {default}",
    "%(prog)s, version %(version)s": "%(prog)s, version %(version)s",
    "Aborted!": "Interrompu.",
    "Error: {message}": "Erreur : {message}",
    "Try '{command} {option}' for help.": "« {command} {option} » donne l’aide.",
    "Invalid value: {message}": "Valeur refusée : {message}",
    "Invalid value for {param_hint}: {message}": "Valeur refusée pour {param_hint} : {message}",
    "Missing argument": "Il manque l’argument",
    "Missing option": "Il manque l’option",
    "Missing parameter": "Il manque le paramètre",
    "Missing {param_type}": "Il manque {param_type}",
    "Missing parameter: {param_name}": "Il manque le paramètre {param_name}",
    "Missing command.": "Il manque une commande.",
    "No such option {name!r}.": "Il n’y a pas d’option {name!r}.",
    "No such command {name!r}.": "Il n’y a pas de commande {name!r}.",
    "No such option: {name}": "Il n’y a pas d’option {name}",
    "Did you mean {possibility}?": "Vouliez-vous dire {possibility} ?",
    "(Did you mean one of: {possibilities}?)": "(Vouliez-vous dire : {possibilities} ?)",
    "Got unexpected extra argument ({args})": "Un argument de trop : {args}",
    "Got unexpected extra arguments ({args})": "Des arguments de trop : {args}",
    "Option {name!r} does not take a value.": "L’option {name!r} ne prend pas de valeur.",
    "Option {name!r} requires an argument.": "L’option {name!r} demande une valeur.",
    "Option {name!r} requires {nargs} arguments.": "L’option {name!r} demande {nargs} valeurs.",
    "Choose from:\n\t{choices}": "Au choix :\n\t{choices}",
    "{value!r} is not {choice}.": "{value!r} n’est pas {choice}.",
    "{value!r} is not one of {choices}.": "{value!r} n’est pas parmi {choices}.",
    "{value!r} is not a valid {number_type}.": "{value!r} n’est pas un nombre ({number_type}).",
    "{value} is not in the range {range}.": "{value} n’est pas dans l’intervalle {range}.",
    "file": "le fichier",
    "directory": "le dossier",
    "path": "le chemin",
    "{name} {filename!r} does not exist.": "{name} {filename!r} n’existe pas.",
    "{name} {filename!r} is a file.": "{name} {filename!r} est un fichier.",
    "{name} {filename!r} is a directory.": "{name} {filename!r} est un dossier.",
    "{name} {filename!r} is not readable.": "{name} {filename!r} ne peut pas être lu.",
    "{name} {filename!r} is not writable.": "{name} {filename!r} ne peut pas être écrit.",
    "Could not open file {filename!r}: {message}": "Le fichier {filename!r} ne s’ouvre pas : {message}",
}
HELP = {" ".join(english.split()): french for english, french in HELP.items()}  # as a paragraph is compared
