"""Snapshots of a world: take one, list them, go back to one, forget one."""

from typing import Any

from mock_server.api.calls import Answer, Call, timestamp
from mock_server.clock import wall_clock
from mock_server.control.reach import Reach
from mock_server.control.worlds import existing_world, replaced
from mock_server.services import snapshots
from mock_server.services.worlds import opened
from mock_server.storage.snapshots import Snapshot, kept_snapshots


def list_snapshots(call: Call, reach: Reach) -> Answer:
    """GET /worlds/{world}/snapshots: what was kept, in order of name."""
    with opened(reach.store, existing_world(call, reach), wall_clock(), writes=False) as session:
        return Answer(200, {"data": [_snapshot(each) for each in kept_snapshots(session)]})


def take_snapshot(call: Call, reach: Reach) -> Answer:
    """POST /worlds/{world}/snapshots: keeps the world as it stands."""
    version = reach.contract.document["info"]["version"]
    with opened(reach.store, existing_world(call, reach), wall_clock(), writes=True) as session:
        return Answer(201, {"data": _snapshot(snapshots.take_snapshot(session, call.body["name"], version))})


def restore_snapshot(call: Call, reach: Reach) -> Answer:
    """POST /worlds/{world}/snapshots/{name}/restore: puts the world back to where it stood."""
    name = existing_world(call, reach)
    with opened(reach.store, name, wall_clock(), writes=True) as session:
        snapshots.restore_snapshot(session, call.path["name"], wall_clock())
    return replaced(name, reach, 200)


def delete_snapshot(call: Call, reach: Reach) -> Answer:
    """DELETE /worlds/{world}/snapshots/{name}: forgets a snapshot."""
    with opened(reach.store, existing_world(call, reach), wall_clock(), writes=True) as session:
        snapshots.remove_snapshot(session, call.path["name"])
    return Answer(204, None)


def _snapshot(snapshot: Snapshot) -> dict[str, Any]:
    return {"name": snapshot.name, "takenAt": timestamp(snapshot.taken_at), "bytes": snapshot.size}
