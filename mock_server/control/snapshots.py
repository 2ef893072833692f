"""Snapshots of a world: takes, lists, restores and removes them."""

from typing import Any

from mock_server.api.calls import Answer, Call, timestamp
from mock_server.clock import wall_clock
from mock_server.control.reach import Reach
from mock_server.control.worlds import in_world, keep_beginning, replaced, world_answer
from mock_server.services import snapshots
from mock_server.storage.snapshots import Snapshot, kept_snapshots


def list_snapshots(call: Call, reach: Reach) -> Answer:
    """GET /worlds/{world}/snapshots: its snapshots, in order of name."""
    with in_world(call, reach, writes=False) as session:
        return Answer(200, {"data": [_snapshot(snapshot) for snapshot in kept_snapshots(session)]})


def take_snapshot(call: Call, reach: Reach) -> Answer:
    """POST /worlds/{world}/snapshots: stores the present state of the world."""
    version = reach.shelf.now.main.version
    with in_world(call, reach, writes=True) as session:
        taken = snapshots.take_snapshot(session, call.body["name"], version)
        keep_beginning(session, call, "takeSnapshot")
        return Answer(201, {"data": _snapshot(taken)})


def restore_snapshot(call: Call, reach: Reach) -> Answer:
    """POST /worlds/{world}/snapshots/{name}/restore: restores the stored state."""
    with in_world(call, reach, writes=True) as session:
        snapshots.restore_snapshot(session, call.path["name"], wall_clock())
        keep_beginning(session, call, "restoreSnapshot")
        answer = world_answer(session, 200)
    return replaced(reach, answer)


def delete_snapshot(call: Call, reach: Reach) -> Answer:
    """DELETE /worlds/{world}/snapshots/{name}: removes a snapshot."""
    with in_world(call, reach, writes=True) as session:
        snapshots.remove_snapshot(session, call.path["name"])
    return Answer(204, None)


def _snapshot(snapshot: Snapshot) -> dict[str, Any]:
    return {"name": snapshot.name, "takenAt": timestamp(snapshot.taken_at), "bytes": snapshot.size}
