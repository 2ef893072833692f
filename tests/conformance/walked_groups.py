"""The groups of a walked target."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.conformance.walked_values import Json, Refusal

if TYPE_CHECKING:
    from tests.conformance.walked_target import WalkedTarget


def group(target: WalkedTarget, *, body: Json, agency: str, **_: Any) -> tuple[int, Json]:
    if target.has("groups are refused"):
        raise Refusal
    group_id = target.new("group")
    shown = {name: body[name] for name in ("totalPlayers", "courseId", "date")}
    shown |= {"id": group_id, "status": "processing", "createdAt": target.now.isoformat()}
    if "second group is confirmed at once" in target.faults and target.groups:
        shown["status"] = "confirmed"
    target.groups[group_id] = (agency, shown)
    return 202, {"data": shown}


def read_group(target: WalkedTarget, group_id: str, *, agency: str, **_: Any) -> tuple[int, Json]:
    owner, shown = target.groups.get(group_id, ("", {}))
    if owner != agency:
        raise Refusal(404)
    return 200, {"data": shown | {"status": "confirmed"}}


def asked(target: WalkedTarget, *_: Any, **__: Any) -> tuple[int, Json]:
    return 200, {"ok": True}
