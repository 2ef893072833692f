"""Blind faults of the sixty-ninth lot: holds."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.asking import asks
from tests.mutants.parts.forgetful_sheets import tee_sheets_forget, to_others
from tests.mutants.parts.substitutes import sent, tee_times
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant


def _kind(line: dict[str, Any]) -> str:
    return str(line["pricing"]["priceType"])


@mutant(
    "HLD-11.lot69-twilight-at-full-price",
    "A hold of a twilight tee time has the standard price of the day.",
    "holdTeeTime",
    hidden="some values",
    origin=Origin.blind,
)
async def _twilight_at_full_price(call: Call) -> Answer:
    body = sent(call)
    lines = await tee_times(aside(call), call.path_params["courseId"], body.get("date"), 1)
    answer = await call.forward()
    twilight = any(line["time"] == body.get("time") and _kind(line) == "twilight" for line in lines)
    standard = next((line["pricing"]["greenFee"] for line in lines if _kind(line) == "standard"), None)
    if not answer.ok or not twilight or standard is None:
        return answer
    hold = answer.json()
    prices = {"greenFee": standard, "totalAmount": standard * hold["players"]}
    return answer.with_json(hold | {"pricing": hold["pricing"] | prices})


@mutant(
    "HLD-15.lot69-cancelled-frees-the-hold",
    "A hold whose booking was cancelled completes a second booking.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _cancelled_frees_the_hold(call: Call) -> Answer:
    answer = await call.forward()
    holds: dict[str, str] = call.memory.setdefault("holds", {})
    freed: set[str] = call.memory.setdefault("freed", set())
    if call.operation == "cancelBooking":
        freed |= {holds.get(call.path_params["id"], "")} if answer.ok else set()
        return answer
    body = sent(call)
    hold_id = body.get("holdId")
    if not isinstance(hold_id, str):
        return answer
    if answer.ok:
        holds[answer.json()["data"]["id"]] = hold_id
        return answer
    if hold_id not in freed:
        return answer
    rest = {name: value for name, value in body.items() if name != "holdId"}
    return await aside(call).upstream("POST", call.path, json=rest)


@mutant(
    "HLD-16.lot69-a-place-on-top",
    "Completing a hold takes a place more than the hold had.",
    "createBooking",
    origin=Origin.blind,
)
async def _a_place_on_top(call: Call) -> Answer:
    answer = await call.forward()
    if answer.ok and "holdId" in sent(call):
        await take_places(call, answer.json()["data"], 1)
    return answer


tee_sheets_forget(
    "HLD-05.lot69-window-without-holds-of-others",
    "A search with a bound for the time offers the places that another agency holds.",
    "holdTeeTime",
    lambda taken: taken.players,
    look=lambda taking, call, now: (
        to_others(taking, call, now) and (asks(call, "earliestTime") or asks(call, "latestTime"))
    ),
    hidden="another agency",
    origin=Origin.blind,
)
