"""Subscriptions to events: create, list, change, remove. Spec: Webhooks; assumptions A-48 and A-49."""

import base64
from dataclasses import dataclass, replace

from mock_server.domain.ids import Numbered, object_id, secret_bytes
from mock_server.domain.refusals import WebhookNotFound
from mock_server.domain.webhook_addresses import is_own_inbox, require_url
from mock_server.domain.webhooks import Subscription, require_known_kinds, require_room
from mock_server.storage.deliveries import drop_waiting
from mock_server.storage.sessions import Session
from mock_server.storage.webhooks import count_webhooks, delete_webhook, find_webhook, insert_webhook, save_webhook
from mock_server.storage.world_rows import next_number


@dataclass(frozen=True, slots=True)
class SubscriptionRequest:
    """What an agency asks to receive."""

    url: str
    events: tuple[str, ...]
    description: str | None


@dataclass(frozen=True, slots=True)
class SubscriptionChange:
    """What changes about a subscription; None keeps a member."""

    url: str | None
    events: tuple[str, ...] | None
    description: str | None
    is_active: bool | None


def create(session: Session, agency: str, request: SubscriptionRequest) -> Subscription:
    """A new, active subscription with the secret that signs its deliveries.

    Raises WebhookUrl, EventUnknown or TooManySubscriptions. Spec: POST /webhooks; assumption A-48.
    """
    require_receiver(session, request.url)
    require_known_kinds(request.events)
    require_room(count_webhooks(session, agency))
    origin, number = session.world.origin, next_number(session, Numbered.WEBHOOK)
    # The key names the agency: after a reset of the world, no agency gets the secret of another agency.
    key = secret_bytes(origin, f"webhook of {agency}", number, session.server_secret)
    webhook = Subscription(
        id=object_id(Numbered.WEBHOOK, origin, number),
        number=number,
        agency=agency,
        url=request.url,
        events=request.events,
        description=request.description,
        is_active=True,
        secret="whsec_" + base64.b64encode(key).decode(),
        created_at=session.now,
    )
    insert_webhook(session, webhook)
    return webhook


def require_receiver(session: Session, url: str) -> None:
    """Refuses an address that may not receive deliveries. Inboxes of this sandbox may. Raises WebhookUrl.

    Assumption A-49.
    """
    if not is_own_inbox(url, session.own_inboxes):
        require_url(url, allow_loopback=session.allow_loopback)


def get(session: Session, agency: str, webhook_id: str) -> Subscription:
    """A subscription of the agency. Raises WebhookNotFound. Assumption A-49."""
    webhook = find_webhook(session, agency, webhook_id)
    if webhook is None:
        raise WebhookNotFound(webhook_id)
    return webhook


def change(session: Session, agency: str, webhook_id: str, wanted: SubscriptionChange) -> Subscription:
    """The subscription after a partial change. Waiting deliveries go to the new address.

    Raises WebhookNotFound, WebhookUrl or EventUnknown. Spec: Webhooks; assumption A-49.
    """
    before = get(session, agency, webhook_id)
    if wanted.url is not None:
        require_receiver(session, wanted.url)
    require_known_kinds(wanted.events or ())
    after = replace(
        before,
        url=before.url if wanted.url is None else wanted.url,
        events=before.events if wanted.events is None else wanted.events,
        description=before.description if wanted.description is None else wanted.description,
        is_active=before.is_active if wanted.is_active is None else wanted.is_active,
    )
    save_webhook(session, after)
    return after


def remove(session: Session, agency: str, webhook_id: str) -> None:
    """Removes a subscription. Its waiting deliveries are not sent. Raises WebhookNotFound.

    Spec: Webhooks; assumption A-49.
    """
    webhook = get(session, agency, webhook_id)
    delete_webhook(session, webhook.id)
    drop_waiting(session, webhook.id)
