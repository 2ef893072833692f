"""Blind faults of the seventy-third lot: courses."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import asks
from tests.mutants.parts.page_swaps import from_page, other_items
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, request_change

_NUMBERS_OF_HOLES = ("9", "18")

request_change(
    "CRS-19.lot73-other-holes-ignored",
    "A filter for a number of holes other than 9 and 18 is ignored.",
    "searchCourses",
    lambda call: call.without("holes"),
    when=lambda call: "holes" in call.query and call.query["holes"] not in _NUMBERS_OF_HOLES,
    origin=Origin.blind,
)

other_items(
    "CRS-06.lot73-next-page-of-the-country",
    "The later pages of a list filtered by country and by holes show courses with any number of holes.",
    "searchCourses",
    lambda call: call.without("holes"),
    when=lambda call: asks(call, "country", "holes") and from_page(2)(call),
    hidden="a later page",
    origin=Origin.blind,
)


def _in_order_of_text(tiers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(tiers, key=lambda tier: str(tier["hoursBeforeTeeTime"]), reverse=True)


json_answer(
    "TRM-06.lot73-hours-as-text",
    "The tiers are in the order of their hours as text: 72 comes before 168.",
    "getCourseTerms",
    alter("data.cancellationPolicy.tiers", _in_order_of_text),
    hidden="some values",
    origin=Origin.blind,
)
