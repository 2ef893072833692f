"""A world as stored, and a session: one transaction in one world, at one moment of its clock."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection

from mock_server.clock import Clock, ClockMode
from mock_server.domain.ids import origin_of
from mock_server.domain.world_settings import WorldSettings
from mock_server.storage.courses import CourseBook
from mock_server.storage.world_settings import read_settings


@dataclass(frozen=True, slots=True)
class World:
    """A world, as stored in its row.

    *next_due_at* is the earliest moment at which something happens by itself. *rules* counts the rules that wait for
    a request. *created_at* is wall time. *owner* and *is_open* decide who may use it, see domain/world_owners.py.
    *mixes_references* says that the world has bookings whose references do not follow from its seed and name.
    """

    name: str
    seed: int
    clock: Clock
    next_due_at: datetime | None
    settings: WorldSettings
    rules: int
    created_at: datetime
    owner: str
    is_open: bool
    mixes_references: bool

    @property
    def origin(self) -> str:
        """The text from which the ids of the world follow."""
        return origin_of(self.seed, self.name)


@dataclass(slots=True)
class Session:
    """One transaction in one world. *now* is the world's time during the whole transaction, in whole seconds. *wall* is
    the wall time at its begin. Both are aware UTC.

    *emitted* holds the ids of the events that the transaction wrote. *allow_loopback* says whether the server
    delivers to its own machine. *own_inboxes* is the beginning of the addresses of its inboxes. Keys follow from the
    world and from *server_secret*, which is empty if they follow only from the world. *timers_set* counts the timers
    that the transaction has set. *listening* keeps the subscriptions of each agency for which it has written an event.
    """

    connection: Connection
    world: World
    now: datetime
    wall: datetime
    courses: CourseBook
    emitted: list[str] = field(default_factory=list)
    allow_loopback: bool = True
    own_inboxes: str = ""
    server_secret: bytes = b""
    timers_set: int = 0
    listening: dict[str, list[Any]] = field(default_factory=dict)


def to_seconds(moment: datetime) -> int:
    """A moment as whole seconds since 1970 UTC."""
    return int(moment.timestamp())


def to_moment(seconds: int) -> datetime:
    """Whole seconds since 1970 as an aware moment in UTC."""
    return datetime.fromtimestamp(seconds, UTC)


def seconds_or_none(moment: datetime | None) -> int | None:
    """As `to_seconds`, None for no moment."""
    return None if moment is None else to_seconds(moment)


def moment_or_none(seconds: int | None) -> datetime | None:
    """As `to_moment`, None for no seconds."""
    return None if seconds is None else to_moment(seconds)


@lru_cache(maxsize=4096)
def world_of(row: Any) -> World:
    """The world in a row of `worlds`. Every request needs it, and a row seldom changes."""
    clock = Clock(ClockMode(row.clock_mode), to_moment(row.world_anchor), to_moment(row.wall_anchor))
    due = None if row.next_due_at is None else to_moment(row.next_due_at)
    settings, created_at = read_settings(row.settings), to_moment(row.created_at)
    return World(
        name=row.name,
        seed=row.seed,
        clock=clock,
        next_due_at=due,
        settings=settings,
        rules=row.rules,
        created_at=created_at,
        owner=row.owner,
        is_open=bool(row.is_open),
        mixes_references=bool(row.mixes_references),
    )
