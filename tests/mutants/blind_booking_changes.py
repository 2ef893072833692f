"""Faults of changing and cancelling bookings, written without knowledge of the suite."""

from __future__ import annotations

from collections import defaultdict
from datetime import timedelta

from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.pretending import (
    EVERY_BOOKING,
    all_bookings,
    body_of,
    conflict,
    current_booking,
    data_of,
    filters_of,
    held_slot,
    memory_of_world,
    moment_of,
    overlaid,
    paged,
    places_at,
    pretend,
    slot_of,
    true_booking,
    whole_number,
    world_now,
)
from tests.mutants.tools.registry import mutant


@mutant(
    "BKU-01.blind-three-members",
    "players is ignored when all three members are sent.",
    "updateBooking",
    hidden="a combination of parameters",
)
async def _three_members(call: Call) -> Answer:
    body = body_of(call)
    if not {"players", "specialRequests", "agencyBookingReference"} <= set(body):
        return await call.forward()
    return await call.with_json({name: value for name, value in body.items() if name != "players"}).forward()


@mutant(
    "BKU-01.blind-lower-after-raise",
    "A booking that was raised once is not lowered again.",
    "updateBooking",
    hidden="after another operation",
)
async def _no_way_back(call: Call) -> Answer:
    before = await true_booking(call, call.path_params["id"])
    wanted, own = whole_number(body_of(call).get("players")), call.memory
    if 0 < wanted < before.get("players", 0) and call.path_params["id"] in own:
        return await call.with_json(body_of(call) | {"players": before["players"]}).forward()
    answer = await call.forward()
    if answer.ok and wanted > before["players"]:
        own[call.path_params["id"]] = True
    return answer


@mutant(
    "BKU-02.blind-read-before",
    "A booking that was read shows the special requests of that moment after a change.",
    "getBooking",
    hidden="after another operation",
)
async def _read_before(call: Call) -> Answer:
    answer = await call.forward()
    data = data_of(answer)
    if not data:
        return answer
    first = call.memory.setdefault(data["id"], data.get("specialRequests"))
    return answer.with_json({"data": data | {"specialRequests": first}}) if first else answer


@mutant(
    "BKU-03.blind-list-two-members",
    "The list keeps the old reference when it changes together with the players.",
    "updateBooking listBookings",
    hidden="a combination of parameters",
)
async def _list_keeps_reference(call: Call) -> Answer:
    if call.operation == "listBookings":
        return overlaid(call, await call.forward())
    before = await true_booking(call, call.path_params["id"])
    answer = await call.forward()
    if answer.ok and {"players", "agencyBookingReference"} <= set(body_of(call)):
        pretend(call, before["id"], agencyBookingReference=before.get("agencyBookingReference"))
    return answer


@mutant(
    "BKU-04.blind-email",
    "The email of the lead player changes when it comes with a new number of players.",
    EVERY_BOOKING,
    hidden="a combination of parameters",
)
async def _new_email(call: Call) -> Answer:
    body = body_of(call)
    lead = body.get("leadPlayer")
    if call.operation != "updateBooking" or not isinstance(lead, dict) or "players" not in body:
        return overlaid(call, await call.forward())
    before = await current_booking(call)
    answer = await call.with_json({"players": body["players"]}).forward()
    if answer.ok and lead.get("email"):
        pretend(call, before["id"], leadPlayer=before["leadPlayer"] | {"email": lead["email"]})
    return overlaid(call, answer)


@mutant(
    "BKU-05.blind-reference-passes",
    "A course without changes takes a new reference all the same.",
    EVERY_BOOKING,
    hidden="some values",
)
async def _reference_passes(call: Call) -> Answer:
    answer = await call.forward()
    body = body_of(call)
    refused = call.operation == "updateBooking" and answer.status == 409
    if not refused or set(body) != {"agencyBookingReference"} or b"modification_not_allowed" not in answer.body:
        return overlaid(call, answer)
    pretend(call, call.path_params["id"], **body)
    read = await call.upstream("GET", f"/travel/bookings/{call.path_params['id']}")
    return overlaid(call, read)


@mutant(
    "BKU-06.blind-by-day",
    "The modification cutoff goes by the calendar: only the day of play is too late.",
    EVERY_BOOKING,
    hidden="some values",
)
async def _cutoff_by_day(call: Call) -> Answer:
    answer = await call.forward()
    if call.operation != "updateBooking" or b"modification_cutoff_passed" not in answer.body:
        return overlaid(call, answer)
    before = await current_booking(call)
    if before["date"] <= (await world_now(call)).date().isoformat():
        return answer
    pretend(call, before["id"], **body_of(call))
    return overlaid(call, await call.upstream("GET", f"/travel/bookings/{before['id']}"))


@mutant(
    "BKU-07.blind-two-members",
    "The bounds of players are not looked at when another member changes too.",
    EVERY_BOOKING,
    hidden="a combination of parameters",
)
async def _unbounded(call: Call) -> Answer:
    body = body_of(call)
    wanted = body.get("players")
    if call.operation != "updateBooking" or len(body) < 2 or not isinstance(wanted, int) or 1 <= wanted <= 4:
        return overlaid(call, await call.forward())
    rest = {name: value for name, value in body.items() if name != "players"}
    answer = await call.with_json(rest).forward()
    if answer.ok:
        pretend(call, call.path_params["id"], players=wanted)
    return overlaid(call, answer)


@mutant(
    "BKU-08.blind-held-places",
    "A booking grows into places that somebody holds.",
    f"{EVERY_BOOKING} holdTeeTime",
    hidden="after another operation",
)
async def _into_held_places(call: Call) -> Answer:
    answer = await call.forward()
    held = memory_of_world(call, "into held places")
    if call.operation == "holdTeeTime" and answer.ok:
        slot = held_slot(call)
        held[slot] = held.get(slot, 0) + answer.json()["players"]
    if call.operation != "updateBooking" or b"tee_time_unavailable" not in answer.body:
        return overlaid(call, answer)
    before = await current_booking(call)
    missing = whole_number(body_of(call).get("players")) - before["players"] - await places_at(call, slot_of(before))
    if not 0 < missing <= held.get(slot_of(before), 0):
        return answer
    pretend(call, before["id"], **body_of(call))
    return overlaid(call, await call.upstream("GET", f"/travel/bookings/{before['id']}"))


@mutant(
    "BKU-12.blind-second-change",
    "The second change of a booking sets createdAt anew.",
    EVERY_BOOKING,
    hidden="after another operation",
)
async def _created_anew(call: Call) -> Answer:
    answer = await call.forward()
    if call.operation == "updateBooking" and answer.ok:
        own = call.path_params["id"]
        changes = call.memory.setdefault("changes", defaultdict(int))
        changes[own] += 1
        if changes[own] > 1:
            later = moment_of(data_of(answer)["createdAt"]) + timedelta(seconds=changes[own])
            pretend(call, own, createdAt=later.strftime("%Y-%m-%dT%H:%M:%SZ"))
    return overlaid(call, answer)


@mutant(
    "BKX-02.blind-latest-reference",
    "A cancellation names the reference of the booking that was made last.",
    "createBooking cancelBooking",
    hidden="after another operation",
)
async def _latest_reference(call: Call) -> Answer:
    answer = await call.forward()
    data = data_of(answer)
    if call.operation == "createBooking" and data:
        call.memory["latest"] = data["bookingReference"]
    if call.operation == "createBooking" or not data or "latest" not in call.memory:
        return answer
    return answer.with_json({"data": data | {"bookingReference": call.memory["latest"]}})


@mutant(
    "BKX-03.blind-changed-before",
    "A booking that was changed is read as confirmed after its cancellation.",
    "updateBooking getBooking",
    hidden="after another operation",
)
async def _still_confirmed(call: Call) -> Answer:
    answer = await call.forward()
    data = data_of(answer)
    if call.operation == "updateBooking" and data:
        call.memory[data["id"]] = data
    if call.operation == "updateBooking" or data.get("status") != "cancelled" or data["id"] not in call.memory:
        return answer
    return answer.with_json({"data": call.memory[data["id"]]})


@mutant(
    "BKX-04.blind-from-a-hold",
    "A booking that completed a hold stays in the list of the confirmed after its cancellation.",
    "createBooking listBookings",
    hidden="after another operation",
)
async def _stays_listed(call: Call) -> Answer:
    answer = await call.forward()
    if call.operation == "createBooking" and answer.ok and body_of(call).get("holdId"):
        call.memory[data_of(answer)["id"]] = True
    if call.operation == "createBooking" or not answer.ok:
        return answer
    kept = []
    for item in await all_bookings(call, **filters_of(call, "status")):
        status = "confirmed" if item["id"] in call.memory else item["status"]
        if call.query.get("status") in (None, status):
            kept.append(item | {"status": status})
    return paged(answer, kept)


@mutant(
    "BKX-06.blind-after-change",
    "A booking that was changed is cancelled inside the cutoff too.",
    EVERY_BOOKING,
    hidden="after another operation",
)
async def _cancelled_late(call: Call) -> Answer:
    answer = await call.forward()
    if call.operation == "updateBooking" and answer.ok:
        call.memory[call.path_params["id"]] = True
    if call.operation != "cancelBooking" or b"cancellation_cutoff_passed" not in answer.body:
        return overlaid(call, answer)
    own = call.path_params["id"]
    if own not in call.memory:
        return answer
    now = (await world_now(call)).strftime("%Y-%m-%dT%H:%M:%SZ")
    pretend(call, own, status="cancelled", cancellationDate=now)
    before = await true_booking(call, own)
    told = {"id": own, "status": "cancelled", "bookingReference": before["bookingReference"], "cancellationDate": now}
    return answer.with_status(200).with_header("content-type", "application/json").with_json({"data": told})


@mutant(
    "BKX-10.blind-after-change",
    "A booking whose players were changed cannot be cancelled.",
    "updateBooking cancelBooking",
    hidden="after another operation",
)
async def _changed_for_good(call: Call) -> Answer:
    if call.operation == "cancelBooking":
        return await (conflict(call) if call.path_params["id"] in call.memory else call.forward())
    answer = await call.forward()
    if answer.ok and "players" in body_of(call):
        call.memory[call.path_params["id"]] = True
    return answer


@mutant(
    "BST-01.blind-changed-before",
    "A pending booking that was changed stays pending when the course confirms it.",
    "updateBooking getBooking listBookings",
    hidden="after another operation",
)
async def _pending_for_good(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "updateBooking":
        if data_of(answer)["status"] == "pending":
            call.memory[data_of(answer)["id"]] = True
        return answer
    body = answer.json()
    for item in body["data"] if call.operation == "listBookings" else [body["data"]]:
        if item["id"] in call.memory and item["status"] == "confirmed":
            item["status"] = "pending"
    return answer.with_json(body)
