"""Webhook subscriptions, created with the documented request. No document shows the answers: nothing is judged here."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from conformance.asking.client import Agency, segment
from conformance.asking.lists import GetSender, PagedList
from conformance.catalogue.paths import WEBHOOKS
from conformance.evidence.exchanges import Answer, Request
from conformance.evidence.json_values import json_of
from conformance.evidence.verdicts import Judgement, Untested
from conformance.evidence.webhook_ids import listed_webhook_id, webhook_id
from conformance.scope.run import Run

EVENT_KINDS = ("booking.confirmed", "booking.cancelled", "booking.modified")


def subscription(run: Run, name: str, events: Sequence[str] = EVENT_KINDS) -> dict[str, Any]:
    """A documented body with an address of its own. Nobody listens at example.com."""
    return {
        "url": f"https://example.com/teesheet/{run.marker}/{name}",
        "events": list(events),
        "description": f"Created by a conformance run ({run.marker}-{name}). Please disregard.",
    }


def subscription_at(url: str, run: Run, events: Sequence[str] = EVENT_KINDS) -> dict[str, Any]:
    """A documented body with the address *url*, where this run receives deliveries."""
    description = f"Made by a conformance run ({run.marker}). Please disregard."
    return {"url": url, "events": list(events), "description": description}


class SubscriptionList(NamedTuple):
    """The subscriptions of an agency: the *last* answer to GET /webhooks, which may be a refusal, and the *bodies* of
    all pages.
    """

    last: Answer
    bodies: list[Any]

    def shows(self, text: str) -> bool:
        """Whether *text* is anywhere in the list. The specification does not show its form."""
        return text in texts_in(self.bodies)

    def times_shown(self, text: str) -> int:
        """How often *text* is in the list."""
        return list(texts_in(self.bodies)).count(text)


def subscriptions_of(read: GetSender) -> PagedList:
    """The list of the subscriptions of the agency that *read* reads as. No document shows its form."""
    return PagedList(read, WEBHOOKS, {}, page_size=None)


def list_subscriptions(agency: Agency) -> SubscriptionList:
    """All pages of the agency's subscriptions.

    Raises `Judgement` when a page is not answered with JSON, and when the list has no end.
    """
    subscriptions = subscriptions_of(agency.get)
    bodies = list(subscriptions.bodies())
    if subscriptions.broken_off and (subscriptions.last is None or subscriptions.last.is_success):
        raise subscriptions.broken_off
    assert subscriptions.last is not None
    return SubscriptionList(subscriptions.last, bodies)


def record_of(bodies: Any, url: str) -> Any | None:
    """The record of the subscription to *url*: the smallest object in *bodies* that has *url*. None when absent."""
    inner = (record_of(part, url) for part in _parts(bodies))
    found = next((item for item in inner if item is not None), None)
    if found is not None:
        return found
    return bodies if isinstance(bodies, dict) and url in bodies.values() else None


def place_of(agency: Agency, created: Answer, declared: str | None) -> str:
    """The path of the subscription that the answer *created* is about. Its id comes from the *declared* place or a
    usual place in that answer, or else from the list.

    Raises `Untested` when none of these places has an id. No document shows the place.
    """
    found = webhook_id(created.response, declared) or listed_id(agency, address_in(created.request), declared)
    if found is None:
        raise Untested(
            f"{created.where} shows no id {f'at {declared}' if declared else 'in a usual place'}."
            " Declare webhook_id under [declares] in the target file: the place of the id of a subscription."
        )
    return f"{WEBHOOKS}/{segment(found)}"


def unsubscribe(agency: Agency, created: Answer, declared: str | None) -> None:
    """Deletes a subscription if an answer or the list shows its id. Otherwise the end of the run removes it. Nothing is
    sent when the target accepted its removal already.
    """
    with suppress(Judgement):
        place = place_of(agency, created, declared)
        if not agency.has_deleted(place):
            agency.delete(place)


def listed_id(agency: Agency, address: str, declared: str | None) -> str | None:
    """The id of the subscription to *address* in GET /webhooks, None when the list has no id for it."""
    return listed_webhook_id(list_subscriptions(agency).bodies, address, declared)


def address_in(request: Request) -> str:
    """The url in a request to subscribe, empty when the request has none."""
    body = json_of(request.content)
    return str(body.get("url") or "") if isinstance(body, dict) else ""


def texts_in(value: Any) -> Iterator[str]:
    """Every text in *value*, at any depth."""
    if isinstance(value, str):
        yield value
    for part in _parts(value):
        yield from texts_in(part)


def _parts(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []
