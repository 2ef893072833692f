"""Refused writes that a subscription of the whole run was told of, as if they had been accepted. Pure.

A delivery may come twice, and a course may cancel a booking at the same moment. So a single delivery proves nothing.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import unquote

from conformance.catalogue.operations import match
from conformance.evidence.exchanges import Exchange
from conformance.evidence.receiver import Delivery
from conformance.suite.arranged.deliveries import CANCELLED, CONFIRMED, MODIFIED, kinds_in
from conformance.watching.agency_traffic import BEGINNINGS, AgencyTraffic, words_in

# The event that an accepted write causes.
_KINDS: Mapping[str, str] = {"updateBooking": MODIFIED, "cancelBooking": CANCELLED}
_CONFIRMED, _FEWEST_TOLD, _MOST_STRAY_PERCENT = "confirmed", 3, 30

# The kind of an event, and the id of its booking.
EventKey = tuple[str, str]


@dataclass(frozen=True)
class Writes:
    """The writes to the bookings of an agency, by the event that they cause: those that were *refused*, and the moments
    at which those that were *accepted* began. Where no write was accepted, a booking has an empty list for the event.
    """

    refused: Mapping[EventKey, Sequence[Exchange]]
    accepted: Mapping[EventKey, Sequence[datetime]]


def writes_in(traffic: AgencyTraffic) -> Writes:
    """The writes to the bookings that the agency made, creations included. Unsure bookings do not count, and neither do
    bookings that waited for their course: it may decide at any moment.
    """
    made = [look for look in traffic.run.looks if look.operation in BEGINNINGS and look.asker == traffic.agency]
    shown = [(str(look.data.get("id")), look) for look in made if look.is_success]
    waited = {own for own, look in shown if look.data.get("status") != _CONFIRMED}
    began = {
        own: look.exchange.started_at
        for own, look in reversed(shown)
        if own not in waited | traffic.run.unsure_bookings
    }
    refused, accepted = defaultdict[EventKey, list[Exchange]](list), {(CONFIRMED, own): [began[own]] for own in began}
    accepted |= {(kind, own): [] for kind in _KINDS.values() for own in began}
    for exchange in traffic.run.exchanges:
        about = _about(exchange)
        if about in accepted and exchange.response and exchange.response.is_success:
            accepted[about].append(exchange.started_at)
        elif about in accepted and exchange.response and exchange.response.is_refusal:
            refused[about].append(exchange)
    return Writes(refused, {about: sorted(moments) for about, moments in accepted.items()})


def _about(exchange: Exchange) -> EventKey | None:
    """What an event of the write *exchange* would tell of, None if it changes and cancels no booking."""
    met = match(exchange.request.method, exchange.request.path)
    return (_KINDS[met.operation_id], unquote(met.parameters["id"])) if met and met.operation_id in _KINDS else None


def told_refusals(writes: Writes, deliveries: Sequence[Delivery]) -> Sequence[Exchange]:
    """The refused *writes* of which *deliveries* told, as far as nothing else explains these deliveries.

    None where fewer than three were told. None either where other deliveries without a cause are not rare: the target
    may repeat deliveries, or have further causes for an event.
    """
    told, strays = dict[int, Exchange](), 0
    known = [about for about in writes.accepted if about[0] in _KINDS.values()]
    for about, arrivals in arrivals_of(deliveries, known).items():
        for arrived_at in _without_a_cause(arrivals, writes.accepted[about]):
            before = [refused for refused in writes.refused.get(about, ()) if refused.started_at <= arrived_at]
            if before:
                told[before[-1].index] = before[-1]
            else:
                strays += 1
    is_proved = len(told) >= _FEWEST_TOLD and strays * 100 <= _MOST_STRAY_PERCENT * len(told)
    return [told[index] for index in sorted(told)] if is_proved else []


def arrivals_of(deliveries: Sequence[Delivery], known: Collection[EventKey]) -> Mapping[EventKey, Sequence[datetime]]:
    """When deliveries about what is *known* arrived, in their order. The same content counts once."""
    wanted, found = frozenset(known), defaultdict[EventKey, dict[bytes, datetime]](dict)
    for delivery in deliveries:
        kinds = kinds_in(delivery)
        abouts = {(kind, word) for kind in kinds for word in words_in(delivery)} if len(kinds) == 1 else set()
        for about in abouts & wanted:
            found[about].setdefault(delivery.content, delivery.arrived_at)
    return {about: sorted(arrivals.values()) for about, arrivals in found.items()}


def _without_a_cause(arrivals: Sequence[datetime], accepted: Sequence[datetime]) -> Iterator[datetime]:
    """Those of *arrivals* that no write explains: each that was *accepted* explains one, and none before it began."""
    explained = 0
    for arrived_at in arrivals:
        if bisect_right(accepted, arrived_at) > explained:
            explained += 1
        else:
            yield arrived_at
