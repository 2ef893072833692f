"""Where the id of a subscription stands, which no document shows: where it is declared, else in a usual place."""

from typing import Any
from urllib.parse import unquote, urlsplit

from conformance.evidence.exchanges import NotJson, Response, parse_json
from conformance.evidence.shown_ids import WEBHOOK_NOUNS, found_id, id_at, objects_around, place_of_id

_USUAL_PLACES = ("data.id", "id", "data.webhookId", "webhookId", "data.webhook.id", "webhook.id")


def webhook_id(made: Response, declared: str | None = None) -> str | None:
    """The id that the answer to POST /webhooks shows, None when it shows none.

    Looks at the *declared* dotted place alone, or else at the usual members, the last segment of Location, and any
    member that is named like an id of a subscription.
    """
    if not made.is_success:
        return None
    body = _json(made)
    places = _USUAL_PLACES if declared is None else (declared,)
    found = next(filter(None, (id_at(body, place) for place in places)), None)
    if found or declared is not None:
        return found
    return _last_segment(made.header("location")) or found_id(body, WEBHOOK_NOUNS)


def usual_place(made: Response) -> str | None:
    """The place at which the answer to POST /webhooks shows an id, None when its body shows none."""
    body = _json(made)
    usual = next((place for place in _USUAL_PLACES if id_at(body, place)), None)
    return usual or place_of_id(body, WEBHOOK_NOUNS)


def listed_webhook_id(bodies: object, url: str, declared: str | None = None) -> str | None:
    """The id of the subscription to *url* in the *bodies* of a list: under the last name of the declared place, of a
    usual one, or under any name of an id, in the smallest object that holds *url* or in one around it.
    """
    places = _USUAL_PLACES if declared is None else (declared,)
    names = dict.fromkeys(place.rpartition(".")[2] for place in places)
    for record in objects_around(bodies, url):
        named = next(filter(None, (id_at(record, name) for name in names)), None)
        found = named or found_id(record, WEBHOOK_NOUNS)
        if found:
            return found
    return None


def _json(response: Response) -> Any:
    try:
        return parse_json(response.content)
    except NotJson:
        return None


def _last_segment(location: str | None) -> str | None:
    # An address has its id percent-encoded, and whoever sends it encodes it again.
    return unquote(urlsplit(location or "").path.rstrip("/").rpartition("/")[2]) or None
