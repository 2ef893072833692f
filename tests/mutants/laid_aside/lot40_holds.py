"""Blind faults of the fortieth lot: holds and booking hooks."""

from __future__ import annotations

from datetime import datetime, timedelta

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.forgetful_sheets import tee_sheets_forget
from tests.mutants.parts.forgotten_places import Taking
from tests.mutants.parts.live_holds import holds_at, live_holds, remembered_hold
from tests.mutants.parts.pretending import Json, data_of, slot_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_TWICE = "HLD-16.lot40-second-hold-of-the-tee-time"
_HOLD_LASTS = timedelta(minutes=15)


def hold_id_of(call: Call) -> str:
    """The hold that a booking completes, empty for none."""
    header = next((value for name, value in call.headers if name.lower() == "x-hold-id"), "")
    return str(sent(call).get("holdId") or header)


@mutant(
    _TWICE,
    "A booking that completes a hold takes its places again while the agency has a second hold at the tee time.",
    "holdTeeTime createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _completed_beside_another(call: Call) -> Answer:
    if call.operation == "holdTeeTime":
        return await remembered_hold(call, _TWICE)
    answer = await call.forward()
    used = hold_id_of(call)
    if not answer.ok or not used:
        return answer
    body = sent(call)
    slot = slot_of(body)
    live = (await live_holds(call, _TWICE)).get(slot, [])
    holds_at(call, _TWICE, slot)[:] = [hold for hold in holds_at(call, _TWICE, slot) if hold["holdId"] != used]
    if any(hold["holdId"] != used and hold["agency"] == call.api_key for hold in live):
        await take_places(call, body, int(body["players"]))
    return answer


@mutant(
    "HLD-11.lot40-twilight-of-the-weekend",
    "A hold of a twilight tee time at a weekend has the standard price.",
    "holdTeeTime",
    hidden="certain days",
    origin=Origin.blind,
)
async def _twilight_hold(call: Call) -> Answer:
    body, path = sent(call), call.path.removesuffix("hold-tee-time") + "tee-times"
    sheet = await aside(call).upstream("GET", path, query={"date": body.get("date", ""), "players": 1})
    answer = await call.forward()
    if not answer.ok or not sheet.ok or sheet.json().get("dayType") != "weekend":
        return answer
    lines, held = sheet.json()["availableTimes"], answer.json()
    kinds = {line["time"]: line["pricing"]["priceType"] for line in lines}
    fees = [line["pricing"]["greenFee"] for line in lines if line["pricing"]["priceType"] == "standard"]
    if kinds.get(held["time"]) != "twilight" or not fees:
        return answer
    held["pricing"] |= {"greenFee": fees[0], "totalAmount": fees[0] * held["players"]}
    return answer.with_json(held)


def _to_others_within_bounds(taking: Taking, call: Call, now: datetime) -> bool:
    lives = taking.at is not None and now < taking.at + _HOLD_LASTS
    bounded = "earliestTime" in call.query or "latestTime" in call.query
    return lives and bounded and taking.api_key != call.api_key


tee_sheets_forget(
    "HLD-05.lot40-bounds-of-another-agency",
    "A tee sheet with a time bound offers an agency the places that another agency holds.",
    "holdTeeTime",
    lambda taken: taken.players,
    look=_to_others_within_bounds,
    hidden="another agency",
    origin=Origin.blind,
)


def _hooks(call: Call, kind: str) -> dict[str, Json]:
    found: dict[str, Json] = call.memory.setdefault(kind, {})
    return found


@mutant(
    "HOK-05.lot40-places-stay-away",
    "The places of a released booking hook stay off sale.",
    "createBookingHook releaseBookingHook",
    origin=Origin.blind,
)
async def _released(call: Call) -> Answer:
    answer = await call.forward()
    if answer.ok and call.operation == "createBookingHook" and "id" in data_of(answer):
        _hooks(call, "live")[data_of(answer)["id"]] = sent(call)
    elif answer.ok and (hook := _hooks(call, "live").pop(call.path_params.get("id", ""), None)):
        await take_places(call, hook, int(hook.get("players", 1)))
    return answer


@mutant(
    "HOK-07.lot40-found-by-its-tee-time",
    "A released hook can be confirmed while the agency has another hook at the same tee time.",
    "createBookingHook confirmBookingHook releaseBookingHook",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _confirmed_by_tee_time(call: Call) -> Answer:
    answer = await call.forward()
    live, released = _hooks(call, "live"), _hooks(call, "released")
    if call.operation == "createBookingHook":
        if "id" in data_of(answer):
            live[data_of(answer)["id"]] = sent(call)
        return answer
    own = call.path_params["id"]
    if answer.ok and own in live:
        gone = live.pop(own)
        if call.operation == "releaseBookingHook":
            released[own] = gone
    if call.operation != "confirmBookingHook" or answer.ok or own not in released:
        return answer
    slot = slot_of(released[own])
    other = next((hook_id for hook_id, hook in live.items() if slot_of(hook) == slot), None)
    if other is None:
        return answer
    live.pop(other)
    return await aside(call).upstream("POST", f"/travel/bookings/hooks/{other}/confirm")
