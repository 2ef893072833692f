"""Blind faults of the fifty-fourth lot: holds and hooks."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.forgetful_sheets import tee_sheets_forget, to_others
from tests.mutants.parts.substitutes import a_refusal, code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, json_answer, mutant

_FEE = Decimal("2.50")
_RETURNED, _SHORT_DAYS, _FAR_DAYS = 2, 7, 60
_HOOKS = "createBookingHook confirmBookingHook releaseBookingHook"


def _with_fee(hold: dict[str, Any]) -> dict[str, Any]:
    fee = Decimal(hold["pricing"]["greenFee"]) + _FEE
    return hold | {"pricing": hold["pricing"] | {"greenFee": fee, "totalAmount": fee * hold["players"]}}


json_answer(
    "HLD-11.lot54-fee-in-the-price",
    "The green fee of a hold is 2.50 higher than that of the tee time.",
    "holdTeeTime",
    _with_fee,
    origin=Origin.blind,
)

tee_sheets_forget(
    "HLD-05.lot54-second-hold-offered",
    "The places of a further hold at a tee time that the agency holds already are offered to other agencies.",
    "holdTeeTime",
    lambda taken: taken.players if taken.taken_before else 0,
    look=to_others,
    hidden="another agency",
    origin=Origin.blind,
)


@mutant(
    "HLD-15.lot54-hold-lives-again",
    "A hold completes a second booking before its expiry, when the first booking was cancelled.",
    "holdTeeTime createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def hold_lives_again(call: Call) -> Answer:
    expirations: dict[str, str] = call.memory.setdefault("expirations", {})
    bookings: dict[str, str] = call.memory.setdefault("bookings", {})
    cancelled: set[str] = call.memory.setdefault("cancelled", set())
    answer = await call.forward()
    hold_id = str(sent(call).get("holdId"))
    if answer.ok and call.operation == "holdTeeTime":
        expirations[answer.json()["holdId"]] = answer.json()["holdExpiration"]
    elif answer.ok and call.operation == "cancelBooking":
        cancelled.add(call.path_params["id"])
    elif answer.ok:
        bookings[hold_id] = answer.json()["data"]["id"]
    elif (
        code_of(answer) == "hold_already_used"
        and bookings.get(hold_id) in cancelled
        and hold_id in expirations
        and await world_time(call) < datetime.fromisoformat(expirations[hold_id])
    ):
        body = {name: value for name, value in sent(call).items() if name != "holdId"}
        again = await aside(call).upstream("POST", call.path, json=body)
        return again if again.ok else answer
    return answer


@mutant(
    "HOK-05.lot54-two-places-returned",
    "The release of a hook returns at most two places.",
    _HOOKS,
    hidden="some values",
    origin=Origin.blind,
)
async def two_places_returned(call: Call) -> Answer:
    hooks: dict[str, Any] = call.memory.setdefault("hooks", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBookingHook":
        hooks[answer.json()["data"]["id"]] = answer.json()["data"]
        return answer
    hook = hooks.pop(call.path_params["id"], None)
    if hook and call.operation == "releaseBookingHook" and hook["players"] > _RETURNED:
        await take_places(call, hook, hook["players"] - _RETURNED)
    return answer


@mutant(
    "HOK-04.lot54-further-hook-lasts-a-week",
    "A further hook of an agency at the same course, for a day more than 60 days ahead, lasts seven days.",
    _HOOKS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def further_hook_lasts_a_week(call: Call) -> Answer:
    open_hooks: dict[str, str] = call.memory.setdefault("open", {})
    ends: dict[str, datetime] = call.memory.setdefault("ends", {})
    now = await world_time(call)
    if call.operation == "confirmBookingHook" and now >= ends.get(call.path_params["id"], now + timedelta(days=1)):
        await aside(call).upstream("DELETE", call.path.removesuffix("/confirm"))
        return await a_refusal(aside(call), 409, "booking_hook_expired", "The hook has expired.")
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation != "createBookingHook":
        open_hooks.pop(call.path_params["id"], None)
        return answer
    body = answer.json()
    hook = body["data"]
    is_far = (date.fromisoformat(hook["date"]) - now.date()).days > _FAR_DAYS
    if is_far and hook["courseId"] in open_hooks.values():
        ends[hook["id"]] = datetime.fromisoformat(hook["createdAt"]) + timedelta(days=_SHORT_DAYS)
        hook["expiresAt"] = ends[hook["id"]].strftime("%Y-%m-%dT%H:%M:%SZ")
    open_hooks[hook["id"]] = hook["courseId"]
    return answer.with_json(body)
