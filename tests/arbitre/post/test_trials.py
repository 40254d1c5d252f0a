"""Matches by post as a referee runs them: Tsewnart for eight, Kollaball for two captains, three turns each, by the commands alone."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path
from unittest.mock import patch

import pytest
from click.testing import CliRunner

from arbitre.cli.main import cli
from arbitre.dsl.modules.library import LIBRARY

pytestmark = pytest.mark.more
TIMES = """
[deadlines]
first = 2026-12-01T20:00:00
every = "1 day"
zone = "Europe/Paris"
[[substitutes]]
name = "Kit"
lang = "en"
[referee]
name = "Odile"
lang = "fr"
"""
TSEWNART = """
game = "tsewnart"
name = "Hiver à huit"
[options]
team_size = 4
[people]
ana = { name = "Anaïs", lang = "fr" }
ben = { name = "Ben", lang = "en" }
[setup]
ana = { role = "archer", square = "(1, 1)" }
ben = { role = "brute", square = "(1, 2)" }
cid = { role = "agile", square = "(1, 3)" }
dee = { role = "priest", square = "(2, 1)" }
eli = { role = "archer", square = "(6, 1)" }
fay = { role = "brute", square = "(6, 2)" }
gus = { role = "agile", square = "(6, 3)" }
hal = { role = "priest", square = "(5, 1)" }
"""
KOLLABALL = """
game = "kollaball"
name = "Coupe d'hiver"
[people]
red = { name = "Rémi", lang = "fr" }
blue = { name = "Bea", lang = "en" }
[setup.red]
tactic = "scouting"
class = ["thief", "archer", "ranger", "warrior", "thief"]
captain = "r1"
first_carrier = "r1"
[setup.blue]
tactic = "lob"
class = ["thief", "archer", "ranger", "warrior", "merchant"]
captain = "b1"
first_carrier = "b2"
"""


class Office:
    """The referee's folder of one match, in French."""

    def __init__(self, folder: Path, sheet: str) -> None:
        self.folder, self.file = folder, folder / "match.post"
        top, tables = sheet.split("[", 1)
        (folder / "match.toml").write_text(f"{top}{TIMES}[{tables}", encoding="utf-8")
        with patch("secrets.token_bytes", lambda size: hashlib.sha256(b"trial").digest()[:size]):
            self.run("new", str(folder / "match.toml"), at="2026-11-28T10:00", file=False)

    def run(self, command: str, *more: str, at: str = "", lang: str = "fr", mail: str | None = None, fails: bool = False,
            file: bool = True) -> str:  # fmt: skip
        args = ["post", command, *([str(self.file)] if file else []), *more, *(["--at", at] if at else []), "--lang", lang]
        done = CliRunner().invoke(cli, args, input=mail)
        assert (done.exit_code != 0) is fails, done.output
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        return done.output.replace("\u00a0", " ").replace("\u202f", " ")

    def mails(self, at: str, **mails: str) -> None:
        for side, mail in mails.items():
            self.run("deliver", "--as", side, mail=mail, at=at)

    def number(self, said: str, *who: str, lang: str = "fr") -> str:
        """The number of a sentence of the last report."""
        line = next(line for line in self.run("report", *who, lang=lang).split("\n") if said in line)
        return line.split()[1]


def test_kollaball_for_two_captains(tmp_path: Path) -> None:
    office = Office(tmp_path, KOLLABALL)
    first, second, third = "2026-12-01T10:00", "2026-12-02T10:00", "2026-12-03T10:00"
    # A faulty delivery, then the right one, then another in its place.
    said = office.run("deliver", "--as", "red", mail="R1 receveur en B4\nR2 frappeur en A5\n", at=first, fails=True)
    assert "Rouge 1 a une balle" in said and "« A5 » ne veut rien dire ici" in said and "Rien n’a été pris" in said
    office.mails(
        first, red="Bonjour,\n\nTour 1\nR1 passe en B4\nR2 frappeur en B4\nR3 receveur en B5\nR4 receveur en B4\n\nRémi\n> R9 vole"
    )
    office.mails(first, red="R1 passe en B4\nR2 frappeur en A3\nR3 receveur en B5\nR4 receveur en B4")
    assert "Charger une case : Rouge 2, A3" in office.run("orders", "--as", "red")
    office.mails(first, blue="B2 throws to F4\nB1 receiver F4\nB3 striker G5\nB4 receiver F3")
    office.run("resolve", at="2026-12-01T20:10")
    assert "Rouge 4 réceptionne la balle en B4" in office.run("report")
    # A side asks why: its own sentence leads to rule and clause.
    assert "KB-" in office.run("why", office.number("Rouge 4 réceptionne", "--as", "red"), "--as", "red")
    # The second turn: one delivers late, the other not at all.
    said = office.run(
        "deliver", "--as", "red", mail="R4 passe en C4\nR1 receveur B4\nR2 frappeur A2\nR3 receveur C5", at="2026-12-02T21:00"
    )
    assert "hors délai" in said
    assert "Bleu (Bea) a manqué le tour" in office.run("resolve", at="2026-12-02T21:30")
    for reader in ("red", "blue", "umpire", "spectator"):
        assert "Bleu a manqué ce tour" in office.run("report", "--as", reader)
    # The first turn was read wrongly: what changes is shown, then done; orders that fit no more go, and only those.
    fix = "R1 passe en B4\nR2 frappeur en B4\nR3 receveur en B5\nR4 receveur en B4"
    told = office.run("correct", "--turn", "1", "--as", "red", "--why", "R2 : mal lu", mail=fix)
    assert "+ Rouge 2 va de A4 en B4." in told and "- Rouge 2 va de A4 en A3." in told and "Rien n’est encore fait" in told
    assert "Rouge 2 va de A4 en A3." in office.run("report", "--turn", "1")
    office.run("correct", "--turn", "1", "--as", "red", "--why", "R2 : mal lu", "--do", mail=fix)
    assert "Rouge 2 va de A4 en B4." in office.run("report", "--turn", "1")
    # An appeal is answered, and stays in the report.
    office.run("rule", office.number("Le tour est nul", "--as", "referee"), "--why", "Bea a prévenu trop tard.", "--do")
    assert "Bea a prévenu trop tard." in office.run("report", "--turn", "2")
    # Blue is replaced, the match pauses, and another referee takes over.
    office.run("replace", "--as", "blue", at=second)
    assert "Kit" in office.run("status", at=second)
    office.run("pause", at="2026-12-03T09:00")
    office.run("pause", "--end", at="2026-12-05T09:00")
    assert "05/12/2026" in office.run("status", at="2026-12-05T09:00")
    office.run("hand-over", "--to", str(tmp_path / "max.post"), "--by", "Max", at="2026-12-05T10:00")
    held = json.loads(office.file.read_text(encoding="utf-8"))
    assert held["left"] == "Max"
    office.file = tmp_path / "max.post"
    third = "2026-12-05T12:00"
    office.mails(third, red="R1 receveur B4\nR2 frappeur B3", blue="B1 passes to E4\nB2 receiver F4")
    office.run("resolve", "--early", at=third)
    assert "tels que la graine les donne" in office.run("verify")


def test_tsewnart_for_eight(tmp_path: Path) -> None:
    office = Office(tmp_path, TSEWNART)
    first, second = "2026-12-01T10:00", "2026-12-02T10:00"
    assert office.run("status", "--all", at=first).count("doit répondre : Que fait votre pièce ?") == 8
    said = office.run("deliver", "--as", "dee", mail="je saute en (3, 9)", at=first, fails=True)
    assert "Rien n’a été pris" in said
    office.mails(
        first, ana="Bonjour Odile,\n\nTour 1\nJe vise (3, 1)\n\nAnaïs", ben="I move right", cid="je me déplace à droite", dee="rien",
        eli="I do nothing", fay="je vais à gauche", gus="je vais à gauche",
    )  # fmt: skip
    assert "on attend : hal" in office.run("resolve", at=first, fails=True)
    assert "Hal a manqué le tour" in office.run("resolve", at="2026-12-01T20:10")
    red, blue = (office.run("report", "--as", side) for side in ("ana", "eli"))
    assert "Ben" in red and "Ben : Avancer" not in blue and "Ben ordonne" not in blue
    assert len(list((tmp_path).glob("*.post"))) == 1
    assert "fichiers" in office.run("report", "--all")
    # Second turn, with a change of mind; then the first is taken back and resolved again, openly.
    office.mails(second, ana="rien", ben="je vais à droite")
    office.mails(second, ben="rien")
    office.mails(second, cid="rien", dee="rien", eli="rien", fay="rien", gus="rien", hal="rien")
    office.run("resolve", at=second)
    told = office.run("correct", "--turn", "1", "--as", "hal", "--why", "arrivé à temps", mail="je vais en bas")
    assert "+ " in told and "Tour 1" in told
    office.run("correct", "--turn", "1", "--as", "hal", "--why", "arrivé à temps", "--do", mail="je vais en bas")
    assert "Hal a manqué" not in office.run("report", "--turn", "1")
    # Edited rules: a remark changes nothing, and the match goes on with what it carries.
    assert "celles" in office.run("check") or "mêmes" in office.run("check")
    # Whatever one side of eight writes is nothing to the others (two worlds over all that they are shown).
    seen = []
    for mail in ("rien", "je vais à droite"):
        other = tmp_path / f"world-{len(seen)}.post"
        other.write_bytes(office.file.read_bytes())
        kept, office.file = office.file, other
        office.mails("2026-12-02T18:00", ben=mail)
        shown = [office.run(what, "--as", side, fails=what == "x") for side in ("eli", "hal", "spectator") for what in ("report", "status")]
        shown.append(office.run("deliver", "--as", "eli", mail="je vole", at="2026-12-02T18:30", fails=True))
        seen.append(shown)
        office.file = kept
    assert seen[0] == seen[1]
    # The third turn: a pause, a replacement, a late delivery, an appeal, a handover.
    office.run("pause", at="2026-12-03T08:00")
    office.run("pause", "--end", at="2026-12-04T08:00")
    assert "04/12/2026 20:00" in office.run("status", at="2026-12-04T09:00")
    assert "joué désormais par Kit" in office.run("replace", "--as", "Ben", at="2026-12-04T09:00")
    office.mails("2026-12-04T10:00", ana="je vais en bas", ben="rien", cid="rien", dee="rien", eli="rien", fay="rien", gus="rien")
    assert "hors délai" in office.run("deliver", "--as", "hal", mail="je ne bouge pas", at="2026-12-04T20:05")
    office.run("resolve", at="2026-12-04T20:10")
    assert "Hal a livré hors délai." in office.run("report", "--as", "ana") and "tour 4" in office.run("status", at="2026-12-04T20:20")
    office.run("rule", office.number("Ana", "--as", "arbitre"), "--why", "Cela reste.", "--do", at="2026-12-04T21:00")
    office.run("hand-over", "--to", str(tmp_path / "max.post"), "--by", "Max", at="2026-12-04T22:00")
    office.file = tmp_path / "max.post"
    # Edited rules: a remark goes on, a role that does something else does not, and says from which turn on.
    shutil.copytree(LIBRARY / "tsewnart", tmp_path / "tsewnart")
    edited = tmp_path / "tsewnart" / "tsewnart.rules"
    text = edited.read_text(encoding="utf-8")
    edited.write_text(text + "# une remarque\n", encoding="utf-8")
    told = office.run("check", "--rules", str(tmp_path / "tsewnart"))
    assert "✓ les mêmes dés" in told and "peut continuer" in told
    edited.write_text(text.replace("due orders", "due orders otherwise hold"), encoding="utf-8")
    assert "tsewnart.rules" in office.run("check", "--rules", str(tmp_path / "tsewnart"))
    edited.write_text(text + "event broken:\n", encoding="utf-8")
    assert "erreur" in office.run("check", "--rules", str(tmp_path / "tsewnart"), fails=True)
    assert "tels que la graine les donne" in office.run("verify")
