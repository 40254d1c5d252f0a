"""The pages of rulebooks: addresses, links, odds, texts that are missing, and what a change of the rules does to them."""

from __future__ import annotations

import re
import shutil
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

import arbitre
from arbitre.documents.language.en.grammar import English
from arbitre.documents.language.fr.grammar import French
from arbitre.documents.model import odds
from arbitre.documents.model.lexer import RulesLexer, language_words
from arbitre.documents.model.opening import open_documents
from arbitre.documents.site.generate import documents, missing_titles
from arbitre.documents.site.kept import kept_pages
from arbitre.documents.site.site import Site, write
from arbitre.dsl import tree as t
from arbitre.dsl.core import Text
from arbitre.dsl.parse.parser import words
from arbitre.opening.books import Refused

ROOT = Path(__file__).resolve().parents[4]
DUEL = Path(__file__).parents[1] / "duel"
LINK = re.compile(r"\]\(([^)\s]+)\)")
ANCHOR = re.compile(r'\{ #([\w.-]+) \}|\bid="([\w.-]+)"')


@pytest.fixture(scope="module")
def site() -> Site:
    return kept_pages(str(DUEL), ["en", "fr"])


def anchors(site: Site) -> dict[str, list[str]]:
    return {path: [a or b for a, b in ANCHOR.findall(text)] for path, text in site.files.items() if isinstance(text, str)}


def test_both_languages_have_the_same_pages_and_addresses(site: Site) -> None:
    known = anchors(site)
    english = {p.removeprefix("en/"): set(a) for p, a in known.items() if p.startswith("en/") and "glossary" not in p}
    french = {p.removeprefix("fr/"): set(a) for p, a in known.items() if p.startswith("fr/") and "glossary" not in p}
    assert english == french


def test_no_link_is_dead_and_no_address_given_twice(site: Site) -> None:
    known = anchors(site)
    for path, found in known.items():
        assert len(found) == len(set(found)), (path, {a for a in found if found.count(a) > 1})
    dead = []
    for path, text in site.files.items():
        if not isinstance(text, str) or not path.endswith(".md"):
            continue
        for target in LINK.findall(text):
            file, _, anchor = target.partition("#")
            where = str((Path("/") / Path(path).parent / file).resolve())[1:] if file else path
            if where not in site.files or (anchor and anchor not in known.get(where, [])):
                dead.append((path, target))
    assert not dead, dead[:10]


def test_nothing_is_loaded_from_elsewhere(site: Site) -> None:
    for path, text in site.files.items():
        said = text if isinstance(text, str) else text.decode("utf-8")
        assert not re.search(r'(?:src|href)="https?:|url\(https?:|@import', said), path


def test_pictures_and_tables_have_words(site: Site) -> None:
    for path, text in site.files.items():
        if isinstance(text, str) and path.endswith(".md"):
            assert not re.search(r"!\[\]\(", text), path
            for picture in re.findall(r"<svg.*?</svg>", text, re.S):
                assert "<title>" in picture, path
            assert not re.search(r"^\|(?: *\|)+$", text, re.M), path


def test_headings_go_down_step_by_step(site: Site) -> None:
    for path, text in site.files.items():
        if not isinstance(text, str) or not path.endswith(".md"):
            continue
        levels = [len(m) for m in re.findall(r"^(#+) ", text, re.M)]
        assert levels.count(1) == 1 and levels[0] == 1, path
        assert all(b <= a + 1 for a, b in pairwise(levels)), (path, levels)


# ---------------------------------------------------------------------------------------------------- changes of the rules


def copy(tmp_path: Path, *changes: tuple[str, str]) -> Path:
    folder = tmp_path / "duel"
    shutil.copytree(DUEL, folder)
    file = folder / "duel.rules"
    text = file.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")
    return folder


def test_a_number_changed_changes_the_page_and_its_odds(tmp_path: Path) -> None:
    before = documents(open_documents(str(DUEL)), "en").pages["dice"]
    folder = copy(tmp_path, ("test endurance by fighter: 2d6", "test endurance by fighter: 1d6"))
    after = documents(open_documents(str(folder)), "en").pages["dice"]
    assert "Roll 2d6" in before and "Roll 2d6" not in after.split("Fumble")[0]
    assert "16.7%" in after.split("## Initiative")[0] and before != after


def test_a_title_deleted_is_named_with_its_place(tmp_path: Path) -> None:
    assert missing_titles(open_documents(str(DUEL))) == []
    folder = copy(tmp_path, ('    title en "Rest" fr "Se reposer"', '    title en "Rest" fr ""'))
    found = missing_titles(open_documents(str(folder)))
    assert found and all("duel.rules:" in place for place, _ in found)
    codes = [(m.code, m.place.line) for m in arbitre.check(str(folder))]
    assert any(code == "T13" for code, _ in codes)
    page = documents(open_documents(str(folder)), "fr").pages["actions"]
    assert re.search(r'<span class="missing" lang="en"[^>]*>Rest</span>', page)


def test_a_rulebook_with_errors_is_refused(tmp_path: Path) -> None:
    folder = copy(tmp_path, ("defender loses 1 life", "defender loses 1 lif"))
    with pytest.raises(Refused, match="lif"):
        open_documents(str(folder))


def test_an_extension_tells_what_it_changes_and_only_that(site: Site) -> None:
    page = site.files["en/duel-gloom/full.md"]
    assert isinstance(page, str)
    for said in ("nobody needs it", "Lamp", "Reach", "loses 2 life points", "Before the step"):
        assert said in page, said
    assert "Endurance" not in page and "Walk" not in page
    whole = site.files["en/duel-gloom/print.md"]
    assert isinstance(whole, str) and "Endurance" in whole and "Room left" not in whole


def test_pages_are_written_below_a_folder(tmp_path: Path) -> None:
    made = write(str(DUEL), "fr", tmp_path / "out")
    assert (tmp_path / "out" / "fr" / "duel" / "index.md").is_file()
    assert not [p for p in made if "/en/" in p.as_posix()]
    (tmp_path / "file").write_text("")
    with pytest.raises(Refused):
        write(str(DUEL), "fr", tmp_path / "file")


# ---------------------------------------------------------------------------------------------------- odds


def test_odds_on_the_page_are_those_of_the_referee(tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    file = tmp_path / "plain" / "plain.rules"
    file.write_text(
        'game plain:\n    title en "P" fr "P"\nkind side, seats: red, blue\nkind man, up to 2:\n    skill: 0 to 12 = 7\n    bonus: 0 to 3\n'
        "test nerve by man: 2d6\n    + man.bonus\n    failure when natural is 12\n    success when total is man.skill or less\n"
        "contest race by man against (other: man): d6 + man.skill against 2d4, ties again\n"
        "agenda turn:\n    a: nobody wins\n",
        encoding="utf-8",
    )
    book = open_documents(str(file))
    rules = arbitre.load(str(file))
    found = odds.of_test(book.find("nerve", t.Test), ["success", "failure"])
    assert found is not None
    for value, chances in found.rows:
        if value is not None and 0 <= value <= 12:
            exact = {o["result"]: o["probability"] for o in arbitre.odds(rules, "nerve", {"man.skill": value})}
            assert {k: v for k, v in chances.items() if v} == exact, value
    rows = odds.of_contest(book.find("race", t.Contest))
    assert rows is not None
    lead = {n: (w, l) for n, w, l, _ in rows}
    exact = {o["result"]: o["probability"] for o in arbitre.odds(rules, "race", {"man.skill": 2})}
    assert lead[2] == (exact["higher"], exact["lower"])


@pytest.mark.parametrize(("text", "mean"), [("d6", Fraction(7, 2)), ("3d6", Fraction(21, 2)), ("2d4", Fraction(5))])
def test_sums_of_dice_are_exact(text: str, mean: Fraction) -> None:
    spread = odds.dice(text)
    assert spread is not None
    assert sum(p for _, p in spread) == 1 and sum(n * p for n, p in spread) == mean


def test_too_many_dice_are_left_alone() -> None:
    assert odds.dice("900d6") is None and odds.dice("2d100000") is None


# ---------------------------------------------------------------------------------------------------- languages, lexer


@pytest.mark.parametrize(("thing", "said"), [
    ("le joueur", "du joueur"), ("les cases", "des cases"), ("l’arène", "de l’arène"), ("Anne", "d’Anne"), ("Rouge", "de Rouge"),
    ("[arène](x)", "d’[arène](x)"), ("la halte", "de la halte"), ("hexagone", "d’hexagone"), ("onze cases", "de onze cases"),
])  # fmt: skip
def test_french_of(thing: str, said: str) -> None:
    assert French().of(thing) == said


def test_french_articles_and_predicates() -> None:
    french = French()
    assert [french.the("case", "f"), french.the("arène", "f"), french.the("hasard", "m")] == ["la case", "l’arène", "le hasard"]
    assert English().predicate(Text.saying(en="Lies on the ground", fr="Gît au sol"), True, False) == "does not lie on the ground"
    assert french.predicate(Text.saying(en="Empty", fr="Vide"), True, False) == "n’est pas vide"
    assert french.predicate(Text.saying(en="Bars the way of", fr="Barre la route de"), True, False) == "ne barre pas la route de"
    assert french.predicate(Text.saying(en="Has gladiators", fr="A des hommes"), False, True) == "ont des hommes"
    assert french.predicate(Text.saying(en="The match is over", fr="La partie est finie"), False, False) is None
    assert french.plural("pièce adverse") == "pièces adverse" or french.plural("cheval") == "chevaux"
    assert french.finish("Qui ? « Moi ! » a : b") == "Qui\u202f? «\u00a0Moi\u202f!\u00a0» a\u00a0: b"


def test_words_of_the_lexer_are_those_of_the_grammar() -> None:
    heads, others = language_words()
    assert {*heads, *others} == {w for said in words().values() for w in said.split()}
    assert {"event", "action", "kind", "clause", "scenario", "replace"} <= set(heads)


@pytest.mark.parametrize("path", sorted(Path(__file__).resolve().parents[1].rglob("*.rules")), ids=lambda p: p.stem)
def test_the_lexer_loses_nothing(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "".join(v for _, v in RulesLexer(stripnl=False, ensurenl=False).get_tokens(text)) == text


BARE = """\
game bare:
    title en "Bare" fr "Nu"
    play turn up to 3 times
kind player, seats: red, blue
    title en "Player" fr "Joueur"
agenda turn:
    now: everyone wins
"""


def test_a_game_without_options_clauses_and_dice_has_no_pages_of_them(tmp_path: Path, site: Site) -> None:
    path = tmp_path / "bare.rules"
    path.write_text(BARE, encoding="utf-8")
    bare = kept_pages(str(path), ["en", "fr"]).files
    for page in ("options", "clauses", "dice", "proofs"):
        assert f"en/bare/{page}.md" not in bare and f"en/duel/{page}.md" in site.files, page
        assert not [name for name, text in bare.items() if isinstance(text, str) and f"({page}.md" in text], page


def test_orders_are_spoken_of_where_there_are_some(tmp_path: Path) -> None:
    assert "An order is written first" in documents(open_documents(str(DUEL)), "en").pages["actions"]
    file = tmp_path / "piles.rules"
    file.write_text(
        'game piles:\n    title en "Piles"\n    languages en\n    play turn up to 9 times\nkind player, seats: north, south\n'
        "kind pile: left, right\n    stones: 0 to 9 = 3\nagenda turn:\n    moving: north must act in moving\n"
        'action take by player from pile:\n    title en "Take"\n    during moving\n    when pile.stones is 1 or more\n'
        "    pile loses 1 stones\n",
        encoding="utf-8",
    )
    page = documents(open_documents(str(file)), "en").pages["actions"]
    assert "What a side may do, at once" in page and "An order" not in page
