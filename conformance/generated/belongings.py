"""The things that a run created on its target, from its recording. A generated request may change only these things."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import unquote

from conformance.catalogue.operations import Match, match
from conformance.discovery.booking_hooks import hook_id_in
from conformance.evidence.exchanges import WHOLE_RUN_DELIVERIES, Exchange, Response
from conformance.evidence.webhook_ids import webhook_id
from conformance.target.target import Target

_BOOKINGS = ("createBooking", "confirmBookingHook")
_HOOKS, _GROUPS, _WEBHOOKS = ("createBookingHook",), ("createGroupBooking",), ("createWebhook",)

# Operation on one object -> the operations that create such an object.
_MAKERS: Mapping[str, Sequence[str]] = {
    "updateBooking": _BOOKINGS,
    "cancelBooking": _BOOKINGS,
    "confirmBookingHook": _HOOKS,
    "releaseBookingHook": _HOOKS,
    "updateGroupBookingPlayers": _GROUPS,
    "updateWebhook": _WEBHOOKS,
    "deleteWebhook": _WEBHOOKS,
}


def may_be_sent(met: Match, exchanges: Sequence[Exchange], agency: str) -> bool:
    """Whether a request with the operation *met* cannot change things of others: it changes no existing object, or an
    object that this run created for the same *agency*.
    """
    makers = _MAKERS.get(met.operation_id)
    if makers is None:
        return True
    wanted = unquote(met.parameters["id"])
    return any(wanted in _ids_in(response.value) for response in _creations(exchanges, makers, agency))


def living_ids(exchanges: Sequence[Exchange], target: Target, agency: str) -> Mapping[str, Sequence[str]]:
    """Ids of objects that *agency* created and, as far as the recording shows, did not end. They are sorted by the
    operations on them, newest first.
    """

    def hook(response: Response) -> str | None:
        return hook_id_in(response.content, target.hooks)

    def webhook(response: Response) -> str | None:
        return webhook_id(response, target.webhook_id)

    bookings = _living(exchanges, agency, _BOOKINGS, _id_under_data, ("cancelBooking",))
    hooks = _living(exchanges, agency, _HOOKS, hook, ("confirmBookingHook", "releaseBookingHook"))
    groups = _living(exchanges, agency, _GROUPS, _id_under_data, ())
    webhooks = _living(exchanges, agency, _WEBHOOKS, webhook, ("deleteWebhook",))
    return {
        **dict.fromkeys(("getBooking", "updateBooking", "cancelBooking"), bookings),
        **dict.fromkeys(("confirmBookingHook", "releaseBookingHook"), hooks),
        **dict.fromkeys(("getGroupBooking", "updateGroupBookingPlayers"), groups),
        **dict.fromkeys(("updateWebhook", "deleteWebhook"), webhooks),
    }


def _living(
    exchanges: Sequence[Exchange],
    agency: str,
    makers: Sequence[str],
    id_in: Callable[[Response], str | None],
    enders: Sequence[str],
) -> Sequence[str]:
    created = dict.fromkeys(filter(None, (id_in(response) for response in _creations(exchanges, makers, agency))))
    ended = {
        _id_in_path(exchange) for exchange in exchanges if exchange.operation_id in enders and _succeeded(exchange)
    }
    return [object_id for object_id in reversed(created) if object_id not in ended]


def _creations(exchanges: Sequence[Exchange], makers: Sequence[str], agency: str) -> Iterator[Response]:
    """The answers that show what *makers* created for one check, or for generated requests."""
    for exchange in exchanges:
        is_of_all = exchange.check == WHOLE_RUN_DELIVERIES
        if exchange.operation_id in makers and exchange.agency == agency and _succeeded(exchange) and not is_of_all:
            assert exchange.response is not None
            yield exchange.response


def _succeeded(exchange: Exchange) -> bool:
    return exchange.response is not None and exchange.response.is_success


def _id_in_path(exchange: Exchange) -> str | None:
    met = match(exchange.request.method, exchange.request.path)
    return unquote(met.parameters["id"]) if met and "id" in met.parameters else None


def _id_under_data(response: Response) -> str | None:
    body = response.value
    created = body.get("data") if isinstance(body, dict) else None
    found = created.get("id") if isinstance(created, dict) else None
    return str(found) if found else None


def _ids_in(value: Any, name: str = "") -> Iterator[str]:
    """Every value of a member that is called an id."""
    if isinstance(value, dict):
        for member, item in value.items():
            yield from _ids_in(item, str(member))
    elif isinstance(value, list):
        for item in value:
            yield from _ids_in(item, name)
    elif isinstance(value, str | int) and name.lower().endswith("id"):
        yield str(value)
