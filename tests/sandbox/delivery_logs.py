"""What tests of deliveries share: subscriptions to a receiver, and the log of deliveries."""

import time
from datetime import datetime, timedelta
from typing import Any

from tests.sandbox.agencies import Agency
from tests.sandbox.receivers import Receiver

KINDS = ["booking.confirmed", "booking.cancelled", "booking.modified"]


def subscribed(agency: Agency, receiver: Receiver, *kinds: str) -> dict[str, Any]:
    answer = agency.post("/webhooks", {"url": receiver.url, "events": list(kinds) or KINDS})
    assert answer.status_code == 201, answer.text
    webhook: dict[str, Any] = answer.json()["data"]
    return webhook


def deliveries(agency: Agency, **chosen: str) -> list[dict[str, Any]]:
    """The deliveries of the world, oldest first."""
    query = "&".join(f"{name}={value}" for name, value in chosen.items())
    answer = agency.control("GET", f"/deliveries?{query}")
    assert answer.status_code == 200, answer.text
    newest_first: list[dict[str, Any]] = answer.json()["data"]
    return newest_first[::-1]


def log_of(agency: Agency, delivery_id: str) -> list[dict[str, Any]]:
    log: list[dict[str, Any]] = agency.control("GET", f"/deliveries/{delivery_id}").json()["data"]["log"]
    return log


def settled(agency: Agency, attempts: int, state: str | None = None) -> dict[str, Any]:
    """The only delivery of the world, once this number of *attempts* is recorded. Fails when they are not."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        (delivery,) = deliveries(agency)
        if delivery["attempts"] >= attempts and state in (None, delivery["state"]):
            return delivery
        time.sleep(0.02)
    raise AssertionError(delivery)


def second_before(moment: str) -> str:
    return (datetime.fromisoformat(moment) - timedelta(seconds=1)).isoformat().replace("+00:00", "Z")
