"""What the faults of this folder share: bookings shown with other members, places taken in secret, asides.

Knows no single fault.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import quote

from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit

_OF_ONE_REQUEST = frozenset(["idempotency-key", "if-match", "authorization", "content-type"])
_LISTED = frozenset(["status", "bookingReference", "agencyBookingReference", "date", "teeTime", "players"])
_NOBODY = {"firstName": "Nora", "lastName": "Body", "email": "nora.body@example.com"}


def aside(call: Call) -> Call:
    """The call without the headers that belong to this request alone, for other requests upstream."""
    return replace(call, headers=tuple(pair for pair in call.headers if pair[0].lower() not in _OF_ONE_REQUEST))


def showing(**members: object) -> Edit:
    """An edit that shows a booking with *members*, where the form of the answer has them."""

    def edit(booking: dict[str, Any]) -> dict[str, Any]:
        if "leadPlayer" in booking:
            return booking | members
        known = _LISTED if "course" in booking else frozenset(booking)
        return booking | {name: value for name, value in members.items() if name in known}

    return edit


def overlays(call: Call) -> dict[str, dict[str, Any]]:
    """What is shown of bookings in place of the truth, by booking id. Callers may change it."""
    found: dict[str, dict[str, Any]] = call.memory.setdefault("overlays", {})
    return found


def overlaid(call: Call, answer: Answer) -> Answer:
    """An answer about bookings, with the overlays over them."""
    if not answer.ok or not overlays(call):
        return answer
    body = answer.json()
    if isinstance(body["data"], list):
        body["data"] = [showing(**overlays(call).get(item["id"], {}))(item) for item in body["data"]]
    else:
        body["data"] = showing(**overlays(call).get(body["data"]["id"], {}))(body["data"])
    return answer.with_json(body)


def agency_key(call: Call, agency: str) -> str:
    """The key of another agency in the world of *call*."""
    return f"{call.api_key.rpartition('_')[0]}_{agency}"


async def take_places(call: Call, booking: Mapping[str, Any], players: int) -> None:
    """Takes *players* places at the tee time of *booking* for nobody. Nothing happens where there is no room."""
    course_id = booking.get("courseId") or booking["course"]["id"]
    wish = {"courseId": course_id, "date": booking["date"], "teeTime": booking["teeTime"], "players": players}
    await aside(call).upstream(
        "POST",
        "/travel/bookings",
        json=wish | {"leadPlayer": _NOBODY},
        headers={"x-api-key": agency_key(call, "nobody")},
    )


async def booking_of(call: Call) -> dict[str, Any]:
    """The booking that a change or a cancellation is about, as it is now; empty when its key may not see it."""
    answer = await aside(call).upstream("GET", call.path)
    return dict(answer.json()["data"]) if answer.ok else {}


async def course_of(call: Call, course_id: object) -> dict[str, Any]:
    """The details of a course, empty when there is none."""
    answer = await aside(call).upstream("GET", f"/travel/courses/{quote(str(course_id), safe='')}")
    return dict(answer.json()["data"]) if answer.ok else {}


async def is_online(call: Call, course_id: object) -> bool | None:
    """Whether the course is online, None when it is unknown."""
    course = await course_of(call, course_id)
    return bool(course["isOnline"]) if course else None
