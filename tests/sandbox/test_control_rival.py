"""The rival takes places on purpose: real bookings of another agency."""

from typing import Any

import httpx
import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.problems import refusal
from tests.sandbox.trade import SATURDAY, TeeTime, booked, booking, by_trait, day_of, held, offline, places


def _sent(agency: Agency, tee_time: TeeTime, **more: Any) -> httpx.Response:
    where = {"courseId": tee_time.course_id, "date": str(tee_time.play_date), "teeTime": tee_time.time}
    return agency.control("POST", "/rival", {**where, **more})


def test_the_rival_takes_all_that_is_left(alpha: Agency, tee_time: TeeTime) -> None:
    answered = _sent(alpha, tee_time).json()["data"]

    assert (answered["agency"], answered["taken"], answered["free"], places(alpha, tee_time)) == ("rival", 4, 0, 0)


@pytest.mark.parametrize(("leave", "taken"), [(0, 4), (1, 3), (3, 1), (4, 0)])
def test_the_rival_leaves_the_wanted_places(alpha: Agency, tee_time: TeeTime, leave: int, taken: int) -> None:
    answered = _sent(alpha, tee_time, leave=leave).json()["data"]

    assert (answered["taken"], answered["free"], places(alpha, tee_time)) == (taken, 4 - taken, 4 - taken)


@pytest.mark.parametrize(
    ("taken", "leave", "words"), [(0, 5, "4 free places"), (3, 9, "1 free place,"), (4, 1, "0 free")]
)
def test_a_rival_that_would_take_nothing_is_refused(
    alpha: Agency, tee_time: TeeTime, taken: int, leave: int, words: str
) -> None:
    _sent(alpha, tee_time, leave=4 - taken)

    answer = _sent(alpha, tee_time, leave=leave)

    assert refusal(answer) == (409, "tee_time_unavailable")
    assert (words in answer.json()["detail"], places(alpha, tee_time)) == (True, 4 - taken)


def test_a_rival_finds_the_tee_time_as_it_would_leave_it(alpha: Agency, tee_time: TeeTime) -> None:
    answers = [_sent(alpha, tee_time, leave=1).json()["data"] for _time in range(2)]

    assert [(answer["taken"], answer["free"]) for answer in answers] == [(3, 1), (0, 1)]


def test_the_rival_takes_from_nobody(alpha: Agency, tee_time: TeeTime) -> None:
    mine = booked(alpha, tee_time, players=1)
    hold = held(alpha, tee_time, players=1)

    answered = _sent(alpha, tee_time).json()["data"]

    confirmed = booked(alpha, tee_time, players=1, holdId=hold["holdId"])
    assert (answered["taken"], mine["status"], confirmed["status"]) == (2, "confirmed", "confirmed")


def test_who_comes_after_the_rival_is_refused(alpha: Agency, tee_time: TeeTime) -> None:
    _sent(alpha, tee_time)

    assert refusal(alpha.post("/travel/bookings", booking(tee_time))) == (409, "tee_time_unavailable")


def test_the_bookings_of_the_rival_are_real(alpha: Agency, tee_time: TeeTime) -> None:
    taken = _sent(alpha, tee_time).json()["data"]["bookings"]
    rival = Agency(alpha.http, alpha.address, alpha.world, "rival")

    cancelled = [rival.delete(f"/travel/bookings/{booking['id']}").status_code for booking in taken]

    assert set(cancelled) == {200}
    assert places(alpha, tee_time) == 4


def test_the_rival_keeps_the_most_players_of_a_course(alpha: Agency) -> None:
    course = by_trait("three-players")
    listed = day_of(alpha, course.id, SATURDAY)["availableTimes"]
    most = max(listed, key=lambda item: item["available"])
    tee_time = TeeTime(course.id, SATURDAY, most["time"], most["available"], 0)

    answered = _sent(alpha, tee_time).json()["data"]

    assert (answered["taken"], answered["free"], max(booking["players"] for booking in answered["bookings"]) <= 3) == (
        most["available"],
        0,
        True,
    )


def test_the_rival_of_another_world_is_another(alpha: Agency, stranger: Agency, tee_time: TeeTime) -> None:
    _sent(stranger, tee_time)

    assert places(alpha, tee_time) == 4


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"teeTime": "03:33"}, 409, "tee_time_unavailable"),
        ({"courseId": "crs_00000000"}, 404, "course_not_found"),
        ({"courseId": offline("offline-silent").course_id}, 409, "course_offline"),
        ({"date": "2040-05-06"}, 409, "tee_time_unavailable"),
        ({"date": "2040-02-30"}, 400, "invalid_request"),
        ({"teeTime": "9:20"}, 400, "invalid_request"),
        ({"leave": -1}, 400, "invalid_request"),
        ({"players": 2}, 400, "invalid_request"),
    ],
    ids=str,
)
def test_a_rival_that_cannot_go_there_is_refused(
    alpha: Agency, tee_time: TeeTime, change: dict[str, Any], status: int, code: str
) -> None:
    answer = _sent(alpha, tee_time, **change)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
