"""Where the id of a subscription stands, which no document shows: where it is declared, else in a usual place."""

from typing import Any
from urllib.parse import unquote, urlsplit

from conformance.exchanges import NotJson, Response, parse_json

_USUAL_PLACES = ("data.id", "id", "data.webhookId", "webhookId", "data.webhook.id", "webhook.id")


def webhook_id(made: Response, declared: str | None = None) -> str | None:
    """The id that the answer to POST /webhooks shows, None when it shows none.

    Looks at the *declared* dotted place alone, or else at the usual members and the last segment of Location.
    """
    if not made.is_success:
        return None
    body = _json(made)
    places = _USUAL_PLACES if declared is None else (declared,)
    found = next(filter(None, (_id_at(body, place) for place in places)), None)
    return found or (_last_segment(made.header("location")) if declared is None else None)


def usual_place(made: Response) -> str | None:
    """The usual place at which the answer to POST /webhooks shows an id, None when its body shows none."""
    body = _json(made)
    return next((place for place in _USUAL_PLACES if _id_at(body, place)), None)


def webhook_id_of_record(record: object, declared: str | None = None) -> str | None:
    """The id in the *record* of a subscription, as a list shows it: under the last name of the declared place, or else
    of a usual one.
    """
    places = _USUAL_PLACES if declared is None else (declared,)
    names = dict.fromkeys(place.rpartition(".")[2] for place in places)
    return next(filter(None, (_id_at(record, name) for name in names)), None)


def _json(response: Response) -> Any:
    try:
        return parse_json(response.content)
    except NotJson:
        return None


def _id_at(body: Any, place: str) -> str | None:
    value = body
    for member in place.split("."):
        value = value.get(member) if isinstance(value, dict) else None
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) and value != "" else None


def _last_segment(location: str | None) -> str | None:
    # An address has its id percent-encoded, and whoever sends it encodes it again.
    return unquote(urlsplit(location or "").path.rstrip("/").rpartition("/")[2]) or None
