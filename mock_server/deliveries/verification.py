"""Says whether a delivery is signed as it must be, and if not, which mistake explains it. Assumption A-51.

Integrators fail at signatures in a dozen known ways. Each is a row here: what would have been signed, with what
key, spelled how. The row that reproduces the signature is the reason.
"""

import base64
import hmac
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from mock_server.deliveries.signing import (
    ID_HEADER,
    SECRET_PREFIX,
    SIGNATURE_HEADER,
    SIGNATURE_PREFIX,
    TIMESTAMP_HEADER,
    SecretMalformed,
    base_string,
    digest,
    key_of,
)
from mock_server.deliveries.spellings import spellings

TOLERANCE = timedelta(minutes=5)
_DIGITS = re.compile(r"[0-9]{1,15}\Z", re.ASCII)
_LABEL = re.compile(r"^(v[0-9]+[a-z]?,|v[0-9]+=|sha256=)")


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
class Verdict:
    """Whether a delivery is valid; if not, the reason and a sentence that shows the way out."""

    reason: Reason | None
    detail: str

    @property
    def valid(self) -> bool:
        """Whether a receiver accepts it."""
        return self.reason is None


@dataclass(frozen=True, slots=True)
class _Received:
    message_id: str
    timestamp: str
    entries: Sequence[str]
    body: bytes


@dataclass(frozen=True, slots=True)
class _Signing:
    """One way in which somebody may have signed, and what to say if it reproduces the signature."""

    reason: Reason
    key: bytes
    message: bytes
    detail: str


def verify(
    body: bytes,
    headers: Mapping[str, str],
    secret: str,
    now: datetime,
    other_secrets: Sequence[tuple[str, str]] = (),
) -> Verdict:
    """Judges a delivery as it was received.

    *headers* are looked up whatever their case. *now* is the moment of the judge, aware UTC. *other_secrets* are
    pairs of subscription id and secret, to recognise the secret of another subscription.
    The signature is judged before the age, since an old capture is what people bring.
    """
    found = _received(body, headers)
    if isinstance(found, Verdict):
        return found
    try:
        key = key_of(secret)
    except SecretMalformed as error:
        return Verdict(Reason.SECRET_MALFORMED, str(error))
    if not _DIGITS.match(found.timestamp):
        detail = f"{TIMESTAMP_HEADER} is {found.timestamp[:40]!r}. It is a whole number of seconds since 1970 UTC."
        return Verdict(Reason.TIMESTAMP_NOT_A_NUMBER, detail)
    if _spelled(digest(key, base_string(found.message_id, found.timestamp, body)), found.entries):
        return _judged_by_age(int(found.timestamp), now)
    return _explained(found, key, secret, other_secrets)


def _received(body: bytes, headers: Mapping[str, str]) -> _Received | Verdict:
    named = {name.lower(): value for name, value in headers.items()}
    wanted = (ID_HEADER, TIMESTAMP_HEADER, SIGNATURE_HEADER)
    missing = [name for name in wanted if not named.get(name, "").strip()]
    if missing:
        detail = f"The delivery has no {' and no '.join(missing)}. A proxy or a framework may have dropped it."
        return Verdict(Reason.HEADER_MISSING, detail)
    return _Received(named[ID_HEADER], named[TIMESTAMP_HEADER], named[SIGNATURE_HEADER].split(" "), body)


def _spelled(expected: bytes, entries: Sequence[str]) -> bool:
    # The text is compared and not its bytes: base64 has several spellings of the same bytes.
    wanted = SIGNATURE_PREFIX.encode() + base64.b64encode(expected)
    return any(hmac.compare_digest(wanted, entry.encode(errors="replace")) for entry in entries)


def _judged_by_age(seconds: int, now: datetime) -> Verdict:
    age = int(now.timestamp()) - seconds
    limit = int(TOLERANCE.total_seconds())
    if abs(age) <= limit:
        return Verdict(None, "The signature fits and the timestamp is fresh.")
    if abs(int(now.timestamp()) - seconds // 1000) <= limit:
        return Verdict(
            Reason.TIMESTAMP_IN_MILLISECONDS, f"{TIMESTAMP_HEADER} counts milliseconds. It counts seconds since 1970."
        )
    if age > 0:
        return Verdict(
            Reason.TIMESTAMP_STALE,
            f"The signature fits, and the timestamp is {age} s old. More than {limit} s is refused as a replay.",
        )
    return Verdict(
        Reason.TIMESTAMP_IN_FUTURE,
        f"The signature fits, and the timestamp is {-age} s ahead of the clock. At most {limit} s are accepted.",
    )


def _explained(found: _Received, key: bytes, secret: str, others: Sequence[tuple[str, str]]) -> Verdict:
    bare = [_LABEL.sub("", entry) for entry in found.entries]
    expected = digest(key, base_string(found.message_id, found.timestamp, found.body))
    for reason, text, detail in _misspellings(expected):
        if any(hmac.compare_digest(text.encode(), entry.encode(errors="replace")) for entry in bare):
            return Verdict(reason, detail)
    for signing in _missignings(found, key, secret, others):
        if _spelled(digest(signing.key, signing.message), found.entries):
            return Verdict(signing.reason, signing.detail)
    if not any(entry.startswith(SIGNATURE_PREFIX) for entry in found.entries):
        return Verdict(Reason.PREFIX_MISSING, f"No entry of {SIGNATURE_HEADER} begins with {SIGNATURE_PREFIX!r}.")
    return Verdict(
        Reason.UNEXPLAINED,
        "No known mistake explains the signature: the body was changed on the way, or an unknown secret signed it.",
    )


def _misspellings(expected: bytes) -> Iterator[tuple[Reason, str, str]]:
    """The right signature in a wrong spelling."""
    hexadecimal = expected.hex()
    yield (
        Reason.HEX_SIGNATURE,
        hexadecimal,
        "The signature is right and written in hexadecimal. Write the 32 bytes of the HMAC in base64.",
    )
    yield (
        Reason.BASE64_OF_HEX,
        base64.b64encode(hexadecimal.encode()).decode(),
        "The signature is base64 of the hexadecimal text. Encode the 32 bytes of the HMAC themselves.",
    )
    yield (
        Reason.PREFIX_MISSING,
        base64.b64encode(expected).decode(),
        f"The signature is right and lacks its version. Write {SIGNATURE_PREFIX!r} before the base64.",
    )


def _missignings(found: _Received, key: bytes, secret: str, others: Sequence[tuple[str, str]]) -> Iterator[_Signing]:
    """Everything that is often signed, or signed with, by mistake."""
    message_id, timestamp, body = found.message_id, found.timestamp, found.body
    right = base_string(message_id, timestamp, body)
    undecoded = f"The text of the secret was the key. Decode the base64 after {SECRET_PREFIX} and use its bytes."
    yield _Signing(Reason.SECRET_NOT_DECODED, secret.encode(), right, undecoded)
    yield _Signing(Reason.SECRET_NOT_DECODED, secret.removeprefix(SECRET_PREFIX).encode(), right, undecoded)
    kept = f"The key was decoded from the whole secret. Take {SECRET_PREFIX} off before decoding the rest."
    for wrong_key in _keys_with_prefix(secret):
        yield _Signing(Reason.SECRET_PREFIX_KEPT, wrong_key, right, kept)
    for subscription, other in others:
        detail = f"The secret of subscription {subscription} signed it. Verify with the secret of that subscription."
        with suppress(SecretMalformed):
            yield _Signing(Reason.OTHER_SECRET, key_of(other), right, detail)
    milliseconds = f"The base string had milliseconds. It has the text of {TIMESTAMP_HEADER}, in seconds."
    yield _Signing(
        Reason.TIMESTAMP_IN_MILLISECONDS, key, base_string(message_id, timestamp + "000", body), milliseconds
    )
    parts = (
        f"The base string lacked a part. It is the {ID_HEADER}, the {TIMESTAMP_HEADER} and the body, joined by dots."
    )
    for message in (body, timestamp.encode() + b"." + body, message_id.encode() + b"." + body):
        yield _Signing(Reason.PARTS_MISSING, key, message, parts)
    for other_id in _ids_in(body):
        detail = f"The id {other_id!r} was signed. The base string begins with the {ID_HEADER} of the delivery."
        yield _Signing(Reason.OTHER_ID, key, base_string(other_id, timestamp, body), detail)
    for spelling, rewritten in spellings(body):
        detail = f"The signature is of the body {spelling}. Verify the bytes as received, before any parsing."
        yield _Signing(Reason.BODY_RESERIALISED, key, base_string(message_id, timestamp, rewritten), detail)


def _keys_with_prefix(secret: str) -> Iterator[bytes]:
    """What lenient decoders make of the whole secret: some skip the underscore, some read it as a slash."""
    for text in (secret.replace("_", ""), secret.replace("_", "/")):
        padded = text.rstrip("=")
        for length in (len(padded), len(padded) - len(padded) % 4):
            cut = padded[:length]
            if len(cut) % 4 != 1:
                yield base64.b64decode(cut + "=" * (-len(cut) % 4))


def _ids_in(body: bytes) -> Iterator[str]:
    """The ids that a delivery carries in its body, which are not the id of the delivery."""
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
