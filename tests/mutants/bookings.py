"""Mutants of bookings (BKC, BKG)."""

from __future__ import annotations

from typing import Any

from tests.mutants.tools.borrowed import courses, days_after, today
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import json_answer, mutant

_ONE_BOOKING = "createBooking getBooking updateBooking cancelBooking"


def _shout(body: Any) -> Any:
    return put("data.status", body["data"]["status"].upper())(body)


json_answer("BKC-04", "The status of a booking is written in capitals.", _ONE_BOOKING, _shout)
json_answer("BKC-04.list", "Every booking in the list is booked.", "listBookings", put("data[*].status", "booked"))


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
