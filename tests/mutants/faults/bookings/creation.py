"""Faults of what a new booking shows of the course, date, tee time and players sent (BKC-03, 05, 35)."""

from __future__ import annotations

import unicodedata
from datetime import date

from tests.mutants.parts.borrowed import another_course_id, days_after
from tests.mutants.parts.days import is_day_of_a_change, is_sunday, twelve_hour
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, booked_as, created, disguise, in_disguise, shown
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop, put
from tests.mutants.tools.registry import Origin, mutant

created("BKC-03", "A new booking has no createdAt.", drop("data.createdAt"))
created("BKC-03.course", "A new booking does not name its course.", drop("data.course.name"))
created(
    "BKC-03.three",
    "A new booking of three counts its players in text.",
    alter("data.players", str),
    players=3,
    hidden="some values",
)

_SWAPPED = {1: 2, 2: 1, 3: 4, 4: 3}
booked_as("BKC-05", "Bookings of one count two players, of two one, and so on.", alter("players", _SWAPPED.__getitem__))
booked_as(
    "BKC-05.three",
    "A booking of three has two players.",
    put("players", 2),
    when=lambda asked: asked["players"] == 3,
    hidden="some values",
)
booked_as(
    "BKC-05.date", "The service creates a booking for the next day.", alter("date", lambda day: days_after(day, 1))
)
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


@mutant("BKC-35", "A new booking shows the name of another course.", "createBooking")
async def _name_of_another(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    other = await another_course_id(call, body["data"]["course"]["id"])
    details = await call.upstream("GET", f"/travel/courses/{other}")
    return answer.with_json(put("data.course.name", details.json()["data"]["name"])(body))


created(
    "BKC-35.three",
    "A new booking of three cuts the name of its course to eight characters.",
    alter("data.course.name", lambda name: name[:8]),
    players=3,
    hidden="some values",
)

booked_as(
    "BKC-05.sunday",
    "The service creates a booking for a Sunday on the Saturday before.",
    alter("date", lambda day: days_after(day, -1)),
    when=lambda asked: is_sunday(date.fromisoformat(asked["date"])),
    hidden="certain days",
    origin=Origin.hidden,
)

booked_as(
    "BKC-05.clocks",
    "On a day on which the clocks change, a booking is an hour later.",
    alter("teeTime", lambda time: f"{int(time[:2]) + 1:02}{time[2:]}"),
    when=lambda asked: is_day_of_a_change(date.fromisoformat(asked["date"])),
    hidden="certain days",
    origin=Origin.hidden,
)

booked_as(
    "BKC-05.afternoon",
    "Bookings of the afternoon show their tee time on a clock of twelve hours.",
    alter("teeTime", twelve_hour),
    hidden="some values",
    origin=Origin.hidden,
)


@mutant(
    "BKC-05.blind-afternoon",
    "A booking shows a tee time after 13:00 on a clock of twelve hours.",
    "createBooking getBooking listBookings",
    hidden="some values",
    origin=Origin.blind,
)
async def _twelve_hours(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    for item in body["data"] if call.operation == "listBookings" else [body["data"]]:
        hour, _, minute = item["teeTime"].partition(":")
        item["teeTime"] = f"{(int(hour) - 1) % 12 + 1:02}:{minute}"
    return answer.with_json(body)


@mutant(
    "BKC-35.blind-ascii",
    "Course names in bookings have lost their accents.",
    "createBooking getBooking listBookings",
    hidden="some values",
    origin=Origin.blind,
)
async def _without_accents(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    for item in body["data"] if call.operation == "listBookings" else [body["data"]]:
        plain = unicodedata.normalize("NFD", item["course"]["name"]).encode("ascii", "ignore").decode()
        item["course"]["name"] = plain
    return answer.with_json(body)
