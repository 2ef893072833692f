"""Faults of group bookings, written blind."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import agency_key, aside
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

_TWO_TEE_TIMES = 8

json_answer(
    "GRP-04.lot14-day-of-creation",
    "The answer to a group booking shows the day of its creation as its date.",
    "createGroupBooking",
    alter("data", lambda group: group | {"date": group["createdAt"][:10]}),
    origin=Origin.blind,
)


def _wish(call: Call) -> str:
    body = sent(call)
    return f"{body.get('courseId')}|{body.get('date')}|{body.get('totalPlayers')}"


@mutant(
    "GRP-02.lot14-validated-before",
    "A group that was validated before is confirmed in the answer to its creation.",
    "validateGroupBooking createGroupBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _validated_before(call: Call) -> Answer:
    validated: set[str] = call.memory.setdefault("validated", set())
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createGroupBooking":
        return answer.with_json(put("data.status", "confirmed")(answer.json())) if _wish(call) in validated else answer
    if data_of(answer).get("valid"):
        validated.add(_wish(call))
    return answer


@mutant(
    "GRP-11.lot14-three-tee-times",
    "The validation of a group that needs more than two tee times keeps the first of them for a while.",
    "validateGroupBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _three_tee_times(call: Call) -> Answer:
    answer = await call.forward()
    body = sent(call)
    if not data_of(answer).get("valid") or body["totalPlayers"] <= _TWO_TEE_TIMES:
        return answer
    wish = {name: body[name] for name in ("courseId", "date", "totalPlayers")}
    found = await aside(call).upstream(
        "POST", "/travel/group-bookings/find-slots", json=wish | {"preferredStartTime": body["preferredTime"]}
    )
    options: list[dict[str, Any]] = data_of(found).get("options", [])
    if options:
        first = options[0]["teeTimes"][0]
        await aside(call).upstream(
            "POST",
            f"/travel/courses/{body['courseId']}/hold-tee-time",
            json={"date": body["date"], "time": first["time"], "players": min(4, first["players"])},
            headers={"x-api-key": agency_key(call, "nobody")},
        )
    return answer
