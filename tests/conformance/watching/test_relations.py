"""Every row of `RELATIONS` is found by answers that contradict each other back and forth, and by nothing else."""

from typing import Any

import pytest

from conformance.watching.relations import RELATIONS
from tests.conformance.proxy.watched import booking
from tests.conformance.watching.recorded_runs import Recorded

_COURSE = {
    "id": "crs_1",
    "name": "Links",
    "country": "ES",
    "region": "Andalucia",
    "city": "Malaga",
    "courseType": "resort",
    "holes": 18,
    "isOnline": True,
    "thumbnailUrl": "https://example.com/1.jpg",
    "latitude": 36.5,
    "longitude": -4.5,
}
_DETAILS = _COURSE | {
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


def _courses() -> dict[str, Any]:
    pagination = {"page": 1, "pageSize": 1, "totalItems": 2, "totalPages": 2}
    return {"data": [_COURSE], "meta": {"pagination": pagination}}


def _listed() -> Recorded:
    return Recorded().sends("GET /travel/courses?page=1&pageSize=1", 200, _courses())


_CONTRADICTIONS = {
    "CRD-07": ("GET /travel/courses/crs_1", {"data": _DETAILS | {"holes": 9}}),
    "INV-01": ("GET /travel/courses/crs_1", {"data": _DETAILS | {"isOnline": False}}),
    "INV-07": (_TEE_TIMES, _SHEET | {"courseName": "Dunes"}),
    "BKC-35": ("GET /travel/bookings/bkg_1", {"data": booking(course={"id": "crs_1", "name": "Dunes"})}),
}


def test_answers_that_agree_are_no_sight() -> None:
    run = _listed().sends("GET /travel/courses/crs_1", 200, {"data": _DETAILS}).sends(_TEE_TIMES, 200, _SHEET)

    assert run.sends("GET /travel/bookings/bkg_1", 200, {"data": booking()}).found() == []


@pytest.mark.parametrize("row", [relation.row for relation in RELATIONS])
def test_answers_that_contradict_each_other_back_and_forth_are_found(row: str) -> None:
    line, body = _CONTRADICTIONS[row]
    run = _listed().sends(line, 200, body).sends("GET /travel/courses?page=1&pageSize=1", 200, _courses())

    assert run.found() == [row]


@pytest.mark.parametrize("row", [relation.row for relation in RELATIONS])
def test_a_course_may_change_once(row: str) -> None:
    line, body = _CONTRADICTIONS[row]

    assert _listed().sends(line, 200, body).sends(line, 200, body).found() == []
