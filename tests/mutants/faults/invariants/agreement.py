"""Faults of facts that two operations must show alike, and of reads that change something (INV-01, 07, 08)."""

from __future__ import annotations

from tests.mutants.parts.asking import is_geographic
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

json_answer(
    "INV-01",
    "Details call an online course offline.",
    "getCourse",
    where(lambda body: body["data"]["isOnline"], put("data.isOnline", False)),
)
json_answer(
    "INV-01.offline",
    "Details call an offline course online.",
    "getCourse",
    where(lambda body: not body["data"]["isOnline"], put("data.isOnline", True)),
)
json_answer(
    "INV-01.tee-times",
    "Tee times call an offline course online.",
    "listTeeTimes",
    where(lambda body: not body["isOnline"], put("isOnline", True)),
)


@mutant("INV-08", "A request for the availability of a single day holds its last tee time.", "checkAvailability")
async def _held_by_asking(call: Call) -> Answer:
    answer = await call.forward()
    days = answer.json()["availabilityResults"] if answer.ok else []
    for day in days if len(days) == 1 and "startDate" in call.query else []:
        wanted = {"date": day["date"], "time": day["lastAvailableTime"], "players": int(call.query.get("players", "4"))}
        await call.upstream("POST", f"/travel/courses/{call.path_params['courseId']}/hold-tee-time", json=wanted)
    return answer


json_answer(
    "INV-07",
    "Details call a course by another name.",
    "getCourse",
    alter("data.name", lambda name: f"{name} Golf Resort"),
)

json_answer(
    "INV-01.blind-nearby",
    "Every course is online in a geographical search.",
    "searchCourses",
    put("data[*].isOnline", True),
    when=is_geographic,
    hidden="one of two ways",
    origin=Origin.blind,
)
