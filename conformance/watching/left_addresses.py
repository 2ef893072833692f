"""Deliveries to addresses that no subscription has any more, whichever check removed it or changed its url. Pure.

The specification does not say how long a delivery may take. So a delivery is late only where every write that it could
tell of began after the address was left.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from http import HTTPStatus

from conformance.conditions.looks import Look, looks_at
from conformance.evidence.exchanges import Exchange, Role
from conformance.evidence.receiver import Receiver
from conformance.evidence.webhook_ids import webhook_id
from conformance.watching.unwanted_events import Writes, arrivals_of

_ROWS: Mapping[str, str] = {"deleteWebhook": "EVT-08", "updateWebhook": "EVT-09"}
_CREATION = "createWebhook"


@dataclass(frozen=True)
class LeftAddress:
    """An *address* that the exchange *leaving* left, and the ids of *bookings* whose events still arrived there."""

    row: str
    address: str
    leaving: Exchange
    bookings: Sequence[str]


def late_deliveries(
    exchanges: Sequence[Exchange], writes: Writes, receiver: Receiver, visibility: float
) -> Iterator[LeftAddress]:
    """The addresses at which *receiver* got events of writes that began more than *visibility* seconds after the
    address was left. No earlier write can have caused these events.
    """
    if any(exchange.role is Role.lost and exchange.operation_id in (_CREATION, *_ROWS) for exchange in exchanges):
        # A subscription may have any of the addresses that the run gave away.
        return
    for address, leaving in _left(looks_at(exchanges)).items():
        settled = leaving.exchange.ended_at + timedelta(seconds=visibility)
        arrivals = arrivals_of(receiver.at(address), writes.accepted.keys())
        late = [about[1] for about, arrived in arrivals.items() if _is_late(arrived, writes.accepted[about], settled)]
        if late:
            yield LeftAddress(_ROWS[leaving.operation], address, leaving.exchange, sorted(set(late)))


def _is_late(arrived: Sequence[datetime], accepted: Sequence[datetime], settled: datetime) -> bool:
    """Whether the first write that was *accepted* began after *settled* and was told of."""
    return bool(accepted) and settled < accepted[0] <= arrived[-1]


def _left(looks: Iterator[Look]) -> Mapping[str, Look]:
    """By address, the removal or the change that left it. Only addresses that one known subscription had once. What
    another agency sends counts for nothing: a removal that does nothing may be answered with success.
    """
    url_of, owner_of, left, unsure = dict[str, str](), dict[str, str](), dict[str, Look](), set[str]()
    for look in looks:
        own, url = _subscription(look), look.asked.get("url")
        if look.operation not in (_CREATION, *_ROWS) or owner_of.get(own or "", look.asker) != look.asker:
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
