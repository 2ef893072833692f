"""Blind faults of the seventy-first lot: access."""

from __future__ import annotations

from tests.mutants.laid_aside.common import booking_of
from tests.mutants.parts.pretending import memory_of_world
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_ARCHIVE = "AUT-10.lot71-archive-by-reference"


@mutant(
    _ARCHIVE,
    "Every agency can read a cancelled booking that has a reference of its agency.",
    "cancelBooking getBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _from_the_archive(call: Call) -> Answer:
    archive = memory_of_world(call, _ARCHIVE)
    if call.operation == "cancelBooking":
        before = await booking_of(call)
        answer = await call.forward()
        if answer.ok and before.get("agencyBookingReference"):
            archive[before["id"]] = call.api_key
        return answer
    answer = await call.forward()
    owner = archive.get(call.path_params["id"])
    if answer.status != 404 or owner is None:
        return answer
    return await call.upstream("GET", call.path, headers={"x-api-key": owner})


@mutant(
    "JWT-04.lot71-refreshed-sessions-go-on",
    "A logout with a refreshed token leaves the session open.",
    "refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _go_on(call: Call) -> Answer:
    renewed: set[str] = call.memory.setdefault("renewed", set())
    if call.operation == "refreshToken":
        answer = await call.forward()
        if answer.ok:
            renewed.add(f"Bearer {answer.json()['data']['accessToken']}")
        return answer
    token = next((value for name, value in call.headers if name.lower() == "authorization"), "")
    return Answer(204, (), b"") if token in renewed else await call.forward()
