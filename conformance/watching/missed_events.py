"""Which events never arrived at a subscription that is open during a whole run, what they have in common, and which
bookings of others were delivered there. Pure.

A target may lose a delivery now and then, and no document says how long a delivery takes. So a single event proves
nothing.
"""

from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

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
ROW_OF_COURSES, ROW_OF_SEVERAL = "EVT-04", "EVT-11"

_LIVING, _WAITING, _CANCELLED = "confirmed", "pending", "cancelled"
_NAMES = ("id", "bookingReference", "agencyBookingReference")
# Who asks, and what, is the same for all events of a kind.
_OF_THE_QUESTION = ("question", "asker")
# How many subscriptions an agency has at once.
_ONE, _TWO, _SEVERAL = "one", "two", "three or more"
_SHORT_SECONDS = 10
_Numbers = Sequence[tuple[int, int]]
# Chance loses a delivery now and then, and not so many: at least this number, and this share in percent. It does not
# lose the same events on the way to several subscriptions.
_MANY, _MANY_EVERYWHERE, _FEWEST_WAYS = ((10, 20), (3, 50)), ((2, 0),), 3
# Where checks run side by side, a subscription may come or go just then.
_LEAST_PERCENT, _MOST_OTHERS_PERCENT = 95, 10


@dataclass(frozen=True)
class Event:
    """Something that happened to a booking and must be delivered: its *kind*, the id and the *names* of the booking,
    the exchange that shows it, and the conditions under which it happened. Where its course confirmed the booking, it
    had *waited since* this moment.
    """

    kind: str
    booking_id: str
    names: tuple[str, ...]
    exchange: Exchange
    case: Case
    waited_since: datetime | None = None

    @property
    def row(self) -> str:
        """The row that asks the target to deliver it."""
        return ROW_OF_COURSES if self.waited_since else ROWS[self.kind]

    @property
    def key(self) -> tuple[int, str]:
        """What no other event of the run has."""
        return self.exchange.index, self.booking_id

    @property
    def earliest(self) -> datetime:
        """The moment from which a delivery may tell of it."""
        return self.waited_since or self.exchange.started_at


@dataclass(frozen=True)
class MissedEvents:
    """Events of one row that did not arrive and that share the *conditions*, if any. This number of others of the row
    *arrived*. They *have arrived elsewhere* where another subscription of the agency got them.
    """

    conditions: Conditions
    events: Sequence[Event]
    arrived: int
    has_arrived_elsewhere: bool = False

    @property
    def row(self) -> str:
        """The row that asks the target to deliver them."""
        is_of_several = self.has_arrived_elsewhere or ("subscriptions", _SEVERAL) in self.conditions
        return ROW_OF_SEVERAL if is_of_several else self.events[-1].row


@dataclass
class _Belongings:
    """What an agency has so far: its bookings by id, as each was *shown* last, which of them were *changed*, the *last*
    event of each, and which are *waiting* for their course, since which answer; and its *subscriptions*, each as the
    ids that the answer to its creation shows, without ids where that is not in the traffic.
    """

    shown: dict[str, Mapping[str, object]] = field(default_factory=dict)
    waiting: dict[str, Exchange] = field(default_factory=dict)
    changed: set[str] = field(default_factory=set)
    last: dict[str, Event] = field(default_factory=dict)
    subscriptions: list[frozenset[str]] = field(default_factory=list)

    @property
    def how_many_subscriptions(self) -> str:
        """How many subscriptions the agency has now, as a condition."""
        return {0: _ONE, 1: _ONE, 2: _TWO}.get(len(self.subscriptions), _SEVERAL)

    def learn(self, look: Look) -> None:
        """Notes what *look*, an accepted request of the agency, shows of its subscriptions, and of known bookings."""
        if look.operation == "createWebhook":
            self.subscriptions += filter(None, [frozenset(map(str, ids_in(look.body)))])
        elif look.operation == "deleteWebhook":
            self.subscriptions = [ids for ids in self.subscriptions if look.named not in ids]
        for item in _read(look):
            if (shown := self.shown.get(str(item.get("id")))) is not None:
                self.shown[str(item["id"])] = {**shown, **item}


def events_in(traffic: AgencyTraffic, visibility_seconds: float = 0, subscriptions: int = 0) -> Sequence[Event]:
    """What happened to the bookings of the agency by its own requests, and which of them their courses confirmed, in
    the order in which the run saw it. Unsure bookings are left out. A read may show a booking as it was up to
    *visibility_seconds* before. So many *subscriptions* of the agency are older than the traffic.
    """
    lives, found = Lives(traffic.run.courses), list[Event]()
    own = _Belongings(subscriptions=[frozenset()] * subscriptions)
    for look in traffic.run.looks:
        cases = [case for family, case in lives.cases(look) if family is BOOKING_LIVES]
        if look.asker == traffic.agency and look.is_success:
            found += _confirmed_by_courses(look, lives, own, timedelta(seconds=visibility_seconds))
            own.learn(look)
            found += _events(look, lives, own, cases)
    return [event for event in found if event.booking_id not in traffic.run.unsure_bookings]


def _confirmed_by_courses(look: Look, lives: Lives, own: _Belongings, visibility: timedelta) -> Iterator[Event]:
    """The waiting bookings that *look* shows as confirmed."""
    for item in _read(look):
        booking_id, status = str(item.get("id")), item.get("status")
        since = own.waiting.get(booking_id)
        if since is None or status == _WAITING or look.exchange.started_at < since.ended_at + visibility:
            continue
        del own.waiting[booking_id]
        if status == _LIVING and (names := _names(own.shown[booking_id])):
            case = {**_conditions(lives.case_of(booking_id)), "subscriptions": own.how_many_subscriptions}
            case["changed"] = "yes" if booking_id in own.changed else "no"
            yield Event(CONFIRMED, booking_id, names, look.exchange, case, since.started_at)


def _events(look: Look, lives: Lives, own: _Belongings, cases: Sequence[Case]) -> Iterator[Event]:
    if look.operation not in (*BEGINNINGS, *CHANGES):
        return
    booking_id = booking_of(look)
    before = own.shown.get(booking_id, {})
    now = own.shown[booking_id] = {**before, **look.data}
    own.waiting.pop(booking_id, None)
    if now.get("status") == _WAITING:
        own.waiting[booking_id] = look.exchange
    if look.operation == "updateBooking":
        own.changed.add(booking_id)
    kind, names = _kind(look, before), _names(now)
    if kind and names:
        conditions = _conditions(cases[0] if cases else lives.case_of(booking_id))
        conditions["subscriptions"] = own.how_many_subscriptions
        if kind == MODIFIED:
            conditions["members"] = " and ".join(sorted(look.asked))
            emptied = sorted(name for name, value in look.asked.items() if value == "")
            conditions["emptied"] = " and ".join(emptied) or "nothing"
        if kind != CONFIRMED:
            conditions["status"] = str(before["status"])
        if kind == CANCELLED:
            conditions["changed"] = "yes" if booking_id in own.changed else "no"
        if last := own.last.get(booking_id):
            conditions["after"] = f"{last.kind}, {_pause(last.exchange, look.exchange)}"
        own.last[booking_id] = Event(kind, booking_id, names, look.exchange, conditions)
        yield own.last[booking_id]


def _conditions(case: Case) -> dict[str, str]:
    return {name: value for name, value in case.items() if name not in _OF_THE_QUESTION}


def _names(booking: Mapping[str, object]) -> tuple[str, ...]:
    return tuple(str(booking[name]) for name in _NAMES if booking.get(name))


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
    if look.operation == "cancelBooking":
        return CANCELLED if before.get("status") == _LIVING else None
    is_moved = any(_is_moved(before.get(name), value, look.data.get(name)) for name, value in look.asked.items())
    is_agreed = look.data.get("status", before.get("status")) == before.get("status")
    return MODIFIED if before.get("status") in (_LIVING, _WAITING) and is_moved and is_agreed else None


def _is_moved(before: object, asked: object, now: object) -> bool:
    """Whether a member is *now* as *asked*, and was not *before*. Empty texts and absent members are the same."""
    return (before or None) != (asked or None) == (now or None)


def not_arrived(events: Sequence[Event], deliveries: Sequence[Delivery]) -> Sequence[Event]:
    """The *events* of which none of the *deliveries* tells. A delivery that names no kind may be of any kind."""
    telling: defaultdict[str, list[Delivery]] = defaultdict(list)
    for delivery in deliveries:
        for word in words_in(delivery):
            telling[word].append(delivery)

    def has_arrived(event: Event) -> bool:
        about = {id(delivery): delivery for name in event.names for delivery in telling[name]}
        return any(
            event.kind in (kinds_in(delivery) or {event.kind}) and delivery.arrived_at >= event.earliest
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


def missed_among(events: Sequence[Event], received: Sequence[Sequence[Delivery]]) -> Iterator[MissedEvents]:
    """Which *events* are missing in what several subscriptions *received*: those that no subscription got, and those
    that only others got.
    """
    missed = [not_arrived(events, deliveries) for deliveries in received]
    nowhere = frozenset.intersection(*(frozenset(event.key for event in lost) for lost in missed))
    many = _MANY_EVERYWHERE if len(received) >= _FEWEST_WAYS else _MANY
    yield from missed_together(events, [event for event in missed[0] if event.key in nowhere], many)
    told = [event for event in events if event.key not in nowhere]
    for lost in ([event for event in lost if event.key not in nowhere] for lost in missed):
        for group in missed_together(told, lost, latest=_last_arrival(told, ())):
            yield replace(group, has_arrived_elsewhere=True)


def missed_together(
    events: Sequence[Event], missed: Sequence[Event], many: _Numbers = _MANY, latest: datetime | None = None
) -> Iterator[MissedEvents]:
    """For each row, the *missed* events that share conditions under which hardly any *events* arrived; otherwise as
    *many* missed events as one of these numbers and shares in percent says. Counts only what a later event of the row
    overtook, of any row where none of the row arrived, and of any up to the *latest* moment where no event arrived: the
    others may still be on their way.
    """
    not_there = {event.key for event in missed}
    last = _last_arrival(events, not_there) or latest
    for row in (*ROWS.values(), ROW_OF_COURSES):
        of_all = [event for event in events if event.row == row]
        of_the_row = _until(_last_arrival(of_all, not_there) or last, of_all)
        lost = [event for event in of_the_row if event.key in not_there]
        arrived = len(of_the_row) - len(lost)
        cases = [event.case for event in of_the_row]
        if shared := shared_by_failures(cases, [event.case for event in lost], _LEAST_PERCENT, _MOST_OTHERS_PERCENT):
            group = [event for event in lost if set(shared) <= event.case.items()]
            yield MissedEvents(shared, group, arrived)
        elif any(len(lost) >= fewest and len(lost) * 100 >= percent * len(of_the_row) for fewest, percent in many):
            yield MissedEvents((), lost, arrived)


def _last_arrival(events: Sequence[Event], not_there: Container[tuple[int, str]]) -> datetime | None:
    """When the last of the *events* that is not *not_there* began. None where none arrived."""
    return max((event.exchange.started_at for event in events if event.key not in not_there), default=None)


def _until(last: datetime | None, events: Sequence[Event]) -> Sequence[Event]:
    """The *events* up to the *last* moment, none without one."""
    return [event for event in events if last and event.exchange.started_at <= last]
