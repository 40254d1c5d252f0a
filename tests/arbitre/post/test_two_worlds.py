"""Two worlds that differ in what some sides keep secret: nothing that anybody else is shown, sent or told differs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arbitre.post.test_trials import TSEWNART, Office

pytestmark = pytest.mark.more
# What the reds choose and order in each world; nobody of the other camp may see any of it, and nothing of it can be seen on the board.
WORLDS = (
    {"ana": "archer", "ben": "brute", "mails": {"ana": "Je vise (3, 1)", "ben": "rien"}},
    {"ana": "mystic", "ben": "scholar", "mails": {"ana": "rien", "ben": "je reste sur place"}},
)
OTHERS = ("eli", "fay", "gus", "hal", "spectator")


def shown(office: Office, at: str, done: bool = True) -> list[str]:
    """All that is shown to those who must not know; with ``done`` a turn has been resolved."""
    out = []
    for side in OTHERS:
        who = ("--as", side)
        out += [office.run("status", *who, at=at), office.run("status", *who, at=at, lang="en"), office.run("journal", *who)]
        out += [office.run("report", *who), office.run("report", *who, lang="en")] if done else []
        for number in range(7) if done else ():
            fails = office.knows(number, *who)
            out.append(fails)
    for side in OTHERS[:-1]:
        out += [office.run("form", "--as", side), office.run("orders", "--as", side)]
        out.append(office.run("deliver", "--as", side, mail="je saute en (9, 9)\nR1 vole", at=at, fails=True))
        out.append(office.run("deliver", "--as", side, "--check", mail="rien", at=at))
    return out


class Curious(Office):
    """An office whose sides ask why, whether they may know or not."""

    def knows(self, number: int, *who: str) -> str:
        """What is answered to a side that asks why, a refusal as well."""
        from click.testing import CliRunner

        from arbitre.cli.main import cli

        return CliRunner().invoke(cli, ["post", "why", str(self.file), str(number), *who, "--lang", "fr"]).output


def test_what_one_camp_hides_changes_nothing_for_the_other(tmp_path: Path) -> None:
    seen: list[list[str]] = []
    for number, world in enumerate(WORLDS):
        folder = tmp_path / str(number)
        folder.mkdir()
        mails = world["mails"]
        assert isinstance(mails, dict)
        sheet = TSEWNART.replace('ana = { role = "archer"', f'ana = {{ role = "{world["ana"]}"').replace(
            'ben = { role = "brute"', f'ben = {{ role = "{world["ben"]}"'
        )
        office = Curious(folder, sheet)
        told = shown(office, "2026-12-01T09:00", done=False)
        office.mails("2026-12-01T10:00", **mails, cid="rien", dee="rien")
        told += shown(office, "2026-12-01T11:00", done=False)
        office.mails("2026-12-01T12:00", eli="rien", fay="rien", gus="rien")
        office.run("resolve", at="2026-12-01T20:10")
        told += shown(office, "2026-12-01T21:00")
        office.run("correct", "--turn", "1", "--as", "ana", "--why", "mal lu", "--do", mail="rien", at="2026-12-01T21:00")
        told += shown(office, "2026-12-01T21:00")
        office.run("report", "--all")
        files = sorted(path for path in (folder / "reports" / "turn-1").iterdir() if path.stem in (*OTHERS, "everybody"))
        assert len(files) == 20
        told += [f"{path.name}\n{path.read_text(encoding='utf-8')}" for path in files]
        seen.append([text.replace(str(folder), "") for text in told])
    for one, other in zip(*seen, strict=True):
        assert one == other
