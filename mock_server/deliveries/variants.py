"""The variants in which a delivery can be sent on purpose, as data: the change, and what a good receiver does.

A draft has the content, the time and the secret. A variant changes one detail of it. `posted` creates the bytes.
"""

import base64
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from hashlib import blake2b

from mock_server.deliveries.signing import SECRET_PREFIX, SIGNATURE_HEADER, SIGNATURE_PREFIX, Post, signed


class Expected(StrEnum):
    """What a good receiver answers."""

    ACCEPT = "accept"
    REFUSE = "refuse"
    ACCEPT_ONCE = "accept_once"


@dataclass(frozen=True, slots=True)
class Draft:
    """A delivery before it is signed. *moment* is the time of the attempt, aware UTC; *body* is JSON in UTF-8."""

    message_id: str
    moment: datetime
    body: bytes
    secrets: Sequence[str]


DraftChange = Callable[[Draft], Draft]
Disguise = Callable[[Post], Post]


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to send: *change* is applied before signing, *disguise* after signing, *copies* is the number sent."""

    name: str
    summary: str
    expected: Expected
    change: DraftChange = lambda draft: draft
    disguise: Disguise = lambda post: post
    copies: int = 1


def posted(variant: Variant, draft: Draft) -> list[Post]:
    """The requests that send *draft* in this *variant*, in order."""
    changed = variant.change(draft)
    post = signed(changed.message_id, changed.moment, changed.body, changed.secrets)
    return [variant.disguise(post)] * variant.copies


def another_secret(secret: str, purpose: str) -> str:
    """A secret other than *secret*. It is always the same for the same purpose."""
    return SECRET_PREFIX + base64.b64encode(blake2b(f"{purpose}|{secret}".encode(), digest_size=24).digest()).decode()


def _moved(by: timedelta) -> DraftChange:
    return lambda draft: replace(draft, moment=draft.moment + by)


def _signed_by_stranger(draft: Draft) -> Draft:
    return replace(draft, secrets=[another_secret(secret, "stranger") for secret in draft.secrets])


def _signed_by_both(draft: Draft) -> Draft:
    return replace(draft, secrets=[another_secret(draft.secrets[0], "rotation"), *draft.secrets])


def _of_unknown_kind(draft: Draft) -> Draft:
    return replace(draft, body=_rewritten(draft.body, {"type": "tee_time.moved"}))


def _with_unknown_members(draft: Draft) -> Draft:
    facts = json.loads(draft.body)["data"]
    return replace(draft, body=_rewritten(draft.body, {"data": {**facts, "caddie": "Ana"}, "schemaHint": 2}))


def _rewritten(body: bytes, members: Mapping[str, object]) -> bytes:
    return json.dumps({**json.loads(body), **members}, separators=(",", ":"), ensure_ascii=False).encode()


def _with_signature(rewrite: Callable[[bytes], str]) -> Disguise:
    """Replaces each signature by the result of *rewrite* on its 32 bytes."""

    def disguise(post: Post) -> Post:
        entries = post.headers[SIGNATURE_HEADER].split(" ")
        raw = [base64.b64decode(entry.removeprefix(SIGNATURE_PREFIX)) for entry in entries]
        return replace(post, headers={**post.headers, SIGNATURE_HEADER: " ".join(rewrite(item) for item in raw)})

    return disguise


def _inverted(signature: bytes) -> str:
    return SIGNATURE_PREFIX + base64.b64encode(bytes(byte ^ 0xFF for byte in signature)).decode()


def _unsigned(post: Post) -> Post:
    return replace(post, headers={name: value for name, value in post.headers.items() if name != SIGNATURE_HEADER})


def _tampered(post: Post) -> Post:
    return replace(post, body=_rewritten(post.body, {"data": {"id": "bkg_000000000000"}}))


VARIANTS: Mapping[str, Variant] = {
    variant.name: variant
    for variant in (
        Variant("valid", "As every delivery is sent.", Expected.ACCEPT),
        Variant("wrong_secret", "Signed with the secret of somebody else.", Expected.REFUSE, _signed_by_stranger),
        Variant("stale_timestamp", "Signed ten minutes ago.", Expected.REFUSE, _moved(timedelta(minutes=-10))),
        Variant("future_timestamp", "Signed ten minutes ahead.", Expected.REFUSE, _moved(timedelta(minutes=10))),
        Variant(
            "bad_signature",
            "Every bit of the signature is wrong.",
            Expected.REFUSE,
            disguise=_with_signature(_inverted),
        ),
        Variant("tampered_body", "The body was changed after it was signed.", Expected.REFUSE, disguise=_tampered),
        Variant(
            "hex_signature",
            "The signature is in hexadecimal.",
            Expected.REFUSE,
            disguise=_with_signature(lambda raw: SIGNATURE_PREFIX + raw.hex()),
        ),
        Variant("unsigned", "There is no signature.", Expected.REFUSE, disguise=_unsigned),
        Variant("duplicate", "The same delivery, twice.", Expected.ACCEPT_ONCE, copies=2),
        Variant("unknown_event", "An event of a kind that was added later.", Expected.ACCEPT, _of_unknown_kind),
        Variant("unknown_member", "Members that were added later.", Expected.ACCEPT, _with_unknown_members),
        Variant("rotated_secrets", "Signed with a new secret and the old one.", Expected.ACCEPT, _signed_by_both),
    )
}
