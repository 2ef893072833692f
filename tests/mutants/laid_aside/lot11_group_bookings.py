"""Blind faults of the eleventh lot: group bookings and the search for their slots."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.mutants.laid_aside.common import agency_key, aside
from tests.mutants.parts.substitutes import a_refusal, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_MINUTES_BETWEEN = 10

json_answer(
    "GRP-06.lot11-number-alone",
    "The service shows the id of a group without its prefix when the group is read.",
    "getGroupBooking",
    alter("data.id", lambda group_id: group_id.partition("_")[2]),
    origin=Origin.blind,
)


@mutant(
    "GRP-09.lot11-off-the-grid",
    "The service refuses a search for slots whose preferred start is not a multiple of ten minutes.",
    "findGroupSlots",
    origin=Origin.blind,
)
async def _wants_a_time_of_the_grid(call: Call) -> Answer:
    answer = await call.forward()
    preferred = str(sent(call).get("preferredStartTime") or "00:00")
    if not answer.ok or int(preferred[-2:]) % _MINUTES_BETWEEN == 0:
        return answer
    return await a_refusal(call, 422, "tee_time_unknown", f"The course has no tee time at {preferred}.")


@mutant(
    "GRP-12.lot11-second-search",
    "The second time an agency searches the same slots, the service holds the first option.",
    "findGroupSlots",
    origin=Origin.blind,
)
async def _holds_the_first_option(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    found = answer.json()["data"]
    searches: Counter[tuple[Any, ...]] = call.memory.setdefault("searches", Counter())
    search = (found["courseId"], found["date"], found["totalPlayers"])
    searches[search] += 1
    if searches[search] == 2 and found["options"]:
        await _hold(call, found, found["options"][0]["teeTimes"])
    return answer


async def _hold(call: Call, found: dict[str, Any], tee_times: list[dict[str, Any]]) -> None:
    for tee_time in tee_times:
        await aside(call).upstream(
            "POST",
            f"/travel/courses/{found['courseId']}/hold-tee-time",
            json={"date": found["date"]} | tee_time,
            headers={"x-api-key": agency_key(call, "nobody")},
        )
