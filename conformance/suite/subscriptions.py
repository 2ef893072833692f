"""Webhook subscriptions made by the documented request. The answers to it are not shown: nothing here judges."""

from collections.abc import Iterator
from typing import Any

from conformance.client import Agency, segment
from conformance.exchanges import Answer
from conformance.run import Run
from conformance.verdicts import Judgement, NotApplicable

WEBHOOKS = "/webhooks"

_EVENTS = ("booking.confirmed", "booking.cancelled", "booking.modified")


def subscription(run: Run, name: str) -> dict[str, Any]:
    """A documented body whose address no other subscription has; nobody listens at example.com."""
    return {
        "url": f"https://example.com/teesheet/{run.marker}/{name}",
        "events": list(_EVENTS),
        "description": "Made by a conformance run. Please disregard.",
    }


def shows(answer: Answer, url: str) -> bool:
    """Whether *url* stands anywhere in the body, whose form the specification does not show."""
    return url in _texts(answer.body)


def place_of(made: Answer) -> str:
    """Path of a subscription whose id the answer that made it shows in a usual place.

    Raises `NotApplicable` when it does not: where the id stands is not documented.
    """
    body = made.body if made.is_success else None
    record = body.get("data", body) if isinstance(body, dict) else None
    if not isinstance(record, dict) or not isinstance(record.get("id"), str):
        raise NotApplicable(f"{made.where} shows no id where one is usual, and no document says where it stands.")
    return f"{WEBHOOKS}/{segment(record['id'])}"


def unsubscribe(agency: Agency, made: Answer) -> None:
    """Delete a subscription whose id is shown in a usual place; another one is left behind."""
    try:
        agency.delete(place_of(made))
    except Judgement:
        return


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for one in parts:
        yield from _texts(one)
