"""Blind faults of the sixty-seventh lot: access."""

from __future__ import annotations

from tests.mutants.parts.substitutes import WorldMemory
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_OWNERS = WorldMemory()


@mutant(
    "AUT-13.lot67-groups-by-id-alone",
    "Every agency can read every group booking by its id.",
    "createGroupBooking getGroupBooking",
    origin=Origin.blind,
)
async def _groups_by_id_alone(call: Call) -> Answer:
    answer = await call.forward()
    owners = _OWNERS.of(call)
    if call.operation == "createGroupBooking":
        if answer.ok:
            owners[answer.json()["data"]["id"]] = call.api_key
        return answer
    owner = owners.get(call.path_params["id"])
    if answer.ok or owner is None:
        return answer
    return await call.with_header("X-Api-Key", owner).forward()


def _bearer(call: Call) -> str:
    given = next((value for name, value in call.headers if name.lower() == "authorization"), "")
    return given.partition(" ")[2]


@mutant(
    "JWT-04.lot67-renewed-survives",
    "After the logout of a session that was refreshed before, the session can be refreshed again.",
    "refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _renewed_survives(call: Call) -> Answer:
    renewed: set[str] = call.memory.setdefault("renewed", set())
    if call.operation == "revokeToken" and _bearer(call) in renewed:
        return Answer(204, (), b"")
    answer = await call.forward()
    if call.operation == "refreshToken" and answer.ok:
        renewed.add(answer.json()["data"]["accessToken"])
    return answer
