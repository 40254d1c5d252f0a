"""What notebooks show of matches, odds and comparisons, in both languages."""

from __future__ import annotations

ENGLISH: dict[str, str] = {
    "shown.under_way": "Under way: turn {number}.",
    "shown.not_begun": "Not begun yet.",
    "shown.chance": "Chance", "shown.exactly": "Exactly", "shown.at_least": "This or more",
    "shown.result": "Result", "shown.difference": "Difference", "shown.interval": "95% interval",
    "shown.told": "Told apart?", "shown.sure": "yes", "shown.unsure": "no",
    "shown.measured": "Measured",
}  # fmt: skip

FRENCH: dict[str, str] = {
    "shown.under_way": "En cours : tour {number}.",
    "shown.not_begun": "Pas encore commencée.",
    "shown.chance": "Probabilité", "shown.exactly": "Exactement", "shown.at_least": "Au moins autant",
    "shown.result": "Résultat", "shown.difference": "Différence", "shown.interval": "Intervalle à 95 %",
    "shown.told": "Net ?", "shown.sure": "oui", "shown.unsure": "non",
    "shown.measured": "Mesure",
}  # fmt: skip
