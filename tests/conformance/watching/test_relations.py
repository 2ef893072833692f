"""Every row of `RELATIONS` is found by answers that contradict each other back and forth, and by nothing else."""

from collections.abc import Sequence
from typing import Any

import pytest

from conformance.watching.relations import RELATIONS
from tests.conformance.proxy.watched import booking
from tests.conformance.watching.recorded_runs import COURSE, Recorded, days_in

_DETAILS = COURSE | {
    "address": "1 Fairway",
    "par": 72,
    "facilities": [],
    "coverImageUrl": "https://example.com/2.jpg",
}
_SHEET = {
    "courseId": "crs_1",
    "courseName": "Links",
    "date": "2027-03-01",
    "dayType": "weekday",
    "isOnline": True,
    "availableTimes": [],
    "additionalFees": [],
    "timeSlots": {"firstAvailable": "10:00", "lastAvailable": "10:00", "twilightStart": "18:00"},
}
_TEE_TIMES = "GET /travel/courses/crs_1/tee-times?date=2027-03-01"


def _courses(*courses: dict[str, Any], total: int = 2) -> dict[str, Any]:
    shown = courses or (COURSE, COURSE | {"id": "crs_2"})
    pagination = {"page": 1, "pageSize": len(shown), "totalItems": total, "totalPages": -(-total // len(shown))}
    return {"data": list(shown), "meta": {"pagination": pagination}}


def _listed() -> Recorded:
    return Recorded().sends("GET /travel/courses?page=1&pageSize=2", 200, _courses())


_TERMS = {
    "courseId": "crs_1",
    "courseName": "Links",
    "cancellationPolicy": {
        "tiers": [{"hoursBeforeTeeTime": 0, "refundPercent": 0, "label": "Late"}],
        "policyText": None,
        "source": "platform",
    },
    "bookingTerms": {
        "maxPlayersPerBooking": 4,
        "maxDaysInAdvance": 400,
        "modificationAllowed": True,
        "modificationCutoffHours": 24,
        "selfServiceCancellationCutoffHours": 24,
    },
}
_PRICE = {
    "itemType": "green_fee_18",
    "holeCount": 18,
    "b2bPrice": 50,
    "retailPrice": 60,
    "currency": "EUR",
    "weekdayRules": None,
}
_EXTRA = {"itemType": "buggy", "category": "buggy", "b2bPrice": 20, "retailPrice": 25, "currency": "EUR"}


def _prices(*prices: dict[str, Any], kind: str = "high_season", extras: Sequence[str] | None = None) -> dict[str, Any]:
    season: dict[str, Any] = {
        "season": "Summer",
        "seasonType": kind,
        "validFrom": "2027-05-01",
        "validTo": "2027-09-30",
        "currency": "EUR",
        "prices": prices,
    }
    if extras is not None:
        season["extraProducts"] = [_EXTRA | {"name": name} for name in extras]
    period = {"startDate": "2027-05-01", "endDate": "2027-09-30"}
    meta = {
        "requestedPeriod": period,
        "holeCount": "all",
        "includeExtraProducts": extras is not None,
        "totalSeasons": 1,
    }
    named = {"courseId": "crs_1", "courseName": "Links", "country": "ES", "currency": "EUR"}
    return {"data": named | {"seasons": [season]}, "meta": meta}


def _sheet_in(currency: str, fee: int = 50) -> dict[str, Any]:
    pricing = {"currency": currency, "greenFee": fee, "totalAmount": 4 * fee, "priceType": "standard"}
    return _SHEET | {"availableTimes": [{"time": "10:00", "available": 4, "pricing": pricing}]}


_LIST, _READ = "GET /travel/courses?page=1&pageSize=2", "GET /travel/courses/crs_1"
_PERIOD = "GET /travel/courses/crs_1/availability?startDate=2027-03-01&endDate=2027-03-01"
_BOOKING = "GET /travel/bookings/bkg_1"
_COURSE_OF_THE_BOOKING = {"id": "crs_1", "name": "Dunes"}
_TERMS_IN_FORCE = _TERMS["bookingTerms"]
_SUMMER = f"{_READ}/pricing?startDate=2027-05-01&endDate=2027-09-30"

# The requirement, an answer, and an answer that contradicts it.
_CONTRADICTIONS: dict[str, tuple[str, tuple[str, Any], tuple[str, Any]]] = {
    "holes": ("CRD-07", (_LIST, _courses()), (_READ, {"data": _DETAILS | {"holes": 9}})),
    "isOnline": ("INV-01", (_LIST, _courses()), (_READ, {"data": _DETAILS | {"isOnline": False}})),
    "courseName": ("INV-07", (_LIST, _courses()), (_TEE_TIMES, _SHEET | {"courseName": "Dunes"})),
    "course.name": ("BKC-35", (_LIST, _courses()), (_BOOKING, {"data": booking(course=_COURSE_OF_THE_BOOKING)})),
    "courseName of terms": (
        "TRM-01",
        (_READ, {"data": _DETAILS}),
        (f"{_READ}/terms", {"data": _TERMS | {"courseName": "Dunes"}}),
    ),
    "par": ("INV-08", (_READ, {"data": _DETAILS}), (_READ, {"data": _DETAILS | {"par": 71}})),
    "cutoff": (
        "INV-08",
        (f"{_READ}/terms", {"data": _TERMS}),
        (f"{_READ}/terms", {"data": _TERMS | {"bookingTerms": _TERMS_IN_FORCE | {"modificationCutoffHours": 48}}}),
    ),
    "price": (
        "INV-08",
        (f"{_READ}/pricing", _prices(_PRICE)),
        (_SUMMER, _prices(_PRICE | {"retailPrice": 61})),
    ),
    "prices": ("INV-08", (_SUMMER, _prices(_PRICE)), (_SUMMER, _prices())),
    "extraProducts": (
        "PRC-13",
        (f"{_SUMMER}&includeExtraProducts=true", _prices(_PRICE, extras=["Buggy"])),
        (f"{_SUMMER}&includeExtraProducts=true", _prices(_PRICE, extras=[])),
    ),
    "seasonType": ("INV-08", (_SUMMER, _prices(_PRICE)), (_SUMMER, _prices(_PRICE, kind="low_season"))),
    "totalItems": ("PAG-13", (_LIST, _courses()), ("GET /travel/courses?page=1&pageSize=1", _courses(COURSE, total=3))),
    "dayType": ("INV-08", (_TEE_TIMES, _SHEET), (f"{_TEE_TIMES}&players=2", _SHEET | {"dayType": "weekend"})),
    "greenFee": ("AVT-22", (_TEE_TIMES, _sheet_in("EUR")), (f"{_TEE_TIMES}&players=4", _sheet_in("EUR", 55))),
    "currency": ("AVM-18", (_TEE_TIMES, _sheet_in("EUR")), (_PERIOD, days_in("CHF"))),
}


# The name of a course is the same everywhere, so in its terms too.
_ALSO_VIOLATED = {"TRM-01": ("INV-07",)}


def test_every_relation_has_an_example() -> None:
    assert sorted(row for row, *_ in _CONTRADICTIONS.values()) == sorted(relation.row for relation in RELATIONS)


def test_answers_that_agree_are_no_sight() -> None:
    run = _listed()
    for _row, (line, body), _otherwise in _CONTRADICTIONS.values():
        run = run.sends(line, 200, body)

    assert run.sends(_PERIOD, 200, days_in("EUR")).sends(_BOOKING, 200, {"data": booking()}).found() == []


@pytest.mark.parametrize(("row", "answer", "otherwise"), _CONTRADICTIONS.values(), ids=_CONTRADICTIONS)
def test_answers_that_contradict_each_other_back_and_forth_are_found(
    row: str, answer: tuple[str, Any], otherwise: tuple[str, Any]
) -> None:
    run = _listed()
    for line, body in (answer, otherwise, answer):
        run = run.sends(line, 200, body)

    assert set(run.found()) == {row, *_ALSO_VIOLATED.get(row, ())}


@pytest.mark.parametrize(("row", "answer", "otherwise"), _CONTRADICTIONS.values(), ids=_CONTRADICTIONS)
def test_a_course_may_change_once(row: str, answer: tuple[str, Any], otherwise: tuple[str, Any]) -> None:
    run = _listed()
    for line, body in (answer, otherwise, otherwise):
        run = run.sends(line, 200, body)

    assert row not in run.found()


def test_fees_may_depend_on_the_number_of_players() -> None:
    fee = {"name": "Buggy", "price": 30, "unit": "per_cart", "isOptional": True}
    run = _listed()
    for players, fees in ((1, []), (4, [fee]), (1, []), (4, [fee])):
        run = run.sends(f"{_TEE_TIMES}&players={players}", 200, _SHEET | {"additionalFees": fees})

    assert run.found() == []


def test_two_prices_of_one_kind_are_no_contradiction() -> None:
    both = _prices(_PRICE, _PRICE | {"retailPrice": 61})
    run = _listed()
    for body in (both, _prices(_PRICE | {"retailPrice": 61}, _PRICE), both):
        run = run.sends(f"{_READ}/pricing", 200, body)

    assert run.found() == []


def test_a_filter_that_loses_a_price_of_its_hole_count_is_found() -> None:
    filtered = _prices()
    filtered["meta"]["holeCount"] = 18
    run = _listed().sends(_SUMMER, 200, _prices(_PRICE)).sends(f"{_SUMMER}&holeCount=18", 200, filtered)

    assert run.sends(_SUMMER, 200, _prices(_PRICE)).found() == ["INV-08"]


def test_another_filter_may_find_other_courses() -> None:
    run = _listed().sends("GET /travel/courses?country=ES&page=1&pageSize=1", 200, _courses(COURSE, total=1))

    assert run.sends(_LIST, 200, _courses()).found() == []


def test_the_name_in_a_price_list_by_booking_code_is_the_name_of_its_course() -> None:
    named = _prices(_PRICE)
    named["data"]["courseName"] = "Dunes"
    run = _listed().sends("GET /travel/courses/ESMAL001/pricing", 200, named)

    assert run.sends(_LIST, 200, _courses()).found() == ["INV-07"]
