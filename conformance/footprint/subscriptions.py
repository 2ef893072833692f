"""Removes the subscriptions of a run. Every subscription that cannot be removed is reported."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from urllib.parse import unquote

from conformance.asking.client import Agency, segment
from conformance.catalogue.operations import match
from conformance.discovery.webhooks import address_in, subscriptions_of, texts_in
from conformance.evidence.exchanges import Exchange, Response
from conformance.evidence.webhook_ids import listed_webhook_id, webhook_id
from conformance.footprint.deleting import delete
from conformance.footprint.insisting import reads_of
from conformance.results.run_result import Leftover
from conformance.scope.lanes import several_at_once
from conformance.wire.retrying import is_lost


def remove_subscriptions(
    exchanges: Sequence[Exchange], agencies: Mapping[str, Agency], id_place: str | None, at_once: int = 1
) -> tuple[Leftover, ...]:
    """Removes every subscription that the recording shows as created, *at_once* in parallel, then every one that the
    target still lists. Returns the subscriptions that stay. *id_place* is the place of the id in an answer, None when
    it is not declared.
    """
    removed, listed = set(_named(exchanges, "deleteWebhook")), list(_lists(exchanges))
    left: dict[tuple[str, str], Leftover] = {}
    confirmed: set[str] = set()
    nameless: set[str] = set()
    there: list[tuple[str, str, str]] = []
    for exchange, answer in _subscribed(exchanges):
        address = address_in(exchange.request)
        found = webhook_id(answer, id_place) or listed_webhook_id(listed, address, id_place)
        if exchange.agency not in agencies:
            continue
        if found is None:
            nameless.add(address)
        elif found in removed:
            confirmed.add(address)
        else:
            there.append((exchange.agency, found, address))
    removals = [partial(remove_subscription, agencies[label], found) for label, found, _ in there]
    for (label, found, address), reason in zip(there, several_at_once(removals, at_once), strict=True):
        if reason:
            left[label, found] = Leftover("subscription", found, reason)
        else:
            confirmed.add(address)
    for label, agency in agencies.items():
        own = list(_addresses(exchanges, label))
        still = _remove_listed(agency, own, confirmed, nameless, id_place) if own else ()
        known = {shown for _, shown in left}
        left |= {(label, leftover.id): leftover for leftover in still if leftover.id not in known}
    return tuple(left.values())


def stuck_subscriptions(exchanges: Sequence[Exchange], id_place: str | None) -> int:
    """How many subscriptions have an id that neither an answer nor a list shows. This run cannot remove them."""
    listed = list(_lists(exchanges))
    created = (
        (webhook_id(answer, id_place), address_in(exchange.request)) for exchange, answer in _subscribed(exchanges)
    )
    return sum(found is None and listed_webhook_id(listed, address, id_place) is None for found, address in created)


def _remove_listed(
    agency: Agency,
    addresses: Sequence[str],
    confirmed: Collection[str],
    nameless: Collection[str],
    id_place: str | None,
) -> Iterator[Leftover]:
    """Removes the subscriptions that the list still shows under *addresses*. Yields the subscriptions that stay. The
    target accepted a removal for the *confirmed* addresses. No answer has shown an id for the *nameless* ones.
    """
    listed = _ListedSubscriptions(agency, id_place)
    listed.read()
    for address in addresses:
        is_shown, stays = listed.shows(address), listed.remove_all(address)
        if stays:
            yield stays
        elif listed.failure and not is_shown and address not in confirmed:
            yield Leftover("subscription", address, f"It may be there: {listed.failure}")
        elif address in nameless and not is_shown:
            yield Leftover("subscription", address, "Neither the answer to its request nor a list shows its id.")


@dataclass
class _ListedSubscriptions:
    """The list of subscriptions of one agency, read again after every removal.

    *failure* says why it cannot be read to its end; *bodies* are the pages so far.
    """

    agency: Agency
    id_place: str | None
    bodies: list[Any] = field(default_factory=list)
    failure: str | None = None
    removed: set[str] = field(default_factory=set)

    def read(self) -> None:
        """Reads the list."""
        subscriptions = subscriptions_of(reads_of(self.agency))
        self.bodies = list(subscriptions.bodies())
        self.failure = str(subscriptions.broken_off) if subscriptions.broken_off else None

    def shows(self, address: str) -> bool:
        """Whether the pages that were read have a subscription to *address*."""
        return address in set(texts_in(self.bodies))

    def remove_all(self, address: str) -> Leftover | None:
        """Removes the subscriptions to *address*, one after another. Returns the first that stays, or None."""
        while self.shows(address):
            found = listed_webhook_id(self.bodies, address, self.id_place)
            if found is None:
                return Leftover(
                    "subscription", address, "The list shows it, but neither the list nor an answer has its id."
                )
            if found in self.removed:
                return Leftover("subscription", found, "DELETE was accepted, and the list still shows it.")
            reason = remove_subscription(self.agency, found)
            if reason:
                return Leftover("subscription", found, reason)
            self.removed.add(found)
            self.read()
        return None


def _addresses(exchanges: Sequence[Exchange], agency: str) -> Iterator[str]:
    """The addresses that *agency* may have subscribed, without repeats."""
    seen: dict[str, None] = {}
    for exchange in exchanges:
        if exchange.agency == agency and exchange.operation_id in ("createWebhook", "updateWebhook"):
            may_be = is_lost(exchange.response) or (exchange.response and exchange.response.is_success)
            if may_be and address_in(exchange.request):
                seen[address_in(exchange.request)] = None
    yield from seen


def remove_subscription(agency: Agency, webhook: str) -> str | None:
    """None when the subscription is gone, else why it is not."""
    return delete(agency, f"/webhooks/{segment(webhook)}")


def _subscribed(exchanges: Sequence[Exchange]) -> Iterator[tuple[Exchange, Response]]:
    for exchange in exchanges:
        if exchange.operation_id == "createWebhook" and exchange.response and exchange.response.is_success:
            yield exchange, exchange.response


def _lists(exchanges: Sequence[Exchange]) -> Iterator[Any]:
    """The bodies of all lists of subscriptions in the recording."""
    for exchange in exchanges:
        if exchange.operation_id == "listWebhooks" and exchange.response and exchange.response.is_success:
            yield exchange.response.value


def _named(exchanges: Sequence[Exchange], operation_id: str) -> Iterator[str]:
    """The ids in the paths of the accepted requests of one operation, decoded."""
    for exchange in exchanges:
        if exchange.operation_id == operation_id and exchange.response and exchange.response.is_success:
            found = match(exchange.request.method, exchange.request.path)
            if found:
                yield unquote(found.parameters["id"])
