"""What players are told while a match is played, opened or kept, in German: for English templates their own; the rest stays English."""

from __future__ import annotations

GERMAN: dict[str, str] = {
    "the match is over": "die Partie ist zu Ende",
    "the match is over: {0}": "die Partie ist zu Ende: {0}",
    "everybody has lost": "alle haben verloren",
    "the match goes on": "die Partie geht weiter",
    "this question is asked of another side": "diese Frage geht an eine andere Seite",
    "no question ‘{0}’ is open": "keine Frage „{0}“ ist offen",
    "‘{0}’ is not among the answers": "„{0}“ ist nicht unter den Antworten",
    "nobody was asked anything": "niemand wurde etwas gefragt",
    "{0} was asked nothing: {1}": "{0} wurde nichts gefragt: {1}",
    "{0} was asked {1}": "{0} wurde {1} gefragt",
    "{0} does not command {1}": "{0} hat {1} nichts zu befehlen",
    "‘{0}’ must say its {1}": "„{0}“ muss sagen: {1}",
    "‘{0}’ must say its ‘{1}’; one of: {2}": "„{0}“ muss „{1}“ nennen; eins von: {2}",
    "‘{0}’ cannot be {1}": "„{0}“ kann nicht {1} sein",
    "‘{0}’ cannot take this ‘{1}’; one of: {2}": "„{0}“ kann dieses „{1}“ nicht haben; eins von: {2}",
    "‘{0}’ cannot take this ‘{1}’ here: only {2} is left for it": "„{0}“ kann dieses „{1}“ hier nicht haben: Es bleibt nur {2}",
    "{0} may do ‘{1}’ {2} time{3} per {4}, and has done it {5}": "{0} darf „{1}“ {2}-mal je {4} und hat es {5}-mal getan",
    "‘{0}’ holds for none ({1}:{2})": "„{0}“ gilt für nichts ({1}:{2})",
    "it is done during ‘{0}’, and this is ‘{1}’": "das geschieht in „{0}“, und jetzt ist „{1}“",
    "it is done during ‘{0}’, which is not under way": "das geschieht in „{0}“, und das ist nicht dran",
    "{0} already has the order ‘{1}’, and can have only one of the two": "{0} hat den Befehl „{1}“ schon, und nur einer von beiden geht",
    "{0} already has the order ‘{1}’": "{0} hat den Befehl „{1}“ schon",
    "‘{0}’ is not offered; offered: {1}": "„{0}“ wird nicht angeboten; angeboten: {1}",
    "this is offered": "das wird angeboten",
    "this is not offered{0}": "das wird nicht angeboten{0}",
    "this order is accepted": "dieser Befehl ist möglich",
    "this order is refused": "dieser Befehl ist nicht möglich",
    "it is not among those it is chosen from": "es gehört nicht zu dem, woraus gewählt wird",
    "there is no such order": "einen solchen Befehl gibt es nicht",
    "the order ‘{0}’ of {1} was cancelled": "der Befehl „{0}“ für {1} wurde aufgehoben",
    "the order ‘{0}’ of {1} failed": "der Befehl „{0}“ für {1} ist misslungen",
    "the order ‘{0}’ of {1} was never performed": "der Befehl „{0}“ für {1} wurde nie ausgeführt",
    "; {0}": "; {0}",
    " and {0} more": " und {0} weitere",
    "is not": "ist nicht",
    "is less than": "ist kleiner als",
    "is at most": "ist höchstens",
    "is more than": "ist größer als",
    "is at least": "ist mindestens",
    "{0} in {1}": "{0} in {1}",
    "nothing ({0})": "nichts ({0})",
    "there is {0}": "es gibt {0}",
    "this record is of ‘{0}’, not of ‘{1}’": "dieser Stand ist von „{0}“, nicht von „{1}“",
    "this record mentions ‘{0}’, which the game does not know": "dieser Stand nennt „{0}“, das kennt das Spiel nicht",
    "this record has a row {0} of ‘{1}’": "dieser Stand hat eine Zeile {0} von „{1}“",
    "this record's ‘{0}.{1}’ is not right": "„{0}.{1}“ stimmt in diesem Stand nicht",
    "there is no such file": "diese Datei gibt es nicht",
    "it is a folder": "das ist ein Ordner",
    "its owner does not allow it": "der Eigentümer erlaubt es nicht",
    "it is not a regular file": "es ist keine gewöhnliche Datei",
    "this match does not turn out as it was saved: the file has been changed": (
        "diese Partie geht anders aus, als sie gespeichert wurde: Die Datei wurde geändert"
    ),
    "the answers do not fit the questions of this match": "die Antworten passen nicht zu den Fragen dieser Partie",
    "‘{0}’ is a match by post: use ‘arbitre post’, as in ‘arbitre post report {0}’": (
        "„{0}“ ist eine Briefpartie: Dafür ist „arbitre post“ da, etwa „arbitre post report {0}“"
    ),
    "‘{0}’ is not a saved match": "„{0}“ ist keine gespeicherte Partie",
    "‘{0}’ is not a saved match, or it is cut short": "„{0}“ ist keine gespeicherte Partie oder bricht mittendrin ab",
    "‘{0}’ is too large to be a saved match": "„{0}“ ist zu groß für eine gespeicherte Partie",
    "‘{0}’ cannot be read: {1}": "„{0}“ lässt sich nicht lesen: {1}",
    "‘{0}’ has format {1}, and this version of Arbitre reads formats 1 to {2}: open it with a newer version": (
        "„{0}“ hat das Format {1}, und dieses Arbitre liest die Formate 1 bis {2}: Öffne sie mit einer neueren Fassung"
    ),
    "‘{0}’ has been changed since it was saved": "„{0}“ wurde geändert, seit die Partie gespeichert wurde",
    "‘{0}’ is damaged: it contains characters that are not text": "„{0}“ ist beschädigt: Darin stehen Zeichen, die kein Text sind",
    "‘{0}’ is damaged: its ‘record’ is wrong": "„{0}“ ist beschädigt: „record“ stimmt nicht",
    "‘{0}’ is damaged: its ‘{1}’ is missing or wrong": "„{0}“ ist beschädigt: „{1}“ fehlt oder stimmt nicht",
    "‘{0}’ is damaged: its ‘{1}’ are wrong": "„{0}“ ist beschädigt: „{1}“ stimmt nicht",
    "‘{0}’ is damaged: an answer is not valid": "„{0}“ ist beschädigt: Eine Antwort ist keine",
    "‘{0}’ is damaged: an open answer is not valid": "„{0}“ ist beschädigt: Eine offene Antwort ist keine",
    "this is a match of ‘{0}’, not of ‘{1}’": "das ist eine Partie „{0}“, nicht „{1}“",
    "this match cannot be played again: {0}": "diese Partie lässt sich nicht noch einmal spielen: {0}",
    "this match does not begin with ‘{0}’, as it did when it was saved": (
        "diese Partie beginnt nicht mit „{0}“ wie damals, als sie gespeichert wurde"
    ),
    ("this match was played with version {0} of ‘{1}’, and the rulebook is now version {2}; play it with the rulebook it was made with"): (
        "diese Partie wurde mit der Fassung {0} von „{1}“ gespielt, und das Regelwerk hat jetzt die Fassung "
        "{2}; spiel sie mit dem Regelwerk von damals"
    ),
    (
        "this match was begun with {0} {1}, and this is {0} {2}, by whose rules answer {3} cannot be given: in turn "
        "{4}, {5} answered ‘{6}’. "
        "To go on with it, play it with {0} {1}{7}"
    ): (
        "diese Partie wurde mit {0} {1} begonnen, und das hier ist {0} {2}, nach dessen Regeln Antwort {3} nicht möglich ist: In Runde {4} "
        "hat {5} „{6}“ geantwortet. Weiter geht sie mit {0} {1}{7}"
    ),
    ", in the Arbitre that it came with": ", in dem Arbitre, das es mitbrachte",
    ": ‘arbitre add {0}=={1}’": ": „arbitre add {0}=={1}“",
    "the rules never stop": "die Regeln kommen an kein Ende",
    "the rulebook has errors: {0}": "das Regelwerk hat Fehler: {0}",
    "this takes more than {0} seconds of computing": "das braucht mehr als {0} Sekunden Rechenzeit",
    "this takes more than {0} MB of memory": "das braucht mehr als {0} MB Speicher",
    "this takes more than {0} seconds to calculate: ask about less of it": (
        "das zu berechnen dauert länger als {0} Sekunden: Frag nach weniger davon"
    ),
    "Ask less of it, or allow more: --budget {0} (or ARBITRE_BUDGET={0}).": (
        "Verlang weniger davon oder erlaube mehr: --budget {0} (oder ARBITRE_BUDGET={0})."
    ),
}
