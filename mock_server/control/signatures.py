"""The doctor of signatures: says whether a delivery verifies, and if not, which mistake explains it."""

import base64

from mock_server.api.calls import Answer, Call
from mock_server.api.problems import Finding, invalid_request
from mock_server.clock import wall_clock
from mock_server.control.clock import moment
from mock_server.deliveries.verification import verify
from mock_server.services.deliveries import require_webhook
from mock_server.storage.store import Session
from mock_server.storage.webhooks import all_webhooks


def verify_signature(call: Call, session: Session) -> Answer:
    """POST /signatures/verify: judges body, headers and secret as a receiver would, and says why."""
    body = call.body
    secret = body.get("secret") or require_webhook(session, body["webhookId"]).secret
    others = [(webhook.id, webhook.secret) for webhook in all_webhooks(session) if webhook.secret != secret]
    wall = session.world.settings.signature_clock == "wall"
    now = moment(body["now"], "/body/now") if "now" in body else wall_clock() if wall else session.now
    verdict = verify(_bytes(body), body["headers"], secret, now, others)
    reason = None if verdict.reason is None else verdict.reason.value
    return Answer(200, {"data": {"valid": verdict.valid, "reason": reason, "detail": verdict.detail}})


def _bytes(body: dict[str, str]) -> bytes:
    if "body" in body:
        return body["body"].encode()
    try:
        return base64.b64decode(body["bodyBase64"], validate=True)
    except ValueError:
        raise invalid_request([Finding("/body/bodyBase64", "format", "This is not base64.")]) from None
