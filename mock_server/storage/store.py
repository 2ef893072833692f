"""Connections, transactions and worlds. A session is one transaction in one world, at one moment of its clock.

Writers of a world take turns: the world's row is locked first (on SQLite the whole file is). So what a writer
has read stays true until it commits, and no place is sold twice.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, func, insert, select, text, update

from mock_server.clock import Clock, ClockMode
from mock_server.domain.refusals import TooManyWorlds, WorldExists
from mock_server.domain.world_settings import NO_SETTINGS, WorldSettings
from mock_server.storage.courses import CourseBook
from mock_server.storage.engines import begin_reading, end_reading, failures_told, for_reading
from mock_server.storage.schema import CREATING_WORLDS, open_up_to_date, take_turns
from mock_server.storage.statements import Prepared
from mock_server.storage.tables import STATE_TABLES, deliveries, worlds
from mock_server.storage.world_settings import SAVE_SETTINGS, read_settings, write_settings


@dataclass(frozen=True, slots=True)
class World:
    """A world as its row says.

    *next_due_at* is the earliest moment at which something happens by itself. *rules* counts the rules that wait for
    a request. *created_at* is wall time.
    """

    name: str
    seed: int
    clock: Clock
    next_due_at: datetime | None
    settings: WorldSettings
    rules: int
    created_at: datetime


@dataclass(slots=True)
class Session:
    """One transaction in one world. *now* is the world's time for all of it, at wall time *wall*; both aware UTC, the
    first in whole seconds.

    *emitted* holds the ids of the events that the transaction wrote. *allow_loopback* is whether the server delivers
    to its own machine, *own_inboxes* where the addresses of its inboxes begin. *timers_set* counts those it has set,
    *listening* keeps the subscriptions of the agencies that it has told of an event.
    """

    connection: Connection
    world: World
    now: datetime
    wall: datetime
    courses: CourseBook
    emitted: list[str] = field(default_factory=list)
    allow_loopback: bool = True
    own_inboxes: str = ""
    timers_set: int = 0
    listening: dict[str, list[Any]] = field(default_factory=dict)


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
_COUNT_WAITING = select(func.count()).select_from(deliveries).where(deliveries.c.state == "waiting")
_NEXT = Prepared(
    text(
        "INSERT INTO counters (world, kind, value) VALUES (:world, :kind, 1) "
        "ON CONFLICT (world, kind) DO UPDATE SET value = counters.value + 1 RETURNING value"
    )
)
_WAKE_AT = Prepared(
    text("UPDATE worlds SET next_due_at = :due WHERE name = :name AND (next_due_at IS NULL OR next_due_at > :due)")
)


@lru_cache(maxsize=4096)
def world_of(row: Any) -> World:
    """The world that a row of `worlds` tells of. Every request asks, and a row seldom changes."""
    clock = Clock(ClockMode(row.clock_mode), to_moment(row.world_anchor), to_moment(row.wall_anchor))
    due = None if row.next_due_at is None else to_moment(row.next_due_at)
    return World(row.name, row.seed, clock, due, read_settings(row.settings), row.rules, to_moment(row.created_at))


class Store:
    """The database of a server, and the courses beside it."""

    def __init__(
        self,
        url: str,
        courses: CourseBook,
        max_worlds: int,
        *,
        allow_loopback: bool = True,
        own_inboxes: str = "",
    ) -> None:
        """Opens the database and brings it up to date. Raises StoreUnavailable.

        *allow_loopback* and *own_inboxes* say where the server delivers to, see Session.
        """
        self.courses = courses
        self.allow_loopback = allow_loopback
        self.own_inboxes = own_inboxes
        self.max_worlds = max_worlds
        self.engine = open_up_to_date(url)
        self._reading = for_reading(self.engine)
        self._writing = self.engine.execution_options(writes=True)
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

    def find_world(self, name: str) -> World | None:
        """The world as it stands, or None where nobody has used it yet. Raises StoreUnavailable."""
        with failures_told(self.engine.dialect):
            if self._reader is not None:
                row = _FIND_WORLD.first(self._reader, {"name": name})
            else:
                with self.engine.connect() as connection:
                    row = _FIND_WORLD.first(connection, {"name": name})
        return None if row is None else world_of(row)

    def count_worlds(self) -> int:
        """How many worlds there are. Raises StoreUnavailable."""
        with self.across_worlds(writes=False) as connection:
            return int(connection.execute(_COUNT_WORLDS).scalar_one())

    def count_waiting_deliveries(self) -> int:
        """How many deliveries of all worlds wait to be sent. Raises StoreUnavailable."""
        with self.across_worlds(writes=False) as connection:
            return int(connection.execute(_COUNT_WAITING).scalar_one())

    @contextmanager
    def reading(self, world: World, wall: datetime) -> Iterator[Session]:
        """A session that only reads, in a world that `find_world` has just found."""
        kept = self._reader
        with failures_told(self.engine.dialect):
            if kept is None:
                with self._reading.begin() as connection:
                    yield self._session(connection, world, wall)
                return
            begin_reading(kept)
            try:
                yield self._session(kept, world, wall)
            finally:
                end_reading(kept)

    @contextmanager
    def writing(self, name: str, wall: datetime) -> Iterator[Session]:
        """A session that may write. Commits at the end, undoes everything when an exception leaves it.

        Creates the world on first use. Raises TooManyWorlds.
        """
        with failures_told(self.engine.dialect), self._transaction(self._writing, self._writer) as connection:
            row = _LOCK_WORLD.first(connection, {"name": name})
            if row is None:
                row = self._create_world(connection, name, wall)
            yield self._session(connection, world_of(row), wall)

    @contextmanager
    def creating(self, name: str, seed: int | None, wall: datetime) -> Iterator[Session]:
        """A session in a new world. Its ids follow *seed*; None stands for the seed of the courses.

        Raises WorldExists or TooManyWorlds.
        """
        with failures_told(self.engine.dialect), self._transaction(self._writing, self._writer) as connection:
            take_turns(connection, CREATING_WORLDS)
            if _LOCK_WORLD.first(connection, {"name": name}) is not None:
                raise WorldExists(name)
            row = self._insert_world(connection, name, self.courses.seed if seed is None else seed, wall)
            yield self._session(connection, world_of(row), wall)

    @contextmanager
    def across_worlds(self, *, writes: bool) -> Iterator[Connection]:
        """A transaction that belongs to no world: what tasks do for all of them."""
        engine, kept = (self._writing, self._writer) if writes else (self.engine, self._reader)
        with failures_told(self.engine.dialect), self._transaction(engine, kept) as connection:
            yield connection

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
        return Session(
            connection,
            world,
            world.clock.now(wall),
            wall,
            self.courses,
            allow_loopback=self.allow_loopback,
            own_inboxes=self.own_inboxes,
        )

    def _create_world(self, connection: Connection, name: str, wall: datetime) -> Any:
        # There is no row to lock yet. Without turns two processes would create one world, or one world too many.
        take_turns(connection, CREATING_WORLDS)
        row = _LOCK_WORLD.first(connection, {"name": name})
        return row or self._insert_world(connection, name, self.courses.seed, wall)

    def _insert_world(self, connection: Connection, name: str, seed: int, wall: datetime) -> Any:
        if connection.execute(_COUNT_WORLDS).scalar_one() >= self.max_worlds:
            raise TooManyWorlds(self.max_worlds)
        anchor = to_seconds(wall)
        values = {
            "name": name,
            "seed": seed,
            "clock_mode": ClockMode.TICKING.value,
            "world_anchor": anchor,
            "wall_anchor": anchor,
            "created_at": anchor,
        }
        connection.execute(insert(worlds).values(**values))
        return _LOCK_WORLD.first(connection, {"name": name})


def keep(session: Session) -> None:
    """Commits what the session has done so far, though an exception follows. Nothing can be done in it afterwards."""
    transaction = session.connection.get_transaction()
    assert transaction is not None
    transaction.commit()


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


def save_settings(session: Session, settings: WorldSettings) -> None:
    """Replaces the settings of the world."""
    SAVE_SETTINGS.run(session.connection, {"of_name": session.world.name, "new_settings": write_settings(settings)})


def count_rules(session: Session, rules: int) -> None:
    """Notes how many rules wait for a request."""
    session.connection.execute(update(worlds).where(worlds.c.name == session.world.name).values(rules=rules))


def forget(session: Session, wall: datetime) -> None:
    """Empties the world: state, rules and settings are gone, and its clock ticks with the wall again."""
    for table in STATE_TABLES:
        session.connection.execute(table.delete().where(table.c.world == session.world.name))
    set_next_due(session, None)
    save_settings(session, NO_SETTINGS)
    count_rules(session, 0)
    set_clock(session, Clock(ClockMode.TICKING, wall, wall))
