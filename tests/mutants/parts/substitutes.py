"""What a fault needs in place of the real thing: a refusal of any kind, a free tee time elsewhere, an unmade booking.

Everything here asks the sandbox through the call at hand; nothing knows a course or a date by itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from tests.mutants.parts.borrowed import a_refusal_for_an_unknown_id, courses, days_after, today
from tests.mutants.tools.call import BASE_PATH, Answer, Call
from tests.mutants.tools.edits import Edit, put

# Late enough for every cutoff, early enough for every horizon.
_DAYS_AHEAD = 15


class WorldMemory:
    """What one mutant remembers of each world, whichever agency asks."""

    def __init__(self) -> None:
        self._worlds: defaultdict[str, dict[str, Any]] = defaultdict(dict)

    def of(self, call: Call) -> dict[str, Any]:
        """The memory of the world that the key of *call* belongs to."""
        return self._worlds[call.api_key.rpartition("_")[0]]


def in_turn(*edits: Edit) -> Edit:
    """One edit that applies *edits* one after the other."""

    def edit(body: Any) -> Any:
        for edit in edits:
            body = edit(body)
        return body

    return edit


async def a_refusal(call: Call, status: int, code: str, detail: str) -> Answer:
    """A problem of the sandbox's shape, with this status, code and detail."""
    shape = await a_refusal_for_an_unknown_id(call)
    own = {"title": detail, "status": status, "detail": detail, "instance": f"{BASE_PATH}{call.path}", "code": code}
    kind = f"https://teesheet.example/problems/{code}"
    return shape.with_status(status).with_json(shape.json() | own | {"type": kind})


async def a_bad_request(call: Call, detail: str) -> Answer:
    """A 400 with this detail."""
    return await a_refusal(call, 400, "invalid_request", detail)


def code_of(answer: Answer) -> str:
    """The code of a refusal, empty for every other answer."""
    return "" if answer.ok else str(answer.json().get("code", ""))


def sent(call: Call) -> dict[str, Any]:
    """The object that the call sends as its body, empty when it sends none."""
    body = call.json()
    return body if isinstance(body, dict) else {}


async def tee_times(call: Call, course_id: str, day: object, players: int) -> list[dict[str, Any]]:
    """What the sandbox offers *players* on a day, empty when it refuses to say."""
    query = {"date": day, "players": players}
    answer = await call.upstream("GET", f"/travel/courses/{course_id}/tee-times", query=query)
    return list(answer.json().get("availableTimes", ())) if answer.ok else []


async def elsewhere(call: Call, body: Mapping[str, Any]) -> dict[str, Any]:
    """*body* moved to the first course that has a whole tee time free in two weeks."""
    day = str(await today(call) + timedelta(days=_DAYS_AHEAD))
    for course in await courses(call):
        offered = await tee_times(call, course["id"], day, 4) if course["isOnline"] else []
        if offered:
            return dict(body) | {"courseId": course["id"], "date": day, "teeTime": offered[0]["time"]}
    raise LookupError(f"No course of the first hundred has a whole tee time free on {day}.")


async def as_asked(call: Call, body: Mapping[str, Any]) -> Edit:
    """An edit that shows a booking as the one that *body* asks for."""
    edits = [put(member, body[member]) for member in ("date", "teeTime", "players") if member in body]
    if "courseId" in body:
        details = await call.upstream("GET", f"/travel/courses/{body['courseId']}")
        name = details.json()["data"]["name"] if details.ok else "Links of Nowhere"
        edits += [put("course.id", body["courseId"]), put("course.name", name)]
    return in_turn(*edits)


async def an_unmade_booking(call: Call, booking_id: str) -> dict[str, Any]:
    """A booking that looks real, under an id that nobody was given."""
    course = (await courses(call, pageSize=1))[0]
    play_date = days_after(str(await today(call)), 30)
    return {
        "id": booking_id,
        "status": "confirmed",
        "bookingReference": "TS-000001",
        "agencyBookingReference": "",
        "course": {"id": course["id"], "name": course["name"]},
        "date": play_date,
        "teeTime": "10:00",
        "players": 2,
        "createdAt": f"{days_after(play_date, -31)}T09:00:00Z",
        "leadPlayer": {"firstName": "Ada", "lastName": "Kerr", "email": "ada.kerr@example.com"},
        "specialRequests": "",
    }
