"""Blind faults of the forty-third lot: tee-time holds and booking hooks."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of, take_places
from tests.mutants.parts.pretending import data_of, slot_of, true_booking
from tests.mutants.parts.substitutes import WorldMemory, code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

Json = dict[str, Any]
_HOOKS = WorldMemory()


@mutant(
    "HLD-11.lot43-day-price-at-twilight",
    "A hold of a twilight tee time shows the price of the day.",
    "holdTeeTime",
    hidden="some values",
    origin=Origin.blind,
)
async def _day_price_at_twilight(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    hold = answer.json()
    path = f"/travel/courses/{call.path_params['courseId']}/tee-times"
    sheet = await aside(call).upstream("GET", path, query={"date": hold["date"], "players": 1})
    if not sheet.ok or hold["time"] < str(sheet.json()["timeSlots"].get("twilightStart") or "99:99"):
        return answer
    lines = [line["pricing"] for line in sheet.json()["availableTimes"]]
    fees: list[Decimal] = [pricing["greenFee"] for pricing in lines if pricing["priceType"] == "standard"]
    if not fees:
        return answer
    pricing = hold["pricing"] | {"greenFee": fees[0], "totalAmount": fees[0] * hold["players"]}
    return answer.with_json(hold | {"pricing": pricing})


@mutant(
    "HLD-16.lot43-places-of-those-who-stayed-home",
    "A hold that is completed for fewer players keeps the other places taken.",
    "holdTeeTime createBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _stayed_home(call: Call) -> Answer:
    held: dict[str, int] = call.memory.setdefault("held", {})
    answer = await call.forward()
    if answer.ok and call.operation == "holdTeeTime":
        held[answer.json()["holdId"]] = answer.json()["players"]
    elif answer.ok and (players := held.pop(str(sent(call).get("holdId")), 0)):
        booking = data_of(answer)
        if players > booking["players"]:
            await take_places(call, booking, players - booking["players"])
    return answer


@mutant(
    "HLD-15.lot43-hold-again-after-a-cancellation",
    "A hold can complete another booking when its first booking is cancelled.",
    "createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _hold_again(call: Call) -> Answer:
    completed: dict[str, str] = call.memory.setdefault("completed", {})
    answer = await call.forward()
    hold_id = str(sent(call).get("holdId", ""))
    if answer.ok and hold_id:
        completed[hold_id] = data_of(answer)["id"]
    if code_of(answer) != "hold_already_used" or hold_id not in completed:
        return answer
    if (await true_booking(aside(call), completed[hold_id])).get("status") != "cancelled":
        return answer
    rest = {name: value for name, value in sent(call).items() if name != "holdId"}
    again = await call.with_json(rest).forward()
    if again.ok:
        completed[hold_id] = data_of(again)["id"]
    return again


@mutant(
    "HOK-05.lot43-release-of-a-neighbour",
    "The release of a hook also releases the other hooks of the agency at the same tee time.",
    "createBookingHook releaseBookingHook",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _release_of_a_neighbour(call: Call) -> Answer:
    hooks: dict[str, tuple[str, str]] = _HOOKS.of(call)
    answer = await call.forward()
    if answer.ok and call.operation == "createBookingHook":
        hook = data_of(answer)
        hooks[hook["id"]] = call.api_key, slot_of(hook)
    elif answer.ok and (released := hooks.pop(call.path_params["id"], None)):
        for hook_id in [known for known, place in hooks.items() if place == released]:
            del hooks[hook_id]
            await aside(call).upstream("DELETE", f"/travel/bookings/hooks/{hook_id}")
    return answer


@mutant(
    "BKX-07.lot43-places-of-a-confirmed-hook",
    "The places of a cancelled booking stay taken when the booking was a hook before.",
    "confirmBookingHook cancelBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _places_of_a_confirmed_hook(call: Call) -> Answer:
    confirmed: dict[str, bool] = call.memory.setdefault("confirmed", {})
    booking: Json = await booking_of(call) if call.operation == "cancelBooking" else {}
    answer = await call.forward()
    if answer.ok and call.operation == "confirmBookingHook":
        confirmed[data_of(answer)["id"]] = True
    elif answer.ok and confirmed.pop(call.path_params["id"], False) and booking["status"] != "cancelled":
        await take_places(call, booking, booking["players"])
    return answer
