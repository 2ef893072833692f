"""What an agency does: search, look, hold, book, change, cancel. It books only what it was shown."""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import uuid4

from calls import Calls, Refused

LOST = 409
PAUSE_SECONDS = 0.5
MOST_READS = 8


@dataclass(frozen=True)
class Party:
    """Who plays."""

    players: int
    first_name: str
    last_name: str
    email: str

    @property
    def lead_player(self) -> dict[str, str]:
        """The lead player, as a booking names them."""
        return {"firstName": self.first_name, "lastName": self.last_name, "email": self.email}


@dataclass(frozen=True)
class Shown:
    """A tee time as the customer saw it: in the time of the course, with its price for one player."""

    time: str
    green_fee: float


class SoldOut(Exception):
    """No tee time of the day has room for the party."""


class Dearer(Exception):
    """The tee time costs more than the customer saw."""


class Agency:
    """One agency at the service behind *calls*."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def courses(self, **filters: object) -> Iterator[dict[str, Any]]:
        """Every course that the filters find, page after page."""
        return self._pages("/travel/courses", 100, filters)

    def best_day(self, course_id: str, first: date, last: date, players: int) -> date:
        """The best day of a period. Raises `SoldOut`."""
        found = self._calls.get(
            f"/travel/courses/{course_id}/availability",
            startDate=first.isoformat(),
            endDate=last.isoformat(),
            players=players,
        )
        best = found.get("bestAvailability")
        if not best:
            raise SoldOut(f"{course_id} has no tee time from {first} to {last}.")
        return date.fromisoformat(best["date"])

    def free_times(self, course_id: str, day: date, players: int) -> list[Shown]:
        """The tee times of a day that have room now."""
        sheet = self._calls.get(f"/travel/courses/{course_id}/tee-times", date=day.isoformat(), players=players)
        return [
            Shown(item["time"], item["pricing"]["greenFee"])
            for item in sheet.get("availableTimes") or []
            if item["available"] >= players
        ]

    def book(self, course_id: str, day: date, party: Party) -> dict[str, Any]:
        """A booking of the first tee time that can be held at its price. Looks again whenever somebody else was faster.

        Raises `SoldOut`.
        """
        tried: set[str] = set()
        while True:
            shown = [shown for shown in self.free_times(course_id, day, party.players) if shown.time not in tried]
            if not shown:
                raise SoldOut(f"{course_id} has no tee time for {party.players} on {day}.")
            tried.add(shown[0].time)
            try:
                return self._hold_and_book(course_id, day, shown[0], party)
            except Dearer:
                continue  # The hold ends by itself. Nobody pays more than the page said.
            except Refused as refusal:
                if refusal.status != LOST:
                    raise

    def _hold_and_book(self, course_id: str, day: date, shown: Shown, party: Party) -> dict[str, Any]:
        wish = {"date": day.isoformat(), "time": shown.time, "players": party.players}
        hold = self._calls.post(f"/travel/courses/{course_id}/hold-tee-time", wish)
        if hold["pricing"]["greenFee"] > shown.green_fee:
            raise Dearer(f"{shown.time} costs more than {shown.green_fee} now.")
        return self._booked(course_id, day, shown.time, party, holdId=hold["holdId"])

    def ask_the_course(self, course_id: str, day: date, tee_time: str, party: Party) -> dict[str, Any]:
        """A booking on an offline course, with the answer of the course as far as it comes in a few seconds."""
        booking = self._booked(course_id, day, tee_time, party)
        for _ in range(MOST_READS):
            if booking["status"] != "pending":
                break
            time.sleep(PAUSE_SECONDS)
            booking = self.booking(booking["id"])
        return booking

    def _booked(self, course_id: str, day: date, tee_time: str, party: Party, **hold: str) -> dict[str, Any]:
        wish = {
            "courseId": course_id,
            "date": day.isoformat(),
            "teeTime": tee_time,
            "players": party.players,
            "leadPlayer": party.lead_player,
            "agencyBookingReference": uuid4().hex[:12],
        }
        found: dict[str, Any] = self._calls.post("/travel/bookings", {**wish, **hold})["data"]
        return found

    def booking(self, booking_id: str) -> dict[str, Any]:
        """A booking as it is now."""
        found: dict[str, Any] = self._calls.get(f"/travel/bookings/{booking_id}")["data"]
        return found

    def bookings(self, **filters: object) -> Iterator[dict[str, Any]]:
        """Every booking of the agency that the filters find, page after page."""
        return self._pages("/travel/bookings", 50, filters)

    def change_players(self, booking: dict[str, Any], players: int) -> bool:
        """Whether the course allowed the change. Reads the terms first, because they have a cutoff."""
        self._calls.get(f"/travel/courses/{booking['course']['id']}/terms")
        return self._is_allowed(lambda: self._calls.put(f"/travel/bookings/{booking['id']}", {"players": players}))

    def cancel(self, booking: dict[str, Any]) -> bool:
        """Whether the course allowed the cancellation. Reads the terms first, because a cancellation may cost money."""
        self._calls.get(f"/travel/courses/{booking['course']['id']}/terms")
        if self.booking(booking["id"])["status"] == "cancelled":
            return True
        return self._is_allowed(lambda: self._calls.delete(f"/travel/bookings/{booking['id']}"))

    def _pages(self, path: str, size: int, filters: Mapping[str, object]) -> Iterator[dict[str, Any]]:
        page, pages = 1, 1
        while page <= pages:
            found = self._calls.get(path, **filters, page=page, pageSize=size)
            yield from found["data"]
            # The newest answer says how many pages there are now.
            pages, page = found["meta"]["pagination"]["totalPages"], page + 1

    @staticmethod
    def _is_allowed(write: Any) -> bool:
        try:
            write()
        except Refused as refusal:
            if refusal.status != LOST:
                raise
            return False
        return True

    def subscribe(self, url: str) -> dict[str, Any]:
        """A subscription of the agency for *url*, made only if the agency has none. A new one shows its secret."""
        kinds = ["booking.confirmed", "booking.modified", "booking.cancelled"]
        for known in self._calls.get("/webhooks")["data"]:
            if known["url"] == url:
                self._calls.delete(f"/webhooks/{known['id']}")
        found: dict[str, Any] = self._calls.post("/webhooks", {"url": url, "events": kinds})["data"]
        return found

    def unsubscribe(self, subscription: dict[str, Any]) -> None:
        """End a subscription."""
        self._calls.delete(f"/webhooks/{subscription['id']}")
