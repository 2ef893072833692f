"""The desk for groups as for bookings: the caller confirms, declines, keeps silent or cancels for the course."""

from typing import Any

import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.trade import LEAD, SATURDAY, TeeTime, booked, offline, places, read

CONFIRMS, SILENT = map(offline, ("offline-confirms", "offline-silent"))


def _grouped(agency: Agency, tee_time: TeeTime) -> str:
    """A group of eight that the service has processed."""
    wanted = {"courseId": tee_time.course_id, "date": str(SATURDAY), "preferredTime": tee_time.time}
    answer = agency.post("/travel/group-bookings", {**wanted, "totalPlayers": 8, "leadPlayer": LEAD})
    assert answer.status_code == 202, answer.text
    agency.advance(by="PT20S")
    group_id: str = answer.json()["data"]["id"]
    return group_id


def _status(agency: Agency, group_id: str) -> str:
    status: str = agency.get(f"/travel/group-bookings/{group_id}").json()["data"]["status"]
    return status


def _desk(agency: Agency) -> list[dict[str, Any]]:
    waiting: list[dict[str, Any]] = agency.control("GET", "/desk").json()["data"]
    return waiting


def test_groups_wait_beside_bookings(alpha: Agency) -> None:
    group_id, booking_id = _grouped(alpha, SILENT), booked(alpha, SILENT)["id"]

    assert [
        (waiting_booking["id"], waiting_booking["kind"], waiting_booking["players"]) for waiting_booking in _desk(alpha)
    ] == [
        (booking_id, "booking", 2),
        (group_id, "group_booking", 8),
    ]


@pytest.mark.parametrize(("decision", "status"), [("confirm", "confirmed"), ("decline", "failed")])
def test_a_decision_at_the_desk_decides_the_group(alpha: Agency, decision: str, status: str) -> None:
    group_id = _grouped(alpha, SILENT)

    answer = alpha.control("POST", f"/desk/{group_id}/{decision}")

    assert (answer.json()["data"]["status"], _status(alpha, group_id), _desk(alpha)) == (status, status, [])


def test_a_group_is_declined_with_a_reason(alpha: Agency) -> None:
    group_id = _grouped(alpha, SILENT)

    alpha.control("POST", f"/desk/{group_id}/decline", {"reason": "A club championship"})

    declined = alpha.get(f"/travel/group-bookings/{group_id}").json()["data"]
    assert declined["failureReason"] == "A club championship"


def test_a_silenced_course_answers_a_booking_no_more(alpha: Agency) -> None:
    booking_id = booked(alpha, CONFIRMS)["id"]

    answer = alpha.control("POST", f"/desk/{booking_id}/silence")
    timeline = alpha.advance(by="P2D")

    assert (answer.json()["data"]["courseAnswersAt"], timeline, read(alpha, booking_id)["status"]) == (
        None,
        [],
        "pending",
    )


def test_a_silenced_course_answers_a_group_no_more(alpha: Agency) -> None:
    group_id = _grouped(alpha, CONFIRMS)

    alpha.control("POST", f"/desk/{group_id}/silence")
    alpha.advance(by="P2D")

    assert _status(alpha, group_id) == "pending"


def test_a_silenced_course_can_still_be_played_at_the_desk(alpha: Agency) -> None:
    booking_id = booked(alpha, CONFIRMS)["id"]
    alpha.control("POST", f"/desk/{booking_id}/silence")

    alpha.control("POST", f"/desk/{booking_id}/confirm")

    assert read(alpha, booking_id)["status"] == "confirmed"


def test_a_course_cancels_a_confirmed_group_and_its_places_return(alpha: Agency, tee_time: TeeTime) -> None:
    before = places(alpha, tee_time)
    group_id = _grouped(alpha, tee_time)
    taken = before - places(alpha, tee_time)

    answer = alpha.control("POST", f"/desk/{group_id}/cancel")

    assert (answer.status_code, taken, _status(alpha, group_id), places(alpha, tee_time)) == (
        200,
        4,
        "cancelled",
        before,
    )


@pytest.mark.parametrize("action", ["confirm", "decline", "silence"])
def test_what_is_decided_waits_no_more(alpha: Agency, tee_time: TeeTime, action: str) -> None:
    group_id, booking_id = _grouped(alpha, tee_time), booked(alpha, SILENT)["id"]
    alpha.control("POST", f"/desk/{booking_id}/confirm")

    answers = [alpha.control("POST", f"/desk/{item}/{action}") for item in (group_id, booking_id)]

    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(409, "nothing_to_decide")] * 2
    assert [answer.json()["detail"].partition(".")[0] for answer in answers] == [
        f"Group booking {group_id} is confirmed",
        f"Booking {booking_id} is confirmed",
    ]


@pytest.mark.parametrize(
    ("made", "status", "code"),
    [(lambda agency: _grouped(agency, SILENT), 409, "nothing_to_decide"),
     (lambda agency: booked(agency, SILENT)["id"], 404, "group_booking_not_found")],
    ids=["a pending group", "a booking"],
)  # fmt: skip
def test_a_course_cancels_nothing_but_confirmed_groups(alpha: Agency, made: Any, status: int, code: str) -> None:
    answer = alpha.control("POST", f"/desk/{made(alpha)}/cancel")

    assert (answer.status_code, answer.json()["code"]) == (status, code)


@pytest.mark.parametrize(
    ("action", "noun"),
    [("confirm", "booking"), ("decline", "booking"), ("silence", "booking"), ("cancel", "group booking")],
)
def test_the_desk_speaks_for_the_whole_world(alpha: Agency, action: str, noun: str) -> None:
    answer = alpha.control("POST", f"/desk/bkg_x/{action}")

    assert answer.status_code == 404
    assert answer.json()["detail"].startswith(f"This world has no {noun} 'bkg_x'. List ")


def test_a_booking_reference_at_the_desk_leads_to_the_id_of_its_booking(alpha: Agency) -> None:
    waiting = booked(alpha, SILENT)

    answer = alpha.control("POST", f"/desk/{waiting['bookingReference']}/confirm")

    assert (answer.status_code, waiting["id"] in answer.json()["detail"]) == (404, True)


@pytest.mark.parametrize("action", ["confirm", "decline", "silence", "cancel"])
def test_the_desk_of_another_world_does_not_know_the_group(alpha: Agency, stranger: Agency, action: str) -> None:
    group_id = _grouped(alpha, SILENT)

    answer = stranger.control("POST", f"/desk/{group_id}/{action}")

    assert (answer.status_code, _status(alpha, group_id)) == (404, "pending")
