"""Which events never arrived at a subscription that is open during a whole run, and what they have in common. Pure.

A target may lose a delivery now and then, and no document says how long a delivery takes. So a single event proves
nothing.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus

from conformance.conditions.coverage import known_courses
from conformance.conditions.families import BOOKING_LIVES
from conformance.conditions.lives import Lives
from conformance.conditions.looks import Look, looks_at
from conformance.conditions.model import Case
from conformance.conditions.shared import Conditions, shared_by_failures
from conformance.evidence.exchanges import Exchange, Role
from conformance.evidence.receiver import Delivery
from conformance.suite.arranged.deliveries import CANCELLED, CONFIRMED, MODIFIED, kinds_in

ROWS: Mapping[str, str] = {CANCELLED: "EVT-01", MODIFIED: "EVT-02", CONFIRMED: "EVT-03"}

_LIVING = "confirmed"
_WRITES = ("createBooking", "updateBooking", "cancelBooking")
_NAMES = ("id", "bookingReference", "agencyBookingReference")
# Who asks, and what, is the same for all events of a kind.
_OF_THE_QUESTION = ("question", "asker")
_SHORT_SECONDS = 10
_WORD = re.compile(r"[\w-]+", re.ASCII)


@dataclass(frozen=True)
class Event:
    """Something that happened to a booking and must be delivered: its *kind*, the id and the *names* of the booking,
    the exchange that shows it, and the conditions under which it happened.
    """

    kind: str
    booking_id: str
    names: tuple[str, ...]
    exchange: Exchange
    case: Case


@dataclass(frozen=True)
class MissedEvents:
    """Events of one kind that share the *conditions*. None of them arrived; *arrived* others of this kind did."""

    kind: str
    conditions: Conditions
    events: Sequence[Event]
    arrived: int


@dataclass
class _Bookings:
    """The bookings of an agency so far, by id: how they were shown last, and those of which nobody knows what a write
    did.
    """

    shown: dict[str, Mapping[str, object]] = field(default_factory=dict)
    last: dict[str, Event] = field(default_factory=dict)
    unsure: set[str] = field(default_factory=set)
    free_at: dict[str, float] = field(default_factory=dict)

    def crosses(self, booking_id: str, exchange: Exchange) -> bool:
        """Whether *exchange* met another write to the booking, and notes that it is a write."""
        begins, ends = exchange.started_at.timestamp(), exchange.ended_at.timestamp()
        crosses = begins < self.free_at.get(booking_id, float("-inf"))
        self.free_at[booking_id] = max(ends, self.free_at.get(booking_id, ends))
        return crosses


def events_in(exchanges: Sequence[Exchange], agency: str) -> Sequence[Event]:
    """What happened to the bookings of the *agency* with this label, by its own plain requests, in their order.

    Bookings with writes that overlap, or whose answer is unknown, have no events.
    """
    looks = list(looks_at(exchanges))
    lives, bookings = Lives(known_courses(looks)), _Bookings()
    found = [event for look in looks for event in _events(look, lives, bookings, agency)]
    return [event for event in found if event.booking_id not in bookings.unsure]


def _events(look: Look, lives: Lives, bookings: _Bookings, agency: str) -> Iterator[Event]:
    cases = [case for family, case in lives.cases(look) if family is BOOKING_LIVES]
    if look.operation not in (*_WRITES, "confirmBookingHook") or look.asker != agency:
        return
    booking_id = str(look.data.get("id")) if look.operation not in _WRITES[1:] else look.named
    is_plain = look.exchange.role is not Role.generated and not _is_for_later(look)
    if bookings.crosses(booking_id, look.exchange) or not is_plain:
        bookings.unsure.add(booking_id)
    if not look.is_success:
        return
    before = bookings.shown.get(booking_id, {})
    bookings.shown[booking_id] = {**before, **look.data}
    kind = _kind(look, before)
    names = tuple(str(bookings.shown[booking_id][name]) for name in _NAMES if bookings.shown[booking_id].get(name))
    if kind and names:
        case = cases[0] if cases else lives.case_of(booking_id)
        conditions = {name: value for name, value in case.items() if name not in _OF_THE_QUESTION}
        if kind == MODIFIED:
            conditions["members"] = " and ".join(sorted(look.asked))
        if last := bookings.last.get(booking_id):
            conditions["after"] = f"{last.kind}, {_pause(last.exchange, look.exchange)}"
        bookings.last[booking_id] = Event(kind, booking_id, names, look.exchange, conditions)
        yield bookings.last[booking_id]


def _pause(before: Exchange, exchange: Exchange) -> str:
    is_short = (exchange.started_at - before.ended_at).total_seconds() < _SHORT_SECONDS
    return f"less than {_SHORT_SECONDS} seconds before" if is_short else f"more than {_SHORT_SECONDS} seconds before"


def _is_for_later(look: Look) -> bool:
    response = look.exchange.response
    return response is not None and response.status == HTTPStatus.ACCEPTED


def _kind(look: Look, before: Mapping[str, object]) -> str | None:
    """The kind of the event that *look* shows at a booking that was shown as *before*, None without an event."""
    if look.operation == "createBooking":
        return CONFIRMED if look.data.get("status") == _LIVING and not before else None
    if before.get("status") != _LIVING:
        return None
    if look.operation == "cancelBooking":
        return CANCELLED
    is_moved = any(before.get(name) != value == look.data.get(name) for name, value in look.asked.items())
    return MODIFIED if look.operation == "updateBooking" and is_moved else None


def not_arrived(events: Sequence[Event], deliveries: Sequence[Delivery]) -> Sequence[Event]:
    """The *events* of which none of the *deliveries* tells. A delivery that names no kind may be of any kind."""
    telling: defaultdict[str, list[Delivery]] = defaultdict(list)
    for delivery in deliveries:
        for word in set(_WORD.findall(delivery.text)):
            telling[word].append(delivery)

    def has_arrived(event: Event) -> bool:
        about = {id(delivery): delivery for name in event.names for delivery in telling[name]}
        return any(
            event.kind in (kinds_in(delivery) or {event.kind}) and delivery.arrived_at >= event.exchange.started_at
            for delivery in about.values()
        )

    return [event for event in events if not has_arrived(event)]


def missed_together(events: Sequence[Event], missed: Sequence[Event]) -> Iterator[MissedEvents]:
    """For each kind, the *missed* events that share conditions under which none of the *events* arrived."""
    for kind in ROWS:
        of_the_kind, lost = ([event for event in group if event.kind == kind] for group in (events, missed))
        if shared := shared_by_failures([event.case for event in of_the_kind], [event.case for event in lost]):
            group = [event for event in lost if set(shared) <= event.case.items()]
            yield MissedEvents(kind, shared, group, len(of_the_kind) - len(lost))
