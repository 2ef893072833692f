"""`teesheet serve`: starts the sandbox, or explains in one sentence why it cannot start."""

import errno
import ipaddress
import re
import socket
from collections.abc import Callable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from mock_server import logs
from mock_server.api.security import KeysUnreadable, read_keys
from mock_server.candidates.named import Named
from mock_server.candidates.offers import ContractOffer, packaged_contract
from mock_server.candidates.reading import CandidateUnusable
from mock_server.candidates.start import Offers, lines_about, offers_of
from mock_server.control.visitors import host_name
from mock_server.domain.webhook_addresses import is_loopback_host
from mock_server.settings import Settings
from mock_server.storage.engines import StoreUnavailable, is_in_memory
from mock_server.storage.schema import open_up_to_date
from mock_server.workers import WorkersEnded, end_with_stdin, serve_alone, serve_together

USAGE = 2

_TOKEN = re.compile(r"[!-~]{16,256}\Z", re.ASCII)


def _fail(sentence: str) -> click.exceptions.Exit:
    # A sentence can contain the name of a file or a host, and such a name can contain any character.
    click.echo(f"teesheet serve: {logs.escaped(sentence)}", err=True)
    return click.exceptions.Exit(USAGE)


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens. Raises Exit with a sentence if it cannot listen."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except OSError as error:
        raise _fail(_not_listening(host, port, error)) from None
    # Accepted connections inherit this. asyncio sets it only where a socket names its protocol; uvloop always does.
    # Without it, an answer in two segments waits 40 ms for the client to acknowledge the first.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    listener.listen(2048)
    return listener


def _not_listening(host: str, port: int, error: OSError) -> str:
    if port == 0 and error.errno == errno.EADDRINUSE:
        return f"no port of {host} is free. End programs that listen or have many connections, then start again."
    reason = "it is in use" if error.errno == errno.EADDRINUSE else str(error.strerror or error).lower()
    return f"cannot listen on {host}:{port}: {reason}. Choose another with --host or --port."


def _address(host: str, listener: socket.socket) -> str:
    """The address that a client on this machine writes."""
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{listener.getsockname()[1]}"


def _is_loopback(listener: socket.socket) -> bool:
    """Whether only this machine can reach the socket. The bound address counts, not the name that was given."""
    return ipaddress.ip_address(listener.getsockname()[0].partition("%")[0]).is_loopback


def _database(url: str | None, *, ephemeral: bool, workers: int) -> str:
    if ephemeral and url is not None:
        raise _fail("--ephemeral keeps state in memory and --database in a database. Give one of them.")
    if url is None:
        url = "sqlite://" if ephemeral else f"sqlite:///{Path('teesheet.db').resolve()}"
    try:
        make_url(url)
    except ArgumentError:
        # A message does not repeat a URL with a password.
        shown = repr(url) if "@" not in url else "The value of --database"
        raise _fail(f"{shown} is not a database URL. Try sqlite:///teesheet.db.") from None
    if workers > 1 and is_in_memory(url):
        raise _fail("several workers share a database, and one in memory belongs to one process. Give a --database.")
    return url


def _admin_token(token: str | None, *, loopback: bool) -> str | None:
    if token is None and not loopback:
        raise _fail(
            "other machines can reach this server, so the control plane needs an administrator's token. Set "
            "TEESHEET_ADMIN_TOKEN, or --admin-token; or listen on 127.0.0.1, with no --public-url of another host."
        )
    if token is not None and not _TOKEN.match(token):
        raise _fail("the admin token has 16 to 256 visible ASCII characters and no spaces.")
    return token


def _allowed_hosts(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names under which the control plane may be called, in the form of a Host header without a port."""
    known = [host_name(name) for name in names]
    for name, host in zip(names, known, strict=True):
        if host is None or host != name.lower().removesuffix("."):
            raise _fail(f"{name!r} is not the name of a host. Write for example --allowed-host sandbox.example.com.")
    return tuple(host for host in known if host is not None)


def _public_url(url: str) -> str:
    try:
        parts = urlsplit(url)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        is_address = False
    if not is_address:
        raise _fail(f"{url!r} is not an address. Write for example --public-url https://sandbox.example.com.")
    return url.rstrip("/")


def _reachable(
    host: str,
    listener: socket.socket,
    public_url: str | None,
    admin_token: str | None,
    allowed_hosts: tuple[str, ...],
) -> dict[str, Any]:
    """The settings of who can reach the server and by which names. Raises Exit with a sentence for a wrong option."""
    address = _public_url(public_url or _address(host, listener))
    loopback = _is_loopback(listener) and _is_for_this_machine(public_url)
    return {
        "public_url": address,
        "admin_token": _admin_token(admin_token, loopback=loopback),
        "loopback": loopback,
        "allowed_hosts": (host.lower(), *_allowed_hosts(allowed_hosts)),
    }


def _offers(named: Named) -> Offers:
    """The contracts to serve. Raises Exit with a sentence if a named contract cannot be served."""
    try:
        return offers_of(named, _say)
    except CandidateUnusable as error:
        raise _fail(str(error)) from None


def _say(line: str) -> None:
    click.echo(f"teesheet serve: {logs.escaped(line)}", err=True)


def _is_for_this_machine(public_url: str | None) -> bool:
    """Whether no proxy brings requests of strangers to a socket of this machine."""
    return public_url is None or is_loopback_host(urlsplit(public_url).hostname or "")


def _run(settings: Settings, listener: socket.socket, offers: Offers, greet: Callable[[], None]) -> None:
    logs.begin(settings.log_format, settings.log_level)
    try:
        if settings.keys_file is not None:
            read_keys(settings.keys_file, settings.max_worlds)
        if settings.workers == 1:
            serve_alone(settings, listener, offers, greet)
        else:
            # Opens the database once before the workers do, so that an error ends in one sentence.
            open_up_to_date(settings.database_url).dispose()
            serve_together(settings, listener, offers, greet)
    except (StoreUnavailable, WorkersEnded, KeysUnreadable) as error:
        raise _fail(str(error)) from None


def _greeting(address: str, settings: Settings, offer: ContractOffer) -> str:
    url = make_url(settings.database_url)
    kept = "in memory, lost when it stops" if is_in_memory(settings.database_url) else url.render_as_string()
    keys = "sbx_demo_alpha  sbx_demo_bravo  (any sbx_<world>_<agency> works)"
    if settings.keys_file is not None:
        keys = f"those of {settings.keys_file}"
    base = address + (packaged_contract().base_path if offer.main is None else offer.main.base_path)
    lines = (
        f"teesheet sandbox  {base}",
        f"console           {address}/_sandbox/",
        f"documentation     {address}/docs/",
        f"control plane     {address}/_sandbox/v1/info",
        f"keys              {keys}",
        f"state             {kept}",
        f'try               curl -H "X-Api-Key: sbx_demo_alpha" "{base}/travel/courses?country=GB&pageSize=1"',
        *lines_about(offer),
    )
    return "\n".join(logs.escaped(line) for line in lines)


def _end_with_stdin(_context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted:
        end_with_stdin()


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
    "--seed",
    default=1,
    show_default=True,
    type=click.IntRange(0, 2**31),
    help="Choose the courses, tee sheets and ids.",
)
@click.option("--max-worlds", default=1000, show_default=True, type=click.IntRange(1), help="How many worlds to keep.")
@click.option(
    "--workers", default=1, show_default=True, type=click.IntRange(1, 64), help="Processes that share the database."
)
@click.option(
    "--max-connections",
    default=1000,
    show_default=True,
    type=click.IntRange(1, 60_000),
    help="Connections of each process. Further connections replace those that wait longest for their client.",
)
@click.option("--public-url", metavar="URL", help="The server's address for others. [default: where it listens]")
@click.option(
    "--admin-token",
    envvar="TEESHEET_ADMIN_TOKEN",
    show_envvar=True,
    metavar="TOKEN",
    help="What the administrator sends to the control plane. Needed where other machines can reach the server.",
)
@click.option(
    "--allowed-host",
    "allowed_hosts",
    envvar="TEESHEET_ALLOWED_HOST",
    show_envvar=True,
    multiple=True,
    metavar="NAME",
    help="A further name for calls to the control plane; repeatable. In the variable, put spaces between names.",
)
@click.option(
    "--journal-body",
    "journal_body_characters",
    default=16 * 1024,
    show_default=True,
    type=click.IntRange(1024, 4 * 1024 * 1024),
    help="How many characters of a body the journal keeps.",
)
@click.option(
    "--keys", "keys_file", metavar="FILE", help='TOML: [keys] and lines such as "a-long-secret" = "world/agency".'
)
@click.option(
    "--reports",
    metavar="FOLDER",
    type=click.Path(exists=True, file_okay=False),
    help="Show the reports in this folder in the console.",
)
@click.option(
    "--contract",
    metavar="FILE",
    help="Serve this contract instead of the packaged one: a file, a folder, a release, a git revision or `published`.",
)
@click.option("--watch", is_flag=True, help="Serve every edit of the named contracts and mapping. State is kept.")
@click.option("--beside", metavar="FILE", help="Serve this contract too, on the same worlds.")
@click.option("--beside-base", metavar="PATH", help="The base path of --beside, such as /api/v2. [default: its own]")
@click.option("--mapping", metavar="FILE", help="YAML: what the renamed and new members of --beside mean.")
@click.option(
    "--log-format",
    default="text",
    show_default=True,
    type=click.Choice(logs.FORMATS),
    help="Write the log to stderr in this format.",
)
@click.option(
    "--log-level", default="warning", show_default=True, type=click.Choice(logs.LEVELS), help="info: every request."
)
@click.option(
    "--end-with-stdin",
    is_flag=True,
    expose_value=False,
    callback=_end_with_stdin,
    help="End the server when its standard input ends.",
)
def serve(host: str, port: int, ephemeral: bool, reports: str | None, **options: Any) -> None:
    """Start the sandbox: a stateful golf booking service with invented courses."""
    offers = _offers(Named(**_members_of(Named, options)))
    listener = _listening(host, port)
    options["database_url"] = _database(options["database_url"], ephemeral=ephemeral, workers=options["workers"])
    options |= _reachable(host, listener, options["public_url"], options["admin_token"], options["allowed_hosts"])
    settings = Settings(reports=reports or "", **_members_of(Settings, options))
    _run(settings, listener, offers, lambda: click.echo(_greeting(_address(host, listener), settings, offers.first)))


def _members_of(kind: type[Named] | type[Settings], options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that are members of a dataclass. An option and its member have one name."""
    return {member.name: options[member.name] for member in fields(kind) if member.name in options}
