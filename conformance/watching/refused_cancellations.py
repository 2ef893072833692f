"""Whether a booking can be cancelled before its cutoff, whoever cancels it and why: a check, a race or the clean-up.
Pure.

A refusal speaks against the target only when nothing else explains it: the terms of the course were shown, the tee time
is beyond the cutoff in every time zone, the run sent no other write at the same time, and the booking is still
confirmed afterwards.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import unquote

from conformance.evidence.exchanges import Exchange, by_name
from conformance.watching.seen import Breach, JudgedExchange, is_now

_REFUSALS = (400, 409, 422)
_READS = ("getBooking", "listBookings")
_WRITES = ("POST", "PUT", "DELETE")
# No zone is further ahead of UTC. An hour more is for the clocks of the target.
_FARTHEST_ZONE = timedelta(hours=15)
_CONDITIONAL = frozenset(["if-match", "idempotency-key", "authorization"])


@dataclass
class _Kept:
    """A confirmed booking. *refused* is the answer to its cancellation."""

    creation: JudgedExchange
    refused: JudgedExchange | None = None


@dataclass
class RefusedCancellations:
    """The bookings of this traffic that nobody changed. *tells_time*: the Date headers show the time of the target."""

    tells_time: bool = False
    _cutoffs: dict[str, timedelta] = field(default_factory=dict)
    _bookings: dict[str, _Kept] = field(default_factory=dict)
    _under_way: set[int] = field(default_factory=set)
    _crossed: set[int] = field(default_factory=set)

    def begin(self, exchange: Exchange) -> None:
        """Notes that *exchange* is under way, and which writes it meets."""
        if exchange.request.method in _WRITES:
            self._under_way.add(exchange.index)
            if len(self._under_way) > 1:
                self._crossed |= self._under_way

    def judge(self, seen: JudgedExchange) -> Iterator[Breach]:
        """Row, sentence and proof of a cancellation that was refused without a reason."""
        self._under_way.discard(seen.answer.index)
        if seen.operation == "getCourseTerms" and seen.shaped:
            self._learn(seen)
        elif seen.operation == "createBooking" and seen.shaped:
            self.tells_time = is_now(seen.data.get("createdAt"), seen)
            if seen.data.get("status") == "confirmed":
                self._bookings.setdefault(str(seen.data["id"]), _Kept(seen))
        elif seen.operation in ("updateBooking", "cancelBooking"):
            self._write(unquote(seen.met.parameters["id"]), seen)
        elif seen.operation in _READS and seen.shaped:
            for shown in (seen.data, *seen.items):
                yield from self._read(shown, seen)

    def forget(self) -> None:
        """From now on nobody knows the time of the target, nor what became of the bookings."""
        self.tells_time = False
        self._bookings.clear()
        self._under_way.clear()

    def _learn(self, seen: JudgedExchange) -> None:
        terms = seen.data.get("bookingTerms")
        hours = terms.get("selfServiceCancellationCutoffHours") if isinstance(terms, dict) else None
        if isinstance(hours, int):
            self._cutoffs[str(seen.data.get("courseId"))] = timedelta(hours=hours)

    def _write(self, booking_id: str, seen: JudgedExchange) -> None:
        kept = self._bookings.get(booking_id)
        if kept is None:
            return
        if seen.operation == "cancelBooking" and seen.answer.status in _REFUSALS and self._has_no_reason(kept, seen):
            kept.refused = kept.refused or seen
        elif seen.answer.status < 400 or seen.answer.status >= 500:
            del self._bookings[booking_id]

    def _has_no_reason(self, kept: _Kept, seen: JudgedExchange) -> bool:
        """Whether *seen*, a refused cancellation, was plain and alone, and in time."""
        is_plain = seen.fits and seen.caller == kept.creation.caller
        headers = by_name(seen.answer.request.headers).keys()
        is_alone = seen.answer.index not in self._crossed and not headers & _CONDITIONAL
        return is_plain and is_alone and self.tells_time and self._is_in_time(kept.creation.data, seen)

    def _is_in_time(self, booking: Mapping[str, Any], seen: JudgedExchange) -> bool:
        course = booking.get("course")
        cutoff = self._cutoffs.get(str(course.get("id"))) if isinstance(course, dict) else None
        if cutoff is None:
            return False
        local = datetime.fromisoformat(f"{booking['date']}T{booking['teeTime']}").replace(tzinfo=UTC)
        return local - _FARTHEST_ZONE - seen.answer.answered_at > cutoff

    def _read(self, shown: Mapping[str, Any], seen: JudgedExchange) -> Iterator[Breach]:
        kept = self._bookings.get(str(shown.get("id")))
        if kept is None or kept.refused is None or seen.started <= kept.refused.ended:
            return
        if shown.get("status") == "confirmed":
            sentence = (
                f"{kept.refused.answer.where} answered {kept.refused.answer.status} long before the cutoff of the"
                f" course, and the booking is still confirmed"
            )
            yield "BKX-10", sentence, (kept.refused, kept.creation, seen)
        del self._bookings[str(shown.get("id"))]
