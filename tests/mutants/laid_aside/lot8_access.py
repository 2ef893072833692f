"""Blind faults of the eighth lot: the scope of lists and groups, and tokens."""

from __future__ import annotations

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.asking import has_all
from tests.mutants.parts.disguises import Booking, asked_for, every_booking, one_page
from tests.mutants.parts.pretending import memory_of_world
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, mutant

_OR_WITHOUT_PARENTHESES = "AUT-09.lot8-or-without-parentheses"
_PUBLIC_ONCE_PROCESSED = "AUT-13.lot8-public-once-processed"


# A plain fault.
@mutant(
    "JWT-02.lot8-same-token",
    "A refresh answers the access token that it has just ended.",
    "createToken refreshToken",
    origin=Origin.blind,
)
async def _same_token(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    first_tokens: dict[str, str] = call.memory.setdefault("first tokens", {})
    tokens = answer.json()["data"]
    first = first_tokens.get(str(sent(call).get("refreshToken")), tokens["accessToken"])
    first_tokens[tokens["refreshToken"]] = first
    return answer.with_json(put("data.accessToken", first)(answer.json()))


# Faults under a condition.
@mutant(
    _OR_WITHOUT_PARENTHESES,
    "A list with status, startDate and endDate has the bookings of other agencies as well.",
    "createBooking listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _or_without_parentheses(call: Call) -> Answer:
    keys: dict[str, bool] = memory_of_world(call, _OR_WITHOUT_PARENTHESES)
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBooking":
        keys[call.api_key] = True
        return answer
    if not has_all(call, "status", "startDate", "endDate"):
        return answer
    found: list[Booking] = []
    for key in keys.keys() | {call.api_key}:
        everything = await every_booking(aside(call).with_header("x-api-key", key))
        found += [booking for booking in everything if asked_for(call, booking)]
    return one_page(call, answer, sorted(found, key=lambda booking: str(booking["createdAt"]), reverse=True))


@mutant(
    _PUBLIC_ONCE_PROCESSED,
    "Every agency can read a group booking that is no longer processing.",
    "createGroupBooking getGroupBooking",
    hidden="after a while",
    origin=Origin.blind,
)
async def _public_once_processed(call: Call) -> Answer:
    owners: dict[str, str] = memory_of_world(call, _PUBLIC_ONCE_PROCESSED)
    answer = await call.forward()
    if call.operation == "createGroupBooking":
        owners.update({answer.json()["data"]["id"]: call.api_key} if answer.ok else {})
        return answer
    owner = owners.get(call.path_params["id"])
    if answer.status != 404 or owner is None:
        return answer
    found = await aside(call).upstream("GET", call.path, headers={"x-api-key": owner})
    return found if found.ok and found.json()["data"]["status"] != "processing" else answer
