"""Faults of tee-time holds, written blind."""

from __future__ import annotations

from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.forgotten_places import ForgetfulSheets, Taking, line_of
from tests.mutants.parts.pretending import held_slot, memory_of_world, moment_of, with_more_places
from tests.mutants.parts.substitutes import a_refusal, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_HOLD = timedelta(minutes=15)
_TOO_LATE = timedelta(minutes=5)
_SECOND_HOLD = "HLD-06.lot14-second-hold"


def _with_service_charge(pricing: Any) -> Any:
    players = round(pricing["totalAmount"] / pricing["greenFee"])
    fee = (Decimal(str(pricing["greenFee"])) * Decimal("1.05")).quantize(Decimal("0.01"))
    return pricing | {"greenFee": fee, "totalAmount": fee * players}


json_answer(
    "HLD-11.lot14-service-charge",
    "The prices of a hold include a service charge of five percent.",
    "holdTeeTime",
    alter("pricing", lambda pricing: _with_service_charge(pricing) if pricing["greenFee"] else pricing),
    origin=Origin.blind,
)


_SHEETS = ForgetfulSheets()


@mutant(
    "HLD-05.lot14-bounded-sheet",
    "A tee sheet with a bound of time comes from an index that knows bookings but no holds.",
    "holdTeeTime listTeeTimes createBooking",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _bounded_sheet(call: Call) -> Answer:
    if call.operation == "listTeeTimes":
        if "earliestTime" not in call.query and "latestTime" not in call.query:
            return await call.forward()
        now = await world_time(call)
        return await _SHEETS.sheet(call, lambda taking: taking.at is not None and now < taking.at + _HOLD)
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok:
            _SHEETS.know_again(call, str(sent(call).get("holdId")))
        return answer
    course_id = call.path_params["courseId"]
    line = await line_of(aside(call), course_id, "time")
    answer = await call.forward()
    if answer.ok and line is not None:
        held = answer.json()
        taking = Taking(course_id, held["date"], line, held["players"], call.api_key, await world_time(call))
        _SHEETS.forget(call, held["holdId"], taking)
    return answer


def _holds(call: Call) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = memory_of_world(call, _SECOND_HOLD).setdefault("holds", {})
    return found


@mutant(
    _SECOND_HOLD,
    "A hold of a tee time that was held already never gives its places back.",
    "holdTeeTime listTeeTimes createBooking",
    hidden="after a while",
    origin=Origin.blind,
)
async def _second_hold(call: Call) -> Answer:
    if call.operation == "listTeeTimes":
        now = await world_time(call)
        kept = [hold for hold in _holds(call).values() if hold["is_second"] and hold["ends"] <= now]
        return await with_more_places(call, lambda slot: -sum(h["players"] for h in kept if h["slot"] == slot))
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBooking":
        _holds(call).pop(str(sent(call).get("holdId")), None)
        return answer
    slot, now = held_slot(call), await world_time(call)
    is_second = any(hold["slot"] == slot and hold["ends"] > now for hold in _holds(call).values())
    held = answer.json()
    _holds(call)[held["holdId"]] = {
        "slot": slot,
        "players": held["players"],
        "ends": moment_of(held["holdExpiration"]),
        "is_second": is_second,
    }
    return answer


@mutant(
    "HLD-07.lot14-last-minutes",
    "In its last five minutes a hold counts as expired when it is to be booked.",
    "holdTeeTime createBooking",
    hidden="after a while",
    origin=Origin.blind,
)
async def _last_minutes(call: Call) -> Answer:
    ends: dict[str, datetime] = call.memory.setdefault("ends", {})
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        if answer.ok:
            ends[answer.json()["holdId"]] = moment_of(answer.json()["holdExpiration"])
        return answer
    end = ends.get(str(sent(call).get("holdId")))
    if end is not None and end - _TOO_LATE <= await world_time(call) < end:
        return await a_refusal(call, 409, "hold_expired", "The hold expired. Hold the tee time again.")
    return await call.forward()
