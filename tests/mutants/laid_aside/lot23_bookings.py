"""Blind faults of reading and listing bookings."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.parts.disguises import asked_for
from tests.mutants.parts.pretending import all_bookings, filters_of, moment_of, paged
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_NOON = "12:00"


# A plain fault.
json_answer(
    "BKL-12.lot23-list-in-local-time",
    "The list shows createdAt an hour later than the booking itself does.",
    "listBookings",
    alter("data[*].createdAt", lambda text: f"{moment_of(text) + timedelta(hours=1):%Y-%m-%dT%H:%M:%SZ}"),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "BKL-08.lot23-until-noon",
    "A list with endDate leaves out the bookings of that day with a tee time in the afternoon.",
    "listBookings",
    hidden="some values",
    origin=Origin.blind,
)
async def _until_noon(call: Call) -> Answer:
    answer = await call.forward()
    last = call.query.get("endDate")
    if not answer.ok or not last:
        return answer
    found = await all_bookings(call, **filters_of(call))
    return paged(answer, [item for item in found if (item["date"], item["teeTime"]) < (last, _NOON)])


def _answered_together(bookings: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Pending bookings shown as confirmed where another one of the course and the day is."""
    answered = {(item["course"]["id"], item["date"]) for item in bookings if item["status"] == "confirmed"}
    return [
        item | {"status": "confirmed"}
        if item["status"] == "pending" and (item["course"]["id"], item["date"]) in answered
        else item
        for item in bookings
    ]


@mutant(
    "BST-02.lot23-one-answer-for-all",
    "When the course confirms one pending booking, those of the agency for the same day turn confirmed too.",
    "getBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _one_answer_for_all(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    if call.operation == "getBooking":
        if body["data"]["status"] != "pending":
            return answer
        day = body["data"]["date"]
        others = await all_bookings(call, startDate=day, endDate=day)
        return answer.with_json(body | {"data": _answered_together([body["data"], *others])[0]})
    found = _answered_together(await all_bookings(call))
    return paged(answer, [item for item in found if asked_for(call, item)])
