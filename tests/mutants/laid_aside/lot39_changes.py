"""Blind faults of the thirty-ninth lot: changes and cancellations of bookings."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of, overlaid, overlays, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.changes import has_modifiable
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, shown
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_TEXTS = ("specialRequests", "agencyBookingReference")

# A plain fault.
json_answer(
    "BKX-05.lot39-cut-to-the-day",
    "cancellationDate is midnight of the day of the cancellation.",
    "cancelBooking getBooking",
    alter("data.cancellationDate", lambda timestamp: f"{timestamp[:10]}T00:00:00Z"),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "BKU-09.lot39-first-version",
    "A second change gives a text that it does not name the value before the first change.",
    "updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _first_version(call: Call) -> Answer:
    body, booking_id = sent(call), call.path_params["id"]
    if not has_modifiable(body):
        return await call.forward()
    before = await booking_of(call)
    first: dict[str, Any] = call.memory.get(booking_id, before)
    older = {name: first[name] for name in _TEXTS if name in first and name not in body}
    changed = {name: value for name, value in older.items() if value != before.get(name)}
    answer = await (call.with_json(body | changed) if changed else call).forward()
    if answer.ok:
        call.memory.setdefault(booking_id, before)
    return answer


@mutant(
    "BKU-06.lot39-texts-at-any-time",
    "A change of texts alone is accepted inside the modification cutoff.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _texts_at_any_time(call: Call) -> Answer:
    answer = overlaid(call, await call.forward())
    if call.operation != "updateBooking" or code_of(answer) != "modification_cutoff_passed" or "players" in sent(call):
        return answer
    overlays(call).setdefault(call.path_params["id"], {}).update(sent(call))
    return overlaid(call, await aside(call).upstream("GET", call.path))


@mutant(
    "BST-01.lot39-changed-while-waiting",
    "A pending booking that was changed stays pending when the course confirms it.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _changed_while_waiting(call: Call) -> Answer:
    before = await booking_of(call) if call.operation == "updateBooking" else {}
    answer, waiting = await shown(call), call.memory.setdefault("waiting", {})
    if answer.ok and before.get("status") == "pending" and before["id"] not in waiting:
        waiting[before["id"]] = True
        disguise(call, before["id"], alter("status", lambda now: "pending" if now == "confirmed" else now))
    return answer


@mutant(
    "BKX-07.lot39-as-many-as-booked",
    "A cancellation returns the places that were booked at first, not those that a change added.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _as_many_as_booked(call: Call) -> Answer:
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok:
            call.memory[answer.json()["data"]["id"]] = answer.json()["data"]["players"]
        return answer
    before = await booking_of(call)
    answer = await call.forward()
    if answer.ok and before.get("status") == "confirmed":
        added = before["players"] - call.memory.pop(before["id"], before["players"])
        if added > 0:
            await take_places(call, before, added)
    return answer


@mutant(
    "BKX-03.lot39-read-a-minute-ago",
    "A booking that was read within the minute before its cancellation is shown as it was until the minute is over.",
    "getBooking updateBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _read_a_minute_ago(call: Call) -> Answer:
    answer, booking_id = await call.forward(), call.path_params["id"]
    if not answer.ok:
        return answer
    if call.operation == "updateBooking":
        call.memory.pop(booking_id, None)
        return answer
    now, kept = await world_time(call), call.memory.get(booking_id)
    if call.operation == "cancelBooking":
        return answer
    if answer.json()["data"]["status"] != "cancelled":
        call.memory[booking_id] = (now, answer)
    elif kept and timedelta(0) <= now - kept[0] < timedelta(minutes=1):
        tags = tuple(pair for pair in kept[1].headers if pair[0].lower() == "etag")
        others = tuple(pair for pair in answer.headers if pair[0].lower() != "etag")
        return replace(answer, body=kept[1].body, headers=(*others, *tags))
    return answer
