"""What commands say of themselves, and Click's own sentences, in French: by their English text."""

from __future__ import annotations

from arbitre.words.topics import lab, packages, table, translation
from arbitre.words.topics import post_help as posting_help

HELP: dict[str, str] = {
    # ---------------------------------------------------------------- the command and its options
    "Game rules written as text, and a referee that executes them exactly.": (
        "Des règles de jeux écrites en texte, et un arbitre qui les exécute exactement."
    ),
    "Language of the output; by default ARBITRE_LANG, then the locale.": "La langue des sorties ; par défaut ARBITRE_LANG, puis celle du système.",
    "Time and memory allowed: 30s, 2min, 800MB, 30s,2GB, or off. Files outside the library get 10s,512MB by default.": (
        "Le temps et la mémoire permis : 30s, 2min, 800MB, 30s,2GB, ou off (sans limite). Par défaut 10s,512MB pour les fichiers hors de la bibliothèque."
    ),
    "Show the version and exit.": "Affiche la version et s’arrête.",
    "Show this message and exit.": "Affiche cette aide et s’arrête.",
    "Print JSON for other programs.": "Écrit du JSON, pour d’autres programmes.",
    "Set an option of the game. May be repeated.": "Règle une option du jeu. Peut être répété.",
    "Add an extension file or a package. May be repeated.": "Ajoute un fichier d’extension ou un paquet. Peut être répété.",
    "Path of the rulebook, if it is not in the library.": "Le chemin du livre de règles, s’il n’est pas de la bibliothèque.",
    "Play in the browser. Matches are played with mouse, touch or keyboard. The rulebooks of FOLDER are offered too.": (
        "Joue dans le navigateur.\n\nLes parties se jouent à la souris, au doigt ou au clavier. Les livres de règles de FOLDER sont offerts aussi."
    ),
    "Address to serve the page on; by default any free port of this machine.": "L’adresse où servir la page ; par défaut un port libre de cette machine.",
    "Open the browser.": "L’ouvrir dans le navigateur.",
    "Run the language server for editors. It speaks the language server protocol on standard input and output; editors start it themselves. See “Editors” in the guide.": (
        "Lance le serveur de langage des éditeurs.\n\nIl parle le protocole LSP sur l’entrée et la sortie standard ; les éditeurs le lancent eux-mêmes. Voir « Éditeurs » dans le guide."
    ),
    "Show what a variant changes. Compares VARIANT with BASE: wording, odds, scenarios that no longer hold and, with --matches, how it plays. Each is a game, a file, or either at a git revision (NAME@REVISION). If VARIANT is an extension file, it is compared as BASE with that extension.": (
        "Montre ce que change une variante.\n\nCompare VARIANT à BASE : les textes, les probabilités, les scénarios qui ne tiennent plus et, avec --matches, la façon dont on y joue. L’un et l’autre sont un jeu, un fichier, ou l’un d’eux à une révision de git (NOM@RÉVISION). Si VARIANT est un fichier d’extension, il est comparé comme BASE avec cette extension."
    ),
    "Also play up to this many matches of each.": "Joue aussi au plus ce nombre de parties de chacun.",
    "Stop once every share of wins is known to within this many percentage points.": (
        "S’arrête dès que chaque part de victoires est connue à ce nombre de points près."
    ),
    "Seed of the first match with each rulebook.": "La graine de la première partie de chacun.",
    "Which bots play.": "Quels bots jouent.",
    "Write the measurements to a spreadsheet file.": "Écrit les mesures dans un fichier pour tableur.",
    "Write an HTML page with plots.": "Écrit une page HTML avec des graphiques.",
    "Start a new rulebook file from a template. WHAT is a game, a variant, a role, a room, a scenario, or a package with a role in it. The file passes ‘check’ as it is.": (
        "Commence un fichier de règles à partir d’un modèle.\n\nWHAT est un jeu, une variante, un rôle, une salle, un scénario, ou un paquet avec un rôle. Le fichier passe « check » tel quel."
    ),
    "The game it belongs to.": "Le jeu dont il fait partie.",
    "For a role: the kind it is a member of.": "Pour un rôle : la sorte dont il est membre.",
    "For a scenario: the sentence of the paper rules it proves.": "Pour un scénario : la phrase des règles papier qu’il prouve.",
    "Where to write it; by default here, or next to your own game.": "Où l’écrire ; par défaut ici, ou à côté de votre propre jeu.",
    "Preview the pages in a browser while you write. They are rebuilt after each save; errors are shown at the top.": (
        "Montre les pages dans le navigateur pendant qu’on écrit.\n\nElles sont refaites à chaque enregistrement ; les fautes sont dites en tête."
    ),
    "Address to serve the pages on.": "L’adresse où servir les pages.",
    # ---------------------------------------------------------------- chances
    "Compute exact chances. NAME is a test, a contest, a table, a number or an odds scenario. Without NAME, list everything that can be asked.": (
        "Calcule des probabilités exactes.\n\nNAME est un test, une opposition, une table, un nombre ou un scénario de chances. Sans NAME, la liste de tout ce qu’on peut demander."
    ),
    "Set a parameter or an option. May be repeated.": "Règle un paramètre ou une option. Peut être répété.",
    "For a question that measures several things: show which results occur together.": (
        "Pour une question qui mesure plusieurs choses : montre quels résultats viennent ensemble."
    ),
    # ---------------------------------------------------------------- matches
    "Play a match in the terminal. A match kept with --save is resumed. GAME may also be the file of a saved match, which goes on with the same players unless --side says otherwise.": (
        "Joue une partie dans le terminal.\n\nUne partie gardée par --save reprend. GAME peut aussi être le fichier d’une partie enregistrée : elle continue avec les mêmes joueurs, sauf si --side en dit d’autres."
    ),
    "Who plays a side: human, random, greedy (the default), thinker, or a bot of level1 (blunders) to level5 (its best). ‘everyone’ stands for all sides.": (
        "Qui joue un camp : human (une personne), random, greedy (par défaut), thinker, ou un robot de level1 (fait des bévues) à level5 (au mieux). « everyone » vaut pour tous les camps."
    ),
    "Seed of the dice.": "La graine des dés.",
    "File to keep the match in; if it exists, the match is resumed.": "Le fichier où garder la partie ; s’il existe, elle reprend.",
    "Watch bots play every side.": "Regarde des bots jouer tous les camps.",
    "With --watch: show what this side sees (default: referee).": ("Avec --watch : montre ce que voit ce camp (par défaut : l’arbitre)."),
    "Campaign record: read before the match, updated after it.": "Le registre de campagne : lu avant la partie, mis à jour après.",
    "Skip questions with only one sensible answer.": "Saute les questions qui n’ont qu’une réponse sensée.",
    "Seconds of the processor that a thinker or a hint spends on each decision.": "Les secondes de processeur d’un thinker ou d’un conseil, par décision.",
    "Also show every change of state.": "Montre aussi chaque changement d’état.",
    "Print what a rule becomes on its way to the executor. NAME is a rule or value of GAME: its nodes (core), the same after passes (plan), what they read, change, throw and ask (effects), what they are compiled to (instructions; NAME may be a routine of the runtime too). Without NAME, all are listed.": (
        "Montre ce que devient une règle avant d’être exécutée.\n\nNAME est une règle ou une valeur de GAME : ses nœuds (core), les mêmes après les passes (plan), ce qu’ils lisent, modifient, tirent et demandent (effects), ce en quoi ils sont compilés (instructions ; NAME peut aussi être une routine du moteur). Sans NAME, tout est énuméré."
    ),
    "Print what a rule becomes on its way to the executor.": "Montre ce que devient une règle avant d’être exécutée.",
    "Retell a saved match.": "Raconte de nouveau une partie enregistrée.",
    "Show what this side may see.": "Montre ce que ce camp peut voir.",
    "Show everything (the default).": "Montre tout (par défaut).",
    "Stop after this event.": "S’arrête après cet événement.",
    "For the referee: name the clauses behind each sentence.": "Pour l’arbitre : nomme les articles derrière chaque phrase.",
    "Also show the boards at the end of each turn.": "Montre aussi les plateaux à la fin de chaque tour.",
    "Explain what happened in a saved match. Gives the dice, modifiers, conditions, clauses and chain of causes of event NUMBER, as numbered by ‘replay’ for the same side; without a number, of how the match ended. With words instead (block 9), explains why that is not offered at the open question.": (
        "Explique ce qui s’est passé dans une partie enregistrée.\n\nDonne les dés, les modificateurs, les conditions, les articles et la chaîne des causes de l’événement NUMBER, numéroté comme « replay » le montre au même camp ; sans numéro, de la fin de la partie. Avec des mots (block 9), explique pourquoi cela n’est pas offert à la question ouverte."
    ),
    "Explain it to this side, by its numbers (default: the referee).": (
        "L’explique à ce camp, avec ses numéros (par défaut : à l’arbitre)."
    ),
    "For the referee: also show the file and line of each rule.": "Pour l’arbitre : montre aussi le fichier et la ligne de chaque règle.",
    "Play many matches between bots. Reports who wins, with confidence intervals, and which parts of the rules were used. Each match has a seed of its own: with --matches 100 --seed 1 those from 1 to 100, so --seed 2 repeats all but one of them; for other matches take --seed 101. ‘play --watch --seed N’ shows the match of seed N. Exit status 1 if a law was broken or a rule could not be carried out.": (
        "Joue beaucoup de parties entre bots.\n\nDit qui gagne, avec des intervalles de confiance, et quelles parties des règles ont servi. "
        "Chaque partie a sa graine : avec --matches 100 --seed 1, celles de 1 à 100 ; --seed 2 les rejoue donc toutes sauf une, et pour "
        "d’autres parties il faut --seed 101. « play --watch --seed N » montre la partie de graine N. Code de retour 1 si une loi a été "
        "enfreinte ou si une règle était inapplicable."
    ),
    "Seed of the first match; the next match has the next number.": "La graine de la première partie ; la suivante a le numéro suivant.",
    "Who plays a side: random (the fastest), greedy (the default), thinker, or a bot of level1 (blunders) to level5 (its best). ‘everyone’ stands for all sides.": (
        "Qui joue un camp : random (le plus rapide), greedy (par défaut), thinker, ou un robot de level1 (fait des bévues) à level5 (au mieux). « everyone » vaut pour tous les camps."
    ),
    "Number of processes; by default one per core.": "Le nombre de processus ; par défaut un par cœur.",
    "Campaign record every match starts from; it is not changed.": (
        "Le registre de campagne dont part chaque partie ; il n’est pas changé."
    ),
    "Only count wins: not which rules were used, and without checking invariants.": (
        "Compte seulement les victoires : ni les règles utilisées, ni la vérification des invariants."
    ),
    "Run the rules compiled, the default where possible, or interpret them. Results are identical.": (
        "Exécuter les règles compilées, par défaut si possible, ou les interpréter. Les résultats sont identiques."
    ),
    "Begin where this scenario or setting says, not with the setup.": "Commence là où le dit ce scénario ou ce cadre, sans mise en place.",
    "Start every match from this scenario or setting.": "Commence chaque partie à ce scénario ou à ce cadre.",
    "Write up a turn of a saved match. The report is for a forum, a side or the referee.": (
        "Rédige le compte rendu d’un tour d’une partie.\n\nIl s’adresse à un forum, à un camp ou à l’arbitre."
    ),
    "Report this turn, or every turn (default: the last completed one).": "Ce tour, ou chacun (par défaut : le dernier terminé).",
    "Write it for this side, or for the referee (default: for the public).": (
        "L’écrit pour ce camp, ou pour l’arbitre (par défaut : pour le public)."
    ),
    "Hand in a side's orders for a saved match. Orders are read from a file or from standard input, one line per piece, written freely in English or French: ‘red 5 charges A4 -> B5’. Every line is answered; if any of them is wrong, nothing is handed in. Until the last side has delivered, a new delivery replaces the previous one.": (
        "Remet les ordres d’un camp pour une partie enregistrée.\n\nLes ordres sont lus dans un fichier ou sur l’entrée standard, une ligne par pièce, écrits librement en français ou en anglais : « rouge 5 charge A4 -> B5 ». Chaque ligne reçoit une réponse ; si l’une d’elles ne va pas, rien n’est remis. Tant que le dernier camp n’a pas livré, une nouvelle livraison remplace la précédente."
    ),
    "The side giving the orders.": "Le camp qui donne les ordres.",
    "Only show what the side has handed in so far.": "Montre seulement ce que le camp a déjà remis.",
    "Take back what the side has handed in.": "Reprend ce que le camp a remis.",
    "Only say how the orders are understood; hand nothing in.": "Dit seulement comment les ordres sont compris ; ne remet rien.",
    # ---------------------------------------------------------------- boards
    "Draw the boards of a game or a saved match. With --from and --to, show the cheapest way between two places instead.": (
        "Dessine les plateaux d’un jeu ou d’une partie.\n\nAvec --from et --to, montre le chemin le moins cher entre deux endroits."
    ),
    "Write a picture to this file.": "Écrit une image dans ce fichier.",
    "Write the board as a graph, for other tools.": "Écrit le plateau comme un graphe, pour d’autres outils.",
    "Show the pieces as set up in a match with this seed.": "Montre les pièces telles qu’une partie de cette graine les place.",
    "Draw only this floor.": "Dessine seulement cet étage.",
    "With --to: show the cheapest way from this cell, room or piece ...": (
        "Avec --to : le chemin le moins cher depuis cette case, cette salle ou cette pièce…"
    ),
    "... to this one, links included.": "… jusqu’à celle-ci, liens compris.",
    "Show what this side sees, or the referee (default: what everyone may see).": (
        "Montre ce que voit ce camp, ou l’arbitre (par défaut : ce que tout le monde peut voir)."
    ),
    "Show everything, secrets included (same as --as referee).": "Montre tout, secrets compris (comme --as referee).",
    "For a saved match: path of its rulebook, if it is not in the library.": (
        "Pour une partie enregistrée : le chemin de son livre de règles, s’il n’est pas de la bibliothèque."
    ),
    # ---------------------------------------------------------------- rulebooks
    "Write the rulebook as pages for players. They come with pictures and the highlighted source. With --print, a PDF is written: the"
    " handbook as a booklet of A5, or its cards, nine a page.": (
        "Écrit le livre de règles en pages pour les joueurs.\n\nElles ont leurs images et la source colorée. Avec --print, un PDF est"
        " écrit : le manuel en livret A5, ou ses cartes, neuf par page."
    ),
    "Markdown, or HTML files that open in a browser.": ("Du Markdown, ou des fichiers HTML qui s’ouvrent dans un navigateur."),
    "Folder to write the pages to; with --print, the PDF file.": "Le dossier où les pages sont écrites ; pour un PDF, un fichier.",
    "Write a PDF instead: the handbook, or its cards.": "Écrire plutôt un PDF : le manuel, ou ses cartes.",
    "With --print booklet: two pages a side, to be stapled and folded.": "Avec --print booklet : deux pages par face, à plier et agrafer.",
    "List the games, or what one game offers. With GAME: its sides, options, extensions, scenarios, what can be asked of ‘odds’, and whose game it is.": (
        "Liste les jeux, ou ce qu’offre l’un d’eux.\n\nAvec GAME : ses camps, ses options, ses extensions, ses scénarios, ce qu’on peut demander à « odds », et à qui est le jeu."
    ),
    "Check rulebooks for mistakes. PATH is a game, a file or a folder. Exit status 1 if there are errors.": (
        "Vérifie des livres de règles.\n\nPATH est un jeu, un fichier ou un dossier. Code de sortie 1 s’il y a des erreurs."
    ),
    "Run the scenarios of rulebooks. PATH is a game, a file that extends one, or a folder. Exit status 1 if a scenario fails.": (
        "Joue les scénarios de livres de règles.\n\nPATH est un jeu, un fichier qui en étend un, ou un dossier. Code de sortie 1 si un scénario échoue."
    ),
    "Show which rule implements each clause. For each clause of the paper rules: the rules that carry it out, the scenarios that prove it, or why it is waived.": (
        "Montre quelle règle porte chaque article.\n\nPour chaque article des règles papier : les règles qui le portent, les scénarios qui le prouvent, ou pourquoi il est laissé de côté."
    ),
    "Test whether the scenarios prove the rules. Mutation testing: every expectation is negated and must then fail; every line with a margin note is removed, in memory, and a scenario must notice. The scenarios that claim the line's clauses run first, then all others. For an extension, every line of its file is removed and its own scenarios must notice. Exit status 1 if any line can go unnoticed.": (
        "Vérifie que les scénarios prouvent les règles.\n\nTests par mutation : chaque attente est retournée et doit alors échouer ; chaque ligne qui porte une note en marge est ôtée, en mémoire, et un scénario doit le remarquer. Les scénarios qui se réclament de ses articles sont joués d’abord, puis tous les autres. Pour une extension, chaque ligne de son fichier est ôtée, et ses propres scénarios doivent le remarquer. Code de sortie 1 si une ligne peut partir sans qu’on le remarque."
    ),
    "Remove only this many lines, drawn at random.": "N’ôte que ce nombre de lignes, tirées au sort.",
    "Seed of that draw.": "La graine de ce tirage.",
    "Number of processes.": "Le nombre de processus.",
    "Search for faults by playing at random. Faults are broken invariants, rules that cannot be carried out, matches that never end, and questions that give away what a side may not know. Matches start from the setup and from every scenario, unchanged or with pieces moved; sides play at random, greedily, or prefer what has rarely been done. Each fault is printed as a short failing scenario, ready to be saved to a file. Moved pieces may meet as they never would in play: an invariant that says so, or --reachable, ends such finds. Exit status 1 if anything was found.": (
        "Cherche des défauts en jouant au hasard.\n\nCe sont des invariants qui cèdent, des règles qui ne peuvent pas être exécutées, des parties sans fin et des questions qui trahissent ce qu’un camp ne doit pas savoir. Les parties partent de la mise en place et de chaque scénario, tel quel ou avec des pièces déplacées ; les camps jouent au hasard, choisissent ce qui leur profite, ou préfèrent ce qui s’est rarement fait. Chaque défaut est donné comme un court scénario qui échoue, prêt à être enregistré. Des pièces déplacées peuvent se rencontrer comme jamais en jeu : un invariant qui le dit, ou --reachable, y met fin. Code de sortie 1 si quelque chose a été trouvé."
    ),
    "How long to search; one minute by default.": "Combien de secondes chercher ; une minute par défaut.",
    "The same in minutes; for a folder, shared by all its games.": (
        "La même chose en minutes ; pour un dossier, partagées par tous ses jeux."
    ),
    "Seed of the search.": "La graine de la recherche.",
    "Search only states that play leads to: no pieces are moved first.": (
        "Ne chercher que là où le jeu mène : aucune pièce n’est déplacée d’abord."
    ),
    "Folder for what is found, to be tried first next time; by default in the cache.": (
        "Le dossier de ce qui est trouvé, à essayer d’abord la fois suivante ; par défaut dans le cache."
    ),
    "Show the rules in force, extensions applied. Every declaration is shown with the file it comes from.": (
        "Montre les règles en vigueur, extensions comprises.\n\nChaque déclaration est montrée avec le fichier d’où elle vient."
    ),
    "Format rulebook files.": "Met en forme les fichiers de règles.",
    "Replace former names by current ones; change nothing else.": ("Remplace les anciens noms par les actuels ; ne change rien d’autre."),
    "So many turns.": "Tant de tours.",
    "Each first turn by itself.": "Chaque premier tour à part.",
    "Count from this scenario or setting.": "Compter à partir de ce scénario ou de cette mise en place.",
    "Count the ways to play so many turns.\n\nA turn is one round of the agenda that the game plays: the move of one side where sides play in turn, all moves of a round where one agenda has several act.  Published counts of known games are held against these.  Where dice are thrown or lots drawn there is one count for each seed; this is of seed 0.": (
        "Compter les façons de jouer tant de tours.\n\nUn tour est une fois l’agenda que joue le jeu : le coup d’un camp là où ils jouent "
        "à tour de rôle, tous les coups là où un même agenda en fait agir plusieurs. À comparer aux nombres publiés des jeux connus. Là où l’on lance des dés ou tire au "
        "sort, il y a un nombre par graine ; celui-ci est celui de la graine 0."
    ),
    "Change nothing; exit status 1 if any file would change.": "Ne change rien ; code de sortie 1 si un fichier changerait.",
    "Explain a message and how to fix it. Without CODE, list all messages. CODE may be a word of the rules language too: then it is told "
    "which chapter explains it.": (
        "Explique un message et comment y remédier.\n\nSans CODE, la liste de tous les messages. CODE peut aussi être un mot du langage des "
        "règles : c’est alors le chapitre qui l’explique."
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
    "(Possible options: {possibilities})": "(Options possibles : {possibilities})",
    "(Did you mean one of: {possibilities}?)": "(Vouliez-vous dire : {possibilities} ?)",
    "Got unexpected extra argument ({args})": "Un argument de trop : {args}",
    "Got unexpected extra arguments ({args})": "Des arguments de trop : {args}",
    "Option {name!r} does not take a value.": "L’option {name!r} ne prend pas de valeur.",
    "Option {name!r} requires an argument.": "L’option {name!r} demande une valeur.",
    "Option {name!r} requires {nargs} arguments.": "L’option {name!r} demande {nargs} valeurs.",
    "Choose from:\n\t{choices}": "Au choix :\n\t{choices}",
    "{value!r} is not {choice}.": "{value!r} n’est pas {choice}.",
    "{value!r} is not one of {choices}.": "{value!r} n’est pas parmi {choices}.",
    "{value!r} is not a valid {number_type}.": "{value!r} n’est pas un nombre.",
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
HELP = {
    " ".join(english.split()): french
    for english, french in {**HELP, **lab.HELP, **packages.HELP, **posting_help.HELP, **table.HELP, **translation.HELP}.items()
}  # as a paragraph is compared
