"""Whether bookings take places and give them back, as far as tee sheets show it. Pure.

Other agencies book and cancel at any moment, so one tee sheet proves nothing. Even several may be explained by another
channel, such as a waiting list. So it stays a suspicion.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import unquote

from conformance.suite.arranged.tee_sheets import listed_tee_times
from conformance.watching.occasions import Occasions
from conformance.watching.seen import Breach, JudgedExchange

_CONFIRMED = "confirmed"

TeeTime = tuple[str, str, str]


@dataclass
class _Booked:
    """One own booking at a tee time. *before* and *during* are the places free before and after its creation."""

    at: TeeTime
    players: int
    creation: JudgedExchange
    before: int
    during: int | None = None
    cancelled: JudgedExchange | None = None


@dataclass
class WatchedPlaces:
    """Tee times at which somebody booked alone. *visibility* is how many seconds a change may take to show."""

    visibility: float
    _free: dict[TeeTime, tuple[int, JudgedExchange]] = field(default_factory=dict)
    _booked: dict[str, _Booked] = field(default_factory=dict)
    _fewer: Occasions = field(
        default_factory=lambda: Occasions("INV-05", "places do not become fewer when somebody books")
    )
    _returned: Occasions = field(
        default_factory=lambda: Occasions("BKX-07", "places of cancelled bookings do not return")
    )

    def judge(self, seen: JudgedExchange) -> Iterator[Breach]:
        """What is suspected after *seen*."""
        if not seen.answer.is_success or not seen.fits:
            return
        if seen.operation == "createBooking":
            self._note_booking(seen)
        elif seen.operation in ("cancelBooking", "updateBooking"):
            self._note_write(seen)
        elif seen.operation == "holdTeeTime":
            self._forget((unquote(seen.met.course_id or ""), str(seen.asked.get("date")), str(seen.asked.get("time"))))
        elif seen.operation == "listTeeTimes":
            yield from self._sheet(seen)

    def _note_booking(self, seen: JudgedExchange) -> None:
        at = (str(seen.asked.get("courseId")), str(seen.asked.get("date")), str(seen.asked.get("teeTime")))
        free, shown = self._free.get(at, (0, None))
        players = seen.asked.get("players")
        self._forget(at)
        is_known = shown is not None and shown.ended < seen.started and isinstance(players, int)
        if is_known and seen.data.get("status") == _CONFIRMED and "id" in seen.data:
            self._booked[str(seen.data["id"])] = _Booked(at, players or 0, seen, free)

    def _forget(self, at: TeeTime) -> None:
        """Somebody else acts here too, so the places of this tee time no longer tell what one booking does."""
        self._booked = {booking_id: booked for booking_id, booked in self._booked.items() if booked.at != at}

    def _note_write(self, seen: JudgedExchange) -> None:
        booking_id = unquote(seen.met.parameters["id"])
        booked = self._booked.get(booking_id)
        if booked is None:
            return
        if seen.operation == "cancelBooking" and booked.during is not None and not seen.answer.is_for_later:
            booked.cancelled = seen
        else:
            del self._booked[booking_id]

    def _sheet(self, seen: JudgedExchange) -> Iterator[Breach]:
        course_id, day = unquote(seen.met.course_id or ""), seen.query.get("date", "")
        for tee_time in listed_tee_times(seen.body):
            at = (course_id, day, tee_time.time)
            self._free[at] = (tee_time.available, seen)
            for booking_id, booked in list(self._booked.items()):
                if booked.at == at:
                    yield from self._compare(booking_id, booked, tee_time.available, seen)

    def _compare(self, booking_id: str, booked: _Booked, free: int, seen: JudgedExchange) -> Iterator[Breach]:
        if booked.cancelled is None:
            if booked.during is None and self._is_later(seen, booked.creation):
                booked.during = free
                yield from self._fewer.count(seen, follows=free <= booked.before - booked.players)
        elif self._is_later(seen, booked.cancelled):
            del self._booked[booking_id]
            assert booked.during is not None
            yield from self._returned.count(seen, follows=free > booked.during)

    def _is_later(self, seen: JudgedExchange, write: JudgedExchange) -> bool:
        return seen.started > write.ended + self.visibility
