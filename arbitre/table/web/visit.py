"""One request: who asks, in which language, what he may, and the answer as a page."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from itsdangerous import BadSignature, Signer
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from arbitre.table import clock
from arbitre.table.errors import Trouble
from arbitre.table.people import Person
from arbitre.table.web.roles import Standing
from arbitre.words.phrases import LANGUAGES, of

COOKIE = "arbitre"
FOLDER = Path(__file__).resolve().parent.parent / "templates"
FIXED = re.compile(r'\{\{ say\("([\w.]+)"\) \}\}')  # a phrase that nothing is put into
MARKS = ("{{", "{%", "{#")
LINK = re.compile(r"https?://[^\s<>\"']+[^\s<>\"'.,;:!?)]")


def linked(said: str) -> Markup:
    """A text of somebody as markup: text and links, nothing else."""
    out, at = Markup(), 0
    for found in LINK.finditer(said):
        out += escape(said[at : found.start()])
        out += Markup('<a href="{0}" rel="nofollow noopener noreferrer">{0}</a>').format(found[0])
        at = found.end()
    return out + escape(said[at:])


class Spoken(FileSystemLoader):
    """Templates of one language: phrases that nothing is put into stand in them when they are compiled, not each time they are shown."""

    def __init__(self, lang: str) -> None:
        super().__init__(FOLDER)
        self.words = of(lang)

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        source, name, fresh = super().get_source(environment, template)
        return FIXED.sub(self.said, source), name, fresh

    def said(self, found: re.Match[str]) -> str:
        """The phrase as markup; left to be said later where it has marks of templates in it."""
        text = self.words.say(found[1])
        return found[0] if any(one in text for one in MARKS) else str(escape(text))


@cache
def templates(lang: str) -> Environment:
    """All templates as they are in a language."""
    made = Environment(
        loader=Spoken(lang), autoescape=select_autoescape(default=True, default_for_string=True), undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, auto_reload=False,
    )  # fmt: skip
    made.filters |= {"from_json": json.loads, "linked": linked}
    return made


MOST_FIELDS = 60


@dataclass
class Visit:
    """A request as handlers see it."""

    request: Request
    now: datetime
    secret: bytes
    secure: bool
    token: str  # of the session; of nobody's, where nobody is signed in
    sent: bool  # did his browser send it: he need not be given it
    person: Person | None
    standing: Standing = field(default_factory=lambda: Standing(frozenset()))
    form: dict[str, str] = field(default_factory=dict)
    loaded: Any = field(default=None, repr=False)  # what its page shows, read together with who he is

    @property
    def lang(self) -> str:
        """The language of whoever asks: his own, else that of his browser."""
        if self.person is not None:
            return self.person.lang
        wished = self.request.query_params.get("lang", "")
        if wished in LANGUAGES:
            return wished
        for part in self.request.headers.get("accept-language", "").split(",")[:10]:
            if part.strip()[:2].lower() in LANGUAGES:
                return part.strip()[:2].lower()
        return "en"

    @property
    def zone(self) -> str:
        """His time zone."""
        return self.person.zone if self.person is not None else "UTC"

    def say(self, key: str, /, **parts: Any) -> str:
        """A phrase in his language."""
        return of(self.lang).say(key, **parts)

    # ------------------------------------------------------------------------------------ forms

    @property
    def csrf(self) -> str:
        """What his forms carry, and those of nobody else."""
        return hmac.new(self.secret, b"form " + self.token.encode(), hashlib.sha256).hexdigest()

    async def read_form(self) -> None:
        """The fields of a form that is one of his own.

        Raises:
            Trouble: it is none of them.
        """
        if self.request.headers.get("content-type", "").partition(";")[0].strip() != "application/x-www-form-urlencoded":
            raise Trouble("table.bad_form", 400)
        body = (await self.request.body()).decode("utf-8", "replace")
        try:
            self.form = dict(parse_qsl(body, keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="replace"))
        except ValueError:
            raise Trouble("table.bad_form", 400) from None
        if not hmac.compare_digest(self.form.get("csrf", "").encode(), self.csrf.encode()):
            raise Trouble("table.form_too_old", 403)

    # ------------------------------------------------------------------------------------ answers

    def page(self, name: str, status: int = 200, **parts: Any) -> Response:
        """A page of a template; everything put into it is text, unless it was marked as markup of our own."""
        made = templates(self.lang).get_template(f"{name}.html").render(
            visit=self, say=self.say, count=of(self.lang).count, lang=self.lang, person=self.person, csrf=self.csrf,
            when=lambda said: clock.local(said, self.zone, self.lang), left=self.left, roles=self.standing.roles, **parts,
        )  # fmt: skip
        return self.signed(HTMLResponse(made, status))

    def left(self, due: str) -> str:
        """How long there is until a deadline."""
        days, hours, minutes = clock.left(due, self.now)
        words = of(self.lang)
        if days:
            return f"{words.count('table.days', days)} {words.count('table.hours', hours)}"
        return f"{words.count('table.hours', hours)} {words.count('table.minutes', minutes)}" if hours or minutes else self.say("table.now")

    def to(self, path: str, token: str | None = None) -> Response:
        """Sends him on; ``token``: with another session, "" with none."""
        if token is not None:
            self.token = token or secrets.token_urlsafe(32)
        return self.signed(RedirectResponse(path, 303), renewed=token is not None)

    def signed(self, response: Response, renewed: bool = False) -> Response:
        """The answer with his cookie, where he has none yet or another from now on."""
        if renewed or not self.sent:
            response.set_cookie(
                COOKIE, self.cookie, max_age=60 * 86400, httponly=True, secure=self.secure, samesite="lax", path="/"
            )  # fmt: skip
        return response

    @property
    def cookie(self) -> str:
        return signer(self.secret).sign(self.token).decode()


@lru_cache(8)
def signer(secret: bytes) -> Signer:
    """What cookies are signed with."""
    return Signer(secret, salt="arbitre session", digest_method=hashlib.sha256)


def token_of(request: Request, secret: bytes) -> tuple[str, bool]:
    """The token of a signed cookie, and True; a new one and False where there is none, or somebody has made one up."""
    try:
        return signer(secret).unsign(request.cookies.get(COOKIE, "")).decode(), True
    except (BadSignature, UnicodeDecodeError):
        return secrets.token_urlsafe(32), False


def markup(made: str) -> Markup:
    """Markup that our own code has made: a report with its board."""
    return Markup(made)
