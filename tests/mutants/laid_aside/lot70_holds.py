"""Blind faults of the seventieth lot: holds."""

from __future__ import annotations

from datetime import timedelta

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.days import SATURDAY, date_in
from tests.mutants.parts.forgetful_sheets import tee_sheets_forget, to_others
from tests.mutants.parts.pretending import moment_of
from tests.mutants.parts.substitutes import sent, tee_times
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_LASTS = timedelta(minutes=15)


@mutant(
    "HLD-11.lot70-twilight-at-full-price",
    "A hold of a twilight tee time shows the standard green fee of the day.",
    "holdTeeTime",
    hidden="some values",
    origin=Origin.blind,
)
async def _full_price(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    hold = answer.json()
    offered = await tee_times(aside(call), hold["courseId"], hold["date"], 1)
    standard = [line["pricing"]["greenFee"] for line in offered if line["pricing"]["priceType"] == "standard"]
    twilight = [line["time"] for line in offered if line["pricing"]["priceType"] == "twilight"]
    if not standard or not twilight or hold["time"] < min(twilight):
        return answer
    fee = max(standard)
    pricing = hold["pricing"] | {"greenFee": fee, "totalAmount": fee * hold["players"]}
    return answer.with_json(hold | {"pricing": pricing})


@mutant(
    "HLD-03.lot70-holds-in-a-row",
    "A hold begins to run only when the agency's earlier hold on the same course and day has run out.",
    "holdTeeTime",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _in_a_row(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    hold = answer.json()
    day = f"{hold['courseId']}|{hold['date']}"
    earlier = call.memory.get(day)
    if earlier is not None and earlier > await world_time(call):
        hold["holdExpiration"] = f"{earlier + _LASTS:%Y-%m-%dT%H:%M:%SZ}"
    else:
        call.memory[day] = moment_of(hold["holdExpiration"])
    return answer.with_json(hold)


tee_sheets_forget(
    "HLD-05.lot70-morning-cut-for-others",
    "Another agency that asks for tee times after an earliest time is offered held places.",
    "holdTeeTime",
    lambda taken: taken.players,
    look=lambda taking, call, now: to_others(taking, call, now) and "earliestTime" in call.query,
    hidden="another agency",
    origin=Origin.blind,
)


@mutant(
    "HLD-16.lot70-single-on-weekend",
    "The completion of a hold for one player on a weekend takes a place beside the held place.",
    "createBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _takes_two(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not sent(call).get("holdId"):
        return answer
    booking = answer.json()["data"]
    day = date_in(booking["date"])
    if booking["players"] == 1 and day is not None and day.weekday() >= SATURDAY:
        await take_places(call, booking, 1)
    return answer
