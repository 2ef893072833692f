"""The doctor of signatures: says whether a delivery verifies, and if not, which mistake explains it."""

import base64
from typing import Any

from mock_server.api.calls import Answer, Call
from mock_server.api.problems import Finding, invalid_request
from mock_server.clock import wall_clock
from mock_server.control.clock import moment
from mock_server.deliveries.mistakes import Reason
from mock_server.deliveries.verification import Verdict, verify
from mock_server.services.deliveries import require_webhook
from mock_server.storage.sessions import Session
from mock_server.storage.webhooks import all_webhooks


def verify_signature(call: Call, session: Session) -> Answer:
    """POST /signatures/verify: judges body, headers and secret like a receiver, and says why."""
    body = call.body
    secret = body.get("secret") or require_webhook(session, body["webhookId"]).secret
    others = [(webhook.id, webhook.secret) for webhook in all_webhooks(session) if webhook.secret != secret]
    verdict = _judged(body, session, secret, others)
    reason = None if verdict.reason is None else verdict.reason.value
    return Answer(200, {"data": {"valid": verdict.valid, "reason": reason, "detail": verdict.detail}})


def _judged(body: Any, session: Session, secret: str, others: list[tuple[str, str]]) -> Verdict:
    """The verdict at the moment in the request. Without one, the clock that signs in this world counts."""
    raw, headers = _bytes(body), body["headers"]
    if "now" in body:
        return verify(raw, headers, secret, moment(body["now"], "/body/now"), others)
    signs_by_wall = session.world.settings.signature_clock == "wall"
    now, other = (wall_clock(), session.now) if signs_by_wall else (session.now, wall_clock())
    verdict = verify(raw, headers, secret, now, others)
    if verdict.reason not in _OF_TIME or not verify(raw, headers, secret, other, others).valid:
        return verdict
    signed_by, signs_by = ("world", "wall") if signs_by_wall else ("wall", "world")
    hint = f"It fits the {_CLOCKS[signed_by]}: it was signed while the setting signatureClock was {signed_by}."
    return Verdict(verdict.reason, f"{verdict.detail} {hint} Now it is {signs_by}.")


_OF_TIME = (Reason.TIMESTAMP_STALE, Reason.TIMESTAMP_IN_FUTURE)
_CLOCKS = {"world": "clock of the world", "wall": "clock of the machine"}


def _bytes(body: dict[str, str]) -> bytes:
    if "body" in body:
        return body["body"].encode()
    try:
        return base64.b64decode(body["bodyBase64"], validate=True)
    except ValueError:
        raise invalid_request([Finding("/body/bodyBase64", "format", "This is not base64.")]) from None
