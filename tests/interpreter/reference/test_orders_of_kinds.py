"""Orders of several kinds of actors, given in several ways, and what their givers are told."""

from __future__ import annotations

from pathlib import Path

from arbitre.dsl.modules.loader import load
from arbitre.interpreter.play.scenario.scenarios import run_all

RULES = """\
game crews:
    title en "Crews" fr "Équipages"
    play turn up to 9 times
kind camp, seats: red, blue
    title en "Camp" fr "Camp"
kind cell (place), grid(4, 1, closed)
    title en "Cell" fr "Case"
kind ship (mover), up to 4:
    title en "Ship" fr "Navire"
    camp: camp
    cell: cell or none
    stuck: flag
kind crew (hand), up to 4:
    title en "Crew" fr "Marin"
    camp: camp
    tired: flag
kind match:
    heard: 0 to 9
agenda turn:
    orders: for each camp in camps together: camp gives orders in secret
    sail
    rest
    counting: for each order in orders: hear order
event hear order:
    if order.actor is tired_out and order.actor.camp is red: match.heard gains 1
hand is tired_out when hand.tired
before any_order by mover when mover.stuck: fail
action sail by mover to place:
    title en "Sail" fr "Voguer"
    or to (heading: direction) as ahead(mover.cell, heading)
        title en "Sail towards" fr "Voguer vers"
    2 per match
    spends
    when mover.cell is not none
    mover.cell becomes place
action rest by hand:
    title en "Rest" fr "Repos"
    hand.tired becomes true
scenario "Ways and kinds":
    title fr "Façons et sortes"
    given ship boat: camp red, cell (1, 1)
    given ship hulk: camp blue, cell (4, 1), stuck true
    given crew jim: camp red
    red orders sail to right; rest
    blue orders sail to left
    play turn
    expect boat.cell is (2, 1) and hulk.cell is (4, 1)
    expect any orders where actor is boat and place is none
    expect any orders where actor is hulk and state is failed
    expect match.heard is 1
    expect no orders where actor is none
    expect count(orders where actor in crews) is 1
    red orders sail to (3, 1)
    play turn
    expect boat.cell is (3, 1)
    refused red orders sail to right
    refused red orders sail to (4, 1)
    expect not red offered sail
    given hulk.stuck = false
    blue orders sail to right
    play turn
    blue orders sail to right
    play turn
    expect hulk.cell is (4, 1)
    refused blue orders sail to left
"""


def test_an_actor_of_any_kind_and_another_way_to_give_an_order(tmp_path: Path) -> None:
    """A barred order spends nothing; a direction that leads nowhere fails and spends where the action ``spends``."""
    path = tmp_path / "crews.rules"
    path.write_text(RULES, encoding="utf-8")
    (outcome,) = run_all(load(path, scenarios=True))
    assert outcome.ok, outcome.failures
