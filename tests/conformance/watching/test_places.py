"""Suspicions about free places: several tee times without an exception, and never more than a suspicion."""

from typing import Any

from tests.conformance.proxy.watched import WISH, Traffic, booking


def _sheet(time: str, available: int) -> dict[str, Any]:
    pricing = {"currency": "EUR", "greenFee": 80, "totalAmount": 80, "priceType": "standard"}
    return {
        "courseId": "crs_1",
        "courseName": "Links",
        "date": "2027-03-01",
        "dayType": "weekday",
        "isOnline": True,
        "availableTimes": [{"time": time, "available": available, "pricing": pricing}],
        "additionalFees": [],
        "timeSlots": {"firstAvailable": time, "lastAvailable": time, "twilightStart": "18:00"},
    }


def _life(traffic: Traffic, hour: int, *, during: int, after: int) -> Traffic:
    """A booking for two is made at a tee time with four places, and cancelled again."""
    time, booking_id = f"{hour}:00", f"bkg_{hour}"
    sheet = "GET /travel/courses/crs_1/tee-times?date=2027-03-01&players=1"
    made = {"data": booking(booking_id, teeTime=time)}
    cancelled = {"data": booking(booking_id, teeTime=time, status="cancelled", cancellationDate="2026-11-20T10:00:00Z")}
    traffic.passes(sheet, 200, _sheet(time, 4))
    traffic.passes("POST /travel/bookings", 201, made, sent=WISH | {"teeTime": time})
    traffic.passes(sheet, 200, _sheet(time, during))
    traffic.passes(f"DELETE /travel/bookings/{booking_id}", 200, cancelled)
    return traffic.passes(sheet, 200, _sheet(time, after))


def test_places_that_never_return_are_suspected() -> None:
    traffic = Traffic()
    for hour in (10, 11, 12):
        _life(traffic, hour, during=2, after=2)

    assert traffic.found() == {"BKX-07": "suspected"}


def test_places_that_never_become_fewer_are_suspected() -> None:
    traffic = Traffic()
    for hour in (10, 11, 12):
        _life(traffic, hour, during=4, after=5)

    assert traffic.found() == {"INV-05": "suspected"}


def test_places_that_do_not_return_twice_raise_no_suspicion() -> None:
    traffic = _life(_life(Traffic(), 10, during=2, after=2), 11, during=2, after=1)

    assert traffic.found() == {}


def test_places_that_return_once_end_the_suspicion() -> None:
    traffic = _life(Traffic(), 9 + 1, during=2, after=4)
    for hour in (11, 12, 13):
        _life(traffic, hour, during=2, after=2)

    assert traffic.found() == {}
