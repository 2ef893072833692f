"""Blind faults of the sixty-fifth lot: holds and hooks."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from urllib.parse import quote

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.forgetful_sheets import tee_sheets_forget, to_others
from tests.mutants.parts.forgotten_places import Taking
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import sent, tee_times
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_HOLD = timedelta(minutes=15)
_WHOLE_TEE_TIME = 4


def _five_minutes_later(timestamp: str) -> str:
    moved = datetime.fromisoformat(timestamp) + timedelta(minutes=5)
    return moved.isoformat().replace("+00:00", "Z")


json_answer(
    "HLD-03.lot65-twenty-minutes",
    "A hold expires twenty minutes after it was made.",
    "holdTeeTime",
    alter("holdExpiration", _five_minutes_later),
    origin=Origin.blind,
)


@mutant(
    "HLD-11.lot65-twilight-at-full-price",
    "A hold of a twilight tee time is priced with the standard green fee of the day.",
    "holdTeeTime",
    hidden="some values",
    origin=Origin.blind,
)
async def _twilight_at_full_price(call: Call) -> Answer:
    body = sent(call)
    course_id = quote(call.path_params["courseId"], safe="")
    lines = await tee_times(aside(call), course_id, body.get("date"), 1)
    answer = await call.forward()
    standard = [line["pricing"]["greenFee"] for line in lines if line["pricing"]["priceType"] == "standard"]
    kinds = [line["pricing"]["priceType"] for line in lines if line["time"] == body.get("time")]
    if not answer.ok or kinds != ["twilight"] or not standard:
        return answer
    hold = answer.json()
    hold["pricing"] |= {"greenFee": max(standard), "totalAmount": max(standard) * hold["players"]}
    return answer.with_json(hold)


def _live_and_of_others(taking: Taking, call: Call, now: datetime) -> bool:
    return to_others(taking, call, now) and taking.at is not None and now - taking.at < _HOLD


tee_sheets_forget(
    "HLD-05.lot65-second-hold-for-others",
    "Other agencies are offered the places of a second hold that an agency has at a tee time.",
    "holdTeeTime",
    lambda taken: taken.players if taken.taken_before else 0,
    look=_live_and_of_others,
    hidden="another agency",
    origin=Origin.blind,
)


@mutant(
    "HLD-15.lot65-hold-lives-again",
    "After a cancellation, the hold id of the cancelled booking completes a further booking for fewer players.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _hold_lives_again(call: Call) -> Answer:
    answer = await call.forward()
    cancelled: set[str] = call.memory.setdefault("cancelled", set())
    if call.operation == "cancelBooking":
        if answer.ok:
            cancelled.add(call.path_params["id"])
        return answer
    uses: dict[str, dict[str, Any]] = call.memory.setdefault("uses", {})
    body = sent(call)
    hold_id = str(body.pop("holdId", ""))
    if answer.ok:
        uses[hold_id] = data_of(answer)
        return answer
    used = uses.get(hold_id) if hold_id else None
    players = body.get("players")
    if used is None or used["id"] not in cancelled or not isinstance(players, int) or players >= used["players"]:
        return answer
    again = await aside(call).upstream("POST", "/travel/bookings", json=body)
    return again if again.ok else answer


@mutant(
    "HOK-07.lot65-released-with-reference",
    "A released hook for a whole tee time can still be confirmed when it has a reference of the agency.",
    "createBookingHook releaseBookingHook confirmBookingHook",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _released_with_reference(call: Call) -> Answer:
    answer = await call.forward()
    hooks: dict[str, dict[str, Any]] = call.memory.setdefault("hooks", {})
    released: set[str] = call.memory.setdefault("released", set())
    if call.operation == "createBookingHook":
        body = sent(call)
        if answer.ok and body.get("agencyBookingReference") and body["players"] == _WHOLE_TEE_TIME:
            hooks[data_of(answer)["id"]] = body
        return answer
    hook_id = call.path_params["id"]
    if call.operation == "releaseBookingHook":
        if answer.ok:
            released.add(hook_id)
        return answer
    if answer.ok or hook_id not in released or hook_id not in hooks:
        return answer
    booked = await aside(call).upstream("POST", "/travel/bookings", json=hooks[hook_id])
    return booked.with_status(200) if booked.ok else answer
