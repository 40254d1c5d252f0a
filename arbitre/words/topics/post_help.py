"""The French of what ‘arbitre post’ says of itself, by the English text."""

from __future__ import annotations

HELP: dict[str, str] = {
    "Referee a match by forum or mail. One file holds the whole match: deadlines, deliveries, resolutions, reports and rulings.": (
        "Arbitre une partie par forum ou par courrier.\n\nUn fichier contient toute la partie : délais, livraisons, résolutions, comptes rendus et décisions."
    ),
    "The side.": "Le camp.",
    "Time it arrived or was done, if not now: 2026-12-01T20:00.": "Quand c’est arrivé ou fait, si ce n’est maintenant : 2026-12-01T20:00.",
    "Start a match from a sheet. The sheet names the people, the options, the deadlines and the substitutes.": (
        "Commence une partie d’après une feuille.\n\nLa feuille nomme les personnes, les options, les délais et les remplaçants."
    ),
    "File to keep the match in (default: NAME.post next to the sheet).": "Où garder la partie (sinon : à côté de la feuille, NOM.post).",
    "Show who is waited for, and until when. Everyone may know what it says. With --as, what that side is asked, in its own time zone.": (
        "Montre qui l’on attend, et jusqu’à quand.\n\nTous peuvent savoir ce qui s’affiche. Avec --as, ce que l’on demande à ce camp, dans son fuseau horaire."
    ),
    "Show what a side has handed in. For its author, or for a referee who asks expressly.": (
        "Montre ce qu’un camp a remis.\n\nPour son auteur, ou pour l’arbitre qui le demande expressément."
    ),
    "Only say how it is understood; take nothing.": "Dit seulement comment c’est compris ; ne prend rien.",
    "Take back what the side has handed in.": "Reprendre ce que le camp a scellé.",
    "Take in a side's orders from a mail. They replace what the side handed in before. Nothing is carried out yet.": (
        "Prend les ordres d’un camp dans un courrier.\n\nIls remplacent ce que le camp avait remis. Rien n’est encore exécuté."
    ),
    "Resolve before the deadline; whoever has not delivered has missed the turn.": "Résout avant le délai ; qui n’a rien livré a manqué le tour.",
    "Resolve the turn. Possible once everyone has delivered or the deadline has passed. Everyone may know what it says.": (
        "Résout le tour.\n\nPossible quand tous ont livré ou que le délai est passé. Ce qui s’affiche peut être montré à tous."
    ),
    "Report this turn (default: the last completed one).": "Ce tour (par défaut : le dernier terminé).",
    "Write every report to one folder: public, each side, referee, in every format.": (
        "Un dossier pour tous : le public, chaque camp, l’arbitre, dans chaque format."
    ),
    "The folder for --all (default: reports/turn-N next to the file).": "Le dossier de --all (par défaut : reports/turn-N à côté du fichier).",
    "Write up a turn to be sent out. Each sentence has a number that its reader can ask ‘why’ about.": (
        "Rédige le compte rendu d’un tour, prêt à être envoyé.\n\nChaque phrase a un numéro par lequel son lecteur peut demander pourquoi."
    ),
    "Explain a numbered sentence of a report. Shows its dice, conditions and clauses, as far as its reader may know.": (
        "Explique une phrase numérotée d’un compte rendu.\n\nMontre ses dés, ses conditions et ses articles, autant que son lecteur peut en savoir."
    ),
    "Who makes this ruling (default: the referee named in the sheet).": "Qui en décide (sinon : l’arbitre de la feuille).",
    "The reason, which everyone can read.": "La raison ; tout le monde la lit.",
    "Carry it out; otherwise only show what would change.": "Le faire ; sans cela, on dit seulement ce qui changerait.",
    "Who takes over.": "Qui prend la suite.",
    "That person's address.": "Où écrire à cette personne.",
    "Language of that person's reports.": "La langue de ses comptes rendus.",
    "That person's time zone, such as Europe/Paris.": "Son fuseau horaire, comme Europe/Paris.",
    "The turn whose orders or answers were taken wrongly.": "Le tour dont les ordres ou les réponses ont été mal pris.",
    "Which question of that turn, if the side was asked several.": "Quelle question de ce tour, si le camp en a reçu plusieurs.",
    "Correct what a side ordered or answered. For a turn that is resolved. What changes from there on is shown before it is done.": (
        "Corrige ce qu’un camp a ordonné ou répondu.\n\nPour un tour déjà résolu. Ce qui change ensuite est montré avant d’être fait."
    ),
    "What the die shows instead.": "Ce que montre le dé à la place.",
    "Which of the event's dice.": "Lequel de ses dés.",
    "The match goes on, although that turn had ended it; also with --set.": "La partie continue, bien que ce tour l’ait finie ; va avec --set.",
    "Undo the resolution in which it happened.": "Reprendre la résolution où il a eu lieu.",
    "Let someone else take over a side. That is --by, or the first substitute in the sheet.": (
        "Confie un camp à quelqu’un d’autre.\n\nC’est --by, ou le premier remplaçant de la feuille."
    ),
    "File for the new referee.": "Le fichier du nouvel arbitre.",
    "Hand the match over to another referee. Writes one file with rules, extensions and history. The present file is closed.": (
        "Remet la partie à un autre arbitre.\n\nÉcrit un fichier avec les règles, les extensions et l’histoire. Le fichier présent est clos."
    ),
    "End the pause; deadlines move by as long as it lasted.": ("Termine la pause ; les délais sont repoussés d’autant."),
    "Pause the deadlines of a match, or resume them.": "Suspend les délais d’une partie, ou les reprend.",
    "The edited rules (default: where the match's own rules came from).": "Les règles retouchées (par défaut : là d’où viennent celles de la partie).",
    "Continue with them, if possible.": "Continuer avec elles, si cela se peut.",
    "Check whether a match can adopt edited rules. It can if the answers, the dice and the state so far stay the same.": (
        "Vérifie si une partie peut adopter des règles retouchées.\n\nElle le peut si réponses, dés et état restent les mêmes jusqu’ici."
    ),
    "Write the proof (seed and dice) to this file, once the match is over.": "Y écrire la preuve : graine et dés, une fois la partie finie.",
    "Verify every die against the seed. FILE is a referee's file, or the proof published at the end.": (
        "Vérifie chaque dé d’après la graine.\n\nFILE est un fichier d’arbitre, ou la preuve publiée à la fin."
    ),
    "Print a sheet to fill in for a new match. It has the sides, options and deadlines, and what each side chooses before the first turn.": (
        "Écrit la feuille à remplir d’une nouvelle partie.\n\nElle a les camps, les options, les délais, et ce que chaque camp choisit avant le premier tour."
    ),
    "Print a side's form for the choices before turn 1. Filled in, it is handed in with ‘deliver’.": (
        "Écrit le formulaire des choix d’avant le tour 1.\n\nRempli, il se remet avec « deliver »."
    ),
    "Show what was done with a match, and when. With --as, what that side may know: its own deliveries and what everyone is told.": (
        "Montre ce qu’on a fait d’une partie, et quand.\n\nAvec --as, ce que ce camp peut savoir : ses livraisons et ce qu’on dit à tous."
    ),
    "Show what every side is asked: for the referee only.": "Montre ce que l’on demande à chaque camp : pour l’arbitre seul.",
    "Show what every side has handed in: for the referee only.": "Montre ce que chaque camp a remis : pour l’arbitre seul.",
    "Rule on an event of the referee's report. EVENT is its number there. Without --face, --set or --undo, an appeal is answered and the event stands.": (
        "Décide d’un événement du compte rendu de l’arbitre.\n\nEVENT est son numéro. Sans --face, --set ni --undo, une réclamation est tranchée et l’événement reste."
    ),
    "What is true instead at the end of that turn: r2.cell=A3.": "Ce qui vaut à la place à la fin de ce tour : r2.cell=A3.",
    "Move the current deadline. Later deadlines follow from it.": ("Déplace le délai en cours.\n\nLes suivants en découlent."),
    "The new deadline, such as 2026-12-01T20:00.": "Le nouveau délai : 2026-12-01T20:00.",
    "How much later, such as ‘24 h’ or ‘2 days’.": "De combien plus tard : « 24 h », « 2 days ».",
    "Turn a ruling into a clause with a scenario. The file can become a variant of the game.": (
        "Fait d’une décision un article avec son scénario.\n\nLe fichier peut devenir une variante du jeu."
    ),
    "File to write.": "Le fichier à écrire.",
}
