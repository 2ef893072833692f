"""Finds the id of a subscription, which no document shows: at the declared place, otherwise at a usual place."""

from urllib.parse import unquote, urlsplit

from conformance.evidence.exchanges import Response
from conformance.evidence.shown_ids import WEBHOOK_NOUNS, found_id, id_at, objects_around, place_of_id

_USUAL_PLACES = ("data.id", "id", "data.webhookId", "webhookId", "data.webhook.id", "webhook.id")


def webhook_id(created: Response, declared: str | None = None) -> str | None:
    """The id that the answer to POST /webhooks shows, None if the answer shows no id.

    Reads only the *declared* dotted place. Without a declared place, it reads the usual members, the last segment of
    Location, and every member whose name is the name of such an id.
    """
    if not created.is_success:
        return None
    body = created.value
    places = _USUAL_PLACES if declared is None else (declared,)
    found = next(filter(None, (id_at(body, place) for place in places)), None)
    if found or declared is not None:
        return found
    return _last_segment(created.header("location")) or found_id(body, WEBHOOK_NOUNS)


def usual_place(created: Response) -> str | None:
    """The place at which the answer to POST /webhooks shows an id, None if its body shows no id."""
    body = created.value
    usual = next((place for place in _USUAL_PLACES if id_at(body, place)), None)
    return usual or place_of_id(body, WEBHOOK_NOUNS)


def listed_webhook_id(bodies: object, url: str, declared: str | None = None) -> str | None:
    """The id of the subscription to *url* in the *bodies* of a list, None if they show no such id.

    The id has the last name of the declared place or of a usual place, or any name of an id. It is in the smallest
    object with *url*, or in an object around that object.
    """
    places = _USUAL_PLACES if declared is None else (declared,)
    names = dict.fromkeys(place.rpartition(".")[2] for place in places)
    for record in objects_around(bodies, url):
        named = next(filter(None, (id_at(record, name) for name in names)), None)
        found = named or found_id(record, WEBHOOK_NOUNS)
        if found:
            return found
    return None


def _last_segment(location: str | None) -> str | None:
    # The id is percent-encoded in an address, and a later request encodes the id again.
    return unquote(urlsplit(location or "").path.rstrip("/").rpartition("/")[2]) or None
