"""Records attempts, plans repetitions, and starts deliveries again. Assumption A-51."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from mock_server.domain.refusals import DeliveryNotFound, WebhookNotInWorld
from mock_server.domain.webhooks import Subscription, next_attempt
from mock_server.services.events import delivery_body
from mock_server.storage.deliveries import (
    Attempt,
    Delivery,
    DeliveryFilter,
    DeliveryState,
    add_attempts,
    event_ids_since,
    find_deliveries,
    find_delivery,
    find_leased,
    save_delivery,
)
from mock_server.storage.events import find_event, put_in_outbox
from mock_server.storage.sessions import Session
from mock_server.storage.webhooks import find_any_webhook, save_webhook

GONE = 410
MAX_RECOVERED = 1000


def record(session: Session, number: int, lease: str, attempts: Sequence[Attempt]) -> None:
    """Records the outcome of an attempt, and decides whether and when another attempt follows.

    A rule can send an attempt twice. The attempt counts as accepted if the receiver accepted one of the two requests.
    Nothing is recorded if the lease is lost: the world was reset, or another task took over.
    """
    before = find_leased(session, number, lease)
    if before is None:
        return
    add_attempts(session, before.id, attempts)
    save_delivery(session, _after(replace(before, url=attempts[-1].url), attempts))
    if any(attempt.status == GONE for attempt in attempts):
        _end_subscription(session, before.webhook_id)


def _after(before: Delivery, attempts: Sequence[Attempt]) -> Delivery:
    count = before.attempts + 1
    if any(attempt.reason is None for attempt in attempts):
        return replace(before, state=DeliveryState.DELIVERED, attempts=count, next_attempt_at=None)
    # The subscription was removed during the attempt.
    if before.state is DeliveryState.DROPPED:
        return replace(before, attempts=count)
    # The wait counts from the moment the attempt was due: a clock that moves far passes every attempt on its way.
    again = None if attempts[-1].status == GONE else next_attempt(count, attempts[-1].at)
    state = DeliveryState.FAILED if again is None else DeliveryState.WAITING
    return replace(before, state=state, attempts=count, next_attempt_at=again)


def _end_subscription(session: Session, webhook_id: str) -> None:
    webhook = find_any_webhook(session, webhook_id)
    if webhook is not None:
        save_webhook(session, replace(webhook, is_active=False))


def get(session: Session, delivery_id: str) -> Delivery:
    """The delivery with this id. Raises DeliveryNotFound."""
    delivery = find_delivery(session, delivery_id)
    if delivery is None:
        raise DeliveryNotFound(delivery_id)
    return delivery


def redeliver(session: Session, delivery_id: str) -> Delivery:
    """Starts a delivery again from now on, without any treatment on purpose, and with all its repetitions.

    Raises DeliveryNotFound, or WebhookNotInWorld if its subscription was removed.
    """
    delivery = get(session, delivery_id)
    require_webhook(session, delivery.webhook_id)
    return _begin_again(session, delivery)


def recover(session: Session, webhook_id: str, since: datetime) -> list[Delivery]:
    """Delivers every event since a moment that a subscription wants and has not received, in order.

    That includes events that happened before the subscription, or while it was paused. At most 1000 events.
    Raises WebhookNotInWorld.
    """
    webhook = require_webhook(session, webhook_id)
    recovered = []
    for event_id in event_ids_since(session, webhook.agency, since, MAX_RECOVERED):
        delivery = _recover(session, webhook, event_id)
        if delivery is not None:
            recovered.append(delivery)
    return recovered


def _recover(session: Session, webhook: Subscription, event_id: str) -> Delivery | None:
    event = find_event(session, event_id)
    assert event is not None
    if event.kind not in webhook.events:
        return None
    known = find_deliveries(session, DeliveryFilter(webhook_id=webhook.id, event_id=event_id), 1)
    if not known:
        to = (webhook.id, webhook.url)
        return get(session, put_in_outbox(session, event, to, delivery_body(event), session.now, None))
    if known[0].state is DeliveryState.DELIVERED:
        return None
    return _begin_again(session, known[0])


def _begin_again(session: Session, delivery: Delivery) -> Delivery:
    begun = replace(delivery, state=DeliveryState.WAITING, attempts=0, next_attempt_at=session.now, treatment=None)
    save_delivery(session, begun)
    return begun


def require_webhook(session: Session, webhook_id: str) -> Subscription:
    """The subscription with this id, of any agency. Raises WebhookNotInWorld."""
    webhook = find_any_webhook(session, webhook_id)
    if webhook is None:
        raise WebhookNotInWorld(webhook_id)
    return webhook
