"""Blind faults of the forty-fourth lot: holds and hooks."""

from __future__ import annotations

from datetime import datetime, timedelta

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.laid_aside.lot44_sheets import is_weekend, priced_lines
from tests.mutants.parts.pretending import memory_of_world
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_WHOLE_TEE_TIME = 4
_FOREIGN = "AUT-15.lot44-weekend-hooks-released-by-anyone"


def _longer(stamp: str) -> str:
    later = datetime.fromisoformat(stamp) + timedelta(minutes=15)
    return later.isoformat().replace("+00:00", "Z")


json_answer(
    "HLD-03.lot44-half-an-hour",
    "A hold lasts 30 minutes.",
    "holdTeeTime",
    alter("holdExpiration", _longer),
    origin=Origin.blind,
)


@mutant(
    "HLD-11.lot44-weekend-twilight-held-at-standard",
    "A twilight tee time of a weekend is held at the standard price.",
    "holdTeeTime",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _weekend_twilight_held_at_standard(call: Call) -> Answer:
    wish = sent(call)
    if not is_weekend(str(wish.get("date"))):
        return await call.forward()
    prices = await priced_lines(call, wish["date"])
    answer = await call.forward()
    standard = [price["greenFee"] for price in prices.values() if price["priceType"] == "standard"]
    held = prices.get(str(wish.get("time")), {})
    if not answer.ok or held.get("priceType") != "twilight" or not standard:
        return answer
    body = answer.json()
    body["pricing"] |= {"greenFee": standard[0], "totalAmount": standard[0] * body["players"]}
    return answer.with_json(body)


@mutant(
    "HOK-05.lot44-released-foursome-stays-off-sale",
    "The places of a released hook for four players do not return.",
    "createBookingHook releaseBookingHook",
    hidden="some values",
    origin=Origin.blind,
)
async def _released_foursome_stays_off_sale(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBookingHook":
        hook = answer.json()["data"]
        call.memory[hook["id"]] = hook
        return answer
    hook = call.memory.pop(call.path_params["id"], None)
    if hook and hook["players"] == _WHOLE_TEE_TIME:
        await take_places(call, hook, hook["players"])
    return answer


@mutant(
    _FOREIGN,
    "Any agency can release a hook for a weekend.",
    "createBookingHook releaseBookingHook",
    hidden="another agency",
    origin=Origin.blind,
)
async def _weekend_hooks_released_by_anyone(call: Call) -> Answer:
    owners = memory_of_world(call, _FOREIGN)
    answer = await call.forward()
    if call.operation == "createBookingHook":
        if answer.ok and is_weekend(answer.json()["data"]["date"]):
            owners[answer.json()["data"]["id"]] = call.api_key
        return answer
    owner = owners.get(call.path_params["id"])
    if answer.ok or not call.api_key or owner in (None, call.api_key):
        return answer
    return await aside(call).upstream("DELETE", call.path, headers={"x-api-key": owner})
