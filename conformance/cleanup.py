"""Removes the subscriptions of a run. What cannot be removed is told, never passed over."""

from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import unquote

from conformance.client import Agency, segment
from conformance.exchanges import Exchange, Response
from conformance.operations import match
from conformance.results import Leftover
from conformance.verdicts import Judgement
from conformance.webhook_ids import webhook_id


def remove_subscriptions(
    exchanges: Sequence[Exchange], agencies: Mapping[str, Agency], id_place: str | None
) -> tuple[Leftover, ...]:
    """Remove every subscription that the recording shows as made and not as removed. *id_place* is where the answer
    shows its id, None where that is not declared.
    """
    removed = set(_named(exchanges, "deleteWebhook"))
    leftovers = []
    for label, answer in list(_subscribed(exchanges)):
        found = webhook_id(answer, id_place)
        if found in removed or label not in agencies:
            continue
        reason = _removed(agencies[label], found) if found else "the answer that made it shows no id"
        if reason:
            leftovers.append(Leftover("subscription", found or "of unknown id", reason))
    return tuple(leftovers)


def _removed(agency: Agency, webhook: str) -> str | None:
    """None when the subscription is gone, else why it is not."""
    try:
        answer = agency.delete(f"/webhooks/{segment(webhook)}")
    except Judgement as judgement:
        return str(judgement)
    gone = answer.is_success or answer.status in (404, 410)
    return None if gone else f"DELETE answered {answer.status}: {answer.text[:120]}"


def _subscribed(exchanges: Sequence[Exchange]) -> Iterator[tuple[str, Response]]:
    for exchange in exchanges:
        if exchange.operation_id == "createWebhook" and exchange.response and exchange.response.is_success:
            yield exchange.agency, exchange.response


def _named(exchanges: Sequence[Exchange], operation_id: str) -> Iterator[str]:
    """The ids in the paths of the accepted requests of one operation, decoded."""
    for exchange in exchanges:
        if exchange.operation_id == operation_id and exchange.response and exchange.response.is_success:
            found = match(exchange.request.method, exchange.request.path)
            if found:
                yield unquote(found.parameters["id"])
