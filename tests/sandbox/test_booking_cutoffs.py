"""Cutoffs of changes and cancellations by the clock of the course, on the line and one second after it."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from fixtures.catalogue import DEFAULT_SEED
from fixtures.tee_sheets import tee_sheet
from tests.sandbox.agencies import Agency
from tests.sandbox.problems import refusal
from tests.sandbox.trade import SATURDAY, TeeTime, booked, by_trait, day_of, free_tee_times

STRICT = by_trait("override-terms")
DAYLIGHT_SAVING = by_trait("daylight-saving")
AUTUMN_BACK = date(2040, 10, 28)
SPRING_FORWARD = date(2041, 3, 31)
SECOND = timedelta(seconds=1)


def _moment(tee_time: TeeTime, zone: str, before: timedelta) -> str:
    """The moment that is this time before a tee time, by the hours that really pass."""
    tee_off = datetime.combine(tee_time.play_date, time.fromisoformat(tee_time.time), tzinfo=ZoneInfo(zone))
    return (tee_off.astimezone(UTC) - before).strftime("%Y-%m-%dT%H:%M:%SZ")


@pytest.fixture
def strict(alpha: Agency) -> TeeTime:
    """A tee time at a course that closes changes after 72 and cancellations after 48 hours before it."""
    return free_tee_times(alpha, STRICT.id, SATURDAY + timedelta(days=7))[0]


def test_a_change_on_the_line_is_in_time(alpha: Agency, strict: TeeTime) -> None:
    booking_id = booked(alpha, strict)["id"]
    alpha.freeze(_moment(strict, STRICT.time_zone, timedelta(hours=72)))

    assert alpha.put(f"/travel/bookings/{booking_id}", {"players": 1}).status_code == 200


def test_a_change_a_second_later_is_too_late(alpha: Agency, strict: TeeTime) -> None:
    booking_id = booked(alpha, strict)["id"]
    alpha.freeze(_moment(strict, STRICT.time_zone, timedelta(hours=72) - SECOND))

    answer = alpha.put(f"/travel/bookings/{booking_id}", {"players": 1})

    assert refusal(answer) == (409, "modification_cutoff_passed")


def test_a_cancellation_on_the_line_is_in_time(alpha: Agency, strict: TeeTime) -> None:
    booking_id = booked(alpha, strict)["id"]
    alpha.freeze(_moment(strict, STRICT.time_zone, timedelta(hours=48)))

    assert alpha.delete(f"/travel/bookings/{booking_id}").status_code == 200


def test_a_cancellation_a_second_later_is_too_late(alpha: Agency, strict: TeeTime) -> None:
    booking_id = booked(alpha, strict)["id"]
    alpha.freeze(_moment(strict, STRICT.time_zone, timedelta(hours=48) - SECOND))

    assert refusal(alpha.delete(f"/travel/bookings/{booking_id}")) == (409, "cancellation_cutoff_passed")


def test_a_booking_inside_the_cutoffs_can_be_made(alpha: Agency, strict: TeeTime) -> None:
    alpha.freeze(_moment(strict, STRICT.time_zone, timedelta(seconds=1)))

    assert booked(alpha, strict)["status"] == "confirmed"


def test_a_booking_at_its_tee_time_is_too_late(alpha: Agency, strict: TeeTime) -> None:
    alpha.freeze(_moment(strict, STRICT.time_zone, timedelta(0)))
    body = {"date": str(strict.play_date), "time": strict.time, "players": 1}

    answer = alpha.post(f"/travel/courses/{STRICT.id}/hold-tee-time", body)

    assert refusal(answer) == (422, "date_in_past")


@pytest.fixture(params=[AUTUMN_BACK, SPRING_FORWARD], ids=["autumn", "spring"])
def changing(request: pytest.FixtureRequest, alpha: Agency) -> TeeTime:
    """A tee time on a day whose night changed the clock."""
    return free_tee_times(alpha, DAYLIGHT_SAVING.id, request.param)[0]


def test_the_cutoff_counts_real_hours_across_a_clock_change(alpha: Agency, changing: TeeTime) -> None:
    booking_id = booked(alpha, changing)["id"]
    alpha.freeze(_moment(changing, "Europe/London", timedelta(hours=24)))

    assert alpha.delete(f"/travel/bookings/{booking_id}").status_code == 200


def test_a_second_after_the_cutoff_across_a_clock_change_is_too_late(alpha: Agency, changing: TeeTime) -> None:
    booking_id = booked(alpha, changing)["id"]
    alpha.freeze(_moment(changing, "Europe/London", timedelta(hours=24) - SECOND))

    assert refusal(alpha.delete(f"/travel/bookings/{booking_id}")) == (409, "cancellation_cutoff_passed")


def test_a_tee_time_is_listed_until_the_second_before_it(alpha: Agency, changing: TeeTime) -> None:
    alpha.freeze(_moment(changing, "Europe/London", SECOND))

    listed = day_of(alpha, changing.course_id, changing.play_date)["availableTimes"]

    assert listed[0]["time"] == changing.time


def test_a_tee_time_leaves_the_list_as_it_begins(alpha: Agency, changing: TeeTime) -> None:
    alpha.freeze(_moment(changing, "Europe/London", timedelta(0)))

    listed = day_of(alpha, changing.course_id, changing.play_date)["availableTimes"]

    assert listed[0]["time"] > changing.time


@pytest.mark.parametrize("night", [AUTUMN_BACK, SPRING_FORWARD], ids=["autumn", "spring"])
def test_a_day_after_a_clock_change_has_all_its_tee_times(alpha: Agency, night: date) -> None:
    sheet = tee_sheet(DAYLIGHT_SAVING, night, DEFAULT_SEED).tee_times

    listed = day_of(alpha, DAYLIGHT_SAVING.id, night)["availableTimes"]

    assert [item["time"] for item in listed] == [f"{line.time:%H:%M}" for line in sheet if line.taken < line.places]


@pytest.mark.parametrize(
    ("now", "status"),
    [("2040-05-07T21:59:59Z", 422), ("2040-05-07T22:00:00Z", 200)],
    ids=["a second before midnight", "midnight"],
)
def test_the_last_day_moves_at_midnight_of_the_course(alpha: Agency, now: str, status: int) -> None:
    alpha.freeze(now)
    last_day = date(2040, 5, 8) + timedelta(days=400)

    answer = alpha.get(f"/travel/courses/{STRICT.id}/tee-times", date=last_day)

    assert answer.status_code == status
