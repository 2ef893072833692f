"""Blind faults of the seventy-first lot: hooks."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from tests.mutants.parts.days import SATURDAY
from tests.mutants.parts.disguises import asked_for, every_booking, one_page
from tests.mutants.parts.pretending import moment_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import where
from tests.mutants.tools.registry import Origin, json_answer, mutant


def _is_of_a_weekend(body: Any) -> bool:
    return date.fromisoformat(body["data"]["date"]).weekday() >= SATURDAY


def _of_a_week(body: Any) -> Any:
    end = moment_of(body["data"]["createdAt"]) + timedelta(days=7)
    body["data"]["expiresAt"] = f"{end:%Y-%m-%dT%H:%M:%S}Z"
    return body


json_answer(
    "HOK-04.lot71-week-for-weekends",
    "A hook of a tee time at the weekend lasts 7 days.",
    "createBookingHook",
    where(_is_of_a_weekend, _of_a_week),
    hidden="certain days",
    origin=Origin.blind,
)


@mutant(
    "HOK-06.lot71-confirmed-in-another-column",
    "A booking from a hook is missing in the lists that name a status.",
    "confirmBookingHook listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _without_hooks(call: Call) -> Answer:
    answer = await call.forward()
    hooked: set[str] = call.memory.setdefault("hooked", set())
    if answer.ok and call.operation == "confirmBookingHook":
        hooked.add(answer.json()["data"]["id"])
    if not answer.ok or call.operation != "listBookings" or "status" not in call.query or not hooked:
        return answer
    found = await every_booking(call)
    return one_page(call, answer, [item for item in found if asked_for(call, item) and item["id"] not in hooked])
