"""Deliveries to addresses that a subscription left: only an event that nothing before can have caused counts."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from conformance.evidence.exchanges import Exchange, Role
from conformance.evidence.receiver import Delivery
from conformance.watching.agency_traffic import AgencyTraffic, RunTraffic
from conformance.watching.left_addresses import late_deliveries, left_addresses
from conformance.watching.unwanted_events import writes_in
from tests.conformance.made_up import MOMENT, exchange

ORIGIN, VISIBILITY = "http://receiver.example", 2.0


def sent(second: int, method: str, path: str, body: Any, shown: Any, **options: Any) -> Exchange:
    content = json.dumps({"data": shown}).encode()
    made = exchange(content, method=method, path=path, sent=json.dumps(body).encode(), index=second, **options)
    begins = MOMENT + timedelta(seconds=second)
    return replace(made, started_at=begins)


def booked(second: int, number: int, status: str = "confirmed") -> Exchange:
    return sent(second, "POST", "/travel/bookings", {}, {"id": f"bkg_{number}", "status": status}, status=201)


def cancelled(second: int, number: int) -> Exchange:
    return sent(second, "DELETE", f"/travel/bookings/bkg_{number}", {}, {"status": "cancelled"})


def subscribed(second: int, address: str = "a", own: str = "whk_1", **options: Any) -> Exchange:
    return sent(second, "POST", "/webhooks", {"url": f"{ORIGIN}/{address}"}, {"id": own}, status=201, **options)


def moved(second: int, address: str) -> Exchange:
    return sent(second, "PUT", "/webhooks/whk_1", {"url": f"{ORIGIN}/{address}"}, {"id": "whk_1"})


def removed(second: int, **options: Any) -> Exchange:
    return sent(second, "DELETE", "/webhooks/whk_1", {}, {}, **options)


def told(second: float, number: int = 1, kind: str = "cancelled", address: str = "a") -> Delivery:
    content = json.dumps({"type": f"booking.{kind}", "id": f"bkg_{number}"}).encode()
    return Delivery("POST", f"/{address}", (), content, MOMENT + timedelta(seconds=second))


def rows(exchanges: Sequence[Exchange], *deliveries: Delivery) -> list[tuple[str, Sequence[str]]]:
    traffic = AgencyTraffic(RunTraffic(exchanges), "first agency")
    left = left_addresses(traffic.run)
    arrived = {url: [item for item in deliveries if url.endswith(item.path)] for url in left}
    found = late_deliveries(left, writes_in(traffic), arrived, VISIBILITY)
    return [(late.row, late.bookings) for late in found]


def test_an_event_after_the_removal_is_late() -> None:
    assert rows([subscribed(0), booked(1, 1), removed(2), cancelled(9, 1)], told(9.5)) == [("EVT-08", ["bkg_1"])]


def test_an_event_at_the_old_url_is_late() -> None:
    events = [subscribed(0), booked(1, 1), moved(2, "b"), cancelled(9, 1)]

    assert rows(events, told(9.5), told(9.5, address="b")) == [("EVT-09", ["bkg_1"])]


@pytest.mark.parametrize(
    ("exchanges", "deliveries"),
    [
        pytest.param([subscribed(0), removed(2), booked(3, 1), cancelled(3, 1)], [told(3.5)], id="too soon"),
        pytest.param(
            [subscribed(0), booked(0, 1), removed(2), cancelled(9, 1)],
            [told(9.5, kind="confirmed")],
            id="a late delivery",
        ),
        pytest.param(
            [subscribed(0), booked(0, 1), removed(2), cancelled(9, 1)], [told(8.5)], id="the course cancelled"
        ),
        pytest.param([subscribed(0), booked(0, 1, "pending"), removed(2), cancelled(9, 1)], [told(9.5)], id="pending"),
        pytest.param(
            [subscribed(0), booked(0, 1), removed(2, role=Role.lost), removed(3), cancelled(9, 1)],
            [told(9.5)],
            id="a lost answer",
        ),
        pytest.param(
            [subscribed(0), booked(0, 1), removed(2), subscribed(3, own="whk_2"), cancelled(9, 1)],
            [told(9.5)],
            id="another subscription to the address",
        ),
        pytest.param(
            [subscribed(0), booked(0, 1), replace(removed(2), agency="second agency"), cancelled(9, 1)],
            [told(9.5)],
            id="removed by another agency",
        ),
        pytest.param(
            [subscribed(0), booked(0, 1), moved(2, "b"), moved(3, "a"), cancelled(9, 1)], [told(9.5)], id="it came back"
        ),
    ],
)
def test_what_may_be_due_there_is_not_late(exchanges: list[Exchange], deliveries: list[Delivery]) -> None:
    assert rows(exchanges, *deliveries) == []
