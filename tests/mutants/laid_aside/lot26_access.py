"""Blind faults of keys, of agencies and of tokens."""

from __future__ import annotations

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import data_of, memory_of_world
from tests.mutants.parts.substitutes import a_refusal
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_ARCHIVE = "AUT-10.lot26-archive-of-all"


def _bearer(call: Call) -> str:
    """The token of the call, empty when it has none."""
    value = next((value for name, value in call.headers if name.lower() == "authorization"), "")
    return value.partition(" ")[2].strip()


@mutant(
    _ARCHIVE,
    "Cancelled bookings move to an archive in which every agency can read them by id.",
    "cancelBooking getBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _archive_of_all(call: Call) -> Answer:
    owners = memory_of_world(call, _ARCHIVE)
    answer = await call.forward()
    if call.operation == "cancelBooking":
        if answer.ok:
            owners[call.path_params["id"]] = call.api_key
        return answer
    owner = owners.get(call.path_params["id"])
    if answer.status != 404 or owner is None:
        return answer
    return await aside(call).upstream("GET", call.path, headers={"x-api-key": owner})


@mutant(
    "AUT-08.lot26-token-once-token-always",
    "While an agency has an open token session, its key alone no longer reads or makes bookings.",
    "createToken revokeToken createBooking listBookings getBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _token_once_token_always(call: Call) -> Answer:
    if call.operation in ("createToken", "revokeToken"):
        answer = await call.forward()
        if answer.ok:
            call.memory["open"] = call.operation == "createToken"
        return answer
    if call.memory.get("open") and not _bearer(call):
        return await a_refusal(call, 401, "token_required", "Send the token of your session.")
    return await call.forward()


@mutant(
    "JWT-04.lot26-refreshed-session-stays",
    "A logout with a token that came from a refresh ends nothing: the session can be refreshed again.",
    "refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _refreshed_session_stays(call: Call) -> Answer:
    refreshed: set[str] = call.memory.setdefault("refreshed", set())
    if call.operation == "revokeToken" and _bearer(call) in refreshed:
        plain = aside(call)
        other = data_of(await plain.upstream("POST", "/auth/token"))
        if other:
            token = {"authorization": f"Bearer {other['accessToken']}"}
            return await plain.upstream("POST", "/auth/logout", headers=token)
    answer = await call.forward()
    if call.operation == "refreshToken" and answer.ok:
        refreshed.add(data_of(answer)["accessToken"])
    return answer
