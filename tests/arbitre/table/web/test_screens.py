"""Matches at a table in a real browser, from its invitations to its rulings, on a screen of a phone and on a wide one."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page
from playwright.sync_api import Error as PlaywrightError

from arbitre.table import operations as deeds
from tests.arbitre.table.hall import Hall, served
from tests.web.browser import chromium

pytestmark = pytest.mark.more
TAKEN = {"Remi": "Envoyé", "Bea": "Sent."}
SETUP = {
    "Remi": ["Analyse tactique", "voleur", "archer", "rôdeur", "guerrier", "voleur", "Rouge 1", "Rouge 1"],
    "Bea": ["Lob", "thief", "archer", "ranger", "warrior", "merchant", "Blue 1", "Blue 2"],
}
EIGHT = {
    "Ana": ("archer", "(1, 1)"), "Ben": ("brute", "(1, 2)"), "Cid": ("agile", "(1, 3)"), "Dee": ("priest", "(2, 1)"),
    "Eli": ("archer", "(6, 1)"), "Fay": ("brute", "(6, 2)"), "Gus": ("agile", "(6, 3)"), "Hal": ("priest", "(5, 1)"),
}  # fmt: skip
WIDTHS = {"phone": 360, "desk": 1280}
PICTURES = os.environ.get("ARBITRE_PICTURES", "")  # a folder to look at what the pages look like


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


class Room:
    """Everybody who is at a table, each in a browser of his own."""

    def __init__(self, hall: Hall, browser: Browser) -> None:
        self.hall, self.browser, self.table = hall, browser, ""
        self.pages: dict[str, Page] = {}
        self.errors: list[str] = []

    def enters(self, name: str, lang: str = "en", width: str = "desk") -> Page:
        context: BrowserContext = self.browser.new_context(
            viewport={"width": WIDTHS[width], "height": 740}, locale=lang, reduced_motion="reduce"
        )
        page = self.pages[name] = context.new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        return page

    def goes(self, name: str, path: str = "") -> Page:
        page, address = self.pages[name], f"{self.hall.service.address}{path or f'/t/{self.table}'}"
        while True:
            try:
                page.goto(address)
                return page
            except PlaywrightError as error:  # the page before this one showed news by itself just now: it may do so once a page
                if "interrupted by another navigation" not in error.message:
                    raise

    @staticmethod
    def press(page: Page, button: str) -> None:
        """Presses a button, and waits for the page that it leads to."""
        with page.expect_navigation():
            page.click(button)

    def look(self, name: str, what: str) -> None:
        """Nothing runs out of the screen, whatever its width."""
        page = self.pages[name]
        if PICTURES:
            page.screenshot(path=str(Path(PICTURES) / f"{what}-{name}.png"), full_page=True)
        wide = """[...document.querySelectorAll('main *')].filter(one => one.getBoundingClientRect().right > innerWidth + 1
            && !one.closest('figure')).map(one => one.outerHTML.slice(0, 200)).slice(0, 5)"""
        narrow = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        try:
            fits = page.evaluate(narrow)
        except PlaywrightError:  # news has come meanwhile, and the page is loaded again
            page.wait_for_load_state()
            fits = page.evaluate(narrow)
        assert fits, (name, what, page.evaluate(wide))

    def founds(self, name: str, game: str, **choices: str) -> None:
        """Signs up, chooses a game, is shown the calendar, makes the table."""
        page = self.goes(name, "/signup")
        page.fill("[name=name]", name)
        page.fill("[name=login]", name.lower())
        page.fill("[name=password]", "a long password")
        self.press(page, "main form button")
        self.goes(name, f"/new?game={game}")
        for key, value in {"first": "2026-12-01T20:00", **choices}.items():
            field = page.locator(f"[name='{key}']")
            if field.evaluate("one => one.matches('select')"):
                field.select_option(value)
            elif field.get_attribute("type") == "checkbox":
                field.check()
            else:
                field.fill(value)
        self.press(page, "button[value=calendar]")
        assert page.locator("ol li").count() >= 5
        self.look(name, f"{game}-new")
        self.press(page, "button[value=make]")
        self.table = page.url.rpartition("/")[2]

    def invites(self, name: str, place: str) -> str:
        """A link for one person; the path of it."""
        page = self.goes(name)
        page.select_option("[name=place]", place)
        self.press(page, "form[action$='/invite'] button")
        return "/i/" + page.inner_text(".link code").rpartition("/")[2]

    def accepts(self, name: str, link: str) -> None:
        page = self.goes(name, link)
        page.fill("[name=name]", name)
        self.look(name, "invited")
        self.press(page, "main form button")
        self.goes(name)

    def hands_in(self, name: str, said: str, do: str = "send") -> str:
        """What the page answers to orders."""
        page = self.goes(name)
        page.fill("[name=orders]", said)
        self.press(page, f"#orders button[value={do}]")
        return page.inner_text("main")

    def fills_in(self, name: str, answers: list[str]) -> str:
        """The form of what is chosen before the first turn, each question with its answer."""
        page = self.goes(name)
        asked, left = page.input_value("[name=orders]"), iter(answers)
        filled = re.sub(r"\?[ \u00a0]*$", lambda found: found[0] + " " + next(left), asked, flags=re.M)
        assert next(left, None) is None, asked
        return self.hands_in(name, filled)

    def appeals(self, name: str, turn: int, about: str, why: str) -> None:
        page = self.goes(name, f"/t/{self.table}/turns/{turn}")
        page.fill("[name=sentence]", self.numbered(page, about))
        page.fill("[name=text]", why)
        self.press(page, "form[action$='/appeal'] button")
        self.look(name, "appealed")

    def rules(self, name: str, turn: int, about: str, why: str) -> None:
        """Answers the last appeal, from the page on which it stands."""
        page = self.goes(name, f"/t/{self.table}/talk")
        self.look(name, "appeals")
        self.press(page, "a[href*='/ruling?appeal=']")
        event = page.input_value("[name=event]")
        assert event == self.numbered(self.goes(name, f"/t/{self.table}/turns/{turn}"), about)  # not the number of the side
        page.go_back()
        page.fill("[name=reason]", why)
        self.press(page, "button[value=check]")
        self.look(name, "ruling")
        self.press(page, "button[value=rule]")

    @staticmethod
    def numbered(page: Page, about: str) -> str:
        """The number of a sentence of a report, as it stands before it."""
        return next(line for line in page.locator("article li").all_inner_texts() if about in line).split()[0]

    def resolves(self) -> None:
        assert deeds.resolve_if_due(self.hall.store, self.table, self.hall.now)["resolved"]

    def reads(self, name: str, turn: int) -> str:
        return self.goes(name, f"/t/{self.table}/turns/{turn}").inner_text("main")


@pytest.fixture
def room(url: str, browser: Browser) -> Iterator[Room]:
    with served(url) as hall:
        found = Room(hall, browser)
        yield found
        for page in found.pages.values():
            page.context.close()
        assert found.errors == []


def test_two_captains_an_umpire_and_a_spectator_for_three_turns(room: Room) -> None:
    room.enters("Odile", "en")
    room.founds("Odile", "kollaball", entry="invitation", watching="now", referee="yes", early="yes", late="yes")
    page = room.goes("Odile")
    room.press(page, "form[action$='/bot']:has(input[value=umpire]) button")
    for name, lang, width, place in (
        ("Remi", "fr", "phone", "seat red"),
        ("Bea", "en", "desk", "seat blue"),
        ("Sam", "en", "phone", "watcher"),
    ):
        link = room.invites("Odile", place)
        room.enters(name, lang, width)
        room.accepts(name, link)
    page = room.goes("Odile")
    room.look("Odile", "gathered")
    room.press(page, "form[action$='/start'] button")
    for name, answers in SETUP.items():
        assert TAKEN[name] in room.fills_in(name, answers)
        room.look(name, "chosen")
    assert room.hall.stands(room.table).turn == 1  # all have chosen: nobody waits for the deadline
    # The first turn: a faulty delivery, the right one, then another in its place.
    said = room.hands_in("Remi", "R1 receveur en B4\nR2 frappeur en A5")
    room.look("Remi", "faulty")
    assert "Rien n’a été envoyé" in said and "A5" in said
    first = room.hands_in("Remi", "R1 passe en B4\nR2 frappeur en B4\nR3 receveur en B5\nR4 receveur en B4")
    changed = room.hands_in("Remi", "R1 passe en B4\nR2 frappeur en A3\nR3 receveur en B5\nR4 receveur en B4")
    receipts = [re.findall(r"[0-9a-f]{64}", one) for one in (first, changed)]
    assert all(receipts) and receipts[0] != receipts[1] and "Rouge 2, A3" in changed
    room.look("Remi", "sent")
    said = room.hands_in("Bea", "B2 throws to F4\nB1 receiver F4\nB3 striker G5\nB4 receiver F3")
    assert "Sent. This is how it was understood" in said and room.hall.stands(room.table).turn == 2
    assert "Rouge 4 réceptionne la balle en B4" in room.reads("Remi", 1)
    for name in room.pages:
        assert "1" in room.reads(name, 1)
        room.look(name, "turn-1")
    assert room.goes("Sam").locator("[name=orders]").count() == 0
    # The second turn: one is late, the other sends nothing.
    room.hall.pass_days(1.45)
    said = room.hands_in("Remi", "R4 passe en C4\nR1 receveur B4\nR2 frappeur A2\nR3 receveur C5")
    room.look("Remi", "late")
    assert "Envoyé." in said and "Reçu après l’échéance" in said
    assert room.hall.stands(room.table).turn == 3  # nobody is waited for any more
    assert "R4 passe" not in room.goes("Remi").input_value("[name=orders]")  # what was sent is no draft for the next turn
    for name in room.pages:
        room.reads(name, 2)
        room.look(name, "turn-2")
    # An appeal from a sentence of that report, and its ruling.
    page = room.goes("Bea", f"/t/{room.table}/turns/2")
    room.appeals("Bea", 2, "turn is null", "The forum was down.")
    room.rules("Odile", 2, "turn is null", "It was down for everybody: the turn stands.")
    for name in room.pages:
        assert "the turn stands" in room.goes(name, f"/t/{room.table}/journal").inner_text("main")
        room.look(name, "journal")
    assert "the turn stands" in room.goes("Bea", f"/t/{room.table}/talk").inner_text("main")
    room.look("Bea", "talk")
    # The third turn: both confirm that they want nothing done.
    for name in ("Remi", "Bea"):
        room.hands_in(name, "", "empty")
    assert room.hall.stands(room.table).turn == 4
    assert all(room.reads(name, 3) for name in room.pages)


def test_eight_of_whom_one_is_replaced(room: Room) -> None:
    """Whoever takes a side over sees what it has sealed, and nothing of what its first player only thought of."""
    room.enters("Odile", "en")
    room.founds(
        "Odile", "tsewnart", entry="invitation", watching="delayed", referee="yes", early="yes", after="2", by="open", grace="12 h",
        **{"option team_size": "4"},
    )  # fmt: skip
    for at, name in enumerate(EIGHT):
        link = room.invites("Odile", f"seat {name.lower()}")
        room.enters(name, ("en", "fr")[at % 2], ("phone", "desk")[at // 4])
        room.accepts(name, link)
    room.press(room.goes("Odile"), "form[action$='/start'] button")
    for name, (role, cell) in EIGHT.items():
        assert room.hands_in(name, f"{role}\n{cell}").count("bot") == 0
    assert room.hall.stands(room.table).turn == 1
    # Hal says nothing twice: he is given longer each time, warned, then replaced.
    for turn in (1, 2):
        for name in EIGHT:
            if name != "Hal":
                room.hands_in(name, "rien" if list(EIGHT).index(name) % 2 else "nothing")
        room.hands_in("Hal", "my secret plan", "draft")
        room.hall.now = datetime.fromisoformat(room.hall.stands(room.table).due) + timedelta(minutes=12)
        assert not deeds.resolve_if_due(room.hall.store, room.table, room.hall.now)["resolved"]
        room.hall.pass_days(0.5)
        room.resolves()
        assert room.hall.stands(room.table).turn == turn + 1
    assert room.goes("Hal").locator("[name=orders]").count() == 0
    room.look("Odile", "vacant")
    link = room.invites("Odile", "seat hal")
    room.enters("Kit", "fr", "phone")
    room.accepts("Kit", link)
    assert room.pages["Kit"].locator("[name=orders]").count() == 1 and "secret plan" not in room.pages["Kit"].content()
    assert "Kit" in room.goes("Ana").inner_text(".sides") and "Kit" in room.goes("Ana", f"/t/{room.table}/journal").inner_text("main")
    assert room.reads("Kit", 2)  # what his side knows
    room.look("Kit", "replaced")
    for at, name in enumerate([*[*EIGHT][:-1], "Kit"]):
        room.hands_in(name, "nothing" if at % 2 == 0 and name != "Kit" else "rien")
    assert room.hall.stands(room.table).turn == 4
    room.reads("Ana", 3)
    room.look("Ana", "turn-3")
