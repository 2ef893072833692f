"""Blind faults of the forty-fourth lot: conventions."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

from tests.mutants.laid_aside.common import booking_of, course_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, mutant

_GREENWICH = frozenset(["GB", "IE", "PT"])


def _an_hour_east(stamp: str) -> str:
    return datetime.fromisoformat(stamp).astimezone(timezone(timedelta(hours=1))).isoformat()


@mutant(
    "CNV-04.lot44-cancelled-in-course-time",
    "The cancellation date of a booking on the continent has the offset of the course.",
    "cancelBooking getBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _cancelled_in_course_time(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or "cancellationDate" not in answer.json()["data"]:
        return answer
    booking = await booking_of(call)
    course = await course_of(call, booking["course"]["id"])
    if not course or course["country"] in _GREENWICH:
        return answer
    return answer.with_json(alter("data.cancellationDate", _an_hour_east)(answer.json()))
