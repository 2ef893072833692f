"""Faults of holds and hooks, written blind."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from tests.mutants.laid_aside.common import booking_of, take_places
from tests.mutants.parts.borrowed import days_after, world_time
from tests.mutants.parts.days import SATURDAY, date_in
from tests.mutants.parts.forgotten_places import ForgetfulSheets, Taking, line_of
from tests.mutants.parts.substitutes import WorldMemory, a_refusal, sent, tee_times
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_HOLD = timedelta(minutes=15)
_TOO_LATE = timedelta(minutes=5)
_GRACE = timedelta(minutes=5)
_SHORT_NOTICE = timedelta(days=28)
_SHORT_HOOK = timedelta(days=7)
_TIMESTAMP = "%Y-%m-%dT%H:%M:%SZ"
_EXPIRIES = WorldMemory()
_ONE_OF_A_KIND = ForgetfulSheets()
_KINDS = WorldMemory()


def _later(timestamp: str, by: timedelta) -> str:
    return f"{datetime.fromisoformat(timestamp) + by:{_TIMESTAMP}}"


json_answer(
    "HLD-03.lot15-grace-is-shown",
    "holdExpiration is 20 minutes after the hold: it includes the five minutes of grace.",
    "holdTeeTime",
    alter("holdExpiration", lambda moment: _later(moment, _GRACE)),
    origin=Origin.blind,
)


@dataclass(frozen=True)
class _Kind:
    """What makes two holds the same to the service."""

    agency: str
    place: tuple[str, str, str]
    players: int


@mutant(
    "HLD-05.lot15-equal-holds-count-once",
    "The tee sheet counts several holds of one agency for as many players at one tee time as a single hold.",
    "listTeeTimes holdTeeTime createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _equal_holds(call: Call) -> Answer:
    if call.operation == "listTeeTimes":
        now = await world_time(call)
        return await _ONE_OF_A_KIND.sheet(call, lambda taking: taking.at is not None and now < taking.at + _HOLD)
    if call.operation == "holdTeeTime":
        return await _hold_of_a_kind(call)
    answer = await call.forward()
    if answer.ok:
        _ONE_OF_A_KIND.know_again(call, str(sent(call).get("holdId", "")))
    return answer


async def _hold_of_a_kind(call: Call) -> Answer:
    line = await line_of(call, call.path_params["courseId"], "time")
    answer = await call.forward()
    if not answer.ok or line is None:
        return answer
    hold, now = answer.json(), await world_time(call)
    kind = _Kind(call.api_key, (hold["courseId"], hold["date"], hold["time"]), hold["players"])
    known: dict[Any, datetime] = _KINDS.of(call)
    if kind in known and now < known[kind] + _HOLD:
        taking = Taking(hold["courseId"], hold["date"], line, hold["players"], call.api_key, now)
        _ONE_OF_A_KIND.forget(call, hold["holdId"], taking)
    known[kind] = now
    return answer


@mutant(
    "HLD-07.lot15-last-minutes-do-not-count",
    "A hold completes no booking in its last five minutes.",
    "holdTeeTime createBooking",
    hidden="after a while",
    origin=Origin.blind,
)
async def _too_late_for_a_hold(call: Call) -> Answer:
    expiries: dict[str, datetime] = _EXPIRIES.of(call)
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        if answer.ok:
            hold = answer.json()
            expiries[hold["holdId"]] = datetime.fromisoformat(hold["holdExpiration"])
        return answer
    expiry = expiries.get(str(sent(call).get("holdId")))
    if expiry is not None and await world_time(call) > expiry - _TOO_LATE:
        return await a_refusal(call, 409, "hold_expired", "The tee-time hold expired.")
    return await call.forward()


@mutant(
    "HLD-11.lot15-weekday-price-at-weekends",
    "A hold on a Saturday or Sunday has the green fee of the Monday after it.",
    "holdTeeTime",
    hidden="certain days",
    origin=Origin.blind,
)
async def _price_of_monday(call: Call) -> Answer:
    answer = await call.forward()
    day = date_in(str(sent(call).get("date", "")))
    if not answer.ok or day is None or day.weekday() < SATURDAY:
        return answer
    hold = answer.json()
    monday = days_after(hold["date"], 7 - day.weekday())
    lines = await tee_times(call, hold["courseId"], monday, 1)
    fee = next((line["pricing"]["greenFee"] for line in lines if line["time"] == hold["time"]), None)
    if fee is None:
        return answer
    pricing = hold["pricing"] | {"greenFee": Decimal(fee), "totalAmount": Decimal(fee) * hold["players"]}
    return answer.with_json(hold | {"pricing": pricing})


def _shortened(hook: dict[str, Any]) -> dict[str, Any]:
    created = datetime.fromisoformat(hook["createdAt"])
    if datetime.fromisoformat(f"{hook['date']}T00:00:00Z") - created >= _SHORT_NOTICE:
        return hook
    return hook | {"expiresAt": min(hook["expiresAt"], _later(hook["createdAt"], _SHORT_HOOK))}


json_answer(
    "HOK-04.lot15-short-notice",
    "A hook lasts seven days when its tee time is less than four weeks away.",
    "createBookingHook",
    alter("data", _shortened),
    hidden="certain days",
    origin=Origin.blind,
)


@mutant(
    "BKX-07.lot15-places-of-a-confirmed-hook",
    "Cancelling a booking that came from a hook does not give its places back.",
    "confirmBookingHook cancelBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _places_of_a_hook(call: Call) -> Answer:
    from_hooks: set[str] = call.memory.setdefault("from hooks", set())
    if call.operation == "confirmBookingHook":
        answer = await call.forward()
        if answer.ok:
            from_hooks.add(answer.json()["data"]["id"])
        return answer
    booking = await booking_of(call) if call.path_params["id"] in from_hooks else {}
    answer = await call.forward()
    if answer.ok and booking:
        from_hooks.remove(booking["id"])
        await take_places(call, booking, booking["players"])
    return answer
