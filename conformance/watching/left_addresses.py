"""Deliveries to addresses that no subscription has any more, whichever check removed it or changed its url. Pure.

The specification does not say how long a delivery may take. So a delivery is late only where every write that it could
tell of began after the address was left.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from http import HTTPStatus

from conformance.conditions.looks import Look
from conformance.evidence.exchanges import Exchange, Role
from conformance.evidence.receiver import Delivery
from conformance.evidence.webhook_ids import webhook_id
from conformance.watching.agency_traffic import RunTraffic
from conformance.watching.unwanted_events import Writes, arrivals_of

ROWS_OF_LEAVING: Mapping[str, str] = {"deleteWebhook": "EVT-08", "updateWebhook": "EVT-09"}
_CREATION = "createWebhook"
_WRITES = (_CREATION, *ROWS_OF_LEAVING)


@dataclass(frozen=True)
class LeftAddress:
    """An *address* that the exchange *leaving* left, and the ids of *bookings* whose events still arrived there."""

    row: str
    address: str
    leaving: Exchange
    bookings: Sequence[str]


def late_deliveries(
    left: Mapping[str, Look], writes: Writes, deliveries: Mapping[str, Sequence[Delivery]], visibility: float
) -> Iterator[LeftAddress]:
    """The addresses in *left* where *deliveries* tell of writes that began more than *visibility* seconds after the
    address was left. No earlier write can have caused these events.
    """
    for address, leaving in left.items():
        settled = leaving.exchange.ended_at + timedelta(seconds=visibility)
        arrivals = arrivals_of(deliveries[address], writes.accepted.keys())
        late = {about[1] for about, arrived in arrivals.items() if _is_late(arrived, writes.accepted[about], settled)}
        if late:
            yield LeftAddress(ROWS_OF_LEAVING[leaving.operation], address, leaving.exchange, sorted(late))


def _is_late(arrived: Sequence[datetime], accepted: Sequence[datetime], settled: datetime) -> bool:
    """Whether the first write that was *accepted* began after *settled* and was told of."""
    return bool(accepted) and settled < accepted[0] <= arrived[-1]


def left_addresses(traffic: RunTraffic) -> Mapping[str, Look]:
    """By address, the removal or the change that left it. Only addresses that one known subscription had once. What
    another agency sends counts for nothing: a removal that does nothing may be answered with success.
    """
    if any(exchange.role is Role.lost and exchange.operation_id in _WRITES for exchange in traffic.exchanges):
        # A subscription may have any of the addresses that the run gave away.
        return {}
    url_of, owner_of, left, unsure = dict[str, str](), dict[str, str](), dict[str, Look](), set[str]()
    for look in traffic.looks:
        own, url = _subscription(look), look.asked.get("url")
        if look.operation not in _WRITES or owner_of.get(own or "", look.asker) != look.asker:
            continue
        before = url_of.get(own or "")
        if _is_unclear(look, own):
            unsure |= {address for address in (before, url) if address}
        elif look.is_success and own and url != before:
            if url in url_of.values() or url in left:
                unsure.add(str(url))
            if before and (url or look.operation == "deleteWebhook"):
                left[before] = look
            if url:
                url_of[own], owner_of[own] = url, look.asker
    return {address: look for address, look in left.items() if address not in unsure}


def _subscription(look: Look) -> str | None:
    response = look.exchange.response
    return webhook_id(response) if response and look.operation == _CREATION else look.named


def _is_unclear(look: Look, own: str | None) -> bool:
    """Whether nobody knows which addresses are subscribed after *look*."""
    response = look.exchange.response
    is_later = response is not None and (
        response.status == HTTPStatus.ACCEPTED or not (response.is_success or response.is_refusal)
    )
    return is_later or look.exchange.role is Role.generated or (look.is_success and own is None)
