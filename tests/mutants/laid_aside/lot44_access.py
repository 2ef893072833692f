"""Blind faults of the forty-fourth lot: agencies, tokens and pages."""

from __future__ import annotations

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.asking import asks
from tests.mutants.parts.disguises import asked_for, every_booking, one_page
from tests.mutants.parts.page_swaps import page_number
from tests.mutants.parts.pretending import all_bookings, memory_of_world
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_ARCHIVE = "AUT-09.lot44-archive-of-everybody"


@mutant(
    _ARCHIVE,
    "A list of cancelled bookings from a day on shows those of every agency.",
    "createBooking listBookings",
    hidden="another agency",
    origin=Origin.blind,
)
async def _archive_of_everybody(call: Call) -> Answer:
    answer = await call.forward()
    keys: dict[str, bool] = memory_of_world(call, _ARCHIVE)
    if call.operation == "createBooking":
        if answer.ok:
            keys[call.api_key] = True
        return answer
    if not answer.ok or call.query.get("status") != "cancelled" or not asks(call, "startDate"):
        return answer
    found = await every_booking(aside(call))
    for key in keys:
        if key != call.api_key:
            found += await all_bookings(aside(call), key)
    found.sort(key=lambda booking: booking["createdAt"], reverse=True)
    return one_page(call, answer, [booking for booking in found if asked_for(call, booking)])


@mutant(
    "PAG-12.lot44-filtered-pages-overlap",
    "With a status filter, later pages of bookings begin with the last booking of the page before.",
    "listBookings",
    hidden="a later page",
    origin=Origin.blind,
)
async def _filtered_pages_overlap(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks(call, "status") or page_number(call) < 2:
        return answer
    found = [booking for booking in await every_booking(aside(call)) if asked_for(call, booking)]
    body = answer.json()
    pagination = body["meta"]["pagination"]
    begin = (pagination["page"] - 1) * pagination["pageSize"] - 1
    if begin + 1 >= len(found):
        return answer
    body["data"] = found[begin : begin + len(body["data"])]
    return answer.with_json(body)


@mutant(
    "JWT-04.lot44-refreshed-session-outlives-logout",
    "A session that was refreshed before can be refreshed after its logout.",
    "refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _refreshed_session_outlives_logout(call: Call) -> Answer:
    answer = await call.forward()
    # The refresh token of a refreshed session by its access token, and those whose session was ended.
    latest: dict[str, str] = call.memory.setdefault("latest", {})
    ended: set[str] = call.memory.setdefault("ended", set())
    if call.operation == "revokeToken":
        ended |= {latest.pop(_bearer(call), "")} if answer.ok else set()
        return answer
    token = str(sent(call).get("refreshToken"))
    if code_of(answer) == "token_invalid" and token and token in ended:
        ended.remove(token)
        answer = await aside(call).upstream("POST", "/auth/token")
    if answer.ok:
        pair = answer.json()["data"]
        latest[pair["accessToken"]] = pair["refreshToken"]
    return answer


def _bearer(call: Call) -> str:
    shown = next((value for name, value in call.headers if name.lower() == "authorization"), "")
    return shown.partition(" ")[2]
