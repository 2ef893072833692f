"""Blind faults of group bookings."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import sent, tee_times
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

_THIRD = 3

# A plain fault.
json_answer(
    "GRP-06.lot35-bare-id",
    "A read of a group booking shows its id without the prefix.",
    "getGroupBooking",
    alter("data.id", lambda text: text.partition("_")[2]),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "GRP-13.lot35-old-names-stay",
    "A player list that is shorter than the former list keeps the last names of the former list.",
    "updateGroupBookingPlayers getGroupBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _old_names_stay(call: Call) -> Answer:
    lists: dict[str, list[Any]] = call.memory.setdefault("lists", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    group_id = call.path_params["id"]
    if call.operation == "updateGroupBookingPlayers":
        names = data_of(answer)["playerList"]
        lists[group_id] = names + lists.get(group_id, [])[len(names) :]
    if group_id not in lists:
        return answer
    return answer.with_json(put("data.playerList", lists[group_id])(answer.json()))


@mutant(
    "GRP-11.lot35-third-validation",
    "The third validation of the same group request makes a booking.",
    "validateGroupBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _third_validation(call: Call) -> Answer:
    asked: Counter[str] = call.memory.setdefault("asked", Counter())
    answer = await call.forward()
    if not data_of(answer).get("valid"):
        return answer
    body = sent(call)
    wish = str(sorted(body.items(), key=str))
    asked[wish] += 1
    if asked[wish] == _THIRD:
        free = await tee_times(aside(call), body["courseId"], body["date"], 1)
        later = [line["time"] for line in free if line["time"] >= body["preferredTime"]]
        at = (later or [body["preferredTime"]])[0]
        places = next((line["available"] for line in free if line["time"] == at), 4)
        booking = {"courseId": body["courseId"], "date": body["date"], "teeTime": at, "players": min(places, 4)}
        whole = booking | {"leadPlayer": body["leadPlayer"]}
        await aside(call).upstream("POST", "/travel/bookings", json=whole)
    return answer
