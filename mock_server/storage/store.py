"""Connections, transactions and worlds. A session is one transaction in one world, at one moment of its clock.

Writers of a world take turns: the world's row is locked first (on SQLite the whole file is). So what a writer
has read stays true until it commits, and no place is sold twice.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, create_engine, event, func, insert, select, text, update
from sqlalchemy.engine import Dialect, make_url
from sqlalchemy.exc import DatabaseError, IntegrityError, NoSuchModuleError, OperationalError
from sqlalchemy.pool import StaticPool

from mock_server.clock import Clock, ClockMode
from mock_server.domain.refusals import TooManyWorlds
from mock_server.storage.courses import CourseBook
from mock_server.storage.statements import Prepared
from mock_server.storage.tables import STATE_TABLES, metadata, worlds


class StoreUnavailable(Exception):
    """The database cannot be used. The message is one sentence that says why."""


@dataclass(frozen=True, slots=True)
class World:
    """A world as its row says. *next_due_at* is the earliest moment at which something happens by itself."""

    name: str
    seed: int
    clock: Clock
    next_due_at: datetime | None


@dataclass(slots=True)
class Session:
    """One transaction in one world. *now* is the world's time for all of it, aware UTC, whole seconds."""

    connection: Connection
    world: World
    now: datetime
    courses: CourseBook


def to_seconds(moment: datetime) -> int:
    """A moment as whole seconds since 1970 UTC."""
    return int(moment.timestamp())


def to_moment(seconds: int) -> datetime:
    """Whole seconds since 1970 as an aware moment in UTC."""
    return datetime.fromtimestamp(seconds, UTC)


_WORLD = select(worlds).where(worlds.c.name == bindparam("name"))
_FIND_WORLD = Prepared(_WORLD)
_LOCK_WORLD = Prepared(_WORLD.with_for_update())
_COUNT_WORLDS = select(func.count()).select_from(worlds)
_NEXT = Prepared(
    text(
        "INSERT INTO counters (world, kind, value) VALUES (:world, :kind, 1) "
        "ON CONFLICT (world, kind) DO UPDATE SET value = counters.value + 1 RETURNING value"
    )
)
_WAKE_AT = Prepared(
    text("UPDATE worlds SET next_due_at = :due WHERE name = :name AND (next_due_at IS NULL OR next_due_at > :due)")
)


def _world(row: Any) -> World:
    clock = Clock(ClockMode(row.clock_mode), to_moment(row.world_anchor), to_moment(row.wall_anchor))
    due = None if row.next_due_at is None else to_moment(row.next_due_at)
    return World(row.name, row.seed, clock, due)


def _open_engine(url: str) -> Engine:
    if make_url(url).get_backend_name() != "sqlite":
        return create_engine(url, pool_pre_ping=True)
    in_memory = make_url(url).database in (None, "", ":memory:")
    engine = create_engine(url, poolclass=StaticPool) if in_memory else create_engine(url)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: object) -> None:
    # The driver would open transactions by itself and too late; _begin_sqlite does it.
    connection.isolation_level = None
    connection.execute("PRAGMA busy_timeout = 10000")
    connection.execute("PRAGMA journal_mode = WAL")
    # What is committed survives the end of the process. Surviving a power cut would cost a disk flush per commit.
    connection.execute("PRAGMA synchronous = NORMAL")
    # The log goes back into the file, with a flush to disk, after this many pages of 4 KiB.
    connection.execute("PRAGMA wal_autocheckpoint = 8000")


def _begin_sqlite(connection: Connection) -> None:
    # A reader sees what is committed at each statement, which is all it needs.
    if connection.get_execution_options().get("writes", False):
        connection.exec_driver_sql("BEGIN IMMEDIATE")


@contextmanager
def _reported(dialect: Dialect) -> Iterator[None]:
    """Turns a database that fails into StoreUnavailable."""
    try:
        yield
    except OperationalError as error:
        raise StoreUnavailable(f"The database failed: {error.orig}.") from error
    except dialect.loaded_dbapi.OperationalError as error:
        raise StoreUnavailable(f"The database failed: {error}.") from error


class Store:
    """The database of a server, and the courses beside it."""

    def __init__(self, url: str, courses: CourseBook, max_worlds: int) -> None:
        """Opens the database and creates what is missing. Raises StoreUnavailable."""
        self.courses = courses
        self.max_worlds = max_worlds
        try:
            self.engine = _open_engine(url)
        except (ImportError, NoSuchModuleError) as error:
            raise StoreUnavailable(f"There is no driver for {make_url(url)!r} here: {error}.") from error
        self._writing = self.engine.execution_options(writes=True)
        try:
            with self._writing.begin() as connection:
                metadata.create_all(connection)
                # A database that can be read and not written shows itself here, not at the first booking.
                connection.execute(update(worlds).where(worlds.c.name == "").values(seed=0))
        except DatabaseError as error:
            raise StoreUnavailable(f"The database {make_url(url)!r} cannot be used: {error.orig}.") from error
        # A local file is used from one thread, so its connections stay open. Others come from the pool.
        self._reader = None if self.waits_for_network else self.engine.connect()
        self._writer = None if self.waits_for_network else self._writing.connect()

    @property
    def waits_for_network(self) -> bool:
        """Whether a query can keep its thread waiting for another machine; a local file answers at once."""
        return self.engine.dialect.name != "sqlite"

    def close(self) -> None:
        """Closes every connection."""
        for kept in (self._reader, self._writer):
            if kept is not None:
                kept.close()
        self.engine.dispose()

    @contextmanager
    def reading(self, name: str, wall: datetime) -> Iterator[Session | None]:
        """A session that only reads, or None where the world does not exist yet."""
        with _reported(self.engine.dialect), self._transaction(self.engine, self._reader) as connection:
            row = _FIND_WORLD.first(connection, {"name": name})
            yield None if row is None else self._session(connection, _world(row), wall)

    @contextmanager
    def writing(self, name: str, wall: datetime) -> Iterator[Session]:
        """A session that may write. Commits at the end, undoes everything when an exception leaves it.

        Creates the world on first use. Raises TooManyWorlds.
        """
        with _reported(self.engine.dialect), self._transaction(self._writing, self._writer) as connection:
            row = _LOCK_WORLD.first(connection, {"name": name})
            if row is None:
                row = self._create_world(connection, name, wall)
            yield self._session(connection, _world(row), wall)

    @contextmanager
    def _transaction(self, engine: Engine, kept: Connection | None) -> Iterator[Connection]:
        """A transaction on the connection that is kept open for it, or on one from the pool."""
        if kept is None:
            with engine.begin() as connection:
                yield connection
        else:
            with kept.begin():
                yield kept

    def _session(self, connection: Connection, world: World, wall: datetime) -> Session:
        return Session(connection, world, world.clock.now(wall), self.courses)

    def _create_world(self, connection: Connection, name: str, wall: datetime) -> Any:
        if connection.execute(_COUNT_WORLDS).scalar_one() >= self.max_worlds:
            raise TooManyWorlds(self.max_worlds)
        anchor = to_seconds(wall)
        values = {"name": name, "seed": self.courses.seed, "world_anchor": anchor, "wall_anchor": anchor}
        try:
            with connection.begin_nested():
                connection.execute(insert(worlds).values(clock_mode=ClockMode.TICKING.value, **values))
        except IntegrityError:
            pass  # Another process created it between our read and our insert. Its row is as good.
        return _LOCK_WORLD.first(connection, {"name": name})


def next_number(session: Session, kind: str) -> int:
    """The next number of a kind of object in the world, from 1."""
    ((number,),) = _NEXT.rows(session.connection, {"world": session.world.name, "kind": kind})
    return int(number)


def wake_at(session: Session, moment: datetime) -> None:
    """Notes that something happens by itself at *moment*."""
    _WAKE_AT.run(session.connection, {"name": session.world.name, "due": to_seconds(moment)})


def set_next_due(session: Session, moment: datetime | None) -> None:
    """Notes the earliest moment at which something happens by itself; None when nothing waits."""
    due = None if moment is None else to_seconds(moment)
    session.connection.execute(update(worlds).where(worlds.c.name == session.world.name).values(next_due_at=due))


def set_clock(session: Session, clock: Clock) -> None:
    """Replaces the clock of the world."""
    session.connection.execute(
        update(worlds)
        .where(worlds.c.name == session.world.name)
        .values(
            clock_mode=clock.mode.value,
            world_anchor=to_seconds(clock.world_anchor),
            wall_anchor=to_seconds(clock.wall_anchor),
        )
    )


def forget(session: Session, wall: datetime) -> None:
    """Empties the world: its state is gone and its clock ticks with the wall again."""
    for table in STATE_TABLES:
        session.connection.execute(table.delete().where(table.c.world == session.world.name))
    set_next_due(session, None)
    set_clock(session, Clock(ClockMode.TICKING, wall, wall))
