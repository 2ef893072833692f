"""Removes the subscriptions of a run. What cannot be removed is told, never passed over."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import unquote

from conformance.client import Agency, segment
from conformance.exchanges import Exchange, NotJson, Response, parse_json
from conformance.operations import match
from conformance.results import Leftover
from conformance.suite.subscriptions import address_in, listed_id, record_of
from conformance.verdicts import Judgement
from conformance.webhook_ids import webhook_id, webhook_id_of_record


def remove_subscriptions(
    exchanges: Sequence[Exchange], agencies: Mapping[str, Agency], id_place: str | None
) -> tuple[Leftover, ...]:
    """Remove every subscription that the recording shows as made and not as removed. *id_place* is where the answer
    shows its id, None where that is not declared. One that shows none may stand in a list with its id.
    """
    removed, listed = set(_named(exchanges, "deleteWebhook")), list(_lists(exchanges))
    leftovers = []
    for exchange, answer in list(_subscribed(exchanges)):
        address = address_in(exchange.request)
        found = webhook_id(answer, id_place) or webhook_id_of_record(record_of(listed, address), id_place)
        if found in removed or exchange.agency not in agencies:
            continue
        reason = _removed_by(agencies[exchange.agency], found, address, id_place)
        if reason:
            leftovers.append(Leftover("subscription", found or "of unknown id", reason))
    return tuple(leftovers)


def stuck_subscriptions(exchanges: Sequence[Exchange], id_place: str | None) -> int:
    """How many subscriptions were made that nothing shows the id of, so that they stand until somebody else removes
    them.
    """
    listed = list(_lists(exchanges))
    made = ((webhook_id(answer, id_place), address_in(exchange.request)) for exchange, answer in _subscribed(exchanges))
    return sum(
        found is None and webhook_id_of_record(record_of(listed, address), id_place) is None for found, address in made
    )


def _removed_by(agency: Agency, found: str | None, address: str, id_place: str | None) -> str | None:
    """None when the subscription is gone, else why it is not."""
    try:
        known = found or listed_id(agency, address, id_place)
    except Judgement as judgement:
        return str(judgement)
    return remove_subscription(agency, known) if known else "neither the answer that made it nor a list shows its id"


def remove_subscription(agency: Agency, webhook: str) -> str | None:
    """None when the subscription is gone, else why it is not."""
    try:
        answer = agency.delete(f"/webhooks/{segment(webhook)}")
    except Judgement as judgement:
        return str(judgement)
    gone = answer.is_success or answer.status in (404, 410)
    return None if gone else f"DELETE answered {answer.status}: {answer.said}"


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
