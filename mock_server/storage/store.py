"""Connections, transactions and worlds.

Writers of a world take turns: the world's row is locked first (on SQLite the whole file is). So the rows
that a writer has read do not change until it commits, and no place is sold twice.
"""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import Connection, bindparam, func, insert, select

from mock_server.clock import ClockMode
from mock_server.domain.refusals import TooManyForks, TooManyWorlds, WorldExists
from mock_server.domain.world_owners import WorldOwners
from mock_server.storage.courses import CourseBook
from mock_server.storage.engines import StoreUnavailable
from mock_server.storage.failures import LOCKED, FailuresTranslated
from mock_server.storage.local_files import LocalFile
from mock_server.storage.network import NetworkDatabase
from mock_server.storage.schema import CREATING_WORLDS, open_up_to_date, take_turns
from mock_server.storage.server_secrets import server_secret
from mock_server.storage.sessions import Session, World, to_seconds, world_of
from mock_server.storage.statements import Prepared
from mock_server.storage.tables import deliveries, worlds
from mock_server.storage.world_rows import NEXT_NUMBER

Result = TypeVar("Result")

_WORLD = select(worlds).where(worlds.c.name == bindparam("name"))
_FIND_WORLD = Prepared(_WORLD)
_LOCK_WORLD = Prepared(_WORLD.with_for_update())
_COUNT_WORLDS = select(func.count()).select_from(worlds)
_COUNT_WAITING = select(func.count()).select_from(deliveries).where(deliveries.c.state == "waiting")
# What health writes. No world has an empty name.
_PROBE = {"world": "", "kind": "health"}


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
        keeps_secrets: bool = False,
        owners: WorldOwners = WorldOwners(),  # noqa: B008 - it never changes.
    ) -> None:
        """Opens the database and brings it up to date. Raises StoreUnavailable.

        *allow_loopback* and *own_inboxes* limit where the server delivers, see Session. *keeps_secrets* says whether
        a database without a random secret gets one. *owners* decides who owns a new world.
        """
        self.courses = courses
        self.allow_loopback = allow_loopback
        self.own_inboxes = own_inboxes
        self.max_worlds = max_worlds
        self.owners = owners
        self.engine = open_up_to_date(url)
        self._write_failed = False
        self._failures_translated = FailuresTranslated(self.engine.dialect)
        with self._failures_translated:
            self._database = (LocalFile if self.engine.dialect.name == "sqlite" else NetworkDatabase)(self.engine)
            with self._database.writing() as connection:
                self.server_secret = server_secret(connection, create=keeps_secrets)

    @property
    def waits_for_network(self) -> bool:
        """Whether the thread of a query may have to wait for another machine. A local file answers at once."""
        return self._database.waits_for_network

    def close(self) -> None:
        """Closes every connection."""
        self._database.close()
        self.engine.dispose()

    def in_turn(self, function: Callable[..., Result], *arguments: Any) -> Awaitable[Result]:
        """The result of *function*, which uses this store. It runs where it blocks nobody: in the event loop if the
        answer is there at once, otherwise in a thread. In the thread it may start again from its beginning. So it has
        one writing transaction, or several writing transactions that may all be repeated.
        """
        return self._database.in_turn(function, *arguments)

    def find_world(self, name: str) -> World | None:
        """The present state of the world, or None if nobody has used it yet. Raises StoreUnavailable."""
        with self._failures_translated, self._database.looking() as connection:
            row = _FIND_WORLD.first(connection, {"name": name})
        return None if row is None else world_of(row)

    def count_worlds(self) -> int:
        """How many worlds there are. Raises StoreUnavailable."""
        with self.reading_across_worlds() as connection:
            return int(connection.execute(_COUNT_WORLDS).scalar_one())

    def count_waiting_deliveries(self) -> int:
        """How many deliveries of all worlds wait to be sent. Raises StoreUnavailable."""
        with self.reading_across_worlds() as connection:
            return int(connection.execute(_COUNT_WAITING).scalar_one())

    def require_working(self) -> None:
        """Checks that the database can be read, and written if the last write failed. Raises StoreUnavailable."""
        self.count_worlds()
        if self._write_failed:
            with self.writing_across_worlds() as connection:
                NEXT_NUMBER.rows(connection, _PROBE)

    @contextmanager
    def reading(self, world: World, wall: datetime) -> Iterator[Session]:
        """A session that only reads, in a world that `find_world` has just returned."""
        with self._failures_translated, self._database.reading() as connection:
            yield self._session(connection, world, wall)

    @contextmanager
    def writing(self, name: str, wall: datetime) -> Iterator[Session]:
        """A session that may write. It commits at the end. An exception undoes everything.

        Creates the world on first use. Raises TooManyWorlds or TooManyForks.
        """
        with self.writing_across_worlds() as connection:
            row = _LOCK_WORLD.first(connection, {"name": name})
            if row is None:
                row = self._create_world(connection, name, wall)
            yield self._session(connection, world_of(row), wall)

    @contextmanager
    def writing_where_there(self, name: str, wall: datetime) -> Iterator[Session | None]:
        """A session that may write, as `writing` gives it; None where there is no such world, and none is created."""
        with self.writing_across_worlds() as connection:
            row = _LOCK_WORLD.first(connection, {"name": name})
            yield None if row is None else self._session(connection, world_of(row), wall)

    @contextmanager
    def creating(
        self, name: str, seed: int | None, wall: datetime, *, copied_from: World | None = None
    ) -> Iterator[Session]:
        """A session in a new world. Its ids follow *seed*; None means the seed of the courses.

        Raises WorldExists, TooManyWorlds or TooManyForks.
        """
        with self.writing_across_worlds() as connection:
            take_turns(connection, CREATING_WORLDS)
            if _LOCK_WORLD.first(connection, {"name": name}) is not None:
                raise WorldExists(name)
            # If nobody owns names, copies of copies count as copies of the first world.
            owner = copied_from.owner if copied_from is not None and self.owners.are_open else self.owners.of(name)
            row = self._insert_world(connection, name, self.courses.seed if seed is None else seed, wall, owner)
            yield self._session(connection, world_of(row), wall)

    @contextmanager
    def reading_across_worlds(self) -> Iterator[Connection]:
        """A transaction that belongs to no world, and only reads."""
        with self._failures_translated, self._database.reading() as connection:
            yield connection

    @contextmanager
    def writing_across_worlds(self) -> Iterator[Connection]:
        """A transaction that belongs to no world, for tasks that work for all worlds."""
        try:
            with self._failures_translated, self._database.writing() as connection:
                yield connection
        except StoreUnavailable as failure:
            # A lock ends by itself and does not mean that the next write fails.
            if failure.cause != LOCKED:
                self._write_failed = True
            raise
        else:
            self._write_failed = False

    def _session(self, connection: Connection, world: World, wall: datetime) -> Session:
        return Session(
            connection,
            world,
            world.clock.now(wall),
            wall,
            self.courses,
            allow_loopback=self.allow_loopback,
            own_inboxes=self.own_inboxes,
            server_secret=self.server_secret,
        )

    def _create_world(self, connection: Connection, name: str, wall: datetime) -> Any:
        # There is no row to lock yet. Without turns two processes could create the same world, or one world too many.
        take_turns(connection, CREATING_WORLDS)
        row = _LOCK_WORLD.first(connection, {"name": name})
        return row or self._insert_world(connection, name, self.courses.seed, wall, self.owners.of(name))

    def _insert_world(self, connection: Connection, name: str, seed: int, wall: datetime, owner: str) -> Any:
        if owner != name:
            self._require_room(connection, owner)
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
            "owner": owner,
            "is_open": int(self.owners.are_open),
        }
        connection.execute(insert(worlds).values(**values))
        return _LOCK_WORLD.first(connection, {"name": name})

    def _require_room(self, connection: Connection, owner: str) -> None:
        maximum = self.owners.most_forks(self.max_worlds)
        forks = _COUNT_WORLDS.where(worlds.c.owner == owner, worlds.c.name != owner)
        if connection.execute(forks).scalar_one() >= maximum:
            raise TooManyForks(owner, max(maximum, 0))
