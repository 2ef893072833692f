"""Rows of snapshots. A snapshot belongs to a world but is not part of it: a reset or a restore keeps it."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, delete, func, insert, select

from mock_server.storage.sessions import Session, to_moment, to_seconds
from mock_server.storage.statements import Prepared
from mock_server.storage.tables import snapshots

_NAMED = (snapshots.c.world == bindparam("of_world"), snapshots.c.name == bindparam("of_name"))
_KEEP = Prepared(insert(snapshots), snapshots.c.keys())
_DROP = Prepared(delete(snapshots).where(*_NAMED))
_FIND = Prepared(select(snapshots.c.export).where(*_NAMED))
_LIST = Prepared(
    select(snapshots.c.name, snapshots.c.taken_at, func.length(snapshots.c.export).label("size")).where(
        snapshots.c.world == bindparam("of_world")
    )
)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A stored world. *taken_at* is the time that its clock showed, *size* is the stored size in bytes."""

    name: str
    taken_at: datetime
    size: int


def keep_snapshot(session: Session, name: str, export: bytes) -> None:
    """Stores a snapshot, in place of a snapshot with the same name."""
    drop_snapshot(session, name)
    row = {"world": session.world.name, "name": name, "taken_at": to_seconds(session.now), "export": export}
    _KEEP.run(session.connection, row)


def kept_snapshots(session: Session) -> list[Snapshot]:
    """Every snapshot of the world, in order of name."""
    rows = _LIST.rows(session.connection, {"of_world": session.world.name})
    # The sort happens here, since each database has its own order of texts.
    return sorted(
        (Snapshot(row.name, to_moment(row.taken_at), row.size) for row in rows), key=lambda snapshot: snapshot.name
    )


def find_export(session: Session, name: str) -> bytes | None:
    """The stored export under a name, or None."""
    row = _FIND.first(session.connection, {"of_world": session.world.name, "of_name": name})
    return None if row is None else bytes(row.export)


def drop_snapshot(session: Session, name: str) -> None:
    """Removes the snapshot with this name."""
    _DROP.run(session.connection, {"of_world": session.world.name, "of_name": name})
