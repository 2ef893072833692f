"""Deliveries of refused writes during a whole run: a repetition and a decision of a course must not look like them."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from conformance.evidence.exchanges import Exchange, Role
from conformance.evidence.receiver import Delivery
from conformance.watching.agency_traffic import AgencyTraffic, RunTraffic
from conformance.watching.unwanted_events import told_refusals, writes_in
from tests.conformance.made_up import MOMENT, exchange

AGENCY = "first agency"
REFUSED = 409


def created(second: int, number: int, status: str = "confirmed") -> Exchange:
    content = json.dumps({"data": {"id": f"bkg_{number}", "status": status, "players": 2}}).encode()
    made = exchange(content, method="POST", path="/travel/bookings", status=201, sent=content, index=second)
    return replace(made, started_at=MOMENT + timedelta(seconds=second))


def changed(second: int, number: int, status: int = 200, **options: Any) -> Exchange:
    path = f"/travel/bookings/bkg_{number}"
    made = exchange(b"{}", method="PUT", path=path, status=status, sent=b"{}", index=second, **options)
    return replace(made, started_at=MOMENT + timedelta(seconds=second))


def told(second: float, number: int, kind: str = "modified", text: str = "") -> Delivery:
    content = json.dumps({"type": f"booking.{kind}", "id": f"bkg_{number}", "text": text or str(second)}).encode()
    return Delivery("POST", "/whole-run", (), content, MOMENT + timedelta(seconds=second))


def found(exchanges: Sequence[Exchange], *deliveries: Delivery) -> list[int]:
    return [
        exchange.index
        for exchange in told_refusals(writes_in(AgencyTraffic(RunTraffic(exchanges), AGENCY)), deliveries)
    ]


CREATED = [created(number, number) for number in range(9)]
REFUSALS = [changed(10 + number, number, REFUSED) for number in range(3)]


def test_deliveries_after_refused_changes_tell_of_them() -> None:
    assert found([*CREATED, *REFUSALS], *(told(10.5 + number, number) for number in range(3))) == [10, 11, 12]


def test_an_accepted_change_explains_one_delivery() -> None:
    accepted = [changed(20 + number, number) for number in range(3)]
    once = [told(20.5 + number, number) for number in range(3)]

    assert found([*CREATED, *REFUSALS, *accepted], *once) == []
    assert len(found([*CREATED, *REFUSALS, *accepted], *once, *(told(30.0, number) for number in range(3)))) == 3


@pytest.mark.parametrize(
    ("exchanges", "deliveries"),
    [
        pytest.param(REFUSALS, [told(10.5, 0), told(11.5, 1)], id="two may be chance"),
        pytest.param(
            [changed(9, 0), *REFUSALS],
            [told(9.5, 0, text="a"), *[told(30.0, 0, text="a")] * 3],
            id="one that is repeated",
        ),
        pytest.param(REFUSALS, [told(9.5, number) for number in range(3)], id="they came before"),
        pytest.param(REFUSALS, [told(13.5, number, "cancelled") for number in range(3)], id="another kind"),
        pytest.param(REFUSALS, [told(13.5, number) for number in range(9)], id="others come without a cause too"),
        pytest.param(
            [changed(10 + number, number, REFUSED, role=Role.generated) for number in range(3)],
            [told(13.5, number) for number in range(3)],
            id="generated changes",
        ),
    ],
)
def test_what_something_else_explains_is_not_told(exchanges: list[Exchange], deliveries: list[Delivery]) -> None:
    assert found([*CREATED, *exchanges], *deliveries) == []


def test_a_booking_that_waits_for_its_course_does_not_count() -> None:
    waiting = [created(number, number, "pending") for number in range(3)]

    assert found([*waiting, *REFUSALS], *(told(13.5, number) for number in range(3))) == []
