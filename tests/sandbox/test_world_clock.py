"""The clock of a world: frozen, released, set and advanced, never back; the timeline lists what happens on the way."""

import time
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.trade import (
    SATURDAY,
    TeeTime,
    booked,
    by_trait,
    clock_of,
    day_of,
    held,
    offline,
)

# The latest moment that a clock can be set to: days beyond it could not be written.
LATEST = "2189-12-31T23:59:59Z"

CONFIRMS, DECLINES, SILENT = map(offline, ("offline-confirms", "offline-declines", "offline-silent"))


def _untouched(agency: Agency) -> Agency:
    """An agency of a world that nobody has used."""
    return Agency(agency.http, agency.address, f"w{uuid4().hex[:16]}", "alpha")


def test_a_fresh_clock_ticks_with_the_wall(alpha: Agency) -> None:
    clock = clock_of(_untouched(alpha))

    behind = datetime.now(UTC) - datetime.fromisoformat(clock["now"])
    assert (clock["mode"], timedelta(0) <= behind < timedelta(seconds=60)) == ("ticking", True)


def test_a_frozen_clock_shows_the_moment_it_was_given(alpha: Agency) -> None:
    assert clock_of(alpha) == {"now": "2040-05-07T08:00:00Z", "mode": "frozen"}


def test_freezing_keeps_the_time(alpha: Agency) -> None:
    agency = _untouched(alpha)

    frozen = agency.control("PUT", "/clock", {"mode": "frozen"}).json()["data"]

    assert clock_of(agency) == {"now": frozen["now"], "mode": "frozen"}


def test_a_clock_that_ticks_is_frozen_while_a_second_ends(alpha: Agency) -> None:
    agency = _untouched(alpha)
    asked = [{"mode": "ticking"}, {"mode": "frozen"}]
    statuses = set()
    for _ in range(6):
        time.sleep(max(0.0, _until_a_second_ends() - 0.02))
        while _until_a_second_ends() < 0.02:
            statuses.update(agency.control("PUT", "/clock", mode).status_code for mode in asked)

    assert statuses == {200}


def _until_a_second_ends() -> float:
    return 1 - time.time() % 1


def test_a_moment_with_an_offset_is_the_same_moment_in_utc(alpha: Agency) -> None:
    alpha.control("PUT", "/clock", {"now": "2040-05-07T12:30:00+02:00"})

    assert clock_of(alpha)["now"] == "2040-05-07T10:30:00Z"


def test_a_released_clock_ticks_from_where_it_stood(alpha: Agency) -> None:
    alpha.control("PUT", "/clock", {"mode": "ticking"})

    shown = clock_of(alpha)
    assert (shown["mode"], shown["now"] >= "2040-05-07T08:00:00Z", shown["now"] < "2040-05-07T08:01:00Z") == (
        "ticking",
        True,
        True,
    )


@pytest.mark.parametrize(
    ("how", "then"),
    [
        ({"by": "PT15M"}, "2040-05-07T08:15:00Z"),
        ({"by": "P14D"}, "2040-05-21T08:00:00Z"),
        ({"by": "P1DT2H30M5S"}, "2040-05-08T10:30:05Z"),
        ({"by": "PT0S"}, "2040-05-07T08:00:00Z"),
        ({"to": "2040-05-07T08:00:00Z"}, "2040-05-07T08:00:00Z"),
        ({"to": "2040-05-07T08:00:01Z"}, "2040-05-07T08:00:01Z"),
    ],
    ids=str,
)
def test_the_clock_advances_by_a_duration_or_to_a_moment(alpha: Agency, how: dict[str, str], then: str) -> None:
    alpha.advance(**how)

    assert clock_of(alpha)["now"] == then


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PUT", "/clock", {"now": "2040-05-07T07:59:59Z"}),
        ("PUT", "/clock", {"now": "1970-01-01T00:00:00Z", "mode": "ticking"}),
        ("POST", "/clock/advance", {"to": "2040-05-07T07:59:59Z"}),
    ],
)
def test_the_clock_does_not_go_back(alpha: Agency, method: str, path: str, body: dict[str, str]) -> None:
    answer = alpha.control(method, path, body)

    assert (answer.status_code, answer.json()["code"], clock_of(alpha)["now"]) == (
        409,
        "clock_backwards",
        "2040-05-07T08:00:00Z",
    )


def test_the_timeline_tells_in_order_what_happened(alpha: Agency) -> None:
    first = held(alpha, _online(alpha))["holdId"]
    confirmed = booked(alpha, CONFIRMS)["id"]
    alpha.advance(by="PT5M")
    second = held(alpha, _online(alpha))["holdId"]
    declined = booked(alpha, DECLINES)["id"]

    assert alpha.advance(by="P1D") == [
        {"at": "2040-05-07T08:15:00Z", "kind": "tee_time_hold.expired", "id": first},
        {"at": "2040-05-07T08:20:00Z", "kind": "tee_time_hold.expired", "id": second},
        {"at": "2040-05-07T08:30:00Z", "kind": "booking.confirmed", "id": confirmed},
        {"at": "2040-05-07T08:35:00Z", "kind": "booking.cancelled", "id": declined},
    ]


def _online(agency: Agency) -> TeeTime:
    course = by_trait("no-hooks")
    first = day_of(agency, course.id, SATURDAY, players=2)["availableTimes"][0]
    return TeeTime(course.id, SATURDAY, first["time"], first["available"], 0)


@pytest.mark.parametrize(("by", "happened"), [("PT14M59S", 0), ("PT15M", 1)], ids=["a second before", "on the line"])
def test_the_timeline_includes_the_moment_it_ends_at(alpha: Agency, by: str, happened: int) -> None:
    held(alpha, _online(alpha))

    assert len(alpha.advance(by=by)) == happened


def test_each_event_is_listed_once(alpha: Agency) -> None:
    held(alpha, _online(alpha))
    alpha.advance(by="PT15M")

    assert alpha.advance(by="PT15M") == []


def test_a_used_hold_does_not_expire(alpha: Agency) -> None:
    tee_time = _online(alpha)
    booked(alpha, tee_time, holdId=held(alpha, tee_time)["holdId"])

    assert alpha.advance(by="PT15M") == []


def test_setting_the_clock_tells_the_timeline_too(alpha: Agency) -> None:
    booking_id = booked(alpha, CONFIRMS)["id"]

    answer = alpha.control("PUT", "/clock", {"now": "2040-05-08T08:00:00Z"}).json()["data"]

    assert [happening["id"] for happening in answer["timeline"]] == [booking_id]


@pytest.mark.parametrize("path", ["tee-times?date=2190-01-02", "availability?date=2191-02-04", "pricing"])
def test_a_world_at_the_end_of_the_calendar_still_answers(alpha: Agency, path: str) -> None:
    alpha.freeze(LATEST)

    assert alpha.send("GET", f"/travel/courses/{by_trait('no-hooks').id}/{path}").status_code == 200


def test_an_advance_beyond_the_calendar_is_refused(alpha: Agency) -> None:
    alpha.advance(to=LATEST)

    assert alpha.control("POST", "/clock/advance", {"by": "PT1S"}).status_code == 400
