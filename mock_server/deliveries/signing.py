"""Signs deliveries according to Standard Webhooks 1.0.0. Assumption A-51.

The base string is `<webhook-id>.<webhook-timestamp>.<body>`; each secret signs it with HMAC-SHA256.
This module does not know where a delivery goes or whether it arrives.
"""

import base64
import binascii
import hashlib
import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from standardwebhooks import Webhook

SECRET_PREFIX = "whsec_"  # noqa: S105 - the public prefix of every secret, not a secret.
SIGNATURE_PREFIX = "v1,"

ID_HEADER = "webhook-id"
TIMESTAMP_HEADER = "webhook-timestamp"
SIGNATURE_HEADER = "webhook-signature"


class SecretMalformed(ValueError):
    """A text that is not a signing secret. The message is one sentence that says why."""


@dataclass(frozen=True, slots=True)
class Post:
    """The content of one attempt: the headers of the delivery, the body, and the signed base string."""

    headers: Mapping[str, str]
    body: bytes
    base_string: bytes


def signed(message_id: str, moment: datetime, body: bytes, secrets: Sequence[str]) -> Post:
    """A delivery signed with every one of *secrets*, in their order.

    Two secrets overlap while one replaces the other: a receiver accepts either. *moment* is the time of the attempt,
    aware UTC. *body* is JSON in UTF-8. Raises SecretMalformed.
    """
    signatures = [signature(secret, message_id, moment, body) for secret in secrets]
    timestamp = str(int(moment.timestamp()))
    headers = {ID_HEADER: message_id, TIMESTAMP_HEADER: timestamp, SIGNATURE_HEADER: " ".join(signatures)}
    return Post(headers, body, base_string(message_id, timestamp, body))


def signature(secret: str, message_id: str, moment: datetime, body: bytes) -> str:
    """One signature, `v1,` and base64. *body* is UTF-8. Raises SecretMalformed."""
    return Webhook(key_of(secret)).sign(message_id, moment, body.decode())


def base_string(message_id: str, timestamp: str, body: bytes) -> bytes:
    """The bytes that are signed. *timestamp* is the text of its header."""
    return f"{message_id}.{timestamp}.".encode() + body


def digest(key: bytes, message: bytes) -> bytes:
    """The HMAC-SHA256 of any bytes, 32 bytes long."""
    return hmac.new(key, message, hashlib.sha256).digest()


def key_of(secret: str) -> bytes:
    """The key that a secret spells: the decoded base64 after `whsec_`. Raises SecretMalformed."""
    if not secret.startswith(SECRET_PREFIX):
        raise SecretMalformed(
            f"A secret begins with {SECRET_PREFIX}. Copy the whole of it from the answer to creation."
        )
    spelled = secret.removeprefix(SECRET_PREFIX)
    try:
        key = base64.b64decode(spelled, validate=True)
    except (binascii.Error, ValueError):
        raise SecretMalformed(f"The text after {SECRET_PREFIX} is not base64. {_hint(spelled)}") from None
    if not key:
        raise SecretMalformed(f"No text follows {SECRET_PREFIX}. Copy the whole secret from the answer to creation.")
    return key


def _hint(spelled: str) -> str:
    if spelled.startswith(SECRET_PREFIX):
        return "The prefix occurs twice: keep one."
    if "-" in spelled or "_" in spelled:
        return "Standard base64 has + and / in place of - and _."
    return "Base64 has letters, digits, + and /, and its length with = is a multiple of four."
