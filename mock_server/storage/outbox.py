"""The due deliveries of all worlds, and their leases. Every statement is a transaction of its own.

One task leases a row in wall time. A task that dies loses its leases after a while, and another task takes over: so
a delivery is sent at least once. Rows are leased one at a time, since a task with two leases could wait for a world.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import CTE, BigInteger, ScalarSelect, Select, bindparam, case, exists, func, or_, select, update

from mock_server.clock import Clock, ClockMode
from mock_server.domain.world_settings import WorldSettings
from mock_server.storage.sessions import to_moment, to_seconds
from mock_server.storage.statements import Prepared
from mock_server.storage.store import Store
from mock_server.storage.tables import deliveries, webhooks, worlds
from mock_server.storage.world_settings import read_settings

LEASE = timedelta(seconds=10)


@dataclass(frozen=True, slots=True)
class Head:
    """The delivery that a subscription gets next: *url* is where it goes, *due* is world time."""

    world: str
    webhook_id: str
    url: str
    number: int
    due: datetime


@dataclass(frozen=True, slots=True)
class Due:
    """A leased delivery: its content and address, and the clock and settings of its world. *due* is world time."""

    world: str
    webhook_id: str
    number: int
    id: str
    url: str
    secret: str
    body: bytes
    treatment: str | None
    due: datetime
    clock: Clock
    settings: WorldSettings


_WALL = bindparam("wall", type_=BigInteger)
_NOW = case(
    (worlds.c.clock_mode == ClockMode.FROZEN.value, worlds.c.world_anchor),
    else_=worlds.c.world_anchor + (_WALL - worlds.c.wall_anchor),
)
_IS_FREE = or_(deliveries.c.leased_until.is_(None), deliveries.c.leased_until <= _WALL)


def _worlds_that_wait() -> CTE:
    """The names of the worlds in which deliveries wait, and a NULL at the end.

    The query steps through the index from world to world: the cost follows the worlds, not the deliveries.
    """
    names = (
        select(func.min(deliveries.c.world).label("name")).where(deliveries.c.state == "waiting").cte(recursive=True)
    )
    after = deliveries.alias()
    following = select(func.min(after.c.world)).where(after.c.state == "waiting", after.c.world > names.c.name)
    return names.union_all(select(following.scalar_subquery()).where(names.c.name.is_not(None)))


def _next_of_a_webhook(column: str) -> ScalarSelect[Any]:
    """A column of the due delivery that a subscription gets next. NULL if no delivery is due."""
    waiting = deliveries.alias()
    return (
        select(waiting.c[column])
        .where(
            waiting.c.state == "waiting",
            waiting.c.world == webhooks.c.world,
            waiting.c.webhook_id == webhooks.c.id,
            waiting.c.next_attempt_at <= _NOW,
        )
        .order_by(waiting.c.next_attempt_at, waiting.c.number)
        .limit(1)
        .correlate(webhooks, worlds)
        .scalar_subquery()
    )


def _heads() -> Select[Any]:
    names, leased = _worlds_that_wait(), deliveries.alias()
    # One delivery of a subscription at a time: they arrive in order as long as the receiver takes them.
    under_way = exists().where(
        leased.c.world == webhooks.c.world, leased.c.webhook_id == webhooks.c.id, leased.c.leased_until > _WALL
    )
    # Two look-ups in the index. With a join, PostgreSQL may decide to read all deliveries.
    number, due = _next_of_a_webhook("number").label("number"), _next_of_a_webhook("next_attempt_at").label("due")
    return (
        select(webhooks.c.world, webhooks.c.id, webhooks.c.url, number, due)
        .select_from(names)
        .join(worlds, worlds.c.name == names.c.name)
        .join(webhooks, (webhooks.c.world == worlds.c.name) & (webhooks.c.is_active == 1))
        .where(~under_way)
    )


_HEADS = Prepared(_heads())
_LEASED = Prepared(
    select(
        deliveries.c.world,
        deliveries.c.webhook_id,
        deliveries.c.number,
        deliveries.c.id,
        deliveries.c.body,
        deliveries.c.treatment,
        deliveries.c.next_attempt_at,
        webhooks.c.url,
        webhooks.c.secret,
        worlds.c.clock_mode,
        worlds.c.world_anchor,
        worlds.c.wall_anchor,
        worlds.c.settings,
    )
    .join(worlds, worlds.c.name == deliveries.c.world)
    .join(webhooks, (webhooks.c.world == deliveries.c.world) & (webhooks.c.id == deliveries.c.webhook_id))
    .where(
        deliveries.c.world == bindparam("of_world"),
        deliveries.c.number == bindparam("of_number"),
        deliveries.c.leased_by == bindparam("lease"),
    )
)
_LEASE = Prepared(
    update(deliveries)
    .where(
        deliveries.c.world == bindparam("of_world"),
        deliveries.c.number == bindparam("of_number"),
        deliveries.c.state == "waiting",
        deliveries.c.next_attempt_at == bindparam("of_due"),
        _IS_FREE,
    )
    .values(leased_by=bindparam("lease"), leased_until=bindparam("until"))
    .returning(deliveries.c.number)
)
_HOLD = Prepared(
    update(deliveries)
    .where(
        deliveries.c.world == bindparam("of_world"),
        deliveries.c.number == bindparam("of_number"),
        deliveries.c.leased_by == bindparam("lease"),
    )
    .values(leased_until=bindparam("until"))
)
_OVERDUE = Prepared(
    select(worlds.c.name).where(worlds.c.next_due_at <= _NOW).order_by(worlds.c.next_due_at).limit(bindparam("most"))
)


def due_heads(store: Store, wall: datetime) -> list[Head]:
    """The next delivery of every subscription, longest due first. A subscription with a running delivery has none."""
    with store.reading_across_worlds() as connection:
        rows = _HEADS.rows(connection, {"wall": to_seconds(wall)})
    heads = [Head(row.world, row.id, row.url, row.number, to_moment(row.due)) for row in rows if row.number is not None]
    return sorted(heads, key=lambda head: (head.due, head.world, head.number))


def lease(store: Store, head: Head, name: str, wall: datetime) -> Due | None:
    """Takes a delivery for the holder of *name*. None if another task has it, or it is done."""
    wanted = {
        "of_world": head.world,
        "of_number": head.number,
        "of_due": to_seconds(head.due),
        "lease": name,
        "wall": to_seconds(wall),
        "until": to_seconds(wall + LEASE),
    }
    with store.writing_across_worlds() as connection:
        if not _LEASE.rows(connection, wanted):
            return None
        row = _LEASED.first(connection, wanted)
    return None if row is None else _due(row)


def hold_lease(store: Store, due: Due, name: str, until: datetime) -> None:
    """Keeps a lease until a later moment, or gives it up at an earlier one."""
    wanted = {"of_world": due.world, "of_number": due.number, "lease": name, "until": to_seconds(until)}
    with store.writing_across_worlds() as connection:
        _HOLD.run(connection, wanted)


def overdue_worlds(store: Store, wall: datetime, most: int) -> list[str]:
    """Worlds in which something is due and has not happened yet."""
    with store.reading_across_worlds() as connection:
        return [row.name for row in _OVERDUE.rows(connection, {"wall": to_seconds(wall), "most": most})]


def _due(row: Any) -> Due:
    return Due(
        world=row.world,
        webhook_id=row.webhook_id,
        number=row.number,
        id=row.id,
        url=row.url,
        secret=row.secret,
        body=bytes(row.body),
        treatment=row.treatment,
        due=to_moment(row.next_attempt_at),
        clock=Clock(ClockMode(row.clock_mode), to_moment(row.world_anchor), to_moment(row.wall_anchor)),
        settings=read_settings(row.settings),
    )
