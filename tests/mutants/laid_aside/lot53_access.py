"""Blind faults of the fifty-third lot: access and tokens."""

from __future__ import annotations

import re
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.disguises import asked_for, every_booking, one_page
from tests.mutants.parts.substitutes import WorldMemory, a_refusal, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant, request_change

_NOT_LISTED = frozenset(["leadPlayer", "specialRequests"])
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
_owners_of_listed = WorldMemory()
_owners_of_changed = WorldMemory()


@mutant(
    "AUT-09.lot53-up-to-a-day",
    "A booking list with an endDate and without a startDate also shows the bookings of other agencies.",
    "createBooking listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _list_of_everybody(call: Call) -> Answer:
    answer = await call.forward()
    owners = _owners_of_listed.of(call)
    if answer.ok and call.operation == "createBooking":
        owners[answer.json()["data"]["id"]] = call.api_key
    if not answer.ok or call.operation != "listBookings" or not _is_up_to_a_day(call):
        return answer
    found = await every_booking(call)
    for booking_id, key in owners.items():
        if key != call.api_key:
            found += await _listed(call, booking_id, key)
    found.sort(key=lambda booking: str(booking["createdAt"]), reverse=True)
    return one_page(call, answer, [booking for booking in found if asked_for(call, booking)])


def _is_up_to_a_day(call: Call) -> bool:
    return "endDate" in call.query and "startDate" not in call.query


async def _listed(call: Call, booking_id: str, key: str) -> list[dict[str, Any]]:
    answer = await call.upstream("GET", f"/travel/bookings/{booking_id}", headers={"x-api-key": key})
    if not answer.ok:
        return []
    return [{name: value for name, value in answer.json()["data"].items() if name not in _NOT_LISTED}]


@mutant(
    "AUT-12.lot53-changed-booking",
    "Another agency can cancel a booking that its owner has changed.",
    "createBooking updateBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _cancel_what_was_changed(call: Call) -> Answer:
    answer = await call.forward()
    owners, booking_id = _owners_of_changed.of(call), str(call.path_params.get("id"))
    if answer.ok and call.operation == "updateBooking":
        owners[booking_id] = call.api_key
    if call.operation == "cancelBooking" and answer.status == 404 and booking_id in owners:
        return await aside(call).upstream("DELETE", call.path, headers={"x-api-key": owners[booking_id]})
    return answer


@mutant(
    "JWT-02.lot53-second-refresh",
    "A token session can be refreshed only once, and its second refresh is refused.",
    "refreshToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _refresh_once(call: Call) -> Answer:
    renewed: set[str] = call.memory.setdefault("renewed", set())
    if sent(call).get("refreshToken") in renewed:
        return await a_refusal(aside(call), 401, "token_invalid", "The refresh token is not valid.")
    answer = await call.forward()
    if answer.ok:
        renewed.add(answer.json()["data"]["refreshToken"])
    return answer


@mutant(
    "JWT-04.lot53-refresh-after-logout",
    "A refresh token still gives new tokens after the logout of its session.",
    "createToken refreshToken revokeToken",
    origin=Origin.blind,
)
async def _refresh_after_logout(call: Call) -> Answer:
    answer = await call.forward()
    pairs: dict[str, str] = call.memory.setdefault("pairs", {})
    ended: set[str] = call.memory.setdefault("ended", set())
    if call.operation == "revokeToken":
        if answer.ok:
            ended.add(pairs.get(_bearer(call), ""))
        return answer
    given = sent(call).get("refreshToken")
    if call.operation == "refreshToken" and not answer.ok and given and given in ended:
        ended.discard(given)
        answer = await aside(call).upstream("POST", "/auth/token")
    if answer.ok:
        shown = answer.json()["data"]
        pairs[shown["accessToken"]] = shown["refreshToken"]
    return answer


def _bearer(call: Call) -> str:
    given = next((value for name, value in call.headers if name.lower() == "authorization"), "")
    return given.partition(" ")[2].strip()


def _without_astral(call: Call) -> Call:
    body = sent(call)
    return call.with_json(
        {name: _ASTRAL.sub("?", value) if isinstance(value, str) else value for name, value in body.items()}
    )


def _names_a_charset(call: Call) -> bool:
    return any(name.lower() == "content-type" and "charset" in value.lower() for name, value in call.headers)


request_change(
    "ENV-17.lot53-emoji-in-a-change",
    "A change that is sent as application/json; charset=utf-8 loses the characters that take four bytes.",
    "updateBooking",
    _without_astral,
    when=lambda call: _names_a_charset(call) and bool(sent(call)),
    hidden="some values",
    origin=Origin.blind,
)
