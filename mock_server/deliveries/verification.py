"""Decides whether a delivery is signed correctly and, if not, which mistake explains it. Assumption A-51.

Integrators make a dozen known mistakes with signatures, which `mistakes` lists. The first mistake that reproduces the
signature is the reason.
"""

import base64
import hmac
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from mock_server.deliveries.mistakes import Reason, Received, missignings, misspellings
from mock_server.deliveries.signing import (
    ID_HEADER,
    SIGNATURE_HEADER,
    SIGNATURE_PREFIX,
    TIMESTAMP_HEADER,
    SecretMalformed,
    base_string,
    digest,
    key_of,
)

TOLERANCE = timedelta(minutes=5)
_DIGITS = re.compile(r"[0-9]{1,15}\Z", re.ASCII)
_LABEL = re.compile(r"^(v[0-9]+[a-z]?,|v[0-9]+=|sha256=)")


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a delivery is valid; if not, the reason and a sentence that shows the way out."""

    reason: Reason | None
    detail: str

    @property
    def valid(self) -> bool:
        """Whether a receiver accepts it."""
        return self.reason is None


def verify(
    body: bytes,
    headers: Mapping[str, str],
    secret: str,
    now: datetime,
    other_secrets: Sequence[tuple[str, str]] = (),
) -> Verdict:
    """Judges a received delivery.

    The names of *headers* match in any case. *now* is the moment of the judgement, aware UTC. *other_secrets* are pairs
    of subscription id and secret, to recognise the secret of another subscription.
    The signature is judged before the age, since people usually bring an old recording.
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


def _received(body: bytes, headers: Mapping[str, str]) -> Received | Verdict:
    named = {name.lower(): value for name, value in headers.items()}
    wanted = (ID_HEADER, TIMESTAMP_HEADER, SIGNATURE_HEADER)
    missing = [name for name in wanted if not named.get(name, "").strip()]
    if missing:
        detail = f"The delivery has no {' and no '.join(missing)}. A proxy or a framework may have dropped it."
        return Verdict(Reason.HEADER_MISSING, detail)
    return Received(named[ID_HEADER], named[TIMESTAMP_HEADER], named[SIGNATURE_HEADER].split(" "), body)


def _spelled(expected: bytes, entries: Sequence[str]) -> bool:
    # The texts are compared, not the bytes: base64 has several spellings of the same bytes.
    wanted = SIGNATURE_PREFIX.encode() + base64.b64encode(expected)
    return any(hmac.compare_digest(wanted, entry.encode(errors="replace")) for entry in entries)


def _judged_by_age(seconds: int, now: datetime) -> Verdict:
    age = int(now.timestamp()) - seconds
    limit = int(TOLERANCE.total_seconds())
    if abs(age) <= limit:
        return Verdict(None, "The signature fits and the timestamp is fresh.")
    if abs(int(now.timestamp()) - seconds // 1000) <= limit:
        return Verdict(
            Reason.TIMESTAMP_IN_MILLISECONDS, f"{TIMESTAMP_HEADER} is in milliseconds. Write it in seconds since 1970."
        )
    if age > 0:
        return Verdict(
            Reason.TIMESTAMP_STALE,
            f"The signature fits, but the timestamp is {age} s old. More than {limit} s is refused as a replay.",
        )
    return Verdict(
        Reason.TIMESTAMP_IN_FUTURE,
        f"The signature fits, but the timestamp is {-age} s ahead of the clock. At most {limit} s are accepted.",
    )


def _explained(found: Received, key: bytes, secret: str, others: Sequence[tuple[str, str]]) -> Verdict:
    bare = [_LABEL.sub("", entry) for entry in found.entries]
    expected = digest(key, base_string(found.message_id, found.timestamp, found.body))
    for reason, text, detail in misspellings(expected):
        if any(hmac.compare_digest(text.encode(), entry.encode(errors="replace")) for entry in bare):
            return Verdict(reason, detail)
    for signing in missignings(found, key, secret, others):
        if _spelled(digest(signing.key, signing.message), found.entries):
            return Verdict(signing.reason, signing.detail)
    if not any(entry.startswith(SIGNATURE_PREFIX) for entry in found.entries):
        return Verdict(Reason.PREFIX_MISSING, f"No entry of {SIGNATURE_HEADER} begins with {SIGNATURE_PREFIX!r}.")
    return Verdict(
        Reason.UNEXPLAINED,
        "No known mistake explains the signature: the body was changed on the way, or an unknown secret signed it.",
    )
