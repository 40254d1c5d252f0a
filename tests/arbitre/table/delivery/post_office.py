"""Servers that tests send to: one that takes mails, one that is called."""

from __future__ import annotations

import email
import email.policy
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session


class PostOffice:
    """A mail server, and what it has taken; ``answers``: what it says to the next mails instead of taking them."""

    def __init__(self) -> None:
        self.taken: list[EmailMessage] = []
        self.answers: list[str] = []
        self.port = 0

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        if self.answers:
            return self.answers.pop(0)
        content = envelope.content
        assert isinstance(content, bytes)
        found = email.message_from_bytes(content, policy=email.policy.default)
        assert isinstance(found, EmailMessage) and [str(found["To"])] == envelope.rcpt_tos
        self.taken.append(found)
        return "250 taken"

    def to(self, address: str) -> list[EmailMessage]:
        """What has come for somebody."""
        return [one for one in self.taken if one["To"] == address]

    def clear(self) -> None:
        self.taken.clear()


@contextmanager
def post_office() -> Iterator[PostOffice]:
    """A mail server on a port of its own."""
    office = PostOffice()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        office.port = free.getsockname()[1]
    controller = Controller(office, hostname="127.0.0.1", port=office.port)
    controller.start()
    yield office
    controller.stop()


def text_of(mail: EmailMessage) -> str:
    """What a mail says."""
    return str(mail.get_content()).replace("\r\n", "\n")


@contextmanager
def called() -> Iterator[tuple[str, list[tuple[dict[str, str], bytes]], list[int]]]:
    """A server that is called: its address, the calls (headers and body), and the statuses it answers next instead of 200."""
    calls: list[tuple[dict[str, str], bytes]] = []
    answers: list[int] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            calls.append(({key.lower(): value for key, value in self.headers.items()}, body))
            status = answers.pop(0) if answers else 200
            self.send_response(status)
            if status == 302:
                self.send_header("location", "/elsewhere")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/hook", calls, answers
    server.shutdown()
    server.server_close()
    thread.join()
