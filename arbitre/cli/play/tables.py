"""``arbitre table``: games by post among people, in the browser."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from arbitre.cli.common import LANG, out
from arbitre.cli.group import Grouped, cli

if TYPE_CHECKING:
    from arbitre.table.errors import Trouble
    from arbitre.table.storage.store import Store
    from arbitre.table.web.server import Service

DATABASE = click.option(
    "--database", envvar="ARBITRE_TABLE_DATABASE", default="tables.db", show_default=True, metavar="URL",
    help="An SQLite file, or postgresql://USER@HOST/NAME.",
)  # fmt: skip


def settings(ctx: click.Context, _: click.Parameter, file: Path | None) -> None:
    """Options that a file gives, as TOML."""
    import tomllib

    from arbitre.opening.books import refused

    if file is None:
        return
    try:
        found = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise refused("cannot.read", name=str(file)[:200], error=error) from None
    known = {option.name for option in ctx.command.params}
    for key in found:
        if key.replace("-", "_") not in known:
            raise refused("post.sheet_key", key=key, known=", ".join(sorted(name for name in known if name)), hint="")
    ctx.default_map = {key.replace("-", "_"): value for key, value in found.items()}


@cli.group("table", cls=Grouped)
@LANG
def table(lang: str) -> None:
    """Run games by post in the browser.

    Invitations, secret orders, deadlines, reports.
    """


def opened(database: str, fresh: bool = False) -> Store:
    """The database; refused if it is not that of this version, unless it is about to be made so."""
    from arbitre.opening.books import refused

    try:
        from arbitre.table.storage.store import Store
    except ModuleNotFoundError as error:
        raise refused("table.missing", name=error.name) from None
    import sqlalchemy as sa

    try:
        store = Store(database)
        if fresh:
            store.migrate()
            return store
        outdated = store.outdated()
    except sa.exc.SQLAlchemyError as error:  # what it says may hold the password
        raise refused("table.database_away", why=type(error).__name__) from None
    if outdated:
        raise refused("table.outdated")
    return store


def told(trouble: Trouble) -> NoReturn:
    """Trouble as a refusal of a command."""
    from arbitre.opening.books import refused

    raise refused(trouble.key, **trouble.parts) from None


@table.command()
@click.option(
    "--settings",
    type=click.Path(path_type=Path),
    callback=settings,
    is_eager=True,
    expose_value=False,
    envvar="ARBITRE_TABLE_SETTINGS",
    help="A TOML file with any of these options.",
)
@DATABASE
@click.option("--host", envvar="ARBITRE_TABLE_HOST", default="127.0.0.1", show_default=True, help="Where to listen.")
@click.option(
    "--port", envvar="ARBITRE_TABLE_PORT", type=click.IntRange(1, 65535), default=8420, show_default=True, help="Port to listen on."
)
@click.option(
    "--address",
    envvar="ARBITRE_TABLE_ADDRESS",
    default="",
    metavar="URL",
    help="The address people use, if not http://HOST:PORT, such as https://tables.example.org.",
)
@click.option("--signup/--no-signup", envvar="ARBITRE_TABLE_SIGNUP", default=True, show_default=True, help="May anyone create an account?")
@click.option(
    "--workers",
    envvar="ARBITRE_TABLE_WORKERS",
    type=click.IntRange(1, 64),
    default=2,
    show_default=True,
    help="How many processes run rules.",
)
@click.option(
    "--proxies",
    envvar="ARBITRE_TABLE_PROXIES",
    default="",
    metavar="ADDRESSES",
    help="Proxies in front of the server whose X-Forwarded-For is believed.",
)
@click.option(
    "--smtp", envvar="ARBITRE_TABLE_SMTP", default="", metavar="URL",
    help="Server that sends email: smtp://USER:PASSWORD@HOST:PORT (STARTTLS) or smtps://…; better in the file or the environment.",
)  # fmt: skip
@click.option("--mail-from", envvar="ARBITRE_TABLE_MAIL_FROM", default="", metavar="ADDRESS", help="Sender of email.")
@click.option(
    "--digest-hour", envvar="ARBITRE_TABLE_DIGEST_HOUR", type=click.IntRange(0, 23), default=7, show_default=True,
    help="Hour at which daily email is sent, by the clock of its reader.",
)  # fmt: skip
@click.option(
    "--private-hooks/--no-private-hooks", envvar="ARBITRE_TABLE_PRIVATE_HOOKS", default=False, show_default=True,
    help="May webhooks call addresses of the server's own network, and without TLS?",
)  # fmt: skip
@LANG
def serve(database: str, host: str, port: int, address: str, signup: bool, workers: int, proxies: str, smtp: str, mail_from: str,
          digest_hour: int, private_hooks: bool, lang: str) -> None:  # fmt: skip
    """Run the server.

    It creates the database if there is none, and resolves what came due while it was down.
    """
    from arbitre.words.phrases import of

    store = opened(database, fresh=True)
    from arbitre.table.delivery.settings import delivery_of
    from arbitre.table.errors import Trouble
    from arbitre.table.pool import Pool
    from arbitre.table.web.server import Service

    try:
        delivery = delivery_of(smtp, mail_from, digest_hour, private_hooks)
    except Trouble as trouble:
        told(trouble)
    service = Service(store, Pool(store, workers), address.rstrip("/") or f"http://{host}:{port}", signup, delivery)
    out(of(lang).say("table.at", address=service.address))
    listen(service, host, port, proxies)


def listen(service: Service, host: str, port: int, proxies: str = "") -> None:
    """Answers until it is ended."""
    import uvicorn

    from arbitre.table.web.routes import service_app
    from arbitre.table.web.server import uvicorn_server

    config = uvicorn.Config(
        service_app(service), host=host, port=port, log_level="warning", server_header=False, timeout_keep_alive=15,
        proxy_headers=bool(proxies), forwarded_allow_ips=proxies or None,
    )  # fmt: skip
    server = uvicorn_server(service, config)
    with contextlib.suppress(KeyboardInterrupt):
        server.run()
    if not server.started:
        sys.exit(3)  # it has said why


@table.command()
@click.argument("login")
@DATABASE
@click.option("--name", default="", help="Name shown to others.")
@click.option("--zone", default="UTC", show_default=True, help="Time zone.")
@click.option("--password", envvar="ARBITRE_TABLE_PASSWORD", default=None, help="Asked for if not given.")
@click.option("--block", "blocked", is_flag=True, help="Block the account: nobody can sign in with it.")
@LANG
def user(login: str, database: str, name: str, zone: str, password: str | None, blocked: bool, lang: str) -> None:
    """Create an account, or give it a new password."""
    from arbitre.words.phrases import of

    words, store = of(lang), opened(database, fresh=True)
    from arbitre.table import clock
    from arbitre.table.errors import Trouble
    from arbitre.table.storage import administration as keeping

    try:
        if blocked:
            keeping.block(store, login)
            out(words.say("table.user_changed", login=login))
            return
        said = password if password is not None else click.prompt(words.say("table.user_password"), hide_input=True)
        made = keeping.user(store, login, said, name, lang, zone, clock.now())
    except Trouble as trouble:
        told(trouble)
    out(words.say("table.user_made" if made else "table.user_changed", login=login))


@table.command()
@click.argument("file", type=click.Path(path_type=Path))
@DATABASE
@LANG
def backup(file: Path, database: str, lang: str) -> None:
    """Write all tables to a file while the server runs."""
    from arbitre.words.phrases import of

    store = opened(database)
    from arbitre.table.storage import administration as keeping

    keeping.backup(store, file)
    out(of(lang).say("table.backed_up", file=file))


@table.command()
@click.argument("file", type=click.Path(path_type=Path))
@DATABASE
@LANG
def restore(file: Path, database: str, lang: str) -> None:
    """Read a backup into an empty database of either kind."""
    from arbitre.words.phrases import of

    store = opened(database, fresh=True)
    from arbitre.table.errors import Trouble
    from arbitre.table.storage import administration as keeping

    try:
        keeping.restore(store, file)
    except Trouble as trouble:
        told(trouble)
    out(of(lang).say("table.restored", file=file))


@table.command()
@click.argument("name", metavar="TABLE")
@click.argument("file", type=click.Path(path_type=Path))
@DATABASE
@LANG
def export(name: str, file: Path, database: str, lang: str) -> None:
    """Write one match to a file that ‘arbitre post’ reads.

    It holds the seed and everything that is sealed.
    """
    import json

    from arbitre.opening.files import put
    from arbitre.words.phrases import of

    store = opened(database)
    from arbitre.table.errors import Trouble
    from arbitre.table.storage import administration as keeping

    try:
        found = keeping.export(store, name)
    except Trouble as trouble:
        told(trouble)
    put(file, json.dumps(found, ensure_ascii=False, indent=1).encode("utf-8"))
    file.chmod(0o600)
    out(of(lang).say("table.exported", file=file))


@table.command()
@DATABASE
@LANG
@click.pass_context
def check(ctx: click.Context, database: str, lang: str) -> None:
    """Check the database: play every match again."""
    from arbitre.words.phrases import of

    words, store = of(lang), opened(database)
    import sqlalchemy as sa

    from arbitre.table.storage import administration as keeping
    from arbitre.table.storage.schema import tables

    found = list(keeping.check(store))
    for name, why in found:
        out(words.say("table.check_fault", table=name or database, why=words.say(why)))
    with store.reading() as held:
        count = held.execute(sa.select(sa.func.count()).select_from(tables)).scalar_one()
    if found:
        out(words.say("table.check_faults", count=words.count("table.tables", len(found))))
        ctx.exit(1)
    out(words.say("table.check_fine", count=words.count("table.tables", count)))


@table.command()
@click.argument("file", type=click.Path(path_type=Path))
@LANG
@click.pass_context
def verify(ctx: click.Context, file: Path, lang: str) -> None:
    """Verify the dice of a finished match.

    FILE is what its page offers under “Seed and dice”.
    """
    from arbitre.cli.post.rulings import verify as of_post

    ctx.invoke(of_post, file=file, target=None, lang=lang)


@table.command()
@click.argument("game")
@click.option("--port", type=click.IntRange(1, 65535), default=8420, show_default=True, help="Port to listen on.")
@click.option("--open", "opens", is_flag=True, help="Open the browser.")
@LANG
def demo(game: str, port: int, opens: bool, lang: str) -> None:
    """Watch bots play a table of a game.

    Its database is thrown away afterwards.
    """
    import tempfile

    from arbitre.dsl.modules.library import names
    from arbitre.opening.books import refused
    from arbitre.words.phrases import of

    if game not in names():
        raise refused("table.no_game")
    with tempfile.TemporaryDirectory(prefix="arbitre-") as folder:
        store = opened(str(Path(folder) / "tables.db"), fresh=True)
        from arbitre.table import clock
        from arbitre.table.demo import shown
        from arbitre.table.pool import Pool
        from arbitre.table.web.server import Service

        service = Service(store, Pool(store, 1), f"http://127.0.0.1:{port}")
        address = f"{service.address}/t/{shown(store, game, clock.now())}"
        out(of(lang).say("table.at", address=address))
        if opens:
            click.launch(address)
        listen(service, "127.0.0.1", port)
        store.close()
