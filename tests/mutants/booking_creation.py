"""Mutants of what a new booking shows (BKC-01 to 08, 30, 31, 35). Wrong requests are in booking_refusals.py."""

from __future__ import annotations

import unicodedata
from typing import Any

from tests.mutants.tools.borrowed import another_course_id, days_after
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.disguises import BOOKING_OPERATIONS, booked_as, disguise, in_disguise, shown
from tests.mutants.tools.edits import Edit, alter, drop, put, where
from tests.mutants.tools.registry import json_answer, mutant, request_change
from tests.mutants.tools.substitutes import sent

_pending = where(lambda booking: booking["status"] == "confirmed", put("status", "pending"))
booked_as("BKC-01", "A booking on an online course is pending.", _pending)
booked_as("BKC-01.three", "A booking of three is pending.", _pending, when=lambda asked: asked["players"] == 3)
booked_as(
    "BKC-01.no-reference",
    "A booking without a reference of the agency is pending.",
    _pending,
    when=lambda asked: "agencyBookingReference" not in asked,
)


def _created(name: str, breaks: str, edit: Edit, *, players: int | None = None) -> None:
    """A fault of the answer to create alone, for a party of *players* or for all."""
    json_answer(name, breaks, "createBooking", edit, when=lambda call: players in (None, sent(call)["players"]))


_created("BKC-03", "A new booking has no createdAt.", drop("data.createdAt"))
_created("BKC-03.course", "A new booking does not name its course.", drop("data.course.name"))
_created("BKC-03.three", "A new booking of three counts its players in text.", alter("data.players", str), players=3)

_SWAPPED = {1: 2, 2: 1, 3: 4, 4: 3}
booked_as("BKC-05", "Bookings of one count two players, of two one, and so on.", alter("players", _SWAPPED.__getitem__))
booked_as(
    "BKC-05.three", "A booking of three has two players.", put("players", 2), when=lambda asked: asked["players"] == 3
)
booked_as("BKC-05.date", "A booking is made for the day after.", alter("date", lambda day: days_after(day, 1)))
booked_as(
    "BKC-05.time",
    "A booking shows the last minute of its hour as its tee time.",
    alter("teeTime", lambda time: f"{time[:2]}:59"),
)


@mutant("BKC-05.course", "A booking shows the id of another course.", BOOKING_OPERATIONS)
async def _another_course(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or not answer.ok:
        return answer
    booking = answer.json()["data"]
    disguise(call, booking["id"], put("course.id", await another_course_id(call, booking["course"]["id"])))
    return in_disguise(call, answer)


def _swap_names(body: Any) -> Any:
    lead = body["data"]["leadPlayer"]
    lead["firstName"], lead["lastName"] = lead["lastName"], lead["firstName"]
    return body


_created("BKC-06", "A new booking has no leadPlayer.", drop("data.leadPlayer"))
_created("BKC-06.names", "A new booking swaps the names of its lead player.", _swap_names)
_created(
    "BKC-06.email",
    "A new booking of four hides the e-mail of its lead player.",
    alter("data.leadPlayer.email", lambda email: f"***{email[email.index('@') :]}"),
    players=4,
)


def _overwrite_reference(booking: Any) -> Any:
    return put("agencyBookingReference", booking["bookingReference"])(booking)


def _sent_with(name: str, breaks: str, edit: Edit) -> None:
    """A fault of storing: the sandbox gets the body as *edit* makes it."""
    request_change(
        name, breaks, "createBooking", lambda call: call.with_json(edit(sent(call))), when=lambda call: bool(sent(call))
    )


booked_as("BKC-07", "The reference of the agency is overwritten by that of the service.", _overwrite_reference)
_sent_with(
    "BKC-07.cut",
    "The reference of the agency is cut to 30 characters.",
    alter("agencyBookingReference", lambda text: text[:30]),
)
json_answer(
    "BKC-07.get",
    "Get shows the reference of the agency with a prefix.",
    "getBooking",
    alter("data.agencyBookingReference", lambda text: f"REF {text}"),
)


def _plain(text: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char))


_sent_with("BKC-08", "Special requests are dropped.", drop("specialRequests"))
_sent_with("BKC-08.accents", "Special requests lose their accents.", alter("specialRequests", _plain))
_sent_with(
    "BKC-08.cut", "Special requests are cut to 100 characters.", alter("specialRequests", lambda text: text[:100])
)
json_answer("BKC-08.get", "Get shows no special requests.", "getBooking", put("data.specialRequests", ""))


def _echo_reference(booking: Any) -> Any:
    return put("bookingReference", booking.get("agencyBookingReference") or booking["bookingReference"])(booking)


booked_as("BKC-30", "bookingReference is the reference of the agency.", _echo_reference)
booked_as(
    "BKC-30.empty",
    "bookingReference is empty when the agency sends no reference.",
    put("bookingReference", ""),
    when=lambda asked: "agencyBookingReference" not in asked,
)


@mutant("BKC-31", "All bookings have the id of the first.", "createBooking")
async def _constant_id(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    return answer.with_json(put("data.id", call.memory.setdefault("first", body["data"]["id"]))(body))


@mutant("BKC-31.second", "Every second booking has the id of the one before.", "createBooking")
async def _every_second_id(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    before = call.memory.pop("before", None)
    if before is None:
        call.memory["before"] = body["data"]["id"]
        return answer
    return answer.with_json(put("data.id", before)(body))


@mutant("BKC-35", "A new booking gives its course the name of another.", "createBooking")
async def _name_of_another(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    other = await another_course_id(call, body["data"]["course"]["id"])
    details = await call.upstream("GET", f"/travel/courses/{other}")
    return answer.with_json(put("data.course.name", details.json()["data"]["name"])(body))


_created(
    "BKC-35.three",
    "A new booking of three cuts the name of its course to eight characters.",
    alter("data.course.name", lambda name: name[:8]),
    players=3,
)
