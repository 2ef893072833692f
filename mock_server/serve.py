"""`teesheet serve`: starts the sandbox, or says in one sentence why it cannot."""

import socket
from pathlib import Path

import click
import uvicorn
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from mock_server.app import Sandbox
from mock_server.settings import Settings
from mock_server.storage.store import StoreUnavailable

USAGE = 2


def _fail(sentence: str) -> click.exceptions.Exit:
    click.echo(f"teesheet serve: {sentence}", err=True)
    return click.exceptions.Exit(USAGE)


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens. Raises Exit with a sentence where it cannot."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except OSError as error:
        reason = "it is in use" if error.errno in (48, 98) else str(error.strerror or error).lower()
        raise _fail(f"cannot listen on {host}:{port}: {reason}. Choose another with --host or --port.") from None
    listener.listen(2048)
    return listener


def _database(url: str | None, *, ephemeral: bool) -> str:
    if ephemeral and url is not None:
        raise _fail("--ephemeral keeps state in memory and --database in a database. Give one of them.")
    if ephemeral:
        return "sqlite://"
    if url is None:
        return f"sqlite:///{Path('teesheet.db').resolve()}"
    try:
        make_url(url)
    except ArgumentError:
        raise _fail(f"{url!r} is not a database URL. Try sqlite:///teesheet.db.") from None
    return url


def _ask_to_start(settings: Settings) -> Sandbox:
    try:
        return Sandbox(settings)
    except StoreUnavailable as error:
        raise _fail(str(error)) from None


def _greet(address: str, settings: Settings) -> None:
    kept = "in memory, gone when it stops" if settings.database_url == "sqlite://" else settings.database_url
    click.echo(
        f"teesheet sandbox  {address}/api/v1\n"
        f"documentation     {address}/docs/\n"
        f"control plane     {address}/_sandbox/v1/info\n"
        f"keys              sbx_demo_alpha  sbx_demo_bravo  (any sbx_<world>_<agency> works)\n"
        f"state             {kept}\n"
        f'try               curl -H "X-Api-Key: sbx_demo_alpha" "{address}/api/v1/travel/courses?country=ES&pageSize=3"'
    )


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port", default=8080, show_default=True, type=click.IntRange(0, 65535), help="Port; 0 takes a free one."
)
@click.option(
    "--database", "database_url", metavar="URL", help="Where state is kept. [default: sqlite file teesheet.db here]"
)
@click.option("--ephemeral", is_flag=True, help="Keep state in memory only.")
@click.option(
    "--seed", default=1, show_default=True, type=click.IntRange(0, 2**31), help="Chooses courses, sheets, ids."
)
@click.option("--max-worlds", default=1000, show_default=True, type=click.IntRange(1), help="How many worlds to keep.")
def serve(host: str, port: int, database_url: str | None, ephemeral: bool, seed: int, max_worlds: int) -> None:
    """Start the sandbox: a stateful golf booking service with invented courses."""
    database = _database(database_url, ephemeral=ephemeral)
    listener = _listening(host, port)
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listener.getsockname()[1]}"
    settings = Settings(database_url=database, seed=seed, max_worlds=max_worlds, public_url=address)
    sandbox = _ask_to_start(settings)
    _greet(address, settings)
    server = uvicorn.Server(
        uvicorn.Config(sandbox, log_level="warning", access_log=False, lifespan="on", timeout_graceful_shutdown=10)
    )
    server.run(sockets=[listener])
