"""Whether all answers about one booking tell one story, as far as the caller's own writes explain it. Pure.

Another channel may change a booking that somebody else created. So only a booking that a passing request created has a
story, and only a run counts it: nobody else knows the bookings of a run.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from conformance.catalogue.operations import match
from conformance.evidence.exchanges import Exchange, by_name
from conformance.walks.values import lines, moment, plain
from conformance.watching.histories import CANCELLED, CONFIRMED
from conformance.watching.seen import Breach, JudgedExchange, is_now

_CHANGEABLE = frozenset(["players", "agencyBookingReference", "specialRequests"])
_OF_THE_LEAD = ("firstName", "lastName", "email")
_LEAD_MEMBERS = tuple(f"leadPlayer.{name}" for name in _OF_THE_LEAD)
_READS = ("getBooking", "listBookings")
# An answer to create and an answer to get have the same structure.
_WHOLE = ("createBooking", "getBooking")
# The texts that a read shows. No document shows an item of a list with special requests.
_TEXTS = {
    "getBooking": ("agencyBookingReference", "specialRequests"),
    "listBookings": ("agencyBookingReference",),
}
# No document shows the answer to a confirmation, so members of a booking from a hook are known from its first read.
_CREATIONS = ("createBooking", "confirmBookingHook")
_WRITES = ("updateBooking", "cancelBooking")
_ROWS_OF_CHANGES = {"players": "BKU-01", "specialRequests": "BKU-02", "agencyBookingReference": "BKU-03"}
_ROWS_OF_TEXTS = {"specialRequests": "BKC-08", "agencyBookingReference": "BKC-07"}


@dataclass
class _Member:
    """The *value* that the answer *seen* showed. *updated* and *refused* are writes since then.

    *is_awaited*: the value is what the accepted change *seen* sent, and no answer has shown the value since then.
    *formers* are the values that a late answer may still show.
    """

    value: Any
    seen: JudgedExchange
    updated: JudgedExchange | None = None
    refused: JudgedExchange | None = None
    is_awaited: bool = False
    formers: tuple[Any, ...] = ()


@dataclass
class _Story:
    """A booking that *caller* created. Before *settled*, a moment, a member may be absent.

    Of a member that was written later, nothing is known before its moment in *unsettled*.

    *shows_time*: createdAt was the moment of the answer, so the moments of this booking can be compared with answers.
    *was_confirmed_at_once*: no course has to agree to a change. *writes* are the writes that are under way, by their
    places in the recording, and *crossed* are those that met another write. *unknown* are members that were written
    when nobody knew the value before or after. *sent* is what the last change sent of each member. *early* are reads
    that showed this before they had to, with the status that the booking had: a course may still decline a change.
    """

    caller: str
    settled: float
    shows_time: bool
    was_confirmed_at_once: bool
    unknown: set[str] = field(default_factory=set)
    members: dict[str, _Member] = field(default_factory=dict)
    sent: dict[str, Any] = field(default_factory=dict)
    early: dict[str, tuple[Any, _Member]] = field(default_factory=dict)
    unsettled: dict[str, float] = field(default_factory=dict)
    writes: set[int] = field(default_factory=set)
    crossed: set[int] = field(default_factory=set)

    def note_early(self, shown: Mapping[str, Any], seen: JudgedExchange) -> None:
        """Notes what *seen*, a read, shows of the last change before it has to."""
        for name, value in _members(shown).items():
            if not self.is_settled(name, seen) and seen.operation == "getBooking" and value == self.sent.get(name):
                self.early[name] = (shown.get("status"), _Member(value, seen))

    def known(self, name: str, shown: Mapping[str, Any]) -> _Member | None:
        """The member of this name as an early read showed it, when the booking had the same status."""
        status, member = self.early.get(name, (None, None))
        return member if status == shown.get("status") else None

    def is_settled(self, name: str, seen: JudgedExchange) -> bool:
        """Whether *seen*, a read, began so late that it cannot show an older value of the member of this name."""
        return seen.started > self.unsettled.get(name, float("-inf"))


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
            if len(story.writes) > 1:
                story.crossed |= story.writes

    def judge(self, seen: JudgedExchange) -> Iterator[Breach]:
        """Row, sentence and proof of everything in *seen* that contradicts an earlier answer about the booking."""
        if seen.operation in _CREATIONS and seen.answer.is_success and {"id", "bookingReference"} <= seen.data.keys():
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
        is_confirmed = seen.data.get("status") == CONFIRMED
        story = _Story(seen.caller, seen.ended + self.visibility, shows_time, is_confirmed)
        if seen.operation in _WHOLE:
            story.members = {name: _Member(value, seen) for name, value in _members(seen.data).items()}
        self._stories[booking_id] = story

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
        is_done = seen.answer.is_success and not seen.answer.is_for_later
        if seen.answer.response.is_refusal or (seen.answer.status < 300 and not seen.answer.is_success):
            for member in story.members.values():
                member.refused = seen
        elif seen.operation == "updateBooking" and is_done:
            story.unsettled |= dict.fromkeys(_CHANGEABLE & seen.asked.keys(), seen.ended + self.visibility)
            _change(story, seen)
        elif is_done:
            for member in story.members.values():
                member.updated = member.refused = None
        else:
            # Nobody knows what the target did.
            del self._stories[booking_id]

    def _read(self, booking_id: str, shown: Mapping[str, Any], seen: JudgedExchange) -> Iterator[Breach]:
        story = self._stories.get(booking_id)
        if story is None or story.caller != seen.caller or story.writes:
            return
        story.note_early(shown, seen)
        yield from _other_values(booking_id, story, shown, seen)
        yield from _strange_values(booking_id, story, shown, seen)
        yield from _absent(booking_id, story, shown, seen)


def _change(story: _Story, seen: JudgedExchange) -> None:
    """Notes an accepted change. What it sent is awaited where the change was plain, and nothing else has to agree."""
    before = story.members
    story.sent |= _members(seen.asked)
    story.early = {name: found for name, found in story.early.items() if name not in seen.asked}
    story.members = {name: member for name, member in before.items() if name not in seen.asked}
    for member in story.members.values():
        member.updated, member.refused = seen, None
    is_alone = seen.answer.index not in story.crossed and seen.caller == story.caller
    is_plain = seen.fits and seen.asked.keys() <= _CHANGEABLE
    is_unconditional = not {"if-match", "idempotency-key"} & by_name(seen.answer.request.headers).keys()
    if story.was_confirmed_at_once and is_alone and is_plain and is_unconditional:
        sent, answered = _members(seen.asked), _members(seen.data) if seen.data.get("status") == CONFIRMED else {}
        for name, value in sent.items():
            is_shown = lines(answered.get(name)) == lines(value)
            former = before.get(name)
            formers = (*former.formers, former.value) if former else ()
            now = answered[name] if is_shown else value
            story.members[name] = _Member(now, seen, is_awaited=not is_shown, formers=formers)
    story.unknown |= (_CHANGEABLE & seen.asked.keys()) - (before.keys() & story.members.keys())


def _other_values(booking_id: str, story: _Story, shown: Mapping[str, Any], seen: JudgedExchange) -> Iterator[Breach]:
    """Members with another value than before. Where a change turned the booking pending, it may still be undecided.

    A cancelled booking may lack a member, and every member that it has is the old one.
    """
    settled = {name: value for name, value in _members(shown).items() if story.is_settled(name, seen)}
    for name, value in settled.items():
        member = story.members.setdefault(name, story.known(name, shown) or _Member(value, seen))
        if member.seen.ended >= seen.started:
            continue
        is_other = lines(member.value) != lines(value) if member.is_awaited else member.value != value
        if is_other and member.is_awaited and shown.get("status") == CONFIRMED:
            sentence = f"{name} of {booking_id} is not what {member.seen.answer.where} changed it to"
            yield _ROWS_OF_CHANGES[name], sentence, _proof(member, seen)
        elif is_other and not member.is_awaited:
            yield (
                _row(name, member, seen),
                f"{name} of {booking_id} differs from an earlier answer",
                _proof(member, seen),
            )
        if member.is_awaited:
            story.members[name] = _Member(value, seen)


def _strange_values(booking_id: str, story: _Story, shown: Mapping[str, Any], seen: JudgedExchange) -> Iterator[Breach]:
    """Members of a confirmed booking that were changed a moment ago, and show neither the new nor an older value."""
    known = story.members.keys() - story.unknown if shown.get("status") == CONFIRMED else set()
    for name, value in _members(shown).items():
        if name not in known or story.is_settled(name, seen) or story.members[name].seen.ended >= seen.started:
            continue
        member = story.members[name]
        if lines(value) not in [lines(possible) for possible in (member.value, *member.formers)]:
            sentence = (
                f"{name} of {booking_id} is neither what {member.seen.answer.where} changed it to nor an older value"
            )
            yield _ROWS_OF_CHANGES[name], sentence, _proof(member, seen)


def _absent(booking_id: str, story: _Story, shown: Mapping[str, Any], seen: JudgedExchange) -> Iterator[Breach]:
    """Texts that a new booking or get showed, and that this read lacks. Which texts a cancelled booking shows is not
    stated.
    """
    for name in _TEXTS[seen.operation] if shown.get("status") != CANCELLED else ():
        member = story.members.get(name, _Member(None, seen))
        is_gone = shown.get(name) in (None, "") and member.seen.operation in _WHOLE
        if (
            is_gone
            and seen.started > story.settled
            and story.is_settled(name, seen)
            and member.seen.ended < seen.started
        ):
            sentence = f"{name} of {booking_id} was shown by an earlier answer, and is absent"
            row = "BKL-01" if seen.operation == "listBookings" else _row(name, member, seen)
            yield row, sentence, _proof(member, seen)


def _proof(member: _Member, seen: JudgedExchange) -> tuple[JudgedExchange, ...]:
    return tuple(other for other in (member.seen, member.refused or member.updated, seen) if other)


def _row(name: str, member: _Member, seen: JudgedExchange) -> str:
    if name in _LEAD_MEMBERS:
        return "BKG-02"
    if member.refused:
        return "ENV-16"
    if member.updated:
        return "BKU-09"
    if "listBookings" in (member.seen.operation, seen.operation):
        return "BKL-12"
    return _ROWS_OF_TEXTS.get(name, "BKG-01")


def _members(shown: Mapping[str, Any]) -> dict[str, Any]:
    lead = shown.get("leadPlayer")
    members = {name: shown.get(name) for name in _CHANGEABLE}
    if isinstance(lead, dict):
        members |= {f"leadPlayer.{name}": lead.get(name) for name in _OF_THE_LEAD}
    return {name: plain(value) for name, value in members.items() if value not in (None, "")}
