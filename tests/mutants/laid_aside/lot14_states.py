"""Faults of bookings by what happened to them before, and of who sees them, written blind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.mutants.laid_aside.common import booking_of
from tests.mutants.parts.disguises import asked_for, every_booking, one_page
from tests.mutants.parts.page_swaps import page_number
from tests.mutants.parts.pretending import data_of, memory_of_world, slot_of, with_more_places
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_NOT_FOUND = 404


@mutant(
    "BKX-04.lot14-changed-before",
    "A booking that was changed keeps the status it had then in the list, also when it is cancelled later.",
    "listBookings updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _changed_before(call: Call) -> Answer:
    statuses: dict[str, str] = call.memory.setdefault("statuses", {})
    answer = await call.forward()
    if call.operation == "updateBooking":
        if answer.ok:
            statuses[call.path_params["id"]] = data_of(answer)["status"]
        return answer
    if not answer.ok or not statuses:
        return answer
    bookings = [
        booking | {"status": statuses[booking["id"]]}
        if booking["status"] == "cancelled" and booking["id"] in statuses
        else booking
        for booking in await every_booking(call)
    ]
    return one_page(call, answer, [booking for booking in bookings if asked_for(call, booking)])


@mutant(
    "BKX-07.lot14-from-a-hook",
    "A cancelled booking that began as a hook does not give its places back.",
    "confirmBookingHook cancelBooking listTeeTimes",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _from_a_hook(call: Call) -> Answer:
    memory = memory_of_world(call, "BKX-07.lot14-from-a-hook")
    hooked: dict[str, dict[str, Any]] = memory.setdefault("hooked", {})
    if call.operation == "listTeeTimes":
        kept = [booking for booking in hooked.values() if booking.get("is_over")]
        return await with_more_places(call, lambda slot: -_players_at(kept, slot))
    answer = await call.forward()
    if answer.ok and call.operation == "confirmBookingHook":
        hooked.setdefault(data_of(answer)["id"], data_of(answer))
    elif answer.ok and call.path_params["id"] in hooked:
        hooked[call.path_params["id"]]["is_over"] = True
    return answer


def _players_at(bookings: Iterable[dict[str, Any]], slot: str) -> int:
    return sum(int(booking["players"]) for booking in bookings if slot_of(booking) == slot)


@mutant(
    "BKU-10.lot14-down-after-up",
    "A booking that was raised before does not give places back when it is lowered.",
    "updateBooking cancelBooking listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _down_after_up(call: Call) -> Answer:
    memory = memory_of_world(call, "BKU-10.lot14-down-after-up")
    raised: set[str] = memory.setdefault("raised", set())
    kept: dict[str, dict[str, Any]] = memory.setdefault("kept", {})
    if call.operation == "listTeeTimes":
        return await with_more_places(call, lambda slot: -_players_at(kept.values(), slot))
    booking_id = call.path_params["id"]
    before = await booking_of(call) if "players" in sent(call) else {}
    answer = await call.forward()
    if answer.ok and call.operation == "cancelBooking":
        kept.pop(booking_id, None)
    elif answer.ok and before:
        more = data_of(answer)["players"] - before["players"]
        if more > 0:
            raised.add(booking_id)
        if booking_id in raised:
            players = max(0, kept.get(booking_id, {"players": 0})["players"] - more)
            kept[booking_id] = before | {"players": players}
    return answer


@mutant(
    "AUT-10.lot14-archived",
    "Cancelled bookings move to an archive that every agency can read by id.",
    "createBooking cancelBooking getBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _archived(call: Call) -> Answer:
    owners: dict[str, str] = memory_of_world(call, "AUT-10.lot14-archived").setdefault("owners", {})
    answer = await call.forward()
    if answer.ok and call.operation == "cancelBooking":
        owners[call.path_params["id"]] = call.api_key
    if call.operation != "getBooking" or answer.status != _NOT_FOUND or call.path_params["id"] not in owners:
        return answer
    return await call.upstream("GET", call.path, headers={"x-api-key": owners[call.path_params["id"]]})


@mutant(
    "HOK-06.lot14-lists-by-status",
    "A booking that began as a hook is in the whole list, but in no list by status.",
    "confirmBookingHook listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _lists_by_status(call: Call) -> Answer:
    hooked: set[str] = call.memory.setdefault("hooked", set())
    answer = await call.forward()
    if call.operation == "confirmBookingHook":
        if answer.ok:
            hooked.add(data_of(answer)["id"])
        return answer
    if not answer.ok or not hooked or "status" not in call.query:
        return answer
    bookings = await every_booking(call)
    return one_page(call, answer, [b for b in bookings if b["id"] not in hooked and asked_for(call, b)])


@mutant(
    "PAG-12.lot14-same-second",
    "A later page of bookings begins with those made in an earlier second than the last one of the page before.",
    "listBookings",
    hidden="a later page",
    origin=Origin.blind,
)
async def _same_second(call: Call) -> Answer:
    answer = await call.forward()
    page = page_number(call) if answer.ok else 1
    if page <= 1:
        return answer
    before = (await call.asking(page=page - 1).forward()).json().get("data", [])
    if not before:
        return answer
    body = answer.json()
    body["data"] = [booking for booking in body["data"] if booking["createdAt"] != before[-1]["createdAt"]]
    return answer.with_json(body)
