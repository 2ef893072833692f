"""Blind faults of the fifty-third lot: holds and hooks."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

from tests.mutants.laid_aside.common import take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.days import SATURDAY
from tests.mutants.parts.disguises import asked_for, every_booking, one_page
from tests.mutants.parts.forgetful_sheets import Taken, tee_sheets_forget, to_others
from tests.mutants.parts.forgotten_places import Taking
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_HELD_FOR = timedelta(minutes=15)
_A_DAY = timedelta(days=1)


def _at_the_weekend(taken: Taken) -> int:
    return taken.players if date.fromisoformat(taken.play_date).weekday() >= SATURDAY else 0


def _to_others_while_held(taking: Taking, call: Call, now: datetime) -> bool:
    return to_others(taking, call, now) and taking.at is not None and now - taking.at < _HELD_FOR


tee_sheets_forget(
    "HLD-05.lot53-weekend-for-others",
    "Other agencies are still offered the places that are held at a weekend.",
    "holdTeeTime",
    _at_the_weekend,
    look=_to_others_while_held,
    hidden="another agency",
    origin=Origin.blind,
)


@mutant(
    "HLD-15.lot53-used-again",
    "A hold id completes a second booking once the first is cancelled.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _used_again(call: Call) -> Answer:
    answer = await call.forward()
    used: dict[str, str] = call.memory.setdefault("used", {})
    cancelled: set[str] = call.memory.setdefault("cancelled", set())
    if call.operation == "cancelBooking":
        if answer.ok:
            cancelled.add(call.path_params["id"])
        return answer
    body = sent(call)
    hold_id = str(body.get("holdId"))
    if code_of(answer) == "hold_already_used" and used.get(hold_id) in cancelled:
        answer = await call.with_json({name: value for name, value in body.items() if name != "holdId"}).forward()
    if answer.ok and "holdId" in body:
        used[hold_id] = answer.json()["data"]["id"]
    return answer


def _a_day_sooner(text: str) -> str:
    return f"{datetime.fromisoformat(text) - _A_DAY:%Y-%m-%dT%H:%M:%SZ}"


json_answer(
    "HOK-04.lot53-thirteen-days",
    "A hook ends a day too early, after 13 days.",
    "createBookingHook",
    alter("data.expiresAt", _a_day_sooner),
    origin=Origin.blind,
)


@mutant(
    "HOK-05.lot53-old-hook-released",
    "A release a day or more after the creation of the hook does not return its places.",
    "createBookingHook releaseBookingHook",
    hidden="after a while",
    origin=Origin.blind,
)
async def _old_hook_released(call: Call) -> Answer:
    answer = await call.forward()
    hooks: dict[str, dict[str, Any]] = call.memory.setdefault("hooks", {})
    if not answer.ok:
        return answer
    if call.operation == "createBookingHook":
        shown = answer.json()["data"]
        hooks[shown["id"]] = shown
    else:
        hook = hooks.pop(call.path_params["id"], None)
        if hook and await world_time(call) - datetime.fromisoformat(hook["createdAt"]) >= _A_DAY:
            await take_places(call, hook, hook["players"])
    return answer


@mutant(
    "HOK-06.lot53-not-listed-by-status",
    "The booking of a confirmed hook with an agencyBookingReference is missing in lists by status.",
    "createBookingHook confirmBookingHook listBookings",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _not_listed(call: Call) -> Answer:
    answer = await call.forward()
    hooks: set[str] = call.memory.setdefault("hooks", set())
    hidden: set[str] = call.memory.setdefault("hidden", set())
    if not answer.ok:
        return answer
    if call.operation == "createBookingHook" and sent(call).get("agencyBookingReference"):
        hooks.add(answer.json()["data"]["id"])
    if call.operation == "confirmBookingHook" and call.path_params["id"] in hooks:
        hidden.add(answer.json()["data"]["id"])
    if call.operation != "listBookings" or "status" not in call.query:
        return answer
    kept = [booking for booking in await every_booking(call) if booking["id"] not in hidden]
    return one_page(call, answer, [booking for booking in kept if asked_for(call, booking)])
