"""Each way of sending on purpose changes the one thing that it names. What is judged is the bytes that leave."""

import base64
from datetime import UTC, datetime
from typing import Any

import pytest

from mock_server.deliveries.mistakes import Reason
from mock_server.deliveries.variants import VARIANTS, Draft, Expected, posted
from mock_server.deliveries.verification import verify
from openapi.bundler import control

NOW = datetime(2027, 3, 2, 10, 16, 40, tzinfo=UTC)
SECRET = "whsec_" + base64.b64encode(b"the key of this subscription").decode()
BODY = b'{"type":"booking.confirmed","timestamp":"2027-03-02T10:16:40Z","data":{"id":"bkg_4t7w2m9k1x5c"}}'
DRAFT = Draft("msg_1", NOW, BODY, [SECRET])

REASONS = {
    "wrong_secret": Reason.UNEXPLAINED,
    "stale_timestamp": Reason.TIMESTAMP_STALE,
    "future_timestamp": Reason.TIMESTAMP_IN_FUTURE,
    "bad_signature": Reason.UNEXPLAINED,
    "tampered_body": Reason.UNEXPLAINED,
    "hex_signature": Reason.HEX_SIGNATURE,
    "unsigned": Reason.HEADER_MISSING,
}


@pytest.mark.parametrize("name", VARIANTS)
def test_what_is_sent_verifies_or_fails_as_its_name_says(name: str) -> None:
    verdicts = {verify(post.body, post.headers, SECRET, NOW).reason for post in posted(VARIANTS[name], DRAFT)}

    assert verdicts == {REASONS.get(name)}


def test_a_good_receiver_refuses_exactly_what_does_not_verify() -> None:
    refused = {name for name, variant in VARIANTS.items() if variant.expected is Expected.REFUSE}

    assert refused == REASONS.keys()


def test_a_duplicate_is_the_same_bytes_twice() -> None:
    first, second = posted(VARIANTS["duplicate"], DRAFT)

    assert first == second


def test_a_rotation_signs_with_both_secrets() -> None:
    (post,) = posted(VARIANTS["rotated_secrets"], DRAFT)

    assert len(post.headers["webhook-signature"].split(" ")) == 2


def test_the_control_document_names_every_variant() -> None:
    named = [enum for enum in _enums(control()) if "hex_signature" in enum and "rotated_secrets" in enum]

    assert named
    assert all(set(enum) == VARIANTS.keys() for enum in named)


def _enums(node: Any) -> list[list[Any]]:
    if isinstance(node, dict):
        own = [node["enum"]] if isinstance(node.get("enum"), list) else []
        return own + [enum for value in node.values() for enum in _enums(value)]
    if isinstance(node, list):
        return [enum for value in node for enum in _enums(value)]
    return []
