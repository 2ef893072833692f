"""Blind faults of the sixty-fourth lot: holds and hooks."""

from __future__ import annotations

from datetime import date, timedelta

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.days import SATURDAY
from tests.mutants.parts.forgotten_places import line_of
from tests.mutants.parts.pretending import moment_of
from tests.mutants.parts.substitutes import sent, tee_times
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant


def _ten_minutes_later(text: str) -> str:
    return (moment_of(text) + timedelta(minutes=10)).strftime("%Y-%m-%dT%H:%M:%SZ")


json_answer(
    "HLD-03.lot64-twenty-five-minutes",
    "A hold names an expiration that is ten minutes too late.",
    "holdTeeTime",
    alter("holdExpiration", _ten_minutes_later),
    origin=Origin.blind,
)


@mutant(
    "HLD-11.lot64-weekend-twilight-at-full-price",
    "A hold of a twilight time at a weekend is priced at the standard green fee.",
    "holdTeeTime",
    hidden="some values",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    line = await line_of(aside(call), call.path_params["courseId"], "time")
    answer = await call.forward()
    if not answer.ok or line is None or line["pricing"]["priceType"] != "twilight":
        return answer
    hold = answer.json()
    if date.fromisoformat(hold["date"]).weekday() < SATURDAY:
        return answer
    sheet = await tee_times(aside(call), hold["courseId"], hold["date"], 1)
    fees = [other["pricing"]["greenFee"] for other in sheet if other["pricing"]["priceType"] == "standard"]
    if not fees:
        return answer
    hold["pricing"] |= {"greenFee": fees[0], "totalAmount": fees[0] * hold["players"]}
    return answer.with_json(hold)


@mutant(
    "HLD-15.lot64-hold-lives-again",
    "A hold id completes a second booking after the first was cancelled.",
    "createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    completed: dict[str, str] = call.memory.setdefault("completed", {})
    answer = await call.forward()
    hold_id = str(sent(call).get("holdId", ""))
    if answer.ok and hold_id:
        completed[hold_id] = answer.json()["data"]["id"]
    if answer.ok or hold_id not in completed:
        return answer
    first = await aside(call).upstream("GET", f"/travel/bookings/{completed[hold_id]}")
    if not first.ok or first.json()["data"]["status"] != "cancelled":
        return answer
    again = {name: value for name, value in sent(call).items() if name != "holdId"}
    return await aside(call).upstream("POST", call.path, json=again)
