"""A group at an offline course: the course is asked after 20 seconds, and confirms, declines or stays silent."""

import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.trade import SATURDAY, day_of, grouped, offline, read_group

CONFIRMS, DECLINES, SILENT = (offline(f"offline-{answer}").course_id for answer in ("confirms", "declines", "silent"))


@pytest.mark.parametrize(
    ("course_id", "moment", "status"),
    [
        (CONFIRMS, "2040-05-07T08:00:19Z", "processing"),
        (CONFIRMS, "2040-05-07T08:00:20Z", "pending"),
        (CONFIRMS, "2040-05-07T08:30:19Z", "pending"),
        (CONFIRMS, "2040-05-07T08:30:20Z", "confirmed"),
        (DECLINES, "2040-05-07T08:30:19Z", "pending"),
        (DECLINES, "2040-05-07T08:30:20Z", "failed"),
        (SILENT, "2040-05-07T08:00:20Z", "pending"),
        (SILENT, "2040-05-12T00:00:00Z", "pending"),
    ],
)
def test_a_course_answers_at_its_time(alpha: Agency, course_id: str, moment: str, status: str) -> None:
    group_id = grouped(alpha, course_id)["id"]

    alpha.freeze(moment)

    assert read_group(alpha, group_id)["status"] == status


def test_a_pending_group_has_neither_tee_times_nor_price(alpha: Agency) -> None:
    group_id = grouped(alpha, SILENT)["id"]

    alpha.advance(by="PT20S")

    assert read_group(alpha, group_id).keys().isdisjoint({"teeTimes", "pricing", "failureReason"})


def test_a_course_that_agrees_gives_tee_times_from_the_preferred_one(alpha: Agency) -> None:
    group_id = grouped(alpha, CONFIRMS, totalPlayers=10)["id"]

    alpha.advance(by="PT1H")

    assert read_group(alpha, group_id)["teeTimes"] == [
        {"time": "10:00", "players": 4},
        {"time": "10:10", "players": 4},
        {"time": "10:20", "players": 2},
    ]


def test_a_course_that_agrees_has_a_price(alpha: Agency) -> None:
    estimate = day_of(alpha, CONFIRMS, SATURDAY)["approximatePricing"]["estimatedGreenFee"]
    group_id = grouped(alpha, CONFIRMS)["id"]

    alpha.advance(by="PT1H")

    assert read_group(alpha, group_id)["pricing"]["subtotal"] == 12 * estimate


def test_the_largest_group_finds_its_tee_times_late_in_the_day(alpha: Agency) -> None:
    group_id = grouped(alpha, CONFIRMS, totalPlayers=72, preferredTime="18:00")["id"]

    alpha.advance(by="PT1H")

    tee_times = read_group(alpha, group_id)["teeTimes"]
    assert (len(tee_times), tee_times[-1]["time"]) == (18, "18:00")


def test_a_course_that_declines_says_so(alpha: Agency) -> None:
    group_id = grouped(alpha, DECLINES)["id"]

    alpha.advance(by="PT1H")

    declined = read_group(alpha, group_id)
    assert (declined["failureReason"], declined["updatedAt"]) == ("course_declined", "2040-05-07T08:30:20Z")


@pytest.mark.parametrize(
    ("course_id", "kind"), [(CONFIRMS, "group_booking.confirmed"), (DECLINES, "group_booking.failed")]
)
def test_the_timeline_tells_of_the_answer(alpha: Agency, course_id: str, kind: str) -> None:
    group_id = grouped(alpha, course_id)["id"]

    assert alpha.advance(by="PT1H") == [{"at": "2040-05-07T08:30:20Z", "kind": kind, "id": group_id}]
