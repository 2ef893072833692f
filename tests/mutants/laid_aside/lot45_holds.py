"""Blind faults of the forty-fifth lot: holds."""

from __future__ import annotations

from datetime import datetime, timedelta

from tests.mutants.laid_aside.common import take_places
from tests.mutants.parts.substitutes import sent, tee_times
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant


def _half_an_hour(moment: str) -> str:
    """The moment a quarter of an hour later."""
    later = datetime.fromisoformat(moment) + timedelta(minutes=15)
    return f"{later:%Y-%m-%dT%H:%M:%SZ}"


json_answer(
    "HLD-03.lot45-half-an-hour",
    "A hold lasts half an hour.",
    "holdTeeTime",
    alter("holdExpiration", _half_an_hour),
    origin=Origin.blind,
)


async def _held_at_the_standard_price(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    held = answer.json()
    lines = await tee_times(call, held["courseId"], held["date"], 1)
    standard = [line["pricing"]["greenFee"] for line in lines if line["pricing"]["priceType"] == "standard"]
    slots = await call.upstream(
        "GET", f"/travel/courses/{held['courseId']}/tee-times", query={"date": held["date"], "players": 1}
    )
    if not standard or not slots.ok or held["time"] < (slots.json()["timeSlots"].get("twilightStart") or "99"):
        return answer
    fee = standard[-1]
    held["pricing"] |= {"greenFee": fee, "totalAmount": fee * held["players"]}
    return answer.with_json(held)


mutant(
    "HLD-11.lot45-twilight-at-full-price",
    "A hold of a twilight tee time has the standard price.",
    "holdTeeTime",
    hidden="some values",
    origin=Origin.blind,
)(_held_at_the_standard_price)


async def _a_place_too_many(call: Call) -> Answer:
    completed: set[str] = call.memory.setdefault("completed", set())
    answer = await call.forward()
    body = sent(call)
    if not answer.ok or body.get("holdId") is None or body["holdId"] in completed:
        return answer
    completed.add(body["holdId"])
    if body["players"] == 2 and body["teeTime"] >= "13:00":
        await take_places(call, body, 1)
    return answer


mutant(
    "HLD-16.lot45-pairs-in-the-afternoon",
    "Completing a hold of two players in the afternoon takes a place more.",
    "createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)(_a_place_too_many)
