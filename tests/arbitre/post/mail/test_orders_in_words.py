"""Orders as people write them: names within longer names, verbs in any form, pieces that are somebody else's."""

from __future__ import annotations

import pytest

from arbitre.documents.model.book import Book
from arbitre.interpreter.match.match import Match
from arbitre.opening.books import ready
from arbitre.post.mail.deliveries import Delivery, delivered
from arbitre.post.mail.forms import form_text
from arbitre.session.why.reasons import book_of
from arbitre.session.why.refusals import WhyNot
from arbitre.story.narrator import Narrator

SHIPS = """\
game ships:
    title en "Ships" fr "Navires"
    play day up to 3 times
    events seen by everyone
kind player, seats: crimson, azure
table of player:
    name    | en        | fr
    crimson | "Crimson" | "Pourpre"
    azure   | "Azure"   | "Azur"
kind hex (place), hexagon(3)
    title en "Hex" fr "Case" feminine
kind ship (sailer, foe), many ships
    title en "Ship" fr "Navire"
    owner: player
    hex: hex or none
    course: direction
table of ship:
    name | owner   | hex     | en                | fr
    c1   | crimson | (-2, 2) | "Swallow"         | "Hirondelle" feminine
    c2   | crimson | (-1, 2) | "Falcon"          | "Faucon" masculine
    a1   | azure   | (2, -2) | "Neptune" proper  | "Neptune" masculine proper
    a2   | azure   | (1, -2) | "Otter"           | "Loutre" feminine
ship is beside foe when distance(ship.hex, foe.hex) is 1
    title en "Is beside" fr "Est à côté de"
action sail by sailer for (heading: direction):
    title en "Set a course" fr "Mettre le cap"
    says en "{sailer} heads {heading}." fr "{sailer} met le cap au {heading}."
    when sailer.hex is not none
    sailer.course becomes heading
action board by sailer against foe:
    title en "Board" fr "Aborder"
    says en "{sailer} boards {foe}." fr "{sailer} aborde {foe}."
    when sailer.hex is not none and foe.owner is not sailer.owner
    needs sailer is beside foe
    foe.hex becomes none
agenda day:
    title en "Day" fr "Jour"
    orders:
        title en "Orders" plural fr "Ordres" plural
        for each player in players together: player gives orders in secret
    sail
    board
"""


@pytest.fixture(scope="module")
def ships(tmp_path_factory: pytest.TempPathFactory) -> tuple[Match, Book]:
    folder = tmp_path_factory.mktemp("sea") / "ships"
    folder.mkdir()
    (folder / "ships.rules").write_text(SHIPS, encoding="utf-8")
    rulebook, _, machine = ready(str(folder), {}, ())
    match = Match(machine, 1)
    return match, book_of(match, rulebook)


def read(ships: tuple[Match, Book], mail: str, seat: int = 0, lang: str = "fr") -> Delivery:
    match, book = ships
    return delivered(match, seat, mail, lang, book)


@pytest.mark.parametrize(
    ("mail", "heading"),
    [
        ("Hirondelle mettre le cap est", "east"),
        ("Hirondelle mettre le cap ouest", "west"),
        ("Swallow set a course west", "west"),
        ("Swallow: set a course north-east", "northeast"),
        ("Hirondelle mettre le cap nord-est", "northeast"),
        ("Hirondelle, mettre le cap au sud est", "southeast"),
    ],
)
def test_an_exact_name_wins_over_names_that_hold_it(ships: tuple[Match, Book], mail: str, heading: str) -> None:
    found = read(ships, mail)
    assert found.accepted and list(found.answers) == ["sail", "c1", heading], found.lines


@pytest.mark.parametrize(
    "mail",
    [
        "Hirondelle met le cap au nord-est", "L’Hirondelle mettra le cap au nord-est", "Mets le cap au nord-est, Hirondelle",
        "The Swallow sets a course northeast", "Setting a course northeast: Swallow", "Hirondelle, mettez le cap nord-est",
    ],
)  # fmt: skip
def test_verbs_are_known_in_their_irregular_forms(ships: tuple[Match, Book], mail: str) -> None:
    found = read(ships, mail)
    assert found.accepted and list(found.answers) == ["sail", "c1", "northeast"], found.lines


@pytest.mark.parametrize(
    ("lang", "mail", "told"),
    [
        ("fr", "La Loutre aborde le Faucon", "Loutre n’est pas sous vos ordres"),
        ("fr", "Neptune met le cap à l’ouest", "Neptune n’est pas sous vos ordres"),
        ("en", "Otter sets a course east", "Otter is not yours to command"),
    ],
)
def test_whose_a_piece_is_not_is_told(ships: tuple[Match, Book], lang: str, mail: str, told: str) -> None:
    found = read(ships, mail, lang=lang)
    assert not found.accepted and told in " ".join(fault for line in found.lines for fault in line.faults), found.lines


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_what_is_asked_only_when_it_is_carried_out_is_offered(ships: tuple[Match, Book], lang: str) -> None:
    match, book = ships
    why = WhyNot(match, match.pending(0)[0], lang, book)
    account = why.account("aborder hirondelle neptune" if lang == "fr" else "board swallow neptune")
    told = " ".join(why.told(account))
    assert account["offered"] and ("mais échouerait" if lang == "fr" else "but would fail") in told, told
    assert not why.account("aborder hirondelle faucon" if lang == "fr" else "board swallow falcon")["offered"]


def test_a_form_for_orders_names_the_pieces_and_gives_an_example(ships: tuple[Match, Book]) -> None:
    match, _ = ships
    said = form_text({"name": "", "rounds": [], "choices": {}}, match, "crimson", "fr")
    assert "Mettre le cap (Hirondelle, Faucon)" in said and "Neptune)" not in said, said
    example = next(line for line in said.splitlines() if "par exemple" in line)
    assert read(ships, example.partition(": ")[2]).accepted, example


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "Order without effect: Swallow, board."), ("fr", "Ordre sans effet : Hirondelle, aborder.")]
)
def test_an_order_without_effect_says_whose_it_was(ships: tuple[Match, Book], lang: str, told: str) -> None:
    match = ships[0].clone(trace=True)
    for seat, keys in ((0, ("board", "c1", "a1", "done")), (1, ("done",))):
        for key in keys:
            match.answer(match.pending(seat)[0].id, key, seat)
    said = [one.text.replace("\xa0", " ") for one in Narrator(match, lang).sentences(match.run.log or [])]
    assert told in said, said
