"""A line is carried out as a whole, or nothing of it is: no action is put in that it does not name."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_half_chosen import played

MARKET = """\
game market:
    title en "Market" fr "Marché"
    play week up to 3 times, then closing
    events seen by everyone
kind trader, seats: ann, bob
    title en "Trader" fr "Marchand"
    coins: 0 to 50 = 10
        title en "Coins" fr "Pièces" plural
kind spice, many spices: pepper, saffron, mace
    title en "Spice" fr "Épice" feminine
    price: 1 to 20 = 3
        title en "Price" fr "Prix"
table of spice:
    name    | price | en        | fr
    pepper  | 3     | "Pepper"  | "Poivre"
    saffron | 15    | "Saffron" | "Safran"
    mace    | 2     | "Mace"    | "Macis"
kind crate, up to 20
    title en "Crate" fr "Caisse"
    owner: trader
        title en "Owner" fr "Propriétaire"
    spice: spice
        title en "Spice" fr "Épice" feminine
event setup: create crate with owner ann, spice mace
agenda week:
    trading: for each trader in traders: trader acts in trading, up to 4 times
action buy by trader with spice:
    title en "Buy" fr "Acheter"
    during trading
    when trader.coins is spice.price or more
    trader loses spice.price coins
    says en "{trader} buys {spice}." fr "{trader} achète {spice}."
    create crate with owner trader, spice spice
action sell by trader with crate:
    title en "Sell" fr "Vendre"
    during trading
    when crate.owner is trader
    trader gains crate.spice.price coins
    says en "{trader} sells {crate.spice}." fr "{trader} vend {crate.spice}."
    discard crate
event closing: best(coins, traders) wins
"""


@pytest.mark.parametrize(("line", "why"), (
    ("sell pepper", "‘Sell’ can be given only this here: Mace 1."),  # no crate of it: nothing is sold, and nothing bought
    ("buy saffron", "Buy (ann, Saffron): not offered, since\n  ann’s coins are less than Saffron’s price"),  # no crate is sold for it
))  # fmt: skip
def test_what_cannot_be_done_as_a_whole_is_not_done_in_part(tmp_path: Path, line: str, why: str) -> None:
    text = played(tmp_path, MARKET, line)
    assert "Nothing was done" in text and why in text, text
    assert " sells " not in text and " buys " not in text, text
    assert "ann: What do you do?" not in text.split(f"> {line}")[1]


def test_two_actions_that_are_both_named_are_done(tmp_path: Path) -> None:
    text = played(tmp_path, MARKET, "sell mace buy pepper")
    assert text.index("Ann sells Mace.") < text.index("Ann buys Pepper.")
    assert "Ann achète Poivre." in played(tmp_path, MARKET, "achète poivre", lang="fr")
    assert "Ann buys Pepper." in played(tmp_path, MARKET, "pepper")  # an action goes without saying where its object is named
