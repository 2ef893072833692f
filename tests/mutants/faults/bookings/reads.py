"""Faults of reading one booking, and differences between that booking and the list (BKG, BKL-12)."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.aging import ages
from tests.mutants.parts.asking import has_dates, has_status
from tests.mutants.parts.borrowed import courses, days_after, today
from tests.mutants.parts.pretending import data_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

# Reading one booking.
json_answer("BKG-01", "Get shows no teeTime.", "getBooking", drop("data.teeTime"))
json_answer("BKG-01.course", "Get gives only the id of the course.", "getBooking", drop("data.course.name"))
json_answer("BKG-01.requests", "Get shows no special requests.", "getBooking", drop("data.specialRequests"))
json_answer(
    "BKG-01.four",
    "Get shows four players as three.",
    "getBooking",
    alter("data.players", lambda players: 3 if players == 4 else players),
    hidden="some values",
)
json_answer("BKG-02", "Get shows no leadPlayer.", "getBooking", drop("data.leadPlayer"))
json_answer("BKG-02.email", "Get shows no e-mail.", "getBooking", drop("data.leadPlayer.email"))
json_answer(
    "BKG-02.initial",
    "Get shows the initial of the first name.",
    "getBooking",
    alter("data.leadPlayer.firstName", lambda name: f"{name[:1]}."),
)

_LIST = "listBookings"


# The list and a single booking.
def _stale(status: str) -> str:
    return "confirmed" if status == "cancelled" else status


json_answer(
    "BKL-12",
    "The list without filters shows cancelled bookings as confirmed.",
    _LIST,
    alter("data[*].status", _stale),
    when=lambda call: not has_status(call),
)
json_answer(
    "BKL-12.name",
    "The list cuts the names of courses to eight characters.",
    _LIST,
    alter("data[*].course.name", lambda name: name[:8]),
)
json_answer(
    "BKL-12.created",
    "The list by dates shows a createdAt that is a day too early.",
    _LIST,
    alter("data[*].createdAt", lambda moment: f"{days_after(moment[:10], -1)}{moment[10:]}"),
    when=has_dates,
)


@mutant(
    "BKL-12.players",
    "The list shows the players of the time of booking.",
    f"createBooking {_LIST}",
    hidden="after another operation",
)
async def _players_of_the_time_of_booking(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    if call.operation == "createBooking":
        call.memory[body["data"]["id"]] = body["data"]["players"]
        return answer
    for item in body["data"]:
        item["players"] = call.memory.get(item["id"], item["players"])
    return answer.with_json(body)


@mutant("BKG-03", "An unknown id gives some booking.", "getBooking")
async def _some_booking(call: Call) -> Answer:
    answer = await call.forward()
    if answer.status != 404:
        return answer
    course = (await courses(call, pageSize=1))[0]
    borrowed = await call.upstream("GET", f"/travel/courses/{course['id']}")
    return borrowed.with_json({"data": await _booking(call, course)})


async def _booking(call: Call, course: dict[str, Any]) -> dict[str, Any]:
    play_date = days_after((await today(call)).isoformat(), 30)
    return {
        "id": "bkg_000000000001",
        "status": "confirmed",
        "bookingReference": "TS-000001",
        "agencyBookingReference": "",
        "course": {"id": course["id"], "name": course["name"]},
        "date": play_date,
        "teeTime": "10:00",
        "players": 2,
        "leadPlayer": {"firstName": "Ada", "lastName": "Kerr", "email": "ada.kerr@example.com"},
        "specialRequests": "",
        "createdAt": f"{days_after(play_date, -31)}T09:00:00Z",
    }


ages(
    "BKL-12.later",
    "From the tenth request after a change, the list shows a booking with two players.",
    lambda booking, ago: booking | ({"players": 2} if ago >= 10 else {}),
    reads="listBookings",
    since="updateBooking",
)

json_answer(
    "BKG-02.blank",
    "Get shows the first word of a last name.",
    "getBooking",
    alter("data.leadPlayer.lastName", lambda name: name.partition(" ")[0]),
    hidden="some values",
    origin=Origin.hidden,
)


@mutant(
    "BKG-02.blind-cancelled",
    "A cancelled booking has no lead player.",
    "getBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _forgotten_player(call: Call) -> Answer:
    answer = await call.forward()
    booking = data_of(answer)
    if booking.get("status") != "cancelled":
        return answer
    return answer.with_json({"data": {name: value for name, value in booking.items() if name != "leadPlayer"}})


@mutant(
    "BKL-12.blind-cancelled-players",
    "The list shows a cancelled booking with one player too few.",
    "listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _fewer_when_cancelled(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    for item in body["data"]:
        if item["status"] == "cancelled":
            item["players"] = item["players"] - 1 or 4
    return answer.with_json(body)


json_answer(
    "BKG-02.blind-pending",
    "Get shows no lead player of a pending booking.",
    "getBooking",
    where(lambda body: body["data"]["status"] == "pending", drop("data.leadPlayer")),
    hidden="some values",
    origin=Origin.blind,
)

json_answer(
    "BKG-02.declined",
    "Get shows no lead player of a booking that its course declined.",
    "getBooking",
    where(lambda body: "cancellationReason" in body["data"], drop("data.leadPlayer")),
    hidden="some values",
    origin=Origin.hidden,
)


@mutant(
    "BKG-02.cancelled-from-a-hold",
    "A cancelled booking that had completed a hold shows the last name of its lead player in capitals.",
    "createBooking getBooking",
    hidden="after another operation",
    origin=Origin.hidden,
)
async def _capitals(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    booking, held = body["data"], call.memory.setdefault("held", set())
    if call.operation == "createBooking" and "holdId" in call.json():
        held.add(booking["id"])
    if booking["status"] == "cancelled" and booking["id"] in held:
        booking["leadPlayer"]["lastName"] = booking["leadPlayer"]["lastName"].upper()
    return answer.with_json(body)


json_answer(
    "BKG-01.cancelled",
    "Get shows one player too few of a cancelled booking.",
    "getBooking",
    where(
        lambda body: body["data"]["status"] == "cancelled",
        alter("data.players", lambda players: players - 1 or 4),
    ),
    hidden="after another operation",
    origin=Origin.hidden,
)
