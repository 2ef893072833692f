"""What the outbox of all worlds holds that is due, and who has it for itself. Every statement stands alone.

A row is leased in wall time by one task. A task that dies loses its leases after a while, and another takes over:
so a delivery is made at least once. Rows are leased one at a time, since whoever holds two could wait for a world.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import BigInteger, bindparam, case, func, or_, select, update

from mock_server.clock import Clock, ClockMode
from mock_server.domain.world_settings import WorldSettings
from mock_server.storage.statements import Prepared
from mock_server.storage.store import Store, to_moment, to_seconds
from mock_server.storage.tables import deliveries, webhooks, worlds
from mock_server.storage.world_settings import read_settings

LEASE = timedelta(seconds=10)


@dataclass(frozen=True, slots=True)
class Due:
    """A delivery that is due: what to send where, and the clock and settings of its world. *due* is world time."""

    world: str
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

# One delivery of a subscription at a time: they arrive in order as long as the receiver takes them.
_TURNS = (
    select(
        deliveries.c.world,
        deliveries.c.number,
        func.row_number()
        .over(
            partition_by=(deliveries.c.world, deliveries.c.webhook_id),
            order_by=(case((_IS_FREE, 1), else_=0), deliveries.c.next_attempt_at, deliveries.c.number),
        )
        .label("turn"),
    )
    .join(worlds, worlds.c.name == deliveries.c.world)
    .join(webhooks, (webhooks.c.world == deliveries.c.world) & (webhooks.c.id == deliveries.c.webhook_id))
    .where(deliveries.c.state == "waiting", deliveries.c.next_attempt_at <= _NOW, webhooks.c.is_active == 1)
    .subquery()
)
_DUE = Prepared(
    select(
        deliveries.c.world,
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
    .join(_TURNS, (_TURNS.c.world == deliveries.c.world) & (_TURNS.c.number == deliveries.c.number))
    .join(worlds, worlds.c.name == deliveries.c.world)
    .join(webhooks, (webhooks.c.world == deliveries.c.world) & (webhooks.c.id == deliveries.c.webhook_id))
    .where(_TURNS.c.turn == 1, _IS_FREE)
    .order_by(deliveries.c.next_attempt_at, deliveries.c.world, deliveries.c.number)
    .limit(bindparam("most"))
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


def due_deliveries(store: Store, wall: datetime, most: int) -> list[Due]:
    """Up to *most* deliveries that are due and free, at most one for each subscription, longest due first."""
    with store.across_worlds(writes=False) as connection:
        return [_due(row) for row in _DUE.rows(connection, {"wall": to_seconds(wall), "most": most})]


def lease(store: Store, due: Due, name: str, wall: datetime) -> bool:
    """Takes a delivery for the holder of *name*. False where somebody else has it, or it is done."""
    wanted = {
        "of_world": due.world,
        "of_number": due.number,
        "of_due": to_seconds(due.due),
        "lease": name,
        "wall": to_seconds(wall),
        "until": to_seconds(wall + LEASE),
    }
    with store.across_worlds(writes=True) as connection:
        return bool(_LEASE.rows(connection, wanted))


def hold_lease(store: Store, due: Due, name: str, until: datetime) -> None:
    """Keeps a lease until a later moment, or gives it up at an earlier one."""
    wanted = {"of_world": due.world, "of_number": due.number, "lease": name, "until": to_seconds(until)}
    with store.across_worlds(writes=True) as connection:
        _HOLD.run(connection, wanted)


def overdue_worlds(store: Store, wall: datetime, most: int) -> list[str]:
    """Worlds in which something is due that nobody has looked at yet."""
    with store.across_worlds(writes=False) as connection:
        return [row.name for row in _OVERDUE.rows(connection, {"wall": to_seconds(wall), "most": most})]


def _due(row: Any) -> Due:
    return Due(
        world=row.world,
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
