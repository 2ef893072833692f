"""Probes of deliveries. A receiver on loopback takes them."""

import time
from collections.abc import Callable
from typing import Any

from tests.answers.asking import Asker, decided, made, tee_times
from tests.answers.registry import probe
from tests.sandbox.receivers import receiving
from tests.sandbox.trade import booking


def _subscribed(asks: Asker, url: str) -> Any:
    return made(asks.post("/webhooks", {"url": url, "events": ["booking.confirmed"]}))


def _waited_for(holds: Callable[[], bool], seconds: float = 10) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.02)
    return False


@probe("A-50")
def content_of_a_delivery(asks: Asker) -> str:
    """The delivery of a confirmed booking."""
    with receiving() as receiver:
        _subscribed(asks, receiver.url)
        made(asks.post("/travel/bookings", booking(tee_times(asks)[0], agencyBookingReference="MGT-1")))
        (delivery,) = receiver.got(1)
    event = delivery.event
    shown = event.get("data", {}) if isinstance(event, dict) else {}
    ours = {"id", "status", "bookingReference", "agencyBookingReference", "courseId"}
    return decided(
        ("whole-booking", "leadPlayer" in shown),
        ("id-alone", set(shown) <= {"id"}),
        ("ids-and-status", set(event) == {"type", "timestamp", "data"} and set(shown) == ours),
        seen=event,
    )


@probe("A-51")
def signature_and_repetition(asks: Asker) -> str:
    """The headers of a delivery that is answered with 500, and its repetition five seconds later."""
    with receiving(500, 204) as receiver:
        secret = _subscribed(asks, receiver.url)["secret"]
        made(asks.post("/travel/bookings", booking(tee_times(asks)[0])))
        (first,) = receiver.got(1)
        _waited_for(lambda: all(item["attempts"] == 1 for item in asks.control("GET", "/deliveries")))
        asks.advance("PT5S")
        is_repeated = _waited_for(lambda: len(receiver.received) == 2, seconds=3)
    is_signed = {"webhook-id", "webhook-timestamp", "webhook-signature"} <= set(first.headers)
    return decided(
        ("unsigned", not is_signed),
        ("one-attempt", not is_repeated),
        ("signed-and-repeated", first.is_signed_with(secret) and receiver.received[1].id == first.id),
        seen=(first, is_repeated),
    )
