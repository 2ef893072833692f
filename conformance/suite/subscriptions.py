"""Webhook subscriptions made by the documented request. The answers to it are not shown: nothing here judges."""

from collections.abc import Iterator
from typing import Any

from conformance.client import Agency, segment
from conformance.exchanges import Answer
from conformance.run import Run
from conformance.verdicts import Judgement

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


def unsubscribe(agency: Agency, made: Answer) -> None:
    """Delete a subscription where the answer that made it shows its id in a usual place; else it is left behind."""
    try:
        body = made.body if made.is_success else None
        record = body.get("data", body) if isinstance(body, dict) else None
        if isinstance(record, dict) and isinstance(record.get("id"), str):
            agency.delete(f"{WEBHOOKS}/{segment(record['id'])}")
    except Judgement:
        return


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for one in parts:
        yield from _texts(one)
