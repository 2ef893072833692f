"""Which exchanges of a recorded run give sights."""

from typing import Any

import pytest

from conformance.evidence.exchanges import Role
from tests.conformance.proxy.watched import WISH, booking, page
from tests.conformance.watching.recorded_runs import COURSE, Recorded, days_in

_ALL, _COURSES = "GET /travel/bookings", "GET /travel/courses"
_ENQUIRY = {
    "courseId": "crs_1",
    "courseName": "Links",
    "isOnline": False,
    "bookingMessage": "This course answers by e-mail.",
    "approximatePricing": {"estimatedGreenFee": 85.0, "currency": "EUR", "priceAccuracy": "estimated"},
    "offlineBookingContact": {"email": "pro@example.com", "phone": "+34 950 000 000", "responseTime": "24 hours"},
}
_CANCELLED_AT = "2026-11-20T10:00:20Z"


def test_an_answer_that_breaks_a_rule_is_a_sight() -> None:
    assert Recorded().sends(_ALL, 200, page(pageSize=10)).found() == ["PAG-04"]


def test_a_lost_exchange_gives_no_sight() -> None:
    assert Recorded().sends(_ALL, 200, page(pageSize=10), role=Role.lost).found() == []


def test_a_generated_read_is_a_sight() -> None:
    assert Recorded().sends(_ALL, 200, page(pageSize=10), role=Role.generated).found() == ["PAG-04"]


@pytest.mark.parametrize(("role", "found"), [(Role.golden, True), (Role.generated, False)])
def test_a_generated_write_gives_no_sight(role: Role, found: bool) -> None:
    run = Recorded().sends("POST /travel/bookings", 201, {"data": booking(players=3)}, sent=WISH, role=role)

    assert bool(run.found()) is found


def test_an_accepted_attempt_is_a_sight() -> None:
    sent = WISH | {"players": 5}
    run = Recorded().sends("POST /travel/bookings", 201, {"data": booking(players=5)}, sent=sent, role=Role.attempt)

    assert "BKC-21" in run.found()


def test_an_answer_that_repeats_the_answer_to_a_parallel_create_shows_what_the_other_sent() -> None:
    made = {"data": booking(agencyBookingReference="A")}
    run = Recorded().sends("POST /travel/bookings", 201, made, sent=WISH | {"agencyBookingReference": "B"})
    run.clock -= 10

    assert run.sends("POST /travel/bookings", 201, made, sent=WISH | {"agencyBookingReference": "A"}).found() == []


def test_a_cancelled_booking_may_leave_its_list_after_a_lever() -> None:
    cancelled = {"data": booking(status="cancelled", cancellationDate=_CANCELLED_AT)}
    run = Recorded().books().sends("DELETE /travel/bookings/bkg_1", 200, cancelled, role=Role.golden)

    assert run.pulls_a_lever().sends(f"{_ALL}?status=cancelled", 200, page()).found() == []


def test_a_cancellation_that_shows_another_reference_is_found() -> None:
    cancelled = {"id": "bkg_1", "status": "cancelled", "bookingReference": "TS-ELSE", "cancellationDate": _CANCELLED_AT}
    run = Recorded().books().sends("DELETE /travel/bookings/bkg_1", 200, {"data": cancelled}, role=Role.golden)

    assert run.found() == ["BKX-02"]


@pytest.mark.parametrize(("course_id", "found"), [("crs_1", []), ("crs_2", ["AVM-01"])])
def test_a_period_is_of_the_course_asked_for(course_id: str, found: list[str]) -> None:
    pagination = {"page": 1, "pageSize": 1, "totalItems": 2, "totalPages": 2}
    run = Recorded().sends(f"{_COURSES}?page=1&pageSize=1", 200, {"data": [COURSE], "meta": {"pagination": pagination}})
    period = f"{_COURSES}/crs_1/availability?startDate=2027-03-01&endDate=2027-03-01"

    assert run.sends(period, 200, days_in("EUR") | {"courseId": course_id}).found() == found


def test_the_order_of_a_recording_holds_where_the_clock_was_set_back() -> None:
    run = Recorded().books()
    run.clock -= 10.05

    assert run.updates(specialRequests="Buggy").reads(specialRequests="Buggy").found() == []


@pytest.mark.parametrize("first", range(7))
def test_a_recording_that_is_judged_in_two_parts_shows_the_same(first: int) -> None:
    run = Recorded().books().reads(specialRequests="Buggy").updates(players=3).pulls_a_lever().reads(players=2)
    run.sends("PUT /travel/bookings/bkg_1", 200, {}, sent={"players": 4}, role=Role.lost)
    run.sends(_ALL, 200, page(pageSize=10)).reads(players=1)

    assert run.found_in_parts(first) == run.found() == ["BKU-01", "BKU-09", "PAG-04", "BKL-03"]


@pytest.mark.parametrize(
    ("line", "sent", "body", "row"),
    [
        ("POST /travel/bookings", WISH, {"data": booking(leadPlayer=None)}, "BKC-06"),
        ("PUT /travel/bookings/bkg_1", {"players": 5}, {"data": booking(players=5)}, "BKU-07"),
        (
            f"GET /travel/courses/crs_1/tee-times?date={WISH['date']}",
            None,
            _ENQUIRY | {"date": "2027-01-01"},
            "AVO-06",
        ),
    ],
)
def test_a_rule_looks_at_every_answer(line: str, sent: Any, body: Any, row: str) -> None:
    assert row in Recorded().sends(line, 200, body, sent=sent).found()
