"""Days of periods that differ from their tee sheets under one condition alone: no check compares all of them."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from conformance.evidence.exchanges import Exchange
from conformance.watching.days_and_sheets import DaysApart, days_apart
from tests.conformance.made_up import MOMENT, exchange

WEEKDAYS = [f"2027-02-{day:02d}" for day in (1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 15, 16)]
WEEKEND = ["2027-02-06", "2027-02-07", "2027-02-13"]
# Places free by time.
TEE_TIMES = {"08:00": 4, "09:00": 2, "17:00": 4}


def read(path: str, body: dict[str, Any], **query: object) -> Exchange:
    made = exchange(json.dumps(body).encode(), path=f"/travel/courses/crs_1/{path}")
    pairs = tuple((name, str(value)) for name, value in query.items())
    return replace(made, request=replace(made.request, query=pairs))


def sheet(day: str, players: int = 2) -> Exchange:
    prices = {"currency": "EUR", "greenFee": 50, "totalAmount": 50 * players, "priceType": "standard"}
    listed = [{"time": time, "available": free, "pricing": prices} for time, free in TEE_TIMES.items()]
    shown = [item for item in listed if int(str(item["available"])) >= players]
    return read("tee-times", {"courseId": "crs_1", "availableTimes": shown}, date=day, players=players)


def period(day: str, players: int = 2, **changed: Any) -> Exchange:
    first, last = min(TEE_TIMES), max(TEE_TIMES)
    of_day = {"hasAvailability": True, "firstAvailableTime": first, "lastAvailableTime": last}
    slots = sum(free >= players for free in TEE_TIMES.values())
    shown = {"date": day, **of_day, "availableSlots": slots, "lowestPrice": 50, **changed}
    body = {"courseId": "crs_1", "availabilityResults": [shown]}
    return read("availability", body, startDate=day, endDate=day, players=players)


def found(*exchanges: Exchange) -> Sequence[DaysApart]:
    course = {"id": "crs_1", "isOnline": True, "holes": 18, "country": "FR"}
    courses = exchange(json.dumps({"data": [course]}).encode())
    in_order = [
        replace(made, index=index, started_at=MOMENT + timedelta(seconds=index))
        for index, made in enumerate((courses, *exchanges))
    ]
    return list(days_apart(in_order))


def days(**of_weekends: Any) -> list[Exchange]:
    """Two reads of each day. What periods show *of weekends* is changed."""
    alike = [made for day in WEEKDAYS for made in (period(day), sheet(day))]
    return [*alike, *(made for day in WEEKEND for made in (period(day, **of_weekends), sheet(day)))]


@pytest.mark.parametrize(
    ("changed", "members"),
    [
        ({"lastAvailableTime": "18:00"}, "hasAvailability firstAvailableTime lastAvailableTime"),
        ({"hasAvailability": False}, "hasAvailability firstAvailableTime lastAvailableTime"),
        ({"lowestPrice": 45}, "lowestPrice"),
        ({"availableSlots": 1}, "availableSlots"),
    ],
)
def test_days_that_differ_on_weekends_alone_are_named_by_them(changed: dict[str, Any], members: str) -> None:
    (apart,) = found(*days(**changed))

    assert (" ".join(apart.members), apart.conditions) == (members, (("week", "weekend"),))
    assert (len(apart.days), apart.alike) == (3, 12)


def test_days_that_differ_beyond_the_first_week_alone_are_named_by_it() -> None:
    together = period(WEEKDAYS[0])
    results = [json.loads(period(day).response.content)["availabilityResults"][0] for day in WEEKDAYS]
    changed = [{**day, "availableSlots": 1} if day["date"] > "2027-02-07" else day for day in results]
    body = json.dumps({"courseId": "crs_1", "availabilityResults": changed}).encode()
    long_period = replace(together, response=replace(together.response, content=body))
    alone = [made for day in WEEKDAYS for made in (sheet(day), period(day))]

    (apart,) = found(*alone, long_period)

    assert (apart.conditions, len(apart.days)) == ((("place", "beyond a week"),), 7)


def test_days_that_an_answer_leaves_out_before_its_last_day_have_no_tee_times() -> None:
    saturdays = ["2027-02-06", "2027-02-13", "2027-02-20"]
    alike = [made for day in WEEKDAYS for made in (period(day), sheet(day))]

    (apart,) = found(*alike, *(made for day in saturdays for made in (_without_its_first_day(day), sheet(day))))

    assert [day.shown["date"] for day in apart.days] == saturdays
    assert apart.members[0] == "hasAvailability"


def _without_its_first_day(day: str) -> Exchange:
    """A period of two days that shows the second alone."""
    following = f"{date.fromisoformat(day) + timedelta(1)}"
    made = period(following)
    return replace(made, request=replace(made.request, query=(("startDate", day), *made.request.query[1:])))


def test_days_that_are_like_their_sheets_are_not_told() -> None:
    assert found(*days()) == []


def test_a_sheet_for_fewer_players_shows_what_a_period_must_say() -> None:
    of_four = [made for day in WEEKEND for made in (period(day, 4, lowestPrice=40), sheet(day, 1))]

    (apart,) = found(*days()[:24], *of_four)

    assert (apart.members, len(apart.days)) == (("lowestPrice",), 3)


def written(day: str) -> Exchange:
    sent = json.dumps({"courseId": "crs_1", "date": day, "teeTime": "08:00", "players": 2}).encode()
    return exchange(b"{}", method="POST", path="/travel/bookings", status=201, sent=sent)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda made: [*map(written, WEEKEND), *made], id="the run booked there"),
        pytest.param(lambda made: made[:-2], id="two days may be chance"),
        pytest.param(lambda made: [*made[:6], *made[-6:]], id="three other days are few"),
        pytest.param(
            lambda made: [
                replace(seen, agency="second agency") if "tee" in seen.request.path else seen for seen in made
            ],
            id="another agency read the sheets",
        ),
    ],
)
def test_what_others_or_the_run_may_have_changed_is_not_told(
    change: Callable[[list[Exchange]], list[Exchange]],
) -> None:
    assert found(*change(days(lastAvailableTime="18:00"))) == []


def test_the_lowest_price_may_be_that_of_the_party_at_a_target_that_says_so_on_all_days() -> None:
    everywhere = [made for day in (*WEEKDAYS, *WEEKEND) for made in (period(day, lowestPrice=100), sheet(day))]

    assert found(*everywhere) == []


@pytest.mark.parametrize(
    ("part", "changed", "members"),
    [
        ("morning", {"firstAvailableTime": "09:00"}, [("firstAvailableTime",)]),
        ("afternoon", {"lastAvailableTime": "16:00"}, [("lastAvailableTime",)]),
        ("afternoon", {"firstAvailableTime": "17:00"}, []),
        ("morning", {"hasAvailability": False, "firstAvailableTime": None}, [("hasAvailability",)]),
        ("afternoon", {"hasAvailability": False, "lastAvailableTime": None}, [("hasAvailability",)]),
    ],
)
def test_a_part_of_the_day_begins_or_ends_with_the_day(
    part: str, changed: dict[str, Any], members: Sequence[tuple[str, ...]]
) -> None:
    in_parts = [_of_part(made, part) for made in days(**changed)]

    assert [apart.members for apart in found(*in_parts)] == members


def test_an_afternoon_that_ends_early_everywhere_is_a_reading_of_its_own() -> None:
    made = [_of_part(period(day, lastAvailableTime="16:00"), "afternoon") for day in (*WEEKDAYS, *WEEKEND)]

    assert found(*days(), *made) == []


def _of_part(made: Exchange, part: str) -> Exchange:
    if not made.request.path.endswith("availability"):
        return made
    return replace(made, request=replace(made.request, query=(*made.request.query, ("timeRange", part))))
