"""Each known mistake with signatures is recognised as itself, and only a right delivery is valid."""

import base64
import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mock_server.deliveries.mistakes import Reason
from mock_server.deliveries.signing import base_string, digest, key_of, signed
from mock_server.deliveries.verification import Verdict, verify

NOW = datetime(2027, 3, 2, 10, 16, 40, tzinfo=UTC)
STAMP = str(int(NOW.timestamp()))
SECRET = "whsec_" + base64.b64encode(b"the key of this subscription").decode()
OTHER = "whsec_" + base64.b64encode(b"the key of another one").decode()
DOCUMENT = {"type": "booking.confirmed", "data": {"id": "bkg_4t7w2m9k1x5c", "course": "El Alcázar", "a": 1}}
BODY = json.dumps(DOCUMENT, separators=(",", ":"), ensure_ascii=False).encode()


def headers_with(entry: str, timestamp: str = STAMP) -> dict[str, str]:
    return {"webhook-id": "msg_1", "webhook-timestamp": timestamp, "webhook-signature": entry}


def encoded(signature: bytes) -> str:
    return "v1," + base64.b64encode(signature).decode()


def right_signature() -> bytes:
    return digest(key_of(SECRET), base_string("msg_1", STAMP, BODY))


def signed_over(message: bytes, key: bytes | None = None) -> dict[str, str]:
    return headers_with(encoded(digest(key_of(SECRET) if key is None else key, message)))


def judged(headers: dict[str, str], body: bytes = BODY, now: datetime = NOW) -> Verdict:
    return verify(body, headers, SECRET, now, [("whk_elsewhere", OTHER), ("whk_broken", "no secret")])


def test_a_right_delivery_is_valid() -> None:
    verdict = judged(dict(signed("msg_1", NOW, BODY, [SECRET]).headers))

    assert verdict == Verdict(None, "The signature fits and the timestamp is fresh.")


def test_headers_are_found_whatever_their_case() -> None:
    headers = {name.title(): value for name, value in signed("msg_1", NOW, BODY, [SECRET]).headers.items()}

    assert judged(headers).valid


def test_one_fitting_signature_among_several_is_enough() -> None:
    assert judged(dict(signed("msg_1", NOW, BODY, [OTHER, SECRET]).headers)).valid


@pytest.mark.parametrize("name", ["webhook-id", "webhook-timestamp", "webhook-signature"])
def test_a_missing_header_is_named(name: str) -> None:
    headers = dict(signed("msg_1", NOW, BODY, [SECRET]).headers)
    del headers[name]

    verdict = judged(headers)

    assert verdict.reason is Reason.HEADER_MISSING
    assert name in verdict.detail


@pytest.mark.parametrize("timestamp", ["now", "1803982600.0", "-1", "1e9", "٣", "9" * 16])
def test_a_timestamp_that_is_no_number_is_explained(timestamp: str) -> None:
    message = base_string("msg_1", timestamp, BODY)
    entry = encoded(digest(key_of(SECRET), message))

    assert judged(headers_with(entry, timestamp)).reason is Reason.TIMESTAMP_NOT_A_NUMBER


@pytest.mark.parametrize("secret", ["", "whsec_", "whsec_whsec_dGVzdA==", "whsec_not base64", "dGVzdA=="])
def test_a_malformed_secret_is_explained(secret: str) -> None:
    verdict = verify(BODY, signed_over(b""), secret, NOW)

    assert verdict.reason is Reason.SECRET_MALFORMED


@pytest.mark.parametrize(
    ("seconds", "reason"),
    [
        (300, None),
        (301, Reason.TIMESTAMP_STALE),
        (-300, None),
        (-301, Reason.TIMESTAMP_IN_FUTURE),
    ],
)
def test_five_minutes_are_the_limit_both_ways(seconds: int, reason: Reason | None) -> None:
    headers = dict(signed("msg_1", NOW, BODY, [SECRET]).headers)

    assert judged(headers, now=NOW + timedelta(seconds=seconds)).reason is reason


def test_a_header_in_milliseconds_is_explained() -> None:
    timestamp = str(int(NOW.timestamp() * 1000))
    entry = encoded(digest(key_of(SECRET), base_string("msg_1", timestamp, BODY)))

    assert judged(headers_with(entry, timestamp)).reason is Reason.TIMESTAMP_IN_MILLISECONDS


KEY_AS_TEXT = SECRET.encode()
KEY_OF_REST = SECRET.removeprefix("whsec_").encode()
RIGHT = base_string("msg_1", STAMP, BODY)

MISTAKES: list[tuple[Reason, Callable[[], dict[str, str]]]] = [
    (Reason.PREFIX_MISSING, lambda: headers_with(base64.b64encode(right_signature()).decode())),
    (Reason.PREFIX_MISSING, lambda: headers_with("v2,AAAA")),
    (Reason.HEX_SIGNATURE, lambda: headers_with("v1," + right_signature().hex())),
    (Reason.HEX_SIGNATURE, lambda: headers_with("sha256=" + right_signature().hex())),
    (Reason.BASE64_OF_HEX, lambda: headers_with(encoded(right_signature().hex().encode()))),
    (Reason.SECRET_NOT_DECODED, lambda: signed_over(RIGHT, KEY_AS_TEXT)),
    (Reason.SECRET_NOT_DECODED, lambda: signed_over(RIGHT, KEY_OF_REST)),
    (Reason.OTHER_SECRET, lambda: signed_over(RIGHT, key_of(OTHER))),
    (Reason.TIMESTAMP_IN_MILLISECONDS, lambda: signed_over(base_string("msg_1", STAMP + "000", BODY))),
    (Reason.PARTS_MISSING, lambda: signed_over(BODY)),
    (Reason.PARTS_MISSING, lambda: signed_over(STAMP.encode() + b"." + BODY)),
    (Reason.PARTS_MISSING, lambda: signed_over(b"msg_1." + BODY)),
    (Reason.OTHER_ID, lambda: signed_over(base_string("bkg_4t7w2m9k1x5c", STAMP, BODY))),
    (Reason.UNEXPLAINED, lambda: signed_over(base_string("msg_1", STAMP, BODY), b"some unknown key")),
]


@pytest.mark.parametrize(("reason", "mistaken"), MISTAKES)
def test_each_mistake_is_recognised_as_itself(reason: Reason, mistaken: Callable[[], dict[str, str]]) -> None:
    verdict = judged(mistaken())

    assert verdict.reason is reason
    assert verdict.detail[0].isupper()
    assert verdict.detail.endswith(".")


@pytest.mark.parametrize("underscore", ["", "/"])
def test_a_key_decoded_with_its_prefix_is_explained(underscore: str) -> None:
    whole = SECRET.replace("_", underscore).rstrip("=")
    key = base64.b64decode(whole + "=" * (-len(whole) % 4))

    assert judged(signed_over(RIGHT, key)).reason is Reason.SECRET_PREFIX_KEPT


def test_the_subscription_whose_secret_signed_is_named() -> None:
    assert "whk_elsewhere" in judged(signed_over(RIGHT, key_of(OTHER))).detail


RESERIALISED = [
    ("without blanks", {"separators": (",", ":"), "ensure_ascii": False}),
    ("with blanks after commas and colons", {"ensure_ascii": False}),
    ("alphabetical", {"ensure_ascii": False, "sort_keys": True}),
    ("escaped", {"separators": (",", ":"), "ensure_ascii": True}),
    ("indented by 2", {"indent": 2, "ensure_ascii": False}),
]


@pytest.mark.parametrize(("words", "options"), RESERIALISED)
def test_a_body_that_was_written_anew_is_named_with_the_way_it_was_written(
    words: str, options: dict[str, object]
) -> None:
    sent = json.dumps(DOCUMENT, **options).encode()  # type: ignore[arg-type]  # The options are json's own.
    seen = json.dumps(DOCUMENT, indent=3).encode()

    verdict = judged(signed_over(base_string("msg_1", STAMP, sent)), seen)

    assert verdict.reason is Reason.BODY_RESERIALISED
    assert words in verdict.detail


@pytest.mark.parametrize(
    ("sent", "seen", "words"),
    [(BODY + b"\n", BODY, "newline"), (BODY, BODY + b"\n", "white space"), (b"a\r\nb", b"a\nb", "CR LF")],
)
def test_white_space_around_a_body_is_explained(sent: bytes, seen: bytes, words: str) -> None:
    verdict = judged(signed_over(base_string("msg_1", STAMP, sent)), seen)

    assert verdict.reason is Reason.BODY_RESERIALISED
    assert words in verdict.detail


def bodies() -> st.SearchStrategy[bytes]:
    return st.dictionaries(st.text(max_size=8), st.text(max_size=20) | st.integers(), max_size=5).map(
        lambda document: json.dumps(document, ensure_ascii=False).encode(errors="replace")
    )


@given(bodies(), st.binary(min_size=1, max_size=64), st.integers(-300, 300))
def test_what_is_signed_rightly_is_always_valid(body: bytes, key: bytes, seconds: int) -> None:
    secret = "whsec_" + base64.b64encode(key).decode()
    post = signed("msg_1", NOW, body, [secret])

    assert verify(body, post.headers, secret, NOW + timedelta(seconds=seconds)).valid


@given(bodies(), st.data())
def test_one_flipped_bit_anywhere_is_never_valid(body: bytes, drawing: st.DataObject) -> None:
    post = signed("msg_1", NOW, body, [SECRET])
    texts = {**{name: value.encode() for name, value in post.headers.items()}, "body": body}
    place = drawing.draw(st.sampled_from(sorted(texts)))
    position = drawing.draw(st.integers(0, len(texts[place]) - 1))
    flipped = bytearray(texts[place])
    flipped[position] ^= 1 << drawing.draw(st.integers(0, 7))
    texts[place] = bytes(flipped)

    seen = {name: texts[name].decode("latin-1") for name in post.headers}
    assert not verify(texts["body"], seen, SECRET, NOW).valid


@given(
    st.binary(), st.dictionaries(st.sampled_from(["webhook-id", "webhook-timestamp", "webhook-signature"]), st.text())
)
def test_whatever_arrives_gets_a_verdict(body: bytes, headers: dict[str, str]) -> None:
    assert not verify(body, headers, SECRET, NOW).valid
