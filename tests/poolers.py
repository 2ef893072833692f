"""PgBouncer and HAProxy from Debian's packages, each in a directory of its own and on no fixed port.

Both are gone when their context ends. Where one is not installed, that is an error and no reason to skip.
"""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import psycopg
from sqlalchemy.engine import make_url

_PGBOUNCER = """[databases]
* = host={host} port={port} user=postgres

[pgbouncer]
unix_socket_dir = {folder}
listen_port = 6432
auth_type = any
pool_mode = transaction
default_pool_size = 20
max_client_conn = 300
"""

_HAPROXY = """global
  maxconn 1000
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 5s
  retries 2
  option redispatch 1
frontend interface
  bind fd@{listener}
  default_backend sandboxes
backend sandboxes
  balance roundrobin
  option httpchk GET /_sandbox/v1/health
  http-check expect status 200
  default-server check inter 250ms fall 2 rise 1 observe layer4 error-limit 1 on-error mark-down
"""


def _installed(name: str) -> str:
    found = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")
    if found is None:
        raise RuntimeError(f"{name} is needed and was not found. Install it: apt-get install -y pgbouncer haproxy")
    return found


@contextmanager
def pgbouncer(database_url: str, owner: int) -> Iterator[str]:
    """The URL of a database behind PgBouncer in transaction mode.

    *owner* is the user that PostgreSQL runs as: PgBouncer refuses to run as root, and reaches the socket as that user.
    """
    command, url = _installed("pgbouncer"), make_url(database_url)
    with tempfile.TemporaryDirectory(prefix="teesheet-pgb-") as name:
        folder = Path(name)
        settings = folder / "pgbouncer.ini"
        settings.write_text(_PGBOUNCER.format(host=url.query["host"], port=url.port or 5432, folder=folder))
        own = {} if os.getuid() else {"user": owner, "group": owner, "extra_groups": []}
        if own:
            os.chown(folder, owner, owner)
        with (folder / "log").open("w") as log:
            process = subprocess.Popen([command, str(settings)], stdout=log, stderr=log, **own)  # type: ignore[call-overload]
        pooled = f"postgresql+psycopg://postgres@/{url.database}?host={folder}&port=6432"
        try:
            _until_it_answers(pooled, process, folder / "log")
            yield pooled
        finally:
            process.kill()
            process.wait(10)


def _until_it_answers(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    give_up = monotonic() + 20
    while True:
        try:
            psycopg.connect(url.replace("+psycopg", ""), connect_timeout=5).close()
        except psycopg.OperationalError:
            if process.poll() is not None or monotonic() > give_up:
                raise RuntimeError(f"PgBouncer does not answer: {log.read_text()}") from None
            sleep(0.05)
        else:
            return


@contextmanager
def haproxy(addresses: Sequence[str]) -> Iterator[str]:
    """The address of HAProxy in front of servers. One that fails its health check gets no requests."""
    command = _installed("haproxy")
    with tempfile.TemporaryDirectory(prefix="teesheet-ha-") as folder, socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(512)
        servers = [
            f"  server s{number} {address.removeprefix('http://')}\n" for number, address in enumerate(addresses)
        ]
        settings = Path(folder, "haproxy.cfg")
        settings.write_text(_HAPROXY.format(listener=listener.fileno()) + "".join(servers))
        # In the foreground and as one process, so that it ends with the context.
        process = subprocess.Popen(
            [command, "-db", "-q", "-f", str(settings)], pass_fds=[listener.fileno()], stderr=subprocess.DEVNULL
        )
        try:
            yield "http://{}:{}".format(*listener.getsockname())
        finally:
            process.kill()
            process.wait(10)
