"""Blind faults of the fifty-sixth lot: courses."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import asks, is_geographic, number_in
from tests.mutants.tools.call import Call
from tests.mutants.tools.edits import alter, where
from tests.mutants.tools.registry import Origin, json_answer, request_change

_WIDE_KM = 100


request_change(
    "CRS-14.lot56-lone-longitude",
    "A search with longitude but without latitude is answered as if it had no point.",
    "searchCourses",
    lambda call: call.without("longitude", "distance"),
    when=lambda call: "longitude" in call.query and "latitude" not in call.query,
    origin=Origin.blind,
)


def _is_wide_in_a_country(call: Call) -> bool:
    return is_geographic(call) and asks(call, "country") and number_in(call, "distance", 0) >= _WIDE_KM


request_change(
    "CRS-08.lot56-wide-search-crosses-borders",
    "A search around a point with a distance of 100 km or more ignores the country.",
    "searchCourses",
    lambda call: call.without("country"),
    when=_is_wide_in_a_country,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


json_answer(
    "CRD-07.lot56-rounded-place-of-offline-course",
    "The details of an offline course round its coordinates to two decimals.",
    "getCourse",
    where(
        lambda body: not body["data"]["isOnline"],
        lambda body: alter("data.longitude", _rounded)(alter("data.latitude", _rounded)(body)),
    ),
    hidden="some values",
    origin=Origin.blind,
)


def _rounded(degrees: Any) -> Any:
    return round(degrees, 2)


def _without_totals(body: Any) -> Any:
    body["meta"]["pagination"] |= {"totalItems": 0, "totalPages": 0}
    return body


json_answer(
    "PAG-13.lot56-no-total-after-the-end",
    "A page after the last one shows a totalItems of zero.",
    "searchCourses",
    where(lambda body: not body["data"], _without_totals),
    hidden="a later page",
    origin=Origin.blind,
)
