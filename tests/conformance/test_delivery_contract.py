"""A delivery beside the one our contract assumes: what differs, and its outline without values."""

from datetime import UTC, datetime

import pytest

from conformance.contracts.deliveries import differences, outline
from conformance.evidence.receiver import Delivery

SIGNED = (
    ("webhook-id", "msg_7d3f9k2m5q8t"),
    ("webhook-timestamp", "1803982600"),
    ("webhook-signature", "v1,c2lnbmVk"),
)
CANCELLED = (
    b'{"type":"booking.cancelled","timestamp":"2027-03-20T09:05:00Z","data":{"id":"bkg_4t7w2m9k1x5c",'
    b'"status":"cancelled","bookingReference":"TS-8F2K6M","courseId":"crs_7k2m9x4q"}}'
)


def delivery(content: bytes, headers: tuple[tuple[str, str], ...] = SIGNED) -> Delivery:
    return Delivery("POST", "/desk-001", headers, content, datetime(2027, 3, 20, 9, 5, tzinfo=UTC))


def test_what_the_contract_assumes_has_no_differences() -> None:
    assert differences("booking.cancelled", delivery(CANCELLED)) == []


@pytest.mark.parametrize(
    "other",
    [delivery(CANCELLED, ()), delivery(CANCELLED.replace(b'"type"', b'"event"')), delivery(b"payload=1")],
    ids=["not signed", "another member", "no JSON"],
)
def test_every_other_delivery_is_distinguished(other: Delivery) -> None:
    assert differences("booking.cancelled", other)


def test_an_outline_shows_kinds_and_no_values() -> None:
    body = {"id": "secret", "paid": True, "data": {"players": [{"age": 7}], "note": None}}

    assert outline(body) == {
        "id": "text",
        "paid": "true or false",
        "data.players[].age": "number",
        "data.note": "null",
    }
