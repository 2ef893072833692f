"""A refused move changes nothing in the world: the exports before and after the move are equal."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.trade import PLAYERS, SATURDAY, booked, by_trait, free_tee_times, offline, read

FOUR_HOURS_LEFT = f"{SATURDAY}T04:00:00Z"
THE_DAY_AFTER = "2040-05-13T08:00:00Z"

Prepare = Callable[[Agency], str]
Move = Callable[[Agency, str], httpx.Response]


def _pending(agency: Agency) -> str:
    return str(booked(agency, offline("offline-silent"))["id"])


def _pending_past_its_tee_time(agency: Agency) -> str:
    booking_id = _pending(agency)
    agency.freeze(THE_DAY_AFTER)
    return booking_id


def _confirmed(agency: Agency, course_id: str) -> str:
    return str(booked(agency, free_tee_times(agency, course_id)[0])["id"])


def _confirmed_and_online(agency: Agency) -> str:
    return _confirmed(agency, by_trait("daylight-saving").id)


def _confirmed_without_changes(agency: Agency) -> str:
    return _confirmed(agency, by_trait("no-changes").id)


def _confirmed_and_late(agency: Agency) -> str:
    booking_id = _confirmed_and_online(agency)
    agency.freeze(FOUR_HOURS_LEFT)
    return booking_id


def _cancelled(agency: Agency) -> str:
    booking_id = _confirmed_and_online(agency)
    agency.delete(f"/travel/bookings/{booking_id}")
    return booking_id


def _change(agency: Agency, booking_id: str) -> httpx.Response:
    return agency.put(f"/travel/bookings/{booking_id}", {"players": PLAYERS - 1, "specialRequests": "A buggy."})


def _cancel(agency: Agency, booking_id: str) -> httpx.Response:
    return agency.delete(f"/travel/bookings/{booking_id}")


def _course_confirms(agency: Agency, booking_id: str) -> httpx.Response:
    return agency.control("POST", f"/desk/{booking_id}/confirm")


def _course_declines(agency: Agency, booking_id: str) -> httpx.Response:
    return agency.control("POST", f"/desk/{booking_id}/decline")


def _content(agency: Agency) -> Any:
    """Everything that the world of an agency keeps."""
    return agency.control("GET", "/worlds/self/export").json()["content"]


MOVES = [
    pytest.param(_pending_past_its_tee_time, _cancel, "cancellation_cutoff_passed", id="cancel after the tee time"),
    pytest.param(_pending_past_its_tee_time, _change, "modification_cutoff_passed", id="change after the tee time"),
    pytest.param(
        _confirmed_without_changes, _change, "modification_not_allowed", id="change where no change is allowed"
    ),
    pytest.param(_confirmed_and_late, _change, "modification_cutoff_passed", id="change inside the cutoff"),
    pytest.param(_confirmed_and_late, _cancel, "cancellation_cutoff_passed", id="cancel inside the cutoff"),
    pytest.param(_confirmed_and_online, _course_confirms, "nothing_to_decide", id="confirm a confirmed booking"),
    pytest.param(_confirmed_and_online, _course_declines, "nothing_to_decide", id="decline a confirmed booking"),
    pytest.param(_cancelled, _course_confirms, "nothing_to_decide", id="confirm a cancelled booking"),
    pytest.param(_cancelled, _course_declines, "nothing_to_decide", id="decline a cancelled booking"),
    pytest.param(_cancelled, _change, "booking_cancelled", id="change a cancelled booking"),
]


@pytest.mark.parametrize(("prepare", "move", "code"), MOVES)
def test_a_refused_move_changes_nothing_in_the_world(alpha: Agency, prepare: Prepare, move: Move, code: str) -> None:
    booking_id = prepare(alpha)
    before = _content(alpha)

    answer = move(alpha, booking_id)

    assert (answer.status_code, answer.json()["code"], _content(alpha)) == (409, code, before)


def test_an_allowed_move_changes_the_world(alpha: Agency) -> None:
    booking_id = _pending(alpha)
    before = _content(alpha)

    _course_confirms(alpha, booking_id)

    assert (read(alpha, booking_id)["status"], _content(alpha) == before) == ("confirmed", False)
