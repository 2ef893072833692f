"""Blind faults of the fifty-ninth lot: prices and terms."""

from __future__ import annotations

import unicodedata
from typing import Any

from tests.mutants.laid_aside.common import is_online
from tests.mutants.parts.asking import by_booking_code
from tests.mutants.parts.borrowed import days_after
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

json_answer(
    "PRC-16.lot59-period-ends-a-day-late",
    "The requested period of a price list ends a day later than the endDate that was asked for.",
    "getCoursePricing",
    alter("meta.requestedPeriod.endDate", lambda day: days_after(day, 1)),
    origin=Origin.blind,
)

request_change(
    "PRC-07.lot59-hole-filter-lost-by-code",
    "The filter for nine holes has no effect when a price list is asked by booking code with extra products.",
    "getCoursePricing",
    lambda call: call.without("holeCount"),
    when=lambda call: (
        by_booking_code(call)
        and call.query.get("includeExtraProducts") == "true"
        and call.query.get("holeCount") == "9"
    ),
    then=lambda _call: put("meta.holeCount", 9),
    hidden="one of two ways",
    origin=Origin.blind,
)


def _has_own_policy(body: Any) -> bool:
    return bool(body["data"]["cancellationPolicy"]["source"] != "platform")


json_answer(
    "TRM-06.lot59-own-tiers-ascend",
    "The cancellation tiers of a course with its own policy run from 0 up to the largest hoursBeforeTeeTime.",
    "getCourseTerms",
    where(_has_own_policy, alter("data.cancellationPolicy.tiers", lambda tiers: tiers[::-1])),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "INV-07.lot59-plain-letters-in-offline-terms",
    "The terms of offline courses show the course name without the accents of its letters.",
    "getCourseTerms",
    hidden="some values",
    origin=Origin.blind,
)
async def _plain_letters_in_offline_terms(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    name = body["data"]["courseName"]
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", name) if not unicodedata.combining(sign))
    if plain == name or await is_online(call, body["data"]["courseId"]):
        return answer
    return answer.with_json(put("data.courseName", plain)(body))
