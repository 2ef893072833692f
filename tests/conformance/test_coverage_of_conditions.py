"""The coverage of a run: pairs met, pairs on offer, and the values that no request met, read from a recording."""

import json
from collections.abc import Iterable
from typing import Any

import pytest

from conformance.conditions.courses import KnownCourses
from conformance.conditions.coverage import FamilyCoverage, coverage_of
from conformance.conditions.looks import looks_at
from conformance.conditions.reading import cases_met
from conformance.evidence.exchanges import Exchange
from tests.conformance.made_up import exchange

COURSES = [
    {"id": "crs_1", "isOnline": True, "holes": 18, "country": "ES"},
    {"id": "crs_2", "isOnline": False, "holes": 9, "country": "PT"},
]
BOOKING = {"id": "bkg_1", "course": {"id": "crs_1"}, "date": "2026-05-09", "players": 2, "status": "confirmed"}


def answered(
    path: str, body: Any, *, method: str = "GET", sent: Any = None, status: int = 200, **query: str
) -> Exchange:
    content = None if sent is None else json.dumps(sent).encode()
    pairs = tuple(query.items())
    return exchange(json.dumps(body).encode(), method=method, path=path, query=pairs, sent=content, status=status)


def listed(courses: Iterable[Any] = COURSES) -> Exchange:
    pagination = {"page": 1, "pageSize": 20, "totalItems": 2, "totalPages": 1}
    return answered("/travel/courses", {"data": list(courses), "meta": {"pagination": pagination}})


def terms(course_id: str, source: str = "platform") -> Exchange:
    of_course = {
        "courseId": course_id,
        "cancellationPolicy": {"source": source},
        "bookingTerms": {"maxPlayersPerBooking": 4},
    }
    return answered(f"/travel/courses/{course_id}/terms", {"data": of_course})


def sheet(course_id: str, **query: str) -> Exchange:
    items = [{"time": "09:00", "available": 4, "pricing": {"priceType": "standard"}}]
    return answered(f"/travel/courses/{course_id}/tee-times", {"availableTimes": items}, **query)


def of(name: str, exchanges: list[Exchange]) -> FamilyCoverage:
    return next(family for family in coverage_of(exchanges) if family.family == name)


def values(family: FamilyCoverage, condition: str) -> dict[str, str]:
    return {unmet.value: unmet.why for unmet in family.unmet if unmet.condition == condition}


def test_a_request_meets_the_pairs_of_its_conditions() -> None:
    before = of("tee sheets", [listed(), terms("crs_1"), sheet("crs_1", date="2026-05-09")])

    after = of(
        "tee sheets",
        [listed(), terms("crs_1"), sheet("crs_1", date="2026-05-09"), sheet("crs_1", date="2026-05-11", players="2")],
    )

    assert (("players", "2"), ("week", "weekend")) in after.missed
    assert (("players", "2"), ("week", "weekday")) in before.missed
    assert (("players", "2"), ("week", "weekday")) not in after.missed
    assert after.met > before.met
    assert after.offered == before.offered


def test_courses_that_the_target_does_not_have_are_not_on_offer() -> None:
    family = of("tee sheets", [listed(), terms("crs_1"), terms("crs_2"), sheet("crs_1", date="2026-05-09")])

    assert values(family, "terms").keys() == {"terms of its own", "low maximum of players"}
    assert "terms of its own" not in {value for pair in family.missed for _, value in pair}
    assert (("course", "offline"), ("players", "2")) in family.missed
    assert (("course", "offline"), ("holes", "18")) not in family.missed


def test_a_refused_request_meets_nothing() -> None:
    refused = answered("/travel/courses/crs_1/tee-times", {}, status=400, date="2026-05-09")

    assert "tee sheets" not in {family.family for family in coverage_of([listed(), refused])}


@pytest.mark.parametrize(("begins", "is_on_offer"), [("15:00", False), ("11:30", True), (None, False)])
def test_twilight_in_the_morning_is_on_offer_where_it_begins_so_early(begins: str | None, is_on_offer: bool) -> None:
    items = [
        {"time": time, "available": 4, "pricing": {"priceType": kind}}
        for time, kind in (("09:00", "standard"), ("10:00", "standard"), ("16:00", "twilight"))
    ]
    shown = {"availableTimes": items, "timeSlots": {"twilightStart": begins}}
    asked = answered("/travel/courses/crs_1/tee-times", shown, date="2026-05-09")

    family = of("tee times shown", [listed(), terms("crs_1"), asked])

    in_the_morning = (("price type", "twilight"), ("place in the day", "morning"))
    assert (in_the_morning in family.missed) is is_on_offer
    assert (("price type", "twilight"), ("place in the day", "afternoon")) in family.missed


def test_a_country_is_met_once_or_told() -> None:
    family = of("tee sheets", [listed(), sheet("crs_1", date="2026-05-09")])

    assert values(family, "country") == {"PT": "No request of this run met it."}


def test_a_booking_is_read_after_what_was_done_to_it() -> None:
    path = f"/travel/bookings/{BOOKING['id']}"
    created = answered("/travel/bookings", {"data": BOOKING}, method="POST", sent={"players": 2})
    changed = answered(path, {"data": BOOKING}, method="PUT", sent={"players": 3})
    read = answered(path, {"data": BOOKING})

    plain = of("lives of bookings", [listed(), created, read])
    grown = of("lives of bookings", [listed(), created, read, changed, read])

    asked = (("before", "more players"), ("question", "get"))
    assert (asked in plain.missed, asked in grown.missed) == (True, False)


def test_a_booking_at_an_offline_course_is_met_also_after_its_confirmation() -> None:
    booking = BOOKING | {"course": {"id": "crs_2"}}
    created = answered("/travel/bookings", {"data": booking}, method="POST", sent={"players": 2})
    courses = [listed(), terms("crs_1"), terms("crs_2", "course")]

    family = of("lives of bookings", [*courses, created, answered("/travel/bookings/bkg_1", {"data": booking})])

    assert "offline course" not in values(family, "way")
    asked = {(("way", "offline course"), pair) for pair in (("terms", "terms of its own"), ("holes", "9"))}
    assert asked.isdisjoint(family.missed)
    assert (("way", "offline course"), ("before", "cancelled")) in family.missed
    # The only offline course has nine holes.
    elsewhere = {(("way", "offline course"), ("holes", "18")), (("way", "plain"), ("holes", "9"))}
    assert elsewhere.isdisjoint(family.missed)


def test_a_booking_that_carries_the_id_of_a_hold_comes_from_the_hold() -> None:
    held = answered("/travel/courses/crs_1/hold-tee-time", {"holdId": "hld_1"}, method="POST", sent={"players": 2})
    created = answered("/travel/bookings", {"data": BOOKING}, method="POST", sent={"players": 2, "holdId": "hld_1"})

    family = of("lives of bookings", [listed(), held, created, answered("/travel/bookings/bkg_1", {"data": BOOKING})])

    assert "from a hold" not in values(family, "way")
    assert "plain" in values(family, "way")


@pytest.mark.parametrize("hold_id", [2, "2"])
def test_the_players_of_a_booking_are_not_the_id_of_a_hold(hold_id: object) -> None:
    held = answered("/travel/courses/crs_1/hold-tee-time", {"holdId": hold_id}, method="POST", sent={"players": 2})
    created = answered("/travel/bookings", {"data": BOOKING}, method="POST", sent={"players": 2})

    family = of("lives of bookings", [listed(), held, created, answered("/travel/bookings/bkg_1", {"data": BOOKING})])

    assert "from a hold" in values(family, "way")
    assert "plain" not in values(family, "way")


def test_values_of_courses_come_in_the_order_of_the_courses() -> None:
    known = KnownCourses()
    for number, terms_shown in enumerate(("low maximum of players", "terms of the platform", "terms of its own")):
        known.learn(f"crs_{number}", {"terms": terms_shown})

    assert known.values({})["terms"] == ("low maximum of players", "terms of the platform", "terms of its own")


def test_a_booking_for_fewer_players_than_its_hold_comes_from_a_larger_hold() -> None:
    held = answered("/travel/courses/crs_1/hold-tee-time", {"holdId": "hld_1"}, method="POST", sent={"players": 3})
    created = answered("/travel/bookings", {"data": BOOKING}, method="POST", sent={"players": 2, "holdId": "hld_1"})

    family = of("lives of bookings", [listed(), held, created, answered("/travel/bookings/bkg_1", {"data": BOOKING})])

    assert "from a larger hold" not in values(family, "way")
    assert "from a hold" in values(family, "way")


def condition_of(found: Exchange, condition: str) -> str | None:
    """The value of *condition* that an exchange met, None when it met none."""
    (look,) = looks_at([found])
    (case,) = (case for family, case in cases_met(look, KnownCourses()) if condition in family.values)
    return case.get(condition)


@pytest.mark.parametrize(
    ("distance", "value"),
    [
        ({}, "usual distance"),
        ({"distance": "50"}, "usual distance"),
        ({"distance": "50.0"}, "usual distance"),
        ({"distance": "49.9"}, "less than 50 km"),
        ({"distance": "50.1"}, "more than 50 km"),
        ({"distance": "near"}, None),
        ({"distance": "nan"}, None),
    ],
    ids=["default", "default sent", "as a fraction", "below", "above", "no number", "not a number"],
)
def test_a_distance_counts_by_its_kilometres(distance: dict[str, str], value: str | None) -> None:
    pagination = {"page": 1, "pageSize": 20, "totalItems": 0, "totalPages": 1}
    body = {"data": [], "meta": {"pagination": pagination}}

    search = answered("/travel/courses", body, latitude="37.5", longitude="-4.5", **distance)

    assert condition_of(search, "position") == value


@pytest.mark.parametrize(
    ("period", "value"),
    [
        ({}, "unsaid"),
        ({"startDate": "2026-05-09"}, "from a day"),
        ({"endDate": "2026-05-09"}, "until a day"),
        ({"startDate": "2026-05-09", "endDate": "2026-05-09"}, "one day"),
    ],
    ids=["neither", "only the first day", "only the last day", "both"],
)
def test_a_price_period_is_unsaid_only_without_both_days(period: dict[str, str], value: str | None) -> None:
    prices = answered("/travel/courses/crs_1/pricing", {"data": {"courseId": "crs_1"}}, **period)

    assert condition_of(prices, "period") == value
