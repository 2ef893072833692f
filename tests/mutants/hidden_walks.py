"""Mutants that show only after a history of several operations on one tee time or one booking.

Each leaves the plain requests of its requirement alone, so that no check of one operation meets it. Walks do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tests.mutants.capacity import overbooked, tee_time_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.disguises import BOOKING_OPERATIONS, shown
from tests.mutants.tools.edits import put
from tests.mutants.tools.forgotten_places import ForgetfulSheets, Taking, line_of, sheet_with_at_most
from tests.mutants.tools.registry import mutant
from tests.mutants.tools.substitutes import WorldMemory, code_of, sent, tee_times

_AFTER = "after another operation"
Booking = dict[str, Any]


async def _booking(call: Call) -> Booking:
    """The booking that a call is about, as it is now; empty for one that its key may not see."""
    now = await call.upstream("GET", f"/travel/bookings/{call.path_params['id']}")
    return dict(now.json()["data"]) if now.ok else {}


def _place(booking: Mapping[str, Any]) -> tuple[str, str, str]:
    return booking["course"]["id"], booking["date"], booking["teeTime"]


def _changes(call: Call) -> Counter[str]:
    """How often each booking of this key was changed."""
    found: Counter[str] = call.memory.setdefault("changes", Counter())
    return found


def _note_change(call: Call, answer: Answer) -> None:
    if call.operation == "updateBooking" and answer.ok:
        _changes(call)[call.path_params["id"]] += 1


def _has_changed(call: Call) -> bool:
    return _changes(call)[call.path_params.get("id", "")] > 0


# Places after a history.
_LOOSENED = ForgetfulSheets()


@mutant(
    "BKU-10.second-in-a-row",
    "The second change of a booking frees one of its places.",
    "listTeeTimes createBooking updateBooking cancelBooking",
    hidden=_AFTER,
)
async def _frees_a_place(call: Call) -> Answer:
    if call.operation == "listTeeTimes":
        return await _LOOSENED.sheet(call)
    lines: dict[str, Any] = call.memory.setdefault("lines", {})
    line = await line_of(call, sent(call).get("courseId", ""), "teeTime") if call.operation == "createBooking" else None
    answer = await call.forward()
    _note_change(call, answer)
    if answer.ok and line is not None:
        lines[answer.json()["data"]["id"]] = line
    booking_id = call.path_params.get("id", "")
    if answer.ok and call.operation == "cancelBooking":
        _LOOSENED.know_again(call, booking_id)
    if call.operation == "updateBooking" and _changes(call)[booking_id] == 2 and booking_id in lines:
        booking = await _booking(call)
        _LOOSENED.forget(call, booking_id, Taking(*_place(booking)[:2], lines[booking_id], 1))
    return answer


_UNHELD = ForgetfulSheets()


@mutant(
    "HLD-05.after-cancel",
    "A hold on a day on which a booking was cancelled takes no places.",
    "listTeeTimes holdTeeTime createBooking cancelBooking",
    hidden=_AFTER,
)
async def _holds_nothing(call: Call) -> Answer:
    given_back: set[Any] = call.memory.setdefault("given back", set())
    if call.operation == "listTeeTimes":
        return await _UNHELD.sheet(call)
    if call.operation == "holdTeeTime":
        return await _held(call, given_back)
    before = await _booking(call) if call.operation == "cancelBooking" else {}
    answer = await call.forward()
    if answer.ok and before:
        given_back.add(_place(before)[:2])
    elif answer.ok:
        _UNHELD.know_again(call, sent(call).get("holdId", ""))
    return answer


async def _held(call: Call, given_back: set[Any]) -> Answer:
    course_id, body = call.path_params["courseId"], sent(call)
    line = await line_of(call, course_id, "time")
    answer = await call.forward()
    if answer.ok and line is not None and (course_id, body["date"]) in given_back:
        _UNHELD.forget(call, answer.json()["holdId"], Taking(course_id, body["date"], line, body["players"]))
    return answer


_REBOOKED = ForgetfulSheets()


@mutant(
    "INV-05.after-change",
    "A booking on a day on which another was changed takes no places.",
    "listTeeTimes createBooking updateBooking cancelBooking",
    hidden=_AFTER,
)
async def _takes_nothing(call: Call) -> Answer:
    touched: set[Any] = call.memory.setdefault("touched", set())
    if call.operation == "listTeeTimes":
        return await _REBOOKED.sheet(call)
    if call.operation == "createBooking":
        return await _booked_beside(call, touched)
    answer = await call.forward()
    if answer.ok and call.operation == "updateBooking":
        touched.add(_place(await _booking(call))[:2])
    elif answer.ok:
        _REBOOKED.know_again(call, call.path_params["id"])
    return answer


async def _booked_beside(call: Call, touched: set[Any]) -> Answer:
    course_id, day, _ = tee_time_of(sent(call))
    line = await line_of(call, course_id, "teeTime")
    answer = await call.forward()
    if answer.ok and line is not None and (course_id, day) in touched:
        booking = answer.json()["data"]
        _REBOOKED.forget(call, booking["id"], Taking(course_id, day, line, booking["players"]))
    return answer


_SOUGHT = WorldMemory()


@mutant(
    "GRP-12.after-booking",
    "Looking for slots on a day with bookings takes a place of the last one.",
    "listTeeTimes createBooking findGroupSlots",
    hidden=_AFTER,
)
async def _takes_a_place(call: Call) -> Answer:
    left: dict[Any, int] = _SOUGHT.of(call)
    if call.operation == "listTeeTimes":
        return await sheet_with_at_most(call, left)
    booked: dict[Any, str] = call.memory.setdefault("booked", {})
    answer, body = await call.forward(), sent(call)
    if call.operation == "createBooking" and answer.ok:
        booked[body["courseId"], body["date"]] = body["teeTime"]
    time = booked.get((body.get("courseId"), body.get("date")), "")
    if call.operation == "findGroupSlots" and time:
        lines = await tee_times(call, body["courseId"], body["date"], 1)
        free = next((one["available"] for one in lines if one["time"] == time), 0)
        left[body["courseId"], body["date"], time] = max(0, free - 1)
    return answer


@mutant(
    "BKC-25.after-change",
    "A tee time with a booking that was changed takes any number of players.",
    BOOKING_OPERATIONS,
    hidden=_AFTER,
)
async def _takes_any_number(call: Call) -> Answer:
    open_to_all: set[Any] = call.memory.setdefault("open to all", set())
    before = await _booking(call) if call.operation == "updateBooking" else {}
    answer = await shown(call)
    if answer.ok and before:
        open_to_all.add(_place(before))
    if call.operation == "createBooking" and code_of(answer) == "tee_time_unavailable":
        return await overbooked(call) if tee_time_of(sent(call)) in open_to_all else answer
    return answer


# Bookings after a history.
@mutant("BKU-03.second", "The agency's reference can be changed once.", "updateBooking", hidden=_AFTER)
async def _changed_once(call: Call) -> Answer:
    body, before = sent(call), await _booking(call)
    changed: set[str] = call.memory.setdefault("changed", set())
    moves = before.get("agencyBookingReference") != body.get("agencyBookingReference")
    if "agencyBookingReference" in body and before.get("id") in changed and moves:
        return await call.with_json(body | {"agencyBookingReference": before["agencyBookingReference"]}).forward()
    answer = await call.forward()
    if answer.ok and "agencyBookingReference" in body and moves:
        changed.add(call.path_params["id"])
    return answer


@mutant(
    "BKX-03.after-change",
    "Get shows a booking that was changed as confirmed after it was cancelled.",
    "updateBooking getBooking",
    hidden=_AFTER,
)
async def _still_confirmed(call: Call) -> Answer:
    answer = await call.forward()
    _note_change(call, answer)
    if call.operation == "getBooking" and answer.ok and _has_changed(call):
        return answer.with_json(put("data.status", "confirmed")(answer.json()))
    return answer


# What another agency can do after a history.
_OWNERS = WorldMemory()


def _open_to_others(name: str, breaks: str, operation: str) -> None:
    """Another agency may do *operation* on a booking that was changed."""

    async def handle(call: Call) -> Answer:
        owners: dict[str, str] = _OWNERS.of(call)
        answer = await call.forward()
        booking = f"{name} {call.path_params['id']}"
        if call.operation == "updateBooking" and answer.ok:
            owners[booking] = call.api_key
        if call.operation == operation and answer.status == 404 and booking in owners:
            return await call.with_header("x-api-key", owners[booking]).forward()
        return answer

    mutant(name, breaks, f"updateBooking {operation}", hidden=_AFTER)(handle)


_open_to_others("AUT-10.after-change", "Another agency can read a booking that was changed.", "getBooking")
_open_to_others("AUT-11.after-change", "Another agency can change a booking that was changed.", "updateBooking")
_open_to_others("AUT-12.after-change", "Another agency can cancel a booking that was changed.", "cancelBooking")


# Hooks and groups after a history.
@mutant(
    "HOK-07.second-release",
    "Where two hooks were released, a released hook can be confirmed.",
    "createBookingHook confirmBookingHook releaseBookingHook",
    hidden=_AFTER,
)
async def _revived(call: Call) -> Answer:
    hooks: dict[str, Any] = call.memory.setdefault("hooks", {})
    released: Counter[Any] = call.memory.setdefault("released", Counter())
    answer = await call.forward()
    hook = hooks.get(call.path_params.get("id", ""))
    if answer.ok and call.operation == "createBookingHook":
        hooks[answer.json()["data"]["id"]] = sent(call)
    elif answer.ok and hook and call.operation == "releaseBookingHook":
        released[tee_time_of(hook)[:2]] += 1
    elif code_of(answer) == "booking_hook_closed" and hook and released[tee_time_of(hook)[:2]] > 1:
        return await call.upstream("POST", "/travel/bookings", json=hook)
    return answer


@mutant("GRP-02.second", "The second group of a day is confirmed at once.", "createGroupBooking", hidden=_AFTER)
async def _confirmed_at_once(call: Call) -> Answer:
    answer, body = await call.forward(), sent(call)
    days: Counter[Any] = call.memory.setdefault("days", Counter())
    day = body.get("courseId"), body.get("date")
    if answer.ok:
        days[day] += 1
    return answer.with_json(put("data.status", "confirmed")(answer.json())) if answer.ok and days[day] > 1 else answer
