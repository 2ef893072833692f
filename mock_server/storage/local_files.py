"""SQLite, in a file or in memory: its connections and threads, and what happens if the file is locked or removed.

Each thread keeps a connection for reading and a connection for writing. The event loop never waits: while another
connection writes, the query is repeated in a thread, which waits for its turn. Queries get their turn in the order in
which they came. Readers see the last commit and never wait.
"""

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from contextvars import copy_context
from time import monotonic, sleep
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

from mock_server.storage.engines import driver_of, patience_of
from mock_server.storage.failures import is_locked
from mock_server.storage.files import DatabaseFile
from mock_server.storage.schema import is_of_this_version

Result = TypeVar("Result")

# Seconds between two attempts to begin.
_SHORTEST_PAUSE = 0.001
_LONGEST_PAUSE = 0.02


class _NotAtOnce(BaseException):
    """Another connection writes, and the caller must not wait. This is not a failure, so no handler may catch it."""


class _Kept:
    """The connections of one thread, and the file that they opened; None for a database in memory."""

    def __init__(self, engine: Engine) -> None:
        self.reader, self.writer = engine.connect(), engine.execution_options(writes=True).connect()
        # LocalFile does the waiting. If somebody else writes, SQLite must refuse at once.
        driver_of(self.writer).execute("PRAGMA busy_timeout = 0")
        # A query of the tables makes SQLite create the log.
        driver_of(self.reader).execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
        path = driver_of(self.reader).execute("PRAGMA database_list").fetchone()[2]
        self.file = DatabaseFile(path) if path else None
        self._is_damaged = False
        # Both are stateless between requests.
        self.looking, self.reading = nullcontext(self.reader), _Reading(self.reader)

    def require_whole(self) -> None:
        """Checks file and log after a transaction, before its result is returned. Raises StoreUnavailable."""
        self._is_damaged = self.file is not None and not self.file.is_whole()
        if not self._is_damaged:
            return
        assert self.file is not None
        self.save_log()
        raise self.file.log_removed() if self.file.is_here() else self.file.removed()

    def require_fit_to_write(self) -> None:
        """Refuses to write while the log is missing. Raises StoreUnavailable."""
        if self._is_damaged:
            self.require_whole()

    def save_log(self) -> None:
        """Writes the log into the file, wherever the file is now. Then the file is complete without the log."""
        with suppress(sqlite3.Error):
            driver_of(self.writer).execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    def close(self) -> None:
        """Closes both connections."""
        self.reader.close()
        self.writer.close()


class LocalFile:
    """An SQLite database."""

    waits_for_network = False

    def __init__(self, engine: Engine) -> None:
        """Opens the database. Raises the errors of the driver."""
        self._engine = engine
        self._patience = patience_of(engine)
        self._own = threading.local()
        # For queries that wait for their turn. There is one thread, so that they keep the order in which they came.
        self._thread = ThreadPoolExecutor(1, "sqlite")
        self._waiting = 0
        self._own.kept = _Kept(engine)
        self._all = [self._own.kept]
        self._file: DatabaseFile | None = self._own.kept.file

    def close(self) -> None:
        """Closes every connection."""
        self._thread.shutdown(cancel_futures=True)
        for kept in self._all:
            kept.close()

    async def in_turn(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """The result of *function*, which is called a second time if its transaction could not begin at once."""
        self._own.hurried = True
        try:
            return function(*arguments)
        except _NotAtOnce:
            pass
        finally:
            self._own.hurried = False
        give_up, context = monotonic() + self._patience, copy_context()
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(
                self._thread, lambda: context.run(self._patiently, give_up, function, arguments)
            )
        finally:
            self._waiting -= 1

    def _patiently(self, give_up: float, function: Callable[..., Result], arguments: Any) -> Result:
        self._own.give_up = give_up
        return function(*arguments)

    def looking(self) -> AbstractContextManager[Connection]:
        """A connection for a single statement that reads."""
        return self._kept().looking

    def reading(self) -> AbstractContextManager[Connection]:
        """A transaction that sees one moment."""
        return self._kept().reading

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that has the whole file for itself. It succeeds only if the file is still there."""
        kept = self._kept()
        kept.require_fit_to_write()
        self._begin(driver_of(kept.writer))
        try:
            with kept.writer.begin():
                yield kept.writer
        finally:
            kept.require_whole()

    def _begin(self, driver: Any) -> None:
        """Locks the file for this thread. Raises the error of the driver when the time limit ends."""
        hurried = getattr(self._own, "hurried", False)
        if hurried and self._waiting:
            raise _NotAtOnce
        give_up = getattr(self._own, "give_up", None) or monotonic() + self._patience
        pause = _SHORTEST_PAUSE
        while True:
            try:
                driver.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                if not is_locked(error):
                    raise
                if hurried:
                    raise _NotAtOnce from None
                if monotonic() >= give_up:
                    raise
            else:
                return
            sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _kept(self) -> _Kept:
        """The connections of this thread to the present file. Raises StoreUnavailable if there is none."""
        kept: _Kept | None = getattr(self._own, "kept", None)
        if kept is None:
            return self._opened()
        if kept.file is None or kept.file.is_here():
            return kept
        kept.save_log()
        opened = self._opened()
        self._all.remove(kept)
        kept.close()
        return opened

    def _opened(self) -> _Kept:
        """Opens the present file. It creates no file and uses no foreign file, but raises StoreUnavailable."""
        known = self._file
        kept = _Kept(self._engine) if known is None else self._opened_again(known)
        self._own.kept, self._file = kept, kept.file
        self._all.append(kept)
        return kept

    def _opened_again(self, known: DatabaseFile) -> _Kept:
        before = DatabaseFile(known.path)
        if not before.exists:
            raise known.removed()
        if known.is_here() and not known.is_whole():
            # A new connection would begin a new log, and the other threads would go on with the old log.
            raise known.log_removed()
        if known.left_its_log():
            raise known.replaced()
        if before.is_empty:
            raise known.other()
        kept = _Kept(self._engine)
        if before.is_here() and is_of_this_version(kept.reader):
            return kept
        kept.close()
        raise known.other()


class _Reading:
    """Transactions that read, one after the other."""

    def __init__(self, reader: Connection) -> None:
        self._reader = reader

    def __enter__(self) -> Connection:
        driver_of(self._reader).execute("BEGIN")
        return self._reader

    def __exit__(self, *_: object) -> None:
        if self._reader.in_transaction():
            self._reader.rollback()  # A Core statement was among the reads, so SQLAlchemy has begun a transaction too.
        elif (driver := driver_of(self._reader)).in_transaction:  # Some failures end a transaction by themselves.
            driver.execute("COMMIT")
