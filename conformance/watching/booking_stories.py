"""Whether all answers about one booking tell one story, as far as the caller's own writes explain it. Pure.

Another channel may change a booking that somebody else created. So only a booking that a passing request created has a
story, and only a run counts it: nobody else knows the bookings of a run.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from conformance.catalogue.operations import match
from conformance.evidence.exchanges import Exchange
from conformance.walks.values import moment, plain
from conformance.watching.histories import CANCELLED
from conformance.watching.seen import Breach, JudgedExchange, is_now

_CHANGEABLE = ("players", "agencyBookingReference", "specialRequests")
_OF_THE_LEAD = ("firstName", "lastName", "email")
_READS = ("getBooking", "listBookings")
# An answer to create and an answer to get have the same structure.
_WHOLE = ("createBooking", "getBooking")
_TEXTS = ("agencyBookingReference", "specialRequests")
_WRITES = ("updateBooking", "cancelBooking")


@dataclass
class _Member:
    """The *value* that the answer *seen* showed. *updated* and *refused* are updates since then."""

    value: Any
    seen: JudgedExchange
    updated: JudgedExchange | None = None
    refused: JudgedExchange | None = None


@dataclass
class _Story:
    """A booking that *caller* created. Nothing is known before *settled*, a moment.

    *shows_time*: createdAt was the moment of the answer, so the moments of this booking can be compared with answers.
    *writes* are the writes that are under way, by their places in the recording.
    """

    caller: str
    settled: float
    shows_time: bool
    members: dict[str, _Member] = field(default_factory=dict)
    writes: set[int] = field(default_factory=set)


@dataclass
class BookingStories:
    """The bookings of this traffic. *visibility* is how many seconds a change may take to show."""

    visibility: float
    _stories: dict[str, _Story] = field(default_factory=dict)

    def begin(self, exchange: Exchange) -> None:
        """Notes that *exchange* is under way. An answer that ends before it may or may not show what it writes."""
        met = match(exchange.request.method, exchange.request.path)
        if met and met.operation_id in _WRITES and (story := self._stories.get(unquote(met.parameters["id"]))):
            story.writes.add(exchange.index)

    def judge(self, seen: JudgedExchange) -> Iterator[Breach]:
        """Row, sentence and proof of everything in *seen* that contradicts an earlier answer about the booking."""
        if seen.operation == "createBooking" and seen.answer.is_success and "id" in seen.data:
            self._create(str(seen.data["id"]), seen)
        elif seen.operation in _WRITES:
            yield from self._cancelled_now(seen)
            self._write(seen)
        elif seen.operation in _READS and seen.answer.is_success and seen.shaped:
            for shown in (seen.data, *seen.items):
                if "id" in shown:
                    yield from self._read(str(shown["id"]), shown, seen)

    def forget(self) -> None:
        """Forgets every story, because nobody knows what happened."""
        self._stories.clear()

    def distrust_times(self) -> None:
        """Notes that a lever decided for a course or moved the clock. Neither changes what a caller wrote."""
        for story in self._stories.values():
            story.shows_time = False

    def _create(self, booking_id: str, seen: JudgedExchange) -> None:
        if booking_id in self._stories:
            # An answer that repeats an earlier answer, or an id that is not unique. Others judge that.
            self._stories[booking_id].members.clear()
            return
        shows_time = is_now(seen.data.get("createdAt"), seen)
        story = self._stories[booking_id] = _Story(seen.caller, seen.ended + self.visibility, shows_time)
        story.members = {name: _Member(value, seen) for name, value in _members(seen.data).items()}

    def _cancelled_now(self, seen: JudgedExchange) -> Iterator[Breach]:
        """The first cancellation of a booking is dated when it is answered."""
        story, date = self._stories.get(unquote(seen.met.parameters["id"])), seen.data.get("cancellationDate")
        if story is None or seen.operation != "cancelBooking" or story.caller != seen.caller or not seen.shaped:
            return
        if story.shows_time and moment(date) is not None and not is_now(date, seen):
            answered_at = f"{seen.answer.answered_at:%Y-%m-%dT%H:%M:%SZ}"
            yield (
                "BKX-05",
                f"cancellationDate is {date}, and the target answered the cancellation at {answered_at}",
                (seen,),
            )

    def _write(self, seen: JudgedExchange) -> None:
        booking_id = unquote(seen.met.parameters["id"])
        story = self._stories.get(booking_id)
        if story is None:
            return
        story.writes.discard(seen.answer.index)
        story.settled = max(story.settled, seen.ended + self.visibility)
        is_refused = 400 <= seen.answer.status < 500 or (seen.answer.status < 300 and not seen.answer.is_success)
        if seen.operation == "updateBooking" and is_refused:
            for member in story.members.values():
                member.refused = seen
        elif seen.operation == "updateBooking" and seen.answer.is_success and not seen.answer.is_for_later:
            story.members = {name: member for name, member in story.members.items() if name not in seen.asked}
            for member in story.members.values():
                member.updated = seen
        else:
            # A cancellation ends the story. After a failure nobody knows what the target did.
            del self._stories[booking_id]

    def _read(self, booking_id: str, shown: Mapping[str, Any], seen: JudgedExchange) -> Iterator[Breach]:
        story = self._stories.get(booking_id)
        if story is None or story.caller != seen.caller or story.writes or seen.started <= story.settled:
            return
        if shown.get("status") == CANCELLED:
            # The course declined it. What a cancelled booking shows is not stated.
            del self._stories[booking_id]
            return
        for name, value in _members(shown).items():
            member = story.members.setdefault(name, _Member(value, seen))
            if member.value != value and member.seen.ended < seen.started:
                yield (
                    _row(name, member, seen),
                    f"{name} of {booking_id} differs from an earlier answer",
                    _proof(member, seen),
                )
        for name in _TEXTS if seen.operation == "getBooking" else ():
            member = story.members.get(name, _Member(None, seen))
            is_gone = shown.get(name) in (None, "") and member.seen.operation in _WHOLE
            if is_gone and member.seen.ended < seen.started:
                yield (
                    _row(name, member, seen),
                    f"{name} of {booking_id} was shown by an earlier answer, and is absent",
                    _proof(member, seen),
                )


def _proof(member: _Member, seen: JudgedExchange) -> tuple[JudgedExchange, ...]:
    return tuple(other for other in (member.seen, member.refused or member.updated, seen) if other)


def _row(name: str, member: _Member, seen: JudgedExchange) -> str:
    if member.refused:
        return "ENV-16"
    if member.updated:
        return "BKU-09"
    if "listBookings" in (member.seen.operation, seen.operation):
        return "BKL-12"
    return "BKG-02" if name.startswith("leadPlayer.") else "BKG-01"


def _members(shown: Mapping[str, Any]) -> dict[str, Any]:
    lead = shown.get("leadPlayer")
    members = {name: shown.get(name) for name in _CHANGEABLE}
    if isinstance(lead, dict):
        members |= {f"leadPlayer.{name}": lead.get(name) for name in _OF_THE_LEAD}
    return {name: plain(value) for name, value in members.items() if value not in (None, "")}
