"""Bodies that are not JSON, not JSON for us, or too long: refused by name, and nothing is written."""

import json
from collections.abc import Callable, Iterator

import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.problems import refusal
from tests.sandbox.trade import TeeTime, booking, written

JSON = {"Content-Type": "application/json"}
MEBIBYTE = 1024 * 1024
DEEP = 100_000


def _players(text: str) -> Callable[[str], bytes]:
    """The valid booking with something else in place of its number of players."""
    return lambda body: body.replace('"players": 2', f'"players": {text}').encode()


def _first_name(text: str) -> Callable[[str], bytes]:
    return lambda body: body.replace('"Ada"', text).encode()


# Each case spoils the text of a booking that would be accepted as it is.
NOT_JSON: dict[str, Callable[[str], bytes]] = {
    "only blanks": lambda _body: b" \n",
    "cut short": lambda body: body[:-1].encode(),
    "two values": lambda body: (body + body).encode(),
    "trailing comma": lambda body: (body[:-1] + ",}").encode(),
    "single quotes": lambda body: body.replace('"', "'").encode(),
    "comment": lambda body: ("/* a booking */" + body).encode(),
    "a form": lambda _body: b"courseId=crs_00000000&players=2",
    "byte order mark": lambda body: body.encode("utf-8-sig"),
    "UTF-16": lambda body: body.encode("utf-16"),
    "not UTF-8": lambda body: body.replace("Ada", "Ad\xe9").encode("latin-1"),
    "surrogate in UTF-8": lambda body: body.encode().replace(b"Ada", b"\xed\xa0\x80"),
    "overlong UTF-8": lambda body: body.encode().replace(b"Ada", b"\xc0\xaf"),
    "NaN": _players("NaN"),
    "Infinity": _players("Infinity"),
    "minus Infinity": _players("-Infinity"),
    "1e999": _players("1e999"),
    "minus 1e999": _players("-1e999"),
    "5000 digits": _players("1" * 5000),
    "5000 digits and a fraction": _players("1" * 5000 + ".5"),
    "leading zero": _players("02"),
    "leading plus": _players("+2"),
    "hexadecimal": _players("0x2"),
    "no digit after the point": _players("2."),
    "100,000 arrays deep": _players("[" * DEEP + "]" * DEEP),
    "100,000 objects deep": _players('{"a":' * DEEP + "2" + "}" * DEEP),
    "100,000 arrays open": _players("[" * DEEP),
    "duplicate member": lambda body: (body[:-1] + ', "players": 2}').encode(),
    "duplicate member with another value": lambda body: (body[:-1] + ', "players": 1}').encode(),
    "duplicate member inside the lead player": lambda body: body.replace(
        '"email"', '"firstName": "A", "email"'
    ).encode(),
    "duplicate member through an escape": lambda body: (body[:-1] + ', "\\u0070layers": 2}').encode(),
    "high surrogate alone": _first_name('"\\ud800"'),
    "low surrogate alone": _first_name('"\\udc00"'),
    "surrogates in the wrong order": _first_name('"\\udc00\\ud800"'),
    "surrogate in a name": lambda body: (body[:-1] + ', "\\ud800": 1}').encode(),
    "U+0000 escaped": _first_name('"A\\u0000da"'),
    "U+0000 as it is": _first_name('"A\x00da"'),
    "U+0000 in a name": lambda body: (body[:-1] + ', "a\\u0000": 1}').encode(),
    "line break in a string": _first_name('"A\nda"'),
    "unknown escape": _first_name('"\\x41da"'),
}


@pytest.mark.parametrize("case", NOT_JSON)
def test_a_booking_that_is_not_json_is_refused_and_nothing_is_written(
    alpha: Agency, tee_time: TeeTime, case: str
) -> None:
    before = written(alpha, tee_time)
    raw = NOT_JSON[case](json.dumps(booking(tee_time)))

    answer = alpha.send("POST", "/travel/bookings", content=raw, headers=JSON)

    assert (refusal(answer), written(alpha, tee_time)) == ((400, "malformed_json"), before)


def test_the_text_that_these_cases_spoil_is_accepted(alpha: Agency, tee_time: TeeTime) -> None:
    raw = json.dumps(booking(tee_time)).encode()

    assert alpha.send("POST", "/travel/bookings", content=raw, headers=JSON).status_code == 201


def test_a_missing_body_is_refused(alpha: Agency, tee_time: TeeTime) -> None:
    before = written(alpha, tee_time)

    answer = alpha.send("POST", "/travel/bookings", headers=JSON)

    assert (refusal(answer), written(alpha, tee_time)) == ((400, "invalid_request"), before)


@pytest.mark.parametrize(
    "body", ["\U0001f3cc Ada", "Zoë", "O'Neil-Šmíd", "李", "\\ud83c\\udfcc"], ids=["emoji", "ë", "š", "李", "pair"]
)
def test_a_name_in_any_script_is_accepted(alpha: Agency, tee_time: TeeTime, body: str) -> None:
    raw = json.dumps(booking(tee_time), ensure_ascii=False).replace('"Ada"', f'"{body}"').encode()

    assert alpha.send("POST", "/travel/bookings", content=raw, headers=JSON).status_code == 201


REFUSED_TYPES: dict[str, dict[str, str]] = {
    "none": {},
    "empty": {"Content-Type": ""},
    "text": {"Content-Type": "text/plain"},
    "xml": {"Content-Type": "application/xml"},
    "form": {"Content-Type": "application/x-www-form-urlencoded"},
    "multipart": {"Content-Type": "multipart/form-data; boundary=x"},
    "another JSON": {"Content-Type": "application/vnd.api+json"},
    "problem": {"Content-Type": "application/problem+json"},
    "almost": {"Content-Type": "application/jsonx"},
    "list": {"Content-Type": "application/json, text/plain"},
    "latin-1": {"Content-Type": "application/json; charset=latin-1"},
    "latin-1 without a blank": {"Content-Type": "application/json;charset=latin-1"},
    "latin-1 in capitals": {"Content-Type": "APPLICATION/JSON; CHARSET=ISO-8859-1"},
    "UTF-16 in quotes": {"Content-Type": 'application/json; charset="utf-16"'},
    "unknown charset": {"Content-Type": "application/json; charset=bogus"},
    "unknown charset without a blank": {"Content-Type": "application/json;charset=bogus"},
}


@pytest.mark.parametrize("case", REFUSED_TYPES)
def test_a_booking_of_another_media_type_is_refused_and_nothing_is_written(
    alpha: Agency, tee_time: TeeTime, case: str
) -> None:
    before = written(alpha, tee_time)
    raw = json.dumps(booking(tee_time)).encode()

    answer = alpha.send("POST", "/travel/bookings", content=raw, headers=REFUSED_TYPES[case])

    assert (refusal(answer), written(alpha, tee_time)) == ((415, "unsupported_media_type"), before)


@pytest.mark.parametrize(
    "named",
    [
        "application/json",
        "Application/JSON",
        "application/json; charset=utf-8",
        "application/json;charset=UTF-8",
        'application/json; charset="utf-8"',
        'application/json; profile="https://ex.test/a"',
        "application/json ; charset=utf-8",
    ],
)
def test_json_is_recognised_however_it_is_spelled(alpha: Agency, tee_time: TeeTime, named: str) -> None:
    raw = json.dumps(booking(tee_time)).encode()

    answer = alpha.send("POST", "/travel/bookings", content=raw, headers={"Content-Type": named})

    assert answer.status_code == 201


@pytest.mark.parametrize("named", ["Application/JSON", "application/json; charset=utf-8"])
def test_a_wrong_body_is_validated_however_its_type_is_spelled(alpha: Agency, tee_time: TeeTime, named: str) -> None:
    raw = json.dumps(booking(tee_time, players=9)).encode()

    answer = alpha.send("POST", "/travel/bookings", content=raw, headers={"Content-Type": named})

    assert refusal(answer) == (400, "invalid_request")


def _padded(tee_time: TeeTime, length: int) -> bytes:
    return json.dumps(booking(tee_time)).encode().ljust(length)


def _chunks(raw: bytes) -> Iterator[bytes]:
    """Without a known length httpx sends Transfer-Encoding: chunked and no Content-Length."""
    yield from (raw[start : start + 65_536] for start in range(0, len(raw), 65_536))


@pytest.mark.parametrize("sent", [bytes, _chunks], ids=["with Content-Length", "in chunks"])
def test_a_body_over_one_mebibyte_is_refused_and_nothing_is_written(
    alpha: Agency, tee_time: TeeTime, sent: Callable[[bytes], bytes]
) -> None:
    before = written(alpha, tee_time)

    answer = alpha.send("POST", "/travel/bookings", content=sent(_padded(tee_time, MEBIBYTE + 1)), headers=JSON)

    assert (refusal(answer), written(alpha, tee_time)) == ((413, "body_too_large"), before)


@pytest.mark.parametrize("sent", [bytes, _chunks], ids=["with Content-Length", "in chunks"])
def test_a_body_of_one_mebibyte_is_read(alpha: Agency, tee_time: TeeTime, sent: Callable[[bytes], bytes]) -> None:
    answer = alpha.send("POST", "/travel/bookings", content=sent(_padded(tee_time, MEBIBYTE)), headers=JSON)

    assert answer.status_code == 201


@pytest.mark.parametrize("sent", [bytes, _chunks], ids=["with Content-Length", "in chunks"])
def test_a_body_far_over_the_limit_is_refused(alpha: Agency, tee_time: TeeTime, sent: Callable[[bytes], bytes]) -> None:
    answer = alpha.send("POST", "/travel/bookings", content=sent(_padded(tee_time, 5 * MEBIBYTE)), headers=JSON)

    assert refusal(answer) == (413, "body_too_large")


def test_an_invalid_body_of_a_read_is_not_looked_at(alpha: Agency) -> None:
    answer = alpha.send("GET", "/travel/bookings", content=b"{", headers=JSON)

    assert answer.status_code == 200
