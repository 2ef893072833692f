"""Blind faults of access: keys, tokens, and what belongs to another agency."""

from __future__ import annotations

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import (
    Json,
    all_bookings,
    data_of,
    filters_of,
    memory_of_all,
    memory_of_world,
    paged,
)
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_ONE_DAY = "AUT-09.lot30-arrivals-of-one-day"
_BEARER = "AUT-01.lot30-bearer-in-place-of-key"
_LIST_AGAIN = "AUT-16.lot30-list-that-was-sent-before"


def _bearer(call: Call) -> str:
    """The access token that a call carries, empty when it carries none."""
    header = next((value for name, value in call.headers if name.lower() == "authorization"), "")
    scheme, _, token = header.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


# A plain fault.
@mutant(
    "JWT-02.lot30-the-old-token-again",
    "A refresh hands out the access token that the session had before.",
    "createToken refreshToken",
    origin=Origin.blind,
)
async def _the_old_token_again(call: Call) -> Answer:
    tokens: dict[str, str] = call.memory.setdefault("tokens", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    pair = data_of(answer)
    if call.operation == "refreshToken":
        pair["accessToken"] = tokens.get(str(sent(call).get("refreshToken")), pair["accessToken"])
    tokens[pair["refreshToken"]] = pair["accessToken"]
    return answer.with_json({"data": pair})


# Faults under a condition.
@mutant(
    "JWT-04.lot30-renewed-before-logout",
    "A session that was refreshed before its logout can be refreshed after it.",
    "refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _renewed_before_logout(call: Call) -> Answer:
    renewed: dict[str, str] = call.memory.setdefault("renewed", {})
    ended: list[str] = call.memory.setdefault("ended", [])
    answer = await call.forward()
    if call.operation == "revokeToken":
        if answer.ok and _bearer(call) in renewed:
            ended.append(renewed[_bearer(call)])
        return answer
    if answer.ok:
        pair = data_of(answer)
        renewed[pair["accessToken"]] = pair["refreshToken"]
        return answer
    if sent(call).get("refreshToken") not in ended:
        return answer
    return await aside(call).upstream("POST", "/auth/token")


@mutant(
    _BEARER,
    "Bookings can be read without a key by whoever sends an access token.",
    "createToken refreshToken listBookings getBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _bearer_in_place_of_key(call: Call) -> Answer:
    owners: Json = memory_of_all(_BEARER)
    owner = owners.get(_bearer(call), "")
    if call.operation in ("listBookings", "getBooking") and not call.api_key and owner:
        return await call.with_header("x-api-key", owner).forward()
    answer = await call.forward()
    if answer.ok and call.operation in ("createToken", "refreshToken"):
        owners[data_of(answer)["accessToken"]] = call.api_key
    return answer


@mutant(
    _ONE_DAY,
    "The booking list of a single day shows the bookings of every agency on that day.",
    "createBooking listBookings",
    hidden="another agency",
    origin=Origin.blind,
)
async def _arrivals_of_one_day(call: Call) -> Answer:
    agencies = memory_of_world(call, _ONE_DAY)
    answer = await call.forward()
    if answer.ok and call.operation == "createBooking":
        agencies[call.api_key] = True
    day = call.query.get("startDate")
    if not answer.ok or call.operation != "listBookings" or not day or call.query.get("endDate") != day:
        return answer
    items = await all_bookings(call, **filters_of(call))
    for key in [key for key in agencies if key != call.api_key]:
        items += await all_bookings(call, key, **filters_of(call))
    return paged(answer, items)


@mutant(
    _LIST_AGAIN,
    "Another agency can replace the player list of a group once its owner has sent one.",
    "updateGroupBookingPlayers",
    hidden="another agency",
    origin=Origin.blind,
)
async def _list_that_was_sent_before(call: Call) -> Answer:
    owners = memory_of_world(call, _LIST_AGAIN)
    answer = await call.forward()
    group = call.path_params["id"]
    if answer.ok:
        owners[group] = call.api_key
    if answer.status != 404 or not call.api_key or group not in owners:
        return answer
    changed = await aside(call).upstream("PUT", call.path, json=sent(call), headers={"x-api-key": owners[group]})
    return changed if changed.ok else answer
