"""Subscriptions that are open during a whole run, so that every event of the run is looked for, whichever check caused
it. The clean-up causes many.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property, partial
from itertools import islice

from conformance.asking.client import Agency
from conformance.catalogue.paths import WEBHOOKS
from conformance.conditions.shared import in_words
from conformance.discovery.webhooks import list_subscriptions, subscription_at
from conformance.evidence.exchanges import CLEAN_UP, WHOLE_RUN_DELIVERIES, Exchange, Role
from conformance.evidence.receiver import Delivery, Receiver, ReceiverError
from conformance.evidence.verdicts import Evidence, Finding, Inconclusive, Judgement, Violation
from conformance.recordings import moments
from conformance.session.session import ADDRESSES_FOR_THE_RUN, FIRST_AGENCY, CheckSession
from conformance.suite.arranged.deliveries import kinds_in, require_post_of_json
from conformance.watching.agency_traffic import AgencyTraffic, RunTraffic
from conformance.watching.left_addresses import ROWS_OF_LEAVING, LeftAddress, late_deliveries, left_addresses
from conformance.watching.missed_events import (
    ROW_OF_COURSES,
    ROW_OF_SEVERAL,
    ROWS,
    Event,
    MissedEvents,
    StrangeBooking,
    bookings_of_others,
    events_in,
    missed_among,
    not_arrived,
)
from conformance.watching.unwanted_events import Writes, told_refusals, writes_in

_MAY_SUBSCRIBE, _WAITS = "a subscription for the whole run", "a wait for the events of the whole run"
# Older recordings have the subscription of one agency, and end their look at the deliveries before the clean-up.
_LOOKS_AT_ALL = "events of all agencies and of the clean-up"
# In older recordings, no agency lists subscriptions before it has one.
_LOOKS_WITHOUT_OWN = "a list of an agency without subscriptions"
# In older recordings, each agency has one subscription for the whole run.
_HAS_FURTHER, _FURTHER = "further subscriptions of one agency for the whole run", ("second", "third")
_FURTHER_ADDRESSES = "addresses of the further subscriptions for the whole run"
_LONGEST_WAIT_SECONDS, _A_MOMENT = 60, timedelta(seconds=2)
_ROW_OF_REFUSALS, _ROW_OF_FORM, _ROW_OF_OTHERS, _MOST_STRANGE = "EVT-10", "EVT-12", "EVT-13", 3
_ROWS = {
    *ROWS.values(),
    ROW_OF_COURSES,
    ROW_OF_SEVERAL,
    *ROWS_OF_LEAVING.values(),
    _ROW_OF_REFUSALS,
    _ROW_OF_FORM,
    _ROW_OF_OTHERS,
}


def subscribe_for_the_run(session: CheckSession) -> None:
    """Opens three subscriptions of the first agency to every kind and one of the second, where this is a whole run that
    may write and that decides events. The checks decide what it means when the target refuses one.
    """
    if not session.carry_over(_MAY_SUBSCRIBE, lambda: _may_subscribe(session)):
        return
    session.recording.current_check = WHOLE_RUN_DELIVERIES
    try:
        session.receiver = session.recording.open_receiver(session.target.receiver)
    except ReceiverError:
        return
    session.receiver.seconds_left = session.pace.seconds_left
    looks_at_all = session.carry_over(_LOOKS_AT_ALL, lambda: True)
    for number, agency in enumerate(session.agencies() if looks_at_all else session.agencies()[:1]):
        if number and session.carry_over(_LOOKS_WITHOUT_OWN, lambda: True):
            _look_without_own(agency)
        if address := _subscribe(session, session.receiver, agency, "whole-run"):
            session.carry_over(ADDRESSES_FOR_THE_RUN[agency.label], partial(str, address))
        if not number and session.carry_over(_HAS_FURTHER, lambda: True):
            further = [_subscribe(session, session.receiver, agency, f"whole-run-{place}") for place in _FURTHER]
            session.carry_over(_FURTHER_ADDRESSES, partial(list, filter(None, further)))


def _may_subscribe(session: CheckSession) -> bool:
    is_whole = session.selection.is_whole(session.catalogue)
    return is_whole and not session.run.read_only and session.selection.decided >= _ROWS


def _look_without_own(agency: Agency) -> None:
    """Lets *agency* list its subscriptions while it has none and another agency has: rules for all answers look at
    that.
    """
    with suppress(Judgement):
        list_subscriptions(agency)


def _subscribe(session: CheckSession, receiver: Receiver, agency: Agency, name: str) -> str | None:
    """The address of a new subscription of *agency*, which the *name* is part of. None where the target refuses it."""
    address = receiver.new_address(f"{session.run.marker}-{name}")
    try:
        answer = agency.post(WEBHOOKS, subscription_at(address, session.run))
    except Judgement:
        return None
    answer.mark(Role.golden if answer.is_success else Role.attempt)
    return address if answer.is_success else None


@dataclass(frozen=True)
class _Subscriber:
    """What one agency did, the *addresses* of its subscriptions, and how long a read may show what was before."""

    traffic: AgencyTraffic
    addresses: Sequence[str]
    visibility_seconds: float

    @cached_property
    def events(self) -> Sequence[Event]:
        return events_in(self.traffic, self.visibility_seconds, len(self.addresses))

    @cached_property
    def writes(self) -> Writes:
        return writes_in(self.traffic)


def note_deliveries(session: CheckSession) -> None:
    """Notes, for each row, the events that share conditions and never arrived at the subscriptions or at one of them,
    and the refused writes and the bookings of another agency that were delivered there, and deliveries in another form.
    Notes addresses that no subscription has any more, and that still got events. Waits for deliveries that are under
    way.
    """
    receiver = session.receiver
    if receiver is None:
        return
    found = {agency: session.carry_over(name, lambda: None) for agency, name in ADDRESSES_FOR_THE_RUN.items()}
    addresses = {agency: [address] for agency, address in found.items() if address}
    if FIRST_AGENCY in addresses:
        addresses[FIRST_AGENCY] += session.carry_over(_FURTHER_ADDRESSES, list) or ()
    try:
        if addresses and session.carry_over(_WAITS, lambda: not session.is_stopped):
            _note(session, receiver, addresses)
    except Inconclusive as lacking:
        # A recording by another version of the suite does not hold all that these rules look at.
        session.note(sorted(_ROWS), Evidence(Finding.inconclusive, str(lacking), WHOLE_RUN_DELIVERIES))
    except KeyboardInterrupt:
        session.interrupted = True
        session.carried_over[_WAITS] = False


def _note(session: CheckSession, receiver: Receiver, addresses: Mapping[str, Sequence[str]]) -> None:
    session.recording.current_check = WHOLE_RUN_DELIVERIES
    # An earlier part of a resumed run had other subscriptions.
    exchanges = session.recording.exchanges[session.recording.of_check(WHOLE_RUN_DELIVERIES)[-1] :]
    if not session.carry_over(_LOOKS_AT_ALL, lambda: False):
        exchanges = [exchange for exchange in exchanges if exchange.check != CLEAN_UP]
    run = RunTraffic(exchanges)
    left = left_addresses(run)
    visibility = session.target.budgets.visibility_seconds
    subscribers = [_Subscriber(AgencyTraffic(run, agency), found, visibility) for agency, found in addresses.items()]
    arrived = _arrived_in_time(session, receiver, subscribers, left)
    for subscriber in subscribers:
        received = [arrived[address] for address in subscriber.addresses]
        for missed in missed_among(subscriber.events, received):
            session.note([missed.row], _evidence_of_missed(missed))
        for late in late_deliveries(left, subscriber.writes, arrived, visibility):
            session.note([late.row], _evidence_of_late(late))
        for deliveries in received:
            _note_unwanted(session, subscriber, deliveries)


def _arrived_in_time(
    session: CheckSession, receiver: Receiver, subscribers: Sequence[_Subscriber], left: Iterable[str]
) -> Mapping[str, Sequence[Delivery]]:
    """What arrived at the addresses of the *subscribers*, and at those that subscriptions *left*. Waits while events of
    the subscribers may still come.
    """
    waiting = {address: subscriber.events for subscriber in subscribers for address in subscriber.addresses}
    arrived = dict[str, Sequence[Delivery]]()

    def all_arrived(_: object) -> bool:
        arrived.update((place, receiver.at(place)) for place in (*waiting, *left))
        waiting.update((place, not_arrived(events, arrived[place])) for place, events in waiting.items())
        return not any(waiting.values())

    budget = session.target.budgets.delivery_seconds
    for _ in range(max(1, int(_LONGEST_WAIT_SECONDS / max(budget, 1)))):
        receiver.wait_for_delivery(all_arrived, budget)
        if not any(waiting.values()) or not _is_arriving(arrived):
            break
    return arrived


def _note_unwanted(session: CheckSession, subscriber: _Subscriber, deliveries: Sequence[Delivery]) -> None:
    """Notes what the *deliveries* to an address of the *subscriber* must not be or tell."""
    if in_another_form := _evidence_of_form(subscriber.events, deliveries):
        session.note([_ROW_OF_FORM], in_another_form)
    if told := told_refusals(subscriber.writes, deliveries):
        session.note([_ROW_OF_REFUSALS], _evidence_of_told(told))
    for strange in islice(bookings_of_others(subscriber.traffic, deliveries), _MOST_STRANGE):
        session.note([_ROW_OF_OTHERS], _evidence_of_others(strange))


def _is_arriving(arrived: Mapping[str, Sequence[Delivery]]) -> bool:
    """Whether a delivery came a moment ago: a busy target may still be at work on the others."""
    now = moments.now()
    return any(now - deliveries[-1].arrived_at < _A_MOMENT for deliveries in arrived.values() if deliveries)


def _evidence_of_missed(missed: MissedEvents) -> Evidence:
    """Evidence that the *missed* events did not arrive."""
    which = f"{len(missed.events)} events under the same conditions ({in_words(missed.conditions)})"
    if not missed.conditions:
        which = f"{len(missed.events)} events that later ones overtook"
    elsewhere = " at one of these, but at another" if missed.has_arrived_elsewhere else ""
    return _evidence(
        f"{missed.events[-1].kind} is delivered to every subscription that is open during the whole run",
        f"{which} did not arrive{elsewhere}, the last about booking {missed.events[-1].booking_id},"
        f" and {missed.arrived} others arrived",
        tuple(event.exchange.index for event in missed.events),
    )


def _evidence_of_form(events: Sequence[Event], deliveries: Sequence[Delivery]) -> Evidence | None:
    """Evidence that the first of *deliveries* in another form than a POST of JSON is about one of the *events*."""
    for delivery in deliveries:
        try:
            require_post_of_json(delivery)
        except Violation as violation:
            about = [event.exchange.index for event in events if delivery.mentions(*event.names)]
            if about and kinds_in(delivery):
                return _evidence(violation.expected, violation.actual, tuple(about))
    return None


def _evidence_of_told(told: Sequence[Exchange]) -> Evidence:
    """Evidence that the subscription was *told* of refused writes."""
    return _evidence(
        "no refused write is delivered to a subscription that is open during the whole run",
        f"deliveries told of {len(told)} refused writes, the last to {told[-1].request.path}",
        tuple(exchange.index for exchange in told),
    )


def _evidence_of_late(late: LeftAddress) -> Evidence:
    """Evidence that *late* events arrived at an address that a subscription had left."""
    where = f"{late.leaving.request.method} {late.leaving.request.path}"
    return _evidence(
        f"nothing that happens after {where} is delivered to {late.address}",
        f"events of these bookings arrived there: {', '.join(late.bookings)}",
        (late.leaving.index,),
    )


def _evidence_of_others(strange: StrangeBooking) -> Evidence:
    """Evidence that the subscription was told of a booking of another agency."""
    return _evidence(
        "no booking of another agency is delivered to a subscription that is open during the whole run",
        f"a delivery names booking {strange.booking_id}, which another agency made",
        (strange.creation.index,),
    )


def _evidence(expected: str, actual: str, places: tuple[int, ...]) -> Evidence:
    """Evidence from the exchanges at these *places* of the recording; the last of them proves it."""
    return Evidence(
        Finding.violated,
        f"Expected: {expected}. Actual: {actual}.",
        WHOLE_RUN_DELIVERIES,
        expected,
        actual,
        places,
        proof=places[-1:],
    )
