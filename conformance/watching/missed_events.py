"""Which events never arrived at a subscription that is open during a whole run, what they have in common, and which
bookings of others were delivered there. Pure.

A target may lose a delivery now and then, and no document says how long a delivery takes. So a single event proves
nothing.
"""

from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from conformance.conditions.families import BOOKING_LIVES
from conformance.conditions.lives import Lives, ids_in
from conformance.conditions.looks import Look
from conformance.conditions.model import Case
from conformance.conditions.shared import Conditions, shared_by_failures
from conformance.evidence.exchanges import Exchange
from conformance.evidence.json_values import json_of
from conformance.evidence.receiver import Delivery
from conformance.suite.arranged.deliveries import CANCELLED, CONFIRMED, MODIFIED, kinds_in
from conformance.watching.agency_traffic import BEGINNINGS, CHANGES, AgencyTraffic, booking_of, words_in

ROWS: Mapping[str, str] = {CANCELLED: "EVT-01", MODIFIED: "EVT-02", CONFIRMED: "EVT-03"}
ROW_OF_SEVERAL = "EVT-11"

_LIVING, _WAITING, _CANCELLED = "confirmed", "pending", "cancelled"
_NAMES = ("id", "bookingReference", "agencyBookingReference")
# Who asks, and what, is the same for all events of a kind.
_OF_THE_QUESTION = ("question", "asker")
# How many subscriptions an agency has at once.
_ONE, _TWO, _SEVERAL = "one", "two", "three or more"
_SHORT_SECONDS = 10
# Chance loses a delivery now and then, and not so many.
_FEWEST_OF_MANY, _LEAST_PERCENT_OF_MANY = 10, 20
# Where checks run side by side, a subscription may come or go just then.
_LEAST_PERCENT, _MOST_OTHERS_PERCENT = 95, 10


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
    """Events of one kind that did not arrive and that share the *conditions*, if any. This number of others of the kind
    *arrived*.
    """

    kind: str
    conditions: Conditions
    events: Sequence[Event]
    arrived: int

    @property
    def row(self) -> str:
        """The row that asks the target to deliver them."""
        return ROW_OF_SEVERAL if ("subscriptions", _SEVERAL) in self.conditions else ROWS[self.kind]


@dataclass
class _Belongings:
    """What an agency has so far: its bookings by id, as each was *shown* last, which of them were *changed*, and the
    *last* event of each; and its *subscriptions*, each as the ids that the answer to its creation shows.
    """

    shown: dict[str, Mapping[str, object]] = field(default_factory=dict)
    changed: set[str] = field(default_factory=set)
    last: dict[str, Event] = field(default_factory=dict)
    subscriptions: list[frozenset[str]] = field(default_factory=list)

    def learn(self, look: Look) -> None:
        """Notes what *look*, an accepted request of the agency, shows of its subscriptions, and of known bookings."""
        if look.operation == "createWebhook":
            self.subscriptions += filter(None, [frozenset(map(str, ids_in(look.body)))])
        elif look.operation == "deleteWebhook":
            self.subscriptions = [ids for ids in self.subscriptions if look.named not in ids]
        for item in _read(look):
            if (shown := self.shown.get(str(item.get("id")))) is not None:
                self.shown[str(item["id"])] = {**shown, **item}


def events_in(traffic: AgencyTraffic) -> Sequence[Event]:
    """What happened to the bookings of the agency by its own requests, in their order. Unsure bookings are left out."""
    lives, own = Lives(traffic.run.courses), _Belongings()
    found = [event for look in traffic.run.looks for event in _events(look, lives, own, traffic.agency)]
    return [event for event in found if event.booking_id not in traffic.run.unsure_bookings]


def _events(look: Look, lives: Lives, own: _Belongings, agency: str) -> Iterator[Event]:
    cases = [case for family, case in lives.cases(look) if family is BOOKING_LIVES]
    if look.asker != agency or not look.is_success:
        return
    own.learn(look)
    if look.operation not in (*BEGINNINGS, *CHANGES):
        return
    booking_id = booking_of(look)
    before = own.shown.get(booking_id, {})
    now = own.shown[booking_id] = {**before, **look.data}
    if look.operation == "updateBooking":
        own.changed.add(booking_id)
    kind, names = _kind(look, before), tuple(str(now[name]) for name in _NAMES if now.get(name))
    if kind and names:
        case = cases[0] if cases else lives.case_of(booking_id)
        conditions = {name: value for name, value in case.items() if name not in _OF_THE_QUESTION}
        conditions["subscriptions"] = {0: _ONE, 1: _ONE, 2: _TWO}.get(len(own.subscriptions), _SEVERAL)
        if kind == MODIFIED:
            conditions["members"] = " and ".join(sorted(look.asked))
        if kind == CANCELLED:
            conditions["status"] = str(before["status"])
            conditions["changed"] = "yes" if booking_id in own.changed else "no"
        if last := own.last.get(booking_id):
            conditions["after"] = f"{last.kind}, {_pause(last.exchange, look.exchange)}"
        own.last[booking_id] = Event(kind, booking_id, names, look.exchange, conditions)
        yield own.last[booking_id]


def _read(look: Look) -> Sequence[Mapping[str, object]]:
    """The bookings that *look*, a read, shows."""
    return {"getBooking": [look.data], "listBookings": look.items}.get(look.operation, [])


def _pause(before: Exchange, exchange: Exchange) -> str:
    is_short = (exchange.started_at - before.ended_at).total_seconds() < _SHORT_SECONDS
    return f"less than {_SHORT_SECONDS} seconds before" if is_short else f"more than {_SHORT_SECONDS} seconds before"


def _kind(look: Look, before: Mapping[str, object]) -> str | None:
    """The kind of the event that *look* shows at a booking that was shown as *before*, None without an event."""
    if look.operation == "createBooking":
        return CONFIRMED if look.data.get("status") == _LIVING and not before else None
    if look.operation == "cancelBooking" and before.get("status") == _WAITING:
        # A course may still have to agree.
        return CANCELLED if look.data.get("status") == _CANCELLED else None
    if before.get("status") != _LIVING:
        return None
    if look.operation == "cancelBooking":
        return CANCELLED
    is_moved = any(before.get(name) != value == look.data.get(name) for name, value in look.asked.items())
    is_agreed = look.data.get("status", _LIVING) == _LIVING
    return MODIFIED if look.operation == "updateBooking" and is_moved and is_agreed else None


def not_arrived(events: Sequence[Event], deliveries: Sequence[Delivery]) -> Sequence[Event]:
    """The *events* of which none of the *deliveries* tells. A delivery that names no kind may be of any kind."""
    telling: defaultdict[str, list[Delivery]] = defaultdict(list)
    for delivery in deliveries:
        for word in words_in(delivery):
            telling[word].append(delivery)

    def has_arrived(event: Event) -> bool:
        about = {id(delivery): delivery for name in event.names for delivery in telling[name]}
        return any(
            event.kind in (kinds_in(delivery) or {event.kind}) and delivery.arrived_at >= event.exchange.started_at
            for delivery in about.values()
        )

    return [event for event in events if not has_arrived(event)]


@dataclass(frozen=True)
class StrangeBooking:
    """A booking that a delivery names, and the exchange in which another agency made it."""

    booking_id: str
    creation: Exchange


def bookings_of_others(traffic: AgencyTraffic, deliveries: Sequence[Delivery]) -> Iterator[StrangeBooking]:
    """The bookings that others than the agency made, and that *deliveries* are about. A delivery that has the id of a
    booking of the agency itself is about that booking.
    """
    made = [look for look in traffic.run.looks if look.operation in BEGINNINGS and look.data.get("id")]
    own = {str(look.data["id"]) for look in made if look.asker == traffic.agency}
    others = {str(look.data["id"]): look.exchange for look in made if look.asker != traffic.agency}
    told = dict[str, Exchange]()
    for delivery in deliveries:
        ids = {str(found) for found in ids_in(json_of(delivery.content))}
        if own.isdisjoint(ids):
            told |= {booking_id: others[booking_id] for booking_id in ids & others.keys()}
    for booking_id, creation in told.items():
        yield StrangeBooking(booking_id, creation)


def missed_together(events: Sequence[Event], missed: Sequence[Event]) -> Iterator[MissedEvents]:
    """For each kind, the *missed* events that share conditions under which hardly any *events* arrived; otherwise
    many missed events. Counts only what a later event of the kind overtook, or of any kind where none of the kind
    arrived: the others may still be on their way.
    """
    not_there = {event.exchange.index for event in missed}
    last = _last_arrival(events, not_there)
    for kind in ROWS:
        of_all = [event for event in events if event.kind == kind]
        of_the_kind = _until(_last_arrival(of_all, not_there) or last, of_all)
        lost = [event for event in of_the_kind if event.exchange.index in not_there]
        arrived = len(of_the_kind) - len(lost)
        cases = [event.case for event in of_the_kind]
        if shared := shared_by_failures(cases, [event.case for event in lost], _LEAST_PERCENT, _MOST_OTHERS_PERCENT):
            group = [event for event in lost if set(shared) <= event.case.items()]
            yield MissedEvents(kind, shared, group, arrived)
        elif len(lost) >= _FEWEST_OF_MANY and len(lost) * 100 >= _LEAST_PERCENT_OF_MANY * len(of_the_kind):
            yield MissedEvents(kind, (), lost, arrived)


def _last_arrival(events: Sequence[Event], not_there: Container[int]) -> datetime | None:
    """When the last of the *events* that is not *not_there* began. None where none arrived."""
    return max((event.exchange.started_at for event in events if event.exchange.index not in not_there), default=None)


def _until(last: datetime | None, events: Sequence[Event]) -> Sequence[Event]:
    """The *events* up to the *last* moment, none without one."""
    return [event for event in events if last and event.exchange.started_at <= last]
