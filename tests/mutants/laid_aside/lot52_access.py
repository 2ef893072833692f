"""Blind faults of the fifty-second lot: access and tokens."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode
from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.pretending import data_of, memory_of_world
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import EVERY_OPERATION, Origin, mutant

_PENDING_OF_OTHERS = "AUT-12.lot52-pending-of-others"
_TEXTS_OF_OTHERS = "AUT-11.lot52-texts-with-a-token"
_NO_SUCH_TOKEN = {"refreshToken": "rft_ended"}


def _bearer(call: Call) -> str:
    """The access token of the call, empty when it carries none."""
    given = next((value for name, value in call.headers if name.lower() == "authorization"), "")
    return given.partition(" ")[2].strip()


def _key_in(token: str) -> str:
    """The key of the agency that a token was made for, empty when the token is no JWT of the sandbox."""
    parts = token.split(".")
    try:
        claims: dict[str, Any] = json.loads(urlsafe_b64decode(parts[1] + "=" * (-len(parts[1]) % 4)))
        return f"sbx_{claims['world']}_{claims['sub']}"
    except (IndexError, KeyError, TypeError, ValueError):
        return ""


def _owners(call: Call, name: str) -> dict[str, str]:
    """The keys of the world that created bookings, by booking id."""
    found: dict[str, str] = memory_of_world(call, name)
    return found


async def _noting_owner(call: Call, name: str) -> Answer:
    """The answer to a call, with the owner of a new booking noted."""
    answer = await call.forward()
    if answer.ok and call.operation == "createBooking":
        _owners(call, name)[str(data_of(answer)["id"])] = call.api_key
    return answer


@mutant(
    "JWT-04.lot52-refresh-after-logout",
    "Logout ends the access token alone, and the refresh token of the session still gives new tokens.",
    "createToken refreshToken revokeToken",
    origin=Origin.blind,
)
async def _refresh_after_logout(call: Call) -> Answer:
    partners: dict[str, str] = call.memory.setdefault("partners", {})
    ended: set[str] = call.memory.setdefault("ended", set())
    answer = await call.forward()
    if call.operation == "revokeToken":
        if answer.ok and _bearer(call) in partners:
            ended.add(partners[_bearer(call)])
        return answer
    if call.operation == "refreshToken" and not answer.ok and sent(call).get("refreshToken") in ended:
        answer = await aside(call).upstream("POST", "/auth/token")
    if pair := data_of(answer):
        partners[pair["accessToken"]] = pair["refreshToken"]
    return answer


@mutant(
    "JWT-02.lot52-nothing-to-refresh-after-expiry",
    "A session cannot be refreshed once its access token has expired.",
    "createToken refreshToken",
    hidden="after a while",
    origin=Origin.blind,
)
async def _no_refresh_after_expiry(call: Call) -> Answer:
    expiries: dict[str, Any] = call.memory.setdefault("expiries", {})
    expiry = expiries.get(str(sent(call).get("refreshToken")))
    if call.operation == "refreshToken" and expiry is not None and await world_time(call) > expiry:
        return await call.with_json(_NO_SUCH_TOKEN).forward()
    answer = await call.forward()
    if pair := data_of(answer):
        expiries[pair["refreshToken"]] = await world_time(call) + timedelta(seconds=pair["expiresIn"])
    return answer


@mutant(
    _PENDING_OF_OTHERS,
    "A pending booking can be cancelled by any agency that knows its id.",
    "createBooking cancelBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _pending_of_others(call: Call) -> Answer:
    answer = await _noting_owner(call, _PENDING_OF_OTHERS)
    owner = _owners(call, _PENDING_OF_OTHERS).get(call.path_params.get("id", ""))
    if call.operation != "cancelBooking" or answer.status != 404 or owner is None:
        return answer
    as_owner = aside(call).with_header("x-api-key", owner)
    booking = await booking_of(as_owner)
    return await as_owner.forward() if booking.get("status") == "pending" else answer


@mutant(
    _TEXTS_OF_OTHERS,
    "With an access token beside the key, a change of texts alone is made to a booking of another agency.",
    "createBooking updateBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _texts_of_others(call: Call) -> Answer:
    answer = await _noting_owner(call, _TEXTS_OF_OTHERS)
    owner = _owners(call, _TEXTS_OF_OTHERS).get(call.path_params.get("id", ""))
    if call.operation != "updateBooking" or answer.status != 404 or owner is None:
        return answer
    if not _bearer(call) or "players" in sent(call):
        return answer
    return await aside(call).upstream("PUT", call.path, json=sent(call), headers={"x-api-key": owner})


@mutant(
    "AUT-01.lot52-token-in-place-of-the-key",
    "A read without a key is answered when it carries a valid access token.",
    EVERY_OPERATION,
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _token_in_place_of_the_key(call: Call) -> Answer:
    answer = await call.forward()
    if call.method != "GET" or call.api_key or answer.status != 401 or not _key_in(_bearer(call)):
        return answer
    read = await call.with_header("x-api-key", _key_in(_bearer(call))).forward()
    return read if read.ok else answer
