"""Blind faults of the fifty-fifth lot: courses."""

from __future__ import annotations

from tests.mutants.parts.asking import asks, by_booking_code, is_geographic, number_in
from tests.mutants.parts.borrowed import a_refusal_for_an_unknown_id
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import in_turn
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

json_answer(
    "CRD-07.lot55-coarse-coordinates",
    "The details of a course round its coordinates to two decimals.",
    "getCourse",
    in_turn(
        alter("data.latitude", lambda degrees: round(degrees, 2)),
        alter("data.longitude", lambda degrees: round(degrees, 2)),
    ),
    origin=Origin.blind,
)


@mutant(
    "CRD-02.lot55-codes-of-live-courses-only",
    "The details of an offline course are not found by its booking code.",
    "getCourse",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _codes_of_live_courses_only(call: Call) -> Answer:
    answer = await call.forward()
    if answer.ok and by_booking_code(call) and data_of(answer).get("isOnline") is False:
        return await a_refusal_for_an_unknown_id(call)
    return answer


_DEFAULT_KILOMETRES = 50


def _asks_for_a_small_circle(call: Call) -> bool:
    kilometres = number_in(call, "distance", _DEFAULT_KILOMETRES)
    return asks(call, "country") and is_geographic(call) and 0 < kilometres < _DEFAULT_KILOMETRES


request_change(
    "CRS-10.lot55-small-circle-in-a-country",
    "A search around a point within one country finds courses up to 50 km away, however small the distance.",
    "searchCourses",
    lambda call: call.asking(distance=_DEFAULT_KILOMETRES),
    when=_asks_for_a_small_circle,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
