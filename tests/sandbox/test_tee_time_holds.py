"""A hold takes places off sale for 15 minutes, and completes one booking. The ledger is read after each step."""

from datetime import timedelta
from typing import Any

import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.problems import refusal
from tests.sandbox.trade import (
    ORDINARY,
    SATURDAY,
    TODAY,
    TeeTime,
    booked,
    booking,
    by_trait,
    free_tee_times,
    held,
    hold,
    places,
    written,
)

HOLD = f"/travel/courses/{ORDINARY.id}/hold-tee-time"


def test_a_hold_tells_what_it_holds_and_until_when(alpha: Agency, tee_time: TeeTime) -> None:
    body = held(alpha, tee_time, players=3)

    assert {name: value for name, value in body.items() if name != "holdId"} == {
        "courseId": tee_time.course_id,
        "date": str(tee_time.play_date),
        "time": tee_time.time,
        "players": 3,
        "holdExpiration": "2040-05-07T08:15:00Z",
        "pricing": {
            "currency": ORDINARY.currency,
            "greenFee": tee_time.green_fee,
            "totalAmount": tee_time.green_fee * 3,
        },
    }


def test_a_hold_has_no_address(alpha: Agency, tee_time: TeeTime) -> None:
    assert "location" not in alpha.post(HOLD, hold(tee_time)).headers


def test_a_hold_takes_its_places_off_sale(alpha: Agency, tee_time: TeeTime) -> None:
    held(alpha, tee_time, players=3)

    assert places(alpha, tee_time) == 1


def test_two_holds_share_a_tee_time(alpha: Agency, bravo: Agency, tee_time: TeeTime) -> None:
    held(alpha, tee_time, players=2)
    held(bravo, tee_time, players=1)

    assert places(alpha, tee_time) == 1


@pytest.mark.parametrize(
    ("moment", "free"),
    [("2040-05-07T08:14:59Z", 1), ("2040-05-07T08:15:00Z", 4), ("2040-05-07T08:15:01Z", 4)],
    ids=["a second before", "on the line", "a second after"],
)
def test_the_places_return_at_the_second_of_expiry(alpha: Agency, tee_time: TeeTime, moment: str, free: int) -> None:
    held(alpha, tee_time, players=3)

    alpha.freeze(moment)

    assert places(alpha, tee_time) == free


def test_more_players_than_places_are_refused(alpha: Agency, tee_time: TeeTime) -> None:
    held(alpha, tee_time, players=3)

    assert refusal(alpha.post(HOLD, hold(tee_time, players=2))) == (409, "tee_time_unavailable")


def test_the_last_place_can_be_held(alpha: Agency, tee_time: TeeTime) -> None:
    held(alpha, tee_time, players=3)
    held(alpha, tee_time, players=1)

    assert places(alpha, tee_time) == 0


def test_a_held_place_cannot_be_booked_without_the_hold(alpha: Agency, tee_time: TeeTime) -> None:
    held(alpha, tee_time, players=3)

    answer = alpha.post("/travel/bookings", booking(tee_time, players=2))

    assert refusal(answer) == (409, "tee_time_unavailable")


def test_a_refused_hold_writes_nothing(alpha: Agency, tee_time: TeeTime) -> None:
    held(alpha, tee_time, players=3)
    before = written(alpha, tee_time)

    alpha.post(HOLD, hold(tee_time, players=2))

    assert written(alpha, tee_time) == before


def test_a_hold_completes_a_booking(alpha: Agency, tee_time: TeeTime) -> None:
    hold_id = held(alpha, tee_time, players=4)["holdId"]

    created = booked(alpha, tee_time, players=4, holdId=hold_id)

    assert (created["status"], created["players"]) == ("confirmed", 4)


@pytest.mark.parametrize(("players", "free"), [(1, 3), (3, 1), (4, 0)])
def test_places_that_a_booking_leaves_of_its_hold_return(
    alpha: Agency, tee_time: TeeTime, players: int, free: int
) -> None:
    hold_id = held(alpha, tee_time, players=4)["holdId"]

    booked(alpha, tee_time, players=players, holdId=hold_id)

    assert places(alpha, tee_time) == free


def test_a_booking_stays_when_its_hold_would_have_expired(alpha: Agency, tee_time: TeeTime) -> None:
    booked(alpha, tee_time, players=3, holdId=held(alpha, tee_time, players=3)["holdId"])

    alpha.advance(by="PT1H")

    assert places(alpha, tee_time) == 1


def test_a_hold_is_used_once(alpha: Agency, tee_time: TeeTime) -> None:
    hold_id = held(alpha, tee_time, players=1)["holdId"]
    booked(alpha, tee_time, players=1, holdId=hold_id)

    answer = alpha.post("/travel/bookings", booking(tee_time, players=1, holdId=hold_id))

    assert refusal(answer) == (409, "hold_already_used")


def test_a_hold_completes_a_booking_in_its_last_second(alpha: Agency, tee_time: TeeTime) -> None:
    hold_id = held(alpha, tee_time)["holdId"]
    alpha.advance(by="PT14M59S")

    assert booked(alpha, tee_time, holdId=hold_id)["status"] == "confirmed"


def test_an_expired_hold_completes_nothing(alpha: Agency, tee_time: TeeTime) -> None:
    hold_id = held(alpha, tee_time)["holdId"]
    alpha.advance(by="PT15M")

    answer = alpha.post("/travel/bookings", booking(tee_time, holdId=hold_id))

    assert refusal(answer) == (409, "hold_expired")


def test_the_hold_of_another_agency_is_unknown(alpha: Agency, bravo: Agency, tee_time: TeeTime) -> None:
    hold_id = held(alpha, tee_time)["holdId"]

    answer = bravo.post("/travel/bookings", booking(tee_time, holdId=hold_id))

    assert refusal(answer) == (404, "hold_not_found")


def test_an_unknown_hold_is_not_found(alpha: Agency, tee_time: TeeTime) -> None:
    answer = alpha.post("/travel/bookings", booking(tee_time, holdId="hld_000000000000"))

    assert refusal(answer) == (404, "hold_not_found")


@pytest.mark.parametrize(
    "changes",
    [
        {"date": str(SATURDAY + timedelta(days=1))},
        {"teeTime": "18:00"},
        {"players": 3},
        {"courseId": by_trait("no-hooks").id},
    ],
    ids=["date", "time", "more players", "course"],
)
def test_a_booking_that_differs_from_its_hold_is_refused_and_nothing_is_written(
    alpha: Agency, tee_time: TeeTime, changes: dict[str, Any]
) -> None:
    hold_id = held(alpha, tee_time, players=2)["holdId"]
    before = written(alpha, tee_time)

    answer = alpha.post("/travel/bookings", booking(tee_time, **changes, holdId=hold_id))

    assert (refusal(answer), written(alpha, tee_time)) == ((422, "hold_mismatch"), before)


def test_a_hold_that_was_refused_a_booking_can_still_be_used(alpha: Agency, tee_time: TeeTime) -> None:
    hold_id = held(alpha, tee_time, players=2)["holdId"]
    alpha.post("/travel/bookings", booking(tee_time, players=3, holdId=hold_id))

    assert booked(alpha, tee_time, players=2, holdId=hold_id)["status"] == "confirmed"


def test_an_offline_course_holds_nothing(alpha: Agency, tee_time: TeeTime) -> None:
    answer = alpha.post(f"/travel/courses/{by_trait('offline-silent').id}/hold-tee-time", hold(tee_time))

    assert refusal(answer) == (409, "course_offline")


def test_a_sold_out_course_holds_nothing(alpha: Agency, tee_time: TeeTime) -> None:
    answer = alpha.post(f"/travel/courses/{by_trait('sold-out').id}/hold-tee-time", hold(tee_time))

    assert refusal(answer) == (409, "tee_time_unavailable")


def test_an_unknown_course_holds_nothing(alpha: Agency, tee_time: TeeTime) -> None:
    answer = alpha.post("/travel/courses/crs_00000000/hold-tee-time", hold(tee_time))

    assert refusal(answer) == (404, "course_not_found")


def test_a_booking_code_holds_nothing(alpha: Agency, tee_time: TeeTime) -> None:
    answer = alpha.post(f"/travel/courses/{ORDINARY.booking_code}/hold-tee-time", hold(tee_time))

    assert refusal(answer) == (404, "course_not_found")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"date": str(TODAY - timedelta(days=1))}, "date_in_past"),
        ({"date": str(TODAY), "time": "08:00"}, "date_in_past"),
        ({"date": str(TODAY + timedelta(days=401))}, "date_too_far"),
    ],
    ids=["yesterday", "this morning", "too far ahead"],
)
def test_a_tee_time_outside_the_window_is_not_held(
    alpha: Agency, tee_time: TeeTime, changes: dict[str, str], code: str
) -> None:
    assert refusal(alpha.post(HOLD, hold(tee_time, **changes))) == (422, code)


def test_a_time_that_is_not_on_the_sheet_is_not_held(alpha: Agency, tee_time: TeeTime) -> None:
    assert refusal(alpha.post(HOLD, hold(tee_time, time="03:33"))) == (409, "tee_time_unavailable")


def test_the_terms_bound_the_players_of_a_hold(alpha: Agency) -> None:
    course = by_trait("three-players")
    tee_time = free_tee_times(alpha, course.id)[0]

    answer = alpha.post(f"/travel/courses/{course.id}/hold-tee-time", hold(tee_time, players=4))

    assert refusal(answer) == (422, "too_many_players")
