"""What several exchanges together show about bookings, whoever else uses the service. Pure.

Other channels may change and cancel bookings unseen. So a claim rests on facts that nothing can undo: a cancelled
booking stays cancelled, ids and references never change, and a booking that was confirmed before and after a moment was
not cancelled at that moment. A read proves something about a write only when it began after the write had ended, and
after the time that the target may take to show a change.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import unquote

from conformance.target.target import Placement
from conformance.walks.values import comparable_moment, moment
from conformance.watching.callers import Callers
from conformance.watching.seen import Breach, JudgedExchange

CONFIRMED, PENDING, CANCELLED = "confirmed", "pending", "cancelled"

_LASTING = ("bookingReference", "createdAt", "date", "teeTime")
_READS = ("getBooking", "listBookings")
NOT_THERE = (404, 410)
# Only what happened lately is kept of lists and refused reads.
_MOST_WAITING = 200
# Nothing says how long a list shows a cancelled booking.
_SECONDS_LISTED_WHEN_CANCELLED = 600.0
# Two clocks of a service may round one moment differently.
_ROUNDING = timedelta(seconds=2)


@dataclass
class _Booking:
    """One booking. *alive* is the latest sighting of it as confirmed, *ended* the first one as cancelled."""

    owner: str | None
    lasting: dict[str, tuple[Any, JudgedExchange]] = field(default_factory=dict)
    alive: JudgedExchange | None = None
    ended: JudgedExchange | None = None
    cancelled_at: tuple[datetime, JudgedExchange] | None = None
    cancel: JudgedExchange | None = None
    changed: JudgedExchange | None = None
    absent: list[JudgedExchange] = field(default_factory=list)
    unread: list[JudgedExchange] = field(default_factory=list)


@dataclass
class Histories:
    """All bookings and holds that passed.

    *visibility* is how many seconds a change may take to show. *hold_id* is where a booking has the id of its hold.
    """

    callers: Callers
    visibility: float
    hold_id: Placement | None
    # The clock of the target may have moved at this moment, so nobody knows how long ago an earlier moment is.
    disturbed_at: float = float("-inf")
    _bookings: dict[str, _Booking] = field(default_factory=dict)
    _references: dict[str, tuple[str, JudgedExchange]] = field(default_factory=dict)
    _creations: dict[str, JudgedExchange] = field(default_factory=dict)
    _holds: dict[str, JudgedExchange] = field(default_factory=dict)
    _completions: dict[str, tuple[str, JudgedExchange]] = field(default_factory=dict)

    def judge(self, seen: JudgedExchange) -> Iterator[Breach]:
        """Row, sentence and proof of everything that *seen* shows together with what passed before."""
        if not seen.answer.is_success:
            self._note_unread(seen)
            return
        yield from self._strangers(seen)
        if seen.operation == "createBooking":
            yield from self._created(seen)
        if seen.operation == "holdTeeTime" and isinstance(seen.body, dict):
            yield from self._held(seen)
        for shown in (seen.data, *seen.items) if seen.operation in _READS else ():
            if shown.get("id") is not None:
                yield from self._sighted(str(shown["id"]), shown, seen)
        if seen.operation == "listBookings" and seen.fits and seen.shaped and is_one_page(seen):
            self._note_absent(seen)
            yield from self._cancelled_absent(seen)
        if seen.operation == "cancelBooking" and seen.shaped:
            yield from self._cancelled(unquote(seen.met.parameters["id"]), seen)
        if seen.operation in ("cancelBooking", "updateBooking"):
            self._note_write(seen)

    def _created(self, seen: JudgedExchange) -> Iterator[Breach]:
        """A new booking.

        An answer may repeat an earlier one (idempotency is open). Then it shows what was, and is not a sighting of a
        booking that is known.
        """
        if "id" not in seen.data:
            return
        booking_id = str(seen.data["id"])
        yield from self._completed(booking_id, seen)
        first = self._creations.setdefault(booking_id, seen)
        if first is not seen and _lasting_members(first.data) != _lasting_members(seen.data):
            yield "BKC-31", f"two different bookings got the id {booking_id}", (first, seen)
        is_known = booking_id in self._bookings
        booking = self._bookings.setdefault(booking_id, _Booking(seen.caller))
        booking.owner = booking.owner or seen.caller
        if not is_known:
            yield from self._sighted(booking_id, seen.data, seen)

    def _held(self, seen: JudgedExchange) -> Iterator[Breach]:
        if "holdId" not in seen.body:
            return
        hold_id = str(seen.body["holdId"])
        first = self._holds.setdefault(hold_id, seen)
        if first is not seen and first.sent != seen.sent:
            yield "HLD-14", f"two different holds have the id {hold_id}", (first, seen)

    def _completed(self, booking_id: str, seen: JudgedExchange) -> Iterator[Breach]:
        """A booking with the id of a hold for its own tee time."""
        hold_id = str(seen.sent_at(self.hold_id)) if self.hold_id else ""
        hold = self._holds.get(hold_id)
        if hold is None or hold.caller != seen.caller or _tee_time_of_hold(hold) != _tee_time_of(seen):
            return
        first_id, first = self._completions.setdefault(hold_id, (booking_id, seen))
        if first_id != booking_id:
            yield "HLD-15", f"the hold {hold_id} completed {first_id} and {booking_id}", (hold, first, seen)

    def _sighted(self, booking_id: str, shown: Mapping[str, Any], seen: JudgedExchange) -> Iterator[Breach]:
        booking = self._bookings.setdefault(booking_id, _Booking(None))
        yield from self._lasting(booking_id, booking, shown, seen)
        reference = shown.get("bookingReference")
        if isinstance(reference, str) and reference:
            other, proof = self._references.setdefault(reference, (booking_id, seen))
            if other != booking_id:
                yield "BKC-32", f"{other} and {booking_id} have the bookingReference {reference}", (proof, seen)
        if "status" in shown:
            yield from self._status(booking_id, booking, shown, seen)

    def _cancelled(self, booking_id: str, seen: JudgedExchange) -> Iterator[Breach]:
        """The answer to a cancellation repeats the reference of the booking."""
        lasting = self._bookings[booking_id].lasting if booking_id in self._bookings else {}
        reference = seen.data.get("bookingReference")
        known, proof = lasting.get("bookingReference", (reference, seen))
        if reference is not None and reference != known:
            sentence = f"{seen.answer.where} shows the reference {reference}, and that of {booking_id} is {known}"
            yield "BKX-02", sentence, (proof, seen)

    def _lasting(
        self, booking_id: str, booking: _Booking, shown: Mapping[str, Any], seen: JudgedExchange
    ) -> Iterator[Breach]:
        """Members that no operation changes."""
        for name, value in _lasting_members(shown).items():
            before, proof = booking.lasting.setdefault(name, (value, seen))
            if before != value:
                row = "BKL-12" if "listBookings" in (seen.operation, proof.operation) else "BKG-01"
                row = "BKU-12" if booking.changed and booking.changed.ended < seen.started else row
                yield row, f"{name} of {booking_id} is {value}, and was {before} before", (proof, seen)

    def _status(
        self, booking_id: str, booking: _Booking, shown: Mapping[str, Any], seen: JudgedExchange
    ) -> Iterator[Breach]:
        status = shown["status"]
        if status == CANCELLED:
            booking.ended = booking.ended or seen
            yield from self._dated(booking_id, booking, shown.get("cancellationDate"), seen)
            return
        if booking.cancel and self._is_later(seen, booking.cancel):
            ended = booking.ended
            has_come_back = ended is not None and ended.operation == seen.operation and self._is_later(seen, ended)
            row = "BKX-04" if seen.query.get("status") == CONFIRMED else "BKX-09" if has_come_back else "BKX-03"
            yield row, f"{booking_id} is {status} after its accepted cancellation", (booking.cancel, seen)
        elif booking.ended and self._is_later(seen, booking.ended):
            yield "BKX-09", f"{booking_id} was cancelled, and is {status} again", (booking.ended, seen)
        elif status == CONFIRMED and not booking.ended:
            yield from self._alive(booking_id, booking, seen)

    def _dated(self, booking_id: str, booking: _Booking, date: Any, seen: JudgedExchange) -> Iterator[Breach]:
        """The moment of a cancellation never changes."""
        cancelled_at = moment(date)
        if cancelled_at is None:
            return
        before, proof = booking.cancelled_at = booking.cancelled_at or (cancelled_at, seen)
        if abs(before - cancelled_at) > _ROUNDING:
            sentence = f"cancellationDate of {booking_id} is {cancelled_at}, and was {before} before"
            yield "BKX-09", sentence, (proof, seen)

    def _alive(self, booking_id: str, booking: _Booking, seen: JudgedExchange) -> Iterator[Breach]:
        """The booking is confirmed now. So it was not cancelled whenever a list or a read did not show it."""
        for missing in [missing for missing in booking.absent if missing.ended < seen.started]:
            yield "BKL-03", f"{missing.answer.where} does not list {booking_id}", (missing, seen)
        for refused in [refused for refused in booking.unread if refused.ended < seen.started]:
            sentence = f"{refused.answer.where} answered {refused.answer.status} for a confirmed booking"
            yield "BKG-01", sentence, (refused, seen)
        booking.absent, booking.unread = [], []
        booking.alive = booking.alive or seen

    def _is_later(self, seen: JudgedExchange, before: JudgedExchange) -> bool:
        """Whether *seen* began after the effect of *before* had to be visible."""
        return seen.started > before.ended + self.visibility

    def _note_absent(self, seen: JudgedExchange) -> None:
        """Remembers which bookings a whole list does not show, until a later answer shows what they were."""
        if "status" in seen.query:
            return
        listed = {str(item.get("id")) for item in seen.items}
        for booking_id, booking in self._bookings.items():
            alive = booking.alive
            if booking_id in listed or booking.owner != seen.caller or alive is None or booking.ended:
                continue
            if self._is_later(seen, alive) and _is_listed_day(booking, seen.query):
                booking.absent = [*booking.absent[-_MOST_WAITING:], seen]

    def _cancelled_absent(self, seen: JudgedExchange) -> Iterator[Breach]:
        """No operation removes a cancelled booking from the list of cancelled bookings."""
        listed = {str(item.get("id")) for item in seen.items}
        for booking_id, booking in self._bookings.items() if seen.query.get("status") == CANCELLED else ():
            ended = booking.cancel or booking.ended
            if booking_id in listed or booking.owner != seen.caller or ended is None:
                continue
            is_recent = seen.started < ended.ended + _SECONDS_LISTED_WHEN_CANCELLED and ended.ended > self.disturbed_at
            if is_recent and self._is_later(seen, ended) and _is_listed_day(booking, seen.query):
                sentence = f"{seen.answer.where} does not list {booking_id}, which is cancelled"
                yield "BKX-04", sentence, (ended, seen)

    def _note_unread(self, seen: JudgedExchange) -> None:
        if seen.operation == "getBooking" and seen.answer.status in NOT_THERE:
            booking = self._bookings.get(unquote(seen.met.parameters["id"]))
            if booking and booking.owner == seen.caller and booking.alive and self._is_later(seen, booking.alive):
                booking.unread = [*booking.unread[-_MOST_WAITING:], seen]

    def _note_write(self, seen: JudgedExchange) -> None:
        booking = self._bookings.get(unquote(seen.met.parameters["id"]))
        if booking is None or booking.owner != seen.caller:
            return
        if seen.operation == "updateBooking":
            booking.changed = seen
        elif not seen.answer.is_for_later and seen.data.get("status", CANCELLED) == CANCELLED and seen.shaped:
            booking.cancel = booking.cancel or seen
            cancelled_at = moment(seen.data.get("cancellationDate"))
            if cancelled_at:
                booking.cancelled_at = booking.cancelled_at or (cancelled_at, seen)

    def _strangers(self, seen: JudgedExchange) -> Iterator[Breach]:
        """An agency reaches a booking of another agency. Only a target file says which keys are strangers."""
        shown = [str(item["id"]) for item in (seen.data, *seen.items) if "id" in item]
        row = {"listBookings": "AUT-09", "getBooking": "AUT-10", "updateBooking": "AUT-11", "cancelBooking": "AUT-12"}
        for booking_id in shown if seen.operation in row else ():
            creation = self._creations.get(booking_id)
            if creation and self.callers.are_strangers(creation.caller, seen.caller):
                yield (
                    row[seen.operation],
                    f"{seen.caller} reaches booking {booking_id}, which {creation.caller} created",
                    (creation, seen),
                )


def _lasting_members(shown: Mapping[str, Any]) -> dict[str, Any]:
    """The members of a booking that no operation changes, as far as they are shown."""
    course = shown.get("course")
    members = {name: shown[name] for name in _LASTING if shown.get(name) is not None}
    if "createdAt" in members:
        members["createdAt"] = comparable_moment(members["createdAt"])
    return members | ({"course.id": course["id"]} if isinstance(course, dict) and "id" in course else {})


def _tee_time_of(seen: JudgedExchange) -> tuple[Any, ...]:
    return tuple(seen.asked.get(name) for name in ("courseId", "date", "teeTime"))


def _tee_time_of_hold(hold: JudgedExchange) -> tuple[Any, ...]:
    return (unquote(hold.met.course_id or ""), *(hold.asked.get(name) for name in ("date", "time")))


def is_one_page(seen: JudgedExchange) -> bool:
    """Whether the answer shows every booking of its period and status."""
    if seen.query.get("page", "1") != "1":
        return False
    pagination = (seen.body.get("meta") or {}).get("pagination") or {}
    return pagination.get("totalPages") in (0, 1) and pagination.get("totalItems") == len(seen.items)


def _is_listed_day(booking: _Booking, query: Mapping[str, str]) -> bool:
    day = booking.lasting.get("date", (None, None))[0]
    return isinstance(day, str) and is_in_period(day, query)


def is_in_period(day: str, query: Mapping[str, str]) -> bool:
    """Whether *day* lies in the period of a list with the filters of *query*."""
    return query.get("startDate", "") <= day <= query.get("endDate", "9999-12-31")
