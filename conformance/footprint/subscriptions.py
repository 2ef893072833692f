"""Removes the subscriptions of a run. What cannot be removed is told, never passed over."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import unquote

from conformance.asking.client import Agency, segment
from conformance.catalogue.operations import match
from conformance.discovery.webhooks import address_in, listed_texts, texts_in
from conformance.evidence.exchanges import Exchange, NotJson, Response, parse_json
from conformance.evidence.verdicts import Judgement
from conformance.evidence.webhook_ids import listed_webhook_id, webhook_id
from conformance.footprint.deleting import deleted
from conformance.results.run_result import Leftover
from conformance.wire.retrying import is_lost


def remove_subscriptions(
    exchanges: Sequence[Exchange], agencies: Mapping[str, Agency], id_place: str | None
) -> tuple[Leftover, ...]:
    """Remove every subscription that the recording shows as made, and look in the list whether any is left. *id_place*
    is where the answer shows its id, None where that is not declared.
    """
    removed, listed = set(_named(exchanges, "deleteWebhook")), list(_lists(exchanges))
    left: dict[tuple[str, str], Leftover] = {}
    confirmed: set[str] = set()
    nameless: set[str] = set()
    for exchange, answer in list(_subscribed(exchanges)):
        address = address_in(exchange.request)
        found = webhook_id(answer, id_place) or listed_webhook_id(listed, address, id_place)
        if exchange.agency not in agencies:
            continue
        if found is None:
            nameless.add(address)
            continue
        reason = None if found in removed else remove_subscription(agencies[exchange.agency], found)
        if reason:
            left[exchange.agency, found] = Leftover("subscription", found, reason)
        else:
            confirmed.add(address)
    for label, agency in agencies.items():
        own = list(_addresses(exchanges, label))
        still = _still_listed(agency, own, confirmed, nameless, id_place) if own else ()
        known = {shown for _, shown in left}
        left |= {(label, leftover.id): leftover for leftover in still if leftover.id not in known}
    return tuple(left.values())


def stuck_subscriptions(exchanges: Sequence[Exchange], id_place: str | None) -> int:
    """How many subscriptions were made that nothing shows the id of, so that they stand until somebody else removes
    them.
    """
    listed = list(_lists(exchanges))
    made = ((webhook_id(answer, id_place), address_in(exchange.request)) for exchange, answer in _subscribed(exchanges))
    return sum(found is None and listed_webhook_id(listed, address, id_place) is None for found, address in made)


def _still_listed(
    agency: Agency,
    addresses: Sequence[str],
    confirmed: Collection[str],
    nameless: Collection[str],
    id_place: str | None,
) -> Iterator[Leftover]:
    """Remove what the list still shows under one of *addresses*, and say what stays. Of those that are *confirmed*, a
    removal was accepted; of those that are *nameless*, no answer has shown an id.
    """
    tried: set[str] = set()
    shown, failure = _listed(agency)
    for address in addresses:
        if failure is None and address in nameless and address not in set(texts_in(shown)):
            yield Leftover("subscription", address, "Neither the answer that made it nor a list shows its id.")
        while failure is None and address in set(texts_in(shown)):
            found = listed_webhook_id(shown, address, id_place)
            if found is None:
                yield Leftover("subscription", address, "The list shows it, and neither the list nor an answer its id.")
                break
            reason = None if found in tried else remove_subscription(agency, found)
            if found in tried or reason:
                yield Leftover("subscription", found, reason or "DELETE was accepted, and the list still shows it.")
                break
            tried.add(found)
            shown, failure = _listed(agency)
    if failure is not None:
        for address in (address for address in addresses if address not in confirmed):
            yield Leftover("subscription", address, f"It may be there: {failure}")


def _listed(agency: Agency) -> tuple[list[Any], str | None]:
    """The bodies of the list of subscriptions; else why it cannot be read."""
    try:
        answer, bodies = listed_texts(agency)
    except Judgement as judgement:
        return [], str(judgement)
    return bodies, None if answer.is_success else f"{answer.where} answered {answer.status}."


def _addresses(exchanges: Sequence[Exchange], agency: str) -> Iterator[str]:
    """The addresses that *agency* may have subscribed, each once."""
    seen: dict[str, None] = {}
    for exchange in exchanges:
        if exchange.agency == agency and exchange.operation_id in ("createWebhook", "updateWebhook"):
            may_be = is_lost(exchange.response) or (exchange.response and exchange.response.is_success)
            if may_be and address_in(exchange.request):
                seen[address_in(exchange.request)] = None
    yield from seen


def remove_subscription(agency: Agency, webhook: str) -> str | None:
    """None when the subscription is gone, else why it is not."""
    return deleted(agency, f"/webhooks/{segment(webhook)}")


def _subscribed(exchanges: Sequence[Exchange]) -> Iterator[tuple[Exchange, Response]]:
    for exchange in exchanges:
        if exchange.operation_id == "createWebhook" and exchange.response and exchange.response.is_success:
            yield exchange, exchange.response


def _lists(exchanges: Sequence[Exchange]) -> Iterator[Any]:
    """The bodies of all lists of subscriptions that were read."""
    for exchange in exchanges:
        if exchange.operation_id == "listWebhooks" and exchange.response and exchange.response.is_success:
            with suppress(NotJson):
                yield parse_json(exchange.response.content)


def _named(exchanges: Sequence[Exchange], operation_id: str) -> Iterator[str]:
    """The ids in the paths of the accepted requests of one operation, decoded."""
    for exchange in exchanges:
        if exchange.operation_id == operation_id and exchange.response and exchange.response.is_success:
            found = match(exchange.request.method, exchange.request.path)
            if found:
                yield unquote(found.parameters["id"])
