"""What the journal keeps holds no key, no secret, no token and nobody's data, and can still be judged."""

import json
import time
from typing import Any
from urllib.parse import quote

import pytest
from jsonschema_rs import Draft202012Validator

from mock_server.api.redaction import Shown, new_redaction
from openapi.redaction import Redaction
from openapi.replacements import EMAIL, PHONE, REDACTED, SECRET, TOKEN
from tests.sandbox.agencies import Agency
from tests.sandbox.trade import LEAD, TeeTime, booked, booking

JSON = {"Content-Type": "application/json"}
ADDRESSES = (
    "ada@lindqvist.example",
    "ADA@LINDQVIST.EXAMPLE",
    '"ada lindqvist"@mail.example',
    "ada(home)@lindqvist.example",
    "ada@[192.0.2.1]",
    "ada@xn--lindqvist.example",
    "ädä@lindqvist.example",
    "ada%40lindqvist.example",
    "ada @ lindqvist.example",
    "ada\uff20lindqvist.example",
    "ada@lindqvist",
    "mailto:ada@lindqvist.example?subject=x",
)


def kept(agency: Agency) -> str:
    """Everything the journal and the archive show, as one text."""
    numbers = [item["number"] for item in agency.control("GET", "/journal?limit=1000").json()["data"]]
    shown = [agency.control("GET", f"/journal/{number}").json() for number in numbers]
    return json.dumps([shown, agency.control("GET", "/journal.har?limit=1000").json()], ensure_ascii=False)


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("place", ["leadPlayer.email", "agencyBookingReference", "specialRequests", "unknown"])
def test_an_address_in_any_member(alpha: Agency, tee_time: TeeTime, address: str, place: str) -> None:
    member = {"leadPlayer": {**LEAD, "email": address}} if place == "leadPlayer.email" else {place: f"by {address} now"}
    alpha.send("POST", "/travel/bookings", json={**booking(tee_time), **member})

    assert [part for part in ("lindqvist", "192.0.2.1") if part in kept(alpha).lower()] == []


@pytest.mark.parametrize(
    "path",
    [
        "/travel/bookings?email={}",
        "/travel/bookings?q={}",
        "/travel/bookings/{}",
        "/travel/bookings?lead%5Bemail%5D={}",
    ],
)
@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_in_the_address(alpha: Agency, path: str, address: str) -> None:
    alpha.send("GET", path.format(quote(address)))

    assert "lindqvist" not in kept(alpha).lower()


NAMED = (
    {"email": ["one@lindqvist.example", {"work": "Lindqvist 2"}]},
    {"lead": {"deep": {"first_name": "Lindqvist", "Last-Name": "Lindqvist", "phone": {"number": "Lindqvist"}}}},
    {"l_ast-Name": "Lindqvist"},
    {"refresh_token": "Lindqvist"},
    {"accessToken": {"value": "Lindqvist"}},
    {"api_key": "Lindqvist", "password": "Lindqvist", "client_secret": "Lindqvist"},
    {"PhoneNumber": 46812345678, "mobile": "0812345678"},
)


@pytest.mark.parametrize("members", NAMED, ids=str)
def test_members_by_name_at_any_depth_and_spelling(alpha: Agency, members: dict[str, Any]) -> None:
    alpha.send("POST", "/travel/bookings", json=members)

    assert [part for part in ("Lindqvist", "lindqvist", "812345678") if part in kept(alpha)] == []


@pytest.mark.parametrize(
    "content",
    [
        b'{"leadPlayer": {"lastName": "Lindqvist',
        b'{"em\\u0061il": "Lindqvist"}',
        b'{"email": {"work": ["Lindqvist", "Lindqvist',
        b'{"lastName": "Lind\\"qvist", }',
        b"email=ada%40lindqvist.example&lastName=Lindqvist",
        b"%6castName=Lindqvist",
        b"lastName: Lindqvist@home",
    ],
)
def test_a_body_that_is_no_json(alpha: Agency, content: bytes) -> None:
    alpha.send("POST", "/travel/bookings", content=content, headers=JSON)

    assert "qvist" not in kept(alpha).lower()


HEADERS = ("Authorization", "Proxy-Authorization", "Cookie", "X-Auth-Token", "Api-Key", "X-Client-Secret")


@pytest.mark.parametrize("header", HEADERS)
@pytest.mark.parametrize("value", ["Bearer Lindqvist-77", "Basic TGluZHF2aXN0LTc3", "Lindqvist-77", "id=Lindqvist-77"])
def test_headers_that_carry_secrets(alpha: Agency, header: str, value: str) -> None:
    alpha.send("GET", "/travel/bookings", headers={header: value})

    assert [part for part in ("Lindqvist-77", "TGluZHF2aXN0LTc3") if part in kept(alpha)] == []


def test_the_key_is_found_wherever_it_stands(alpha: Agency) -> None:
    alpha.send("GET", f"/travel/bookings/{alpha.key}", headers={"Referer": f"https://x.example/?k={alpha.key}"})
    alpha.send("GET", f"/travel/bookings?search={alpha.key}&api_key={alpha.key}")
    alpha.send("POST", "/webhooks", json={"url": f"https://u:{alpha.key}@x.example/", "events": [alpha.key]})

    assert alpha.key not in kept(alpha)


def test_tokens_and_secrets_are_found_wherever_they_stand(alpha: Agency) -> None:
    pair = alpha.send("POST", "/auth/token").json()["data"]
    hook = {"url": "https://hooks.example/x", "events": ["booking.confirmed"]}
    secret = alpha.post("/webhooks", hook).json()["data"]["secret"]
    for value in (pair["accessToken"], pair["refreshToken"], secret):
        alpha.send("GET", f"/travel/bookings/{quote(value, '')}")
        alpha.send("POST", "/travel/bookings", json={"agencyBookingReference": f"it is {value}"})
        alpha.send("GET", f"/travel/bookings?note={quote(value, '')}")
        alpha.send("GET", "/travel/bookings", headers={"X-Note": value, "X-Request-Id": "a"})

    assert [part for part in (pair["accessToken"], pair["refreshToken"], secret) if part in kept(alpha)] == []


def test_a_value_that_a_refusal_repeats_is_taken_out_there_too(alpha: Agency, tee_time: TeeTime) -> None:
    lead = {**LEAD, "email": "Ada Lindqvist of Kiruna", "phone": "call me at Kiruna 17"}
    answer = alpha.send("POST", "/travel/bookings", json=booking(tee_time, leadPlayer=lead))

    assert (answer.status_code, "Kiruna" in answer.text, "Kiruna" in kept(alpha)) == (400, True, False)


def test_a_valid_booking_stays_valid(alpha: Agency, tee_time: TeeTime) -> None:
    booked(alpha, tee_time, leadPlayer={**LEAD, "phone": "+46 8 123 456"}, specialRequests="x" * 1500)
    number = alpha.control("GET", "/journal").json()["data"][-1]["number"]
    sent = json.loads(alpha.control("GET", f"/journal/{number}").json()["data"]["request"]["body"])

    assert sent["leadPlayer"] == {"firstName": "Redacted", "lastName": "Redacted", "email": EMAIL, "phone": PHONE}
    assert len(sent["specialRequests"]) == 1500
    assert alpha.send("POST", "/travel/bookings", json=sent).status_code in (201, 409)


@pytest.mark.parametrize(
    "change", [{"email": "nobody"}, {"phone": "call me"}, {"lastName": ""}, {"lastName": "x" * 101}]
)
def test_an_invalid_booking_stays_invalid(alpha: Agency, tee_time: TeeTime, change: dict[str, str]) -> None:
    alpha.send("POST", "/travel/bookings", json=booking(tee_time, leadPlayer={**LEAD, **change}))
    number = alpha.control("GET", "/journal").json()["data"][-1]["number"]
    sent = json.loads(alpha.control("GET", f"/journal/{number}").json()["data"]["request"]["body"])

    assert alpha.send("POST", "/travel/bookings", json=sent).status_code == 400


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        ('{"players": 3, "url": "https://a.example/x"}', '{"players": 3, "url": "https://a.example/x"}'),
        ('{"lastName": "Sandbox-Silent"}', '{"lastName": "Sandbox-Silent"}'),
        ('{"email": null, "phone": 12, "secret": true}', '{"email": null, "phone": 0, "secret": true}'),
        ('{"secret":"whsec_YWJj","accessToken":"a.b.c"}', f'{{"secret":"{SECRET}","accessToken":"{TOKEN}"}}'),
        ('[{"name": "Golf", "mail": ["a@b.example"]}, 2]', f'[{{"name": "Golf", "mail": ["{EMAIL}"]}}, 2]'),
        ("", ""),
    ],
)
def test_what_is_no_secret_stays_as_it_is(body: str, shown: str) -> None:
    assert new_redaction().body(body) == shown


def test_redaction_takes_no_time_to_speak_of() -> None:
    longest = ('{"email": "' + "a@" * 8000, "a" * 16000 + "@", '"' * 16000 + "@", '{"a":' * 3000 + "@", "@ " * 8000)
    began = time.monotonic()

    for body in longest:
        new_redaction().body(body)

    assert time.monotonic() - began < 2


def test_a_long_answer_without_people_is_not_read_piece_by_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = (
        '{"availableTimes": [{"time": "07:40"}], "timeSlots": {"firstAvailable": "07:40", "lastAvailable": "07:40"}}'
    )
    monkeypatch.setattr(Redaction, "_pieces", None)

    assert new_redaction().body(answer) == answer


def test_the_log_shows_no_address_and_no_key() -> None:
    shown = str(Shown("/api/v1/travel/bookings/ada@lindqvist.example/sbx_demo_alpha"))

    assert shown == f"/api/v1/travel/bookings/{EMAIL}/{REDACTED}"


_is_email = Draft202012Validator({"format": "email"}, validate_formats=True).is_valid
_is_url = Draft202012Validator({"format": "uri"}, validate_formats=True).is_valid
LONG_ADDRESSES = ["a@" + ".".join(["b" * 60] * count) for count in (2, 3, 4)]


@pytest.mark.parametrize("address", ["a@b", '"ada lindqvist"@mail.example', "ada@[192.0.2.1]", *LONG_ADDRESSES])
def test_a_valid_address_stays_valid_and_as_long_as_limits_can_tell(address: str) -> None:
    shown = json.loads(new_redaction().body(json.dumps({"email": address})))["email"]

    assert (_is_email(address), _is_email(shown), "lindqvist" in shown) == (True, True, False)
    assert len(shown) == len(address) or len(address) <= 100


@pytest.mark.parametrize("address", ["ada(home)@lindqvist.example", "x" * 80 + "@b.example", "nobody"])
def test_an_invalid_address_stays_invalid(address: str) -> None:
    shown = json.loads(new_redaction().body(json.dumps({"email": address})))["email"]

    assert (_is_email(address), _is_email(shown)) == (False, False)


@pytest.mark.parametrize(
    "url",
    ["https://ada:word@hooks.example/x", "https://hooks.example/?k=sbx_demo_alpha", "https://hooks.example/rft_1"],
)
def test_a_url_stays_a_url(url: str) -> None:
    shown = json.loads(new_redaction().body(json.dumps({"url": url})))["url"]

    assert (_is_url(shown), shown != url) == (True, True)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('{"players": 46812345678}', '{"players": 11111111111}'),
        ('{"date": "46812345678-03-01"}', '{"date": "46812345678-03-01"}'),
        ("call 46812345678.", "call 11111111111."),
        ('{"other":46812345678}', '{"other":11111111111}'),
        ("phone:46812345678-", "phone:11111111111-"),
    ],
)
def test_a_number_elsewhere_stays_a_number(text: str, shown: str) -> None:
    redaction = new_redaction()
    redaction.body('{"phone": "46812345678"}')

    assert redaction.elsewhere(text, personal=True) == shown


def test_a_date_elsewhere_stays_a_date() -> None:
    redaction = new_redaction()
    redaction.body('{"lastName": "2027-03-01"}')

    assert redaction.elsewhere("startDate=2027-03-01&endDate=2027-03-02", personal=True) == (
        "startDate=1111-11-11&endDate=2027-03-02"
    )


@pytest.mark.parametrize(("number", "shown"), [("46812345678", 0), ("-5", 0), ("1.5", 0.5)])
def test_an_integer_stays_an_integer_and_a_fraction_a_fraction(number: str, shown: float) -> None:
    assert json.loads(new_redaction().body(f'{{"phone": {number}}}')) == {"phone": shown}
