"""Blind faults of the sixth lot: keys, agencies and tokens."""

from __future__ import annotations

from typing import Any

import httpx

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.asking import has_dates
from tests.mutants.parts.disguises import asked_for, one_page
from tests.mutants.parts.pretending import all_bookings, data_of, memory_of_all, memory_of_world
from tests.mutants.parts.substitutes import code_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import EVERY_OPERATION, Origin, mutant

_ISSUING = ("createToken", "refreshToken")
_BEARER = "Bearer "


def _token_of(call: Call) -> str:
    return str(httpx.Headers(call.headers).get("authorization", "")).removeprefix(_BEARER)


# A plain fault.
_UNSIGNED = "JWT-01.lot6-no-signature"


@mutant(
    _UNSIGNED,
    "An access token has a header and a payload, but no signature.",
    EVERY_OPERATION,
    origin=Origin.blind,
)
async def _no_signature(call: Call) -> Answer:
    whole = memory_of_all(_UNSIGNED)
    if _token_of(call) in whole:
        call = call.with_header("authorization", _BEARER + whole[_token_of(call)])
    answer = await call.forward()
    if call.operation not in _ISSUING or not answer.ok:
        return answer
    token = data_of(answer)["accessToken"]
    short = token.rpartition(".")[0]
    whole[short] = token
    return answer.with_json(put("data.accessToken", short)(answer.json()))


# Faults under a condition.
@mutant(
    "JWT-03.lot6-newest-session-ends",
    "A logout ends the newest session of the agency in place of its own.",
    "createToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _newest_session_ends(call: Call) -> Answer:
    tokens: list[str] = call.memory.setdefault("tokens", [])
    if call.operation == "createToken":
        answer = await call.forward()
        if answer.ok:
            tokens.append(data_of(answer)["accessToken"])
        return answer
    if _token_of(call) not in tokens:
        return await call.forward()
    answer = await call.with_header("authorization", _BEARER + tokens[-1]).forward()
    tokens.pop()
    return answer


_ARCHIVE = "AUT-10.lot6-archive-for-all"


@mutant(
    _ARCHIVE,
    "Another agency can read a booking by its id once it is cancelled.",
    "cancelBooking getBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _archive_for_all(call: Call) -> Answer:
    owners: dict[str, str] = memory_of_world(call, _ARCHIVE)
    booking_id = call.path_params["id"]
    answer = await call.forward()
    if call.operation == "cancelBooking":
        if answer.ok:
            owners[booking_id] = call.api_key
        return answer
    if answer.status != 404 or booking_id not in owners:
        return answer
    return await aside(call).upstream("GET", call.path, headers={"x-api-key": owners[booking_id]})


_SHARED = "AUT-09.lot6-shared-archive"


@mutant(
    _SHARED,
    "A list of status=cancelled with a date shows the bookings of all agencies.",
    "createBooking listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _shared_archive(call: Call) -> Answer:
    agencies: dict[str, Any] = memory_of_world(call, _SHARED)
    answer = await call.forward()
    if call.operation == "createBooking" or not answer.ok:
        if answer.ok or code_of(answer):
            agencies[call.api_key] = True
        return answer
    if call.query.get("status") != "cancelled" or not has_dates(call):
        return answer
    keys = {call.api_key, *agencies}
    found = [booking for key in sorted(keys) for booking in await all_bookings(aside(call), key)]
    found.sort(key=lambda booking: (booking["createdAt"], booking["id"]), reverse=True)
    return one_page(call, answer, [booking for booking in found if asked_for(call, booking)])
