"""Blind faults of the sixty-fourth lot: access and tokens."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import memory_of_all
from tests.mutants.parts.substitutes import WorldMemory, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_NO_ANSWER_BODY = 204
_REFUSED = 404
_CACHED = "AUT-01.lot64-remembered-details"
_waiting = WorldMemory()
_from_holds = WorldMemory()


def _bearer(call: Call) -> str:
    """The access token that the call carries, empty when it carries none."""
    values = [value for name, value in call.headers if name.lower() == "authorization"]
    return values[0].partition(" ")[2] if values else ""


@mutant(
    "AUT-10.lot64-waiting-requests-are-open",
    "Another agency can read a booking that still waits for its course.",
    "createBooking getBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    answer = await call.forward()
    owners = _waiting.of(call)
    if call.operation == "createBooking":
        if answer.ok:
            owners[answer.json()["data"]["id"]] = call.api_key
        return answer
    owner = owners.get(call.path_params["id"])
    if answer.status != _REFUSED or owner is None or "_" not in call.api_key:
        return answer
    found = await aside(call).upstream("GET", call.path, headers={"x-api-key": owner})
    return found if found.ok and found.json()["data"]["status"] == "pending" else answer


@mutant(
    "AUT-12.lot64-changed-after-a-hold",
    "Another agency can cancel a booking that was completed from a hold and changed afterwards.",
    "createBooking updateBooking cancelBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    answer = await call.forward()
    known: dict[str, Any] = _from_holds.of(call)
    if call.operation == "createBooking":
        if answer.ok and sent(call).get("holdId"):
            known[answer.json()["data"]["id"]] = {"owner": call.api_key, "changed": False}
        return answer
    facts = known.get(call.path_params["id"])
    if facts is None:
        return answer
    if call.operation == "updateBooking":
        facts["changed"] = facts["changed"] or answer.ok
        return answer
    if answer.status != _REFUSED or not facts["changed"]:
        return answer
    return await aside(call).upstream("DELETE", call.path, headers={"x-api-key": facts["owner"]})


@mutant(
    "JWT-04.lot64-renewed-session-lives-on",
    "A session that was refreshed before its logout can still be refreshed afterwards.",
    "refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    renewed: set[str] = call.memory.setdefault("renewed", set())
    if call.operation == "revokeToken" and _bearer(call) in renewed:
        return Answer(_NO_ANSWER_BODY, (), b"")
    answer = await call.forward()
    if call.operation == "refreshToken" and answer.ok:
        renewed.add(answer.json()["data"]["accessToken"])
    return answer


@mutant(
    _CACHED,
    "The details of a course that somebody read before are served without a key.",
    "getCourse",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    answer = await call.forward()
    kept = memory_of_all(_CACHED)
    if answer.ok:
        kept[call.path] = answer
    if call.api_key or call.path not in kept:
        return answer
    remembered: Answer = kept[call.path]
    return remembered
