"""What a run made on its target, as its recording shows it. Only what is its own may a generated request change."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import unquote

from conformance.catalogue.operations import Match, match
from conformance.discovery.booking_hooks import hook_id_in
from conformance.evidence.exchanges import Exchange, NotJson, Response, parse_json
from conformance.evidence.webhook_ids import webhook_id
from conformance.target.target import Target

_BOOKINGS = ("createBooking", "confirmBookingHook")
_HOOKS, _GROUPS, _WEBHOOKS = ("createBookingHook",), ("createGroupBooking",), ("createWebhook",)

# Operation on one object -> the operations that make such an object.
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
    """Whether a request that meets *met* leaves alone what others made: it changes nothing that exists, or what an
    answer of this run to the same *agency* showed when it was made.
    """
    makers = _MAKERS.get(met.operation_id)
    if makers is None:
        return True
    wanted = unquote(met.parameters["id"])
    return any(wanted in _ids_in(_body(response)) for response in _made(exchanges, makers, agency))


def living_ids(exchanges: Sequence[Exchange], target: Target, agency: str) -> Mapping[str, Sequence[str]]:
    """Ids of what *agency* made and, as far as can be seen, did not end: by operation on them, newest first."""

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
    made = dict.fromkeys(filter(None, (id_in(response) for response in _made(exchanges, makers, agency))))
    ended = {
        _id_in_path(exchange) for exchange in exchanges if exchange.operation_id in enders and _succeeded(exchange)
    }
    return [created for created in reversed(made) if created not in ended]


def _made(exchanges: Sequence[Exchange], makers: Sequence[str], agency: str) -> Iterator[Response]:
    for exchange in exchanges:
        if exchange.operation_id in makers and exchange.agency == agency and _succeeded(exchange):
            assert exchange.response is not None
            yield exchange.response


def _succeeded(exchange: Exchange) -> bool:
    return exchange.response is not None and exchange.response.is_success


def _id_in_path(exchange: Exchange) -> str | None:
    met = match(exchange.request.method, exchange.request.path)
    return unquote(met.parameters["id"]) if met and "id" in met.parameters else None


def _id_under_data(response: Response) -> str | None:
    body = _body(response)
    made = body.get("data") if isinstance(body, dict) else None
    found = made.get("id") if isinstance(made, dict) else None
    return str(found) if found else None


def _body(response: Response) -> Any:
    try:
        return parse_json(response.content)
    except NotJson:
        return None


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
