"""A cancellation long before its cutoff is accepted, unless something else may explain the refusal."""

from typing import Any

import pytest

from tests.conformance.proxy.watched import WISH, booking
from tests.conformance.watching.recorded_runs import Recorded

_CREATED_AT = booking()["createdAt"]
_REFUSED = {"type": "about:blank", "title": "No", "status": 409}


def _run(cutoff_hours: int = 24, created_at: str = _CREATED_AT) -> Recorded:
    """A run that has read the terms of a course and booked there, in March."""
    run = Recorded().sends("GET /travel/courses/crs_1/terms", 200, {"data": _terms(cutoff_hours)})
    return run.sends("POST /travel/bookings", 201, {"data": booking(createdAt=created_at)}, sent=WISH)


def _terms(cutoff_hours: int) -> dict[str, Any]:
    return {
        "courseId": "crs_1",
        "courseName": "Links",
        "cancellationPolicy": {
            "source": "platform",
            "tiers": [{"hoursBeforeTeeTime": 0, "refundPercent": 0, "label": "No refund"}],
        },
        "bookingTerms": {
            "maxPlayersPerBooking": 4,
            "maxDaysInAdvance": 400,
            "modificationAllowed": True,
            "modificationCutoffHours": 24,
            "selfServiceCancellationCutoffHours": cutoff_hours,
        },
    }


def _refuses(run: Recorded, status: int = 409) -> Recorded:
    return run.sends("DELETE /travel/bookings/bkg_1", status, _REFUSED)


def test_a_refusal_long_before_the_cutoff_is_found() -> None:
    assert _refuses(_run()).reads().found() == ["BKX-10"]


@pytest.mark.parametrize("cutoff_hours", [24 * 101, 24 * 200])
def test_a_refusal_that_may_be_inside_the_cutoff_raises_no_alarm(cutoff_hours: int) -> None:
    assert _refuses(_run(cutoff_hours)).reads().found() == []


def test_a_refusal_of_a_booking_that_is_cancelled_already_raises_no_alarm() -> None:
    assert _refuses(_run()).reads(status="cancelled").found() == []


@pytest.mark.parametrize("status", [401, 403, 404, 412, 429, 503])
def test_a_refusal_for_another_reason_raises_no_alarm(status: int) -> None:
    assert _refuses(_run(), status).reads().found() == []


def test_a_refusal_beside_another_write_raises_no_alarm() -> None:
    run = _refuses(_run()).updates_meanwhile(players=3)

    assert run.reads().found() == []


def test_a_target_with_another_clock_than_its_headers_raises_no_alarm() -> None:
    later = "2026-11-21T10:00:20Z"

    assert _refuses(_run(created_at=later)).reads(createdAt=later).found() == []


def test_after_a_lever_nobody_knows_the_clock() -> None:
    assert _refuses(_run().pulls_a_lever()).reads().found() == []
