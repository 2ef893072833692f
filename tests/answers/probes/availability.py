"""Probes of availability: days, ranges, tee times and their order."""

from typing import Any

from tests.answers.asking import Asker, decided, made, tee_times, word_for
from tests.answers.registry import probe
from tests.sandbox.trade import LEAD, ORDINARY, SATURDAY, TODAY, booking, by_trait, offline

_COURSE = f"/travel/courses/{ORDINARY.id}"
# A range in which the cheapest days have fewer tee times than the busiest of the dear days.
_RANGE = {"startDate": "2040-05-08", "endDate": "2040-06-20", "players": 2}


def _days(asks: Asker, **query: Any) -> Any:
    return asks.get(f"{_COURSE}/availability", players=2, **query)


@probe("A-15")
def single_day(asks: Asker) -> str:
    """The form with date, and date beside startDate."""
    single = made(_days(asks, date=SATURDAY))
    days = single.get("availabilityResults")
    both = _days(asks, date=SATURDAY, startDate=SATURDAY, endDate=SATURDAY).status
    return decided(
        ("tee-times", "availableTimes" in single),
        ("day-object", days is None),
        ("one-day-range", days is not None and [day["date"] for day in days] == [str(SATURDAY)] and both == 400),
        seen=(single, both),
    )


@probe("A-16")
def length_of_a_range(asks: Asker) -> str:
    """A range of 32 days, a range to the last day that can be booked, and a range one day longer."""
    last_days = ("2040-06-08", "2041-06-11", "2041-06-12")
    statuses = [_days(asks, startDate=TODAY, endDate=last).status for last in last_days]
    return decided(("31-days", statuses[0] >= 400), ("booking-horizon", statuses == [200, 200, 422]), seen=statuses)


@probe("A-17")
def time_bounds(asks: Asker) -> str:
    """The list after and before a tee time that exists, and reversed bounds."""
    times = [tee_time.time for tee_time in tee_times(asks)]
    query = {"date": SATURDAY, "players": 4}
    first, last = times[1], times[-2]
    listed = made(asks.get(f"{_COURSE}/tee-times", **query, earliestTime=first, latestTime=last))["availableTimes"]
    named = {item["time"] for item in listed}
    reversed_bounds = asks.get(f"{_COURSE}/tee-times", **query, earliestTime=last, latestTime=first)
    return decided(
        ("inclusive", bool({first, last} & named)),
        ("empty-when-reversed", reversed_bounds.is_success),
        ("exclusive", named == set(times[2:-2]) and reversed_bounds.status == 400),
        seen=(first, last, named, reversed_bounds.status),
    )


@probe("A-24")
def numbers_of_a_day(asks: Asker) -> str:
    """A Saturday beside its tee times, and the best of 44 days."""
    listed = tee_times(asks, players=2)
    (day,) = made(_days(asks, date=SATURDAY))["availabilityResults"]
    search = made(asks.get(f"{_COURSE}/availability", **_RANGE))
    days = [day for day in search["availabilityResults"] if day["hasAvailability"]]
    busiest = max(days, key=lambda day: day["availableSlots"])
    best = min(days, key=lambda day: (day["lowestPrice"], -day["availableSlots"], day["date"]))
    chosen = (search["bestAvailability"] or {}).get("date")
    fee = min(tee_time.green_fee for tee_time in listed)
    assert busiest["date"] != best["date"]
    return decided(
        ("places-and-totals", day["availableSlots"] > len(listed)),
        ("places-and-totals", day["lowestPrice"] == fee * 2),
        ("most-slots", chosen == busiest["date"]),
        ("slots-and-cheapest", (day["availableSlots"], day["lowestPrice"], chosen) == (len(listed), fee, best["date"])),
        seen=(day, search["bestAvailability"], best),
    )


@probe("A-28")
def dates_that_can_be_read(asks: Asker) -> str:
    """Tee times, days and bookings of yesterday and of the day after the last."""
    yesterday, too_far = "2040-05-06", "2041-06-12"
    replies = [asks.get(f"{_COURSE}/tee-times", date=day, players=2) for day in (yesterday, too_far)]
    replies += [_days(asks, startDate=day, endDate=day) for day in (yesterday, too_far)]
    body = {"courseId": ORDINARY.id, "date": yesterday, "teeTime": "10:00", "players": 2, "leadPlayer": LEAD}
    booked = asks.post("/travel/bookings", body).status
    statuses = {reply.status for reply in replies}
    return decided(
        ("empty-list", 200 in statuses),
        ("refuse-400", statuses == {400}),
        ("refuse-422", statuses == {422} and booked == 422),
        seen=(statuses, booked),
    )


@probe("A-56")
def availability_offline(asks: Asker) -> str:
    """Days, a hold, a hook and find-slots at an offline course."""
    tee_time = offline("offline-silent")
    course = f"/travel/courses/{tee_time.course_id}"
    search = {"courseId": tee_time.course_id, "date": str(SATURDAY), "totalPlayers": 8, "preferredStartTime": "10:00"}
    statuses = [
        asks.get(f"{course}/availability", date=SATURDAY, players=2).status,
        asks.post(f"{course}/hold-tee-time", {"date": str(SATURDAY), "time": "10:00", "players": 2}).status,
        asks.post("/travel/bookings/hooks", booking(tee_time)).status,
        asks.post("/travel/group-bookings/find-slots", search).status,
    ]
    return decided(("empty-days", statuses[0] == 200), ("refuse-409", statuses == [409] * 4), seen=statuses)


@probe("A-57")
def listed_tee_times(asks: Asker) -> str:
    """The list for four players after somebody has taken three of the four places of a tee time."""
    free = [item for item in tee_times(asks) if item.places == 4]
    tee_time, *rest = free
    made(asks.post("/travel/bookings", booking(tee_time, players=3)))
    listed = [item.time for item in tee_times(asks)]
    assert [item.time for item in tee_times(asks, players=1)].count(tee_time.time) == 1
    return decided(
        ("every-tee-time", tee_time.time in listed),
        ("with-room", listed == [item.time for item in rest]),
        seen=(tee_time, listed),
    )


@probe("A-63")
def time_slots(asks: Asker) -> str:
    """The frame of an afternoon, and of a day without tee times."""
    query = {"date": SATURDAY, "players": 2, "earliestTime": "12:00", "latestTime": "15:00"}
    some = made(asks.get(f"{_COURSE}/tee-times", **query))
    none = made(asks.get(f"/travel/courses/{by_trait('sold-out').id}/tee-times", date=SATURDAY, players=2))
    times = [item["time"] for item in some["availableTimes"]]
    frame = [some["timeSlots"].get(name) for name in ("firstAvailable", "lastAvailable")]
    empty = [none["timeSlots"].get(name, "absent") for name in ("firstAvailable", "lastAvailable")]
    return decided(
        ("absent-for-null", "absent" in empty),
        ("opening-hours", frame[0] < times[0] or frame[1] > times[-1]),
        ("listed-tee-times", frame == [times[0], times[-1]] and empty == [None, None]),
        seen=(frame, empty, times),
    )


@probe("A-60")
def dates_of_the_list(asks: Asker) -> str:
    """The list of today, and of the day of play, after a booking for Saturday; and reversed dates."""
    made(asks.post("/travel/bookings", booking(tee_times(asks)[0])))
    found = [len(made(asks.get("/travel/bookings", startDate=day, endDate=day))) for day in (SATURDAY, TODAY)]
    reversed_dates = asks.get("/travel/bookings", startDate=SATURDAY, endDate=TODAY).status
    word = word_for(tuple(found), {(1, 0): "play-date", (0, 1): "creation-date"})
    return decided((word, reversed_dates == 400 or word == "creation-date"), seen=(found, reversed_dates))
