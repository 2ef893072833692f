"""Blind faults of the sixty-sixth lot: holds and hooks."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.forgetful_sheets import tee_sheets_forget, to_others
from tests.mutants.parts.forgotten_places import ForgetfulSheets, Taking, line_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_FAR_DAYS = 60
_WHOLE_TEE_TIME = 4
_SHEETS = ForgetfulSheets()


def _half_an_hour_later(text: str) -> str:
    return f"{datetime.fromisoformat(text) + timedelta(minutes=30):%Y-%m-%dT%H:%M:%SZ}"


json_answer(
    "HLD-03.lot66-half-an-hour-more",
    "A hold says that it lasts half an hour longer than it may.",
    "holdTeeTime",
    alter("holdExpiration", _half_an_hour_later),
    origin=Origin.blind,
)

tee_sheets_forget(
    "HLD-05.lot66-part-of-a-tee-time-unseen",
    "Other agencies are offered the places of a hold that takes a part of a tee time.",
    "holdTeeTime",
    lambda taken: taken.players if taken.players < _WHOLE_TEE_TIME else 0,
    look=to_others,
    hidden="another agency",
    origin=Origin.blind,
)


@mutant(
    "HLD-15.lot66-free-again-after-cancellation",
    "A hold id completes a second booking once the first is cancelled.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _free_again_after_cancellation(call: Call) -> Answer:
    answer = await call.forward()
    completed: dict[str, str] = call.memory.setdefault("completed", {})
    cancelled: set[str] = call.memory.setdefault("cancelled", set())
    if call.operation == "cancelBooking":
        cancelled |= {call.path_params["id"]} if answer.ok else set()
        return answer
    body = sent(call)
    hold_id = str(body.pop("holdId", ""))
    if not answer.ok and completed.get(hold_id) in cancelled:
        answer = await aside(call).upstream("POST", call.path, json=body)
    if answer.ok and hold_id:
        completed[hold_id] = answer.json()["data"]["id"]
    return answer


@mutant(
    "HLD-11.lot66-weekend-twilight-at-full-price",
    "A hold of a twilight tee time at a weekend has the standard price.",
    "holdTeeTime",
    hidden="some values",
    origin=Origin.blind,
)
async def _weekend_twilight_at_full_price(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    hold = answer.json()
    query = {"date": hold["date"], "players": 1}
    sheet = (await aside(call).upstream("GET", f"/travel/courses/{hold['courseId']}/tee-times", query=query)).json()
    fees = {line["pricing"]["greenFee"] for line in sheet["availableTimes"]}
    if sheet["dayType"] != "weekend" or not fees or hold["time"] < (sheet["timeSlots"]["twilightStart"] or "24:00"):
        return answer
    fee = max(fees)
    hold["pricing"] |= {"greenFee": fee, "totalAmount": fee * hold["players"]}
    return answer.with_json(hold)


@mutant(
    "HOK-05.lot66-far-hooks-stay-on-sale",
    "The places of a hook for a day more than 60 days ahead stay on sale.",
    "createBookingHook confirmBookingHook releaseBookingHook listTeeTimes",
    hidden="certain days",
    origin=Origin.blind,
)
async def _far_hooks_stay_on_sale(call: Call) -> Answer:
    if call.operation == "listTeeTimes":
        return await _SHEETS.sheet(call)
    if call.operation != "createBookingHook":
        answer = await call.forward()
        if answer.ok:
            _SHEETS.know_again(call, call.path_params["id"])
        return answer
    course_id = str(sent(call).get("courseId"))
    line = await line_of(aside(call), course_id, "teeTime")
    answer = await call.forward()
    if not answer.ok or line is None:
        return answer
    hook = answer.json()["data"]
    ahead = date.fromisoformat(hook["date"]) - (await world_time(call)).date()
    if ahead.days > _FAR_DAYS:
        _SHEETS.forget(call, hook["id"], Taking(course_id, hook["date"], line, hook["players"]))
    return answer
