"""Faults of the cancel request: what it answers, what it refuses, and the places that it gives back (BKX)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tests.mutants.parts.disguises import Booking
from tests.mutants.parts.forgotten_places import sheet_with_at_most
from tests.mutants.parts.histories import booking_now
from tests.mutants.parts.pretending import body_of, conflict, data_of, memory_of_world, slot_of, with_more_places
from tests.mutants.parts.substitutes import WorldMemory, a_refusal, an_unmade_booking, tee_times
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

_CANCEL = "cancelBooking"


@mutant("BKX-01", "A cancellation answers 204 without a body.", _CANCEL)
async def _without_body(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    headers = tuple(pair for pair in answer.headers if not pair[0].lower().startswith("content-"))
    return replace(answer, status=204, headers=headers, body=b"")


json_answer("BKX-01.date", "A cancellation has no cancellationDate.", _CANCEL, drop("data.cancellationDate"))
json_answer("BKX-01.reference", "A cancellation has no bookingReference.", _CANCEL, drop("data.bookingReference"))
json_answer("BKX-01.status", "A cancellation answers the old status.", _CANCEL, put("data.status", "confirmed"))
json_answer("BKX-02", "A cancellation answers an id of its own.", _CANCEL, alter("data.id", lambda old: f"{old}-c"))
json_answer(
    "BKX-02.reference",
    "A cancellation answers a reference of its own.",
    _CANCEL,
    alter("data.bookingReference", lambda old: f"C-{old}"),
)


@mutant("BKX-08", "Cancelling an unknown id answers a cancelled booking.", _CANCEL)
async def _cancelled_nothing(call: Call) -> Answer:
    answer = await call.forward()
    if answer.status != 404:
        return answer
    unmade = await an_unmade_booking(call, call.path_params["id"])
    body = {name: unmade[name] for name in ("id", "bookingReference")}
    return answer.with_status(200).with_json(
        {"data": body | {"status": "cancelled", "cancellationDate": unmade["createdAt"]}}
    )


@mutant("BKX-08.idempotent", "Cancelling an unknown id answers 204.", _CANCEL)
async def _idempotent(call: Call) -> Answer:
    answer = await call.forward()
    if answer.status != 404:
        return answer
    headers = tuple(pair for pair in answer.headers if not pair[0].lower().startswith("content-"))
    return replace(answer, status=204, headers=headers, body=b"")


def _refused(name: str, breaks: str, chosen: Callable[[Booking], bool], *, hidden: str | None = None) -> None:
    async def handle(call: Call) -> Answer:
        now = await call.upstream("GET", call.path)
        if not now.ok or not chosen(now.json()["data"]):
            return await call.forward()
        return await a_refusal(call, 409, "cancellation_cutoff_passed", "Self-service cancellation is over. Call us.")

    mutant(name, breaks, _CANCEL, hidden=hidden)(handle)


_refused("BKX-10", "No booking can be cancelled.", lambda _: True)
_refused(
    "BKX-10.four",
    "A booking of four cannot be cancelled.",
    lambda booking: booking["players"] == 4,
    hidden="some values",
)

json_answer(
    "BKX-05",
    "cancellationDate is the createdAt of the booking.",
    "cancelBooking",
    put("data.cancellationDate", "2020-01-01T00:00:00Z"),
)

_LEFT_BY_OTHERS = WorldMemory()


@mutant(
    "BKX-07.others",
    "Places of a cancelled booking return to sale only for its own agency.",
    "cancelBooking listTeeTimes",
    hidden="another agency",
    origin=Origin.hidden,
)
async def _returned_to_one(call: Call) -> Answer:
    left: dict[Any, tuple[str, int]] = _LEFT_BY_OTHERS.of(call)
    if call.operation == "listTeeTimes":
        return await sheet_with_at_most(
            call, {place: most for place, (owner, most) in left.items() if owner != call.api_key}
        )
    before = await call.upstream("GET", call.path)
    booking = before.json()["data"] if before.ok else {}
    place = (booking["course"]["id"], booking["date"], booking["teeTime"]) if booking else ("", "", "")
    lines = await tee_times(call, place[0], place[1], 1) if booking else []
    answer = await call.forward()
    if answer.ok and booking:
        left[place] = call.api_key, next((line["available"] for line in lines if line["time"] == place[2]), 0)
    return answer


@mutant(
    "BKX-10.changed",
    "A booking that was changed cannot be cancelled.",
    "updateBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.hidden,
)
async def _stuck(call: Call) -> Answer:
    changed: set[str] = call.memory.setdefault("changed", set())
    if call.operation == "cancelBooking" and call.path_params["id"] in changed:
        return await a_refusal(call, 409, "cancellation_cutoff_passed", "Self-service cancellation is over. Call us.")
    answer = await call.forward()
    if call.operation == "updateBooking" and answer.ok:
        changed.add(call.path_params["id"])
    return answer


_LEFT = WorldMemory()


@mutant(
    "BKX-07.changed",
    "The cancellation of a booking with added players returns only the places of its creation.",
    "createBooking updateBooking cancelBooking listTeeTimes",
    hidden="after another operation",
    origin=Origin.hidden,
)
async def _returns_the_first_number(call: Call) -> Answer:
    left: dict[Any, int] = _LEFT.of(call)
    created_with: dict[str, int] = call.memory.setdefault("created with", {})
    if call.operation == "listTeeTimes":
        return await sheet_with_at_most(call, left)
    before = await call.upstream("GET", call.path) if call.operation == "cancelBooking" else None
    answer = await call.forward()
    if call.operation == "createBooking" and answer.ok:
        created_with[answer.json()["data"]["id"]] = answer.json()["data"]["players"]
    if before is not None and answer.ok and before.ok:
        booking = before.json()["data"]
        lost = booking["players"] - created_with.get(booking["id"], booking["players"])
        if lost > 0:
            place = booking["course"]["id"], booking["date"], booking["teeTime"]
            now = {line["time"]: line["available"] for line in await tee_times(call, *place[:2], 1)}
            left[place] = now.get(place[2], 0) - lost
    return answer


@mutant(
    "BKX-02.blind-latest-reference",
    "A cancellation shows the reference of the newest booking.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _latest_reference(call: Call) -> Answer:
    answer = await call.forward()
    booking = data_of(answer)
    if call.operation == "createBooking" and booking:
        call.memory["latest"] = booking["bookingReference"]
    if call.operation == "createBooking" or not booking or "latest" not in call.memory:
        return answer
    return answer.with_json({"data": booking | {"bookingReference": call.memory["latest"]}})


@mutant(
    "BKX-10.blind-after-change",
    "A booking whose players were changed cannot be cancelled.",
    "updateBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _changed_for_good(call: Call) -> Answer:
    if call.operation == "cancelBooking":
        return await (conflict(call) if call.path_params["id"] in call.memory else call.forward())
    answer = await call.forward()
    if answer.ok and "players" in body_of(call):
        call.memory[call.path_params["id"]] = True
    return answer


@mutant(
    "BKX-07.booked-meanwhile",
    "A cancelled booking gives nothing back when another agency booked beside it.",
    "createBooking cancelBooking listTeeTimes",
    hidden="another agency",
    origin=Origin.hidden,
)
async def _kept_for_a_neighbour(call: Call) -> Answer:
    name = "cancelled beside a neighbour"
    lost = memory_of_world(call, name).setdefault("lost", {})
    bookers: dict[str, list[str]] = memory_of_world(call, name).setdefault("bookers", {})
    if call.operation == "listTeeTimes":
        return await (with_more_places(call, lambda slot: -lost.get(slot, 0)) if lost else call.forward())
    before = await booking_now(call) if call.operation == "cancelBooking" else {}
    answer = await call.forward()
    if answer.ok and call.operation == "createBooking":
        bookers.setdefault(slot_of(body_of(call)), []).append(call.api_key)
    elif answer.ok and before.get("status") == "confirmed" and bookers.get(slot_of(before), [])[-1:] != [call.api_key]:
        lost[slot_of(before)] = lost.get(slot_of(before), 0) + before["players"]
    return answer
