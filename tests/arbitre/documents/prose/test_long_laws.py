"""Laws whose condition is long are lists; short ones are sentences."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.documents.model.opening import open_documents
from arbitre.documents.site.generate import documents

GAME = """\
game inn:
    title en "Inn" fr "Auberge"
    play turn up to 9 times
kind guest, seats: ann, ben
    title en "Guest" fr "Hôte" masculine
    purse: 0 to 9
        title en "Purse" fr "Bourse" feminine
    debt: 0 to 9
        title en "Debt" fr "Dette" feminine
    room: 0 to 9
        title en "Room" fr "Chambre" feminine
agenda turn:
    title en "Turn" fr "Tour"
    paying:
        title en "Paying" fr "Payer"
        for each guest in guests: guest gains 1 purse
always short: no guest in guests where guest.purse is 9 and guest.debt is 9
always careful: no guest in guests where (guest.purse is more than 5 or guest.debt is more than 5 or \\
guest.room is more than 5 and guest.debt is 1 or guest.room is 2 or guest.purse is 3) \
and guest.room is less than 2 and guest.purse is not 4
""".replace("\\\n", "")
LISTED = {
    "en": """\
At all times: there is no guest such that all of this holds:

- at least one of these holds:
    - the guest’s purse is more than 5;
    - the guest’s debt is more than 5;
    - the guest’s room is more than 5 and the guest’s debt is 1;
    - the guest’s room is 2;
    - the guest’s purse is 3;
- the guest’s room is less than 2;
- the guest’s purse is not 4.
""",
    "fr": """\
À tout moment : il n’y a pas d’hôte tel que tout ceci est vrai :

- l’une au moins de ces choses est vraie :
    - la bourse de l’hôte dépasse 5 ;
    - la dette de l’hôte dépasse 5 ;
    - la chambre de l’hôte dépasse 5 et la dette de l’hôte vaut 1 ;
    - la chambre de l’hôte vaut 2 ;
    - la bourse de l’hôte vaut 3 ;
- la chambre de l’hôte est en dessous de 2 ;
- la bourse de l’hôte ne vaut pas 4.
""",
}
SHORT = {
    "en": "there is no guest such that the guest’s purse is 9 and",
    "fr": "il n’y a pas d’hôte tel que la bourse de l’hôte vaut 9 et que",
}


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_long_law_is_a_list_and_a_short_one_a_sentence(lang: str, tmp_path: Path) -> None:
    (tmp_path / "inn.rules").write_text(GAME, encoding="utf-8")
    page = documents(open_documents(str(tmp_path / "inn.rules")), lang).pages["values"].replace("\xa0", " ").replace("\u202f", " ")
    assert LISTED[lang] in page and SHORT[lang] in page, page
