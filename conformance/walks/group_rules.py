"""How answers about group bookings narrow the model. Pure.

The specification shows only the first status. Any status may follow, and the model expects none.
"""

from collections.abc import Mapping
from typing import Any

from conformance.walks.beliefs import Deviation, Group
from conformance.walks.ledger import Ledger

_ECHOED = ("totalPlayers", "courseId", "date")


def grouped(ledger: Ledger, sent: Mapping[str, Any], shown: Mapping[str, Any]) -> None:
    """Keeps an accepted group. Raises `Deviation`."""
    if "status" in shown and shown["status"] != "processing":
        raise Deviation("GRP-02", "a new group booking is processing", f"it is {shown['status']}")
    group = Group(str(shown["id"]), dict(sent))
    _expect_what_was_asked(group, shown)
    ledger.groups.append(group)


def read(group: Group, shown: Mapping[str, Any] | None) -> None:
    """Judges what a read of the group shows, None when it was refused. Raises `Deviation`."""
    if shown is None:
        raise Deviation("GRP-05", "a group booking can be read", "reading it is refused")
    if "id" in shown and str(shown["id"]) != group.id:
        raise Deviation(
            "GRP-06", f"the answer to the read is about group {group.id}", f"the answer is about {shown['id']}"
        )
    _expect_what_was_asked(group, shown)


def explains(group: Group, shown: Mapping[str, Any] | None) -> bool:
    """Whether a read that shows this breaks nothing."""
    try:
        read(group, shown)
    except Deviation:
        return False
    return True


def _expect_what_was_asked(group: Group, shown: Mapping[str, Any]) -> None:
    for name in _ECHOED:
        if name in shown and shown[name] != group.sent[name]:
            raise Deviation("GRP-04", f"{name} of the group is {group.sent[name]!r}", f"{shown[name]!r}")
