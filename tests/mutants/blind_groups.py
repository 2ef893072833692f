"""Faults of booking hooks and group bookings, written without knowledge of the suite."""

from __future__ import annotations

from tests.mutants.tools.borrowed import a_refusal_for_an_unknown_id
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.pretending import body_of, data_of, whole_number
from tests.mutants.tools.registry import mutant


@mutant(
    "HOK-02.blind-older-hook",
    "Only the newest hook of an agency is found for its confirmation.",
    "createBookingHook confirmBookingHook",
    hidden="after another operation",
)
async def _newest_hook(call: Call) -> Answer:
    if call.operation == "confirmBookingHook":
        known = call.memory.get("newest", call.path_params["id"]) == call.path_params["id"]
        return await (call.forward() if known else a_refusal_for_an_unknown_id(call))
    answer = await call.forward()
    if answer.ok:
        call.memory["newest"] = data_of(answer)["id"]
    return answer


@mutant(
    "GRP-02.blind-two-flights",
    "A group of up to eight is confirmed in the answer to its creation.",
    "createGroupBooking",
    hidden="some values",
)
async def _small_group(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or data_of(answer)["totalPlayers"] > 8:
        return answer
    return answer.with_json({"data": data_of(answer) | {"status": "confirmed"}})


@mutant(
    "GRP-04.blind-full-flights",
    "A group of more than eight is counted in full flights.",
    "createGroupBooking",
    hidden="some values",
)
async def _full_flights(call: Call) -> Answer:
    answer = await call.forward()
    total = data_of(answer).get("totalPlayers", 0)
    if total <= 8:
        return answer
    return answer.with_json({"data": data_of(answer) | {"totalPlayers": -(-total // 4) * 4}})


@mutant(
    "GRP-05.blind-second-group",
    "The second group of a course and day takes the place of the first, which is not found any more.",
    "createGroupBooking getGroupBooking",
    hidden="after another operation",
)
async def _second_group(call: Call) -> Answer:
    if call.operation == "getGroupBooking":
        gone = call.path_params["id"] in call.memory.get("gone", ())
        return await (a_refusal_for_an_unknown_id(call) if gone else call.forward())
    answer = await call.forward()
    if answer.ok:
        body, latest = body_of(call), call.memory.setdefault("latest", {})
        place = (body["courseId"], body["date"])
        if place in latest:
            call.memory.setdefault("gone", set()).add(latest[place])
        latest[place] = data_of(answer)["id"]
    return answer


@mutant(
    "GRP-11.blind-large",
    "The validation of a group of more than eight keeps a tee time for it.",
    "validateGroupBooking",
    hidden="some values",
)
async def _kept_by_validation(call: Call) -> Answer:
    answer = await call.forward()
    body = body_of(call)
    if answer.ok and whole_number(body.get("totalPlayers")) > 8:
        query = {"date": body["date"], "players": 4, "earliestTime": body.get("preferredTime", "06:00")}
        day = await call.upstream("GET", f"/travel/courses/{body['courseId']}/tee-times", query=query)
        lead = {"firstName": "Group", "lastName": "Desk", "email": "desk@example.com"}
        ghost = {"x-api-key": f"{call.api_key.rpartition('_')[0]}_groups"}
        for item in day.json().get("availableTimes", [])[:1]:
            made = {"courseId": body["courseId"], "date": body["date"], "teeTime": item["time"], "players": 4}
            await call.upstream("POST", "/travel/bookings", headers=ghost, json=made | {"leadPlayer": lead})
    return answer
