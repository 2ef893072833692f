"""A story that fills an empty world.

Two agencies want one tee time, a hold expires, a rival is faster, a course declines. Each step is one request, as a
client or a program with the levers sends it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from mock_server.console.asking import Ask, Refused, Reply
from mock_server.console.views import View

ONLINE_TRAIT, DECLINING_TRAIT = "daylight-saving", "offline-declines"
_DAYS_AHEAD = 60
_PLACES = 4

WORDS = (
    "Your agency subscribes to events. The inbox of the sandbox receives the deliveries.",
    "You freeze the clock of the world.",
    "Your agency holds all four places of a tee time.",
    "A second agency wants to book two of these places, and is refused.",
    "You move the clock by 15 minutes, and the hold expires.",
    "The second agency books two places.",
    "A rival takes every place except one of the next tee time.",
    "Your agency wants to book two of its places, and is refused.",
    "Your agency books at a course without a live tee sheet. The booking is pending.",
    "You move the clock to the answer of the course. The course declines.",
)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the story happens: two tee times with all places free, of one course and day."""

    course_id: str
    play_date: date
    first: str
    second: str
    declining_id: str


async def play(view: View, _form: Mapping[str, str]) -> tuple[Mapping[str, Any], str]:
    """Plays the story in the world of the visitor. Returns what to say, and the page that shows the story."""
    place = await _place(view)
    other = "bravo" if view.agency != "bravo" else "alpha"
    for ask, agency in _steps(view, place, other):
        _require_expected(await view.send(ask, agency))
    said = {
        "ok": True,
        "sentence": "The story is played. The newest request is at the top. Open a refused request to see why.",
        "details": list(WORDS),
        "curl": "",
        "page": "",
    }
    return said, "journal"


def _require_expected(reply: Reply) -> None:
    """A refusal of a booking is part of the story. Anything else ends it. Raises Refused."""
    if reply.is_refusal and reply.status != 409:
        raise Refused(reply)


async def _place(view: View) -> _Place:
    online = (await view.read("/courses", text=ONLINE_TRAIT))["data"][0]
    declining = (await view.read("/courses", text=DECLINING_TRAIT))["data"][0]
    day = datetime.fromisoformat(view.world["clock"]["now"]).date() + timedelta(days=_DAYS_AHEAD)
    ledger = (await view.read("/ledger", courseId=online["id"], date=day))["data"]["teeTimes"]
    free = [line["teeTime"] for line in ledger if line["free"] == _PLACES]
    first, second = [*[time for time in free if time >= "09:00"], *free][:2]
    return _Place(online["id"], day, first, second, declining["id"])


def _steps(view: View, place: _Place, other: str) -> list[tuple[Ask, str]]:
    """The requests in order, each with the agency that sends it; empty for the agency of the visitor."""
    inbox = f"{view.server.public_url}{view.server.control_base}/inbox/{view.world['name']}/story"
    webhook = {"url": inbox, "events": ["booking.confirmed", "booking.cancelled"]}
    hold = {"date": str(place.play_date), "time": place.first, "players": _PLACES}
    rival = {"courseId": place.course_id, "date": str(place.play_date), "teeTime": place.second, "leave": 1}
    booking = _booking(place, place.course_id, place.first)
    return [
        (view.interface("POST", "/webhooks", webhook), ""),
        (view.control("PUT", "/clock", {"mode": "frozen"}), ""),
        (view.interface("POST", f"/travel/courses/{place.course_id}/hold-tee-time", hold), ""),
        (view.interface("POST", "/travel/bookings", booking), other),
        (view.control("POST", "/clock/advance", {"by": "PT15M"}), ""),
        (view.interface("POST", "/travel/bookings", booking), other),
        (view.control("POST", "/rival", rival), ""),
        (view.interface("POST", "/travel/bookings", _booking(place, place.course_id, place.second)), ""),
        (view.interface("POST", "/travel/bookings", _booking(place, place.declining_id, "10:00")), ""),
        (view.control("POST", "/clock/advance", {"toNext": True}), ""),
    ]


def _booking(place: _Place, course_id: str, tee_time: str) -> dict[str, Any]:
    lead = {"firstName": "Ada", "lastName": "Lindqvist", "email": "ada@example.com"}
    wanted = {"courseId": course_id, "date": str(place.play_date), "teeTime": tee_time, "players": 2}
    return {**wanted, "leadPlayer": lead}
