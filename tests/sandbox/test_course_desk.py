"""The desk of the courses, and a world that starts anew."""

from typing import Any

import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.trade import booked, bookings_total, clock_of, offline, read

CONFIRMS, DECLINES, SILENT = map(offline, ("offline-confirms", "offline-declines", "offline-silent"))


def test_a_reset_world_gives_the_same_bookings_again(alpha: Agency) -> None:
    first = booked(alpha, SILENT)

    alpha.control("POST", "/worlds/self/reset")
    alpha.freeze("2040-05-07T08:00:00Z")

    assert booked(alpha, SILENT) == first


def test_a_reset_forgets_every_agency_of_the_world(alpha: Agency, bravo: Agency) -> None:
    booked(bravo, SILENT)

    alpha.control("POST", "/worlds/self/reset")

    assert bookings_total(bravo) == 0


def test_a_reset_lets_the_clock_tick_with_the_wall(alpha: Agency) -> None:
    alpha.control("POST", "/worlds/self/reset")

    clock = clock_of(alpha)
    assert (clock["mode"], clock["now"] < "2040") == ("ticking", True)


def test_a_reset_leaves_other_worlds_alone(alpha: Agency, stranger: Agency) -> None:
    booked(stranger, SILENT)

    alpha.control("POST", "/worlds/self/reset")

    assert bookings_total(stranger) == 1


def _desk(agency: Agency) -> list[dict[str, Any]]:
    waiting: list[dict[str, Any]] = agency.control("GET", "/desk").json()["data"]
    return waiting


def test_the_desk_shows_what_waits_in_the_world_oldest_first(alpha: Agency, bravo: Agency) -> None:
    first, second = booked(bravo, SILENT)["id"], booked(alpha, CONFIRMS)["id"]

    assert [(waiting_booking["id"], waiting_booking["agency"]) for waiting_booking in _desk(alpha)] == [
        (first, "bravo"),
        (second, "alpha"),
    ]


def test_the_desk_tells_when_a_course_answers_by_itself(alpha: Agency) -> None:
    booked(alpha, SILENT)
    booked(alpha, CONFIRMS)

    assert [waiting_booking["courseAnswersAt"] for waiting_booking in _desk(alpha)] == [None, "2040-05-07T08:30:00Z"]


@pytest.mark.parametrize(("decision", "status"), [("confirm", "confirmed"), ("decline", "cancelled")])
def test_a_decision_at_the_desk_decides_the_booking(alpha: Agency, decision: str, status: str) -> None:
    booking_id = booked(alpha, SILENT)["id"]

    alpha.control("POST", f"/desk/{booking_id}/{decision}")

    assert (read(alpha, booking_id)["status"], _desk(alpha)) == (status, [])


@pytest.mark.parametrize(
    ("body", "reason"),
    [(None, "course_declined"), ({}, "course_declined"), ({"reason": "A club championship"}, "A club championship")],
    ids=["no body", "no reason", "a reason"],
)
def test_a_course_declines_with_or_without_a_reason(alpha: Agency, body: Any, reason: str) -> None:
    booking_id = booked(alpha, SILENT)["id"]

    alpha.control("POST", f"/desk/{booking_id}/decline", body)

    assert read(alpha, booking_id)["cancellationReason"] == reason


@pytest.mark.parametrize("decision", ["confirm", "decline"])
def test_the_timer_of_a_course_does_not_decide_again(alpha: Agency, decision: str) -> None:
    booking_id = booked(alpha, DECLINES)["id"]
    alpha.control("POST", f"/desk/{booking_id}/{decision}")
    decided = read(alpha, booking_id)

    alpha.advance(by="PT1H")

    assert read(alpha, booking_id) == decided


@pytest.mark.parametrize("decision", ["confirm", "decline"])
def test_what_is_decided_cannot_be_decided_again(alpha: Agency, decision: str) -> None:
    booking_id = booked(alpha, SILENT)["id"]
    alpha.control("POST", f"/desk/{booking_id}/confirm")

    answer = alpha.control("POST", f"/desk/{booking_id}/{decision}")

    assert (answer.status_code, answer.json()["code"]) == (409, "nothing_to_decide")


def test_the_desk_of_another_world_does_not_know_the_booking(alpha: Agency, stranger: Agency) -> None:
    booking_id = booked(alpha, SILENT)["id"]

    answer = stranger.control("POST", f"/desk/{booking_id}/confirm")

    assert (answer.status_code, read(alpha, booking_id)["status"]) == (404, "pending")


def test_the_desk_of_another_world_does_not_show_the_booking(alpha: Agency, stranger: Agency) -> None:
    booked(alpha, SILENT)

    assert _desk(stranger) == []
