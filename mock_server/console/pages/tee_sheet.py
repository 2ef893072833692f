"""The tee sheet of a day: a row for each tee time, a place in each column, and who has the place."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from mock_server.console.asking import Ask, Refused, Reply
from mock_server.console.objects import page_of
from mock_server.console.views import Page, View

SUMS = ("free", "held", "hooked", "booked", "grouped", "blocked", "blockedOnSheet")
FIRST_COURSE = "daylight-saving"
_MOST_FOUND = 20
_NEWEST_LOOKED_AT = 5
# A browser lays out a stretch of a day only when it comes near the screen. The first stretch fills two screens.
STRETCH = 40
LEAD = {"firstName": "Ada", "lastName": "Lindqvist", "email": "ada@example.com"}


class Seats(NamedTuple):
    """Neighbouring places of a tee time that one owner has, or that nobody has. *words* names the owner.

    A tuple, like the row: a template unpacks it, and looks up no name for each of hundreds of places.
    """

    kind: str
    places: int
    words: str = ""
    page: str = ""
    expires_at: str | None = None


class SheetRow(NamedTuple):
    """A row of the sheet. *buttons* are labels and requests as a form carries them."""

    tee_time: str
    green_fee: float
    seats: list[Seats]
    buttons: list[tuple[str, str]]


async def show(view: View) -> Page:
    """A day of a course. Without a course, the newest booking chooses the course and the day."""
    course_id, day = await _wanted(view)
    course = await _course(view, course_id)
    reply = await view.send(view.control("GET", "/ledger", courseId=course["id"], date=day))
    if reply.is_refusal and course["isOnline"]:
        raise Refused(reply)
    lines = [] if reply.is_refusal else reply.data["teeTimes"]
    levers = _Levers(view, course, day)
    rows = [_row(line, levers) for line in lines]
    text = view.query.get("text", "")
    facts = {
        "course": course,
        "day": day,
        "around": _around(day),
        "horizon": _horizon(course, day, view),
        "refusal": reply.sentence if reply.is_refusal else "",
        "stretches": [rows[first : first + STRETCH] for first in range(0, len(rows), STRETCH)],
        "places": max((line["capacity"] for line in lines), default=0),
        "sums": {name: sum(line[name] for line in lines) for name in SUMS},
        "capacity": sum(line["capacity"] for line in lines),
        "chosen": next((line for line in lines if line["teeTime"] == view.query.get("time")), None),
        "found": (await view.read("/courses", text=text, limit=_MOST_FOUND)) if text else None,
        "text": text,
        "levers": levers,
        "one_click": next((levers.quick(line) for line in lines if line["free"]), []),
        "curl": view.curl(view.control("GET", "/ledger", courseId=course["id"], date=day)),
    }
    return Page("tee_sheet.html", facts)


async def _wanted(view: View) -> tuple[str, str]:
    asked, day = view.query.get("course", ""), view.query.get("date", "")
    if asked and day:
        return asked, day
    if not asked:
        for booking in (await view.read("/bookings", limit=_NEWEST_LOOKED_AT))["data"]:
            reply: Reply = await view.send(
                view.control("GET", "/ledger", courseId=booking["course"]["id"], date=booking["date"])
            )
            if not reply.is_refusal:
                return booking["course"]["id"], booking["date"]
    tomorrow = datetime.fromisoformat(view.world["clock"]["now"]).date() + timedelta(days=1)
    return asked or (await view.read("/courses", text=FIRST_COURSE))["data"][0]["id"], day or str(tomorrow)


async def _course(view: View, course_id: str) -> Mapping[str, Any]:
    found = (await view.read("/courses", text=course_id))["data"]
    course: Mapping[str, Any] | None = next((course for course in found if course["id"] == course_id), None)
    if course is None:
        # The control plane knows why it has no such course, and says so.
        raise Refused(await view.send(view.control("GET", "/ledger", courseId=course_id, date="2027-01-01")))
    return course


def _row(line: Mapping[str, Any], levers: "_Levers") -> SheetRow:
    buttons = [(label, ask.call) for label, ask in levers.quick(line)]
    return SheetRow(line["teeTime"], line["greenFee"], _seats(line), buttons)


def _seats(line: Mapping[str, Any]) -> list[Seats]:
    """Every place of a tee time: those with an owner, those that are not on sale, then the free places."""
    taken = [_seats_of(owner) for owner in line["owners"]]
    on_sheet = [Seats("closed", line["blockedOnSheet"])] if line["blockedOnSheet"] else []
    return [*taken, *on_sheet, *[Seats("free", 1) for _ in range(max(line["free"], 0))]]


def _seats_of(owner: Mapping[str, Any]) -> Seats:
    words = " ".join(filter(None, (owner["agency"], owner["lastName"])))
    return Seats(owner["kind"], owner["places"], words, page_of(owner["owner"]), owner["expiresAt"])


def _around(day: str) -> tuple[str, str]:
    """The day before and the day after; empty at the ends of the calendar and for a text that is not a day."""
    try:
        found = date.fromisoformat(day)
        return str(found - timedelta(days=1)), str(found + timedelta(days=1))
    except (ValueError, OverflowError):
        return "", ""


def _horizon(course: Mapping[str, Any], day: str, view: View) -> str:
    """Why nobody can book the day; empty if it can be booked."""
    try:
        ahead = (date.fromisoformat(day) - datetime.fromisoformat(view.world["clock"]["now"]).date()).days
    except ValueError:
        return ""
    if ahead < 0:
        return "This day is over in the world. Nobody can book it any more."
    most = course["maxDaysInAdvance"]
    return f"The course takes bookings {most} days ahead, and this day is {ahead} days ahead." if ahead > most else ""


class _Levers:
    """The requests of the buttons on a tee sheet."""

    def __init__(self, view: View, course: Mapping[str, Any], day: str) -> None:
        self._view = view
        self._where = {"courseId": course["id"], "date": day}

    def rival(self, tee_time: str, leave: int = 0) -> Ask:
        """The rival takes every place except *leave*."""
        return self._view.control("POST", "/rival", {**self._where, "teeTime": tee_time, "leave": leave})

    def block(self, tee_time: str, places: int) -> Ask:
        """So many places of the tee time are blocked."""
        return self._view.control("PUT", "/inventory", {**self._where, "teeTime": tee_time, "blocked": places})

    def price(self, tee_time: str, green_fee: float | None) -> Ask:
        """The tee time has its own price, or its usual price again."""
        return self._view.control("PUT", "/inventory", {**self._where, "teeTime": tee_time, "greenFee": green_fee})

    def book(self, tee_time: str, players: int = 1) -> Ask:
        """The agency books."""
        body = {**self._where, "teeTime": tee_time, "players": players, "leadPlayer": LEAD}
        return self._view.interface("POST", "/travel/bookings", body)

    def hook(self, tee_time: str, players: int = 1) -> Ask:
        """The agency sets a booking hook."""
        body = {**self._where, "teeTime": tee_time, "players": players, "leadPlayer": LEAD}
        return self._view.interface("POST", "/travel/bookings/hooks", body)

    def hold(self, tee_time: str, players: int = 1) -> Ask:
        """The agency holds the tee time."""
        body = {"date": self._where["date"], "time": tee_time, "players": players}
        return self._view.interface("POST", f"/travel/courses/{self._where['courseId']}/hold-tee-time", body)

    def quick(self, line: Mapping[str, Any]) -> list[tuple[str, Ask]]:
        """The buttons in the row of a tee time: the label, and the request."""
        tee_time, blocked, free = line["teeTime"], line["blocked"], line["free"]
        if free > 0:
            block = self.block(tee_time, blocked + free)
            return [("Book 1", self.book(tee_time)), ("Rival", self.rival(tee_time)), ("Block", block)]
        return [("Unblock", self.block(tee_time, 0))] if blocked else []
