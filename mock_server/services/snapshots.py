"""Snapshots: a world stored under a name, to be restored later. A snapshot is an export inside the database.

The specification has no snapshots: they belong to the control plane.
"""

import zlib
from datetime import datetime

import orjson

from mock_server.domain.refusals import SnapshotNotFound, TooManySnapshots
from mock_server.services.world_exports import export_world, load_world
from mock_server.storage.sessions import Session
from mock_server.storage.snapshots import Snapshot, drop_snapshot, find_export, keep_snapshot, kept_snapshots

MAX_SNAPSHOTS = 20


def take_snapshot(session: Session, name: str, contract_version: str) -> Snapshot:
    """Stores the present state of the world under a name, in place of an earlier snapshot with this name.

    Raises TooManySnapshots or WorldTooLarge.
    """
    others = [snapshot for snapshot in kept_snapshots(session) if snapshot.name != name]
    if len(others) >= MAX_SNAPSHOTS:
        raise TooManySnapshots(MAX_SNAPSHOTS)
    packed = zlib.compress(orjson.dumps(export_world(session, contract_version)), level=1)
    keep_snapshot(session, name, packed)
    return Snapshot(name, session.now, len(packed))


def restore_snapshot(session: Session, name: str, wall: datetime) -> None:
    """Restores the state of a snapshot. The snapshots of the world stay. Raises SnapshotNotFound."""
    packed = find_export(session, name)
    if packed is None:
        raise _not_found(session, name)
    load_world(session, orjson.loads(zlib.decompress(packed)), wall)


def remove_snapshot(session: Session, name: str) -> None:
    """Removes a snapshot. Raises SnapshotNotFound."""
    if name not in [snapshot.name for snapshot in kept_snapshots(session)]:
        raise _not_found(session, name)
    drop_snapshot(session, name)


def _not_found(session: Session, name: str) -> SnapshotNotFound:
    return SnapshotNotFound(name, tuple(snapshot.name for snapshot in kept_snapshots(session)))
