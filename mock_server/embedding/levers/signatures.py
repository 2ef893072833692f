"""Why a signature does not verify. Written by `python -m tests.levers`."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from mock_server.embedding.call import LeverCall


class SignatureVerdict(TypedDict):
    """The verdict on the delivery."""

    valid: bool  # Whether a receiver accepts the delivery.
    reason: (
        Literal[
            "header_missing",
            "secret_malformed",
            "timestamp_not_a_number",
            "timestamp_in_milliseconds",
            "timestamp_stale",
            "timestamp_in_future",
            "prefix_missing",
            "hex_signature",
            "base64_of_hex",
            "secret_not_decoded",
            "secret_prefix_kept",
            "other_secret",
            "other_id",
            "parts_missing",
            "body_reserialised",
            "unexplained",
        ]
        | None
    )
    """The mistake that explains the failure. Null for a valid delivery."""
    detail: str  # The mistake, and how to correct it.


class SignatureQuestion(TypedDict):
    """A received delivery. The body is in `body` or in `bodyBase64`. The secret is in `secret`, or it is the
    secret of a subscription.
    """

    body: NotRequired[str]  # The body as text, exactly as it arrived.
    bodyBase64: NotRequired[str]  # The body as bytes in base64.
    headers: dict[str, str]  # The received headers. Their names match in any case.
    secret: NotRequired[str]  # The secret of the signature.
    webhookId: NotRequired[str]  # Subscription with the secret of the signature.
    now: NotRequired[str]
    """Moment for which the sandbox judges the timestamp, in UTC. By default it is the present time of the clock
    that signs deliveries.
    """


def verify_signature(body: SignatureQuestion) -> LeverCall[SignatureVerdict]:
    """Find out why a signature fails: `POST /signatures/verify`.

    Verifies the body, the headers and the secret like a receiver.
    """
    return LeverCall("POST", "/signatures/verify", "data", body=body)
