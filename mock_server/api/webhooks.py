"""Webhook subscriptions over HTTP: create, list, change, remove. Spec: Webhooks."""

from typing import Any

from mock_server.api.calls import Answer, Call, timestamp
from mock_server.api.pages import listing
from mock_server.domain.webhooks import Subscription
from mock_server.services import webhooks
from mock_server.services.webhooks import SubscriptionChange, SubscriptionRequest
from mock_server.storage.sessions import Session
from mock_server.storage.webhooks import webhooks_page


def create_webhook(call: Call, session: Session) -> Answer:
    """POST /webhooks: the only answer that carries the secret (assumption A-48)."""
    body = call.body
    request = SubscriptionRequest(body["url"], tuple(body["events"]), body.get("description"))
    webhook = webhooks.create(session, call.caller.agency, request)
    created = shown_webhook(webhook) | {"secret": webhook.secret}
    headers = {"Location": f"{call.address}/{webhook.id}", "Cache-Control": "no-store"}
    return Answer(201, {"data": created}, headers)


def list_webhooks(call: Call, session: Session) -> Answer:
    """GET /webhooks: the subscriptions of the calling agency, newest first."""
    page, page_size = call.query["page"], call.query["pageSize"]
    found, total = webhooks_page(session, call.caller.agency, page, page_size)
    return listing(call, [shown_webhook(webhook) for webhook in found], page, page_size, total)


def update_webhook(call: Call, session: Session) -> Answer:
    """PUT /webhooks/{id}: members that are not sent keep their value (assumption A-49)."""
    body = call.body
    wanted = SubscriptionChange(
        url=body.get("url"),
        events=None if "events" not in body else tuple(body["events"]),
        description=body.get("description"),
        is_active=body.get("isActive"),
    )
    return Answer(200, {"data": shown_webhook(webhooks.change(session, call.caller.agency, call.path["id"], wanted))})


def delete_webhook(call: Call, session: Session) -> Answer:
    """DELETE /webhooks/{id}: removes the subscription. The answer has no body."""
    webhooks.remove(session, call.caller.agency, call.path["id"])
    return Answer(204, None)


def shown_webhook(webhook: Subscription) -> dict[str, Any]:
    """A subscription without its secret, as the contract shows it."""
    whole: dict[str, Any] = {"id": webhook.id, "url": webhook.url, "events": list(webhook.events)}
    if webhook.description is not None:
        whole["description"] = webhook.description
    return whole | {"isActive": webhook.is_active, "createdAt": timestamp(webhook.created_at)}
