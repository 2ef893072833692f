"""A target in memory for tests of walks: a correct ledger with everything that walks use, and faults to plant.

*habits* are what the specification leaves open; a target with any of them conforms. *faults* are not.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any
from urllib.parse import unquote

from conformance.evidence.exchanges import Request, Response
from tests.conformance.walked_groups import asked, group, read_group
from tests.conformance.walked_values import CAPACITY, HABITS, TIMES, Json, Place, Refusal, Taking


@dataclass
class WalkedTarget:
    """State of the target. It is a transport, so no socket is needed."""

    habits: frozenset[str] = frozenset()
    faults: frozenset[str] = frozenset()
    now: datetime = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)
    takings: dict[str, Taking] = field(default_factory=dict)
    groups: dict[str, tuple[str, Json]] = field(default_factory=dict)
    history: list[str] = field(default_factory=list)
    requests: int = 0

    def exchange(self, request: Request) -> Response:
        """The response to *request*."""
        self.requests += 1
        headers = (("Date", format_datetime(self.now, usegmt=True)), ("Content-Type", "application/json"))
        agency = next(value for name, value in request.headers if name == "X-Api-Key")
        body = json.loads(request.content) if request.content else {}
        try:
            status, answer = self._answer(request.method, request.path, dict(request.query), body, agency)
        except Refusal as refusal:
            status, answer = refusal.status, {"title": "refused"}
        return Response(status, headers, b"" if answer is None else json.dumps(answer).encode())

    def _answer(self, method: str, path: str, query: dict[str, str], body: Json, agency: str) -> tuple[int, Any]:
        for wanted, pattern, handler in ROUTES:
            found = re.fullmatch(pattern, path)
            if found and method == wanted:
                return handler(self, *map(unquote, found.groups()), query=query, body=body, agency=agency)
        raise Refusal(404)

    def has(self, habit: str) -> bool:
        """Whether the target has the habit."""
        assert habit in HABITS, habit
        return habit in self.habits

    def active(self, place: Place) -> list[Taking]:
        """What takes places there now."""
        return [
            taking
            for taking in self.takings.values()
            if taking.place == place
            and not taking.ended
            and (taking.expires_at is None or self.now < taking.expires_at)
        ]

    def free(self, place: Place) -> int:
        """Places that can still be taken."""
        active = self.active(place)
        if self.has("a booking takes the whole tee time") and any(taking.kind == "booking" for taking in active):
            return 0
        return CAPACITY - sum(taking.players for taking in active)

    def new(self, kind: str) -> str:
        """An id that nothing has yet."""
        return f"{kind}-{len(self.takings) + len(self.groups) + 1}"

    def mine(self, kind: str, taking_id: str, agency: str) -> Taking:
        """What the agency has under the id. Raises `Refusal`."""
        taking = self.takings.get(taking_id)
        if taking is None or taking.kind != kind or taking.agency != agency:
            raise Refusal(404)
        return taking


def _courses(target: WalkedTarget, **_: Any) -> tuple[int, Json]:
    courses = [{"id": f"crs-{number}", "name": f"Course {number}", "isOnline": True} for number in range(3)]
    return 200, {"data": courses, "meta": {"pagination": _pagination(courses)}}


def _pagination(items: list[Any]) -> Json:
    return {"page": 1, "pageSize": 100, "totalItems": len(items), "totalPages": 1}


def _terms(target: WalkedTarget, course_id: str, **_: Any) -> tuple[int, Json]:
    terms = {
        "maxPlayersPerBooking": 4,
        "maxDaysInAdvance": 400,
        "modificationAllowed": True,
        "modificationCutoffHours": 24,
        "selfServiceCancellationCutoffHours": 24,
    }
    return 200, {"data": {"courseId": course_id, "bookingTerms": terms}}


def _sheet(target: WalkedTarget, course_id: str, *, query: dict[str, str], **_: Any) -> tuple[int, Json]:
    listed = []
    for time in TIMES:
        free = _shown_free(target, (course_id, query["date"], time))
        if free > (1 if target.has("a single place is kept back") else 0):
            listed.append({"time": time, "available": free, "pricing": {"greenFee": 50.0, "currency": "EUR"}})
    return 200, {"courseId": course_id, "availableTimes": listed}


def _shown_free(target: WalkedTarget, place: Place) -> int:
    free, history = target.free(place), target.history
    if "second change in a row frees a place" in target.faults and history[-2:] == ["change", "change"]:
        free += 1
    if "cancel after change loses a place" in target.faults and history[-2:] == ["change", "cancel"]:
        free -= 1
    if "hold after cancel is not counted" in target.faults and "cancel" in history:
        free += sum(taking.players for taking in target.active(place) if taking.kind == "hold")
    if "places come back twice" in target.faults and history[-1:] == ["cancel"] and history.count("book") > 1:
        free += 1
    if "released hook stays counted" in target.faults and "confirm" in history and history[-1:] == ["release"]:
        free -= 1
    return min(max(free, 0), CAPACITY)


def _hold(target: WalkedTarget, course_id: str, *, body: Json, agency: str, **_: Any) -> tuple[int, Json]:
    place = (course_id, body["date"], body["time"])
    earlier = [taking for taking in target.takings.values() if taking.kind == "hold" and taking.agency == agency]
    replaced = earlier if target.has("an agency has one hold at a time") else []
    given_back = sum(item.players for item in replaced if item in target.active(place))
    if body["players"] > target.free(place) + given_back:
        raise Refusal
    for item in replaced:
        item.ended = True
    expires_at, hold_id = target.now + timedelta(minutes=15), target.new("hold")
    fee = {"currency": "EUR", "greenFee": 50.0, "totalAmount": 50.0 * body["players"]}
    shown = body | {"holdId": hold_id, "courseId": course_id, "holdExpiration": expires_at.isoformat(), "pricing": fee}
    target.takings[hold_id] = Taking("hold", agency, place, body["players"], shown, expires_at)
    target.history.append("hold")
    return 201, shown


def _book(target: WalkedTarget, *, body: Json, agency: str, **_: Any) -> tuple[int, Json]:
    place = (body["courseId"], body["date"], body["teeTime"])
    used = _hold_for(target, body, place, agency)
    if used and used.booking_id and used.booking_id in target.takings:
        if target.has("a second completion shows the first booking"):
            return 200, {"data": target.takings[used.booking_id].shown}
        raise Refusal
    kept = used.players if used in target.active(place) else 0
    overbooks = "booking after two cancels overbooks" in target.faults and target.history.count("cancel") >= 2
    beyond = body["players"] > (4 if overbooks else target.free(place) + kept)
    of_three = body["players"] == 3 and "holdId" not in body
    if beyond or (of_three and target.has("bookings of three are refused")):
        raise Refusal
    if used and not ("completed hold stays" in target.faults and "book" in target.history):
        used.ended = True
    booking_id = _made(target, body, agency, place)
    if used:
        used.booking_id = booking_id
    target.history.append("book")
    return 201, {"data": target.takings[booking_id].shown}


def _hold_for(target: WalkedTarget, body: Json, place: Place, agency: str) -> Taking | None:
    if "holdId" in body:
        return target.mine("hold", body["holdId"], agency)
    if target.has("a booking uses up the own hold"):
        own = [taking for taking in target.active(place) if taking.kind == "hold" and taking.agency == agency]
        return own[0] if own else None
    return None


def _made(target: WalkedTarget, body: Json, agency: str, place: Place) -> str:
    booking_id = target.new("booking")
    shown = {name: value for name, value in body.items() if name not in ("courseId", "holdId")} | {
        "id": booking_id,
        "status": "confirmed",
        "bookingReference": f"TS-{booking_id}",
        "course": {"id": place[0], "name": "Course"},
        "createdAt": target.now.isoformat(),
    }
    target.takings[booking_id] = Taking("booking", agency, place, body["players"], shown)
    return booking_id


def _list(target: WalkedTarget, *, query: dict[str, str], agency: str, **_: Any) -> tuple[int, Json]:
    items = [
        {name: value for name, value in taking.shown.items() if name != "leadPlayer"}
        for taking in target.takings.values()
        if taking.kind == "booking" and (taking.agency == agency or _leaks(target))
    ]
    kept = [
        item
        for item in items
        if query.get("status") in (None, item["status"])
        and query.get("startDate", "") <= item["date"] <= query.get("endDate", "9999")
    ]
    return 200, {"data": kept, "meta": {"pagination": _pagination(kept)}}


def _leaks(target: WalkedTarget) -> bool:
    return "lists leak after a change" in target.faults and "change" in target.history


def _read(target: WalkedTarget, booking_id: str, *, agency: str, **_: Any) -> tuple[int, Json]:
    taking = target.mine("booking", booking_id, agency)
    if taking.ended and target.has("a cancelled booking cannot be read"):
        raise Refusal(410)
    return 200, {"data": taking.shown}


def _change(target: WalkedTarget, booking_id: str, *, body: Json, agency: str, **_: Any) -> tuple[int, Any]:
    taking = target.mine("booking", booking_id, agency)
    players = body.get("players", taking.players)
    grows = players - taking.players
    whole = target.has("a booking takes the whole tee time") and players <= CAPACITY
    if taking.ended or target.has("changes are refused") or (grows > target.free(taking.place) and not whole):
        raise Refusal
    changes = body
    if "third change forgets the reference" in target.faults and target.history.count("change") >= 2:
        changes = {name: value for name, value in body.items() if name != "agencyBookingReference"}
    taking.players = players
    taking.shown |= changes
    if target.has("a change makes a booking pending"):
        taking.shown["status"] = "pending"
    target.history.append("change")
    return (204, None) if target.has("a change answers nothing") else (200, {"data": taking.shown})


def _cancel(target: WalkedTarget, booking_id: str, *, agency: str, **_: Any) -> tuple[int, Json]:
    stranger = "another agency cancels what was changed" in target.faults and "change" in target.history
    taking = target.takings[booking_id] if stranger else target.mine("booking", booking_id, agency)
    if taking.ended:
        if not target.has("a second cancel is accepted"):
            raise Refusal
        if "second cancel revives" in target.faults:
            taking.shown["status"] = "confirmed"
        return 200, {"data": taking.shown}
    taking.ended = True
    taking.shown |= {"status": "cancelled", "cancellationDate": target.now.isoformat()}
    target.history.append("cancel")
    return 200, {
        "data": {name: taking.shown[name] for name in ("id", "status", "bookingReference", "cancellationDate")}
    }


def _hook(target: WalkedTarget, *, body: Json, agency: str, **_: Any) -> tuple[int, Json]:
    place = (body["courseId"], body["date"], body["teeTime"])
    if target.has("hooks are refused") or body["players"] > target.free(place):
        raise Refusal
    hook_id = target.new("hook")
    target.takings[hook_id] = Taking("hook", agency, place, body["players"], body)
    target.history.append("hook")
    return 201, {"data": {"id": hook_id}}


def _confirm(target: WalkedTarget, hook_id: str, *, agency: str, **_: Any) -> tuple[int, Json]:
    taking = target.mine("hook", hook_id, agency)
    if taking.ended and not ("confirm after another release" in target.faults and "release" in target.history):
        raise Refusal
    taking.ended = True
    _made(target, taking.shown, agency, taking.place)
    target.history.append("confirm")
    return 200, {"ok": True}


def _release(target: WalkedTarget, hook_id: str, *, agency: str, **_: Any) -> tuple[int, Any]:
    target.mine("hook", hook_id, agency).ended = True
    target.history.append("release")
    return 204, None


Handler = Callable[..., tuple[int, Any]]
_BOOKINGS, _GROUPS = "/travel/bookings", "/travel/group-bookings"
ROUTES: tuple[tuple[str, str, Handler], ...] = (
    ("GET", "/travel/courses", _courses),
    ("GET", "/travel/courses/([^/]+)/terms", _terms),
    ("GET", "/travel/courses/([^/]+)/tee-times", _sheet),
    ("POST", "/travel/courses/([^/]+)/hold-tee-time", _hold),
    ("POST", _BOOKINGS, _book),
    ("GET", _BOOKINGS, _list),
    ("POST", f"{_BOOKINGS}/hooks", _hook),
    ("POST", f"{_BOOKINGS}/hooks/([^/]+)/confirm", _confirm),
    ("DELETE", f"{_BOOKINGS}/hooks/([^/]+)", _release),
    ("GET", f"{_BOOKINGS}/([^/]+)", _read),
    ("PUT", f"{_BOOKINGS}/([^/]+)", _change),
    ("DELETE", f"{_BOOKINGS}/([^/]+)", _cancel),
    ("POST", _GROUPS, group),
    ("POST", f"{_GROUPS}/(find-slots|calculate-price|validate)", asked),
    ("GET", f"{_GROUPS}/([^/]+)", read_group),
    ("PUT", f"{_GROUPS}/([^/]+)/players", asked),
)
