"""A world, stored under a name. You can restore it later. Written by `python -m tests.levers`."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from mock_server.embedding.call import LeverCall, segment

if TYPE_CHECKING:
    from mock_server.embedding.levers.worlds import World


class Snapshot(TypedDict):
    """A stored world."""

    name: str  # Name of a snapshot.
    takenAt: str  # A moment of the world's time, in UTC.
    bytes: int  # Size of the snapshot.


class NewSnapshot(TypedDict):
    """A snapshot to take."""

    name: str  # Name of a snapshot.


def list_snapshots(world: str = "self") -> LeverCall[list[Snapshot]]:
    """See the snapshots: `GET /worlds/{world}/snapshots`.

    Lists the snapshots of the world, in order of name.
    """
    return LeverCall("GET", f"/worlds/{segment(world)}/snapshots", "data")


def take_snapshot(body: NewSnapshot, world: str = "self") -> LeverCall[Snapshot]:
    """Take a snapshot: `POST /worlds/{world}/snapshots`.

    Stores the present state of the world under a name. An earlier snapshot with this name is lost.
    """
    return LeverCall("POST", f"/worlds/{segment(world)}/snapshots", "data", body=body)


def delete_snapshot(name: str, world: str = "self") -> LeverCall[None]:
    """Remove a snapshot: `DELETE /worlds/{world}/snapshots/{name}`.

    Removes a snapshot. The world does not change.
    """
    return LeverCall("DELETE", f"/worlds/{segment(world)}/snapshots/{segment(name)}", "nothing")


def restore_snapshot(name: str, world: str = "self") -> LeverCall[World]:
    """Restore a snapshot: `POST /worlds/{world}/snapshots/{name}/restore`.

    Restores the state of the world at the time of the snapshot.
    """
    return LeverCall("POST", f"/worlds/{segment(world)}/snapshots/{segment(name)}/restore", "data")
