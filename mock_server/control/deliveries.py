"""Deliveries of a world: which wait, the exact bytes of each attempt, the answers, and how to send one again."""

from typing import Any

from mock_server.api.calls import Answer, Call, timestamp
from mock_server.control.clock import moment
from mock_server.services import deliveries
from mock_server.storage.deliveries import Attempt, Delivery, DeliveryFilter, attempts_of, find_deliveries
from mock_server.storage.sessions import Session


def list_deliveries(call: Call, session: Session) -> Answer:
    """GET /deliveries: the matching deliveries of the world, newest first."""
    query = call.query
    chosen = DeliveryFilter(query.get("state"), query.get("webhookId"), query.get("eventId"), query.get("kind"))
    return Answer(200, {"data": [_item(delivery) for delivery in find_deliveries(session, chosen, query["limit"])]})


def get_delivery(call: Call, session: Session) -> Answer:
    """GET /deliveries/{id}: one delivery, with the bytes of the body and every attempt."""
    delivery = deliveries.get(session, call.path["id"])
    log = [_attempt(number, attempt) for number, attempt in enumerate(attempts_of(session, delivery.id), 1)]
    return Answer(200, {"data": _item(delivery) | {"body": delivery.body.decode(), "log": log}})


def redeliver(call: Call, session: Session) -> Answer:
    """POST /deliveries/{id}/redeliver: sends a delivery again, under the same id."""
    return Answer(200, {"data": _item(deliveries.redeliver(session, call.path["id"]))})


def recover_deliveries(call: Call, session: Session) -> Answer:
    """POST /webhooks/{id}/recover: sends every event that the subscription has missed since a moment."""
    since = moment(call.body["since"], "/body/since")
    recovered = deliveries.recover(session, call.path["id"], since)
    return Answer(200, {"data": [_item(delivery) for delivery in recovered]})


def _item(delivery: Delivery) -> dict[str, Any]:
    due = delivery.next_attempt_at
    return {
        "id": delivery.id,
        "agency": delivery.agency,
        "eventId": delivery.event_id,
        "kind": delivery.kind,
        "webhookId": delivery.webhook_id,
        "url": delivery.url,
        "state": delivery.state.value,
        "treatment": delivery.treatment,
        "attempts": delivery.attempts,
        "nextAttemptAt": None if due is None else timestamp(due),
    }


def _attempt(number: int, attempt: Attempt) -> dict[str, Any]:
    return {
        "number": number,
        "at": timestamp(attempt.at),
        "sentAt": timestamp(attempt.wall_at),
        "url": attempt.url,
        "headers": dict(attempt.headers),
        "body": attempt.body.decode(errors="replace"),
        "signed": attempt.base_string.decode(errors="replace"),
        "status": attempt.status,
        "reason": attempt.reason,
        "milliseconds": attempt.milliseconds,
        "answer": {
            "headers": [{"name": name, "value": value} for name, value in attempt.response_headers],
            "body": attempt.response_body.decode(errors="replace"),
        },
    }
