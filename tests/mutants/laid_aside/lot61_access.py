"""Blind faults of the sixty-first lot: access and tokens."""

from __future__ import annotations

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import Json, body_of, data_of, memory_of_all, memory_of_world
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import EVERY_OPERATION, Origin, mutant, request_change

_REFRESH = "AUT-04.lot61-refresh-token-is-enough"
_CANCELLED = "AUT-10.lot61-cancelled-is-public"
_EMPTY_LIST = "AUT-16.lot61-first-player-list"
_SAME_DAY = "AUT-12.lot61-neighbour-on-the-sheet"


def _sends_an_empty_key(call: Call) -> bool:
    return any(name.lower() == "x-api-key" and not value.strip() for name, value in call.headers)


request_change(
    "AUT-06.lot61-empty-key-is-a-guest",
    "An empty key is taken for the key of a guest agency.",
    EVERY_OPERATION,
    lambda call: call.with_header("x-api-key", "sbx_demo_guest"),
    when=_sends_an_empty_key,
    origin=Origin.blind,
)


@mutant(
    _REFRESH,
    "A refresh token that was issued here is refreshed without an API key.",
    "createToken refreshToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _refresh_without_key(call: Call) -> Answer:
    owners = memory_of_all(_REFRESH)
    owner = owners.get(str(body_of(call).get("refreshToken")), "")
    if call.operation == "refreshToken" and not call.api_key and owner:
        call = call.with_header("x-api-key", owner)
    answer = await call.forward()
    if token := data_of(answer).get("refreshToken"):
        owners[str(token)] = call.api_key
    return answer


@mutant(
    _CANCELLED,
    "A cancelled booking can be read by every agency that knows its id.",
    "cancelBooking getBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _cancelled_is_public(call: Call) -> Answer:
    owners = memory_of_world(call, _CANCELLED)
    answer = await call.forward()
    if call.operation == "cancelBooking" and answer.ok:
        owners[call.path_params["id"]] = call.api_key
    owner = owners.get(call.path_params["id"])
    if call.operation == "getBooking" and answer.status == 404 and owner and call.api_key:
        return await aside(call).with_header("x-api-key", owner).forward()
    return answer


@mutant(
    _EMPTY_LIST,
    "Every agency can set the players of a group booking whose player list is still empty.",
    "createGroupBooking updateGroupBookingPlayers",
    hidden="another agency",
    origin=Origin.blind,
)
async def _first_player_list(call: Call) -> Answer:
    owners = memory_of_world(call, _EMPTY_LIST)
    answer = await call.forward()
    if call.operation == "createGroupBooking":
        if answer.ok:
            owners[str(data_of(answer)["id"])] = call.api_key
        return answer
    group = call.path_params["id"]
    if answer.ok or (owner := owners.get(group)) in (None, call.api_key):
        return answer
    now = await aside(call).upstream("GET", f"/travel/group-bookings/{group}", headers={"x-api-key": str(owner)})
    if data_of(now).get("playerList"):
        return answer
    return await call.with_header("x-api-key", str(owner)).forward()


@mutant(
    _SAME_DAY,
    "A booking made with a hold can be cancelled by another agency that has a booking on the same course and day.",
    "createBooking cancelBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _cancelled_by_a_neighbour(call: Call) -> Answer:
    made = memory_of_world(call, _SAME_DAY)
    answer = await call.forward()
    if call.operation == "createBooking":
        if answer.ok:
            booking = data_of(answer)
            sheet = f"{booking['course']['id']}|{booking['date']}"
            made[booking["id"]] = {"sheet": sheet, "key": call.api_key, "held": "holdId" in body_of(call)}
        return answer
    booking = made.get(call.path_params["id"], {})
    if answer.status != 404 or not booking.get("held") or not _plays_there(made, call.api_key, booking["sheet"]):
        return answer
    return await call.with_header("x-api-key", booking["key"]).forward()


def _plays_there(made: Json, key: str, sheet: str) -> bool:
    return any(booking["key"] == key and booking["sheet"] == sheet for booking in made.values())


@mutant(
    "JWT-04.lot61-logout-of-the-newest-session",
    "A logout does not end a session that was refreshed before while the agency has another session open.",
    "createToken refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _logout_misses_the_session(call: Call) -> Answer:
    memory = call.memory
    if call.operation == "revokeToken":
        bearer = next((value for name, value in call.headers if name.lower() == "authorization"), "")
        token = bearer.rpartition(" ")[2]
        if token not in memory.get("refreshed", ()) or memory.get("opened", 0) < 2:
            return await call.forward()
        other = await aside(call).upstream("POST", "/auth/token", json={})
        spare = data_of(other).get("accessToken")
        return await call.with_header("authorization", f"Bearer {spare}").forward()
    answer = await call.forward()
    if answer.ok and call.operation == "createToken":
        memory["opened"] = memory.get("opened", 0) + 1
    if answer.ok and call.operation == "refreshToken":
        memory.setdefault("refreshed", set()).add(data_of(answer).get("accessToken"))
    return answer
