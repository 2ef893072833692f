"""What a session changes in the row of its world: the clock, the settings, the next deadline, the counters."""

from datetime import datetime

from sqlalchemy import text, update

from mock_server.clock import Clock, ClockMode
from mock_server.domain.ids import Numbered
from mock_server.domain.world_settings import NO_SETTINGS, WorldSettings
from mock_server.storage.sessions import Session, to_seconds
from mock_server.storage.statements import Prepared
from mock_server.storage.tables import STATE_TABLES, worlds
from mock_server.storage.world_settings import SAVE_SETTINGS, write_settings

NEXT_NUMBER = Prepared(
    text(
        "INSERT INTO counters (world, kind, value) VALUES (:world, :kind, 1) "
        "ON CONFLICT (world, kind) DO UPDATE SET value = counters.value + 1 RETURNING value"
    )
)
_WAKE_AT = Prepared(
    text("UPDATE worlds SET next_due_at = :due WHERE name = :name AND (next_due_at IS NULL OR next_due_at > :due)")
)


def keep(session: Session) -> None:
    """Commits the changes so far, even if an exception follows. The session cannot be used afterwards."""
    transaction = session.connection.get_transaction()
    assert transaction is not None
    transaction.commit()


def next_number(session: Session, kind: Numbered) -> int:
    """The next number of a kind of object in the world, from 1."""
    ((number,),) = NEXT_NUMBER.rows(session.connection, {"world": session.world.name, "kind": kind.value})
    return int(number)


def wake_at(session: Session, moment: datetime) -> None:
    """Records that something happens by itself at *moment*."""
    _WAKE_AT.run(session.connection, {"name": session.world.name, "due": to_seconds(moment)})


def set_next_due(session: Session, moment: datetime | None) -> None:
    """Records the earliest moment at which something happens by itself; None if nothing waits."""
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


def mix_references(session: Session, *, mixes: bool) -> None:
    """Records whether the world has bookings whose references do not follow from its seed and name."""
    session.connection.execute(
        update(worlds).where(worlds.c.name == session.world.name).values(mixes_references=int(mixes))
    )


def count_rules(session: Session, rules: int) -> None:
    """Records how many rules wait for a request."""
    session.connection.execute(update(worlds).where(worlds.c.name == session.world.name).values(rules=rules))


def forget(session: Session, wall: datetime) -> None:
    """Removes the state, the rules and the settings of the world. Its clock shows the wall time again."""
    for table in STATE_TABLES:
        session.connection.execute(table.delete().where(table.c.world == session.world.name))
    set_next_due(session, None)
    save_settings(session, NO_SETTINGS)
    count_rules(session, 0)
    mix_references(session, mixes=False)
    set_clock(session, Clock(ClockMode.TICKING, wall, wall))
