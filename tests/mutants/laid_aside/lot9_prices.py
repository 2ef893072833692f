"""Blind faults of the ninth lot: prices."""

from __future__ import annotations

from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, json_answer, request_change

# Faults under a condition.
json_answer(
    "PRC-23.lot9-extras-in-euros",
    "The currency of extra products is the euro, also at a course that sells in another currency.",
    "getCoursePricing",
    put("data.seasons[*].extraProducts[*].currency", "EUR"),
    when=lambda call: call.query.get("includeExtraProducts") == "true",
    hidden="a combination of parameters",
    origin=Origin.blind,
)

request_change(
    "PRC-17.lot9-one-day",
    "A period of a single day is taken for one without an end, so later seasons are returned.",
    "getCoursePricing",
    lambda call: call.without("endDate"),
    when=lambda call: "startDate" in call.query and call.query["startDate"] == call.query.get("endDate"),
    then=lambda call: put("meta.requestedPeriod.endDate", call.query["endDate"]),
    hidden="certain days",
    origin=Origin.blind,
)
