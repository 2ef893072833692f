"""The circumstances of a call: who asks, about which course, day and party, in which state, after what.

Learnt from the calls of a world and their answers. Knows no single mutant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from tests.mutants.tools.call import Answer, Call

# The names of circumstances with the values that a mutant may be narrowed to.
VALUES: Mapping[str, tuple[str, ...]] = {
    "asker": ("second agency",),
    "course": ("online", "offline"),
    "holes": ("9", "18"),
    "terms": ("of its own", "low maximum"),
    "address": ("booking code",),
    "week": ("weekday", "weekend"),
    "month": ("first ten days", "last ten days"),
    "season": ("summer", "winter"),
    "ahead": ("up to a month", "more than two months"),
    "hour": ("morning", "afternoon"),
    "players": ("1", "2", "3", "4"),
    "way": ("plain", "from a hold", "from a hook"),
    "before": ("nothing", "changed", "cancelled"),
    "said": ("nothing", "one parameter", "several parameters"),
    "page": ("later",),
    "repeated": ("yes",),
    "last write": ("accepted", "refused"),
}
_WRITING, _ASKING = ("asker", "last write"), ("asker", "repeated")
_PLACE = ("course", "holes", "terms")
_DAY = ("week", "month", "season", "ahead")
_TAKEN = (*_PLACE, *_DAY, "hour", "players")
_BOOKED = ("asker", *_TAKEN, "way")

# The circumstances that matter to the calls of each operation.
OF_OPERATIONS: Mapping[str, tuple[str, ...]] = {
    "searchCourses": (*_ASKING, "said", "page"),
    "getCourse": (*_ASKING, *_PLACE, "address"),
    "getCoursePricing": (*_ASKING, *_PLACE, "address", "said"),
    "getCourseTerms": (*_ASKING, *_PLACE),
    "listTeeTimes": (*_ASKING, *_PLACE, *_DAY, "players", "said"),
    "checkAvailability": (*_ASKING, *_PLACE, *_DAY, "players", "said"),
    "holdTeeTime": (*_WRITING, *_TAKEN),
    "createBooking": (*_WRITING, *_TAKEN, "way"),
    "listBookings": (*_ASKING, "said", "page"),
    "getBooking": (*_BOOKED, "before"),
    "updateBooking": (*_BOOKED, "before"),
    "cancelBooking": (*_BOOKED, "before"),
    "createBookingHook": (*_WRITING, *_TAKEN),
    "confirmBookingHook": (*_WRITING, *_TAKEN),
    "releaseBookingHook": (*_WRITING, *_TAKEN),
    "createGroupBooking": (*_WRITING, *_PLACE, *_DAY),
    "getGroupBooking": (*_ASKING, *_PLACE, *_DAY),
    "updateGroupBookingPlayers": (*_WRITING, *_PLACE, *_DAY),
    "findGroupSlots": (*_ASKING, *_PLACE, *_DAY),
    "calculateGroupPrice": (*_ASKING, *_PLACE, *_DAY),
    "validateGroupBooking": (*_ASKING, *_PLACE, *_DAY),
    "createWebhook": _WRITING,
    "listWebhooks": (*_ASKING, "page"),
    "updateWebhook": (*_WRITING, "before"),
    "deleteWebhook": (*_WRITING, "before"),
}
# Lists show what other calls made under some circumstances.
LISTS = frozenset(["listBookings", "listWebhooks"])

_OF_COURSES = frozenset(["getCourse", "getCoursePricing", "getCourseTerms"])
_CHANGES = {"PUT": "changed", "DELETE": "cancelled"}
_USUAL_MAXIMUM = 4
_ABOUT_A_MONTH, _TWO_MONTHS = 31, 61
_SUMMER, _WINTER = range(4, 10), (11, 12, 1, 2)
_NOON = "12:00"

Facts = dict[str, str]


@dataclass
class World:
    """What a proxy knows of one world: the *made* things by id, the courses, and what each key did last."""

    made: dict[str, Facts] = field(default_factory=dict)
    courses: dict[str, Facts] = field(default_factory=dict)
    last_writes: dict[str, str] = field(default_factory=dict)
    asked: set[tuple[str, ...]] = field(default_factory=set)
    holds: set[str] = field(default_factory=set)

    async def facts(self, call: Call) -> Facts:
        """The circumstances of *call*, as far as its world shows them."""
        body = call.json()
        sent = {**call.query, **(body if isinstance(body, dict) else {})}
        named = call.path_params.get("id", "")
        own = {
            **await self._course_facts(call, str(sent.get("courseId") or _course_named(call))),
            **day_facts(sent.get("date") or sent.get("startDate")),
            **_party_facts(sent),
            "asker": "second agency" if call.api_key.endswith("_bravo") else "first agency",
            "page": "later" if sent.get("page", "1") != "1" else "first",
            "said": ("nothing", "one parameter", "several parameters")[min(2, len(call.query))],
            "repeated": "yes" if _as_key(call) in self.asked else "no",
            "last write": self.last_writes.get(call.api_key, "none"),
        }
        if call.operation == "createBooking":
            own["way"] = "from a hold" if self.holds & _words(sent) else "plain"
        return {**own, **self.made[named]} if named in self.made else own

    def learn(self, call: Call, facts: Facts, answer: Answer) -> None:
        """Notes what *answer* to a call under these *facts* shows."""
        self.asked.add(_as_key(call))
        if call.method == "GET":
            return
        self.last_writes[call.api_key] = "accepted" if answer.ok else "refused"
        if not answer.ok:
            return
        if call.method == "POST" and answer.body:
            way = {"way": "from a hook"} if call.operation == "confirmBookingHook" else {}
            ids = set(_ids_in(answer.json()))
            self.made |= {made: {**facts, **way, "before": "nothing"} for made in ids - self.made.keys()}
            self.holds |= ids if call.operation == "holdTeeTime" else set()
        elif (named := call.path_params.get("id", "")) in self.made:
            self.made[named] = {**self.made[named], **_party_facts(call.json()), "before": _CHANGES[call.method]}

    async def _course_facts(self, call: Call, course_id: str) -> Facts:
        if not course_id:
            return {}
        if course_id not in self.courses:
            self.courses[course_id] = await _read_course(call, course_id)
        return self.courses[course_id]


async def _read_course(call: Call, course_id: str) -> Facts:
    details = await call.upstream("GET", f"/travel/courses/{course_id}")
    if not details.ok:
        return {}
    course = details.json()["data"]
    terms = (await call.upstream("GET", f"/travel/courses/{course['id']}/terms")).json()["data"]
    is_low = terms["bookingTerms"]["maxPlayersPerBooking"] < _USUAL_MAXIMUM
    is_own = terms["cancellationPolicy"]["source"] != "platform"
    return {
        "course": "online" if course["isOnline"] else "offline",
        "holes": str(course["holes"]),
        "terms": "low maximum" if is_low else "of its own" if is_own else "of the platform",
        "address": "id" if course["id"] == course_id else "booking code",
    }


def _course_named(call: Call) -> str:
    named = call.path_params.get("courseId", "")
    return call.path_params["id"] if call.operation in _OF_COURSES else named


def day_facts(said: object) -> Facts:
    """The circumstances of a day YYYY-MM-DD, none for anything else."""
    try:
        day = date.fromisoformat(str(said))
    except ValueError:
        return {}
    away = (day - date.today()).days  # noqa: DTZ011 - a month is not measured to the hour
    return {
        "week": "weekend" if day.isoweekday() > 5 else "weekday",
        "month": "first ten days" if day.day <= 10 else "last ten days" if day.day > 20 else "middle",
        "season": "summer" if day.month in _SUMMER else "winter" if day.month in _WINTER else "between",
        "ahead": "up to a month" if away <= _ABOUT_A_MONTH else "more than two months" if away > _TWO_MONTHS else "",
    }


def _party_facts(sent: Any) -> Facts:
    if not isinstance(sent, dict):
        return {}
    at = sent.get("teeTime") or sent.get("time")
    hour = {"hour": "morning" if at < _NOON else "afternoon"} if isinstance(at, str) else {}
    return hour | ({"players": str(sent["players"])} if "players" in sent else {})


def _as_key(call: Call) -> tuple[str, ...]:
    return call.api_key, call.method, call.path, call.query_string, call.body.decode("utf-8", "replace")


def _words(sent: Mapping[str, Any]) -> set[str]:
    return {value for value in sent.values() if isinstance(value, str)}


def _ids_in(body: Any) -> Iterator[str]:
    if isinstance(body, dict):
        for name, value in body.items():
            if isinstance(value, str) and (name == "id" or name.endswith("Id")) and name != "courseId":
                yield value
            yield from _ids_in(value)
