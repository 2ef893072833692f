"""Faults of the availability of offline courses (AVO)."""

from __future__ import annotations

from tests.mutants.parts.borrowed import a_refusal_for_an_unknown_id, an_online_course_id, days_after
from tests.mutants.parts.substitutes import tee_times
from tests.mutants.parts.tee_sheets import named_after_another, players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit, alter, drop, put, where
from tests.mutants.tools.registry import json_answer, mutant


def _at_offline(name: str, breaks: str, edit: Edit) -> None:
    json_answer(name, breaks, "listTeeTimes", where(lambda body: not body["isOnline"], edit))


@mutant("AVO-01", "Tee times of an offline course are not found.", "listTeeTimes")
async def _offline_not_found(call: Call) -> Answer:
    answer = await call.forward()
    offline = answer.ok and not answer.json()["isOnline"]
    return await a_refusal_for_an_unknown_id(call) if offline else answer


_at_offline("AVO-01.contact", "Offline availability has no offlineBookingContact.", drop("offlineBookingContact"))
_at_offline("AVO-01.message", "bookingMessage is a list.", alter("bookingMessage", lambda text: [text]))
_at_offline("AVO-02", "isOnline is true for an offline course.", put("isOnline", True))
_at_offline("AVO-03", "estimatedGreenFee is text.", alter("approximatePricing.estimatedGreenFee", str))
_at_offline("AVO-03.accuracy", "approximatePricing has no priceAccuracy.", drop("approximatePricing.priceAccuracy"))
_at_offline("AVO-04", "responseTime is a number of hours.", put("offlineBookingContact.responseTime", 24))
_at_offline("AVO-04.email", "offlineBookingContact has no email.", drop("offlineBookingContact.email"))
_at_offline(
    "AVO-06",
    "date of offline availability is the day before the requested day.",
    alter("date", lambda day: days_after(day, -1)),
)


@mutant("AVO-05", "An offline course lists the tee times of an online course.", "listTeeTimes")
async def _borrowed_times(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or answer.json()["isOnline"]:
        return answer
    offered = await tee_times(call, await an_online_course_id(call), call.query["date"], players_asked(call))
    return answer.with_json(answer.json() | {"availableTimes": offered})


@mutant("AVO-06.course", "Availability of an offline course names another course.", "listTeeTimes")
async def _offline_names_another(call: Call) -> Answer:
    return await named_after_another(call, online=False)


json_answer("AVO-07", "The message of an offline course is empty.", "listTeeTimes", put("bookingMessage", ""))
