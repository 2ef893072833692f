"""Bookings that wait for their course: it confirms, declines or stays silent, by its own timer on the world's clock."""

from typing import Any

import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.problems import refusal
from tests.sandbox.trade import TeeTime, booked, booking, offline, read

BOOKINGS = "/travel/bookings"


CONFIRMS, DECLINES, SILENT = map(offline, ("offline-confirms", "offline-declines", "offline-silent"))


@pytest.mark.parametrize("tee_time", [CONFIRMS, DECLINES, SILENT], ids=["confirms", "declines", "silent"])
def test_a_booking_at_an_offline_course_waits(alpha: Agency, tee_time: TeeTime) -> None:
    assert booked(alpha, tee_time)["status"] == "pending"


ANSWERS = [
    (CONFIRMS, "2040-05-07T08:29:59Z", "pending"),
    (CONFIRMS, "2040-05-07T08:30:00Z", "confirmed"),
    (CONFIRMS, "2040-05-08T08:00:00Z", "confirmed"),
    (DECLINES, "2040-05-07T08:29:59Z", "pending"),
    (DECLINES, "2040-05-07T08:30:00Z", "cancelled"),
    (SILENT, "2040-05-07T08:30:00Z", "pending"),
    (SILENT, "2040-05-12T07:00:00Z", "pending"),
]


@pytest.mark.parametrize(("tee_time", "moment", "status"), ANSWERS)
def test_a_course_answers_at_its_time(alpha: Agency, tee_time: TeeTime, moment: str, status: str) -> None:
    booking_id = booked(alpha, tee_time)["id"]

    alpha.freeze(moment)

    assert read(alpha, booking_id)["status"] == status


def test_a_confirmed_booking_is_otherwise_as_it_was(alpha: Agency) -> None:
    created = booked(alpha, CONFIRMS)

    alpha.advance(by="PT30M")

    assert read(alpha, created["id"]) == {**created, "status": "confirmed"}


def test_a_declined_booking_tells_when_and_why(alpha: Agency) -> None:
    created = booked(alpha, DECLINES)

    alpha.advance(by="PT5H")

    assert read(alpha, created["id"]) == {
        **created,
        "status": "cancelled",
        "cancellationDate": "2040-05-07T08:30:00Z",
        "cancellationReason": "course_declined",
    }


def test_the_list_knows_of_the_answer(alpha: Agency) -> None:
    booked(alpha, CONFIRMS)
    alpha.advance(by="PT30M")

    assert alpha.get(BOOKINGS, status="confirmed").json()["meta"]["pagination"]["totalItems"] == 1


def test_a_declined_booking_answers_a_cancellation_with_its_own(alpha: Agency) -> None:
    booking_id = booked(alpha, DECLINES)["id"]
    alpha.advance(by="PT30M")

    answer = alpha.delete(f"{BOOKINGS}/{booking_id}")

    assert answer.json()["data"]["cancellationDate"] == "2040-05-07T08:30:00Z"


def test_a_pending_booking_can_be_cancelled_inside_the_cutoff(alpha: Agency) -> None:
    booking_id = booked(alpha, SILENT)["id"]
    alpha.freeze("2040-05-12T07:59:59Z")

    assert alpha.delete(f"{BOOKINGS}/{booking_id}").status_code == 200


def test_a_pending_booking_cannot_be_cancelled_after_its_tee_time(alpha: Agency) -> None:
    booking_id = booked(alpha, SILENT)["id"]
    alpha.freeze("2040-05-12T08:00:01Z")

    assert refusal(alpha.delete(f"{BOOKINGS}/{booking_id}")) == (409, "cancellation_cutoff_passed")


def test_a_cancelled_booking_gets_no_answer_from_its_course(alpha: Agency) -> None:
    booking_id = booked(alpha, CONFIRMS)["id"]
    alpha.delete(f"{BOOKINGS}/{booking_id}")

    alpha.advance(by="PT1H")

    assert read(alpha, booking_id)["status"] == "cancelled"


@pytest.mark.parametrize(
    ("change", "status"), [({"players": 3}, "pending"), ({"specialRequests": "A buggy."}, "confirmed")], ids=str
)
def test_a_change_of_players_asks_the_course_again(alpha: Agency, change: dict[str, Any], status: str) -> None:
    booking_id = booked(alpha, CONFIRMS)["id"]
    alpha.advance(by="PT30M")

    answer = alpha.put(f"{BOOKINGS}/{booking_id}", change)

    assert answer.json()["data"]["status"] == status


@pytest.mark.parametrize(("wait", "status"), [("PT29M59S", "pending"), ("PT30M", "confirmed")])
def test_a_course_that_is_asked_again_takes_its_time_again(alpha: Agency, wait: str, status: str) -> None:
    booking_id = booked(alpha, CONFIRMS)["id"]
    alpha.advance(by="PT30M")
    alpha.put(f"{BOOKINGS}/{booking_id}", {"players": 3})

    alpha.advance(by=wait)

    assert read(alpha, booking_id)["status"] == status


def test_an_offline_course_takes_more_players_than_a_tee_time_has(alpha: Agency) -> None:
    booked(alpha, SILENT, players=4)

    assert booked(alpha, SILENT, players=4)["status"] == "pending"


@pytest.mark.parametrize("tee_time", ["07:29", "18:01", "03:00"])
def test_an_offline_course_takes_no_booking_outside_its_hours(alpha: Agency, tee_time: str) -> None:
    answer = alpha.post(BOOKINGS, booking(SILENT, teeTime=tee_time))

    assert refusal(answer) == (409, "tee_time_unavailable")


@pytest.mark.parametrize("tee_time", ["07:30", "18:00"])
def test_the_first_and_the_last_minute_of_the_hours_can_be_asked_for(alpha: Agency, tee_time: str) -> None:
    assert booked(alpha, SILENT, teeTime=tee_time)["teeTime"] == tee_time


@pytest.mark.parametrize(
    ("day", "code"), [("2040-05-06", "date_in_past"), ("2041-06-12", "date_too_far")], ids=["past", "far"]
)
def test_an_offline_course_keeps_the_window_of_days(alpha: Agency, day: str, code: str) -> None:
    assert refusal(alpha.post(BOOKINGS, booking(SILENT, date=day))) == (422, code)
