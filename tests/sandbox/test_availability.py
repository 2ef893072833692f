"""One day and several days: numbers that agree with the prices, with each other, and with the ledger."""

from datetime import date, timedelta
from typing import Any

import pytest

from fixtures.catalogue import load_courses
from fixtures.seasons import is_closed
from tests.sandbox.agencies import Agency
from tests.sandbox.problems import refusal
from tests.sandbox.trade import ORDINARY, SATURDAY, TODAY, by_trait, day_of

COURSE = f"/travel/courses/{ORDINARY.id}"
MONDAY = SATURDAY + timedelta(days=2)
WEEK = [SATURDAY + timedelta(days=days) for days in range(7)]
LAST_DAY = TODAY + timedelta(days=400)
WINTER_DAY = date(2041, 1, 15)
CLOSED_IN_WINTER = min(
    (course for course in load_courses() if course.is_online and is_closed(course, WINTER_DAY)), key=lambda c: c.id
)


def _times(day: dict[str, Any]) -> list[str]:
    return [tee_time["time"] for tee_time in day["availableTimes"]]


def _price_items(agency: Agency, play_date: date) -> dict[str, float]:
    """Wholesale prices of the season of a day, by item type."""
    season = agency.get(f"{COURSE}/pricing", startDate=play_date, endDate=play_date).json()["data"]["seasons"][0]
    return {item["itemType"]: item["b2bPrice"] for item in season["prices"]}


@pytest.mark.parametrize(
    ("play_date", "standard"),
    [(SATURDAY, "green_fee_18_weekend"), (MONDAY, "green_fee_18")],
    ids=["Saturday", "Monday"],
)
def test_a_green_fee_is_a_wholesale_price_of_the_season(alpha: Agency, play_date: date, standard: str) -> None:
    prices = _price_items(alpha, play_date)
    expected = {"standard": prices[standard], "twilight": prices["green_fee_18_twilight"]}

    listed = day_of(alpha, ORDINARY.id, play_date)["availableTimes"]

    assert {item["pricing"]["priceType"]: item["pricing"]["greenFee"] for item in listed} == expected


@pytest.mark.parametrize(("play_date", "kind"), [(SATURDAY, "weekend"), (MONDAY, "weekday")])
def test_the_kind_of_day_is_shown(alpha: Agency, play_date: date, kind: str) -> None:
    assert day_of(alpha, ORDINARY.id, play_date)["dayType"] == kind


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_total_is_the_green_fee_times_the_players(alpha: Agency, players: int) -> None:
    prices = [
        tee_time["pricing"] for tee_time in day_of(alpha, ORDINARY.id, SATURDAY, players=players)["availableTimes"]
    ]

    assert [price["totalAmount"] for price in prices] == [round(price["greenFee"] * players, 2) for price in prices]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_exactly_the_tee_times_with_room_are_listed(alpha: Agency, players: int) -> None:
    everything = day_of(alpha, ORDINARY.id, SATURDAY, players=1)["availableTimes"]

    listed = day_of(alpha, ORDINARY.id, SATURDAY, players=players)

    assert _times(listed) == [item["time"] for item in everything if item["available"] >= players]


def test_without_players_four_are_meant(alpha: Agency) -> None:
    asked = day_of(alpha, ORDINARY.id, SATURDAY, players=4)

    assert day_of(alpha, ORDINARY.id, SATURDAY, players=None) == asked


def test_tee_times_come_in_order_and_once(alpha: Agency) -> None:
    times = _times(day_of(alpha, ORDINARY.id, SATURDAY))

    assert times == sorted(set(times))


def test_twilight_begins_when_it_says(alpha: Agency) -> None:
    day = day_of(alpha, ORDINARY.id, SATURDAY)

    begins = day["timeSlots"]["twilightStart"]
    assert {tee_time["pricing"]["priceType"]: tee_time["time"] >= begins for tee_time in day["availableTimes"]} == {
        "standard": False,
        "twilight": True,
    }


@pytest.mark.parametrize("bounds", [{}, {"earliestTime": "12:00"}, {"latestTime": "12:00"}], ids=str)
def test_the_frame_tells_the_first_and_last_tee_time_listed(alpha: Agency, bounds: dict[str, str]) -> None:
    day = day_of(alpha, ORDINARY.id, SATURDAY, **bounds)

    frame = day["timeSlots"]
    assert (frame["firstAvailable"], frame["lastAvailable"]) == (_times(day)[0], _times(day)[-1])


def test_both_time_bounds_exclude_their_own_time(alpha: Agency) -> None:
    times = _times(day_of(alpha, ORDINARY.id, SATURDAY))

    bounded = day_of(alpha, ORDINARY.id, SATURDAY, earliestTime=times[2], latestTime=times[6])

    assert _times(bounded) == times[3:6]


def test_a_window_between_two_tee_times_lists_none(alpha: Agency) -> None:
    times = _times(day_of(alpha, ORDINARY.id, SATURDAY))

    bounded = day_of(alpha, ORDINARY.id, SATURDAY, earliestTime=times[2], latestTime=times[3])

    assert bounded["availableTimes"] == []


def test_a_sold_out_course_lists_no_tee_time(alpha: Agency) -> None:
    day = day_of(alpha, by_trait("sold-out").id, SATURDAY)

    assert (day["availableTimes"], day["timeSlots"]["firstAvailable"]) == ([], None)


def test_a_day_without_a_tee_sheet_lists_no_tee_time(alpha: Agency) -> None:
    day = day_of(alpha, CLOSED_IN_WINTER.id, WINTER_DAY)

    assert (day["availableTimes"], day["timeSlots"]["lastAvailable"]) == ([], None)


def test_today_lists_only_what_is_still_to_come(alpha: Agency) -> None:
    alpha.freeze("2040-05-07T10:00:00Z")

    assert _times(day_of(alpha, ORDINARY.id, TODAY))[0] > "12:00"


@pytest.mark.parametrize(
    ("play_date", "code"),
    [(TODAY - timedelta(days=1), "date_in_past"), (LAST_DAY + timedelta(days=1), "date_too_far")],
    ids=["yesterday", "a day too far"],
)
@pytest.mark.parametrize("path", ["tee-times", "availability"])
def test_a_day_outside_the_window_is_refused(alpha: Agency, path: str, play_date: date, code: str) -> None:
    assert refusal(alpha.get(f"{COURSE}/{path}", date=play_date)) == (422, code)


@pytest.mark.parametrize("play_date", [TODAY, LAST_DAY], ids=["today", "last day"])
@pytest.mark.parametrize("path", ["tee-times", "availability"])
def test_the_ends_of_the_window_are_answered(alpha: Agency, path: str, play_date: date) -> None:
    assert alpha.get(f"{COURSE}/{path}", date=play_date).status_code == 200


@pytest.mark.parametrize("play_date", [TODAY - timedelta(days=1), LAST_DAY + timedelta(days=1)], ids=["past", "far"])
def test_an_offline_course_keeps_the_same_window(alpha: Agency, play_date: date) -> None:
    answer = alpha.get(f"/travel/courses/{by_trait('offline-silent').id}/tee-times", date=play_date)

    assert answer.status_code == 422


def test_an_offline_course_tells_whom_to_ask(alpha: Agency) -> None:
    course = by_trait("offline-silent")
    assert course.offline_contact is not None

    day = day_of(alpha, course.id, SATURDAY)

    assert (day["isOnline"], day["bookingMessage"], day["offlineBookingContact"]["email"]) == (
        False,
        course.booking_message,
        course.offline_contact.email,
    )


def _summary(agency: Agency, play_date: date, players: int, **bounds: str) -> dict[str, Any]:
    """A day as the multi-day answer must tell it, computed from the tee times of that day."""
    listed = day_of(agency, ORDINARY.id, play_date, players=players, **bounds)["availableTimes"]
    return {
        "date": str(play_date),
        "dayOfWeek": play_date.strftime("%A"),
        "hasAvailability": bool(listed),
        "availableSlots": len(listed),
        "firstAvailableTime": listed[0]["time"],
        "lastAvailableTime": listed[-1]["time"],
        "lowestPrice": min(item["pricing"]["greenFee"] for item in listed),
        "currency": ORDINARY.currency,
    }


@pytest.mark.parametrize("players", [1, 4])
def test_several_days_agree_with_their_single_days(alpha: Agency, players: int) -> None:
    expected = [_summary(alpha, day, players) for day in WEEK]

    body = alpha.get(f"{COURSE}/availability", startDate=WEEK[0], endDate=WEEK[-1], players=players).json()

    assert body["availabilityResults"] == expected


@pytest.mark.parametrize(
    ("time_range", "bounds"),
    [("morning", {"latestTime": "12:00"}), ("afternoon", {"earliestTime": "11:59"}), ("all", {})],
)
def test_a_part_of_the_day_agrees_with_the_tee_times_of_that_part(
    alpha: Agency, time_range: str, bounds: dict[str, str]
) -> None:
    expected = _summary(alpha, SATURDAY, 2, **bounds)

    body = alpha.get(f"{COURSE}/availability", date=SATURDAY, players=2, timeRange=time_range).json()

    assert body["availabilityResults"] == [expected]


def test_a_single_date_is_a_range_of_one_day(alpha: Agency) -> None:
    ranged = alpha.get(f"{COURSE}/availability", startDate=SATURDAY, endDate=SATURDAY, players=2)

    assert alpha.get(f"{COURSE}/availability", date=SATURDAY, players=2).content == ranged.content


def test_the_best_day_is_cheapest_then_freest_then_earliest(alpha: Agency) -> None:
    body = alpha.get(f"{COURSE}/availability", startDate=WEEK[0], endDate=WEEK[-1]).json()

    ranked = sorted(body["availabilityResults"], key=lambda d: (d["lowestPrice"], -d["availableSlots"], d["date"]))
    members = ("date", "dayOfWeek", "availableSlots", "lowestPrice")
    assert body["bestAvailability"] == {name: ranked[0][name] for name in members}


def test_days_without_tee_times_have_no_best_day(alpha: Agency) -> None:
    path = f"/travel/courses/{by_trait('sold-out').id}/availability"

    assert alpha.get(path, startDate=WEEK[0], endDate=WEEK[-1]).json()["bestAvailability"] is None


def test_a_day_without_tee_times_has_null_times_and_price(alpha: Agency) -> None:
    day = alpha.get(f"/travel/courses/{by_trait('sold-out').id}/availability", date=SATURDAY).json()

    assert day["availabilityResults"] == [
        {
            "date": str(SATURDAY),
            "dayOfWeek": "Saturday",
            "hasAvailability": False,
            "availableSlots": 0,
            "firstAvailableTime": None,
            "lastAvailableTime": None,
            "lowestPrice": None,
            "currency": "EUR",
        }
    ]


def test_a_range_reaches_as_far_as_the_terms(alpha: Agency) -> None:
    body = alpha.get(f"{COURSE}/availability", startDate=TODAY, endDate=LAST_DAY).json()

    assert len(body["availabilityResults"]) == 401


def test_several_days_of_an_offline_course_are_refused(alpha: Agency) -> None:
    answer = alpha.get(f"/travel/courses/{by_trait('offline-silent').id}/availability", date=SATURDAY)

    assert refusal(answer) == (409, "course_offline")


@pytest.mark.parametrize("path", ["tee-times", "availability"])
def test_an_unknown_course_has_no_days(alpha: Agency, path: str) -> None:
    assert refusal(alpha.get(f"/travel/courses/crs_00000000/{path}", date=SATURDAY)) == (404, "course_not_found")
