"""Probes of webhook subscriptions."""

from typing import Any

from tests.answers.asking import Asker, decided, made
from tests.answers.registry import probe

_FURTHER = (
    "group_booking.confirmed",
    "group_booking.failed",
    "group_booking.cancelled",
    "booking_hook.confirmed",
    "booking_hook.released",
    "booking_hook.expired",
)
_MEMBERS = {"id", "url", "events", "description", "isActive", "createdAt"}


def _body(**changes: Any) -> dict[str, Any]:
    return {"url": "https://agency.example/", "events": ["booking.confirmed"], "description": "Desk", **changes}


@probe("A-48")
def secret_of_a_subscription(asks: Asker) -> str:
    """A subscription with a secret of the caller, and the members of a subscription without one."""
    chosen = asks.post("/webhooks", _body(secret="whsec_" + "a" * 32))
    created = made(asks.post("/webhooks", _body()))
    (listed, *_) = made(asks.get("/webhooks"))
    return decided(
        ("caller-secret", chosen.is_success),
        ("own-secret-once", set(created) == _MEMBERS | {"secret"} and set(listed) == _MEMBERS),
        seen=(chosen, listed),
    )


@probe("A-49")
def list_of_subscriptions(asks: Asker) -> str:
    """The list, a partial update, a removal, an unknown kind, and an address without TLS."""
    webhook_id = made(asks.post("/webhooks", _body()))["id"]
    listed = asks.get("/webhooks").body
    updated = made(asks.put(f"/webhooks/{webhook_id}", {"isActive": False}))
    refused = [
        asks.post("/webhooks", _body(events=["booking.lost"])).status,
        asks.post("/webhooks", _body(url="http://agency.example/")).status,
    ]
    removed = asks.delete(f"/webhooks/{webhook_id}").status
    is_partial = (updated["isActive"], updated["description"]) == (False, "Desk")
    is_paged = isinstance(listed, dict) and "pagination" in listed.get("meta", {})
    return decided(
        ("bare-array", isinstance(listed, list)),
        ("paged-list", is_paged and is_partial and [*refused, removed] == [422, 422, 204]),
        seen=(listed, updated, refused, removed),
    )


@probe("A-52")
def further_kinds_of_events(asks: Asker) -> str:
    """A subscription to each kind of event of groups and hooks."""
    statuses = {kind: asks.post("/webhooks", _body(events=[kind])).status for kind in _FURTHER}
    return decided(
        ("no-further", not any(status == 201 for status in statuses.values())),
        ("six-further", all(status == 201 for status in statuses.values())),
        seen=statuses,
    )
