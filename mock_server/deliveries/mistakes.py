"""Common mistakes with signatures, as data: the signed bytes, the key, and the spelling of the signature.

Each row reproduces one mistake. `verification` decides whether a delivery shows the mistake.
"""

import base64
import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from mock_server.deliveries.signing import (
    ID_HEADER,
    SECRET_PREFIX,
    SIGNATURE_PREFIX,
    TIMESTAMP_HEADER,
    SecretMalformed,
    base_string,
    key_of,
)
from mock_server.deliveries.spellings import spellings


class Reason(StrEnum):
    """Why a delivery is refused. The list is closed."""

    HEADER_MISSING = "header_missing"
    SECRET_MALFORMED = "secret_malformed"  # noqa: S105 - the name of a mistake.
    TIMESTAMP_NOT_A_NUMBER = "timestamp_not_a_number"
    TIMESTAMP_IN_MILLISECONDS = "timestamp_in_milliseconds"
    TIMESTAMP_STALE = "timestamp_stale"
    TIMESTAMP_IN_FUTURE = "timestamp_in_future"
    PREFIX_MISSING = "prefix_missing"
    HEX_SIGNATURE = "hex_signature"
    BASE64_OF_HEX = "base64_of_hex"
    SECRET_NOT_DECODED = "secret_not_decoded"  # noqa: S105 - the name of a mistake.
    SECRET_PREFIX_KEPT = "secret_prefix_kept"  # noqa: S105 - the name of a mistake.
    OTHER_SECRET = "other_secret"  # noqa: S105 - the name of a mistake.
    OTHER_ID = "other_id"
    PARTS_MISSING = "parts_missing"
    BODY_RESERIALISED = "body_reserialised"
    UNEXPLAINED = "unexplained"


@dataclass(frozen=True, slots=True)
class Received:
    """A received delivery. *entries* are the parts of its signature header."""

    message_id: str
    timestamp: str
    entries: Sequence[str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Signing:
    """One possible way to sign, and the reason and sentence to report if it reproduces the signature."""

    reason: Reason
    key: bytes
    message: bytes
    detail: str


def misspellings(expected: bytes) -> Iterator[tuple[Reason, str, str]]:
    """The right signature in a wrong spelling."""
    hexadecimal = expected.hex()
    yield (
        Reason.HEX_SIGNATURE,
        hexadecimal,
        "The signature is right but written in hexadecimal. Write the 32 bytes of the HMAC in base64.",
    )
    yield (
        Reason.BASE64_OF_HEX,
        base64.b64encode(hexadecimal.encode()).decode(),
        "The signature is base64 of the hexadecimal text. Encode the 32 bytes of the HMAC themselves.",
    )
    yield (
        Reason.PREFIX_MISSING,
        base64.b64encode(expected).decode(),
        f"The signature is right but lacks its version. Write {SIGNATURE_PREFIX!r} before the base64.",
    )


def missignings(found: Received, key: bytes, secret: str, others: Sequence[tuple[str, str]]) -> Iterator[Signing]:
    """Every common mistake in the signed bytes or in the key."""
    message_id, timestamp, body = found.message_id, found.timestamp, found.body
    right = base_string(message_id, timestamp, body)
    undecoded = f"The text of the secret was the key. Decode the base64 after {SECRET_PREFIX} and use its bytes."
    yield Signing(Reason.SECRET_NOT_DECODED, secret.encode(), right, undecoded)
    yield Signing(Reason.SECRET_NOT_DECODED, secret.removeprefix(SECRET_PREFIX).encode(), right, undecoded)
    kept = f"The key was decoded from the whole secret. Take {SECRET_PREFIX} off before decoding the rest."
    for wrong_key in _keys_with_prefix(secret):
        yield Signing(Reason.SECRET_PREFIX_KEPT, wrong_key, right, kept)
    for subscription, other in others:
        detail = f"The secret of subscription {subscription} signed it. Verify with the secret of that subscription."
        with suppress(SecretMalformed):
            yield Signing(Reason.OTHER_SECRET, key_of(other), right, detail)
    milliseconds = f"The base string had milliseconds. It has the text of {TIMESTAMP_HEADER}, in seconds."
    yield Signing(Reason.TIMESTAMP_IN_MILLISECONDS, key, base_string(message_id, timestamp + "000", body), milliseconds)
    parts = (
        f"The base string lacked a part. It is the {ID_HEADER}, the {TIMESTAMP_HEADER} and the body, joined by dots."
    )
    for message in (body, timestamp.encode() + b"." + body, message_id.encode() + b"." + body):
        yield Signing(Reason.PARTS_MISSING, key, message, parts)
    for other_id in _ids_in(body):
        detail = f"The id {other_id!r} was signed. The base string begins with the {ID_HEADER} of the delivery."
        yield Signing(Reason.OTHER_ID, key, base_string(other_id, timestamp, body), detail)
    for spelling, rewritten in spellings(body):
        detail = f"The signature is of the body {spelling}. Verify the bytes as received, before any parsing."
        yield Signing(Reason.BODY_RESERIALISED, key, base_string(message_id, timestamp, rewritten), detail)


def _keys_with_prefix(secret: str) -> Iterator[bytes]:
    """The keys that lenient decoders read from the whole secret: some skip the underscore, some read it as a slash."""
    for text in (secret.replace("_", ""), secret.replace("_", "/")):
        padded = text.rstrip("=")
        for length in (len(padded), len(padded) - len(padded) % 4):
            cut = padded[:length]
            if len(cut) % 4 != 1:
                yield base64.b64decode(cut + "=" * (-len(cut) % 4))


def _ids_in(body: bytes) -> Iterator[str]:
    """The ids in the body of a delivery. They are not the id of the delivery."""
    try:
        document: Any = json.loads(body)
    except ValueError:
        return
    facts = document.get("data") if isinstance(document, dict) else None
    for place in (document, facts):
        if isinstance(place, dict):
            yield from (
                value for name, value in place.items() if name.lower().endswith("id") and isinstance(value, str)
            )
