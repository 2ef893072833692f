"""Blind faults of the sixty-seventh lot: holds."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import Any

from tests.mutants.laid_aside.common import take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.forgotten_places import ForgetfulSheets, Taking, line_of
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, json_answer, mutant

_SHEETS = ForgetfulSheets()
_HOLD = timedelta(minutes=15)
_WITH_VAT = Decimal("1.21")
_SMALL = 2


async def _hold_and_forget(call: Call) -> Answer:
    course_id = call.path_params["courseId"]
    line = await line_of(call, course_id, "time")
    answer = await call.forward()
    if answer.ok and line is not None:
        held, now = answer.json(), await world_time(call)
        taking = Taking(course_id, held["date"], line, held["players"], call.api_key, now)
        _SHEETS.forget(call, held["holdId"], taking)
    return answer


@mutant(
    "HLD-05.lot67-bounded-sheet-of-others",
    "A tee sheet with time bounds offers other agencies the places that are held.",
    "holdTeeTime listTeeTimes createBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _bounded_sheet_of_others(call: Call) -> Answer:
    if call.operation == "holdTeeTime":
        return await _hold_and_forget(call)
    if call.operation == "listTeeTimes" and {"earliestTime", "latestTime"} & set(call.query):
        oldest = await world_time(call) - _HOLD
        return await _SHEETS.sheet(call, lambda it: it.api_key != call.api_key and (it.at is None or it.at > oldest))
    answer = await call.forward()
    if call.operation == "createBooking" and answer.ok and "holdId" in sent(call):
        _SHEETS.know_again(call, str(sent(call)["holdId"]))
    return answer


@mutant(
    "HLD-16.lot67-sibling-holds-twice",
    "Completing a hold for one or two players takes its places twice while the agency has another hold there.",
    "holdTeeTime createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _sibling_holds_twice(call: Call) -> Answer:
    answer = await call.forward()
    holds: dict[str, dict[str, Any]] = call.memory.setdefault("holds", {})
    if not answer.ok:
        return answer
    if call.operation == "holdTeeTime":
        held = answer.json()
        holds[held["holdId"]] = held
        return answer
    done = holds.pop(str(sent(call).get("holdId")), None)
    if done and done["players"] <= _SMALL and any(held["courseId"] == done["courseId"] for held in holds.values()):
        booking = answer.json()["data"]
        await take_places(call, booking, booking["players"])
    return answer


@mutant(
    "HLD-15.lot67-cancelled-hold-anew",
    "A hold id completes a second booking when the first was cancelled.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _cancelled_hold_anew(call: Call) -> Answer:
    answer = await call.forward()
    completed: dict[str, str] = call.memory.setdefault("completed", {})
    cancelled: set[str] = call.memory.setdefault("cancelled", set())
    if call.operation == "cancelBooking":
        cancelled |= {call.path_params["id"]} if answer.ok else set()
        return answer
    body = sent(call)
    hold_id = str(body.get("holdId"))
    if code_of(answer) == "hold_already_used" and completed.get(hold_id) in cancelled:
        answer = await call.with_json({name: body[name] for name in body if name != "holdId"}).forward()
    if answer.ok and "holdId" in body:
        completed[hold_id] = answer.json()["data"]["id"]
    return answer


def _gross(hold: Any) -> Any:
    fee = (Decimal(hold["pricing"]["greenFee"]) * _WITH_VAT).quantize(Decimal("0.01"))
    return hold | {"pricing": hold["pricing"] | {"greenFee": fee, "totalAmount": fee * hold["players"]}}


json_answer(
    "HLD-11.lot67-gross-hold",
    "The price of a hold includes VAT and is higher than the price of its tee time.",
    "holdTeeTime",
    _gross,
    origin=Origin.blind,
)
