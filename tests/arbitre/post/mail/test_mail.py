"""What of a mail is orders, and what is passed over: quotes, greetings, signatures, markup."""

from __future__ import annotations

import pytest

from arbitre.post.mail.mail import entries


def means(text: str) -> bool:
    """A stand-in for a match: a line names something of it if it holds a digit, or speaks of a charge."""
    return any(c.isdigit() for c in text) or "charge" in text.casefold()


def told(mail: str) -> list[tuple[str, str]]:
    return [(entry.what, entry.text) for entry in entries(mail, means)]


@pytest.mark.parametrize(
    ("mail", "orders"),
    [
        ("Bonjour,\n\nR1 -> B4\n\nMerci !\nJean", ["R1 -> B4"]),
        ("Hi ref,\n- R1 -> B4\n- R2 charge A3\nCheers,\nJo Smith", ["R1 -> B4", "R2 charge A3"]),
        ("[b]R1[/b] -> [color=red]B4[/color]", ["R1  ->  B4"]),
        ("<p>R1 -&gt; B4</p><p>R2 charge A3<br>R3 B5</p>", ["R1 -> B4", "R2 charge A3", "R3 B5"]),
        ("[quote=Arbitre]R5 charge A1[/quote]\nR1 -> B4", ["R1 -> B4"]),
        ("[quote]\nR5 charge A1\n[quote]R6 B2[/quote]\n[/quote]R1 -> B4", ["R1 -> B4"]),
        ("R1 -> B4\n> R5 charge A1\n>> R6 B2\n&gt; R7 B3", ["R1 -> B4"]),
        ("R1 -> B4\n\nLe 3 mars, l’arbitre a écrit :\nR5 charge A1\nR6 B2", ["R1 -> B4"]),
        ("On Monday, the referee wrote:\n> R5 charge A1\nR1 -> B4", ["R1 -> B4"]),
        ("R1 -> B4\n----- Original Message -----\nFrom: ref\nR5 charge A1", ["R1 -> B4"]),
        ("---------- Forwarded message ---------\nR5 charge A1", []),
        ("R1 -> B4\n-- \nJean, 06 12 34 56 78", ["R1 -> B4"]),
        ("R1 -> B4\nEnvoyé de mon iPhone 12", ["R1 -> B4"]),
        ("Bonsoir, R1 -> B4", ["R1 -> B4"]),
        ("", []),
        ("\r\n  \r\n", []),
    ],
)
def test_orders_are_told_from_what_stands_around_them(mail: str, orders: list[str]) -> None:
    assert [text for what, text in told(mail) if what == "order"] == orders


def test_every_line_that_holds_something_is_told_with_its_number() -> None:
    found = entries("Bonjour,\n\nR1 -> B4\n> R2 B5\n--\nJean", means)
    assert [(e.number, e.what) for e in found] == [(1, "greeting"), (3, "order"), (4, "quoted"), (5, "signature"), (6, "signature")]


def test_what_may_be_an_order_is_never_passed_over() -> None:
    assert told("Merci, R1 charge A3") == [("order", "R1 charge A3")]
    assert told("Vole\nR1 -> B4") == [("order", "Vole"), ("order", "R1 -> B4")]
    assert told("R1 -> B4\nRetraite générale des trois ailiers") == [
        ("order", "R1 -> B4"),
        ("order", "Retraite générale des trois ailiers"),
    ]
    assert told("A4 => B4\n->B5") == [("order", "A4 => B4"), ("order", "->B5")]
